"""The command line: `rffviz` opens the explorer, `rffviz COMMAND` does the rest; so does `python -m rffviz`.

A command is one line of `COMMANDS` and a module with `add_arguments(parser)` and `run(arguments, parser)`, which is
imported when the command is used. Its help is also stored, in `explorer/words/help.json`, since importing
the module takes seconds: `python docs/help.py` writes it anew.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import io
import json
import os
import select
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from rffviz.explorer.web.server import serve
from rffviz.foundation.version import __version__

COMMANDS = {
    "bench": ("rffviz.bench.command", "measure how fast the library is beside scikit-learn, numpy and an empty page"),
    "certify": (
        "rffviz.certify.command",
        "find how many frequencies the points of a file or dataset need: by theorem, estimate and one measured draw",
    ),
    "diagnose": (
        "rffviz.diagnose.command",
        "examine a sampling scheme: a name, module:function, file.py:function, or a file of frequencies",
    ),
    "export": (
        "rffviz.explorer.web.site.command",
        "write the scenes of the lecture as a static site, for any web server or none",
    ),
    "report": ("rffviz.explorer.report.command", "write a report on a sampling scheme as one HTML file"),
    "reproduce": (
        "rffviz.papers.command",
        "measure a table of the papers here, and print it beside the published one",
    ),
    "tables": ("rffviz.papers.kept_tables", "write the stored results as tables, each number beside the published one"),
    "teach": (
        "rffviz.teaching.command",
        "copy the instructor's guide, exercises that check their answers, and notebooks that show the library",
    ),
    "watch": (
        "rffviz.explorer.web.server.watch_command",
        "open the debugger on a scheme in a file, and show each version that is saved",
    ),
}
"""The module of each command, and what it does."""

STORED_HELP = Path(__file__).parent / "explorer" / "words" / "help.json"
HELP_WIDTH = 80
"""Columns for which the stored help is written."""
_STOPPED, _CLOSED, _FULL = 130, 141, 74  # ended by SIGINT or SIGPIPE (shell convention), I/O errors (sysexits.h)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv` (by default the arguments of the process); returns its exit status.

    It is 130 after Ctrl-C, 141 if the reader of the output has gone, and 74 if the disk is full.
    """
    try:
        try:
            return _run(argv)
        finally:  # flush here, since errors at interpreter exit cannot be reported; also covers --help and refusals
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
    except KeyboardInterrupt:
        return _STOPPED
    except BrokenPipeError:  # of the output, or of a pipe between processes, which is an error
        if not any(map(_is_read_by_nobody, (sys.stdout, sys.stderr))):
            raise
        _leave_unsaid()
        return _CLOSED
    except OSError as reason:
        if reason.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        with contextlib.suppress(OSError):
            print(f"rffviz: what is written must find room on the disk, got: {reason.strerror}.", file=sys.stderr)
        _leave_unsaid()
        return _FULL


def _is_read_by_nobody(stream: TextIO | None) -> bool:
    """Whether a stream is a pipe whose reader has gone."""
    if stream is None or not hasattr(select, "poll"):
        return stream is not None
    polled = select.poll()
    polled.register(stream.fileno(), 0)
    return bool(polled.poll(0))  # poll for errors only


def _leave_unsaid() -> None:
    """Discard unprinted output: Python would retry at exit, and fail with a traceback."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, stream.fileno())
            os.close(nothing)


class _Parser(argparse.ArgumentParser):
    """A parser whose help is printed like any output: argparse swallows the error if it cannot be."""

    def print_help(self, file: TextIO | None = None) -> None:
        print(self.format_help(), end="", file=file)


class _CommandParser(_Parser):
    """The parser of a command, which learns its options when the command is used."""

    def __init__(self, *args: Any, module: str = "", **named: Any) -> None:
        super().__init__(*args, **named)
        self._module, self._knows = module, not module

    def module(self) -> ModuleType:
        """What the command runs."""
        return importlib.import_module(self._module)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if args and args[0] in ("-h", "--help") and shutil.get_terminal_size().columns >= HELP_WIDTH:
            if stored := json.loads(STORED_HELP.read_text("utf-8")).get(self.prog):  # not that of a table
                print(stored, end="")
                self.exit()
        self.learn()
        return super().parse_known_args(args, namespace)

    def learn(self) -> None:
        """Import the command's module and add its options."""
        if not self._knows:
            self._knows = True
            self.module().add_arguments(self)


def full_help() -> dict[str, str]:
    """The help of every command as its parser writes it, by the words that were typed."""
    helps = {}
    for typed in ("rffviz", "python -m rffviz"):
        for command in _parser(typed)[1].values():
            command.learn()
            helps[command.prog] = command.format_help()
    return helps


def _parser(typed: str) -> tuple[_Parser, dict[str, _CommandParser]]:
    """The parser of the command line, and that of each command."""
    what = "Open the explorer of random Fourier features in the browser, or run a command."
    usage = f"{typed} [options]\n       {typed} COMMAND ..."
    parser = _Parser(typed, usage=usage, description=what)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    serve.add_arguments(parser)
    commands = parser.add_subparsers(
        prog=typed, dest="command", metavar="COMMAND", title="commands", parser_class=_CommandParser
    )
    parsers = {
        name: commands.add_parser(name, help=summary, description=summary, module=module)
        for name, (module, summary) in COMMANDS.items()
    }
    return parser, parsers


def _run(argv: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot encode ℓ shows ? instead
    parser, parsers = _parser("rffviz" if Path(sys.argv[0]).stem == "rffviz" else "python -m rffviz")
    arguments = parser.parse_args(argv)
    if arguments.version:
        print(f"rffviz {__version__}")
        return 0
    if arguments.command is None:
        return serve.run(arguments, parser)
    for name in ("port", "address", "sampler", "headless", "room"):
        if arguments.command != "watch" and getattr(arguments, name) is not None:
            parser.error(f"argument --{name}: goes with the explorer, without a COMMAND")
    used = parsers[arguments.command]
    return used.module().run(arguments, used)


if __name__ == "__main__":
    sys.exit(main())
