"""`python -m rffviz certify FILE.csv --epsilon 0.1`: how many frequencies the points of a table need.

The answer names what theorems guarantee, what one draw estimates, and a draw that was measured, with a script that
repeats it. The exit status is 2 where the table or an argument is refused.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

from rffviz.certify.certificate import MAX_POINTS, Certificate, certify
from rffviz.datasets import choose_rows, standardize
from rffviz.datasets.record import Dataset
from rffviz.datasets.uploads import read_csv_file
from rffviz.kernels import KERNELS, median_length_scale
from rffviz.kernels.command import add_kernel_arguments, chosen_kernel
from rffviz.validation import Refusal, whole_number

SUMMARY = "find how many frequencies a table's points need: by theorem, by estimate, and in one measured draw"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The table, the error and the kernel."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a CSV file of numbers with one point in each row")
    parser.add_argument("--epsilon", type=float, default=0.1, help="largest error of a kernel value (default: 0.1)")
    parser.add_argument("--confidence", type=float, default=0.95, help="of theorems and estimate (default: 0.95)")
    parser.add_argument("--target", help="a column to leave out: what the points are to predict")
    parser.add_argument("--raw", action="store_true", help="leave columns as they are, not standardised")
    parser.add_argument("--points", type=int, help=f"take a random part; more than {MAX_POINTS:,} points are refused")
    add_kernel_arguments(parser, None, "the median distance of two points")
    parser.add_argument("--map", choices=["paired", "offset"], default="paired", help="default: paired")
    parser.add_argument("--random-state", type=int, default=0, help="seed of the draws (default: 0)")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print the answer."""
    cls = KERNELS[arguments.kernel]
    try:
        table = _table(arguments.file, arguments.target)
        X, steps, remarks = _points(table, arguments)
        by_hand = arguments.length_scale is not None
        length = arguments.length_scale if by_hand else median_length_scale(cls, X, arguments.random_state)
        kernel = chosen_kernel(arguments, length)
        found = certify(
            X, kernel, arguments.epsilon, arguments.confidence, arguments.map, random_state=arguments.random_state
        )
    except Refusal as reason:
        parser.error(str(reason))
    rule = "given" if by_hand else "median heuristic"
    script = _script(found, steps)
    if arguments.json:
        print(json.dumps(_record(found, arguments.file, rule, remarks, script), indent=2, ensure_ascii=False))
    else:
        print(_report(found, arguments.file, rule, remarks, script))
    return 0


def _table(path: Path, target: str | None) -> Dataset:
    try:
        return read_csv_file(path, target)
    except OSError as error:
        raise Refusal(f"FILE must be a file that can be read, got {str(path)!r}: {error.strerror}.") from None


def _points(table: Dataset, arguments: argparse.Namespace):
    """The points, the lines of the script that make them, and what is to be said of them."""
    target = "" if arguments.target is None else f", target={arguments.target!r}"
    X, steps = table.X, [f"X = read_csv_file({str(arguments.file)!r}{target}).X"]
    remarks = list(table.notes)
    if arguments.points is not None and whole_number("points", arguments.points, low=2) < len(X):
        X = X[choose_rows(len(X), arguments.points, arguments.random_state)]
        steps.append(f"X = X[choose_rows(len(X), {arguments.points}, {arguments.random_state})]")
        remarks.append(f"A random part of {arguments.points:,} of the {table.n:,} points is looked at.")
    if len(X) > MAX_POINTS:
        raise Refusal(
            f"FILE must hold at most {MAX_POINTS:,} points, all pairs of which are measured, got {len(X):,}; "
            f"--points {MAX_POINTS} takes a random part."
        )
    if not arguments.raw:
        scaled = standardize(X, feature_names=table.feature_names)
        X = scaled.X
        steps.append("X = standardize(X).X")
        remarks.append(f"Columns are standardised. {scaled.note}".strip())
    return X, steps, remarks


def _script(found: Certificate, steps: list[str]) -> str:
    """A script that repeats the measured draw and prints its error."""
    datasets = [name for name in ("choose_rows", "standardize") if any(f"{name}(" in step for step in steps)]
    cls = type(found.kernel).__name__
    lines = [
        *([f"from rffviz.datasets import {', '.join(datasets)}"] if datasets else []),
        "from rffviz.datasets.uploads import read_csv_file",
        "from rffviz.features import RandomFourierFeatures",
        f"from rffviz.kernels import {cls}",
        "from rffviz.measure import largest_error",
        "",
        *steps,
        f"kernel = {found.kernel!r}",
        f"features = RandomFourierFeatures(kernel, n_freqs={found.n_freqs}, map={found.map!r}, "
        f"random_state={found.random_state}).fit(X)",
        'print(f"largest error over all pairs: {largest_error(features, X, kernel):.6f}")',
    ]
    return "\n".join(lines) + "\n"


def _record(found: Certificate, path: Path, rule: str, remarks: list[str], script: str) -> dict:
    """The certificate as JSON holds it; an infinite number is null."""
    return {
        "file": str(path),
        "n_points": found.n_points,
        "d": found.d,
        "kernel": found.kernel.name,
        "kernel_parameters": found.kernel.get_params(),
        "length_scale": found.kernel.length_scale,
        "length_scale_by": rule,
        "map": found.map,
        "epsilon": found.epsilon,
        "confidence": found.confidence,
        "guarantees": [
            {"theorem": each.name, "on": each.on, "n_freqs": each.n_freqs if math.isfinite(each.n_freqs) else None}
            for each in found.guarantees
        ],
        "guaranteed_n_freqs": found.guaranteed,
        "bootstrap_n_freqs": found.estimate,
        "draw": {"n_freqs": found.n_freqs, "largest_error": found.error, "random_state": found.random_state},
        "tried": [{"n_freqs": m, "largest_error": error} for m, error in found.tried],
        "notes": [*remarks, *map(str, found.notes)],
        "script": script,
    }


def _report(found: Certificate, path: Path, rule: str, remarks: list[str], script: str) -> str:
    per_cent = f"{100 * found.confidence:g} %"
    wide = max(len(each.label) for each in found.guarantees)

    def rows(on: str) -> list[str]:
        each_of = [each for each in found.guarantees if each.on == on]
        return [f"    {each.label:<{wide}}  {_count(each.n_freqs)}" for each in each_of]

    lines = [
        f"{path}: {found.n_points:,} points in {found.d} dimensions",
        f"  {found.kernel.label} kernel, length scale {found.kernel.length_scale:.4g} ({rule}), {found.map} map",
        *(f"  {each}" for each in (*remarks, *found.notes)),
        "",
        f"Frequencies for an error of at most {found.epsilon:g} at every pair:",
        f"  guaranteed with {per_cent} before a draw, for these points",
        *rows("pairs"),
        f"  guaranteed with {per_cent}, for all points of a region as wide",
        *rows("region"),
        f"  estimated from one draw (bootstrap; no promise)  {_count(found.estimate)}",
        "",
        f"Measured: {found.n_freqs:,} frequencies under seed {found.random_state} have a largest error of "
        f"{found.error:.4f} over all pairs.",
    ]
    if len(found.tried) > 1:
        missed = ", ".join(f"{m:,} ({error:.4f})" for m, error in found.tried[:-1])
        lines.append(f"Fewer were not enough: {missed}.")
    return "\n".join(
        [*lines, "", "Script that repeats it:", "", *(f"    {line}".rstrip() for line in script.split("\n"))]
    )


def _count(value: float) -> str:
    return f"{value:,}" if math.isfinite(value) else "no number is enough"
