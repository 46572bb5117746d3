"""Bounds in words, the same way in every figure that draws them."""

from __future__ import annotations

from rffviz.measure import Convergence, Exceedance
from rffviz.theory import BOUNDS


def bound_name(name: str) -> str:
    """'Rahimi & Recht bound'."""
    return f"{BOUNDS[name].authors} bound"


def reasons(report: Convergence | Exceedance) -> list[str]:
    """Why bounds that were asked for are silent, a sentence each."""
    return [str(reason) for reason in report.silent]


def bound_lines(report: Convergence | Exceedance, names: list[str], more: str) -> list[str]:
    """The bounds drawn, and the silent ones, as lines of provenance."""
    size = report.diameter
    what = "largest distance between two points" if size.exact else "diagonal of the bounding box"
    drawn = [
        f"bound: {BOUNDS[name].citation}, {more}; sigma_p = {report.sigma_p:.6g}, diameter = {size.value:.6g} ({what})"
        for name in names
    ]
    return [*drawn, *(f"bound: {reason}" for reason in reasons(report))]
