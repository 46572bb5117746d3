"""Variances against simulation, closed forms and each other."""

import math

import numpy as np
import pytest

from rffviz.theory import largest_variance, map_variance, offset_variance, paired_variance


class Kernel:
    """A kernel written out here, so that these tests stand on nothing else."""

    def __init__(self, function):
        self.of_difference = function


GAUSSIAN = Kernel(lambda delta: np.exp(-0.5 * np.sum(delta**2, axis=-1)))
CAUCHY = Kernel(lambda delta: np.prod(1 / (1 + delta**2), axis=-1))
LAPLACIAN = Kernel(lambda delta: np.exp(-np.sum(np.abs(delta), axis=-1)))
QUADRATIC = Kernel(lambda delta: (1 + np.sum(delta**2, axis=-1) / 0.2) ** -0.1)
WHITENED = Kernel(lambda delta: np.exp(-0.5 * (delta[..., 0] ** 2 + 9 * delta[..., 1] ** 2)))
WAVE = Kernel(lambda delta: np.cos(3 * delta[..., 0]))

DIRECTION = np.array([0.48, -0.6, 0.64])  # a unit vector along no axis
RADII = (0.3, 0.7, 1.1, 1.6, 2.4)


def draw(name, rng, shape):
    if name == "gaussian":
        return rng.standard_normal(shape)
    return rng.laplace(size=shape) if name == "cauchy" else rng.standard_cauchy(shape)


@pytest.mark.slow
@pytest.mark.parametrize("name, kernel", [("gaussian", GAUSSIAN), ("cauchy", CAUCHY), ("laplacian", LAPLACIAN)])
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_variance_agrees_with_simulation(name, kernel, map):
    rng = np.random.default_rng(7)
    replicates, n_freqs = 20_000, 4
    y = np.array([0.3, -1.2, 0.5])
    values = kernel.of_difference(np.array(RADII)[:, None] * DIRECTION)
    assert values.max() > 0.59 and values.min() < 0.2
    for radius, k in zip(RADII, values, strict=True):
        x = y + radius * DIRECTION
        omega = draw(name, rng, (replicates, n_freqs, 3))
        if map == "paired":
            terms = np.cos(omega @ x) * np.cos(omega @ y) + np.sin(omega @ x) * np.sin(omega @ y)
        else:
            phase = rng.uniform(0, 2 * math.pi, (replicates, n_freqs))
            terms = 2 * np.cos(omega @ x + phase) * np.cos(omega @ y + phase)
        estimate = terms.mean(axis=1)
        expected = map_variance(kernel, x - y, n_freqs, map=map)
        assert abs(estimate.mean() - k) < 4.5 * math.sqrt(expected / replicates)
        squares = (estimate - k) ** 2
        assert abs(squares.mean() - expected) < 4.5 * squares.std() / math.sqrt(replicates)


def test_published_comparison_at_eight_real_features():
    k, k2 = 1 / 17, 1 / 65
    assert paired_variance(k, k2, 4) == pytest.approx(0.12605802, abs=1e-8)
    assert offset_variance(k, k2, 8) == pytest.approx(0.12552901, abs=1e-8)
    assert map_variance(CAUCHY, np.array([4.0]), 4) == pytest.approx(0.1261, abs=5e-5)
    assert map_variance(CAUCHY, np.array([4.0]), 8, map="offset") == pytest.approx(0.1255, abs=5e-5)


def test_paired_is_better_at_equal_features_exactly_where_k_of_twice_is_below_twice_k_squared():
    k = np.linspace(0.05, 0.99, 40)
    for k2 in (k**4, k, 2 * k**2 - 1, np.sqrt(k)):
        paired = paired_variance(k, k2, 5)
        offset = offset_variance(k, k2, 10)
        np.testing.assert_array_equal(paired < offset, k2 < 2 * k**2)


def test_limits():
    assert paired_variance(1.0, 1.0, 3) == 0
    assert offset_variance(1.0, 1.0, 4) == pytest.approx(0.125)
    assert paired_variance(0.0, 0.0, 5) == pytest.approx(0.1)
    assert offset_variance(0.0, 0.0, 5) == pytest.approx(0.2)
    assert paired_variance(-1.0, 1.0, 1) == 0


def test_shapes_and_types():
    assert isinstance(paired_variance(0.5, 0.1, 1), float)
    assert paired_variance(np.full((2, 1), 0.5), np.full(3, 0.1), 1).shape == (2, 3)
    assert map_variance(GAUSSIAN, np.full((4, 5, 3), 0.3), 2).shape == (4, 5)
    assert isinstance(map_variance(GAUSSIAN, [0.3, 0.4], 2), float)


def test_rounding_near_zero_never_makes_a_negative_variance():
    delta = np.geomspace(1e-12, 1e-3, 60)[:, None] * np.array([0.6, 0.8])
    assert (map_variance(GAUSSIAN, delta, 1) >= 0).all()


@pytest.mark.parametrize(
    "arguments, says",
    [
        ((1.2, 0.5, 3), r"k_delta must be from −1 to 1.*1\.2"),
        ((0.5, -1.5, 3), r"k_2delta must be from −1 to 1.*-1\.5"),
        ((math.nan, 0.5, 3), "k_delta must be from −1 to 1"),
        (("near", 0.5, 3), "k_delta must be numbers"),
        ((0.9, 0.1, 3), "k_2delta must be at least 2 k_delta² − 1"),
        (([0.1, 0.2], [0.1, 0.2, 0.3], 3), "shapes that broadcast"),
        ((0.5, 0.1, 0), "n_freqs must be a whole number of at least 1, got 0"),
        ((0.5, 0.1, 2.5), "n_freqs must be a whole number"),
        ((0.5, 0.1, True), "n_freqs must be a whole number"),
    ],
)
@pytest.mark.parametrize("function", [paired_variance, offset_variance])
def test_refusals(function, arguments, says):
    with pytest.raises(ValueError, match=says):
        function(*arguments)


def test_more_refusals():
    with pytest.raises(ValueError, match="map must be one of paired, offset, got 'both'"):
        map_variance(GAUSSIAN, [0.1], 3, map="both")
    for delta in (1.0, [], [[math.nan, 1.0]], [math.inf]):
        with pytest.raises(ValueError, match="delta must be a finite array of shape"):
            map_variance(GAUSSIAN, delta, 3)
    with pytest.raises(ValueError, match="delta must be an array of numbers"):
        map_variance(GAUSSIAN, ["far"], 3)
    with pytest.raises(ValueError, match="diameter must be a finite number above 0"):
        largest_variance(GAUSSIAN, 2, 0.0)
    with pytest.raises(ValueError, match="tolerance must be"):
        largest_variance(GAUSSIAN, 2, 1.0, tolerance=-1.0)


def searched(kernel, d, diameter):
    """The largest variance over a dense cloud and its rays: a lower estimate of the supremum."""
    rng = np.random.default_rng(3)
    rays = np.vstack([np.eye(d), np.ones((1, d)), rng.standard_normal((40, d))])
    rays /= np.linalg.norm(rays, axis=1)[:, None]
    delta = rays[:, None, :] * (diameter * np.linspace(0, 1, 4001))[None, :, None]
    return np.max(0.5 + 0.5 * kernel.of_difference(2 * delta) - kernel.of_difference(delta) ** 2)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [GAUSSIAN, LAPLACIAN, CAUCHY, QUADRATIC])
@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("diameter", [0.4, 2.0, 9.0, 60.0])
def test_largest_variance_is_an_upper_estimate_and_close(kernel, d, diameter):
    found, lower = largest_variance(kernel, d, diameter), searched(kernel, d, diameter)
    assert found >= lower - 1e-12
    # A product kernel in d > 1 is searched beyond the ball, where its supremum may be larger.
    if d == 1 or kernel in (GAUSSIAN, QUADRATIC):
        assert found <= lower + 2e-4


def test_largest_variance_in_closed_form():
    k = math.exp(-0.5 * 1.3**2)
    assert largest_variance(GAUSSIAN, 4, 1.3) == pytest.approx(0.5 * (1 - k**2) ** 2, abs=1.1e-4)
    # For the Cauchy kernel on a line, with s = δ²: the derivative vanishes where (1 + s)³ = (1 + 4s)².
    s = max(np.roots([1, 3 - 16, 3 - 8, 1 - 1]).real)
    top = 0.5 + 0.5 / (1 + 4 * s) - 1 / (1 + s) ** 2
    assert largest_variance(CAUCHY, 1, 50.0) == pytest.approx(top, abs=1.1e-4)
    assert largest_variance(CAUCHY, 3, 50.0) == pytest.approx(top, abs=1.1e-4)


def test_largest_variance_is_one_where_no_search_is_safe():
    assert largest_variance(WHITENED, 2, 3.0) == 1.0  # neither radial nor one function along all axes
    assert largest_variance(WAVE, 1, 3.0) == 1.0  # below 0, and rises again
    lifted = Kernel(lambda delta: (2 + np.cos(3 * delta[..., 0])) / 3)
    assert largest_variance(lifted, 1, 3.0) == 1.0  # rises again, though never below 0
    assert largest_variance(GAUSSIAN, 2, 1e15) == 1.0  # falls between two probes
    # A product of g whose −log g(2t) / −log g(t)² rises: the axis need not hold the supremum.
    rising = Kernel(lambda delta: np.prod(np.exp(-np.abs(delta) - delta**4), axis=-1))
    assert largest_variance(rising, 2, 3.0) == 1.0


def test_largest_variance_in_high_dimension():
    assert largest_variance(GAUSSIAN, 784, 40.0) == pytest.approx(0.5, abs=1.1e-4)
    assert 0.5 < largest_variance(CAUCHY, 200, 40.0) < 0.505
