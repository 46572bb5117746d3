"""The pictures of the view “Matrices”: K and K̂ as heat maps, and their errors pair by pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from rffviz.explorer.figures.axes import colour_axis
from rffviz.explorer.figures.lines import band, line, spaced
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.convergence.matrices import words
from rffviz.studies.pairs import KernelMatrices, PairErrors

_BELOW = 0.15  # share of the colours for values below 0
_BESIDE = 0.12  # of the rows: the room beside a matrix for brackets and names
_LETTER, _NAMED = 0.032, 0.055  # of the rows, that a letter of a name takes, and that any name does
_ROOM = 1.04  # between the points furthest out and the frame
_DISTANCES = {"euclidean": "distance ‖x − y‖", "cityblock": "distance ‖x − y‖<sub>1</sub>"}


def estimates_picture(record: KernelMatrices | PairErrors, theme: Theme) -> Picture:
    """The matrices or the pairs."""
    return (pairs_picture if isinstance(record, PairErrors) else matrices_picture)(record, theme)


def matrices_picture(record: KernelMatrices, theme: Theme, beside: Sequence[KernelMatrices] = ()) -> Picture:
    """K, K̂ and K̂ − K as heat maps; D is scrubbed; colours do not depend on D, and are shared with records `beside`."""
    start = record.start
    figure = _heat_panels((record, *beside), theme)
    for panel, trace in enumerate([_heat(record.exact, "coloraxis", "k"), *_heat_frame(record, start)]):
        figure.add_trace(trace, **panel_place(theme, panel))
    _brackets(figure, record, theme)
    figure.frames = [
        {"name": str(int(m)), "data": _heat_frame(record, g), "traces": [1, 2]} for g, m in enumerate(record.n_freqs)
    ]
    first, second = np.triu_indices(len(record.rows))
    columns = {"row": record.rows[first], "other_row": record.rows[second], "kernel": record.exact[first, second]}
    estimates = record.approximate[:, first, second]
    return _picture("kernel-matrix", figure, record, words.matrices_words(record), columns, estimates, redraw=True)


def _heat_panels(records: Sequence[KernelMatrices], theme: Theme) -> go.Figure:
    """Three square panels, side by side or, on a phone, one above the other; a colour bar each for k and the error."""
    titles, gaps = ("K, the kernel", "K̂, from D frequencies", "K̂ − K, the error"), {"vertical_spacing": 0.05}
    figure = side_by_side(theme, titles, 400, 960, horizontal_spacing=0.03, **gaps)
    figure.update_layout(margin={"l": 8, "r": 8, "b": 12 if theme.narrow else 70})
    n = len(records[0].rows)
    left = -0.5 - _BESIDE * n * any(each.classes for each in records)
    for panel in range(3):
        place = panel_place(theme, panel)
        look = {"visible": False, "constrain": "domain", **place}
        figure.update_xaxes(range=[left, n - 0.5], **look)
        figure.update_yaxes(
            range=[n - 0.5, -0.5], scaleanchor=f"x{panel + 1}" if panel else "x", constraintoward="top", **look
        )
    if theme.narrow:
        values, errors = ({"len": 0.62, "y": 1.0, "yanchor": "top"}, {"len": 0.3, "y": 0.0, "yanchor": "bottom"})
    else:
        flat = {"orientation": "h", "y": -0.03, "yanchor": "top", "lenmode": "fraction"}
        values, errors = flat | {"x": 0.33, "len": 0.5}, flat | {"x": 0.845, "len": 0.3}
    low = min(-1.0, *(float(part.min()) for each in records for part in (each.exact, each.approximate)))
    high = max(1.0, *(float(each.approximate.max()) for each in records))
    largest = max(float(each.largest.max()) for each in records) or 1.0
    return figure.update_layout(
        coloraxis=colour_axis(_clear_above_zero(theme.scale, low, high), low, high, **values),
        coloraxis2=colour_axis(_by_cube_root(theme), -largest, largest, **errors),
    )


def _brackets(figure: go.Figure, record: KernelMatrices, theme: Theme) -> None:
    """Brackets along the rows of each class, in colours of their own, and their names, as long as there is room."""
    n, hues = len(record.rows), list(theme.hues.values())
    of_class = {name: np.flatnonzero(np.array(record.classes) == name) for name in record.classes}
    named = sorted(of_class, key=lambda name: float(np.median(of_class[name])))
    most = int(1 / (_LETTER * max(len(named), 1)))
    said = [name if len(name) <= most else f"{name[: most - 1]}…" for name in named]
    gap = n * max(_NAMED, _LETTER * max(map(len, said), default=0))
    places = spaced([float(np.median(of_class[name])) for name in named], gap, gap / 2, n - gap / 2)
    x = -0.5 - _BESIDE * n / 4
    for name, short, place, hue in zip(named, said, places, hues, strict=False):
        rows = of_class[name]
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        y = np.array([(run[0] - 0.35, run[-1] + 0.35, np.nan) for run in runs]).ravel()
        for panel in range(3):
            figure.add_trace(line(np.full(len(y), x), y, hue, None, name, 5), **panel_place(theme, panel))
        font = {"size": 15, "color": hue}
        look = {"textangle": -90, "showarrow": False, "xanchor": "right", "xref": "x", "yref": "y", "font": font}
        figure.add_annotation(x=x, y=place, text=short, **look)


def _clear_above_zero(scale: str | list, low: float, high: float) -> list:
    """The scale with most of its colours above 0, where the kernel's values are, and a few for K̂ below."""
    zero = -low / (high - low)
    shares = [*np.linspace(0, zero, 4), *np.linspace(zero, 1, 9)[1:]]
    places = [*np.linspace(0, _BELOW, 4), *np.linspace(_BELOW, 1, 9)[1:]]
    return [[float(share), colour] for share, colour in zip(shares, sample_colorscale(scale, places), strict=True)]


def _by_cube_root(theme: Theme) -> list[list]:
    """Blue and amber as deep as the cube root of the error, which falls 30-fold over the D's: no D is blank or full."""
    below, above = theme.hues["blue"], theme.hues["amber"]
    depth = np.linspace(-1, 1, 21)
    places = zip((1 + depth**3) / 2, depth, strict=True)
    return [[float(place), theme.soft(below if share < 0 else above, float(abs(share)))] for place, share in places]


def _heat(matrix: np.ndarray, axis: str, what: str) -> go.Heatmap:
    return heat(matrix, f"points %{{x}} and %{{y}}<br>{what} = %{{z:.3g}}", axis=axis)


def _heat_frame(record: KernelMatrices, g: int) -> list[go.Heatmap]:
    estimate = record.approximate[g]
    return [_heat(estimate, "coloraxis", "k̂"), _heat(estimate - record.exact, "coloraxis2", "k̂ − k")]


def pairs_picture(record: PairErrors, theme: Theme) -> Picture:
    """k̂ against k, and k̂ − k against distance, at each pair, with Monte Carlo ± 2 SD; D is scrubbed.

    The axis of k̂ − k ends at ±c/√D, with one c for all D.
    """
    low, far = min(0.0, float(record.exact.min())), float(record.distance.max())
    figure = side_by_side(theme, ("k̂ against k", "error against distance"), 415, 860)
    states = [_pairs_at(record, g, theme) for g in range(len(record.n_freqs))]
    for panel, ends in enumerate(((low, 1.0), (0.0, far))):
        place, named = panel_place(theme, panel), panel == 0
        for trace in states[record.start][2 * panel : 2 * panel + 2]:
            figure.add_trace(trace.update(showlegend=named), **place)
        heights = (0.0, 0.0) if panel else ends
        look = {"width": 2, "dash": "dot", "hoverinfo": "skip", "showlegend": named}
        figure.add_trace(line(ends, heights, theme.exact, "k̂ = k", **look), **place)
        aside = 0.02 * (ends[1] - ends[0])
        figure.update_xaxes(range=[ends[0] - aside, ends[1] + aside], **place)
    figure.update_xaxes(title={"text": "k, the kernel"}, **panel_place(theme, 0))
    figure.update_xaxes(
        title={"text": _DISTANCES.get(record.about.kernel.distance, "distance")}, **panel_place(theme, 1)
    )
    drawn = [trace.y for state in states for trace in state[:2]]
    bottom, top = min(float(y.min()) for y in drawn), max(float(y.max()) for y in drawn)
    room = (_ROOM - 1) * (top - bottom)
    figure.update_yaxes(title={"text": "k̂, estimate"}, range=[bottom - room, top + room], **panel_place(theme, 0))
    reaches = _reaches(record, states)
    scale = {"title": {"text": words.RESIDUAL_AXIS}, "range": reaches[record.start]}
    figure.update_yaxes(**scale, **panel_place(theme, 1))
    figure.frames = [
        {
            "name": str(int(m)),
            "data": [go.Scatter(y=trace.y) for trace in state],
            "traces": [0, 1, 3, 4],
            "layout": {"yaxis2": {"range": reach}},
        }
        for m, state, reach in zip(record.n_freqs, states, reaches, strict=True)
    ]
    legend_under(figure, -0.1 if theme.narrow else -0.22)
    columns = {
        "row": record.rows[:, 0],
        "other_row": record.rows[:, 1],
        "distance": record.distance,
        "kernel": record.exact,
        "sigma_of_one_frequency": record.sigma,
    }
    return _picture("pairs", figure, record, words.pairs_words(record), columns, record.approximate)


def _pairs_at(record: PairErrors, g: int, theme: Theme) -> list[go.Scatter]:
    """Points and band of both panels at one number of frequencies."""
    colour, _ = theme.scheme(record.about.sampler)
    estimate = record.approximate[g]
    along = (
        (record.exact, estimate, record.over_kernel),
        (record.distance, estimate - record.exact, record.over_distance),
    )
    traces = []
    for panel, (place, height, sigmas) in enumerate(along):
        rows, hover = np.column_stack([place, height]), "%{x:.3g}: %{y:.3g}"
        traces.append(dots(rows, colour, size=6, hover=hover, opacity=0.6).update(name="a pair of points"))
        half, level = 2 * sigmas.sigma / float(record.n_freqs[g]) ** 0.5, 0 if panel else sigmas.along
        edge = {"width": 1.5, "color": theme.ink}
        shade = theme.soft(theme.ink, 0.08)
        traces.append(band(sigmas.along, level - half, level + half, shade, "Monte Carlo ± 2 SD", line=edge))
    return traces


def _reaches(record: PairErrors, states: Sequence[Sequence[go.Scatter]]) -> list[list[float]]:
    """The range ±c/√D of the axis of k̂ − k at each D; c holds the points and the band at every D."""
    roots = np.sqrt(record.n_freqs)
    furthest = [
        root * max(float(np.abs(y).max()) for y in (state[2].y, state[3].y))
        for root, state in zip(roots, states, strict=True)
    ]
    return [[-end, end] for end in _ROOM * (max(furthest) or 1.0) / roots]


def _picture(name, figure, record, said, columns, estimates, redraw=False) -> Picture:
    """A picture that is scrubbed over D, with its words and a readout for each D."""
    start, readouts = record.start, words.errors_of(record)
    sizes = map(int, record.n_freqs)
    return Picture(
        name=f"{name}-{record.about.kernel.name}",
        figure=figure,
        columns=columns | {f"estimate_{m}": values for m, values in zip(sizes, estimates, strict=True)},
        **said,
        readout=readouts[start],
        scrub=Scrub.over_freqs(record.n_freqs, readouts, start, redraw),
    )
