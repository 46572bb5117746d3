"""What several pictures of this page draw: seconds against size, and the exact method beyond its last size."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line, words_beside
from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.words.numbers import number
from rffviz.studies.timings import Timings

_MINUTE, _HOUR = 60.0, 3600.0
_TIMES = {10.0**k: f"{number(10.0**k)} s" for k in range(-9, 2)}
_TIMES |= {_MINUTE: "1 min", 10 * _MINUTE: "10 min"} | {10.0**k * _HOUR: f"{10**k:,} h" for k in range(6)}
_BETWEEN = {part * 10.0**k: f"{number(part * 10.0**k)} s" for k in range(-9, 2) for part in (2, 3, 5)}
_BETWEEN |= {part * _MINUTE: f"{part} min" for part in (2, 3, 5, 20, 30)}
_BETWEEN |= {part * _HOUR: f"{part} h" for part in (2, 5)}


def seconds_axis(figure: go.Figure, seconds: Sequence[np.ndarray], above: float, title: str, **at: int) -> None:
    """A logarithmic axis of seconds, with room for the label of the crossing above that of the line's end.

    The room is `above` times the logarithmic range of the seconds.
    """
    times = np.log10(np.concatenate([each[np.isfinite(each) & (each > 0)] for each in seconds]))
    low, high = (times.min(), times.max()) if len(times) else (-3.0, 0.0)
    room = max(0.25, above * (high - low))
    left, right = 10 ** (low - 0.2), 10 ** (high + room)
    few = sum(left <= tick <= right for tick in _TIMES) < 2
    ticks = _TIMES | _BETWEEN if few else _TIMES
    log_axis(figure.update_yaxes, title, left, right, ticks, ticks.__getitem__, **at)


def draw_beyond(
    figure: go.Figure, record: Timings, theme: Theme, name: str, size: str, words: str, **at: int
) -> np.ndarray:
    """The exact method's time beyond its last size, dashed, with words at its end; returns its times.

    `size` is the symbol of the number of points. Line and words are the answer.
    """
    sizes, exact, _ = record.timings
    timed = np.flatnonzero(np.isfinite(exact))
    if not len(timed) or timed[-1] == len(sizes) - 1:
        return np.empty(0)
    beyond = sizes[timed[-1] :]
    times = np.array([record.exact_at(n) for n in beyond])
    look = {"dash": "dash", "width": 2, "meta": ANSWER}
    figure.add_trace(line(beyond, times, theme.exact, name, f"{name}, {size} = %{{x:,}}: %{{y:.3g}} s", **look), **at)
    end = math.log10(beyond[-1]), math.log10(times[-1])
    words_beside(figure, f"<b>{words}</b>", *end, -10, 2, theme.exact, name=ANSWER)
    return times
