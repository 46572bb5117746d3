"""The crossing of the two costs is named."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.figures.theme import LIGHT
from rffviz.views.prediction.cost.picture import cost_picture
from tests.views.prediction.prediction_records import CASES, timed


def test_cost_names_the_crossing():
    picture = CASES["cost"](LIGHT)
    assert picture.title == "From 316 points on, ridge on 16 frequencies fits faster"
    assert "the time to fit ridge on features grows like N to the power 1.0" in picture.reading
    assert picture.reading.startswith("The time to fit the exact method grows like N to the power 3.0 and ")
    assert "At every size where both ran" in CASES["cost-early"](LIGHT).title


@pytest.mark.parametrize("theme", [LIGHT, replace(LIGHT, narrow=True)])
def test_words_at_the_crossing_stand_above_every_time(theme):
    figure = CASES["cost"](theme).figure
    low, high = figure.layout.yaxis.range
    times = np.log10(np.concatenate([trace.y for trace in figure.data]))
    assert low < np.nanmin(times) and high - np.nanmax(times) >= 0.15 * (high - low)


def test_cost_title_holds_at_every_size():
    mixed = replace(timed(), exact_fit=np.array([1.0, 3, 5, 9]), features_fit=np.array([2.0, 2, 6, 10]))
    assert cost_picture(mixed, LIGHT).title == (
        "Ridge on 16 frequencies fits faster at 1 of the 4 sizes where both ran"
    )
    never = replace(timed(), exact_fit=np.full(4, np.nan))
    assert cost_picture(never, LIGHT).reading.startswith("The time to fit ridge on features grows")
