"""Bounds in words, the same way in every figure that draws them."""

from __future__ import annotations

from rffviz.measure import Convergence, Exceedance
from rffviz.notes import Note, note
from rffviz.theory import BOUNDS
from rffviz.words.numbers import listed


def bound_name(name: str) -> str:
    """'Rahimi & Recht bound', 'Cramér bound over pairs'."""
    return f"{BOUNDS[name].authors} bound{' over pairs' * BOUNDS[name].on_pairs}"


def reasons(report: Convergence | Exceedance) -> list[str]:
    """Why bounds that were asked for are silent: a sentence for each reason, whichever bounds it silences."""
    silenced: dict[Note, list[str]] = {}
    for reason in report.silent:
        values = dict(reason.values)
        authors = values.pop("authors", "")
        silenced.setdefault(note(reason.code, **values), []).append(authors)
    return [str(note(each.code, authors=listed(who), **dict(each.values))) for each, who in silenced.items()]


def why_loose(report: Convergence) -> tuple[str, ...]:
    """Why Rahimi and Recht's bound asks for so much, where it is drawn."""
    if not any(promise.name == "rahimi_recht" for promise in report.promises):
        return ()
    return (
        f"The {bound_name('rahimi_recht')} is true and loose: it holds for all pairs of a whole region at once, knows "
        "of the kernel only its curvature at 0, and allows for the largest variance that a cosine can have.",
    )


def bound_lines(report: Convergence | Exceedance, names: list[str], more: str) -> list[str]:
    """The bounds drawn, and the reasons of the silent ones, as lines of provenance."""
    size = report.diameter
    what = "largest distance between two points" if size.exact else "diagonal of the bounding box"
    known = f"sigma_p = {report.sigma_p:.6g}, diameter = {size.value:.6g} ({what})"
    drawn = [
        f"bound: {BOUNDS[name].citation}, {more}; {'points fixed before the draw' if BOUNDS[name].on_pairs else known}"
        for name in names
    ]
    return [*drawn, *(f"bound: {reason}" for reason in reasons(report))]
