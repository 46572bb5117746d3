"""The words and the mathematics of the view “Landmarks”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.explorer.views.adaptive.mathematics import LI, LOSS
from rffviz.explorer.words.about import Words, about_words, data_words, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import count, listed, measured, plural, times
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.notes import latest
from rffviz.studies.landmarks import LandmarkStudy

LINES = "solid: all points · dashed: between landmarks, relative to Monte Carlo"
_ERROR = "The error is ‖K̂ − K‖ over ‖K‖, in the Frobenius norm, on all points"


def landmark_kinds_words(study: LandmarkStudy) -> Words:
    """The title says how many landmarks are enough."""
    first, end = study.known[0], study.known[-1]
    last = study.best(end)
    n = study.n_landmarks
    start = study.mean[last if study.n_done[last, first] else study.best(first), first]
    meaning = (
        f"{_ERROR} (Li et al. 2019, Figure 2). Monte Carlo: as many frequencies, of equal weight. Dashed: the error "
        "over pairs of different landmarks, by their weights, relative to the expected error of Monte Carlo on the "
        "same pairs. A dashed line far below the solid one means over-fitted landmarks, or chance if there are few."
    )
    remarks = [str(remark) for remark in latest(study.notes)]
    return Words(
        title=_title(study),
        subtitle=about_words(
            study.about, f"{plural(study.n_freqs, 'frequency')} learned by {study.learner}", LINES, _band(study)
        ),
        readout=_kinds_readout(study),
        alt=f"Log–log plot of the relative error of {plural(study.n_freqs, 'learned frequency')} against the number of "
        f"landmarks ({', '.join(LANDMARK_KINDS[kind] for kind in study.kinds)}) on {data_words(study.about)}: the "
        f"error with {LANDMARK_KINDS[study.kinds[last]]} goes from {measured(start)} at {count(n[first])} landmarks to "
        f"{measured(study.mean[last, end])} at {count(n[end])}; the error of Monte Carlo is "
        f"{measured(study.drawn_mean)}.",
        provenance=provenance(
            study.about,
            f"frequencies: {study.n_freqs}, learned by {study.learner}",
            f"seeds of Monte Carlo: {', '.join(map(str, study.drawn_seeds))}",
            "between_landmarks and between_points hold the root mean square error over pairs of two different ones, in "
            "multiples of the value expected of as many Monte Carlo frequencies on the same pairs",
            *remarks,
        ),
        notes=tuple(filter(None, [_over_fitting(study, first), *_rises(study), meaning, study.about.note, *remarks])),
    )


def _title(study: LandmarkStudy) -> str:
    """How many landmarks are enough; where learning hardly gains, the error beside that of Monte Carlo."""
    at = study.enough
    k, n = study.typical(at), int(study.n_landmarks[at])
    every = n == study.about.n_points
    landmarks = f"all {plural(n, 'point')}" if every else plural(n, "landmark")
    if every or len(study.common) == 1 or study.like_drawn[k, at] or study.gain[k, at] < 1:
        return f"With {landmarks} the error is {compared(study, k, at)}"
    if at == study.common[-1]:
        return f"The error still falls at {landmarks}"
    return f"{landmarks} are enough: more hardly lower the error of learning"


def _rises(study: LandmarkStudy) -> list[str]:
    """A sentence for each kind of landmarks with which more of them end at a larger error than fewer."""
    said, n = [], study.n_landmarks
    for k, kind in enumerate(study.kinds):
        if (least := study.least_before(k)) is not None:
            end = int(np.flatnonzero(study.n_done[k])[-1])
            values = (f"{measured(study.mean[k, g])} at {count(n[g])}" for g in (least, end))
            said.append(f"With {LANDMARK_KINDS[kind]} the error rises from {' landmarks to '.join(values)}.")
    return said


def landmark_sizes_words(studies: Sequence[LandmarkStudy]) -> Words:
    """The title compares the errors with about as many landmarks as frequencies with those of Monte Carlo."""
    first, done = studies[0], max(int(study.n_done.max()) for study in studies)
    paths = []
    for study in studies:
        n, mean, start, end = study.n_landmarks, study.mean[0], study.known[0], study.known[-1]
        paths.append(
            f"with {plural(study.n_freqs, 'frequency')} from {measured(mean[start])} at {count(n[start])} landmarks to "
            f"{measured(mean[end])} at {count(n[end])}"
        )
    meaning = f"{_ERROR}. 50, 100 and 200 frequencies are those of Figure 2 in Li et al. (2019)."
    remarks = [str(remark) for remark in latest(remark for study in studies for remark in study.notes)]
    landmarks = LANDMARK_KINDS[first.kinds[0]]
    return Words(
        title=f"{_where(studies)} the error is {_least(studies)}",
        subtitle=about_words(
            first.about,
            f"learned by {first.learner} from {landmarks}",
            f"dotted: Monte Carlo with as many frequencies, mean of {plural(len(first.drawn_seeds), 'seed')}",
            "one seed" if done == 1 else f"mean and range of up to {done} seeds",
        ),
        readout=_sizes_readout(studies),
        alt=f"Log–log plot of the relative error of learned features on {data_words(first.about)} against the number "
        f"of landmarks as a multiple of the number of frequencies: {'; '.join(paths)}.",
        provenance=provenance(
            first.about,
            f"learned by {first.learner}; landmarks: {landmarks}",
            f"seeds of Monte Carlo: {', '.join(map(str, first.drawn_seeds))}",
            *remarks,
        ),
        notes=tuple(filter(None, [meaning, first.about.note, *remarks])),
    )


def compared(study: LandmarkStudy, k: int, g: int) -> str:
    """'8.9× smaller than for Monte Carlo', and so on."""
    gain = study.gain[k, g]
    if study.like_drawn[k, g]:
        return "about that of Monte Carlo"
    if not study.gain_told[k, g]:
        return "at rounding, below Monte Carlo" if gain > 1 else "larger than for Monte Carlo"
    return f"{times(max(gain, 1 / gain))} {'smaller' if gain > 1 else 'larger'} than for Monte Carlo"


def _kinds_readout(study: LandmarkStudy) -> Readout:
    """The errors at about as many landmarks as frequencies and at the most, and the fit to the fewest landmarks."""
    first, g, end = study.known[0], study.at_n_freqs, study.known[-1]
    n, at_end = study.n_landmarks, [] if end == g else [f"n = {count(study.n_landmarks[end])}"]
    rows = []
    for k, kind in enumerate(study.kinds):
        over = study.over_fit[k, first]
        cells = [measured(study.mean[k, g]), _spread(study, k, g), _gain(study, k, g)]
        cells += [measured(study.mean[k, end])] * bool(at_end)
        rows.append((LANDMARK_KINDS[kind], *cells, "–" if over != over else times(over)))
    low, high = float(study.drawn_errors.min()), float(study.drawn_errors.max())
    spread = f"{measured(low)}–{measured(high)}" if high > low else "–"
    drawn = measured(study.drawn_mean)
    rows.append(("Monte Carlo", drawn, spread, "1", *[drawn] * bool(at_end), "–"))
    columns = (
        f"n = {count(n[g])}",
        "error",
        "range",
        "gain",
        *at_end,
        f"all points ÷ landmarks, n = {count(n[first])}",
    )
    return Readout(columns, rows)


def _sizes_readout(studies: Sequence[LandmarkStudy]) -> Readout:
    """For each number of frequencies the errors at about as many landmarks and at the most."""
    rows = []
    for study in studies:
        g, end, mean = study.at_n_freqs, study.known[-1], study.mean[0]
        n = study.n_landmarks
        most = "–" if end == g else f"{measured(mean[end])} (n = {count(n[end])})"
        cells = (count(n[g]), measured(mean[g]), measured(study.drawn_mean), _gain(study, 0, g), most)
        rows.append((f"D = {count(study.n_freqs)}", *cells))
    return Readout(("frequencies", "n, landmarks", "error", "Monte Carlo", "gain", "error at most n"), rows)


def _spread(study: LandmarkStudy, k: int, g: int) -> str:
    return f"{measured(study.low[k, g])}–{measured(study.high[k, g])}" if study.n_done[k, g] > 1 else "–"


def _gain(study: LandmarkStudy, k: int, g: int) -> str:
    if not study.n_done[k, g]:
        return "–"
    return f"{study.gain[k, g]:.2f}×" if study.gain[k, g] < 1 else times(study.gain[k, g])


def _where(studies: Sequence[LandmarkStudy]) -> str:
    """'With D landmarks', or near it where no number of landmarks is that of the frequencies."""
    even = _even(studies)
    if not even:
        return "With about D landmarks" if len(studies) > 1 else f"With {_landmarks(studies[0])}"
    of = "" if len(even) == len(studies) else f" (D = {listed([count(study.n_freqs) for study in even])})"
    return f"With D landmarks{of}"


def _landmarks(study: LandmarkStudy) -> str:
    return plural(int(study.n_landmarks[study.at_n_freqs]), "landmark")


def _even(studies: Sequence[LandmarkStudy]) -> list[LandmarkStudy]:
    """The studies that were measured with as many landmarks as frequencies."""
    return [study for study in studies if study.n_landmarks[study.at_n_freqs] == study.n_freqs]


def _least(studies: Sequence[LandmarkStudy]) -> str:
    """The smallest gain over Monte Carlo, as a bound where the others gain more."""
    shown = _even(studies) or studies
    least, *others = sorted(shown, key=lambda study: study.gain[0, study.at_n_freqs])
    g = least.at_n_freqs
    said = compared(least, 0, g)
    if all(compared(study, 0, study.at_n_freqs) == said for study in others):
        return said
    if least.like_drawn[0, g]:
        return f"at most {said}"
    if not least.gain_told[0, g]:
        return said
    return f"{'at least' if least.gain[0, g] > 1 else 'up to'} {said}"


def _band(study: LandmarkStudy) -> str:
    done, total, n_drawn = int(study.n_done.max()), len(study.about.seeds), len(study.drawn_seeds)
    if total == 1:
        return "one seed" if n_drawn == 1 else f"one seed, {n_drawn} for Monte Carlo"
    drawn = f", of {n_drawn} for Monte Carlo" if n_drawn != total else ""
    if int(study.n_done.min()) < total:
        return f"mean and range so far of up to {done} of {total} seeds{drawn}"
    return f"mean and range of {total} seeds{drawn}"


def _over_fitting(study: LandmarkStudy, g: int) -> str:
    """Whether the fit at the g-th number of landmarks generalises to all points, is chance, or is over-fitting.

    Both errors are over pairs of two different points, relative to Monte Carlo on the same pairs.
    """
    n, fit, k = count(study.n_landmarks[g]), study.fit(g), study.closest(g)
    if fit == "one point":
        return f"All {n} landmarks are the same point, so nothing is fitted to them."
    if fit == "for all points":
        return f"The fit to {n} landmarks holds for all points."
    if fit == "luck":
        return f"The fit to {n} landmarks may be chance: random features can come as close."
    return f"{n} landmarks ({LANDMARK_KINDS[study.kinds[k]]}) are over-fitted, by {times(study.over_fit[k, g])}."


def landmarks_mathematics(record: LandmarkStudy | Sequence[LandmarkStudy]) -> Mathematics:
    """The role of landmarks and their weights, and how over-fitting to a few of them shows."""
    study = record if isinstance(record, LandmarkStudy) else record[0]
    g = study.at_n_freqs
    k = study.best(g)
    values = {
        "n": study.n_landmarks[g],
        "r": study.n_freqs,
        "N": study.about.n_points,
        "share": 1 / study.n_landmarks[g],
    }
    values |= {"error": study.mean[k, g], "drawn": study.drawn_mean, "ratio": 1 / study.gain[k, g]}
    values |= {"of": study.n_landmarks[g] / study.n_freqs}
    lines = [
        "The loss over all N² pairs of points is replaced by one over n² pairs of landmarks. Landmark s has the "
        "weight $q_s^2$: $1/n$ if it is drawn, $N_s/N$ if it represents a cluster of $N_s$ points.",
        LOSS,
        Formula(r"\sum_{s,t}q_s^2q_t^2\,e(x_s-x_t)^2\approx\frac{1}{N^2}\sum_{i,j}e(x_i-x_j)^2"),
        said(
            "The n pairs of a landmark with itself have $1/n$ of the weight, $<share>$ for $n=<n>$, and any features "
            "fit them, since $k(0)=1$. So errors are compared over pairs of different points, relative to the "
            "expected error of D Monte Carlo frequencies on the same pairs:",
            **values,
        ),
        Formula(r"\mathbb{E}(\hat k-k)^2=\frac{1}{2D}\big[1+k(2\delta)-2k(\delta)^2\big]"),
        said(
            "The number of landmarks nearest to $D=<r>$ is $n=<n>$. There n/D, and the error on all points relative "
            "to that of Monte Carlo, are",
            **values,
        ),
        formula(r"\frac{n}{D}=\frac{<n>}{<r>}=<of>", **values),
        formula(r"\frac{<error>}{<drawn>}=<ratio>", **values),
    ]
    if math.isfinite(study.over_fit[k, g]):
        lines += [
            "Relative to Monte Carlo on the same pairs, the error between landmarks is smaller than that between all "
            "points by the factor",
            formula(r"f=<f>", f=study.over_fit[k, g]),
            "Random features come as close by chance with probability",
            formula(
                r"\Pr\big(\chi^2_\nu/\nu\le1/f^2\big)=<chance>,\qquad\nu\text{ degrees of freedom of the pairs}",
                chance=study.chance[k, g],
            ),
        ]
    return Mathematics(
        "Learning uses landmarks alone: if they are too few, it over-fits them at the expense of the data.",
        tuple(lines),
        f"{LI}, equation (5), Figure 2 and “Number of Landmarks in EKAL-Approximators”",
    )
