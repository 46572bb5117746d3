"""Ridge regression on features: parity with the exact kernel solution, chunks, precision, the contract."""

import re

import numpy as np
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils.estimator_checks import check_sample_weight_equivalence_on_dense_data

from rffviz.adaptive import AdaptiveFourierFeatures
from rffviz.features import LowPrecisionFeatures, RandomBinningFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.predict import ExactKernelRidge, FeatureRidge, FeatureRidgeClassifier, attention, ridge, ridge_weights
from rffviz.predict.normal_equations import NormalEquations
from tests import contract


@pytest.mark.slow
@contract.every(FeatureRidge(random_state=0), FeatureRidgeClassifier(random_state=0))
def test_scikit_learn_contract(estimator):
    known = "to 10⁻⁷, which float32 features do not have"
    assert contract.broken(estimator, check_sample_weight_equivalence_on_dense_data=known) == {}


@pytest.mark.parametrize("kind", [FeatureRidge, FeatureRidgeClassifier])
def test_weights_are_repeated_rows_for_scikit_learn_too(kind):
    double = kind(RandomFourierFeatures(dtype="float64", random_state=0), random_state=0)
    check_sample_weight_equivalence_on_dense_data(kind.__name__, double)


class ExactFeatures(TransformerMixin, BaseEstimator):
    """z(x) = R⁻ᵀ k(x, X) with K = RᵀR, so that z(x)·z(y) = k(x, y) for training points y: the map without error."""

    def __init__(self, kernel=None):
        self.kernel = kernel

    def fit(self, X, y=None):
        self.X_, self.factor_ = X, np.linalg.cholesky(self.kernel(X) + 1e-13 * np.eye(len(X)))
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        return np.linalg.solve(self.factor_, self.kernel(self.X_, X)).T


@pytest.fixture
def data():
    rng = np.random.default_rng(1)
    X = rng.uniform(-3, 3, (80, 2))
    return X, np.sin(2 * X[:, 0]) * X[:, 1] + 30 + 0.1 * rng.standard_normal(80), rng.uniform(-3, 3, (50, 2))


@pytest.mark.parametrize("penalty", [1e-4, 1e-2, 1.0])
def test_with_the_exact_feature_map_it_is_exact_kernel_ridge(data, penalty):
    X, y, new = data
    kernel = Gaussian(0.5)
    ours = FeatureRidge(ExactFeatures(kernel), penalty).fit(X, y).predict(new)
    np.testing.assert_allclose(
        ours, ExactKernelRidge(kernel, penalty, random_state=0).fit(X, y).predict(new), rtol=0, atol=1e-10
    )


def test_more_frequencies_come_closer_to_exact_kernel_ridge(data):
    X, y, new = data
    kernel = Gaussian(1.0)
    exact = ExactKernelRidge(kernel, 1e-2, random_state=0).fit(X, y).predict(new)
    distances = []
    for n_freqs in (30, 300, 3000):
        gaps = []
        for seed in range(3):
            features = RandomFourierFeatures(kernel, n_freqs, random_state=seed)
            gaps.append(np.mean((FeatureRidge(features, 1e-2).fit(X, y).predict(new) - exact) ** 2))
        distances.append(np.sqrt(np.mean(gaps)))
    assert distances[1] < 0.6 * distances[0]
    assert distances[2] < 0.6 * distances[1]


def test_ridge_weights_against_scikit_learn_and_the_dual():
    rng = np.random.default_rng(2)
    Z, y = rng.standard_normal((40, 60)), rng.standard_normal(40)
    ours = ridge_weights(Z, y, 0.03)
    np.testing.assert_allclose(ours, Ridge(alpha=40 * 0.03, fit_intercept=False).fit(Z, y).coef_, atol=1e-10)
    np.testing.assert_allclose(ours, Z.T @ np.linalg.solve(Z @ Z.T + 40 * 0.03 * np.eye(40), y), atol=1e-10)


def test_the_dual_side_takes_over_where_points_are_fewer_than_features():
    """The two sides of N = n_features agree with the normal equations."""
    rng = np.random.default_rng(6)
    for n in (59, 60, 61):
        Z, y = rng.standard_normal((n, 60)), rng.standard_normal(n)
        expected = np.linalg.inv(Z.T @ Z + n * 0.03 * np.eye(60)) @ Z.T @ (y - y.mean())
        np.testing.assert_allclose(FeatureRidge(FunctionTransformer(), 0.03).fit(Z, y).coef_, expected, atol=1e-10)


def test_no_penalty_is_least_squares_of_minimum_norm():
    rng = np.random.default_rng(3)
    for shape in [(40, 60), (60, 40)]:
        Z, y = rng.standard_normal(shape), rng.standard_normal(shape[0])
        expected = np.linalg.pinv(Z) @ y
        np.testing.assert_allclose(ridge_weights(Z, y, 0.0), expected, atol=1e-11)
        fitted = FeatureRidge(FunctionTransformer(), ridge=0.0).fit(Z, y + 5 - y.mean())
        np.testing.assert_allclose(fitted.coef_, np.linalg.pinv(Z) @ (y - y.mean()), atol=1e-9)


def test_a_penalty_lost_in_rounding_still_gives_a_finite_answer(data):
    X, y, _ = data
    fitted = FeatureRidge(RandomFourierFeatures(Gaussian(2.0), 300, random_state=0), ridge=1e-20).fit(X, y)
    assert np.isfinite(fitted.coef_).all()
    assert np.sqrt(np.mean((fitted.predict(X) - y) ** 2)) < 0.5


@pytest.mark.parametrize("rows", [1, 7, 80])
def test_chunks_of_rows_change_nothing(data, monkeypatch, rows):
    X, y, new = data
    model = FeatureRidge(ExactFeatures(Gaussian(0.5)))
    whole = clone(model).fit(X, y)
    monkeypatch.setattr(ridge, "_MAX_CHUNK", rows)
    parts = clone(model).fit(X, y)
    np.testing.assert_allclose(parts.predict(new), whole.predict(new), rtol=1e-10)


@pytest.mark.release
@pytest.mark.parametrize("penalty", [1e-6, 1e-4, 1e-2])
def test_float32_sums_are_as_good_as_float64_ones(penalty):
    """Products of 2,048 rows in float32, from λ = 1e-4 on, and their sum in float64 as near as rounding allows.

    A sum of c products errs by about √c·u·Σ|products|, independently in each of the N/c parts; to first order the
    predictions err by Z(ZᵀZ + λN)⁻¹(δ(Zᵀy) − δ(ZᵀZ)w). BLAS adds in blocks, and errs by less; where λ is smaller,
    what is expected here errs as much.
    """
    rng = np.random.default_rng(4)
    X = rng.standard_normal((20_000, 3))
    y = np.cos(X).sum(axis=1) + 0.1 * rng.standard_normal(20_000)
    fitted = FeatureRidge(RandomFourierFeatures(Gaussian(1.5), 100, random_state=0), penalty).fit(X, y)
    Z = fitted.features_.transform(X).astype(np.float64)
    weights = ridge_weights(Z, y - y.mean(), penalty)
    unit, rows = 2.0**-24 if penalty >= 1e-4 else 2.0**-53, 2048
    error = np.sqrt(rows) * unit / np.sqrt(len(X) / rows)
    of_moment, of_gram = error * np.abs(Z).T @ np.abs(y - y.mean()), error * np.abs(Z).T @ np.abs(Z)
    through = np.linalg.solve(Z.T @ Z + penalty * len(X) * np.eye(200), Z.T)
    deviation = np.sqrt(np.square(through).T @ (np.square(of_moment) + np.square(of_gram) @ np.square(weights)))
    assert (np.abs(fitted.predict(X) - Z @ weights - y.mean()) <= 3 * deviation).all()


def test_products_of_2048_rows_are_added_in_float64():
    """The same rows fifty times: the sums are fifty times as large, to the rounding of float64 and not of float32."""
    rng = np.random.default_rng(0)
    Z, y = rng.standard_normal((2048, 30), dtype=np.float32), rng.standard_normal((2048, 1))
    once, often = NormalEquations([0.0], precise=False), NormalEquations([0.0], precise=False)
    once.add(Z, y)
    often.add(np.tile(Z, (50, 1)), np.tile(y, (50, 1)))
    assert np.abs(once.gram - Z.T.astype(float) @ Z).max() > 0  # the products themselves are in float32
    np.testing.assert_allclose(often.gram, 50 * once.gram, rtol=50 * np.finfo(float).eps)
    np.testing.assert_allclose(often.moment, 50 * once.moment, atol=1e-11 * np.abs(once.moment).max())


def test_the_mean_of_the_target_is_the_intercept(data):
    X, y, new = data
    model = FeatureRidge(RandomFourierFeatures(Gaussian(1.0), 50, random_state=0))
    low, high = clone(model).fit(X, y), clone(model).fit(X, y + 1000)
    assert high.target_mean_ == pytest.approx(low.target_mean_ + 1000)
    np.testing.assert_allclose(high.predict(new), low.predict(new) + 1000, atol=1e-7)
    np.testing.assert_allclose(clone(model).set_params(ridge=1e12).fit(X, y).predict(new), y.mean(), rtol=1e-9)


@pytest.mark.release
def test_in_a_pipeline_and_a_grid_search():
    X, y = load_diabetes(return_X_y=True)
    model = make_pipeline(StandardScaler(), FeatureRidge(RandomFourierFeatures(Gaussian(5.0), 50, random_state=0)))
    search = GridSearchCV(
        model, {"featureridge__features__n_freqs": [5, 50], "featureridge__ridge": [1e-3, 10.0]}, cv=3
    ).fit(X, y)
    assert search.best_score_ > 0.35
    assert search.best_params_["featureridge__ridge"] == 1e-3


def test_adaptive_features_serve_too(data):
    X, y, _ = data
    features = AdaptiveFourierFeatures(Gaussian(1.0), 40, n_iterations=60, random_state=0)
    fitted = FeatureRidge(features, 1e-3).fit(X, y)
    assert not hasattr(features, "weights_")  # the one given is cloned, not fitted
    assert fitted.coef_.shape == (80,)
    assert fitted.score(X, y) > 0.9


@pytest.mark.parametrize("own", [False, True])  # told to scikit-learn, or to the map itself
def test_frames_are_for_the_user_not_for_the_fit(data, own, monkeypatch):
    monkeypatch.setattr(ridge, "_MAX_CHUNK", 20)
    X, y, new = data
    maps = [RandomFourierFeatures(Gaussian(), 10, random_state=0), LowPrecisionFeatures(Gaussian(), 10, random_state=0)]
    maps.append(make_pipeline(StandardScaler(), clone(maps[0])))
    waves = RandomFourierFeatures(Gaussian(), 2000, random_state=0)

    def values():
        for features in maps:
            yield FeatureRidge(features).fit(X, y).predict(new)
            yield FeatureRidge(features).partial_fit(X, y).predict(new, return_std=True)[1]
            yield FeatureRidgeClassifier(features).fit(X, y > 30).predict_proba(new)
        yield attention(X / 9, X / 9, X, waves)

    plain = list(values())
    if own:
        for features in (*maps, waves):
            features.set_output(transform="pandas")
    with config_context(transform_output="default" if own else "pandas"):
        for found, expected in zip(values(), plain, strict=True):
            np.testing.assert_array_equal(found, expected)
        frame = maps[1].fit(X).transform(X)
        binned = None if own else FeatureRidge(RandomBinningFeatures(random_state=0)).fit(X, y).predict(new)
    assert frame.shape == (80, 20) and list(frame.columns[:2]) == ["cos0", "cos1"]
    if not own:
        np.testing.assert_array_equal(
            binned, FeatureRidge(RandomBinningFeatures(random_state=0)).fit(X, y).predict(new)
        )


def test_refusals(data):
    X, y, _ = data
    with pytest.raises(ValueError, match="ridge must be a finite number of at least 0, got -1"):
        FeatureRidge(ridge=-1, random_state=0).fit(X, y)
    for wrong, said in (
        ("rbf", r"'rbf'\.$"),
        (Gaussian(2.0), r".*; say RandomFourierFeatures\(Gaussian\(length_scale=2.0\)\)\.$"),
    ):
        with pytest.raises(ValueError, match=re.escape("features must be a transformer x → z(x) or None, got ") + said):
            FeatureRidge(wrong).fit(X, y)
    with pytest.raises(ValueError, match=r"; say RandomFourierFeatures\(\)\.$"):
        FeatureRidge(RandomFourierFeatures).fit(X, y)
    with pytest.raises(
        ValueError, match=r"y must be a dense array, got a sparse one of shape \(80, 1\); say y.toarray"
    ):
        FeatureRidge(random_state=0).fit(X, sparse.csr_array(y[:, None]))
    with pytest.raises(ValueError, match="y must hold one number for each of the 80 points, got 79"):
        ridge_weights(X, y[:-1], 1.0)
    with pytest.raises(ValueError, match="Z must be finite"):
        ridge_weights(np.full((3, 2), np.nan), np.ones(3), 1.0)
    with pytest.raises(ValueError, match="y must be finite"):
        ridge_weights(np.ones((3, 2)), [1, np.inf, 2], 1.0)
