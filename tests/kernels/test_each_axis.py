"""A length scale for each axis: naive loops, the law of each coordinate, and one length scale of scaled points."""

import math

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from rffviz.diagnose import diagnose
from rffviz.explorer.words.numbers import kernel_words
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.measure import error_curve, relative_error
from rffviz.predict import AlaCarteRegressor, ExactKernelRidge
from rffviz.samplers import SAMPLERS, draw
from rffviz.studies.spectrum_plane import plane_spectrum
from rffviz.theory import frequencies_needed_on_pairs

SCALES = (0.5, 4.0, 1.5)
KERNELS = (Gaussian(SCALES), Matern(SCALES, nu=2.5), RationalQuadratic(np.array(SCALES), alpha=2.0))
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=[kernel.name for kernel in KERNELS])
X = np.random.default_rng(0).normal(size=(40, 3)) * SCALES


@every_kernel
def test_values_are_those_of_scaled_points(kernel):
    K, profile = kernel(X, X[:7]), kernel.with_length_scale(1.0)
    for i, x in enumerate(X):
        for j, y in enumerate(X[:7]):
            r = math.sqrt(sum(((a - b) / scale) ** 2 for a, b, scale in zip(x, y, SCALES, strict=True)))
            assert K[i, j] == pytest.approx(profile.of_difference([r, 0, 0]), rel=1e-9)
    np.testing.assert_allclose(kernel.of_difference(X[0] - X[1:7]), kernel(X[:1], X[1:7])[0], rtol=1e-12)
    assert K.min() < 0.3 and np.median(K) < 0.8


@pytest.mark.slow
@every_kernel
def test_the_spectrum_is_the_kernels_fourier_transform(kernel):
    """E cos(ω·δ) = k(δ), within four standard errors; each coordinate has its own second moment −∂²k(0)/∂δ_j²."""
    W = kernel.sample(200_000, 3, np.random.default_rng(1))
    for delta in X[:6]:
        k, k2 = kernel.of_difference(delta), kernel.of_difference(2 * delta)
        error = math.sqrt((0.5 + 0.5 * k2 - k * k) / len(W))
        assert abs(np.cos(W @ delta).mean() - k) < 4 * error
    step = 1e-3 * np.diag(SCALES)
    bends = -2 * (kernel.of_difference(step) - 1) / np.square(1e-3 * np.array(SCALES))
    assert kernel.second_moment(3) == pytest.approx(bends.sum(), rel=1e-4)
    U = np.random.default_rng(2).uniform(size=(50_000, kernel.n_uniforms(3)))
    ratio = np.median(np.abs(kernel.from_uniforms(U, 3)), axis=0) / np.median(np.abs(W), axis=0)
    np.testing.assert_allclose(ratio, 1, atol=0.03)


@every_kernel
def test_the_density_integrates_to_one(kernel):
    """By importance sampling from a wider law of the same kind: the mean of p/q is 1."""
    wide = kernel.with_length_scale(tuple(0.8 * scale for scale in SCALES))
    W = wide.sample(100_000, 3, np.random.default_rng(3))
    ratio = np.exp(kernel.log_spectral_density(W) - wide.log_spectral_density(W))
    assert abs(ratio.mean() - 1) < 4 * ratio.std() / math.sqrt(len(W))
    np.testing.assert_allclose(
        kernel.log_spectral_density(W[:9]),
        kernel.with_length_scale(1.0).log_spectral_density(W[:9] * SCALES) + math.log(math.prod(SCALES)),
        rtol=1e-12,
    )


@pytest.mark.parametrize("name", SAMPLERS)
def test_every_scheme_draws_for_it_what_it_draws_for_scaled_points(name):
    kernel, unit = Gaussian(SCALES), Gaussian()
    drawn = draw(name, kernel, 3, 128, np.random.default_rng(4), True, X)
    known = draw(name, unit, 3, 128, np.random.default_rng(4), True, X / SCALES)
    np.testing.assert_allclose(drawn.W, known.W / SCALES, rtol=1e-12)
    np.testing.assert_array_equal(drawn.weights, known.weights)
    np.testing.assert_array_equal(drawn.phases, known.phases)
    assert (drawn.unbiased, drawn.nested, drawn.fast) == (known.unbiased, known.nested, None)


@pytest.mark.slow
def test_maps_errors_bounds_and_machines_take_it():
    kernel, scaled = Gaussian(SCALES), X / SCALES
    for map_ in ("paired", "offset"):
        one = RandomFourierFeatures(kernel, 64, "orthogonal", map_, random_state=0).fit(X)
        other = RandomFourierFeatures(Gaussian(), 64, "orthogonal", map_, random_state=0).fit(scaled)
        np.testing.assert_allclose(one.transform(X), other.transform(scaled), atol=1e-6)
    assert relative_error(one, X, kernel) == pytest.approx(relative_error(other, scaled, Gaussian()), rel=1e-5)
    curves = [error_curve(*each, "monte_carlo", [16, 64], 3, "sup") for each in ((X, kernel), (scaled, Gaussian()))]
    np.testing.assert_allclose(curves[0].errors, curves[1].errors, rtol=1e-4)
    needed = [frequencies_needed_on_pairs("cramer", 0.1, *each) for each in ((kernel, X), (Gaussian(), scaled))]
    assert needed[0] == needed[1]
    y = np.sin(X[:, 0])
    predicted = [
        ExactKernelRidge(k, 1e-3, random_state=0).fit(Z, y).predict(Z) for k, Z in ((kernel, X), (Gaussian(), scaled))
    ]
    np.testing.assert_allclose(*predicted, rtol=1e-8)


def test_it_is_a_parameter_like_others():
    kernel = Gaussian(list(SCALES))
    assert kernel == Gaussian(pd.Series(SCALES)) == Gaussian(np.array(SCALES))
    assert kernel == Gaussian(SCALES) == clone(kernel) and hash(kernel) == hash(Gaussian(SCALES))
    assert not kernel.isotropic and Gaussian(2.0).isotropic
    assert kernel_words(kernel) == "Gaussian, ℓ = (0.5, 4, 1.5)"
    features = clone(RandomFourierFeatures(kernel, 16, random_state=0)).set_params(kernel__length_scale=(1.0, 2.0, 3.0))
    assert features.kernel == Gaussian((1.0, 2.0, 3.0)) and kernel.length_scale == SCALES


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Gaussian(()), "length_scale must hold at least one number, got none"),
        (lambda: Gaussian((1.0, -1.0)), "length_scale must be a finite number above 0, got -1"),
        (lambda: Matern((1.0, "2")), "length_scale must be a finite number above 0, got '2'"),
        (lambda: Gaussian(np.ones((2, 3))), r"or one for each axis for .*, got an array of shape \(2, 3\)"),
        (lambda: Laplacian((1.0, 2.0)), "length_scale must be one number, got .* alone take one"),
        (lambda: Gaussian(SCALES)(X[:, :2]), "length_scale must be one number, or one for each of 2 axes, got 3"),
        (lambda: draw("halton", Gaussian(SCALES), 2, 8, np.random.default_rng(0)), "one for each of 2 axes, got 3"),
        (lambda: Gaussian(SCALES).radius_cdf([1.0], 3), r"must be one number here, got one for each axis, \(0.5, 4"),
        (lambda: np.ones(3) / Gaussian(SCALES).length_scale, "must be one number here, got one for each axis"),
        (lambda: AlaCarteRegressor(Gaussian(SCALES), random_state=0).fit(X, X[:, 0]), "must have one length_scale"),
        (
            lambda: diagnose("orthogonal", Gaussian(SCALES), 3, 64, 5),
            "pass one, ℓ, and give ω_i ℓ_i/ℓ and x_i ℓ/ℓ_i in place",
        ),
    ],
)
def test_refusals(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_the_plane_shows_both_scales():
    found = plane_spectrum(Gaussian((1.0, 3.0)), [8, 64], 0)
    assert found.delta[-1] == 12 and found.along_axis == pytest.approx(math.exp(-0.5))
    middle = len(found.delta) // 2
    np.testing.assert_allclose(found.exact[middle], np.exp(-np.square(found.delta) / 2), atol=1e-12)
    np.testing.assert_allclose(found.exact[:, middle], np.exp(-np.square(found.delta) / 18), atol=1e-12)
    assert np.abs(found.W[:, 0]).mean() > 2 * np.abs(found.W[:, 1]).mean()
