"""Records of the views of convergence, and their pictures in every look."""

from dataclasses import replace
from functools import cache

import numpy as np

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.views.convergence.maps.picture import maps_picture
from rffviz.explorer.views.convergence.matrices.picture import matrices_picture, pairs_picture
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.kernels import Cauchy, Gaussian, Laplacian
from rffviz.measure import convergence, error_curve, exceedance
from rffviz.samplers import SAMPLERS
from rffviz.studies.maps import map_comparison
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.profile import kernel_profile
from tests.views.looks import LOOKS

X = Points(np.random.default_rng(0).standard_normal((70, 2)), "cloud", 90, note="Twenty are left out.")


SIZES = [16, 64, 256]


MANY_SIZES = [16, 32, 64, 128, 256, 384, 512, 768, 1024, 2048]


def shares(
    epsilon=0.1, samplers=("monte_carlo", "sobol", "orthogonal"), kernel=None, seeds=range(8), sizes=SIZES, **options
):
    curves = [error_curve(X, kernel or Gaussian(1.5), name, sizes, seeds) for name in samplers]
    return exceedance(curves, X, 64, epsilon, **options)


def curves_of(names=("monte_carlo", "sobol", "orthogonal")):
    return [error_curve(X, Gaussian(1.5), name, SIZES, range(5)) for name in names]


CASES = {
    "profile": (profile_picture, lambda: replace(kernel_profile(Gaussian(), [1, 8, 64], n_points=21), shown=8)),
    "convergence": (convergence_picture, lambda: convergence(curves_of(), X, 64, 0.1)),
    "convergence-many": (convergence_picture, lambda: convergence(curves_of(list(SAMPLERS)[:8]), X, 64, 0.1)),
    "exceedance": (exceedance_picture, shares),
    "exceedance-bounds": (exceedance_picture, lambda: shares(bounds=("rahimi_recht", "sutherland_schneider"))),
    "exceedance-silent": (exceedance_picture, lambda: shares(0.01, ("sobol",), Laplacian())),
    "maps": (maps_picture, lambda: map_comparison(Gaussian(2.0), 3, n_seeds=20)),
    "maps-loses": (maps_picture, lambda: map_comparison(Cauchy(), 1, n_seeds=20)),
    "matrices": (matrices_picture, lambda: replace(kernel_matrices(X, Gaussian(), MANY_SIZES), shown=256)),
    "pairs": (pairs_picture, lambda: replace(pair_errors(X, Laplacian(), SIZES), shown=64)),
    "pairs-binned": (pairs_picture, lambda: replace(pair_errors(X, Cauchy(), SIZES, "sobol_scrambled"), shown=64)),
    "pairs-offset": (pairs_picture, lambda: pair_errors(X, Cauchy(), [32], map="offset")),
}


@cache
def record_of(name):
    return CASES[name][1]()


@cache
def picture(name, look="light"):
    return CASES[name][0](record_of(name), LOOKS[look])
