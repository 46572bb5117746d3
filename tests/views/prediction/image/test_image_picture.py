"""The image starts at the best length scale."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.panels import panel_place
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.image.picture import image_picture
from rffviz.explorer.words.numbers import measured
from tests.views.looks import LOOKS
from tests.views.prediction.prediction_records import CASES, image


@pytest.mark.release
def test_image_starts_at_the_best_length_scale():
    found, picture = image(), CASES["image"](LIGHT)
    assert picture.scrub.start == found.best and measured(found.test_rmse[found.best]) in picture.title
    np.testing.assert_allclose(picture.figure.data[0].z, found.pixels, rtol=1e-6)
    shown = picture.figure.data[1].z
    np.testing.assert_allclose(shown[found.seen], found.pixels[found.seen], rtol=1e-6)
    assert np.isnan(shown).sum() == (~found.seen).sum()
    np.testing.assert_allclose(picture.figure.data[3].y, found.test_rmse, rtol=1e-6)


@pytest.mark.release
@pytest.mark.parametrize("theme", LOOKS.values(), ids=LOOKS)
def test_pixels_not_seen_are_plain_grey_and_all_pictures_have_one_size(theme):
    figure = CASES["image"](theme).figure
    (under,) = figure.layout.shapes
    height, width = image().seen.shape
    assert (under.x0, under.x1, under.y0, under.y1) == (-0.5, width - 0.5, -0.5, height - 0.5)
    assert under.layer == "below" and under.xref == figure.data[1].xaxis
    assert under.fillcolor == "#808080"
    panels = [figure.get_subplot(**panel_place(theme, panel)) for panel in range(3)]
    sizes = [np.ptp([panel.xaxis.domain, panel.yaxis.domain], axis=1) for panel in panels]
    assert np.allclose(sizes, sizes[0])
    assert "training pixels (rest grey)" in " ".join(note.text for note in figure.layout.annotations)


@pytest.mark.release
def test_image_says_what_a_short_length_scale_did():
    fits = replace(image(), train_rmse=np.array([0.05, 0.05, 0.1]), test_rmse=np.array([0.3, 0.06, 0.11]))
    made = image_picture(fits, LIGHT)
    scale = fits.length_scales[1]
    assert made.title == f"At ℓ = {scale:g} the RMSE on unseen pixels is smallest: 0.060"
    for g, readout in enumerate(made.scrub.readouts):
        assert readout.columns[0] == f"ℓ = {fits.length_scales[g]:g}"
        pixels = f"{fits.length_scales[g] * len(fits.seen):.2g}"
        assert readout.rows[0][:4] == ("shown", pixels, measured(fits.train_rmse[g]), measured(fits.test_rmse[g]))
        assert readout.rows[1][0] == f"best, ℓ = {scale:g}" and readout.rows[1][3] == "0.060"
    short, best, long = (readout.rows[0][4] for readout in made.scrub.readouts)
    assert short == "too short: learns pixels, not the picture" and long == "too long: loses edges"
    assert best == "best"
    made = image_picture(replace(fits, train_rmse=np.array([0.29, 0.05, 0.1])), LIGHT)
    assert made.scrub.readouts[0].rows[0][4] == "too short: learns neither"
