"""What theorems on the whole kernel matrix promise about measured curves."""

import numpy as np
import pytest

from rffviz.kernels import Gaussian
from rffviz.measure import METRICS, error_curve, matrix_guarantees
from rffviz.theory import kernel_matrix, matrix_epsilon_at, matrix_frequencies_needed

X = np.random.default_rng(0).standard_normal((40, 3))
KERNEL = Gaussian(1.7)


@pytest.mark.slow
@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_theorem_of_each_error_is_above_what_is_measured(metric, map):
    curve = error_curve(X, KERNEL, "monte_carlo", (20, 200, 2000), range(20), metric, map)
    guarantees, silent = matrix_guarantees(curve, X, 200, 0.3, 0.9)
    assert silent == () and tuple(each.name for each in guarantees) == METRICS[metric].theorems
    assert bool(guarantees) == (metric not in ("sup", "pair"))
    for each in guarantees:
        K = kernel_matrix(KERNEL, X)
        assert each.at == matrix_epsilon_at(each.name, 200, K, metric, 0.9, map=map).value
        assert each.needed == matrix_frequencies_needed(each.name, 0.3, K, metric, 0.9, map=map)
        assert each.curve.n_freqs[0] == 20 and each.curve.n_freqs[-1] >= max(2000, each.needed)
        guaranteed = np.interp(np.log(curve.n_freqs), np.log(each.curve.n_freqs), each.curve.values)
        assert (curve.quantile(0.9) < guaranteed).all()


@pytest.mark.slow
def test_it_says_why_it_is_silent():
    curve = error_curve(X, KERNEL, "monte_carlo", (20,), (0,), "spectral_approximation")
    far = np.arange(1500.0)[:, None] * 100
    guarantees, silent = matrix_guarantees(curve, far, 20, 0.3)
    assert guarantees == () and str(silent[0]).startswith("No bound from Avron et al.: nλ is larger")
    guarantees, silent = matrix_guarantees(curve, np.zeros((5001, 1)), 20, 0.3)
    assert guarantees == () and "for up to 5,000 points, and these are 5,001" in str(silent[0])
    with pytest.raises(ValueError, match="epsilon must be"):
        matrix_guarantees(curve, X, 20, 0)
