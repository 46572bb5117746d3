"""Exact and linear support vector machines: their dual by another solver, the subsample, the refusals, the contract."""

import numpy as np
import pytest
from scipy import optimize
from sklearn.datasets import make_moons
from sklearn.svm import SVC, SVR, LinearSVC

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.predict import CoreVectorClassifier, ExactSVC, ExactSVR, FeatureSVC
from tests import contract


@pytest.mark.slow
@contract.every(ExactSVC(random_state=0), ExactSVR(random_state=0), FeatureSVC(random_state=0))
def test_scikit_learn_contract(estimator):
    linear = "as for LinearSVC: liblinear stops at a tolerance"
    known = {"check_sample_weight_equivalence_on_dense_data": linear} if isinstance(estimator, FeatureSVC) else {}
    assert contract.broken(estimator, **known) == {}


@pytest.fixture
def moons():
    X, y = make_moons(60, noise=0.3, random_state=0)
    return X, y, np.random.default_rng(1).uniform(-1.5, 2.5, (40, 2))


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_the_machine_solves_the_dual_of_the_hinge_loss(moons, name):
    """Objective by a general solver on a kernel matrix of differences, and the margin's conditions."""
    X, y, new = moons
    kernel, signs, C = KERNELS[name](0.8), 2.0 * y - 1, 2.0
    K = kernel.of_difference(X[:, None] - X[None])
    Q = signs[:, None] * signs * K
    best = optimize.minimize(
        lambda a: (a @ Q @ a / 2 - a.sum(), Q @ a - 1),
        np.full(60, 0.5),
        jac=True,
        bounds=[(0, C)] * 60,
        constraints={"type": "eq", "fun": lambda a: a @ signs, "jac": lambda a: signs},
        options={"ftol": 1e-12, "maxiter": 500},
    )
    fitted = ExactSVC(kernel, C, random_state=0).fit(X, y)
    ours = np.zeros(60)
    ours[fitted.support_] = np.abs(fitted.machine_.dual_coef_[0])
    assert ours @ Q @ ours / 2 - ours.sum() == pytest.approx(best.fun, abs=2e-3)
    expected = kernel.of_difference(new[:, None] - X[None]) @ (ours * signs) + fitted.machine_.intercept_
    np.testing.assert_allclose(fitted.decision_function(new), expected, atol=1e-10)
    np.testing.assert_array_equal(fitted.predict(new), expected > 0)
    free = (ours > 1e-6) & (ours < C - 1e-6)
    assert free.any()
    np.testing.assert_allclose((signs * fitted.decision_function(X))[free], 1, atol=5e-3)


def test_against_libsvm_with_its_own_gaussian(moons):
    X, _, new = moons
    y = np.digitize(X[:, 0], [-0.2, 1.0])
    ours, other = (
        ExactSVC(Gaussian(0.7), 3.0, random_state=0).fit(X, y),
        SVC(C=3.0, gamma=1 / (2 * 0.7**2), tol=1e-10).fit(X, y),
    )
    np.testing.assert_allclose(ours.decision_function(new), other.decision_function(new), atol=1e-8)
    np.testing.assert_array_equal(ours.predict(new), other.predict(new))
    ours, other = (
        ExactSVR(Gaussian(0.7), 3.0, random_state=0).fit(X, X[:, 1]),
        SVR(C=3.0, gamma=1 / (2 * 0.7**2), tol=1e-10).fit(X, X[:, 1]),
    )
    np.testing.assert_allclose(ours.predict(new), other.predict(new), atol=2e-3)  # both stop within 10⁻³
    unit = X[:, 1].std()
    scaled = SVR(C=3.0 / unit, epsilon=0.1 / unit, gamma=1 / (2 * 0.7**2), tol=1e-10).fit(
        X, (X[:, 1] - X[:, 1].mean()) / unit
    )
    np.testing.assert_allclose(ours.predict(new), X[:, 1].mean() + unit * scaled.predict(new), atol=1e-8)
    assert ours.n_support_vectors_ == len(scaled.support_)


@pytest.mark.parametrize(("unit", "shift"), [(1e12, -3e12), (1e-9, 0.0), (1e40, 0.0)])
def test_the_unit_of_the_answers_changes_nothing_but_the_unit(moons, unit, shift):
    """Large answers once took for ever: libSVM's tolerance is in their units."""
    X, _, new = moons
    plain = ExactSVR(Gaussian(0.7), 10.0, 0.05, random_state=0).fit(X, X[:, 1])
    other = ExactSVR(Gaussian(0.7), 10.0 * unit, 0.05 * unit, random_state=0).fit(X, unit * X[:, 1] + shift)
    np.testing.assert_allclose((other.predict(new) - shift) / unit, plain.predict(new), atol=5e-3)


def test_regression_stays_in_its_tube():
    x = np.linspace(-2, 2, 80)[:, None]
    fitted = ExactSVR(Laplacian(1.0), C=1e4, epsilon=0.05, random_state=0).fit(x, np.sin(3 * x[:, 0]))
    assert np.abs(fitted.predict(x) - np.sin(3 * x[:, 0])).max() < 0.05 + 2e-3
    assert fitted.n_support_vectors_ < 80


def test_a_tube_that_holds_everything_needs_no_support():
    fitted = ExactSVR(epsilon=10.0, random_state=0).fit(np.arange(6.0)[:, None], np.arange(6.0))
    assert fitted.n_support_vectors_ == 0
    assert np.ptp(fitted.predict(np.arange(6.0)[:, None])) == 0


@pytest.mark.release
def test_features_are_liblinear_on_them_and_come_near_the_exact_machine():
    X, y = make_moons(400, noise=0.2, random_state=3)
    features = RandomFourierFeatures(Gaussian(0.5), 300, random_state=0)
    ours = FeatureSVC(features, 2.0, random_state=0).fit(X, y)
    other = LinearSVC(C=2.0, random_state=0, max_iter=10_000).fit(features.fit_transform(X), y)
    np.testing.assert_allclose(ours.decision_function(X), other.decision_function(features.transform(X)), atol=1e-9)
    assert np.mean(ours.predict(X) == ExactSVC(Gaussian(0.5), random_state=0).fit(X, y).predict(X)) > 0.96
    ball = CoreVectorClassifier(features, C=4.0, epsilon=1e-8, random_state=0).fit(X, y)
    assert np.mean(ball.predict(X) == ours.predict(X)) > 0.99


# --- the limit --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", [ExactSVC, ExactSVR])
def test_above_the_limit_it_refuses_or_says_what_part_it_took(moons, machine):
    X, y, new = moons
    with pytest.raises(ValueError, match="X must hold at most 59 points for the exact kernel matrix, got 60; sub"):
        machine(max_points=59).fit(X, y)
    assert machine(max_points=60).fit(X, y).n_train_ == 60
    part = machine(max_points=30, subsample=True, random_state=0).fit(X, y)
    assert part.n_train_ == 30 and len(np.unique(part.sample_indices_)) == 30
    alone = machine().fit(X[part.sample_indices_], y[part.sample_indices_])
    np.testing.assert_allclose(part.predict(new), alone.predict(new), atol=1e-12)
    np.testing.assert_array_equal(part.support_, part.sample_indices_[alone.support_])
    other = machine(max_points=30, subsample=True, random_state=1).fit(X, y)
    assert set(part.sample_indices_) != set(other.sample_indices_)


@pytest.mark.parametrize("size", [4, 7, 50, 99])
def test_every_class_keeps_its_share_and_none_is_lost(size):
    y = np.repeat(["a", "b", "c", "d"], [1, 3, 26, 70])
    X = np.random.default_rng(0).standard_normal((100, 2))
    fitted = ExactSVC(max_points=size, subsample=True, random_state=0).fit(X, y)
    classes, counts = np.unique(y[fitted.sample_indices_], return_counts=True)
    assert counts.sum() == size and list(classes) == ["a", "b", "c", "d"]
    share = np.array([1, 3, 26, 70]) * size / 100
    assert (np.abs(counts - share) <= np.maximum(1, 3 - share.min())).all()
    with pytest.raises(ValueError, match="max_points must be at least the 4 classes of y, got 3"):
        ExactSVC(max_points=3, subsample=True, random_state=0).fit(X, y)


@pytest.mark.release
def test_the_subsample_is_uniform_within_a_class():
    """Each of 40 points of a class is taken 10 times in 40 on average: binomial spread over 300 seeds."""
    y = np.repeat([0, 1], 40)
    X = np.random.default_rng(0).standard_normal((80, 2))
    taken = np.zeros(80)
    for seed in range(300):
        taken[ExactSVC(max_points=20, subsample=True, random_state=seed).fit(X, y).sample_indices_] += 1
    assert (np.abs(taken - 75) <= 4 * np.sqrt(300 * 0.25 * 0.75)).all()


# --- small and wrong data ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", [ExactSVC, ExactSVR, FeatureSVC])
def test_two_points_are_enough_and_one_is_not(machine):
    X, y = np.array([[0.0], [1.0]]), np.array([0, 1])
    assert machine().fit(X, y).predict(X).shape == (2,)
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        machine().fit(X[:1], y[:1])


@pytest.mark.parametrize("machine", [ExactSVC, FeatureSVC])
def test_one_class_is_refused(moons, machine):
    with pytest.raises(ValueError, match="y must hold at least 2 classes, got one class, 7"):
        machine().fit(moons[0], np.full(60, 7))


@pytest.mark.parametrize("machine", [ExactSVC, ExactSVR, FeatureSVC])
@pytest.mark.parametrize(("value", "message"), [(np.nan, "X contains NaN"), (np.inf, "X contains infinity")])
def test_what_is_not_finite_is_refused(moons, machine, value, message):
    X = moons[0].copy()
    X[3, 1] = value
    with pytest.raises(ValueError, match=message):
        machine().fit(X, moons[1])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (ExactSVC(C=0.0, random_state=0), "C must be a finite number above 0, got 0.0"),
        (ExactSVR(C=-1.0, random_state=0), "C must be a finite number above 0, got -1.0"),
        (FeatureSVC(C=np.inf, random_state=0), "C must be a finite number above 0, got inf"),
        (ExactSVR(epsilon=-0.1, random_state=0), "epsilon must be a finite number of at least 0, got -0.1"),
        (ExactSVC("rbf", random_state=0), r"kernel must be a kernel of rffviz\.kernels or None, got 'rbf'"),
        (ExactSVC(max_points=1, random_state=0), "max_points must be a whole number of at least 2, got 1"),
        (ExactSVC(subsample="yes", random_state=0), "subsample must be True or False, got 'yes'"),
        (ExactSVC(random_state=-1), "random_state must be a whole number of at least 0, got -1"),
        (FeatureSVC(random_state=-1), "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_arguments_outside_their_ranges_are_refused(moons, model, message):
    with pytest.raises(ValueError, match=message):
        model.fit(moons[0], moons[1])
