"""Features of two points: naive sums, the kernel they settle on, and the spread that theory gives them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.kernels import Cauchy, Gaussian, Laplacian
from rffviz.samplers import draw
from rffviz.studies.two_points import a_pair, two_points


def test_the_pair_is_so_far_apart_along_no_axis():
    x, y = a_pair(1.7)
    assert math.dist(x, y) == pytest.approx(1.7) and min(abs(x - y)) > 1
    assert np.array_equal(*a_pair(0))


def test_paired_features_are_cosine_and_sine_and_their_inner_product_is_a_mean_of_cosines():
    kernel = Gaussian(1.2)
    found = two_points(kernel, 0.9, [1, 5, 30], random_state=7)
    (x, y), W = found.pair, draw("monte_carlo", kernel, 2, 30, np.random.default_rng(7)).W
    assert found.exact == pytest.approx(math.exp(-(0.9**2) / (2 * 1.2**2)))
    for j, w in enumerate(W):
        angle = w[0] * x[0] + w[1] * x[1]
        assert found.features[0, j] == pytest.approx([math.cos(angle), math.sin(angle)], abs=1e-12)
    for m in (1, 5, 30):
        naive = sum(math.cos(w @ (x - y)) for w in W[:m]) / m
        assert found.inner[m - 1] == pytest.approx(naive, abs=1e-12)
    assert np.allclose(found.squared_length, 1)
    assert np.allclose(found.products.sum(axis=1), np.cos(W @ (x - y)))


def test_offset_features_are_one_cosine_each_with_its_phase():
    found = two_points(Laplacian(), 1.4, [12], "offset", random_state=2)
    assert found.features.shape == (2, 12, 1) and found.phases.shape == (12,)
    for point, features in zip(found.pair, found.features, strict=True):
        naive = [math.sqrt(2) * math.cos(w @ point + b) for w, b in zip(found.W, found.phases, strict=True)]
        assert features[:, 0] == pytest.approx(naive, abs=1e-9)
    naive = sum(math.prod(found.features[:, j, 0]) for j in range(12)) / 12
    assert found.inner[-1] == pytest.approx(naive)


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(0.9), Laplacian(1.5), Cauchy(1.1)], ids=lambda k: k.name)
@pytest.mark.parametrize("map_name", ["paired", "offset"])
def test_over_seeds_the_inner_product_has_mean_k_and_the_formulas_spread(kernel, map_name):
    runs = [two_points(kernel, 1.1, [20], map_name, random_state=seed) for seed in range(600)]
    assert 0.2 < runs[0].exact < 0.8
    scores = np.array([(run.inner[-1] - run.exact) / (run.sigma / math.sqrt(20)) for run in runs])
    assert abs(scores.mean()) < 4 / math.sqrt(600)
    assert abs(scores.var() - 1) < 4 * math.sqrt(2.5 / 600)  # the variance of a sample variance of nearly normal scores


def test_more_frequencies_extend_fewer_and_the_nearest_size_is_shown_first():
    few, many = two_points(Gaussian(), 1, [8], "offset"), two_points(Gaussian(), 1, [8, 64], "offset")
    assert np.array_equal(many.W[:8], few.W) and np.allclose(many.inner[:8], few.inner)
    assert many.start == 1 and replace(many, shown=10).start == 0


def test_equal_points_have_inner_product_one_with_paired_features():
    found = two_points(Gaussian(), 0, [16])
    assert np.allclose(found.inner, 1) and found.exact == 1 and found.sigma == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"distance": -1}, "distance must be a finite number of at least 0, got -1"),
        ({"n_freqs": [0]}, "n_freqs"),
        ({"map": "positive"}, "map must be one of paired, offset, got 'positive'"),
        ({"kernel": None}, "kernel must be"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        two_points(**({"kernel": Gaussian(), "distance": 1.0, "n_freqs": [4]} | change))
