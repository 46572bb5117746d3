"""Rahimi & Recht's Table 1 (2007): a row's data, and the settings chosen for a method on its training part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import FeatureUnion

from rffviz.datasets import Dataset, choose_rows, load
from rffviz.datasets.tables import COVTYPE_ROWS, KDD_ROWS, KDD_TEST_ROWS
from rffviz.features import RandomBinningFeatures, RandomFourierFeatures
from rffviz.foundation.validation import Refusal, one_of, whole_number
from rffviz.kernels import Gaussian, Kernel, Laplacian, median_length_scale
from rffviz.papers.table1_settings import (
    CVM_CHOSEN_ON,
    CVM_POINTS,
    CVM_PRECISION,
    FOREST_COVER_TRAIN,
    REPEATING,
    SVM_CHOSEN_ON,
    TABLE_1_SETTINGS,
    table1_size,
)
from rffviz.predict import (
    MAX_SVM_POINTS,
    CoreVectorClassifier,
    CoreVectorRegressor,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    choose_scale_and_penalty,
    k_fold_errors,
)
from rffviz.predict.normal_equations import NormalEquations, multiply_in_double, sparse_weights

_SVM_TUBE = 0.05  # ε of support vector regression, in standard deviations of the targets
_FOLDS = 3  # folds of the training part, to choose settings
_TOLERANCE = 1e-5  # of conjugate gradients: does not change the third digit of an error in per cent
_CHUNK = 1024  # rows of features computed at a time
_KERNELS = {"fourier_ls": Gaussian, "binning_ls": Laplacian}
# where the source has no split: rows drawn with seed 0
_TRAIN_SHARES = {"forest_cover": FOREST_COVER_TRAIN / COVTYPE_ROWS, REPEATING: 0.9}
_HELD_OUT = 20_000  # rows of Forest Cover's training part, to choose settings on


@dataclass(frozen=True, eq=False)
class Parts:
    """A training part and a test part, scaled as the row says."""

    task: str
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


@dataclass(frozen=True)
class ChosenSettings:
    """An estimator for each seed, the settings chosen for it, and how many rows it can learn, where not all."""

    with_seed: Callable[[int], Any]
    length_scale: float
    ridge: float
    inside: bool
    described: dict[str, Any] = field(default_factory=dict)
    most_rows: int | None = None


def load_row(dataset: str, **options: Any) -> Dataset:
    """A row's dataset, all of it."""
    rows = {"forest_cover": COVTYPE_ROWS, "kdd_cup_99": KDD_ROWS + KDD_TEST_ROWS, REPEATING: KDD_ROWS}.get(dataset)
    if rows is not None:
        options["n_points"] = rows
    return load(TABLE_1_SETTINGS[dataset].data, **options)


def parts_of(dataset: str, data: Dataset) -> Parts:
    """The source's own split, or one drawn once if it has none."""
    setting = TABLE_1_SETTINGS[dataset]
    if data.split is not None:
        train = data.split == 0
    elif dataset in _TRAIN_SHARES:
        train = np.zeros(data.n, dtype=bool)
        train[choose_rows(data.n, round(_TRAIN_SHARES[dataset] * data.n), 0)] = True
    else:
        raise Refusal(f"data must have a split into training and test part, got {data.name} without one.")
    X, y = data.X[train], data.targets[train].astype(np.float64)
    X_test, y_test = data.X[~train], data.targets[~train].astype(np.float64)
    if setting.unit_range:
        low, spread = X.min(axis=0), np.ptp(X, axis=0)
        spread[spread == 0] = 1
        for part in (X, X_test):  # in place: 522,000 rows take 225 MB
            part -= low
            part /= spread
    return Parts(data.task, X, y, X_test, y_test)


def repeats(parts: Parts) -> dict[str, Any]:
    """How many rows of each part are distinct in their inputs, and the share of test rows also in training."""
    train, test = ([blake2b(row.data, digest_size=16).digest() for row in part] for part in (parts.X, parts.X_test))
    distinct = set(train)
    return {
        "n_train_distinct": len(distinct),
        "n_test_distinct": len(set(test)),
        "test_rows_in_training": float(np.mean([row in distinct for row in test])),
    }


def split_words(dataset: str) -> str:
    """A description of the split, for the settings of a cell."""
    if dataset not in _TRAIN_SHARES:
        return "the source's"
    return f"{_TRAIN_SHARES[dataset]:.2%} of the rows to train, drawn with seed 0 for all seeds"


def choose(dataset: str, method: str, parts: Parts, random_state: int) -> ChosenSettings:
    """The settings of a method, from the training part alone; the seed is that of the features tried."""
    chosen = {"fourier_binning_ls": _choose_both, "cvm": _choose_machine, "exact_svm": _choose_machine}
    choice = chosen.get(method, _choose_features)(dataset, method, parts, random_state)
    edge = TABLE_1_SETTINGS[dataset].edges.get(method)
    return choice if choice.inside or edge is None else replace(choice, described=choice.described | {"edge": edge})


def _features(dataset: str, method: str, kernel: Kernel, seed: int) -> RandomFourierFeatures | RandomBinningFeatures:
    """An unfitted map with as many features as in the paper: D frequencies or P grids."""
    size = table1_size(dataset, method)
    if method == "fourier_ls":
        return RandomFourierFeatures(kernel, size, map="offset", random_state=seed)
    return RandomBinningFeatures(kernel, size, random_state=seed)  # Laplacian


def _choose_features(dataset: str, method: str, parts: Parts, random_state: int) -> ChosenSettings:
    """The stored length scale and λ, or those of least k-fold error, and whether they lie inside the grids."""
    setting, of = TABLE_1_SETTINGS[dataset], _KERNELS[method]
    median, scales, ridges = median_length_scale(of, parts.X), setting.scales[method], setting.ridges[method]
    described: dict[str, Any] = {"map": "offset"} if method == "fourier_ls" else {}
    described |= {"kernel": of.__name__, "scales": list(scales), "ridges": list(ridges), "median": median}
    if method in setting.chosen:
        factor, ridge = setting.chosen[method]
        length_scale = factor * median
        inside = all(best not in (each[0], each[-1]) for best, each in ((factor, scales), (ridge, ridges)))
        described["chosen_on"] = f"{_HELD_OUT:,} held-out rows of the training part"
    else:
        first = _features(dataset, method, of(), random_state)
        length_scales = [factor * median for factor in scales]
        choice = choose_scale_and_penalty(first, parts.X, parts.y, length_scales, ridges, _FOLDS, random_state)
        length_scale, ridge, inside = choice.length_scale, choice.ridge, choice.inside
        described["chosen_on"] = f"{_FOLDS} folds of the training part"

    def with_seed(seed: int) -> FeatureRidge | FeatureRidgeClassifier:
        return _least_squares(parts_task, _features(dataset, method, of(length_scale), seed), ridge)

    parts_task = parts.task  # the closure must not keep the points alive
    return ChosenSettings(with_seed, length_scale, ridge, inside, described)


def _choose_both(dataset: str, method: str, parts: Parts, random_state: int) -> ChosenSettings:
    """Fourier and binning features, each at its own best length scale, with a common λ of least k-fold error."""
    alone = [_choose_features(dataset, each, parts, random_state) for each in ("fourier_ls", "binning_ls")]
    task = parts.task

    def features(seed: int) -> FeatureUnion:
        maps = [
            (each, _features(dataset, each, _KERNELS[each](choice.length_scale), seed))
            for each, choice in zip(("fourier_ls", "binning_ls"), alone, strict=True)
        ]
        return FeatureUnion(maps, transformer_weights=dict.fromkeys(("fourier_ls", "binning_ls"), 0.5**0.5))

    ridges = TABLE_1_SETTINGS[dataset].ridges["binning_ls"]
    Z = features(random_state).fit_transform(parts.X)
    losses = k_fold_errors(Z, parts.y, ridges, _FOLDS, random_state).sum(axis=0)
    ridge = ridges[int(np.argmin(losses))]
    described = {
        "map": "offset",
        "n_grids": table1_size(dataset, "binning_ls"),
        "binning_length_scale": alone[1].length_scale,
        "ridges": list(ridges),
        "chosen_on": f"{_FOLDS} folds of the training part",
    }
    inside = ridge not in (ridges[0], ridges[-1]) and all(choice.inside for choice in alone)
    return ChosenSettings(
        lambda seed: _least_squares(task, features(seed), ridge), alone[0].length_scale, ridge, inside, described
    )


def _least_squares(task: str, features: Any, ridge: float) -> FeatureRidge | FeatureRidgeClassifier:
    return (FeatureRidge if task == "regression" else FeatureRidgeClassifier)(features, ridge, _TOLERANCE)


def _choose_machine(dataset: str, method: str, parts: Parts, random_state: int) -> ChosenSettings:
    """The same for a machine without features: length scale and C by folds of some training points."""
    setting, task, X, y = TABLE_1_SETTINGS[dataset], parts.task, parts.X, parts.y
    unit = float(np.std(y)) if task == "regression" and method == "exact_svm" else 1.0
    median = median_length_scale(Gaussian, X)
    n_few = CVM_CHOSEN_ON if method == "cvm" else SVM_CHOSEN_ON
    few = np.random.default_rng(random_state).permutation(len(X))[:n_few]
    grid: dict[str, list[Any]] = {
        "kernel": [Gaussian(scale * median) for scale in setting.scales[method]],
        "C": [cost * unit for cost in setting.costs[method]],
    }
    scoring = "neg_mean_squared_error" if task == "regression" else "accuracy"
    machine = _machine(method, task, unit)
    search = GridSearchCV(machine, grid, scoring=scoring, cv=_FOLDS, refit=False, error_score="raise")
    best = search.fit(X[few], y[few]).best_params_
    inside = all(best[name] not in (values[0], values[-1]) for name, values in grid.items())
    n_train = min(len(X), MAX_SVM_POINTS if method == "exact_svm" else CVM_POINTS)
    ridge = unit / (2 * n_train * best["C"])
    if method == "cvm":
        ridge = machine.mu / best["C"] if task == "regression" else 1 / (n_train * best["C"])
    described = {
        "C": best["C"],
        "scales": list(setting.scales[method]),
        "costs": list(setting.costs[method]),
        "trained_on": "the training part" if n_train == len(X) else f"{n_train:,} rows of it, drawn by the seed",
        "chosen_on": f"{_FOLDS} folds of {len(few):,} rows of the training part",
    }
    if method == "cvm":
        described["epsilon"] = machine.epsilon
    return ChosenSettings(
        lambda seed: _machine(method, task, unit, seed).set_params(**best),
        best["kernel"].length_scale,
        ridge,
        inside,
        described,
        CVM_POINTS if method == "cvm" else None,
    )


def _machine(method: str, task: str, unit: float, seed: int = 0) -> Any:
    if method == "cvm":
        of = CoreVectorRegressor if task == "regression" else CoreVectorClassifier
        return of(Gaussian(), epsilon=CVM_PRECISION, random_state=seed)
    if task == "regression":
        return ExactSVR(Gaussian(), epsilon=_SVM_TUBE * unit, subsample=True, random_state=seed)
    return ExactSVC(Gaussian(), subsample=True, random_state=seed)


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
    n_held = min(_HELD_OUT, len(parts.X) // 3)
    n_train = whole_number("n_train", n_train, low=2, high=len(parts.X) - n_held)
    rows = choose_rows(len(parts.X), n_held + n_train, 0)
    X, y, X_held, y_held = (part[some] for some in (rows[n_held:], rows[:n_held]) for part in (parts.X, parts.y))
    median, tried = median_length_scale(_KERNELS[method], parts.X), []
    for factor in setting.scales[method]:
        features = _features(dataset, method, _KERNELS[method](factor * median), 0)
        ridges = setting.ridges[method]
        if method == "binning_ls":
            weights = sparse_weights(features.fit_transform(X), y - y.mean(), ridges, _TOLERANCE)
        else:
            equations = NormalEquations([y.mean()], multiply_in_double(min(ridges)))
            features.fit(X)
            for start in range(0, len(X), _CHUNK):
                equations.add(features.transform(X[start : start + _CHUNK]), y[start : start + _CHUNK, None])
            weights = np.column_stack([equations.weights(ridge) for ridge in ridges])
        values = features.transform(X_held) @ weights + y.mean()
        for ridge, value in zip(ridges, values.T, strict=True):
            predicted = value if parts.task == "regression" else np.where(value > 0, 1, -1)
            tried.append((factor, ridge, per_cent(parts.task, predicted, y_held)))
    return min(tried, key=lambda each: (each[2], -each[1]))[:2], tried  # on ties the largest λ


def per_cent(task: str, predicted: np.ndarray, y: np.ndarray) -> float:
    """‖f − y‖/‖y‖, or the share of wrong classes, in per cent."""
    if task == "regression":
        return 100 * float(np.linalg.norm(predicted - y) / np.linalg.norm(y))
    return 100 * float(np.mean(predicted != y))
