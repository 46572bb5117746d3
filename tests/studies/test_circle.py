"""Points on the line along a frequency and on its circle: naive geometry, and the inner product of both features."""

import math

import numpy as np
import pytest

from rffviz.kernels import Gaussian, Matern
from rffviz.studies.circle import wrapped_points
from rffviz.studies.two_points import two_points


@pytest.fixture(scope="module")
def found():
    return wrapped_points(Gaussian(0.8), 1.1, n_freqs=6, random_state=3)


def test_frequencies_and_points_are_those_of_two_points(found):
    pair = two_points(Gaussian(0.8), 1.1, [6], random_state=3)
    assert np.array_equal(found.W, pair.W) and np.array_equal(found.points[:2], pair.pair)
    assert np.allclose(found.means, pair.inner) and found.exact == pair.exact


def test_a_foot_is_the_nearest_place_on_the_line(found):
    middle = found.points[:2].mean(axis=0)
    for j, w in enumerate(found.W):
        for i in range(2):
            point, foot = found.points[i], found.feet[j, i]
            across = np.array([-w[1], w[0]])
            assert (point - foot) @ w == pytest.approx(0, abs=1e-12)  # perpendicular
            assert (foot - middle) @ across == pytest.approx(0, abs=1e-12)  # on the line
            assert abs(found.along[j, i]) == pytest.approx(math.dist(foot, middle))
            assert found.angles[j, i] == pytest.approx(w @ foot)  # the projection keeps the angle


def test_waves_are_cosines_of_the_angle_over_plane_and_line(found):
    for j, w in enumerate(found.W):
        assert found.waves[j, 7, 20] == pytest.approx(math.cos(w[0] * found.axes[0][20] + w[1] * found.axes[1][7]))
        unit = w / math.hypot(*w)
        place = found.points[:2].mean(axis=0) + found.line[40] * unit
        assert found.cosines[j, 40] == pytest.approx(math.cos(w @ place))
        assert found.sines[j, 40] == pytest.approx(math.sin(w @ place))


def test_the_inner_product_on_the_circle_is_the_cosine_of_the_angle_between(found):
    for (x, y, *_), product in zip(found.angles, found.products, strict=True):
        assert math.cos(x) * math.cos(y) + math.sin(x) * math.sin(y) == pytest.approx(product)


def test_waves_too_fast_for_the_grid_are_left_out():
    fast = wrapped_points(Matern(1.0, nu=0.2), 1.0, random_state=1)
    speed = np.hypot(*fast.W.T)
    lost = np.isnan(fast.waves).all(axis=(1, 2))
    step = fast.axes[0][1] - fast.axes[0][0]
    assert lost.any() and not lost.all() and np.array_equal(lost, speed * step > 1)
    assert np.isfinite(fast.products).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"distance": -0.1}, "distance must be a finite number of at least 0"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"random_state": -1}, "random_state"),
        ({"kernel": 3}, "kernel must be"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        wrapped_points(**({"kernel": Gaussian(), "distance": 1.0} | change))
