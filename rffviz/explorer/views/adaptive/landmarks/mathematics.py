"""The mathematics of the view “Landmarks”."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rffviz.explorer.views.adaptive.mathematics import LI, LOSS
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.landmarks import LandmarkStudy


def landmarks_mathematics(record: LandmarkStudy | Sequence[LandmarkStudy]) -> Mathematics:
    """The role of landmarks and their weights, and how over-fitting to a few of them shows."""
    study = record if isinstance(record, LandmarkStudy) else record[0]
    g = study.at_n_freqs
    k = study.best(g)
    values = {
        "n": study.n_landmarks[g],
        "r": study.n_freqs,
        "N": study.about.n_points,
        "share": 1 / study.n_landmarks[g],
    }
    values |= {"error": study.mean[k, g], "drawn": study.drawn_mean, "ratio": 1 / study.gain[k, g]}
    values |= {"of": study.n_landmarks[g] / study.n_freqs}
    lines = [
        "The loss over all N² pairs of points is replaced by one over n² pairs of landmarks. Landmark s has the "
        "weight $q_s^2$: $1/n$ if it is drawn, $N_s/N$ if it represents a cluster of $N_s$ points.",
        LOSS,
        Formula(r"\sum_{s,t}q_s^2q_t^2\,e(x_s-x_t)^2\approx\frac{1}{N^2}\sum_{i,j}e(x_i-x_j)^2"),
        said(
            "The n pairs of a landmark with itself have $1/n$ of the weight, $<share>$ for $n=<n>$, and any features "
            "fit them, since $k(0)=1$. So errors are compared over pairs of different points, relative to the "
            "expected error of D Monte Carlo frequencies on the same pairs:",
            **values,
        ),
        Formula(r"\mathbb{E}(\hat k-k)^2=\frac{1}{2D}\big[1+k(2\delta)-2k(\delta)^2\big]"),
        said(
            "The number of landmarks nearest to $D=<r>$ is $n=<n>$. There n/D, and the error on all points relative "
            "to that of Monte Carlo, are",
            **values,
        ),
        formula(r"\frac{n}{D}=\frac{<n>}{<r>}=<of>", **values),
        formula(r"\frac{<error>}{<drawn>}=<ratio>", **values),
    ]
    if math.isfinite(study.over_fit[k, g]):
        lines += [
            "Relative to Monte Carlo on the same pairs, the error between landmarks is smaller than that between all "
            "points by the factor",
            formula(r"f=<f>", f=study.over_fit[k, g]),
            "Random features come as close by chance with probability",
            formula(
                r"\Pr\big(\chi^2_\nu/\nu\le1/f^2\big)=<chance>,\qquad\nu\text{ degrees of freedom of the pairs}",
                chance=study.chance[k, g],
            ),
        ]
    return Mathematics(
        "Learning uses landmarks alone: if they are too few, it over-fits them at the expense of the data.",
        tuple(lines),
        f"{LI}, equation (5), Figure 2 and “Number of Landmarks in EKAL-Approximators”",
    )
