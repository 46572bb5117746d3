"""The mathematics of the view “Own kernel”."""

from __future__ import annotations

import numpy as np

from rffviz.studies.own_kernel import OwnKernel
from rffviz.views.kernel.mathematics import DRAWN, VARIANCE_FOLLOWS, error_of
from rffviz.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.words.numbers import dimensions


def own_kernel_mathematics(record: OwnKernel) -> Mathematics:
    """The cosine transform, its positive and negative mass, and the conclusion from them."""
    values = {"zero": record.at_zero, "far": record.judged, "neg": record.negative, "pos": record.positive}
    values |= {"net": record.positive - record.negative, "error": record.verdict.error}
    place, line = dimensions(record.about.d), record.about.d == 1
    verdict = [
        "The negative mass is more than the transform can err by: k is not positive definite.",
        r"Some points and weights $c_j$ therefore make this sum negative, and no random frequency has a negative "
        "probability:",
    ]
    if not record.verdict.decided:
        unknown = "The transform gives k back with an error of $<error>$, too large to tell the sign of p."
        verdict = [
            said(unknown, **values),
            "k is positive definite exactly where for all points and weights $c_j$ this sum is at least 0:",
        ]
    if record.is_kernel:
        near = "What the positive part of p gives"
        if record.verdict.by == "mixture":
            near = r"A mixture of Gaussians $\int e^{-sr^2}d\mu(s)$, positive definite in every dimension,"
        verdict = [
            said(f"{near} is at most $<error>$ away from k: to that error k is positive definite {place}.", **values),
            r"For all points and weights $c_j$ this sum is therefore at least 0:",
        ]
    given = [
        f"The formula is divided by its value at 0; here f(r) is `{record.text}`:",
        formula(r"k(r)=\frac{f(r)}{f(0)},\qquad f(0)=<zero>", **values),
    ]
    if record.joined:
        place0 = "k(0) = 1 and " if record.given == "handles" else ""
        given = [f"k is a cubic curve with {place0}{record.text}; beyond, it decays exponentially to 0."]
    size, at = (r"|\omega|", r"\omega x_j") if line else (r"\|\omega\|", r"\omega^\top x_j")
    transform = [
        "k is even, so that its spectrum is a cosine transform:",
        Formula(r"p(\omega)=\frac1\pi\int_0^\infty k(r)\cos\omega r\,dr"),
    ]
    if not line:
        transform = [
            "k depends on a length alone, so that its spectrum does, too. The mass p has up to a length w is a Hankel "
            "transform:",
            Formula(
                r"\int_{\|\omega\|\le w}p(\omega)\,d\omega=\frac{2^{1-d/2}}{\Gamma(d/2)}\int_0^\infty k(r)\,(wr)^{d/2}"
                r"J_{d/2}(wr)\,\frac{dr}{r}"
            ),
            said(r"Here $d=<d>$.", d=record.about.d),
        ]
    return Mathematics(
        "A continuous function of x − y with k(0) = 1 is a kernel exactly where its spectrum is nowhere negative.",
        (
            *given,
            *transform,
            said(rf"Up to ${size}=<far>$ its negative part and its positive part have the masses", **values),
            formula(r"\int\max(0,-p(\omega))\,d\omega=<neg>,\qquad\int\max(0,p(\omega))\,d\omega=<pos>", **values),
            r"Over all frequencies the difference of the two is $k(0)=1$; up to there it is",
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
