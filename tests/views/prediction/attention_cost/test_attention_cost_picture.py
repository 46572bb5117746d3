"""The crossing is named, exact attention is continued beyond its last size, and memory is that of the record."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.attention_cost.picture import attention_cost_picture
from rffviz.explorer.views.prediction.attention_cost.words import storage
from tests.views.prediction.prediction_records import timed_attention

THEMES = [LIGHT, replace(LIGHT, narrow=True)]


def title(**changes):
    return attention_cost_picture(replace(timed_attention(most_exact=16_384), **changes), LIGHT).title


@pytest.mark.release
def test_the_title_names_the_crossing_in_two_digits():
    assert title() == "Beyond 1,000 tokens, linear attention is faster"
    assert title(linear_seconds=1.234e-5 * timed_attention().n_tokens) == (
        "Beyond 1,200 tokens, linear attention is faster"
    )


@pytest.mark.release
def test_the_title_holds_where_the_times_do_not_cross():
    mixed = {"exact_seconds": np.array([1.0, 3, 1, 1, 1]), "linear_seconds": np.full(5, 2.0)}
    assert title(**mixed) == "Linear attention is faster at 1 of the 5 sizes where both ran"
    assert title(exact_seconds=np.full(5, 9.0)) == "At every size where both ran, linear attention is faster"
    assert title(exact_seconds=np.full(5, 1e-9)) == "At every size where both ran, linear attention is slower"
    assert title(exact_seconds=np.full(5, np.nan)) == "Timing exact and linear attention"


@pytest.mark.release
def test_the_table_has_the_largest_size_of_both_and_the_largest():
    readout = attention_cost_picture(timed_attention(), LIGHT).readout
    rows = [[cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in readout.rows]
    assert readout.columns == ("tokens", "2,048", "16,384")
    assert dict((name, cells) for name, *cells in rows) == {
        "exact, seconds": ["0.042", "≈ 2.68"],  # 1e-8 n²
        "linear, seconds": ["0.02", "0.16"],
        "exact, memory": ["6.14 MB", "–"],
        "linear, memory": ["2.05 MB", "16.4 MB"],
        "n × n weights": ["16.8 MB", "1.07 GB"],  # 4n²
    }
    early = attention_cost_picture(timed_attention(1), LIGHT).readout
    assert early.columns == ("tokens", "256", "16,384") and early.rows[1][2] == "–"
    whole = attention_cost_picture(timed_attention(most_exact=16_384), LIGHT).readout
    assert whole.columns == ("tokens", "16,384") and whole.rows[0][1] == "2.68"


def test_bytes_are_said_in_the_unit_that_fits():
    said = {12: "12 bytes", 4730: "4.73 kB", 8.4e6: "8.4 MB", 1.718e10: "17.2 GB", np.nan: "–"}
    assert {n_bytes: storage(n_bytes).replace("\N{NO-BREAK SPACE}", " ") for n_bytes in said} == said


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_lines_have_the_numbers_of_the_record_each_in_its_panel(theme):
    record = timed_attention()
    figure = attention_cost_picture(record, theme).figure
    exact, linear, exact_bytes, linear_bytes, beyond, matrix = figure.data
    for trace, values, axis in (
        (exact, record.exact_seconds, "x"),
        (linear, record.linear_seconds, "x"),
        (exact_bytes, record.exact_peak_bytes, "x2"),
        (linear_bytes, record.linear_peak_bytes, "x2"),
        (matrix, 4.0 * record.n_tokens**2, "x2"),
    ):
        np.testing.assert_allclose(trace.y, values, rtol=1e-6)
        assert trace.xaxis == axis
    np.testing.assert_allclose(beyond.y, 1e-8 * np.array([2048.0, 16_384]) ** 2, rtol=1e-6)
    assert beyond.xaxis == "x" and matrix.line.dash == beyond.line.dash == "dash"
    for trace in figure.data:  # within the axes
        axis = figure.layout.yaxis if trace.xaxis == "x" else figure.layout.yaxis2
        assert axis.range[0] < np.log10(np.nanmin(trace.y)) and np.log10(np.nanmax(trace.y)) < axis.range[1]


@pytest.mark.release
@pytest.mark.parametrize("theme", THEMES)
def test_what_is_not_measured_is_hidden_until_the_answer(theme):
    picture = attention_cost_picture(timed_attention(), theme)
    (beyond,) = (trace for trace in picture.figure.data if trace.meta == ANSWER)
    assert beyond.name == "exact, continued as n²"
    (words,) = (note for note in picture.figure.layout.annotations if note.name == ANSWER)
    assert words.text == "<b>≈ 2.7 s</b>"
    hidden = without_answer(picture).figure
    assert [trace.name for trace in hidden.data if trace.visible is False] == [beyond.name]
    assert not [note for note in hidden.layout.annotations if "≈" in note.text and note.visible is not False]
    whole = attention_cost_picture(timed_attention(most_exact=16_384), theme).figure
    assert not [trace for trace in whole.data if trace.meta == ANSWER]  # all sizes are timed


@pytest.mark.slow
@pytest.mark.parametrize(("factor", "anchor"), [(1, "left"), (4, "right")])
def test_the_crossing_is_labelled_on_the_side_that_has_room(factor, anchor):
    record = timed_attention(most_exact=16_384)
    figure = attention_cost_picture(replace(record, linear_seconds=factor * record.linear_seconds), LIGHT).figure
    (label,) = (note for note in figure.layout.annotations if note.text == f"n = {factor * 1000:,}")
    (mark,) = figure.layout.shapes
    assert label.xanchor == anchor and label.xref == mark.xref == "x" and label.yref == "y domain"
    assert 10**label.x == pytest.approx(mark.x0) == pytest.approx(factor * 1000, rel=1e-3)


@pytest.mark.slow
def test_exact_attention_is_said_to_be_computed_in_blocks():
    named = [trace.name for trace in attention_cost_picture(timed_attention(), LIGHT).figure.data]
    assert named[:2] == ["exact, in blocks", "linear"]
