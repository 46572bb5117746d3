"""Li et al. 2019, Table 3: test errors of linear machines on drawn and on learned Fourier features."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any

import numpy as np
from scipy import linalg
from sklearn.base import clone

from rffviz.adaptive import (
    AdaptiveFourierFeatures,
    AlignedFourierFeatures,
    SupervisedFourierClassifier,
    SupervisedFourierRegressor,
    WeightedFourierFeatures,
)
from rffviz.datasets import Dataset, choose_rows, load, standardize, train_test
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import not_empty, one_of, seed_number, whole_number
from rffviz.kernels import Gaussian, Kernel
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.published import LI_TABLE_1, LI_TABLE_3, METHODS, Method
from rffviz.papers.table2 import AS_PUBLISHED, scheme_for
from rffviz.predict import squared_hinge_path

_HOLD_OUT = 1 / 3  # share of the training part for choosing settings; also the share of all rows for testing
_MOST_HELD_OUT = 5000


@dataclass(frozen=True)
class SuperviseSettings:
    """The settings chosen for a split: γ, η and the iterations of the optimiser, as the estimators define them."""

    decay: float
    eta: float
    n_iterations: int


def _grid(decays: Iterable[float], etas: Iterable[float], n_iterations: Iterable[int]) -> tuple[SuperviseSettings, ...]:
    return tuple(SuperviseSettings(*each) for each in itertools.product(decays, etas, n_iterations))


# The same for all data: a range that suits one of them would have been chosen with its test rows.
SUPERVISE_GRIDS: dict[str, tuple[SuperviseSettings, ...]] = {
    "regression": _grid((0.03, 0.1, 0.3, 1.0, 3.0), (1.0, 10.0), (60,)),
    "classes": _grid((0.03, 0.1, 0.3, 1.0), (1.0, 10.0), (5, 50)),
}


def supervise_test_error(
    dataset: str | Dataset, split: int = 0, n_freqs: int = 200, settings: SuperviseSettings | None = None
) -> Measured:
    """Train SUPERVISE on a split's training part and measure on its test part, with n_freqs landmarks.

    The value is the root mean square error for regression, else the percentage of wrong classes; the details are γ, η
    and iterations, the sizes of both parts, and the seconds of the choice, 0 where settings were given.

    Inputs are z-scored with training statistics, 2ℓ² = d (constant columns included). The seed `split` takes a third
    for the test, unless the data bring their own split. `settings` are by default those of `SUPERVISE_GRIDS` that
    `choose_supervise_settings` chooses on this training part.

    Source: Li, Zhang, Wang & Kumar 2019, "Supervised Learning Experiments".
    """
    data = load(dataset) if isinstance(dataset, str) else dataset
    split = whole_number("split", split, low=0)
    choice_seconds = 0.0
    if settings is None:
        start = time.process_time()
        settings, _ = choose_supervise_settings(data, split, supervise_grid(data.task), n_freqs)
        choice_seconds = time.process_time() - start
    parts = train_test(data, split)
    model = supervise_estimator(data, n_freqs, split, settings)
    start = time.process_time()
    model.fit(parts.X_train, parts.y_train)
    seconds = time.process_time() - start
    error = measured_error(data.task, model.predict(parts.X_test), parts.y_test)
    sizes = {"n_train": len(parts.X_train), "n_test": len(parts.X_test)}
    return Measured(error, seconds, details=asdict(settings) | sizes | {"choice_seconds": choice_seconds})


def supervise_grid(task: str) -> tuple[SuperviseSettings, ...]:
    """The candidate settings, for regression or for classification."""
    return SUPERVISE_GRIDS["regression" if task == "regression" else "classes"]


def choose_supervise_settings(
    dataset: str | Dataset, split: int, candidates: Iterable[SuperviseSettings], n_freqs: int = 200
) -> tuple[SuperviseSettings, list[tuple[SuperviseSettings, float]]]:
    """The candidate with the smallest error on a held-out third of the split's training part, and all their errors.

    At most 5,000 rows are held out. The test part is not touched: z-scores, landmarks and features come from the other
    two thirds.
    """
    data = load(dataset) if isinstance(dataset, str) else dataset
    train = train_test(data, split).train_index
    rows = train[choose_rows(len(train), len(train), split)]
    held_out = min(int(len(rows) * _HOLD_OUT), _MOST_HELD_OUT)
    held, kept = rows[:held_out], rows[held_out:]
    X, X_held = (standardize(data.X[part], reference=data.X[kept]).X for part in (kept, held))
    tried = []
    for settings in candidates:
        model = supervise_estimator(data, n_freqs, split, settings).fit(X, data.targets[kept])
        tried.append((settings, measured_error(data.task, model.predict(X_held), data.targets[held])))
    not_empty("candidates", tried, "setting")
    return min(tried, key=lambda pair: pair[1])[0], tried


def supervise_estimator(
    data: Dataset, n_freqs: int, seed: int, settings: SuperviseSettings
) -> SupervisedFourierRegressor | SupervisedFourierClassifier:
    """The unfitted estimator of the column SUPERVISE for a dataset."""
    kind = SupervisedFourierRegressor if data.task == "regression" else SupervisedFourierClassifier
    return kind(
        kernel=Gaussian((data.d / 2) ** 0.5),
        n_freqs=n_freqs,
        decay=settings.decay,
        eta=settings.eta,
        n_iterations=settings.n_iterations,
        random_state=seed,
    )


def measured_error(task: str, predicted: np.ndarray, y: np.ndarray) -> float:
    """The root mean square error for regression, the percentage of wrong classes for classification."""
    if task == "regression":
        return float(np.sqrt(np.mean(np.square(predicted - y))))
    return float(100 * np.mean(predicted != y))


N_FREQS = 200  # r, and as many landmarks
RIDGES = tuple(10 ** (half / 2) for half in range(-18, -3))  # of ridge regression: 10⁻⁹ to 10⁻²
SVM_RIDGES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
ALIGN_RHOS = (0.3, 1.0, 3.0, 10.0)
ALIGN_DRAWN = 2000  # frequencies that ALIGN picks its own from
FOLDS = 3  # folds of the training part, to choose λ and ρ
MOST_CHOSEN_ON = 10_000  # most rows for that
_METHODS = tuple(dict.fromkeys(method for _, method in LI_TABLE_3))


def table3_measure(
    cell: Cell, seed: int, data: Dataset | None = None, settings: SuperviseSettings | None = None
) -> Measured:
    """The test error of a method on one split: RMSE for regression, else the percentage of wrong classes.

    Parameters
    ----------
    cell : Cell
        Its `size` is D, the number of frequencies and of landmarks.
    seed : int
        Of the split, where the source gives none, and of the rows of Covertype; of landmarks, frequencies and folds.
    data : Dataset, optional
        Used in place of the one that the cell names.
    settings : SuperviseSettings, optional
        Of SUPERVISE; by default chosen on the training part of the seed's own split.

    Raises
    ------
    ValueError
        Where the method is not defined; as `DatasetUnavailable`, where the data are not on this machine.

    Notes
    -----
    Inputs are z-scored with training statistics; the kernel is Gaussian with 2ℓ² = d, constant columns included. The
    machine minimises (1/n) Σ c(w·z(x_i) + b, y_i) + λ‖w‖² on features with z(x)·z(x) near 1: c is the squared error, or
    for classes the squared hinge. λ, and the ρ of ALIGN, have the least held-out c in three folds of the training part,
    of at most 10,000 rows. Features that do not use the targets are learned once, on the whole training part; ALIGN,
    which uses them, is learned anew for each fold. SUPERVISE chooses γ, η and its iterations on a held-out third of the
    split's training part, at most 5,000 rows of it, from one grid for regression and one for classes. No test row of a
    split influences its choice or a grid. The paper names neither hinge nor folds. Its low-discrepancy schemes are
    measured in a randomised form. SUPERVISE brings its own predictor (`supervise_test_error`).

    Source: Li, Zhang, Wang & Kumar 2019, "Supervised Learning Experiments".
    """
    one_of("method", cell.method, _METHODS)
    seed = seed_number("seed", seed)
    if data is None:
        one_of("dataset", cell.dataset, LI_TABLE_1)
        options: dict[str, Any] = {"random_state": seed} if cell.dataset == "covtype" else {}
        data = load(cell.dataset, allow_download=False, **options)
    length_scale = (data.d / 2) ** 0.5
    shared: dict[str, Any] = {
        "n_freqs": cell.size,
        "length_scale": length_scale,
        "split": "the source's" if data.split is not None else "a third to test, drawn by the seed",
    }
    if cell.method == "SUPERVISE":
        result = supervise_test_error(data, seed, cell.size, settings)
        shared |= {"n_landmarks": cell.size, "chosen_on": "a third of the split's own training part"}
        shared |= {} if settings else {"grid": [list(astuple(each)) for each in supervise_grid(data.task)]}
        return replace(result, settings=shared)
    parts = train_test(data, seed)
    X, y = parts.X_train, parts.y_train.astype(np.float64)
    ridges = RIDGES if data.task == "regression" else SVM_RIDGES
    candidates = _candidates(METHODS[cell.method], Gaussian(length_scale), data.d, cell.size, seed)

    start = time.process_time()
    sees_labels = cell.method == "ALIGN"
    if not sees_labels:
        candidates = [candidates[0].fit(X)]
    seconds = time.process_time() - start
    place, ridge, inside = _choice(candidates, sees_labels, data.task, X, y, ridges, seed)
    start = time.process_time()
    features = candidates[place].fit(X, y) if sees_labels else candidates[0]
    weights, levels = _machines(data.task, features.transform(X), y, (ridge,))
    predicted = features.transform(parts.X_test) @ weights[:, 0] + levels[0]
    if data.task != "regression":
        predicted = np.where(predicted > 0, 1, -1)
    error = measured_error(data.task, predicted, parts.y_test)
    seconds += time.process_time() - start

    shared |= {
        "machine": "ridge regression" if data.task == "regression" else "linear SVM, squared hinge",
        "ridges": list(ridges),
        "folds": FOLDS,
        "most_chosen_on": MOST_CHOSEN_ON,
        **_described(cell, Gaussian(length_scale), data.d),
    }
    details = {"n_train": len(X), "n_test": len(parts.y_test), "ridge": ridge, "inside": inside}
    if sees_labels:
        details["rho"] = features.rho
    return Measured(error, seconds, shared, details)


def _candidates(method: Method, kernel: Kernel, d: int, n_freqs: int, seed: int) -> list[Any]:
    """The unfitted candidate feature maps of a method; only ALIGN has several."""
    if method.scheme:
        return [RandomFourierFeatures(kernel, n_freqs, scheme_for(method, kernel, d, n_freqs), random_state=seed)]
    if method.name == "ALIGN":
        return [AlignedFourierFeatures(kernel, n_freqs, rho, ALIGN_DRAWN, random_state=seed) for rho in ALIGN_RHOS]
    if method.name == "WEIGHT":
        return [WeightedFourierFeatures(kernel, n_freqs, method.landmarks, n_freqs, random_state=seed)]
    return [AdaptiveFourierFeatures(kernel, n_freqs, method.landmarks, n_freqs, AS_PUBLISHED, random_state=seed)]


def _described(cell: Cell, kernel: Kernel, d: int) -> dict[str, Any]:
    """The settings of a cell's features, besides r and ℓ."""
    method = METHODS[cell.method]
    if method.scheme:
        scheme = scheme_for(method, kernel, d, cell.size)
        return {"scheme": getattr(scheme, "name", scheme)}
    if method.name == "ALIGN":
        return {"scheme": "monte_carlo", "rhos": list(ALIGN_RHOS), "n_drawn": ALIGN_DRAWN}
    described = {"scheme": "monte_carlo", "landmarks": method.landmarks, "n_landmarks": cell.size}
    return described if method.name == "WEIGHT" else described | {"optimizer": AS_PUBLISHED}


def _choice(
    candidates: list[Any],
    sees_labels: bool,
    task: str,
    X: np.ndarray,
    y: np.ndarray,
    ridges: Sequence[float],
    seed: int,
) -> tuple[int, float, bool]:
    """The candidate and the λ of least held-out loss, and whether that λ lies inside the grid."""
    rows = choose_rows(len(X), min(len(X), MOST_CHOSEN_ON), seed)
    losses = np.zeros((len(candidates), len(ridges)))
    for fold in np.array_split(rows, FOLDS):
        rest = np.setdiff1d(rows, fold)
        for i, features in enumerate(candidates):
            there = clone(features).fit(X[rest], y[rest]) if sees_labels else features
            weights, levels = _machines(task, there.transform(X[rest]), y[rest], ridges)
            values = there.transform(X[fold]) @ weights + levels
            missed = y[fold, None] - values if task == "regression" else np.maximum(1 - y[fold, None] * values, 0)
            losses[i] += np.square(missed).sum(axis=0)
    best, j = map(int, np.unravel_index(np.argmin(losses), losses.shape))
    return best, float(ridges[j]), bool(0 < j < len(ridges) - 1)


def _machines(task: str, Z: np.ndarray, y: np.ndarray, ridges: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """w of shape (n_features, g) and b of shape (g,) for every λ."""
    if task != "regression":
        return squared_hinge_path(Z, y, ridges)
    level, Z = float(y.mean()), Z.astype(np.float64)
    eigenvalues, vectors = linalg.eigh(Z.T @ Z)
    shifted = np.maximum(eigenvalues, 0)[:, None] + len(y) * np.asarray(ridges)
    return vectors @ ((vectors.T @ (Z.T @ (y - level)))[:, None] / shifted), np.full(len(ridges), level)


TABLE_3 = PublishedTable(
    name="table3",
    title="Li et al. 2019, Table 3",
    protocol=(
        "n = D = 200; cosine and sine of each frequency; the test part is a third drawn by the seed, or the source's; "
        "ridge regression or a linear SVM on the features, its penalty (and ALIGN's ρ) chosen by three folds of the "
        "split's training part; SAMPLE and CLUSTER by Algorithm 1, WEIGHT by the paper's programme, SUPERVISE by "
        "L-BFGS or Adam, its γ, η and iterations chosen on a third of the split's training part"
    ),
    cells=tuple(Cell("table3", dataset, method, N_FREQS) for dataset, method in LI_TABLE_3),
    published={
        Cell("table3", dataset, method, N_FREQS): value
        for (dataset, method), value in LI_TABLE_3.items()
        if value is not None
    },
    units={name: "RMSE" if task == "regression" else "% wrong" for name, (task, _, _) in LI_TABLE_1.items()},
    data={name: name for name in LI_TABLE_1},
    measure=table3_measure,
    n_seeds=5,
)
