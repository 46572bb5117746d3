"""Landmarks: weights, where they lie, and what is refused or reported."""

import warnings

import numpy as np
import pytest

from rffviz.adaptive import (
    LANDMARK_KINDS,
    AdaptiveFourierFeatures,
    Landmarks,
    SupervisedFourierRegressor,
    choose_landmarks,
)


@pytest.fixture
def cloud():
    return np.random.default_rng(3).standard_normal((120, 4))


@pytest.mark.parametrize("kind", LANDMARK_KINDS)
def test_weights_are_positive_and_sum_to_one(cloud, kind):
    landmarks = choose_landmarks(cloud, 15, kind, random_state=1)
    assert landmarks.weights.min() > 0
    assert landmarks.weights.sum() == pytest.approx(1, abs=1e-14)
    assert landmarks.points.shape == (landmarks.n_landmarks, 4)
    assert landmarks.points.dtype == np.float64


@pytest.mark.parametrize("kind", LANDMARK_KINDS)
def test_the_seed_decides(cloud, kind):
    first, again, other = (choose_landmarks(cloud, 15, kind, seed).points for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)
    generator = np.random.default_rng(1)
    np.testing.assert_array_equal(choose_landmarks(cloud, 15, kind, generator).points, first)


def test_sample_is_without_replacement_and_equally_weighted(cloud):
    landmarks = choose_landmarks(cloud, 120, "sample")
    assert sorted(landmarks.indices) == list(range(120))
    np.testing.assert_array_equal(landmarks.points, cloud[landmarks.indices])
    np.testing.assert_allclose(landmarks.weights, 1 / 120, rtol=1e-15)


def test_kmeans_centres_are_the_means_of_their_members(cloud):
    groups = np.repeat(np.eye(4) * 50, [10, 20, 30, 60], axis=0) + 0.1 * cloud
    landmarks = choose_landmarks(groups, 4, "kmeans")
    assert landmarks.indices is None
    order = np.argsort(landmarks.weights)
    np.testing.assert_allclose(landmarks.weights[order], np.array([10, 20, 30, 60]) / 120, rtol=1e-15)
    means = [groups[:10].mean(0), groups[10:30].mean(0), groups[30:60].mean(0), groups[60:].mean(0)]
    np.testing.assert_allclose(landmarks.points[order], means, atol=1e-12)


def test_nearest_are_the_data_points_nearest_the_same_centres(cloud):
    centres = choose_landmarks(cloud, 15, "kmeans", random_state=5)
    nearest = choose_landmarks(cloud, 15, "nearest", random_state=5)
    np.testing.assert_array_equal(nearest.points, cloud[nearest.indices])
    expected = {}
    for centre, weight in zip(centres.points, centres.weights, strict=True):
        row = int(np.argmin([np.sum((point - centre) ** 2) for point in cloud]))
        expected[row] = expected.get(row, 0) + weight
    assert dict(zip(nearest.indices.tolist(), nearest.weights, strict=True)) == pytest.approx(expected)


@pytest.mark.parametrize("kind", ["kmeans", "nearest"])
def test_too_few_distinct_points_give_fewer_landmarks_and_say_so(kind):
    points = np.repeat([[0.0, 0.0], [1.0, 0.0], [5.0, 2.0]], [5, 3, 2], axis=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        landmarks = choose_landmarks(points, 6, kind)
    assert landmarks.n_landmarks == 3
    assert sorted(landmarks.weights) == pytest.approx([0.2, 0.3, 0.5])
    assert [str(each) for each in landmarks.notes] == [
        "There are 3 centres instead of 6: the data have no more distinct points."
    ]


@pytest.mark.parametrize("kind", ["kmeans", "nearest"])
@pytest.mark.parametrize("seed", range(20))
def test_points_that_coincide_have_a_landmark_each(kind, seed):
    """scikit-learn moves the centres of empty clusters and leaves its labels: places then went without a landmark."""
    rng = np.random.default_rng(seed)
    places, times = rng.standard_normal((5, 4)), rng.integers(10, 40, 5)
    landmarks = choose_landmarks(np.repeat(places, times, axis=0), int(rng.integers(6, 60)), kind, seed)
    order, found = np.lexsort(places.T), np.lexsort(landmarks.points.T)
    np.testing.assert_allclose(landmarks.points[found], places[order], rtol=1e-12)
    np.testing.assert_allclose(landmarks.weights[found], times[order] / times.sum(), rtol=1e-12)
    assert len(landmarks.notes) == 1 and "merged" not in str(landmarks.notes[0])


def test_centres_that_share_a_point_are_merged():
    # on a sphere in many dimensions the centres of two halves are nearer to the middle than to any of their members
    rng = np.random.default_rng(0)
    shell = rng.standard_normal((200, 30))
    shell /= np.linalg.norm(shell, axis=1, keepdims=True)
    landmarks = choose_landmarks(np.vstack([shell, np.zeros((1, 30))]), 2, "nearest")
    np.testing.assert_array_equal(landmarks.indices, [200])
    np.testing.assert_allclose(landmarks.weights, [1.0])
    assert "merged" in str(landmarks.notes[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.ones((5, 2)), 3), "X must hold at least 2 distinct points, got 5 copies"),
        ((np.ones((1, 2)), 2), "X must hold at least 2 points, got 1"),
        ((np.arange(10.0).reshape(5, 2), 6), "n_landmarks must be a whole number from 2 to 5, got 6"),
        ((np.arange(10.0).reshape(5, 2), 1), "n_landmarks must be a whole number from 2 to 5, got 1"),
        ((np.arange(10.0).reshape(5, 2), 3.0), "n_landmarks must be a whole number"),
        ((np.arange(10.0).reshape(5, 2), 3, "median"), "kind must be one of sample, kmeans, nearest, got 'median'"),
        ((np.array([[0.0, np.nan], [1, 2]]), 2), "X must be finite, got nan in row 0, column 1"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(ValueError, match=message):
        choose_landmarks(*arguments)


@pytest.mark.parametrize(
    ("points", "weights", "said"),
    [
        ([[1.0, 2.0], [3.0, 4.0]], [0.5, 0.3, 0.2], r"weights must be one for each of the 2 points, got \(3,\)"),
        ([[1.0, 2.0], [3.0, 4.0]], [1.5, -0.5], "weights must be above 0 and sum to 1, got -0.5 at least"),
        ([[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0], "weights must be above 0 and sum to 1, .* a sum of 2"),
        ([1.0, 2.0], [0.5, 0.5], "points must have shape"),
    ],
)
def test_given_landmarks_are_checked(points, weights, said):
    with pytest.raises(ValueError, match=said):
        Landmarks(points, weights, "given")
    assert Landmarks([[1, 2], [3, 4]], [0.5, 0.5], "given").points.dtype == np.float64


@pytest.mark.parametrize("estimator", [AdaptiveFourierFeatures, SupervisedFourierRegressor])
def test_given_landmarks_must_be_of_the_data(estimator):
    marks = Landmarks(np.eye(3), np.full(3, 1 / 3), "given")
    with pytest.raises(ValueError, match="landmarks must have the 2 dimensions of X, got 3"):
        estimator(landmarks=marks).fit(np.eye(2)[[0, 1, 0, 1]] + np.arange(8).reshape(4, 2), np.arange(4.0))
