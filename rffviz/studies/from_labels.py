"""Frequencies learned from labels on one-dimensional data: by marginal likelihood, or by a Metropolis walk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from rffviz.datasets import Dataset, points_of
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import one_of, seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.predict import AlaCarteRegressor, MetropolisRegressor, SparseSpectrumRegressor, SpectralMixtureRegressor
from rffviz.studies.line import known_on_line

LEARNERS = {
    "sparse_spectrum": "marginal likelihood",
    "a_la_carte": "À la Carte, a mixture",
    "spectral_mixture": "spectral mixture, exact",
    "metropolis": "Metropolis walk",
}
OF_FREQUENCIES = tuple(name for name in LEARNERS if name != "spectral_mixture")
"""Those that have as many waves as they are asked for; a spectral mixture has its components."""
_COMPONENTS = 3  # components of a mixture
_ALIKE = 0.3  # radians over the range of x, up to which two waves are one
ITERATIONS = (0, 1, 2, 3, 5, 8, 12, 20, 35, 60, 100)


@dataclass(frozen=True, eq=False)
class Learned:
    """The fit after a number of iterations.

    Attributes
    ----------
    iteration : int
    norms : ndarray of shape (m,)
        |ω|, in radians per unit of x; of a spectral mixture the components' |μ|.
    amplitudes : ndarray of shape (m,)
        In units of y, of the wave that each frequency belongs to: frequencies that the data cannot tell apart, whose
        phases differ by less than 0.3 radians over the range of x, are one. Of a spectral mixture the components'
        standard deviations.
    predicted : ndarray of shape (q,)
        Over the record's `x`.
    error : float
        Root mean square distance from the function from −3 to 3 where it is known, else from the data.
    """

    iteration: int
    norms: np.ndarray
    amplitudes: np.ndarray
    predicted: np.ndarray
    error: float

    @property
    def largest(self) -> int:
        """The index of the wave with the largest amplitude."""
        return int(np.argmax(self.amplitudes))

    @property
    def n_waves(self) -> int:
        """Waves of different frequencies."""
        return len(np.unique(self.amplitudes))

    @property
    def n_large(self) -> int:
        """Waves whose amplitude is at least half of the largest."""
        return len(np.unique(self.amplitudes[self.amplitudes >= self.amplitudes[self.largest] / 2]))


@dataclass(frozen=True, eq=False)
class FromLabels:
    """Waves fitted to one-dimensional data while their frequencies are learned.

    Attributes
    ----------
    learner : str
        A key of `LEARNERS`.
    kept : tuple of Learned
        The fits so far, the start included; `error` is measured against the function if `truth` is known.
    x : ndarray of shape (q,)
    truth : ndarray of shape (q,) or None
    x_train, y_train : ndarray of shape (n,)
    shown : int
        The iteration shown first.
    about : About
    """

    learner: str
    kept: tuple[Learned, ...]
    x: np.ndarray
    truth: np.ndarray | None
    x_train: np.ndarray
    y_train: np.ndarray
    shown: int
    about: About

    @property
    def start(self) -> int:
        """Index into `kept` of the iteration nearest to `shown`."""
        return int(np.argmin([abs(each.iteration - self.shown) for each in self.kept]))


@study
def from_labels(
    data: Dataset, kernel: Kernel, learner: str = "sparse_spectrum", n_freqs: int = 40, random_state: int = 0
) -> Iterator[Progress[FromLabels]]:
    """Fit the learner with increasing numbers of iterations, each time from the same start.

    Parameters
    ----------
    data : Dataset
        One-dimensional points with their targets.
    kernel : Kernel
        The starting frequencies are drawn from its spectrum, except for a spectral mixture.
    learner : {"sparse_spectrum", "a_la_carte", "spectral_mixture", "metropolis"}
        `SparseSpectrumRegressor`, `AlaCarteRegressor` with a mixture, `SpectralMixtureRegressor` or
        `MetropolisRegressor`; iterations are of L-BFGS, or steps of the walk.
    n_freqs, random_state : int

    Returns
    -------
    FromLabels
        In steps: after each number of iterations in `ITERATIONS`.

    Notes
    -----
    More iterations continue the same path, so that a fit of k iterations is the state after k. The spectral mixture
    follows three paths, and the state is that with the highest likelihood by then.
    """
    one_of("learner", learner, LEARNERS)
    a_kernel(kernel)
    n_freqs, seed = whole_number("n_freqs", n_freqs), seed_number("random_state", random_state)
    points = points_of(data)
    X, y = np.asarray(points), data.targets
    x, truth, inside, wanted = known_on_line(data)
    started = {"a_la_carte": "fastfood", "spectral_mixture": ""}.get(learner, "monte_carlo")
    of = kernel if learner in OF_FREQUENCIES else None
    about = About.of(points, of, started, (seed,), n_freqs=n_freqs, learner=learner)
    kept: list[Learned] = []
    yield Progress(0, len(ITERATIONS))
    for done, iteration in enumerate(ITERATIONS, start=1):
        model = _learner(learner, kernel, n_freqs, iteration, seed).fit(X, y)
        misses = model.predict(inside[:, None]) - wanted if truth is not None else model.predict(X) - y
        kept.append(
            Learned(
                iteration,
                *_waves(model, _ALIKE / (float(np.ptp(X)) or 1e-300)),
                model.predict(x[:, None]),
                float(np.sqrt(np.mean(np.square(misses)))),
            )
        )
        record = FromLabels(learner, tuple(kept), x, truth, X[:, 0], y, iteration, about)
        yield Progress(done, len(ITERATIONS), record)


def _waves(model: Any, alike: float) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies and amplitudes of the waves of a fit; those within `alike` are one wave."""
    if isinstance(model, SpectralMixtureRegressor):
        weights, means = np.array(model.kernel_.weights), np.array(model.kernel_.means)
        return np.abs(means[:, 0]), np.sqrt(model.signal_variance_ * weights)
    W, (cosines, sines) = model.frequencies_[:, 0], np.split(model.coef_, 2)
    weights = getattr(model, "weights_", np.full(len(W), 1 / len(W)))
    each, norms = (cosines + 1j * sines * np.sign(W)) * np.sqrt(weights), np.abs(W)
    amplitudes, left = np.empty(len(W)), np.ones(len(W), dtype=bool)
    while left.any():
        wave = left & (norms < norms[left].min() + alike)
        amplitudes[wave], left = abs(each[wave].sum()), left & ~wave
    return norms, amplitudes


def _learner(name: str, kernel: Kernel, n_freqs: int, iterations: int, seed: int) -> BaseEstimator:
    if name == "metropolis":
        return MetropolisRegressor(kernel, n_freqs, n_steps=iterations, random_state=seed)
    if name == "a_la_carte":
        components = min(_COMPONENTS, n_freqs)
        return AlaCarteRegressor(kernel, n_freqs, "mixture", components, n_iterations=iterations, random_state=seed)
    if name == "spectral_mixture":
        return SpectralMixtureRegressor(_COMPONENTS, n_iterations=iterations, random_state=seed)
    return SparseSpectrumRegressor(kernel, n_freqs, n_iterations=iterations, random_state=seed)
