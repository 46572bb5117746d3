"""The machine of the squared hinge: its minimum, found by another hand, for every penalty of a grid."""

import numpy as np
import pytest
from scipy import optimize

from rffviz.predict import squared_hinge_path


def problem(n=120, m=6):
    rng = np.random.default_rng(3)
    Z = rng.standard_normal((n, m))
    return Z, np.where(Z @ rng.standard_normal(m) + rng.standard_normal(n) > 0.7, 1.0, -1.0)


def loss(Z, y, ridge, w, b):
    return np.mean(np.maximum(1 - y * (Z @ w + b), 0) ** 2) + ridge * w @ w


def test_every_penalty_has_its_minimum():
    Z, y = problem()
    ridges = (1e-3, 1.0, 1e-6)  # in any order
    weights, levels = squared_hinge_path(Z.astype(np.float32), y, ridges)
    assert weights.shape == (6, 3) and levels.shape == (3,)
    for ridge, w, b in zip(ridges, weights.T, levels, strict=True):
        found = optimize.minimize(
            lambda at, ridge=ridge: loss(Z, y, ridge, at[:-1], at[-1]), np.zeros(7), options={"gtol": 1e-9}
        )
        assert loss(Z, y, ridge, w, b) <= found.fun * (1 + 1e-6)
        np.testing.assert_allclose(w, found.x[:-1], atol=2e-4)
        assert b == pytest.approx(found.x[-1], abs=2e-4)
    assert np.linalg.norm(weights[:, 1]) < np.linalg.norm(weights[:, 0]) < np.linalg.norm(weights[:, 2])


def test_classes_apart_and_more_features_than_points_end():
    rng = np.random.default_rng(0)
    Z, y = rng.standard_normal((8, 30)), np.repeat([-1.0, 1.0], 4)
    weights, levels = squared_hinge_path(Z, y, [1e-8])
    assert (np.sign(Z @ weights[:, 0] + levels[0]) == y).all()


def test_what_is_refused():
    Z, y = problem()
    with pytest.raises(ValueError, match="y must be −1 or \\+1, got 2"):
        squared_hinge_path(Z, 2 * y, [1.0])
    with pytest.raises(ValueError, match="ridges must be a finite number above 0, got 0"):
        squared_hinge_path(Z, y, [0.0])
