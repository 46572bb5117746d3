"""The formulas under the view are whole, and their numbers are what they give."""

import numpy as np
import pytest

from tests.views.mathematics import Mathematics, line

MATHEMATICS = Mathematics(__file__, [line])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_prior_of_the_line_is_its_likelihoods():
    found = MATHEMATICS.record()
    x, y = found.x_train[:, 0], found.y_train - found.y_train.mean()
    K = np.exp(-(np.subtract.outer(x, x) ** 2) / 2)
    s2 = y @ np.linalg.solve(K + 40 * 1e-3 * np.eye(40), y) / 40
    assert MATHEMATICS.printed(r"(y-\bar y)=") == pytest.approx(s2, rel=1e-3)
