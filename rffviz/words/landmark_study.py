"""What the figures of errors against numbers of landmarks say, in words."""

from __future__ import annotations

import math

import numpy as np

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.notes import latest
from rffviz.studies import LandmarkStudy
from rffviz.words.about import about_words, data_words, provenance
from rffviz.words.numbers import count, measured, plural

DASHED = "dashed: between landmarks, scaled to Monte Carlo's there"
_TELLING = 1.2  # a ratio of errors worth naming
_LUCK = 1e-4  # how seldom features that learned nothing come as close, before it is called fitting
_ROUNDING = 1e-6  # of errors in single precision


def title(study: LandmarkStudy) -> str:
    """What as many landmarks as frequencies bring, and what the fewest do."""
    first, g = known(study)[0], nearest_to_n_freqs(study)
    n, few = study.n_landmarks[g], study.n_landmarks[first]
    error, early = study.mean[_best_kind(study, g), g], study.mean[_best_kind(study, first), first]
    said = f"{count(n)} landmarks bring the error to {measured(error)}, {compared(study.drawn_mean, error)}"
    if first == g:
        return said
    return f"{said}; {count(few)} {'leave it at' if early > error else 'bring it to'} {measured(early)}"


def subtitle(study: LandmarkStudy) -> str:
    """Data, kernel, optimiser, and what lines and bands are."""
    learned = f"{plural(study.n_freqs, 'frequency')} learned by {study.learner}"
    return about_words(study.about, learned, f"solid: on all points, {DASHED}", _band(study))


def reading(study: LandmarkStudy) -> str:
    """The sentences under the figure."""
    first, g, end = known(study)[0], nearest_to_n_freqs(study), known(study)[-1]
    k = _best_kind(study, g)
    n, r = study.n_landmarks[g], study.n_freqs
    error, drawn = study.mean[k, g], study.drawn_mean
    spread = ""
    if study.n_done[k, g] > 1:
        spread = f" ({measured(study.low[k, g])}–{measured(study.high[k, g])} over {study.n_done[k, g]} seeds)"
    said = (
        f"With {count(n)} landmarks, n = {share(n, r)}, {LANDMARK_KINDS[study.kinds[k]]} leave an error of "
        f"{measured(error)}{spread} on all points, {compared(drawn, error)}, which is {measured(drawn)}"
    )
    if end != g and study.n_done[k, end]:
        said += f"; with {count(study.n_landmarks[end])} it is {measured(study.mean[k, end])}"
    return f"{said}. {_over_fitting(study, first)}"


def alt(study: LandmarkStudy) -> str:
    """What the figure shows, for those who do not see it."""
    first, end = known(study)[0], known(study)[-1]
    k = _best_kind(study, end)
    start = study.mean[k, first] if study.n_done[k, first] else study.mean[_best_kind(study, first), first]
    names = ", ".join(LANDMARK_KINDS[kind] for kind in study.kinds)
    return (
        f"Log–log plot of the relative error of {plural(study.n_freqs, 'learned frequency')} against the number of "
        f"landmarks ({names}) on {data_words(study.about)}: the error with {LANDMARK_KINDS[study.kinds[k]]} goes from "
        f"{measured(start)} at {count(study.n_landmarks[first])} landmarks to {measured(study.mean[k, end])} at "
        f"{count(study.n_landmarks[end])}; Monte Carlo's is {measured(study.drawn_mean)}."
    )


def notes(study: LandmarkStudy) -> tuple[str, ...]:
    """What a reader should know besides."""
    meaning = (
        "The error is ‖K̂ − K‖ over ‖K‖, in the Frobenius norm, on all points (Li et al. 2019, Figure 2). Monte Carlo "
        "has as many frequencies, of equal weight, drawn as those that learning starts from.",
        "The dashed lines show the error between landmarks alone: over pairs of two different ones, by their weights, "
        "as a multiple of what Monte Carlo is expected to miss on the same pairs, drawn from Monte Carlo's level. "
        "Where a dashed line lies far below the solid one, the landmarks are fitted and not the data. On a pair or a "
        "few that can be luck; the words below the figure tell which.",
    )
    return tuple(filter(None, [" ".join(meaning), study.about.note, *map(str, latest(study.notes))]))


def origin(study: LandmarkStudy) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return provenance(
        study.about,
        f"frequencies: {study.n_freqs}, learned by {study.learner}",
        f"seeds of Monte Carlo: {', '.join(map(str, study.drawn_seeds))}",
        "between_landmarks, between_points: root mean square error over pairs of two different ones, in multiples of "
        "what is expected of as many Monte Carlo frequencies on the same pairs",
        *map(str, latest(study.notes)),
    )


def known(study: LandmarkStudy) -> list[int]:
    """Which numbers of landmarks have a fit."""
    return [g for g in range(len(study.n_landmarks)) if study.n_done[:, g].any()]


def nearest_to_n_freqs(study: LandmarkStudy) -> int:
    """Which number of landmarks, of those that have a fit, is nearest to the number of frequencies."""
    return min(known(study), key=lambda g: abs(math.log(study.n_landmarks[g] / study.n_freqs)))


def share(n: int, r: int) -> str:
    """n as a multiple of r: r/25, r, 5r."""
    if n == r:
        return "r"
    return f"r/{r / n:.3g}" if n < r else f"{n / r:.3g}r"


def factor(ratio: float) -> str:
    """'8.9', '12', '3,500,000': two significant digits, thousands separated."""
    return f"{float(f'{ratio:.2g}'):,.0f}" if ratio >= 9.95 else f"{ratio:.2g}"


def at_rounding(*errors: float) -> bool:
    """Whether the smallest error is that of single precision, so that a ratio to it says nothing."""
    return min(errors) < _ROUNDING


def difference(drawn: float, error: float) -> str:
    """'8.9 times smaller', 'about the same', '1.5 times larger': an error of learned features beside Monte Carlo's."""
    ratio = drawn / error
    if 1 / _TELLING < ratio < _TELLING:
        return "about the same"
    if at_rounding(drawn, error):
        return "the level of rounding" if error < drawn else "larger"
    return f"{factor(ratio)} times smaller" if ratio > 1 else f"{factor(1 / ratio)} times larger"


def compared(drawn: float, error: float) -> str:
    """'8.9 times smaller than Monte Carlo's', and so on."""
    if 1 / _TELLING < drawn / error < _TELLING:
        return "about the same as Monte Carlo's"
    if error < drawn and at_rounding(error):
        return "at the level of rounding, below Monte Carlo's"
    return f"{difference(drawn, error)} than Monte Carlo's"


def _best_kind(study: LandmarkStudy, g: int) -> int:
    """The kind with the smallest mean error at the g-th number of landmarks, among those done."""
    return int(np.nanargmin(study.mean[:, g]))


def _band(study: LandmarkStudy) -> str:
    done, total = int(study.n_done.max()), len(study.about.seeds)
    drawn = f", of {len(study.drawn_seeds)} for Monte Carlo" if len(study.drawn_seeds) != total else ""
    if int(study.n_done.min()) < total:
        return f"mean and range so far of up to {done} of {plural(total, 'seed')}{drawn}"
    return f"one seed{drawn}" if done == 1 else f"mean and range of {plural(done, 'seed')}{drawn}"


def _over_fitting(study: LandmarkStudy, g: int) -> str:
    """How much of what the g-th number of landmarks is fitted to does not carry over to all points, if it is no luck.

    Both errors are over pairs of two different points, beside Monte Carlo's on the same pairs.
    """
    n = count(study.n_landmarks[g])
    closer, lucky = study.over_fit[:, g], study.chance[:, g]
    if np.isnan(closer).all():
        return f"All {n} landmarks are the same point, so nothing is fitted to them."
    k = int(np.nanargmax(np.where(lucky < _LUCK, closer, -1 / closer)))
    there = study.landmark_level[k, g] / study.drawn_mean
    said = (
        f"Between the {n} {LANDMARK_KINDS[study.kinds[k]]} the error is {measured(there)} times Monte Carlo's; between "
        f"all points it is {measured(there * closer[k])} times Monte Carlo's."
    )
    if closer[k] < _TELLING or at_rounding(study.mean[k, g]):
        return f"{said} What is learned on the landmarks holds for all points."
    if not lucky[k] < _LUCK:
        return f"{said} On so few landmarks features that learned nothing can come as close, so this may be luck."
    by = "more than a thousandfold" if closer[k] >= 1000 else f"by a factor of {factor(closer[k])}"
    return f"{said} So few landmarks are over-fitted, {by}."
