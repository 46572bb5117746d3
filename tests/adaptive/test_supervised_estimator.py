"""The three estimators: scikit-learn's own checks, predictions by hand, and that the target helps on real data."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from rffviz.adaptive import (
    AdaptiveFourierFeatures,
    SupervisedFourierClassifier,
    SupervisedFourierFeatures,
    SupervisedFourierRegressor,
    choose_landmarks,
)
from rffviz.kernels import Gaussian
from rffviz.measure import relative_error
from rffviz.predict import FeatureRidge
from tests import contract


@pytest.mark.slow
@contract.every(
    SupervisedFourierFeatures(n_freqs=10, n_iterations=2, random_state=0),
    SupervisedFourierFeatures(n_freqs=10, eta=0.0, n_iterations=2, optimizer="projected", random_state=0),
    SupervisedFourierRegressor(n_freqs=10, n_iterations=4, decay=1e-3, random_state=0),
    SupervisedFourierClassifier(n_freqs=10, n_iterations=2, decay=1e-3, random_state=0),
    SupervisedFourierClassifier(n_freqs=10, n_iterations=2, decay=1e-3, optimizer="algorithm2", random_state=0),
)
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


def standardised(X):
    spread = X.std(axis=0)
    return (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)


def wave(n, seed):
    """Thirteen dimensions, of which the target sees one oblique direction, through a sine."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 13))
    return X, np.sin(2 * (X[:, 0] - X[:, 1])) + 0.1 * rng.standard_normal(n)


@pytest.mark.release
def test_the_target_helps_where_it_sees_one_direction():
    """Features for the kernel alone need many frequencies for what one oblique one says."""
    (X, y), (X_test, y_test) = wave(1200, 0), wave(500, 1)
    kernel = Gaussian(2.5)
    learned = SupervisedFourierRegressor(kernel, 40, decay=0.03, eta=1.0, n_iterations=60, random_state=0).fit(X, y)
    unsupervised = FeatureRidge(AdaptiveFourierFeatures(kernel, 40, n_iterations=60, random_state=0), 1e-3).fit(X, y)
    errors = [np.mean((model.predict(X_test) - y_test) ** 2) for model in (learned, unsupervised)]
    assert errors[0] < 0.15 < 0.5 * errors[1]


@pytest.mark.release
def test_a_classifier_of_several_classes():
    X, y = load_iris(return_X_y=True)
    X, names = standardised(X), np.array(["a", "b", "c"])
    order = np.random.default_rng(0).permutation(150)
    train, test = order[:100], order[100:]
    for loss in ("squared_hinge", "hinge", "squared"):
        model = SupervisedFourierClassifier(Gaussian(1.5), 20, loss, decay=0.01, n_iterations=20, random_state=0)
        model.fit(X[train], names[y[train]])
        assert model.score(X[test], names[y[test]]) > 0.88  # 0.95 less two standard errors, √(0.95 · 0.05/50)
        assert model.decision_function(X[test]).shape == (50, 3)
        assert model.coef_.shape == (3, 40)


def test_predictions_and_features_by_hand():
    X, y = load_diabetes(return_X_y=True)
    X = standardised(X)
    model = SupervisedFourierRegressor(Gaussian(2.0), 8, n_iterations=4, random_state=0).fit(X, y)
    for x, predicted in zip(X[:5], model.predict(X[:5]), strict=True):
        angles = model.frequencies_ @ x
        assert predicted == pytest.approx(
            model.coef_[0] @ np.concatenate([np.cos(angles), np.sin(angles)]) + model.intercept_[0], rel=1e-5
        )
    features = SupervisedFourierFeatures(Gaussian(2.0), 8, n_iterations=4, random_state=0).fit(X, y)
    np.testing.assert_array_equal(features.frequencies_, model.frequencies_)
    Z = features.transform(X)
    assert (Z.dtype, Z.shape, len(features.get_feature_names_out())) == (np.float32, (442, 16), 16)
    angles = X @ features.frequencies_.T
    expected = np.sqrt(np.tile(features.weights_, 2)) * np.hstack([np.cos(angles), np.sin(angles)])
    np.testing.assert_allclose(Z, expected, atol=1e-5)
    assert features.loss_history_.shape == features.landmark_errors_.shape == (5,)
    assert np.all(np.diff(features.loss_history_) <= 0)


@pytest.mark.release
def test_eta_keeps_the_kernel():
    X, y = load_diabetes(return_X_y=True)
    X, kernel = standardised(X), Gaussian(5**0.5)
    near, far = (
        SupervisedFourierFeatures(kernel, 30, eta=eta, n_landmarks=100, n_iterations=40, random_state=0).fit(X, y)
        for eta in (100, 0)
    )
    assert relative_error(near, X, kernel) < 0.5 * relative_error(far, X, kernel)
    np.testing.assert_array_equal(far.weights_, np.full(30, 1 / 30))


def test_the_unit_of_the_target_changes_its_unit_alone():
    X, y = load_diabetes(return_X_y=True)
    X = standardised(X)
    model = SupervisedFourierRegressor(Gaussian(2.0), 8, n_iterations=4, random_state=0)
    one, other = clone(model).fit(X, y), clone(model).fit(X, 1000 * y - 7)
    np.testing.assert_allclose(other.predict(X), 1000 * one.predict(X) - 7, rtol=1e-4)


@pytest.mark.parametrize(("optimizer", "n_iterations"), [("projected", 3), ("adam", 1), ("algorithm2", 3)])
def test_a_shift_of_the_data_changes_nothing(optimizer, n_iterations):
    """Single precision has no digits left at 2²⁶; the points are multiples of 1/1024, so X + 2²⁶ is exact.

    Angles of up to |ω||x| = 10⁹ keep 10⁻⁷ in double precision. One step of Adam: in the next it divides small slopes by
    their own size, which makes their rounding a step.
    """
    rng = np.random.default_rng(3)
    X = np.rint(1024 * rng.standard_normal((200, 3))) / 1024
    y = np.sin(X @ np.array([1.0, -0.7, 0.4]))
    far = X + 2.0**26
    model = SupervisedFourierRegressor(Gaussian(1.2), 8, optimizer=optimizer, n_iterations=n_iterations, random_state=0)
    one, other = clone(model).fit(X, y), clone(model).fit(far, y)
    assert np.std(one.predict(X)) > 0.1
    np.testing.assert_allclose(other.predict(far), one.predict(X), atol=1e-5)


@pytest.mark.slow
def test_what_auto_takes_for_classes():
    X = np.random.default_rng(0).standard_normal((60, 2))
    quick = SupervisedFourierFeatures(n_freqs=4, n_iterations=1, random_state=0)
    for y, loss in (
        (X[:, 0], "squared"),
        (np.rint(3 * X[:, 0]), "squared"),
        (np.sign(X[:, 0]), "squared_hinge"),
        (X[:, 0] > 0, "squared_hinge"),
        (np.digitize(X[:, 0], [-0.5, 0.5]), "squared_hinge"),
        (np.where(X[:, 0] > 0, "yes", "no"), "squared_hinge"),
    ):
        assert clone(quick).fit(X, y).loss_ == loss


def test_in_a_pipeline_and_with_given_landmarks():
    X, y = load_wine(return_X_y=True)
    landmarks = choose_landmarks(standardised(X), 20, "nearest")
    features = SupervisedFourierFeatures(Gaussian(2.5), 10, landmarks=landmarks, n_iterations=2, random_state=0)
    pipeline = make_pipeline(StandardScaler(), features, FeatureRidge(random_state=0))
    with pytest.raises(ValueError, match="n_iterations must be a whole number of at least 0, got -1"):
        clone(features).set_params(n_iterations=-1).fit(X, y)
    model = make_pipeline(
        StandardScaler(), features, SupervisedFourierClassifier(n_freqs=5, n_iterations=1, random_state=0)
    ).fit(X, y)
    assert features.landmarks_ is landmarks
    assert model.predict(X).shape == y.shape
    assert pipeline.steps[1][1] is features


@pytest.mark.release
def test_small_and_degenerate_data():
    rng = np.random.default_rng(0)
    two = rng.standard_normal((2, 3))
    assert np.isfinite(SupervisedFourierRegressor(n_freqs=5, random_state=0).fit(two, [0.0, 1.0]).predict(two)).all()
    assert SupervisedFourierClassifier(n_freqs=5, decay=1e-6, random_state=0).fit(two, ["a", "b"]).predict(
        two
    ).tolist() == ["a", "b"]
    constant = SupervisedFourierRegressor(n_freqs=5, random_state=0).fit(rng.standard_normal((30, 2)), np.full(30, 3.0))
    np.testing.assert_allclose(constant.predict(rng.standard_normal((4, 2))), 3.0)
    for loss in ("squared", "squared_hinge"):
        X = np.column_stack([rng.standard_normal(30), np.full(30, 7.0)])
        features = SupervisedFourierFeatures(n_freqs=10, loss=loss, random_state=0).fit(X, np.sign(X[:, 0]))
        assert np.isfinite(features.transform(X)).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"n_landmarks": 31}, "n_landmarks must be a whole number from 2 to 30, got 31"),
        ({"n_landmarks": 1}, "n_landmarks must be a whole number from 2 to 30, got 1"),
        ({"landmarks": "corner"}, "landmarks must be one of sample, kmeans, nearest, got 'corner'"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels or None, got 'rbf'"),
        ({"sampler": "dice"}, "sampler must be one of"),
        ({"loss": "log"}, "loss must be one of auto, squared, hinge, squared_hinge, got 'log'"),
        ({"decay": -1}, "decay must be a finite number of at least 0, got -1"),
        ({"eta": -1}, "eta must be a finite number of at least 0, got -1"),
        ({"ridge": -1}, "ridge must be a finite number of at least 0, got -1"),
        ({"optimizer": "sgd"}, "optimizer must be one of auto, projected, adam, algorithm2, got 'sgd'"),
        ({"loss": "hinge", "optimizer": "projected"}, "loss must be squared or squared_hinge"),
        ({"optimizer": "adam", "batch_size": 0}, "batch_size must be a whole number of at least 1, got 0"),
        ({"optimizer": "adam", "learning_rate": -1}, "learning_rate must be a finite number above 0, got -1"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refused_parameters(change, message):
    X = np.random.default_rng(0).standard_normal((30, 2))
    with pytest.raises(ValueError, match=message):
        SupervisedFourierFeatures(**change).fit(X, np.sign(X[:, 0]))


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (np.ones((1, 2)), [1], "minimum of 2 is required"),
        (np.ones((8, 2)), [1, 2] * 4, "X must hold at least 2 distinct points"),
        (np.array([[0.0, np.nan], [1, 2]]), [0, 1], "NaN"),
        (np.eye(4), [1.0, 2.0, np.nan, 4.0], "NaN"),
        (np.diag([1.0, 2.0, 3.0, 1e40]), [0, 1, 0, 1], "X must keep ω·x below"),
        (np.eye(4), [1, 1, 1, 1], "y must hold at least 2 classes, got one class, 1."),
    ],
)
def test_refused_data_of_supervised(X, y, message):
    for estimator in (SupervisedFourierFeatures, SupervisedFourierClassifier):
        with pytest.raises(ValueError, match=message):
            estimator(n_freqs=4).fit(X, y)


def test_two_numbers_are_classes_whatever_they_are():
    X = np.random.default_rng(0).standard_normal((30, 2))
    y = np.where(X[:, 0] > 0, 1.5, 0.5)
    features = SupervisedFourierFeatures(n_freqs=4, random_state=0).fit(X, y)
    assert features.loss_ == "squared_hinge" and features.classes_.tolist() == [0.5, 1.5]
    again = SupervisedFourierFeatures(n_freqs=4, random_state=0).fit(X, np.where(X[:, 0] > 0, "b", "a"))
    np.testing.assert_array_equal(features.frequencies_, again.frequencies_)
    with pytest.raises(ValueError, match=r"y must hold at least 2 classes, got one class, 2\.5"):
        SupervisedFourierFeatures(n_freqs=4, random_state=0).fit(X, np.full(30, 2.5))


def test_numbers_held_as_objects_are_numbers():
    X = np.random.default_rng(0).standard_normal((30, 2))
    plain = SupervisedFourierFeatures(n_freqs=4, n_iterations=3, random_state=0).fit(X, X[:, 0])
    held = SupervisedFourierFeatures(n_freqs=4, n_iterations=3, random_state=0).fit(X, X[:, 0].astype(object))
    assert held.loss_ == "squared"
    np.testing.assert_array_equal(held.frequencies_, plain.frequencies_)


@pytest.mark.parametrize("estimator", [SupervisedFourierRegressor, SupervisedFourierClassifier])
def test_learning_can_be_left_between_two_iterations(estimator):
    X = np.random.default_rng(0).standard_normal((40, 2))
    y = X[:, 0] if estimator is SupervisedFourierRegressor else X[:, 0] > 0
    model, whole = (estimator(n_freqs=4, n_iterations=5, random_state=0) for _ in range(2))
    whole.fit(X, y)
    steps = model.fit_steps(X, y)
    assert [next(steps).iteration, next(steps).iteration] == [0, 1]
    steps.close()
    with pytest.raises(NotFittedError):
        model.predict(X)
    assert len(list(model.fit_steps(X, y))) == whole.n_iter_ + 1
    np.testing.assert_array_equal(model.coef_, whole.coef_)
    other = model.fit_steps(np.eye(3), np.arange(3) % 2)
    next(other)
    other.close()
    np.testing.assert_array_equal(model.predict(X), whole.predict(X))  # as it was


@pytest.mark.release
def test_few_points_in_many_dimensions_are_learned_alike_on_one_thread_and_on_two():
    """Adam makes steps of rounding errors: a product shared by threads gives another class to 1 % of these points."""
    rng = np.random.default_rng(0)
    X, new = rng.standard_normal((40, 784)), rng.standard_normal((500, 784))
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads, user_api="blas"):
            model = SupervisedFourierClassifier(Gaussian(28.0), random_state=0).fit(X, X[:, 0] + X[:, 1] > 0)
            found.append((model.frequencies_, model.predict(new)))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])
