"""How the stored settings of Table 1's features of Forest Cover were chosen: on held-out rows; folds take too long."""

import numpy as np

from rffviz.datasets import Dataset, choose_rows
from rffviz.foundation.validation import one_of, whole_number
from rffviz.kernels import median_length_scale
from rffviz.papers import table1
from rffviz.papers.table1 import load_row, parts_of, per_cent
from rffviz.papers.table1_settings import TABLE_1_SETTINGS
from rffviz.predict.normal_equations import NormalEquations, multiply_in_double, sparse_weights

CHUNK = 1024  # rows of features computed at a time


def choose_table1_settings(
    dataset: str, method: str, n_train: int, data: Dataset | None = None
) -> tuple[tuple[float, float], list[tuple[float, float, float]]]:
    """The factor of the median distance and the λ of least error on held-out rows of the training part, and all tried.

    For a training part too large for folds: features learn `n_train` rows of it and are judged on up to 20,000 others.
    What is tried is (factor, λ, error in per cent).
    """
    setting = TABLE_1_SETTINGS[one_of("dataset", dataset, TABLE_1_SETTINGS)]
    one_of("method", method, ("fourier_ls", "binning_ls"))
    parts = parts_of(dataset, load_row(dataset) if data is None else data)
    n_held = min(table1._HELD_OUT, len(parts.X) // 3)
    n_train = whole_number("n_train", n_train, low=2, high=len(parts.X) - n_held)
    rows = choose_rows(len(parts.X), n_held + n_train, 0)
    X, y, X_held, y_held = (part[some] for some in (rows[n_held:], rows[:n_held]) for part in (parts.X, parts.y))
    median, tried = median_length_scale(table1._KERNELS[method], parts.X), []
    for factor in setting.scales[method]:
        features = table1._features(dataset, method, table1._KERNELS[method](factor * median), 0)
        ridges = setting.ridges[method]
        if method == "binning_ls":
            weights = sparse_weights(features.fit_transform(X), y - y.mean(), ridges, table1._TOLERANCE)
        else:
            equations = NormalEquations([y.mean()], multiply_in_double(min(ridges)))
            features.fit(X)
            for start in range(0, len(X), CHUNK):
                equations.add(features.transform(X[start : start + CHUNK]), y[start : start + CHUNK, None])
            weights = np.column_stack([equations.weights(ridge) for ridge in ridges])
        values = features.transform(X_held) @ weights + y.mean()
        for ridge, value in zip(ridges, values.T, strict=True):
            predicted = value if parts.task == "regression" else np.where(value > 0, 1, -1)
            tried.append((factor, ridge, per_cent(parts.task, predicted, y_held)))
    return min(tried, key=lambda each: (each[2], -each[1]))[:2], tried  # on ties the largest λ
