"""Expected errors of a whole kernel matrix: the exact mean square, and an upper bound of the spectral norm."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rffviz.foundation.validation import Refusal, one_of
from rffviz.theory.arguments import frequency_count
from rffviz.theory.kernel_matrix import KernelMatrix
from rffviz.theory.variance import MAPS

EXPECTED = ("rmse", "relative_frobenius", "relative_spectral")


@dataclass(frozen=True)
class ExpectedError:
    """The mean of an error over draws, or a bound of it.

    Attributes
    ----------
    metric : str
        A key of `rffviz.measure.METRICS`.
    value : float
        An upper bound of the mean error.
    square_is_exact : bool
        Whether the mean squared error is exactly `value`²; otherwise `value` is only an upper bound.
    vacuous : bool
        Whether it is trivially true.
    reason : str
        Why it is vacuous, in one sentence; empty if it is not.
    """

    metric: str
    value: float
    square_is_exact: bool
    vacuous: bool
    reason: str


def expected_error(metric: str, n_freqs: int, K: KernelMatrix, map: str = "paired") -> ExpectedError:
    """Expected error of the whole kernel matrix for m Monte Carlo frequencies.

    ::

        rmse                E[RMSE²] = v̄/m exactly, hence E[RMSE] ≤ √(v̄/m)
        relative_frobenius  the same times n/‖K‖_F: E[‖K̂ − K‖_F²] = Σ_ij v_ij/m
        relative_spectral   E‖K̂ − K‖₂ ≤ √(2v log 2n) + L log(2n)/3, v = sn‖K‖₂/m, L = sn/m, over ‖K‖₂

    Parameters
    ----------
    metric : {"rmse", "relative_frobenius", "relative_spectral"}
        As `rffviz.measure.METRICS` measures it: over all ordered pairs, the diagonal included.
    n_freqs : int
        m, for either map.
    K : KernelMatrix
    map : {"paired", "offset"}
        v̄ is the map's mean variance (`KernelMatrix.mean_variance`); s is 1 paired, 2 offset.

    Returns
    -------
    ExpectedError
        Vacuous if no error of the map can be as large.

    Notes
    -----
    For independent frequencies from p with equal weights. Sources: Sutherland & Schneider 2015, Proposition 3 (the mean
    square; not verified against the paper); Tropp 2015, Theorem 6.1.1, with L = sn/m instead of 2n/m, because A_j and K
    have no negative eigenvalues.
    """
    one_of("metric", metric, EXPECTED)
    one_of("map", map, MAPS)
    m = frequency_count("n_freqs", n_freqs)
    if not isinstance(K, KernelMatrix):
        raise Refusal(f"K must be a KernelMatrix, as kernel_matrix makes it, got {type(K).__name__}.")
    s, n = (1 if map == "paired" else 2), K.n_points
    if metric == "relative_spectral":
        ratio, log_dims = s * n / (K.spectral_norm * m), math.log(2 * n)
        value = math.sqrt(2 * ratio * log_dims) + ratio * log_dims / 3
        largest = max(1.0, s * n / K.spectral_norm)
    else:
        unit = 1.0 if metric == "rmse" else n / K.frobenius_norm
        value = unit * math.sqrt(K.mean_variance(map) / m)
        largest = math.inf  # exact, so never above the possible maximum
    reason = f"No error of this kind can exceed {largest:.4g}." if value >= largest else ""
    return ExpectedError(metric, value, metric != "relative_spectral", bool(reason), reason)
