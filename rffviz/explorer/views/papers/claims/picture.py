"""The claims of the methods' sources: a row for each claim, a dot for each dataset at the ratio method/baseline."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import words_beside
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.papers.claims.words import claims_words, hover, marked, ratio, short_data, short_verdict
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL, CONTRADICTED, NOT_JUDGED, NOT_SEEN, PARTLY, SEEN, Claims, Judged, OnData

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_FINE, _NEAR = (0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0, 4.0), 5.0  # finer ticks, and up to which ratio
_ENDS = 0.2, 2.5  # ends of the axis of all claims; dots beyond are drawn at the edge, the farthest with its number
_ROW, _WIDE_ROW, _AXIS, _LEGEND = 26, 56, 62, 25  # pixels: a row with all claims or with one, the axis, a legend row
_CLEAR = 2.8  # times an end: room of a number there, which is omitted if a dot is closer
_EDGE = 1.1  # times the ends of the axis, to leave room for dots at the edge
_TALL_ROW, _OVER = 42, 0.42  # on a phone: pixels of a row, and offset of its name above it in rows
_PLAIN = {"showarrow": False, "font_size": 15}
LOOKS = {
    "diabetes": ("blue", "circle"),
    "iris": ("amber", "square"),
    "wine_cultivars": ("green", "diamond"),
    "breast_cancer": ("pink", "triangle-up"),
    "digits": ("violet", "triangle-down"),
    "sine": ("slate", "star"),
}
_ROOM = 1.15  # margin: times the largest ratio, and the smallest divided by it


def rows(record: Claims) -> list[Judged]:
    """The claims in the order of the rows: seen, seen on some data, not seen, contradicted, not judged."""
    return [one for verdict in (SEEN, PARTLY, NOT_SEEN, CONTRADICTED, NOT_JUDGED) for one in record.of(verdict)]


def claims_picture(record: Claims, theme: Theme) -> Picture:
    """All claims in rows; or, where one is chosen, its datasets in rows, with bars and numbers."""
    figure = _all(record, theme) if record.chosen == ALL else _one(record, theme)
    return Picture(
        name=f"claims-{record.chosen}",
        figure=figure,
        columns=_columns(record),
        **claims_words(record),
    )


def _all(record: Claims, theme: Theme) -> go.Figure:
    """In two columns, so that all are visible at once; on a phone in one."""
    judged, n_columns = rows(record), 1 if theme.narrow else 2
    per = math.ceil(len(judged) / n_columns)
    plot = (_TALL_ROW if theme.narrow else _ROW) * per
    top = _AXIS + _LEGEND * (3 if theme.narrow else 1)
    figure = panels(theme, plot + top + 8, 1, n_columns, horizontal_spacing=0.5 if n_columns > 1 else None)
    for column in range(n_columns):
        _column(figure, judged[column * per : (column + 1) * per], column + 1, per, theme)
    look = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"}
    look["font"] = {"size": 15 if theme.narrow else 14}
    if theme.narrow:
        look |= {"entrywidth": 60, "entrywidthmode": "pixels"}
    sides = {"l": 10, "r": 10} if theme.narrow else {"l": 90, "r": 124}
    return figure.update_layout(showlegend=True, legend=look, margin=sides | {"t": top, "b": 8})


def _column(figure: go.Figure, judged: list[Judged], column: int, per: int, theme: Theme) -> None:
    at, number = {"row": 1, "col": column}, "" if column == 1 else str(column)
    refs, beside = {"xref": f"x{number}", "yref": f"y{number}"}, {"xref": f"x{number} domain", "yref": f"y{number}"}
    names = [_name(one, theme) for one in judged]
    _axes(figure, names, _ENDS[0] / _EDGE, _ENDS[1] * _EDGE, theme, **at)
    figure.update_yaxes(range=[per - 0.5, -0.6], **at)
    for y, one in enumerate(judged):
        ends = [_inside(each.ratio) for each in one.on]
        bar = {"line": {"color": theme.grid, "width": 5}, "layer": "below"}
        span = [min(ends), max(ends)]
        for side, (text, edge, shift) in enumerate(zip(_beyond(one), _ENDS, (10, -10), strict=True)):
            near = [each for each in ends if 0 < abs(math.log(each / edge)) < math.log(_CLEAR)]
            if text and not near and not theme.narrow:
                words_beside(figure, text, math.log10(edge), y, shift, 0, theme.ink, 14, **refs)
                span[side] *= 1 / _CLEAR if side else _CLEAR  # the bar begins beside the number
        if span[0] < span[1]:
            figure.add_shape(type="line", x0=span[0], x1=span[1], y0=y, y1=y, **bar, **refs)
        _verdict(figure, short_verdict(one), one.verdict, y, theme, theme.narrow, **beside)
    if theme.narrow:  # names are above their rows
        figure.update_yaxes(showticklabels=False, range=[per - 0.6, -0.9])
        for y, name in enumerate(names):
            figure.add_annotation(text=name, x=0, xref="paper", xanchor="left", y=y - _OVER, **_PLAIN)
    _limits(figure, judged, theme, **at)
    places = [(_inside(each.ratio), y, one, each) for y, one in enumerate(judged) for each in one.on]
    shown = {trace.name for trace in figure.data}
    for name in dict.fromkeys(each.dataset for _, _, _, each in places):
        trace = _dots([place for place in places if place[3].dataset == name], name, theme, before=(column - 1) * per)
        trace.update(legendgroup=name, showlegend=trace.name not in shown)
        figure.add_trace(trace, **at)


def _name(one: Judged, theme: Theme) -> str:
    """The method; on a phone followed by the numbers of the farthest dots, for which there is no room."""
    behind = " ".join(filter(None, _beyond(one))) if theme.narrow else ""
    name = marked(CLAIMS[one.claim])
    return f'{name} <span style="color:{theme.muted}">{behind}</span>' if behind else name


def _inside(ratio: float) -> float:
    return min(max(ratio, _ENDS[0]), _ENDS[1])


def _beyond(one: Judged) -> list[str]:
    """Labels with arrows, of the farthest dot beyond the left and the right edge; "" if there are none."""
    low, high = (how(one.on, key=lambda each: each.ratio) for how in (min, max))
    left, right = low.ratio < _ENDS[0], high.ratio > _ENDS[1]
    return [f"← {ratio(low)}" if left else "", f"{ratio(high)} →" if right else ""]


def _one(record: Claims, theme: Theme) -> go.Figure:
    judged = record.shown[0]
    figure = blank(theme, _WIDE_ROW * len(judged.on) + _AXIS + 8)
    ends = [bound for each in judged.on for bound in (each.low, each.high)]
    ends += [ratio for ratios in record.again.values() for ratio in ratios]
    low, high = min(*ends, 0.8) / _ROOM, max(*ends, CLAIMS[judged.claim].limit, 1.1) * _ROOM
    _axes(figure, [short_data(each.dataset) for each in judged.on], low, high, theme)
    _limits(figure, [judged] * len(judged.on), theme)
    for y, each in enumerate(judged.on):
        trace = _dots([(each.ratio, 0, judged, each)], each.dataset, theme, 14).update(y=[y])
        bars = {"array": [each.high - each.ratio], "arrayminus": [each.ratio - each.low]}
        figure.add_trace(trace.update(error_x=bars | {"thickness": 2, "width": 6}, showlegend=False))
        _verdict(figure, ratio(each), each.verdict, y, theme)
        if again := record.again.get(each.dataset):
            crosses = dots(np.array([(value, y + 0.28) for value in again]), theme.ink, "x-thin", 8, hover="%{x:.3g}")
            crosses.update(marker={"line": {"width": 2, "color": theme.ink}}, name="measured again")
            figure.add_trace(crosses)
    return figure.update_layout(margin={"t": _AXIS, "b": 8})


def _axes(figure: go.Figure, names: list[str], low: float, high: float, theme: Theme, **at) -> None:
    ticks = _FINE if high / low < _NEAR else _TICKS[::3] if theme.narrow and high / low > 30 else _TICKS
    log_axis(partial(figure.update_xaxes, side="top"), "method / baseline", low, high, ticks, **at)
    plain = {"showgrid": False, "showline": False, "ticks": "", "fixedrange": True}
    figure.update_yaxes(tickvals=list(range(len(names))), ticktext=names, range=[len(names) - 0.5, -0.6], **plain, **at)
    figure.update_yaxes(tickfont={"size": 14}, **at)
    figure.update_layout(margin={"l": 90, "r": 56 if theme.narrow else 124})
    figure.add_vline(x=1, line={"color": theme.muted, "width": 1.5}, exclude_empty_subplots=False, **at)


def _verdict(
    figure: go.Figure, text: str, verdict: str, y: float, theme: Theme, above: bool = False, xref="paper", yref="y"
) -> None:
    """The verdict, to the right of its row or above it; bold if the claim is not seen on all its datasets."""
    colour = {SEEN: theme.hues["blue"], CONTRADICTED: theme.hues["amber"]}.get(verdict, theme.ink)
    place = {"xanchor": "right", "y": y - _OVER} if above else {"xanchor": "left", "xshift": 8, "y": y}
    text = text if verdict == SEEN else f"<b>{text}</b>"
    figure.add_annotation(text=text, x=1, xref=xref, yref=yref, font_color=colour, **_PLAIN, **place)


def _limits(figure: go.Figure, judged: list[Judged], theme: Theme, **at) -> None:
    """A vertical mark at a claim's limit, if above 1."""
    places = [(CLAIMS[one.claim].limit, y) for y, one in enumerate(judged) if CLAIMS[one.claim].limit > 1]
    if not places:
        return
    marks = dots(np.array(places), theme.ink, "line-ns", 14)
    marks.update(marker={"line": {"width": 2, "color": theme.ink}}, name="limit", legendrank=1001)
    marks.showlegend = all(trace.name != marks.name for trace in figure.data)
    figure.add_trace(marks, **at)


def _dots(
    places: list[tuple[float, int, Judged, OnData]], dataset: str, theme: Theme, size: int = 9, before: int = 0
) -> go.Scatter:
    """A dot for each dataset, filled where the claim is seen: the point of its row's number, after `before` rows."""
    hue, symbol = LOOKS.get(dataset, ("teal", "hexagon"))
    n = before + places[-1][1] + 1
    at, symbols, texts = np.full((n, 2), np.nan), [symbol] * n, [""] * n
    for x, y, one, each in places:
        at[before + y] = x, y
        symbols[before + y] = symbol if each.verdict == SEEN else f"{symbol}-open"
        texts[before + y] = hover(one, each)
    trace = dots(at, theme.hues[hue], symbol, size, hover="%{text}")
    trace.update(marker={"symbol": symbols, "line": {"width": 2, "color": theme.hues[hue]}}, showlegend=True)
    return trace.update(name=short_data(dataset), text=texts)


def _columns(record: Claims) -> dict[str, list]:
    names = ("claim", "source", "baseline", "quantity", "dataset", "seeds", "method_value", "baseline_value")
    table = [
        (
            *(one.claim, CLAIMS[one.claim].source, CLAIMS[one.claim].baseline, CLAIMS[one.claim].quantity),
            *(each.dataset, each.n_seeds, each.method, each.baseline, each.ratio, each.low, each.high),
            *(CLAIMS[one.claim].limit, each.verdict, one.verdict),
        )
        for one in record.shown
        for each in one.on
    ]
    return by_column((*names, "ratio", "low", "high", "limit", "verdict", "claim_verdict"), table)
