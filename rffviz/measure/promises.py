"""What a bound needs to know of a measured curve, and why it may have nothing to say about it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rffviz.distances import squared_distances
from rffviz.measure.curve import SUP_COMPACT, ErrorCurve
from rffviz.notes import Note, note
from rffviz.theory import BOUNDS
from rffviz.theory.registry import tail_of
from rffviz.validation import points

LARGEST = ("sup", SUP_COMPACT)  # the metrics that are a largest error
_EXACT_DIAMETER = 5000  # up to so many points every pair is looked at
_ROWS = 1000  # points whose distances to all others are held at one time


@dataclass(frozen=True)
class Diameter:
    """Diameter of a point set, or an upper bound of it: the bounds hold with either.

    Attributes
    ----------
    value : float
    exact : bool
        False where it is the diagonal of the bounding box.
    """

    value: float
    exact: bool


def diameter(X, box: bool = False) -> Diameter:
    """Largest distance between two points of X; the bounding box's diagonal for many points or where `box` is asked."""
    X = points("X", X, min_points=2)
    if box or len(X) > _EXACT_DIAMETER:
        return Diameter(float(np.linalg.norm(np.ptp(X, axis=0))), False)
    blocks = (X[start : start + _ROWS] for start in range(0, len(X), _ROWS))
    return Diameter(math.sqrt(max(squared_distances(block, X).max() for block in blocks)), True)


def size_spoken_of(curve: ErrorCurve, X) -> Diameter:
    """The diameter of the set that a bound on this curve's error speaks of: the points, or their box."""
    return diameter(X, box=curve.metric == SUP_COMPACT)


def bound_options(bound: str, curve: ErrorCurve) -> dict:
    """The keyword options that `bound` takes from the curve."""
    return {"map": curve.map} | ({"kernel": curve.kernel} if "kernel" in BOUNDS[bound].options else {})


def why_silent(
    curve: ErrorCurve, bound: str, sigma_p: float, size: Diameter, epsilon: float | None = None
) -> Note | None:
    """Why the bound says nothing about this curve's error; None where it does say something.

    Uniform bounds speak of the largest error, and so of the error at one pair too; a bound for one pair fixed
    beforehand says nothing of the largest. With `epsilon`, also where the bound cannot speak of an error that large.
    """
    entry, map_name = BOUNDS[bound], curve.map
    if curve.metric not in (*LARGEST, "pair"):
        return note("bound_for_other_errors", authors=entry.authors)
    if not entry.uniform and curve.metric != "pair":
        return note("bound_for_one_pair", authors=entry.authors)
    if map_name not in entry.maps:
        return note("bound_for_other_maps", authors=entry.authors, proved=" and ".join(entry.maps), map=map_name)
    if entry.uniform and math.isinf(sigma_p):
        return note("bound_needs_second_derivative", authors=entry.authors, kernel=curve.kernel.label)
    if epsilon is None:
        return None
    return tail_of(bound, curve.d, sigma_p, size.value, bound_options(bound, curve)).no_promise(epsilon)
