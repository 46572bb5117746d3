"""The field is the error, in symmetric colours."""

import numpy as np
import pytest

from rffviz.diagnose import error_field
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.field.picture import field_picture
from rffviz.kernels import Gaussian
from tests.views.schemes.schemes_records import alone, check, made, record, sample


@pytest.mark.slow
def test_the_field_is_the_error_with_symmetric_colours():
    report, picture = record("field", 2), made("field", 2)
    np.testing.assert_allclose(picture.figure.data[0].z, report.error, atol=1e-6)
    colours = picture.figure.layout.coloraxis
    assert colours.cmax == -colours.cmin == pytest.approx(report.largest)
    assert picture.readout.columns[-1] == "RMS ÷ expected (Monte Carlo)"
    check(alone(field_picture, error_field(sample(Gaussian(), 5), Gaussian(), plane="oblique")), LIGHT)
