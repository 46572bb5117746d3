"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest

from rffviz.explorer.words.mathematics.record import tex
from rffviz.kernels import Gaussian
from rffviz.studies.descent import descent
from tests.views.mathematics import Mathematics, splits

MATHEMATICS = Mathematics(__file__, [lambda: descent(splits()[0], Gaussian(), n_seeds=2)])


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.release
def test_ridge_amplifies_no_direction_by_more():
    found = MATHEMATICS.record()
    shift = found.about.n_points * found.ridges[-1]
    s = np.linspace(0, 20, 200_001)
    most = MATHEMATICS.printed(r"\max_s")
    assert most == pytest.approx(np.max(s / (s**2 + shift)), rel=1e-3)


@pytest.mark.slow
def test_the_predicted_error_solves_its_equations():
    """By bisection over all eigenvalues, apart from the library's root finder."""
    found, split = MATHEMATICS.record(), splits()[0]
    X, y = np.vstack([split.X_train, split.X_test]), np.concatenate([split.y_train, split.y_test])
    xi = np.maximum(np.linalg.eigvalsh(Gaussian()(X)), 0) / 60
    n, p, shift = 30, 2 * found.n_freqs[found.peak], 0.3
    low, high = 1e-9, 10.0
    for _ in range(200):
        kappa = math.sqrt(low * high)
        z = np.sum(xi / (xi + kappa))
        low, high = (kappa, high) if kappa * max(n - z, 0) * max(1 - z / p, 0) < shift else (low, kappa)
    assert MATHEMATICS.printed(r"\sqrt{\frac{") == pytest.approx(found.predicted[-1, found.peak], rel=1e-3)
    assert MATHEMATICS.lines_with(rf"{tex(kappa)}\times(30-{tex(z)})") and found.noise < np.var(y)
