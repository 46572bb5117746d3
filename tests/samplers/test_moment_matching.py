"""Moment matching: whitening by the inverse square root of the covariance, and by a pseudo-inverse below d."""

import numpy as np
import pytest
from scipy import linalg

from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.moment_matching import BY_PSEUDO_INVERSE


def test_it_is_the_draw_times_the_inverse_root_of_its_covariance():
    kernel, rng = Gaussian(1.7), np.random.default_rng(3)
    W = kernel.sample(40, 6, rng.spawn(2)[0])
    W -= W.mean(axis=0)
    expected = W @ linalg.inv(linalg.sqrtm(W.T @ W / 40)) / 1.7
    assert draw("moment_matching", kernel, 6, 40, np.random.default_rng(3)).W == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("n_freqs", "d"), [(5, 9), (9, 9), (10, 9), (12, 9)])
def test_by_a_pseudo_inverse_the_covariance_is_a_projection(n_freqs, d):
    W = draw(BY_PSEUDO_INVERSE, Gaussian(0.5), d, n_freqs, np.random.default_rng(0)).W
    values = linalg.eigvalsh(W.T @ W / n_freqs)
    rank = min(n_freqs - 1, d)
    assert values[d - rank :] == pytest.approx(np.full(rank, 4.0)) and np.abs(values[: d - rank]).max(initial=0) < 1e-12
    assert np.square(W).sum() == pytest.approx(4.0 * n_freqs * rank)
    assert BY_PSEUDO_INVERSE.name not in SAMPLERS
