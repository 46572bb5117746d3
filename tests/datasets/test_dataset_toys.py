"""Toys and functions against the geometry and the formulas their docstrings state."""

import math

import numpy as np
import pytest

from rffviz.datasets import DATASETS, load
from rffviz.datasets.functions import INTERVAL

TOYS = [name for name, entry in DATASETS.items() if entry.kind == "toy2d"]
FUNCTIONS = [name for name, entry in DATASETS.items() if entry.kind == "function1d"]


def exact(name, n_points=300):
    data = load(name, n_points=n_points, noise=0.0, random_state=3)
    return data.X, data.y


def test_moons_are_two_half_circles():
    X, y = exact("moons")
    lower = X[y == 1] - [1.0, 0.5]
    np.testing.assert_allclose(np.hypot(*X[y == -1].T), 1.0)
    np.testing.assert_allclose(np.hypot(*lower.T), 1.0)
    assert (X[y == -1, 1] >= 0).all() and (lower[:, 1] <= 1e-12).all()
    assert (y == 1).sum() == 150


def test_rings_have_radii_one_and_a_half():
    X, y = exact("rings")
    np.testing.assert_allclose(np.hypot(*X.T), np.where(y == -1, 1.0, 0.5))
    assert (y == 1).sum() == 150


def test_spiral_follows_its_equation():
    X, y = exact("spiral")
    radius = np.hypot(*X.T)
    theta = radius * 3 * math.pi / 2  # from r = 2θ/(3π)
    assert theta.min() >= math.pi / 4 - 1e-12 and theta.max() <= 3 * math.pi + 1e-12
    turned = theta + np.where(y == -1, math.pi, 0.0)
    np.testing.assert_allclose(X, radius[:, None] * np.column_stack([np.cos(turned), np.sin(turned)]))
    assert (y == 1).sum() == 150
    assert radius.min() < 0.5 and radius.max() > 1.9


def test_spiral_squares_of_angles_are_uniform():
    X, _ = exact("spiral", n_points=4000)
    squares = (np.hypot(*X.T) * 3 * math.pi / 2) ** 2
    low, high = (math.pi / 4) ** 2, (3 * math.pi) ** 2
    assert squares.mean() == pytest.approx((low + high) / 2, abs=4 * (high - low) / math.sqrt(12 * 4000))


def test_blobs_sit_on_four_corners_and_share_classes_across_the_diagonal():
    X, y = exact("blobs")
    np.testing.assert_array_equal(np.abs(X), 2.0)
    np.testing.assert_array_equal(y, np.sign(X[:, 0] * X[:, 1]))
    assert len(np.unique(X, axis=0)) == 4


def test_checkerboard_colour_is_parity():
    X, y = exact("checkerboard")
    assert np.abs(X).max() <= 2
    for (x1, x2), label in zip(X, y, strict=True):
        assert label == (1 if (math.floor(x1) + math.floor(x2)) % 2 == 0 else -1)
    assert len({(math.floor(x1), math.floor(x2)) for x1, x2 in X}) == 16


def test_stripe_and_tilted_are_lines_without_noise():
    X, y = exact("stripe")
    np.testing.assert_array_equal(X[:, 1], 0.0)
    np.testing.assert_array_equal(y, np.where(X[:, 0] < 0, -1, 1))
    X, y = exact("tilted")
    np.testing.assert_allclose(X[:, 1], X[:, 0] * math.tan(math.pi / 6))
    np.testing.assert_array_equal(y, np.where(X[:, 0] < 0, -1, 1))


def test_tilted_is_the_stripe_turned_by_thirty_degrees():
    stripe, tilted = load("stripe"), load("tilted")
    as_complex = stripe.X[:, 0] + 1j * stripe.X[:, 1]
    turned = as_complex * np.exp(1j * math.pi / 6)
    np.testing.assert_allclose(tilted.X, np.column_stack([turned.real, turned.imag]), atol=1e-12)
    np.testing.assert_array_equal(stripe.y, tilted.y)


def test_stripe_has_the_stated_spread():
    n_points = 20_000
    spread = load("stripe", n_points=n_points).X.std(axis=0)
    # A sample standard deviation of n normal values is off by about σ/√(2n).
    np.testing.assert_allclose(spread, [2.0, 0.2], rtol=4 / math.sqrt(2 * n_points))


@pytest.mark.parametrize("name", ["moons", "rings", "spiral", "blobs", "checkerboard"])
def test_noise_is_the_standard_deviation_of_the_displacement(name):
    n_points, noise = 5000, 0.3
    clean = load(name, n_points=n_points, noise=0.0)
    moved = load(name, n_points=n_points, noise=noise)
    np.testing.assert_array_equal(clean.y, moved.y)
    if name == "blobs":  # make_blobs draws about the centres
        clean_X = np.round(clean.X)
    else:
        clean_X = clean.X
    shift = moved.X - clean_X
    np.testing.assert_allclose(shift.std(axis=0), noise, rtol=4 / math.sqrt(2 * n_points))
    np.testing.assert_allclose(shift.mean(axis=0), 0.0, atol=4 * noise / math.sqrt(n_points))


@pytest.mark.parametrize("name", TOYS)
def test_toys_have_both_labels_in_random_order_and_obey_the_seed(name):
    data = load(name)
    assert set(data.y.tolist()) == {-1, 1}
    assert 0.4 < (data.y == 1).mean() < 0.6
    assert np.count_nonzero(np.diff(data.y)) > 100  # a sorted file has one change
    np.testing.assert_array_equal(data.X, load(name, random_state=0).X)
    assert not np.array_equal(data.X, load(name, random_state=1).X)
    assert load(name, n_points=7).X.shape == (7, 2)


def test_sine_step_and_sinc_at_known_places():
    assert load("sine").truth(math.pi / 4) == pytest.approx(1.0)
    np.testing.assert_array_equal(load("step").truth([-3, -1e-9, 0, 2]), [-1, -1, 1, 1])
    np.testing.assert_allclose(load("sinc").truth([0.0, 1.0, -2.0, 0.5]), [1, 0, 0, 2 / math.pi], atol=1e-15)


def test_doppler_and_bumps_by_the_published_formulas():
    places = [0.1, 0.13, 0.15, 0.23, 0.25, 0.40, 0.44, 0.65, 0.76, 0.78, 0.81]
    heights = [4, 5, 3, 4, 5, 4.2, 2.1, 4.3, 3.1, 5.1, 4.2]
    widths = [0.005, 0.005, 0.006, 0.01, 0.01, 0.03, 0.01, 0.01, 0.005, 0.008, 0.005]
    for t in (0.0, 0.07, 0.1, 0.3, 0.5, 0.78, 1.0):
        x = 6 * t - 3
        doppler = 2 * math.sqrt(t * (1 - t)) * math.sin(2 * math.pi * 1.05 / (t + 0.05))
        bumps = sum(h / (1 + abs(t - p) / w) ** 4 for p, h, w in zip(places, heights, widths, strict=True))
        assert load("doppler").truth(x) == pytest.approx(doppler, abs=1e-12)
        assert load("bumps").truth(x) == pytest.approx(bumps / 5, rel=1e-9)
    np.testing.assert_allclose(load("doppler").truth([-4.0, -3.0, 3.0, 4.0]), 0.0)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_sorted_draws_of_their_truth(name):
    clean = load(name, noise=0.0, n_points=500)
    x = clean.X[:, 0]
    assert (np.diff(x) >= 0).all() and INTERVAL[0] <= x[0] and x[-1] <= INTERVAL[1]
    np.testing.assert_array_equal(clean.y, clean.truth(x))
    assert clean.truth(clean.X).shape == (500, 1)
    noisy = load(name, noise=0.2, n_points=500)
    assert (noisy.y - load(name).truth(x)).std() == pytest.approx(0.2, rel=4 / math.sqrt(1000))
    assert np.abs(load(name).truth(np.linspace(-3, 3, 1001))).max() <= 1.1


@pytest.mark.parametrize("name", TOYS + FUNCTIONS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_points": 1}, "n_points must be a whole number of at least 2, got 1"),
        ({"n_points": 10.0}, "n_points must be a whole number"),
        ({"noise": -0.1}, "noise must be a finite number of at least 0, got -0.1"),
        ({"noise": math.nan}, "noise must be"),
        ({"random_state": -1}, "random_state must be a whole number from 0 to 4294967295, got -1"),
        ({"random_state": 2**32}, "random_state must be"),
        ({"random_state": 0.5}, "random_state must be"),
    ],
)
def test_options_out_of_range_are_refused(name, options, message):
    with pytest.raises(ValueError, match=message):
        load(name, **options)
