"""A chart is drawn anew while its numbers come in: often at first, then less and less often."""

from itertools import pairwise
from types import SimpleNamespace

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
