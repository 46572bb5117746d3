"""Li et al. 2019, Table 3, column SUPERVISE: test errors of target-aware features, and the choice of settings."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import numpy as np

from rffviz.adaptive import SupervisedFourierClassifier, SupervisedFourierRegressor
from rffviz.datasets import Dataset, choose_rows, load, standardize, train_test
from rffviz.foundation.validation import not_empty, whole_number
from rffviz.kernels import Gaussian
from rffviz.papers.cell import Measured

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
