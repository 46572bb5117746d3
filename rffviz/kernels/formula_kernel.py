"""A kernel of one's own: a function of the distance, and frequencies from its numerical spectrum."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from scipy import special

from rffviz.kernels.formula import LEFT_BY_INTERPOLATION, Formula, Table, read_function
from rffviz.kernels.hankel import Lengths, lengths
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.validation import Refusal, points, positive_number, whole_number

TOLERANCE = 1e-4  # of a formula's negative mass, which rounding can leave
_ROUNDED, _MOST_ROUNDED = 20, 5e-3  # times the mass that rounding is estimated to make, and what it may excuse at most
_LARGEST_ERROR = 2e-3  # of what the spectrum gives back for k


@dataclass(frozen=True)
class FormulaKernel(IsotropicKernel):
    """A kernel k(δ) = f(‖δ‖/ℓ) from a formula in r, or a table of values; ω from its numerical Hankel transform.

    Algorithm 1 of Rahimi & Recht 2007, step 1: the Fourier transform p of the kernel, from which frequencies are drawn.
    In d dimensions ω is a uniform direction times a length whose law is `lengths(d)`, by inverse transform. The same f
    may be a kernel in few dimensions and none in more: where p is negative, draws and densities are refused, and
    `lengths` says where and by how much.

    Parameters
    ----------
    length_scale : float
        ℓ > 0.
    profile : str or sequence of pairs
        f as `rffviz.kernels.formula.read_function` reads it, such as "exp(-r**2/2)" or "0: 1, 1: 0.6, 2: 0.1", or rows
        (r, f), which `rffviz.kernels.formula.Table` joins by a cubic spline. f(0) must be 1, and |f| must somewhere
        fall to ½.

    Raises
    ------
    ValueError
        Where the profile cannot be read, is not 1 at 0, or nowhere falls to ½.

    Notes
    -----
    A negative mass of up to 10⁻⁴ (0.005 for a table, whose curve is not quite smooth) counts as none, and in many
    dimensions 20 times the mass that rounding is estimated to make, at most 0.005. The error of the
    transform, `lengths(d).error`, is about 10⁻⁴ in k for a profile with bends, and 10⁻⁶ for one without; above 0.002
    the dimension is refused.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels.formula_kernel import FormulaKernel
    >>> triangle = FormulaKernel(profile="max(0, 1 - r)")
    >>> triangle.sample(3, 1, np.random.default_rng(0)).shape
    (3, 1)
    >>> triangle.is_kernel(3)
    False
    >>> round(float(triangle.lengths(3).negative), 2)
    0.99
    """

    profile: Any = "exp(-r**2/2)"

    name: ClassVar[str] = "formula"
    label: ClassVar[str] = "typed"
    formula: ClassVar[str] = r"f(\|\delta\|/\ell)"
    spectrum: ClassVar[str] = "computed numerically"
    mixes_gaussians: ClassVar[bool] = False

    def __post_init__(self) -> None:
        positive_number("length_scale", self.length_scale)
        if not isinstance(self.profile, str):
            object.__setattr__(self, "profile", _rows(self.profile))
        at_zero = value_at_zero(_function(self.profile))
        if abs(at_zero - 1) > 1e-6:
            raise Refusal(f"profile must be 1 at r = 0, got {at_zero:.4g}.")
        half_width(_function(self.profile))

    @property
    def text(self) -> str:
        """The profile as it was understood."""
        return _function(self.profile).text

    @property
    def of_table(self) -> bool:
        """Whether the profile is a table, and no formula."""
        return isinstance(_function(self.profile), Table)

    def lengths(self, d: int) -> Lengths:
        """The law of ℓ‖ω‖ in d dimensions, signed where this is no kernel; raises where it cannot be computed."""
        return _lengths(self.profile, whole_number("d", d))

    def is_kernel(self, d: int) -> bool:
        """Whether p is nowhere negative in d dimensions, up to the tolerance."""
        found = self.lengths(d)
        return found.negative <= tolerated(self.of_table, found)

    def law(self, d: int) -> Lengths:
        """`lengths` where this is a kernel in d dimensions; a ValueError elsewhere, or where its error is too large."""
        found = self.lengths(d)
        if not self.is_kernel(d):
            where = f"{d} dimension{'s'[: d > 1]}"
            raise Refusal(f"kernel must be positive definite in {where}, got a negative mass of {found.negative:.3g}.")
        if found.error > _LARGEST_ERROR + 2 * found.negative:
            raise Refusal(
                f"d must be small enough for a numerical transform of this kernel, got {d}, where its spectrum gives "
                f"back k with errors of up to {found.error:.2g}."
            )
        return found

    def _profile(self, t):
        t = np.asarray(t, dtype=np.float64)
        return np.where(t > 0, _function(self.profile)(t), 1.0)

    def second_moment(self, d):
        """−d k″(0) from second differences; infinite where they grow without end towards 0."""
        h = half_width(_function(self.profile)) * np.array([1e-2, 1e-3, 1e-4])
        first, second, third = 2 * (1 - self._profile(h)) / np.square(h)
        if abs(second) > 1.05 * abs(first):
            return math.inf
        bend = (second - first) - (third - second)
        limit = third + (third - second) ** 2 / bend if abs(bend) > 1e-6 * abs(third) else second
        return float(d * limit / self.length_scale**2)

    def sample_radius(self, n_freqs, d, rng):
        return self._radii(rng.spawn(2)[1].random(n_freqs), d)

    def _radii(self, U: np.ndarray, d: int) -> np.ndarray:
        return self.law(d).quantile(np.maximum(U, 2.0**-54)) / self.length_scale

    def _draw(self, n_freqs, d, rng, mixing_rng):
        return _directions(rng.standard_normal((n_freqs, d))) * self._radii(mixing_rng.random(n_freqs), d)[:, None]

    def _mixing(self, n_freqs, rng):
        raise Refusal("kernel must be a mixture of Gaussians for this, got a formula, which may be none.")

    def _squared_radius(self, u, d):
        return np.square(self.law(d).quantile(u))

    def n_uniforms(self, d):
        return d + 1

    def _invert(self, U, d):
        return _directions(special.ndtri(U[:, :d])) * self._radii(U[:, -1:], d)

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        d = W.shape[1]
        log_w = np.log(np.maximum(np.linalg.norm(W, axis=1) * self.length_scale, 1e-300))
        sphere = math.log(2) + d / 2 * math.log(math.pi) - special.gammaln(d / 2)
        return self.law(d).log_pdf(log_w) - d * log_w - sphere + d * math.log(self.length_scale)

    def _radius(self, r, d, density):
        r = np.asarray(r, dtype=np.float64)
        if not density:
            return self.law(d).cdf(r * self.length_scale)
        safe = np.maximum(r, 1e-300)
        return np.exp(self.law(d).log_pdf(np.log(safe * self.length_scale))) / safe


def tolerated(of_table: bool, found: Lengths) -> float:
    """The negative mass that counts as none: what joining the rows of a table, or rounding, can leave."""
    joined = LEFT_BY_INTERPOLATION if of_table else TOLERANCE
    return joined + min(_ROUNDED * found.rounding, _MOST_ROUNDED)


def value_at_zero(k: Callable[[np.ndarray], np.ndarray]) -> float:
    """k(0), or its limit where 0/0 stands in the formula."""
    value, near, nearer = k(np.array([0.0, 1e-6, 1e-7]))
    if not np.isfinite(value) and np.isfinite([near, nearer]).all():
        value = nearer if abs(near - nearer) <= 1e-4 * abs(nearer) else np.inf
    if not 0 < value < np.inf:
        raise Refusal(f"formula must have a finite value above 0 at r = 0, which becomes 1, got {value:.4g}.")
    return float(value)


def half_width(k: Callable[[np.ndarray], np.ndarray], at_zero: float = 1.0) -> float:
    """The first r on a fine logarithmic grid at which |k| is at most half of k(0)."""
    r = np.logspace(-4, 4, 4001)
    below = np.abs(k(r)) <= at_zero / 2
    if below[0] or not below.any():
        raise Refusal(
            "formula must first fall to half of its value at 0 between r = 0.0001 and 10,000, got one that does not."
        )
    return float(r[np.argmax(below)])


@lru_cache(maxsize=64)
def _function(profile: str | tuple[Any, ...]) -> Formula | Table:
    return read_function(profile) if isinstance(profile, str) else Table(profile, smooth=True)


@lru_cache(maxsize=16)
def _lengths(profile: str | tuple[Any, ...], d: int) -> Lengths:
    k = _function(profile)
    return lengths(k, half_width(k), d)


def _rows(table: Any) -> tuple[tuple[float, float], ...]:
    """The rows as tuples, the same object where they are that already: scikit-learn's `clone` compares identities."""
    Table(table)  # or its refusal
    done = isinstance(table, tuple) and all(type(row) is tuple and set(map(type, row)) == {float} for row in table)
    return table if done else tuple((float(r), float(value)) for r, value in table)


def _directions(z: np.ndarray) -> np.ndarray:
    return z / np.maximum(np.linalg.norm(z, axis=1, keepdims=True), 1e-300)
