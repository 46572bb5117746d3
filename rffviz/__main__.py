"""The command line: `rffviz` opens the explorer, `rffviz COMMAND` does the rest; so does `python -m rffviz`.

A command is one line of `COMMANDS` and a module with `SUMMARY`, `add_arguments(parser)` and `run(arguments, parser)`.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rffviz.bench import command as bench
from rffviz.certify import command as certify
from rffviz.diagnose import command as diagnose
from rffviz.explorer.report import command as report
from rffviz.explorer.web.server import serve
from rffviz.explorer.web.site import command as export
from rffviz.foundation.version import __version__
from rffviz.papers import command as reproduce
from rffviz.papers import kept_tables as tables
from rffviz.teaching import command as teach

COMMANDS = {
    "bench": bench,
    "certify": certify,
    "diagnose": diagnose,
    "export": export,
    "report": report,
    "reproduce": reproduce,
    "tables": tables,
    "teach": teach,
}


_CLOSED, _FULL = 141, 74  # exit codes for a process ended by SIGPIPE (shell convention) and for I/O errors (sysexits.h)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv` (by default the arguments of the process); returns its exit status.

    It is 141 if the reader of the output has gone, and 74 if the disk is full.
    """
    try:
        try:
            return _run(argv)
        finally:  # flush here, since errors at interpreter exit cannot be reported; also covers --help and refusals
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
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


def _run(argv: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot encode ℓ shows ? instead
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
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):  # argparse swallows the error if its help cannot be printed
            arguments = parser.parse_args(argv)
    finally:
        print(said.getvalue(), end="")
    try:
        if arguments.command is None:
            return serve.run(arguments, parser)
        for name in ("port", "address", "sampler", "headless", "room"):
            if getattr(arguments, name) is not None:
                parser.error(f"argument --{name}: goes with the explorer, without a COMMAND")
        return COMMANDS[arguments.command].run(arguments, parsers[arguments.command])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
