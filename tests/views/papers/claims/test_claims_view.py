"""The claims are told, and one of them is measured again."""

import pytest

from rffviz.explorer.web.jobs.worker import steps_here
from rffviz.papers import results
from tests.views.opening import alt, opened
from tests.views.papers.papers_page import labels

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]


KEPT = results.KEPT


def test_the_claims_are_told_and_one_of_them_chosen(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    app = opened("papers", view="claims")
    assert "verified claims hold on every dataset" in app.header[0].value
    assert app.code[0].value == "python -m rffviz reproduce claims"
    app = opened("papers", view="claims", claim="fastfood")
    assert app.header[0].value == "Fastfood has about the kernel error of independent frequencies: contradicted here"
    assert "contradicted on all. The limit 1.1 is ours: contradicted at 1.05" in alt(app)
    assert app.code[0].value == "python -m rffviz reproduce claims --methods fastfood"
    assert {"Measure 1 seed again", "Measure 10 seeds again"} <= {*labels(app)}


def test_a_button_measures_a_claim_again(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    monkeypatch.setattr("rffviz.explorer.web.jobs.job.steps_in_process", steps_here)
    app = opened("papers", view="claims", claim="nystrom_kmeans")
    (button,) = [each for each in app.button if each.label == "Measure 1 seed again"]
    button.click().run()
    assert app.query_params["n_again"] == "1" and not app.exception
    assert "1 seed measured again on 5 datasets" in alt(app)
