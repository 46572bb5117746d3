"""The mathematics of the Convergence page: variances, bounds, probabilities, and errors pair by pair."""

from __future__ import annotations

import math

from rffviz.explorer.words.guarantees import theorem
from rffviz.explorer.words.mathematics.bounds import stated
from rffviz.explorer.words.mathematics.estimate import ESTIMATE, PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Lines, formula
from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE
from rffviz.theory import BOUNDS

_OFFSET_VARIANCE = Formula(r"\operatorname{Var}\hat k(\delta)=\frac1D\Big[1+\tfrac12k(2\delta)-k(\delta)^2\Big]")
_POSITIVE_VARIANCE = Formula(r"\operatorname{Var}\hat k(x,y)=\frac{k(x-y)^2}{D}\Big(e^{\|x+y\|^2/\ell^2}-1\Big)")
_OPTIMAL_VARIANCE = (
    Formula(
        r"\operatorname{Var}\hat k(x,y)=\frac{k(x-y)^2}D\Big(\frac{(1-4A)^d}{(1-8A)^{d/2}}\,"
        r"e^{\|x+y\|^2/(\ell^2(1-8A))}-1\Big)"
    ),
    Formula(
        r"A=\tfrac1{16}\Big(1-2\varphi-\sqrt{(2\varphi+1)^2+8\varphi}\Big),\qquad"
        r"\varphi=\frac{\mathbb{E}\|x+y\|^2}{d\,\ell^2}"
    ),
    "This A minimises the variance at the mean ‖x + y‖² of the data. The variance also depends on x + y.",
)
VARIANCES = "the variances: Sutherland & Schneider 2015, section 2 (not verified against the paper)"


def variance_of(record) -> Lines:
    """The estimate and its variance under the record's map."""
    map_name = getattr(record, "map", None) or record.curves[0].map
    if map_name == POSITIVE:
        return [_POSITIVE_VARIANCE, "The variance also depends on x + y: the positive map is not shift-invariant."]
    if map_name == OPTIMAL_POSITIVE:
        return [*_OPTIMAL_VARIANCE]
    if map_name == "offset":
        return [
            Formula(r"\hat k(x,y)=\frac2D\sum_{j=1}^{D}\cos(\omega_j^\top x+b_j)\cos(\omega_j^\top y+b_j)"),
            _OFFSET_VARIANCE,
        ]
    return [ESTIMATE, PAIRED_VARIANCE]


def domain(record, names: list[str]) -> Lines:
    """The quantities of kernel and data in uniform bounds."""
    if math.isinf(record.sigma_p) or not any(name in BOUNDS and not BOUNDS[name].on_pairs for name in names):
        return []
    what = "the largest distance between two points" if record.diameter.exact else "the diagonal of the bounding box"
    return [
        f"The bounds depend on the kernel through σ_p and on the set through its diameter, {what}:".replace(
            "σ_p", r"$\sigma_p$"
        ),
        formula(
            r"\sigma_p=\sqrt{\mathbb{E}\|\omega\|^2}=\sqrt{-\operatorname{tr}\nabla^2k(0)}=<s>,\qquad"
            r"\operatorname{diam}=<l>,\qquad d=<d>",
            s=record.sigma_p,
            l=record.diameter.value,
            d=record.about.d,
        ),
    ]


def headed(record, name: str) -> Lines:
    """The bound under its name."""
    return [f"**{BOUNDS[name].authors}{', over pairs' * BOUNDS[name].on_pairs}**", *stated(record, name)]


def sources_of(names: list[str]) -> str:
    """Where the bounds and the variances are proved."""
    return "; ".join([*(theorem(name).citation for name in names), VARIANCES])
