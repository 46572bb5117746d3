"""The two maps: lines are the formulas, and where one loses is said."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.maps.picture import maps_picture
from rffviz.explorer.words.about import map_words
from rffviz.explorer.words.numbers import measured, number
from tests.views.convergence.convergence_records import picture, record_of
from tests.views.looks import LOOKS


@pytest.mark.slow
@pytest.mark.parametrize("case", ["maps", "maps-loses"])
def test_lines_are_the_formulas_and_markers_the_measurements(case):
    record = record_of(case)
    figure = picture(case).figure
    offset_line, offset_marks, paired_line, paired_marks = figure.data[:4]
    for spread, line, marks in (
        (record.paired, paired_line, paired_marks),
        (record.offset, offset_line, offset_marks),
    ):
        assert np.allclose(line.y, spread.line, atol=1e-7) and np.allclose(marks.y, spread.measured, atol=1e-7)
        assert np.allclose(marks.error_y.array, 2 * spread.standard_error, atol=1e-7)
        assert line.line.color == marks.marker.color
    assert paired_line.line.color != offset_line.line.color


def cells_of(made):
    return {name: cells for name, *cells in made.readout.rows}


@pytest.mark.parametrize("case", ["maps", "maps-loses"])
def test_the_readout_holds_both_maps_at_two_distances(case):
    record, made = record_of(case), picture(case)
    near, cells = record.at_length_scale, cells_of(picture(case))
    assert made.readout.columns[1:3] == ("at ℓ", "at 6 ℓ")
    for name in ("paired", "offset"):
        spread = getattr(record, name)
        hits = f"{spread.agrees.sum()} of {spread.agrees.size}"
        assert cells[map_words(name)] == [measured(spread.line[near]), measured(spread.line[-1]), hits]
    ends = [record.paired.line[g] / record.offset.line[g] for g in (near, -1)]
    assert cells["pairs / phase"][:2] == [f"{ratio:.3f}" for ratio in ends]


def test_where_paired_never_loses_nothing_is_shaded():
    made, ratio = picture("maps"), number(record_of("maps").ratio)
    assert made.title == f"At distance ℓ the error of cos/sin pairs is {ratio}× that of random phases"
    assert [shape.type for shape in made.figure.layout.shapes] == ["line"]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_where_paired_loses_is_shaded_and_said(look):
    record = record_of("maps-loses")
    made = picture("maps-loses", look)
    assert made.title == "Beyond 2.5 ℓ random phases have the smaller error, by at most 0.22 %"
    assert f"{100 * record.largest_excess:.2g}" == "0.22"
    assert "k(2δ) > 2k(δ)²" in " ".join(made.notes)
    shaded = [shape for shape in made.figure.layout.shapes if shape.type == "rect"]
    assert [(s.x0, s.x1) for s in shaded] == [record.paired_loses[0]] * 2
    assert {s.yref.split()[0] for s in shaded} == {"y", "y2"}
    (scale,) = (shape for shape in made.figure.layout.shapes if shape.type == "line")
    (name,) = (note for note in made.figure.layout.annotations if note.text == "ℓ")
    assert scale.x0 == name.x == record.line_distance[record.at_length_scale] and name.xref == scale.xref == "x"
    assert any("k(2δ) > 2k(δ)²" in note.text for note in made.figure.layout.annotations)
    excess = made.figure.data[-1]
    assert excess.yaxis == "y2"
    assert np.allclose(excess.y, 100 * (record.paired.line / record.offset.line - 1), atol=1e-4)


@pytest.mark.release
def test_a_stretch_between_two_distances_is_said_as_one():
    record = replace(record_of("maps-loses"), paired_loses=((1.5, 2.0), (4.0, 6.0)), largest_excess=2e-3)
    where = "between 1.5 ℓ and 2 ℓ and beyond 4 ℓ"
    seen = maps_picture(record, LIGHT)
    assert seen.title == "Beyond 4 ℓ random phases have the smaller error, by at most 0.2 %"
    assert f"{where} that of cos/sin pairs is above, by at most 0.2 %" in seen.alt
    unseen = maps_picture(replace(record, largest_excess=1e-6), LIGHT)
    assert unseen.title == f"At distance ℓ the error of cos/sin pairs is {number(record.ratio)}× that of random phases"
    assert f"{where} that of cos/sin pairs is above, by less than 0.01 %" in unseen.alt
    far = record.paired.line.copy()
    far[record.at_length_scale] = 0.995 * record.offset.line[record.at_length_scale]
    alike = maps_picture(replace(record, paired=replace(record.paired, line=far)), LIGHT)
    assert alike.title == "At distance ℓ cos/sin pairs and random phases have the same error, within 1 %"


@pytest.mark.slow
def test_formulas_markers_and_the_line_at_0_are_named():
    named = [trace.name for trace in picture("maps-loses").figure.data if trace.name]
    kinds = [f"{map_words(name)}, {kind}" for name in ("offset", "paired") for kind in ("formula", "measured")]
    assert named == [*kinds, "equal errors"]
