"""Arc-cosine kernels against their integrals, and random units whose inner products are unbiased for them."""

import numpy as np
import pytest

from rffviz.features import ArcCosineFeatures, arc_cosine_kernel
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.samplers import draw
from tests import contract

X = np.array([[1.0, 2.0, -0.5], [0.3, -1.0, 0.8], [-2.0, 0.1, 0.4], [1.0, 2.0, -0.4]])


@pytest.mark.slow
@contract.every(ArcCosineFeatures(n_freqs=20, random_state=0), ArcCosineFeatures(order=1, n_freqs=20, random_state=0))
def test_they_keep_scikit_learns_contract(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize("order", [0, 1])
def test_the_closed_form_is_the_integral_over_directions(order):
    """In the plane ω = r(cos φ, sin φ): E r^{2n} is 1 or 2, and the rest is an integral over φ, here a sum."""
    phi = (np.arange(400_000) + 0.5) * 2 * np.pi / 400_000
    omega = np.column_stack([np.cos(phi), np.sin(phi)])
    for x, y in ((X[0, :2], X[1, :2]), (X[0, :2], X[3, :2]), (X[1, :2], X[2, :2])):
        a, b = omega @ x, omega @ y
        integral = 2 * np.mean((a > 0) * (b > 0) * (a * b) ** order) * (1, 2)[order]
        assert arc_cosine_kernel([x], [y], order)[0, 0] == pytest.approx(integral, rel=1e-4)


def test_values_that_are_known():
    norms = np.linalg.norm(X, axis=1)
    np.testing.assert_array_equal(np.diag(arc_cosine_kernel(X)), 1.0)
    np.testing.assert_allclose(np.diag(arc_cosine_kernel(X, order=1)), norms**2, rtol=1e-14)
    right, opposite = arc_cosine_kernel([[3.0, 0, 0]], [[0, 2.0, 0], [-1.0, 0, 0]], 0)[0]
    assert (right, opposite) == pytest.approx((0.5, 0.0), abs=1e-15)
    right, opposite = arc_cosine_kernel([[3.0, 0, 0]], [[0, 2.0, 0], [-1.0, 0, 0]], 1)[0]
    assert (right, opposite) == pytest.approx((6 / np.pi, 0.0), abs=1e-15)
    small = arc_cosine_kernel([[1.0, 0.0]], [[1.0, 1e-12]])[0, 0]
    assert 1 - small == pytest.approx(1e-12 / np.pi, rel=1e-3), "small angles keep their digits"


def test_the_zero_vector_has_a_value_and_features_that_agree():
    nothing = np.zeros((1, 3))
    for order, value in ((0, 0.5), (1, 0.0)):
        features = ArcCosineFeatures(order, 4000, random_state=0).fit(X)
        assert (arc_cosine_kernel(nothing, X, order) == value).all()
        assert arc_cosine_kernel(nothing, order=order)[0, 0] == value
        Z = features.transform(nothing)
        assert Z @ Z.T == pytest.approx(value)
        assert Z @ features.transform(X).T == pytest.approx(value, abs=0.05)


@pytest.mark.release
@pytest.mark.parametrize("sampler", ["monte_carlo", "orthogonal", "importance"])
@pytest.mark.parametrize("order", [0, 1])
def test_inner_products_are_unbiased(order, sampler):
    seeds = 400
    drawn = np.array(
        [Z @ Z.T for Z in (ArcCosineFeatures(order, 12, sampler, seed).fit_transform(X / 2) for seed in range(seeds))]
    )
    away = np.abs(drawn.mean(axis=0) - arc_cosine_kernel(X / 2, order=order))
    assert (away <= 4 * np.sqrt(drawn.var(axis=0) / seeds) + 1e-12).all()


def test_features_are_those_of_the_formula_with_weights():
    sample = draw("importance", Gaussian(1.0), 3, 15, np.random.default_rng(1))
    assert np.ptp(sample.weights) > 0
    Z = ArcCosineFeatures(1, sampler=sample, random_state=0).fit_transform(X)
    for i, x in enumerate(X):
        for j, (omega, p) in enumerate(zip(sample.W, sample.weights, strict=True)):
            assert Z[i, j] == pytest.approx(np.sqrt(2 * p) * max(0.0, float(omega @ x)))


def test_precision_is_that_of_the_points():
    double = ArcCosineFeatures(1, random_state=0).fit(X)
    single = double.transform(X.astype(np.float32))
    assert single.dtype == np.float32 and double.transform(X).dtype == np.float64
    np.testing.assert_allclose(single, double.transform(X), atol=1e-6)
    assert list(double.get_feature_names_out()[:2]) == ["ramp0", "ramp1"]
    assert ArcCosineFeatures(0, 1, random_state=0).fit(X).get_feature_names_out() == ["step0"]


def test_lengths_of_every_size_are_finite():
    for scale in (1e-200, 1e150):
        K = arc_cosine_kernel(X[:3] * scale / 2, order=0)
        np.testing.assert_allclose(K, arc_cosine_kernel(X[:3], order=0), atol=1e-15)
    assert np.isfinite(arc_cosine_kernel(X[:3] * 0.4e150, order=1)).all()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: arc_cosine_kernel(X, order=2), "order must be a whole number from 0 to 1, got 2"),
        (lambda: arc_cosine_kernel(X, X[:, :2]), "Y must have the 3 dimensions of X, got 2"),
        (lambda: arc_cosine_kernel([[np.nan]]), "X must be finite"),
        (lambda: ArcCosineFeatures(0.5, random_state=0).fit(X), "order must be a whole number from 0 to 1, got 0.5"),
        (lambda: ArcCosineFeatures(n_freqs=0, random_state=0).fit(X), "n_freqs must be"),
        (lambda: ArcCosineFeatures(sampler="none", random_state=0).fit(X), "sampler must be one of"),
        (
            lambda: ArcCosineFeatures(n_freqs=2, sampler="moment_matching", random_state=0).fit(X),
            "n_freqs must be at least",
        ),
        (
            lambda: ArcCosineFeatures(
                sampler=draw("monte_carlo", Gaussian(), 2, 5, np.random.default_rng()), random_state=0
            ).fit(X),
            "X must have the 2 dimensions of the frequencies",
        ),
        (
            lambda: ArcCosineFeatures(1, random_state=0).fit(X).transform(np.full((1, 3), 3e38, np.float32)),
            "X must hold numbers whose products with the frequencies have a float32, got 3e\\+38",
        ),
    ],
)
def test_what_is_refused(ask, message):
    with pytest.raises(Refusal, match=message):
        ask()
