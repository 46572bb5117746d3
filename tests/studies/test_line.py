"""Predictions over the number of frequencies: each equals the estimator's, and the bands are Bayes' rule."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import ExactKernelRidge, FeatureRidge, pathwise_posterior, variance_starvation
from rffviz.samplers import SAMPLERS, draw
from rffviz.studies.line import known_on_line, ridge_path

COUNTS = [3, 10, 40, 200]


@pytest.fixture
def line():
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 3, 50)
    return x, np.sin(3 * x) + 20 + 0.1 * rng.standard_normal(50), np.linspace(-6, 6, 81)


@pytest.mark.slow
@pytest.mark.parametrize("sampler", sorted(SAMPLERS))
def test_every_row_is_the_estimators_prediction(line, sampler):
    x, y, grid = line
    kernel = Gaussian(0.6)
    path = ridge_path(kernel, x, y, grid, COUNTS, sampler, 0.01, 5)
    assert path.predictions.shape == path.deviations.shape == (4, 81)
    for count, row in zip(COUNTS, path.predictions, strict=True):
        features = RandomFourierFeatures(kernel, count, sampler, random_state=5)
        expected = FeatureRidge(features, 0.01).fit(x[:, None], y).predict(grid[:, None])
        np.testing.assert_allclose(row, expected, atol=1e-4)  # the estimator's features are float32
    exact = ExactKernelRidge(kernel, 0.01, random_state=0).fit(x[:, None], y)
    np.testing.assert_allclose(path.exact.mean, exact.predict(grid[:, None]), rtol=1e-12)
    np.testing.assert_array_equal(path.n_freqs, COUNTS)


@pytest.mark.release
def test_errors_are_root_mean_squares(line):
    x, y, grid = line
    held_x, held_y = np.linspace(-2, 2, 9), np.sin(3 * np.linspace(-2, 2, 9)) + 20
    path = ridge_path(Gaussian(0.6), x, y, grid, COUNTS, x_test=held_x, y_test=held_y)
    exact = ExactKernelRidge(Gaussian(0.6), random_state=0).fit(x[:, None], y)
    for i, count in enumerate(COUNTS):
        fitted = FeatureRidge(RandomFourierFeatures(Gaussian(0.6), count, random_state=0)).fit(x[:, None], y)

        def rmse(at, truth, model=fitted):
            return np.sqrt(np.mean((model.predict(at[:, None]) - truth) ** 2))

        assert path.test_rmse[i] == pytest.approx(rmse(held_x, held_y), abs=1e-3)
        assert path.rmse_to_exact[i] == pytest.approx(rmse(held_x, exact.predict(held_x[:, None])), abs=1e-2)
        over_grid = ridge_path(Gaussian(0.6), x, y, grid, [count])
        assert over_grid.rmse_to_exact[0] == pytest.approx(rmse(grid, path.exact.mean), abs=1e-2)
        far = np.abs(fitted.predict(held_x[:, None]) - exact.predict(held_x[:, None])).max()
        assert path.max_to_exact[i] == pytest.approx(far, abs=1e-2)
    assert path.exact_test_rmse == pytest.approx(rmse(held_x, held_y, exact), rel=1e-9)
    assert path.rmse_to_exact[-1] < 0.5 * path.rmse_to_exact[0]
    assert ridge_path(Gaussian(0.6), x, y, grid, [3]).test_rmse is None


@pytest.mark.parametrize("count", [4, 100])
def test_bands_are_the_textbook_posteriors(line, count):
    """By explicit inverses, fewer and more features than points."""
    x, y, grid = line
    kernel, noise = Laplacian(0.8), 50 * 0.02
    path = ridge_path(kernel, x, y, grid, [count], ridge=0.02, random_state=3)
    K = kernel(x[:, None]) + noise * np.eye(50)
    cross = kernel(grid[:, None], x[:, None])
    scale = (y - y.mean()) @ np.linalg.inv(K) @ (y - y.mean()) / 50
    assert path.exact.signal_variance == pytest.approx(scale, rel=1e-9)
    expected = np.sqrt(scale * (1 - np.einsum("ij,jk,ik->i", cross, np.linalg.inv(K), cross)))
    np.testing.assert_allclose(path.exact.deviation, expected, rtol=1e-7)

    sample = draw("monte_carlo", kernel, 1, count, np.random.default_rng(3))
    Z, at = (paired_map(a[:, None], sample.W, dtype=np.float64) for a in (x, grid))
    covariance = np.linalg.inv(Z.T @ Z / noise + np.eye(2 * count))
    expected = np.sqrt(scale * np.einsum("ij,jk,ik->i", at, covariance, at))
    np.testing.assert_allclose(path.deviations[0], expected, rtol=1e-6)


def test_few_features_are_too_sure_far_from_the_data(line):
    x, y, grid = line
    path = ridge_path(Gaussian(0.6), x, y, grid, [5, 2000])
    far = np.abs(grid) > 5
    s = np.sqrt(path.exact.signal_variance)
    assert path.exact.deviation[far].min() > 0.9 * s
    assert path.deviations[0][far].max() < 0.7 * s
    assert path.deviations[1][far].mean() > 0.8 * s


@pytest.mark.parametrize("count", [3, 40])  # fewer and more features than points
def test_draws_have_the_posteriors_mean_and_deviation(line, count):
    x, y, new = line
    n_draws = 4000
    path = ridge_path(Gaussian(0.8), x, y, new, [count], ridge=1e-2, n_draws=n_draws)
    for draws, mean, deviation in (
        (path.draws[0], path.predictions[0], path.deviations[0]),
        (path.exact.samples, path.exact.mean, path.exact.deviation),
    ):
        assert draws.shape == (n_draws, len(new))
        np.testing.assert_array_less(np.abs(draws.mean(axis=0) - mean), 4.5 * deviation / n_draws**0.5 + 1e-9)
        # the variance of a normal sample variance is 2σ⁴/(n − 1)
        spread = np.abs(draws.var(axis=0, ddof=1) - deviation**2)
        np.testing.assert_array_less(spread, 4.5 * deviation**2 * (2 / (n_draws - 1)) ** 0.5 + 1e-9)
    # The covariance of the features' draws, too: by an explicit inverse, its error from Var of a product of normals.
    sample = draw("monte_carlo", Gaussian(0.8), 1, count, np.random.default_rng(0))
    Z, at = (paired_map(each[:, None], sample.W, dtype=np.float64) for each in (x, new))
    noise = 50 * 1e-2
    covariance = path.exact.signal_variance * noise * at @ np.linalg.inv(Z.T @ Z + noise * np.eye(2 * count)) @ at.T
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), path.deviations[0], rtol=1e-6)
    centred = path.draws[0] - path.predictions[0]
    variance = np.diag(covariance)
    error = np.sqrt((np.outer(variance, variance) + covariance**2) / n_draws)
    assert (np.abs(centred.T @ centred / n_draws - covariance) <= 5 * error + 1e-9).all()


@pytest.mark.parametrize("sampler", ["monte_carlo", "sobol_scrambled"])
def test_the_three_distances_are_sides_of_a_triangle(line, sampler):
    """Prediction, exact prediction and function: one norm, so that no side is longer than the other two."""
    x, y, grid = line
    held = np.linspace(-3, 3, 40)
    path = ridge_path(Gaussian(0.6), x, y, grid, COUNTS, sampler, x_test=held, y_test=np.sin(3 * held) + 20)
    assert (path.rmse_to_exact <= path.test_rmse + path.exact_test_rmse + 1e-12).all()
    assert (path.test_rmse <= path.rmse_to_exact + path.exact_test_rmse + 1e-12).all()
    assert (path.rmse_to_exact <= path.max_to_exact).all()
    assert path.span == (-3, 3)


def test_pathwise_draws_are_told_and_spread_as_the_prior_far_from_the_data(line):
    x, y, new = line
    few = {"n_freqs": [3, 40], "ridge": 1e-2, "n_draws": 3, "random_state": 2}
    own, path = (ridge_path(Gaussian(0.8), x, y, new, **few, drawn_by=by) for by in ("features", "pathwise"))
    np.testing.assert_array_equal(own.deviations, path.deviations)
    assert own.pathwise_starvation is None and own.starvation[0] < 0.9
    sample = draw("monte_carlo", Gaussian(0.8), 1, 3, np.random.default_rng(2))
    variance = path.exact.signal_variance
    alone = pathwise_posterior(Gaussian(0.8), sample.W, x, y, new, 1e-2, None, variance, 3, 2)
    np.testing.assert_allclose(path.draws[0], alone.samples, rtol=1e-9)
    assert path.pathwise_starvation[0] == pytest.approx(variance_starvation(path.exact, alone), rel=1e-9)
    assert 0.95 < path.pathwise_starvation[0] < 1.05
    with pytest.raises(Refusal, match="drawn_by must be one of features, pathwise, got 'both'"):
        ridge_path(Gaussian(0.8), x, y, new, **few, drawn_by="both")


def test_draws_of_features_are_functions(line):
    """One w a draw: asked at other points, the same function answers."""
    x, y, new = line
    for count in (3, 60):
        whole, part = (ridge_path(Gaussian(0.8), x, y, at, [count], n_draws=3).draws[0] for at in (new, new[4:]))
        np.testing.assert_allclose(part, whole[:, 4:], rtol=1e-9)


def test_starvation_is_the_ratio_of_bands_far_from_the_data(line):
    x, y, _ = line
    new = np.linspace(-12, 12, 60)
    path = ridge_path(Gaussian(0.8), x, y, new, [2, 500], n_draws=2)
    far = path.exact.deviation**2 >= 0.95 * path.exact.signal_variance
    for g in range(2):
        expected = np.sqrt((path.deviations[g][far] ** 2).sum() / (path.exact.deviation[far] ** 2).sum())
        assert path.starvation[g] == pytest.approx(expected, rel=1e-12)
    assert path.starvation[0] < 0.7 and abs(path.starvation[1] - 1) < 0.1
    assert path.draws.shape == (2, 2, 60)
    again = ridge_path(Gaussian(0.8), x, y, new, [2, 500], n_draws=2)
    np.testing.assert_array_equal(path.draws, again.draws)
    assert ridge_path(Gaussian(0.8), x, y, new, [2]).draws is None


def test_few_features_starve_and_many_do_not():
    rng = np.random.default_rng(1)
    x = rng.uniform(-3, 3, 200)
    y, at = np.sin(3 * x) + 0.1 * rng.standard_normal(200), np.linspace(-8, 8, 101)
    path = ridge_path(Gaussian(0.5), x, y, at, [5, 50, 5000])
    far = path.exact.deviation**2 >= 0.95 * path.exact.signal_variance
    assert not far[np.abs(at) < 3].any() and far[np.abs(at) > 5].all()
    assert path.starvation[0] < 0.5 and path.starvation[0] < path.starvation[1] < path.starvation[2]
    assert path.starvation[2] == pytest.approx(1, abs=0.05)
    assert np.isnan(ridge_path(Gaussian(0.5), x, y, x, [5]).starvation).all()  # no point is far


def test_steps_grow_the_same_path(line):
    x, y, grid = line
    whole = ridge_path(Gaussian(0.6), x, y, grid, COUNTS)
    parts = list(ridge_path.steps(Gaussian(0.6), x, y, grid, COUNTS))
    assert [(part.done, part.total, len(part.record.n_freqs)) for part in parts] == [(k, 4, k) for k in (1, 2, 3, 4)]
    np.testing.assert_array_equal(parts[1].record.predictions, whole.predictions[:2])


def test_the_record_says_what_it_is_about_and_where_it_starts(line):
    x, y, grid = line
    path = ridge_path(Gaussian(0.6), x, y, grid, COUNTS, truth=np.sin(3 * grid))
    assert path.start == 3 and replace(path, shown=12).start == 1
    assert path.about.n_points == 50 and path.about.d == 1
    np.testing.assert_array_equal(path.truth, np.sin(3 * grid))
    np.testing.assert_array_equal(path.y_train, y)


def test_in_several_dimensions():
    rng = np.random.default_rng(1)
    X, new = rng.standard_normal((40, 3)), rng.standard_normal((10, 3))
    path = ridge_path(Gaussian(2.0), X, X.sum(axis=1), new, [500])
    assert path.x.shape == (10, 3)
    assert path.rmse_to_exact[0] < 0.2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_freqs": []}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"n_freqs": [5, 5]}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"n_freqs": [0, 5]}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"ridge": 0.0}, "ridge must be a finite number above 0, got 0.0"),
        ({"sampler": "dice"}, "sampler must be one of"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels, got 'rbf'"),
        ({"x_train": [1.0, np.nan]}, "x_train must be finite"),
        ({"x_train": [1.0], "y_train": [1.0]}, "x_train must hold at least 2 points, got 1"),
        ({"y_train": [1.0]}, "y_train must hold one number for each of the 2 points, got 1"),
        ({"x": np.ones((3, 2))}, "x must have the 1 dimensions of x_train, got 2"),
        ({"x_test": [1.0]}, "x_test and y_test must be given together"),
        ({"truth": [1.0, 2.0]}, "truth must hold one number for each of the 1 points of x, got"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0"),
    ],
)
def test_refusals(change, message):
    arguments = {"kernel": Gaussian(), "x_train": [0.0, 1.0], "y_train": [1.0, 2.0], "x": [0.5], "n_freqs": [4]}
    with pytest.raises(ValueError, match=message):
        ridge_path(**(arguments | change))


@pytest.mark.parametrize(
    ("x", "ends"),
    [
        ([-3.5, 3.5], (-5, 5)),
        ([-3.6, 0.0], (-4.8, 1.2)),
        ([0.0, 3.6], (-1.2, 4.8)),
        ([100.0, 130.0], (90, 140)),
        ([7.0, 7.0], (6, 8)),
    ],
)
def test_the_axis_is_fixed_or_a_third_wider_than_data_beyond_it(x, ends):
    data = SimpleNamespace(X=np.array(x)[:, None], truth=None)
    at = known_on_line(data)[0]
    assert (at[0], at[-1], len(at)) == (pytest.approx(ends[0]), pytest.approx(ends[1]), 401)
