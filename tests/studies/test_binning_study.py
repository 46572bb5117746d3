"""Random grids: bins by naive search, the share of meetings against the transformer, the kernel and its spread."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.features import RandomBinningFeatures
from rffviz.kernels import Laplacian
from rffviz.studies.binning import binned_pair


@pytest.fixture(scope="module")
def found():
    return binned_pair(0.8, 0.5, [1, 4, 200], random_state=2)


def test_each_point_lies_in_its_bin_and_the_bins_edges_are_lines_of_the_grid(found):
    for corners, pitch, shift in zip(found.corners, found.pitches, found.shifts, strict=True):
        for point, corner in zip(found.pair, corners, strict=True):
            assert (corner <= point + 1e-12).all() and (point < corner + pitch + 1e-12).all()
            steps = (corner - shift) / pitch
            assert steps == pytest.approx(np.round(steps), abs=1e-9)


def test_a_meeting_is_that_no_line_stands_between(found):
    x, y = found.pair
    for grid in range(200):
        between = [
            ((low < lines) & (lines <= high)).any()
            for lines, low, high in zip(found.lines(grid), np.minimum(x, y), np.maximum(x, y), strict=True)
        ]
        assert found.met[grid] == (not any(between))


def test_the_share_is_the_transformers_inner_product(found):
    for n_grids in (1, 4, 200):
        Z = RandomBinningFeatures(Laplacian(0.8), n_grids, 2).fit_transform(found.pair)
        assert found.share[n_grids - 1] == pytest.approx((Z @ Z.T)[0, 1], abs=1e-5)
    assert replace(found, shown=5).start == 1


@pytest.mark.release
def test_over_seeds_the_share_has_mean_k_and_variance_k_times_one_minus_k():
    runs = [binned_pair(1.3, 0.9, [40], seed) for seed in range(400)]
    k = math.exp(-(0.9 * 0.8 + 0.9 * 0.6) / 1.3)
    assert runs[0].exact == pytest.approx(k) and 0.2 < k < 0.6
    shares = np.array([run.share[-1] for run in runs])
    assert abs(shares.mean() - k) < 4 * math.sqrt(k * (1 - k) / 40 / 400)
    assert shares.var() / (k * (1 - k) / 40) == pytest.approx(1, abs=4 * math.sqrt(2.2 / 400))
    assert runs[0].sigma == pytest.approx(math.sqrt(k * (1 - k)))


def test_equal_points_always_meet():
    found = binned_pair(1.0, 0.0, [50])
    assert found.met.all() and found.exact == 1 and found.sigma == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"length_scale": 0}, "length_scale must be a finite number above 0"),
        ({"distance": -1}, "distance must be"),
        ({"n_grids": [3, 2]}, "n_grids must be increasing"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        binned_pair(**({"length_scale": 1.0, "distance": 1.0, "n_grids": [4]} | change))
