"""What the figure of weights over a grid of frequencies says, in words."""

from __future__ import annotations

import math

from rffviz.adaptive import LANDMARK_KINDS, Ellipse, WeightMap
from rffviz.notes import latest
from rffviz.studies import WeightMaps
from rffviz.words.about import about_words, data_words, provenance
from rffviz.words.numbers import number, plural

_ACROSS = 75.0  # degrees from which one direction lies across another
_ROUND = 1.1  # an axis ratio below this has no direction worth naming


def title(found: WeightMaps) -> str:
    """True at every λ: what the most telling map, the one with the longest weights, shows."""
    one = max(found.maps, key=lambda each: each.ellipse.ratio)
    data, weights = one.data_ellipse, one.ellipse
    if data.ratio < _ROUND:
        return "The data are as long as wide, and so are their weights"
    if weights.ratio < _ROUND:
        return f"The data lie along {_degrees(data.angle)}, but their weights stay round"
    between = _angle_between(one)
    turned = f"{between:.0f}° across" if between >= _ACROSS else f"only {between:.0f}° from it"
    return f"The data lie along {_degrees(data.angle)}, the weights stretch along {_degrees(weights.angle)}: {turned}"


def subtitle(found: WeightMaps) -> str:
    """Data, kernel, landmarks and grid."""
    side = len(found.maps[0].axis)
    landmarks = f"{_landmarks(found)} (crosses)"
    colour = "colour: share of the largest weight"
    return about_words(found.about, landmarks, f"{side} × {side} frequencies", colour)


def alt(found: WeightMaps) -> str:
    """What the figure shows, for those who do not see it."""
    one = found.maps[found.ridges.index(found.shown)]
    return (
        f"Scatter plot of {data_words(found.about)}, beside a heat map over the plane of frequencies; at λ = "
        f"{number(found.shown)} the bright part of the learned weights is {_shape(one.ellipse)}."
    )


def readings(found: WeightMaps) -> list[str]:
    """The sentence under the figure at every frame: the kernel's density, then each λ."""
    first = found.maps[0]
    return [
        "The kernel's own spectral density on this grid does not depend on the data; its error on the kernel matrix of "
        f"the landmarks is {_percent(first.prior_error)}.",
        *(
            f"With λ = {number(ridge)} the bright part of the learned weights is {_shape(one.ellipse)}; their error on "
            f"the kernel matrix of the landmarks is {_percent(one.relative_error)}, and that of equal weights "
            f"{_percent(one.uniform_error)}."
            for ridge, one in zip(found.ridges, found.maps, strict=True)
        ),
    ]


def frame_names(found: WeightMaps) -> list[str]:
    """What the control says at every frame."""
    return ["the kernel's own density", *(f"λ = {number(ridge)}" for ridge in found.ridges)]


def notes(found: WeightMaps) -> tuple[str, ...]:
    """What a reader should know besides."""
    return (
        "The weights minimise the squared error of the kernel matrix on the landmarks plus λ times the sum of their "
        "squares (Li et al. 2019, Figure 1). A frequency ω and its mirror image −ω are the same, so the two halves of "
        "the map are equal.",
        *map(str, latest(found.maps[0].notes)),
    )


def origin(found: WeightMaps) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    first = found.maps[0]
    errors = [f"kernel's density {first.prior_error:.6g}", f"equal weights {first.uniform_error:.6g}"]
    errors += [
        f"lambda {ridge:g} {one.relative_error:.6g}" for ridge, one in zip(found.ridges, found.maps, strict=True)
    ]
    return provenance(found.about, _landmarks(found), f"relative error on the landmarks: {', '.join(errors)}")


def _landmarks(found: WeightMaps) -> str:
    marks = found.maps[0].landmarks
    return f"{plural(marks.n_landmarks, 'landmark')}: {LANDMARK_KINDS[marks.kind]}"


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"


def _angle_between(one: WeightMap) -> float:
    """The angle between the two long axes, in degrees from 0 to 90."""
    difference = abs(math.degrees(one.ellipse.angle - one.data_ellipse.angle)) % 180
    return min(difference, 180 - difference)


def _shape(ellipse: Ellipse) -> str:
    if ellipse.ratio < _ROUND:
        return "round"
    return f"{ellipse.ratio:.2g} times as long as wide, along {_degrees(ellipse.angle)}"


def _percent(error: float) -> str:
    return f"{100 * error:.2g} %"
