"""The grid over KDD Cup's scalings and length scales: a cell by plain numpy, and what it refuses."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from rffviz.datasets import Dataset
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.papers import TABLES, Cell
from rffviz.papers.kdd_grid import KDD_FACTORS, KDD_GRID, kdd_grid_measure
from rffviz.papers.published import RAHIMI_RECHT_TABLE_1


def made_up():
    """Two classes in four columns of different scales, one constant in the training part."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.standard_normal((240, 3)) * [1, 30, 0.1] + [0, 5, 100], np.ones(240)])
    X[-1, 3] = 2  # a test row
    y = np.where(X[:, 0] + np.sin(X[:, 1] / 10) > 0.3 * rng.standard_normal(240), 1, -1)
    return Dataset("made_up", "made up", X, y, "binary", "made here", split=(np.arange(240) >= 180).astype(int))


@pytest.mark.parametrize("scaling", ["unit_range", "z_scores"])
def test_a_cell_is_least_squares_on_offset_features_of_the_scaled_training_part(scaling):
    data = made_up()
    found = kdd_grid_measure(Cell("kdd_grid", scaling, "median_2", 50), 3, data)
    train, test = data.X[:180, :3], data.X[180:, :3]
    if scaling == "z_scores":
        centre, unit = train.mean(axis=0), train.std(axis=0)
    else:
        centre, unit = train.min(axis=0), np.ptp(train, axis=0)
    x, x_test = (train - centre) / unit, (test - centre) / unit
    if scaling == "unit_range":  # a constant column keeps its differences there
        x, x_test = np.column_stack([x, np.zeros(180)]), np.column_stack([x_test, data.X[180:, 3] - 1])
    length_scale = 2 * np.median(pdist(x))
    fitted = RandomFourierFeatures(Gaussian(length_scale), 50, map="offset", random_state=3).fit(x)
    Z, Z_test = (np.sqrt(2 / 50) * np.cos(points @ fitted.frequencies_.T + fitted.phases_) for points in (x, x_test))
    y, ridge = data.y[:180], found.settings["ridge"]
    weights = np.linalg.solve(Z.T @ Z + 180 * ridge * np.eye(50), Z.T @ (y - y.mean()))
    values = Z_test @ weights + y.mean()
    clear = np.abs(values) > 1e-3  # float32 features against float64 may turn the others
    wrong = np.where(values > 0, 1, -1) != data.y[180:]
    assert abs(found.value - 100 * wrong.mean()) <= 100 * np.mean(~clear) + 1e-9 and clear.mean() > 0.9
    assert found.settings["length_scale"] == pytest.approx(length_scale, rel=1e-6)
    assert (found.settings["n_train"], found.settings["n_test"]) == (180, 60)


def test_every_cell_stands_beside_the_one_printed_number():
    (printed,) = {
        run.error_percent for run in RAHIMI_RECHT_TABLE_1 if (run.dataset, run.method) == ("KDDCUP99", "fourier")
    }
    assert TABLES["kdd_grid"] is KDD_GRID and set(KDD_GRID.published.values()) == {printed} == {7.3}
    assert {(cell.dataset, cell.method) for cell in KDD_GRID.cells} == {
        (scaling, name) for scaling in ("unit_range", "z_scores") for name in KDD_FACTORS
    }


@pytest.mark.parametrize(
    ("dataset", "method", "refused"),
    [
        ("raw", "median_2", "dataset must be one of unit_range, z_scores, got 'raw'"),
        ("z_scores", "median_3", "method must be one of half_median, .*got 'median_3'"),
    ],
)
def test_what_it_refuses(dataset, method, refused):
    with pytest.raises(ValueError, match=refused):
        kdd_grid_measure(Cell("kdd_grid", dataset, method, 50), 0, made_up())
