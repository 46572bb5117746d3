"""A cell shows its seeds beside the published number, its settings and its command."""

import argparse
import shlex
from dataclasses import replace

import pytest

from rffviz.figures.theme import LIGHT
from rffviz.papers import TABLES, Cell, command
from rffviz.papers.beside import Entry
from rffviz.views.papers import words
from rffviz.views.papers.cell.picture import cell_beside_picture, cell_settings_table
from rffviz.views.papers.table.picture import table_beside_picture
from tests.views.papers.papers_records import CASES, OTHERS, a_record, cell, table


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


def test_a_cell_says_whether_it_is_met_and_whether_it_comes_out_again():
    said = cell_beside_picture(cell(again=(0.26, 0.265), n_again=2), LIGHT).reading
    assert "The mean here is 4.0 spreads more than the published number. The paper does not say how" in said
    assert "2 seeds measured again give what was kept, to six digits." in said
    said = cell_beside_picture(cell(again=(0.261,), n_again=2), LIGHT).reading
    assert "1 seed measured again differs from what was kept by up to 0.0010, 0.2 spreads." in said
    said = cell_beside_picture(cell("LATTICE", again=(0.3, 0.31), n_again=2), LIGHT).reading
    assert "2 seeds measured now give 0.305 in the mean." in said
    assert "The published number is met" in cell_beside_picture(cell("MC"), LIGHT).reading
    assert "It is not defined here." in CASES["cell-refused"](LIGHT).reading
    best = table_beside_picture(table(refused=OTHERS), LIGHT).reading
    assert "CLUSTER has the smallest error here in the one complete column." in best
    assert "No seed of this cell is kept" in CASES["cell-unmeasured"](LIGHT).reading
    again = cell("LATTICE", n_again=1, refused="It fails.")
    assert "It fails." in cell_beside_picture(again, LIGHT).reading


def test_settings_are_told_for_all_seeds_and_their_range_where_they_differ():
    found = dict(zip(*cell_settings_table(cell(), LIGHT).columns.values(), strict=True))
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
