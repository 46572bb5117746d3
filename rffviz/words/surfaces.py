"""What the decision surfaces in the plane say, in words."""

from __future__ import annotations

import numpy as np

from rffviz.studies import Surface, Surfaces
from rffviz.words import about
from rffviz.words.comparison import FIXED, left_out
from rffviz.words.numbers import count, number, per_cent, sentence


def shown(found: Surfaces) -> list[Surface]:
    """The methods that could be fitted."""
    return [one for one in found.surfaces if not one.refusal]


def wrong(found: Surfaces, one: Surface) -> str:
    """'1 of 30 wrong'."""
    return f"{round(one.test_error * found.n_test / 100):,} of {found.n_test:,} wrong"


def title(found: Surfaces) -> str:
    """Which method on features comes nearest to the exact one."""
    others = [one for one in shown(found) if _compared(one)]
    if not others:
        return "Decision surfaces side by side" if shown(found) else "No method could be fitted to these points"
    nearest = max(others, key=lambda one: one.agreement)
    reference = _reference(found)
    return sentence(f"{nearest.label} and {reference.label} agree on {per_cent(nearest.agreement)} of the plane shown")


def subtitle(found: Surfaces) -> str:
    """What was fitted to what, and what colours, lines and rings are."""
    marked = ", ".join(dict.fromkeys(one.marked for one in shown(found) if one.marked))
    return " · ".join(
        [
            about.split_words(found.about, found.n_test),
            about.kernel_words(found.about.kernel),
            about.scheme_words(found.about),
            f"features of size {count(found.size)} (frequencies, grids or landmarks)",
            "colour: decision function, −1.5 to 1.5 in all panels; line: where it is 0"
            + (f"; rings: {marked}" if marked else ""),
        ]
    )


def alt(found: Surfaces) -> str:
    """What the figure shows, for those who do not see it."""
    names = ", ".join(one.label for one in shown(found)) or "no method"
    return f"Decision surfaces of {names} on the same points. {reading(found)}"


def reading(found: Surfaces) -> str:
    """The sentence under the figure."""
    parts = []
    for one in shown(found):
        words = f"{one.label}: {wrong(found, one)}, {number(one.seconds)} s to fit"
        words += f", {len(one.marks)} {one.marked}" if one.marked else ""
        if _compared(one):
            words += f", agreement with {_reference(found).label} on {per_cent(one.agreement)} of the plane"
        parts.append(words)
    return f"On held-out points, {'; '.join(parts)}." if parts else "No method could be fitted to these points."


def notes(found: Surfaces) -> tuple[str, ...]:
    """What was left out, and what a reader should know besides."""
    return (
        *left_out(found.surfaces),
        "All panels have the same points, grid and colours. Penalties were chosen on the training points. "
        f"{FIXED} Bins are boxes along the axes.",
    )


def origin(found: Surfaces) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return about.provenance(found.about, f"size: {found.size}")


def _compared(one: Surface) -> bool:
    return bool(np.isfinite(one.agreement)) and not one.exact


def _reference(found: Surfaces) -> Surface:
    return next(one for one in shown(found) if one.exact)
