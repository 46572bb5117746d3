"""Error of learned features against the number of landmarks (Li et al. 2019, Figure 2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from rffviz.adaptive.estimator import OPTIMIZERS, Optimizer
from rffviz.adaptive.landmarks import LANDMARK_KINDS, Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.transformer import meanwhile
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import increasing_whole_numbers, not_empty, one_of, points, seed_numbers, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.measure import relative_error
from rffviz.theory import paired_variance

MULTIPLES = (1 / 25, 1 / 5, 1, 5)  # landmarks per frequency, as in the paper
_BLOCK = 1000  # rows of points processed at a time
_MOST_PAIRED = 30  # most landmarks for the degrees of freedom, which need all pairs of pairs
_NOTHING = 1e-14  # expected squares below it are rounding: all landmarks coincide
_CLOSEST = 1e-6  # of Monte Carlo's error: smaller errors are float32 rounding
_TELLING = 1.2  # smallest ratio of errors worth reporting
_LUCK = 1e-4  # probability of so close a fit by chance, below which it counts as over-fitting
_ROUNDING = 1e-6  # rounding of errors in single precision


@dataclass(frozen=True, eq=False)
class LandmarkStudy:
    """Relative errors of learned features by kind and number of landmarks, over seeds, beside those of Monte Carlo.

    Attributes
    ----------
    n_landmarks : ndarray of shape (g,)
        Requested numbers of landmarks, increasing.
    kinds : tuple of str
        Kinds of landmarks, of `LANDMARK_KINDS`.
    errors : ndarray of shape (k, s, g)
        Relative error on all points by kind, seed and number; nan where not learned yet.
    on_landmarks, on_points : ndarray of shape (k, s, g)
        The same features' root mean square error over pairs of two different (weighted) landmarks, and of two different
        points, both divided by the value expected of r Monte Carlo frequencies on the same pairs. nan where no two
        landmarks differ.
    freedom : ndarray of shape (k, s, g)
        Degrees of freedom of Monte Carlo's mean square over the pairs of landmarks: 1 for a single pair.
    drawn_errors : ndarray of shape (s',)
        Relative error on all points of as many Monte Carlo frequencies, one for each of `drawn_seeds`.
    n_freqs : int
        r.
    learner : str
        Name of the optimiser.
    about : About
        Points, kernel and the seeds of learning.
    notes : tuple of Note
        Remarks on the optimiser and the landmarks.
    """

    n_landmarks: np.ndarray
    kinds: tuple[str, ...]
    errors: np.ndarray
    on_landmarks: np.ndarray
    on_points: np.ndarray
    freedom: np.ndarray
    drawn_errors: np.ndarray
    drawn_seeds: tuple[int, ...]
    n_freqs: int
    learner: str
    about: About
    notes: tuple[Note, ...] = ()

    @property
    def n_done(self) -> np.ndarray:
        """How many seeds are learned, by kind and number, int of shape (k, g)."""
        return (~np.isnan(self.errors)).sum(axis=1)

    @property
    def mean(self) -> np.ndarray:
        """Mean error on all points over the seeds learned, shape (k, g); nan where there is none."""
        return _learned(self.errors).mean(axis=1).filled(np.nan)

    @property
    def low(self) -> np.ndarray:
        """Smallest error on all points over the seeds learned, shape (k, g)."""
        return _learned(self.errors).min(axis=1).filled(np.nan)

    @property
    def high(self) -> np.ndarray:
        """Largest error on all points over the seeds learned, shape (k, g)."""
        return _learned(self.errors).max(axis=1).filled(np.nan)

    @property
    def landmark_level(self) -> np.ndarray:
        """`on_landmarks`, root mean square over the seeds learned, times Monte Carlo's error on all points: (k, g)."""
        return self.drawn_mean * _root_mean_square(self.on_landmarks)

    @property
    def over_fit(self) -> np.ndarray:
        """`on_points`/`on_landmarks`: how many times better the landmarks are fitted than all points, (k, g)."""
        return _root_mean_square(self.on_points) / _root_mean_square(self.on_landmarks)

    @property
    def chance(self) -> np.ndarray:
        """Probability that random features fit the landmarks this closely by chance, shape (k, g).

        P(χ²_m/m ≤ 1/over_fit²) with the degrees of freedom m of the mean square over the seeds learned.
        """
        m = _learned(self.freedom)
        freedom = (m.count(axis=1) ** 2 / (1 / m).sum(axis=1)).filled(np.nan)
        return stats.chi2.cdf(freedom / self.over_fit**2, freedom)

    @property
    def drawn_mean(self) -> float:
        """Monte Carlo's mean error on all points."""
        return float(self.drawn_errors.mean())

    @property
    def known(self) -> list[int]:
        """Indices of the numbers of landmarks with a fit."""
        return np.flatnonzero(self.n_done.any(axis=0)).tolist()

    @property
    def common(self) -> list[int]:
        """Those of `known` with a fit of every kind; all of them if there is none."""
        return np.flatnonzero(self.n_done.all(axis=0)).tolist() or self.known

    @property
    def at_n_freqs(self) -> int:
        """Index of the number of landmarks, of those with a fit, nearest by ratio to the number of frequencies."""
        return min(self.known, key=lambda g: abs(math.log(self.n_landmarks[g] / self.n_freqs)))

    def best(self, g: int) -> int:
        """The kind with the smallest mean error at the g-th number of landmarks, among those done."""
        return int(np.nanargmin(self.mean[:, g]))

    def typical(self, g: int) -> int:
        """The kind with the median mean error at the g-th number of landmarks, of two the smaller, among those done."""
        order = np.argsort(self.mean[:, g])  # nan last
        return int(order[(int(np.isfinite(self.mean[:, g]).sum()) - 1) // 2])

    @property
    def enough(self) -> int:
        """Index of the fewest landmarks, of `common`, from which on no typical error is smaller by a factor of 1.2."""
        errors = np.array([self.mean[self.typical(g), g] for g in self.common])
        return self.common[int(np.argmax(errors < _TELLING * errors.min()))]

    def least_before(self, k: int) -> int | None:
        """Index of the k-th kind's smallest mean error, if that at the most landmarks is larger by 1.2 or more."""
        done = np.flatnonzero(self.n_done[k])
        least = done[np.argmin(self.mean[k, done])] if done.size else 0
        return int(least) if done.size and self.mean[k, done[-1]] >= _TELLING * self.mean[k, least] else None

    @property
    def gain(self) -> np.ndarray:
        """Monte Carlo's mean error divided by that of learned features, shape (k, g)."""
        return self.drawn_mean / self.mean

    @property
    def like_drawn(self) -> np.ndarray:
        """Whether the mean error and that of Monte Carlo are within a factor of 1.2, shape (k, g)."""
        return (1 / _TELLING < self.gain) & (self.gain < _TELLING)

    @property
    def at_rounding(self) -> np.ndarray:
        """Whether the mean error is below 10⁻⁶, the rounding of single precision, shape (k, g)."""
        return self.mean < _ROUNDING

    @property
    def gain_told(self) -> np.ndarray:
        """Whether `gain` is meaningful: neither the mean error nor that of Monte Carlo is rounding; shape (k, g)."""
        return ~self.at_rounding & (self.drawn_mean >= _ROUNDING)

    def closest(self, g: int) -> int | None:
        """The kind with the largest `over_fit` at the g-th number of landmarks; None where the landmarks coincide.

        Kinds that are not this close by chance (`chance` below 10⁻⁴) take precedence.
        """
        closer = self.over_fit[:, g]
        if np.isnan(closer).all():
            return None
        return int(np.nanargmax(np.where(self.chance[:, g] < _LUCK, closer, -1 / closer)))

    def fit(self, g: int) -> str:
        """What the fit of `closest` is: "one point", "for all points", "luck" or "over-fitted".

        "for all points" if `over_fit` is below 1.2 or the error is rounding; "luck" if `chance` is 10⁻⁴ or more.
        """
        if (k := self.closest(g)) is None:
            return "one point"
        if self.over_fit[k, g] < _TELLING or self.at_rounding[k, g]:
            return "for all points"
        return "over-fitted" if self.chance[k, g] < _LUCK else "luck"


def landmark_counts(n_freqs: int, n_points: int) -> tuple[int, ...]:
    """The paper's r/25, r/5, r and 5r landmarks, rounded, at least 2 and at most N; increasing, no two equal."""
    r, n = whole_number("n_freqs", n_freqs), whole_number("n_points", n_points, low=2)
    return tuple(sorted({min(max(round(multiple * r), 2), n) for multiple in MULTIPLES}))


@study
def landmark_study(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: int,
    seeds: int | Sequence[int],
    n_landmarks: Sequence[int] | None = None,
    kinds: Iterable[str] = LANDMARK_KINDS,
    learner: Optimizer = OPTIMIZERS["quasi_newton"],
    drawn_seeds: int | Sequence[int] | None = None,
) -> Iterator[Progress[LandmarkStudy]]:
    """Learn features from few and from many landmarks and measure them on all points, as a growing record.

    Parameters
    ----------
    X : array of shape (N, d)
    n_freqs : int
        r frequencies, drawn and learned.
    seeds : int or sequence of int
        Each chooses landmarks and starts the frequencies.
    n_landmarks : sequence of int, optional
        Increasing, from 2 to N; `landmark_counts(n_freqs, N)` where not given.
    kinds : sequence of {"sample", "kmeans", "nearest"}
        SAMPLE, CLUSTER, and the paper's remedy for fewer landmarks than dimensions.
    drawn_seeds : int or sequence of int, optional
        Seeds of the Monte Carlo errors; default `seeds`. A draw costs little and its error varies by a sixth or more
        from seed to seed, so more of them than `seeds` are worthwhile.

    Returns
    -------
    LandmarkStudy
        In steps: without a record at first, then after each fit: all kinds and numbers of one seed, few landmarks
        first, before the next seed. Between draws and between the iterations of a fit the latest record is repeated, so
        that the caller can stop there.

    Notes
    -----
    The n pairs of a landmark with itself are 1/n of all pairs, and any features give k(0) = 1 there: so the relative
    error on few landmarks is small without learning. Landmarks and points are therefore compared over pairs of two
    different ones, each beside the variance (1 + k(2δ) − 2k(δ)²)/(2r) of Monte Carlo frequencies on the same pairs. A
    better fit on the landmarks than on all points is over-fitting or chance: see `LandmarkStudy.chance`. With all
    points as landmarks of equal weight the two errors agree, up to the single precision of the features, and one fit
    stands for all kinds.

    Source: Li, Zhang, Wang & Kumar 2019, Figure 2 and "Number of Landmarks in EKAL-Approximators".
    """
    given, X = X, points("X", X, min_points=2)
    a_kernel(kernel)
    r = whole_number("n_freqs", n_freqs)
    seeds = seed_numbers("seeds", seeds)
    drawn_seeds = seeds if drawn_seeds is None else seed_numbers("drawn_seeds", drawn_seeds)
    kinds = tuple(one_of("kinds", kind, LANDMARK_KINDS) for kind in kinds)
    not_empty("kinds", kinds, "kind of landmarks")
    asked = landmark_counts(r, len(X)) if n_landmarks is None else n_landmarks
    counts = increasing_whole_numbers("n_landmarks", asked, low=2, high=len(X))
    measured = np.full((4, len(kinds), len(seeds), len(counts)), np.nan)
    names = ("errors", "on_landmarks", "on_points", "freedom")
    done, total = 0, int(counts.sum()) * len(kinds) * len(seeds)  # a fit's time grows with its landmarks
    step: Progress[LandmarkStudy] = Progress(done, total)
    drawn_errors = []
    for seed in drawn_seeds:
        yield step
        drawn = RandomFourierFeatures(kernel, r, random_state=seed).fit(X)
        drawn_errors.append(relative_error(drawn, X, kernel))
    yield step
    study = LandmarkStudy(
        n_landmarks=counts,
        kinds=kinds,
        **dict(zip(names, measured, strict=True)),
        drawn_errors=np.array(drawn_errors),
        drawn_seeds=drawn_seeds,
        n_freqs=r,
        learner=learner.label,
        about=About.of(given, kernel, seeds=seeds),
        notes=learner.notes,
    )
    everyone = Landmarks(X, np.full(len(X), 1 / len(X)), "given")
    scale, expected = _expected(everyone, kernel, r)
    for s, seed in enumerate(seeds):
        for g, n in enumerate(counts):
            for k, kind in enumerate(kinds):
                if k == 0 or n < len(X):  # all points, whatever the kind: one objective, repeated ones too
                    features = yield from meanwhile(learner.fit(X, kernel, r, kind, int(n), seed), step)
                    marks, p = features.landmarks_, features.weights_
                    loss, everywhere = EmpiricalLoss(marks, kernel), relative_error(features, X, kernel)
                    level = _expected(marks, kernel, r)[1]
                    there = _times_expected(loss.value(features.frequencies_, p), marks, p, level)
                    fit = (
                        everywhere,
                        there,
                        _times_expected(everywhere**2 * scale, everyone, p, expected),
                        _freedom(marks, kernel) if there > 0 else np.nan,
                    )
                measured[:, k, s, g] = fit
                notes = tuple(dict.fromkeys((*study.notes, *marks.notes)))
                arrays: dict[str, Any] = dict(zip(names, measured.copy(), strict=True))
                study = replace(study, **arrays, notes=notes)
                done += int(n)
                step = Progress(done, total, study)
                yield step


def _expected(marks: Landmarks, kernel: Kernel, r: int) -> tuple[float, float]:
    """Σ_st q_s² q_t² k² and, for r Monte Carlo frequencies, the mean of Σ_st q_s² q_t² (f − k)²: 0 where s = t."""
    scale = expected = 0.0
    for start in range(0, marks.n_landmarks, _BLOCK):
        here = slice(start, start + _BLOCK)
        exact = kernel(marks.points[here], marks.points)
        pair_weights = np.outer(marks.weights[here], marks.weights)
        variance = paired_variance(exact, kernel(2 * marks.points[here], 2 * marks.points), r)
        scale += float(np.vdot(pair_weights, np.square(exact)))
        expected += float(np.vdot(pair_weights, variance))
    return scale, expected


def _times_expected(loss: float, marks: Landmarks, p: np.ndarray, expected: float) -> float:
    """√((L − what the diagonal adds to it)/expected); nan where the expected value is 0."""
    if expected < _NOTHING:
        return np.nan
    diagonal = float(np.sum(np.square(marks.weights))) * (float(np.sum(p, dtype=np.float64)) - 1) ** 2
    return max((max(loss - diagonal, 0.0) / expected) ** 0.5, _CLOSEST)


def _freedom(marks: Landmarks, kernel: Kernel) -> float:
    """2 mean²/variance of Σ_a w_a e_a² over pairs a of landmarks, e normal with Monte Carlo's covariance.

    Cov(e(δ), e(δ')) = ((k(δ − δ') + k(δ + δ'))/2 − k(δ)k(δ'))/r. At most `_MOST_PAIRED` landmarks are used, which
    underestimates the degrees of freedom of more.
    """
    s, t = np.triu_indices(min(marks.n_landmarks, _MOST_PAIRED), 1)
    delta, weights = marks.points[s] - marks.points[t], marks.weights[s] * marks.weights[t]
    k = kernel(delta, np.zeros((1, delta.shape[1])))[:, 0]
    covariance = (kernel(delta, delta) + kernel(delta, -delta)) / 2 - np.outer(k, k)
    return float((weights @ np.diag(covariance)) ** 2 / (weights @ np.square(covariance) @ weights))


def _learned(values: np.ndarray) -> np.ma.MaskedArray:
    """The errors, shape (k, s, g), with those not learned yet masked."""
    return np.ma.masked_invalid(values)


def _root_mean_square(values: np.ndarray) -> np.ndarray:
    """Root mean square over the seeds learned, shape (k, g); nan where there is none."""
    return np.sqrt(np.square(_learned(values)).mean(axis=1)).filled(np.nan)
