"""Core vector machines: the ball's conditions, the whole dual by another solver, containment, the contract."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import linalg, optimize
from sklearn.datasets import make_moons
from sklearn.svm import LinearSVC

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.predict import CoreVectorClassifier, CoreVectorRegressor
from rffviz.predict.enclosing_ball import SimplexProgramme, enclosing_ball_steps
from tests import contract


@pytest.mark.slow
@contract.every(  # the first of each class daily: with the default ε they take twice as long
    CoreVectorClassifier(epsilon=0.02, random_state=0),
    CoreVectorRegressor(epsilon=0.01, random_state=0),
    CoreVectorClassifier(random_state=0),
    CoreVectorRegressor(random_state=0),
)
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


# --- the small programme and the ball ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_programme_meets_its_conditions_and_a_general_solver(seed):
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((12, 12))
    Q, c = A @ A.T + 0.05 * np.eye(12), 4 * rng.standard_normal(12)
    programme = SimplexProgramme()
    for i in range(12):
        programme.add(Q[i, : i + 1], 0.0, c[i])
        programme.solve()
    weights = programme.weights
    assert weights.min() >= 0 and weights.sum() == pytest.approx(1, abs=1e-12)
    slope = c - 2 * Q @ weights
    np.testing.assert_allclose(slope[weights > 0], slope.max(), atol=1e-9)
    assert (weights == 0).any() and (weights > 0).sum() > 1
    other = optimize.minimize(
        lambda a: a @ Q @ a - c @ a,
        np.full(12, 1 / 12),
        jac=lambda a: 2 * Q @ a - c,
        bounds=[(0, None)] * 12,
        constraints={"type": "eq", "fun": lambda a: a.sum() - 1, "jac": lambda a: np.ones(12)},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert weights @ Q @ weights - c @ weights == pytest.approx(other.fun, abs=1e-8)


def ball_of(P, **more):
    def gram(some, others):
        return P[some] @ P[others].T

    squares = np.square(P).sum(axis=1) + 1e-6
    settings = {"start": (0, 1), "epsilon": 1e-4, "rng": np.random.default_rng(0)} | more
    return list(enclosing_ball_steps(gram, squares, 1e-6, **settings))


@pytest.mark.parametrize("n_candidates", [None, 20])
def test_the_ball_around_points_of_the_plane(n_candidates):
    """Against the least largest distance, searched for directly, and around points of a circle, known."""
    rng = np.random.default_rng(3)
    P = rng.standard_normal((200, 2))
    *_, last = ball_of(P, n_candidates=n_candidates)

    def largest(centre):
        return np.sqrt(np.square(P - centre).sum(axis=1).max())

    best = optimize.minimize(largest, P.mean(axis=0), method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-10})
    assert last.over_all
    assert best.fun / (1 + 1e-4) <= last.radius * (1 + 1e-6) and last.radius <= best.fun * (1 + 1e-6)
    assert largest(last.weights @ P[last.core]) <= (1 + 1e-4) * last.radius * (1 + 1e-6)
    angles = rng.uniform(0, 2 * np.pi, 300)
    circle = 5 + 3 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert ball_of(circle)[-1].radius == pytest.approx(3, rel=2e-4)


def test_the_ball_grows_a_point_at_a_time():
    P = np.random.default_rng(4).standard_normal((100, 8))
    steps = ball_of(P)
    radii = [step.radius for step in steps]
    assert [len(step.core) for step in steps] == list(range(2, 2 + len(steps)))
    assert (np.diff(radii) > 0).all()
    for step, following in pairwise(steps):
        assert step.farthest > 1 + 1e-4
        centre = step.weights @ P[step.core]
        distances = np.sqrt(np.square(P - centre).sum(axis=1))
        assert distances.max() / step.radius == pytest.approx(step.farthest, rel=1e-6)
        assert following.core[-1] == distances.argmax()


# --- classification ---------------------------------------------------------------------------------------------------


@pytest.fixture
def moons():
    X, y = make_moons(120, noise=0.25, random_state=0)
    return X, y, np.random.default_rng(1).uniform(-1.5, 2.5, (60, 2))


def whole_dual(K, y, C):
    """β ≥ 0 of least ½βᵀK̃β − Σβ, as non-negative least squares."""
    factor = linalg.cholesky(y[:, None] * y * (K + 1) + np.eye(len(y)) / C, lower=True)
    return optimize.nnls(factor.T, linalg.solve_triangular(factor, np.ones(len(y)), lower=True))[0]


@pytest.mark.slow
@pytest.mark.parametrize("n_candidates", [None, 59])
@pytest.mark.parametrize("C", [0.3, 20.0])
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Laplacian(1.0), Matern(0.8, 1.5)], ids=lambda kernel: kernel.name)
def test_with_small_epsilon_it_is_the_squared_hinge_machine(moons, kernel, C, n_candidates):
    X, y, new = moons
    signs = 2.0 * y - 1
    beta = whole_dual(kernel.of_difference(X[:, None] - X[None]), signs, C)
    expected = (kernel.of_difference(new[:, None] - X[None]) + 1) @ (beta * signs)
    fitted = CoreVectorClassifier(kernel, C, 1e-9, n_candidates=n_candidates, random_state=0).fit(X, y)
    np.testing.assert_allclose(fitted.decision_function(new), expected, atol=1e-5 * np.abs(expected).max())
    np.testing.assert_array_equal(fitted.predict(new), expected > 0)
    assert fitted.radii_[0] ** 2 == pytest.approx(2 + 1 / C - 1 / beta.sum(), rel=1e-8)  # αᵀK̃α = 1/Σβ


def test_on_features_it_is_liblinear_with_the_squared_hinge(moons):
    X, y, new = moons
    features = RandomFourierFeatures(Gaussian(0.5), 200, random_state=0)
    fitted = CoreVectorClassifier(features, C=3.0, epsilon=1e-9, random_state=0).fit(X, y)
    assert not hasattr(features, "frequencies_")  # it was cloned
    Z, at = (features.fit(X).transform(A).astype(np.float64) for A in (X, new))
    other = LinearSVC(C=1.5, tol=1e-10, max_iter=100_000, dual=False).fit(Z, y)
    np.testing.assert_allclose(fitted.decision_function(new), other.decision_function(at), atol=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", [1e-1, 1e-3])
@pytest.mark.parametrize("n_candidates", [None, 59])
def test_every_point_is_within_one_plus_epsilon(epsilon, n_candidates):
    """By a naive ball: the centre's distances from K̃ and its weights."""
    X, y = make_moons(400, noise=0.3, random_state=2)
    signs, kernel, C = 2.0 * y - 1, Gaussian(0.4), 10.0
    fitted = CoreVectorClassifier(kernel, C, epsilon, n_candidates=n_candidates, random_state=0).fit(X, y)
    core, radius = fitted.core_indices_[0], fitted.radii_[0]
    full = signs[:, None] * signs * (kernel.of_difference(X[:, None] - X[None]) + 1) + np.eye(400) / C
    weights = np.zeros(400)
    weights[np.unique(core)] = np.abs(fitted.dual_coef_[:, 0]) / np.abs(fitted.dual_coef_).sum()
    squared = weights @ full @ weights - 2 * full @ weights + np.diag(full)
    assert len(core) < 400
    assert np.sqrt(squared.max()) <= (1 + epsilon) * radius * (1 + 1e-9)
    best = 1 / whole_dual(full * np.outer(signs, signs) - 1 - np.eye(400) / C, signs, C).sum()  # the whole ball's αᵀK̃α
    smallest = np.sqrt(2 + 1 / C - best)
    assert radius <= smallest * (1 + 1e-9) and smallest <= (1 + epsilon) * radius * (1 + 1e-9)


@pytest.mark.release
def test_the_core_set_does_not_grow_with_the_points_and_the_margin_is_lost_in_epsilon_for_that():
    sizes, scores = [], []
    for n, epsilon in [(500, 1e-4), (500, 1e-2), (4000, 1e-2), (4000, 1e-4)]:
        X, y = make_moons(n, noise=0.2, random_state=0)
        fitted = CoreVectorClassifier(Gaussian(0.5), 10.0, epsilon, random_state=0).fit(X, y)
        sizes.append(fitted.n_core_vectors_)
        scores.append(fitted.score(X, y))
        assert fitted.n_iter_ == len(fitted.core_indices_[0]) - 1
    assert sizes[1] < 0.5 * sizes[0]
    assert sizes[2] < 2 * sizes[1]
    assert min(scores[0], scores[3]) > 0.93
    assert scores[2] < 0.9


@pytest.mark.release
def test_more_than_two_classes_are_one_against_the_rest():
    rng = np.random.default_rng(5)
    X = rng.standard_normal((150, 2)) + np.repeat([[0, 0], [3, 0], [0, 3]], 50, axis=0)
    y = np.repeat(["apple", "pear", "quince"], 50)
    fitted = CoreVectorClassifier(Gaussian(1.0), 2.0, 1e-8, n_candidates=None, random_state=0).fit(X, y)
    assert fitted.score(X, y) > 0.9 and fitted.dual_coef_.shape == (fitted.n_core_vectors_, 3)
    for i, name in enumerate(fitted.classes_):
        alone = CoreVectorClassifier(Gaussian(1.0), 2.0, 1e-8, n_candidates=None, random_state=0).fit(X, y == name)
        np.testing.assert_allclose(fitted.decision_function(X)[:, i], alone.decision_function(X), atol=1e-4)


# --- regression -------------------------------------------------------------------------------------------------------


def test_regression_solves_its_primal():
    """Against a general solver of the primal on exact features, slacks eliminated."""
    rng = np.random.default_rng(6)
    X = rng.uniform(-2, 2, (25, 1))
    y = np.sin(2 * X[:, 0]) * 3 + 5 + 0.3 * rng.standard_normal(25)
    kernel, C, mu = Gaussian(0.7), 8.0, 0.05
    fitted = CoreVectorRegressor(kernel, C, mu, 1e-10, random_state=0).fit(X, y)
    factor = linalg.cholesky(kernel.of_difference(X[:, None] - X[None]) + 1 + 1e-10 * np.eye(25), lower=True)
    target = (y - y.mean()) / y.std()

    def primal(u):
        residual = target - factor @ u[:-1]
        excess = np.maximum(np.abs(residual) - u[-1], 0)
        # where t is below 0 both sides have slack; the solution has t > 0, so one side is enough there
        value = u[:-1] @ u[:-1] + C / (mu * 25) * excess @ excess + 2 * C * u[-1]
        pull = 2 * C / (mu * 25) * excess
        return value, np.append(2 * u[:-1] - factor.T @ (pull * np.sign(residual)), 2 * C - pull.sum())

    best = optimize.minimize(primal, np.zeros(26), jac=True, method="BFGS", options={"gtol": 1e-9, "maxiter": 5000})
    assert best.x[-1] > 0
    np.testing.assert_allclose(fitted.predict(X), y.mean() + y.std() * factor @ best.x[:-1], atol=1e-4)
    assert fitted.tube_ == pytest.approx(best.x[-1] * y.std(), abs=1e-4)


@pytest.mark.release
@pytest.mark.parametrize(
    "kernel", [Gaussian(0.7), RandomFourierFeatures(Gaussian(0.7), 150, random_state=0)], ids=["kernel", "map"]
)
def test_the_mean_excess_over_the_tube_is_mu(kernel):
    rng = np.random.default_rng(7)
    X = rng.uniform(-3, 3, (300, 1))
    y = 20 + 4 * np.sin(2 * X[:, 0]) + 0.5 * rng.standard_normal(300)
    fitted = CoreVectorRegressor(kernel, 100.0, 0.05, 1e-8, random_state=0).fit(X, y)
    excess = np.maximum(np.abs(y - fitted.predict(X)) - fitted.tube_, 0) / y.std()
    assert excess.mean() == pytest.approx(0.05, rel=2e-2)
    assert fitted.score(X, y) > 0.9


@pytest.mark.release
def test_regression_at_its_defaults_follows_a_function():
    rng = np.random.default_rng(8)
    X = rng.uniform(-3, 3, (600, 2))
    y = np.sin(2 * X[:, 0]) * X[:, 1] + 0.1 * rng.standard_normal(600)
    fitted = CoreVectorRegressor(Gaussian(1.0), random_state=0).fit(X, y)
    assert fitted.score(X, y) > 0.95
    assert fitted.n_core_vectors_ < 300


def test_a_constant_target_is_predicted():
    X = np.arange(10.0)[:, None]
    np.testing.assert_allclose(CoreVectorRegressor(random_state=0).fit(X, np.full(10, 3.0)).predict(X), 3.0, atol=1e-6)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"C": 0.0}, "C must be a finite number above 0, got 0.0"),
        ({"epsilon": -1.0}, "epsilon must be a finite number above 0, got -1.0"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
        ({"n_candidates": 0}, "n_candidates must be a whole number of at least 1, got 0"),
        ({"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels, a transformer or None, got 'rbf'"),
        (
            {"kernel": RandomFourierFeatures(map="offset", random_state=0)},
            r"kernel must have features of constant z\(x\)·z\(x\)",
        ),
    ],
)
@pytest.mark.parametrize("machine", [CoreVectorClassifier, CoreVectorRegressor])
def test_refusals(machine, change, message):
    X = np.random.default_rng(0).standard_normal((20, 2))
    with pytest.raises(ValueError, match=message):
        machine(**change).fit(X, np.arange(20) % 2)


def test_refusals_of_data():
    X = np.random.default_rng(0).standard_normal((20, 2))
    with pytest.raises(ValueError, match="y must hold at least 2 classes, got one class, 3"):
        CoreVectorClassifier(random_state=0).fit(X, np.full(20, 3))
    with pytest.raises(ValueError, match="mu must be a finite number above 0, got 0"):
        CoreVectorRegressor(mu=0, random_state=0).fit(X, X[:, 0])
    with pytest.raises(ValueError, match="NaN"):
        CoreVectorClassifier(random_state=0).fit(np.full((20, 2), np.nan), np.arange(20) % 2)
