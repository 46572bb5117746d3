"""The mathematics of the view “Own kernel”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.views.kernel.mathematics import DRAWN, VARIANCE_FOLLOWS, error_of
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import dimensions
from rffviz.studies.own_kernel import OwnKernel


def own_kernel_mathematics(record: OwnKernel) -> Mathematics:
    """The cosine transform, its positive and negative mass, and the conclusion from them."""
    values = {"zero": record.at_zero, "far": record.judged, "neg": record.negative, "pos": record.positive}
    values |= {"net": record.positive - record.negative, "error": record.verdict.error}
    place, line = dimensions(record.about.d), record.about.d == 1
    verdict = [
        "The negative mass exceeds the numerical error of the transform: k is not positive definite.",
        "So some points and weights $c_j$ make this sum negative, and p is not a probability density:",
    ]
    if not record.verdict.decided:
        unknown = "The inverse transform reproduces k with an error of $<error>$, too large to determine the sign of p."
        verdict = [
            said(unknown, **values),
            "k is positive definite if and only if for all points and weights $c_j$ this sum is at least 0:",
        ]
    if record.is_kernel:
        near = "The transform of the positive part of p"
        if record.verdict.by == "mixture":
            near = r"A mixture of Gaussians $\int e^{-sr^2}d\mu(s)$, positive definite in every dimension,"
        verdict = [
            said(
                f"{near} differs from k by at most $<error>$: up to this error k is positive definite {place}.",
                **values,
            ),
            "So for all points and weights $c_j$ this sum is at least 0:",
        ]
    given = [
        f"The formula is divided by its value at 0; here f(r) is `{record.text}`:",
        formula(r"k(r)=\frac{f(r)}{f(0)},\qquad f(0)=<zero>", **values),
    ]
    if record.joined:
        place0 = "k(0) = 1 and " if record.given == "handles" else ""
        given = [f"k is a cubic curve through {place0}{record.text}; beyond, it decays exponentially to 0."]
    size, at = (r"|\omega|", r"\omega x_j") if line else (r"\|\omega\|", r"\omega^\top x_j")
    transform = [
        "k is even, so its spectrum is a cosine transform:",
        Formula(r"p(\omega)=\frac1\pi\int_0^\infty k(r)\cos\omega r\,dr"),
    ]
    if not line:
        transform = [
            "k depends on the norm of δ alone, so its spectrum depends on the norm of ω alone. The mass of p up to "
            "the norm w is a Hankel transform:",
            Formula(
                r"\int_{\|\omega\|\le w}p(\omega)\,d\omega=\frac{2^{1-d/2}}{\Gamma(d/2)}\int_0^\infty k(r)\,(wr)^{d/2}"
                r"J_{d/2}(wr)\,\frac{dr}{r}"
            ),
            said(r"Here $d=<d>$.", d=record.about.d),
        ]
    return Mathematics(
        "A continuous function of x − y with k(0) = 1 is positive definite if and only if its spectrum is nowhere "
        "negative.",
        (
            *given,
            *transform,
            said(rf"Up to ${size}=<far>$ its negative part and its positive part have the masses", **values),
            formula(r"\int\max(0,-p(\omega))\,d\omega=<neg>,\qquad\int\max(0,p(\omega))\,d\omega=<pos>", **values),
            "Over all frequencies their difference is $k(0)=1$; up to this norm it is",
            formula(r"\int p(\omega)\,d\omega=<pos>-<neg>=<net>", **values),
            *verdict,
            Formula(rf"\sum_{{i,j}}c_ic_jk(x_i-x_j)=\int p(\omega)\,\Big|\sum_jc_je^{{i{at}}}\Big|^2d\omega"),
            *(_own_estimate(record) if record.is_kernel else ()),
        ),
        "Bochner's theorem: Rahimi & Recht 2007, Theorem 1; the variance: Sutherland & Schneider 2015, "
        "section 2 (not verified against the paper)"
        if record.is_kernel
        else "Bochner's theorem: Rahimi & Recht 2007, Theorem 1",
    )


def _own_estimate(record: OwnKernel) -> list[str | Formula]:
    """The estimate for a formula, at the distance where it first falls to half."""
    near = int(np.argmax((record.delta > 0) & (np.abs(record.exact) <= 0.5)))
    twice = int(np.argmin(np.abs(record.delta - 2 * record.delta[near])))
    m, estimate = record.n_freqs[record.start], record.approximate[record.start, near]
    study = error_of(record.delta[near], record.exact[near], record.exact[twice], m, estimate)
    return [
        DRAWN,
        Formula(r"\hat k(\delta)=\frac1D\sum_{j=1}^{D}\cos\omega_j\delta"),
        VARIANCE_FOLLOWS,
        PAIRED_VARIANCE,
        *study,
    ]
