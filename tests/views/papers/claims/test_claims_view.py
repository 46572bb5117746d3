"""The claims are told, and one of them is measured again."""

from dataclasses import replace

import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.papers.claims import view as claims_view
from rffviz.explorer.views.papers.claims.picture import claims_picture
from rffviz.explorer.views.papers.claims.view import VIEW, choose_claim
from rffviz.explorer.views.papers.claims.words import claims_words
from rffviz.explorer.web.jobs.worker import steps_here
from rffviz.papers import results
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL, kept_claims
from tests.views.opening import alt, opened
from tests.views.papers.papers_page import labels

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]


KEPT = results.KEPT


class StandIn(dict):
    """Settings that note what is put."""

    def __init__(self, noted, **values):
        super().__init__(values)
        self.put = lambda *given: noted.append(given)


@pytest.mark.slow
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


@pytest.mark.release
@pytest.mark.parametrize("narrow", [False, True])
def test_a_click_on_a_dot_opens_its_claim_and_a_second_one_shows_all_again(monkeypatch, narrow):
    monkeypatch.setattr(results, "KEPT", KEPT)
    record = kept_claims(ALL)
    monkeypatch.setattr(claims_view, "kept_claims", lambda _: record)  # read once
    chosen = []
    figure = claims_picture(record, replace(LIGHT, narrow=narrow)).figure
    for trace in figure.data:
        for place, text in enumerate(trace.text or ()):
            if text:  # the tooltip begins with the claim's method
                assert trace.name in VIEW.click[0]
                choose_claim(StandIn(chosen, claim=ALL), place)
                assert text.startswith(f"{CLAIMS[chosen[-1][1]].method} on ")
    assert len({claim for _, claim in chosen}) == len(record.judged)
    choose_claim(StandIn(chosen, claim="meka"), 0)
    assert chosen[-1] == ("claim", ALL)


@pytest.mark.release
def test_what_was_checked_of_a_claim_is_said(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    assert "Checked against the arXiv version: " in "".join(claims_words(kept_claims("orthogonal"))["notes"])
    unread = next(name for name, claim in CLAIMS.items() if not claim.looked_up)
    assert "Checked against" not in "".join(claims_words(kept_claims(unread))["notes"])


@pytest.mark.release
def test_a_button_measures_a_claim_again(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    monkeypatch.setattr("rffviz.explorer.web.jobs.job.steps_in_process", steps_here)
    app = opened("papers", view="claims", claim="nystrom_kmeans")
    (button,) = [each for each in app.button if each.label == "Measure 1 seed again"]
    button.click().run()
    assert app.query_params["n_again"] == "1" and not app.exception
    assert "1 seed measured again on 5 datasets" in alt(app)
