"""The studies of learned features show their records' numbers, in words, lines and bars, in every look."""

import re

import numpy as np
import pytest

from tests.views.adaptive.adaptive_records import CASES, picture
from tests.views.looks import LOOKS, check_readouts, check_title, covered

pytestmark = pytest.mark.slow  # the studies they draw


@pytest.fixture(params=CASES)
def name(request):
    return request.param


@pytest.mark.parametrize(("name", "look"), covered(CASES))
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    check_title(made.title)
    assert len(made.subtitle) > 30 and len(made.alt) > 60
    check_readouts([made.readout])
    for said in (made.title, made.subtitle, made.alt, *made.notes):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert made.alt.endswith(".") and made.scrub is None
    norms = {len(column) for column in made.columns.values()}
    assert len(norms) == 1 and norms.pop() > 1
    assert "nan" not in made.csv()


@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    axes = [layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)]
    assert axes and all(axis.tickfont.size >= 16 and axis.title.font.size >= 18 for axis in axes)
    assert all(note.font.size >= 16 for note in layout.annotations) and layout.font.size >= 16


def test_every_number_sent_to_the_browser_is_single_precision(name):
    for trace in picture(name).figure.data:
        for values in (trace.x, trace.y):
            assert isinstance(values, np.ndarray) and values.dtype == np.float32 and np.isfinite(values).all()


def test_csv_holds_the_columns_under_its_provenance(name):
    made = picture(name)
    lines = made.csv().splitlines()
    head = [line for line in lines if line.startswith("# ")]
    assert len(head) == len(made.provenance)
    assert len(lines) - len(head) - 1 == len(next(iter(made.columns.values())))


def test_every_trace_is_named_somewhere(name):
    """On a phone in the legend; where there is room, at the lines' ends or in the legend."""
    narrow = picture(name, "narrow").figure
    assert narrow.layout.showlegend
    named = [trace for trace in narrow.data if trace.name]
    assert {trace.name for trace in named if trace.showlegend} == {trace.name for trace in named}
