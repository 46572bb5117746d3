"""What figures with bounds on them share: the axis of D, and the region where a bound says nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable

import plotly.graph_objects as go

from rffviz.figures.theme import Theme
from rffviz.words.numbers import count

_FURTHEST = 30.0  # times the main bound's answer: a bound that asks for more runs out of the picture


def size_axis(figure: go.Figure, left: float, right: float, room: float, feature_map: str, theme: Theme) -> None:
    """D from `left` (and down to `room` times that) to `right`, with powers of two at the ticks."""
    ticks = [2.0**k for k in range(0, 80, 4 if theme.narrow else 2) if left * 0.9 <= 2.0**k <= right]
    figure.update_xaxes(
        type="log",
        title={"text": f"D, frequencies ({'2·D' if feature_map == 'paired' else 'D'} real features)"},
        range=[math.log10(left * room), math.log10(right)],
        tickvals=ticks,
        ticktext=[count(tick) for tick in ticks],
    )


def right_of_bounds(main: float, needed: Iterable[float]) -> float:
    """Where an axis of D ends for bounds that need so many frequencies, the main one of them always in sight."""
    return 1.6 * max(each for each in needed if each <= _FURTHEST * main)


def says_nothing(
    figure: go.Figure, bottom: float, top: float, words: str, theme: Theme, *, y: float, yanchor: str
) -> None:
    """Shade the region where a bound says nothing, with words at its right, at `y` of the axis."""
    figure.add_hrect(y0=bottom, y1=top, fillcolor=theme.soft(theme.bound, 0.10), line_width=0, layer="below")
    look = {"x": 0.995, "xref": "paper", "xanchor": "right", "showarrow": False}
    figure.add_annotation(text=words, y=y, yanchor=yanchor, font={"size": 16, "color": theme.bound}, **look)
