"""Verdicts on phases: those that bias the offset map, those that look odd and do not, and the words for each."""

import numpy as np
import pytest
from scipy import stats

from rffviz.diagnose import diagnose
from rffviz.features import offset_map
from rffviz.kernels import Gaussian
from rffviz.samplers import FrequencySample
from rffviz.samplers.own import own_scheme

pytestmark = pytest.mark.slow


def scheme(phases):
    def drawn(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng)
        return W, None, phases(W, rng)

    return drawn


def said(phases, d=2, m=256, seeds=20):
    return diagnose(scheme(phases), Gaussian(), d, m, seeds, rate=False)["phases"]


def two_together(W, rng):
    """Half a turn, as two coordinates together tell: uniform, independent of either, and not of both."""
    return np.pi * (stats.norm.cdf(W[:, :2]).sum(axis=1) % 1)


def test_phases_that_depend_on_two_coordinates_together_bias_the_offset_map_and_are_found():
    rng, x, y = np.random.default_rng(0), np.array([[-1.1, -1.1]]), np.array([[-0.9, -0.9]])
    W = rng.standard_normal((200_000, 2))
    weights = np.full(len(W), 1 / len(W))
    Z = [offset_map(each, W, two_together(W, rng), weights, np.float64) for each in (x, y)]
    error = Z[0][0] @ Z[1][0] - Gaussian().of_difference(x - y)[0]
    assert abs(error) > 10 / np.sqrt(len(W))  # 2 cos cos has a variance below 2
    found = said(two_together)
    assert (found.status, found.code) == ("fault", "phases_bias")


@pytest.mark.parametrize("copies", [4, 8])
def test_phases_shared_by_a_few_rows_are_right_and_costly(copies):
    found = said(lambda W, rng: np.repeat(rng.uniform(0, 2 * np.pi, len(W) // copies), copies))
    assert (found.status, found.code) == ("costly", "phases_shared")
    assert dict(found.remarks[0].values)["ratio"] == pytest.approx(copies, rel=4 / np.sqrt(20))


@pytest.mark.release
@pytest.mark.parametrize("d", [1, 2, 10])
def test_half_a_turn_is_right_and_is_called_what_it_is(d):
    """uniform on [0, π) plus π times a fair bit is uniform on [0, 2π), and the bit turns a feature's sign."""
    found = said(lambda W, rng: rng.uniform(0, np.pi, len(W)), d)
    assert found.status == "fine" and [each.code for each in found.remarks] == ["phases_fine", "phases_half"]


@pytest.mark.release
@pytest.mark.parametrize("d", [1, 2, 10])
def test_degrees_go_round_so_often_that_their_bias_is_beyond_any_seed(d):
    """The offset map is off by E cos(ω·(x + y) + 2b), at most |E e^{2ib}| = |e^{720i} − 1|/720 for b up to 360."""
    found = said(lambda W, rng: rng.uniform(0, 360, len(W)), d)
    assert found.status == "fine" and abs(np.exp(720j) - 1) / 720 < dict(found.remarks[0].values)["detectable"]


@pytest.mark.release
@pytest.mark.parametrize("factor", [1.0, np.pi / 180, 0.5])
def test_only_phases_that_are_uniform_modulo_pi_do(factor):
    """Radians taken for degrees, and half of what was meant."""
    found = said(lambda W, rng: factor * rng.uniform(0, 2 * np.pi, len(W)))
    assert found.status == ("fault" if factor < 0.1 else "fine")


@pytest.mark.release
def test_right_phases_are_accused_no_more_often_than_is_said():
    """Of 200 right schemes none: the four tests have a quarter of one diagnostic's level each."""
    accused = 0
    for at in range(200):
        m = (1, 4, 64)[at % 3]
        phases = (
            lambda W, rng: rng.uniform(0, 2 * np.pi, len(W)),
            lambda W, rng: rng.integers(4, size=len(W)) * np.pi / 2,
        )
        report = diagnose(scheme(phases[at % 2]), Gaussian(), 1 + at % 2, m, 20, 100 * at, rate=False)
        accused += report["phases"].status in ("fault", "costly")
    assert accused <= stats.binom(200, 0.001).isf(1e-3)


def test_one_set_of_phases_is_judged_by_itself():
    rng = np.random.default_rng(0)
    W, b = rng.standard_normal((256, 2)), rng.uniform(0, 2 * np.pi, 256)

    def fixed(phases):
        def drawn(kernel, d, n_freqs, rng):
            return FrequencySample(W, np.full(256, 1 / 256), unbiased=False, nested=False, phases=phases)

        return diagnose(own_scheme(drawn), Gaussian(), 2, 256, 20, rate=False)["phases"]

    assert fixed(b).code == "phases_even_once" and fixed(b / 8).code == "phases_uneven"
