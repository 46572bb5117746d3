"""The double descent against numpy's own least squares."""

from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.features import paired_map
from rffviz.kernels import Gaussian
from rffviz.predict import ridge_weights
from rffviz.samplers import draw
from rffviz.studies.descent import descent, ridge_solutions, sizes_about
from rffviz.theory import equivalent_error, signal_and_noise, spectrum_on_points


def split(n=40, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((2 * n, 3))
    y = np.sin(X.sum(axis=1)) + 0.3 * rng.standard_normal(2 * n) + 5
    return SimpleNamespace(X_train=X[:n], y_train=y[:n], X_test=X[n:], y_test=y[n:])


def test_solutions_are_those_of_one_ridge_at_a_time():
    rng = np.random.default_rng(0)
    y = rng.standard_normal(20)
    for width in (6, 20, 50):
        Z = rng.standard_normal((20, width))
        found = ridge_solutions(Z, y, [0, 1e-3, 1.0])
        np.testing.assert_allclose(found[0], np.linalg.lstsq(Z, y, rcond=None)[0], atol=1e-8)
        for row, ridge in zip(found[1:], (1e-3, 1.0), strict=True):
            np.testing.assert_allclose(row, ridge_weights(Z, y, ridge), atol=1e-10)


def test_errors_are_the_fits_by_hand():
    one = split()
    found = descent(one, Gaussian(2.0), (3, 20, 60), (0.0, 1e-3), n_seeds=2, random_state=4)
    for s in range(2):
        W = draw("monte_carlo", Gaussian(2.0), 3, 60, np.random.default_rng(4 + s)).W
        for g, m in enumerate((3, 60)):
            Z, Z_test = (paired_map(A, W[:m], dtype=np.float64) for A in (one.X_train, one.X_test))
            mean = one.y_train.mean()
            w = np.linalg.lstsq(Z, one.y_train - mean, rcond=None)[0]
            error = Z_test @ w + mean - one.y_test
            expected = np.sqrt(np.sum(error**2) / np.sum((one.y_test - one.y_test.mean()) ** 2))
            assert found.test[0, s, 2 * g] == pytest.approx(expected, rel=1e-6)
            assert found.norms[0, s, 2 * g] == pytest.approx(np.linalg.norm(w), rel=1e-6)
    assert (found.n_seeds, found.about.seeds, found.about.n_points, found.n_test) == (2, (4, 5), 40, 40)


@pytest.mark.release
def test_least_squares_peaks_where_features_meet_points_and_ridge_does_not():
    found = descent(split(), Gaussian(2.0), n_seeds=5)
    plain, ridged = found.median_test[0], found.median_test[-1]
    assert abs(found.n_freqs[found.peak] - 20) <= 3  # 2m = n = 40
    assert plain[found.peak] > 3 * plain[-1] and plain[found.peak] > 3 * plain[:4].min()
    assert ridged.max() < 2 * ridged.min() + 1
    past = found.n_freqs >= 25
    assert found.median_train[0, past].max() < 1e-4  # through all points
    low, high = found.band()
    assert (low <= found.median_test).all() and (found.median_test <= high).all()


def test_sizes_crowd_about_the_peak():
    sizes = sizes_about(100)
    assert sizes[0] == 1 and sizes[-1] == 400 and 50 in sizes
    near = np.diff(sizes)[np.searchsorted(sizes, 50) - 1]
    assert near <= 3 and (np.diff(sizes) > 0).all()


def test_test_part_changes_no_fit():
    one = split()
    first = descent(one, Gaussian(2.0), (5, 30), n_seeds=1)
    one.X_test = one.X_test * 100
    again = descent(one, Gaussian(2.0), (5, 30), n_seeds=1)
    np.testing.assert_array_equal(first.norms, again.norms)
    np.testing.assert_array_equal(first.train, again.train)


def test_refusals():
    one = split()
    one.y_test = np.ones(40)
    with pytest.raises(ValueError, match=r"^y_test must vary, got a constant target"):
        list(descent.steps(one, Gaussian()))
    with pytest.raises(ValueError, match=r"^ridges must be a finite number of at least 0, got -1"):
        list(descent.steps(split(), Gaussian(), ridges=(-1,)))
    with pytest.raises(ValueError, match=r"^n_freqs must be a whole number of at least 1, got 0"):
        list(descent.steps(split(), Gaussian(), n_freqs=(0, 5)))


def test_weights_of_the_scheme_are_used():
    one = split()
    found = descent(one, Gaussian(1.0), (30,), (1e-3,), n_seeds=1, sampler="importance")
    sample = draw("importance", Gaussian(1.0), 3, 30, np.random.default_rng(0), X=one.X_train)
    Z, Z_test = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (one.X_train, one.X_test))
    w = ridge_weights(Z, one.y_train - one.y_train.mean(), 1e-3)
    error = Z_test @ w + one.y_train.mean() - one.y_test
    expected = np.sqrt(np.sum(error**2) / np.sum((one.y_test - one.y_test.mean()) ** 2))
    assert np.ptp(sample.weights) > 0 and found.test[0, 0, 0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
def test_the_prediction_is_the_librarys_and_is_near_with_a_penalty():
    one = split()
    found = descent(one, Gaussian(2.0), (5, 20, 60), (0.0, 1e-2), n_seeds=15)
    X, y = np.vstack([one.X_train, one.X_test]), np.concatenate([one.y_train, one.y_test])
    xi, v = spectrum_on_points(Gaussian(2.0)(X), y - y.mean())
    signal, noise = signal_and_noise(xi, v)
    for k, g, ridge, m in ((0, 0, 0.0, 5), (1, 2, 1e-2, 60)):
        expected = equivalent_error(xi, signal, 40, 2 * m, ridge, noise)
        assert found.equivalents[k][g] == expected
        assert found.predicted[k, g] == pytest.approx(np.sqrt(expected.test / np.var(one.y_test)), rel=1e-12)
    assert np.isinf(found.predicted[0, 1]) and found.noise == noise  # 2m = n
    np.testing.assert_allclose(found.predicted[1], found.median_test[1], rtol=0.2)
    ratios = found.median_test[0] / found.predicted[0]
    g, ratio = found.furthest(0)
    assert g in (0, 2) and ratio == ratios[g] and abs(np.log(ratio)) == max(abs(np.log(ratios[[0, 2]])))
