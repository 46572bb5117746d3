"""Failing schemes: settings that show the failure, and the diagnostics that detect it."""

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
        "Unscrambled Sobol' points have no spread over seeds",
        "The first of them, the origin, would be an infinite frequency and is left out.",
        {"a": "sobol", "b": "sobol_scrambled", "view": "cloud", "n_freqs": "64"},
    ),
    Case(
        "SORF in the plane approximates another kernel",
        "Bias and norms show it; in 64 dimensions it has almost vanished.",
        {"a": "sorf", "b": "orthogonal", "dimension": "2", "view": "bias"},
    ),
    Case(
        "Orthogonality on the wrong side",
        "The radii scale columns instead of rows. The norms show it; the marginals do not.",
        {"a": "wrong_side", "b": "orthogonal", "dimension": "20", "view": "norms_and_directions"},
    ),
    Case(
        "A lattice runs out of generators",
        "A lattice of 64 points has too few generators for 123 different coordinates: some must repeat.",
        {
            "a": "lattice_scrambled",
            "b": "sobol_scrambled",
            "dimension": "123",
            "n_freqs": "64",
        },
    ),
    Case(
        "A missing factor √2",
        "scikit-learn had this bug for three years. The marginal scale and the norms show it.",
        {"a": "two_gammas", "b": "monte_carlo", "dimension": "5", "view": "norms_and_directions"},
    ),
    Case(
        "One mixing variable for each coordinate",
        "Each marginal is correct, but the joint distribution is not Matérn: the bias along oblique lines shows it.",
        {"a": "mixing_a_coordinate", "b": "monte_carlo", "kernel": "matern", "dimension": "3", "view": "bias"},
    ),
)
