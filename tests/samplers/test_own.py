"""Schemes of one's own: from a function to a place in the registry, and every way in which that is refused."""

import importlib
import sys

import numpy as np
import pytest

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
        (lambda n, d: np.full((n, d), np.nan), "must give finite frequencies"),
        (lambda n, d: (np.zeros((n, d)), -np.ones(n)), "weights that are not negative"),
        (lambda n, d: "text", "must give numbers of shape"),
        (lambda n, d: 1 / 0, "failed for d = 2: ZeroDivisionError"),
    ],
)
def test_what_a_function_answers_is_checked(answer, words):
    def wrong(kernel, d, n_freqs, rng):
        return answer(n_freqs, d)

    scheme = own_scheme(wrong)
    assert words in scheme.refusal(Gaussian(), 2)
    with pytest.raises(ValueError, match=words):
        scheme.draw(Gaussian(), 2, 5, np.random.default_rng(0), False)


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
        ("math:no_such_function", "cannot be imported: AttributeError"),
        ("math:pi", "must be a function"),
    ],
)
def test_references_that_lead_nowhere_say_so(reference, words):
    with pytest.raises(ValueError, match=words):
        named_scheme(reference)
    registry = dict(SAMPLERS)
    (reason,) = register_own([reference], registry)
    assert words in reason and registry == SAMPLERS


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
