"""The formulas under the view are whole, and their numbers are what they give."""

import numpy as np
import pytest

from rffviz.adaptive import choose_landmarks
from rffviz.kernels import Gaussian
from rffviz.studies.learning import learning_progress
from rffviz.studies.plane import SeenLearning, plane_view, principal_plane
from tests.views.mathematics import Mathematics, X


def learned(optimizer):
    landmarks = choose_landmarks(X, 20, "kmeans" if optimizer == "algorithm1" else "sample", 0)
    progress = learning_progress(X, landmarks, Gaussian(1.5), 8, 6, 0.1, optimizer)
    return SeenLearning(progress, plane_view(progress, X, principal_plane(X)))


MATHEMATICS = Mathematics(__file__, [lambda: learned("quasi_newton"), lambda: learned("algorithm1")])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_gradient_has_the_factor_four():
    """dL/dC of the printed formula, against differences of L as a function of C."""
    assert MATHEMATICS.lines_with(r"4\,(E\odot Q)")
    rng = np.random.default_rng(0)
    C, S, K, q2, p = rng.random((5, 3)), rng.random((5, 3)), np.eye(5), rng.random(5), rng.random(3)
    Q, step = np.outer(q2, q2), 1e-6

    def loss(C):
        return np.sum(Q * (C * p @ C.T + S * p @ S.T - K) ** 2)

    slope = 4 * ((C * p @ C.T + S * p @ S.T - K) * Q) @ C * p
    for i, j in ((0, 0), (3, 2)):
        move = np.zeros_like(C)
        move[i, j] = step
        assert slope[i, j] == pytest.approx((loss(C + move) - loss(C - move)) / 2 / step, rel=1e-6)
