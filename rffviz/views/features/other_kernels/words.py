"""The words of the view “Other kernels”."""

from __future__ import annotations

from rffviz.features import OTHER_KERNELS
from rffviz.studies.other_kernels import OtherCurve, OtherKernelStudy
from rffviz.words.about import Words, about_words, metric_label, provenance
from rffviz.words.numbers import count, listed, measured, number, of_seeds, sentence

ROWS = {
    "any": "",
    "sphere": "each point divided by its length, to lie on the unit sphere",
    "non_negative": "each input less its smallest value, so that none is negative",
}
NO_SPECTRUM = (
    "These kernels are no functions of x − y, so Bochner's theorem gives them no spectrum, and the page Kernel and "
    "spectrum does not have them."
)


def kernel_label(study: OtherKernelStudy) -> str:
    """'polynomial of degree 3, on the sphere', 'intersection'."""
    label = OTHER_KERNELS[study.kernel].label
    return label.replace("polynomial", f"polynomial of degree {study.degree}") if study.entry.has_degree else label


def floor_name(curve: OtherCurve) -> str:
    """The name of the dotted line."""
    return f"error of the mean of {curve.entry.label}"


def other_kernels_words(study: OtherKernelStudy) -> Words:
    """The words of the figure."""
    about, label = study.about, kernel_label(study)
    randomised = any(curve.entry.randomised for curve in study.curves)
    seeds = of_seeds(study.n_seeds, len(about.seeds))
    spread = ", band: 10–90 %" if study.n_seeds > 1 else ""
    lines = f"line: median of {seeds}{spread}" if randomised else "nothing is random: one line, no band"
    reading = _reading(study)
    return Words(
        title=_title(study),
        subtitle=about_words(about, f"{label} kernel", ROWS[study.entry.rows], lines),
        reading=reading,
        alt=f"Error of the maps of the {label} kernel ({metric_label(study.metric)}) against the number of features, "
        f"both logarithmic. {reading}",
        provenance=provenance(about, f"rows: {ROWS[study.entry.rows] or 'as they are'}", f"error: {study.metric}"),
        notes=(
            *(f"{sentence(curve.entry.label)}. {curve.entry.says}" for curve in study.curves),
            f"Source: {study.entry.source}.",
            NO_SPECTRUM,
        ),
    )


def _title(study: OtherKernelStudy) -> str:
    if len(study.curves) > 1:
        best, other = study.ranked[:2]
        if not study.apart:
            both = " and ".join(f"{measured(curve.median[-1])}" for curve in (best, other))
            return f"With {_most(best)} features the errors of both maps are alike: {both}"
        ratio = float(other.median[-1] / best.median[-1])
        return f"With {_most(best)} features the error of {best.entry.label} is smaller by a factor of {number(ratio)}"
    curve = study.curves[0]
    first, last = measured(curve.median[0]), measured(curve.median[-1])
    name, few = sentence(curve.entry.label), count(curve.n_features[0])
    return f"{name}: the error falls from {first} with {few} features to {last} with {_most(curve)}"


def _reading(study: OtherKernelStudy) -> str:
    said = [_of_curve(curve, study.n_seeds) for curve in study.curves]
    if study.kernel == "polynomial":
        said.append(_claim(study))
    return " ".join(said)


def _of_curve(curve: OtherCurve, n_seeds: int) -> str:
    low, high = curve.band[:, -1]
    spread = f" ({measured(low)}–{measured(high)} over seeds)" if curve.entry.randomised and n_seeds > 1 else ""
    words = (
        f"{sentence(curve.entry.label)}: the error is {measured(curve.median[-1])}{spread} with {_most(curve)} features"
    )
    if (slope := curve.slope) is not None:
        fall = f"{slope.value:+.2f}".replace("-", "−")
        rate = "near the −½ of independent draws" if curve.falls_as_root else "where independent draws have −½"
        words += f"; its slope is {fall}, {rate}"
    if not curve.entry.randomised:
        return f"{words}. All of it is bias."
    if curve.entry.unbiased:
        return f"{words}. There is no floor, since the map is unbiased."
    ending = "more than half of the error there" if curve.at_floor() else "less than half of the error there"
    return f"{words}. No number of features brings it below {measured(curve.floor)}, {ending}."


def _claim(study: OtherKernelStudy) -> str:
    """Whether spherical features have the smaller error at equal numbers of features, as their paper claims."""
    shared, wins = study.shared, study.wins("polynomial_sphere", "polynomial_sketch")
    claim = "The claim that spherical features have the smaller error at equal numbers of features"
    if len(wins) == len(shared):
        return f"{claim} holds here at every number measured."
    if not wins:
        return f"{claim} does not hold here at any number measured."
    return f"{claim} holds here only with {_range(wins, shared)} features."


def _range(wins: list, shared: list) -> str:
    if wins == shared[: len(wins)]:
        return f"up to {count(wins[-1])}"
    if wins == shared[-len(wins) :]:
        return f"{count(wins[0])} or more"
    return listed([count(m) for m in wins])


def _most(curve: OtherCurve) -> str:
    return count(curve.n_features[-1])
