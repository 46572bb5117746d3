"""What the figures of diagnosed samples share: panels, shares in words, where the numbers come from."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from rffviz.figures.panels import panels, side_by_side
from rffviz.figures.theme import Theme
from rffviz.words.numbers import number


def percent(p: float) -> str:
    """A p-value as a share of samples."""
    return "fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def provenance(report, what: str, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """Where the numbers of a diagnosed sample come from: the lines above its table."""
    return (
        f"sample: {what}; frequencies: {report.n_freqs}; dimension: {report.d}",
        f"kernel: {report.kernel}",
        *notes,
    )


def two_panels(theme: Theme, titles: tuple[str, str]) -> go.Figure:
    """Two panels side by side or, on a phone, one above the other."""
    height = 860 if theme.narrow else 450
    return panels(theme, height, **side_by_side(theme, 2), titles=titles, horizontal_spacing=0.16)
