"""Free room for a label in a figure with two logarithmic axes: where no line, marker or other label is."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.theme import Theme

_LETTER, _ROW = 0.0088, 0.062  # of the plot's width and height, at the projector's size
_NARROW = 0.024  # a letter on a phone
_BOLD = 1.05  # times as wide
_ASIDE = np.linspace(-0.5, 0.5, 9)  # of the label's width: its middle from the leader line
_LEADER = 0.045  # shortest leader line, of the plot's height: it must be seen beyond the ring
_MARGIN = np.array([0.0064, 0.0128])  # of the plot: nearly half of a marker
_PIXEL = 1 / 757, 1 / 370  # of the plot's width and height, at the projector's size
_POINTS = 40  # on each segment of a line


def room_of(figure: go.Figure, text: str, theme: Theme) -> np.ndarray:
    """About the width and height of a label, in the axes' units."""
    return _share_of(text, _NARROW if theme.narrow else _LETTER) * _axes(figure)[1]


def room_taken(figure: go.Figure, but: go.Scatter | None = None) -> np.ndarray:
    """Points close together on all lines `but` one and in all labels, in the axes' units."""
    taken = [np.empty((0, 2))]
    for trace in figure.data:
        x, y = np.asarray(trace.x, dtype=float), np.asarray(trace.y, dtype=float)
        if trace is but or not x.size:
            continue
        at = np.linspace(0, len(x) - 1, _POINTS * len(x))
        ends = np.log10(np.maximum([x, y], 1e-300))
        taken.append(np.column_stack([np.interp(at, np.arange(len(x)), each) for each in ends]))
    return np.asfortranarray(np.concatenate([*taken, _labels(figure)]))


def _labels(figure: go.Figure) -> np.ndarray:
    """Points close together in all labels, in the axes' units."""
    (origin, size), taken = _axes(figure), [np.empty((0, 2))]
    for each in figure.layout.annotations:
        note = each.to_plotly_json()  # plotly reads one attribute of its objects as slowly as all
        at, paper = np.array([note["x"], note["y"]]), (note.get("xref") == "paper", note.get("yref") == "paper")
        shift = size * _PIXEL * [note.get("xshift", 0), note.get("yshift", 0)]
        width, height = _share_of(note["text"]) * size
        left, low = np.where(paper, origin + size * at, at) + shift
        left -= width * {"left": 0, "right": 1}.get(note.get("xanchor"), 0.5)
        low -= height * {"bottom": 0, "top": 1}.get(note.get("yanchor"), 0.5)
        grid = np.meshgrid(np.linspace(left, left + width, 60), np.linspace(low, low + height, 8))
        taken.append(np.column_stack([each.ravel() for each in grid]))
    return np.asfortranarray(np.concatenate(taken))


def is_free(taken: np.ndarray, left: float, right: float, low: float, high: float) -> bool:
    """Whether nothing is in a rectangle."""
    x, y = taken.T
    return not ((x > left) & (x < right) & (y > low) & (y < high)).any()


def free_beside(
    figure: go.Figure, room: np.ndarray, places: Sequence[tuple[float, float, int, int]], taken: np.ndarray
) -> tuple[float, float, int, int] | None:
    """The first of the places (x, y, dx, dy), as `words_beside` takes them, with room inside the plot, if any."""
    origin, size = _axes(figure)
    aside = _MARGIN * size / 2
    for x, y, dx, dy in places:
        left = x + dx * _PIXEL[0] * size[0] - (room[0] if dx < 0 else 0)
        low = y + dy * _PIXEL[1] * size[1] - (room[1] if dy < 0 else 0)
        high = np.array([left, low]) + room
        inside = left > origin[0] and low > origin[1] and (high < origin + size).all()
        if inside and is_free(taken, left - aside[0], high[0] + aside[0], low - aside[1], high[1] + aside[1]):
            return x, y, dx, dy
    return None


def room_above(figure: go.Figure, at: np.ndarray, room: np.ndarray) -> tuple[float, float]:
    """Bottom middle of the free place for a label nearest above a point; right above it if none is free."""
    origin, size = _axes(figure)
    beside = float(max(at[0], origin[0] + room[0] / 2)), float(at[1] + _LEADER * size[1])
    return free_above(figure, at, room) or beside


def free_above(figure: go.Figure, at: np.ndarray, room: np.ndarray) -> tuple[float, float] | None:
    """Bottom middle of the free place for a label nearest above a point, if a line leads to one past the labels."""
    (origin, size), taken, labels = _axes(figure), room_taken(figure), _labels(figure)
    margin, top = _MARGIN * size, origin[1] + size[1]
    least = at[1] + _LEADER * size[1]
    for low in np.arange(least, top - room[1], 0.01 * size[1]):
        if not is_free(labels, at[0] - margin[0], at[0] + margin[0], at[1], low):
            return None  # the line to it would cross a label
        for aside in sorted(_ASIDE, key=abs):
            middle = at[0] + aside * room[0]
            left, right = middle - room[0] / 2, middle + room[0] / 2
            inside = left > origin[0] and right < origin[0] + size[0]
            if inside and is_free(taken, left - margin[0], right + margin[0], low - margin[1], low + room[1]):
                return float(middle), float(low)
    return None


def _share_of(text: str, letter: float = _LETTER) -> np.ndarray:
    """About the width and height of a label, of the plot's; bold letters are wider."""
    rows = text.split("<br>")
    bold = [sum(map(len, re.findall("<b>(.*?)</b>", row))) for row in rows]
    widths = [len(re.sub("<[^>]*>", "", row)) + (_BOLD - 1) * n for row, n in zip(rows, bold, strict=True)]
    return np.array([letter * max(widths), _ROW * len(rows)])


def _axes(figure: go.Figure) -> tuple[np.ndarray, np.ndarray]:
    """Lower left corner of the plot and its size, in the axes' units."""
    ranges = np.array([figure.layout.xaxis.range, figure.layout.yaxis.range], dtype=float)
    return ranges[:, 0], np.diff(ranges)[:, 0]
