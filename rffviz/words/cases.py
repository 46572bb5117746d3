"""Failing schemes: settings that show the failure, and what to look for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Case(NamedTuple):
    """Settings that show a scheme going wrong: what happens, which diagnostic shows it, and the query of its link."""

    title: str
    words: str
    query: Mapping[str, str]


CASES = (
    Case(
        "Halton points in 40 dimensions lie on lines",
        "The correlation test detects it; scrambling repairs it.",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40", "first_axis": "39", "second_axis": "40"},
    ),
    Case(
        "Sobol' points as published give one value, with no spread",
        "The first of them, the origin, would be an infinite frequency and is left out.",
        {"a": "sobol", "b": "sobol_scrambled", "view": "cloud", "n_freqs": "64"},
    ),
    Case(
        "SORF in the plane stands for another kernel",
        "Bias and lengths show it; in 64 dimensions it has almost vanished.",
        {"a": "sorf", "b": "orthogonal", "view": "bias"},
    ),
    Case(
        "Orthogonality on the wrong side",
        "The radii scale columns instead of rows. The lengths show it; nothing along the axes does.",
        {"a": "wrong_side", "b": "orthogonal", "dimension": "20", "view": "radius"},
    ),
    Case(
        "A lattice runs out of generators",
        "64 points cannot have 123 different coordinates: some must repeat.",
        {
            "a": "lattice_scrambled",
            "b": "sobol_scrambled",
            "dimension": "123",
            "n_freqs": "64",
            "view": "moments",
        },
    ),
    Case(
        "A factor √2 forgotten",
        "scikit-learn forgot it for three years. The coordinates' scale and the lengths show it.",
        {"a": "two_gammas", "b": "monte_carlo", "dimension": "5", "view": "radius"},
    ),
    Case(
        "One mixing variable for each coordinate",
        "Each coordinate alone is right and the Matérn kernel is not: the bias along oblique lines shows it.",
        {"a": "mixing_a_coordinate", "b": "monte_carlo", "kernel": "matern", "dimension": "3", "view": "bias"},
    ),
)
