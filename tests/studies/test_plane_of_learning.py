"""The plane learning is seen in: projections by hand, principal axes of a known cloud, waves by naive cosines."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.adaptive import choose_landmarks
from rffviz.kernels import Gaussian
from rffviz.studies.learning import learning_progress
from rffviz.studies.plane import coordinate_plane, plane_view, principal_plane, wave_over


@pytest.fixture(scope="module", params=[2, 5])
def learned(request):
    X = np.random.default_rng(0).standard_normal((80, request.param)) * np.arange(1, request.param + 1)
    landmarks = choose_landmarks(X, 20, "sample")
    return X, learning_progress(X, landmarks, Gaussian(3.0), 7, 6, ridge=0.01, n_draws=2)


def test_two_coordinates_are_those_columns(learned):
    X, progress = learned
    plane = coordinate_plane(X, 1, 0)
    view = plane_view(progress, X, plane)
    np.testing.assert_array_equal(view.data, X[:, [1, 0]])
    np.testing.assert_array_equal(view.landmarks, progress.landmarks.points[:, [1, 0]])
    assert plane.names == ("x₂", "x₁")
    variances = X.var(axis=0)
    assert plane.share == pytest.approx(variances[:2].sum() / variances.sum())


def test_the_principal_plane_of_a_stretched_cloud_holds_its_long_axes():
    rng = np.random.default_rng(1)
    turn = np.linalg.qr(rng.standard_normal((6, 6)))[0]
    X = 5 + (rng.standard_normal((20_000, 6)) * [9, 4, 1, 1, 1, 1]) @ turn.T
    plane = principal_plane(X)
    # a sample of N has its axes off by about σ₁σ₂/(σ₁² − σ₂²)/√N
    for axis in (0, 1):
        assert abs(plane.basis[:, axis] @ turn[:, axis]) == pytest.approx(1, abs=1e-3)
    np.testing.assert_allclose(plane.basis.T @ plane.basis, np.eye(2), atol=1e-12)
    assert plane.share == pytest.approx((81 + 16) / (81 + 16 + 4), rel=0.01)
    assert (plane.basis[np.abs(plane.basis).argmax(axis=0), [0, 1]] > 0).all()


def test_points_with_their_frequencies_keep_their_angles(learned):
    """In two dimensions any orthonormal basis leaves ω·x as it is."""
    X, progress = learned
    if X.shape[1] != 2:
        pytest.skip("a plane is all there is in two dimensions only")
    view = plane_view(progress, X, principal_plane(X))
    order = np.argsort(-progress.last.step.p, kind="stable")
    np.testing.assert_allclose(view.frequencies[-1] @ view.data.T, progress.last.step.W[order] @ X.T, atol=1e-12)
    assert view.plane.share == pytest.approx(1)


def test_frequencies_come_by_their_last_weight_in_every_state(learned):
    X, progress = learned
    view = plane_view(progress, X, coordinate_plane(X, 0, 1))
    assert (np.diff(view.shares[-1]) <= 0).all()
    np.testing.assert_array_equal(view.shares[0], np.ones(7))
    heaviest = int(np.argmax(progress.last.step.p))
    for each, seen in zip(progress.kept, view.frequencies, strict=True):
        np.testing.assert_array_equal(seen[0], each.step.W[heaviest, :2])


@pytest.mark.parametrize(("furthest", "outside"), [(1.3, 0), (40.0, 1)])
def test_the_picture_holds_every_frequency_but_those_far_out(learned, furthest, outside):
    X, progress = learned
    W = np.random.default_rng(3).uniform(-1, 1, size=(200, X.shape[1]))
    W[5, 1] = -furthest
    step = replace(progress.last.step, W=W, p=np.full(200, 1 / 200))
    view = plane_view(replace(progress, kept=(replace(progress.last, step=step),)), X, coordinate_plane(X, 0, 1))
    assert view.outside == outside
    assert (view.reach == pytest.approx(1.1 * furthest)) if outside == 0 else 2 < view.reach < 3


def test_a_wave_is_the_cosine_at_every_point(learned):
    X, progress = learned
    view = plane_view(progress, X, coordinate_plane(X, 0, 1))
    wave = wave_over(progress, X, view, rank=2, n_grid=5)
    which = np.argsort(-progress.last.step.p)[1]
    for t, each in enumerate(progress.kept):
        omega = each.step.W[which]
        np.testing.assert_array_equal(wave.frequencies[t], omega)
        for i in (0, 33):
            angle = sum(float(a) * float(b) for a, b in zip(omega, X[view.rows[i]], strict=True))
            assert wave.at_points[t, i] == pytest.approx(math.cos(angle), abs=1e-6)
        if X.shape[1] == 2:
            place = (wave.axes[0][3], wave.axes[1][1])
            assert wave.heights[t, 1, 3] == pytest.approx(math.cos(omega @ place), abs=1e-6)
    if X.shape[1] != 2:
        assert wave.axes is None and wave.heights is None
    else:
        assert wave.axes[0][0] < X[:, 0].min() and wave.axes[1][-1] > X[:, 1].max()


@pytest.mark.slow
def test_many_points_are_thinned_and_say_which():
    X = np.random.default_rng(2).standard_normal((1500, 2))
    landmarks = choose_landmarks(X, 10, "sample")
    progress = learning_progress(X, landmarks, Gaussian(), 3, 1, n_draws=1, n_data=50)
    view = plane_view(progress, X, coordinate_plane(X, 0, 1))
    assert len(view.data) == len(set(view.rows.tolist())) == 1000
    np.testing.assert_array_equal(view.data, X[view.rows])


def test_frequencies_at_the_origin_have_a_reach(learned):
    X, progress = learned
    still = replace(progress.kept[0].step, W=np.zeros_like(progress.kept[0].step.W))
    at_zero = replace(progress, kept=tuple(replace(each, step=still) for each in progress.kept))
    assert plane_view(at_zero, X, coordinate_plane(X, 0, 1)).reach == 1.0


def test_refusals(learned):
    X, progress = learned
    view = plane_view(progress, X, coordinate_plane(X, 0, 1))
    with pytest.raises(ValueError, match=f"second must be a whole number from 0 to {X.shape[1] - 1}, got 9"):
        coordinate_plane(X, 0, 9)
    with pytest.raises(ValueError, match="second must be another coordinate than first, got 1 for both"):
        coordinate_plane(X, 1, 1)
    with pytest.raises(ValueError, match="X must have at least 2 dimensions to be seen in a plane, got 1"):
        principal_plane(X[:, :1])
    with pytest.raises(ValueError, match="rank must be a whole number from 1 to 7, got 8"):
        wave_over(progress, X, view, 8)
