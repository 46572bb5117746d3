"""The words of the view “Landmarks”."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.notes import latest
from rffviz.studies.landmarks import LandmarkStudy
from rffviz.words.about import Words, about_words, data_words, provenance
from rffviz.words.numbers import count, listed, measured, plural

DASHED = "dashed: between landmarks, scaled to Monte Carlo's there"
_ERROR = "The error is ‖K̂ − K‖ over ‖K‖, in the Frobenius norm, on all points"


def landmark_kinds_words(study: LandmarkStudy) -> Words:
    """The title compares the errors with as many landmarks as frequencies and with the fewest."""
    first, g, end = study.known[0], study.at_n_freqs, study.known[-1]
    best, last = study.best(g), study.best(end)
    n, early = study.n_landmarks, study.mean[study.best(first), first]
    error, drawn = study.mean[best, g], study.drawn_mean
    title = f"{count(n[g])} landmarks bring the error to {measured(error)}, {compared(study, best, g)}"
    if first != g:
        verb = "leave it at" if study.improves else "bring it to"
        title += f"; {count(n[first])} {verb} {measured(early)}"
    spread = ""
    if study.n_done[best, g] > 1:
        low, high = measured(study.low[best, g]), measured(study.high[best, g])
        spread = f" ({low}–{high} over {study.n_done[best, g]} seeds)"
    more = ""
    if end != g and study.n_done[best, end]:
        more = f"; with {count(n[end])} landmarks it is {measured(study.mean[best, end])}"
    start = study.mean[last, first] if study.n_done[last, first] else early
    meaning = (
        f"{_ERROR} (Li et al. 2019, Figure 2). Monte Carlo has as many frequencies, of equal weight, drawn as those "
        "that learning starts from. The dashed lines show the error between landmarks alone: over pairs of two "
        "different ones, by their weights, as a multiple of the error expected of Monte Carlo on the same pairs, drawn "
        "from Monte Carlo's level. Where a dashed line lies far below the solid one, the features fit the landmarks "
        "and not the data. With one pair or a few that can be luck; the words below the figure tell which."
    )
    remarks = [str(remark) for remark in latest(study.notes)]
    return Words(
        title=title,
        subtitle=about_words(
            study.about,
            f"{plural(study.n_freqs, 'frequency')} learned by {study.learner}",
            f"solid: on all points, {DASHED}",
            _band(study),
        ),
        reading=f"With {count(n[g])} landmarks, n = {share(n[g], study.n_freqs)}, "
        f"{LANDMARK_KINDS[study.kinds[best]]} leave an error of {measured(error)}{spread} on all points, "
        f"{compared(study, best, g)}, which is {measured(drawn)}{more}. {_over_fitting(study, first)}",
        alt=f"Log–log plot of the relative error of {plural(study.n_freqs, 'learned frequency')} against the number of "
        f"landmarks ({', '.join(LANDMARK_KINDS[kind] for kind in study.kinds)}) on {data_words(study.about)}: the "
        f"error with {LANDMARK_KINDS[study.kinds[last]]} goes from {measured(start)} at {count(n[first])} landmarks to "
        f"{measured(study.mean[last, end])} at {count(n[end])}; Monte Carlo's is {measured(drawn)}.",
        provenance=provenance(
            study.about,
            f"frequencies: {study.n_freqs}, learned by {study.learner}",
            f"seeds of Monte Carlo: {', '.join(map(str, study.drawn_seeds))}",
            "between_landmarks, between_points: root mean square error over pairs of two different ones, in multiples "
            "of what is expected of as many Monte Carlo frequencies on the same pairs",
            *remarks,
        ),
        notes=tuple(filter(None, [meaning, study.about.note, *remarks])),
    )


def landmark_sizes_words(studies: Sequence[LandmarkStudy]) -> Words:
    """The title compares errors with Monte Carlo's at about as many landmarks as frequencies."""
    first, done = studies[0], max(int(study.n_done.max()) for study in studies)
    errors, paths = [], []
    for study in studies:
        n, mean = study.n_landmarks, study.mean[0]
        start, g, end = study.known[0], study.at_n_freqs, study.known[-1]
        more = f" ({measured(mean[end])} from {count(n[end])})" if end != g else ""
        errors.append(
            f"with r = {count(study.n_freqs)} it is {measured(mean[g])} from {plural(int(n[g]), 'landmark')}{more}, "
            f"and Monte Carlo's is {measured(study.drawn_mean)}"
        )
        paths.append(
            f"with {plural(study.n_freqs, 'frequency')} from {measured(mean[start])} at {count(n[start])} landmarks to "
            f"{measured(mean[end])} at {count(n[end])}"
        )
    meaning = (
        f"{_ERROR}. 50, 100 and 200 frequencies are those of Figure 2 in Li et al. (2019); there are never more "
        "landmarks than points, nor fewer than 2."
    )
    remarks = [str(remark) for remark in latest(remark for study in studies for remark in study.notes)]
    landmarks = LANDMARK_KINDS[first.kinds[0]]
    return Words(
        title=_sizes_title(studies),
        subtitle=about_words(
            first.about,
            f"learned by {first.learner} from {landmarks}",
            f"dotted: Monte Carlo with as many frequencies, mean of {plural(len(first.drawn_seeds), 'seed')}",
            "one seed" if done == 1 else f"mean and range of up to {done} seeds",
        ),
        reading=f"The error on all points: {'; '.join(errors)}.",
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


def _sizes_title(studies: Sequence[LandmarkStudy]) -> str:
    even = [study for study in studies if study.n_landmarks[study.at_n_freqs] == study.n_freqs]
    if even:
        of = "" if len(even) == len(studies) else f" ({_sizes(even)})"
        return f"With as many landmarks as frequencies{of} the error is {_all_compared(even)}"
    first, *others = ((count(study.n_landmarks[study.at_n_freqs]), _sizes([study])) for study in studies)
    used = [f"{first[0]} landmarks ({first[1]})", *(f"{n} ({size})" for n, size in others)]
    return f"With {listed(used)} the error is {_all_compared(studies)}"


def share(n: int, r: int) -> str:
    """n as a multiple of r: r/25, r, 5r."""
    if n == r:
        return "r"
    return f"r/{r / n:.3g}" if n < r else f"{n / r:.3g}r"


def factor(ratio: float) -> str:
    """'8.9', '12', '3,500,000': two significant digits, thousands separated."""
    return f"{float(f'{ratio:.2g}'):,.0f}" if ratio >= 9.95 else f"{ratio:.2g}"


def difference(study: LandmarkStudy, k: int, g: int) -> str:
    """'8.9 times smaller', 'about the same', '1.5 times larger': learned features against Monte Carlo."""
    gain = study.gain[k, g]
    if study.like_drawn[k, g]:
        return "about the same"
    if not study.gain_told[k, g]:
        return "the level of rounding" if gain > 1 else "larger"
    return f"{factor(gain)} times smaller" if gain > 1 else f"{factor(1 / gain)} times larger"


def compared(study: LandmarkStudy, k: int, g: int) -> str:
    """'8.9 times smaller than Monte Carlo's', and so on."""
    if study.like_drawn[k, g]:
        return "about the same as Monte Carlo's"
    if study.gain[k, g] > 1 and study.at_rounding[k, g]:
        return "at the level of rounding, below Monte Carlo's"
    return f"{difference(study, k, g)} than Monte Carlo's"


def _all_compared(studies: Sequence[LandmarkStudy]) -> str:
    """'2.1 to 10 times smaller than Monte Carlo's', from the smallest and largest gains of the studies."""
    places = [(study, 0, study.at_n_freqs) for study in studies]
    least, most = (pick(places, key=lambda place: place[0].gain[place[1:]]) for pick in (min, max))
    low, high = difference(*least), difference(*most)
    if low == high:
        return compared(*least)
    told = all(study.gain_told[k, g] and not study.like_drawn[k, g] for study, k, g in (least, most))
    (smallest, largest) = (study.gain[k, g] for study, k, g in (least, most))
    if told and smallest > 1:
        return f"{factor(smallest)} to {compared(*most)}"
    if told and largest < 1:
        return f"{factor(1 / largest)} to {compared(*least)}"
    return f"from {compared(*least)} to {high}"


def _sizes(studies: Sequence[LandmarkStudy]) -> str:
    return f"r = {listed([count(study.n_freqs) for study in studies])}"


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

    Both errors are over pairs of two different points, relative to Monte Carlo's on the same pairs.
    """
    n, fit = count(study.n_landmarks[g]), study.fit(g)
    if (k := study.closest(g)) is None:
        return f"All {n} landmarks are the same point, so nothing is fitted to them."
    there, closer = study.landmark_level[k, g] / study.drawn_mean, study.over_fit[k, g]
    said = (
        f"Between the {n} {LANDMARK_KINDS[study.kinds[k]]} the error is {measured(there)} times Monte Carlo's; between "
        f"all points it is {measured(there * closer)} times Monte Carlo's."
    )
    if fit == "for all points":
        return f"{said} What is learned on the landmarks holds for all points."
    if fit == "luck":
        return f"{said} On so few landmarks features that learned nothing can come as close, so this may be luck."
    by = "more than a thousandfold" if closer >= 1000 else f"by a factor of {factor(closer)}"
    return f"{said} So few landmarks are over-fitted, {by}."
