"""Every kernel has its spectrum, on a line and in the plane."""

from itertools import cycle

import pytest

from rffviz.kernels import KERNELS
from tests.views.opening import details, headline, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
@pytest.mark.parametrize(("name", "spectrum"), list(zip(KERNELS, cycle(["line", "plane"]))))
def test_every_kernel_has_its_spectrum(spectrum, name):
    app = opened("kernel", spectrum=spectrum, kernel=name, length_scale="0.5", n_freqs="30", density_scale="log")
    assert KERNELS[name].label in headline(app) and "ℓ = 0.5" in details(app) and not sentences(app)
