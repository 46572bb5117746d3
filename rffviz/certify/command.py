"""`python -m rffviz certify FILE --epsilon 0.1`: how many frequencies the points of a file or a dataset need.

The output lists the guarantees of theorems, an estimate from one draw, and a measured draw, with a script that
reproduces it. The exit status is 2 if the table or an argument is refused.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from rffviz.certify.certificate import MAX_POINTS, Certificate, certify
from rffviz.datasets import DATASETS, Dataset, choose_rows, load, read_file, standardize
from rffviz.foundation.validation import Refusal, or_nearest, whole_number
from rffviz.kernels import KERNELS, median_length_scale
from rffviz.kernels.command import add_kernel_arguments, chosen_kernel


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The table, the error and the kernel."""
    parser.add_argument("file", metavar="FILE", help="a table of numbers, or a dataset's name")
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
    """Print the certificate."""
    cls = KERNELS[arguments.kernel]
    try:
        table = _table(arguments.file, arguments.target)
        X, steps, remarks = _points(table, arguments)
        by_hand = arguments.length_scale is not None
        length = arguments.length_scale if by_hand else median_length_scale(cls, X, arguments.random_state)
        kernel = chosen_kernel(arguments, length)
        certificate = certify(
            X, kernel, arguments.epsilon, arguments.confidence, arguments.map, random_state=arguments.random_state
        )
    except Refusal as reason:
        parser.error(str(reason))
    rule = "given" if by_hand else "median heuristic"
    script = _script(certificate, steps)
    if arguments.json:
        print(json.dumps(_record(certificate, arguments.file, rule, remarks, script), indent=2, ensure_ascii=False))
    else:
        print(_report(certificate, arguments.file, rule, remarks, script))
    return 0


def _is_name(file: str) -> bool:
    """Whether it names a dataset, and no file beside."""
    return file in DATASETS and not Path(file).exists()


def _table(file: str, target: str | None) -> Dataset:
    if _is_name(file):
        if target is not None:
            raise Refusal(f"target must be left out for a dataset's name, whose points are without it, got {target!r}.")
        return load(file)
    try:
        return read_file(file, target)
    except OSError as error:
        raise Refusal(
            f"FILE must be a file that can be read, or a dataset's name, got {file!r}: {error.strerror}"
            f"{or_nearest(file, list(DATASETS)) or '.'}"
        ) from None


def _points(table: Dataset, arguments: argparse.Namespace) -> tuple[np.ndarray, list[str], list[str]]:
    """The points, the script lines that create them, and remarks on them."""
    target = "" if arguments.target is None else f", target={arguments.target!r}"
    read = "load" if _is_name(arguments.file) else "read_file"
    X, steps = table.X, [f"X = {read}({arguments.file!r}{target}).X"]
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


def _script(certificate: Certificate, steps: list[str]) -> str:
    """A script that reproduces the measured draw and prints its error."""
    used = ("choose_rows", "load", "read_file", "standardize")
    datasets = [name for name in used if any(f"{name}(" in step for step in steps)]
    cls = type(certificate.kernel).__name__
    lines = [
        f"from rffviz.datasets import {', '.join(datasets)}",
        "from rffviz.features import RandomFourierFeatures",
        f"from rffviz.kernels import {cls}",
        "from rffviz.measure import largest_error",
        "",
        *steps,
        f"kernel = {certificate.kernel!r}",
        f"features = RandomFourierFeatures(kernel, n_freqs={certificate.n_freqs}, map={certificate.map!r}, "
        f"random_state={certificate.random_state}).fit(X)",
        'print(f"largest error over all pairs: {largest_error(features, X, kernel):.6f}")',
    ]
    return "\n".join(lines) + "\n"


def _record(certificate: Certificate, path: str, rule: str, remarks: list[str], script: str) -> dict[str, Any]:
    """The certificate as a JSON object; infinity is null."""
    return {
        "file": path,
        "n_points": certificate.n_points,
        "d": certificate.d,
        "kernel": certificate.kernel.name,
        "kernel_parameters": certificate.kernel.get_params(),
        "length_scale": certificate.kernel.length_scale,
        "length_scale_by": rule,
        "map": certificate.map,
        "epsilon": certificate.epsilon,
        "confidence": certificate.confidence,
        "guarantees": [
            {"theorem": each.name, "on": each.on, "n_freqs": each.n_freqs if math.isfinite(each.n_freqs) else None}
            for each in certificate.guarantees
        ],
        "guaranteed_n_freqs": certificate.guaranteed,
        "bootstrap_n_freqs": certificate.estimate,
        "draw": {
            "n_freqs": certificate.n_freqs,
            "largest_error": certificate.error,
            "random_state": certificate.random_state,
        },
        "tried": [{"n_freqs": m, "largest_error": error} for m, error in certificate.tried],
        "notes": [*remarks, *map(str, certificate.notes)],
        "script": script,
    }


def _report(certificate: Certificate, path: str, rule: str, remarks: list[str], script: str) -> str:
    per_cent = f"{100 * certificate.confidence:g} %"
    wide = max(len(each.label) for each in certificate.guarantees)

    def rows(on: str) -> list[str]:
        each_of = [each for each in certificate.guarantees if each.on == on]
        return [f"    {each.label:<{wide}}  {_count(each.n_freqs)}" for each in each_of]

    lines = [
        f"{path}: {certificate.n_points:,} points in {certificate.d} dimensions",
        f"  {certificate.kernel.label} kernel, length scale {certificate.kernel.length_scale:.4g} ({rule}), "
        f"{certificate.map} map",
        *(f"  {each}" for each in (*remarks, *certificate.notes)),
        "",
        f"Frequencies for an error of at most {certificate.epsilon:g} at every pair:",
        f"  guaranteed with {per_cent} before a draw, for these points",
        *rows("pairs"),
        f"  guaranteed with {per_cent}, for all points of a region as wide",
        *rows("region"),
        f"  estimated from one draw (bootstrap; not guaranteed)  {_count(certificate.estimate)}",
        "",
        f"Measured: {certificate.n_freqs:,} frequencies under seed {certificate.random_state} have a largest error of "
        f"{certificate.error:.4f} over all pairs.",
    ]
    if len(certificate.tried) > 1:
        missed = ", ".join(f"{m:,} ({error:.4f})" for m, error in certificate.tried[:-1])
        lines.append(f"Fewer were not enough: {missed}.")
    return "\n".join(
        [*lines, "", "Script that repeats it:", "", *(f"    {line}".rstrip() for line in script.split("\n"))]
    )


def _count(value: float) -> str:
    return f"{value:,}" if math.isfinite(value) else "no number is enough"
