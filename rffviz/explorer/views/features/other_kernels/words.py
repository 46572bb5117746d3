"""The words of the view “Other kernels”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, metric_label, provenance
from rffviz.explorer.words.numbers import count, listed, measured, of_seeds, sentence, times
from rffviz.explorer.words.readout import Readout
from rffviz.features import OTHER_KERNELS
from rffviz.studies.other_kernels import OtherCurve, OtherKernelStudy

ROWS = {
    "any": "",
    "sphere": "points scaled to the unit sphere",
    "non_negative": "inputs shifted so that none is negative",
}
NO_SPECTRUM = (
    "None of these kernels is a positive definite function of x − y on the whole space, so Bochner's theorem gives it "
    "no spectrum."
)


def kernel_label(study: OtherKernelStudy) -> str:
    """'polynomial of degree 3, on the sphere', 'intersection'."""
    label = OTHER_KERNELS[study.kernel].label
    return label.replace("polynomial", f"polynomial of degree {study.degree}") if study.entry.has_degree else label


def floor_name(curve: OtherCurve) -> str:
    """The name of the dotted line."""
    return f"bias floor of {curve.entry.label}"


def other_kernels_words(study: OtherKernelStudy) -> Words:
    """The words of the figure."""
    about, label = study.about, kernel_label(study)
    seeds = of_seeds(study.n_seeds, len(about.seeds))
    lines = f"line: median of {seeds}{', band: 10–90 %' * (study.n_seeds > 1)}"
    if not any(curve.entry.randomised for curve in study.curves):
        lines = "deterministic: one line, no band"
    ends = [
        f"{curve.entry.label} from {measured(curve.median[0])} to {measured(curve.median[-1])}"
        for curve in study.curves
    ]
    return Words(
        title=_title(study),
        subtitle=about_words(about, f"{label} kernel", ROWS[study.entry.rows], lines),
        readout=_readout(study),
        alt=f"Error of the maps of the {label} kernel ({metric_label(study.metric)}) against the number of features, "
        f"both logarithmic: {listed(ends)}.",
        provenance=provenance(
            about, f"rows: {ROWS[study.entry.rows] or 'as they are'}", f"error: {metric_label(study.metric)}"
        ),
        notes=(
            *(f"{sentence(curve.entry.label)}. {curve.entry.says}" for curve in study.curves),
            *([_claim(study)] if study.kernel == "polynomial" else []),
            f"Source: {study.entry.source}.",
            NO_SPECTRUM,
        ),
    )


def _title(study: OtherKernelStudy) -> str:
    best = study.ranked[0]
    where, error = f"{count(best.n_features[-1])} features", measured(best.median[-1])
    if len(study.curves) == 1:
        return f"{sentence(best.entry.label)}: the error is {error} with {where}"
    if not study.apart:
        return f"With {where} both maps have an error near {error}"
    return f"With {where} the error of {best.entry.label} is {times(study.lead)} smaller"


def _readout(study: OtherKernelStudy) -> Readout:
    """The last error of each map, its spread over seeds, its slope and its bias floor."""
    rows = []
    for curve in study.curves:
        low, high = curve.band[:, -1]
        random, slope = curve.entry.randomised, curve.slope
        floor = "0" if curve.entry.unbiased else measured(curve.floor)
        rows.append(
            (
                curve.entry.label,
                count(curve.n_features[-1]),
                measured(curve.median[-1]),
                f"{measured(low)}–{measured(high)}" if random and study.n_seeds > 1 else "–",
                "–" if slope is None else f"{slope.value:+.2f}".replace("-", "−"),
                floor if random else "all bias",
            )
        )
    return Readout(("map", "features", "error", "10–90 %", "slope", "bias floor"), rows)


def _claim(study: OtherKernelStudy) -> str:
    """Whether spherical features have the smaller error at equal numbers of features, as their paper claims."""
    shared, wins = study.shared, study.wins("polynomial_sphere", "polynomial_sketch")
    claim = "The paper's claim, smaller errors of spherical features at equal numbers of features,"
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
