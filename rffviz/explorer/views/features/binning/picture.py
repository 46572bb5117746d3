"""Two points under random grids, and the fraction of grids in which they share a bin."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.features.binning.words import grids_readouts, grids_words
from rffviz.explorer.views.features.two_points.picture import point_colours
from rffviz.explorer.words.numbers import count
from rffviz.studies.binning import Grids


def grids_picture(record: Grids, theme: Theme) -> Picture:
    """The last grid with the bins of x and y beside the fraction of shared bins; the number of grids is scrubbed."""
    figure = side_by_side(theme, ("last grid", "fraction of grids where x and y share a bin"), 395, 800)
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    _axes(figure, record, theme)
    start = record.start
    colour, counted = theme.method("binning")[0], np.arange(1, len(record.met) + 1)
    half = 2 * record.sigma / np.sqrt(counted)
    area = band(counted, record.exact - half, record.exact + half, theme.soft(colour, 0.18), "± 2 SD")
    figure.add_trace(area, **right)
    figure.add_trace(line(counted, record.share, colour, "fraction so far", "%{x:,} grids: %{y:.3f}", width=2), **right)
    figure.add_trace(line(counted[[0, -1]], [record.exact] * 2, theme.exact, "k(x − y)", dash="dot"), **right)
    first = len(figure.data)
    for trace, place in zip(_moving(record, start, theme), (left, left, left, right), strict=True):
        figure.add_trace(trace, **place)
    for point, letter, look in zip(record.pair, "xy", point_colours(theme), strict=True):
        shown = dots([point], look, size=14, hover=letter, line={"width": 1.5, "color": theme.paper})
        figure.add_trace(shown.update(name=letter), **left)
    readouts = grids_readouts(record)
    names = [str(n) for n in record.n_grids.tolist()]
    values = [f"P = {count(n)}" for n in record.n_grids]
    scrub = Scrub("P, grids", names, values, readouts, start, settings=[int(n) for n in record.n_grids])
    return Picture(
        name="random-binning",
        figure=figure,
        columns=_columns(record),
        **grids_words(record),
        readout=readouts[start],
        scrub=scrub.frames(figure, range(first, first + 4), lambda g: _moving(record, g, theme)),
    )


def _axes(figure: go.Figure, record: Grids, theme: Theme) -> None:
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    ends = zip(record.low.tolist(), record.high.tolist(), strict=True)
    look = {"showgrid": False, "nticks": 5, "constrain": "domain"}
    for update, letter, limits in zip(
        (figure.update_xaxes, figure.update_yaxes), ("x<sub>1</sub>", "x<sub>2</sub>"), ends, strict=True
    ):
        update(title={"text": letter}, range=list(limits), **look, **left)
    figure.update_yaxes(scaleanchor="x", **left)
    powers = 2.0 ** np.arange(0, 16, 3 if theme.narrow else 2)
    log_axis(figure.update_xaxes, "P, grids", 0.9, 1.1 * len(record.met), powers, count, **right)
    figure.update_yaxes(title={"text": "fraction"}, range=[-0.04, 1.04], **right)
    legend_under(figure, -0.1 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90})


def _moving(record: Grids, g: int, theme: Theme) -> list[go.Scatter]:
    """The lines of the last grid, the bins of x and of y in it, and the dot on the fraction."""
    n_grids = int(record.n_grids[g])
    grid = n_grids - 1
    upright, level = record.lines(grid)
    (left, bottom), (right, top) = record.low, record.high
    segments = [[(x, bottom), (x, top), (np.nan, np.nan)] for x in upright]
    segments += [[(left, y), (right, y), (np.nan, np.nan)] for y in level]
    lines = np.array(segments).reshape(-1, 2)
    bins = []
    for corner, colour in zip(record.corners[grid], point_colours(theme), strict=True):
        low = np.clip(corner, record.low, record.high)
        high = np.clip(corner + record.pitches[grid], record.low, record.high)
        x, y = np.array([low, high]).T
        box = line(x[[0, 1, 1, 0, 0]], y[[0, 0, 1, 1, 0]], colour, width=2, hoverinfo="skip")
        bins.append(box.update(fill="toself", fillcolor=theme.soft(colour, 0.22)))
    chosen = dots([[n_grids, record.share[grid]]], theme.method("binning")[0], size=13, hover="%{x:,} grids: %{y:.3f}")
    grey = line(*lines.T, theme.muted, width=1, hoverinfo="skip")
    return [grey, *bins, chosen.update(showlegend=False)]


def _columns(record: Grids) -> dict[str, np.ndarray]:
    columns = {"grid": np.arange(1, len(record.met) + 1)}
    for axis in (0, 1):
        columns |= {f"pitch_{axis + 1}": record.pitches[:, axis], f"shift_{axis + 1}": record.shifts[:, axis]}
    return columns | {"met": record.met.astype(int), "share_so_far": record.share}
