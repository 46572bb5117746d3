"""Names what is wrong with norms or scales: the distribution they follow instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np
from scipy import special
from scipy.optimize import minimize_scalar

from rffviz.diagnose.sentences import Remark, plainly, remark
from rffviz.diagnose.wording import digits, factor_size, plural
from rffviz.kernels import KERNELS, FormulaKernel, Gaussian, Kernel, Matern, RationalQuadratic

_FITS = 0.005  # a distribution is named if its p-value is above this
_FEWEST = 20  # values that are compared with a distribution
_LARGEST = 1000  # norms on which the candidates are compared first
_N_COORDINATES = 20_000  # norms of coordinates drawn one by one
_NEARLY_ALL = 0.9  # share of norms that occur equally often
_EQUAL = 1e-12  # relative difference of norms that are the same
_FREE = 0.5  # by how many 1/√n a fitted factor is nearer to n norms for being fitted
_MOST_COMPARED = 4000  # norms on which candidates that fit are compared
_UNLIKE_ONE = 0.05  # log ℓ from which powers of ℓ can be distinguished from 1
_NEAR, _LOOSE = (
    0.005,
    0.03,
)  # log tolerance for a known factor: four standard errors, clipped to this range; a name is asked, not stated
_SURE = 0.005  # standard error below which a power of ℓ is named by its value alone


def known_factors(kernel: Kernel, d: int, n_freqs: int = 0) -> dict[str, tuple[float, float]]:
    """Factors that are often forgotten or applied twice: their notation, value, and power of ℓ."""
    length, root = kernel.length_scale, math.sqrt(d)
    plain = {"√2": math.sqrt(2), "1/√2": 1 / math.sqrt(2), "2": 2.0, "1/2": 0.5, "2π": 2 * math.pi}
    plain |= {"1/(2π)": 0.5 / math.pi, "π": math.pi, "1/π": 1 / math.pi, "√(2π)": math.sqrt(2 * math.pi)}
    plain |= {"√d": root, "1/√d": 1 / root, "d": float(d), "1/d": 1 / d} if d > 2 else {}
    plain |= {"√n": math.sqrt(n_freqs), "1/√n": 1 / math.sqrt(n_freqs)} if n_freqs > 2 else {}
    factors = {name: (value, 0.0) for name, value in plain.items()}
    if isinstance(kernel, Matern):
        shapes = {"√(2ν)": math.sqrt(2 * kernel.nu), "1/√(2ν)": 1 / math.sqrt(2 * kernel.nu)}
        shapes |= {"ν": kernel.nu, "1/ν": 1 / kernel.nu}  # of a gamma distribution's scale taken for its rate
        factors |= {name: (value, 0.0) for name, value in shapes.items()}
    if isinstance(kernel, RationalQuadratic):
        factors |= {"α": (kernel.alpha, 0.0), "1/α": (1 / kernel.alpha, 0.0)}
    if abs(math.log(length)) > _UNLIKE_ONE:
        powers = {"ℓ": 1.0, "1/ℓ": -1.0, "ℓ²": 2.0, "1/ℓ²": -2.0, "√ℓ": 0.5, "1/√ℓ": -0.5}
        factors |= {name: (length**power, power) for name, power in powers.items()}
    return factors


def factor_by_name(
    factor: float, kernel: Kernel, d: int, error: float, power: float | None = None, n_freqs: int = 0
) -> str:
    """The notation of a factor, such as "2 or √d" if two fit, or an empty string if it is not a known one.

    Parameters
    ----------
    factor : float
    kernel : Kernel
    d : int
    error : float
        Standard error of log factor.
    power : float, optional
        k if draws at another length scale show that the factor is ∝ ℓᵏ. If unknown, a power of ℓ is named only if
        factor and error rule out everything else: some power of ℓ is near every factor.
    n_freqs : int
        For √n and 1/√n; not considered if 0.
    """
    known = known_factors(kernel, d, n_freqs)
    gaps = {name: abs(math.log(factor / value)) for name, (value, _) in known.items()}
    powers = {name: of for name, (_, of) in known.items()}
    if not error < _LOOSE:  # anything would fit
        return ""
    tolerance = min(max(4 * error, _NEAR), _LOOSE)
    near = [name for name, gap in gaps.items() if gap < tolerance and powers[name] == (power or 0.0)]
    if power is not None or near:
        return " or ".join(sorted(near, key=gaps.__getitem__)[:2])
    near = [name for name, gap in gaps.items() if gap < max(4 * error, _LOOSE)]
    return near[0] if len(near) == 1 and error < _SURE and gaps[near[0]] < 2 * error else ""


def factor_error(n: float, kernel: Kernel, d: int) -> float:
    """Standard error of the log of a factor estimated from the mean rank of n independent norms in d dimensions."""
    return 1 / math.sqrt(12 * max(n, 1)) / max(slope_of_norms(kernel, d), 1e-9)


def distribution_of_norms(
    norms: np.ndarray, kernel: Kernel, d: int, n_freqs: int, power: float | None = None
) -> Remark | None:
    """The distribution that norms follow instead of the kernel's, if a candidate fits; for equally weighted rows.

    Candidates: a factor, other degrees of freedom, other kernels of the same length scale, another dimension (n_freqs
    among them), a square root left out, coordinates drawn one by one, truncation at a largest norm, and constant norm.
    Of those that fit a thousand norms, the nearest to all; it is said to fit where it fits all. Of few norms,
    which fit much, a known factor comes before others that are hardly nearer. `power` is that of `factor_by_name`.
    """
    stride = max(1, len(norms) // _LARGEST)
    r = np.sort(norms[norms > 0])[stride // 2 :: stride]
    if len(r) < _FEWEST:
        return None
    if np.ptp(r) <= 1e-9 * r[-1]:
        return remark("one_length", length=float(r[0]))
    factor, every, of_kernel = _factor(r, kernel, d), np.sort(norms[norms > 0]), partial(kernel.radius_cdf, d=d)
    every = _once_each(every)
    fits = [
        (_gap_of(every, cdf), code, values, cdf) for code, values, cdf in _others(kernel, d, n_freqs) if _fits(r, cdf)
    ]
    nearest = min(fits, key=lambda each: each[0], default=None)
    name = factor_by_name(factor, kernel, d, factor_error(len(norms), kernel, d), power, n_freqs)
    nearer = (_FREE if name and len(every) < _LARGEST else -_FREE) / math.sqrt(len(every))
    if _fits(r / factor, of_kernel) and (nearest is None or _gap_of(every / factor, of_kernel) < nearest[0] + nearer):
        if abs(math.log(factor)) < _NEAR:
            return None
        if name:
            return remark("factor_named", factor=factor, name=name)
        best = _factor(every, kernel, d)
        code = "factor" if _fits(_some(every) / best, of_kernel) else "factor_and_shape"
        return remark(code, factor=best, length=kernel.length_scale / best)
    if nearest and _fits(_some(every), nearest[3]):
        return remark(nearest[1], **nearest[2])
    last = float(kernel.radius_cdf(r[-1:], d)[0])
    if last < 0.995 and _fits(r, lambda t: kernel.radius_cdf(t, d) / last):
        return remark("truncated", longest=float(r[-1]))
    return None


plainly(
    coordinates_apart="They fit coordinates drawn one by one: is the mixing variable drawn for each coordinate, not "
    "for each frequency?",
    normal_length="They fit the absolute value of a normal number: are directions multiplied by normal numbers "
    "instead of norms?",
    degrees=lambda degrees, asked: (
        f"They fit a Student t distribution with {degrees:g} {plural(degrees, 'degree', 'degrees')} of "
        f"freedom{'' if math.isinf(asked) else f', where {asked:g} were requested'}."
    ),
    other_kernel=lambda kernel: f"They fit the spectrum of the {kernel} kernel with the same length scale.",
    other_dimension=lambda dimension, d: (
        f"They fit the distribution in {dimension} {plural(dimension, 'dimension', 'dimensions')}, but d = {d}."
    ),
    dimension_of_n=lambda n_freqs, d: (
        f"They fit the distribution in {n_freqs} dimensions, the number of frequencies, but d = {d}: χ(n) for χ(d)?"
    ),
    square_of_norm=lambda d: f"They fit the square of a correct norm: χ²({d}) for χ({d}), a square root left out?",
    truncated=lambda longest: f"They fit the distribution truncated at {digits(longest, 3)}.",
    one_length=lambda length: f"All have the same norm, {digits(length, 3)}: is the random norm missing?",
)


plainly(
    factor=lambda factor, length: f"{_times_target(factor)}; they fit ℓ = {digits(length, 3)}.",
    factor_and_shape=lambda factor, length: (
        f"{_times_target(factor)} at best, as for ℓ = {digits(length, 3)}; their distribution differs, too."
    ),
    factor_named=lambda factor, name: f"{_times_target(factor)}: an extra factor {name}?",
)


def _times_target(factor: float) -> str:
    return f"The norms are {factor_size(factor)} times those of the target distribution"


def not_inverted(W: np.ndarray, kernel: Kernel) -> Remark | None:
    """A remark if the coordinates are uniform on [0, u], u = 1 or 2π, divided by ℓ or not; else None."""
    if W.size < _FEWEST or W.min() < 0:
        return None
    length = kernel.length_scale
    units = {"1": 1.0, "1/ℓ": 1 / length, "2π": 2 * math.pi, "2π/ℓ": 2 * math.pi / length}
    fits = (name for name, unit in units.items() if _fits(np.sort((W / unit).ravel()), lambda u: u))
    name = next(fits, None)
    return None if name is None else remark("not_inverted", unit=name)


plainly(not_inverted=lambda unit: f"The coordinates are uniform on [0, {unit}]: is the inverse CDF missing?")


def scale_factor(mean: float, kernel: Kernel) -> float:
    """The factor on one coordinate under which E |2F(ω) − 1| is ½ + `mean`, F the CDF at the correct scale."""
    log_quantile = np.log(_quantiles(kernel, np.linspace(0.0005, 0.9995, 1000)))

    def gap(log_factor: float) -> float:
        return float(np.mean(np.interp(log_factor + log_quantile, *_cdf_of(kernel, 1)))) - 0.5 - mean

    low, high = -8.0, 8.0
    if gap(low) > 0 or gap(high) < 0:
        return math.nan
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if gap(middle) < 0 else (low, middle)
    return math.exp((low + high) / 2)


def median_norm(kernel: Kernel, d: int) -> float:
    """The median of ‖ω‖ under the spectral measure."""
    return float(_quantiles(kernel, np.array([0.5]), d)[0])


def _quantiles(kernel: Kernel, probability: np.ndarray, d: int = 1) -> np.ndarray:
    log_r, below = _cdf_of(kernel, d)
    return np.exp(np.interp(probability, below, log_r))


@lru_cache(maxsize=16)
def _cdf_of(kernel: Kernel, d: int) -> tuple[np.ndarray, np.ndarray]:
    """log r and P(‖ω‖ ≤ r) on a grid: some CDFs are integrals, and fits evaluate them thousands of times."""
    r = np.geomspace(1e-6, 1e6, 4000) / kernel.length_scale
    return np.log(r), np.maximum.accumulate(np.clip(kernel.radius_cdf(r, d), 0, 1))


def slope_of_norms(kernel: Kernel, d: int) -> float:
    """d E F(c‖ω‖)/d log c at c = 1: the sensitivity of the mean probability transform of a norm to a factor.

    It does not depend on ℓ.
    """
    return _slope_of_norms(kernel.with_length_scale(1.0), d)


@lru_cache(maxsize=16)
def _slope_of_norms(kernel: Kernel, d: int) -> float:
    grid = np.linspace(0.005, 0.995, 200)
    quantile = _quantiles(kernel, grid, d)
    up, down = (np.mean(np.clip(kernel.radius_cdf(np.exp(h) * quantile, d), 0, 1)) for h in (0.02, -0.02))
    return float(up - down) / 0.04


def _factor(r: np.ndarray, kernel: Kernel, d: int) -> float:
    """The factor that best fits the norms to their distribution."""
    start = math.log(np.median(r) / median_norm(kernel, d))

    def gap(log_factor: float) -> float:
        return _gap(np.interp(np.log(r) - log_factor, *_cdf_of(kernel, d)))

    best = minimize_scalar(gap, bounds=(start - 0.2, start + 0.2), method="bounded", options={"xatol": 1e-4})
    return math.exp(best.x)


def _others(
    kernel: Kernel, d: int, n_freqs: int
) -> Iterator[tuple[str, dict[str, Any], Callable[[np.ndarray], np.ndarray]]]:
    """Distributions used by mistake: code, the name in its sentence, the CDF."""
    length = kernel.length_scale
    asked = round(2 * kernel.nu, 3) if isinstance(kernel, Matern) else math.inf
    of_nu = {round(by * asked, 3) for by in (0.5, 2)} if isinstance(kernel, Matern) else set()
    for degrees in sorted({1, 2, 3, 4, 5, 6, 8, 10} | of_nu):
        student = Matern(length, degrees / 2)
        if degrees != asked:
            yield "degrees", {"degrees": degrees, "asked": asked}, partial(student.radius_cdf, d=d)
    for cls in KERNELS.values():
        if not isinstance(kernel, cls) and cls is not FormulaKernel:
            other = cls(length_scale=length)
            yield "other_kernel", {"kernel": cls.label}, partial(other.radius_cdf, d=d)
    near = sorted({d - 1, d + 1, 2 * d, max(1, d // 2), 1} - {0, d})
    for other_d in near:
        yield "other_dimension", {"dimension": other_d, "d": d}, partial(kernel.radius_cdf, d=other_d)
    if n_freqs not in (d, *near):
        yield "dimension_of_n", {"n_freqs": n_freqs, "d": d}, lambda t: kernel.radius_cdf(t, n_freqs)
    yield "square_of_norm", {"d": d}, lambda t: kernel.radius_cdf(np.sqrt(t / length), d)
    if kernel.isotropic and not kernel.factorises and d > 1:
        coordinates = kernel.sample(_N_COORDINATES * d, 1, np.random.default_rng(0)).reshape(-1, d)
        independent = np.sort(np.linalg.norm(coordinates, axis=1))
        yield "coordinates_apart", {}, lambda t: np.searchsorted(independent, t) / _N_COORDINATES
    if isinstance(kernel, Gaussian) and d > 1:
        yield "normal_length", {}, lambda t: 2 * special.ndtr(t * length / math.sqrt(d)) - 1


def _gap_of(r: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> float:
    """The KS distance of sorted norms to a distribution, at up to some thousand of them."""
    return _gap(np.clip(cdf(_some(r)), 0, 1))


def _some(r: np.ndarray) -> np.ndarray:
    """Some thousand of sorted norms, evenly: a candidate's own CDF may come from as many draws."""
    return r[:: max(1, len(r) // _MOST_COMPARED)]


def _once_each(r: np.ndarray) -> np.ndarray:
    """Sorted norms, each once where nearly all occur equally often, as those of mirrored copies do."""
    first = np.flatnonzero(np.diff(r, prepend=0) > _EQUAL * r)
    times = np.diff(first, append=len(r))
    usual = np.median(times)
    return r[first] if usual > 1 and np.mean(times == usual) > _NEARLY_ALL else r


def _gap(probability: np.ndarray) -> float:
    n = len(probability)
    return float(max(np.max(np.arange(1, n + 1) / n - probability), np.max(probability - np.arange(n) / n)))


def _fits(r: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> bool:
    gap, root = _gap(np.clip(cdf(r), 0, 1)), math.sqrt(len(r))
    return float(special.kolmogorov(gap * (root + 0.12 + 0.11 / root))) > _FITS
