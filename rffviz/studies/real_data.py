"""Test error and time of several methods against their size, over several splits, beside exact methods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets import TrainTest
from rffviz.foundation.about import About
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.threads import timed
from rffviz.foundation.validation import Refusal, one_of, seed_number
from rffviz.kernels import Kernel, kernel_by_rule
from rffviz.studies.contenders import SLOW_METHODS, TASKS, UNIT_GAUSSIAN, Contender, chosen_contenders, reason_of

_MATCHES = 1.02  # of the best exact method's error: up to here an error matches it
_MOST_EXACT_POINTS = 500  # most points for which exact methods are quick
_Fit = tuple[tuple[float, float, float], tuple[float, ...]]  # error and both times; degrees of freedom, if known


@dataclass(frozen=True, eq=False)
class Run:
    """Measurements of one contender; NaN where not measured yet.

    Attributes
    ----------
    sizes : ndarray of int, shape (g,)
        (0,) for an exact method.
    errors, fit_seconds, predict_seconds : ndarray of shape (splits, g)
        In processor seconds; `fit_seconds` is the time of `build` and `fit`, and so includes the choice of λ and length
        scale.
    refusal : str
        Why it could not be measured; empty where it could.
    freedom : tuple of float
        Effective degrees of freedom d_λ of the fits so far, for methods that have them.
    """

    name: str
    label: str
    exact: bool
    sizes: np.ndarray
    errors: np.ndarray
    fit_seconds: np.ndarray
    predict_seconds: np.ndarray
    refusal: str = ""
    freedom: tuple[float, ...] = ()

    @property
    def mean_errors(self) -> np.ndarray:
        """Mean over the splits measured so far, shape (g,); NaN where there are none."""
        return _mean(self.errors)

    @property
    def mean_fit_seconds(self) -> np.ndarray:
        """Mean over the splits measured so far, shape (g,)."""
        return _mean(self.fit_seconds)

    @property
    def complete(self) -> bool:
        """Whether everything has been measured."""
        return bool(self.refusal) or bool(np.isfinite(self.errors).all())

    @property
    def measured(self) -> bool:
        """Whether it was not refused and has a measurement."""
        return not self.refusal and bool(np.isfinite(self.errors).any())

    @property
    def best(self) -> int:
        """Index into `sizes` of the lowest mean error measured so far."""
        return int(np.nanargmin(self.mean_errors))

    @property
    def spread(self) -> np.ndarray:
        """Standard deviation over the splits, shape (g,); NaN below three."""
        errors = np.ma.masked_invalid(self.errors)
        return np.where(errors.count(axis=0) < 3, np.nan, errors.std(axis=0, ddof=1).filled(np.nan))


@dataclass(frozen=True, eq=False)
class MethodComparison:
    """The runs of all contenders on the same splits.

    Attributes
    ----------
    task : {"regression", "binary", "multiclass"}
    n_test : int
        Test points of the first split.
    about : About
        The training part of the first split, the kernel on it, the scheme, a seed for each split, and the rule of the
        length scale.
    n_left_out : int
        Splits without a relative error: all of their test points have the same target.
    constant_error : float
        The mean error over the splits of the training part's mean, or most frequent class, as the prediction.
    """

    task: str
    runs: tuple[Run, ...]
    n_test: int
    about: About
    n_left_out: int = 0
    constant_error: float = float("nan")

    @property
    def learned(self) -> bool:
        """Whether a method's error is more than 2 % below that of a constant; True until all is measured."""
        lowest = min((float(run.mean_errors[run.best]) for run in (*self.exact, *self.sized)), default=np.nan)
        return not (self.complete and _MATCHES * lowest >= self.constant_error)

    @property
    def unit(self) -> str:
        """The unit of the errors."""
        return "RMS error over standard deviation" if self.task == "regression" else "percent wrong"

    @property
    def complete(self) -> bool:
        """Whether everything has been measured."""
        return all(run.complete for run in self.runs)

    @property
    def best(self) -> Run:
        """The contender with the lowest mean error among those that have a size; on ties, the smallest."""
        return min(self.sized, key=lambda run: (run.mean_errors[run.best], run.sizes[run.best]))

    @property
    def sized(self) -> tuple[Run, ...]:
        """Contenders with a size that are `measured`."""
        return tuple(run for run in self.runs if not run.exact and run.measured)

    @property
    def subject(self) -> tuple[Run, ...]:
        """The one of `sized` on Fourier features; without it all."""
        return tuple(run for run in self.sized if run.name == "fourier") or self.sized

    @property
    def exact(self) -> tuple[Run, ...]:
        """Exact methods that are `measured`."""
        return tuple(run for run in self.runs if run.exact and run.measured)

    @property
    def best_exact(self) -> Run:
        """The exact method with the lowest mean error."""
        return min(self.exact, key=lambda run: run.mean_errors[0])

    @property
    def target(self) -> Run:
        """Kernel ridge, which ridge on features approximates; where it is not measured, the best exact method."""
        return next((run for run in self.exact if run.name == "kernel_ridge"), self.best_exact)

    @property
    def limit(self) -> float:
        """The largest error that matches that of `target`: 2 % more or, of classes, one test point more."""
        least, point = float(self.target.mean_errors[0]), 0 if self.task == "regression" else 100 / self.n_test
        return max(_MATCHES * least, least + point)

    @property
    def match(self) -> tuple[Run, int] | None:
        """The size from which on mean errors are at most `limit`, with its contender.

        Of `subject` the smallest; on ties, the lower error; None where the largest size measured is not so close, or
        where one side is not measured.
        """
        if not self.exact:
            return None
        near = []
        for run in self.subject:
            known = np.flatnonzero(np.isfinite(run.mean_errors))
            beyond = known[run.mean_errors[known] > self.limit]
            near += [(run, g) for g in known[known > beyond.max(initial=-1)][:1].tolist()]
        return min(near, key=lambda pair: (pair[0].sizes[pair[1]], pair[0].mean_errors[pair[1]]), default=None)

    @property
    def n_measured(self) -> int:
        """Number of splits with a measurement."""
        return max(int(np.isfinite(run.errors).any(axis=1).sum()) for run in self.runs)


def error_of(task: str, predicted: ArrayLike, y: np.ndarray) -> float:
    """Percent of labels wrong; for regression √(Σ(f − y)²/Σ(y − ȳ)²), 1 being the best constant in hindsight.

    A regression target that is constant is refused: there is nothing to explain.
    """
    if one_of("task", task, TASKS) != "regression":
        return 100 * float(np.mean(np.asarray(predicted) != y))
    around = float(np.sum(np.square(y - np.mean(y))))
    if around == 0:
        raise Refusal(f"y must vary over the test points, got {len(y)} times {y[0]:g}.")
    return float(np.sqrt(np.sum(np.square(predicted - y)) / around))


def _constant_error(task: str, split: TrainTest) -> float:
    """The test error of the training part's mean, or most frequent class; NaN for a test part of equal targets."""
    if task == "regression" and np.ptp(split.y_test) == 0:
        return float("nan")
    classes, counts = np.unique(split.y_train, return_counts=True)
    constant = np.mean(split.y_train) if task == "regression" else classes[counts.argmax()]
    return error_of(task, constant, split.y_test)


def _takes_long(splits: Sequence[TrainTest], task: str, methods: Iterable[str]) -> bool:
    """Whether a method is slow, or an exact method fits many points or classes."""
    n_machines = len(np.unique(splits[0].y_train)) if task == "multiclass" else 1
    return len(splits[0].X_train) * n_machines > _MOST_EXACT_POINTS or bool(SLOW_METHODS & {*methods})


@study(slow=_takes_long)
def compare_methods(
    splits: Sequence[TrainTest],
    task: str,
    methods: Sequence[str] | Mapping[str, Contender],
    sizes: Sequence[int],
    random_state: int = 0,
    kernel: Kernel = UNIT_GAUSSIAN,
    rule: str = "hand",
    sampler: str = "monte_carlo",
) -> Iterator[Progress[MethodComparison]]:
    """Fit every method at every size on every split, the exact methods first in each split.

    Parameters
    ----------
    splits : sequence of TrainTest
        Methods are fitted and tuned on X_train and y_train alone.
    task : {"regression", "binary", "multiclass"}
    methods : sequence of str, or mapping of str to Contender
        Names of `rffviz.studies.contenders.LABELS`, or contenders of your own.
    sizes : sequence of int
        Frequencies, grids or landmarks; increasing.
    random_state : int
        Split s is fitted under the seed random_state + s.
    kernel, rule, sampler
        As in `rffviz.studies.contenders.contenders`; the rule is applied to the training part of each split.

    Returns
    -------
    MethodComparison
        In steps: all that is measured so far, after each fit.

    Notes
    -----
    A split whose test points all have the same target has no relative error, and is left out where others have one.
    A method that fails is left out from then on, and its run says why; the others continue. Seconds are processor
    seconds on one thread of this machine (`rffviz.foundation.threads.timed`): other work does not count.

    Splits are shared among joblib's jobs where its `parallel_config` has several; the results of a split then
    arrive together.
    """
    one_of("task", task, TASKS)
    seed = seed_number("random_state", random_state)
    if not splits or not methods:
        raise Refusal(f"splits and methods must not be empty, got {len(splits)} splits and {len(methods)} methods.")
    contenders = chosen_contenders(methods, task, kernel, rule, sampler, seed)
    given_splits = [*zip(splits, range(seed, seed + len(splits)), strict=True)]
    varied = [each for each in given_splits if task != "regression" or np.ptp(each[0].y_test) != 0] or given_splits
    splits, seeds = zip(*varied, strict=True)
    first, n_left_out = splits[0], len(given_splits) - len(varied)
    about = About.of(first, kernel_by_rule(kernel, rule, first.X_train, seeds[0]), sampler, seeds, rule=rule)
    constant = float(np.mean([_constant_error(task, split) for split in splits]))
    runs = {name: _empty(name, one, sizes, len(splits)) for name, one in contenders.items()}
    turns, done = _order(runs), 0
    fits_of = partial(_fits, contenders, [(name, _size(runs[name], g)) for name, g in turns], task)
    given = ((*each, _refused(runs)) for each in zip(splits, seeds, strict=True))  # lazy: evaluated per split
    for s, fits in enumerate(in_jobs(fits_of, given)):
        for (name, g), fit in zip(turns, fits, strict=True):
            if fit is not None and not runs[name].refusal:
                runs[name] = _with(runs[name], g, s, fit)
            done += 1
            record = MethodComparison(task, tuple(runs.values()), len(first.X_test), about, n_left_out, constant)
            yield Progress(done, len(turns) * len(splits), record)


def _refused(runs: Mapping[str, Run]) -> set[str]:
    return {name for name, run in runs.items() if run.refusal}


def _order(runs: Mapping[str, Run]) -> list[tuple[str, int]]:
    """Exact methods first, then all contenders size by size, so that the curves grow together."""
    sized = [(name, g) for name, run in runs.items() if not run.exact for g in range(len(run.sizes))]
    return [(name, 0) for name, run in runs.items() if run.exact] + sorted(sized, key=lambda pair: pair[1])


def _size(run: Run, g: int) -> int | None:
    return None if run.exact else int(run.sizes[g])


def _empty(name: str, contender: Contender, sizes: Sequence[int], n_splits: int) -> Run:
    chosen = np.array([0] if contender.exact else list(sizes), dtype=int)
    nothing = np.full((n_splits, len(chosen)), np.nan)
    return Run(name, contender.label, contender.exact, chosen, nothing, nothing, nothing)


def _fits(
    contenders: Mapping[str, Contender],
    turns: list[tuple[str, int | None]],
    task: str,
    given: tuple[TrainTest, int, set[str]],
) -> Iterator[_Fit | str | None]:
    """Fit every (name, size) to a split; yields error, both times and degrees of freedom, or why it failed, or None."""
    split, seed, refused = given
    for name, size in turns:
        fit = None if name in refused else _fit(contenders[name], name, size, split, task, seed)
        if isinstance(fit, str):
            refused.add(name)
        yield fit


def _fit(contender: Contender, name: str, size: int | None, split: TrainTest, task: str, seed: int) -> _Fit | str:
    try:
        X, y = split.X_train, split.y_train
        fitted, fit_seconds = timed(lambda: contender.build(size, X, y, seed).fit(X, y))
        predicted, predict_seconds = timed(lambda: fitted.predict(split.X_test))
        error = error_of(task, predicted, split.y_test)
        freedom = (contender.freedom(fitted),) if contender.freedom else ()
    except Exception as error:  # one method's failure must not stop the others
        return reason_of(error, name)
    return (error, fit_seconds, predict_seconds), freedom


def _with(run: Run, g: int, s: int, fit: _Fit | str) -> Run:
    if isinstance(fit, str):
        return replace(run, refusal=fit)
    numbers, freedom = fit
    arrays = np.array([run.errors, run.fit_seconds, run.predict_seconds])  # copied: yielded records must not change
    arrays[:, s, g] = numbers
    measured = dict(zip(("errors", "fit_seconds", "predict_seconds"), arrays, strict=True))
    return replace(run, **measured, freedom=run.freedom + freedom)


def _mean(values: np.ndarray) -> np.ndarray:
    return np.ma.masked_invalid(values).mean(axis=0).filled(np.nan)
