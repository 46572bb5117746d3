"""Sums over seeds: tests over many draws of a scheme, with each draw as one observation.

Rows of one draw may be arbitrarily dependent. The mean over the rows of a draw still has its expectation under the
spectral measure, and different seeds are independent, so Student's test over draws is valid for every unbiased scheme,
without exceptions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.lib.stride_tricks import as_strided
from scipy import special, stats

from rffviz.diagnose.uniforms import cube_points, marginal_uniforms, radius_probability
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

QUANTILES = np.concatenate([[0.005, 0.01], np.linspace(0.025, 0.975, 39), [0.99, 0.995]])
MOST_ROWS = 512  # rows for pairwise cosines, whose number grows quadratically
_KEPT = 20_000  # norms stored for naming what is wrong
_LEAST = 0.1  # smallest spread, relative to that of independent rows
_FEW = 5  # draws used to learn the directions to test
POWER = 1.28  # normal quantile for 90 % power, at which an effect counts as detectable


def calmed(t: np.ndarray, skew: np.ndarray, n: int) -> np.ndarray:
    """t + γ(1 + 2t²)/(6√n), Johnson's (1978) correction for skewness γ, applied only if it reduces |t|, by half at
    most.

    With few draws γ is poorly estimated: if it could increase t, the largest of many would be too large.
    """
    correction = skew * (1 + 2 * np.square(t)) / (6 * np.sqrt(n))
    return t - np.sign(t) * np.clip(-np.sign(t) * correction, 0, 0.5 * np.abs(t))


@dataclass(eq=False)
class Sums:
    """Σ T, Σ T² and Σ T³ over draws of a statistic with expectation 0, of any shape.

    Attributes
    ----------
    independent : float or ndarray
        Standard deviation of T for independent rows. A tenth of it is a lower limit of the spread: statistics that vary
        less depend on events too rare to be sampled, or on rounding of the CDF.
    """

    n: int = 0
    independent: np.ndarray | float = 0.0
    first: np.ndarray | float = 0.0
    second: np.ndarray | float = 0.0
    third: np.ndarray | float = 0.0

    def add(self, value: np.ndarray | float) -> None:
        """Add one draw's value."""
        square = np.square(value)
        self.n += 1
        self.first, self.second = self.first + value, self.second + square
        self.third = self.third + square * value

    @property
    def mean(self) -> np.ndarray:
        """Mean over the draws."""
        return np.asarray(self.first) / max(self.n, 1)

    @property
    def error(self) -> np.ndarray:
        """Standard error of the mean."""
        variance = np.maximum(np.asarray(self.second) / max(self.n, 1) - self.mean**2, 0.0)
        least = _LEAST * np.asarray(self.independent)
        return np.sqrt(np.maximum(variance, np.square(least)) / max(self.n - 1, 1))

    @property
    def spread(self) -> np.ndarray:
        """The variance over draws divided by that of independent rows; 1 if that is unknown."""
        variance = np.maximum(np.asarray(self.second) / max(self.n, 1) - self.mean**2, 0.0)
        independent = np.square(self.independent) + np.zeros_like(variance)
        ratio = variance / np.where(independent > 0, independent, 1.0) * self.n / max(self.n - 1, 1)
        return np.where(independent > 0, ratio, 1.0)

    @property
    def z(self) -> np.ndarray:
        """Student's t, corrected for skewness (`calmed`); 0 if constant at its expectation."""
        mean, error = self.mean, self.error
        floor = 1e-13 * (1 + np.abs(mean))
        t = mean / np.maximum(error, floor)
        t = np.where((np.abs(mean) <= floor) & (error <= floor), 0.0, t)
        spread = np.maximum(error * np.sqrt(max(self.n - 1, 1)), 1e-90)
        raw = np.asarray(self.third) / max(self.n, 1) - 3 * mean * (np.asarray(self.second) / max(self.n, 1))
        skew = np.clip((raw + 2 * mean**3) / spread**3, -5, 5)
        return calmed(t, skew, max(self.n, 1))


@dataclass(eq=False)
class Products:
    """Sums over draws of P = Σ p a_i a_l, M = Σ p a_i and T = Σ p, for a_i with expectation 0, and of their products.

    Attributes
    ----------
    scale : float
        1/E a²: of the products of right margins, 3 for v and 12 for |c| − ½.
    signed : bool
        Whether flipped signs of a row change a, as of v. They do not change k̂, so that means may be off.
    products, factors : Sums
        Of P, shape (d, d), and of M, shape (d,).
    """

    scale: float
    signed: bool = False
    products: Sums = field(default_factory=Sums)
    factors: Sums = field(default_factory=Sums)
    cross: np.ndarray | float = 0.0  # Σ P_il M_i
    factor_pairs: np.ndarray | float = 0.0  # Σ M_i M_l
    by_total: np.ndarray | float = 0.0  # Σ P T
    factor_by_total: np.ndarray | float = 0.0  # Σ M T
    total: float = 0.0  # Σ T
    total_squared: float = 0.0  # Σ T²

    def add(self, P: np.ndarray, M: np.ndarray, T: float) -> None:
        """Add one draw."""
        self.products.add(P)
        self.factors.add(M)
        self.cross = self.cross + P * M[:, None]
        self.factor_pairs = self.factor_pairs + np.outer(M, M)
        self.by_total, self.factor_by_total = self.by_total + P * T, self.factor_by_total + M * T
        self.total, self.total_squared = self.total + T, self.total_squared + T * T

    def correlations(self, level: float) -> Correlations:
        """The correlations, about the factors' means for pairs of which one mean or variance is significantly off.

        There the correlation is c/√(V_i V_l), with c = P/T − μ_i μ_l, μ = M/T over all draws, and the standard error is
        to first order that of P − μ_i M_l − μ_l M_i + μ_i μ_l T over draws. For `signed` factors it is the less
        significant of that and the same with μ = 0: the second is 0 for flipped signs, the first for a shift. Elsewhere
        it is P · scale.
        """
        products, n = self.products, self.products.n
        plain = Correlations(n, self.scale * products.mean, self.scale * products.error, products.z)
        if n < 3 or self.total <= 0:
            return plain
        limit = stats.t.isf(level / (4 * len(self.factors.mean)), n - 1)
        excess = np.diagonal(products.mean) - self.total / n / self.scale
        off = (np.abs(self.factors.z) > limit) | (np.abs(excess) > limit * np.diagonal(products.error))
        pair = off[:, None] | off
        if not pair.any():
            return plain
        T, mu = self.total / n, np.asarray(self.factors.first) / self.total
        across, both = mu[:, None], np.outer(mu, mu)
        squares = np.asarray(self.factors.second) / n
        cross, by_total, by = (np.asarray(each) / n for each in (self.cross, self.by_total, self.factor_by_total))
        value = products.mean - T * both
        second = np.asarray(products.second) / n + across**2 * squares + mu**2 * squares[:, None]
        second += both**2 * self.total_squared / n + 2 * both * (by_total + np.asarray(self.factor_pairs) / n)
        second -= 2 * (mu * cross + across * cross.T) + 2 * both * (across * by + mu * by[:, None])
        variance = np.maximum(np.diagonal(products.mean) / T - mu**2, 1e-12)  # of a constant coordinate 0
        found = self._in_units(value, second, variance)
        if self.signed:
            raw = np.maximum(np.diagonal(products.mean) / T, 1e-12)
            uncentred = self._in_units(products.mean, np.asarray(products.second) / n, raw)
            found = np.where(np.abs(found[2]) < np.abs(uncentred[2]), found, uncentred)
        return Correlations(n, *np.where(pair, found, [plain.mean, plain.error, plain.z]))

    def _in_units(self, value: np.ndarray, second: np.ndarray, variance: np.ndarray) -> np.ndarray:
        """Mean, standard error and t of correlations, from the covariances, their mean squares over draws, and the
        coordinates' variances."""
        n, root = self.products.n, np.sqrt(np.outer(variance, variance))
        least = _LEAST * np.asarray(self.products.independent) * self.scale * root
        error = np.sqrt(np.maximum(second - value**2, np.square(least)) / max(n - 1, 1))
        size = self.total / n * root
        return np.array([value / size, error / size, value / np.maximum(error, 1e-13)])


@dataclass(frozen=True, eq=False)
class Correlations:
    """Of pairs of coordinates over n draws, each (d, d): the mean, its standard error, and Student's t."""

    n: int
    mean: np.ndarray
    error: np.ndarray
    z: np.ndarray


@dataclass(frozen=True)
class Tested:
    """The most significant of many statistics, corrected for multiplicity.

    Attributes
    ----------
    p_value : float
        Bonferroni-corrected over all statistics, at most 1; nan if nothing could be tested.
    at : tuple of int
        Its index.
    mean, z : float
        Its mean over draws and its z.
    detectable : float
        The smallest mean detected with 90 % power, at the median standard error.
    n_tests : int
    """

    p_value: float
    at: tuple[int, ...] = ()
    mean: float = 0.0
    z: float = 0.0
    detectable: float = float("nan")
    n_tests: int = 0


NOT_TESTED = Tested(float("nan"))


def tested(sums: Sums | Correlations, level: float, where: np.ndarray | None = None) -> Tested:
    """Student's test over draws of all statistics in `sums`, or of those `where` is true."""
    if sums.n < 3:
        return NOT_TESTED
    z, mean, error = np.atleast_1d(sums.z), np.atleast_1d(sums.mean), np.atleast_1d(sums.error)
    use = np.ones(z.shape, dtype=bool) if where is None else where
    n_tests = int(use.sum())
    if n_tests == 0:
        return NOT_TESTED
    worst = np.unravel_index(int(np.argmax(np.where(use, np.abs(z), -1.0))), z.shape)
    p_value = min(1.0, 2 * n_tests * float(stats.t.sf(abs(z[worst]), sums.n - 1)))
    threshold = float(stats.t.isf(level / (2 * n_tests), sums.n - 1))
    detectable = (threshold + POWER) * float(np.median(error[use]))
    return Tested(p_value, tuple(map(int, worst)), float(mean[worst]), float(z[worst]), detectable, n_tests)


@dataclass(frozen=True, eq=False)
class Transformed:
    """The rows of one draw, transformed to be uniform or normal under the spectral measure.

    Attributes
    ----------
    marginal : ndarray of shape (m, d)
        v = 2F(ω_i) − 1, uniform on [−1, 1] coordinate by coordinate.
    cube : ndarray of shape (m, d)
        The same for coordinates that are independent under the spectral measure (see `cube_points`).
    units : ndarray of shape (m, d)
        Directions, uniform on the sphere under the spectral measure; for product kernels, of the normal quantiles of
        `cube`.
    length : ndarray of shape (m,)
        P(‖ω‖ ≤ ‖ω_j‖) − ½.
    """

    marginal: np.ndarray
    cube: np.ndarray
    units: np.ndarray
    length: np.ndarray


def transformed(W: np.ndarray, kernel: Kernel) -> Transformed:
    """The probability-integral transforms of a draw's rows."""
    d = W.shape[1]
    marginal = marginal_transform(W, kernel)
    probability = radius_probability(np.linalg.norm(W, axis=1), kernel, d)
    cube = marginal if kernel.factorises or d == 1 else 2 * cube_points(W, kernel, probability) - 1
    rows = W if kernel.isotropic else special.ndtri(np.clip((cube + 1) / 2, 1e-15, 1 - 1e-15))
    norm = np.linalg.norm(rows, axis=1, keepdims=True)
    return Transformed(marginal, cube, rows / np.where(norm > 0, norm, 1.0), probability - 0.5)


def marginal_transform(W: np.ndarray, kernel: Kernel) -> np.ndarray:
    """2F(ω_i) − 1, F the marginal CDF, shape (m, d)."""
    if kernel.factorises:  # the marginal CDF is elementary: no interpolation
        return np.sign(W) * kernel.radius_cdf(np.abs(W), 1)
    return 2 * marginal_uniforms(W, kernel) - 1


def statistics(
    rows: Transformed, p: np.ndarray, kernel: Kernel, axis_mean: float, dependence: bool = True
) -> dict[str, np.ndarray]:
    """The statistics of one draw with weights `p`, named as in `OverSeeds`; of expectation 0 under the spectral
    measure.

    `axis_mean` is E |u_i| of a uniform direction.
    """
    d, V, u = rows.marginal.shape[1], rows.marginal, rows.units
    size = np.abs(rows.cube) - 0.5
    below = rows.length[:, None] <= QUANTILES - 0.5
    values = {
        "mean": p @ V,
        "scale": p @ (np.abs(V) - 0.5),
        "norms": np.concatenate([p @ (below - QUANTILES), [p @ rows.length, p @ (np.square(rows.length) - 1 / 12)]]),
        "weight": p.sum() - 1,
    }
    if d > 1:
        values |= {"pairs": (V * p[:, None]).T @ V, "sizes": (size * p[:, None]).T @ size}
        values |= _dependence(u, p) if dependence else {}
    if d > 1 and kernel.isotropic:
        fourth = np.square(np.square(u)).sum(axis=1) - 3 / (d + 2)
        values["coupling"] = (p * rows.length) @ (np.abs(u) - axis_mean)
        values["cubic"] = np.array([p @ fourth, (p * rows.length) @ fourth])
    return values


def _dependence(units: np.ndarray, p: np.ndarray) -> dict[str, np.ndarray]:
    """Cosines between the rows of a draw: over all pairs, and by lag between rows."""
    u, d = units[:MOST_ROWS], units.shape[1]
    m = len(u)
    if m < 2:
        return {}
    gap = np.square(u @ u.T) - 1 / d
    share = p[:m] / max(p[:m].sum(), 1e-300)
    diagonal = float(np.square(share) @ np.diagonal(gap))
    most = m // 2
    shifted = np.zeros((m, m + most))
    shifted[:, :m] = gap
    row, column = shifted.strides
    diagonals = as_strided(shifted[:, 1:], (m, most), (row + column, column))  # one per column
    lags = diagonals.sum(axis=0) / np.arange(m - 1, m - most - 1, -1)
    return {"aligned": np.array(float(share @ gap @ share) - diagonal), "lags": lags}


@dataclass(eq=False)
class OverSeeds:
    """Statistics of the distribution, summed over draws; all have expectation 0 for an unbiased scheme.

    With weights p_j, each is Σ p_j g(ω_j), not divided by Σ p_j: unbiased weights satisfy E Σ p_j g(ω_j) = E g under
    the spectral measure.
    """

    kernel: Kernel
    d: int
    dependence: bool = True  # whether to compare the rows of a draw with each other
    mean: Sums = field(default_factory=Sums)  # v_i
    scale: Sums = field(default_factory=Sums)  # |v_i| − ½
    pairs: Products = field(default_factory=partial(Products, 3.0, True))  # of v
    sizes: Products = field(default_factory=partial(Products, 12.0))  # of |c| − ½
    norms: Sums = field(default_factory=Sums)  # 1[F(‖ω‖) ≤ q] − q, then F − ½ and (F − ½)² − 1/12
    coupling: Sums = field(default_factory=Sums)  # (F − ½)(|u_i| − ·)
    cubic: Sums = field(default_factory=Sums)  # Σ u_i⁴ − 3/(d+2), alone and times F − ½
    aligned: Sums = field(default_factory=Sums)  # Σ_{j≠k} p_j p_k (cos² − 1/d)
    uneven: Sums = field(default_factory=Sums)  # Σ p (uᵀMu − tr M/d), M accumulated from other seeds' directions
    lags: Sums = field(default_factory=Sums)  # mean over j of cos²(j, j + lag) − 1/d
    weight: Sums = field(default_factory=Sums)  # Σ p_j − 1
    sided: Sums = field(default_factory=Sums)  # Σ p sign(n·t), n normal scores, t from earlier seeds
    wide: Sums = field(default_factory=Sums)  # Σ p ((n·t)² − 1)
    towards: np.ndarray | float = 0.0  # Σ p n
    gathered: np.ndarray | float = 0.0  # Σ p u uᵀ, for the directions to test on other seeds
    gathered_length: np.ndarray | float = 0.0
    kept: list[np.ndarray] = field(default_factory=list)
    axis_mean: float = 0.0

    def __post_init__(self) -> None:
        # E |u_i| of a uniform direction: Γ(d/2)/(√π Γ((d+1)/2))
        gamma = special.gammaln([self.d / 2, (self.d + 1) / 2])
        self.axis_mean = float(np.exp(gamma[0] - gamma[1]) / np.sqrt(np.pi))

    def add(self, fs: FrequencySample, gather: bool) -> None:
        """Add a draw; with `gather`, its directions too."""
        d, p = self.d, np.asarray(fs.weights, dtype=np.float64)
        rows = transformed(np.asarray(fs.W, dtype=np.float64), self.kernel)
        self._expect(float(np.square(p).sum()) ** 0.5)
        for name, value in statistics(rows, p, self.kernel, self.axis_mean, self.dependence).items():
            if name in ("pairs", "sizes"):
                factors = rows.marginal if name == "pairs" else np.abs(rows.cube) - 0.5
                getattr(self, name).add(value, p @ factors, float(p.sum()))
            else:
                getattr(self, name).add(value)
        u = rows.units
        normal = special.ndtri(np.clip((rows.cube + 1) / 2, 1e-15, 1 - 1e-15))
        if self.mean.n > _FEW and (far := float(np.linalg.norm(self.towards))) > 0:
            along = normal @ (self.towards / far)
            self.sided.add(float(p @ np.sign(along)))
            self.wide.independent = 2**0.5 * float(np.square(p).sum()) ** 0.5
            self.wide.add(float(p @ (np.square(along) - 1)))
        self.towards = self.towards + p @ normal
        if not gather and d > 1 and self.kernel.isotropic:
            M = np.asarray(self.gathered)
            self.uneven.add(float(p @ np.einsum("ji,ji->j", u @ M, u)) - p.sum() * np.trace(M) / d)
        if gather and d > 1:
            self.gathered = self.gathered + (u * p[:, None]).T @ u
            self.gathered_length = self.gathered_length + (u * (p * rows.length)[:, None]).T @ u
        if sum(map(len, self.kept)) < _KEPT:
            self.kept.append(np.linalg.norm(fs.W, axis=1))

    def _expect(self, spread: float) -> None:
        """The spread of the statistics for independent rows, from `spread` = √Σp²."""
        quantiles = np.concatenate([np.sqrt(QUANTILES * (1 - QUANTILES)), [12**-0.5, 180**-0.5]])
        pairs, sizes = self.pairs.products, self.sizes.products
        for sums, one in (
            *((sums, 3**-0.5) for sums in (self.mean, self.pairs.factors)),
            *((sums, 12**-0.5) for sums in (self.scale, self.sizes.factors)),
            *((pairs, 1 / 3), (sizes, 1 / 12)),
        ):
            sums.independent = one * spread
        self.norms.independent = quantiles * spread
