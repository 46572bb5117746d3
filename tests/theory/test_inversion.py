"""The bounds solved for the error and for the frequencies, against published numbers, round trips and closed forms."""

import math
from itertools import pairwise

import numpy as np
import pytest

from rffviz.theory import (
    BOUNDS,
    epsilon_at,
    epsilon_curve,
    frequencies_needed,
    hoeffding,
    rahimi_recht,
    sriperumbudur_szabo,
    sutherland_schneider,
)

PUBLISHED = dict(d=2, sigma_p=math.sqrt(2), diameter=6.0)


class Gaussian:
    def of_difference(self, delta):
        return np.exp(-0.5 * np.sum(np.asarray(delta) ** 2, axis=-1))


CASES = [
    ("hoeffding", {}),
    ("hoeffding", {"map": "offset"}),
    ("rahimi_recht", {}),
    ("sutherland_schneider", {}),
    ("sutherland_schneider", {"form": "loose"}),
    ("sutherland_schneider", {"map": "offset"}),
    ("sutherland_schneider", {"map": "offset", "form": "loose"}),
    ("sutherland_schneider", {"kernel": Gaussian()}),
    ("sutherland_schneider", {"kernel": Gaussian(), "map": "offset"}),
    ("sriperumbudur_szabo", {}),
]


def forward(name, n_freqs, epsilon, domain, options):
    if name == "hoeffding":
        return hoeffding(n_freqs, epsilon, **options)
    function = {
        "rahimi_recht": rahimi_recht,
        "sutherland_schneider": sutherland_schneider,
        "sriperumbudur_szabo": sriperumbudur_szabo,
    }[name]
    return function(n_freqs, epsilon=epsilon, **domain, **options)


@pytest.mark.parametrize(
    "name, options, expected",
    [
        ("hoeffding", {}, 738),
        ("hoeffding", {"map": "offset"}, 2_952),
        ("rahimi_recht", {}, 27_877),
        ("sutherland_schneider", {"form": "loose"}, 25_708),
        ("sutherland_schneider", {"form": "loose", "map": "offset"}, 158_041),
        ("sutherland_schneider", {"map": "offset"}, 123_144),
        ("sutherland_schneider", {}, 16_890),  # 33,779 real features, rounded up to whole pairs
    ],
)
def test_published_numbers(name, options, expected):
    assert frequencies_needed(name, 0.1, **PUBLISHED, **options) == expected


def test_published_real_features_of_the_paired_map():
    # Solved by hand from the formulas, in real features.
    decay = 0.1**2 / (8 * 4)
    loose = math.log(66 * (math.sqrt(2) * 60) ** 2 / 0.05) / decay
    assert math.ceil(loose) == 51_416
    beta = (1 + 1) * 2**3.5  # β_2
    assert math.ceil(math.log(beta * (math.sqrt(2) * 60) / 0.05) / decay) == 33_779


def test_published_sriperumbudur_szabo():
    m = frequencies_needed("sriperumbudur_szabo", 0.1, **PUBLISHED)
    assert m == pytest.approx(3.42e6, rel=2e-3)
    inner = math.log(13)
    h = 32 * math.sqrt(4 * inner) + 32 * math.sqrt(4 * math.log(1 + math.sqrt(2))) + 16 * math.sqrt(4 / inner)
    assert m == math.ceil(((h + math.sqrt(2 * math.log(20))) / 0.1) ** 2)


@pytest.mark.parametrize("name, options", CASES)
@pytest.mark.parametrize("confidence", [0.05, 0.5, 0.95, 1 - 1e-12])
def test_epsilon_round_trip(name, options, confidence):
    for n_freqs in (40, 3_000, 10**7, 10**9, 10**15):
        answer = epsilon_at(name, n_freqs, **PUBLISHED, confidence=confidence, **options)
        bound = forward(name, n_freqs, answer.value, PUBLISHED, options)
        assert bound.log_value == pytest.approx(math.log1p(-confidence), abs=1e-6)
        assert answer.vacuous == (bound.vacuous and answer.value >= 2)
        assert answer.confidence == confidence and answer.name == name


@pytest.mark.parametrize("name, options", CASES)
@pytest.mark.parametrize("confidence", [0.5, 0.95, 1 - 1e-12])
def test_frequencies_needed_is_the_smallest(name, options, confidence):
    for epsilon in (1e-4, 0.013, 0.1, 0.77, 1.9):
        m = frequencies_needed(name, epsilon, **PUBLISHED, confidence=confidence, **options)
        assert isinstance(m, int)
        target = math.log1p(-confidence)
        assert forward(name, m, epsilon, PUBLISHED, options).log_value <= target
        assert m == 1 or forward(name, m - 1, epsilon, PUBLISHED, options).log_value > target
        # And back: the error promised at m frequencies is at most the one asked for.
        assert epsilon_at(name, m, **PUBLISHED, confidence=confidence, **options).value <= epsilon * (1 + 1e-12)


@pytest.mark.parametrize("name, options", CASES)
def test_monotone(name, options):
    counts = np.unique(np.geomspace(1, 1e8, 25).astype(int))
    curve = epsilon_curve(name, counts, **PUBLISHED, **options)
    assert (np.diff(curve.values) < 0).all()
    needed = [frequencies_needed(name, e, **PUBLISHED, **options) for e in np.geomspace(1e-3, 20, 15)]
    assert all(a >= b for a, b in pairwise(needed))
    surer = [epsilon_at(name, 500, **PUBLISHED, confidence=c, **options).value for c in (0.1, 0.6, 0.9, 0.999)]
    assert surer == sorted(surer)


@pytest.mark.parametrize("name, options", CASES)
def test_curve_is_epsilon_at_for_each(name, options):
    curve = epsilon_curve(name, [3, 1_000, 50], **PUBLISHED, confidence=0.9, **options)
    for i, m in enumerate((3, 1_000, 50)):
        single = epsilon_at(name, m, **PUBLISHED, confidence=0.9, **options)
        assert (curve.n_freqs[i], curve.values[i]) == (m, single.value)
        assert curve.vacuous[i] == single.vacuous
    assert curve.vacuous.dtype == bool and curve.values.shape == (3,)


def test_closed_forms():
    assert epsilon_at("hoeffding", 738).value == pytest.approx(math.sqrt(2 * math.log(40) / 738), rel=1e-12)
    assert epsilon_at("hoeffding", 50, map="offset").value == pytest.approx(math.sqrt(8 * math.log(40) / 50))
    deviation = epsilon_at("sriperumbudur_szabo", 10**8, **PUBLISHED, confidence=1 - math.exp(-3))
    inner = math.log(13)
    h = 32 * math.sqrt(4 * inner) + 32 * math.sqrt(4 * math.log(1 + math.sqrt(2))) + 16 * math.sqrt(4 / inner)
    assert deviation.value == pytest.approx((h + math.sqrt(6)) / 1e4, rel=1e-12)


def test_vacuous_values_are_reported_not_clipped():
    answer = epsilon_at("rahimi_recht", 10, **PUBLISHED)
    assert answer.value > 2 and answer.vacuous
    assert "no error of the paired map can exceed 2" in answer.reason
    offset = [epsilon_at("hoeffding", m, map="offset") for m in (3, 4)]
    assert offset[0].value > 3 and offset[0].vacuous and "exceed 3" in offset[0].reason
    assert 2 < offset[1].value < 3 and not offset[1].vacuous and offset[1].reason == ""


@pytest.mark.parametrize("name", [name for name, entry in BOUNDS.items() if entry.uniform])
def test_infinite_sigma(name):
    domain = {**PUBLISHED, "sigma_p": math.inf}
    answer = epsilon_at(name, 10**12, **domain)
    assert answer.value == math.inf and answer.vacuous and "sigma_p is infinite" in answer.reason
    assert frequencies_needed(name, 0.5, **domain) == math.inf
    curve = epsilon_curve(name, [1, 10], **domain)
    assert np.isinf(curve.values).all() and curve.vacuous.all()


def test_the_pointwise_bound_holds_for_infinite_sigma():
    assert frequencies_needed("hoeffding", 0.1, d=2, sigma_p=math.inf, diameter=6.0) == 738
    assert not epsilon_at("hoeffding", 738, d=2, sigma_p=math.inf, diameter=6.0).vacuous


def test_where_the_proof_ends():
    small = dict(d=2, sigma_p=1.0, diameter=0.2)
    answer = epsilon_at("rahimi_recht", 200, **small)
    assert 0.2 < answer.value < 2 and answer.vacuous
    assert "proved only for errors up to sigma_p * diameter = 0.2" in answer.reason
    at_the_end = frequencies_needed("rahimi_recht", 0.2, **small)
    assert frequencies_needed("rahimi_recht", 0.9, **small) == at_the_end
    assert rahimi_recht(at_the_end, epsilon=0.2, **small).value <= 0.05
    assert not epsilon_at("sutherland_schneider", 200, **small).vacuous


def test_a_kernel_lowers_the_number_needed():
    without = frequencies_needed("sutherland_schneider", 0.1, **PUBLISHED)
    with_kernel = frequencies_needed("sutherland_schneider", 0.1, **PUBLISHED, kernel=Gaussian())
    # α = ½ + 0.1/3 at this diameter, to the accuracy of its search.
    assert with_kernel / without == pytest.approx(0.5 + 0.1 / 3, abs=3e-4)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: epsilon_at("markov", 10), "name must be one of hoeffding, rahimi_recht, .* got 'markov'"),
        (lambda: frequencies_needed("markov", 0.1), "name must be one of"),
        (lambda: epsilon_at("rahimi_recht", 10), "d must be a whole number .* got None"),
        (lambda: epsilon_at("rahimi_recht", 10, 2), "sigma_p must be .* got None"),
        (lambda: epsilon_at("rahimi_recht", 10, 2, 1.0), "diameter must be .* got None"),
        (lambda: epsilon_at("rahimi_recht", 0, **PUBLISHED), "n_freqs must be"),
        (lambda: epsilon_at("hoeffding", 10, confidence=1.0), "confidence must be a number strictly between"),
        (lambda: epsilon_at("hoeffding", 10, confidence=0), "confidence must be a number strictly between"),
        (lambda: epsilon_at("hoeffding", 10, form="tight"), "form is no option of the bound hoeffding"),
        (lambda: epsilon_at("hoeffding", 10, map="other"), "map must be one of paired, offset"),
        (lambda: epsilon_at("rahimi_recht", 10, **PUBLISHED, map="offset"), "map must be one of paired, got"),
        (lambda: epsilon_at("sutherland_schneider", 10, **PUBLISHED, form="x"), "form must be one of tight"),
        (lambda: frequencies_needed("hoeffding", 0.0), "epsilon must be"),
        (lambda: frequencies_needed("hoeffding", 0.1, confidence=2), "confidence must be"),
        (lambda: frequencies_needed("hoeffding", 1e-200), "epsilon must be large enough"),
        (lambda: epsilon_curve("hoeffding", []), "n_freqs must hold at least one number"),
        (lambda: epsilon_curve("hoeffding", [[1, 2]]), "n_freqs must hold at least one number in one dimension"),
        (lambda: epsilon_curve("hoeffding", [1, 0]), "n_freqs must be a whole number of at least 1"),
        (lambda: epsilon_curve("hoeffding", [1.5]), "n_freqs must be a whole number"),
    ],
)
def test_refusals(call, says):
    with pytest.raises(ValueError, match=says):
        call()
