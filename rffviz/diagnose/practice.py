"""Anonymous specimens to practise on, identified by number; the comparison B is a correct scheme."""

from __future__ import annotations

import ast
import inspect
import random
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from rffviz.diagnose.diagnose import Report, diagnose
from rffviz.diagnose.difference import Comparison, compare
from rffviz.diagnose.field import ErrorField, error_field
from rffviz.diagnose.source import source
from rffviz.diagnose.specimens import RIGHT, SPECIMENS, Specimen
from rffviz.diagnose.verdict import DIAGNOSTICS
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Seed, whole_number

PRACTICE: dict[str, str] = {
    "all_positive": "directions",
    "sorted_by_length": "",
    "cycles": "extremes coupling",
    "along_axes": "reproducibility rows scale coupling dependence",
    "one_positive": "",
    "weights_of_one": "radius variance",
    "degrees": "extremes coupling variance",
    "two_pi_twice": "extremes coupling variance",
    "hadamard_not_normalised": "reproducibility rows extremes directions coupling dependence variance",
    "one_sign_block": "reproducibility rows extremes scale coupling variance",
    "systematic": "",
    "plain_halton": "extremes directions",
    "sorted_columns": "extremes radius directions coupling",
    "independent": "",
    "one_generator": "extremes radius directions coupling dependence",
    "simplex_directions": "mean scale coupling",
    "coordinate_twice": "radius directions coupling dependence variance",
    "weights_of_two": "radius variance",
    "sobol_permuted": "",
    "length_scale_inverted": "extremes coupling variance",
    "strata_not_permuted": "extremes radius directions coupling dependence",
    "same_normals": "",
    "same_rotation": "",
    "shifted_lattice": "",
    "same_generator": "dependence",
    "drawn_with_replacement": "dependence",
    "flipped": "",
    "rows_repeated": "dependence",
    "metropolis_rows": "",
    "sorted_rows": "scale directions coupling dependence variance",
    "turned_simplices": "",
    "length_scale_twice": "extremes coupling",
    "lengths_of_a_coordinate": "extremes coupling",
    "root_d": "extremes coupling",
    "phases_in_a_half": "",
    "equal_lengths": "extremes scale coupling",
    "orthogonal_without_lengths": "extremes scale coupling",
    "half_box_muller": "directions",
    "inverse_law": "",
    "flat_coordinate": "radius coupling",
    "turned_pairs": "dependence",
    "cube_corners": "scale coupling dependence",
    "inverse_weights": "scale coupling variance",
    "uniform_latitudes": "coupling",
    "half_precision": "",
    "swapped_spectrum": "extremes scale coupling",
    "heavy_weight": "",
    "box_muller": "",
    "negative_cut": "radius variance",
    "shifted": "scale correlations directions coupling",
    "single_precision": "",
    "mixing_shared": "dependence",
    "root_two_twice": "extremes coupling variance",
    "length_by_direction": "scale",
    "autoregressive_rows": "",
    "half_space": "",
    "two_gammas": "extremes coupling",
    "correlated_pair": "directions coupling",
    "half_sobol": "",
    "shifted_coordinate": "radius scale directions coupling dependence variance",
    "weights_by_length": "scale coupling variance",
    "latin_hypercube": "",
    "root_weights": "scale coupling",
    "no_scaling": "",
    "uniform_for_normal": "scale directions coupling",
    "halton_scrambled": "",
    "mixing_forgotten": "extremes scale coupling",
    "zero_block": "reproducibility scale directions coupling",
    "sobol_scrambled": "",
    "half_the_degrees": "extremes scale coupling variance",
    "wrong_side": "coupling",
    "laplace_for_normal": "scale directions coupling variance",
    "chi_of_another_dimension": "coupling",
    "not_reweighted": "coupling variance",
    "orthogonal": "",
    "clipped": "rows directions coupling",
    "cauchy_ratio": "",
    "truncated": "directions coupling",
    "another_degree": "extremes scale coupling",
    "heavy_tails_cut": "reproducibility rows radius scale",
    "turned": "",
    "whole_frequencies": "reproducibility extremes directions coupling dependence",
    "weights_shuffled": "scale coupling variance",
    "clipped_far_out": "coupling",
    "stratified_lengths": "",
    "eight_bits": "reproducibility extremes radius",
    "normalised_cube": "scale coupling",
    "no_permutation": "variance",
    "phases_in_degrees": "",
    "one_tall_factor": "",
    "huge_row": "radius variance",
    "origin_clipped": "rows dependence",
    "overflow": "radius directions coupling variance",
    "orthogonal_permuted": "",
    "mixing_a_coordinate": "coupling",
    "zero_row": "reproducibility rows radius",
    "student_by_gamma": "",
    "global_state": "",
    "lengths_shared": "extremes radius scale directions coupling",
    "next_points": "extremes",
    "length_times_direction": "",
    "time_seeded": "",
    "ignores_generator": "",
    "counter_seeded": "",
    "orthogonal_without_signs": "",
    "rows_shared": "radius mean scale correlations directions coupling",
    "one_bit_of_the_seed": "extremes radius mean scale correlations directions coupling",
    "phases_in_an_eighth": "",
    "four_phases": "",
    "phases_normal": "",
    "phases_in_turns": "",
    "phases_zero": "",
    "phase_shared": "",
    "positive_sum": "",
    "phases_tied": "",
    "matrix_shared": "",
}
"""Name of a specimen → what accuses it beside its `found_by`. Its place, from 1, is its number.

The plainest mistakes come first, and last those that only other seeds or the phases betray; among them are right
schemes. A new one comes behind all others, for links hold the numbers.
"""
_MOST_VOTES = 5
_VAGUE = ("bias", "error", "discrepancy", "rate")  # they flag most mistakes, but are unspecific


def practised(number: int) -> Specimen:
    """The specimen of this number.

    Raises
    ------
    ValueError
        For a number that is not from 1 to the length of `PRACTICE`.
    """
    return (SPECIMENS | RIGHT)[_name(number)]


@study
def diagnose_practised(number: int, seeds: int = 60, random_state: Seed = 0) -> Iterator[Progress[Report]]:
    """`diagnose` of the specimen of this number, at settings that reveal its mistake; the report shows only the
    number."""
    hidden = _hidden(number)
    return diagnose.steps(hidden, hidden.kernel, hidden.d, hidden.n_freqs, seeds, random_state, rate=False)


@study
def compare_practised(number: int, seeds: int = 60, random_state: Seed = 0) -> Iterator[Progress[Comparison]]:
    """`compare` of the specimen of this number with Monte Carlo; the record shows only the number."""
    hidden = _hidden(number)
    return compare.steps(hidden, "monte_carlo", hidden.kernel, hidden.d, hidden.n_freqs, seeds, random_state)


def error_field_of_practised(number: int, seed: int = 0, plane: tuple[int, int] | str = (0, 1)) -> ErrorField:
    """`error_field` of the first sample in `diagnose_practised`."""
    hidden = _hidden(number)
    sample = source(hidden, hidden.kernel, hidden.d, hidden.n_freqs).sample
    return error_field(sample(seed), hidden.kernel, plane=plane, about=About(data=hidden.name, seeds=(seed,)))


def votes(number: int) -> tuple[str, ...]:
    """Diagnostics to choose from, in the order of `DIAGNOSTICS`: one that must find the mistake, and others.

    The others, chosen with the number as seed, do not flag it.
    """
    first, accusing = practised(number).found_by[:1], accused_by(number)
    others = [name for name in DIAGNOSTICS if name not in (*accusing, *_VAGUE)]
    chosen = {*first, *random.Random(number).sample(others, min(_MOST_VOTES - len(first), len(others)))}
    return tuple(name for name in DIAGNOSTICS if name in chosen)


def accused_by(number: int) -> tuple[str, ...]:
    """The diagnostics that flag it, expected ones first."""
    return (*practised(number).found_by, *PRACTICE[_name(number)].split())


@cache
def code(number: int) -> str:
    """The source code of the specimen's function, without docstring."""
    made_by = practised(number).made_by
    assert made_by is not None  # as of all that are registered
    text = textwrap.dedent(inspect.getsource(made_by))
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    lines = text.splitlines()[function.body[1].lineno - 1 : function.end_lineno]  # the first is its docstring
    return textwrap.dedent("\n".join(lines))


def _name(number: int) -> str:
    return list(PRACTICE)[whole_number("number", number, low=1, high=len(PRACTICE)) - 1]


def _hidden(number: int) -> Specimen:
    """The anonymised specimen: nothing derived from it contains its name."""
    return replace(practised(number), name=f"Specimen {number}", label=f"Specimen {number}", explanation="")
