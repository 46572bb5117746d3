"""What the figure of learning, step by step, says in words."""

from __future__ import annotations

import math

import numpy as np

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.notes import latest
from rffviz.studies import KeptStep, LearningProgress, SeenLearning
from rffviz.words.about import about_words, data_words, provenance
from rffviz.words.numbers import count, measured, number, plural

_HARM = 0.9  # times as many random frequencies, below which learning has made it worse
_GAIN = 1.5  # times as many random frequencies, before they are spoken of
_WORSE = 1.03  # times the smallest error on the data, from which the last one counts as over-fitted


def title(seen: SeenLearning) -> str:
    """How many random frequencies the learned ones are worth."""
    progress, r = seen.progress, seen.progress.n_freqs
    if progress.worth >= _GAIN * r:
        learned = f"{r:,} learned frequencies do" if r > 1 else "1 learned frequency does"
        return f"{learned} as well as about {_two_digits(progress.worth)} random ones"
    verdict = "does harm" if progress.worth < _HARM * r else "gains little"
    learned, drawn = _percent(progress.last.data_error), _percent(drawn_errors(progress)[2])
    return f"Learning {verdict} here: its error is {learned}, that of random frequencies {drawn}"


def subtitle(seen: SeenLearning) -> str:
    """Data, kernel, landmarks, optimiser, and what is drawn how."""
    progress, view, wave = seen.progress, seen.view, seen.wave
    parts = [
        f"{_landmarks(progress)} (crosses)",
        f"{_learned_by(progress)}, λ = {number(progress.about.settings['ridge'])}",
        "area and colour of a frequency: its weight",
    ]
    if view.outside:
        lie = "lies" if view.outside == 1 else "lie"
        parts.append(f"at the end {view.outside} of {plural(progress.n_freqs, 'frequency')} {lie} beyond the picture")
    if view.d > 2:
        parts.append(f"the plane shown holds {100 * view.plane.share:.0f} % of the data's variance")
    if wave is not None:
        where = "colours under the data" if wave.heights is not None else "colours of the points"
        parts.append(f"{where}: cos(ω·x) of the ringed frequency, −1 in blue, 1 in amber")
    return about_words(progress.about, *parts)


def alt(seen: SeenLearning) -> str:
    """What the figure shows, for those who do not see it."""
    progress = seen.progress
    return (
        f"Scatter plot of {data_words(progress.about)}, with landmarks, beside "
        f"{plural(progress.n_freqs, 'frequency')} sized by their learned weights, above a plot of errors by iteration: "
        f"from {_percent(progress.first.data_error)} at the start to {_percent(progress.last.data_error)}, where "
        f"random frequencies have an error of {_percent(drawn_errors(progress)[2])}."
    )


def readings(seen: SeenLearning) -> list[str]:
    """The sentence under the figure at every kept state."""
    return [_reading(seen, index) for index in range(len(seen.progress.kept))]


def frame_names(seen: SeenLearning) -> list[str]:
    """What the control says at every kept state."""
    first, *others = seen.progress.kept
    return [f"{first.step.iteration}: random Fourier features", *(f"{each.step.iteration:,}" for each in others)]


def notes(seen: SeenLearning) -> tuple[str, ...]:
    """What a reader should know besides."""
    meaning = (
        "Click a frequency, or choose it among the options, to see its wave over the data. Learning minimises the "
        "squared error of the kernel matrix of the landmarks plus λ times the sum of the squared weights (Li et al. "
        "2019, Algorithm 1). ω and −ω are the same frequency: either of them may be learned."
    )
    progress = seen.progress
    return tuple(filter(None, [meaning, progress.about.note, *map(str, latest(progress.landmarks.notes))]))


def origin(seen: SeenLearning) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    progress = seen.progress
    drawn = ", ".join(f"{error:.6g}" for error in progress.monte_carlo)
    return provenance(
        progress.about,
        f"{_landmarks(progress)}; {plural(int(progress.iterations[-1]), 'iteration')}",
        f"axes: {', '.join(seen.view.plane.names)}",
        f"data errors over {_points(progress)}; Monte Carlo's: {drawn}",
    )


def drawn_errors(progress: LearningProgress) -> tuple[float, float, float]:
    """Least, largest and root mean square of Monte Carlo's errors."""
    errors = progress.monte_carlo
    return float(errors.min()), float(errors.max()), float(np.sqrt(np.mean(np.square(errors))))


def _reading(seen: SeenLearning, index: int) -> str:
    progress, kept = seen.progress, seen.progress.kept[index]
    low, high, mean = drawn_errors(progress)
    draws = f"{_percent(low)} to {_percent(high)} over {plural(len(progress.monte_carlo), 'draw')}"
    if index == 0:
        said = [
            f"Learning starts from random Fourier features: the error of their kernel matrix on {_points(progress)} is "
            f"{_percent(kept.data_error)}, as it is for such draws ({draws})."
        ]
    else:
        said = [
            f"After {plural(kept.step.iteration, 'iteration')} the error of the kernel matrix is "
            f"{_percent(kept.data_error)} on {_points(progress)} and {_percent(kept.step.relative_error)} on the "
            f"landmarks; for as many random frequencies it is {_percent(mean)} ({draws}).",
            *_worth(progress, kept),
        ]
    return " ".join([*said, *_wave(seen, index)])


def _worth(progress: LearningProgress, kept: KeptStep) -> list[str]:
    """How many random frequencies do as well, and whether the data were better served before."""
    said, worth, best = [], progress.worth_of(kept), progress.best
    if worth >= _GAIN * progress.n_freqs:
        said.append(f"It would take about {_two_digits(worth)} random frequencies to do as well.")
    if kept is progress.last and kept.data_error > _WORSE * best.data_error:
        said.append(
            f"After {plural(best.step.iteration, 'iteration')} the error on the data was only "
            f"{_percent(best.data_error)}: since then learning has served the landmarks, not the data."
        )
    return said


def _wave(seen: SeenLearning, index: int) -> list[str]:
    """How long the wave of the ringed frequency is."""
    if seen.wave is None:
        return []
    length = math.hypot(*seen.wave.frequencies[index])
    repeats = f"repeats every {number(2 * math.pi / length)} along its direction" if length else "is constant"
    return [f"The wave of the ringed frequency, number {seen.wave.rank} by weight, {repeats}."]


def _landmarks(progress: LearningProgress) -> str:
    return f"{plural(progress.landmarks.n_landmarks, 'landmark')}: {LANDMARK_KINDS[progress.landmarks.kind]}"


def _learned_by(progress: LearningProgress) -> str:
    return f"learned by {OPTIMIZERS[progress.about.settings['optimizer']].label}"


def _points(progress: LearningProgress) -> str:
    n, whole = progress.n_data, progress.about.n_points
    return f"all {whole:,} points" if n == whole else f"{n:,} of {whole:,} points"


def _percent(error: float) -> str:
    return f"{measured(100 * error)} %"


def _two_digits(n: float) -> str:
    """Two significant digits: what an extrapolation is good for."""
    return count(float(f"{n:.2g}") if math.isfinite(n) else n)
