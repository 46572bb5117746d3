"""The formulas under the view are whole, and their numbers are what they give."""

from dataclasses import replace

import pytest

from rffviz.explorer.views.kernel.mathematics import density_of
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.studies.spectrum import kernel_spectra
from tests.views.kernel.kernel_transforms import check_density
from tests.views.mathematics import SIZES, Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        *(lambda k=k: kernel_spectra([k(length_scale=1.3)], SIZES) for k in KERNELS.values()),
        lambda: replace(kernel_spectra([Gaussian(), Laplacian()], SIZES), shown=64),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
@pytest.mark.parametrize("case", range(len(KERNELS)))
def test_the_density_that_is_printed_is_the_transform_of_the_kernel(case):
    check_density(MATHEMATICS.record(case).about.kernel, 1, MATHEMATICS.lines_with("p=", case))


def test_a_kernel_without_a_formula_of_its_density_shows_the_value():
    class Unlisted(Gaussian):
        name = "unlisted"

    lines = density_of(Unlisted(length_scale=2.0), 1)
    assert len(lines) == len(density_of(Gaussian(length_scale=2.0), 1)) - 1
    assert lines[-1].latex == "p=0.4839"
