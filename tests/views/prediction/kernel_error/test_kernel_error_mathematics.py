"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest

from rffviz.papers import Cell, Measured, Record
from rffviz.papers.survey_record import survey_record
from rffviz.samplers import SAMPLERS, draw
from rffviz.studies.kernel_error import kernel_error
from tests.views.mathematics import WIDE, Mathematics, splits


def surveyed(kernel):
    """A survey of a few schemes, one better than the other at every size."""
    records = {}
    for ratio in (2, 8):
        for k, name in enumerate(SAMPLERS):
            place = Cell("survey", "diabetes", name, ratio, kernel=kernel)
            settings = {"n_train": 300, "n_test": 100, "d": 3, "ratio": ratio, "verdict": "fine", "found": "Right"}
            details = {"ridge": 0.1 + k % 3 / ratio, "features": 0.1}
            found = Measured((k + 1) / ratio, 0.1, settings | {"exact_ridge": 0.1}, details)
            records[place] = Record(place).plus(0, found)
    return survey_record(records).seen("diabetes", kernel)


MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: kernel_error(splits()[0], WIDE, n_freqs=(4, 16), n_seeds=2, shown=16),
        lambda: kernel_error(splits("binary")[0], WIDE, ("halton",), (4, 16), 0.5, 2, shown=4),
        lambda: surveyed("gaussian"),
        lambda: surveyed("arc_cosine_1"),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_bound_and_the_degrees_of_freedom_are_those_of_the_matrices():
    found = MATHEMATICS.record()
    split, n = splits()[0], 30
    K = WIDE(split.X_train)
    hat = K @ np.linalg.inv(K + n * found.ridge * np.eye(n))
    assert MATHEMATICS.printed(r"d_\lambda=30") == pytest.approx(np.trace(hat), rel=1e-3)
    W = draw("monte_carlo", WIDE, 2, 16, np.random.default_rng(0)).W
    Z, Z_test = (np.hstack([np.cos(A @ W.T), np.sin(A @ W.T)]) / 4 for A in (split.X_train, split.X_test))
    error = np.linalg.norm(Z @ Z.T - K, 2)
    row = np.linalg.norm(Z_test @ Z.T - WIDE(split.X_test, split.X_train), axis=1).max()
    bound = error / (n * found.ridge**2) + row / (found.ridge * math.sqrt(n))
    assert MATHEMATICS.printed(r"0.001^2}") == pytest.approx(bound, rel=1e-3)
