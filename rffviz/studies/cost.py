"""Seconds to fit and to predict against the number of points, measured live, and where the two methods cross."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.threads import timed
from rffviz.foundation.validation import not_empty, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.predict.exact import ExactKernelRidge
from rffviz.predict.ridge import FeatureRidge
from rffviz.studies.timings import Timings

_ASKED = 1000  # predictions timed


@dataclass(frozen=True, eq=False)
class Cost(Timings):
    """Processor seconds of exact kernel ridge and of ridge on features, on one thread (`foundation.threads.timed`).

    Attributes
    ----------
    n_points : ndarray of int, shape (g,)
        Increasing.
    exact_fit, exact_predict : ndarray of shape (g,)
        The smaller of two timings; NaN if not measured yet, or not measured for so many points.
    features_fit, features_predict : ndarray of shape (g,)
    n_asked : int
        Number of test points.
    most_exact : int
        Most points for which the exact method is run.
    about : About
        Dimension, kernel, scheme, seed and ridge; the points are drawn at random.
    """

    exact_power = 3

    n_points: np.ndarray
    exact_fit: np.ndarray
    exact_predict: np.ndarray
    features_fit: np.ndarray
    features_predict: np.ndarray
    n_freqs: int
    n_asked: int
    most_exact: int
    about: About

    @property
    def timings(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The numbers of points, with the seconds to fit the exact method and features."""
        return self.n_points, self.exact_fit, self.features_fit


@study(slow=lambda: True)  # the exact method is timed with thousands of points
def cost(
    kernel: Kernel,
    n_points: Sequence[int],
    n_freqs: int,
    d: int,
    most_exact: int = 4000,
    ridge: float = 1e-3,
    random_state: int = 0,
) -> Iterator[Progress[Cost]]:
    """Time both methods at growing numbers of points, one after the other.

    Parameters
    ----------
    n_points : sequence of int
        Each at least 2. The points are normal and the target is a sine of their sum; their values do not affect the
        cost.
    n_freqs : int
        Of paired features.
    most_exact : int
        With more points the exact method is not run: K alone takes 8n² bytes and its factor n³/3 operations.

    Returns
    -------
    Cost
        In steps: after each size.
    """
    sizes = np.array(sorted({whole_number("n_points", n, low=2) for n in n_points}))
    not_empty("n_points", sizes, "number")
    n_freqs, d = whole_number("n_freqs", n_freqs), whole_number("d", d)
    random_state = seed_number("random_state", random_state)
    rng = np.random.default_rng(random_state)
    asked = rng.standard_normal((_ASKED, d))
    about = About(d=d, kernel=kernel, sampler="monte_carlo", seeds=(random_state,), settings={"ridge": ridge})
    columns = np.full((4, len(sizes)), np.nan)
    features = RandomFourierFeatures(kernel, n_freqs, random_state=random_state)
    _seconds(FeatureRidge(features, ridge), asked[:20], asked[:20, 0], asked)  # the first call warms up
    for g, n in enumerate(sizes):
        X = rng.standard_normal((n, d))
        y = np.sin(X.sum(axis=1))
        columns[2:, g] = _seconds(FeatureRidge(features, ridge), X, y, asked)
        if n <= most_exact:
            columns[:2, g] = _seconds(ExactKernelRidge(kernel, ridge), X, y, asked)
        yield Progress(g + 1, len(sizes), Cost(sizes, *columns.copy(), n_freqs, _ASKED, most_exact, about))  # type: ignore[call-arg]


def _seconds(model: Any, X: np.ndarray, y: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Processor seconds to fit and to predict, the smaller of two timings."""
    turns = [(timed(partial(model.fit, X, y))[1], timed(partial(model.predict, asked))[1]) for _ in range(2)]
    return np.min(turns, axis=0)
