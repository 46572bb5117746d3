"""The line starts near the number of frequencies asked for, and its readout holds the record's numbers."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.prediction.line.picture import prediction_picture
from rffviz.explorer.words.numbers import measured, number
from tests.views.prediction.prediction_records import CASES, path


@pytest.mark.slow
def test_the_title_is_about_the_number_of_frequencies_in_sight():
    found = path()
    for shown, g in ((1, 0), (5, 1)):
        made = prediction_picture(replace(found, shown=shown), LIGHT)
        assert made.title == f"RMSE to exact kernel ridge is {number(found.rmse_to_exact[g])} at D = {found.n_freqs[g]}"
        assert made.figure.layout.xaxis.title.text == "x, errors over −5 to 5"
        assert made.readout.columns[0] == f"D = {found.n_freqs[g]}" and made.scrub.start == g


def test_the_readout_holds_the_errors_and_the_band_at_every_number_of_frequencies():
    found = path(2, "pathwise")
    for g, readout in enumerate(prediction_picture(found, LIGHT).scrub.readouts):
        assert readout.columns[1:4] == ("RMSE to exact kernel ridge", "max error", "RMSE to truth")
        features, exact = readout.rows
        values = (found.rmse_to_exact[g], found.max_to_exact[g], found.test_rmse[g])
        assert features[1:4] == tuple(map(measured, values))
        narrow = ", too narrow" * bool(found.starved[g])
        assert features[4:] == (measured(found.starvation[g]) + narrow, measured(found.pathwise_starvation[g]))
        assert exact[1:] == ("–", "–", measured(found.exact_test_rmse), "1", "1")
    assert found.starved.any() and not found.starved.all()


def test_the_readout_leaves_out_what_is_not_known():
    made = prediction_picture(replace(path(), test_rmse=None, starvation=np.full(3, np.nan)), LIGHT)
    assert all(len(readout.columns) == 3 for readout in made.scrub.readouts)


@pytest.mark.release
def test_a_line_starts_near_the_number_asked_for():
    made = prediction_picture(path(), LIGHT)
    assert made.scrub.start == 1 and "Sine, 20 points, d = 1" in made.subtitle
    assert {trace.name for trace in made.figure.data} >= {"exact kernel ridge", "true function", "data"}
    assert "thin lines: 2 draws from each posterior" in CASES["prediction-draws"](LIGHT).subtitle
    pathwise = prediction_picture(path(2, "pathwise"), LIGHT)
    assert "2 draws of the exact posterior, and of the features' prior with the exact update" in pathwise.subtitle
    assert "draws, Matheron's rule" in {trace.name for trace in pathwise.figure.data}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_band_of_the_exact_posterior_is_seen_on_the_paper(theme):
    """Contrast as WCAG has it, of the band laid over the paper; on black one needs more of it."""
    figure = prediction_picture(path(), theme).figure
    (band,) = (trace for trace in figure.data if trace.name == "exact GP, ± 2 SD")
    *colour, opacity = map(float, band.fillcolor.removeprefix("rgba(").removesuffix(")").split(","))
    paper = [int(theme.paper[i : i + 2], 16) for i in (1, 3, 5)]

    def luminance(rgb):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    mixed = [opacity * c + (1 - opacity) * p for c, p in zip(colour, paper, strict=True)]
    low, high = sorted((luminance(mixed), luminance(paper)))
    assert (high + 0.05) / (low + 0.05) > (1.2 if theme is LIGHT else 1.6)
