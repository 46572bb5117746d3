"""The polynomial kernel on the unit sphere, and its spherical random features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.interpolate import CubicSpline
from scipy.optimize import nnls
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.features.fourier import paired_map
from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.distances import squared_distances
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.memory import check_memory
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    new_points,
    of_dimension,
    points,
    positive_number,
    seed_number,
    training_data,
    whole_number,
)

MOST_DEGREE = 20  # for higher degrees the frequencies in many dimensions oscillate too fast for the nodes below
_DISTANCES = np.linspace(0.0, 2.0, 65)  # nodes of the fit; its functions are smooth and oscillate little
_GRID = np.linspace(0.0, 2.0, 257)  # knots of the cubic spline for the mean kernel
_LENGTHS = 161  # candidate norms for the fit
_NODES = 400  # nodes of the mean over directions


def spherical_polynomial_kernel(
    X: ArrayLike, Y: ArrayLike | None = None, degree: int = 3, reach: float = 2.0
) -> np.ndarray:
    """Polynomial kernel on the sphere, k(x, y) = (1 − ‖u − v‖²/a²)^p with u = x/‖x‖ and v = y/‖y‖.

    It is the polynomial kernel (c + γ u·v)^p with γ = 2/a² and c = 1 − γ. It is a function of u − v, yet not a
    shift-invariant kernel on R^d: off the sphere the function is negative or grows. The zero vector is left unchanged.

    Parameters
    ----------
    X : array of shape (n, d)
    Y : array of shape (m, d), optional
        X where not given.
    degree : int
        p, from 1 to 20.
    reach : float
        a ≥ 2, the distance at which the kernel is 0; with a = 2 that is at opposite directions.

    Returns
    -------
    ndarray of shape (n, m), float64

    Raises
    ------
    ValueError
        For points that are not finite or of unequal dimension, another degree, or a smaller reach.

    Source: Pennington, Yu & Kumar 2015, "Spherical random features for polynomial kernels", section 2 (not verified
    against the paper).
    """
    degree, reach = _checked(degree, reach)
    X = points("X", X)
    Y = X if Y is None else of_dimension("Y", points("Y", Y), X.shape[1], "X")
    return _kernel(squared_distances(unit_rows(X), unit_rows(Y)), degree, reach)


@dataclass(eq=False, repr=False)
class SphericalFeatures(TransformerMixin, NamesArguments, BaseEstimator):
    """Spherical random Fourier features of the polynomial kernel on the unit sphere, a scikit-learn transformer.

    On the sphere distances are at most 2, so a positive spectrum needs to fit the kernel only up to there. It minimises
    ∫₀² (Σ_i c_i Ω_d(r_i z) − (1 − z²/a²)^p)² dz over c ≥ 0, with Ω_d(t) the mean of cos(t u₁) over directions u;
    frequencies have norm r_i with probability c_i/Σc and a uniform direction, and z(x) = √(Σc/m) [cos ω_j·u | sin
    ω_j·u], u = x/‖x‖.

    Parameters
    ----------
    degree : int, default 3
        p, from 1 to 20.
    reach : float, default 2.0
        a ≥ 2 (`spherical_polynomial_kernel`).
    n_freqs : int, default 100
        m; there are 2m features. Draws are nested: more frequencies under the same seed extend fewer.
    random_state : int, RandomState, Generator or None, default None
        Seed of the draw.

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d), float64
    norms_, masses_ : ndarray of shape (r,)
        The spectrum: norms r_i, increasing, and their c_i > 0; usually two or three.
    kernel_error_ : float
        √(½∫₀² (E z(x)·z(y) − k)² dz), the root mean square of the fit's error over distances from 0 to 2.

    Raises
    ------
    ValueError
        In `fit`, for another degree or a smaller reach; in `transform`, for numbers that are not finite.

    Notes
    -----
    Known bias: z(x)·z(y) has the mean Σ c_i Ω_d(r_i ‖u − v‖), which `mean_kernel` gives, and not k. No spectrum is both
    positive and exact, so with more frequencies the estimate converges to the fit, not to k. The bias grows with d and
    is largest for a = 2 and p = 1: 0.06 for d = 64. It falls with p and with a.

    The paper minimises the same integral over spectra max(0, Σ_i c_i Gaussian_i), by L-BFGS; here norms are chosen from
    a grid of 161, which is a convex problem with one solution, without random starts; no positive spectrum on that grid
    fits better. The paper uses one cosine with a random phase per frequency, this a cosine and a sine.

    Features have the precision of X, float32 or float64.

    Source: Pennington, Yu & Kumar 2015, "Spherical random features for polynomial kernels", sections 3 and 4 (not
    verified against the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import SphericalFeatures, spherical_polynomial_kernel
    >>> X = np.random.default_rng(0).standard_normal((50, 5))
    >>> features = SphericalFeatures(degree=5, n_freqs=5000, random_state=0).fit(X)
    >>> Z, K = features.transform(X), spherical_polynomial_kernel(X, degree=5)
    >>> bool(np.linalg.norm(Z @ Z.T - K) < 0.05 * np.linalg.norm(K))
    True
    >>> features.kernel_error_ < 0.002
    True
    """

    degree: int = 3
    reach: float = 2.0
    n_freqs: int = 100
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Fit the spectrum for X's dimension and draw the frequencies; y is not used."""
        X = training_data(self, X, dtype=(np.float64, np.float32))
        degree, reach = _checked(self.degree, self.reach)
        n_freqs, d = whole_number("n_freqs", self.n_freqs), X.shape[1]
        check_memory(2 * n_freqs * d, n_freqs=n_freqs, d=d)
        of_length, of_direction = np.random.default_rng(seed_number("random_state", self.random_state)).spawn(2)
        self.norms_, self.masses_, self.kernel_error_ = _spectrum(degree, reach, d)
        share = np.cumsum(self.masses_) / self.masses_.sum()
        place = np.searchsorted(share, of_length.random(n_freqs), side="right").clip(max=len(share) - 1)
        directions = of_direction.standard_normal((n_freqs, d))
        self.frequencies_ = unit_rows(directions) * self.norms_[place, None]
        return self

    def transform(self, X: MatrixLike) -> np.ndarray:
        """Features of X, of shape (n, 2m) and X's precision."""
        X = new_points(self, X, (np.float64, np.float32))
        m = len(self.frequencies_)
        return paired_map(unit_rows(X), self.frequencies_, np.full(m, self.masses_.sum() / m), dtype=X.dtype)

    def mean_kernel(self, X: ArrayLike, Y: ArrayLike | None = None) -> np.ndarray:
        """E z(x)·z(y) over draws of the frequencies, of shape (n, m): the limit for many frequencies."""
        check_is_fitted(self)
        X = of_dimension("X", points("X", X), self.n_features_in_, "the points it was fitted on")
        Y = X if Y is None else of_dimension("Y", points("Y", Y), X.shape[1], "X")
        distances = np.sqrt(squared_distances(unit_rows(X), unit_rows(Y)))
        fitted = wave_of_sphere(np.outer(_GRID, self.norms_), self.n_features_in_) @ self.masses_
        return CubicSpline(_GRID, fitted)(distances)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """cos0 … cos{m−1}, sin0 … sin{m−1}."""
        check_is_fitted(self)
        m = len(self.frequencies_)
        return np.array([f"{wave}{j}" for wave in ("cos", "sin") for j in range(m)], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def unit_rows(X: Any) -> Any:
    """Rows divided by their norms, zero rows unchanged, without overflow or underflow of squares; CSR stays CSR."""
    if sparse.issparse(X):
        unit, rows = X.copy(), np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        largest = abs(X).max(axis=1).toarray().ravel()[rows]
        unit.data = X.data / np.where(largest > 0, largest, 1)
        norms = np.sqrt(unit.power(2).sum(axis=1))[rows]
        unit.data = unit.data / np.where(norms > 0, norms, 1)
        return unit
    largest = np.abs(X).max(axis=1, keepdims=True)
    scaled = X / np.where(largest > 0, largest, 1)
    norms = np.linalg.norm(scaled, axis=1, keepdims=True)
    return scaled / np.where(norms > 0, norms, 1)


def wave_of_sphere(t: np.ndarray, d: int) -> np.ndarray:
    """Ω_d(t), the mean of cos(t u₁) over directions u in d dimensions, within 10⁻¹⁰ for t up to about 400.

    With u₁ = cos φ the density of φ is proportional to sin^{d−2} φ. Gauss quadrature works in any dimension, while the
    closed form Γ(d/2)(2/t)^{d/2−1} J_{d/2−1}(t) can leave the range of floats.
    """
    if d == 1:
        return np.cos(t)
    x, weights = np.polynomial.legendre.leggauss(_NODES)
    phi = (x + 1) * np.pi / 4  # the other half is its mirror image
    weights = weights * np.sin(phi) ** (d - 2)
    return np.cos(np.multiply.outer(t, np.cos(phi))) @ (weights / weights.sum())


@lru_cache(maxsize=64)
def _spectrum(degree: int, reach: float, d: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Norms, their masses, and the fit's root mean square error; cached per kernel."""
    exact = _kernel(_DISTANCES**2, degree, reach)
    typical = np.sqrt(2 * degree * d) / reach  # of ‖ω‖, from the kernel's curvature at 0: k ≈ 1 − p z²/a²
    norms = np.linspace(0.0, 2.5 * typical + 4, _LENGTHS)
    rule = np.full(len(_DISTANCES), 1.0)
    rule[[0, -1]] = 0.5  # the trapezoid rule
    root = np.sqrt(rule / rule.sum())[:, None]
    waves = wave_of_sphere(np.outer(_DISTANCES, norms), d)
    masses, error = nnls(root * waves, root[:, 0] * exact)
    kept = masses > 0
    return norms[kept], masses[kept], float(error)


def _kernel(squared: np.ndarray, degree: int, reach: float) -> np.ndarray:
    return np.maximum(1 - squared / reach**2, 0.0) ** degree  # rounding may make it negative for opposite points


def _checked(degree: object, reach: object) -> tuple[int, float]:
    degree, reach = whole_number("degree", degree, high=MOST_DEGREE), positive_number("reach", reach)
    if reach < 2:
        raise Refusal(f"reach must be at least 2, the distance of opposite points of the sphere, got {reach:g}.")
    return degree, reach
