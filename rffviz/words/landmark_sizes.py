"""What the figure of errors against landmarks per frequency says, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.notes import latest
from rffviz.studies import LandmarkStudy
from rffviz.words.about import about_words, data_words, provenance
from rffviz.words.landmark_study import at_rounding, compared, difference, factor, known, nearest_to_n_freqs
from rffviz.words.numbers import count, listed, measured, plural


def title(studies: Sequence[LandmarkStudy]) -> str:
    """How the error compares with Monte Carlo's at as many landmarks as frequencies, or at what was used instead."""
    even = [study for study in studies if study.n_landmarks[nearest_to_n_freqs(study)] == study.n_freqs]
    if even:
        of = "" if len(even) == len(studies) else f" ({_sizes(even)})"
        return f"With as many landmarks as frequencies{of} the error is {_compared(even)}"
    first, *others = ((count(study.n_landmarks[nearest_to_n_freqs(study)]), _sizes([study])) for study in studies)
    used = [f"{first[0]} landmarks ({first[1]})", *(f"{n} ({size})" for n, size in others)]
    return f"With {listed(used)} the error is {_compared(studies)}"


def subtitle(studies: Sequence[LandmarkStudy]) -> str:
    """Data, kernel, optimiser, and what lines and bands are."""
    first, done = studies[0], max(int(study.n_done.max()) for study in studies)
    return about_words(
        first.about,
        f"learned by {first.learner} from {LANDMARK_KINDS[first.kinds[0]]}",
        f"dotted: Monte Carlo with as many frequencies, mean of {plural(len(first.drawn_seeds), 'seed')}",
        "one seed" if done == 1 else f"mean and range of up to {done} seeds",
    )


def reading(studies: Sequence[LandmarkStudy]) -> str:
    """The sentence under the figure."""
    parts = []
    for study in studies:
        g, end = nearest_to_n_freqs(study), known(study)[-1]
        said = f"with r = {count(study.n_freqs)} it is {measured(study.mean[0, g])}"
        said += f" from {plural(int(study.n_landmarks[g]), 'landmark')}"
        if end != g:
            said += f" ({measured(study.mean[0, end])} from {count(study.n_landmarks[end])})"
        parts.append(f"{said}, and Monte Carlo's is {measured(study.drawn_mean)}")
    return f"The error on all points: {'; '.join(parts)}."


def alt(studies: Sequence[LandmarkStudy]) -> str:
    """What the figure shows, for those who do not see it."""
    parts = []
    for study in studies:
        first, end = known(study)[0], known(study)[-1]
        parts.append(
            f"with {plural(study.n_freqs, 'frequency')} from {measured(study.mean[0, first])} at "
            f"{count(study.n_landmarks[first])} landmarks to {measured(study.mean[0, end])} at "
            f"{count(study.n_landmarks[end])}"
        )
    return (
        f"Log–log plot of the relative error of learned features on {data_words(studies[0].about)} against the number "
        f"of landmarks as a multiple of the number of frequencies: {'; '.join(parts)}."
    )


def notes(studies: Sequence[LandmarkStudy]) -> tuple[str, ...]:
    """What a reader should know besides."""
    meaning = (
        "The error is ‖K̂ − K‖ over ‖K‖, in the Frobenius norm, on all points. 50, 100 and 200 frequencies are those of "
        "Figure 2 in Li et al. (2019); there are never more landmarks than points, nor fewer than 2."
    )
    return tuple(filter(None, [meaning, studies[0].about.note, *_remarks(studies)]))


def origin(studies: Sequence[LandmarkStudy]) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    first = studies[0]
    return provenance(
        first.about,
        f"learned by {first.learner}; landmarks: {LANDMARK_KINDS[first.kinds[0]]}",
        f"seeds of Monte Carlo: {', '.join(map(str, first.drawn_seeds))}",
        *_remarks(studies),
    )


def _remarks(studies: Sequence[LandmarkStudy]) -> list[str]:
    return [str(remark) for remark in latest(remark for study in studies for remark in study.notes)]


def _sizes(studies: Sequence[LandmarkStudy]) -> str:
    return f"r = {listed([count(study.n_freqs) for study in studies])}"


def _compared(studies: Sequence[LandmarkStudy]) -> str:
    """'2.1 to 10 times smaller than Monte Carlo's', by the least and the most that the studies gain."""
    pairs = [(study.drawn_mean, study.mean[0, nearest_to_n_freqs(study)]) for study in studies]
    least, most = (pick(pairs, key=lambda pair: pair[0] / pair[1]) for pick in (min, max))
    low, high = difference(*least), difference(*most)
    if low == high:
        return compared(*least)
    told = not at_rounding(*least, *most) and "about the same" not in (low, high)
    if told and least[0] > least[1]:
        return f"{factor(least[0] / least[1])} to {compared(*most)}"
    if told and most[0] < most[1]:
        return f"{factor(most[1] / most[0])} to {compared(*least)}"
    return f"from {compared(*least)} to {high}"
