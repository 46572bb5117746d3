"""The pictures a lecture begins with show their records' numbers, in words, traces and frames, in every look."""

import re

import numpy as np
import pytest

from tests.views.looks import LOOKS, check_readouts, check_title, covered
from tests.views.mechanism_records import CASES, picture


@pytest.fixture(params=CASES)
def name(request):
    return request.param


@pytest.mark.slow
@pytest.mark.parametrize(("name", "look"), covered(CASES))
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    assert look == "narrow" or made.figure.layout.height <= 400
    check_title(made.title)
    assert len(made.subtitle) > 30 and len(made.alt) > 60
    readouts = made.scrub.readouts if made.scrub else (made.readout,)
    check_readouts(readouts)
    for said in (made.title, made.subtitle, made.alt, *made.notes):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert all(said.endswith(".") for said in (made.alt, *made.notes))
    norms = {len(column) for column in made.columns.values()}
    assert len(norms) == 1 and norms.pop() > 1
    assert not {"nan", "inf"} & set(re.split(r"\W+", made.csv().split("\n", len(made.provenance))[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    for axis in (layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)):
        if axis.visible is not False:
            assert axis.tickfont.size >= 16 and axis.title.font.size >= 18
    assert all(note.font.size >= 16 for note in layout.annotations)
    assert layout.font.size >= 16 and (layout.legend.font.size or 16) >= 16


@pytest.mark.slow
def test_every_number_sent_to_the_browser_is_single_precision(name):
    figure = picture(name).figure
    for trace in [*figure.data, *(trace for frame in figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, trace.customdata, getattr(trace, "z", None)):
            if values is not None and len(values):
                assert isinstance(values, np.ndarray) and values.dtype == np.float32
                assert not np.isinf(values).any()


@pytest.mark.slow
def test_frames_and_scrub_agree(name):
    made = picture(name)
    scrub = made.scrub
    if scrub is None:
        assert name.startswith("own-") and not made.figure.frames
        return
    assert [frame.name for frame in made.figure.frames] == list(scrub.names)
    assert len(scrub.readouts) == len(scrub.names) == len(set(scrub.names)) == len(scrub.values)
    assert scrub.readouts[scrub.start] == made.readout
    if scrub.label == "D, frequencies":
        assert list(scrub.values) == [readout.columns[0] for readout in scrub.readouts]
    frame = made.figure.frames[scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True):
        drawn = made.figure.data[index]
        assert drawn.type == trace.type
        for key in ("x", "y", "z"):
            if key in drawn and trace[key] is not None:
                assert np.array_equal(drawn[key], trace[key], equal_nan=True)
