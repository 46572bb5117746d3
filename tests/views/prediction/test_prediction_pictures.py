"""The pictures of the page on prediction show their records' numbers, in words and traces, in every look."""

import re

import numpy as np
import pytest

from rffviz.explorer.figures.standalone import standalone_html
from rffviz.explorer.figures.theme import LIGHT
from tests.views.looks import LOOKS, check_title, covered
from tests.views.prediction.prediction_records import CASES


@pytest.mark.slow
@pytest.mark.parametrize(("name", "look"), covered(CASES))
def test_every_picture_is_complete(name, look):
    picture = CASES[name](LOOKS[look])
    check_title(picture.title)
    assert len(picture.subtitle) > 30 and len(picture.alt) > 60 and picture.alt.endswith(".")
    cells = [*picture.readout.columns, *(cell for row in picture.readout.rows for cell in row)]
    assert {len(row) for row in picture.readout.rows} == {len(picture.readout.columns)} and all(cells)
    assert 2 <= len(picture.readout.columns) <= 6 and 1 <= len(picture.readout.rows) <= 6
    for words in (picture.title, picture.subtitle, picture.alt, *cells, *picture.notes, *picture.provenance):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", words))
    lengths = {len(column) for column in picture.columns.values()}
    assert len(lengths) == 1 and lengths.pop() > 1
    assert picture.csv().count("\n") == len(picture.provenance) + 1 + len(next(iter(picture.columns.values())))
    if picture.figure is None:
        document = standalone_html(picture)
        assert document.count("<tr>") == 1 + len(picture.table.columns[0].cells) and "plotly" not in document.lower()
        return
    assert picture.figure.layout.paper_bgcolor == LOOKS[look].paper
    frame = picture.scrub and picture.figure.frames[picture.scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True) if frame else ():
        key = "z" if trace.type == "heatmap" else "y"
        assert np.array_equal(trace[key], picture.figure.data[index][key], equal_nan=key == "z" or "draws" in name)
    for note in picture.figure.layout.annotations:
        assert note.font.size >= 15


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if "table" not in name])
def test_numbers_are_single_precision_and_every_frame_is_named(name):
    picture = CASES[name](LIGHT)
    for trace in [*picture.figure.data, *(trace for frame in picture.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            assert not isinstance(values, np.ndarray) or values.dtype == np.float32
    if picture.scrub is None:
        assert not picture.figure.frames
        return
    scrub = picture.scrub
    assert [frame.name for frame in picture.figure.frames] == list(scrub.names)
    assert (
        len(scrub.values) == len(scrub.readouts) == len(scrub.names) and scrub.readouts[scrub.start] == picture.readout
    )
    shapes = {(len(each.columns), tuple(row[0] for row in each.rows)) for each in scrub.readouts}
    assert len(shapes) == 1 and len({each.columns[0] for each in scrub.readouts}) == len(scrub.readouts)
