"""The loss against double loops, its gradients against finite differences, its quadratic form against itself."""

import math

import numpy as np
import pytest

from rffviz.adaptive import EmpiricalLoss, Landmarks, choose_landmarks
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import KERNELS, Gaussian
from rffviz.measure import relative_error
from rffviz.samplers import FrequencySample


@pytest.fixture(params=sorted(KERNELS))
def case(request):
    """Unequal landmark weights, oblique points, kernel values spread over (0, 1)."""
    rng = np.random.default_rng(11)
    points = rng.standard_normal((7, 3)) + 20
    weights = rng.uniform(0.5, 2, 7)
    landmarks = Landmarks(points, weights / weights.sum(), "given")
    kernel = KERNELS[request.param](1.7)
    W = np.clip(kernel.sample(5, 3, rng), -3, 3)
    return landmarks, kernel, W, rng.uniform(0, 0.5, 5)


def naive_loss(landmarks, kernel, W, p):
    total = 0.0
    for x, qx in zip(landmarks.points, landmarks.weights, strict=True):
        for y, qy in zip(landmarks.points, landmarks.weights, strict=True):
            approximate = sum(pj * math.cos(float(w @ (x - y))) for w, pj in zip(W, p, strict=True))
            total += qx * qy * (approximate - float(kernel.of_difference(x - y))) ** 2
    return total


def differences(function, at, step=1e-6):
    slope = np.empty_like(at)
    for index in np.ndindex(at.shape):
        ahead, behind = at.copy(), at.copy()
        ahead[index] += step
        behind[index] -= step
        slope[index] = (function(ahead) - function(behind)) / (2 * step)
    return slope


def test_value_is_the_double_sum(case):
    landmarks, kernel, W, p = case
    loss = EmpiricalLoss(landmarks, kernel)
    assert loss.value(W, p) == pytest.approx(naive_loss(landmarks, kernel, W, p), rel=1e-10)
    assert loss.gradients(W, p)[0] == pytest.approx(loss.value(W, p), rel=1e-12)


@pytest.mark.slow
def test_gradient_over_frequencies(case):
    landmarks, kernel, W, p = case
    loss = EmpiricalLoss(landmarks, kernel)
    expected = differences(lambda at: naive_loss(landmarks, kernel, at, p), W)
    np.testing.assert_allclose(loss.gradients(W, p)[1], expected, atol=1e-7 * np.abs(expected).max() + 1e-9)


@pytest.mark.slow
def test_gradient_over_weights(case):
    landmarks, kernel, W, p = case
    loss = EmpiricalLoss(landmarks, kernel)
    expected = differences(lambda at: naive_loss(landmarks, kernel, W, at), p)
    np.testing.assert_allclose(loss.gradients(W, p)[2], expected, rtol=1e-7, atol=1e-9)


def test_quadratic_form_is_the_loss_in_the_weights(case):
    landmarks, kernel, W, p = case
    loss = EmpiricalLoss(landmarks, kernel)
    A, b = loss.quadratic(W)
    assert p @ A @ p - 2 * b @ p + loss.scale == pytest.approx(loss.value(W, p), rel=1e-10)
    np.testing.assert_allclose(2 * (A @ p - b), loss.gradients(W, p)[2], rtol=1e-8, atol=1e-12)
    naive = np.array(
        [
            [
                sum(
                    qx * qy * math.cos(float(u @ (x - y))) * math.cos(float(v @ (x - y)))
                    for x, qx in zip(landmarks.points, landmarks.weights, strict=True)
                    for y, qy in zip(landmarks.points, landmarks.weights, strict=True)
                )
                for v in W
            ]
            for u in W
        ]
    )
    np.testing.assert_allclose(A, naive, rtol=1e-10, atol=1e-12)
    assert loss.value(W, np.zeros(5)) == pytest.approx(loss.scale, rel=1e-12)


def test_with_all_points_as_landmarks_it_is_the_error_of_the_whole_matrix():
    rng = np.random.default_rng(2)
    X = rng.standard_normal((40, 3))
    kernel = Gaussian(1.3)
    W, p = kernel.sample(20, 3, rng), rng.uniform(0, 0.1, 20)
    features = RandomFourierFeatures(sampler=FrequencySample(W, p, unbiased=False, nested=False), random_state=0)
    expected = relative_error(features, X, kernel)
    loss = EmpiricalLoss(choose_landmarks(X, 40, "sample"), kernel)
    assert loss.relative_error(W, p) == pytest.approx(expected, rel=1e-5)  # the features are float32


def test_a_shift_of_the_data_changes_nothing():
    """Far from the origin ω·x alone would lose the digits; the points are multiples of 1/1024, so X + 2³⁶ is exact."""
    rng = np.random.default_rng(2)
    X, kernel = np.rint(1024 * rng.standard_normal((16, 3))) / 1024, Gaussian(1.3)
    W, p = kernel.sample(6, 3, rng), np.full(6, 1 / 6)
    near, far = (EmpiricalLoss(Landmarks(points, np.full(16, 1 / 16), "given"), kernel) for points in (X, X + 2.0**36))
    assert far.value(W, p) == pytest.approx(near.value(W, p), rel=1e-9)
    np.testing.assert_allclose(far.gradients(W, p)[1], near.gradients(W, p)[1], atol=1e-11)
