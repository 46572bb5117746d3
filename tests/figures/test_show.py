"""A record is a figure in one line."""

import re

import plotly.graph_objects as go
import pytest

from rffviz.diagnose import diagnose, error_field
from rffviz.explorer.figures.show import show
from rffviz.kernels import Gaussian
from rffviz.measure import convergence, error_curve


@pytest.fixture(scope="module")
def report():
    return diagnose("two_gammas", Gaussian(), 3, 64, 20, rate=False)


@pytest.mark.slow
@pytest.mark.parametrize("view", ["cloud", "radius", "directions", "bias"])
def test_every_part_of_a_report_is_a_figure_under_its_headline(report, view):
    figure = show(report, view)
    assert isinstance(figure, go.Figure) and figure.data
    assert re.search(r" (too small|too large)", figure.layout.title.text)


@pytest.mark.slow
def test_other_records_and_themes(report):
    assert show(report.found.radius).layout.title.text != show(report, "radius").layout.title.text
    X = [[0.0, 1.0], [1.0, 0.5], [2.0, -1.0]]
    curve = error_curve(X, Gaussian(), "monte_carlo", [8, 16], seeds=range(3), metric="sup")
    assert show(convergence([curve], X, 16, 0.1)).data
    assert show(error_field(report.found.sample, Gaussian())).data
    light, dark = (show(report, theme=theme).layout.paper_bgcolor for theme in ("light", "dark"))
    assert light != dark


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked, words",
    [({"view": "all"}, "view must be"), ({"theme": "pink"}, "theme must be"), ({"record": 3}, "record must")],
)
def test_refusals(report, asked, words):
    with pytest.raises(ValueError, match=words):
        show(**{"record": report} | asked)
