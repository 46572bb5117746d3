"""The bounds against their formulas written out plainly, published numbers, simulation and refusals."""

import inspect
import math

import numpy as np
import pytest

from rffviz.theory import (
    BOUNDS,
    hoeffding,
    probability_on_pairs,
    rahimi_recht,
    sriperumbudur_szabo,
    sutherland_schneider,
)
from rffviz.theory.tails import szabo_h

FUNCTIONS = {
    "rahimi_recht": rahimi_recht,
    "sutherland_schneider": sutherland_schneider,
    "sriperumbudur_szabo": sriperumbudur_szabo,
}
UNIFORM = dict(d=3, sigma_p=1.7, diameter=4.0)


class Gaussian:
    def of_difference(self, delta):
        return np.exp(-0.5 * np.sum(np.asarray(delta) ** 2, axis=-1))


def naive_beta(d, map):
    if map == "paired":
        return ((d / 2) ** (-d / (d + 2)) + (d / 2) ** (2 / (d + 2))) * 2 ** ((6 * d + 2) / (d + 2))
    return (d ** (-d / (d + 1)) + d ** (1 / (d + 1))) * 2 ** ((5 * d + 1) / (d + 1)) * 3 ** (d / (d + 1))


def naive_tight(n_features, d, epsilon, sigma_p, diameter, map, alpha=1.0):
    ratio = sigma_p * diameter / epsilon
    if map == "paired":
        decay = n_features * epsilon**2 / (8 * (d + 2) * alpha)
        return naive_beta(d, map) * ratio ** (2 / (1 + 2 / d)) * math.exp(-decay)
    decay = n_features * epsilon**2 / (32 * (d + 1) * alpha)
    return naive_beta(d, map) * ratio ** (2 / (1 + 1 / d)) * math.exp(-decay)


def test_rahimi_recht_formula():
    bound = rahimi_recht(3000, 3, 0.3, 1.7, 4.0)
    expected = 256 * (1.7 * 4.0 / 0.3) ** 2 * math.exp(-3000 * 0.3**2 / (4 * 5))
    assert bound.value == pytest.approx(expected, rel=1e-12)
    assert bound.log_value == pytest.approx(math.log(expected), rel=1e-12)
    assert (bound.name, bound.vacuous, bound.reason) == ("rahimi_recht", False, "")


@pytest.mark.parametrize("d", [1, 2, 3, 17])
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_sutherland_schneider_formulas(d, map):
    m, epsilon, sigma_p, diameter = 900, 0.4, 1.1, 3.0
    n_features = 2 * m if map == "paired" else m
    tight = sutherland_schneider(m, d, epsilon, sigma_p, diameter, map=map)
    assert tight.value == pytest.approx(naive_tight(n_features, d, epsilon, sigma_p, diameter, map), rel=1e-12)
    loose = sutherland_schneider(m, d, epsilon, sigma_p, diameter, map=map, form="loose")
    factor, width = (66, 8 * (d + 2)) if map == "paired" else (98, 32 * (d + 1))
    expected = factor * (sigma_p * diameter / epsilon) ** 2 * math.exp(-n_features * epsilon**2 / width)
    assert loose.value == pytest.approx(expected, rel=1e-12)
    assert loose.value >= tight.value


@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.9])
def test_kernel_gives_the_alpha_of_the_tight_form(map, epsilon):
    # For the Gaussian ½ + ½k(2δ) − k(δ)² = ½(1 − k²)², largest at the diameter.
    k = math.exp(-0.5 * 1.5**2)
    top = 0.5 * (1 - k**2) ** 2
    if map == "paired":
        alpha, spread = min(1.0, top + epsilon / 3), 1.1e-4
    else:
        alpha, spread = min(1.0, 0.25 + 0.125 * k**4 - 0.25 * k**2 + epsilon / 6), 0.3e-4
    m = 400
    n_features = 2 * m if map == "paired" else m
    value = sutherland_schneider(m, 2, epsilon, math.sqrt(2), 1.5, map=map, kernel=Gaussian()).value
    assert value >= naive_tight(n_features, 2, epsilon, math.sqrt(2), 1.5, map, alpha) * (1 - 1e-12)
    assert value <= naive_tight(n_features, 2, epsilon, math.sqrt(2), 1.5, map, alpha + spread)
    without = sutherland_schneider(m, 2, epsilon, math.sqrt(2), 1.5, map=map).value
    assert value < without if alpha < 1 else value == without


def test_alpha_never_exceeds_one():
    without = sutherland_schneider(50, 2, 1.99, 1.4, 3.0)
    assert sutherland_schneider(50, 2, 1.99, 1.4, 3.0, kernel=Gaussian()).value == pytest.approx(without.value)


def test_largest_beta():
    # With D = 0 and σ_p l = ε the tight value is the constant itself.
    paired = [naive_tight(0, d, 1.0, 1.0, 1.0, "paired") for d in range(1, 400)]
    offset = [naive_tight(0, d, 1.0, 1.0, 1.0, "offset") for d in range(1, 400)]
    assert (np.argmax(paired) + 1, np.argmax(offset) + 1) == (64, 48)
    for d, constant, map in ((64, 66.0, "paired"), (48, 98.0, "offset")):
        tight, loose = (
            sutherland_schneider(1, d, 1e-9, 1e-9, 1.0, map=map, form=form).value for form in ("tight", "loose")
        )
        assert tight == pytest.approx(constant, rel=1e-12)
        assert loose == pytest.approx(constant, rel=1e-12)


@pytest.mark.parametrize("map, width", [("paired", 2), ("offset", 8)])
def test_hoeffding_formula(map, width):
    assert hoeffding(200, 0.3, map=map).value == pytest.approx(2 * math.exp(-200 * 0.09 / width), rel=1e-12)


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_hoeffding_bounds_simulated_frequencies(map):
    rng = np.random.default_rng(11)
    x, y = np.array([0.2, -0.5]), np.array([1.1, 0.9])
    k = math.exp(-0.5 * np.sum((x - y) ** 2))
    for m in (5, 20, 60):
        omega = rng.standard_normal((20_000, m, 2))
        if map == "paired":
            estimate = np.cos(omega @ (x - y)).mean(axis=1)
        else:
            phase = rng.uniform(0, 2 * math.pi, (20_000, m))
            estimate = 2 * (np.cos(omega @ x + phase) * np.cos(omega @ y + phase)).mean(axis=1)
        for epsilon in (0.2, 0.4, 0.8):
            share = np.mean(np.abs(estimate - k) >= epsilon)
            assert share <= hoeffding(m, epsilon, map=map).value
    # The bound is not idle: at one frequency and a large error it is within reach.
    assert hoeffding(60, 0.4).value < 0.02


def szabo_h_naive(d, sigma_p, diameter):
    inner = math.log(2 * diameter + 1)
    return 32 * math.sqrt(2 * d * inner) + 32 * math.sqrt(2 * d * math.log(sigma_p + 1)) + 16 * math.sqrt(2 * d / inner)


def test_sriperumbudur_szabo_formula():
    m, tau = 5_000_000, 3.0
    deviation = (szabo_h_naive(2, math.sqrt(2), 6.0) + math.sqrt(2 * tau)) / math.sqrt(m)
    bound = sriperumbudur_szabo(m, 2, deviation, math.sqrt(2), 6.0)
    assert bound.value == pytest.approx(math.exp(-tau), rel=1e-9) and not bound.vacuous
    below = sriperumbudur_szabo(m, 2, 0.5 * deviation, math.sqrt(2), 6.0)
    assert (below.value, below.log_value, below.vacuous) == (1.0, 0.0, True)


@pytest.mark.parametrize("d", [1, 2, 30, 1000])
@pytest.mark.parametrize("diameter", [1e-3, 0.4, 6.0, 1e4])
@pytest.mark.parametrize("sigma_p", [1e-3, 1.4, 1e4])
def test_sriperumbudur_szabo_constants_cover_the_entropy_integral(d, diameter, sigma_p):
    # An independent derivation of E sup: symmetrisation and Dudley's integral with constant 12.
    radius = (np.arange(200_000) + 0.5) / 200_000
    entropy = math.log(2) + d * np.log1p(2 * diameter * sigma_p / radius)
    integral = 24 * np.sqrt(entropy).mean()
    # The printed bound becomes 1 at the error h/√m, which is at least that expectation.
    assert integral <= szabo_h(d, sigma_p, diameter)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_infinite_sigma_says_nothing(name):
    bound = FUNCTIONS[name](10**9, 3, 0.1, math.inf, 4.0)
    assert bound.value == math.inf and bound.log_value == math.inf
    assert bound.vacuous and "sigma_p is infinite" in bound.reason


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_promise_at_errors_that_cannot_occur(name):
    bound = FUNCTIONS[name](10**9, 3, 2.0, 1.7, 4.0)
    assert bound.vacuous and "no error of the paired map can exceed 2" in bound.reason
    assert not FUNCTIONS[name](10**9, 3, 1.999, 1.7, 4.0).vacuous


@pytest.mark.parametrize("call", [hoeffding, lambda m, e, map: sutherland_schneider(m, 3, e, 1.7, 4.0, map=map)])
def test_the_offset_map_can_err_by_three(call):
    assert not call(10**9, 2.9, map="offset").vacuous
    assert "no error of the offset map can exceed 3" in call(10**9, 3.0, map="offset").reason


def test_the_paired_hoeffding_bound_stops_at_two():
    assert hoeffding(10**6, 1.99).reason == ""
    assert "can exceed 2" in hoeffding(10**6, 2).reason


def test_probability_of_one_or_more_is_vacuous_and_not_clipped():
    bound = rahimi_recht(10, 3, 0.1, 1.7, 4.0)
    assert bound.value == pytest.approx(256 * 68**2 * math.exp(-10 * 0.01 / 20)) and bound.value > 1e6
    assert bound.vacuous and "1 or more" in bound.reason
    assert hoeffding(1, 0.1).value == pytest.approx(2 * math.exp(-0.005))
    assert hoeffding(1, 0.1).vacuous


@pytest.mark.parametrize(
    "call",
    [
        lambda e: rahimi_recht(10**6, 2, e, 1.0, 0.5),
        lambda e: sutherland_schneider(10**6, 2, e, 1.0, 0.5, form="loose"),
        lambda e: sutherland_schneider(10**6, 2, e, 1.0, 0.5, map="offset"),
    ],
)
def test_beyond_sigma_times_diameter_the_claims_are_not_proved(call):
    assert not call(0.5).vacuous
    bound = call(0.6)
    assert bound.vacuous and "proved only for errors up to sigma_p * diameter = 0.5" in bound.reason


def test_the_tight_paired_form_holds_beyond_sigma_times_diameter():
    # A spectrum at ±W with probability q and at 0 otherwise: one frequency errs by 2(1 − q) at W l = π exactly
    # when it is not 0, and the formula is below 1 although σ_p l is a hundredth of ε.
    q, epsilon = 1e-5, 1.0
    sigma_p, diameter = math.sqrt(q), math.pi
    assert sigma_p * diameter < 0.01 * epsilon
    bound = sutherland_schneider(1, 1, epsilon, sigma_p, diameter)
    assert not bound.vacuous
    assert q <= bound.value < 1


def test_nothing_underflows_or_overflows():
    for call in (
        lambda m, e: rahimi_recht(m, 3, e, 1.7, 4.0),
        lambda m, e: sutherland_schneider(m, 3, e, 1.7, 4.0),
        lambda m, e: sutherland_schneider(m, 3, e, 1.7, 4.0, map="offset", form="loose"),
        lambda m, e: hoeffding(m, e),
        lambda m, e: sriperumbudur_szabo(m, 3, e, 1.7, 4.0),
    ):
        small = call(10**9, 0.5)
        assert small.value == 0.0 and -1e9 < small.log_value < -1e5 and not small.vacuous
        assert call(10**300, 1.0).value == 0.0
        assert call(1, 1e-300).log_value >= 0
    huge = rahimi_recht(1, 3, 1e-300, 1.7, 4.0)
    assert huge.value == math.inf and huge.log_value == pytest.approx(math.log(256) + 2 * math.log(6.8e300))


BAD = [
    ("n_freqs", 0, "n_freqs must be a whole number of at least 1, got 0"),
    ("n_freqs", 10.0, "n_freqs must be a whole number"),
    ("n_freqs", 10**400, "n_freqs must be below 1e308"),
    ("d", 0, "d must be a whole number from 1"),
    ("d", 2.5, "d must be a whole number"),
    ("epsilon", 0.0, "epsilon must be a finite number above 0, got 0.0"),
    ("epsilon", math.inf, "epsilon must be a finite number above 0"),
    ("sigma_p", 0.0, "sigma_p must be a number above 0, or infinity, got 0.0"),
    ("sigma_p", math.nan, "sigma_p must be a number above 0, or infinity, got nan"),
    ("sigma_p", None, "sigma_p must be a number above 0, or infinity, got None"),
    ("sigma_p", 1e200, "sigma_p must be from 1e-100 to 1e100"),
    ("diameter", -1.0, "diameter must be a finite number above 0, got -1.0"),
    ("diameter", math.inf, "diameter must be a finite number above 0"),
    ("diameter", 1e-200, "diameter must be from 1e-100 to 1e100"),
]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("argument, value, says", BAD)
def test_refusals(name, argument, value, says):
    arguments = {"n_freqs": 100, "epsilon": 0.1, **UNIFORM, argument: value}
    with pytest.raises(ValueError, match=says):
        FUNCTIONS[name](**arguments)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: hoeffding(0, 0.1), "n_freqs must be"),
        (lambda: hoeffding(5, -0.1), "epsilon must be"),
        (lambda: hoeffding(5, 0.1, map="binned"), "map must be one of paired, offset, got 'binned'"),
        (lambda: sutherland_schneider(5, 2, 0.1, 1.0, 1.0, map="x"), "map must be one of paired, offset"),
        (lambda: sutherland_schneider(5, 2, 0.1, 1.0, 1.0, form="x"), "form must be one of tight, loose, got 'x'"),
    ],
)
def test_more_refusals(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_every_bound_in_the_registry_describes_itself():
    on_pairs = {"cramer_pairs", "bernstein_pairs", "hoeffding_pairs"}
    assert set(BOUNDS) == {"rahimi_recht", "sutherland_schneider", "hoeffding", "sriperumbudur_szabo"} | on_pairs
    for name, entry in BOUNDS.items():
        assert entry.name == name and entry.label and entry.citation
        assert entry.statement.endswith(".") and "\n" not in entry.statement
        assert entry.uniform == (name != "hoeffding" and name not in on_pairs)
        assert entry.on_pairs == (name in on_pairs)
        function = probability_on_pairs if entry.on_pairs else FUNCTIONS.get(name, hoeffding)
        parameters = inspect.signature(function).parameters
        assert ("map" in parameters) == (len(entry.maps) > 1)
        assert set(entry.options) - {"map", "pairs"} <= set(parameters)
        assert "Source:" in function.__doc__ and "Monte Carlo" in function.__doc__
