"""Who waits for long is told how long, and offered less."""

import importlib
import math
import time

import pytest

from rffviz.explorer.web.jobs import work
from rffviz.explorer.web.jobs.reduce import COSTLY, smaller
from rffviz.explorer.web.jobs.work import Workshop, expected_seconds
from rffviz.explorer.web.settings.parameters import Whole
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.waiting import waiting
from rffviz.foundation.progress import Progress
from tests.web.test_work import Place, Work

DEFAULTS = {name: parameter.default for name, parameter in TABLE.items()}
# whole numbers that choose what is seen, and cost nothing
FREE = {"seed", "frequency", "specimen", "first_axis", "second_axis", "wave", "iteration", "attention_freqs"}


def test_how_long_all_takes_is_told_once_it_is_known_and_long():
    assert expected_seconds(4.0, 0.01) is None and expected_seconds(6.0, 0.06) == pytest.approx(100)
    assert expected_seconds(6.0, 0.5) is None and expected_seconds(6.0, 0.25) == pytest.approx(24)
    assert expected_seconds(9.0, 0.0) is None and expected_seconds(10.0, 0.0) == math.inf
    assert waiting("Learning …", 0, 71.7) == "Learning … about 70 s in all."
    assert waiting("Learning …", 1, 300.0) == ("Learning … about 5 min in all. Waiting for another computation.")
    assert waiting("Learning …", 0, math.inf) == "Learning … how long is not known yet."


@pytest.mark.release
def test_while_long_work_runs_its_bar_says_how_long_and_less_is_offered_once(monkeypatch):
    shop, bar, inner, offered = Workshop(), Place(), Place(), []
    monkeypatch.setattr(work, "workshop", lambda: shop)
    monkeypatch.setattr(work, "_SURE", 0.3)
    monkeypatch.setattr(work, "_LONG", 1.2)

    def less(place):
        offered.append(place)
        return inner

    monkeypatch.setattr(Work, "says", "Working …", raising=False)
    slow = Work("slow", lambda: (time.sleep(0.1) or Progress(i, 25, i) for i in range(1, 26)))
    assert list(work.watch([slow], bar, less=less))[-1] == work.Growing((25,), True)
    assert offered == [bar]
    assert bar.told and not any("in all" in said for said in bar.told)
    assert inner.told and all("in all" in said for said in inner.told)
    quick = Work("quick", lambda: (time.sleep(0.1) or Progress(i, 6, i) for i in range(1, 7)))
    list(work.watch([quick], bar, less=less))
    assert offered == [bar]


def test_what_is_farthest_above_its_default_is_offered_smaller():
    names = ("seed", "n_points", "n_learned", "n_compared")
    assert smaller(names, DEFAULTS | {"n_compared": 5, "seed": 10**6}) == ("n_compared", 1)
    assert smaller(names, DEFAULTS | {"n_compared": 5, "n_learned": 400}) == ("n_learned", 40)
    assert smaller(names, DEFAULTS | {"n_points": 1000, "n_learned": 80, "n_compared": 2}) == (
        "n_compared",
        1,
    )  # of equals, repeats
    assert smaller(names, DEFAULTS) == ("n_learned", 10)
    assert smaller(("n_points",), DEFAULTS | {"n_points": 60}) == ("n_points", 50)
    assert smaller(("n_points",), DEFAULTS | {"n_points": 2}) is None
    assert smaller(("seed",), DEFAULTS) is None


def test_every_whole_number_is_known_to_cost_or_not():
    assert {name for name, parameter in TABLE.items() if isinstance(parameter, Whole)} == {*COSTLY} | FREE


@pytest.mark.parametrize("page", ["adaptive", "convergence", "schemes", "prediction", "features"])
def test_every_view_that_computes_has_less_to_offer(page):
    for view in importlib.import_module(f"pages.{page}").PAGE.views:
        if view.jobs and set(view.parameters) & {*COSTLY}:
            most = DEFAULTS | {name: TABLE[name].high for name in COSTLY}
            assert smaller(view.parameters, most), view.name
