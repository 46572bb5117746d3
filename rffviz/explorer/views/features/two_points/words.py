"""The words and the mathematics of the view “Two points”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.features.words import signed
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.mathematics.estimate import ESTIMATE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.explorer.words.numbers import count, from_to, measured, number
from rffviz.explorer.words.readout import Readout
from rffviz.studies.two_points import TwoPoints

MOST_BARS = 20  # most features drawn individually


def two_points_words(record: TwoPoints) -> Words:
    """The words of the figure; its readouts are `two_points_readouts`."""
    about, k = record.about, measured(record.exact)
    each = "a cosine and a sine" if record.map == "paired" else "a cosine with a random phase"
    gaps = abs(record.inner[record.n_freqs - 1] - record.exact)
    return {
        "title": f"The inner product z(x)·z(y) converges to k(x − y) = {k}",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"features of a frequency: {each}",
            scheme_words(about),
            f"bars: the first {MOST_BARS} features times √D, and their products",
            "band: ± 2 SD by the variance formula",
        ),
        "alt": "Left the first features of two points x and y as bars and their products below them, right their inner "
        f"product against the number of frequencies: its distance from the {about.kernel.label} kernel, {k}, goes "
        f"{from_to(record.n_freqs, gaps)}.",
        "provenance": provenance(
            about,
            f"map: {record.map}",
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def two_points_readouts(record: TwoPoints) -> list[Readout]:
    """The inner product beside the kernel, and that of x with itself, for each number of frequencies."""
    return [_readout(record, int(m)) for m in record.n_freqs]


def _readout(record: TwoPoints, m: int) -> Readout:
    inner, own, away = record.inner[m - 1], record.squared_length[m - 1], record.deviations(m)
    of_x = ("1", "1", "0") if record.map == "paired" else (measured(own), "1", measured(abs(own - 1)))
    return Readout(
        (f"D = {count(m)}", "inner product", "kernel", "error", "error / σ"),
        (
            ("z(x)·z(y)", signed(inner), measured(record.exact), measured(abs(inner - record.exact)), number(away)),
            ("z(x)·z(x)", *of_x, "–"),
        ),
    )


_OFFSET = Formula(r"z(x)^\top z(y)=\frac2D\sum_{j=1}^{D}\cos(\omega_j^\top x+b_j)\cos(\omega_j^\top y+b_j)")


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
            "A feature vector has norm 1 in every draw:",
            Formula(r"\|z(x)\|^2=\frac1D\sum_{j=1}^{D}\big(\cos^2\omega_j^\top x+\sin^2\omega_j^\top x\big)=1"),
        ]
        variance = r"\tfrac12+\tfrac12k(2\delta)-k(\delta)^2=\tfrac12+\tfrac12\times <k2>-<k>^2=<one>"
    else:
        lines = [
            Formula(r"z(x)=\sqrt{\tfrac2D}\,\big[\cos(\omega_j^\top x+b_j)\big]_{j=1}^{D}"),
            r"Each phase $b_j$ is uniform on $[0,2\pi)$. The inner product is",
            _OFFSET,
            r"By $2\cos a\cos b=\cos(a-b)+\cos(a+b)$ the mean over the phase is $\cos\omega_j^\top(x-y)$. The "
            "squared norm of a feature vector is 1 only on average; here",
            formula(r"\|z(x)\|^2=\frac2D\sum_{j=1}^{D}\cos^2(\omega_j^\top x+b_j)=<length>", **values),
        ]
        variance = r"1+\tfrac12k(2\delta)-k(\delta)^2=1+\tfrac12\times <k2>-<k>^2=<one>"
    return Mathematics(
        "The inner product of two feature vectors is a mean over frequencies, so its error falls as 1/√D.",
        (
            *lines,
            kernel_formula(kernel),
            said(r"At $\|x-y\|=<t>$ and $D=<m>$ this draw has", **values),
            formula(r"z(x)^\top z(y)=\frac{<sum>}{<m>}=<inner>", **values),
            formula(r"z(x)^\top z(y)-k(x-y)=<inner>-<k>=<gap>", **values),
            "The term of one frequency has mean k and, with δ = x − y, variance",
            formula(r"\sigma_1^2=" + variance, **values),
            "The mean of D independent terms has the standard deviation",
            formula(r"\sigma=\sqrt{\frac{\sigma_1^2}{D}}=\sqrt{\frac{<one>}{<m>}}=<sigma>", **values),
            "By Chebyshev's inequality the inner product lies within ±2σ of k with probability at least ¾.",
        ),
        "Rahimi & Recht 2007, Algorithm 1; the variance: Sutherland & Schneider 2015, section 2 (not verified"
        " against the paper)",
    )
