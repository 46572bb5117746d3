"""Two settings side by side have the same axes."""

import pytest

from rffviz.datasets import load, standardize
from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import convergence, error_curve
from rffviz.views.convergence.beside.picture import beside_picture
from rffviz.views.convergence.curve.picture import convergence_picture


@pytest.fixture(scope="module")
def report():
    X = standardize(load("diabetes").X).X[:120]
    curves = [
        error_curve(X, Gaussian(4.0), name, [16, 64, 256, 1024], range(5))
        for name in ("monte_carlo", "sobol", "orthogonal")
    ]
    return convergence(curves, X, 256, 0.1)


def test_figures_side_by_side_have_the_same_axes(report):
    X = standardize(load("diabetes").X).X[:120]
    curve = error_curve(X, Laplacian(3.0), "monte_carlo", [16, 64], [0])
    other = convergence([curve], X, 64, 0.1)
    alone = convergence_picture(other, LIGHT).figure.layout
    picture = beside_picture({"A": other, "B": report}, LIGHT)
    both = picture.figure.layout
    assert both.xaxis.range == both.xaxis2.range and both.yaxis.range == both.yaxis2.range
    assert both.xaxis.range != alone.xaxis.range and both.height <= 430
    assert both.yaxis.domain == both.yaxis2.domain and both.xaxis.domain[1] < both.xaxis2.domain[0]
    names = [trace.name for trace in picture.figure.data if trace.showlegend]
    assert len(set(names)) == len(names) > 1
    for letter, each in (("A", other), ("B", report)):
        need = f"{each.reached[0][0]:,.0f}" if each.reached else ""
        said = (f"{letter} needs {need}", f"{letter} {need}") if need else (f"{letter} does not reach it",)
        assert any(words in picture.title for words in said)
    drawn = [each.main_promise.needed for each in (other, report) if each.main_promise]
    assert ("the bound asks" in picture.title) == (len(drawn) == 2)
