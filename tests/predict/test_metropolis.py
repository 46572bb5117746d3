"""Frequencies that walk by a Metropolis rule: against the loop of the algorithm, and where they go."""

import math
from itertools import pairwise

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import FeatureRidge, MetropolisRegressor
from rffviz.predict.metropolis import moves
from rffviz.samplers import draw
from tests import contract


def waves(n=80):
    x = np.random.default_rng(4).uniform(-4, 4, (n, 1))
    return x, 2.0 + np.cos(3.0 * x[:, 0]) + 0.7 * np.sin(7.0 * x[:, 0])


def naive_amplitudes(X, y, W, ridge):
    """a_k + b_k i of a_k cos + b_k sin, from the normal equations of waves of size 1/√m."""
    m = len(W)
    Z = np.array(
        [[wave(sum(a * b for a, b in zip(x, w, strict=True))) / math.sqrt(m) for w in W for wave in TRIG] for x in X]
    )
    weights = np.linalg.inv(Z.T @ Z + len(X) * ridge * np.eye(2 * m)) @ Z.T @ y
    residual = Z @ weights - y
    return weights[::2] / math.sqrt(m) + 1j * weights[1::2] / math.sqrt(m), residual @ residual / len(X) + ridge * (
        weights @ weights
    )


TRIG = (math.cos, math.sin)


def test_it_is_the_loop_of_the_algorithm():
    rng = np.random.default_rng(0)
    X, seed, ell, delta, ridge, gamma = rng.normal(size=(12, 2)), 5, 0.8, 0.4, 0.01, 4
    y = np.sin(2 * X[:, 0]) + 0.3 * X[:, 1]
    first, walk, coins = np.random.default_rng(seed).spawn(3)
    W = draw("monte_carlo", Gaussian(ell), 2, 3, first).W
    centred, t = X - X.mean(axis=0), y - y.mean()
    seen, losses = [], []
    beta, loss = naive_amplitudes(centred, t, W, ridge)
    losses.append(loss)
    for _ in range(15):
        proposed = W + delta / ell * walk.standard_normal(W.shape)
        beta_there, _ = naive_amplitudes(centred, t, proposed, ridge)
        new = W.copy()
        for k, u in enumerate(coins.random(3)):
            if u < min(1.0, (abs(beta_there[k]) / abs(beta[k])) ** gamma):
                new[k] = proposed[k]
        seen.append((new != W).any(axis=1))
        W = new
        beta, loss = naive_amplitudes(centred, t, W, ridge)
        losses.append(loss)
    assert 0.1 < np.mean(seen) < 0.9
    model = MetropolisRegressor(Gaussian(ell), 3, n_steps=15, step=delta, ridge=ridge, random_state=seed).fit(X, y)
    np.testing.assert_allclose(model.frequencies_, W, rtol=1e-10)
    np.testing.assert_allclose(model.amplitudes_, np.abs(beta), rtol=1e-8)
    np.testing.assert_allclose(model.losses_, losses, rtol=1e-8)
    np.testing.assert_allclose(model.acceptance_, np.mean(seen, axis=1))
    naive = [sum((b * np.exp(-1j * (w @ x))).real for b, w in zip(beta, W, strict=True)) for x in centred]
    np.testing.assert_allclose(model.predict(X), naive + y.mean(), rtol=1e-8)  # a cos + b sin = Re (a + bi)exp(−iω·x)


def test_the_chance_of_a_move_is_the_ratio_of_amplitudes_to_the_power():
    uniforms = np.random.default_rng(1).random(200_000)
    for ratio, exponent in ((0.9, 1.0), (0.9, 7.0), (0.5, 2.5), (1.2, 3.0)):
        chance = min(1.0, ratio**exponent)
        share = moves(np.full(200_000, 2.0), np.full(200_000, 2.0 * ratio), exponent, uniforms).mean()
        assert share == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / 200_000))
    assert moves(np.ones(5), np.ones(5), 28.0, np.linspace(0.9, 0.999, 5)).all()  # equal amplitudes
    zero = moves(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), 2.0, np.array([0.99, 0.99, 0.0]))
    assert zero.tolist() == [True, True, False]


def test_a_target_without_amplitudes_lets_all_walk_freely():
    X = waves()[0]
    model = MetropolisRegressor(n_freqs=6, n_steps=10, step=0.5, random_state=2).fit(X, np.ones(80))
    assert (model.acceptance_ == 1).all() and (model.losses_ == 0).all()
    first, walk, _ = np.random.default_rng(2).spawn(3)
    expected = draw("monte_carlo", Gaussian(), 1, 6, first).W + 0.5 * sum(
        walk.standard_normal((6, 1)) for _ in range(10)
    )
    np.testing.assert_allclose(model.frequencies_, expected)


@pytest.mark.release
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_frequencies_walk_to_the_waves_of_the_target(seed):
    model = MetropolisRegressor(Gaussian(0.3), 20, n_steps=300, step=0.05, exponent=10, ridge=0.05, random_state=seed)
    steps = list(model.fit_steps(*waves()))

    def near(step):
        lengths = np.abs(step.W[:, 0])
        return np.minimum(np.abs(lengths - 3), np.abs(lengths - 7)) < 0.4

    assert near(steps[0]).mean() < 0.3
    assert np.mean([near(step).mean() for step in steps[150:]]) > 0.7
    assert np.mean([step.amplitudes[near(step)].sum() / step.amplitudes.sum() for step in steps[150:]]) > 0.85
    assert np.median(model.losses_[150:]) < 0.6 * model.losses_[0]


def test_without_steps_it_is_ridge_on_drawn_features():
    X, y = waves()
    X -= X.mean(axis=0)
    model = MetropolisRegressor(Gaussian(0.5), 20, n_steps=0, ridge=0.01, random_state=3).fit(X, y)
    start = np.random.default_rng(3).spawn(3)[0]
    np.testing.assert_array_equal(model.frequencies_, draw("monte_carlo", Gaussian(0.5), 1, 20, start).W)

    def same(kernel, d, n_freqs, rng):
        return model.frequencies_

    ridge = FeatureRidge(RandomFourierFeatures(Gaussian(0.5), 20, same, random_state=0), 0.01).fit(X, y)
    np.testing.assert_allclose(model.predict(X), ridge.predict(X), atol=1e-4)


def test_steps_can_be_watched_and_end_where_fit_does():
    X, y = waves()
    model, fitted = (MetropolisRegressor(n_freqs=5, n_steps=12, random_state=1) for _ in range(2))
    steps = list(model.fit_steps(X, y))
    fitted.fit(X, y)
    assert [step.iteration for step in steps] == list(range(13)) and not steps[0].accepted.any()
    np.testing.assert_array_equal([step.loss for step in steps], fitted.losses_)
    np.testing.assert_array_equal([step.accepted.mean() for step in steps[1:]], fitted.acceptance_)
    np.testing.assert_array_equal(steps[-1].W, fitted.frequencies_)
    np.testing.assert_array_equal(steps[-1].amplitudes, fitted.amplitudes_)
    for before, after in pairwise(steps):
        np.testing.assert_array_equal((before.W != after.W).any(axis=1), after.accepted)
    other = MetropolisRegressor(n_freqs=5, n_steps=12, random_state=2).fit(X, y)
    assert not np.array_equal(other.frequencies_, fitted.frequencies_)


@pytest.mark.slow
@contract.every(MetropolisRegressor(n_steps=5, random_state=0))
def test_it_is_an_estimator_of_scikit_learn(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"n_steps": -1}, "n_steps must be a whole number of at least 0, got -1"),
        ({"step": 0}, "step must be a finite number above 0, got 0"),
        ({"exponent": -1}, "exponent must be a finite number above 0, got -1"),
        ({"ridge": -1}, "ridge must be a finite number of at least 0, got -1"),
        ({"sampler": "none"}, "sampler must be one of"),
    ],
)
def test_what_is_refused(given, said):
    with pytest.raises(Refusal, match=said):
        MetropolisRegressor(**given).fit(*waves())
