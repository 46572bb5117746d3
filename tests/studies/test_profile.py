"""k̂ along a line: against the naive sum, the kernel it settles on, and the variance formula."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.kernels import Cauchy, Gaussian, Laplacian
from rffviz.samplers import draw
from rffviz.studies.profile import kernel_profile


def test_estimate_is_the_sum_of_cosines_along_a_unit_vector():
    kernel = Gaussian(1.7)
    profile = kernel_profile(kernel, [3, 50], d=4, random_state=5, n_points=7)
    W = draw("monte_carlo", kernel, 4, 50, np.random.default_rng(5)).W
    direction = np.random.default_rng([5, 1]).standard_normal(4)
    direction = direction / math.sqrt(sum(u * u for u in direction))
    for g, m in enumerate((3, 50)):
        for t, value in zip(profile.distance, profile.approximate[g], strict=True):
            naive = sum(math.cos(sum(w * t * u for w, u in zip(row, direction, strict=True))) for row in W[:m]) / m
            assert value == pytest.approx(naive, abs=1e-12)


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplacian(0.7), Cauchy(1.3)], ids=lambda k: k.name)
def test_error_over_seeds_has_the_formulas_spread(kernel):
    profiles = [kernel_profile(kernel, [40], d=2, random_state=seed, n_points=9) for seed in range(400)]
    # the direction turns with the seed, so each error is compared with its own sigma
    scores = np.array([(p.approximate[0] - p.exact)[1:] / p.sigma[0][1:] for p in profiles])
    assert np.abs(scores.mean(axis=0)).max() < 4 / math.sqrt(400)
    # the variance of a sample variance of nearly normal scores is 2/n
    assert np.abs(scores.var(axis=0) - 1).max() < 4 * math.sqrt(2.5 / 400)


def test_all_estimates_are_one_at_zero_and_reach_is_in_length_scales():
    profile = kernel_profile(Gaussian(3.0), [1, 10], reach=4.0)
    assert np.allclose(profile.approximate[:, 0], 1) and profile.exact[0] == 1
    assert profile.distance[-1] == pytest.approx(12.0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_freqs": [0]}, "n_freqs"),
        ({"sampler": "nonsense"}, "sampler must be one of"),
        ({"d": 0}, "d must be"),
        ({"random_state": -1}, "random_state"),
        ({"sampler": "orthogonal", "kernel": Laplacian()}, "orthogonal"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        kernel_profile(**({"kernel": Gaussian(), "n_freqs": [4]} | change))


@pytest.mark.parametrize(("asked", "start"), [(1, 0), (8, 1), (20, 1), (24, 2), (10**6, 2)])
def test_it_is_read_at_the_nearest_number_by_ratio(asked, start):
    profile = kernel_profile(Gaussian(), [2, 8, 64])
    assert profile.start == 2 and replace(profile, shown=asked).start == start


def test_largest_gap_and_share_inside_are_read_off_the_curves():
    profile = kernel_profile(Gaussian(), [4, 64], random_state=3)
    for g in range(2):
        gaps = [abs(a - k) for a, k in zip(profile.approximate[g], profile.exact, strict=True)]
        assert profile.largest[g] == max(gaps)
        inside = sum(gap <= 2 * s + 1e-12 for gap, s in zip(gaps, profile.sigma[g], strict=True)) / len(gaps)
        assert profile.inside[g] == pytest.approx(inside)


def test_waves_are_the_cosines_whose_average_is_the_estimate():
    profile = kernel_profile(Cauchy(1.3), [1, 5, 100], d=1, random_state=2, n_points=31)
    assert np.array_equal(profile.wave_distance, profile.distance[::4])
    for g, m in enumerate((1, 5, 100)):
        assert profile.omega[g].shape == (m,) and profile.waves[g].shape == (min(m, 60), 8)
        assert np.array_equal(profile.omega[g], profile.omega[2][:m])
        for j, wave in enumerate(profile.waves[g]):
            naive = [math.cos(profile.omega[g][j] * t) for t in profile.wave_distance]
            assert wave == pytest.approx(naive, abs=1e-12)
        newest = [math.cos(profile.omega[g][-1] * t) for t in profile.wave_distance]
        assert profile.newest[g] == pytest.approx(newest, abs=1e-12)
    assert profile.waves[1].mean(axis=0) == pytest.approx(profile.approximate[1][::4], abs=1e-12)


@pytest.mark.parametrize("d", [1, 3])
def test_density_is_that_of_the_frequencies_shown(d):
    """The cosine transform of the density along the line is the kernel along it."""
    profile = kernel_profile(Gaussian(0.7), [4], d=d, n_points=9)
    step = profile.along[1] - profile.along[0]
    assert profile.along[0] == pytest.approx(-profile.window + step / 2) and profile.window == pytest.approx(5 / 0.7)
    for t, k in zip(profile.distance, profile.exact, strict=True):
        assert step * np.sum(profile.density * np.cos(profile.along * t)) == pytest.approx(k, abs=1e-5)


def test_no_density_is_given_where_it_would_be_another():
    """Along an oblique line the frequencies of a product kernel are not Cauchy with the kernel's scale."""
    profile = kernel_profile(Laplacian(), [4, 8], d=2)
    assert profile.density.size == profile.along.size == 0
    assert all(np.isfinite(heights).all() for heights in profile.stacked)


def test_dots_stand_one_above_the_other_in_columns():
    profile = kernel_profile(Laplacian(), [3, 50, 4000], random_state=1)
    width = 2 * profile.window / 61
    for omega, heights in zip(profile.omega, profile.stacked, strict=True):
        columns = {}
        for w, height in zip(omega, heights, strict=True):
            columns.setdefault(math.floor((w + profile.window) / width), []).append(height)
        step = 2 * min(heights)
        for column in columns.values():
            assert column == pytest.approx([(i + 0.5) * step for i in range(len(column))])
    assert step == pytest.approx(1 / (4000 * width))  # a histogram
    assert profile.beyond.tolist() == [sum(abs(w) > 5 for w in omega) for omega in profile.omega]
