"""What the methods' sources claim: a row for each claim, a dot for each dataset at the ratio of method and baseline."""

from __future__ import annotations

from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import log_axis
from rffviz.figures.picture import Picture, by_column
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.figures.traces import dots
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL, BELOW, FAILS, HOLDS, PARTLY, Claims, Judged, OnData
from rffviz.words.claims import claims_words, hover, ratio, short_data, verdict_words

ROWS = "claims"  # the trace whose points can be chosen, in the order of `rows`

_TICKS = [factor * 10.0**power for power in range(-4, 3) for factor in (1, 2, 5)]
_ROW, _WIDE_ROW, _UNDER, _LEGEND = 23, 56, 64, 34  # pixels: a row of many, of one claim, the axis, the legend
_LOOKS = {
    "diabetes": ("blue", "circle"),
    "iris": ("amber", "square"),
    "wine_cultivars": ("green", "diamond"),
    "breast_cancer": ("pink", "triangle-up"),
    "digits": ("violet", "triangle-down"),
    "sine": ("slate", "star"),
}
_ROOM = 1.3  # times the largest ratio, and the smallest over it


def rows(found: Claims) -> list[Judged]:
    """The claims in the order of the rows: those that hold, those that hold on some data, those that do not."""
    return [one for verdict in (HOLDS, PARTLY, FAILS) for one in found.of(verdict)]


def claims_picture(found: Claims, theme: Theme) -> Picture:
    """All claims in rows; or, where one is chosen, its datasets in rows, with bars and numbers."""
    figure = _all(found, theme) if found.chosen == ALL else _one(found.shown[0], theme)
    return Picture(
        name=f"claims-{found.chosen}",
        figure=figure,
        columns=_columns(found),
        **claims_words(found),
    )


def _all(found: Claims, theme: Theme) -> go.Figure:
    judged = rows(found)
    figure = blank(theme, _ROW * len(judged) + _UNDER + (3 * _LEGEND if theme.narrow else _LEGEND))
    _axes(figure, judged, [CLAIMS[one.claim].method for one in judged], theme)
    for y, one in enumerate(judged):
        ends = [each.ratio for each in one.on]
        figure.add_shape(
            type="line", x0=min(ends), x1=max(ends), y0=y, y1=y, line={"color": theme.grid, "width": 5}, layer="below"
        )
        _verdict(figure, verdict_words(one, theme.narrow), one.verdict, y, theme)
    _limits(figure, judged, theme)
    places = [(each.ratio, y, one, each) for y, one in enumerate(judged) for each in one.on]
    for name in dict.fromkeys(each.dataset for _, _, _, each in places):
        figure.add_trace(_dots([place for place in places if place[3].dataset == name], name, theme))
    legend_under(figure, -0.2, margin={"t": 8, "b": _UNDER + (3 * _LEGEND if theme.narrow else _LEGEND)})
    figure.update_layout(legend={"y": -_UNDER / (_ROW * len(judged)), "yanchor": "top", "font": {"size": 15}})
    return figure


def _one(judged: Judged, theme: Theme) -> go.Figure:
    figure = blank(theme, _WIDE_ROW * len(judged.on) + _UNDER + 24)
    _axes(figure, [judged], [short_data(each.dataset) for each in judged.on], theme)
    _limits(figure, [judged] * len(judged.on), theme)
    for y, each in enumerate(judged.on):
        trace = _dots([(each.ratio, y, judged, each)], each.dataset, theme, 14)
        bars = {"array": [each.high - each.ratio], "arrayminus": [each.ratio - each.low]}
        figure.add_trace(trace.update(error_x=bars | {"thickness": 2, "width": 6}, showlegend=False))
        _verdict(figure, ratio(each), HOLDS if each.verdict == BELOW else FAILS, y, theme)
    figure.update_layout(margin={"t": 8})
    return figure


def _axes(figure: go.Figure, judged: list[Judged], names: list[str], theme: Theme) -> None:
    values = [bound for one in judged for each in one.on for bound in (each.low, each.high)]
    low, high = min(*values, 0.8) / _ROOM, max(*values, 1.2) * _ROOM
    ticks = _TICKS[::3] if high / low > 200 or theme.narrow else _TICKS
    log_axis(partial(figure.update_xaxes), "method / baseline, smaller is better", low, high, ticks)
    plain = {"showgrid": False, "showline": False, "ticks": "", "fixedrange": True}
    figure.update_yaxes(tickvals=list(range(len(names))), ticktext=names, range=[len(names) - 0.5, -0.6], **plain)
    figure.update_yaxes(tickfont={"size": 14 if theme.narrow else 15})
    figure.update_layout(margin={"l": 90, "r": 66 if theme.narrow else 132, "t": 8, "b": _UNDER})
    figure.add_vline(x=1, line={"color": theme.muted, "width": 1.5})


def _verdict(figure: go.Figure, text: str, verdict: str, y: float, theme: Theme) -> None:
    """The verdict at the right of its row; in bold where a claim does not hold on all its data."""
    colour = {HOLDS: theme.hues["blue"], PARTLY: theme.ink, FAILS: theme.hues["amber"]}[verdict]
    look = {"xanchor": "left", "xshift": 8, "showarrow": False, "font": {"size": 15, "color": colour}}
    text = text if verdict == HOLDS else f"<b>{text}</b>"
    figure.add_annotation(text=text, x=1, xref="paper", y=y, **look)


def _limits(figure: go.Figure, judged: list[Judged], theme: Theme) -> None:
    """An upright mark in each row at what the claim allows."""
    places = [(CLAIMS[one.claim].limit, y) for y, one in enumerate(judged)]
    marks = dots(np.array(places), theme.ink, "line-ns", 14)
    marks.update(marker={"line": {"width": 2, "color": theme.ink}}, name="the claim's limit", showlegend=False)
    figure.add_trace(marks)


def _dots(places: list[tuple[float, int, Judged, OnData]], dataset: str, theme: Theme, size: int = 10) -> go.Scatter:
    """Filled where the claim holds, else open."""
    hue, symbol = _LOOKS.get(dataset, ("teal", "hexagon"))
    symbols = [symbol if each.verdict == BELOW else f"{symbol}-open" for _, _, _, each in places]
    trace = dots(np.array([place[:2] for place in places]), theme.hues[hue], symbol, size, hover="%{text}")
    trace.update(marker={"symbol": symbols, "line": {"width": 2, "color": theme.hues[hue]}}, showlegend=True)
    return trace.update(name=short_data(dataset), text=[hover(one, each) for _, _, one, each in places])


def _columns(found: Claims) -> dict[str, list]:
    names = ("claim", "source", "baseline", "quantity", "dataset", "seeds", "method_value", "baseline_value")
    table = [
        (
            *(one.claim, CLAIMS[one.claim].source, CLAIMS[one.claim].baseline, CLAIMS[one.claim].quantity),
            *(each.dataset, each.n_seeds, each.method, each.baseline, each.ratio, each.low, each.high),
            *(CLAIMS[one.claim].limit, each.verdict, one.verdict),
        )
        for one in found.shown
        for each in one.on
    ]
    return by_column((*names, "ratio", "low", "high", "limit", "verdict", "claim_verdict"), table)
