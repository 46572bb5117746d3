"""The bids and who is out are what the record says; before they are told no step is in the figure."""

import json

import numpy as np
import pytest

from rffviz.explorer.figures.enlarge import enlarged
from rffviz.explorer.web.room.bids_picture import bids_picture
from rffviz.explorer.words.answers import Scale
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count
from rffviz.studies.bids import bids_on, drawn_bids
from tests.views.looks import LOOKS, check_readouts, check_title

SCALE = Scale(10, 1_000_000, log=True, title="D")
STEPS = ("printed", "pairs", "normal", "measured")
NEEDED = (83659.0, 3036.0, 922.0, 682.66)
CLASSES = {
    "three": [5000, 690, 300],
    "many": drawn_bids(300, 10, 1e6, 0),
    "tie": [690, 690, 10],
    "too little": [10, 20],
    "too much": [90_000.0, 5000.0],
    "nobody": [],
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CLASSES)
def test_before_it_is_told_the_figure_has_no_step(name, look):
    picture = bids_picture(bids_on(CLASSES[name], STEPS, NEEDED), SCALE, LOOKS[look], told=False)
    (trace,) = picture.figure.data
    assert len(trace.x) == len(CLASSES[name]) and not picture.figure.frames and picture.scrub is None
    text = enlarged(picture, 1.5, 600).figure.to_json() + picture.title + picture.subtitle + picture.alt + picture.csv()
    assert not [each for each in STEPS if STEP_LABELS[each] in text or count(NEEDED[STEPS.index(each)]) in text]
    same = bids_picture(bids_on(CLASSES[name], STEPS[-1:], [5.0]), SCALE, LOOKS[look], told=False)
    assert same.figure == picture.figure and same.csv() == picture.csv()  # whatever the steps are


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CLASSES)
def test_each_frame_shows_who_is_out(name, look):
    record = bids_on(CLASSES[name], STEPS, NEEDED)
    picture = bids_picture(record, SCALE, LOOKS[look], told=True, seed=3)
    check_title(picture.title)
    check_readouts(picture.scrub.readouts)
    assert picture.title.endswith("683 frequencies are enough") and picture.answer == 683
    assert f"a class of {len(CLASSES[name])}, simulated with seed 3" in picture.figure.layout.xaxis.title.text
    for g, frame in enumerate(picture.figure.frames):
        _, line, out, left, wins, labels, _ = frame.data
        shown = [np.isfinite(each.y) for each in (out, left, wins)]
        assert np.all(np.sum(shown, axis=0) == 1)  # every bid once
        winning = (record.bids == record.winner) & (g == len(STEPS) - 1)
        np.testing.assert_array_equal(shown[2], winning)
        np.testing.assert_array_equal(shown[0], (record.out <= g) & ~winning)
        assert line.x[0] == np.float32(record.n_freqs[g]) and np.flatnonzero(np.isfinite(labels.y)).tolist() == [g]
        (row,) = picture.scrub.readouts[g].rows
        assert row[1:] == (count(record.n_freqs[g]), row[2], str(record.n_in(g)))
    json.loads(enlarged(picture, 1.5, 600).figure.to_json())


def test_the_answer_plays_to_the_measurement():
    scrub = bids_picture(bids_on(CLASSES["three"], STEPS, NEEDED), SCALE, LOOKS["light"], told=True).scrub
    assert scrub.start == 0 and scrub.names[scrub.plays] == "measured"


@pytest.mark.slow
def test_a_measured_d_has_its_number_of_seeds():
    record = bids_on(next(iter(CLASSES.values())), STEPS, NEEDED, n_seeds=100)
    picture = bids_picture(record, SCALE, LOOKS["light"], told=True)
    last = picture.figure.frames[-1]
    said = [text for trace in last.data for text in (trace.text or ())]
    assert [text.strip().split(":")[0] for text in said if "measured" in text] == ["measured, 100 seeds"]
    assert picture.scrub.readouts[-1].columns[0] == "measured, 100 seeds"


@pytest.mark.release
def test_the_headline_says_who_wins():
    titles = {name: bids_picture(bids_on(bids, STEPS, NEEDED), SCALE, LOOKS["light"], told=True).title
              for name, bids in CLASSES.items() if name != "many"}  # fmt: skip
    assert [each.partition(":")[0] for each in titles.values()] == [
        "690 wins",
        "690 wins (2 bids)",
        "Nobody wins",
        "5,000 wins",
        "Nobody has bid",
    ]
