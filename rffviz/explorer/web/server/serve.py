"""`rffviz` without a command: open the explorer, as `streamlit run app.py` does in a clone, from any folder.

Streamlit reads the settings that stand beside app.py, in `.streamlit/config.toml`; what is given here, or in variables
such as STREAMLIT_SERVER_MAX_UPLOAD_SIZE, comes before them.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import runpy
import signal
import socket
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

_INSTALLED = Path(__file__).parents[2] / "front"
EXPLORER = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[4]
"""Where app.py and pages/ stand: within the package where it is installed, beside it in a clone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the explorer."""
    add_place(parser)
    told = "a scheme of your own, also file.py:function, which is then watched; may be given several times"
    parser.add_argument("--sampler", action="append", metavar="MODULE:FUNCTION", help=told)
    parser.add_argument(
        "--room",
        action="store_true",
        default=None,
        help="open a room for the phones of a class: listens on every network, and prints the address",
    )


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and whether to open a browser."""
    parser.add_argument("--port", type=_port, help="0 for any free one (default: the first free one from 8501 on)")
    parser.add_argument("--address", help="where to listen; 0.0.0.0 for every network (default: this machine alone)")
    parser.add_argument("--headless", action="store_true", default=None, help="open no browser")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser, more: Sequence[str] = ()) -> int:
    """Serve until the process is interrupted; `more` arguments go to app.py."""
    from rffviz.foundation.validation import Refusal  # `--help` waits for none of these
    from rffviz.samplers import SAMPLERS
    from rffviz.samplers.own import named_scheme, register

    samplers = arguments.sampler or []
    sys.path.append("")  # the current folder goes last: a file in it may have the name of a package
    try:
        for reference in samplers:
            register(named_scheme(reference), dict(SAMPLERS))
    except Refusal as reason:
        parser.error(str(reason))
    if arguments.room:
        arguments.address = arguments.address or "0.0.0.0"  # nosec B104: asked for, and said
        arguments.port = arguments.port or free_port(arguments.address)
    _listen(arguments, parser)
    if arguments.room:
        _tell_of_room(arguments.port)
    from rffviz.explorer.web.streamlit_internals import (
        ask_nobody_for_the_own_address,  # the other commands need no Streamlit
    )

    given = {"port": arguments.port, "address": arguments.address, "headless": arguments.headless}
    flags = [f"--server.{name}={value}" for name, value in given.items() if value is not None]
    named = [f"--sampler={reference}" for reference in samplers]
    sys.argv = ["streamlit", "run", str(EXPLORER / "app.py"), *flags, "--", *named, *more]
    ask_nobody_for_the_own_address()  # otherwise the banner would ask, before app.py is imported
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))  # Ctrl-C is the normal way to stop
    runpy.run_module("streamlit", run_name="__main__")  # runs until the process ends
    return 0


def free_port(address: str) -> int:
    """The first port from Streamlit's own on that nobody listens on."""
    for port in range(8501, 8600):
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe,
        ):
            probe.bind((address, port))
            return port
    return 8501  # taken: said by who listens


def _tell_of_room(port: int) -> None:
    """Open a room, and print how phones enter it and what that exposes."""
    from rffviz.explorer.web.room.lecturer import own_address, prepare

    (code, _), host = prepare(), own_address()
    if not host:
        print("  No network: phones cannot reach this machine.", file=sys.stderr)
    link = f"http://{host or 'localhost'}:{port}/room/{code}"
    print(f"\n  Phones join at {link}\n")
    with contextlib.suppress(ImportError):
        importlib.import_module("segno").make(link, error="l", micro=False).terminal(compact=True)
    print(
        "  Present a view and press O: this room opens there.\n"
        "  While this runs, everybody in the network can open the explorer and make this machine compute; there is no\n"
        "  login. docs/serving.md names what that exposes. Ctrl-C ends it."
    )


def _port(text: str) -> int:
    if text.strip().isdecimal() and int(text) <= 65_535:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 65,535, got {text!r}")


def _listen(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Check that the requested address and port can be listened on, or refuse with a sentence."""
    settings = tomllib.loads((EXPLORER / ".streamlit/config.toml").read_text(encoding="utf-8"))
    address, port = arguments.address, arguments.port or 0
    if address is None:
        address = settings["server"]["address"]
    if not address:  # an empty address would mean every network
        parser.error("argument --address: must be an address of this machine, got ''")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":  # on Windows it would take the port from another listener
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
            probe.listen()
    except OSError as reason:
        if port and not (isinstance(reason, socket.gaierror) or reason.errno == errno.EADDRNOTAVAIL):
            parser.error(f"argument --port: must be free at {address}, got {port}: {reason.strerror}")
        parser.error(f"argument --address: must be an address of this machine, got {address!r}")
