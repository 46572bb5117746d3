"""`python -m rffviz diagnose SCHEME -d 64`: the report on a sampling scheme, for a terminal or a machine.

SCHEME is a name that the explorer knows, a function "module:function" from the current folder or an installed package,
"file.py:function", or a file of frequencies: text, NPY or NPZ. The exit status is 1 where an error is found, or
where the distribution differs from that of the reference; 2 for bad arguments.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rffviz.diagnose.diagnose import Report, diagnose
from rffviz.diagnose.difference import Comparison, compare
from rffviz.diagnose.files import read_frequencies_file
from rffviz.diagnose.nearest import nearest
from rffviz.diagnose.specimens import SPECIMENS
from rffviz.diagnose.stages import stages
from rffviz.diagnose.watch import lines
from rffviz.foundation.about import About
from rffviz.foundation.names import disarmed
from rffviz.foundation.progress import Progress
from rffviz.foundation.validation import or_nearest, seeds_from_text
from rffviz.kernels.command import add_kernel_arguments, chosen_kernel
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme
from rffviz.samplers.own import is_file_reference, named_scheme
from rffviz.samplers.versions import Watched

LENGTH_SCALE = 1.5  # at ℓ = 1 a scheme that leaves it out is correct

_QUIET = 5.0  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The scheme, the kernel and the sizes."""
    parser.add_argument("scheme", metavar="SCHEME", help=SCHEME)
    one = parser.add_mutually_exclusive_group()
    told = "also look for the smallest d, then n, at which an error is found, and print a test"
    one.add_argument("--smallest", action="store_true", help=told)
    one.add_argument("--stages", action="store_true", help="test the stages that the scheme names with @stage")
    one.add_argument("--nearest", action="store_true", help="name the library's schemes that it is nearest to")
    one.add_argument("--watch", action="store_true", help="of file.py:function: a line for each version saved")
    add_sizes(parser)


SCHEME = "a name, module:function, file.py:function, or a file: text, NPY or NPZ"
"""What the argument SCHEME may be."""


def add_sizes(parser: argparse.ArgumentParser) -> None:
    """All options but the scheme, as every command on a scheme has them."""
    parser.add_argument("-d", "--dimension", type=int, help="of the data; a file's own by default")
    parser.add_argument("-n", "--n-freqs", type=int, default=256, help="frequencies of a draw (default: 256)")
    add_kernel_arguments(parser, LENGTH_SCALE, f"{LENGTH_SCALE}, at which no power of it is 1")
    parser.add_argument("--against", metavar="REFERENCE", help="compare with another scheme, an older version, a file")
    parser.add_argument("--seeds", default="60", help="draws: a count, or seeds such as 3,5,8 (default: 60)")
    parser.add_argument("--random-state", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print the report, or the comparison; 1 if there is an error or the distributions differ."""
    try:
        if arguments.watch:
            return _watch(arguments, parser)
        if arguments.stages or arguments.nearest:
            return _alone(arguments, parser)
        asked = chosen(arguments, parser)
        if arguments.smallest and "reference" in asked:
            parser.error("--smallest must go without --against: it is of one scheme.")
        given = isinstance(asked["scheme"], FrequencySample)
        about = About(data=disarmed(Path(arguments.scheme).name)) if given else None
        alone = {**asked, "watched": False, "smallest": arguments.smallest, "about": about}
        report = _last(compare.steps(**asked) if "reference" in asked else diagnose.steps(**alone))
    except ValueError as reason:
        parser.error(str(reason))
    return say(report, arguments.json)


def _watch(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print a line for each version, until interrupted."""
    if arguments.json:
        parser.error("--watch must go without --json.")
    watched = Watched(arguments.scheme)
    asked = sizes(arguments, parser, arguments.dimension)
    against = None if arguments.against is None else _scheme(arguments.against)
    for line in lines(watched, asked, against):
        print(line, flush=True)
    return 0


def _alone(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print the nearest scheme, or the verdict on each stage; 1 if one fails."""
    if arguments.json or arguments.against:
        parser.error(f"{'--stages' if arguments.stages else '--nearest'} must go without --json and --against.")
    if arguments.nearest:
        print(_last(nearest.steps(**chosen(arguments, parser))))
        return 0
    found = stages(**chosen(arguments, parser))
    print(found)
    return 0 if found.first_error is None else 1


def _last(steps: Iterator[Progress[Any]]) -> Any:
    """The finished record; what takes long says on the standard error, every few seconds, how far it is."""
    began = said = time.monotonic()
    for step in steps:
        if (now := time.monotonic()) > said + _QUIET and not step.finished:
            said = now
            print(f"{now - began:4.0f} s  {step.done / step.total:.0%} …", file=sys.stderr, flush=True)
    return step.record


def say(report: Report | Comparison, as_json: bool) -> int:
    """Print a report or a comparison, and return the exit status."""
    print(json.dumps(report.to_json(), indent=2, ensure_ascii=False) if as_json else report)
    if not as_json and (case := getattr(report, "smallest", None)):
        print(f"\n{case.test}")
    return 0 if (report.ok if isinstance(report, Report) else report.same) else 1


def chosen(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> dict[str, Any]:
    """The arguments of `diagnose` or, with a `reference`, of `compare`.

    Raises
    ------
    ValueError
        For a scheme, a kernel or seeds that are not allowed.
    """
    scheme = _scheme(arguments.scheme)
    d = arguments.dimension
    if d is None:
        d = getattr(getattr(scheme, "W", None), "shape", (None, None))[1]
    asked = {"scheme": scheme, **sizes(arguments, parser, d)}
    return asked if arguments.against is None else asked | {"reference": _scheme(arguments.against)}


def sizes(arguments: argparse.Namespace, parser: argparse.ArgumentParser, d: int | None) -> dict[str, Any]:
    """The kernel, the sizes and the seeds."""
    kernel = chosen_kernel(arguments, arguments.length_scale)
    if d is None:
        parser.error("-d must be given for a scheme: the dimension of the data.")
    asked = {"kernel": kernel, "d": d, "n_freqs": arguments.n_freqs}
    return asked | {"seeds": seeds_from_text("seeds", arguments.seeds), "random_state": arguments.random_state}


def _scheme(reference: str) -> str | Scheme | FrequencySample:
    """What the argument names."""
    if reference in SAMPLERS or reference in SPECIMENS:
        return reference
    path = Path(reference)
    if path.suffix == ".py" and path.is_file():
        raise ValueError(f"SCHEME must name the function, as {reference}:FUNCTION, got {reference!r}.")
    if path.suffix.lower() in (".csv", ".tsv", ".txt", ".npy", ".npz") or path.is_file():
        try:
            return read_frequencies_file(path)
        except OSError as error:
            raise ValueError(f"SCHEME must be a file that can be read, got {reference!r}: {error.strerror}.") from None
    if ":" in reference:
        if not is_file_reference(reference):
            sys.path.insert(0, "")
        return named_scheme(reference)
    known, nearest = ", ".join(SAMPLERS), or_nearest(reference, (*SAMPLERS, *SPECIMENS))
    raise ValueError(
        f"SCHEME must be a name ({known}), module:function, file.py:function or a file, got {reference!r}{nearest}"
    )
