"""Shift-invariant kernels and their spectral measures, one class each.

Conventions, everywhere: k(x, y) = k(δ) with δ = x − y and k(0) = 1. By Bochner's theorem k(δ) = E cos(ω·δ) for ω drawn
from the spectral measure p, ω in radians per unit of x. The spectral measure carries the length scale.
Frequencies are rows. A *Laplacian kernel* has a *Cauchy spectrum* and the *Cauchy kernel* a *Laplace spectrum*.
"""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import special, stats
from scipy.spatial.distance import cdist, pdist

from rffviz import radius, stable
from rffviz.distances import squared_distances
from rffviz.validation import Refusal, one_of, points, positive_number, seed_number, whole_number

_UNDERFLOW = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class ShapeParameter:
    """A kernel's parameter beside its length scale, as figures name it and pages offer it.

    Attributes
    ----------
    name, sign, label : str
        The kernel's field; the letter that stands for it; the words beside a control.
    default, low, high, stops
        Where a control starts, its range, and the values it offers in that range.
    help : str
        A sentence for a reader, or empty.
    """

    name: str
    sign: str
    label: str
    default: float
    low: float
    high: float
    stops: tuple[float, ...]
    help: str = ""


@dataclass(frozen=True)
class Kernel(ABC):
    """A shift-invariant kernel k(δ), k(0) = 1, with its spectral measure p(ω).

    Parameters
    ----------
    length_scale : float
        ℓ > 0, in the units of the data.

    Raises
    ------
    ValueError
        Where a parameter is not a finite number above 0.
    """

    length_scale: float = 1.0

    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    formula: ClassVar[str] = ""  # k(δ), in LaTeX
    spectrum: ClassVar[str] = ""
    distance: ClassVar[str] = "euclidean"  # the distance that the kernel falls with, for its median heuristic
    isotropic: ClassVar[bool] = False  # k depends on ‖δ‖ alone
    factorises: ClassVar[bool] = False  # p is a product over coordinates
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = ()  # the fields beside ℓ

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            positive_number(field.name, getattr(self, field.name))

    # --- the kernel -----------------------------------------------------------------------------------------------

    def __call__(self, X, Y=None) -> np.ndarray:
        """Kernel matrix k(x_i, y_j), float64 of shape (n, m); Y defaults to X."""
        X = points("X", X)
        Y = X if Y is None else points("Y", Y)
        if X.shape[1] != Y.shape[1]:
            raise Refusal(f"Y must have as many dimensions as X ({X.shape[1]}), got {Y.shape[1]}.")
        return self._matrix(X, Y)

    @abstractmethod
    def of_difference(self, delta) -> np.ndarray:
        """k(δ) for differences δ of shape (..., d); returns shape (...,)."""

    @abstractmethod
    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        """k(x_i, y_j) for checked arrays."""

    # --- the spectral measure -------------------------------------------------------------------------------------

    @abstractmethod
    def second_moment(self, d: int) -> float:
        """σ_p² = E‖ω‖² = −tr ∇²k(0), in radians² per unit²; `math.inf` where the kernel has a kink at 0."""

    def sample(self, n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
        """Draw `n_freqs` iid frequencies from p, shape (n_freqs, d).

        The first rows of a larger draw from an equally seeded generator are the smaller draw.
        """
        n_freqs, d = whole_number("n_freqs", n_freqs), whole_number("d", d)
        return self._draw(n_freqs, d, *rng.spawn(2))

    @abstractmethod
    def _draw(self, n_freqs: int, d: int, rng, mixing_rng) -> np.ndarray:
        """`sample` for checked sizes; the mixing variable has a stream of its own, so that draws stay nested."""

    def n_uniforms(self, d: int) -> int:
        """How many uniforms `Kernel.from_uniforms` takes for one frequency: d, or d + 1 with a mixing variable."""
        return d

    def from_uniforms(self, U, d: int) -> np.ndarray:
        """Map points of the open unit cube, shape (m, n_uniforms(d)), to frequencies, shape (m, d).

        Where p factorises, each coordinate goes through the inverse CDF; otherwise the last coordinate gives the mixing
        variable. Uniform points give draws from p; low-discrepancy points give quasi-Monte Carlo.
        """
        U = np.asarray(U, dtype=np.float64)
        if U.ndim != 2 or U.shape[1] != self.n_uniforms(d):
            raise Refusal(f"U must have shape (m, {self.n_uniforms(d)}) for d = {d}, got {U.shape}.")
        if U.size and not (U.min() > 0 and U.max() < 1):
            raise Refusal("U must lie strictly inside the unit cube: 0 and 1 are infinite frequencies.")
        return self._invert(U, d)

    @abstractmethod
    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        """`from_uniforms` for checked points."""

    def spectral_density(self, W) -> np.ndarray:
        """p(ω) for frequencies of shape (m, d), with ∫ p dω = 1."""
        return np.exp(self.log_spectral_density(W))

    @abstractmethod
    def log_spectral_density(self, W) -> np.ndarray:
        """log p(ω) for frequencies of shape (m, d)."""

    def radius_cdf(self, r, d: int) -> np.ndarray:
        """P(‖ω‖ ≤ r) in d dimensions, for r ≥ 0 of any shape."""
        return self._radius(r, d, density=False)

    def radius_pdf(self, r, d: int) -> np.ndarray:
        """Density of ‖ω‖ in d dimensions at r > 0, of any shape."""
        return self._radius(r, d, density=True)

    @abstractmethod
    def _radius(self, r, d: int, density: bool) -> np.ndarray:
        """CDF or density of ‖ω‖ at r."""

    # --- choosing ℓ, and what scikit-learn asks of a parameter that is itself an object -----------------------------

    def with_length_scale(self, length_scale: float) -> Kernel:
        """The same kernel at another length scale."""
        return dataclasses.replace(self, length_scale=length_scale)

    def get_params(self, deep: bool = True) -> dict[str, float]:
        """The parameters by name, for scikit-learn's `clone` and grid search."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def set_params(self, **parameters: float) -> Kernel:
        """Change parameters in place: only for the fresh clone that scikit-learn's searches make."""
        fresh = dataclasses.replace(self, **parameters)
        for name, value in fresh.get_params().items():
            object.__setattr__(self, name, value)
        return self


class HoldsKernel:
    """An estimator with a parameter `kernel`, which others may hold too: a new value goes to a copy of it."""

    kernel: Any

    def set_params(self, **parameters):
        """Set parameters, also `kernel__length_scale` and the like."""
        if any(name.startswith("kernel__") for name in parameters):
            kernel = parameters.pop("kernel", self.kernel)
            self.kernel = copy(kernel) if isinstance(kernel, Kernel) else kernel
        return super().set_params(**parameters)  # type: ignore[misc]  # it stands before scikit-learn's BaseEstimator


class IsotropicKernel(Kernel):
    """A kernel of r = ‖δ‖ alone: ω is a uniform direction times an independent radius."""

    isotropic: ClassVar[bool] = True
    mixes_gaussians: ClassVar[bool] = True  # ω is a standard normal vector times an independent factor

    def of_difference(self, delta) -> np.ndarray:
        return self._profile(np.linalg.norm(np.asarray(delta, dtype=np.float64), axis=-1) / self.length_scale)

    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        return self._profile_of_square(squared_distances(X, Y, self.length_scale))

    def _profile(self, t: np.ndarray) -> np.ndarray:
        """k as a function of t = r/ℓ."""
        return self._profile_of_square(np.square(t))

    def _profile_of_square(self, squared: np.ndarray) -> np.ndarray:
        """k as a function of (r/ℓ)²; may overwrite its argument."""
        return self._profile(np.sqrt(squared, out=squared))

    def sample_radius(self, n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
        """Draw `n_freqs` iid radii ‖ω‖ of d-dimensional frequencies, nested as `Kernel.sample` is."""
        chi_rng, mixing_rng = rng.spawn(2)
        return np.sqrt(chi_rng.chisquare(d, n_freqs)) * self._mixing(n_freqs, mixing_rng) / self.length_scale

    def radius_quantile(self, u, d: int) -> np.ndarray:
        """The radius r with P(‖ω‖ ≤ r) = u in d dimensions, for 0 < u < 1 of any shape: uniforms to radii."""
        u = np.asarray(u, dtype=np.float64)
        if u.size and not (u.min() > 0 and u.max() < 1):
            raise Refusal("u must lie strictly between 0 and 1: the radii there are 0 and infinite.")
        return np.sqrt(self._squared_radius(u, whole_number("d", d))) / self.length_scale

    @abstractmethod
    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        """The quantile of ‖ℓω‖² at checked u."""

    def normal_scale(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        """Draw one factor for each frequency, which turns a standard normal row into it; shape (n_freqs,)."""
        return np.broadcast_to(self._mixing(n_freqs, rng), n_freqs) / self.length_scale

    def _draw(self, n_freqs, d, rng, mixing_rng):
        return rng.standard_normal((n_freqs, d)) * self.normal_scale(n_freqs, mixing_rng)[:, None]

    @abstractmethod
    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray | float:
        """One random factor for each frequency, which turns a standard normal row into ℓω."""


@dataclass(frozen=True)
class Gaussian(IsotropicKernel):
    """Gaussian kernel, k(δ) = exp(−‖δ‖²/2ℓ²) = exp(−γ‖δ‖²) with γ = 1/2ℓ²; ω ~ N(0, ℓ⁻² I).

    Source: Rahimi & Recht 2007, Figure 1 (there ℓ = 1).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels import Gaussian
    >>> kernel = Gaussian(length_scale=2.0)
    >>> kernel(np.array([[0.0, 0.0]]), np.array([[2.0, 0.0]])).round(4)
    array([[0.6065]])
    >>> kernel.second_moment(d=2)
    0.5
    >>> kernel.sample(3, 2, np.random.default_rng(0)).shape
    (3, 2)
    """

    name: ClassVar[str] = "gaussian"
    label: ClassVar[str] = "Gaussian"
    formula: ClassVar[str] = r"\exp(-\|\delta\|^2/2\ell^2)"
    spectrum: ClassVar[str] = "normal, N(0, ℓ⁻²I)"
    factorises: ClassVar[bool] = True

    def _profile_of_square(self, squared):
        squared = np.multiply(squared, -0.5, out=squared if isinstance(squared, np.ndarray) else None)
        return np.exp(squared, out=squared if isinstance(squared, np.ndarray) else None)

    def second_moment(self, d):
        return d / self.length_scale**2

    def _mixing(self, n_freqs, rng):
        return 1.0

    def _squared_radius(self, u, d):
        return 2 * special.gammaincinv(d / 2, u)

    def _invert(self, U, d):
        return special.ndtri(U) / self.length_scale

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        d = W.shape[1]
        square = np.square(W * self.length_scale).sum(axis=1)
        return d * math.log(self.length_scale / math.sqrt(2 * math.pi)) - square / 2

    def _radius(self, r, d, density):
        law = stats.chi.pdf if density else stats.chi.cdf  # not frozen, which writes the law's manual anew
        return law(r, d, scale=1 / self.length_scale)


@dataclass(frozen=True)
class Matern(IsotropicKernel):
    """Matérn kernel, k = 2^{1−ν}/Γ(ν) (√(2ν) r/ℓ)^ν K_ν(√(2ν) r/ℓ); ω multivariate t with 2ν degrees of freedom.

    ω = (z/ℓ)·√(2ν/u) with z standard normal and **one** u ~ χ²(2ν) for each frequency; one for each coordinate would
    give another kernel. ν = ½ is exp(−r/ℓ), the Laplacian of the Euclidean norm. σ_p² = dν/((ν−1)ℓ²) for ν > 1, else
    infinite. For ν above 50 the Bessel function comes from its uniform expansion, with a relative error below 10⁻⁹.

    Parameters
    ----------
    length_scale, nu : float
        ℓ > 0; ν > 0, the smoothness.

    Source: Rasmussen & Williams 2006, section 4.2 (kernel and spectral density).
    """

    nu: float = 1.5

    name: ClassVar[str] = "matern"
    label: ClassVar[str] = "Matérn"
    formula: ClassVar[str] = r"\frac{2^{1-\nu}}{\Gamma(\nu)}\,t^\nu K_\nu(t),\ t=\sqrt{2\nu}\,\|\delta\|/\ell"
    spectrum: ClassVar[str] = "multivariate t, 2ν degrees of freedom"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        ShapeParameter(
            "nu",
            "ν",
            "ν, smoothness",
            default=1.5,
            low=0.1,
            high=100,
            stops=(0.5, 1, 1.5, 2.5, 5, 10, 50),
            help="ν = ½ is exp(−r/ℓ); σ_p² is infinite up to ν = 1.",
        ),
    )

    def _profile(self, t):
        t = np.asarray(t, dtype=np.float64)
        if self.nu == 0.5:
            return np.exp(-t)
        scaled = np.minimum(math.sqrt(2 * self.nu) * t, 1e100)  # far beyond, k is 0; infinity would make it nan
        if self.nu == 1.5:
            return (1 + scaled) * np.exp(-scaled)
        if self.nu == 2.5:
            return (1 + scaled + scaled**2 / 3) * np.exp(-scaled)
        safe = np.where(scaled > 0, scaled, 1.0)
        log_k = (1 - self.nu) * math.log(2) - special.gammaln(self.nu) + self.nu * np.log(safe)
        log_k += _log_bessel_k(self.nu, safe)
        return np.where(scaled > 0, np.exp(np.minimum(log_k, 0.0)), 1.0)

    def second_moment(self, d):
        return d * self.nu / ((self.nu - 1) * self.length_scale**2) if self.nu > 1 else math.inf

    def _mixing(self, n_freqs, rng):
        return np.sqrt(2 * self.nu / np.maximum(rng.chisquare(2 * self.nu, n_freqs), _UNDERFLOW))

    def _squared_radius(self, u, d):
        # x/(1 − x) for a Beta(d/2, ν) variable x: above the median from 1 − x, which does not round to 0
        x, rest = special.betaincinv(d / 2, self.nu, u), special.betaincinv(self.nu, d / 2, 1 - u)
        odds = np.where(u < 0.5, x / np.maximum(1 - x, _UNDERFLOW), (1 - rest) / np.maximum(rest, _UNDERFLOW))
        return 2 * self.nu * odds

    def n_uniforms(self, d):
        return d + 1

    def _invert(self, U, d):
        chi_square = np.maximum(2 * special.gammaincinv(self.nu, U[:, -1:]), _UNDERFLOW)
        return special.ndtri(U[:, :d]) * np.sqrt(2 * self.nu / chi_square) / self.length_scale

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        d, nu = W.shape[1], self.nu
        square = np.square(W * self.length_scale).sum(axis=1)
        constant = special.gammaln(nu + d / 2) - special.gammaln(nu)
        constant += d * math.log(self.length_scale) - d / 2 * math.log(2 * nu * math.pi)
        return constant - (nu + d / 2) * np.log1p(square / (2 * nu))

    def _radius(self, r, d, density):
        r = np.asarray(r, dtype=np.float64)
        scaled = (r * self.length_scale) ** 2 / (2 * self.nu)
        if density:
            return stats.betaprime.pdf(scaled, d / 2, self.nu) * r * self.length_scale**2 / self.nu
        return stats.betaprime.cdf(scaled, d / 2, self.nu)


@dataclass(frozen=True)
class RationalQuadratic(IsotropicKernel):
    """Rational quadratic kernel, k = (1 + r²/(2αℓ²))^{−α}; ω ~ N(0, τI) with τ ~ Gamma(α, rate αℓ²).

    Parameters
    ----------
    length_scale, alpha : float
        ℓ > 0; α > 0, where α → ∞ is the Gaussian.

    Source: Rasmussen & Williams 2006, section 4.2 (a Gamma mixture of Gaussians over the inverse squared length scale).
    """

    alpha: float = 1.0

    name: ClassVar[str] = "rational_quadratic"
    label: ClassVar[str] = "rational quadratic"
    formula: ClassVar[str] = r"(1+\|\delta\|^2/2\alpha\ell^2)^{-\alpha}"
    spectrum: ClassVar[str] = "normal with a Gamma-distributed variance"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        ShapeParameter(
            "alpha", "α", "α, mixture", default=1.0, low=0.05, high=100, stops=(0.1, 0.25, 0.5, 1, 2, 5, 10, 50)
        ),
    )

    def _profile_of_square(self, squared):
        return np.exp(-self.alpha * np.log1p(np.asarray(squared) / (2 * self.alpha)))

    def second_moment(self, d):
        return d / self.length_scale**2

    def _mixing(self, n_freqs, rng):
        return np.sqrt(rng.standard_gamma(self.alpha, n_freqs) / self.alpha)

    def _squared_radius(self, u, d):
        return radius.at_quantile(radius.gamma_scaled_chi_curve(d, self.alpha, self.alpha), u)

    def n_uniforms(self, d):
        return d + 1

    def _invert(self, U, d):
        gamma = special.gammaincinv(self.alpha, U[:, -1:])
        return special.ndtri(U[:, :d]) * np.sqrt(gamma / self.alpha) / self.length_scale

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        d, alpha = W.shape[1], self.alpha
        order = alpha - d / 2
        square = np.maximum(np.square(W * self.length_scale).sum(axis=1), 1e-300)
        bessel = _log_bessel_k(abs(order), np.sqrt(2 * alpha * square))
        log_p = math.log(2) + d * math.log(self.length_scale) - d / 2 * math.log(2 * math.pi)
        log_p += alpha * math.log(alpha) - special.gammaln(alpha)
        return log_p + order / 2 * np.log(square / (2 * alpha)) + bessel

    def _radius(self, r, d, density):
        r = np.asarray(r, dtype=np.float64)
        square = (r * self.length_scale) ** 2
        value = radius.gamma_scaled_chi(square, d, self.alpha, self.alpha, density)
        return value * 2 * r * self.length_scale**2 if density else value


_EXPONENT = ShapeParameter(
    "exponent",
    "α",
    "α, exponent",
    default=1.5,
    low=0.2,
    high=2.0,
    stops=(0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.9, 2),
    help="Up to 2, where k is smooth at 0; below it, σ_p² is infinite.",
)


@dataclass(frozen=True)
class ScaleMixture(IsotropicKernel):
    """A kernel of (r/ℓ)^α, 0 < α ≤ 2, that is a mixture of Gaussians; σ_p² is infinite for α < 2.

    ω = √(2S)·z/ℓ with z standard normal and one S > 0 for each frequency, whose law ``rffviz.stable`` tells.
    """

    exponent: float = 1.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.exponent > 2:
            raise Refusal(f"exponent must be a number above 0 and at most 2, got {self.exponent:g}.")

    @property
    @abstractmethod
    def _gamma_shape(self) -> float:
        """c of E exp(−sS) = (1 + s^{α/2})^{−c}; infinite for exp(−s^{α/2})."""

    def _law(self, d: int = 1) -> stable.LogLaw:
        """Of log S, fine enough for sums over d coordinates."""
        return stable.log_law(self.exponent / 2, self._gamma_shape, math.ceil(max(0.0, math.log2(d / 64) / 2)))

    @staticmethod
    def _factor(log_s: np.ndarray) -> np.ndarray:
        """√(2S); a frequency beyond 10¹³⁰ is cut there, where no cosine can tell it from another."""
        return math.sqrt(2) * np.exp(np.clip(log_s / 2, -300.0, 300.0))

    def _mixing(self, n_freqs, rng):
        stable_rng, gamma_rng = rng.spawn(2)
        log_s = stable.log_stable(self.exponent / 2, n_freqs, stable_rng)
        if math.isfinite(self._gamma_shape):
            log_s += stable.log_gamma_power(self.exponent / 2, self._gamma_shape, n_freqs, gamma_rng)
        return self._factor(log_s)

    def n_uniforms(self, d):
        return d + 1

    def _invert(self, U, d):
        return special.ndtri(U[:, :d]) * self._factor(self._law().quantile(U[:, -1:])) / self.length_scale

    def _squared_radius(self, u, d):
        return 2 * radius.at_quantile(radius.scaled_chi_curve(d, self._law(d)), u)

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        d, law = W.shape[1], self._law(W.shape[1])
        log_square = np.log(np.maximum(np.square(W * self.length_scale).sum(axis=1), 1e-300))
        with np.errstate(divide="ignore"):
            at_zero = np.log(law.mass) - d / 2 * (math.log(4 * math.pi) + law.value)
        exponents = at_zero - np.exp(np.minimum(log_square[:, None] - law.value, 700.0)) / 4
        most = exponents.max(axis=1)
        return d * math.log(self.length_scale) + most + np.log(np.exp(exponents - most[:, None]).sum(axis=1))

    def _radius(self, r, d, density):
        r = np.asarray(r, dtype=np.float64)
        law = self._law(d)
        square = (r * self.length_scale) ** 2
        seen = slice(None) if density else law.mass > 1e-18
        value = radius.scaled_chi(square, d, law.value[seen] + math.log(2), law.mass[seen], density)
        return value * 2 * r * self.length_scale**2 if density else np.minimum(value, 1.0)


@dataclass(frozen=True)
class ExponentialPower(ScaleMixture):
    """Exponential power kernel, k = exp(−(r/ℓ)^α); ω symmetric α-stable, ω = √(2S)·z/ℓ with S positive α/2-stable.

    S is drawn by Kanter's formula. α = 2 is `Gaussian(ℓ/√2)`, α = 1 is exp(−r/ℓ), which is `Matern(ℓ, nu=0.5)`.

    Parameters
    ----------
    length_scale, exponent : float
        ℓ > 0; 0 < α ≤ 2.

    Source: Samorodnitsky & Taqqu 1994, section 2.5 (sub-Gaussian vectors); Langrené, Warin & Gruet 2024 (as a mixture).
    """

    name: ClassVar[str] = "exponential_power"
    label: ClassVar[str] = "exponential power"
    formula: ClassVar[str] = r"\exp(-(\|\delta\|/\ell)^\alpha)"
    spectrum: ClassVar[str] = "symmetric α-stable"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (_EXPONENT,)

    _gamma_shape: ClassVar[float] = math.inf

    def _profile(self, t):
        return np.exp(-np.power(t, self.exponent))

    def second_moment(self, d):
        return 2 * d / self.length_scale**2 if self.exponent == 2 else math.inf


@dataclass(frozen=True)
class GeneralisedCauchy(ScaleMixture):
    """Generalised Cauchy kernel, k = (1 + (r/ℓ)^α)^{−β/α}, which falls like r^{−β}; ω = √(2S)·g^{1/α}·z/ℓ.

    S is positive α/2-stable and g ~ Gamma(β/α): a Gamma mixture of `ExponentialPower` over its length scale, and the
    limit is that kernel where β → ∞ with ℓ(α/β)^{1/α} held fixed. α = 2 is `RationalQuadratic(ℓ/√β, alpha=β/2)`.

    Parameters
    ----------
    length_scale, exponent, tail : float
        ℓ > 0; 0 < α ≤ 2, for small distances; β > 0, for large ones.

    Source: Gneiting & Schlather 2004 (kernel); Langrené, Warin & Gruet 2024 (its frequencies as a mixture).
    """

    tail: float = 1.0

    name: ClassVar[str] = "generalised_cauchy"
    label: ClassVar[str] = "generalised Cauchy"
    formula: ClassVar[str] = r"(1+(\|\delta\|/\ell)^\alpha)^{-\beta/\alpha}"
    spectrum: ClassVar[str] = "symmetric α-stable with a Gamma-distributed scale"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        _EXPONENT,
        ShapeParameter(
            "tail",
            "β",
            "β, tail",
            default=1.0,
            low=0.1,
            high=100,
            stops=(0.25, 0.5, 1, 2, 5, 10, 50),
            help="Far away k falls like r to the power −β.",
        ),
    )

    @property
    def _gamma_shape(self) -> float:
        return self.tail / self.exponent

    def _profile(self, t):
        return np.exp(-self._gamma_shape * np.log1p(np.power(t, self.exponent)))

    def second_moment(self, d):
        return d * self.tail / self.length_scale**2 if self.exponent == 2 else math.inf


class ProductKernel(Kernel):
    """A kernel that is a product of one-dimensional kernels: the coordinates of ω are iid."""

    factorises: ClassVar[bool] = True
    _heavy: ClassVar[bool] = False
    _law: ClassVar[Any]  # the law of ℓω_j
    _square_transform: ClassVar[Any]  # s ↦ E exp(−s (ℓω_j)²)

    def _invert(self, U, d):
        return self._law.ppf(U) / self.length_scale

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        return self._law.logpdf(W * self.length_scale).sum(axis=1) + W.shape[1] * math.log(self.length_scale)

    def _radius(self, r, d, density):
        r = np.asarray(r, dtype=np.float64)
        scaled = r * self.length_scale
        positive = np.maximum(scaled, 1e-12)
        if d == 1:
            value = 2 * (self._law.pdf(positive) if density else self._law.cdf(positive) - 0.5)
            return value * self.length_scale if density else np.where(scaled > 0, value, 0.0)
        transform = type(self)._square_transform
        value = radius.sum_of_squares(transform, positive**2, d, self._heavy, density)
        return value * 2 * positive * self.length_scale if density else np.where(scaled > 0, value, 0.0)


@dataclass(frozen=True)
class Laplacian(ProductKernel):
    """Laplacian kernel of the L1 norm, k(δ) = exp(−‖δ‖₁/ℓ); the coordinates of ω are iid Cauchy(0, 1/ℓ).

    σ_p² is infinite (the kernel has a kink at 0), so the uniform bounds that need it say nothing.

    Source: Rahimi & Recht 2007, Figure 1.
    """

    name: ClassVar[str] = "laplacian"
    label: ClassVar[str] = "Laplacian"
    formula: ClassVar[str] = r"\exp(-\|\delta\|_1/\ell)"
    spectrum: ClassVar[str] = "Cauchy in each coordinate"
    distance: ClassVar[str] = "cityblock"
    _heavy: ClassVar[bool] = True
    _law: ClassVar = stats.cauchy()
    _square_transform: ClassVar = staticmethod(radius.squared_cauchy_transform)

    def of_difference(self, delta):
        return np.exp(-np.abs(np.asarray(delta, dtype=np.float64)).sum(axis=-1) / self.length_scale)

    def _matrix(self, X, Y):
        return np.exp(cdist(X, Y, "cityblock") / -self.length_scale)

    def second_moment(self, d):
        return math.inf

    def _draw(self, n_freqs, d, rng, mixing_rng):
        return rng.standard_cauchy((n_freqs, d)) / self.length_scale


@dataclass(frozen=True)
class Cauchy(ProductKernel):
    """Cauchy kernel, k(δ) = Π_j 1/(1 + δ_j²/ℓ²); the coordinates of ω are iid Laplace(0, 1/ℓ).

    Normalised to k(0) = 1 (Rahimi & Recht 2007, Figure 1, print it with 2^d in front). The one kernel here for which
    offset features can beat paired ones: k(2δ) > 2k(δ)² far from 0.
    """

    name: ClassVar[str] = "cauchy"
    label: ClassVar[str] = "Cauchy"
    formula: ClassVar[str] = r"\prod_j 1/(1+\delta_j^2/\ell^2)"
    spectrum: ClassVar[str] = "Laplace in each coordinate"
    _law: ClassVar = stats.laplace()
    _square_transform: ClassVar = staticmethod(radius.squared_laplace_transform)

    def of_difference(self, delta):
        scaled = np.asarray(delta, dtype=np.float64) / self.length_scale
        return np.exp(-np.log1p(np.square(scaled)).sum(axis=-1))

    def _matrix(self, X, Y):
        inverse = np.ones((len(X), len(Y)))
        with np.errstate(over="ignore"):  # far apart in many coordinates: k is then 0
            for x, y in zip(X.T, Y.T, strict=True):
                factor = x[:, None] - y[None, :]  # before it is scaled: x/ℓ and y/ℓ are rounded
                factor *= 1 / self.length_scale
                np.square(factor, out=factor)
                factor += 1
                inverse *= factor
        return 1 / inverse

    def second_moment(self, d):
        return 2 * d / self.length_scale**2

    def _draw(self, n_freqs, d, rng, mixing_rng):
        return rng.laplace(0.0, 1 / self.length_scale, (n_freqs, d))

    def log_spectral_density(self, W):
        W = points("W", W, largest=math.inf)
        return W.shape[1] * math.log(self.length_scale / 2) - np.abs(W * self.length_scale).sum(axis=1)


KERNELS: dict[str, type[Kernel]] = {
    kernel.name: kernel
    for kernel in (Gaussian, Laplacian, Matern, Cauchy, RationalQuadratic, ExponentialPower, GeneralisedCauchy)
}


def a_kernel(kernel: object, default: Kernel | None = None) -> Kernel:
    """`kernel`, or `default` where it is None; raises a ValueError for anything else."""
    found = default if kernel is None else kernel
    if not isinstance(found, Kernel):
        allowed = "a kernel of rffviz.kernels" if default is None else "a kernel of rffviz.kernels or None"
        raise Refusal(f"kernel must be {allowed}, got {kernel!r}.")
    return found


def median_length_scale(kernel: Kernel | type[Kernel], X, random_state: int = 0, max_points: int = 1000) -> float:
    """Median heuristic: the median over pairs of the L1 distance for the Laplacian, of the Euclidean for the others.

    Parameters
    ----------
    kernel : Kernel or subclass of it
        Says which distance.
    X : array of shape (n, d)
    random_state : int
        The seed of the random subsample that is used where there are more than `max_points` points.
    max_points : int

    Raises
    ------
    ValueError
        With fewer than two points, or where more than half of the pairs coincide (the median is then 0).
    """
    X = points("X", X, min_points=2)
    if len(X) > max_points:
        X = X[np.random.default_rng(seed_number("random_state", random_state)).permutation(len(X))[:max_points]]
    median = float(np.median(pdist(X, kernel.distance)))
    if median <= 0:
        raise Refusal(
            f"X must hold at least two distinct points and not mostly repeats, got a median distance of {median:g}."
        )
    return median


LENGTH_RULES = ("median", "dimension", "hand")


def kernel_by_rule(kernel: Kernel, rule: str, X, random_state: int = 0) -> Kernel:
    """The kernel with its length scale by a rule for the points X, of shape (n, d).

    Parameters
    ----------
    kernel : Kernel
    rule : {"median", "dimension", "hand"}
        `median_length_scale` under `random_state`; √(d/2), as in Li, Zhang, Wang and Kumar 2019 for scaled data; or the
        length scale that the kernel has.
    X : array of shape (n, d)
    random_state : int
        Chooses the points of the median where there are many.
    """
    if one_of("rule", rule, LENGTH_RULES) == "hand":
        return kernel
    if rule == "dimension":
        return kernel.with_length_scale(math.sqrt(np.asarray(X).shape[1] / 2))
    return kernel.with_length_scale(median_length_scale(kernel, X, random_state))


def _log_bessel_k(order: float, x: np.ndarray) -> np.ndarray:
    """log K_order(x) for order ≥ 0 and x > 0, finite where K itself overflows or underflows."""
    if order > 50:
        return _log_bessel_k_uniform(order, x)
    with np.errstate(over="ignore", divide="ignore"):
        value = np.log(special.kve(order, x)) - x
        near_zero = special.gammaln(order) - math.log(2) + order * np.log(2 / x) if order > 0 else value
        far = 0.5 * np.log(np.pi / 2 / x) - x  # scipy's K is nan from about 10⁹ on
    return np.where(np.isfinite(value), value, np.where(x < 1, near_zero, far))


def _log_bessel_k_uniform(order: float, x: np.ndarray) -> np.ndarray:
    """Debye's expansion, uniform in x (NIST Handbook 10.41.4), to the fourth term."""
    z = x / order
    root = np.sqrt(1 + z * z)
    p = 1 / root
    p2 = p * p
    eta = root + np.log(z / (1 + root))
    u1 = p * (3 - 5 * p2) / 24
    u2 = p2 * (81 - 462 * p2 + 385 * p2**2) / 1152
    u3 = p * p2 * (30375 - 369603 * p2 + 765765 * p2**2 - 425425 * p2**3) / 414720
    u4 = p2**2 * (4465125 - 94121676 * p2 + 349922430 * p2**2 - 446185740 * p2**3 + 185910725 * p2**4) / 39813120
    series = 1 - u1 / order + u2 / order**2 - u3 / order**3 + u4 / order**4
    return 0.5 * np.log(np.pi / (2 * order)) - order * eta - 0.5 * np.log(root) + np.log(series)
