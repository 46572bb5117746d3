"""The pictures of the Papers page show their records' numbers, in words, colours and places, in every look."""

import argparse
import re
import shlex
from dataclasses import replace

import numpy as np
import pytest

from rffviz.figures.theme import DARK, LIGHT
from rffviz.papers import TABLES, Cell, Measured, Record, command
from rffviz.papers.beside import CellBeside, Entry, cell_beside, kept_table, table_beside
from rffviz.views.papers import words
from rffviz.views.papers.cell.picture import cell_beside_picture, cell_settings_table
from rffviz.views.papers.table.picture import CELLS, table_beside_picture
from rffviz.views.papers.table.words import table_beside_words

AS_PUBLISHED = TABLES["table2"].by_default
LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
OTHERS = ("FASTFOOD", "LATTICE", "MM", "WEIGHT", "SAMPLE", "NEAREST")
VALUES = {
    "MC": (0.30, 0.31, 0.32),
    "HALTON": (0.26, 0.265, 0.27),
    "DIGIT": (0.18, 0.185, 0.19),
    "SOBOL": (0.3,),
    "CLUSTER": (0.12, 0.1225, 0.125),
}


def a_record(cell, *values, seconds=2.0):
    record = Record(cell)
    for seed, value in enumerate(values):
        record = record.plus(seed, Measured(value, seconds, {"d": 11}, {"ridge": 0.1 * seed}))
    return record


def kept(values=VALUES, refused=("MM",)):
    """Table 2 with some of its cells on wine measured at r = 50."""
    found = kept_table("table2")
    entries = []
    for entry in (replace(entry, record=None) for entry in found.entries):
        cell, record = entry.cell, None
        if (cell.dataset, cell.size) == ("wine_quality", 50) and (cell in AS_PUBLISHED or cell.method == "NEAREST"):
            if cell.method in values:
                record = a_record(cell, *values[cell.method])
            elif cell.method in refused:
                record = Record(cell, refused="It is not defined here.")
        entries.append(replace(entry, record=record))
    return replace(found, entries=tuple(entries))


def of_2007():
    """The table of 2007 with one cell measured; a dataset of it cannot be had."""
    found = kept_table("table1")
    entries = [replace(entry, record=None) for entry in found.entries]
    entries[0] = replace(entries[0], record=a_record(entries[0].cell, 3.5, 3.7))
    return table_beside(replace(found, entries=tuple(entries)))


def table(datasets=None, methods=None, measured_as="algorithm1", **given):
    return table_beside(kept(**given), datasets, methods, measured_as)


def cell(method="HALTON", values=VALUES, again=(), n_again=0, refused=""):
    found = kept(values)
    wanted = next(entry.cell for entry in found.entries if entry.cell.method == method)
    seen = cell_beside(found, wanted)
    record = a_record(wanted, *again) if again else Record(wanted, refused=refused) if refused else None
    return replace(seen, again=record, n_again=n_again)


CASES = {
    "table": lambda look: table_beside_picture(table(), look),
    "table-empty": lambda look: table_beside_picture(table(values={}, refused=()), look),
    "table-wine": lambda look: table_beside_picture(table(["wine_quality"]), look),
    "table-each": lambda look: table_beside_picture(table(["wine_quality", "cpu"], None, None), look),
    "table-unpublished": lambda look: table_beside_picture(table(None, ["NEAREST"], "r"), look),
    "table-once": lambda look: table_beside_picture(table(values={"SOBOL": (0.3,)}), look),
    "table-2007": lambda look: table_beside_picture(of_2007(), look),
    "table-3": lambda look: table_beside_picture(table_beside(kept_table("table3")), look),
    "cell": lambda look: cell_beside_picture(cell(), look),
    "cell-again": lambda look: cell_beside_picture(cell(again=(0.26,), n_again=3), look),
    "cell-waiting": lambda look: cell_beside_picture(cell(n_again=3), look),
    "cell-refused": lambda look: cell_beside_picture(cell("MM"), look),
    "cell-unmeasured": lambda look: cell_beside_picture(cell("LATTICE"), look),
    "cell-unpublished": lambda look: cell_beside_picture(cell("NEAREST"), look),
    "settings": lambda look: cell_settings_table(cell(), look),
    "settings-unmeasured": lambda look: cell_settings_table(cell("LATTICE"), look),
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CASES)
def test_every_picture_of_the_papers_is_complete(name, look):
    picture = CASES[name](LOOKS[look])
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    assert picture.reading.endswith(".")
    for said in (picture.title, picture.subtitle, picture.reading, picture.alt, *picture.notes, *picture.provenance):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said)) and ".." not in said and "  " not in said
    assert len({len(column) for column in picture.columns.values()}) == 1 and picture.csv()
    if picture.figure is not None:
        assert picture.figure.layout.paper_bgcolor == LOOKS[look].paper
        assert all(note.font.size >= 15 for note in picture.figure.layout.annotations)


@pytest.mark.parametrize("look", LOOKS)
def test_a_cell_of_the_grid_holds_both_numbers_its_colour_and_its_frame(look):
    found = table(refused=OTHERS)
    figure = table_beside_picture(found, LOOKS[look]).figure
    grid, cells = figure.data
    assert cells.name == CELLS and len(cells.x) == len(found.entries)
    for entry, column, row, text in zip(found.entries, cells.x, cells.y, cells.text, strict=True):
        column, row = int(column), int(row)
        assert figure.layout.yaxis.ticktext[row] == entry.cell.method
        assert figure.layout.xaxis.ticktext[column].endswith(str(entry.cell.size))
        said, z = grid.text[row][column], grid.z[row][column]
        if entry.published is not None:
            assert f"{entry.published:.2f}" in said
        if entry.mean is not None:
            assert f"<b>{entry.mean:.2f}</b>" in said
        assert z == pytest.approx(np.clip(entry.spreads or 0.0, -4, 4))
        assert f"r = {entry.cell.size}" in text and entry.cell.method in text
    (frame,) = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    (best,) = [k for k, entry in enumerate(found.entries) if entry.best]
    assert found.entries[best].cell.method == "CLUSTER"
    assert frame.x0 < cells.x[best] < frame.x1 and frame.y0 < cells.y[best] < frame.y1
    drawn = {(int(x), int(y)) for x, y in zip(cells.x, cells.y, strict=True)}
    assert len(drawn) == len(found.entries) and np.isfinite(grid.z).sum() == len(drawn)


def test_colours_go_from_blue_for_smaller_to_amber_for_larger_and_stay_legible():
    for look in (LIGHT, DARK):
        scale = table_beside_picture(table(), look).figure.layout.coloraxis.colorscale
        ends = [tuple(map(float, re.findall(r"[\d.]+", scale[k][1]))) for k in (0, -1)]
        for end, hue in zip(ends, ("blue", "amber"), strict=True):
            assert look.soft(look.hues[hue], end[3]) == scale[0 if hue == "blue" else -1][1]
            paper, ink = (_luminance(_channels(colour)) for colour in (look.paper, look.ink))
            mixed = [end[3] * c + (1 - end[3]) * p for c, p in zip(end[:3], _channels(look.paper), strict=True)]
            high, low = sorted((_luminance(mixed), ink), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5 and paper != ink


def _channels(colour):
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def _luminance(channels):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_words_count_what_is_met_and_say_what_differs_and_why():
    picture = CASES["table"](LIGHT)
    # MC and CLUSTER are met, DIGIT is smaller, HALTON larger, SOBOL has one seed
    assert picture.title == "3 of 4 published errors measured so far are met or beaten here"
    assert "Of 5 means, 2 agree with the published one within one spread, 1 is smaller here" in picture.reading
    assert "1 is larger" in picture.reading
    assert "1 has no spread to judge by" in picture.reading
    assert "Furthest above is HALTON on Wine quality, r = 50: 0.265 here, 0.24 published, 4.0 spreads apart" in (
        picture.reading
    )
    notes = "\n".join(picture.notes)
    assert "HALTON is larger here: Wine quality r = 50 by 4.0 spreads. The paper does not say how its Halton" in notes
    assert "DIGIT is smaller here" in notes and "✕ MM, Wine quality: It is not defined here." in notes
    waiting = sum(entry.published is not None and entry.record is None for entry in table().entries)
    assert f"{waiting} published numbers are not measured yet" in picture.reading


def test_a_dataset_that_cannot_be_had_is_not_waited_for():
    found = of_2007()
    waiting = [e for e in found.entries if e.published is not None and e.record is None and e.cell.dataset != "census"]
    picture = table_beside_picture(found, LIGHT)
    assert f"{len(waiting)} published numbers are not measured yet." in picture.reading
    assert any("no public copy" in note for note in picture.notes) and "Fourier + binning" in (
        picture.figure.layout.yaxis.ticktext
    )


def test_what_was_not_found_out_is_said():
    notes = "\n".join(table_beside_picture(table(values={"FASTFOOD": (0.4, 0.405, 0.41)}), LIGHT).notes)
    assert "FASTFOOD is larger here: Wine quality r = 50 by 12.0 spreads. Why was not found out." in notes


def test_the_title_of_a_table_that_is_not_measured_judged_or_published():
    assert CASES["table-empty"](LIGHT).title == "177 published errors, and nothing measured yet"
    assert "without a spread nothing is judged" in CASES["table-once"](LIGHT).title
    assert "the paper prints no number for them" in CASES["table-unpublished"](LIGHT).title
    only = table(["wine_quality"], ["MC"], values={"MC": (0.31, 0.315, 0.32)})
    assert table_beside_words(only)["title"] == "The one published error measured so far is met or beaten here"


def test_rows_tell_landmarks_where_there_are_several_numbers_of_them():
    names = CASES["table-each"](LIGHT).figure.layout.yaxis.ticktext
    assert {"SAMPLE (Algorithm 1, n = r)", "SAMPLE (our learner, n = r)", "SAMPLE (our learner, n = 10r)"} < {*names}
    assert {"MC", "WEIGHT (n = r)"} < {*names} and not any(name.startswith("NEAREST (Alg") for name in names)


def test_a_grid_says_which_protocol_it_shows_and_a_mixed_one_frames_nothing():
    picture = CASES["table"](LIGHT)
    assert "as published (Algorithm 1, n = r)" in picture.subtitle
    assert not any("our learner" in name for name in picture.figure.layout.yaxis.ticktext)
    mixed = table_beside_picture(table(None, None, None, refused=OTHERS), LIGHT)
    assert "smallest" not in mixed.reading and not [s for s in mixed.figure.layout.shapes if s.type == "rect"]


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
    there = [cell for cell in TABLES[table].cells if cell.dataset in TABLES[table].data]
    for cell in (*there[:15], there[-1]):
        line = words.command(table, *words.cell_options(cell, 4))
        assert line.startswith("python -m rffviz reproduce ")
        asked = parser.parse_args(shlex.split(line)[4:])
        assert asked.table == table and asked.seeds == 4
        assert command._asked(TABLES[table], asked) == [cell]


def test_a_file_with_problems_is_told_under_the_grid():
    found = replace(table(), problems=("a.json, line 2: it is broken.",))
    assert "a.json, line 2: it is broken." in table_beside_picture(found, LIGHT).notes
    assert isinstance(cell(), CellBeside)
