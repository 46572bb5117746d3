"""A comparison against the same fits by hand; nothing of the test part reaches a fit."""

import logging
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.neighbors import KNeighborsClassifier

from rffviz.explorer.views.prediction.real_data.words import comparison_words
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, median_length_scale
from rffviz.studies.contenders import FAILED
from rffviz.studies.real_data import Contender, compare_methods, error_of


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


@pytest.mark.release
def test_runs_are_the_fits_by_hand():
    splits = [split(0), split(1), split(2)]
    steps = list(compare_methods.steps(splits, "regression", {"exact": EXACT, "poly": POLYNOMIAL}, (1, 3)))
    found = steps[-1].record
    exact, poly = found.runs
    for s, one in enumerate(splits):
        for g, degree in enumerate((1, 3)):
            by_hand = KernelRidge(kernel="poly", degree=degree, alpha=0.1).fit(one.X_train, one.y_train)
            assert poly.errors[s, g] == pytest.approx(error_of("regression", by_hand.predict(one.X_test), one.y_test))
    assert exact.errors.shape == (3, 1) and exact.exact and list(exact.sizes) == [0]
    assert (exact.fit_seconds > 0).all() and (poly.predict_seconds > 0).all()
    np.testing.assert_allclose(poly.mean_errors, poly.errors.mean(axis=0))
    np.testing.assert_allclose(poly.spread, poly.errors.std(axis=0, ddof=1))
    assert (found.about.n_points, found.n_test, found.about.seeds) == (15, 15, (0, 1, 2))
    assert [(step.done, step.total) for step in steps] == [(done, 9) for done in range(1, 10)]
    assert [step.record.complete for step in steps] == [False] * 8 + [True]
    assert found.best is poly and found.sized == (poly,) and found.exact == (exact,)
    larger = replace(poly, sizes=poly.sizes + 1)
    assert replace(found, runs=(larger, poly)).best is poly  # of equals the smaller


@pytest.mark.release
def test_exact_comes_first_and_sizes_grow_together():
    order = []
    steps = compare_methods.steps([split()], "regression", {"a": POLYNOMIAL, "exact": EXACT, "b": POLYNOMIAL}, (1, 2))
    for step in steps:
        order.append([int(np.isfinite(run.errors).sum()) for run in step.record.runs])
    assert order == [[0, 1, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1], [2, 1, 2]]
    assert np.isnan(step.record.runs[0].spread).all()  # one split has no spread


def test_contender_sees_the_training_part_alone():
    seen = []

    def build(size, X, y, seed):
        seen.append((X, y, seed))
        return DummyRegressor()

    one = split()
    mean = {"mean": Contender("mean", build)}
    first = compare_methods([one], "regression", mean, (1,), random_state=7)
    poisoned = SimpleNamespace(**vars(one) | {"X_test": one.X_test + 1e6, "y_test": one.y_test})
    again = compare_methods([poisoned], "regression", mean, (1,), random_state=7)
    assert len(seen) == 2 and all(X is one.X_train and y is one.y_train and seed == 7 for X, y, seed in seen)
    np.testing.assert_array_equal(first.runs[0].errors, again.runs[0].errors)


def refusing(size, X, y, seed):
    if size > 1:
        raise Refusal(f"size must be 1, got {size}.")
    return KNeighborsClassifier(size)


def broken(size, X, y, seed):
    return np.zeros(2) + np.zeros(3)


@pytest.mark.release
def test_a_refusal_leaves_the_others_running():
    contenders = {"k": Contender("k", refusing), "constant": Contender("constant", lambda *_: DummyClassifier())}
    found = compare_methods([split(classes=True)], "binary", contenders, (1, 50, 60))
    refused, constant = found.runs
    assert refused.refusal == "size must be 1, got 50." and np.isfinite(refused.errors[0]).sum() == 1
    assert np.isfinite(constant.errors).all() and constant.refusal == ""


@pytest.mark.release
def test_an_error_of_another_package_is_logged_and_not_shown(logged):
    contenders = {"broken": Contender("broken", broken), "k": NEIGHBOURS}
    found = compare_methods([split(classes=True)], "binary", contenders, (1, 50, 3))
    shown, neighbours = found.runs
    assert shown.refusal == FAILED and "operands could not be broadcast" in logged.text
    assert neighbours.refusal == FAILED and np.isfinite(neighbours.errors[0]).sum() == 1  # 50 of 15 neighbours
    traces = {record.args[0]: bool(record.exc_info) for record in logged.records if record.levelno == logging.ERROR}
    assert traces == {"broken": True, "k": False}  # scikit-learn's own check says what it does not take


def test_a_crash_is_logged_with_its_trace(logged):
    contenders = {"crashing": Contender("crashing", lambda *_: {}["nothing"]), "k": NEIGHBOURS}
    crashed, neighbours = compare_methods([split(classes=True)], "binary", contenders, (1,)).runs
    assert crashed.refusal == FAILED and "Traceback" in logged.text and "KeyError" in logged.text
    assert neighbours.refusal == ""


def test_methods_have_names_and_the_kernel_a_rule():
    one = split()
    found = compare_methods(
        [one], "regression", ("fourier", "kernel_ridge"), (8,), 3, Gaussian(), "median", "orthogonal"
    )
    assert [run.name for run in found.runs] == ["kernel_ridge", "fourier"]
    assert found.about.kernel == Gaussian(median_length_scale(Gaussian, one.X_train))
    assert (found.about.sampler, found.about.seeds, found.about.settings["rule"]) == ("orthogonal", (3,), "median")
    with pytest.raises(Refusal, match=r"^methods must be one of kernel_ridge, .*, got 'linear_svm'\.$"):
        list(compare_methods.steps([one], "regression", ("linear_svm",), (8,)))


@pytest.mark.parametrize(
    "splits, contenders, task, said",
    [
        ([], {"a": EXACT}, "regression", "splits and methods must not be empty, got 0 splits and 1 methods"),
        ([split()], {}, "regression", "splits and methods must not be empty, got 1 splits and 0 methods"),
        ([split()], {"a": EXACT}, "ranking", "task must be one of regression, binary, multiclass, got 'ranking'"),
    ],
)
def test_refusals(splits, contenders, task, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        list(compare_methods.steps(splits, task, contenders, (1,)))


def test_a_constant_target_is_said():
    one = split()
    one.y_test = np.ones(15)
    found = compare_methods([one], "regression", {"exact": EXACT}, (1,))
    assert found.runs[0].refusal == "y must vary over the test points, got 15 times 1."
    found = compare_methods([one, split(1), split(2)], "regression", {"exact": EXACT}, (1,))
    alone = compare_methods([split(1), split(2)], "regression", {"exact": EXACT}, (1,), 1)
    assert (found.about.seeds, found.n_left_out) == ((1, 2), 1) and found.complete
    np.testing.assert_array_equal(found.runs[0].errors, alone.runs[0].errors)
    assert "Left out: 1 split whose test points all have the same target." in comparison_words(found)["notes"]
