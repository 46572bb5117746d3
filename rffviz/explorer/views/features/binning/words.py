"""The words and the mathematics of the view “Random binning”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.binning import Grids

_NOT_GAUSSIAN = (
    "The bin width u has the density u·k″(u). The Gaussian kernel has no random binning: k″ is negative near 0."
)


def grids_words(record: Grids) -> Words:
    """The words of the figure; its readouts are `grids_readouts`."""
    about, k = record.about, measured(record.exact)
    return {
        "title": f"x and y share a bin with probability {k}, their Laplacian kernel",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"random bin widths and shifts, seed {about.seeds[0]}",
            "shaded: the bins of x and of y in the last grid",
            "band: ± 2 SD, SD = √(k(1 − k)/P)",
        ),
        "alt": "Left two points in the plane under a random grid with their bins shaded, right the fraction of grids "
        f"in which they share a bin: of {plural(len(record.met), 'grid')} it is {measured(record.share[-1])}; the "
        f"Laplacian kernel is {k}.",
        "notes": (_NOT_GAUSSIAN,),
        "provenance": provenance(
            about,
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def grids_readouts(record: Grids) -> list[Readout]:
    """The fraction of grids in which x and y share a bin, for each number of grids."""
    return [_readout(record, int(n)) for n in record.n_grids]


def _readout(record: Grids, n_grids: int) -> Readout:
    fraction = record.share[n_grids - 1]
    return Readout(
        (f"P = {count(n_grids)}", "last grid", "shared", "fraction", "k(x − y)", "error"),
        (
            (
                "x and y",
                "same bin" if record.met[n_grids - 1] else "different bins",
                f"{count(record.met[:n_grids].sum())} of {count(n_grids)}",
                measured(fraction),
                measured(record.exact),
                measured(abs(fraction - record.exact)),
            ),
        ),
    )


def grids_mathematics(record: Grids) -> Mathematics:
    """The probability of a shared bin, the density of the pitch, and why the Gaussian kernel has no such density."""
    n, ell = int(record.n_grids[record.start]), record.about.kernel.length_scale
    gaps, pitches = np.abs(record.pair[0] - record.pair[1]), record.pitches[n - 1]
    first, second = np.maximum(0, 1 - gaps / pitches)
    values = {"n": n, "ell": ell, "mean": 2 * ell, "d1": gaps[0], "d2": gaps[1], "u1": pitches[0], "u2": pitches[1]}
    values |= {"q1": first, "q2": second, "q": first * second, "k": record.exact, "share": record.share[n - 1]}
    values |= {"met": record.met[:n].sum(), "sigma": record.sigma / math.sqrt(n), "bend": -1 / ell**2}
    return Mathematics(
        "The probability that x and y share a bin of a random grid is the Laplacian kernel; the fraction of P grids "
        "in which they do estimates it.",
        (
            "Let coordinate j of a grid have bin width $u_j$ and a shift uniform on $[0,u_j)$. A grid line "
            r"separates $x_j$ and $y_j$ with probability $\min(1,|\delta_j|/u_j)$, where $\delta=x-y$, independently "
            "for each coordinate. Given the bin widths,",
            Formula(r"\Pr(\text{same bin})=\prod_{j=1}^{d}\max\Big(0,\,1-\frac{|\delta_j|}{u_j}\Big)"),
            said(r"The last of the $<n>$ grids has $u_1=<u1>$ and $u_2=<u2>$:", **values),
            formula(
                r"\Pr=\max\Big(0,\,1-\frac{<d1>}{<u1>}\Big)\times\max\Big(0,\,1-\frac{<d2>}{<u2>}\Big)"
                r"=<q1>\times <q2>=<q>",
                **values,
            ),
            r"Let $p(u)=u\,k''(u)$ be the density of the bin width, with k on a line; this requires k to be convex "
            "for $u>0$. Integration by parts gives the mean over bin widths:",
            Formula(
                r"\int_{|\delta|}^\infty p(u)\Big(1-\frac{|\delta|}{u}\Big)du"
                r"=\int_{|\delta|}^\infty(u-|\delta|)\,k''(u)\,du=k(\delta)"
            ),
            r"For $k(\delta)=e^{-|\delta|/\ell}$ the bin width has the Gamma distribution with shape 2 and scale ℓ:",
            Formula(r"p(u)=u\,k''(u)=\frac{u}{\ell^2}\,e^{-u/\ell}"),
            formula(r"\mathbb{E}\,u=2\ell=2\times <ell>=<mean>", **values),
            "The product over both coordinates is the kernel of these two points:",
            formula(
                r"k(x-y)=e^{-\|\delta\|_1/\ell}=\exp\Big(-\frac{<d1>+<d2>}{<ell>}\Big)=<k>",
                **values,
            ),
            said(
                "In $<n>$ grids x and y share a bin $<met>$ times. The fraction and its standard deviation are",
                **values,
            ),
            formula(r"\hat k=\frac{<met>}{<n>}=<share>", **values),
            formula(r"\sigma=\sqrt{\frac{k(1-k)}{P}}=\sqrt{\frac{<k>\times(1-<k>)}{<n>}}=<sigma>", **values),
            "**Why the Gaussian kernel has no random binning**",
            r"It is concave near 0, so $u\,k''(u)$ is negative for $u<\ell$ and is not a density. At this length "
            "scale,",
            Formula(r"k''(u)=\frac{u^2-\ell^2}{\ell^4}\,e^{-u^2/2\ell^2}"),
            formula(r"k''(0)=-\frac{1}{\ell^2}=-\frac{1}{<ell>^2}=<bend>", **values),
        ),
        "Rahimi & Recht 2007, section 4 and Algorithm 2 (not verified against the paper)",
    )
