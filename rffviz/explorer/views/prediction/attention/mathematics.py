"""The mathematics of the view “Attention”."""

from __future__ import annotations

import math

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.attention import Attended


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
