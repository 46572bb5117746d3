"""A chart is drawn anew while its numbers come in: often at first, then less and less often."""

from itertools import pairwise
from types import SimpleNamespace

import streamlit as st

from rffviz.explorer.web import chart
from rffviz.explorer.web.chart import Chart


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
    growing.refine(lambda theme: "picture", (object(),), once=True)
    assert len(drawn) < 30


def test_the_figure_of_a_question_stays_until_the_answers_is_complete(monkeypatch):
    drawn, state = [], {"_large": True, "_place": "convergence matrices blocks False"}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(Chart, "_draw", lambda self, picture, key, *args, **options: drawn.append(key))
    monkeypatch.setattr(chart, "theme", lambda: None)
    monkeypatch.setattr(chart, "_for_the_room", lambda picture: picture)

    def run():
        drawn.clear()
        growing = Chart("matrices")
        growing.refine(lambda theme: SimpleNamespace(grab=None), (object(),))
        growing.show(lambda theme: SimpleNamespace(grab=None))
        return list(drawn)

    assert run() == ["matrices-draft-1", "matrices"]
    state["_place"] = "convergence matrices blocks True"
    assert run() == ["matrices"]
    state["_place"] = "convergence matrices other False"
    assert run() == ["matrices-draft-1", "matrices"]
    state["_large"] = False
    assert run() == run() == ["matrices-draft-1", "matrices"]
