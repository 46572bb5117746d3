"""`assert_scheme`: what it passes, what it raises, and the places where samplers live."""

import numpy as np
import pytest
from sklearn.kernel_approximation import RBFSampler

from rffviz.diagnose import diagnose
from rffviz.kernels import Gaussian
from rffviz.testing import assert_scheme


def right(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale


def without_its_scale(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d))


def of_scikit_learn(kernel, d, n_freqs, rng):
    sampler = RBFSampler(gamma=1 / (2 * kernel.length_scale**2), n_components=n_freqs, random_state=rng.integers(2**31))
    return sampler.fit(np.zeros((1, d))).random_weights_.T


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [right, of_scikit_learn, "orthogonal"])
def test_a_right_scheme_passes_and_its_report_is_returned(scheme):
    report = assert_scheme(scheme, d=3, n_freqs=32, seeds=20)
    assert report.ok and len(report.seeds) == 20


@pytest.mark.slow
def test_a_wrong_one_fails_with_the_gravest_sentence_its_seeds_and_its_sizes():
    with pytest.raises(
        AssertionError, match=r"ℓ.*Gaussian\(length_scale=1.5\), d = 4, n = 32, seeds 7–26 \(20\), .* s\)$"
    ):
        assert_scheme(without_its_scale, d=4, n_freqs=32, seeds=20, random_state=7)
    with pytest.raises(AssertionError, match=r"at ℓ = 1\.7"):
        assert_scheme(without_its_scale, Gaussian(1.0), d=4, n_freqs=32, seeds=20)


@pytest.mark.slow
def test_a_known_error_may_be_allowed_by_name():
    wrong = [each.diagnostic for each in diagnose(without_its_scale, Gaussian(1.5), 4, 32, 20).verdicts if each.accuses]
    assert not assert_scheme(without_its_scale, d=4, n_freqs=32, seeds=20, allow=wrong).ok
    with pytest.raises(ValueError, match=r"^allow must be one of .* got 'Bias'"):
        assert_scheme(right, allow=["Bias"])
