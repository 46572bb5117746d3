"""Moments per coordinate: means, second moments, scale, and correlations between coordinates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM, Diagnosed, checked, merged, of_sample
from rffviz.diagnose.uniforms import marginal_uniforms
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

_EQUAL = 1e-9
_MOST_LISTED = 20


@dataclass(frozen=True, eq=False)
class Moments(Diagnosed):
    """Moments of the coordinates, with tests that hold for heavy tails too.

    Attributes
    ----------
    mean : ndarray of shape (d,)
        Σ p_j ω_ji. Expected near 0, but never an error, since cos(ω·δ) is even in ω.
    second : ndarray of shape (d,)
        Σ p_j ω_ji².
    target : float
        σ_p²/d, near which each second moment should be; infinite if the distribution has no second moment.
    spread : ndarray of shape (d,)
        Σ p_j P(|ω| ≤ |ω_ji|), the mean probability transform of |ω_ji|: ½ under the correct distribution, more if
        coordinates are too large. It exists for every kernel.
    spread_z : ndarray of shape (d,)
        (spread − ½) over its standard error.
    spread_threshold : float
        Exceeded by |z| at some coordinate with probability `ALARM` for independent draws.
    correlation : ndarray of shape (d, d)
        Σ p v_i v_l /√(Σ p v_i² Σ p v_l²), v = 2F(ω) − 1: a rank-like correlation, invariant under the sign of a row.
    correlation_z : ndarray of shape (d, d)
        The correlations over their standard errors; 0 on the diagonal.
    pair : tuple of int or None
        The two coordinates with the largest |correlation_z|; None for d = 1.
    largest : float
        Their correlation; 0 for d = 1.
    correlation_threshold : float
        Exceeded by |z| at some pair of coordinates with probability `ALARM` for independent draws.
    expected_largest : float
        Approximate largest |correlation| over all pairs for independent draws.
    repeated : tuple of (int, int)
        The first 20 pairs of coordinates with the same values, up to sign or a shift modulo 1.
    n_repeated : int
        The number of such pairs.
    n_copies : int
        The number of coordinates that repeat an earlier one.
    """

    mean: np.ndarray
    second: np.ndarray
    target: float
    spread: np.ndarray
    spread_z: np.ndarray
    spread_threshold: float
    correlation: np.ndarray
    correlation_z: np.ndarray
    pair: tuple[int, int] | None
    largest: float
    correlation_threshold: float
    expected_largest: float
    repeated: tuple[tuple[int, int], ...]
    n_repeated: int
    n_copies: int

    @property
    def correlated(self) -> bool:
        """Whether two coordinates are significantly correlated."""
        return self.pair is not None and bool(abs(self.correlation_z[self.pair]) > self.correlation_threshold)

    @property
    def worst(self) -> int:
        """The coordinate with the largest |spread_z|, counted from 0."""
        return int(np.argmax(np.abs(self.spread_z)))

    @property
    def scale_off(self) -> bool:
        """Whether its scale is significantly wrong."""
        return bool(abs(self.spread_z[self.worst]) > self.spread_threshold)


def moments(fs: FrequencySample, kernel: Kernel) -> Moments:
    """Moments of a sample's coordinates, their scale and their correlations.

    Notes
    -----
    Both tests work on the probabilities u = F(ω), which are bounded. |2u − 1| − ½ and v_i v_l are symmetric about 0
    under the correct distribution, also for kernels whose coordinates share a mixing variable, so that Σ p x/√(Σ p² x²)
    has tails no heavier than the normal ones for independent rows, whatever their weights (Efron 1969). Thresholds are
    Bonferroni's over d coordinates and d(d−1)/2 pairs.
    """
    checked(fs, kernel)
    once = merged(fs)
    d, p = fs.W.shape[1], once.weights
    V = 2 * marginal_uniforms(once.W, kernel) - 1
    scores = np.abs(V) - 0.5
    spread = p @ scores
    squares = np.square(V)
    power = np.maximum(p @ squares, 1e-300)
    product = (V * p[:, None]).T @ V
    error = np.sqrt((squares * np.square(p)[:, None]).T @ squares)
    z = np.divide(product, error, out=np.zeros((d, d)), where=error > 0)
    np.fill_diagonal(z, 0.0)
    root = np.sqrt(power)  # products of roots do not underflow
    scale = np.outer(root, root)
    correlation = np.clip(product / scale, -1, 1)
    n_pairs = d * (d - 1) // 2
    pair = None
    if d > 1:
        i, j = divmod(int(np.argmax(np.abs(z))), d)
        pair = (min(i, j), max(i, j))
    repeated = _repeated(V, correlation)
    usual = float(np.median((error / scale)[np.triu_indices(d, 1)])) if n_pairs else 0.0
    normal = stats.norm
    return Moments(
        mean=p @ once.W,
        second=p @ np.square(once.W),
        target=kernel.second_moment(d) / d,
        spread=spread + 0.5,
        spread_z=spread / np.maximum(np.sqrt(np.square(p) @ np.square(scores)), 1e-300),
        spread_threshold=float(normal.isf(ALARM / (2 * d))),
        correlation=correlation,
        correlation_z=z,
        pair=pair,
        largest=float(correlation[pair]) if pair else 0.0,
        correlation_threshold=float(normal.isf(ALARM / (2 * max(n_pairs, 1)))),
        expected_largest=float(normal.isf(1 / (2 * n_pairs + 2))) * usual,
        repeated=tuple(map(tuple, repeated[:_MOST_LISTED].tolist())),
        n_repeated=len(repeated),
        n_copies=len(np.unique(repeated[:, 1])),
        **of_sample(fs, kernel),
    )


def _repeated(V: np.ndarray, correlation: np.ndarray) -> np.ndarray:
    """Pairs of coordinates with u_i ± u_l the same in every row, modulo 1: equal, mirrored or shifted, as the
    coordinates of a shifted lattice with one generator are."""
    if len(V) < 3:
        return np.empty((0, 2), dtype=int)
    turn = np.exp(1j * np.pi * V)  # 2πu, turned by half a circle
    same, mirrored = np.abs(turn.conj().T @ turn), np.abs(turn.T @ turn)
    exact = (np.maximum(same, mirrored) >= (1 - _EQUAL) * len(V)) | (np.abs(correlation) >= 1 - _EQUAL)
    return np.argwhere(np.triu(exact, 1))
