"""Learners that maximise a marginal likelihood: gradients up to the bounds, and nothing runs away on any data."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rffviz.datasets import load
from rffviz.kernels import Gaussian
from rffviz.predict import (
    AlaCarteRegressor,
    SparseSpectrumRegressor,
    SpectralMixtureRegressor,
    a_la_carte,
    sparse_spectrum,
    spectral_mixture,
)
from rffviz.predict.evidence import LARGEST_SIGNAL, LEAST_NOISE
from rffviz.samplers import draw

LEARNERS = {
    "frequencies": lambda **given: SparseSpectrumRegressor(Gaussian(), **given),
    "variances": lambda **given: SparseSpectrumRegressor(Gaussian(), learn_frequencies=False, **given),
    "diagonals": lambda **given: AlaCarteRegressor(Gaussian(), form="diagonals", **given),
    "mixture": lambda **given: AlaCarteRegressor(Gaussian(), form="mixture", **given),
    "spectral_mixture": lambda n_freqs, **given: SpectralMixtureRegressor(n_components=2, n_restarts=2, **given),
}


def objectives():
    """Each objective on 9 points of the plane, with its start."""
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((9, 2)), rng.standard_normal(9)
    fast = draw("fastfood", Gaussian(), 2, 4, rng).fast
    centres = rng.standard_normal((2, 2))
    made = {
        "frequencies": sparse_spectrum._OfFrequencies(X, y, fast.dense(), True),
        "variances": sparse_spectrum._OfFrequencies(X, y, fast.dense(), False),
        "diagonals": a_la_carte._OfDiagonals(X, y, fast),
        "mixture": a_la_carte._OfMixture(X, y, fast.dense(), centres),
    }
    mixture = spectral_mixture._OfMixture(X, y, 2)
    return {name: (made[name], made[name].start(0.1)) for name in made} | {
        "spectral_mixture": (mixture, mixture.start(0.1, rng))
    }


@pytest.mark.parametrize("log_noise", [math.log(0.1), math.log(2e-6)])
@pytest.mark.parametrize("name", LEARNERS)
def test_gradients_are_those_of_finite_differences_where_the_noise_is_near_its_floor_too(name, log_noise):
    """A central difference of step h errs by about eps·|value|/h + h²: 1e-9 here, times the curvature."""
    objective, x = objectives()[name]
    x[-1] = log_noise
    shifts = 1e-5 * np.eye(len(x))
    differences = [(objective.compute(x + h)[0] - objective.compute(x - h)[0]) / 2e-5 for h in shifts]
    slope = objective.compute(x)[1]
    np.testing.assert_allclose(slope, differences, rtol=1e-5, atol=1e-6 * np.abs(slope).max())


@pytest.mark.parametrize("name", LEARNERS)
def test_beyond_the_bounds_the_likelihood_is_that_at_the_bound(name):
    objective, x = objectives()[name]
    far = np.where(np.isfinite(objective.low), np.where(np.arange(len(x)) % 2, 1e4, -1e4), x)
    value, slope = objective.at(far)
    assert value == objective.compute(objective.held(far))[0]
    assert np.isfinite(value) and (slope[np.isfinite(objective.low)] == 0).all()
    first, *_, noise = objective.parts(far)
    signal = np.sum(first) if name == "spectral_mixture" else objective.parts(far)[-2]
    assert 0 < signal <= 2 * LARGEST_SIGNAL * (1 + 1e-9) and noise >= LEAST_NOISE * signal * (1 - 1e-12)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "variances"])
def test_what_cannot_be_computed_is_plus_infinity(name, bad):
    objective, x = objectives()[name]
    value, slope = objective.at(np.where(np.isfinite(objective.low), x, bad))
    assert value == math.inf and not slope.any()


@pytest.mark.release
@pytest.mark.parametrize("noise", [1e-12, 1e-10])
def test_an_entry_that_a_step_threw_to_its_bound_comes_back(noise):
    """However little noise the search starts with, it ends as from a tenth, or at a better one of the maxima."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = rng.uniform(-3, 3, (40, 1))
        y = np.sin(2 * X[:, 0]) + 0.1 * rng.standard_normal(40)
        model = SparseSpectrumRegressor(Gaussian(), 10, learn_frequencies=False, noise=noise, random_state=seed)
        usual = SparseSpectrumRegressor(Gaussian(), 10, learn_frequencies=False, noise=0.1, random_state=seed)
        found, wanted = (each.fit(X, y).log_likelihoods_[-1] for each in (model, usual))
        assert found > wanted - 0.1


@pytest.mark.release
@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    n=st.integers(2, 25),
    d=st.integers(1, 3),
    noise=st.sampled_from([0.0, 0.0, 1e-8, 0.1, 3.0]),
    scale=st.sampled_from([1e-3, 1.0, 1e3]),
    kind=st.sampled_from(["line", "steps", "wave", "constant", "repeated", "outlier"]),
    seed=st.integers(0, 99),
)
@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_learned_is_finite_and_no_worse_than_its_start(name, n, d, noise, scale, kind, seed):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-3, 3, (n, d))
    if kind == "repeated":
        X[n // 2 :] = X[: n - n // 2]
    y = {"line": X[:, 0], "steps": np.sign(X[:, 0]), "constant": np.ones(n)}.get(kind, np.sin(2 * X[:, 0]))
    y = scale * (y + noise * rng.standard_normal(n))
    if kind == "outlier":
        y[0] = 1e6 * scale
    learns(LEARNERS[name](n_freqs=8, n_iterations=40, random_state=seed), X, y)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "variances"])
def test_a_function_without_noise_is_learned(name):
    data = load("sine", n_points=40, noise=0.0, random_state=0)
    model = learns(LEARNERS[name](n_freqs=12, n_iterations=60, random_state=0), data.X, data.targets)
    assert model.noise_variance_ < 1e-2 * np.var(data.targets)


def learns(model, X, y):
    """The model, fitted: finite everywhere, of a likelihood that does not fall."""
    model.fit(X, y)
    assert (np.diff(model.log_likelihoods_) >= 0).all() and np.isfinite(model.log_likelihoods_).all()
    assert 0 < model.signal_variance_ < math.inf and 0 < model.noise_variance_ < math.inf
    assert model.noise_variance_ >= LEAST_NOISE * model.signal_variance_ * (1 - 1e-12)
    mean, deviation = model.predict(np.vstack([X, X + 1.0]), return_std=True)
    assert np.isfinite(mean).all() and np.isfinite(deviation).all() and (deviation >= 0).all()
    return model
