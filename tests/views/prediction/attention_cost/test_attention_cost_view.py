"""The cost of attention, timed live: its words, its settings, and what it leaves out."""

import pytest

from tests.views.opening import alt, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.fixture(autouse=True)
def few_tokens(monkeypatch):
    monkeypatch.setattr("rffviz.explorer.views.prediction.attention_cost.view._TIMED", (16, 64, 128))
    monkeypatch.setattr("rffviz.explorer.views.prediction.attention_cost.view._MOST_EXACT", 64)


@pytest.mark.release
def test_both_kinds_of_attention_are_timed():
    app = opened("prediction", view="attention_cost", n_freqs="8")
    assert not app.exception and not app.warning
    assert "Processor seconds and peak memory of exact and of linear attention" in alt(app)
    told = details(app)
    assert "16 positive features" in told and "temperature √d" in told and "not run beyond 64 tokens" in told


@pytest.mark.release
def test_more_frequencies_than_are_used_are_told():
    app = opened("prediction", view="attention_cost", n_freqs="4096")
    assert "2,048" in app.info[0].value
