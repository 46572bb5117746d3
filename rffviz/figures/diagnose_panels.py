"""What the figures of diagnosed samples share: panels, shares in words, where the numbers come from."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rffviz.figures.theme import Theme, blank
from rffviz.figures.wording import number


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


def panel_place(theme: Theme, panel: int) -> dict[str, int]:
    """Row and column of one of two panels."""
    return {"row": panel + 1, "col": 1} if theme.narrow else {"row": 1, "col": panel + 1}


def two_panels(theme: Theme, titles: tuple[str, str]) -> go.Figure:
    """Two panels side by side or, on a phone, one above the other."""
    rows, columns = (2, 1) if theme.narrow else (1, 2)
    figure = make_subplots(rows=rows, cols=columns, subplot_titles=titles, horizontal_spacing=0.16)
    headings = figure.layout.annotations
    look = blank(theme, height=860 if theme.narrow else 450).layout
    figure.update_layout(look)
    figure.update_xaxes(look.xaxis.to_plotly_json())
    figure.update_yaxes(look.yaxis.to_plotly_json())
    figure.update_layout(annotations=headings, margin={"t": 34})
    figure.update_annotations(font={"size": 18, "color": theme.ink})
    return figure
