"""A chart is drawn anew while its numbers come in: often at first, then less and less often."""

from itertools import pairwise
from types import SimpleNamespace

import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.web import chart
from rffviz.explorer.web.chart import Chart
from rffviz.explorer.words.readout import Readout


def test_drafts_of_long_work_come_less_and_less_often(monkeypatch):
    now, drawn = [100.0], []
    monkeypatch.setattr(chart, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(Chart, "_draw", lambda self, picture, key: drawn.append(now[0] - 100))
    monkeypatch.setattr(chart, "theme", lambda: None)
    monkeypatch.setattr(chart, "_for_the_room", lambda picture: picture)
    growing = Chart("growing")
    for tick in range(400):  # forty seconds, a new record each tenth
        now[0] = 100 + tick / 10
        growing.refine(lambda theme: "picture", (object(),))
    gaps = [after - before for before, after in pairwise(drawn)]
    assert drawn[0] == 0 and min(gaps) > 0.39 and max(gaps[:5]) < 0.51
    assert gaps[-1] > 4 and len(drawn) < 30
    for once in (True, False):  # long after the last draft
        now[0], before = 1000, len(drawn)
        growing.refine(lambda theme: "picture", (object(),), once=once)
        assert len(drawn) - before == (not once)


@pytest.mark.parametrize("phone", [True, False])
def test_a_presented_figure_takes_the_room_that_is_left_but_on_a_phone(monkeypatch, phone):
    monkeypatch.setattr(chart.browser, "room", lambda: (1.0, 300))
    monkeypatch.setattr(chart.browser, "conceals", lambda: False)
    monkeypatch.setattr(chart.browser, "narrow", lambda: phone)
    given = Picture(
        "p", "A title", "words", go.Figure(layout={"height": 850, "margin": {"t": 10}}), "alt", Readout(), {}
    )
    assert chart._for_the_room(given).figure.layout.height == (850 if phone else 300)
    monkeypatch.setattr(chart.st, "context", SimpleNamespace(theme=SimpleNamespace(type="light")))
    assert (chart.theme().narrow, chart.theme().presented) == (phone, not phone)
    monkeypatch.setattr(chart.browser, "room", lambda: None)
    assert not chart.theme().presented


def test_files_are_named_after_the_picture(monkeypatch):
    named = []
    monkeypatch.setattr(chart.st, "download_button", lambda label, **given: named.append(given["file_name"]))
    monkeypatch.setattr(chart, "component", lambda name: lambda data, **_: named.append(data["filename"]))
    picture = Picture("error-gaussian", "A title", "words", go.Figure(), "alt", Readout(), {})
    chart._exports(picture, lambda: picture, "curve", lambda: "", named=False)
    assert named == [f"error-gaussian{ending}" for ending in (".csv", ".html", ".py", "")]
