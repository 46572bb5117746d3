"""Table 1: what the test part may not reach, and how far below the published errors the cells come."""

import dataclasses

import numpy as np
import pytest

from rffviz.datasets import Dataset
from rffviz.papers.table1 import TABLE_1_METHODS, Table1Cell, table1_cell, table1_steps
from rffviz.predict import ExactSVC, ExactSVR, FeatureRidge, FeatureRidgeClassifier


def small(task, poison=False, n=240):
    """A problem of the kind, whose test part can be made nonsense."""
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (n, 4)) * [1, 10, 1, 0] + 2
    y = np.sin(X[:, 0] * 3) + X[:, 1] / 5
    y = y if task == "regression" else np.where(y > np.median(y), 1, -1)
    split = (np.arange(n) % 4 == 0).astype(int)
    if poison:
        X, y = X.copy(), y.copy()
        X[split == 1] = 1e6 * rng.standard_normal((split.sum(), 4))
        y[split == 1] = rng.permutation(y[split == 1]) * (1e6 if task == "regression" else 1)
    return Dataset("small", "small", X, y, task, "made here", split=split)


SETTINGS = ("length_scale", "ridge", "inside", "n_features", "n_train", "n_test", "size")


@pytest.mark.slow
@pytest.mark.parametrize("method", TABLE_1_METHODS)
@pytest.mark.parametrize(("dataset", "task"), [("cpu", "regression"), ("adult", "binary")])
def test_the_test_part_chooses_nothing(dataset, task, method, monkeypatch):
    fitted = []
    for estimator in (FeatureRidge, FeatureRidgeClassifier, ExactSVC, ExactSVR):
        fit = estimator.fit
        monkeypatch.setattr(estimator, "fit", lambda self, X, y, fit=fit: (fitted.append(fit(self, X, y)), self)[1])
    cells = [table1_cell(dataset, method, data=small(task, poison)) for poison in (False, True)]
    clean, poisoned = ({name: getattr(cell, name) for name in SETTINGS} for cell in cells)
    assert clean == poisoned and clean["n_train"] == 180 and clean["n_test"] == 60
    one, other = (
        model.machine_.dual_coef_ if method == "exact_svm" else model.coef_
        for model in (fitted[len(fitted) // 2 - 1], fitted[-1])
    )
    np.testing.assert_array_equal(one, other)
    assert cells[0].error < 30 and cells[1].error > cells[0].error + 10  # the poison is seen where it should be


@pytest.mark.slow
def test_the_errors_are_those_of_the_caption():
    data = small("regression")
    cell = table1_cell("cpu", "fourier_ls", n_seeds=3, random_state=4, data=data)
    assert cell.seeds == (4, 5, 6) and cell.error == pytest.approx(np.mean(cell.errors)) and len(set(cell.errors)) == 3
    assert cell.size == 300 and cell.n_features == 600 and cell.published == 3.6
    alone = table1_cell("cpu", "fourier_ls", random_state=4, data=data)
    assert alone.errors[0] == pytest.approx(cell.errors[0])
    # predicting 0 is an error of 100 per cent, and so the norm is that of the targets themselves
    shifted = dataclasses.replace(data, y=data.y + 1000, name="shifted")
    far = table1_cell("cpu", "fourier_ls", random_state=4, data=shifted)
    test = data.split == 1
    ratio = np.linalg.norm(data.y[test]) / np.linalg.norm(data.y[test] + 1000)
    assert far.errors[0] == pytest.approx(ratio * alone.errors[0], rel=0.02)


def test_table1_refusals():
    with pytest.raises(ValueError, match="dataset must be one of cpu, adult, forest_cover, kdd_cup_99, got 'census'"):
        table1_cell("census", "fourier_ls")
    with pytest.raises(ValueError, match="method must be one of fourier_ls, binning_ls, exact_svm, got 'cvm'"):
        table1_cell("cpu", "cvm")
    with pytest.raises(ValueError, match="n_seeds must be a whole number of at least 1, got 0"):
        table1_cell("cpu", "fourier_ls", n_seeds=0)
    whole = dataclasses.replace(small("regression"), split=None)
    with pytest.raises(ValueError, match="data must have a split into training and test part, got small"):
        table1_cell("cpu", "fourier_ls", data=whole)


@pytest.mark.parametrize(
    ("dataset", "method", "at_most"),
    [
        ("cpu", "fourier_ls", 3.5),
        ("cpu", "binning_ls", 3.0),
        ("adult", "fourier_ls", 15.0),
        ("adult", "binning_ls", 15.4),
    ],
)
def test_published_errors_are_reached(data_folder, dataset, method, at_most):
    cell = table1_cell(dataset, method)
    assert isinstance(cell, Table1Cell) and cell.error <= at_most
    assert cell.error <= cell.published + 0.1


@pytest.mark.slow
def test_the_row_grows_cell_by_cell(monkeypatch):
    monkeypatch.setattr("rffviz.papers.table1.load", lambda name: small("regression"))
    first, *steps = table1_steps("cpu", 2, 1)
    assert (first.done, first.total, first.record) == (0, 3, None) and [step.done for step in steps] == [1, 2, 3]
    rows = [step.record for step in steps]
    assert [[cell.method for cell in row.cells] for row in rows] == [list(TABLE_1_METHODS[:k]) for k in (1, 2, 3)]
    assert [cell.seeds for cell in rows[-1].cells] == [(1, 2), (1, 2), (1,)]
    assert (rows[0].about.data, rows[0].about.n_points, rows[0].task) == ("small", 180, "regression")
    exact = rows[-1].cells[-1]
    assert exact.size == exact.n_train == 180 and 0 < exact.n_features <= 180 and exact.published == 11.0
