"""Schemes of one's own: from a function to a place in the registry, and every way in which that is refused."""

import importlib
import logging
import pickle
import re
import sys

import numpy as np
import pytest
from scipy import special
from sklearn.kernel_approximation import RBFSampler

from rffviz.diagnose import diagnose
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import error_curve
from rffviz.samplers import SAMPLERS, FrequencySample, draw
from rffviz.samplers.own import named_scheme, own_scheme, register, register_own


def plain(kernel, d, n_freqs, rng):
    """Independent draws. They are the kernel's own.

    A second paragraph is for readers of the code.
    """
    return kernel.sample(n_freqs, d, rng)


def weighted(kernel, d, n_freqs, rng):
    weights = rng.uniform(size=n_freqs)
    return kernel.sample(n_freqs, d, rng), weights / weights.sum()


def recorded(kernel, d, n_freqs, rng):
    return FrequencySample(np.ones((n_freqs, d)), np.full(n_freqs, 1 / n_freqs), False, True, notes=("All one.",))


def gaussian_alone(kernel, d, n_freqs, rng):
    if not isinstance(kernel, Gaussian):
        raise ValueError("Only the Gaussian kernel will do.")
    return np.zeros((n_freqs, d))


@pytest.fixture
def schemes(monkeypatch):
    for name in list(SAMPLERS):  # what a test registers is gone after it
        monkeypatch.setitem(SAMPLERS, name, SAMPLERS[name])
    before = dict(SAMPLERS)
    yield SAMPLERS
    for name in set(SAMPLERS) - set(before):
        del SAMPLERS[name]


def test_a_function_becomes_a_scheme_that_every_measure_takes(schemes):
    register(own_scheme(plain), schemes)
    assert schemes["plain"].label == "Plain"
    assert schemes["plain"].explanation == "Independent draws. They are the kernel's own."
    fs = draw("plain", Gaussian(2.0), 3, 50, np.random.default_rng(1))
    np.testing.assert_array_equal(fs.W, Gaussian(2.0).sample(50, 3, np.random.default_rng(1).spawn(2)[0]))
    assert fs.unbiased and not fs.nested and fs.weights == pytest.approx(1 / 50)
    X = np.random.default_rng(0).standard_normal((40, 3))
    curve = error_curve(X, Gaussian(2.0), "plain", [16, 64], [0, 1, 2], "sup", "offset")
    assert (curve.errors > 0).all() and curve.randomised
    one, other = (draw("plain", Gaussian(), 3, 9, np.random.default_rng(s), with_phases=True).phases for s in (0, 1))
    assert one.min() >= 0 and one.max() < 2 * np.pi and not np.array_equal(one, other)


def test_weights_and_whole_records_are_taken_as_they_are():
    scheme = own_scheme(weighted)
    fs = scheme.draw(Gaussian(), 2, 5, np.random.default_rng(0), False)
    assert fs.weights.sum() == pytest.approx(1) and np.ptp(fs.weights) > 0
    scheme = own_scheme(recorded, "all_one")
    fs = scheme.draw(Gaussian(), 2, 5, np.random.default_rng(0), True)
    assert scheme.name == "all_one" and fs.nested and not fs.unbiased and fs.notes == ("All one.",)
    assert fs.phases.shape == (5,)
    assert not scheme.randomised and own_scheme(plain).randomised  # the seed changes nothing here


def test_lists_become_arrays_and_phases_are_reduced():
    fs = FrequencySample([[1, 2], [3, 4]], [1, 0], True, False, phases=[-np.pi / 2, 7.0])
    assert fs.W.dtype == fs.weights.dtype == np.float64 and fs.n_freqs == 2
    assert fs.phases == pytest.approx([1.5 * np.pi, 7 - 2 * np.pi])
    assert FrequencySample([[1.0]], [1], True, False, phases=[-1e-20]).phases[0] == 0  # 2π itself is outside

    def lists(kernel, d, n_freqs, rng):
        return FrequencySample([[1.0] * d] * n_freqs, [1 / n_freqs] * n_freqs, True, False)

    assert draw(lists, Gaussian(), 3, 5, np.random.default_rng(0)).W.shape == (5, 3)


def at_least_d(kernel, d, n_freqs, rng):
    if n_freqs < d:
        raise ValueError(f"It needs at least {d} frequencies.")
    return kernel.sample(n_freqs, d, rng)


@pytest.mark.release
def test_a_scheme_that_needs_many_frequencies_is_tried_with_many(schemes):
    register(own_scheme(at_least_d), schemes)
    scheme = schemes["at_least_d"]
    for d in (2, 20, 300, 3000):
        assert scheme.refusal(Gaussian(), d) == "" and scheme.least(Gaussian(), d) == d
    assert own_scheme(plain).least(Gaussian(), 20) == 1
    assert draw("at_least_d", Gaussian(), 20, 20, np.random.default_rng(0)).n_freqs == 20
    with pytest.raises(ValueError, match="not defined here: It needs at least 20 frequencies"):
        draw("at_least_d", Gaussian(), 20, 19, np.random.default_rng(0))
    X = np.random.default_rng(0).standard_normal((30, 20))
    curve = error_curve(X, Gaussian(), "at_least_d", [8, 32], [0, 1])
    assert np.isnan(curve.errors[:, 0]).all() and np.isfinite(curve.errors[:, 1]).all()


def broken(kernel, d, n_freqs, rng):
    return {}["no\nsuch\nkey"]


def test_what_a_scheme_raises_is_one_sentence_with_its_cause_and_its_traceback_in_the_log(logged):
    with pytest.raises(Refusal) as refusal:
        draw(broken, Gaussian(), 2, 5, np.random.default_rng(0))
    said = str(refusal.value)
    assert r"The sampler broken failed for d = 2: KeyError: 'no\nsuch\nkey'." in said and "\n" not in said
    assert isinstance(refusal.value.__cause__, KeyError)
    assert 'return {}["no' in logged.text and "Traceback" in logged.text
    with pytest.raises(Refusal, match="Only the Gaussian kernel will do") as refusal:
        draw(gaussian_alone, Laplacian(), 2, 5, np.random.default_rng(0))
    assert isinstance(refusal.value.__cause__, ValueError)


@pytest.mark.slow
def test_a_trial_that_fails_leaves_one_line_and_no_traceback(logged):
    """Two dimensions and few frequencies are tried though nobody asked for them."""

    def choosy(kernel, d, n_freqs, rng):
        if d < 3 or n_freqs in (1, 4, 16):
            raise RuntimeError("choosy")
        return kernel.sample(n_freqs, d, rng)

    assert diagnose(choosy, Gaussian(), 3, 64, 20, rate=True).ok
    assert own_scheme(choosy).refusal(Gaussian(), 3) == ""
    assert len(logged.records) > 2 and not any(record.exc_info for record in logged.records)
    assert all(record.levelno == logging.INFO and "\n" not in record.getMessage() for record in logged.records)
    with pytest.raises(Refusal):
        diagnose(choosy, Gaussian(), 2, 64, 20)
    assert any(record.exc_info for record in logged.records)


def test_functions_and_schemes_are_drawn_from_without_a_name(schemes):
    rngs = [np.random.default_rng(3) for _ in range(4)]
    whole = own_scheme(plain)
    draws = [draw(each, Gaussian(), 3, 9, rng).W for each, rng in zip((plain, whole), rngs, strict=False)]
    np.testing.assert_array_equal(*draws)
    W = draw(lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng), Gaussian(), 3, 9, rngs[2]).W
    np.testing.assert_array_equal(W, draws[0])
    np.testing.assert_array_equal(draw(pickle.loads(pickle.dumps(whole)), Gaussian(), 3, 9, rngs[3]).W, W)
    X = np.random.default_rng(0).standard_normal((20, 3))
    register(whole, schemes)
    by_name, by_function = (error_curve(X, Gaussian(), each, [4, 8], [0, 1]) for each in ("plain", plain))
    np.testing.assert_array_equal(by_name.errors, by_function.errors)
    assert by_function.sampler == "plain"
    with pytest.raises(Refusal, match=r"sampler must be one of .*, got 3"):
        draw(3, Gaussian(), 3, 9, np.random.default_rng(0))


class Drawing:
    """As other packages have it: an object with a method."""

    def sample(self, kernel, d, n_freqs, rng):
        return plain(kernel, d, n_freqs, rng)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Drawing(), "an object of type Drawing: give its method sample"),
        (RBFSampler(), "an object of type RBFSampler: write a function that returns its frequencies"),
        (RBFSampler, "the class RBFSampler: write a function that returns its frequencies"),
    ],
    ids=["object", "estimator", "class"],
)
def test_an_object_that_draws_is_told_what_to_give(given, words):
    words = f"must be a scheme's name, a function (kernel, d, n_freqs, rng) or frequencies, got {words}."
    with pytest.raises(Refusal, match=re.escape(words)):
        draw(given, Gaussian(), 3, 9, np.random.default_rng(0))
    with pytest.raises(Refusal, match=re.escape(words)):
        diagnose(given, Gaussian(), 3, 9)


@pytest.mark.parametrize(("start", "asked"), [(0.0, True), (1.0, True), (np.nan, False)])
def test_infinite_frequencies_are_asked_whether_they_are_of_a_corner_of_the_cube(start, asked):
    def of_the_cube(kernel, d, n_freqs, rng):
        return special.ndtri(np.vstack([np.full((1, d), start), rng.random((n_freqs - 1, d))]))

    with pytest.raises(Refusal, match="W must be finite, got ") as refused:
        draw(of_the_cube, Gaussian(), 3, 9, np.random.default_rng(0))
    assert ("Is a point of the unit cube at 0 or 1?" in str(refused.value)) == asked


def test_an_array_that_cannot_be_converted_is_refused_as_itself():
    class OfAGradient:
        def __array__(self, *_, **__):
            raise RuntimeError("it requires grad")

    with pytest.raises(Refusal, match="W must be an array of real numbers, got OfAGradient: it requires grad"):
        draw(lambda kernel, d, n_freqs, rng: OfAGradient(), Gaussian(), 3, 9, np.random.default_rng(0))


def test_a_scheme_of_ones_own_refuses_in_its_own_words(schemes):
    register(own_scheme(gaussian_alone), schemes)
    assert schemes["gaussian_alone"].refusal(Gaussian(), 2) == ""
    assert schemes["gaussian_alone"].refusal(Laplacian(), 2) == "Only the Gaussian kernel will do."
    with pytest.raises(ValueError, match="sampler = 'gaussian_alone' is not defined here: Only the Gaussian"):
        draw("gaussian_alone", Laplacian(), 2, 5, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n, d: np.zeros((n, d + 1)), "must give frequencies of shape"),
        (lambda n, d: np.zeros((n - 1, d)), "must give frequencies of shape"),
        (lambda n, d: np.zeros((d, n)), r"This looks transposed: 2 rows of \d+ coordinates.* swapped\?"),
        (lambda n, d: np.zeros((n // 2, d)), r"Did you count pairs\?"),
        (lambda n, d: np.where(np.eye(n, d), np.nan, 0), "W must be finite, got nan in row 0, column 0"),
        (lambda n, d: (np.zeros((n, d)), np.full(n, np.inf)), "weights must be finite, got inf in row 0"),
        (lambda n, d: (np.zeros((n, d)), -np.ones(n)), "weights must be at least 0, got -1 in row 0"),
        (lambda n, d: (np.zeros((n, d)), np.ones(n + 1)), r"weights must have shape \(\d+,\), one per frequency"),
        (lambda n, d: (np.zeros((n, d)), None, np.zeros(3)), r"phases must have shape \(\d+,\), one per frequency"),
        (lambda n, d: (np.zeros((n, d)), None, np.full(n, np.inf)), "phases must be finite, got inf in row 0"),
        (lambda n, d: np.zeros((n, d)) + 1j, "W must hold real numbers, got values of type complex128"),
        (lambda n, d: np.zeros((n, d), dtype=object), "W must hold real numbers, got values of type object"),
        (lambda n, d: np.full((n, d), "1"), "W must hold real numbers, got values of type <U1"),
        (lambda n, d: np.zeros((n, d, 1)), r"W must have shape \(n_freqs, d\), got \(\d+, 2, 1\)"),
        (lambda n, d: np.zeros((0, d)), r"W must have at least one row and one column, got shape \(0, 2\)"),
        (lambda n, d: np.ma.masked_less(np.zeros((n, d)), 1), "W must be an array without masked entries"),
        (lambda n, d: [[0.0] * (d + i % 2) for i in range(n)], "W must be an array of real numbers, got list"),
        (lambda n, d: FrequencySample([["a"] * d] * n, [1.0] * n, True, False), "W must hold real numbers"),
        (lambda n, d: "text", r"W must have shape \(n_freqs, d\), got str"),
        (lambda n, d: {"W": np.zeros((n, d))}, r"W must have shape \(n_freqs, d\), got dict"),
        (lambda n, d: None, r"the function returned None: does it end without return\?"),
        (lambda n, d: 1 / 0, "failed for d = 2: ZeroDivisionError"),
    ],
)
def test_what_a_function_answers_is_checked(answer, words):
    def wrong(kernel, d, n_freqs, rng):
        return answer(n_freqs, d)

    scheme = own_scheme(wrong)
    assert re.search(words, scheme.refusal(Gaussian(), 2))
    with pytest.raises(ValueError, match=words):
        scheme.draw(Gaussian(), 2, 5, np.random.default_rng(0), False)


@pytest.mark.parametrize(("largest", "taken"), [(2 * np.pi, False), (0.02, True), (50.0, True)])
def test_phases_in_place_of_weights_are_told(largest, taken):
    """Weights of any other size are for the debugger to judge."""

    def written(kernel, d, n_freqs, rng):
        return kernel.sample(n_freqs, d, rng), rng.uniform(0, largest, n_freqs)

    if taken:
        assert draw(written, Gaussian(), 2, 64, np.random.default_rng(0)).weights.max() <= largest
    else:
        with pytest.raises(ValueError, match=r"the weights look like phases, from 0 to 2π: 0\..* phases\)\."):
            draw(written, Gaussian(), 2, 64, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("name", "ours"), [("ORF", "orthogonal"), ("rff", "monte_carlo"), ("sobl", "sobol"), ("sorff", "sorf")]
)
def test_a_name_from_elsewhere_is_answered_by_ours(name, ours):
    with pytest.raises(ValueError, match=f"got '{name}'; did you mean '{ours}'"):
        draw(name, Gaussian(), 2, 8, np.random.default_rng(0))


def test_what_is_no_sampler_is_refused(schemes):
    with pytest.raises(ValueError, match=r"must be a function \(kernel, d, n_freqs, rng\), got 3"):
        own_scheme(3)
    with pytest.raises(ValueError, match=r"must take \(kernel, d, n_freqs, rng\)"):
        own_scheme(lambda kernel: kernel, "short")
    with pytest.raises(ValueError, match="must have a name of letters"):
        own_scheme(lambda kernel, d, n_freqs, rng: rng)
    with pytest.raises(ValueError, match="a scheme that is there already, got 'sobol'"):
        register(own_scheme(plain, "sobol"), schemes)
    register(own_scheme(plain), schemes)
    register(own_scheme(plain), schemes)  # its own place it may take again


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("no_colon", "must be given as package.module:function"),
        ("no_such_module_of_ours:function", "cannot be imported: ModuleNotFoundError"),
        ("math:no_such_function", "must name a function of math, got 'no_such_function'"),
        ("math:pi", "must be a function"),
    ],
)
def test_references_that_lead_nowhere_say_so(reference, words):
    with pytest.raises(ValueError, match=words):
        named_scheme(reference)
    registry = dict(SAMPLERS)
    (reason,) = register_own([reference], registry)
    assert words in reason and registry == SAMPLERS


@pytest.mark.slow
def test_a_function_is_taken_from_a_file(tmp_path, monkeypatch):
    """Whose folder does not stay on the path; a new process finds it by its location."""
    monkeypatch.setitem(sys.modules, "beside_it", None)  # which is undone at the end, when it was imported from here
    del sys.modules["beside_it"]
    (tmp_path / "beside_it.py").write_text("FACTOR = 0.5\n")
    file = tmp_path / "my samplers.v2.py"
    file.write_text(
        "import beside_it\n\ndef halves(kernel, d, n_freqs, rng):\n"
        "    return beside_it.FACTOR * kernel.sample(n_freqs, d, rng)\n"
    )
    before = sys.path.copy()
    scheme = named_scheme(f"{file}:halves")
    assert sys.path == before and scheme.name == "halves" and scheme.reference == f"{file}:halves"
    given = Gaussian(2.0), 3, 5
    W = scheme.draw(*given, np.random.default_rng(0), False).W
    again = pickle.loads(pickle.dumps(scheme))
    np.testing.assert_array_equal(again.draw(*given, np.random.default_rng(0), False).W, W)
    text, held = pickle.dumps(scheme), sys.modules.copy()
    for name, module in held.items():  # as in a new process
        if getattr(module, "__file__", None) == str(file):
            monkeypatch.delitem(sys.modules, name)
    assert len(held) > len(sys.modules) and pickle.loads(text).name == "halves"
    for reference, words in (("nowhere.py:f", "there is no file"), (f"{file}:thirds", "must name a function of")):
        with pytest.raises(ValueError, match=words):
            named_scheme(reference)


def test_installed_packages_offer_schemes_by_entry_points(tmp_path, monkeypatch):
    (tmp_path / "offered_schemes.py").write_text(
        "def even(kernel, d, n_freqs, rng):\n    return kernel.sample(n_freqs, d, rng)\n"
    )
    info = tmp_path / "offered_schemes-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offered-schemes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rffviz.samplers]\neven_rows = offered_schemes:even\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    registry = dict(SAMPLERS)
    assert register_own([], registry) == []
    assert set(registry) - set(SAMPLERS) == {"even_rows"} and registry["even_rows"].label == "Even rows"
    sys.modules.pop("offered_schemes")


def test_arguments_are_given_by_their_names_where_these_stand_in_another_order():
    def turned(n_freqs, rng, d, kernel):
        return kernel.sample(n_freqs, d, rng)

    def named(*, d, n_freqs, rng, kernel, scale=1.0):
        return scale * kernel.sample(n_freqs, d, rng)

    def other_names(k, dimension, m, generator):
        return k.sample(m, dimension, generator)

    drawn = [
        own_scheme(function).draw(Gaussian(1.3), 3, 7, np.random.default_rng(0), False).W
        for function in (turned, named, other_names)
    ]

    def asks_more(rng, d, n_freqs, kernel, scale):
        return scale * kernel.sample(n_freqs, d, rng)

    with pytest.raises(ValueError, match=r"must take .*scale"):
        own_scheme(asks_more)
    assert drawn[0].shape == (7, 3) and np.array_equal(drawn[0], drawn[1]) and np.array_equal(drawn[0], drawn[2])


def test_arguments_in_another_order_under_other_names_are_told_the_order():
    def mine(n, dim, k, seed):
        return seed.standard_normal((n, dim)) / k.length_scale

    def right(kernel, d, n_freqs, rng):
        return kernel + 1

    said = (
        r"failed for d = 2: .*\. It is called as \(kernel, d, n_freqs, rng\); its parameters are \(n, dim, k, seed\)\.$"
    )
    with pytest.raises(ValueError, match=said):
        draw(own_scheme(mine, "mine"), Gaussian(), 2, 5, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"failed for d = 2: TypeError: [^.]*\.$"):
        draw(own_scheme(right, "right"), Gaussian(), 2, 5, np.random.default_rng(0))
