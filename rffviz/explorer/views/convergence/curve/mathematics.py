"""The mathematics of the view “Error curve”."""

from __future__ import annotations

from rffviz.explorer.views.convergence.mathematics import domain, headed, sources_of, variance_of
from rffviz.explorer.words.mathematics.bounds import probability, solved
from rffviz.explorer.words.mathematics.matrix import expected, guaranteed
from rffviz.explorer.words.mathematics.record import Lines, Mathematics, said
from rffviz.measure import Convergence
from rffviz.theory import BOUNDS, MATRIX_BOUNDS

_UNBIASED = "Each frequency is drawn from p, so every term has mean k, and the D terms are independent:"


def convergence_mathematics(record: Convergence) -> Mathematics:
    """The variance of the map, and each bound in full, solved for this view's ε and read at its D."""
    lines: Lines = [_UNBIASED, *variance_of(record)]
    lines += domain(record, [guarantee.name for guarantee in record.guarantees])
    lines += expected(record)
    for guarantee in record.guarantees:
        if guarantee.name in MATRIX_BOUNDS:
            lines += guaranteed(record, guarantee)
            continue
        lines += headed(record, guarantee.name)
        lines += [
            said(r"For $\varepsilon=<e>$ with confidence $<c>$:", e=record.epsilon, c=record.confidence),
            solved(record, guarantee.name, guarantee.needed),
            said(
                r"At $D=<m>$ the bound equals $<eta>$ at the error that it guarantees, $\varepsilon=<at>$:",
                m=record.n_freqs,
                eta=1 - record.confidence,
                at=guarantee.at,
            ),
            probability(record, guarantee.name, record.n_freqs, guarantee.at, 1 - record.confidence),
        ]
        if guarantee.at >= record.largest_error:
            lines.append(said("This is vacuous: no error of this map exceeds $<most>$.", most=record.largest_error))
    return Mathematics(
        "For Monte Carlo the error of one pair falls as 1/√D. A bound on the largest error over a set must cover all "
        "pairs at once."
        if any(guarantee.name in BOUNDS for guarantee in record.guarantees)
        else "For Monte Carlo the error of the whole kernel matrix falls as 1/√D, and its deviation from the mean is "
        "bounded."
        if record.guarantees
        else "For Monte Carlo the error of one pair falls as 1/√D; none of the chosen bounds covers this error.",
        tuple(lines),
        sources_of([guarantee.name for guarantee in record.guarantees]),
    )
