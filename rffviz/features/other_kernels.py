"""Kernels that are not shift invariant, each with the maps that approximate it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.kernel_approximation import PolynomialCountSketch

from rffviz.features.arc_cosine import ArcCosineFeatures, arc_cosine_kernel
from rffviz.features.homogeneous import HomogeneousFeatures, additive_chi2_kernel, intersection_kernel
from rffviz.features.spherical import SphericalFeatures, spherical_polynomial_kernel, unit_rows
from rffviz.foundation.validation import points

ROWS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "any": lambda X: X,
    "sphere": unit_rows,
    "non_negative": lambda X: X - X.min(axis=0),
}


@dataclass(frozen=True, eq=False)
class OtherKernel:
    """A kernel that is not shift invariant, so that Bochner's theorem does not apply.

    Attributes
    ----------
    name, label : str
        The stable identifier, and what the screen calls it.
    of : callable
        (X, Y, degree) → the exact matrix of shape (n, m); kernels without a degree ignore it.
    rows : {"any", "sphere", "non_negative"}
        The points it is defined for.
    formula : str
        In LaTeX.
    source : str
        Paper and section.
    """

    name: str
    label: str
    of: Callable[[np.ndarray, np.ndarray | None, int], np.ndarray]
    rows: str
    formula: str
    source: str

    def prepared(self, X: ArrayLike) -> np.ndarray:
        """Points transformed to the kernel's domain, of shape (n, d).

        For "any" unchanged; for "sphere" divided by their norm, except the zero vector; for "non_negative" each
        coordinate minus its smallest value.
        """
        return ROWS[self.rows](points("X", X))


@dataclass(frozen=True)
class OtherMap:
    """A map for one of these kernels.

    Attributes
    ----------
    name, label : str
        The stable identifier, and what the screen calls it.
    kernel : str
        A key of `OTHER_KERNELS`.
    make : callable
        (number of features, d, degree, random_state) → a transformer with that many features, or the next smaller
        number possible, at least one.
    unbiased, randomised, nested : bool
        Whether the mean over draws is the kernel; whether there are draws at all; whether the features of a smaller
        draw are, up to a factor, among those of a larger one under the same seed.
    says : str
        Its domain and its error, in a sentence.
    """

    name: str
    label: str
    kernel: str
    make: Callable[[int, int, int, int], Any]
    says: str
    unbiased: bool = True
    randomised: bool = True
    nested: bool = False


def _arc_cosine(order: int) -> Callable[[int, int, int, int], Any]:
    return lambda n_features, d, degree, seed: ArcCosineFeatures(order, n_features, random_state=seed)


def _homogeneous(kernel: str) -> Callable[[int, int, int, int], Any]:
    return lambda n_features, d, degree, seed: HomogeneousFeatures(kernel, max(1, (n_features // d + 1) // 2))


OTHER_KERNELS = {
    kernel.name: kernel
    for kernel in (
        OtherKernel(
            "polynomial",
            "polynomial, on the sphere",
            lambda X, Y, degree: spherical_polynomial_kernel(X, Y, degree),
            "sphere",
            r"k(x,y)=\Big(1-\frac{\|x-y\|^2}{4}\Big)^p=\Big(\tfrac12+\tfrac12x^\top y\Big)^p",
            "Pennington, Yu & Kumar 2015, sections 2 and 3 (not verified against the paper); Pham & Pagh "
            "2013, section 3 (not verified against the paper)",
        ),
        OtherKernel(
            "arc_cosine_0",
            "arc-cosine, order 0",
            lambda X, Y, degree: arc_cosine_kernel(X, Y, 0),
            "any",
            r"k(x,y)=\frac{\pi-\theta}{\pi},\qquad\cos\theta=\frac{x^\top y}{\|x\|\|y\|}",
            "Cho & Saul 2009, section 2 (not verified against the paper)",
        ),
        OtherKernel(
            "arc_cosine_1",
            "arc-cosine, order 1",
            lambda X, Y, degree: arc_cosine_kernel(X, Y, 1),
            "any",
            r"k(x,y)=\frac{\|x\|\|y\|}{\pi}\big(\sin\theta+(\pi-\theta)\cos\theta\big)",
            "Cho & Saul 2009, section 2 (not verified against the paper)",
        ),
        OtherKernel(
            "additive_chi2",
            "additive χ²",
            lambda X, Y, degree: additive_chi2_kernel(X, Y),
            "non_negative",
            r"k(x,y)=\sum_{i=1}^{d}\frac{2x_iy_i}{x_i+y_i}",
            "Vedaldi & Zisserman 2012, sections 3 and 4 (not verified against the paper)",
        ),
        OtherKernel(
            "intersection",
            "intersection",
            lambda X, Y, degree: intersection_kernel(X, Y),
            "non_negative",
            r"k(x,y)=\sum_{i=1}^{d}\min(x_i,y_i)",
            "Vedaldi & Zisserman 2012, sections 3 and 4 (not verified against the paper)",
        ),
    )
}

OTHER_MAPS = {
    entry.name: entry
    for entry in (
        OtherMap(
            "polynomial_sphere",
            "spherical features",
            "polynomial",
            lambda n_features, d, degree, seed: SphericalFeatures(
                degree, n_freqs=max(1, n_features // 2), random_state=seed
            ),
            "On the unit sphere only. Biased, since no positive spectrum is exact: more frequencies converge to "
            "the fitted kernel.",
            unbiased=False,
            nested=True,
        ),
        OtherMap(
            "polynomial_sketch",
            "count sketch",
            "polynomial",
            lambda n_features, d, degree, seed: PolynomialCountSketch(
                gamma=0.5, degree=degree, coef0=0.5, n_components=n_features, random_state=seed
            ),
            "Unbiased for every point, on the sphere or not. A different number of features is a new draw.",
        ),
        OtherMap(
            "arc_cosine_0",
            "random steps",
            "arc_cosine_0",
            _arc_cosine(0),
            "Unbiased for every point; more frequencies extend fewer.",
            nested=True,
        ),
        OtherMap(
            "arc_cosine_1",
            "random ramps",
            "arc_cosine_1",
            _arc_cosine(1),
            "Unbiased for every point; more frequencies extend fewer.",
            nested=True,
        ),
        *(
            OtherMap(
                name,
                "sampled spectrum",
                name,
                _homogeneous(name),
                "For non-negative points only. Deterministic: the error is a bias, which falls with the number of "
                "steps.",
                unbiased=False,
                randomised=False,
            )
            for name in ("additive_chi2", "intersection")
        ),
    )
}
