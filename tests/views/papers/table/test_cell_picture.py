"""A cell shows its seeds beside the published number, its settings and its command."""

import argparse
import shlex
from dataclasses import replace

import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.papers import words
from rffviz.explorer.views.papers.table.picture import cell_beside_picture
from rffviz.papers import TABLES, Cell, command
from rffviz.papers.beside import Entry
from tests.views.papers.papers_records import CASES, a_record, cell


@pytest.mark.release
def test_seeds_stand_beside_the_published_number_and_those_measured_again_below():
    figure = cell_beside_picture(cell(again=(0.26, 0.28), n_again=3), LIGHT).figure
    names = [trace.name for trace in figure.data]
    assert names == ["kept", "mean", "again", "mean"]
    assert list(figure.data[0].x) == pytest.approx([0.26, 0.265, 0.27]) and list(figure.data[2].x) == pytest.approx(
        [0.26, 0.28]
    )
    assert figure.data[1].error_x.array[0] == pytest.approx(0.005, rel=1e-6)
    band, line = figure.layout.shapes
    assert (band.x0, band.x1) == pytest.approx((0.235, 0.245)) and line.x0 == line.x1 == 0.24
    assert figure.data[0].y[0] < figure.data[2].y[0]


def rows_of(picture):
    return {name: cells for name, *cells in picture.readout.rows}


@pytest.mark.slow
def test_a_cell_says_whether_it_is_met_and_whether_it_comes_out_again():
    picture = cell_beside_picture(cell(again=(0.26, 0.265), n_again=2), LIGHT)
    assert picture.title == "HALTON on Wine quality, D = 50: 4.0 SDs above the published error"
    assert picture.readout.columns == ("D = 50", "mean", "SD", "seeds", "difference")
    assert rows_of(picture) == {
        "published": ["0.24", "–", "–", "–"],
        "here": ["0.265", "0.0050", "3", "+4.0 SDs"],
        "measured again": ["0.263", "–", "2", "as stored, to six digits"],
    }
    assert any(note.startswith("The paper does not say how") for note in picture.notes)
    again = rows_of(cell_beside_picture(cell(again=(0.261,), n_again=2), LIGHT))["measured again"]
    assert again == ["0.261", "–", "1", "up to 0.0010 off"]
    again = rows_of(cell_beside_picture(cell("LATTICE", again=(0.3, 0.31), n_again=2), LIGHT))["measured again"]
    assert again == ["0.305", "–", "2", "–"]
    met = cell_beside_picture(cell("MC"), LIGHT)
    assert met.title.endswith("the mean here rounds to the published error") and rows_of(met)["here"][-1] == "±0 SDs"
    near = cell_beside_picture(cell(values={"HALTON": (0.225, 0.235, 0.2448)}), LIGHT)
    assert near.title.endswith(": within 0.1 SDs of the published error")
    assert rows_of(near)["here"][-1] == "within 0.1 SDs"
    refused = CASES["cell-refused"](LIGHT)
    assert refused.title.endswith(": not defined here") and any("It is not defined here." in n for n in refused.notes)
    assert CASES["cell-unmeasured"](LIGHT).title.endswith(": not measured yet")
    again = cell("LATTICE", n_again=1, refused="It fails.")
    assert any("It fails." in note for note in cell_beside_picture(again, LIGHT).notes)


def test_settings_are_told_for_all_seeds_and_their_range_where_they_differ():
    found = dict(line.split(": ", 1) for line in cell_beside_picture(cell(), LIGHT).provenance[1:])
    assert found["published"] == "0.24" and found["measured"].startswith("0.2650 ± 0.0050") and found["seeds"] == "0–2"
    assert found["d"] == "11" and found["ridge"] == "0 to 0.2" and "numpy" in found["versions"]


def test_the_time_is_told_before_it_is_spent():
    entry = Entry(Cell("table2", "cpu", "MC", 50), 0.3, a_record(Cell("table2", "cpu", "MC", 50), 0.3, 0.31, seconds=4))
    assert words.time_needed(entry.seconds, 10) == "A seed takes about 4.0 s of a core, 10 seeds 40 s."
    several = "One seed on all data takes about 4.0 s on one core; 1 seed takes 4.0 s."
    assert words.time_needed(entry.seconds, 1, several=True) == several
    assert words.measure_button(10, seconds=entry.seconds) == "Measure 10 seeds again (about 40 s)"
    assert words.measure_button(1, again=False) == "Measure 1 seed"
    assert "not known" in words.time_needed(replace(entry, record=None).seconds, 10)


@pytest.mark.parametrize("table", [name for name, table in TABLES.items() if table.published])
def test_the_command_of_a_cell_is_understood_and_asks_for_that_cell(table):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    there = [one for one in TABLES[table].cells if one.dataset in TABLES[table].data]
    for one in (*there[:15], there[-1]):
        line = words.command(table, *words.cell_options(one, 4))
        assert line.startswith("python -m rffviz reproduce ")
        asked = parser.parse_args(shlex.split(line)[4:])
        assert asked.table == table and asked.seeds == 4
        assert command._asked(TABLES[table], asked) == [one]
