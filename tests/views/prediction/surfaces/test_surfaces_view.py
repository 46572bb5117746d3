"""Decision surfaces, and what is left out of them."""

import re

import pytest

from rffviz.features import NystromFeatures
from rffviz.foundation.validation import Refusal
from tests.views.opening import alt, captions, details, opened, readouts

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_plane_compares_surfaces_and_says_what_is_left_out(monkeypatch):
    app = opened("prediction", view="surfaces", method="svm,fourier,nystrom", n_freqs="300")
    assert "Decision surfaces of kernel SVM, Fourier + ridge, Nyström + ridge on the same points" in alt(app)
    (chart,) = app.get("plotly_chart")
    assert re.search(r"\d+ support vectors", chart.proto.spec) and not app.info and "is left out" not in details(app)

    def refuse(self, X, y=None):
        raise Refusal("It does not want to.")

    monkeypatch.setattr(NystromFeatures, "fit", refuse)
    app = opened("prediction", view="surfaces", method="svm,fourier,nystrom", n_freqs="299")
    assert "Decision surfaces of kernel SVM, Fourier + ridge on the same points" in alt(app)
    assert "Nyström + ridge is left out. It does not want to." in details(app)


@pytest.mark.release
def test_plane_asks_for_both_classes():
    app = opened("prediction", view="surfaces", toy="own", method="fourier")
    assert "Draw at least 3 points" in captions(app)


def test_plane_says_which_chosen_methods_have_no_panel():
    app = opened("prediction", view="surfaces", method="compressed,svm,fourier", n_freqs="32")
    assert "of kernel SVM, Fourier + ridge on the same points" in alt(app)
    assert "Not shown, since not for two classes: compressed Fourier." in captions(app)


@pytest.mark.release
@pytest.mark.parametrize("query", [{"view": "surfaces"}, {"use": "plane"}])
def test_the_default_compares_ridge_on_features_with_kernel_ridge_and_has_no_notice(query):
    app = opened("prediction", **query)
    assert "Decision surfaces of kernel ridge, kernel SVM, Fourier + ridge" in alt(app)
    assert re.search(
        r"\+ ridge and kernel ridge agree on (all )?\d+.* test points(, not everywhere)?$", app.header[0].value
    )
    assert "not shown" not in captions(app) and "is left out" not in captions(app)
    assert not app.info and not app.warning and not app.error


@pytest.mark.release
def test_the_plane_opens_where_methods_disagree():
    """Two moons: off the points, Fourier features and the support vector machine part."""
    app = opened("prediction", view="surfaces", method="svm,fourier")
    assert app.header[0].value.endswith(" agree on all 133 test points, not everywhere")
    agree = int(re.search(r"Fourier \+ ridge .* 133 of 133 (\d+) %", readouts(app))[1])
    assert "Two moons" in details(app) and agree < 80
