"""The pictures of the Papers page show their records' numbers, in words, colours and places, in every look."""

import re

import pytest

from tests.views.looks import LOOKS, check_title, covered
from tests.views.papers.papers_records import CASES


@pytest.mark.slow
@pytest.mark.parametrize(("name", "look"), covered(CASES))
def test_every_picture_of_the_papers_is_complete(name, look):
    picture = CASES[name](LOOKS[look])
    check_title(picture.title)
    assert len(picture.subtitle) > 30 and len(picture.alt) > 60
    assert {len(row) for row in picture.readout.rows} == {len(picture.readout.columns)}
    assert len(picture.notes) <= 6
    cells = [text for texts in (picture.readout.columns, *picture.readout.rows) for text in texts]
    for said in (picture.title, picture.subtitle, *cells, picture.alt, *picture.notes, *picture.provenance):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said)) and ".." not in said and "  " not in said
    assert len({len(column) for column in picture.columns.values()}) == 1 and picture.csv()
    if picture.figure is not None:
        assert picture.figure.layout.paper_bgcolor == LOOKS[look].paper
        assert all(note.font.size >= 15 for note in picture.figure.layout.annotations)
