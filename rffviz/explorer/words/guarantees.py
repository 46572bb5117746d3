"""Bounds in words, the same in every figure that draws them."""

from __future__ import annotations

from rffviz.explorer.words.numbers import listed
from rffviz.foundation.notes import Note, note
from rffviz.measure import Convergence, CurveGuarantee, Exceedance
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS, MATRIX_BOUNDS
from rffviz.theory.matrix_bounds import MatrixBound
from rffviz.theory.registry import BoundEntry

_ON_MATRICES = {
    "mcdiarmid": "McDiarmid bound",
    "tropp": "matrix Bernstein bound",
    "avron": "Avron et al. bound",
    "avron_leverage": "Avron et al. bound for leverage scores",
}


def theorem(name: str) -> BoundEntry | MatrixBound:
    """The theorem behind a bound."""
    return BOUNDS.get(name) or MATRIX_BOUNDS[name]


def bound_name(name: str) -> str:
    """'Rahimi & Recht bound', 'Cramér bound over pairs', 'matrix Bernstein bound'."""
    return _ON_MATRICES.get(name) or f"{BOUNDS[name].authors} bound{' over pairs' * BOUNDS[name].on_pairs}"


def bound_label(name: str) -> str:
    """The name of a bound's line."""
    return BOUNDS[name].label if name in BOUNDS else _ON_MATRICES[name].replace(" bound", "", 1)


def guaranteed_for(guarantee: CurveGuarantee) -> str:
    """The sampling a bound is proved for: 'i.i.d. sampling', 'leverage scores'."""
    if guarantee.sampling == "leverage":
        return "leverage scores"
    return "i.i.d. sampling" if SAMPLERS[guarantee.sampling].monte_carlo else SAMPLERS[guarantee.sampling].label


def what_they_cover(record: Convergence) -> tuple[str, ...]:
    """What theorems on the whole matrix prove, for which sampling, and the expected error."""
    said = []
    for guarantee in record.guarantees:
        if guarantee.name in MATRIX_BOUNDS:
            entry = MATRIX_BOUNDS[guarantee.name]
            exact = ", if they are exact; the scheme shown estimates them on a pool" * (
                guarantee.sampling == "leverage"
            )
            said.append(
                f"{bound_name(guarantee.name)[0].upper()}{bound_name(guarantee.name)[1:]}, "
                f"for {guaranteed_for(guarantee)} "
                f"only{exact}: {entry.statement} The points are fixed before the draw."
            )
    if record.expectations:
        said.append(
            "The expected error is exactly the root mean squared error over draws. It is not a bound: about half "
            "of all draws exceed it."
        )
    return tuple(said)


def reasons(record: Convergence | Exceedance) -> list[str]:
    """Why requested bounds are not available: a sentence for each reason, whichever bounds it affects."""
    silenced: dict[Note, list[str]] = {}
    for reason in record.silent:
        values = dict(reason.values)
        authors = values.pop("authors", "")
        silenced.setdefault(note(reason.code, **values), []).append(authors)
    return [str(note(each.code, authors=listed(who), **dict(each.values))) for each, who in silenced.items()]


def why_loose(record: Convergence) -> tuple[str, ...]:
    """Why Rahimi and Recht's bound is so loose, if it is drawn."""
    if not any(guarantee.name == "rahimi_recht" for guarantee in record.guarantees):
        return ()
    return (
        f"The {bound_name('rahimi_recht')} is valid but loose: it holds uniformly over a region, uses only the "
        "kernel's curvature at 0, and assumes the largest possible variance of a cosine.",
    )


def bound_lines(record: Convergence | Exceedance, names: list[str], more: str) -> list[str]:
    """Provenance lines: the bounds drawn, and why others are missing."""
    size = record.diameter
    what = "largest distance between two points" if size.exact else "diagonal of the bounding box"
    known = f"sigma_p = {record.sigma_p:.6g}, diameter = {size.value:.6g} ({what})"
    drawn = [
        f"bound: {theorem(name).citation}, {more}; "
        f"{known if name in BOUNDS and not BOUNDS[name].on_pairs else 'points fixed before the draw'}"
        for name in names
    ]
    return [*drawn, *(f"bound: {reason}" for reason in reasons(record))]
