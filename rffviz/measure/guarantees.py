"""The arguments that a bound takes from a measured curve, and why it may not apply to it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.distances import squared_distances
from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import one_of, points
from rffviz.kernels import Kernel
from rffviz.measure.curve import SUP_COMPACT, ErrorCurve
from rffviz.theory import BOUNDS, EpsilonCurve, Pairs, epsilon_curve, pairs_of
from rffviz.theory.registry import tail_of

LARGEST = ("sup", SUP_COMPACT)  # metrics that are a maximum
MOST_FREQS = 2.0**62  # largest end of a bound's axis, still an integer of the machine
_EXACT_DIAMETER = 5000  # up to this many points, all pairs are used
_STRATA = 2048  # strata for lines in a figure: probabilities are then less than 1 % above the sum over pairs
_ROWS = 1000  # points whose distances to all others are held at once


@dataclass(frozen=True)
class CurveGuarantee:
    """The guarantee of one bound, for one scheme.

    Attributes
    ----------
    name : str
        A key of `BOUNDS` or of `MATRIX_BOUNDS`.
    curve : EpsilonCurve
        The guaranteed error against the number of frequencies.
    at : float
        The guaranteed error where the curves are read.
    needed : float
        Frequencies the bound requires to guarantee `epsilon`; infinite if no number is enough.
    sampling : str
        The scheme it is proved for: Monte Carlo, or leverage scores.
    largest, proved_to : float
        The largest possible error of this kind, if the theorem has one, and the largest error it covers.
    """

    name: str
    curve: EpsilonCurve
    at: float
    needed: float
    sampling: str = "monte_carlo"
    largest: float = math.inf
    proved_to: float = math.inf


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


def diameter(X: ArrayLike, box: bool = False) -> Diameter:
    """Largest distance between two points of X; the bounding box's diagonal for many points or if `box` is set."""
    X = points("X", X, min_points=2)
    if box or len(X) > _EXACT_DIAMETER:
        return Diameter(float(np.linalg.norm(np.ptp(X, axis=0))), False)
    blocks = (X[start : start + _ROWS] for start in range(0, len(X), _ROWS))
    return Diameter(math.sqrt(max(squared_distances(block, X).max() for block in blocks)), True)


def speaking(
    curve: ErrorCurve, X: np.ndarray, bounds: Sequence[str], epsilon: float | None = None
) -> tuple[dict[str, dict[str, Any]], tuple[Note, ...], float, Diameter]:
    """The bounds that cover this curve's error, each with its keyword arguments, and why the others do not.

    Also returns σ_p and the diameter of the set that they cover: the points X, or their box.
    """
    size = diameter(X, box=curve.metric == SUP_COMPACT)
    sigma_p = math.sqrt(curve.kernel.second_moment(curve.d))
    options_of, silent, pairs = {}, [], None
    for name in bounds:
        given = {"d": curve.d, "sigma_p": sigma_p, "diameter": size.value, "map": curve.map}
        if "kernel" in BOUNDS[one_of("bounds", name, BOUNDS)].options:
            given["kernel"] = curve.kernel
        if BOUNDS[name].on_pairs and curve.metric == "sup" and curve.map in BOUNDS[name].maps:
            pairs = pairs or _pairs(curve.kernel, X, curve.map, n_strata=_STRATA, exact_pairs=_STRATA)
            given = {"map": curve.map, "pairs": pairs}
        reason = _why_silent(curve, name, given, epsilon)
        if reason is None:
            options_of[name] = given
        else:
            silent.append(reason)
    return options_of, tuple(silent), sigma_p, size


def never_finite(silent: Sequence[Note]) -> tuple[str, ...]:
    """The authors of the bounds that are `silent` because they are infinite for the kernel."""
    return tuple(str(dict(each.values)["authors"]) for each in silent if each.code == "bound_needs_second_derivative")


def for_answers(curve: ErrorCurve, X: np.ndarray, given: dict[str, Any]) -> dict[str, Any]:
    """The same keyword arguments with pairs in finer strata, for the number of frequencies that a bound requires."""
    return given | {"pairs": _pairs(curve.kernel, X, curve.map)} if "pairs" in given else given


@lru_cache(maxsize=64)
def guaranteed_line(name: str, n_freqs: tuple[int, ...], confidence: float, **given: Any) -> EpsilonCurve:
    """`epsilon_curve`, cached: a reading at another number of frequencies draws the same line."""
    return epsilon_curve(name, n_freqs, confidence=confidence, **given)


def _pairs(kernel: Kernel, X: np.ndarray, map: str, **strata: Any) -> Pairs:
    """`pairs_of` the points, cached if they have a content hash."""
    content = getattr(X, "content_hash", None)
    return (
        pairs_of(kernel, X, map, **strata)
        if content is None
        else _kept_pairs(kernel, _Known(content, X), map, **strata)
    )


@dataclass(frozen=True)
class _Known:
    """Points compared by their content hash."""

    content: Hashable
    X: Any = field(compare=False)


@lru_cache(maxsize=8)
def _kept_pairs(kernel: Kernel, known: _Known, map: str, **strata: Any) -> Pairs:
    return pairs_of(kernel, known.X, map, **strata)


def _why_silent(curve: ErrorCurve, bound: str, given: dict[str, Any], epsilon: float | None) -> Note | None:
    """Why the bound does not cover this curve's error; None if it does.

    Uniform bounds cover the largest error, and hence the error at one pair; a bound for one pair fixed beforehand says
    nothing about the largest error. With `epsilon`, also why it does not cover an error that large.
    """
    entry = BOUNDS[bound]
    if curve.metric not in (*LARGEST, "pair"):
        return note("bound_for_other_errors", authors=entry.authors)
    if entry.on_pairs and curve.metric != "sup":
        return note("bound_over_pairs", authors=entry.authors)
    if not entry.uniform and not entry.on_pairs and curve.metric != "pair":
        return note("bound_for_one_pair", authors=entry.authors)
    if curve.map not in entry.maps:
        proved, asked = " and ".join(entry.maps), curve.map.replace("_", " ")
        return note("bound_for_other_maps", authors=entry.authors, proved=proved, map=asked)
    if entry.uniform and math.isinf(given["sigma_p"]):
        return note("bound_needs_second_derivative", authors=entry.authors, kernel=curve.kernel.label)
    return None if epsilon is None else tail_of(bound, **given).no_guarantee(epsilon)
