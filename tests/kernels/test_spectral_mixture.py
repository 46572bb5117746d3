"""The spectral mixture kernel: its formula, its frequencies, and what cannot be done without a radius."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.base import clone

from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.kernels.spectral_mixture import SpectralMixture
from rffviz.predict import ExactKernelRidge
from rffviz.samplers import SAMPLERS, draw

WEIGHTS, MEANS, VARIANCES = [0.5, 0.3, 0.2], [[0, 0], [2, -1], [0.5, 3]], [[1, 0.2], [0.1, 0.3], [0.5, 0.05]]
KERNEL = SpectralMixture(1.3, WEIGHTS, MEANS, VARIANCES)
DELTA = np.random.default_rng(0).uniform(-3, 3, (40, 2))
TURNED = {
    "orthogonal", "orthogonal_pairs", "orthogonal_strata", "orthogonal_strata_all", "simplex", "fastfood", "sorf",
    "rom", "circulant", "spherical_structured", "quadrature", "spherical_radial", "importance", "moment_matching",
}  # fmt: skip


def naive(delta):
    value = 0.0
    for w, mean, variance in zip(WEIGHTS, MEANS, VARIANCES, strict=True):
        term, phase = w, 0.0
        for t, m, v in zip(delta / 1.3, mean, variance, strict=True):
            term *= math.exp(-0.5 * t * t * v)
            phase += t * m
        value += term * math.cos(phase)
    return value


def test_it_is_its_formula():
    expected = [naive(delta) for delta in DELTA]
    assert min(expected) < -0.05
    np.testing.assert_allclose(KERNEL.of_difference(DELTA), expected, atol=1e-14)
    X, Y = 5 + DELTA[:6], 5 + DELTA[20:]
    np.testing.assert_allclose(KERNEL(X, Y), [[naive(x - y) for y in Y] for x in X], atol=1e-12)


def test_one_component_around_0_is_gaussian():
    one = SpectralMixture(0.7, [1.0], [[0.0] * 3], [[1.0] * 3])
    X = np.random.default_rng(1).normal(size=(9, 3))
    np.testing.assert_allclose(one(X), Gaussian(0.7)(X), rtol=1e-12)
    np.testing.assert_allclose(one.log_spectral_density(X), Gaussian(0.7).log_spectral_density(X), rtol=1e-12)
    assert one.second_moment(3) == pytest.approx(Gaussian(0.7).second_moment(3))


@pytest.mark.release
def test_draws_have_its_density_give_the_kernel_back_and_are_nested():
    n, rng = 40_000, np.random.default_rng(2)
    uniforms = stats.qmc.Sobol(3, seed=0).random(2**15).clip(1e-9, 1 - 1e-9)
    k, k2 = KERNEL.of_difference(DELTA), KERNEL.of_difference(2 * DELTA)
    for W, size in ((KERNEL.sample(n, 2, rng), 1.0), (KERNEL.from_uniforms(uniforms, 2), 0.2)):
        error = np.sqrt((0.5 + 0.5 * k2 - k * k) / len(W))
        assert (np.abs(np.cos(W @ DELTA.T).mean(axis=0) - k) < 4.5 * size * error + 1e-4).all()
        assert np.abs(W.mean(axis=0)).max() < 0.03  # each component has its mirror image
        assert np.square(W).sum(axis=1).mean() == pytest.approx(KERNEL.second_moment(2), rel=0.02)
    side = np.linspace(-8, 8, 401)
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    p = KERNEL.spectral_density(grid) * (side[1] - side[0]) ** 2
    assert p.sum() == pytest.approx(1, abs=1e-6)
    np.testing.assert_allclose(p @ np.cos(grid @ DELTA.T), k, atol=1e-6)
    few, many = (KERNEL.sample(m, 2, np.random.default_rng(5)) for m in (7, 20))
    np.testing.assert_array_equal(few, many[:7])


@pytest.mark.parametrize("name", SAMPLERS)
def test_schemes_that_turn_frequencies_refuse_it_and_the_others_estimate_it(name):
    X = np.random.default_rng(3).normal(size=(60, 2))
    if name in TURNED:
        with pytest.raises(Refusal, match=r"spectral mixture kernel [^.]*\.$"):
            draw(name, KERNEL, 2, 64, np.random.default_rng(0), X=X)
        return
    refusal = SAMPLERS[name].refusal(KERNEL, 2)
    assert not refusal, f"{name} refuses it, so it is one of TURNED, or else it should not: {refusal}"
    sample = draw(name, KERNEL, 2, 1024, np.random.default_rng(0), X=X)
    assert np.abs(np.cos(DELTA @ sample.W.T) @ sample.weights - KERNEL.of_difference(DELTA)).max() < 0.15


def test_a_clone_is_the_same_and_a_radius_is_refused():
    assert (
        clone(ExactKernelRidge(KERNEL, random_state=0)).kernel
        == KERNEL
        == SpectralMixture(1.3, WEIGHTS, MEANS, VARIANCES)
    )
    assert hash(KERNEL.with_length_scale(1.0)) != hash(KERNEL)
    for ask in (KERNEL.radius_cdf, KERNEL.radius_pdf):
        with pytest.raises(
            Refusal, match=r"^kernel must have a closed-form distribution of ‖ω‖ for this, got a spectral"
        ):
            ask(np.ones(3), 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"length_scale": 0.0}, "length_scale must be a finite number above 0"),
        ({"weights": []}, "weights must hold at least one component"),
        ({"weights": [0.5, 0.4, 0.2]}, "weights must be above 0 and of sum 1"),
        ({"weights": [0.8, 0.4, -0.2]}, "weights must be above 0 and of sum 1"),
        ({"means": [[0, 0], [1, 1]]}, r"one row for each of the 3 weights .* got shapes \(2, 2\) and \(3, 2\)"),
        ({"means": [[0], [1], [2]]}, r"got shapes \(3, 1\) and \(3, 2\)"),
        ({"variances": [[1, 1], [1, 0], [1, 1]]}, "variances must be above 0, got 0"),
    ],
)
def test_what_is_refused(given, said):
    with pytest.raises(Refusal, match=said):
        SpectralMixture(**{"weights": WEIGHTS, "means": MEANS, "variances": VARIANCES} | given)


def test_it_is_a_kernel_in_the_dimension_of_its_means():
    said = "d must be 2, the dimension of this spectral mixture's means, got 3"
    for ask in (
        lambda: KERNEL(np.ones((2, 3))),
        lambda: KERNEL.sample(4, 3, np.random.default_rng(0)),
        lambda: KERNEL.second_moment(3),
    ):
        with pytest.raises(Refusal, match=said):
            ask()
