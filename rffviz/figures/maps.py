"""The error of the paired and the offset map at equal cost, against distance."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panels
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import MapComparison, Spread
from rffviz.words.maps import alt, origin, reading, subtitle, title

_LOOKS = {"paired": ("teal", "circle"), "offset": ("pink", "diamond")}
_NAMES = {"paired": "paired: cos and sin", "offset": "offset: cos with a random phase"}


def maps_picture(report: MapComparison, theme: Theme) -> Picture:
    """Standard deviation of both maps by formula (lines) and over seeds (markers); where paired loses is shaded.

    Where there is such a stretch, a second panel magnifies the ratio of the two: the difference is small.

    Parameters
    ----------
    report : MapComparison
    theme : Theme
    """
    figure = _panels(report, theme)
    for name in ("offset", "paired"):
        for trace in _traces(report, name, theme):
            figure.add_trace(trace, **_panel(report, 1))
    if report.paired_loses:
        _excess_panel(figure, report, theme)
    return Picture(
        name=f"paired-and-offset-{report.about.kernel.name}",
        title=title(report),
        subtitle=subtitle(report),
        figure=figure,
        alt=alt(report),
        reading=reading(report),
        columns=_columns(report),
        provenance=origin(report),
    )


def _panel(report: MapComparison, row: int) -> dict:
    return {"row": row, "col": 1} if report.paired_loses else {}


def _panels(report: MapComparison, theme: Theme) -> go.Figure:
    end = float(report.line_distance[-1])
    top = 1.12 * max(float(np.max(s.measured + 2 * s.standard_error)) for s in (report.paired, report.offset))
    legend = {"orientation": "h", "y": -0.2, "x": 0}
    if not report.paired_loses:
        figure = blank(theme)
        figure.update_xaxes(title={"text": "distance ‖x − y‖"}, range=[-0.015 * end, 1.015 * end])
        figure.update_yaxes(title={"text": "standard deviation of k̂"}, range=[0, top])
        return figure.update_layout(showlegend=True, legend=legend)
    figure = panels(theme, 620, rows=2, cols=1, shared_xaxes=True, row_heights=[0.64, 0.36], vertical_spacing=0.07)
    figure.update_layout(showlegend=True, legend=legend | {"y": -0.16})
    figure.update_xaxes(range=[-0.015 * end, 1.015 * end])
    figure.update_xaxes(title={"text": "distance ‖x − y‖"}, row=2, col=1)
    figure.update_xaxes(showticklabels=False, row=1, col=1)
    figure.update_yaxes(title={"text": "standard deviation of k̂"}, range=[0, top], row=1, col=1)
    room = 100 * max(report.largest_excess, 1e-4)
    figure.update_yaxes(
        title={"text": "excess of paired" if theme.narrow else "paired ÷ offset − 1"},
        range=[-2.2 * room, 1.6 * room],
        ticksuffix=" %",
        nticks=5,
        row=2,
        col=1,
    )
    return figure


def _traces(report: MapComparison, name: str, theme: Theme) -> list[go.Scatter]:
    spread: Spread = getattr(report, name)
    hue, symbol = _LOOKS[name]
    colour = theme.hues[hue]
    return [
        go.Scatter(
            x=report.line_distance.astype(np.float32),
            y=spread.line.astype(np.float32),
            mode="lines",
            line={"color": colour, "width": 3},
            showlegend=False,
            hovertemplate=f"{name}, formula<br>%{{x:.3g}}: %{{y:.4g}}<extra></extra>",
        ),
        go.Scatter(
            x=report.distance.astype(np.float32),
            y=spread.measured.astype(np.float32),
            error_y={
                "array": (2 * spread.standard_error).astype(np.float32),
                "color": colour,
                "thickness": 2,
                "width": 4,
            },
            mode="markers",
            marker={"symbol": symbol, "size": 9, "color": colour},
            name=_NAMES[name].split(":")[0] if theme.narrow else _NAMES[name],
            hovertemplate=f"{name}, measured<br>%{{x:.3g}}: %{{y:.4g}}<extra></extra>",
        ),
    ]


def _excess_panel(figure: go.Figure, report: MapComparison, theme: Theme) -> None:
    """Magnify by how much the paired map loses, and shade where it does."""
    excess = 100 * (report.paired.line / report.offset.line - 1)
    figure.add_trace(
        go.Scatter(
            x=report.line_distance.astype(np.float32),
            y=excess.astype(np.float32),
            mode="lines",
            line={"color": theme.ink, "width": 3},
            showlegend=False,
            hovertemplate="%{x:.3g}: paired %{y:+.3g} %<extra></extra>",
        ),
        row=2,
        col=1,
    )
    figure.add_hline(y=0, line={"color": theme.muted, "width": 1.5, "dash": "dot"}, row=2, col=1)
    for low, high in report.paired_loses:
        for row in (1, 2):
            figure.add_vrect(
                x0=low,
                x1=high,
                fillcolor=theme.soft(theme.hues["pink"], 0.12),
                line_width=0,
                layer="below",
                row=row,
                col=1,
            )
    low, high = report.paired_loses[-1]
    words = "k(2δ) > 2k(δ)²" if theme.narrow else "offset has the smaller error: k(2δ) > 2k(δ)²"
    figure.add_annotation(
        text=words,
        x=(low + high) / 2,
        y=0.06 * figure.layout.yaxis.range[1],
        showarrow=False,
        font={"size": 16, "color": theme.hues["pink"]},
        row=1,
        col=1,
    )


def _columns(report: MapComparison) -> dict[str, list]:
    columns: dict[str, list] = {"series": [], "distance": [], "standard_deviation": [], "standard_error": []}

    def add(series, distance, values, errors):
        columns["series"] += [series] * len(distance)
        columns["distance"] += list(distance)
        columns["standard_deviation"] += list(values)
        columns["standard_error"] += list(errors)

    for name in ("paired", "offset"):
        spread: Spread = getattr(report, name)
        add(f"{name}, measured", report.distance, spread.measured, spread.standard_error)
        add(f"{name}, formula", report.line_distance, spread.line, [""] * len(report.line_distance))
    return columns
