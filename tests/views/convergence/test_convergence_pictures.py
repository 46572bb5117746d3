"""The views of convergence show their records' numbers, in words, traces and frames, in every look."""

import json
import re

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.views.convergence.matrices.picture import matrices_picture
from rffviz.explorer.words.numbers import count, kernel_words
from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.pairs import kernel_matrices
from tests.views.convergence.convergence_records import CASES, SIZES, X, picture, record_of, shares
from tests.views.looks import LOOKS, check_title, covered

CLOUD = "cloud, 70 of 90 points, d = 2"


@pytest.fixture(params=CASES)
def name(request):
    return request.param


def colours_of(layout):
    return [layout[axis] for axis in layout.to_plotly_json() if axis.startswith("coloraxis")]


def readouts_of(made):
    return (made.readout, *(made.scrub.readouts if made.scrub else ()))


def words_of(made):
    cells = [text for each in readouts_of(made) for texts in (each.columns, *each.rows) for text in texts]
    return (made.title, made.subtitle, made.alt, *made.notes, *cells)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "look"), covered(CASES))
def test_every_picture_is_complete(name, look):
    made = picture(name, look)
    assert made.figure.layout.paper_bgcolor == LOOKS[look].paper
    check_title(made.title)
    assert len(made.subtitle) > 30 and len(made.alt) > 60
    for said in words_of(made):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", said))
    assert made.alt.endswith(".")
    for each in readouts_of(made):
        assert {len(row) for row in each.rows} == {len(each.columns)} and all(each.columns)
        assert len({row[0] for row in each.rows}) == len(each.rows)
    norms = {len(column) for column in made.columns.values()}
    assert len(norms) == 1 and norms.pop() > 1
    assert "nan" not in made.csv().split("\n", len(made.provenance))[-1]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_type_is_large_enough_for_the_last_row(name, look):
    layout = picture(name, look).figure.layout
    axes = [layout[axis] for axis in layout if re.fullmatch(r"[xy]axis\d*", axis)]
    for axis in axes:
        if axis.visible is not False:
            assert axis.tickfont.size >= 16 and axis.title.font.size >= 18
    assert all(note.font.size >= 16 for note in layout.annotations)
    assert layout.font.size >= 16
    for axis in colours_of(layout):
        assert axis.colorbar.tickfont.size >= 16


@pytest.mark.slow
def test_every_number_sent_to_the_browser_is_single_precision(name):
    figure = picture(name).figure
    for trace in [*figure.data, *(trace for frame in figure.frames for trace in frame.data)]:
        bars = getattr(trace, "error_y", None)
        kept = [trace.x, trace.y, trace.customdata, getattr(trace, "z", None)]
        kept += [bars.array, bars.arrayminus] if bars is not None else []
        for values in kept:
            if values is not None:
                assert isinstance(values, np.ndarray) and values.dtype == np.float32


@pytest.mark.slow
def test_frames_and_scrub_agree(name):
    made = picture(name)
    names = [frame.name for frame in made.figure.frames]
    if made.scrub is None:
        assert names == []
        return
    record = record_of(name)
    scrub = made.scrub
    assert names == list(scrub.names) == [str(m) for m in record.n_freqs]
    assert list(scrub.values) == [f"D = {count(m)}" for m in record.n_freqs]
    assert len(scrub.readouts) == len(names) == len(set(names)) and scrub.label == "D, frequencies"
    assert scrub.readouts[scrub.start] == made.readout
    if readouts := readouts_of(made)[1:]:
        assert [each.columns[0] for each in readouts] == list(scrub.values)
        assert len({(each.columns[1:], tuple(row[0] for row in each.rows)) for each in readouts}) == 1
    frame = made.figure.frames[scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True):
        drawn = made.figure.data[index]
        assert drawn.type == trace.type
        for part in ("x", "y", "z"):
            if part in trace and trace[part] is not None:
                assert np.array_equal(trace[part], drawn[part], equal_nan=True)


@pytest.mark.release
def test_what_it_is_about_is_said(name):
    made, about = picture(name), record_of(name).about
    assert kernel_words(about.kernel) in made.subtitle and f"kernel: {about.kernel}" in made.provenance
    if about.n_points:  # the maps are compared along a line, without points
        assert made.subtitle.startswith(CLOUD) and "Twenty are left out." in made.notes
        assert made.provenance[0] == f"data: {CLOUD}. Twenty are left out."


def test_csv_holds_the_columns_under_its_provenance(name):
    made = picture(name)
    lines = made.csv().splitlines()
    head = [line for line in lines if line.startswith("# ")]
    assert len(head) == len(made.provenance)
    assert len(lines) - len(head) - 1 == len(next(iter(made.columns.values())))


def axes_of(made):
    layout = made.figure.layout
    colours = [(axis.cmin, axis.cmax) for axis in colours_of(layout)]
    return json.dumps([layout.xaxis.range, layout.yaxis.range, colours])


@pytest.mark.release
def test_figures_side_by_side_have_the_same_axes():
    other = Gaussian(0.5)
    for draw, first, second in (
        (exceedance_picture, record_of("exceedance"), shares(0.1, ("monte_carlo",), other, sizes=[8, 64])),
        (exceedance_picture, record_of("exceedance"), shares(0.1, ("sobol",), Laplacian())),  # no bound in it
        (matrices_picture, record_of("matrices"), kernel_matrices(X, other, SIZES, map="offset")),
    ):
        one, two = draw(first, LIGHT, [second]), draw(second, LIGHT, [first])
        assert axes_of(one) == axes_of(two)
        assert axes_of(draw(first, LIGHT)) != axes_of(draw(second, LIGHT))
