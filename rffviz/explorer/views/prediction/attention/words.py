"""The words and the mathematics of the view “Attention”."""

from __future__ import annotations

import math

from rffviz.explorer.words.about import Words, dotted, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import measured, number, of_seeds, sentence, setting, times
from rffviz.explorer.words.readout import Readout
from rffviz.studies.attention import REPLACEMENTS, Attended

_COS_SIN, _POSITIVE = 0, 1


def attention_words(record: Attended) -> Words:
    """The title says whether positive features may, with the share of negative rows, or compares errors without any."""
    about, (height, width) = record.about, record.pixels.shape
    tau, noise = about.settings["temperature"], about.settings["noise"]
    seeds, known = len(about.seeds), record.errors.shape[-1]
    return Words(
        title=_title(record),
        subtitle=dotted(
            f"{about.data}, {width} × {height} pixels, noise {number(noise)}; a token is the patch of 4 × 4 pixels "
            "around each pixel, its value the pixel",
            f"temperature τ = {setting(tau)}",
            "as many features for all; median over " + of_seeds(known, seeds),
        ),
        readout=attention_readout(record, record.start),
        alt=f"{about.data} with noise, after exact attention over its patches, and after attention through four kinds "
        f"of features; errors and negative rows against D. {_title(record)}.",
        provenance=provenance(
            about,
            "D: frequencies of cos/sin; positive features have 2D frequencies, for as many features",
            "images: the first seed",
        ),
        notes=(
            "Red: the estimated weights of the row sum to at most 0. All tokens have one norm, so that exact "
            "attention is non-local means.",
            "Orthogonal: positive features with orthogonal frequencies. Optimal: these, weighted by the norms of their "
            "frequencies for the smallest variance.",
        ),
    )


def attention_readout(record: Attended, g: int) -> Readout:
    """The numbers of each kind of features at one D, and of exact attention."""
    columns = (
        f"D = {record.n_freqs[g]:,}",
        "RMSE",
        "median error",
        "negative rows",
        "RMSE to photo",
    )
    rows = [
        (
            way.label,
            measured(record.rmse[g, r]),
            measured(record.median_error[g, r]),
            share_words(record.share[g, r]),
            measured(record.rmse_from_photograph[g, r]),
        )
        for r, way in enumerate(REPLACEMENTS.values())
    ]
    return Readout(columns, (*rows, ("exact attention", "–", "–", "–", measured(record.off(record.exact)))))


def share_words(share: float) -> str:
    """0.044 as '4.4 %', 0.31 as '31 %', 0 as '0'."""
    if share == 0:
        return "0"
    return f"{100 * share:.2g} %"


def _title(record: Attended) -> str:
    g = record.start
    share = record.share[g, _COS_SIN]
    if share:
        others = record.shares[g, _POSITIVE:].max()
        if record.rmse[g, _POSITIVE:].min() >= record.off(record.noisy):
            return f"No features may at D = {record.n_freqs[g]:,}: positive ones err more than the noise"
        said = f"cos/sin gives {share_words(share)} of rows a negative sum"
        return sentence(said) if others else f"Positive features may: {said}"
    ratio = record.rmse[g, _COS_SIN] / record.rmse[g, _POSITIVE]
    return f"Cos/sin has {times(ratio)} the error of positive features, and no negative row"


def attention_mathematics(record: Attended) -> Mathematics:
    """Attention as a Gaussian kernel between two factors, and how features err in its weights."""
    tau, freqs = record.about.settings["temperature"], int(record.n_freqs[record.start])
    smallest = 1 / math.sqrt(2 * freqs)
    values = {"tau": tau, "ell": math.sqrt(tau), "m": freqs, "g": smallest, "F": 2 * freqs}
    values["far"] = math.sqrt(tau * math.log(2 * freqs))
    return Mathematics(
        "Softmax attention averages values with weights that are a Gaussian kernel between two factors; cosines and "
        "sines can estimate a weight below 0, positive features cannot.",
        (
            "Each output is a mean of the values:",
            Formula(r"\mathrm{out}_i=\frac{\sum_j w_{ij}v_j}{\sum_j w_{ij}},\qquad w_{ij}=e^{q_i^\top k_j/\tau}"),
            "The weight is a Gaussian kernel between two factors,",
            Formula(
                r"e^{q^\top k/\tau}=e^{\|q\|^2/2\tau}\;e^{-\|q-k\|^2/2\tau}\;e^{\|k\|^2/2\tau},"
                r"\qquad\ell=\sqrt{\tau}"
            ),
            said(r"with $\tau=<tau>$,", **values),
            formula(r"\ell=\sqrt{<tau>}=<ell>", **values),
            "so that features z of this kernel give all outputs in time linear in the number of tokens:",
            Formula(
                r"\sum_j w_{ij}v_j\approx\phi(q_i)^\top\sum_j\phi(k_j)v_j^\top,"
                r"\qquad\phi(x)=e^{\|x\|^2/2\tau}z(x)"
            ),
            r"Through cosines and sines a kernel value $g=e^{-\|q-k\|^2/2\tau}$ has the relative standard error",
            Formula(r"\frac{1-g^2}{g\sqrt{2D}}"),
            said("At D = $<m>$ it is about 1, and the sign of the estimate is unknown, for", **values),
            formula(r"g=\frac{1}{\sqrt{2\times <m>}}=<g>", **values),
            formula(r"\|q-k\|=\sqrt{<tau>\times\ln<F>}=<far>", **values),
            "and for all keys farther away. Positive features,",
            Formula(r"\phi_j(x)=\tfrac{1}{\sqrt{2D}}\,e^{\omega_j^\top x/\sqrt\tau-\|x\|^2/2\tau}"),
            r"with standard normal $\omega_j$, are above 0. The relative standard error of the weight is",
            Formula(r"\sqrt{\frac{e^{\|q+k\|^2/\tau}-1}{2D}}"),
            "which is small for keys and queries near the origin, here the mean key, and grows without limit as "
            r"$\tau\to0$: sharp attention is out of reach of both.",
        ),
        "Choromanski et al. 2021, Lemma 2",
    )
