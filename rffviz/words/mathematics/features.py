"""The mathematics of the Feature map page: a point on the circle, an inner product, and a shared bin."""

from __future__ import annotations

import math

import numpy as np

from rffviz.studies.circle import Wrapped
from rffviz.studies.grids import Grids
from rffviz.studies.two_points import TwoPoints
from rffviz.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.words.mathematics.start import ESTIMATE

_OFFSET = Formula(r"z(x)^\top z(y)=\frac2D\sum_{j=1}^{D}\cos(\omega_j^\top x+b_j)\cos(\omega_j^\top y+b_j)")


def circle_mathematics(record: Wrapped) -> Mathematics:
    """The two features of one frequency, and their product with this frequency's angles."""
    j = record.shown - 1
    (x, y), w, (a, b) = record.points[:2], record.W[j], record.angles[j, :2]
    values = {"a": a, "b": b, "difference": a - b, "product": record.products[j], "j": record.shown}
    values |= {"w1": w[0], "w2": w[1], "x1": x[0], "x2": x[1], "y1": y[0], "y2": y[1]}
    values |= {"ca": math.cos(a), "sa": math.sin(a), "cb": math.cos(b), "sb": math.sin(b)}
    values |= {"length": np.hypot(*w), "turn": 2 * math.pi / np.hypot(*w)}
    values |= {"mean": record.means[j], "k": record.exact}
    return Mathematics(
        "One frequency puts a point on the unit circle; the product of two points there depends on x − y alone.",
        (
            "The features of one frequency are the coordinates of a point of the circle:",
            Formula(r"x\ \to\ (\cos\omega^\top x,\ \sin\omega^\top x)"),
            said(r"Write a and b for the angles of x and y. For frequency $<j>$ they are, in radians,", **values),
            formula(r"a=\omega^\top x=<w1>\times <x1>+<w2>\times <x2>=<a>", **values),
            formula(r"b=\omega^\top y=<w1>\times <y1>+<w2>\times <y2>=<b>", **values),
            r"The circle is gone round once on every $2\pi/\|\omega\|$ along ω:",
            formula(r"\frac{2\pi}{\|\omega\|}=\frac{2\pi}{<length>}=<turn>", **values),
            "Each point has length 1, and the product of the two is a cosine of the difference:",
            formula(r"\cos^2a+\sin^2a=<ca>^2+<sa>^2=1", **values),
            Formula(r"\cos a\cos b+\sin a\sin b=\cos(a-b)=\cos\omega^\top(x-y)"),
            formula(r"\cos a\cos b+\sin a\sin b=<ca>\times <cb>+<sa>\times <sb>=<product>", **values),
            formula(r"\cos(a-b)=\cos(<difference>)=<product>", **values),
            "Over all frequencies the mean of this product is the kernel, by Bochner's theorem:",
            kernel_formula(record.about.kernel),
            formula(r"\mathbb{E}\cos\omega^\top(x-y)=k(x-y)=<k>", **values),
            said(r"The mean over frequencies 1 to $<j>$ is $<mean>$.", **values),
        ),
        "Rahimi & Recht 2007, Theorem 1 and Figure 1",
    )


def two_points_mathematics(record: TwoPoints) -> Mathematics:
    """The inner product of z(x) and z(y), its variance, and the error of this draw."""
    kernel, m = record.about.kernel, int(record.n_freqs[record.start])
    delta, paired = record.pair[0] - record.pair[1], record.map == "paired"
    values = {"t": np.linalg.norm(delta), "m": m, "k": record.exact, "k2": kernel.of_difference(2 * delta)}
    values |= {"inner": record.inner[m - 1], "sum": m * record.inner[m - 1], "gap": record.inner[m - 1] - record.exact}
    values |= {"one": record.sigma**2, "sigma": record.sigma / math.sqrt(m), "length": record.squared_length[m - 1]}
    if paired:
        lines = [
            Formula(r"z(x)=\tfrac{1}{\sqrt D}\big[\cos\omega_j^\top x,\ \sin\omega_j^\top x\big]_{j=1}^{D}"),
            r"By $\cos a\cos b+\sin a\sin b=\cos(a-b)$ the inner product is a mean of cosines:",
            ESTIMATE,
            "A vector has length 1 in every draw:",
            Formula(r"\|z(x)\|^2=\frac1D\sum_{j=1}^{D}\big(\cos^2\omega_j^\top x+\sin^2\omega_j^\top x\big)=1"),
        ]
        variance = r"\tfrac12+\tfrac12k(2\delta)-k(\delta)^2=\tfrac12+\tfrac12\times <k2>-<k>^2=<one>"
    else:
        lines = [
            Formula(r"z(x)=\sqrt{\tfrac2D}\,\big[\cos(\omega_j^\top x+b_j)\big]_{j=1}^{D}"),
            r"Each phase $b_j$ is uniform on $[0,2\pi)$. The inner product is",
            _OFFSET,
            r"By $2\cos a\cos b=\cos(a-b)+\cos(a+b)$ the mean over the phase is $\cos\omega_j^\top(x-y)$. A vector has "
            "length 1 only in the mean; here",
            formula(r"\|z(x)\|^2=\frac2D\sum_{j=1}^{D}\cos^2(\omega_j^\top x+b_j)=<length>", **values),
        ]
        variance = r"1+\tfrac12k(2\delta)-k(\delta)^2=1+\tfrac12\times <k2>-<k>^2=<one>"
    return Mathematics(
        "The inner product of two vectors of features is a mean over frequencies, so it settles on the kernel as 1/√D.",
        (
            *lines,
            kernel_formula(kernel),
            said(r"At $\|x-y\|=<t>$ and $D=<m>$ this draw has", **values),
            formula(r"z(x)^\top z(y)=\frac{<sum>}{<m>}=<inner>", **values),
            formula(r"z(x)^\top z(y)-k(x-y)=<inner>-<k>=<gap>", **values),
            "One frequency adds a term with the mean k and, with δ = x − y, the variance",
            formula(r"\sigma_1^2=" + variance, **values),
            "D independent terms average to the standard deviation",
            formula(r"\sigma=\sqrt{\frac{\sigma_1^2}{D}}=\sqrt{\frac{<one>}{<m>}}=<sigma>", **values),
            "By Chebyshev's inequality the inner product lies within ±2σ of k with a probability of at least ¾.",
        ),
        "Rahimi & Recht 2007, Algorithm 1; the variance: Sutherland & Schneider 2015, section 2 (not verified"
        " against the paper)",
    )


def grids_mathematics(record: Grids) -> Mathematics:
    """The probability of a shared bin, the density of the pitch, and why the Gaussian kernel has none."""
    n, ell = int(record.n_grids[record.start]), record.about.kernel.length_scale
    gaps, pitches = np.abs(record.pair[0] - record.pair[1]), record.pitches[n - 1]
    first, second = np.maximum(0, 1 - gaps / pitches)
    values = {"n": n, "ell": ell, "mean": 2 * ell, "d1": gaps[0], "d2": gaps[1], "u1": pitches[0], "u2": pitches[1]}
    values |= {"q1": first, "q2": second, "q": first * second, "k": record.exact, "share": record.share[n - 1]}
    values |= {"met": record.met[:n].sum(), "sigma": record.sigma / math.sqrt(n), "bend": -1 / ell**2}
    return Mathematics(
        "The probability that x and y share a bin of a random grid is the Laplacian kernel; the share of P grids in "
        "which they do estimates it.",
        (
            r"Let coordinate j of a grid have the pitch $u_j$ and a shift that is uniform on $[0,u_j)$. A line falls "
            r"between $x_j$ and $y_j$ with the probability $\min(1,|\delta_j|/u_j)$, where $\delta=x-y$, and "
            "coordinates are independent. Given the pitches,",
            Formula(r"\Pr(\text{same bin})=\prod_{j=1}^{d}\max\Big(0,\,1-\frac{|\delta_j|}{u_j}\Big)"),
            said(r"The last of the $<n>$ grids has $u_1=<u1>$ and $u_2=<u2>$:", **values),
            formula(
                r"\Pr=\max\Big(0,\,1-\frac{<d1>}{<u1>}\Big)\times\max\Big(0,\,1-\frac{<d2>}{<u2>}\Big)"
                r"=<q1>\times <q2>=<q>",
                **values,
            ),
            r"Let $p(u)=u\,k''(u)$ be the density of the pitch, with k on a line; that needs a k that is "
            "convex for $u>0$. Integration by parts gives the mean over pitches:",
            Formula(
                r"\int_{|\delta|}^\infty p(u)\Big(1-\frac{|\delta|}{u}\Big)du"
                r"=\int_{|\delta|}^\infty(u-|\delta|)\,k''(u)\,du=k(\delta)"
            ),
            r"For $k(\delta)=e^{-|\delta|/\ell}$ the pitch has the Gamma law of shape 2 and scale ℓ:",
            Formula(r"p(u)=u\,k''(u)=\frac{u}{\ell^2}\,e^{-u/\ell}"),
            formula(r"\mathbb{E}\,u=2\ell=2\times <ell>=<mean>", **values),
            "The product over both coordinates is the kernel of these two points:",
            formula(
                r"k(x-y)=e^{-\|\delta\|_1/\ell}=\exp\Big(-\frac{<d1>+<d2>}{<ell>}\Big)=<k>",
                **values,
            ),
            said(
                r"In $<n>$ grids x and y share a bin $<met>$ times. The share, and its standard deviation, are",
                **values,
            ),
            formula(r"\hat k=\frac{<met>}{<n>}=<share>", **values),
            formula(r"\sigma=\sqrt{\frac{k(1-k)}{P}}=\sqrt{\frac{<k>\times(1-<k>)}{<n>}}=<sigma>", **values),
            "**Why the Gaussian kernel has no such grid**",
            r"Near 0 it bends downwards, so that $u\,k''(u)$ is negative for $u<\ell$ and no density. At this length "
            "scale,",
            Formula(r"k''(u)=\frac{u^2-\ell^2}{\ell^4}\,e^{-u^2/2\ell^2}"),
            formula(r"k''(0)=-\frac{1}{\ell^2}=-\frac{1}{<ell>^2}=<bend>", **values),
        ),
        "Rahimi & Recht 2007, section 4 and Algorithm 2 (not verified against the paper)",
    )
