"""Weight maps over several λ: each that of the library, in the order that was asked for."""

import numpy as np
import pytest

from rffviz.adaptive import choose_landmarks, spectral_weight_map
from rffviz.datasets import Points, load
from rffviz.kernels import Gaussian
from rffviz.studies.weights import weight_maps

DATA = load("tilted", n_points=80)


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0.1, 0.01, 1.0), (0.02, 0.01, 0.1, 1.0)])
def test_they_come_in_order_and_all_are_the_librarys(order):
    points = Points(DATA.X, "tilted", 80)
    steps = list(weight_maps.steps(points, Gaussian(2.0), 30, "kmeans", (*order, order[-1]), n_grid=9, random_state=3))
    assert [(step.done, step.total) for step in steps] == [(n, len(order)) for n in range(1, len(order) + 1)]
    assert [step.record.ridges for step in steps] == [tuple(sorted(order[:n])) for n in range(1, len(order) + 1)]
    assert all(step.record.shown == order[0] for step in steps)
    landmarks = choose_landmarks(DATA.X, 30, "kmeans", 3)
    for ridge, found in zip(steps[-1].record.ridges, steps[-1].record.maps, strict=True):
        alone = spectral_weight_map(DATA.X, Gaussian(2.0), landmarks, n_grid=9, ridge=ridge)
        np.testing.assert_array_equal(found.weights, alone.weights)
    assert (steps[-1].record.about.data, steps[-1].record.about.seeds) == ("tilted", (3,))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "corner"}, "kind must be one of sample, kmeans, nearest, got 'corner'"),
        ({"n_landmarks": 81}, "n_landmarks must be a whole number from 2 to 80, got 81"),
        ({"ridges": [-1.0]}, "ridge must be a finite number of at least 0, got -1.0"),
    ],
)
def test_refusals(change, message):
    with pytest.raises(ValueError, match=message):
        next(weight_maps.steps(**({"X": DATA.X, "kernel": Gaussian(), "n_landmarks": 9, "n_grid": 9} | change)))
