"""Decision surfaces against the decision function called by hand."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.linear_model import RidgeClassifier
from sklearn.svm import SVC

from rffviz.foundation.validation import Refusal
from rffviz.studies.contenders import FAILED, UNIT_GAUSSIAN, Contender, contenders
from rffviz.studies.surfaces import surfaces

SVM = Contender(
    "SVM", lambda *_: SVC(C=10), exact=True, marks=lambda fitted: fitted.support_vectors_, marked="support vectors"
)
LINE = Contender("straight line", lambda size, X, y, seed: RidgeClassifier(alpha=size))


def rings(n=80):
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, n)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    X = np.column_stack([np.cos(angle), np.sin(angle)]) * np.where(y > 0, 1.0, 0.4)[:, None]
    half = n // 2
    return SimpleNamespace(X_train=X[:half], y_train=y[:half], X_test=X[half:], y_test=y[half:])


@pytest.mark.release
def test_surfaces_are_the_decision_functions():
    split = rings()
    steps = list(surfaces.steps(split, {"line": LINE, "svm": SVM}, 1, n_grid=9))
    assert [(step.done, step.total) for step in steps] == [(1, 2), (2, 2)]
    found = steps[-1].record
    svm, line = found.surfaces  # the exact one first
    X, y = split.X_train, split.y_train
    by_hand = SVC(C=10).fit(X, y)
    for i in (0, 4, 8):
        for j in (0, 3, 8):
            place = [[found.first[j], found.second[i]]]
            assert svm.values[i, j] == pytest.approx(by_hand.decision_function(place)[0])
    np.testing.assert_array_equal(svm.marks, by_hand.support_vectors_)
    assert (svm.marked, line.marked, len(line.marks)) == ("support vectors", "", 0)
    assert svm.test_error == 100 * np.mean(by_hand.predict(split.X_test) != split.y_test)
    assert svm.agreement == 1 and svm.test_error < line.test_error
    assert line.agreement == np.mean(np.sign(line.values) == np.sign(svm.values)) < 1
    sides = [np.asarray(fit.predict(split.X_test)) for fit in (by_hand, RidgeClassifier(alpha=1).fit(X, y))]
    assert found.n_agreed(svm) == found.n_test == 40
    assert found.n_agreed(line) == sum(a == b for a, b in zip(*sides, strict=True)) < 40
    assert found.first[0] < split.X_train[:, 0].min() and found.first[-1] > split.X_train[:, 0].max()


def test_test_points_move_no_surface():
    split = rings()
    found = surfaces(split, {"svm": SVM}, 1, n_grid=5)
    split.X_test = split.X_test + 100
    again = surfaces(split, {"svm": SVM}, 1, n_grid=5)
    np.testing.assert_array_equal(found.surfaces[0].values, again.surfaces[0].values)


@pytest.mark.slow
def test_fourier_and_nystrom_have_equally_many_features():
    asked = []

    def counting(size, X, y, seed):
        asked.append(size)
        return RidgeClassifier()

    surfaces(rings(), {"two": Contender("two", counting), "one": Contender("one", counting, features=1)}, 5, n_grid=5)
    for size, landmarks in ((5, 10), (30, 40)):  # of 40 training points
        found = surfaces(rings(), ["fourier", "nystrom"], size, n_grid=5)
        assert [len(one.marks) for one in found.surfaces if one.name == "nystrom"] == [landmarks]
    assert asked == [5, 10]
    every, split = contenders("binary", UNIT_GAUSSIAN, "hand", "monte_carlo", 0), rings()
    for name, columns in (("sinks", 1), ("fourier", 2)):
        fitted = every[name].build(7, split.X_train, split.y_train, 0).fit(split.X_train, split.y_train)
        assert every[name].features == columns and len(np.ravel(fitted.coef_)) == 7 * columns


def refusing(*_):
    raise Refusal("size must be even, got 1.")


def broken(*_):
    return np.zeros(2) + np.zeros(3)


def test_a_refusal_is_kept_beside_the_others(logged):
    methods = {"refusing": Contender("refusing", refusing), "broken": Contender("broken", broken), "svm": SVM}
    found = surfaces(rings(), methods, 1, n_grid=5)
    svm, refused, failed = found.surfaces
    assert refused.refusal == "size must be even, got 1." and np.isnan(refused.values).all()
    assert failed.refusal == FAILED and "operands could not be broadcast" in logged.text
    assert svm.refusal == "" and np.isfinite(svm.values).all()


def test_three_columns_are_refused():
    split = rings()
    split.X_train = np.zeros((4, 3))
    with pytest.raises(ValueError, match=r"^split must hold points of the plane, two columns, got 3"):
        list(surfaces.steps(split, {"svm": SVM}, 1))
