"""The words of the view “Learning”."""

from __future__ import annotations

import math

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.notes import latest
from rffviz.studies.learning import LearningProgress
from rffviz.studies.plane import SeenLearning
from rffviz.words.about import Words, about_words, data_words, provenance
from rffviz.words.numbers import count, measured, number, plural


def learning_words(seen: SeenLearning) -> Words:
    """The title says how many random frequencies the learned ones replace; the reading is that of the state shown."""
    progress, about = seen.progress, seen.progress.about
    landmarks = f"{plural(progress.landmarks.n_landmarks, 'landmark')}: {LANDMARK_KINDS[progress.landmarks.kind]}"
    optimizer, ridge = (about.settings[name] for name in ("optimizer", "ridge"))
    drawn = ", ".join(f"{error:.6g}" for error in progress.monte_carlo)
    meaning = (
        "Click a frequency, or choose it among the options, to see its wave over the data. Learning minimises the "
        "squared error of the kernel matrix of the landmarks plus λ times the sum of the squared weights (Li et al. "
        "2019, equation (5)). ω and −ω are the same frequency: either of them may be learned."
    )
    return Words(
        title=_title(progress),
        subtitle=about_words(
            about,
            f"{landmarks} (crosses)",
            f"learned by {OPTIMIZERS[optimizer].label}, λ = {number(ridge)}",
            "area and colour of a frequency: its weight",
            *_what_is_shown(seen),
        ),
        reading=reading(seen, seen.start),
        alt=f"Scatter plot of {data_words(about)}, with landmarks, beside {plural(progress.n_freqs, 'frequency')} "
        f"sized by their learned weights, above a plot of errors by iteration: from "
        f"{_percent(progress.first.data_error)} at the start to {_percent(progress.last.data_error)}, where random "
        f"frequencies have an error of {_percent(progress.drawn_errors[2])}.",
        provenance=provenance(
            about,
            f"{landmarks}; {plural(int(progress.iterations[-1]), 'iteration')}",
            f"axes: {', '.join(seen.view.plane.names)}",
            f"data errors over {_points(progress)}; Monte Carlo's: {drawn}",
        ),
        notes=tuple(filter(None, [meaning, about.note, *map(str, latest(progress.landmarks.notes))])),
    )


def _title(progress: LearningProgress) -> str:
    r, worth = progress.n_freqs, progress.worth_of(progress.last)
    if progress.gains(progress.last):
        learned = f"{r:,} learned frequencies do" if r > 1 else "1 learned frequency does"
        if math.isinf(worth):
            return f"{learned} better than {progress.most_measured:,} random ones{_most(worth).rstrip(',')}"
        return f"{learned} as well as {_random(progress, worth)} random ones"
    verdict = "does harm" if progress.harms else "gains little"
    learned, drawn = _percent(progress.last.data_error), _percent(progress.drawn_errors[2])
    return f"Learning {verdict} here: its error is {learned}, that of random frequencies {drawn}"


def _what_is_shown(seen: SeenLearning) -> list[str]:
    """What lies outside the picture or the plane, and what the colours of a wave mean."""
    parts, view, wave = [], seen.view, seen.wave
    if view.outside:
        lie = "lies" if view.outside == 1 else "lie"
        of = plural(seen.progress.n_freqs, "frequency")
        parts.append(f"at the end {view.outside} of {of} {lie} beyond the picture")
    if seen.progress.about.d > 2:
        parts.append(f"the plane shown holds {100 * view.plane.share:.0f} % of the data's variance")
    if wave is not None:
        where = "colours under the data" if wave.heights is not None else "colours of the points"
        parts.append(f"{where}: cos(ω·x) of the ringed frequency, −1 in blue, 1 in amber")
    return parts


def reading(seen: SeenLearning, index: int) -> str:
    """The sentences under the figure at a stored state."""
    progress, kept = seen.progress, seen.progress.kept[index]
    low, high, mean = progress.drawn_errors
    drawn, n_draws = f"{_percent(low)} to {_percent(high)}", len(progress.monte_carlo)
    if kept is progress.first:
        said = [
            f"Learning starts from random Fourier features: the error of their kernel matrix on {_points(progress)} is "
            f"{_percent(kept.data_error)}; over {plural(n_draws, 'such draw')} it is {drawn}."
        ]
    else:
        said = [
            f"After {plural(kept.step.iteration, 'iteration')} the error of the kernel matrix is "
            f"{_percent(kept.data_error)} on {_points(progress)} and {_percent(kept.step.relative_error)} on the "
            f"landmarks; for as many random frequencies it is {_percent(mean)} ({drawn} over "
            f"{plural(n_draws, 'draw')})."
        ]
        worth, best = progress.worth_of(kept), progress.best
        if progress.gains(kept):
            said.append(f"It would take {_random(progress, worth)} random frequencies{_most(worth)} to do as well.")
        if kept is progress.last and progress.over_fits:
            said.append(
                f"After {plural(best.step.iteration, 'iteration')} the error on the data was only "
                f"{_percent(best.data_error)}: since then learning has served the landmarks, not the data."
            )
    if seen.wave is not None:
        length = math.hypot(*seen.wave.frequencies[index])
        repeats = f"repeats every {number(2 * math.pi / length)} along its direction" if length else "is constant"
        said.append(f"The wave of the ringed frequency, number {seen.wave.rank} by weight, {repeats}.")
    return " ".join(said)


def _points(progress: LearningProgress) -> str:
    n, whole = progress.n_data, progress.about.n_points
    return f"all {whole:,} points" if n == whole else f"{n:,} of {whole:,} points"


def _percent(error: float) -> str:
    return f"{measured(100 * error)} %"


def _random(progress: LearningProgress, worth: float) -> str:
    """'about 1,400', with two significant digits; at most the number measured."""
    if math.isinf(worth):
        return f"more than {progress.most_measured:,}"
    return f"about {count(float(f'{worth:.2g}'))}"


def _most(worth: float) -> str:
    return ", the most measured here," if math.isinf(worth) else ""
