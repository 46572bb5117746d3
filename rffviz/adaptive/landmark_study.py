"""How many landmarks it takes: the error of learned features against their number (Li et al. 2019, Figure 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rffviz.adaptive.landmarks import LANDMARK_KINDS
from rffviz.adaptive.learners import STUDY_LEARNERS, Learner
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Kernel
from rffviz.validation import one_of, points, whole_number

MULTIPLES = (1 / 25, 1 / 5, 1, 5)  # of the number of frequencies: the paper's numbers of landmarks


@dataclass(frozen=True)
class LandmarkStudy:
    """Relative errors of learned features by kind and number of landmarks, over seeds, beside Monte Carlo's.

    Attributes
    ----------
    n_landmarks : ndarray of shape (g,)
        Numbers of landmarks asked for, increasing.
    kinds : tuple of str
        Kinds of landmarks, of `LANDMARK_KINDS`.
    errors : ndarray of shape (k, s, g)
        Relative error on all points by kind, seed and number; nan where it is not learned yet.
    landmark_errors : ndarray of shape (k, s, g)
        The same features' relative error on their own (weighted) landmarks.
    drawn_errors : ndarray of shape (s',)
        Relative error on all points of as many Monte Carlo frequencies, one for each of `drawn_seeds`.
    seeds, drawn_seeds : tuple of int
    n_freqs : int
        r.
    kernel : Kernel
    n_points, d : int
    learner : str
        The learner's label.
    notes : tuple of str
        What learner and landmarks say of themselves here.
    """

    n_landmarks: np.ndarray
    kinds: tuple[str, ...]
    errors: np.ndarray
    landmark_errors: np.ndarray
    drawn_errors: np.ndarray
    seeds: tuple[int, ...]
    drawn_seeds: tuple[int, ...]
    n_freqs: int
    kernel: Kernel
    n_points: int
    d: int
    learner: str
    notes: tuple[str, ...] = ()

    @property
    def n_done(self) -> np.ndarray:
        """Seeds that are learned, by kind and number, int of shape (k, g)."""
        return (~np.isnan(self.errors)).sum(axis=1)

    @property
    def mean(self) -> np.ndarray:
        """Mean error on all points over the seeds learned, shape (k, g); nan where there is none."""
        return _over_seeds(np.mean, self.errors)

    @property
    def low(self) -> np.ndarray:
        """Smallest error on all points over the seeds learned, shape (k, g)."""
        return _over_seeds(np.min, self.errors)

    @property
    def high(self) -> np.ndarray:
        """Largest error on all points over the seeds learned, shape (k, g)."""
        return _over_seeds(np.max, self.errors)

    @property
    def landmark_mean(self) -> np.ndarray:
        """Mean error on the landmarks over the seeds learned, shape (k, g)."""
        return _over_seeds(np.mean, self.landmark_errors)

    @property
    def drawn_mean(self) -> float:
        """Monte Carlo's mean error on all points."""
        return float(self.drawn_errors.mean())


@dataclass(frozen=True)
class LandmarkStudyStep:
    """Where a study stands: `done` of `total` units of work, and what is known by now."""

    done: int
    total: int
    study: LandmarkStudy


def landmark_counts(n_freqs: int, n_points: int, multiples: Iterable[float] = MULTIPLES) -> tuple[int, ...]:
    """Numbers of landmarks that are these multiples of r, rounded, at least 2 and at most N; increasing, no two equal.

    Parameters
    ----------
    n_freqs : int
        r.
    n_points : int
        N, at least 2.
    multiples : iterable of float
        The paper's r/25, r/5, r and 5r where not given.
    """
    r, n = whole_number("n_freqs", n_freqs), whole_number("n_points", n_points, low=2)
    return tuple(sorted({min(max(round(multiple * r), 2), n) for multiple in multiples}))


def landmark_study_steps(
    X,
    kernel: Kernel,
    n_freqs: int,
    error: Callable,
    seeds: Sequence[int],
    n_landmarks: Sequence[int] | None = None,
    kinds: Sequence[str] = LANDMARK_KINDS,
    learner: Learner = STUDY_LEARNERS["quasi_newton"],
    drawn_seeds: Sequence[int] | None = None,
) -> Iterator[LandmarkStudyStep]:
    """Learn features from few and from many landmarks and measure them on all points, as a growing record.

    Parameters
    ----------
    X : array of shape (N, d)
    kernel : Kernel
    n_freqs : int
        r frequencies, drawn and learned.
    error : callable
        (fitted transformer, X, kernel) → the error on all points, say `rffviz.measure.relative_error`.
    seeds : sequence of int
        One choice of landmarks and one start of the frequencies each.
    n_landmarks : sequence of int, optional
        Increasing, from 2 to N; `landmark_counts(n_freqs, N)` where not given.
    kinds : sequence of {"sample", "kmeans", "nearest"}
        SAMPLE, CLUSTER, and the paper's cure where landmarks are fewer than dimensions.
    learner : Learner
    drawn_seeds : sequence of int, optional
        Of Monte Carlo's errors; `seeds` where not given. A draw costs little and its error varies by a sixth and more
        from seed to seed, so more of them are worth their time.

    Yields
    ------
    LandmarkStudyStep
        First Monte Carlo's errors alone, then the study after each fit: all kinds and numbers of one seed, few
        landmarks first, before the next seed. The work can be abandoned between two steps.

    Raises
    ------
    ValueError
        For arguments outside their ranges.

    Notes
    -----
    The error on the landmarks is √(L/‖K ⊙ qqᵀ‖_F²) of the features as they are kept. What it is smaller than the
    error on all points was fitted to the landmarks alone. With all points as landmarks of equal weight the two are
    one number, up to the single precision of the features.

    Source: Li, Zhang, Wang & Kumar 2019, Figure 2 and "Number of Landmarks in EKAL-Approximators".
    """
    X = points("X", X, min_points=2)
    if not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel of rffviz.kernels, got {kernel!r}.")
    r = whole_number("n_freqs", n_freqs)
    seeds = tuple(whole_number("seeds", seed, low=0) for seed in seeds)
    if not seeds:
        raise ValueError("seeds must hold at least one seed, got none.")
    drawn_seeds = seeds if drawn_seeds is None else tuple(whole_number("drawn_seeds", s, low=0) for s in drawn_seeds)
    if not drawn_seeds:
        raise ValueError("drawn_seeds must hold at least one seed, got none.")
    kinds = tuple(one_of("kinds", kind, LANDMARK_KINDS) for kind in kinds)
    if not kinds:
        raise ValueError("kinds must hold at least one kind of landmarks, got none.")
    counts = landmark_counts(r, len(X)) if n_landmarks is None else n_landmarks
    counts = np.array([whole_number("n_landmarks", n, low=2, high=len(X)) for n in counts])
    if not counts.size or (np.diff(counts) <= 0).any():
        raise ValueError(f"n_landmarks must be increasing whole numbers, got {n_landmarks!r}.")
    return _steps(X, kernel, r, error, seeds, counts, kinds, learner, drawn_seeds)


def _steps(X, kernel, r, error, seeds, counts, kinds, learner, drawn_seeds):
    shape = (len(kinds), len(seeds), len(counts))
    study = LandmarkStudy(
        n_landmarks=counts,
        kinds=kinds,
        errors=np.full(shape, np.nan),
        landmark_errors=np.full(shape, np.nan),
        drawn_errors=np.array(
            [error(RandomFourierFeatures(kernel, r, random_state=seed).fit(X), X, kernel) for seed in drawn_seeds]
        ),
        seeds=seeds,
        drawn_seeds=drawn_seeds,
        n_freqs=r,
        kernel=kernel,
        n_points=len(X),
        d=X.shape[1],
        learner=learner.label,
        notes=(learner.note,) if learner.note else (),
    )
    done, total = 0, int(counts.sum()) * len(kinds) * len(seeds)  # a fit takes about as long as it has landmarks
    yield LandmarkStudyStep(done, total, study)
    for s, seed in enumerate(seeds):
        for g, n in enumerate(counts):
            for k, kind in enumerate(kinds):
                features = learner.fit(X, kernel, r, kind, int(n), seed)
                loss = EmpiricalLoss(features.landmarks_, kernel)
                study = replace(
                    study,
                    errors=_with(study.errors, (k, s, g), error(features, X, kernel)),
                    landmark_errors=_with(
                        study.landmark_errors, (k, s, g), loss.relative_error(features.frequencies_, features.weights_)
                    ),
                    notes=tuple(dict.fromkeys((*study.notes, *features.landmarks_.notes))),
                )
                done += int(n)
                yield LandmarkStudyStep(done, total, study)


def _with(array, place, value):
    """A copy with one value set: a step that was given away does not change."""
    array = array.copy()
    array[place] = value
    return array


def _over_seeds(statistic, errors):
    """`statistic` over the seeds that are not nan, shape (k, g)."""
    k, _, g = errors.shape
    out = np.full((k, g), np.nan)
    for i, j in np.ndindex(k, g):
        known = errors[i, :, j][~np.isnan(errors[i, :, j])]
        if known.size:
            out[i, j] = statistic(known)
    return out
