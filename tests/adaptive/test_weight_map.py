"""The map of weights over a grid of frequencies: symmetry, limits, and the shape of the data showing in it."""

import math

import numpy as np
import pytest

from rffviz.adaptive import (
    EmpiricalLoss,
    Landmarks,
    choose_landmarks,
    default_extent,
    solve_weights,
    spectral_weight_map,
)
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern


def map_of(X, kernel, n_landmarks=200, **settings):
    return spectral_weight_map(X, kernel, choose_landmarks(X, n_landmarks), **settings)


def blob(angle, long=1.5, short=0.15, n_points=300):
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return (np.random.default_rng(0).standard_normal((n_points, 2)) * [long, short]) @ turn.T


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [Gaussian(0.55), Gaussian(1.0), Gaussian(2.0), Cauchy(1.0)])
@pytest.mark.parametrize("angle", [0.4, 2.2])
def test_weights_stretch_across_the_direction_of_the_data(kernel, angle):
    result = map_of(blob(angle), kernel)
    assert math.cos(2 * (result.data_ellipse.angle - angle)) > 0.99
    assert math.cos(2 * (result.ellipse.angle - angle)) < math.cos(math.radians(180 - 2 * 12))
    assert result.ellipse.ratio > 1.15
    assert result.data_ellipse.ratio == pytest.approx(10, rel=0.15)


def test_more_penalty_stretches_more_and_costs_accuracy():
    maps = [map_of(blob(0.4), Gaussian(1.0), ridge=ridge) for ridge in (1e-3, 0.1, 1.0)]
    assert np.all(np.diff([m.ellipse.ratio for m in maps]) > 0)
    assert np.all(np.diff([m.relative_error for m in maps]) > 0)


def test_without_penalty_and_with_round_data_it_is_the_kernels_own_density():
    X = np.random.default_rng(1).standard_normal((400, 2))
    result = map_of(X, Gaussian(1.0), ridge=1e-5, n_landmarks=200)
    assert np.abs(result.weights - result.prior).max() < 0.05 * result.prior.max()
    assert result.ellipse.ratio < 1.1
    assert result.p.sum() == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("n_grid", [2, 4, 9, 25])
def test_both_halves_mirror_and_nothing_is_counted_twice(n_grid):
    result = map_of(blob(0.4), Gaussian(1.0), n_grid=n_grid)
    for cells in (result.weights, result.prior):
        np.testing.assert_allclose(cells, cells[::-1, ::-1], rtol=1e-10)
        assert cells.sum() == pytest.approx(1, rel=1e-12)
    assert len(result.W) == (n_grid**2 + 1) // 2
    assert len(np.unique(np.vstack([result.W, -result.W]).round(9), axis=0)) == n_grid**2
    for frequency, weight in zip(result.W, result.p, strict=True):
        column, row = (int(np.argmin(np.abs(result.axis - coordinate))) for coordinate in frequency)
        share = 1.0 if np.allclose(frequency, 0) else 0.5
        assert result.weights[row, column] * result.p.sum() == pytest.approx(share * weight, rel=1e-12, abs=1e-15)


def test_it_minimises_the_paper_s_objective_with_the_whole_grid_as_frequencies():
    """Solving for half of the plane gives what solving for all of it gives, the origin included."""
    half = map_of(blob(0.4), Gaussian(1.0), n_grid=9, ridge=0.1, n_landmarks=50)
    grid = np.column_stack([np.tile(half.axis, 9), np.repeat(half.axis, 9)])
    A, b = EmpiricalLoss(half.landmarks, Gaussian(1.0)).quadratic(grid)
    whole = solve_weights(A + 0.1 * np.eye(81), b)
    np.testing.assert_allclose(half.weights.ravel() * half.p.sum(), whole, atol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(KERNELS))
def test_errors_are_those_of_the_weights_it_reports(name):
    kernel = KERNELS[name](0.9)
    result = map_of(blob(0.4), kernel, n_grid=15, n_landmarks=60)
    points = result.landmarks.points
    difference = points[:, None] - points[None]
    exact = kernel.of_difference(difference)

    def error(cells):
        grid = np.stack(np.meshgrid(result.axis, result.axis), axis=-1).reshape(-1, 2)
        approximate = np.cos(difference @ grid.T) @ cells.ravel()
        return np.linalg.norm(approximate - exact) / np.linalg.norm(exact)

    assert result.relative_error == pytest.approx(error(result.weights * result.p.sum()), rel=1e-8)
    assert result.prior_error == pytest.approx(error(result.prior), rel=1e-8)
    assert result.uniform_error == pytest.approx(error(np.full((15, 15), 1 / 225)), rel=1e-8)
    assert result.relative_error < result.uniform_error


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_the_default_extent_follows_the_kernel(name):
    kernel = KERNELS[name]()
    extent = default_extent(kernel)
    assert default_extent(kernel.with_length_scale(10.0)) == pytest.approx(extent / 10, rel=1e-4)
    assert 0.75 < float(kernel.radius_cdf(np.array(extent), 2)) < 0.9991


def test_heavy_tails_are_capped_and_said():
    assert default_extent(Gaussian()) == pytest.approx(math.sqrt(2 * math.log(1000)), rel=1e-5)
    assert default_extent(Laplacian()) < 10  # 99.9% would be over 1,000
    assert "beyond the grid" in str(map_of(blob(0.4), Laplacian(), n_grid=9).notes[0])


def test_data_too_wide_for_the_grid_are_said():
    narrow = map_of(blob(0.4), Gaussian(1.0))
    wide = map_of(blob(0.4) * 10, Gaussian(1.0))
    assert not narrow.notes
    assert "repeats itself" in str(wide.notes[-1])


def test_constant_column_and_given_landmarks():
    X = blob(0.0)
    X[:, 1] = 3.0
    result = spectral_weight_map(X, Gaussian(1.0), Landmarks(X[:30], np.full(30, 1 / 30), "given"))
    assert result.landmarks.kind == "given"
    assert result.data_ellipse.ratio == math.inf
    assert result.ellipse.ratio > 1.5
    assert abs(math.cos(result.ellipse.angle)) < 1e-6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.ones((5, 3))}, "X must have 2 dimensions for a map over the plane, got 3"),
        ({"X": np.ones((1, 2))}, "X must hold at least 2 points"),
        ({"X": np.array([[0.0, np.inf], [1, 2]])}, "X must be finite"),
        ({"n_grid": 1}, "n_grid must be a whole number from 2 to 41, got 1"),
        ({"n_grid": 43}, "n_grid must be a whole number from 2 to 41, got 43"),
        ({"ridge": -1.0}, "ridge must be a finite number of at least 0"),
    ],
)
def test_refusals(change, message):
    X = blob(0.4)
    with pytest.raises(ValueError, match=message):
        spectral_weight_map(**({"X": X, "kernel": Gaussian(), "landmarks": choose_landmarks(X, 200)} | change))


@pytest.mark.parametrize(
    "kernel", [Matern(length_scale=1.3, nu=0.1), Matern(length_scale=0.02, nu=0.5), Laplacian(7.0)]
)
def test_heavy_tails_end_at_four_median_radii(kernel):
    extent = default_extent(kernel)
    assert float(kernel.radius_cdf(np.array(extent / 4), 2)) == pytest.approx(0.5, abs=1e-5)
