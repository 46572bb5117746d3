"""The command line: `python -m rffviz COMMAND`.

A command is one line of `COMMANDS` and a module with `SUMMARY`, `add_arguments(parser)` and `run(arguments, parser)`.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from rffviz import __version__
from rffviz.bench import command as bench
from rffviz.certify import command as certify
from rffviz.diagnose import command as diagnose
from rffviz.papers import command as reproduce
from rffviz.teaching import command as teach
from rffviz.web.site import command as export

COMMANDS = {
    "bench": bench,
    "certify": certify,
    "diagnose": diagnose,
    "export": export,
    "reproduce": reproduce,
    "teach": teach,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (the process's own arguments by default) asks for; returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ℓ shows ?, and the rest
    parser = argparse.ArgumentParser("python -m rffviz", description="Random Fourier features from the command line.")
    parser.add_argument("--version", action="version", version=f"rffviz {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    parsers = {}
    for name, module in COMMANDS.items():
        parsers[name] = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.add_arguments(parsers[name])
    arguments = parser.parse_args(argv)
    return COMMANDS[arguments.command].run(arguments, parsers[arguments.command])


if __name__ == "__main__":
    sys.exit(main())
