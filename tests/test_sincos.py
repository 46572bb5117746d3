"""Cosines and sines against mpmath, near the nodes and between them, and what numpy answers beyond."""

import mpmath
import numpy as np
import pytest

from rffviz.features import paired_map
from rffviz.foundation.sincos import LARGEST, STEP, cos_sin

LARGEST_ERROR = 1.2e-16  # two roundings of half an ulp of 1, and the series' rest


def both(angles):
    angles = np.atleast_2d(np.asarray(angles, dtype=np.float64))
    cos, sin = np.empty_like(angles), np.empty_like(angles)
    cos_sin(angles, cos, sin)
    alone = angles.copy()
    cos_sin(alone, alone)  # in place
    np.testing.assert_array_equal(alone, cos)
    return angles.ravel(), cos.ravel(), sin.ravel()


def errors(angles):
    angles, cos, sin = both(angles)
    with mpmath.workprec(120):
        exact = [(mpmath.cos(a), mpmath.sin(a)) for a in map(mpmath.mpf, angles.tolist())]
        off = ((c - mpmath.mpf(x), s - mpmath.mpf(y)) for (c, s), x, y in zip(exact, cos, sin, strict=True))
        return max(float(abs(each)) for pair in off for each in pair)


def sizes(n, rng):
    """Angles from 10⁻³⁰⁰ to the largest, both signs, at nodes and halfway between them, and their neighbours."""
    nodes = rng.choice([-1, 1], n) * np.exp2(rng.uniform(0, 29.9, n)).round() * (np.pi / 4096)
    far = rng.uniform(0.9 * LARGEST, LARGEST, n) * rng.choice([-1, 1], n)
    wide = 10.0 ** rng.uniform(-300, np.log10(LARGEST), n) * rng.choice([-1, 1], n)
    near = rng.normal(0, 10, n)
    every = np.concatenate([wide, near, far, nodes, np.nextafter(nodes, np.inf), np.nextafter(nodes, -np.inf)])
    assert np.abs(every).max() < LARGEST  # or numpy would compute the whole block
    return every


@pytest.mark.slow
def test_they_are_those_of_mpmath():
    rng = np.random.default_rng(0)
    assert errors(sizes(400, rng)) < LARGEST_ERROR
    # and numpy's, beyond
    assert errors(10.0 ** rng.uniform(np.log10(LARGEST), 9, 400) * rng.choice([-1, 1], 400)) < LARGEST_ERROR
    tiny = [5e-324, -1e-310, 2.3e-308, 1e-200]
    angles, cos, sin = both(tiny)
    np.testing.assert_array_equal(cos, 1)
    np.testing.assert_array_equal(sin, angles)


@pytest.mark.release
@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="long double has no more digits than double here")
def test_they_are_those_of_long_double_at_a_million_angles():
    """Which has an error of 5·10⁻²⁰, as mpmath says at some of them."""
    angles = sizes(200_000, np.random.default_rng(1))
    angles, cos, sin = both(angles)
    exact = [function(angles.astype(np.longdouble)) for function in (np.cos, np.sin)]
    assert max(np.abs(cos - exact[0]).max(), np.abs(sin - exact[1]).max()) < LARGEST_ERROR
    some = slice(None, None, 997)
    with mpmath.workprec(120):
        for x, *found in zip(angles[some].tolist(), *(each[some] for each in exact), strict=True):
            for function, value in zip((mpmath.cos, mpmath.sin), found, strict=True):
                assert abs(function(mpmath.mpf(x)) - mpmath.mpf(np.format_float_scientific(value))) < 1e-19


@pytest.mark.release
@pytest.mark.parametrize("factor", [1.0, 0.3])
def test_angles_in_steps_are_those_of_mpmath_times_the_factor(factor):
    rng = np.random.default_rng(4)
    beyond = [2.0 ** rng.uniform(51, 130, 300), [2.0**51, 4.5e12 / STEP, 1.3 * 2.0**104, 1e300]]
    for sizes in ([rng.normal(0, 1e4, 300), 10.0 ** rng.uniform(-300, 15, 300), [0.5, -1.5, 4096.0]], beyond):
        angles = np.concatenate(sizes)
        cos, sin = np.empty((2, 1, len(angles)))
        cos_sin(angles[None], cos, sin, factor, in_steps=True)
        for angle, *found in zip(angles.tolist(), cos.ravel().tolist(), sin.ravel().tolist(), strict=True):
            with mpmath.workprec(1200):
                turn = mpmath.mpf(angle) * mpmath.pi / 2048
                for function, value in zip((mpmath.cos, mpmath.sin), found, strict=True):
                    assert abs(function(turn) * factor - value) < LARGEST_ERROR, angle
    angles = np.array([[np.inf, -np.inf, np.nan, 1.0]])
    cos_sin(angles, angles, in_steps=True)
    assert np.isnan(angles[0, :3]).all() and angles[0, 3] == pytest.approx(np.cos(STEP), abs=LARGEST_ERROR)


def test_beyond_the_nodes_they_are_numpys():
    angles = np.array([[LARGEST, 1e9], [np.inf, np.nan], [-1e300, 0.5]])
    with np.errstate(invalid="ignore"):
        _, cos, sin = both(angles)
        np.testing.assert_array_equal(cos, np.cos(angles).ravel())
        np.testing.assert_array_equal(sin, np.sin(angles).ravel())


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (2, 2**15 + 3), (700, 50)])
def test_every_block_is_written(shape):
    X = np.random.default_rng(2).normal(size=shape) * 5
    features = np.empty((shape[0], 2 * shape[1]))
    cos_sin(X, features[:, : shape[1]], features[:, shape[1] :])
    np.testing.assert_allclose(features, np.hstack([np.cos(X), np.sin(X)]), rtol=0, atol=2 * LARGEST_ERROR)


def test_maps_in_double_precision_take_them():
    rng = np.random.default_rng(3)
    X, W = rng.normal(size=(40, 3)), rng.normal(size=(20, 3))
    Z = paired_map(X, W, dtype=np.float64)
    angles = X @ W.T
    np.testing.assert_allclose(Z, np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(20), rtol=0, atol=1e-15)
