"""A thumbnail is a drawing of the figure's own numbers, in its panels' places."""

import re
from xml.etree import ElementTree

import numpy as np
import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.theme import LIGHT, blank
from rffviz.explorer.figures.thumbnail import figure_svg
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.kernels import Gaussian
from rffviz.studies.profile import kernel_profile

BLUE = LIGHT.hues["blue"]


def shapes(svg, kind):
    return list(ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{kind}"))


def places(path):
    return np.array([[float(v) for v in pair.split()] for pair in re.findall(r"[ML]([\d.]+ [\d.]+)", path)])


def test_a_line_runs_from_corner_to_corner():
    figure = blank(LIGHT).add_scatter(x=[1, 10, 100], y=[0, 5, 10], mode="lines", line_color=BLUE)
    figure.update_xaxes(type="log", range=[0, 2])
    figure.update_yaxes(range=[0, 10])
    _, line = shapes(figure_svg(figure), "path")
    assert line.get("stroke") == BLUE
    assert places(line.get("d")) == pytest.approx(np.array([[4, 86], [80, 45], [156, 4]]))


def test_points_outside_the_axes_are_left_out_and_lines_lifted():
    figure = blank(LIGHT).add_scatter(x=[0, 1, 2, 3, 4, 5], y=[0, 1, 50, 60, 1, 0], mode="lines+markers")
    figure.update_yaxes(range=[0, 2])
    svg = figure_svg(figure)
    assert len(shapes(svg, "circle")) == 4
    assert shapes(svg, "path")[1].get("d").count("M") == 2


def test_gaps_stay_gaps_and_long_lines_are_thinned():
    x = np.arange(1001.0)
    y = np.where(x == 500, np.nan, np.sin(x / 100))
    (_, line) = shapes(figure_svg(blank(LIGHT).add_scatter(x=x, y=y, mode="lines")), "path")
    assert line.get("d").count("M") == 2 and len(places(line.get("d"))) == 160


def test_traces_stand_in_their_panels():
    figure = side_by_side(LIGHT, ["one", "two"])
    for panel in (0, 1):
        figure.add_trace(go.Scatter(x=[0, 1], y=[0, 1], mode="markers"), **panel_place(LIGHT, panel))
    across = [float(circle.get("cx")) for circle in shapes(figure_svg(figure), "circle")]
    ends = [4 + 152 * share for axis in (figure.layout.xaxis, figure.layout.xaxis2) for share in axis.domain]
    assert across == pytest.approx(ends, abs=0.06)


@pytest.mark.parametrize("reverse", [False, True])
def test_maps_are_cells_in_the_colours_of_their_axis(reverse):
    z = np.array([[0.0, 0.0], [0.0, 1.0]])
    scale = [[0, "rgba(0,0,255,0.5)"], [1, "rgba(255,0,0,1)"]]
    figure = blank(LIGHT).add_heatmap(z=z, coloraxis="coloraxis")
    figure.update_layout(coloraxis={"colorscale": scale, "cmin": 0, "cmax": 1})
    figure.update_yaxes(range=[1.5, -0.5] if reverse else [-0.5, 1.5])
    cells = shapes(figure_svg(figure), "rect")
    (red,) = [cell for cell in cells if cell.get("fill") == "#ff0000"]
    assert len(cells) == 4 and {cell.get("fill") for cell in cells} == {"#ff0000", "#0000ff"}
    assert float(red.get("x")) == 80 and float(red.get("y")) == (45 if reverse else 4)


@pytest.mark.slow
def test_the_three_panels_of_waves_become_three_frames():
    svg = figure_svg(profile_picture(kernel_profile(Gaussian(), [1, 8]), LIGHT).figure)
    frames = [path for path in shapes(svg, "path") if path.get("stroke") == "#808790"]
    assert len(frames) == 3 and len(shapes(svg, "circle")) == 9 and len(svg) < 40_000


def test_what_does_not_vary_is_in_the_middle():
    figure = blank(LIGHT).add_scatter(x=[0, 1], y=[3, 3], mode="lines", line_color=BLUE)
    *_, line = shapes(figure_svg(figure), "path")
    assert places(line.get("d"))[:, 1] == pytest.approx([45, 45], abs=1)
