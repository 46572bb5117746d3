"""The field is the error, in symmetric colours."""

import numpy as np
import pytest

from rffviz.diagnose import error_field
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.field.picture import field_picture
from rffviz.explorer.words.numbers import measured, number
from rffviz.kernels import Gaussian
from tests.views.schemes.schemes_records import alone, check, made, record, sample


@pytest.mark.slow
def test_the_field_is_the_error_with_symmetric_colours():
    report, picture = record("field", 2), made("field", 2)
    np.testing.assert_allclose(picture.figure.data[0].z, report.error, atol=1e-6)
    found = {(x, y): abs(report.error[j, i]) for i, x in enumerate(report.along) for j, y in enumerate(report.along)}
    x, y = report.worst
    assert x >= 0 and found[x, y] == pytest.approx(report.largest, rel=1e-9)
    ring = picture.figure.data[1]
    np.testing.assert_allclose([ring.x, ring.y], [[x, -x], [y, -y]], rtol=1e-6)
    assert f"is {measured(report.largest)}, at ‖δ‖ = {number(np.hypot(x, y))}" in picture.title
    on_line, ring = record("field", 1), made("field", 1).figure.data[-1]
    np.testing.assert_allclose([ring.x[0], abs(ring.y[0])], [on_line.worst[0], on_line.largest], rtol=1e-6)
    colours = picture.figure.layout.coloraxis
    assert colours.cmax == -colours.cmin == pytest.approx(report.largest)
    assert picture.readout.columns[-1] == "RMS ÷ expected (Monte Carlo)"
    check(alone(field_picture, error_field(sample(Gaussian(), 5), Gaussian(), plane="oblique")), LIGHT)
