"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import KERNELS
from rffviz.studies.spectrum_plane import plane_spectrum
from tests.views.kernel.kernel_transforms import check_density
from tests.views.mathematics import SIZES, Mathematics

MATHEMATICS = Mathematics(__file__, [lambda k=k: plane_spectrum(k(length_scale=1.3), SIZES) for k in KERNELS.values()])


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
@pytest.mark.parametrize("case", range(len(KERNELS)))
def test_the_density_that_is_printed_is_the_transform_of_the_kernel(case):
    check_density(MATHEMATICS.record(case).about.kernel, 2, MATHEMATICS.lines_with("p=", case))
