"""Points projected on the line along a frequency, and the line wrapped around the unit circle."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import colour_axis, diverging
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Grab, Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.features.circle.words import circle_readouts, circle_words, vector
from rffviz.explorer.views.features.two_points.picture import point_colours
from rffviz.studies.circle import Wrapped

_TITLES = ("projection onto ω", "cos and sin along ω", "wrapped onto the circle")


def circle_picture(record: Wrapped, theme: Theme) -> Picture:
    """The plane, the line and the circle of one frequency; the frequencies of the draw are scrubbed."""
    figure = _panels(record, theme)
    start = record.shown - 1
    ring = {"x0": -1, "y0": -1, "x1": 1, "y1": 1, "line": {"color": theme.muted, "width": 1.5}, "layer": "below"}
    figure.add_shape(type="circle", **ring, **panel_place(theme, 2))
    plane = [
        heat(record.waves[start], "cos(ω·x) = %{z:.2f}", *record.axes, opacity=0.6),
        *_points(record.points, theme),
    ]
    places = [len(figure.data)]
    for trace in plane:
        figure.add_trace(trace, **panel_place(theme, 0))
    for panel, trace in _moving(record, start, theme):
        places.append(len(figure.data))
        figure.add_trace(trace, **panel_place(theme, panel))
    readouts = circle_readouts(record)
    names = [f"{j}" for j in range(1, len(record.W) + 1)]
    values = [f"{name} of {len(names)}: ω = {vector(w)}" for name, w in zip(names, record.W, strict=True)]
    settings = list(range(1, len(names) + 1))
    scrub = Scrub("Frequency", names, values, readouts, start, redraw=True, settings=settings)

    def state(j: int) -> list:
        return [go.Heatmap(z=record.waves[j].astype(np.float32)), *(trace for _, trace in _moving(record, j, theme))]

    return Picture(
        name=f"circle-{record.about.kernel.name}",
        figure=figure,
        columns=_columns(record),
        **circle_words(record),
        readout=readouts[start],
        scrub=scrub.frames(figure, places, state),
        grab=Grab("distance", "‖x − y‖", 0.0, 6.0, points=record.points[:2].tolist()),
    )


def _panels(record: Wrapped, theme: Theme) -> go.Figure:
    figure = side_by_side(theme, _TITLES, 395, 1150, horizontal_spacing=0.075, vertical_spacing=0.1)
    plane, along, circle = (panel_place(theme, panel) for panel in range(3))
    look = {"showgrid": False, "nticks": 5, "constrain": "domain"}
    names = (("x<sub>1</sub>", "cos"), ("x<sub>2</sub>", "sin"))
    for update, (name, wave), axis in zip((figure.update_xaxes, figure.update_yaxes), names, record.axes, strict=True):
        update(title={"text": name}, range=[float(axis[0]), float(axis[-1])], **look, **plane)
        update(title={"text": wave}, range=[-1.25, 1.25], **look, **circle)
    figure.update_yaxes(scaleanchor="x", **plane)
    figure.update_yaxes(scaleanchor="x3", **circle)
    ends = [float(record.line[0]), float(record.line[-1])]
    figure.update_xaxes(title={"text": "position along ω"}, range=ends, nticks=5, **along)
    figure.update_yaxes(range=[-1.25, 1.25], nticks=5, **along)
    bar = {"orientation": "h", "yanchor": "top", "thickness": 12, "tickvals": [-1, 0, 1]}
    bar["ticktext"] = ["cos(ω·x) = −1", "0", "1"]
    bar |= {"x": 0.5, "y": -0.06, "len": 0.7} if theme.narrow else {"x": 0.14, "y": -0.27, "len": 0.28}
    under, bottom = (-0.14, 240) if theme.narrow else (-0.24, 90)
    legend_under(
        figure, under, legend_font_size=16, legend_x=0 if theme.narrow else 0.36, margin={"b": bottom, "l": 60}
    )
    return figure.update_layout(coloraxis=colour_axis(diverging(theme), -1, 1, **bar))


def _points(rows, theme: Theme, named: bool = True) -> list[go.Scatter]:
    """The cloud, and x and y with their letters; repeated in another panel without a legend entry."""
    pair = [
        dots(rows[i : i + 1], colour, size=14, hover=letter, line={"width": 1.5, "color": theme.paper}).update(
            name=letter, showlegend=named
        )
        for i, (letter, colour) in enumerate(zip("xy", point_colours(theme), strict=True))
    ]
    return [dots(rows[2:], theme.muted, size=5, opacity=0.7).update(showlegend=False), *pair]


def _moving(record: Wrapped, j: int, theme: Theme) -> list[tuple[int, go.Scatter]]:
    """What changes from frequency to frequency, by panel."""
    w, reach = record.W[j], record.line[-1]
    middle = record.points[:2].mean(axis=0)
    ahead = w / max(float(np.sqrt(w @ w)), 1e-300) * 2 * reach
    ends = np.array([middle - ahead, middle + ahead])
    blue = theme.scheme("monte_carlo")[0]
    traces = [(0, line(*ends.T, theme.ink, "line along ω", width=2, hoverinfo="skip"))]
    for i, (point, foot, colour) in enumerate(
        zip(record.points[:2], record.feet[j], point_colours(theme), strict=True)
    ):
        both, name = np.array([point, foot]), None if i else "projection"
        traces.append((0, line(*both.T, colour, name, width=2, dash="dot", symbol="line-ns", size=1, hoverinfo="skip")))
    on_line, circle = record.along[j], record.places[j]
    traces.append((1, line(record.line, record.cosines[j], blue, "cos", width=2.5, hoverinfo="skip")))
    traces.append((1, line(record.line, record.sines[j], theme.hues["slate"], "sin", width=2, dash="dash")))
    for values in circle.T:
        traces += [(1, each) for each in _points(np.column_stack([on_line, values]), theme, False)[1:]]
    for i, (place, colour) in enumerate(zip(circle[:2], point_colours(theme), strict=True)):
        name = None if i else "feature vector"
        traces.append((2, line([0, place[0]], [0, place[1]], colour, name, width=3, hoverinfo="skip")))
    return traces + [(2, each) for each in _points(circle, theme, False)]


def _columns(record: Wrapped) -> dict[str, list]:
    names = ("frequency", "omega_1", "omega_2", "angle_x", "angle_y", "inner_product", "mean_so_far")
    rows = zip(record.W, record.angles, record.products, record.means, strict=True)
    return by_column(
        names,
        ((j, *w, *angles[:2], product, mean) for j, (w, angles, product, mean) in enumerate(rows, start=1)),
    )
