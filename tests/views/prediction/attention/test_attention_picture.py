"""Attention: rows with a negative sum are marked, and the words follow the numbers."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.attention.picture import attention_picture
from rffviz.explorer.words.numbers import measured
from rffviz.studies.attention import REPLACEMENTS
from tests.views.looks import LOOKS
from tests.views.prediction.prediction_records import CASES, attended


def red(figure):
    return [trace for trace in figure.data if trace.type == "heatmap" and trace.meta == ANSWER]


@pytest.mark.slow
@pytest.mark.parametrize("theme", LOOKS.values(), ids=LOOKS)
def test_the_images_are_those_of_the_record_and_negative_rows_are_marked(theme):
    record, figure = attended(), CASES["attention"](theme).figure
    images = [trace for trace in figure.data if trace.type == "heatmap" and trace.meta != ANSWER]
    shown = [record.noisy, record.exact, *record.outputs[record.start]]
    for image, pixels in zip(images, shown, strict=True):
        np.testing.assert_allclose(image.z, np.clip(pixels, 0, 1), atol=1e-6)
    (marks,) = red(figure)  # of cos/sin alone
    assert marks.xaxis == images[2].xaxis and np.array_equal(marks.z == 1, record.nonpositive[record.start, 0])
    assert marks.colorscale[0][1] == theme.bound
    for g, frame in enumerate(figure.frames):
        at = frame.traces.index(figure.data.index(marks))
        assert np.array_equal(frame.data[at].z == 1, record.nonpositive[g, 0])
        np.testing.assert_allclose(frame.data[1].z, np.clip(record.outputs[g, 1], 0, 1), atol=1e-6)


@pytest.mark.release
def test_curves_are_medians_over_the_seeds():
    record, figure = attended(), CASES["attention"](LIGHT).figure
    for r, way in enumerate(REPLACEMENTS.values()):
        trace = next(each for each in figure.data if each.name == way.label)
        np.testing.assert_allclose(trace.y, np.median(record.errors[:, r], axis=1), rtol=1e-6)


@pytest.mark.release
def test_the_words_follow_the_numbers():
    record = attended()
    g = record.start
    made = attention_picture(record, LIGHT)
    shares, errors = np.array(record.shares), np.array(record.errors)
    shares[g, 0], errors[g, 1:] = 0.0436, 0.05
    near = replace(record, errors=errors.copy())  # nearer to exact than the noise is to the photograph
    said = attention_picture(replace(near, shares=shares), LIGHT)
    assert said.title == "Positive features may: cos/sin gives 4.4 % of rows a negative sum"
    errors[g, 1:] = record.off(record.noisy) + 1e-3
    worse = replace(record, shares=shares, errors=errors.copy())
    none = f"No features may at D = {record.n_freqs[g]:,}: positive ones err more than the noise"
    assert attention_picture(worse, LIGHT).title == none
    tau = record.about.settings["temperature"]
    assert [note.text for note in said.figure.layout.annotations if "τ" in note.text] == [f"exact, τ = {tau:g}"]
    shares[g, 2] = 0.01
    assert attention_picture(replace(near, shares=shares), LIGHT).title == "Cos/sin gives 4.4 % of rows a negative sum"
    shares[:], errors[g, 0], errors[g, 1] = 0, 0.03, 0.06
    calm = attention_picture(
        replace(record, shares=shares, errors=errors, nonpositive=np.zeros_like(record.nonpositive)), LIGHT
    )
    assert calm.title == "Cos/sin has 0.5× the error of positive features, and no negative row" and not red(calm.figure)
    for h, readout in enumerate(made.scrub.readouts):
        assert readout.columns[0] == f"D = {record.n_freqs[h]:,}"
        assert [row[0] for row in readout.rows] == [*(way.label for way in REPLACEMENTS.values()), "exact attention"]
        assert readout.rows[1][1] == measured(np.median(record.errors[h, 1])) and readout.rows[1][3] == "0"
        assert readout.rows[4][4] == measured(record.off(record.exact))
    assert set(map(len, made.columns.values())) == {len(record.n_freqs) * len(REPLACEMENTS)}


@pytest.mark.release
@pytest.mark.parametrize("theme", LOOKS.values(), ids=LOOKS)
def test_each_picture_has_its_error_under_it_clear_of_the_next_heading(theme):
    record, figure = attended(), CASES["attention"](theme).figure
    for g, frame in enumerate(figure.frames):
        said = [trace.text[0] for trace in frame.data if trace.type == "scatter" and "text" in trace.mode]
        assert said == [f"RMSE {measured(rmse)}" for rmse in record.rmse[g]]
    rows = sorted({figure.get_subplot(row, 1).yaxis.domain for row in range(1, 6 if theme.narrow else 3)})
    height = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    gaps = [(above[0] - below[1]) * height for below, above in itertools.pairwise(rows)]
    assert min(gaps) >= 5 + 1.3 * (16 + 17)  # pixels: half a marker, a line each of the error and of the heading
