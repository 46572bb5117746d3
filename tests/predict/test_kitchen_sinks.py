"""Random kitchen sinks: the box's conditions, the limits of the bound, the contract."""

import numpy as np
import pytest
from scipy import optimize
from sklearn.datasets import make_moons

from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import KitchenSinkClassifier, KitchenSinkRegressor, bounded_weights
from tests import contract


@pytest.mark.slow
@contract.every(
    KitchenSinkRegressor(Gaussian(5.0), n_freqs=20, random_state=0),
    KitchenSinkRegressor(random_state=0),
    KitchenSinkClassifier(n_freqs=10, random_state=0),
    KitchenSinkClassifier(random_state=0),
    KitchenSinkClassifier(loss="squared_hinge", random_state=0),
)
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


def slope(Z, y, weights, loss):
    """Gradient of the mean loss, by central differences of a naive sum."""

    def value(w):
        f = [float(np.dot(row, w)) for row in Z]
        if loss == "squared":
            return np.mean([(a - b) ** 2 for a, b in zip(f, y, strict=True)])
        return np.mean([max(0.0, 1 - a * b) ** 2 for a, b in zip(f, y, strict=True)])

    steps = 1e-5 * np.eye(len(weights))
    return np.array([(value(weights + step) - value(weights - step)) / 2e-5 for step in steps])


@pytest.mark.parametrize("loss", ["squared", "squared_hinge"])
@pytest.mark.parametrize("shape", [(50, 8), (8, 12)])
def test_weights_meet_the_conditions_of_the_box(loss, shape):
    """Where a weight is inside, the slope is 0; at a bound it points out of the box."""
    rng = np.random.default_rng(0)
    Z, y = rng.uniform(-1, 1, shape), np.sign(rng.standard_normal(shape[0]))
    weights = bounded_weights(Z, y, 0.3, loss)
    assert np.abs(weights).max() <= 0.3 * (1 + 1e-12)
    gradient = slope(Z, y, weights, loss)
    inside = np.abs(weights) < 0.3 * (1 - 1e-4)
    assert inside.any() and (~inside).any()
    assert np.abs(gradient[inside]).max() < 1e-4
    assert (gradient[~inside] * np.sign(weights[~inside]) < 1e-4).all()


def test_squares_against_a_general_solver():
    rng = np.random.default_rng(1)
    Z, y = rng.uniform(-1, 1, (60, 6)), rng.standard_normal(60)
    best = optimize.minimize(
        lambda w: (np.square(Z @ w - y).sum(), 2 * Z.T @ (Z @ w - y)),
        np.zeros(6),
        jac=True,
        bounds=[(-0.1, 0.1)] * 6,
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    np.testing.assert_allclose(bounded_weights(Z, y, 0.1), best.x, atol=1e-6)


@pytest.fixture
def data():
    rng = np.random.default_rng(2)
    X = rng.uniform(-2, 2, (300, 2))
    return X, 50 + 3 * np.sin(2 * X[:, 0]) * X[:, 1] + 0.3 * rng.standard_normal(300), rng.uniform(-2, 2, (200, 2))


def test_a_wide_bound_is_least_squares(data):
    X, y, new = data
    fitted = KitchenSinkRegressor(Gaussian(1.0), 15, bound=1e6, random_state=0).fit(X, y)

    def phi(A):
        return np.cos(A @ fitted.frequencies_.T + fitted.phases_)

    expected = phi(new) @ np.linalg.lstsq(phi(X), y - y.mean(), rcond=None)[0] + y.mean()
    np.testing.assert_allclose(fitted.predict(new), expected, rtol=1e-6)
    assert fitted.n_at_bound_ == 0


def test_a_narrow_bound_is_the_sign_of_the_correlation(data):
    """C → 0: the loss is linear in the box, and every weight goes to the corner."""
    X, y, _ = data
    fitted = KitchenSinkRegressor(Gaussian(1.0), 20, bound=1e-5, random_state=0).fit(X, y)
    correlation = np.cos(X @ fitted.frequencies_.T + fitted.phases_).T @ (y - y.mean())
    np.testing.assert_allclose(fitted.coef_, np.sign(correlation) * 1e-5 / 20 * y.std(), rtol=2e-3)
    assert fitted.n_at_bound_ == 20


@pytest.mark.release
def test_the_bound_trades_the_training_error_for_the_size_of_f(data):
    X, y, new = data
    errors = []
    for bound in (0.5, 2.0, 8.0, 32.0):
        fitted = KitchenSinkRegressor(Laplacian(1.0), 200, bound, random_state=0).fit(X, y)
        assert np.abs(fitted.predict(new) - y.mean()).max() <= bound * y.std()
        assert np.abs(fitted.coef_).max() <= bound / 200 * y.std() * (1 + 1e-9)
        errors.append(np.mean((fitted.predict(X) - y) ** 2))
    assert (np.diff(errors) < 0).all()


@pytest.mark.release
@pytest.mark.parametrize("loss", ["squared", "squared_hinge"])
def test_classes_are_told_apart(loss):
    X, y = make_moons(400, noise=0.2, random_state=0)
    new, truth = make_moons(400, noise=0.2, random_state=1)
    fitted = KitchenSinkClassifier(Gaussian(0.5), 200, 50.0, loss, random_state=0).fit(X, y)
    assert fitted.score(new, truth) > 0.93
    three = np.where(X[:, 0] > 1.2, 2, y)
    fitted = KitchenSinkClassifier(Gaussian(0.5), 200, 50.0, loss, random_state=0).fit(X, three)
    assert fitted.coef_.shape == (200, 3)
    alone = KitchenSinkClassifier(Gaussian(0.5), 200, 50.0, loss, random_state=0).fit(X, three == 2)
    np.testing.assert_allclose(fitted.decision_function(X)[:, 2], alone.decision_function(X), atol=1e-9)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (KitchenSinkRegressor(bound=0.0, random_state=0), "bound must be a finite number above 0, got 0.0"),
        (KitchenSinkRegressor(n_freqs=0, random_state=0), "n_freqs must be a whole number of at least 1, got 0"),
        (KitchenSinkRegressor("rbf", random_state=0), r"kernel must be a kernel of rffviz\.kernels or None, got 'rbf'"),
        (KitchenSinkRegressor(random_state=-1), "random_state must be a whole number of at least 0, got -1"),
        (
            KitchenSinkClassifier(loss="hinge", random_state=0),
            "loss must be one of squared, squared_hinge, got 'hinge'",
        ),
    ],
)
def test_refusals(model, message):
    X = np.random.default_rng(0).standard_normal((20, 2))
    with pytest.raises(ValueError, match=message):
        model.fit(X, np.arange(20) % 2)
    with pytest.raises(ValueError, match="y must hold at least 2 classes, got one class, 1"):
        KitchenSinkClassifier(random_state=0).fit(X, np.ones(20, dtype=int))
