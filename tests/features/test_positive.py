"""Positive features: the formula in loops, the kernel in the mean, the variance, and what cannot be computed."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from rffviz.features import RandomFourierFeatures, optimal_norm_factor, positive_map
from rffviz.features.positive import POSITIVE_MAPS
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.measure import convergence, error_curve
from rffviz.samplers import FrequencySample
from rffviz.studies.pairs import pair_errors


def positive_variance(x, y, length_scale=1.0, n_freqs=1, norm_factor=0.0):
    """Var z(x)·z(y) = k(x − y)²((1 − 4A)^d (1 − 8A)^(−d/2) exp(‖x + y‖²/(ℓ²(1 − 8A))) − 1)/m, ∞ beyond float64.

    For A = 0: E exp(2ω·s) = exp(2‖s‖²/ℓ²) for s = x + y, and the square of the mean is exp(‖s‖²/ℓ²), both times
    exp(−2(‖x‖² + ‖y‖²)/ℓ²). For others E exp(c‖u‖² + b·u) = (1 − 2c)^(−d/2) exp(‖b‖²/(2 − 4c)), u normal.
    """
    both, apart = (np.square(one / length_scale).sum() for one in (x + y, x - y))
    wide = 1 - 8 * norm_factor
    exponent = both / wide + len(x) * (np.log1p(-4 * norm_factor) - np.log(wide) / 2)
    with np.errstate(over="ignore"):  # exp(exponent − apart) − exp(−apart), without the difference of large numbers
        return np.exp(exponent - apart) * -np.expm1(-exponent) / n_freqs


def test_positive_map_in_naive_loops():
    rng = np.random.default_rng(0)
    X, W, weights = rng.standard_normal((5, 3)), rng.standard_normal((4, 3)), rng.uniform(0, 1, 4)
    centre = np.array([0.4, -0.8, 1.2])
    Z = positive_map(X, W, 1.7, weights, centre, np.float64)
    assert Z.shape == (5, 4) and Z.dtype == np.float64
    for i, x in enumerate(X - centre):
        for j, w in enumerate(W):
            exponent = sum(a * b for a, b in zip(w, x, strict=True)) - sum(a * a for a in x) / 1.7**2
            assert Z[i, j] == pytest.approx(math.sqrt(weights[j]) * math.exp(exponent), rel=1e-12)
    single = positive_map(X, W, 1.7, weights, centre)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, Z, rtol=1e-6)
    np.testing.assert_array_equal(positive_map(X, W), positive_map(X, W, 1.0, np.full(4, 1 / 4), np.zeros(3)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("length_scale", "norm_factor"), [(0.8, 0.0), (2.0, 0.0), (1.5, -0.07), (0.8, -0.3), (1.0, 0.03)]
)
def test_mean_and_variance_of_the_estimate(length_scale, norm_factor):
    """One draw cut into replicates; the kernel's values from 0.15 to 0.98, δ along no axis."""
    n_freqs, n_seeds, kernel = 4, 60_000, Gaussian(length_scale)
    W = kernel.sample(n_freqs * n_seeds, 3, np.random.default_rng(1))
    x = length_scale * np.array([0.3, -0.2, 0.1])
    for r in (0.2, 0.9, 1.9):
        y = x - r * length_scale * np.array([0.48, -0.6, 0.64])
        given = W, length_scale, np.full(len(W), 1 / n_freqs)
        Z = positive_map(np.stack([x, y]), *given, dtype=np.float64, norm_factor=norm_factor)
        values = (Z[0] * Z[1]).reshape(n_seeds, n_freqs).sum(axis=1)
        k, variance = kernel.of_difference(x - y), positive_variance(x, y, length_scale, n_freqs, norm_factor)
        squares = np.square(values - k)
        assert abs(values.mean() - k) <= 4 * math.sqrt(variance / n_seeds)
        assert abs(squares.mean() - variance) <= 4 * squares.std() / math.sqrt(n_seeds)


def test_variance_is_no_function_of_the_difference_and_none_at_opposite_points():
    x, y = np.array([0.5, 0.2]), np.array([-0.5, -0.2])
    assert positive_variance(x, y) == 0
    assert positive_variance(x + 0.5, y + 0.5) > 0.05
    assert positive_variance(x + 3, y + 3) > 1e3 * positive_variance(x + 0.5, y + 0.5)
    W = Gaussian().sample(7, 2, np.random.default_rng(0))
    Z = positive_map(np.stack([x, y]), W, dtype=np.float64)
    assert Z[0] @ Z[1] == pytest.approx(Gaussian().of_difference(x - y), rel=1e-12)
    assert positive_variance(np.full(3, 50.0), np.full(3, 50.0)) == math.inf


def test_far_pairs_are_far_more_exact_than_with_cosines():
    """At k = 10⁻⁴ beside the centre, where cosines have ½/m whatever the kernel."""
    x = np.array([2.2, 0.0])
    y = -x * 0.95
    assert positive_variance(x, y) < 1e-8 < 0.5


@pytest.mark.parametrize("n_keys", [None, 1, 40])
def test_optimal_norm_factor_minimises_the_second_moment_at_the_mean_pair(n_keys):
    rng = np.random.default_rng(3)
    X = rng.standard_normal((30, 4)) * [0.2, 1, 0.5, 0.9] + 0.3
    keys = None if n_keys is None else 0.5 * rng.standard_normal((n_keys, 4)) - 0.4
    centre, length_scale = np.array([0.1, 0, -0.2, 0.3]), 1.4
    others = X if keys is None else keys
    pairs = [np.square((x + y - 2 * centre) / length_scale).sum() for x in X for y in others]

    def log_moment(a):
        return 4 * np.log1p(-4 * a) - 2 * np.log1p(-8 * a) + np.mean(pairs) / (1 - 8 * a)

    best = minimize_scalar(log_moment, bounds=(-3, 0.12), method="bounded", options={"xatol": 1e-10})
    assert optimal_norm_factor(X, length_scale, centre, keys) == pytest.approx(best.x, abs=1e-6)
    assert -3 < best.x < 0


def test_with_keys_the_centre_is_the_midpoint_of_the_means_whatever_their_numbers():
    rng = np.random.default_rng(4)
    Q, K = rng.standard_normal((3, 5)) + 1, rng.standard_normal((200, 5)) - 2
    fitted = RandomFourierFeatures(Gaussian(), 8, map="optimal_positive", random_state=0).fit(Q, keys=K)
    assert fitted.centre_ == pytest.approx((Q.mean(axis=0) + K.mean(axis=0)) / 2, abs=1e-15)
    assert fitted.norm_factor_ == optimal_norm_factor(Q, 1.0, fitted.centre_, K)
    with pytest.raises(Refusal, match="keys"):
        RandomFourierFeatures(map="positive").fit(Q, keys=K[:, :4])


@pytest.mark.release
def test_the_optimal_map_errs_less_on_data_in_the_spread_of_the_plain_one():
    """The mean variance over pairs, of spread data, by the formula and as measured over seeds."""
    X = np.random.default_rng(0).standard_normal((12, 5)) * 0.4
    kernel, n_freqs = Gaussian(1.5), 64
    centred, variances = X - X.mean(axis=0), {}
    for name in POSITIVE_MAPS:
        errors = []
        for seed in range(300):
            features = RandomFourierFeatures(kernel, n_freqs, map=name, random_state=seed).fit(X)
            Z = features.transform(X).astype(float)
            errors.append(np.square(Z @ Z.T - kernel(X)).mean())
        expected = [positive_variance(x, y, 1.5, n_freqs, features.norm_factor_) for x in centred for y in centred]
        variances[name] = np.mean(expected)
        assert np.mean(errors) == pytest.approx(variances[name], abs=4 * np.std(errors) / math.sqrt(300))
    assert variances["optimal_positive"] < 0.9 * variances["positive"]


# --- the transformer --------------------------------------------------------------------------------------------------


def test_transformer_centres_at_the_training_mean():
    X = np.random.default_rng(0).standard_normal((60, 3)) * 0.5 + 40
    kernel = Gaussian(1.5)
    features = RandomFourierFeatures(kernel, n_freqs=6000, map="positive", random_state=2).fit(X)
    np.testing.assert_allclose(features.centre_, X.mean(axis=0), rtol=1e-14)
    Z = features.transform(X)
    assert Z.shape == (60, 6000) and Z.dtype == np.float32 and (Z >= 0).all()
    expected = positive_map(X, features.frequencies_, 1.5, features.weights_, X.mean(axis=0))
    np.testing.assert_array_equal(Z, expected)
    centred = X - X.mean(axis=0)
    sigma = np.sqrt(positive_variance(centred[:, None], centred[None], 1.5, 6000))
    assert (np.abs(Z @ Z.T - kernel(X)) <= 6 * sigma + 1e-5).all()
    assert list(features.get_feature_names_out()[:2]) == ["exp0", "exp1"]


def test_given_frequencies_take_the_length_scale_of_the_kernel():
    X = np.random.default_rng(0).standard_normal((9, 2))
    sample = FrequencySample(Gaussian(2.0).sample(5, 2, np.random.default_rng(1)), np.full(5, 0.2), True, False)
    Z = RandomFourierFeatures(Gaussian(2.0), sampler=sample, map="positive", random_state=0).fit(X).transform(X)
    np.testing.assert_allclose(Z, positive_map(X, sample.W, 2.0, centre=X.mean(axis=0)), rtol=1e-6)


@pytest.mark.parametrize("family", [family for family in KERNELS.values() if family is not Gaussian])
@pytest.mark.parametrize("name", POSITIVE_MAPS)
def test_other_kernels_are_refused(family, name):
    with pytest.raises(ValueError, match=rf"^kernel must be Gaussian for map = '{name}'"):
        RandomFourierFeatures(family(), map=name, random_state=0).fit(np.zeros((3, 2)))


def test_curves_take_the_map_of_the_transformer():
    X, kernel = np.random.default_rng(0).standard_normal((40, 3)), Gaussian(2.0)
    curve = error_curve(X, kernel, "monte_carlo", [8, 32], [5], metric="relative_frobenius", map="optimal_positive")
    Z = RandomFourierFeatures(kernel, 32, map="optimal_positive", random_state=5).fit_transform(X).astype(float)
    K = kernel(X)
    assert curve.errors[0, 1] == pytest.approx(np.linalg.norm(Z @ Z.T - K) / np.linalg.norm(K), rel=1e-4)


def test_measures_name_the_maps_they_know():
    with pytest.raises(ValueError, match=r"^map must be one of paired, offset, got 'positive'"):
        pair_errors(np.eye(3), Gaussian(), [4], map="positive")
    with pytest.raises(ValueError, match=r"^map = 'positive' is for the Gaussian kernel alone, got Laplacian"):
        error_curve(np.eye(3), Laplacian(), "monte_carlo", [4], [0], map="positive")
    report = convergence(
        [error_curve(np.eye(3), Gaussian(), "monte_carlo", [4], [0], map="positive")], np.eye(3), 4, 0.1
    )
    assert (
        report.guarantees == ()
        and report.largest_error == math.inf
        and "not for the positive map" in str(report.silent[0])
    )


def test_points_without_an_optimal_factor_are_refused():
    with pytest.raises(ValueError, match=r"^X must be nearer to the centre, or length_scale larger, for"):
        optimal_norm_factor(np.array([[1e150, 0.0], [0.0, 1.0]]), 1e-6)


# --- the range of numbers ---------------------------------------------------------------------------------------------


def test_too_large_exponents_are_refused_and_too_small_ones_are_zero():
    """The exponent at x = ℓ²ω/2 is ℓ²‖ω‖²/4: 100 is too large for float32 and not for float64."""
    W = np.array([[20.0, 0.0]])
    X = W / 2
    with pytest.raises(ValueError, match=r"positive features in float32: they reach exp\(100\)"):
        positive_map(X, W)
    assert positive_map(X, W, dtype=np.float64)[0, 0] == pytest.approx(math.exp(100), rel=1e-12)
    far = np.array([[1e3, 0.0], [1e150, 1e150]])
    np.testing.assert_array_equal(positive_map(far, W), 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"X": np.ones((2, 4))}, "^X must have the 3 dimensions of the frequencies, got 4"),
        ({"length_scale": 0}, "^length_scale must be a finite number above 0, got 0"),
        ({"weights": np.ones(4)}, r"^weights must be 5 finite numbers, one for each frequency, got shape \(4,\)"),
        ({"weights": -np.ones(5)}, "^weights must not be negative: they have no square root, got -1"),
        ({"centre": np.ones(2)}, r"^centre must be 3 finite numbers, got shape \(2,\)"),
        ({"centre": np.full(3, np.nan)}, "^centre must be 3 finite numbers"),
        ({"W": np.full((5, 3), np.inf)}, "^W must be finite"),
        ({"norm_factor": 0.125}, "^norm_factor must be a number below 1/8, where the variance is finite, got 0.125"),
        ({"norm_factor": np.nan}, "^norm_factor must be a number below 1/8"),
    ],
)
def test_positive_map_refuses(arguments, said):
    with pytest.raises(ValueError, match=said):
        positive_map(**({"X": np.ones((2, 3)), "W": np.ones((5, 3))} | arguments))
