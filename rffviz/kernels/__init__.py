"""Shift-invariant kernels and their spectral measures, one class each.

Conventions, everywhere: k(x, y) = k(δ) with δ = x − y and k(0) = 1. By Bochner's theorem k(δ) = E cos(ω·δ) for ω drawn
from the spectral measure p, ω in radians per unit of x. The spectral measure carries the length scale.
Frequencies are rows. A *Laplacian kernel* has a *Cauchy spectrum* and the *Cauchy kernel* a *Laplace spectrum*.
"""

from __future__ import annotations

from rffviz.kernels.base import HoldsKernel, Kernel, ShapeParameter, a_kernel
from rffviz.kernels.formula_kernel import FormulaKernel
from rffviz.kernels.gaussian import Gaussian
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.kernels.length_scale import LENGTH_RULES, kernel_by_rule, median_length_scale
from rffviz.kernels.matern import Matern
from rffviz.kernels.product import Cauchy, Laplacian, ProductKernel
from rffviz.kernels.rational_quadratic import RationalQuadratic
from rffviz.kernels.scale_mixture import ExponentialPower, GeneralisedCauchy, ScaleMixture
from rffviz.kernels.spectral_mixture import SpectralMixture

KERNELS: dict[str, type[Kernel]] = {
    kernel.name: kernel
    for kernel in (
        Gaussian,
        Laplacian,
        Matern,
        Cauchy,
        RationalQuadratic,
        ExponentialPower,
        GeneralisedCauchy,
        FormulaKernel,
    )
}
"""The kernels by name: every control, comparison and test takes them from here."""

__all__ = [
    "KERNELS",
    "LENGTH_RULES",
    "Cauchy",
    "ExponentialPower",
    "FormulaKernel",
    "Gaussian",
    "GeneralisedCauchy",
    "HoldsKernel",
    "IsotropicKernel",
    "Kernel",
    "Laplacian",
    "Matern",
    "ProductKernel",
    "RationalQuadratic",
    "ScaleMixture",
    "ShapeParameter",
    "SpectralMixture",
    "a_kernel",
    "kernel_by_rule",
    "median_length_scale",
]
