"""Bayesian compressed regression: the law of the projections, the posterior by integration, the average over them."""

import numpy as np
import pytest
from scipy import integrate, stats

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.predict import CompressedRegression
from rffviz.predict.compressed import compression, projection_entries
from tests import contract


@pytest.mark.slow
@contract.every(CompressedRegression(random_state=0))
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize("psi", [0.1, 0.4, 0.95])
def test_entries_have_their_three_values_and_their_chances(psi):
    entries = projection_entries((200, 200), psi, np.random.default_rng(0))
    expected = {-1: psi**2, 0: 2 * psi * (1 - psi), 1: (1 - psi) ** 2}
    np.testing.assert_allclose(np.unique(entries), np.array([-1, 0, 1]) / np.sqrt(psi))
    for sign, chance in expected.items():
        share = np.mean(np.sign(entries) == sign)
        assert abs(share - chance) <= 4 * np.sqrt(chance * (1 - chance) / entries.size)


def test_rows_are_orthonormal_and_span_the_drawn_ones():
    for seed in range(30):
        projection = compression(6, 25, np.random.default_rng(seed))
        np.testing.assert_allclose(projection @ projection.T, np.eye(len(projection)), atol=1e-12)
        rng = np.random.default_rng(seed)
        drawn = projection_entries((6, 25), rng.uniform(0.1, 1), rng)
        if drawn.any():
            np.testing.assert_allclose(drawn @ projection.T @ projection, drawn, atol=1e-10)
    assert compression(1, 1, np.random.default_rng(3)).shape == (1, 1)


@pytest.fixture
def data():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((40, 6)) * [1, 2, 3, 1, 1, 1] + 4
    return X, X[:, 0] - X[:, 1] + 10 + 0.3 * rng.standard_normal(40), rng.standard_normal((12, 6)) + 4


def standardised(X, A):
    return (A - X.mean(axis=0)) / X.std(axis=0)


def test_prediction_under_one_projection_is_students_t(data):
    """By explicit inverses, and the evidence up to a constant by the covariance of y."""
    X, y, new = data
    fitted = CompressedRegression(n_components=3, n_projections=5, random_state=0).fit(X, y)
    centred = y - y.mean()
    evidences, means = [], []
    for projection in fitted.projections_:
        Z, at = standardised(X, X) @ projection.T, standardised(X, new) @ projection.T
        covariance = Z @ Z.T + np.eye(40)  # of y over σ²
        form = centred @ np.linalg.inv(covariance) @ centred
        evidences.append(-0.5 * np.linalg.slogdet(covariance)[1] - 20 * np.log(form))
        means.append(at @ Z.T @ np.linalg.inv(covariance) @ centred + y.mean())
    np.testing.assert_allclose(np.diff(fitted.log_evidence_), np.diff(evidences), atol=1e-9)
    weights = np.exp(np.array(evidences) - max(evidences))
    weights /= weights.sum()
    np.testing.assert_allclose(fitted.weights_, weights, atol=1e-9)
    np.testing.assert_allclose(fitted.predict(new), weights @ np.array(means), rtol=1e-9)


@pytest.mark.release
def test_evidence_and_predictive_spread_by_integrating_the_noise_out():
    """One projection, a few points: ∫ N(y; 0, σ²(ZZᵀ + I)) dσ²/σ² and the moments of a new y, by quadrature."""
    rng = np.random.default_rng(2)
    X = rng.standard_normal((7, 3))
    y = X[:, 0] + 0.2 * rng.standard_normal(7)
    new = rng.standard_normal((1, 3))
    fitted = CompressedRegression(n_components=2, n_projections=2, random_state=0).fit(X, y)
    centred = y - y.mean()
    logs, seconds, firsts = [], [], []
    for projection in fitted.projections_:
        Z, at = standardised(X, X) @ projection.T, (standardised(X, new) @ projection.T)[0]
        covariance = Z @ Z.T + np.eye(7)
        W = np.linalg.inv(Z.T @ Z + np.eye(Z.shape[1]))

        def weight(log_variance, covariance=covariance):
            return stats.multivariate_normal(np.zeros(7), np.exp(log_variance) * covariance).pdf(centred)

        total = integrate.quad(weight, -12, 12, limit=400)[0]
        logs.append(np.log(total))
        expected = integrate.quad(lambda u, weight=weight: np.exp(u) * weight(u), -12, 12, limit=400)[0] / total
        firsts.append(at @ W @ Z.T @ centred + y.mean())
        seconds.append(expected * (1 + at @ W @ at))
    np.testing.assert_allclose(np.diff(fitted.log_evidence_), np.diff(logs), atol=1e-5)
    mean, deviation = fitted.predict(new, return_std=True)
    expected = fitted.weights_ @ (np.array(seconds) + (np.array(firsts) - mean[0]) ** 2)
    assert deviation[0] == pytest.approx(np.sqrt(expected), rel=1e-3)


def test_as_many_components_as_columns_is_bayesian_ridge_whatever_the_projection(data):
    """Φ is then orthogonal, so that β and Φᵀβ have one prior: every seed gives ridge with penalty 1."""
    X, y, new = data
    A = standardised(X, X)
    expected = standardised(X, new) @ np.linalg.solve(A.T @ A + np.eye(6), A.T @ (y - y.mean())) + y.mean()
    whole = [
        fitted
        for fitted in (
            CompressedRegression(n_components=6, n_projections=1, random_state=s).fit(X, y) for s in range(9)
        )
        if len(fitted.projections_[0]) == 6
    ]
    assert len(whole) >= 3
    for fitted in whole:
        np.testing.assert_allclose(fitted.predict(new), expected, rtol=1e-9)


@pytest.mark.release
def test_better_projections_weigh_more_and_averaging_helps():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((80, 60))
    y = X[:, :5].sum(axis=1) + 0.1 * rng.standard_normal(80)
    new = rng.standard_normal((500, 60))
    truth = new[:, :5].sum(axis=1)
    errors = []
    for n_projections in (1, 40):
        models = [CompressedRegression(n_projections=n_projections, random_state=seed).fit(X, y) for seed in range(8)]
        errors.append(np.mean([np.mean((model.predict(new) - truth) ** 2) for model in models]))
    assert errors[1] < errors[0]
    model = models[0]
    assert model.weights_.sum() == pytest.approx(1)
    assert np.argmax(model.weights_) == np.argmax(model.log_evidence_)
    sizes = {len(projection) for projection in model.projections_}
    assert max(sizes) <= 60 and len(sizes) > 5


def test_deviations_cover_new_targets():
    """y is drawn from the model itself: the interval of ±2 deviations holds about 95 % of new ones."""
    rng = np.random.default_rng(4)
    X, new = rng.standard_normal((100, 8)), rng.standard_normal((2000, 8))
    beta = rng.standard_normal(8)
    y, targets = (A @ beta + 0.7 * rng.standard_normal(len(A)) for A in (X, new))
    fitted = CompressedRegression(n_components=8, random_state=0).fit(X, y)
    mean, deviation = fitted.predict(new, return_std=True)
    assert 0.93 < np.mean(np.abs(targets - mean) < 2 * deviation) < 0.99


@pytest.mark.release
def test_features_are_compressed_too():
    rng = np.random.default_rng(5)
    X = rng.uniform(-2, 2, (200, 1))
    y = np.sin(3 * X[:, 0])
    fitted = CompressedRegression(RandomFourierFeatures(Gaussian(0.5), 30, random_state=0), random_state=0).fit(X, y)
    assert fitted.projections_[0].shape[1] == 60
    assert fitted.score(X, y) > 0.95


def test_small_data():
    X = np.array([[0.0, 1.0], [1.0, 1.0]])
    mean, deviation = CompressedRegression(random_state=0).fit(X, [1.0, 2.0]).predict(X, return_std=True)
    assert np.isfinite(mean).all() and np.isinf(deviation).all()
    np.testing.assert_allclose(CompressedRegression(random_state=0).fit(X, [3.0, 3.0]).predict(X), 3.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_components": 7}, "n_components must be a whole number from 1 to 6, got 7"),
        ({"n_components": 0}, "n_components must be a whole number from 1 to 6, got 0"),
        ({"n_projections": 0}, "n_projections must be a whole number of at least 1, got 0"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refusals(data, change, message):
    with pytest.raises(ValueError, match=message):
        CompressedRegression(**change).fit(*data[:2])
    with pytest.raises(ValueError, match="n_rows must be a whole number from 1 to 3, got 4"):
        compression(4, 3, np.random.default_rng(0))
