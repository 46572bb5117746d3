"""A kernel of the plane and its spectrum: naive sums of plane waves, and the transform of the density."""

import math

import numpy as np
import pytest
from scipy import integrate

from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.studies.spectrum_plane import plane_spectrum


def test_the_estimate_is_the_mean_of_plane_waves():
    found = plane_spectrum(Laplacian(1.4), [1, 3, 20], random_state=6, n_points=7)
    for g, m in enumerate((1, 3, 20)):
        for i, second in enumerate(found.delta):
            for j, first in enumerate(found.delta):
                naive = sum(math.cos(w[0] * first + w[1] * second) for w in found.W[:m]) / m
                assert found.approximate[g, i, j] == pytest.approx(naive, abs=1e-10)


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(1.2), Matern(0.9, nu=2.5), Cauchy(1.3)], ids=repr)
def test_the_transform_of_the_density_is_the_kernel(kernel):
    """By the trapezium rule over a large square: the densities are smooth, or fall fast."""
    found = plane_spectrum(kernel, [4], n_points=9)
    axis = np.linspace(-60, 60, 1201) / kernel.length_scale
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    density = kernel.spectral_density(grid).reshape(len(axis), -1)
    for i, j in ((4, 4), (4, 5), (5, 6), (3, 2)):
        waves = np.cos(np.add.outer(axis * found.delta[i], axis * found.delta[j]))
        inner = integrate.trapezoid(density * waves, axis, axis=1)
        assert integrate.trapezoid(inner, axis) == pytest.approx(found.exact[i, j], abs=2e-3)


def test_the_density_is_that_of_the_cells_and_finite_at_a_pole():
    found = plane_spectrum(RationalQuadratic(1.0, alpha=0.05), [4])
    assert np.isfinite(found.density).all()
    at = np.array([[found.omega[3], found.omega[50]]])
    assert found.density[50, 3] == found.about.kernel.spectral_density(at)[0]
    assert np.allclose(found.density, found.density[::-1, ::-1])


def test_only_a_kernel_of_the_distance_is_round():
    laplacian = plane_spectrum(Laplacian(2.0), [4])
    assert (laplacian.along_axis, laplacian.along_diagonal) == pytest.approx((math.exp(-1), math.exp(-math.sqrt(2))))
    matern = plane_spectrum(Matern(2.0, nu=0.5), [4])
    assert matern.along_axis == pytest.approx(math.exp(-1)) == pytest.approx(matern.along_diagonal)


def test_more_frequencies_extend_fewer():
    assert np.allclose(
        plane_spectrum(Gaussian(), [4, 32]).approximate[0], plane_spectrum(Gaussian(), [4]).approximate[0]
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [({"n_freqs": []}, "n_freqs"), ({"scale": ""}, "scale must be one of"), ({"kernel": "k"}, "kernel must be")],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        plane_spectrum(**({"kernel": Gaussian(), "n_freqs": [4]} | change))
