"""Figure 1's number: against a naive sum over the grid, its exact limits, and what is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.adaptive import spectral_weight_map
from rffviz.adaptive.landmarks import choose_landmarks
from rffviz.datasets import load
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.papers import TABLES, Cell
from rffviz.papers.figure1 import figure1_measure, stretch_across

CELL = Cell("figure1", "stripe", "λ=0.1", 9)


def test_it_is_a_naive_sum_over_the_grid():
    found = figure1_measure(CELL, 3)
    X = load("stripe", random_state=3).X
    learned = spectral_weight_map(X, Gaussian(math.sqrt(0.3)), choose_landmarks(X, 200, "sample", 3), 9, 0.1)
    long = np.linalg.svd(X - X.mean(axis=0))[2][0]
    along = across = 0.0
    for row, second in enumerate(learned.axis):
        for column, first in enumerate(learned.axis):
            bright = learned.weights[row, column] ** 2
            along += bright * (first * long[0] + second * long[1]) ** 2
            across += bright * (second * long[0] - first * long[1]) ** 2
    assert found.value == pytest.approx(math.sqrt(across / along), rel=1e-9)


def test_exact_limits():
    axis = np.linspace(-2, 2, 5)
    one_row = np.zeros((5, 5))
    one_row[2] = 1
    assert stretch_across(axis, one_row, math.pi / 2) > 1e15
    assert stretch_across(axis, one_row, 0.0) == 0
    first, second = np.meshgrid(axis, axis)
    wide = np.exp(-(first**2) - second**2 / 4)
    turned = stretch_across(axis, wide, 0.4), stretch_across(axis, wide, 0.4 + math.pi / 2)
    assert turned[0] * turned[1] == pytest.approx(1) and turned[0] > 1
    assert stretch_across(axis, np.exp(-(first**2) - second**2), 1.1) == pytest.approx(1)


@pytest.mark.release
def test_weights_stretch_across_a_stripe_the_more_the_larger_the_penalty():
    cells = [cell for cell in TABLES["figure1"].cells if cell.dataset == "stripe"]
    near_zero, some, more = (np.mean([figure1_measure(cell, seed).value for seed in (0, 1)]) for cell in cells)
    assert near_zero == pytest.approx(1, abs=0.03) and 1.03 < some < more


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"dataset": "wine"}, "dataset must be one of stripe, tilted, moons, blobs, got 'wine'"),
        ({"method": "λ=2"}, "method must be one of λ=1e-05, λ=0.01, λ=0.1, got 'λ=2'"),
        ({"size": 1}, "size must be a whole number of at least 2, got 1"),
    ],
)
def test_what_is_refused(changed, said):
    with pytest.raises(Refusal, match=said):
        figure1_measure(replace(CELL, **changed), 0)
