"""A kernel from a user's function of the distance; frequencies are drawn from its numerical spectrum."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rffviz.foundation.validation import Refusal, a_generator, whole_number
from rffviz.kernels.base import check_length_scale, use_floats
from rffviz.kernels.definiteness import NOT_POSITIVE_DEFINITE, UNDECIDED, Definiteness
from rffviz.kernels.formula import TypedTable
from rffviz.kernels.hankel import MOST_DIMENSIONS, Norms
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.kernels.profile import fewest_dimensions, given_definiteness, given_distribution, given_profile


@dataclass(frozen=True)
class FormulaKernel(IsotropicKernel):
    """A kernel k(δ) = f(‖δ‖/ℓ)/f(0) from a formula in r, or a table of values; ω from its numerical Hankel transform.

    Algorithm 1 of Rahimi & Recht 2007, step 1: the Fourier transform p of the kernel, from which frequencies are drawn.
    In d dimensions ω is a uniform direction times a norm with distribution `norms(d)`, drawn by inverse transform.
    The same f may be positive definite in low dimensions only: `verdict(d)` says whether it is, up to what error, or
    that this is undecided. Draws and densities are refused unless k is known to be positive definite.

    Parameters
    ----------
    length_scale : float
        ℓ > 0.
    profile : str or sequence of pairs
        f as `rffviz.kernels.formula.read_function` reads it, such as "exp(-r**2/2)" or "0: 1, 1: 0.6, 2: 0.1", or rows
        (r, f), which `rffviz.kernels.formula.TypedTable` joins by a cubic spline. |f/f(0)| must fall to ½ somewhere.

    Raises
    ------
    ValueError
        If the profile cannot be parsed, has no finite positive value at 0, or never falls to half that value.

    Notes
    -----
    First a mixture of Gaussians within 10⁻⁶ of f is sought: it is positive definite in every dimension
    (``rffviz.kernels.completely_monotone``). Otherwise the spectrum decides, by a transform in at most 128 dimensions
    (``rffviz.kernels.hankel``). f is called positive definite if the negative mass of its spectrum is at most 10⁻⁵
    (0.005 for a table, whose curve is not quite smooth), or below the noise of a transform whose error is at most 0.002
    (0.012 for a table); the error stated in the verdict holds up to 10 half widths and is never below that mass (not
    computed for a mixture). It is called not positive definite if the CDF of ‖ω‖ decreases over an interval by ten
    times its estimated noise at either end, in d or fewer dimensions. Far out, where the density is lost in rounding,
    it is continued as a power of ‖ω‖.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels.formula_kernel import FormulaKernel
    >>> triangle = FormulaKernel(profile="max(0, 1 - r)")
    >>> triangle.sample(3, 1, np.random.default_rng(0)).shape
    (3, 1)
    >>> triangle.verdict(3).status
    'not_positive_definite'
    >>> round(float(triangle.norms(3).negative), 2)
    0.99
    """

    profile: Any = "exp(-r**2/2)"

    name: ClassVar[str] = "formula"
    label: ClassVar[str] = "typed"
    formula: ClassVar[str] = r"f(\|\delta\|/\ell)"
    spectrum: ClassVar[str] = "computed numerically"
    mixes_gaussians: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.length_scale, str):
            raise Refusal(
                f"length_scale must be a finite number above 0, got {self.length_scale!r}: is it the profile?"
            )
        check_length_scale(self.length_scale)
        use_floats(self, "length_scale")
        if callable(self.profile):
            raise Refusal("profile must be a formula or a table, got a function f: give [(r, f(r)), …].")
        if not isinstance(self.profile, str):
            object.__setattr__(self, "profile", _rows(self.profile))
        given_profile(self.profile)  # or its refusal

    @property
    def text(self) -> str:
        """The profile as parsed."""
        return given_profile(self.profile).text

    @property
    def of_table(self) -> bool:
        """Whether the profile is a table rather than a formula."""
        return given_profile(self.profile).joined

    def norms(self, d: int) -> Norms:
        """The distribution of ℓ‖ω‖ in d dimensions, a signed measure if k is not positive definite; raises if it cannot
        be computed."""
        return given_distribution(self.profile, whole_number("d", d))

    def verdict(self, d: int) -> Definiteness:
        """Whether k is positive definite in d dimensions and up to what error, or that this is undecided."""
        return given_definiteness(self.profile, whole_number("d", d))

    def is_kernel(self, d: int) -> bool:
        """Whether k is positive definite in d dimensions, up to `verdict(d).error`."""
        return self.verdict(d).positive_definite

    def fewest_dimensions(self, d: int) -> int:
        """The lowest dimension in which k already fails to be positive definite, if it fails in d."""
        return fewest_dimensions(self.profile, whole_number("d", d))

    def negative_share(self, d: int) -> float:
        """Negative mass of the spectrum over its total absolute mass, for ‖ω‖ up to 100 over the half width."""
        negative, positive = given_profile(self.profile).masses(self.norms(d))
        return negative / (negative + positive)

    def distribution(self, d: int) -> Norms:
        """`norms` if k is positive definite in d dimensions; raises a ValueError if it is not, or if that is
        undecided."""
        verdict = self.verdict(d)
        where = f"{d} dimension{'s'[: d > 1]}"
        if verdict.status == NOT_POSITIVE_DEFINITE:
            fewer = f" in {verdict.decided_in} already" if verdict.decided_in < d else ""
            mass = f"a negative mass of {verdict.negative_mass:.3g}{fewer}"
            raise Refusal(f"kernel must be positive definite in {where}, got {mass}.")
        if verdict.status == UNDECIDED and d <= MOST_DIMENSIONS:
            raise Refusal(
                f"kernel must be known to be positive definite in {where}, got one for which this cannot be decided: "
                f"its transform gives k back with errors of up to {verdict.error:.2g}."
            )
        return self.norms(d)

    def _profile(self, t: ArrayLike) -> np.ndarray:
        return given_profile(self.profile)(t)

    def _second_moment(self, d: int) -> float:
        """−d f″(0); infinite for a table, and if 1 − f vanishes more slowly than r² at 0."""
        return d * given_profile(self.profile).bend

    def sample_radius(self, n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
        return self._radii(a_generator("rng", rng).spawn(2)[1].random(n_freqs), d)

    def _radii(self, U: np.ndarray, d: int) -> np.ndarray:
        return self.distribution(d).quantile(np.maximum(U, 2.0**-54)) / self.length_scale

    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        return _directions(rng.standard_normal((n_freqs, d))) * self._radii(mixing_rng.random(n_freqs), d)[:, None]

    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        raise Refusal("kernel must be a mixture of Gaussians for this, got a formula, which is not known to be one.")

    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        return np.square(self.distribution(d).quantile(u))

    def n_uniforms(self, d: int) -> int:
        return d + 1

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        return _directions(special.ndtri(U[:, :d])) * self._radii(U[:, -1:], d)

    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        log_w = np.log(np.maximum(np.sqrt(square), 1e-300))
        sphere = math.log(2) + d / 2 * math.log(math.pi) - special.gammaln(d / 2)
        return self.distribution(d).log_pdf(log_w) - d * log_w - sphere

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        if not density:
            return self.distribution(d).cdf(r * self.length_scale)
        safe = np.maximum(r, 1e-300)
        return np.exp(self.distribution(d).log_pdf(np.log(safe * self.length_scale))) / safe


def _rows(table: Any) -> tuple[tuple[float, float], ...]:
    """The rows as tuples; if they already are, the same object, since scikit-learn's `clone` compares identities."""
    TypedTable(table)  # or its refusal
    done = isinstance(table, tuple) and all(type(row) is tuple and set(map(type, row)) == {float} for row in table)
    return table if done else tuple((float(r), float(value)) for r, value in table)


def _directions(z: np.ndarray) -> np.ndarray:
    return z / np.maximum(np.linalg.norm(z, axis=1, keepdims=True), 1e-300)
