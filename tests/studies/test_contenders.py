"""Every contender of a comparison fits and predicts, chooses on the training points alone, and is named on the page."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.datasets import load, train_test
from rffviz.explorer.web.settings.table import TABLE
from rffviz.features import RandomBinningFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import ExactKernelRidge, FeatureRidge
from rffviz.studies.contenders import LABELS, RIDGES, TASKS_OF, chosen_ridge, contenders
from rffviz.studies.real_data import compare_methods
from rffviz.studies.surfaces import surfaces


def few(name, n=90, seed=0):
    split = train_test(load(name), seed)
    return SimpleNamespace(
        X_train=split.X_train[:n], y_train=split.y_train[:n], X_test=split.X_test[:n], y_test=split.y_test[:n]
    )


def test_page_names_the_same_methods():
    assert TABLE["method"].options == LABELS


@pytest.mark.release
@pytest.mark.parametrize(
    ("name", "task"), [("diabetes", "regression"), ("breast_cancer", "binary"), ("iris", "multiclass")]
)
def test_every_method_of_a_task_fits_and_beats_the_best_constant(name, task):
    split = few(name)
    every = contenders(task, Gaussian(), "dimension")
    assert set(every) == {method for method in LABELS if task in TASKS_OF.get(method, (task,))}
    found = compare_methods([split], task, every, (40,))
    _, counts = np.unique(split.y_test, return_counts=True)
    constant = 1.0 if task == "regression" else 100 * (1 - counts.max() / len(split.y_test))
    for run in found.runs:
        if run.name in ("sparse_spectrum", "a_la_carte"):  # 40 learned frequencies over-fit these few points; 2 do not
            assert constant < run.errors[0, 0] < 2
            (run,) = compare_methods([split], task, {run.name: every[run.name]}, (2,)).runs
        assert run.refusal == "" and run.errors[0, 0] < constant, run.name
    assert {run.name for run in found.exact} == {"kernel_ridge", "svm", "core_vector", "spectral_mixture"} & set(every)


@pytest.mark.slow
def test_marks_are_in_the_plane():
    split = train_test(load("moons", n_points=90))
    chosen = ("svm", "core_vector", "nystrom", "fourier")
    found = surfaces(split, chosen, 20, n_grid=6, kernel=Gaussian(np.sqrt(2)))
    marks = {one.name: one for one in found.surfaces}
    for name, marked in (("svm", "support vectors"), ("core_vector", "core vectors")):
        assert marks[name].marked == marked
        assert {tuple(row) for row in marks[name].marks} <= {tuple(row) for row in split.X_train}
    assert marks["nystrom"].marks.shape == (40, 2) and marks["nystrom"].marked == "landmarks"
    assert marks["fourier"].marked == ""


@pytest.mark.slow
def test_penalty_is_the_best_of_refitting_without_each_point():
    split = few("diabetes", 20)
    X, y = split.X_train, split.y_train.astype(float)
    features = RandomFourierFeatures(Gaussian(3.0), 10, random_state=0)
    squares = []
    for ridge in RIDGES:
        left = [np.arange(len(X)) != i for i in range(len(X))]
        fits = [FeatureRidge(features, ridge).fit(X[rows], y[rows]).predict(X[~rows])[0] for rows in left]
        squares.append(np.square(np.array(fits) - y).mean())
    assert chosen_ridge(features.fit_transform(X), y, "regression") == RIDGES[int(np.argmin(squares))]


@pytest.mark.release
def test_penalty_of_the_exact_ridge_is_its_own_leave_one_out():
    split = few("diabetes", 25)
    X, y = split.X_train, split.y_train.astype(float)
    kernel = Gaussian(np.sqrt(X.shape[1]))
    model = contenders("regression", kernel)["kernel_ridge"].build(None, X, y, 0)
    squares = []
    for ridge in RIDGES:
        rows = [np.arange(len(X)) != i for i in range(len(X))]
        fits = [ExactKernelRidge(kernel, ridge, random_state=0).fit(X[r], y[r]).predict(X[~r])[0] for r in rows]
        squares.append(np.square(np.array(fits) - y).mean())
    assert model.ridge == RIDGES[int(np.argmin(squares))]


def test_sparse_features_are_penalised_by_folds():
    split = few("diabetes", 60)
    Z = RandomBinningFeatures(Laplacian(8.0), 20, random_state=0).fit_transform(split.X_train)
    assert chosen_ridge(Z, split.y_train.astype(float), "regression") in RIDGES
    assert chosen_ridge(Z, np.sign(split.y_train - np.median(split.y_train) - 0.5), "binary") in RIDGES


def test_folds_are_no_more_than_a_class_has_points():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((20, 2)), np.repeat([-1, 1], [18, 2])
    every = contenders("binary", Gaussian(), "dimension")
    assert every["svm"].build(None, X, y, 0).fit(X, y).best_params_["C"] in (1.0, 10.0, 100.0)
    with pytest.raises(ValueError, match=r"^C is chosen by folds, which take at least 2 training points of each class"):
        every["svm"].build(None, X, np.repeat([-1, 1], [19, 1]), 0)
    Z = RandomBinningFeatures(Laplacian(2.0), 5, random_state=0).fit_transform(X[:2])
    assert chosen_ridge(Z, np.array([0.0, 1.0]), "regression") in RIDGES


@pytest.mark.release
@pytest.mark.parametrize("n", [2, 3, *(pytest.param(n, marks=pytest.mark.release) for n in (4, 5, 6))])
def test_few_points_are_learned_or_refused_in_a_sentence(n, logged):
    rng = np.random.default_rng(n)
    points = {"X_train": rng.standard_normal((n, 2)), "X_test": rng.standard_normal((5, 2))}
    answers = [
        ("regression", rng.standard_normal(n), rng.standard_normal(5)),
        *(("binary", np.array(y), np.arange(5) % 2) for y in ([0, *[1] * (n - 1)], [0] * n, np.arange(n) % 2)),
        *(("multiclass", np.array(y), np.arange(5) % 3) for y in ([0, *[1, 2] * 3][:n], np.arange(n) % 3)),
    ]
    for task, y_train, y_test in answers:
        split = SimpleNamespace(**points, y_train=y_train, y_test=y_test)
        for run in compare_methods([split], task, [*contenders(task, Gaussian())], (1, 8)).runs:
            said = r"C is chosen by folds, which take at least |y must hold at least 2 classes, "
            assert re.match(said, run.refusal) if run.refusal else run.measured, (run.name, y_train)
    assert logged.text == ""
