"""`rffviz watch file.py:function`: the explorer's debugger on a scheme that is being edited."""

from __future__ import annotations

import argparse
import sys
from urllib.parse import urlencode

from rffviz.diagnose.command import LENGTH_SCALE
from rffviz.explorer.web.server import serve
from rffviz.foundation.validation import Refusal, or_nearest, whole_number
from rffviz.kernels.command import add_kernel_arguments, chosen_kernel
from rffviz.samplers import SAMPLERS
from rffviz.samplers.versions import Watched


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The scheme, what it is compared with, the kernel, the sizes, and where the explorer listens."""
    parser.add_argument("scheme", metavar="FILE.py:FUNCTION", help="the scheme that is being edited")
    parser.add_argument("--against", default="monte_carlo", metavar="NAME", help="shown as B (default: monte_carlo)")
    parser.add_argument("-d", "--dimension", type=int, default=16, help="of the data (default: 16)")
    parser.add_argument("-n", "--n-freqs", type=int, default=256, help="frequencies of a draw (default: 256)")
    add_kernel_arguments(parser, LENGTH_SCALE, f"{LENGTH_SCALE}, at which no power of it is 1")
    serve.add_place(parser)


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Serve until the process is interrupted."""
    try:
        Watched(arguments.scheme)
        whole_number("dimension", arguments.dimension)
        whole_number("n_freqs", arguments.n_freqs)
        kernel = chosen_kernel(arguments, arguments.length_scale)
    except Refusal as reason:
        parser.error(str(reason))
    if arguments.against not in SAMPLERS:
        near = or_nearest(arguments.against, SAMPLERS)
        parser.error(f"--against must be one of {', '.join(SAMPLERS)}, got {arguments.against!r}{near}")
    asked = {"b": arguments.against, "dimension": arguments.dimension, "n_freqs": arguments.n_freqs}
    asked |= {"kernel": arguments.kernel, **kernel.get_params()}
    opens = f"schemes?{urlencode(asked)}"
    if arguments.address not in (None, "localhost", "127.0.0.1", "::1"):
        said = f"Everybody who reaches {arguments.address} sees what {arguments.scheme} draws; nobody can name code."
        print(f"  {said}", file=sys.stderr)
    arguments.room, arguments.sampler = None, None
    arguments.port = arguments.port or serve.free_port(arguments.address or "localhost")
    print(f"  {arguments.scheme} at http://{arguments.address or 'localhost'}:{arguments.port}/{opens}", flush=True)
    return serve.run(arguments, parser, ("--watch", arguments.scheme, "--opens", opens))
