"""The bounds on the error of Fourier features that can be inverted and listed, by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rffviz.foundation.validation import Refusal, one_of
from rffviz.theory.arguments import domain
from rffviz.theory.pair_tails import tail_on_pairs
from rffviz.theory.pairs import Pairs
from rffviz.theory.records import INFINITE_SIGMA, Tail
from rffviz.theory.tails import (
    SUTHERLAND_FORMS,
    log_hoeffding,
    log_rahimi_recht,
    log_sriperumbudur_szabo,
    log_sutherland_schneider,
    sutherland_needs_range,
)
from rffviz.theory.variance import largest_variance


@dataclass(frozen=True)
class BoundEntry:
    """One bound, as a page or a figure lists it.

    Attributes
    ----------
    name, authors, citation : str
        Its key, its authors, and where it is proved.
    statement : str
        What it states, in one sentence.
    uniform : bool
        Whether it bounds the largest error over a set (and needs d, σ_p and the diameter) or the error at single pairs.
    maps : tuple of str
        The maps it covers.
    options : tuple of str
        The keyword options it takes; `map` is one for every bound.
    prepare : callable
        (options, d, σ_p, diameter), all checked → `Tail`.
    """

    name: str
    authors: str
    citation: str
    statement: str
    prepare: Callable[[dict[str, Any], int, float, float], Tail]
    uniform: bool = True
    maps: tuple[str, ...] = ("paired",)
    options: tuple[str, ...] = ("map",)

    @property
    def on_pairs(self) -> bool:
        """Whether it bounds the largest error over the pairs of finitely many points, and takes their `Pairs`."""
        return "pairs" in self.options

    @property
    def label(self) -> str:
        """Its name in a list, with its scope if that is not the whole set."""
        if self.on_pairs:
            return f"{self.authors}, over pairs"
        return self.authors if self.uniform else f"{self.authors}, at one pair"


def tail_of(name: str, d: object = None, sigma_p: object = None, diameter: object = None, **options: Any) -> Tail:
    """The `Tail` of the bound `name` for these arguments, all checked."""
    entry = BOUNDS[one_of("name", name, BOUNDS)]
    for option in options:
        if option not in entry.options:
            raise Refusal(f"{option} is no option of the bound {name}, which takes {', '.join(entry.options)}.")
    options["map"] = one_of("map", options.get("map", "paired"), entry.maps)
    if "form" in entry.options:
        options["form"] = one_of("form", options.get("form", "tight"), SUTHERLAND_FORMS)
    if entry.on_pairs:
        pairs = options.get("pairs")
        if not isinstance(pairs, Pairs) or pairs.map != options["map"]:
            raise Refusal(f"pairs must be a Pairs record for the {options['map']} map, got {type(pairs).__name__}.")
        return entry.prepare(options, 0, 0.0, 0.0)
    if not entry.uniform:
        # The bound at one pair ignores all three.
        return entry.prepare(options, 0, 0.0, 0.0)
    d, sigma_p, diameter = domain(d, sigma_p, diameter)
    if math.isinf(sigma_p):
        return Tail(lambda m, epsilon: math.inf, options["map"], silent=INFINITE_SIGMA)
    return entry.prepare(options, d, sigma_p, diameter)


def _rahimi_recht(options: dict[str, Any], d: int, sigma_p: float, diameter: float) -> Tail:
    return Tail(
        lambda m, epsilon: log_rahimi_recht(m, d, epsilon, sigma_p, diameter), options["map"], sigma_p * diameter
    )


def _sutherland_schneider(options: dict[str, Any], d: int, sigma_p: float, diameter: float) -> Tail:
    map, form, kernel = options["map"], options["form"], options.get("kernel")
    # The supremum over δ does not depend on ε, so it is computed once for all steps of the root finding.
    worst = None if kernel is None or form == "loose" else largest_variance(kernel, d, diameter)
    return Tail(
        lambda m, epsilon: log_sutherland_schneider(m, d, epsilon, sigma_p, diameter, map, form, worst),
        map,
        sigma_p * diameter if sutherland_needs_range(map, form) else math.inf,
    )


def _hoeffding(options: dict[str, Any], d: int, sigma_p: float, diameter: float) -> Tail:
    return Tail(lambda m, epsilon: log_hoeffding(m, epsilon, options["map"]), options["map"])


def _sriperumbudur_szabo(options: dict[str, Any], d: int, sigma_p: float, diameter: float) -> Tail:
    return Tail(lambda m, epsilon: log_sriperumbudur_szabo(m, d, epsilon, sigma_p, diameter), options["map"])


def _on_pairs(name: str, authors: str, citation: str, statement: str) -> BoundEntry:
    return BoundEntry(
        name=f"{name}_pairs",
        authors=authors,
        citation=citation,
        statement=statement,
        uniform=False,
        maps=("paired", "offset"),
        options=("map", "pairs"),
        prepare=lambda options, *_: tail_on_pairs(name, options["pairs"]),
    )


BOUNDS: Mapping[str, BoundEntry] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            BoundEntry(
                name="hoeffding",
                authors="Hoeffding",
                citation="Rahimi & Recht 2007, section 3 (Hoeffding's inequality)",
                statement="At one pair of points fixed beforehand, the error stays below ε with the confidence.",
                uniform=False,
                maps=("paired", "offset"),
                prepare=_hoeffding,
            ),
            BoundEntry(
                name="rahimi_recht",
                authors="Rahimi & Recht",
                citation="Rahimi & Recht 2007, Claim 1",
                statement="At every pair of points of a set at once, the error stays below ε with the confidence.",
                prepare=_rahimi_recht,
            ),
            BoundEntry(
                name="sutherland_schneider",
                authors="Sutherland & Schneider",
                citation="Sutherland & Schneider 2015, Propositions 1 and 2 (not verified against the paper)",
                statement="The same guarantee for either map, with smaller constants and the kernel's variance.",
                maps=("paired", "offset"),
                options=("map", "kernel", "form"),
                prepare=_sutherland_schneider,
            ),
            BoundEntry(
                name="sriperumbudur_szabo",
                authors="Sriperumbudur & Szabó",
                citation="Sriperumbudur & Szabó 2015, Theorem 1 (not verified against the paper)",
                statement="The same guarantee with the optimal rate in the set's diameter and large constants.",
                prepare=_sriperumbudur_szabo,
            ),
            _on_pairs(
                "cramer",
                "Cramér",
                "Chernoff's bound with the exact moments (Cramér's exponent), summed over pairs; Boucheron, Lugosi & "
                "Massart 2013, section 2.2 (not verified against the paper)",
                "At every pair of the points shown at once, from the distribution of each pair's error; it needs "
                "no σ_p.",
            ),
            _on_pairs(
                "bernstein",
                "Bernstein",
                "Bernstein's inequality, summed over pairs; Boucheron, Lugosi & Massart 2013, theorem 2.10 "
                "(not verified against the paper)",
                "The same guarantee from the variance of each pair's error.",
            ),
            _on_pairs(
                "hoeffding",
                "Hoeffding",
                "Hoeffding's inequality, summed over pairs; Boucheron, Lugosi & Massart 2013, theorem 2.8 "
                "(not verified against the paper)",
                "The same guarantee from the number of pairs alone.",
            ),
        )
    }
)
"""Name → `BoundEntry`; a new bound is one entry here."""
