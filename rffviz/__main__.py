"""The command line: `rffviz` opens the explorer, `rffviz COMMAND` does the rest; so does `python -m rffviz`.

A command is one line of `COMMANDS` and a module with `SUMMARY`, `add_arguments(parser)` and `run(arguments, parser)`.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from rffviz import __version__
from rffviz.bench import command as bench
from rffviz.certify import command as certify
from rffviz.diagnose import command as diagnose
from rffviz.papers import command as reproduce
from rffviz.papers import report
from rffviz.teaching import command as teach
from rffviz.web import serve
from rffviz.web.site import command as export

COMMANDS = {
    "bench": bench,
    "certify": certify,
    "diagnose": diagnose,
    "export": export,
    "report": report,
    "reproduce": reproduce,
    "teach": teach,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (the process's own arguments by default) asks for; returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ℓ shows ?, and the rest
    typed = "rffviz" if Path(sys.argv[0]).stem == "rffviz" else "python -m rffviz"
    what = "Open the explorer of random Fourier features in the browser, or run a command."
    usage = f"{typed} [options]\n       {typed} COMMAND ..."
    parser = argparse.ArgumentParser(typed, usage=usage, description=what)
    parser.add_argument("--version", action="version", version=f"rffviz {__version__}")
    serve.add_arguments(parser)
    commands = parser.add_subparsers(prog=typed, dest="command", metavar="COMMAND", title="commands")
    parsers = {}
    for name, module in COMMANDS.items():
        parsers[name] = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.add_arguments(parsers[name])
    arguments = parser.parse_args(argv)
    try:
        if arguments.command is None:
            return serve.run(arguments, parser)
        for name in ("port", "address", "sampler", "headless"):
            if getattr(arguments, name) is not None:
                parser.error(f"argument --{name}: goes with the explorer, without a COMMAND")
        return COMMANDS[arguments.command].run(arguments, parsers[arguments.command])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
