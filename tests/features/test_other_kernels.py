"""Kernels that are not shift invariant, each against a naive loop, and all of their maps against their kernels."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import nnls
from sklearn.kernel_approximation import AdditiveChi2Sampler
from sklearn.metrics.pairwise import additive_chi2_kernel as negative_distance
from sklearn.metrics.pairwise import polynomial_kernel

from rffviz.features import (
    OTHER_KERNELS,
    OTHER_MAPS,
    HomogeneousFeatures,
    SphericalFeatures,
    additive_chi2_kernel,
    intersection_kernel,
    spherical_polynomial_kernel,
)
from rffviz.features.homogeneous import HOMOGENEOUS
from rffviz.features.spherical import wave_of_sphere
from rffviz.foundation.validation import Refusal
from tests import contract

RNG = np.random.default_rng(0)
RAW = RNG.standard_normal((7, 3)) + 0.4
SUMS = {"additive_chi2": additive_chi2_kernel, "intersection": intersection_kernel}
NON_NEGATIVE = np.abs(RAW) * (RAW > -0.5)  # with zeros
DEGREE = 3


def naive(name, x, y):
    """Each kernel from its definition, a number at a time."""
    inner, x_length, y_length = (sum(a * b for a, b in zip(u, v, strict=True)) for u, v in ((x, y), (x, x), (y, y)))
    x_length, y_length = math.sqrt(x_length), math.sqrt(y_length)
    if name == "additive_chi2":
        return sum(2 * a * b / (a + b) for a, b in zip(x, y, strict=True) if a + b > 0)
    if name == "intersection":
        return sum(a if a < b else b for a, b in zip(x, y, strict=True))
    if name == "polynomial":
        assert x_length == pytest.approx(1)
        return (1 - sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / 4) ** DEGREE
    angle = math.acos(max(-1.0, min(1.0, inner / (x_length * y_length))))
    if name == "arc_cosine_0":
        return 1 - angle / math.pi
    return x_length * y_length / math.pi * (math.sin(angle) + (math.pi - angle) * math.cos(angle))


def of_map(name, n_features, seed=0, X=RAW):
    """The fitted map of an entry, and its points."""
    X = OTHER_KERNELS[OTHER_MAPS[name].kernel].prepared(X)
    return OTHER_MAPS[name].make(n_features, X.shape[1], DEGREE, seed).fit(X), X


@pytest.mark.slow
@contract.every(
    SphericalFeatures(n_freqs=20, random_state=0),
    HomogeneousFeatures(n_steps=3),
    HomogeneousFeatures("additive_chi2", interval=0.5),
)
def test_they_keep_scikit_learns_contract(estimator):
    assert contract.broken(estimator) == {}


# --- every entry of the registries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHER_KERNELS)
def test_an_exact_kernel_is_its_definition(name):
    kernel = OTHER_KERNELS[name]
    X, Y = kernel.prepared(RAW), kernel.prepared(RAW[::-1] + 0.3)
    expected = [[naive(name, x, y) for y in Y] for x in X]
    np.testing.assert_allclose(kernel.of(X, Y, DEGREE), expected, rtol=1e-7, atol=1e-12)
    np.testing.assert_array_equal(kernel.of(X, None, DEGREE), kernel.of(X, X, DEGREE))
    assert any(entry.kernel == name for entry in OTHER_MAPS.values())


def test_points_are_prepared_as_the_kernel_demands():
    for kernel in OTHER_KERNELS.values():
        X = kernel.prepared(RAW)
        if kernel.rows == "sphere":
            np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1.0)
            np.testing.assert_allclose(X * np.linalg.norm(RAW, axis=1)[:, None], RAW)
        elif kernel.rows == "non_negative":
            assert (X.min(axis=0) == 0).all()
            np.testing.assert_allclose(X - X[0], RAW - RAW[0])
        else:
            np.testing.assert_array_equal(X, RAW)


@pytest.mark.parametrize("name", OTHER_KERNELS)
def test_no_shift_leaves_the_kernel_as_it_is(name):
    kernel = OTHER_KERNELS[name]
    X = np.abs(RAW)
    moved = np.abs(kernel.of(X + 1.0, None, DEGREE) - kernel.of(X, None, DEGREE))
    assert moved.max() > 0.01


@pytest.mark.parametrize("name", OTHER_MAPS)
def test_a_map_has_the_features_asked_for_or_the_next_fewer(name):
    for n_features in (1, 16, 31):
        features, X = of_map(name, n_features)
        assert 1 <= features.transform(X).shape[1] <= max(n_features, X.shape[1])
    assert features.transform(X).shape[1] > 31 - 2 * X.shape[1]


@pytest.mark.release
@pytest.mark.parametrize("name", [name for name, entry in OTHER_MAPS.items() if entry.randomised])
def test_the_mean_over_draws_is_the_kernel_where_the_entry_says_so(name):
    entry, seeds = OTHER_MAPS[name], 400
    fitted = [of_map(name, 16, seed) for seed in range(seeds)]
    drawn = np.array([features.transform(X) @ features.transform(X).T for features, X in fitted])
    X = fitted[0][1]
    mean = OTHER_KERNELS[entry.kernel].of(X, None, DEGREE) if entry.unbiased else fitted[0][0].mean_kernel(X)
    tolerance = 4.5 * drawn.std(axis=0, ddof=1) / np.sqrt(seeds) + 1e-7
    assert (np.abs(drawn.mean(axis=0) - mean) <= tolerance).all()


@pytest.mark.parametrize("name", [name for name, entry in OTHER_MAPS.items() if entry.nested])
def test_fewer_features_are_among_more_where_the_entry_says_so(name):
    few, many = (of_map(name, n, seed=3)[0].frequencies_ for n in (12, 40))
    np.testing.assert_array_equal(few, many[: len(few)])


@pytest.mark.parametrize("name", OTHER_MAPS)
def test_draws_differ_between_seeds_where_the_entry_says_so(name):
    one, other = (of_map(name, 16, seed) for seed in (0, 1))
    same = np.array_equal(one[0].transform(one[1]), other[0].transform(one[1]))
    assert same == (not OTHER_MAPS[name].randomised)


# --- the sphere -------------------------------------------------------------------------------------------------------


def test_on_the_sphere_it_is_scikit_learns_polynomial_kernel():
    X = OTHER_KERNELS["polynomial"].prepared(RAW)
    for degree, reach in ((1, 2.0), (4, 3.0)):
        exact = polynomial_kernel(X, degree=degree, gamma=2 / reach**2, coef0=1 - 2 / reach**2)
        np.testing.assert_allclose(spherical_polynomial_kernel(5 * X, X, degree, reach), exact, atol=1e-12)


@pytest.mark.release
@pytest.mark.parametrize("d", [1, 2, 3, 5, 64, 784])
def test_the_wave_of_the_sphere_is_the_mean_of_a_cosine_over_directions(d):
    t = np.array([0.0, 0.3, 1.0, 5.0, 40.0])
    directions = np.random.default_rng(1).standard_normal((20_000, d))
    waves = np.cos(np.multiply.outer(t, directions[:, 0] / np.linalg.norm(directions, axis=1)))
    error = 4.5 * waves.std(axis=1) / np.sqrt(20_000) + 1e-12
    assert (np.abs(wave_of_sphere(t, d) - waves.mean(axis=1)) <= error).all()
    if d == 3:
        np.testing.assert_allclose(wave_of_sphere(t, d), np.sinc(t / np.pi), atol=1e-12)


@pytest.mark.release
@pytest.mark.parametrize(("degree", "reach", "d"), [(1, 2.0, 64), (3, 2.0, 8), (3, 4.0, 784), (10, 2.0, 3)])
def test_the_remaining_bias_is_the_kernel_error(degree, reach, d):
    """By an integral over distances of its own; and no sum of Gaussians, which are positive spectra too, is nearer."""
    features = SphericalFeatures(degree, reach, n_freqs=1, random_state=0).fit(np.eye(2, d))

    def squared(z):
        fitted = wave_of_sphere(z * features.norms_, d) @ features.masses_
        return (fitted - (1 - z * z / reach**2) ** degree) ** 2

    assert np.sqrt(quad(squared, 0, 2, limit=200)[0] / 2) == pytest.approx(features.kernel_error_, rel=0.02)
    z = np.linspace(0, 2, 201)
    gaussians = np.exp(-(np.multiply.outer(z, np.geomspace(0.01, 10, 150)) ** 2))
    _, error = nnls(gaussians, (1 - z * z / reach**2) ** degree)
    assert 0 < features.kernel_error_ < 1.02 * error / np.sqrt(201)
    u = np.zeros((2, d))
    u[:, :2] = [[1, 0], [0, 1]]
    away = features.mean_kernel(u)[0, 1] - spherical_polynomial_kernel(u, None, degree, reach)[0, 1]
    assert away**2 == pytest.approx(squared(np.sqrt(2)), rel=1e-3, abs=1e-12)


@pytest.mark.release
def test_the_fit_of_large_degrees_and_of_many_dimensions_is_found():
    """The kernel nears a Gaussian of distances as p grows, which is exact."""
    errors = [
        SphericalFeatures(degree, n_freqs=1, random_state=0).fit(np.eye(2, 64)).kernel_error_
        for degree in (1, 3, 10, 20)
    ]
    assert (np.diff(errors) < 0).all() and errors[0] < 0.07 and errors[-1] < 0.002


# --- homogeneous kernels ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOMOGENEOUS)
def test_signature_and_spectrum_are_transforms_of_the_kernel(name):
    of = HOMOGENEOUS[name]
    for x, y in ((1.0, 1.0), (0.2, 3.0), (5.0, 4.0)):
        assert of.of(x, y) == pytest.approx(np.sqrt(x * y) * of.signature(np.log(y / x)))
    for frequency in (0.0, 0.3, 1.0, 2.5):
        integral = 2 * quad(of.signature, 0, 80, weight="cos", wvar=frequency, limit=400)[0] / (2 * np.pi)
        assert of.spectrum(frequency) == pytest.approx(integral, abs=1e-9)
        assert of.tail(frequency) == pytest.approx(2 * quad(of.spectrum, frequency, np.inf)[0], abs=1e-8)


def test_the_kernel_of_chi2_is_what_the_sampler_of_scikit_learn_approximates_and_not_its_kernel():
    total = NON_NEGATIVE.sum(axis=1)
    K = additive_chi2_kernel(NON_NEGATIVE)
    np.testing.assert_allclose(2 * K - total[:, None] - total, negative_distance(NON_NEGATIVE), atol=1e-12)
    for n_steps, interval in ((1, 0.8), (2, 0.5), (3, 0.4)):
        ours = HomogeneousFeatures("additive_chi2", n_steps, interval).fit_transform(NON_NEGATIVE)
        theirs = AdditiveChi2Sampler(sample_steps=n_steps).fit_transform(NON_NEGATIVE)
        np.testing.assert_allclose(ours, theirs, atol=1e-14)


@pytest.mark.parametrize(("name", "n_steps", "least"), [("additive_chi2", 40, 1e-6), ("intersection", 2000, 2e-3)])
def test_more_steps_lead_to_the_exact_kernel(name, n_steps, least):
    K, errors = SUMS[name](NON_NEGATIVE), []
    for n in (1, 5, n_steps):
        features = HomogeneousFeatures(name, n).fit(NON_NEGATIVE)
        Z = features.transform(NON_NEGATIVE)
        errors.append(np.abs(Z @ Z.T - K).max())
        of, L = HOMOGENEOUS[name], features.interval_
        largest = np.maximum(NON_NEGATIVE[:, None], NON_NEGATIVE).sum(axis=-1)
        guaranteed = largest * (of.tail((n - 0.5) * L) + 2 * of.signature(2 * np.pi / L))
        assert (np.abs(Z @ Z.T - K) <= 1.5 * guaranteed).all()
        other = HomogeneousFeatures(name, n, 0.6 * L).fit_transform(NON_NEGATIVE)
        if n > 1:
            assert errors[-1] < np.abs(other @ other.T - K).max(), "the chosen interval is the better one"
    assert errors[0] > errors[1] > errors[2] and errors[2] < least * np.abs(K).max()


# --- precision, names, and what is refused ----------------------------------------------------------------------------

MAKES = [SphericalFeatures(n_freqs=5, random_state=0), HomogeneousFeatures(), HomogeneousFeatures("additive_chi2", 1)]


@pytest.mark.parametrize("estimator", MAKES, ids=repr)
def test_features_have_the_precision_of_the_points_and_a_name_each(estimator):
    features = estimator.fit(NON_NEGATIVE)
    double, single = features.transform(NON_NEGATIVE), features.transform(NON_NEGATIVE.astype(np.float32))
    assert double.dtype == np.float64 and single.dtype == np.float32
    np.testing.assert_allclose(single, double, atol=1e-5)
    names = features.get_feature_names_out()
    assert len(set(names)) == len(names) == double.shape[1]


@pytest.mark.parametrize("estimator", MAKES, ids=repr)
def test_nothing_overflows(estimator):
    for scale in (1e-200, 1e149):
        assert np.isfinite(estimator.fit(NON_NEGATIVE).transform(NON_NEGATIVE * scale)).all()


def test_a_point_at_zero_has_features_that_agree_with_the_kernel():
    X = np.vstack([np.zeros(3), RAW])
    features = SphericalFeatures(n_freqs=50_000, random_state=0).fit(X)
    Z, K = features.transform(X), spherical_polynomial_kernel(X)
    assert K[0, 0] == 1 and K[0, 1] == pytest.approx(0.75**3)
    assert np.abs(Z @ Z.T - K).max() < 0.02
    assert (HomogeneousFeatures().fit_transform(np.zeros((1, 3))) == 0).all()


BELOW = "X must hold numbers of at least 0 .*got -0.5 in row 0, column 1"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: HomogeneousFeatures().fit([[1.0, -0.5]]), BELOW),
        (lambda: HomogeneousFeatures().fit(NON_NEGATIVE[:, :2]).transform([[1.0, -0.5]]), BELOW),
        (lambda: intersection_kernel([[1.0, -0.5]]), BELOW),
        (lambda: additive_chi2_kernel([[1.0, 0.5]], [[1.0, -0.5]]), BELOW.replace("X", "Y")),
        (lambda: intersection_kernel([[1.0, 0.5]], [[1.0]]), "Y must have the 2 dimensions of X, got 1"),
        (lambda: HomogeneousFeatures("chi2").fit(NON_NEGATIVE), "kernel must be one of additive_chi2, intersection"),
        (lambda: HomogeneousFeatures(n_steps=0).fit(NON_NEGATIVE), "n_steps must be a whole number of at least 1"),
        (lambda: HomogeneousFeatures(interval=0.0).fit(NON_NEGATIVE), "interval must be a finite number above 0"),
        (
            lambda: SphericalFeatures(degree=0, random_state=0).fit(RAW),
            "degree must be a whole number from 1 to 20, got 0",
        ),
        (lambda: SphericalFeatures(reach=1.9, random_state=0).fit(RAW), "reach must be at least 2, .* got 1.9"),
        (lambda: SphericalFeatures(n_freqs=0, random_state=0).fit(RAW), "n_freqs must be"),
        (lambda: spherical_polynomial_kernel(RAW, RAW[:, :2]), "Y must have the 3 dimensions of X, got 2"),
        (lambda: spherical_polynomial_kernel(RAW, degree=21), "degree must be a whole number from 1 to 20, got 21"),
        (lambda: SphericalFeatures(random_state=0).fit(RAW).mean_kernel([[1.0]]), "X must have the 3 dimensions"),
    ],
)
def test_what_is_refused(ask, message):
    with pytest.raises(Refusal, match=message):
        ask()
