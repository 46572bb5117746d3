"""Li et al. 2019, Table 2: relative errors of kernel matrices, method by method, measured by the paper's protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

import joblib
import numpy as np
from joblib.parallel import get_active_backend

from rffviz.adaptive import OPTIMIZERS, AdaptiveFourierFeatures, WeightedFourierFeatures
from rffviz.datasets import choose_rows, load
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.measure import relative_error
from rffviz.papers.published import LI_TABLE_1, LI_TABLE_2, METHODS, Method
from rffviz.samplers import SAMPLERS
from rffviz.validation import Refusal, one_of, whole_number

TABLE_2_DATASETS = tuple(LI_TABLE_1)
TABLE_2_SIZES = (50, 100, 200)
TABLE_2_METHODS = tuple(name for name in METHODS if name not in ("ALIGN", "SUPERVISE"))  # those two use labels


@dataclass(frozen=True)
class Table2Cell:
    """One cell, published beside measured.

    Attributes
    ----------
    dataset, method : str
    n_freqs : int
        r.
    published : float or None
        None where the paper has no number.
    seeds : tuple of int
        Those that were measured.
    errors, seconds : tuple of float
        ‖K̃ − K‖_F/‖K‖_F over the whole matrix, and the time of learning and measuring, one per seed; empty where the
        method is refused.
    n_points, d : int
        Points measured on, and columns of the data (constant ones included, as in the protocol's 2ℓ² = d).
    length_scale : float
        ℓ of the Gaussian kernel.
    scheme : str
        The sampling scheme; for a method that learns, the one it starts from.
    landmarks, optimizer : str
        Kind of landmarks, and what moves the frequencies; empty where there is none.
    n_landmarks : int or None
        None where no landmarks are used.
    ridge : tuple of float
        λ of a method that learns, one per seed.
    notes : tuple of str
        What a reader should know of the method.
    refused : str
        Why there is no measurement, or none beyond the seeds listed; empty where all were measured.
    """

    dataset: str
    method: str
    n_freqs: int
    published: float | None
    seeds: tuple[int, ...]
    errors: tuple[float, ...]
    seconds: tuple[float, ...]
    n_points: int
    d: int
    length_scale: float
    scheme: str
    landmarks: str = ""
    n_landmarks: int | None = None
    optimizer: str = ""
    ridge: tuple[float, ...] = ()
    notes: tuple[str, ...] = ()
    refused: str = ""

    @property
    def mean(self) -> float | None:
        """Mean error over the seeds; None where there is none."""
        return float(np.mean(self.errors)) if self.errors else None

    @property
    def spread(self) -> float | None:
        """Standard deviation of the error over the seeds (the n − 1 one); None with fewer than two."""
        return float(np.std(self.errors, ddof=1)) if len(self.errors) > 1 else None

    def as_dict(self) -> dict:
        """The record for a JSON file, with mean and spread."""
        return {**asdict(self), "mean": self.mean, "spread": self.spread}


def table2_cell(
    dataset: str,
    method: str,
    n_freqs: int,
    seeds: Sequence[int] = (0, 1, 2),
    landmarks_factor: float | str = 1,
    n_points: int | None = None,
    optimizer: str | None = None,
    allow_download: bool = False,
) -> Table2Cell:
    """Measure one cell of Table 2.

    Parameters
    ----------
    dataset : str
        One of `TABLE_2_DATASETS`.
    method : str
        One of `TABLE_2_METHODS`.
    n_freqs : int
        r; the paper has 50, 100 and 200.
    seeds : sequence of int
        There is one measurement for each.
    landmarks_factor : float or "auto"
        n = factor·r landmarks (at least 2, at most all points) for the methods that learn; the paper fixes n = r.
        "auto" leaves it to the estimator: at most 10 r.
    n_points : int, optional
        How many rows, chosen at random with seed 0, to measure on; all by default, as in the paper.
    optimizer : str, optional
        Of `rffviz.adaptive.AdaptiveFourierFeatures`; its own default where not given.
    allow_download : bool
        Whether a dataset that is not on the machine may be fetched.

    Returns
    -------
    Table2Cell
        Refused, with the reason, where the method is not defined for these sizes (moment matching with no more
        frequencies than dimensions) or fails at a seed; the seeds before that are kept.

    Notes
    -----
    Every column is z-scored over the whole data set. The kernel is Gaussian with 2ℓ² = d, where d counts constant
    columns too, which add no distance. The error is over all N² pairs. Low-discrepancy schemes are measured in a
    randomised form, since as published they have a single value; the paper does not say which form it used.

    Source: Li, Zhang, Wang & Kumar 2019, Table 2.
    """
    one_of("dataset", dataset, TABLE_2_DATASETS)
    method = METHODS[one_of("method", method, TABLE_2_METHODS)]
    n_freqs = whole_number("n_freqs", n_freqs)
    seeds = _checked_seeds(seeds)
    factor = _checked_factor(landmarks_factor)
    if optimizer is not None:
        one_of("optimizer", optimizer, OPTIMIZERS)
    X, d = _points(dataset, None if n_points is None else whole_number("n_points", n_points, low=2), allow_download)
    kernel = Gaussian((d / 2) ** 0.5)
    cell = Table2Cell(
        dataset=dataset,
        method=method.name,
        n_freqs=n_freqs,
        published=LI_TABLE_2.get((dataset, n_freqs, method.name)),
        seeds=seeds,
        errors=(),
        seconds=(),
        n_points=len(X),
        d=d,
        length_scale=kernel.length_scale,
        scheme=method.replicated_as or "monte_carlo",
        landmarks=method.landmarks,
        notes=_notes(method, optimizer),
    )
    if method.scheme:
        refused = _refusal(method, kernel, X.shape[1], n_freqs)
        if refused:
            return replace(cell, seeds=(), refused=refused)
    errors, seconds, ridges, refused = [], [], [], ""
    for seed in seeds:
        start = time.perf_counter()
        try:
            features, learned = _fitted(method, kernel, n_freqs, seed, X, factor, optimizer)
        except ValueError as problem:  # a seed that fails does not end a run of hours
            refused = f"seed {seed}: {problem}"
            break
        errors.append(relative_error(features, X, kernel))
        seconds.append(time.perf_counter() - start)
        ridges += learned.pop("ridge", [])
        cell = replace(cell, **learned)
    return replace(
        cell,
        seeds=seeds[: len(errors)],
        errors=tuple(errors),
        seconds=tuple(seconds),
        ridge=tuple(ridges),
        refused=refused,
    )


def table2_cells(
    datasets: Sequence[str],
    n_freqs: Sequence[int] = TABLE_2_SIZES,
    methods: Sequence[str] = TABLE_2_METHODS,
    n_jobs: int = 1,
    **options,
) -> Iterator[Table2Cell]:
    """Measure many cells and yield each when it is done; with several jobs, not in the order of the table.

    `options` are those of `table2_cell`. Jobs are joblib's: its `parallel_config` chooses the backend. From a backend
    that cannot return results as they come (multiprocessing), all arrive at the end.
    """
    for dataset in datasets:
        one_of("dataset", dataset, TABLE_2_DATASETS)
    for method in methods:
        one_of("method", method, TABLE_2_METHODS)
    tasks = (
        joblib.delayed(table2_cell)(dataset, method, size, **options)
        for dataset in datasets
        for size in n_freqs
        for method in methods
    )
    backend, _ = get_active_backend()
    return_as = "generator_unordered" if backend.supports_return_generator else "list"
    return iter(joblib.Parallel(n_jobs=n_jobs, return_as=return_as)(tasks))


@lru_cache(maxsize=2)
def _points(dataset, n_points, allow_download) -> tuple[np.ndarray, int]:
    """z-scored points, constant columns left out, and the number of columns with them."""
    X = load(dataset, allow_download=allow_download).X
    spread = X.std(axis=0)
    kept = spread > 1e-12 * np.abs(X).max(axis=0)
    scored = (X[:, kept] - X[:, kept].mean(axis=0)) / spread[kept]
    if n_points is not None and n_points < len(scored):
        scored = scored[choose_rows(len(scored), n_points, 0)]
    return scored, X.shape[1]


def _fitted(method: Method, kernel, n_freqs, seed, X, factor, optimizer):
    """The fitted features of a method, and the fields of the record that say how they were learned."""
    if method.scheme:
        return RandomFourierFeatures(kernel, n_freqs, method.replicated_as, random_state=seed).fit(X), {}
    n_landmarks = None if factor == "auto" else max(2, min(round(factor * n_freqs), len(X)))
    if method.name == "WEIGHT":
        features = WeightedFourierFeatures(kernel, n_freqs, method.landmarks, n_landmarks, random_state=seed).fit(X)
        return features, {"n_landmarks": features.landmarks_.n_landmarks, "ridge": [features.ridge]}
    chosen = {} if optimizer is None else {"optimizer": optimizer}
    features = AdaptiveFourierFeatures(kernel, n_freqs, method.landmarks, n_landmarks, random_state=seed, **chosen)
    features.fit(X)
    return features, {
        "n_landmarks": features.landmarks_.n_landmarks,
        "optimizer": features.optimizer,
        "ridge": [float(features.ridge_)],
    }


def _refusal(method, kernel, d, n_freqs) -> str:
    scheme = SAMPLERS[method.replicated_as]
    refused, least = scheme.refusal(kernel, d), scheme.least(kernel, d)
    if not refused and n_freqs < least:
        refused = f"In {d} dimensions {scheme.name} takes at least {least} frequencies, not {n_freqs}."
    return refused


def _notes(method, optimizer) -> tuple[str, ...]:
    if method.scheme != method.replicated_as:
        return (f"{method.scheme} has one value whatever the seed; {method.replicated_as} is measured instead.",)
    if method.name == "WEIGHT":
        return ("Weights are not negative: only then are there features.",)
    if method.landmarks and optimizer != "algorithm1":
        return ("λ, and when to stop, were chosen on up to 2,000 points that are not landmarks.",)
    return ()


def _checked_seeds(seeds) -> tuple[int, ...]:
    seeds = tuple(whole_number("seeds", seed, low=0) for seed in seeds)
    if not seeds or len(set(seeds)) < len(seeds):
        raise Refusal(f"seeds must be one or more different whole numbers, got {seeds}.")
    return seeds


def _checked_factor(factor):
    number = isinstance(factor, int | float) and not isinstance(factor, bool)
    if factor != "auto" and not (number and 0 < factor < float("inf")):
        raise Refusal(f"landmarks_factor must be a finite number above 0 or 'auto', got {factor!r}.")
    return factor
