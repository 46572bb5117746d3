"""The mathematics of the view “Precision”."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.precision import PrecisionStudy


def precision_mathematics(record: PrecisionStudy) -> Mathematics:
    """Rounding that keeps the mean, its variance, and the effect of one bit at equal D and at equal memory."""
    curve = record.curves[0]
    values = {"b": curve.bits, "D": curve.n_freqs[-1], "M": curve.bits_per_point[-1], "s": 2 / (2**curve.bits - 1)}
    return Mathematics(
        "With stochastic rounding to few levels the estimate stays unbiased, and the same memory holds more features.",
        (
            r"A cosine or sine z lies between two of the $2^b$ levels from −1 to 1, l and l + s:",
            Formula(r"\Pr(\tilde z=l+s)=\frac{z-l}s,\qquad\Pr(\tilde z=l)=\frac{l+s-z}s"),
            Formula(r"\mathbb{E}\,\tilde z=z,\qquad\operatorname{Var}\tilde z=(z-l)(l+s-z)\le\tfrac14s^2"),
            "The features of two points are rounded independently, so the mean of their product, and of k̂, is "
            "unchanged:",
            Formula(
                r"\hat k(x,y)=\frac1D\sum_{j=1}^{D}\big(\tilde c_j(x)\tilde c_j(y)+\tilde s_j(x)\tilde s_j(y)\big),"
                r"\qquad\mathbb{E}\,\hat k=k"
            ),
            "With one bit every product is ±1. If x + y is so spread out that its waves average to 0:",
            Formula(
                r"\operatorname{Var}\hat k=\frac1D\big[2+\tfrac14k(2\delta)-k^2\big]\quad\text{in place of}\quad"
                r"\frac1D\big[\tfrac12+\tfrac12k(2\delta)-k^2\big]"
            ),
            "For far pairs this is four times the variance at 1/32 of the memory. "
            + said("Here the smallest number of bits, $b=<b>$, has a step of", **values),
            formula(r"s=\frac{2}{2^{<b>}-1}=<s>", **values),
            said(r"and at $D=<D>$ a point takes", **values),
            formula(r"2\times<D>\times<b>=<M>", **values),
            "bits.",
        ),
        "Zhang, May, Dao & Ré 2019, section 3 (not verified against the paper); the variance of one bit: "
        "derived as that of cos/sin pairs",
    )
