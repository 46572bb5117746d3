"""A comparison against the same fits by hand; nothing of the test part reaches a fit."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.neighbors import KNeighborsClassifier

from rffviz.studies.comparison import Contender, comparison_steps, error_of


def split(seed=0, n=30, classes=False):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 2))
    y = np.sign(X[:, 0]).astype(int) if classes else np.sin(2 * X[:, 0])
    return SimpleNamespace(X_train=X[: n // 2], y_train=y[: n // 2], X_test=X[n // 2 :], y_test=y[n // 2 :])


EXACT = Contender("kernel ridge", lambda size, X, y, seed: KernelRidge(kernel="rbf", alpha=0.1), exact=True)
NEIGHBOURS = Contender("neighbours", lambda size, X, y, seed: KNeighborsClassifier(size))
POLYNOMIAL = Contender("polynomial", lambda size, X, y, seed: KernelRidge(kernel="poly", degree=size, alpha=0.1))


def test_errors_by_hand():
    assert error_of("binary", [1, 1, -1, -1], np.array([1, -1, -1, -1])) == 25
    assert error_of("multiclass", [0, 2], np.array([1, 2])) == 50
    y = np.array([1.0, 2.0, 6.0])
    assert error_of("regression", np.full(3, 3.0), y) == pytest.approx(1)  # the mean explains nothing
    assert error_of("regression", y + np.array([1, 0, 0]), y) == pytest.approx(np.sqrt(1 / 14))


def test_runs_are_the_fits_by_hand():
    splits = [split(0), split(1)]
    *_, found = comparison_steps(splits, "regression", {"exact": EXACT, "poly": POLYNOMIAL}, (1, 3))
    exact, poly = found.runs
    for s, one in enumerate(splits):
        for g, degree in enumerate((1, 3)):
            by_hand = KernelRidge(kernel="poly", degree=degree, alpha=0.1).fit(one.X_train, one.y_train)
            assert poly.errors[s, g] == pytest.approx(error_of("regression", by_hand.predict(one.X_test), one.y_test))
    assert exact.errors.shape == (2, 1) and exact.exact and list(exact.sizes) == [0]
    assert (exact.fit_seconds > 0).all() and (poly.predict_seconds > 0).all()
    np.testing.assert_allclose(poly.mean_errors, poly.errors.mean(axis=0))
    np.testing.assert_allclose(poly.spread, poly.errors.std(axis=0, ddof=1))
    assert (found.n_train, found.n_test, found.n_splits, found.done, found.total) == (15, 15, 2, 6, 6)
    assert found.best is poly and found.sized == (poly,) and found.exact == (exact,)


def test_exact_comes_first_and_sizes_grow_together():
    order = []
    steps = comparison_steps([split()], "regression", {"a": POLYNOMIAL, "exact": EXACT, "b": POLYNOMIAL}, (1, 2))
    for step in steps:
        order.append([int(np.isfinite(run.errors).sum()) for run in step.runs])
    assert order == [[0, 1, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1], [2, 1, 2]]
    assert np.isnan(step.runs[0].spread).all()  # one split has no spread


def test_contender_sees_the_training_part_alone():
    seen = []

    def build(size, X, y, seed):
        seen.append((len(X), seed))
        return DummyRegressor()

    one = split()
    first = list(comparison_steps([one], "regression", {"mean": Contender("mean", build)}, (1,), random_state=7))
    poisoned = SimpleNamespace(**vars(one) | {"X_test": one.X_test + 1e6, "y_test": one.y_test})
    again = list(comparison_steps([poisoned], "regression", {"mean": Contender("mean", build)}, (1,), random_state=7))
    assert seen == [(15, 7)] * 2
    np.testing.assert_array_equal(first[-1].runs[0].errors, again[-1].runs[0].errors)


def test_a_refusal_leaves_the_others_running():
    contenders = {"k": NEIGHBOURS, "constant": Contender("constant", lambda *_: DummyClassifier())}
    *_, found = comparison_steps([split(classes=True)], "binary", contenders, (1, 50, 60))
    neighbours, constant = found.runs
    assert "n_neighbors" in neighbours.refusal and np.isfinite(neighbours.errors[0]).sum() == 1
    assert np.isfinite(constant.errors).all() and constant.refusal == ""


@pytest.mark.parametrize(
    "splits, contenders, task, said",
    [
        ([], {"a": EXACT}, "regression", "splits and contenders must not be empty, got 0 splits and 1 contenders"),
        ([split()], {}, "regression", "splits and contenders must not be empty, got 1 splits and 0 contenders"),
        ([split()], {"a": EXACT}, "ranking", "task must be one of regression, binary, multiclass, got 'ranking'"),
    ],
)
def test_refusals(splits, contenders, task, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        list(comparison_steps(splits, task, contenders, (1,)))


def test_a_constant_target_is_said():
    one = split()
    one.y_test = np.ones(15)
    *_, found = comparison_steps([one], "regression", {"exact": EXACT}, (1,))
    assert found.runs[0].refusal == "y must vary over the test points, got 15 times 1."
