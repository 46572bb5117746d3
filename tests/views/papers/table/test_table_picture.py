"""The grid of a table shows what is met, and words say what differs and why."""

import re
from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.papers.table.picture import CELLS, table_beside_picture
from rffviz.explorer.views.papers.table.words import hover, table_beside_words
from rffviz.explorer.words.labels import METHOD_LABELS
from rffviz.papers.beside import CellBeside
from tests.views.looks import LOOKS
from tests.views.papers.papers_records import CASES, OTHERS, cell, of_2007, table


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
def test_a_cell_of_the_grid_holds_both_numbers_its_colour_and_its_frame(look):
    found = table(refused=OTHERS)
    figure = table_beside_picture(found, LOOKS[look]).figure
    grid, cells = figure.data
    assert cells.name == CELLS and len(cells.x) == len(found.entries)
    for entry, column, row, text in zip(found.entries, cells.x, cells.y, cells.text, strict=True):
        column, row = int(column), int(row)
        assert figure.layout.yaxis.ticktext[row] == METHOD_LABELS.get(entry.cell.method, entry.cell.method)
        assert figure.layout.xaxis.ticktext[column].endswith(str(entry.cell.size))
        said, z = grid.text[row][column], grid.z[row][column]
        if entry.published is not None:
            assert f"{entry.published:.2f}" in said
        if entry.mean is not None:
            assert f"<b>{entry.mean:.2f}</b>" in said
        assert z == pytest.approx(np.clip(entry.spreads or 0.0, -4, 4))
        assert f"D = {entry.cell.size}" in text and METHOD_LABELS.get(entry.cell.method, entry.cell.method) in text
    (frame,) = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    (best,) = [k for k, entry in enumerate(found.entries) if entry.best]
    assert found.entries[best].cell.method == "CLUSTER"
    assert frame.x0 < cells.x[best] < frame.x1 and frame.y0 < cells.y[best] < frame.y1
    drawn = {(int(x), int(y)) for x, y in zip(cells.x, cells.y, strict=True)}
    assert len(drawn) == len(found.entries) and np.isfinite(grid.z).sum() == len(drawn)


@pytest.mark.release
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


def rows_of(picture):
    return {name: cells for name, *cells in picture.readout.rows}


def tooltip(study, method):
    (text,) = [hover(study, e).replace("<br>", " ") for e in study.entries if e.cell.method == method and e.record]
    return text


@pytest.mark.release
def test_the_readout_counts_what_is_met_and_the_cells_say_why():
    picture = CASES["table"](LIGHT)
    # MC and CLUSTER are met, DIGIT is smaller, HALTON larger, SOBOL has one seed
    assert picture.title == "We match or beat 3 of 4 published errors measured so far"
    published = sum(entry.published is not None for entry in table().entries)
    assert picture.readout.columns == (f"{published} published errors", "cells", "largest difference")
    rows = rows_of(picture)
    assert [rows[name][0] for name in ("met", "smaller here", "larger here", "not judged (no SD)")] == [
        *("2", "1", "1", "1")
    ]
    assert rows["larger here"][1] == "4.0 SDs: HALTON on Wine quality, D = 50"
    assert rows["not defined here (✕)"] == ["1", "–"]
    assert rows["not measured"] == [str(published - len(table().compared) - 1), "–"]
    assert sum(int(n) for n, _ in rows.values()) == published
    assert any(note.startswith("Not defined here: moment matching on Wine quality") for note in picture.notes)
    said = tooltip(table(), "HALTON")
    assert "4.0 SDs larger here" in said and "The paper does not say how its Halton" in said
    assert "smaller here" in tooltip(table(), "DIGIT") and "It is not defined here." in tooltip(table(), "MM")
    assert "Unexplained" not in tooltip(table(), "MC")
    best = table_beside_picture(table(refused=OTHERS), LIGHT).notes
    assert "CLUSTER has the smallest error here at equal D in 1 of 1 complete column." in best


@pytest.mark.slow
def test_a_dataset_that_cannot_be_had_says_so_in_its_cells():
    found = of_2007()
    picture = table_beside_picture(found, LIGHT)
    assert rows_of(picture)["not measured"][0] == str(len(found.published) - len(found.compared))
    (census,) = {hover(found, e).split("<br>", 3)[-1] for e in found.entries if e.cell.dataset == "census"} or {""}
    assert "no public copy" in census.replace("<br>", " ")
    assert "Fourier + binning" in picture.figure.layout.yaxis.ticktext


def test_what_was_not_explained_is_said():
    assert tooltip(table(values={"FASTFOOD": (0.4, 0.405, 0.41)}), "FASTFOOD").count("12.0 SDs larger here") == 1
    assert "Unexplained." in tooltip(table(values={"FASTFOOD": (0.4, 0.405, 0.41)}), "FASTFOOD")


@pytest.mark.release
def test_the_title_of_a_table_that_is_not_measured_judged_or_published():
    assert CASES["table-empty"](LIGHT).title == "177 published errors, and nothing measured yet"
    assert "no SD, so nothing is judged" in CASES["table-once"](LIGHT).title
    assert "the paper prints no number for them" in CASES["table-unpublished"](LIGHT).title
    only = table(["wine_quality"], ["MC"], values={"MC": (0.31, 0.315, 0.32)})
    assert table_beside_words(only)["title"] == "We match or beat the one published error measured so far"


@pytest.mark.slow
def test_rows_tell_landmarks_where_there_are_several_numbers_of_them():
    names = CASES["table-each"](LIGHT).figure.layout.yaxis.ticktext
    assert {"SAMPLE (Algorithm 1, n = D)", "SAMPLE (our learner, n = D)", "SAMPLE (our learner, n = 10D)"} < {*names}
    assert {"MC", "WEIGHT (n = D)"} < {*names} and not any(name.startswith("NEAREST (Alg") for name in names)


@pytest.mark.release
def test_a_grid_says_which_protocol_it_shows_and_a_mixed_one_frames_nothing():
    picture = CASES["table"](LIGHT)
    assert "as published (Algorithm 1, n = D)" in picture.subtitle
    assert not any("our learner" in name for name in picture.figure.layout.yaxis.ticktext)
    mixed = table_beside_picture(table(None, None, None, refused=OTHERS), LIGHT)
    assert not any("smallest" in note for note in mixed.notes)
    assert not [s for s in mixed.figure.layout.shapes if s.type == "rect"]


@pytest.mark.slow
def test_a_file_with_problems_is_told_under_the_grid():
    found = replace(table(), problems=("a.json, line 2: it is broken.",))
    assert "a.json, line 2: it is broken." in table_beside_picture(found, LIGHT).notes
    assert isinstance(cell(), CellBeside)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_under_the_table_stands_how_its_numbers_are_written(look):
    figure = table_beside_picture(table(refused=OTHERS), LOOKS[look]).figure
    (key,) = [note for note in figure.layout.annotations if "measured" in note.text]
    assert re.fullmatch("<b>measured</b> (over|/) published, framed: smallest here", key.text)
    assert key.y == 0 and key.yanchor == "top" and -key.yshift < figure.layout.margin.b
