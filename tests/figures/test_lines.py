"""Bands, and names at the ends of lines: apart, inside the plot, and as near to their lines as that allows."""

import math

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy.optimize import minimize

from rffviz.explorer.figures.lines import band, mark_at, names_at_ends, spaced
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.theme import LIGHT, blank


@pytest.mark.parametrize("seed", range(8))
def test_names_are_as_near_to_their_lines_as_they_can_be(seed):
    rng = np.random.default_rng(seed)
    wanted, gap = np.sort(rng.uniform(0, 1, size=rng.integers(1, 8))), 0.15
    kept = [{"type": "ineq", "fun": lambda y, i=i: y[i + 1] - y[i] - gap} for i in range(len(wanted) - 1)]
    for low, high in ((-9, 9), (0.05, 1.1)):
        best = minimize(
            lambda y: np.square(y - wanted).sum(),
            0.05 + np.arange(len(wanted)) * gap,
            bounds=[(low, high)] * len(wanted),
            constraints=kept,
            tol=1e-12,
        )
        np.testing.assert_allclose(spaced(list(wanted), gap, low, high), best.x, atol=1e-5)


@pytest.mark.parametrize("heights", [[0.2, 0.21, 0.22, 5.0], [9.9, 9.8, 9.7], [0.11, 0.105], [1.0]])
def test_names_keep_apart_and_inside_the_plot(heights):
    figure = blank(LIGHT)
    figure.update_xaxes(type="log")
    figure.update_yaxes(type="log", range=[-1, 1])
    names_at_ends(figure, [(100, y, f"line {y}", LIGHT.ink) for y in heights], 0.1)
    notes = sorted(figure.layout.annotations, key=lambda note: note.y)
    assert [note.text for note in notes] == [f"line {y}" for y in sorted(heights)]
    places = [note.y for note in notes]
    assert all(note.x == 2 and note.xref == "x" and note.yref == "y" for note in notes)
    assert places[0] >= -1 + 0.1 - 1e-12 and places[-1] <= 1 - 0.1 + 1e-12
    assert len(places) == 1 or np.diff(places).min() >= 0.2 - 1e-12


def test_names_stay_below_what_stands_above_them():
    figure = blank(LIGHT).update_yaxes(type="log", range=[-1, 1])
    names_at_ends(figure, [(100, y, "a line", LIGHT.ink) for y in (0.7, 0.8, 0.9)], 0.1, under=1.0)
    assert max(note.y for note in figure.layout.annotations) == pytest.approx(-0.1)


def test_names_stand_at_the_axes_of_their_plot():
    figure = panels(LIGHT, 400, rows=1, cols=2, titles=("a", "b"))
    figure.add_scatter(x=[1, 7], y=[1, 2], row=1, col=2)
    figure.update_yaxes(type="log", range=[0, 1], row=1, col=2)
    names_at_ends(figure, [(7, 2, "rising", LIGHT.ink)], 0.1, row=1, col=2)
    note = figure.layout.annotations[-1]
    assert (note.xref, note.yref, note.x) == ("x2", "y2", 7) and note.y == pytest.approx(math.log10(2))


def test_a_band_goes_along_its_upper_edge_and_back_along_the_lower():
    area = band([1, 2, 3], [0, 1, 0], [4, 5, 6], "red")
    assert area.x.tolist() == [1, 2, 3, 3, 2, 1] and area.y.tolist() == [4, 5, 6, 0, 1, 0]
    assert area.showlegend is False and band([1], [0], [1], "red", "±2σ").showlegend is None


def test_words_stand_at_their_line():
    figure = go.Figure()
    mark_at(figure, 1000.0, "here", LIGHT)
    assert figure.layout.shapes[0].x0 == 1000 and figure.layout.annotations[0].x == pytest.approx(3)
