"""The survey: kernel error and test errors of every registered scheme on real data."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold
from sklearn.svm import SVC

from rffviz.datasets import DATASETS, TrainTest, at_most, load, train_test
from rffviz.diagnose import diagnose
from rffviz.features import ArcCosineFeatures, RandomFourierFeatures, arc_cosine_kernel
from rffviz.foundation.validation import Refusal, one_of, whole_number
from rffviz.kernels import KERNELS, Gaussian, Laplacian, median_length_scale
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.samplers import SAMPLERS, Scheme
from rffviz.samplers.own import named_scheme, register

RATIOS = (2, 4, 8, 16, 32)
"""Features per input dimension, D/d."""
ARC_COSINES = {"arc_cosine_0": 0, "arc_cosine_1": 1}
SURVEYED = (Gaussian.name, Laplacian.name, *ARC_COSINES)
"""The kernels."""
MOST_POINTS = 1000
_SETS = {  # inputs that vary over the training part
    "diabetes": 10,
    "digits": 61,
    "breast_cancer": 30,
    "wine_quality": 11,
    "parkinsons": 16,
    "cpu": 21,
    "adult": 123,
    "covtype": 53,
}
_RIDGES = 10.0 ** np.arange(-6, 0)  # candidate λ, times the mean of k(x, x)
_COSTS = 10.0 ** np.arange(-1, 4)  # candidate C, divided by the mean of k(x, x)
_FOLDS = 5
# Where each scheme is diagnosed: few dimensions, few frequencies, just enough seeds for verdicts over seeds
_LENGTH, _DIMENSIONS, _FREQS, _SEEDS = 2.0, 4, 64, 20


def inputs(dataset: str) -> int:
    """The number of inputs of a dataset of the survey that vary over its training part."""
    return _SETS[one_of("dataset", dataset, _SETS)]


def n_freqs_at(kernel: str, ratio: int, d: int) -> int:
    """Frequencies for ratio·d features: half as many for a cosine and a sine each, as many for one unit each."""
    return ratio * d if one_of("kernel", kernel, SURVEYED) in ARC_COSINES else ratio * d // 2


def measure(cell: Cell, seed: int, allow_download: bool = False, samplers: Sequence[str] = ()) -> Measured:
    """Measure one scheme at one size, with one seed.

    Parameters
    ----------
    cell : Cell
        `dataset` any real one with targets, `kernel` of `SURVEYED`, `method` a registered scheme, `size` its number of
        frequencies.
    seed : int
        Of the frequencies alone: the split is the same for all.
    allow_download : bool
        Whether a dataset that is not on the machine may be fetched.
    samplers : sequence of str
        User-defined schemes as "package.module:function", registered where they are not.

    Returns
    -------
    Measured
        The relative error of the kernel matrix of the test points. In `details`: `ridge` and, for classes, `svm`, the
        test errors, and `features`, the seconds for frequencies and features. In `settings`: sizes, penalties, the test
        errors of the exact kernel, and the debugger's `verdict` on the scheme, with its headline in `found`.

    Raises
    ------
    Refusal
        Where the scheme is not defined for the kernel, the dimension or the number of frequencies.

    Notes
    -----
    Both parts have at most 1,000 points, z-scored with the whole training part. Gaussian and Laplacian have the median
    length scale of the training points, and features in pairs of cosine and sine. The penalties of ridge regression and
    of the linear SVM are chosen by five-fold cross-validation on the training part, with the exact kernel: they are the
    same for every scheme and size. A test error is the share of wrong classes or, for numbers, √(Σ(y − f)²/Σ(y − ȳ)²),
    ȳ the training mean. Ridge regression takes classes one against the rest, the SVM one against one; both are solved
    through the n × n matrix of the features' inner products.
    """
    _register(samplers)
    kernel, scheme = one_of("kernel", cell.kernel, SURVEYED), SAMPLERS[one_of("method", cell.method, SAMPLERS)]
    outcome = measure_scheme(scheme, cell, seed, allow_download)
    verdict = _verdict(scheme, kernel if kernel in KERNELS else Gaussian.name)
    return replace(outcome, settings={**outcome.settings, **verdict})


def measure_scheme(scheme: Scheme, cell: Cell, seed: int, allow_download: bool = False) -> Measured:
    """As `measure`, of any scheme, registered or not, without the debugger's verdict; `cell.method` may be any name."""
    kernel = one_of("kernel", cell.kernel, SURVEYED)
    n_freqs = whole_number("n_freqs", cell.size)
    task = _task(_real(cell.dataset), kernel, allow_download)
    X, X_test = (part.astype(np.float32) for part in (task.split.X_train, task.split.X_test))
    start = time.process_time()
    features = task.features(n_freqs, scheme, random_state=seed).fit(X)
    Z, Z_test = features.transform(X), features.transform(X_test)
    made = time.process_time() - start
    error = float(np.linalg.norm(Z_test @ Z_test.T - task.K_test) / np.linalg.norm(task.K_test))
    details = task.errors(Z @ Z.T, Z_test @ Z.T) | {"features": _rounded(made, 3)}
    settings = task.settings | {"ratio": Z.shape[1] / X.shape[1]}
    seconds = time.process_time() - start
    return Measured(_rounded(error), _rounded(seconds, 3), settings, {name: _rounded(x) for name, x in details.items()})


def survey_table(samplers: Sequence[str] = ()) -> PublishedTable:
    """The survey with every registered scheme, and user-defined ones named as "package.module:function"."""
    _register(samplers)
    cells = tuple(
        Cell("survey", dataset, scheme, n_freqs_at(kernel, ratio, d), kernel=kernel)
        for dataset, d in _SETS.items()
        for kernel in SURVEYED
        for ratio in RATIOS
        for scheme in SAMPLERS
    )
    return PublishedTable(
        "survey",
        "Survey of the schemes",
        "at most 1,000 points to train and 1,000 to test, z-scored; median length scale; over all pairs of test points",
        cells,
        {},
        dict.fromkeys(_SETS, "‖K̂ − K‖_F/‖K‖_F"),
        {dataset: dataset for dataset in _SETS},
        measure,
        options=("allow_download", "samplers"),
        n_seeds=3,
    )


@dataclass(frozen=True, eq=False)
class _Task:
    """The data, split and kernel matrices shared by all schemes on a dataset with a kernel."""

    split: TrainTest
    classes: np.ndarray | None
    features: Callable[..., Any]
    K_test: np.ndarray
    unit: float  # the mean of k(x, x), by which kernel matrices are divided before anything is learned
    shift: float
    cost: float
    settings: dict[str, Any]

    def errors(self, K: np.ndarray, K_test: np.ndarray) -> dict[str, float]:
        """Test errors from the kernel of training points, and of test points with them."""
        return _errors(K / self.unit, K_test / self.unit, self.split, self.classes, self.shift, self.cost)


@lru_cache(maxsize=4)
def _task(dataset: str, kernel: str, allow_download: bool) -> _Task:
    data = load(dataset, allow_download=allow_download)
    split = at_most(train_test(data), MOST_POINTS, MOST_POINTS)
    X, y, X_test = split.X_train, split.y_train, split.X_test
    classes = None if data.task == "regression" else np.unique(y)
    matrix: Callable[..., np.ndarray]
    if kernel in KERNELS:
        matrix = of = KERNELS[kernel](median_length_scale(KERNELS[kernel], X))
        length = {"length_scale": _rounded(of.length_scale)}
        features = partial(RandomFourierFeatures, of)
    else:
        matrix = partial(arc_cosine_kernel, order=ARC_COSINES[kernel])
        features, length = partial(ArcCosineFeatures, ARC_COSINES[kernel]), {}
    K = matrix(X, X)
    unit = float(np.mean(np.diag(K)))
    K, shift, cost = K / unit, 0.0, 0.0
    folds = KFold(_FOLDS, shuffle=True, random_state=0)
    machine, grid = KernelRidge(kernel="precomputed"), {"alpha": len(X) * _RIDGES}
    search = GridSearchCV(machine, grid, scoring="neg_mean_squared_error", cv=folds, refit=False)
    targets = _targets(y, classes)
    shift = float(search.fit(K, targets - targets.mean(axis=0)).best_params_["alpha"])
    if classes is not None:
        strata = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
        search = GridSearchCV(SVC(kernel="precomputed"), {"C": _COSTS}, cv=strata, refit=False)
        cost = float(search.fit(K, y).best_params_["C"])
    exact = _errors(K, matrix(X_test, X) / unit, split, classes, shift, cost)
    settings: dict[str, Any] = {"n_train": len(X), "n_test": len(X_test), "d": X.shape[1], "task": data.task}
    settings |= length | {"ridge": _rounded(shift / len(X))} | ({"C": cost} if cost else {})
    settings |= {f"exact_{name}": _rounded(value) for name, value in exact.items()}
    return _Task(split, classes, features, matrix(X_test, X_test), unit, shift, cost, settings)


def _targets(y: np.ndarray, classes: np.ndarray | None) -> np.ndarray:
    """Numeric targets as a column, classes as a ±1 column each."""
    return y[:, None] if classes is None else np.where(y[:, None] == classes, 1.0, -1.0)


def _errors(
    K: np.ndarray, K_test: np.ndarray, split: TrainTest, classes: np.ndarray | None, shift: float, cost: float
) -> dict[str, float]:
    targets = _targets(split.y_train, classes)
    mean = targets.mean(axis=0)
    shifted = K.astype(np.float64)
    shifted[np.diag_indices(len(K))] += shift
    predicted = mean + K_test @ cho_solve(cho_factor(shifted, overwrite_a=True), targets - mean)
    y = split.y_test
    if classes is None:
        return {"ridge": float(np.linalg.norm(y - predicted[:, 0]) / np.linalg.norm(y - mean))}
    machine = SVC(C=cost, kernel="precomputed").fit(K, split.y_train)
    wrong = {"ridge": classes[predicted.argmax(axis=1)] != y, "svm": machine.predict(K_test) != y}
    return {name: float(np.mean(each)) for name, each in wrong.items()}


@lru_cache(maxsize=256)
def _verdict(scheme: Scheme, kernel: str) -> dict[str, str]:
    """The worst status, and the headline, of the debugger's report on a scheme."""
    X = np.random.default_rng(0).standard_normal((200, _DIMENSIONS))
    try:
        report = diagnose(scheme.name, KERNELS[kernel](_LENGTH), _DIMENSIONS, _FREQS, _SEEDS, X=X, rate=False)
    except Refusal:
        return {"verdict": "unknown", "found": f"Not defined in {_DIMENSIONS} dimensions"}
    return {"verdict": report.worst.status, "found": report.headline}


def _real(dataset: str) -> str:
    return one_of("dataset", dataset, (name for name, entry in DATASETS.items() if entry.kind in ("bundled", "paper")))


def _register(samplers: Sequence[str]) -> None:
    for scheme in map(named_scheme, samplers):
        if scheme.name not in SAMPLERS:  # workers do not inherit registered schemes
            register(scheme, SAMPLERS)


def _rounded(value: float, digits: int = 6) -> float:
    """A number rounded for storage: more digits would double the file."""
    return float(f"{value:.{digits}g}")


SURVEY = survey_table()
"""The survey of the schemes that come with the package. MNIST is left out: 32 features for each of its 784 inputs are
25,088, more than a second for each measurement."""
