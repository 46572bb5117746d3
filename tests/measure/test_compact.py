"""The supremum over a box against fine grids, and against pairs of points inside it."""

import numpy as np
import pytest

from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.measure import sup_over_box
from rffviz.samplers import draw

SMOOTH = [Gaussian(), Cauchy(), Matern(nu=2.5), RationalQuadratic(alpha=0.5)]
WIDTHS = np.array([4.0, 2.5, 3.0, 1.5, 2.0])


def sampled(kernel, d, n_freqs, seed=0):
    fs = draw("monte_carlo", kernel, d, n_freqs, np.random.default_rng(seed))
    return fs.W, fs.weights


def error_at(W, weights, kernel, delta):
    return np.abs(np.cos(delta @ W.T) @ weights - kernel.of_difference(delta))


def over_grid(W, weights, kernel, widths, n):
    axes = [np.linspace(-w, w, n) for w in widths]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(widths))
    return max(error_at(W, weights, kernel, part).max() for part in np.array_split(grid, 1 + len(grid) // 20_000))


def over_pairs(W, weights, kernel, widths, n=150):
    X = np.random.default_rng(9).uniform(0, 1, (n, len(widths))) * widths
    return error_at(W, weights, kernel, (X[:, None] - X[None]).reshape(-1, len(widths))).max()


@pytest.mark.slow
@pytest.mark.parametrize("kernel", SMOOTH, ids=repr)
@pytest.mark.parametrize("d, n", [(1, 60_001), (2, 401)])
@pytest.mark.parametrize("n_freqs", [1, 12, 60])
def test_supremum_is_that_of_a_finer_grid(kernel, d, n, n_freqs):
    W, weights = sampled(kernel, d, n_freqs)
    found = sup_over_box(W, weights, kernel, WIDTHS[:d])
    brute = over_grid(W, weights, kernel, WIDTHS[:d], n)
    assert found.method.code == "box_searched_on_grid"
    assert brute - 1e-5 <= found.value <= brute + 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [*SMOOTH, Laplacian(), Matern(nu=0.5)], ids=repr)
@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_it_is_attained_inside_the_box_and_not_below_the_error_of_any_pair(kernel, d):
    for seed in range(3):
        W, weights = sampled(kernel, d, 20, seed)
        found = sup_over_box(W, weights, kernel, WIDTHS[:d])
        assert found.delta.shape == (d,) and (np.abs(found.delta) <= WIDTHS[:d]).all()
        assert error_at(W, weights, kernel, found.delta) == pytest.approx(found.value, abs=1e-4)
        if found.method.code == "box_searched_on_grid":
            assert found.value >= over_pairs(W, weights, kernel, WIDTHS[:d]) - 1e-3


def test_more_than_three_dimensions_give_a_lower_estimate():
    W, weights = sampled(Gaussian(), 4, 30)
    found = sup_over_box(W, weights, Gaussian(), WIDTHS[:4])
    assert found.method.code == "box_searched_from_random"
    assert over_pairs(W, weights, Gaussian(), WIDTHS[:4]) < found.value <= 2


@pytest.mark.parametrize("d", [1, 2, 3])
def test_a_grid_too_coarse_for_the_fastest_frequency_gives_a_lower_estimate(d):
    W, weights = sampled(Gaussian(), d, 30)
    assert sup_over_box(W, weights, Gaussian(), WIDTHS[:d]).method.code == "box_searched_on_grid"
    W[7] *= 1e5
    found = sup_over_box(W, weights, Gaussian(), WIDTHS[:d])
    assert found.method.code == "box_grid_too_coarse"
    assert "too coarse for the largest frequency" in str(found.method)


def test_weights_are_honoured():
    W = sampled(Gaussian(), 2, 10)[0]
    only = np.eye(10)[3]
    expected = over_grid(W[3:4], np.ones(1), Gaussian(), WIDTHS[:2], 401)
    assert sup_over_box(W, only, Gaussian(), WIDTHS[:2]).value == pytest.approx(expected, abs=1e-3)


def test_a_known_supremum():
    """One frequency 0 is k̂ = 1: the error 1 − k is largest at the corner of the box."""
    found = sup_over_box(np.zeros((1, 2)), np.ones(1), Gaussian(), [1.0, 2.0])
    assert found.value == pytest.approx(1 - np.exp(-2.5), abs=1e-6)
    np.testing.assert_allclose(np.abs(found.delta), [1, 2])


def test_a_flat_side_of_the_box_takes_no_part():
    W, weights = sampled(Gaussian(), 2, 12)
    flat = sup_over_box(W, weights, Gaussian(), [3.0, 0.0])
    assert flat.delta[1] == 0
    assert flat.value == pytest.approx(sup_over_box(W[:, :1], weights, Gaussian(), [3.0]).value, abs=1e-3)
    assert sup_over_box(W, weights, Gaussian(), [0.0, 0.0]).value == pytest.approx(0, abs=1e-6)


def test_a_larger_box_has_no_smaller_supremum():
    W, weights = sampled(Gaussian(), 2, 25)
    values = [sup_over_box(W, weights, Gaussian(), [width, width]).value for width in (0.5, 1, 2, 4)]
    assert (np.diff(values) > -1e-5).all() and values[-1] > 1.1 * values[0]


def test_the_seed_decides():
    W, weights = sampled(Gaussian(), 5, 12)
    first, again = (sup_over_box(W, weights, Gaussian(), WIDTHS, random_state=3) for _ in range(2))
    assert first.value == again.value
    np.testing.assert_array_equal(first.delta, again.delta)


@pytest.mark.parametrize("widths", [[1.0], [1.0, 1.0, 1.0], [1.0, -0.1], [1.0, np.nan], [np.inf, 1.0], 3.0])
def test_widths_must_be_one_finite_number_a_dimension(widths):
    with pytest.raises(ValueError, match=r"^widths must be 2 finite numbers of at least 0, got "):
        sup_over_box(np.ones((3, 2)), np.full(3, 1 / 3), Gaussian(), widths)


def test_frequencies_must_be_finite_and_agree_with_their_weights():
    with pytest.raises(ValueError, match=r"^W must be finite, got inf"):
        sup_over_box([[np.inf]], np.ones(1), Gaussian(), [1.0])
    with pytest.raises(ValueError):
        sup_over_box(np.ones((3, 2)), np.ones(2), Gaussian(), [1.0, 1.0])
