"""`python -m rffviz report SCHEME -d 64 --html FILE`: the report on a sampling scheme as one file for a browser.

SCHEME and options are those of `diagnose`, and so is the exit status: 1 where an error is found, or where the
distribution differs from that of the reference; 2 for bad arguments.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from rffviz.diagnose import command as diagnose
from rffviz.foundation.about import About
from rffviz.papers.options import cannot_write, writable

_FORMERLY = ("results", "docs")  # options of the command that had this name before


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `diagnose`, and the file."""
    parser.add_argument("scheme", metavar="SCHEME", nargs="?", help=diagnose.SCHEME)
    parser.add_argument("--html", metavar="FILE", type=writable, help="the file to write")
    diagnose.add_sizes(parser)
    for names in (("--results",), ("--docs", "--readme")):
        parser.add_argument(*names, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Write the report, and print what `diagnose` prints, with its exit status; progress goes to the standard error."""
    if arguments.scheme is None or any(getattr(arguments, name) is not None for name in _FORMERLY):
        parser.error("SCHEME must be given: stored results are written by `tables`, as this command once did.")
    if arguments.html is None:
        parser.error("argument --html: must be given, the file to write.")
    try:
        asked = diagnose.chosen(arguments, parser)
        record = _measured(arguments, asked)
    except ValueError as reason:
        parser.error(str(reason))
    from rffviz.explorer.report.document import write_report  # Plotly takes a second, which no refusal waits for

    try:
        size = write_report(arguments.html, record)
    except OSError as reason:
        cannot_write("--html", arguments.html, reason, parser)
    status = diagnose.say(record.report if record.comparison is None else record.comparison, arguments.json)
    print(f"{arguments.html}: {size / 1e6:.1f} MB", file=sys.stderr)
    return status


def _measured(arguments: argparse.Namespace, asked: dict[str, Any]):
    """The record, with a line on the standard error for each thing that is done."""
    from rffviz.explorer.report.study import doing, scheme_report

    against = asked.pop("reference", None)
    abouts = (_about(arguments.scheme, asked["scheme"]), _about(arguments.against, against))
    references = tuple(name or "" for name in (arguments.scheme, arguments.against))
    began, said, step = time.monotonic(), "", None
    steps = scheme_report.steps(
        **asked, about=abouts[0], against=against, against_about=abouts[1], references=references, file=arguments.html
    )
    for step in steps:
        if not step.finished and (words := doing(step.done)) != said:
            said = words
            print(f"{time.monotonic() - began:4.0f} s  {words} …", file=sys.stderr, flush=True)
    print(f"{time.monotonic() - began:4.0f} s  done", file=sys.stderr, flush=True)
    return step.record


def _about(reference: str | None, scheme) -> About | None:
    """The name of a file, for what was read from it."""
    return About(data=Path(reference).name) if reference and hasattr(scheme, "W") else None
