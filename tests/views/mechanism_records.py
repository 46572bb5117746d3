"""Records of the views of kernels and of features, and their pictures in every look."""

from dataclasses import replace
from functools import cache

from rffviz.explorer.views.features.binning.picture import grids_picture
from rffviz.explorer.views.features.circle.picture import circle_picture
from rffviz.explorer.views.features.two_points.picture import two_points_picture
from rffviz.explorer.views.kernel.own_kernel.picture import own_kernel_picture
from rffviz.explorer.views.kernel.spectrum.picture import spectra_picture
from rffviz.explorer.views.kernel.spectrum_plane.picture import plane_spectrum_picture
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.studies.binning import binned_pair
from rffviz.studies.circle import wrapped_points
from rffviz.studies.handles import Handles
from rffviz.studies.own_kernel import own_kernel
from rffviz.studies.spectrum import kernel_spectra
from rffviz.studies.spectrum_plane import plane_spectrum
from rffviz.studies.two_points import two_points
from tests.views.looks import LOOKS

PAIR = [Gaussian(2.0), Laplacian(2.0)]


SIZES = [1, 4, 16, 64]


CASES = {
    "spectrum": (spectra_picture, lambda: replace(kernel_spectra([Gaussian()], SIZES), shown=4)),
    "spectrum-pole": (spectra_picture, lambda: kernel_spectra([RationalQuadratic(alpha=0.05)], SIZES)),
    "spectrum-tail": (spectra_picture, lambda: kernel_spectra([Matern(nu=0.1)], [1, 2048], scale="log")),
    "spectrum-pair": (spectra_picture, lambda: replace(kernel_spectra(PAIR, SIZES), shown=16)),
    "spectrum-pair-log": (spectra_picture, lambda: kernel_spectra(PAIR, SIZES, scale="log")),
    "plane": (plane_spectrum_picture, lambda: replace(plane_spectrum(Gaussian(0.7), SIZES), shown=4)),
    "plane-log": (plane_spectrum_picture, lambda: plane_spectrum(Laplacian(), SIZES, scale="log")),
    "plane-pole": (plane_spectrum_picture, lambda: plane_spectrum(RationalQuadratic(alpha=0.05), SIZES)),
    "own": (own_kernel_picture, lambda: replace(own_kernel("2*exp(-r)", SIZES), shown=16)),
    "own-dragged": (
        own_kernel_picture,
        lambda: own_kernel(Handles((0.6, 0.4, 0.2, 0.1, 0.1, 0, 0, 0)), SIZES),
    ),
    "own-none": (own_kernel_picture, lambda: own_kernel("r < 1", SIZES)),
    "own-in-three": (own_kernel_picture, lambda: own_kernel("exp(-r)", SIZES, d=3)),
    "own-none-in-three": (own_kernel_picture, lambda: own_kernel("max(0, 1 - r)", SIZES, d=3)),
    "own-wild": (own_kernel_picture, lambda: own_kernel("1 - r", SIZES)),
    "circle": (circle_picture, lambda: replace(wrapped_points(Gaussian(), 1.3), shown=3)),
    "circle-fast": (circle_picture, lambda: wrapped_points(Matern(1.0, nu=0.2), 0.0, random_state=1)),
    "grids": (grids_picture, lambda: replace(binned_pair(1.0, 0.6, SIZES), shown=4)),
    "grids-apart": (grids_picture, lambda: binned_pair(0.05, 6.0, SIZES, 1)),
    "two_points": (two_points_picture, lambda: replace(two_points(Gaussian(), 1.3, SIZES), shown=4)),
    "two_points-offset": (two_points_picture, lambda: two_points(Laplacian(), 0.7, SIZES, "offset", 3)),
    "two_points-equal": (two_points_picture, lambda: two_points(Gaussian(), 0.0, SIZES)),
}


@cache
def record_of(name):
    return CASES[name][1]()


@cache
def picture(name, look="light"):
    return CASES[name][0](record_of(name), LOOKS[look])


def trace(made, name):
    return next(trace for trace in made.figure.data if trace.name == name)
