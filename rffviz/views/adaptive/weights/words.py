"""The words of the view “Weights”."""

from __future__ import annotations

import math

from rffviz.adaptive import LANDMARK_KINDS, Ellipse
from rffviz.notes import latest
from rffviz.studies.weights import WeightMaps
from rffviz.words.about import Words, about_words, data_words, provenance
from rffviz.words.numbers import number, plural


def weight_maps_words(record: WeightMaps) -> Words:
    """Its title is true at every λ; the reading is that of the λ shown first."""
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
        reading=readings(record)[at + 1],
        alt=f"Scatter plot of {data_words(record.about)}, beside a heat map over the plane of frequencies; at λ = "
        f"{number(record.ridges[at])} the bright part of the learned weights is {_shape(record.maps[at].ellipse)}.",
        provenance=provenance(record.about, landmarks, f"relative error on the landmarks: {', '.join(errors)}"),
        notes=(
            "The weights minimise the squared error of the kernel matrix on the landmarks plus λ times the sum of "
            "their squares (Li et al. 2019, Figure 1). A frequency ω and its mirror image −ω are the same, so the two "
            "halves of the map are equal.",
            *map(str, latest(first.notes)),
        ),
    )


def _title(record: WeightMaps) -> str:
    """The result of the most elongated map."""
    data, weights = record.longest.data_ellipse, record.longest.ellipse
    if data.round:
        return "The data are as long as they are wide, and so are their weights"
    if weights.round:
        return f"The data lie along {_degrees(data.angle)}, but their weights stay round"
    turned = f"{'' if record.across else 'only '}{record.between:.0f}° apart"
    return f"The data lie along {_degrees(data.angle)}, the weights stretch along {_degrees(weights.angle)}: {turned}"


def readings(record: WeightMaps) -> list[str]:
    """The sentence under the figure at every frame: the kernel's density, then each λ."""
    return [
        "The kernel's own spectral density on this grid does not depend on the data; its error on the kernel matrix of "
        f"the landmarks is {_percent(record.maps[0].prior_error)}.",
        *(
            f"With λ = {number(ridge)} the bright part of the learned weights is {_shape(one.ellipse)}; their error on "
            f"the kernel matrix of the landmarks is {_percent(one.relative_error)}, and that of equal weights "
            f"{_percent(one.uniform_error)}."
            for ridge, one in zip(record.ridges, record.maps, strict=True)
        ),
    ]


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"


def _shape(ellipse: Ellipse) -> str:
    if ellipse.round:
        return "round"
    return f"{ellipse.ratio:.2g} times as long as it is wide, along {_degrees(ellipse.angle)}"


def _percent(error: float) -> str:
    return f"{100 * error:.2g} %"
