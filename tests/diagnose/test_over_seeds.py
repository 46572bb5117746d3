"""The test over seeds: as many right statistics are accused as it says, of many and of few draws, skewed or not."""

import numpy as np
import pytest
from scipy import stats

from rffviz.diagnose import over_seeds
from rffviz.diagnose.over_seeds import Sums, calmed


def accused(draw, n_draws, n_tests, level, repeats=1500):
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(repeats):
        sums = Sums()
        for row in draw(rng, (n_draws, n_tests)):
            sums.add(row)
        found += over_seeds.tested(sums, level).p_value < level
    return found, stats.binom.isf(1e-4, repeats, level)


@pytest.mark.release
@pytest.mark.parametrize(
    ("n_draws", "n_tests"), [(20, 2), *(pytest.param(n, 128, marks=pytest.mark.release) for n in (20, 60))]
)
def test_normal_statistics_are_accused_as_often_as_said(n_draws, n_tests):
    found, most = accused(lambda rng, shape: rng.standard_normal(shape), n_draws, n_tests, 0.01)
    assert found <= most


@pytest.mark.release
def test_skewed_statistics_are_hardly_accused_more_often():
    """Means of 16 exponentials: skewness ½. Without the correction the short side's t is too large."""
    found, most = accused(lambda rng, shape: rng.gamma(16, 1 / 16, shape) - 1, 20, 32, 0.01)
    assert found <= 2 * most


@pytest.mark.parametrize("skew", [-2.0, -0.3, 0.0, 0.3, 2.0])
def test_skewness_brings_t_nearer_to_0_by_half_at_most(skew):
    t = np.linspace(-9, 9, 37)
    found = calmed(t, skew, 20)
    assert np.all(np.abs(found) <= np.abs(t)) and np.all(np.abs(found) >= 0.5 * np.abs(t) - 1e-12)
    assert np.all(found * t >= 0)
    johnson = t + skew * (1 + 2 * t**2) / (6 * np.sqrt(20))
    near = (np.abs(johnson) <= np.abs(t)) & (np.abs(johnson) >= 0.5 * np.abs(t)) & (johnson * t > 0)
    np.testing.assert_allclose(found[near], johnson[near])


def test_one_wrong_statistic_of_many_is_found_at_its_place():
    rng, sums = np.random.default_rng(1), Sums()
    for row in rng.standard_normal((40, 6, 5)):
        row[4, 2] += 2
        sums.add(row)
    found = over_seeds.tested(sums, 0.001)
    assert found.at == (4, 2) and found.p_value < 0.001 and found.n_tests == 30
    assert found.mean == pytest.approx(2, abs=0.7)
