"""Convergence of feature maps for kernels that are not shift invariant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.features import OTHER_KERNELS, OTHER_MAPS, OtherKernel, OtherMap
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, increasing_whole_numbers, one_of, points, seed_numbers, whole_number
from rffviz.measure import METRICS
from rffviz.measure.slope import Slope, slope_of

LEAST_ERROR = 1e-6  # K̂ is in single precision: errors below are rounding
_APART = 1.1  # smallest ratio of median errors worth reporting


@dataclass(frozen=True, eq=False)
class OtherCurve:
    """Errors of one map against its number of features.

    Attributes
    ----------
    map : str
        A key of `OTHER_MAPS`.
    n_features : ndarray of shape (g,)
        Actual numbers of real features, increasing.
    errors : ndarray of shape (s, g)
        One row for each seed, all equal for a deterministic map.
    floor : float
        The bias floor of a random map, the error of its mean over draws, which more features do not reduce: 0 if
        unbiased. NaN for a deterministic map, whose errors are all bias.
    """

    map: str
    n_features: np.ndarray
    errors: np.ndarray
    floor: float

    @property
    def entry(self) -> OtherMap:
        """The map's entry in the registry."""
        return OTHER_MAPS[self.map]

    @property
    def median(self) -> np.ndarray:
        """Median over seeds, shape (g,)."""
        return np.median(self.errors, axis=0)

    @property
    def slope(self) -> Slope | None:
        """Slope of the medians' line on the log–log plot; None for one size, and where errors are rounding."""
        if len(self.n_features) < 2 or self.errors.min() < LEAST_ERROR:
            return None
        return slope_of(self.n_features, self.errors, self.entry.randomised)

    @property
    def band(self) -> np.ndarray:
        """The quantiles 0.1 and 0.9 over seeds, shape (2, g)."""
        return np.quantile(self.errors, [0.1, 0.9], axis=0)


@dataclass(frozen=True, eq=False)
class OtherKernelStudy:
    """Curves of all maps of a kernel.

    Attributes
    ----------
    curves : tuple of OtherCurve
    kernel : str
        A key of `OTHER_KERNELS`.
    degree : int
        Of the polynomial kernel; other kernels have none.
    metric : str
        A key of `METRICS`.
    n_seeds : int
        Seeds measured so far.
    about : About
        Points, and all the requested seeds.
    """

    curves: tuple[OtherCurve, ...]
    kernel: str
    degree: int
    metric: str
    n_seeds: int
    about: About

    @property
    def entry(self) -> OtherKernel:
        """The kernel's entry in the registry."""
        return OTHER_KERNELS[self.kernel]

    @property
    def ranked(self) -> list[OtherCurve]:
        """The curves by their last median error, smallest first."""
        return sorted(self.curves, key=lambda curve: curve.median[-1])

    @property
    def apart(self) -> bool:
        """Whether, at the end, the first two of `ranked` differ by a tenth and their bands do not overlap."""
        best, other = self.ranked[:2]
        return bool(best.band[1, -1] < other.band[0, -1] and _APART * best.median[-1] < other.median[-1])

    @property
    def lead(self) -> float:
        """The last median error of the second of `ranked` over that of the first."""
        best, other = self.ranked[:2]
        return float(other.median[-1] / best.median[-1])

    @property
    def shared(self) -> list[int]:
        """Numbers of features that every curve was measured at."""
        return [int(m) for m in self.curves[0].n_features if all(m in curve.n_features for curve in self.curves)]

    def wins(self, map: str, over: str) -> list[int]:
        """The `shared` numbers of features at which one map has the smaller median error than another."""
        one, other = ({curve.map: curve for curve in self.curves}[name] for name in (map, over))
        medians = [dict(zip(curve.n_features.tolist(), curve.median, strict=True)) for curve in (one, other)]
        return [m for m in self.shared if medians[0][m] < medians[1][m]]


@study
def other_kernel_study(
    X: ArrayLike,
    kernel: str = "polynomial",
    degree: int = 3,
    n_features: Sequence[int] = (16, 32, 64, 128, 256, 512, 1024, 2048),
    seeds: int | Sequence[int] = range(12),
    metric: str = "relative_frobenius",
) -> Iterator[Progress[OtherKernelStudy]]:
    """Measure the error of each map of the kernel for each number of features and each seed.

    Parameters
    ----------
    X : array of shape (n, d)
        Put on the unit sphere, or made non-negative, where the kernel demands it (`OtherKernel.prepared`).
    kernel : str
        A key of `rffviz.features.OTHER_KERNELS`.
    degree : int
        p ≥ 1 of the polynomial kernel.
    n_features : increasing sequence of int
        Requested numbers of real features; a map rounds down to one it can have.
    seeds : int or sequence of int
    metric : str
        A key of `rffviz.measure.METRICS`.

    Returns
    -------
    OtherKernelStudy
        In steps: after each seed; between maps the latest record is repeated, so that the caller can stop there.

    Raises
    ------
    ValueError
        For invalid arguments, and points on which the kernel is 0 everywhere.
    """
    given, X = X, points("X", X, min_points=2)
    chosen = OTHER_KERNELS[one_of("kernel", kernel, OTHER_KERNELS)]
    error_of = METRICS[one_of("metric", metric, METRICS)].of
    sizes, degree = increasing_whole_numbers("n_features", n_features), whole_number("degree", degree)
    seeds = seed_numbers("seeds", seeds)
    settings: dict[str, Any] = {"exact_kernel": chosen.label} | ({"degree": degree} if chosen.has_degree else {})
    about = About.of(given, seeds=seeds, **settings)
    maps = [entry for entry in OTHER_MAPS.values() if entry.kernel == kernel]
    rows: dict[str, list[list[float]]] = {entry.name: [] for entry in maps}
    floors: dict[str, float] = {}
    widths: dict[str, list[int]] = {}
    step: Progress[OtherKernelStudy] = Progress(0, len(seeds))
    yield step
    X = chosen.prepared(X)
    exact = chosen.of(X, None, degree)
    if not exact.any():
        raise Refusal(f"X must hold points on which the {chosen.label} kernel is not 0 everywhere, got such ones.")
    for s, seed in enumerate(seeds):
        for entry in maps:
            if s and not entry.randomised:
                rows[entry.name].append(rows[entry.name][0])
                continue
            errors: dict[int, float] = {}
            for size in sizes:
                features = entry.make(int(size), X.shape[1], degree, seed).fit(X)
                Z = np.asarray(features.transform(X), dtype=np.float32)
                if Z.shape[1] not in errors:
                    errors[Z.shape[1]] = error_of((Z @ Z.T).astype(np.float64), exact)
                yield step
            rows[entry.name].append(list(errors.values()))
            widths[entry.name] = list(errors)
            if entry.name not in floors:
                biased = entry.randomised and not entry.unbiased
                mean_error = error_of(features.mean_kernel(X), exact) if biased else 0.0
                floors[entry.name] = mean_error if entry.randomised else np.nan
        curves = tuple(
            OtherCurve(entry.name, np.array(widths[entry.name]), np.array(rows[entry.name]), floors[entry.name])
            for entry in maps
        )
        step = Progress(s + 1, len(seeds), OtherKernelStudy(curves, kernel, degree, metric, s + 1, about))
        yield step
