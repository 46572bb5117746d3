"""float32 features err by no more than their docstring says, however far the points and the frequencies are."""

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures
from rffviz.features.fourier import offset_map, paired_map

U32, U64 = 2.0**-24, 2.0**-53
BOUND = r"(d + 2)(2⁻²⁴ min(‖ω‖‖x‖, 64) + 2⁻⁵³ ‖ω‖‖x‖) + 2⁻²¹"


@pytest.mark.parametrize("d", [1, 3, 50, 700])
@pytest.mark.parametrize("reach", [1e-3, 1.0, 60.0, 70.0, 1e4, 1e8, 1e11])
@pytest.mark.parametrize("single", [False, True])
def test_rounding_stays_within_its_bound(d, reach, single):
    assert BOUND in RandomFourierFeatures.__doc__
    rng = np.random.default_rng(d)
    X, W = rng.standard_normal((6, d)), rng.standard_normal((8, d)) * 10.0 ** rng.uniform(-2, 0, (8, 1))
    X *= reach / np.linalg.norm(X, axis=1, keepdims=True)
    X = X.astype(np.float32) if single else X
    phases = rng.uniform(0, 2 * np.pi, 8)
    angles = X.astype(np.longdouble) @ W.astype(np.longdouble).T
    far = np.linalg.norm(X.astype(float), axis=1)[:, None] * np.linalg.norm(W, axis=1)
    bound = (d + 2) * (U32 * np.minimum(far, 64) + U64 * far) + 2.0**-21
    exact = np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(np.longdouble(8))
    error = np.abs(paired_map(X, W) - exact) * np.sqrt(8)
    assert (error <= np.hstack([bound, bound])).all()
    exact = np.cos(angles + phases.astype(np.longdouble)) * np.sqrt(np.longdouble(2) / 8)
    assert (np.abs(offset_map(X, W, phases) - exact) * np.sqrt(4) <= bound).all()
    if d == 3 and reach == 60.0:  # the bound is of the size of what it bounds
        assert error.max() > np.hstack([bound, bound]).max() / 100


def test_angles_of_float32_alone_would_break_the_bound():
    rng = np.random.default_rng(0)
    X, W = rng.standard_normal((50, 3)) * 1e5, rng.standard_normal((8, 3))
    far = np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(W, axis=1)
    naive = np.cos(X.astype(np.float32) @ W.astype(np.float32).T) - np.cos(X @ W.T)
    assert (np.abs(naive) > 5 * (U32 * 64 + U64 * far) + 2.0**-21).any()
