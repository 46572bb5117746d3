"""Seconds and memory of attention against the number of tokens, and where linear attention becomes faster."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import axes_of, line, mark_at, words_beside
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.prediction.attention_cost.words import (
    attention_cost_words,
    beyond_words,
    crossing_words,
    storage,
)
from rffviz.explorer.views.prediction.picture import draw_beyond, seconds_axis
from rffviz.explorer.words.numbers import count
from rffviz.studies.attention_cost import AttentionCost


def attention_cost_picture(record: AttentionCost, theme: Theme) -> Picture:
    """Exact and linear attention, seconds in one panel and bytes in the other; the crossing is named."""
    figure = side_by_side(theme, ("Processor time", "Peak memory"), 390, 900, horizontal_spacing=0.22)
    time, memory = panel_place(theme, 0), panel_place(theme, 1)
    _lines(figure, record, (record.exact_seconds, record.linear_seconds), "%{y:.3g} s", theme, time)
    _lines(figure, record, (record.exact_peak_bytes, record.linear_peak_bytes), "%{y:.3s}B", theme, memory)
    n_tokens = record.n_tokens
    if math.isfinite(record.crossing):
        late = record.crossing**2 > n_tokens[0] * n_tokens[-1]  # in the right half of the plot
        mark_at(figure, record.crossing, f"n = {crossing_words(record)}", theme, before=late, **time)
    ahead = draw_beyond(figure, record, theme, "exact, continued as n²", "n", beyond_words(record), **time)
    seconds_axis(figure, (record.exact_seconds, record.linear_seconds, ahead), 0.35, "", **time)
    _memory_axis(figure, record, theme, memory)
    ticks = n_tokens[::4]
    for place in (time, memory):
        log_axis(figure.update_xaxes, "n, tokens", n_tokens[0] * 0.8, n_tokens[-1] * 1.25, ticks, count, **place)
    legend_under(figure, -0.1 if theme.narrow else -0.32, legend_font_size=16, margin={"b": 90})
    names = ("n_tokens", "exact_seconds", "linear_seconds", "exact_peak_bytes", "linear_peak_bytes", "matrix_bytes")
    columns = {name: getattr(record, name) for name in names}
    return Picture(name="attention_cost", figure=figure, columns=columns, **attention_cost_words(record))


def _lines(figure: go.Figure, record: AttentionCost, both, says: str, theme: Theme, place: dict[str, int]) -> None:
    """Exact and linear attention in one panel."""
    looks = (("exact, in blocks", theme.exact, "square"), ("linear", theme.method("fourier")[0], "circle"))
    for values, (name, colour, symbol) in zip(both, looks, strict=True):
        hover = f"{name}, n = %{{x:,}}: {says}"
        look = {"symbol": symbol, "legendgroup": name, "showlegend": place == panel_place(theme, 0)}
        figure.add_trace(line(record.n_tokens, values, colour, name, hover, **look), **place)


def _memory_axis(figure: go.Figure, record: AttentionCost, theme: Theme, place: dict[str, int]) -> None:
    """The bytes of all weights, dashed and named at the end, and an axis in MB and GB."""
    n_tokens, matrix, colour = record.n_tokens, record.matrix_bytes, theme.hues["amber"]
    name = "n × n weights, 4n² bytes"
    figure.add_trace(line(n_tokens, matrix, colour, name, f"{name}, n = %{{x:,}}: %{{y:.3s}}B", 2, "dash"), **place)
    refs = axes_of(figure, **place)
    end = math.log10(n_tokens[-1]), math.log10(matrix[-1])
    words_beside(figure, f"<b>{storage(matrix[-1])}</b>", *end, -10, 2, colour, **refs)
    peaks = [matrix, record.exact_peak_bytes, record.linear_peak_bytes]
    low, high = np.nanmin(peaks), np.nanmax(peaks)
    ticks = [10.0**power for power in range(16)]
    log_axis(figure.update_yaxes, "", low * 0.6, high * (high / low) ** 0.12, ticks, storage, **place)
