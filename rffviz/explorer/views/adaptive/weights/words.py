"""The words and the mathematics of the view “Weights”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.adaptive import LANDMARK_KINDS, Ellipse
from rffviz.explorer.views.adaptive.mathematics import LI, LOSS, SHARES
from rffviz.explorer.words.about import Words, about_words, data_words, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.notes import latest
from rffviz.studies.weights import WeightMaps


def weight_maps_words(record: WeightMaps) -> Words:
    """The title and the readout are of the λ shown first; the title of another where the weights are round there."""
    first, at = record.maps[0], record.start
    landmarks = f"{plural(first.landmarks.n_landmarks, 'landmark')}: {LANDMARK_KINDS[first.landmarks.kind]}"
    errors = [f"kernel's density {first.prior_error:.6g}", f"equal weights {first.uniform_error:.6g}"]
    errors += [
        f"lambda {ridge:g} {one.relative_error:.6g}" for ridge, one in zip(record.ridges, record.maps, strict=True)
    ]
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            f"{landmarks} (crosses)",
            f"{len(first.axis)} × {len(first.axis)} frequencies",
            "colour: share of the largest weight",
        ),
        readout=readouts(record)[at + 1],
        alt=f"Scatter plot of {data_words(record.about)}, beside a heat map over the plane of frequencies; at λ = "
        f"{number(record.ridges[at])} the bright part of the learned weights has the aspect ratio "
        f"{_shape(record.maps[at].ellipse)[0]}.",
        provenance=provenance(record.about, landmarks, f"relative error on the landmarks: {', '.join(errors)}"),
        notes=(
            "The weights minimise the squared error of the kernel matrix on the landmarks plus λ times the sum of "
            "their squares (Li et al. 2019, Figure 1). ω and −ω are the same frequency, so the map is symmetric.",
            *map(str, latest(first.notes)),
        ),
    )


def _title(record: WeightMaps) -> str:
    """How the weights lie to the data, with the λ."""
    told, data = record.told, record.told.data_ellipse
    ridge = f"λ = {number(record.ridges[record.maps.index(told)])}"
    if told is not record.maps[record.start] and not told.ellipse.round:
        return f"At λ = {number(record.ridges[record.start])} the learned weights have no long axis, unlike at {ridge}"
    if data.round and told.ellipse.round:
        return "The data have no long axis, and neither have the learned weights"
    if data.round:
        return f"At {ridge} the learned weights have a long axis, the data have none"
    if told.ellipse.round:
        return f"The data are elongated along {_degrees(data.angle)}, the learned weights are not"
    if record.perpendicular:
        return f"At {ridge} the learned weights are perpendicular to the data ({record.between:.0f}°)"
    return f"At {ridge} the learned weights lie at {record.between:.0f}° to the data"


def readouts(record: WeightMaps) -> list[Readout]:
    """The errors and shapes at every frame: the kernel's density, then each λ."""
    first = record.maps[0]
    rows = (
        ("equal weights", _percent(first.uniform_error), "–", "–"),
        ("kernel's density", _percent(first.prior_error), "–", "–"),
        ("data", "–", *_shape(first.data_ellipse)),
    )
    columns = ("error on landmarks", "length / width", "direction")
    frames = [Readout(("kernel's density", *columns), (("learned weights", "–", "–", "–"), *rows))]
    for ridge, one in zip(record.ridges, record.maps, strict=True):
        learned = ("learned weights", _percent(one.relative_error), *_shape(one.ellipse))
        frames.append(Readout((f"λ = {number(ridge)}", *columns), (learned, *rows)))
    return frames


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"


def _shape(ellipse: Ellipse) -> tuple[str, str]:
    return f"{ellipse.ratio:.2g}", "round" if ellipse.round else _degrees(ellipse.angle)


def _percent(error: float) -> str:
    return f"{100 * error:.2g} %"


_QUADRATIC = (
    Formula(r"\min_{p\ge0}\ p^\top(A+\Lambda)p-2b^\top p"),
    Formula(r"A_{jl}=\sum_{s,t}q_s^2q_t^2\cos(\omega_j^\top\delta_{st})\cos(\omega_l^\top\delta_{st})"),
    Formula(r"b_j=\sum_{s,t}q_s^2q_t^2\,k(\delta_{st})\cos(\omega_j^\top\delta_{st}),\qquad\delta_{st}=x_s-x_t"),
    "The problem is convex; p solves it if and only if",
    Formula(r"p\ge0,\qquad g=(A+\Lambda)p-b\ge0,\qquad p^\top g=0"),
)


def weights_mathematics(record: WeightMaps) -> Mathematics:
    """The weights over a fixed grid as a quadratic programme, and its solution at the λ shown first."""
    one = record.maps[record.start]
    values = {"n": one.landmarks.n_landmarks, "N": record.about.n_points, "m": len(one.p), "g": len(one.axis)}
    values |= {
        "lam": record.ridges[record.start],
        "error": one.relative_error,
        "sum": float(one.p.sum()),
        "reach": one.axis[-1],
    }
    values |= {"used": int(np.count_nonzero(one.p)), "loss": one.relative_error**2}
    return Mathematics(
        "With the frequencies fixed on a grid, the best weights solve a convex quadratic programme.",
        (
            SHARES[one.landmarks.kind],
            LOSS,
            said(
                r"The grid has $<g>\times <g>$ frequencies with coordinates up to $<reach>$; ω and −ω are the same "
                "frequency, so there are $<m>$ unknown weights. L is quadratic in them:",
                **values,
            ),
            *_QUADRATIC,
            "Λ is diagonal, for the penalty λ times the sum of squares over the whole grid: two cells ±ω share "
            r"$p_j$, so the entry of a pair is $\lambda/2$, and that of the origin λ.",
            said(r"With $n=<n>$ of $N=<N>$ points and $\lambda=<lam>$, $<used>$ weights are positive, and", **values),
            formula(r"\textstyle\sum_jp_j=<sum>", **values),
            formula(r"\frac{L}{\|K\odot qq^\top\|_F^2}=<error>^2=<loss>", **values),
        ),
        f"{LI}, equation (5) and Figure 1 (the programme has D unknowns; the 2r printed there is a slip)",
    )
