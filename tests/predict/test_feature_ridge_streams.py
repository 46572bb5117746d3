"""Ridge on sparse features, in chunks, for several targets and for classes: against dense algebra on all rows."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomTreesEmbedding
from sklearn.exceptions import ConvergenceWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from rffviz.adaptive import SupervisedFourierFeatures
from rffviz.features import RandomBinningFeatures, RandomFourierFeatures, fourier_and_binning
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import FeatureRidge, FeatureRidgeClassifier, FeatureSVC
from rffviz.predict.normal_equations import NormalEquations, conjugate_gradients, shifted_gradients, sparse_weights


@pytest.fixture
def data():
    rng = np.random.default_rng(1)
    X = rng.uniform(-2, 2, (300, 3))
    Y = np.stack([np.sin(2 * X[:, 0]) + 40, np.abs(X).sum(axis=1), X[:, 1] > 0.3], axis=1)
    return X, Y + 0.1 * rng.standard_normal(Y.shape), rng.uniform(-2, 2, (60, 3))


def direct(Z, T, ridge):
    """The weights by inverting the matrix of the definition."""
    T = T - T.mean(axis=0)
    return np.linalg.inv(Z.T @ Z + len(Z) * ridge * np.eye(Z.shape[1])) @ Z.T @ T


# --- sparse features --------------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("penalty", [1e-5, 1e-3, 1.0])
@pytest.mark.parametrize("length_scale", [0.5, 6.0])  # more bins than points, and fewer
def test_sparse_features_give_the_dense_solution(data, penalty, length_scale):
    X, Y, new = data
    features = RandomBinningFeatures(Laplacian(length_scale), 15, random_state=0)
    fitted = FeatureRidge(features, penalty).fit(X, Y[:, 0])
    Z = fitted.features_.transform(X).toarray().astype(np.float64)
    assert (Z.shape[1] > len(X)) == (length_scale == 0.5)
    expected = direct(Z, Y[:, 0], penalty)
    np.testing.assert_allclose(fitted.coef_, expected, atol=1e-5 * np.abs(expected).max())
    at = fitted.features_.transform(new).toarray() @ expected + Y[:, 0].mean()
    np.testing.assert_allclose(fitted.predict(new), at, atol=1e-5)


def test_sparse_least_squares_is_of_minimum_norm(data):
    X, Y, _ = data
    fitted = FeatureRidge(RandomBinningFeatures(Laplacian(3.0), 5, random_state=0), ridge=0.0).fit(X, Y[:, 1])
    Z = fitted.features_.transform(X).toarray().astype(np.float64)
    assert np.linalg.matrix_rank(Z) < min(Z.shape)
    expected = np.linalg.pinv(Z) @ (Y[:, 1] - Y[:, 1].mean())
    np.testing.assert_allclose(fitted.coef_, expected, atol=1e-5 * np.abs(expected).max())


def test_conjugate_gradients_solve_each_column_and_say_where_they_stop():
    rng = np.random.default_rng(2)
    A = rng.standard_normal((40, 60))
    A = A @ A.T + 0.1 * np.eye(40)
    B = rng.standard_normal((40, 3)) * [1, 1e6, 0]
    V = conjugate_gradients(lambda V: A @ V, B, 1e-12)
    np.testing.assert_allclose(A @ V, B, atol=1e-11 * np.linalg.norm(B, axis=0).max())
    np.testing.assert_allclose(V[:, 0], np.linalg.solve(A, B[:, 0]), rtol=1e-8)
    np.testing.assert_array_equal(V[:, 2], 0)
    with pytest.warns(ConvergenceWarning, match="stopped after 3 steps with a relative residual of"):
        conjugate_gradients(lambda V: A @ V, B, 1e-12, max_steps=3)


def test_several_shifts_take_the_products_of_the_smallest_and_are_each_solved():
    rng = np.random.default_rng(4)
    A = rng.standard_normal((60, 40))
    A, b, shifts = A @ A.T, rng.standard_normal(60), np.array([1e-3, 0.1, 5.0, 3e3])
    products = []

    def apply(v):
        products.append(v)
        return A @ v

    V = shifted_gradients(apply, b, shifts, 1e-10)
    for v, shift in zip(V.T, shifts, strict=True):
        shifted = A + shift * np.eye(60)
        assert np.linalg.norm(shifted @ v - b) <= 2e-10 * np.linalg.norm(b)
        np.testing.assert_allclose(v, np.linalg.solve(shifted, b), rtol=1e-6, atol=1e-7 * np.abs(v).max())
    together, products[:] = len(products), []
    shifted_gradients(apply, b, shifts[:1], 1e-10)
    assert together == len(products) > 10
    np.testing.assert_array_equal(shifted_gradients(apply, np.zeros(60), shifts), 0)
    with pytest.warns(ConvergenceWarning, match="stopped after 3 steps with a relative residual of"):
        shifted_gradients(apply, b, shifts, 1e-10, max_steps=3)


@pytest.mark.slow
def test_several_penalties_are_taken_in_any_order(data):
    X, Y, _ = data
    Z = RandomBinningFeatures(Laplacian(2.0), 30, random_state=0).fit_transform(X)
    y, ridges = Y[:, 0] - Y[:, 0].mean(), np.array([1e-2, 1e-5, 1.0, 1e-4])
    weights = sparse_weights(Z, y, ridges)
    for column, ridge in zip(weights.T, ridges, strict=True):
        alone = sparse_weights(Z, y[:, None], ridge)[:, 0]
        np.testing.assert_allclose(column, alone, atol=1e-5 * np.abs(alone).max())
    order = np.argsort(ridges)
    np.testing.assert_array_equal(weights[:, order], sparse_weights(Z, y, ridges[order]))
    with pytest.warns(ConvergenceWarning):
        short = shifted_gradients(lambda v: Z.T @ (Z @ v), Z.T @ y, ridges, max_steps=2)
    with pytest.warns(ConvergenceWarning):
        in_order = shifted_gradients(lambda v: Z.T @ (Z @ v), Z.T @ y, ridges[order], max_steps=2)
    np.testing.assert_array_equal(short[:, order], in_order)


def test_a_looser_tolerance_is_looser(data):
    X, Y, _ = data
    Z = RandomBinningFeatures(Laplacian(2.0), 30, random_state=0).fit_transform(X)
    T = Y[:, :1] - Y[:, :1].mean()
    expected = direct(Z.toarray().astype(np.float64), Y[:, :1], 1e-4)
    gaps = [np.abs(sparse_weights(Z, T, 1e-4, tolerance) - expected).max() for tolerance in (1e-2, 1e-5, 1e-9)]
    assert gaps[0] > 10 * gaps[1] > 100 * gaps[2]


@pytest.mark.release
def test_binning_ridge_learns_a_kink_and_so_does_the_union(data):
    X, Y, _ = data
    for features in (
        RandomBinningFeatures(Laplacian(4.0), 200, random_state=0),
        fourier_and_binning(Laplacian(4.0), 100, 100, random_state=0),
    ):
        assert FeatureRidge(features, 1e-4).fit(X[:200], Y[:200, 1]).score(X[200:], Y[200:, 1]) > 0.7


# --- chunks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", [0.0, 1e-5, 1e-2])
@pytest.mark.parametrize("cuts", [[150], [1, 2, 40, 299]])
def test_chunks_give_what_all_rows_give(data, penalty, cuts):
    X, Y, new = data
    model = FeatureRidge(RandomFourierFeatures(Gaussian(1.0), 20, random_state=0), penalty)
    whole, parts = clone(model).fit(X, Y), clone(model)
    for rows in np.split(np.arange(300), cuts):
        parts.partial_fit(X[rows], Y[rows])
    np.testing.assert_allclose(parts.target_mean_, Y.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(parts.predict(new), whole.predict(new), atol=2e-5)
    Z = whole.features_.transform(new).astype(np.float64)
    expected = Z @ direct(whole.features_.transform(X).astype(np.float64), Y, max(penalty, 1e-13)) + Y.mean(axis=0)
    np.testing.assert_allclose(parts.predict(new), expected, atol=2e-5)


def test_a_large_mean_costs_no_digits(data):
    """Also where the first chunk's mean is far from the others'."""
    X, Y, new = data
    model = FeatureRidge(RandomFourierFeatures(Gaussian(1.0), 20, random_state=0), 1e-5)
    order = np.argsort(Y[:, 1])
    near, far = clone(model), clone(model)
    for rows in np.split(order, 3):
        near.partial_fit(X[rows], Y[rows, 1])
        far.partial_fit(X[rows], Y[rows, 1] + 2.0**20)
    np.testing.assert_allclose(far.predict(new) - 2.0**20, near.predict(new), atol=1e-8)
    np.testing.assert_allclose(near.predict(new), clone(model).fit(X, Y[:, 1]).predict(new), atol=1e-8)


def test_chunks_of_sparse_features(data):
    """The bins are those of the first chunk: the map fitted on it, then all rows."""
    X, Y, new = data
    features = RandomBinningFeatures(Laplacian(2.0), 20, random_state=0)
    parts = FeatureRidge(features, 1e-3)
    for rows in np.split(np.arange(300), [100, 180]):
        parts.partial_fit(X[rows], Y[rows])
    first = clone(features).fit(X[:100])
    expected = direct(first.transform(X).toarray().astype(np.float64), Y, 1e-3)
    np.testing.assert_allclose(parts.predict(new), first.transform(new) @ expected + Y.mean(axis=0), atol=1e-5)


def test_each_call_forgets_only_what_it_says(data):
    X, Y, new = data
    model = FeatureRidge(RandomFourierFeatures(Gaussian(1.0), 20, random_state=0)).fit(X[:50], Y[:50])
    model.partial_fit(X[100:200], Y[100:200]).partial_fit(X[200:], Y[200:])
    expected = clone(model).fit(X[100:], Y[100:]).predict(new)
    np.testing.assert_allclose(model.predict(new), expected, atol=2e-5)
    np.testing.assert_array_equal(model.fit(X, Y).predict(new), clone(model).fit(X, Y).predict(new))


def test_memory_of_the_sums_does_not_grow_with_the_rows():
    rng = np.random.default_rng(3)
    sizes = []
    for n in (100, 10_000):
        equations = NormalEquations(np.zeros(2))
        equations.add(rng.standard_normal((n, 30)), rng.standard_normal((n, 2)))
        sizes.append(sum(value.nbytes for value in vars(equations).values() if isinstance(value, np.ndarray)))
    assert sizes[0] == sizes[1] < 10_000


# --- several targets --------------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize(
    "features",
    [
        RandomFourierFeatures(Gaussian(1.0), 20, random_state=0),
        RandomFourierFeatures(Gaussian(1.0), 400, random_state=0),
        RandomBinningFeatures(random_state=0),
    ],
    ids=["primal", "dual", "sparse"],
)
def test_several_targets_are_several_fits(data, features):
    X, Y, new = data
    together = FeatureRidge(features, 1e-2).fit(X, Y)
    assert together.coef_.shape == (3, together.features_.transform(new).shape[1])
    assert together.predict(new).shape == (60, 3)
    for target, values in enumerate(together.predict(new).T):
        alone = FeatureRidge(features, 1e-2).fit(X, Y[:, target])
        assert alone.coef_.ndim == 1 and isinstance(alone.target_mean_, float)
        np.testing.assert_allclose(alone.predict(new), values, atol=1e-5)


# --- classes ----------------------------------------------------------------------------------------------------------


def test_two_classes_are_a_regression_on_signs(data):
    X, Y, new = data
    labels = np.where(Y[:, 2] > 0.5, "yes", "no")
    features = RandomFourierFeatures(Gaussian(1.0), 40, random_state=0)
    fitted = FeatureRidgeClassifier(features, 1e-3).fit(X, labels)
    values = FeatureRidge(features, 1e-3).fit(X, np.where(labels == "yes", 1.0, -1.0)).predict(new)
    np.testing.assert_allclose(fitted.decision_function(new), values)
    np.testing.assert_array_equal(fitted.predict(new), np.where(values > 0, "yes", "no"))
    assert list(fitted.classes_) == ["no", "yes"] and fitted.score(X, labels) > 0.9


def test_more_classes_are_one_regression_each():
    X, y = load_iris(return_X_y=True)
    fitted = FeatureRidgeClassifier(FunctionTransformer(), 1e-3).fit(X, y + 5)
    model = Ridge(alpha=150e-3, fit_intercept=False)
    for k in range(3):
        target = np.where(y == k, 1.0, -1.0)
        expected = model.fit(X, target - target.mean()).predict(X) + target.mean()
        np.testing.assert_allclose(fitted.decision_function(X)[:, k], expected, atol=1e-10)
    np.testing.assert_array_equal(fitted.predict(X), 5 + fitted.decision_function(X).argmax(axis=1))
    model = make_pipeline(
        StandardScaler(), FeatureRidgeClassifier(RandomBinningFeatures(Laplacian(8.0), random_state=0), 1e-3)
    )
    assert model.fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9


@pytest.mark.parametrize("features", [RandomFourierFeatures(Gaussian(1.0), 15, random_state=0), None])
def test_classes_in_chunks(features):
    """A chunk may hold one class alone: the first call says which will come."""
    X, y = load_iris(return_X_y=True)  # sorted by class
    whole, parts = (FeatureRidgeClassifier(features, 1e-2, random_state=0) for _ in range(2))
    whole.fit(X, y)
    for start in range(0, 150, 25):
        parts.partial_fit(X[start : start + 25], y[start : start + 25], classes=[2, 0, 1] if start == 0 else None)
    np.testing.assert_allclose(parts.decision_function(X), whole.decision_function(X), atol=1e-4)


class Peeking(TransformerMixin, BaseEstimator):
    """A map that looks at y."""

    def fit(self, X, y=None):
        self.labels_ = set(y)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        return np.asarray(X)


def test_maps_see_what_was_given_as_y(data):
    X, Y, _ = data
    labels = np.where(Y[:, 2] > 0.5, "yes", "no")
    assert FeatureRidgeClassifier(Peeking()).fit(X, labels).features_.labels_ == {"yes", "no"}
    assert FeatureRidge(Peeking()).partial_fit(X, Y[:, 0]).features_.labels_ == set(Y[:, 0])


@pytest.mark.parametrize("fit", ["fit", "partial_fit"])
def test_maps_that_learn_from_y_know_the_task(data, fit):
    X, whole = data[0], np.arange(300) % 3
    features = SupervisedFourierFeatures(Gaussian(2.0), 3, n_iterations=0, random_state=0)

    def loss(model, y):
        return getattr(model(features), fit)(X, y).features_.loss_

    for y in (whole, whole.astype(float), pd.Series(whole).astype("Int64"), whole.astype(str)):
        assert loss(FeatureRidgeClassifier, y) == "squared_hinge"
    for y in (whole, whole.astype(float), pd.Series(whole).astype("Int64")):
        assert loss(FeatureRidge, y) == "squared"
    for y in (pd.Series(whole).astype("Int64"), pd.DataFrame({"y": whole}).astype("Int64")):
        assert clone(features).fit(X, y).loss_ == "squared_hinge"
    machine = FeatureSVC(features, random_state=0).fit(X, 0.0 + whole)
    assert machine.pipeline_[0].loss_ == "squared_hinge" and set(machine.predict(X)) <= {0.0, 1.0, 2.0}


def test_probabilities_have_logarithms(data):
    X, labels = data[0], np.arange(300) % 3
    model = FeatureRidgeClassifier(random_state=0).fit(X, labels)
    np.testing.assert_array_equal(np.exp(model.predict_log_proba(X)).round(12), model.predict_proba(X).round(12))


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_refusals_in_streams(data):
    X, Y, _ = data
    with pytest.raises(ValueError, match="tolerance must be a finite number above 0, got 0"):
        FeatureRidge(tolerance=0, random_state=0).fit(X, Y)
    with pytest.raises(ValueError, match="y must have 3 targets as before, got 1"):
        FeatureRidge(random_state=0).partial_fit(X, Y).partial_fit(X, Y[:, 0])
    with pytest.raises(ValueError, match="y must hold at least 2 classes, got one class, 1"):
        FeatureRidgeClassifier(random_state=0).fit(X, np.ones(300, dtype=int))
    model = FeatureRidge(RandomFourierFeatures(n_freqs=9, random_state=0)).partial_fit(X, Y)
    model.set_params(ridge=0.1).partial_fit(X, Y)
    with pytest.raises(ValueError, match=r"features must stay those of the first partial_fit, .*n_freqs=9.*n_freqs=8"):
        model.set_params(features__n_freqs=8).partial_fit(X, Y)
    assert model.fit(X, Y).features_.n_freqs == 8
    features = make_pipeline(SimpleImputer(), RandomFourierFeatures(n_freqs=9, random_state=0))
    pickle.loads(pickle.dumps(FeatureRidge(features).partial_fit(X, Y))).partial_fit(X, Y)
    ensemble = RandomTreesEmbedding(3, random_state=0)  # one that has no length before it is fitted
    FeatureRidge(ensemble).partial_fit(X, Y).partial_fit(X, Y)
    rng = np.random.default_rng(0)
    one, other = (FeatureRidge(random_state=rng).partial_fit(X, Y).coef_ for _ in range(2))
    assert (one != other).any()  # a generator goes on
    model = FeatureRidgeClassifier(random_state=0).partial_fit(X, np.arange(300) % 2, classes=[0, 1])
    with pytest.raises(ValueError, match=r"y must hold classes among \[.*\], got "):
        model.partial_fit(X, np.arange(300) % 3)
    with pytest.raises(ValueError, match="classes must be those of the first call"):
        model.partial_fit(X, np.arange(300) % 2, classes=[0, 1, 2])
