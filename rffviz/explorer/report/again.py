"""What makes a report again: the command, or a line of Python where the command line cannot name the scheme."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import fields

from rffviz.diagnose import SPECIMENS
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Kernel
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import OwnScheme, own_scheme


def reference(what) -> str:
    """What the command line calls a scheme: its name, or module:function; empty where it cannot name it."""
    if isinstance(what, str):
        scheme = SAMPLERS.get(what) or SPECIMENS.get(what)
        return scheme.reference if isinstance(scheme, OwnScheme) else what if scheme else ""
    try:
        scheme = own_scheme(what, "own") if callable(what) else what
    except Refusal:
        return ""
    return scheme.reference if isinstance(scheme, OwnScheme) else ""


def command(
    scheme: str, kernel: Kernel, d: int, n_freqs: int, seeds: Sequence[int], against: str = "", file: str = ""
) -> str:
    """The command for schemes as the command line calls them; empty if it has no options for the kernel."""
    shapes = {shape.name for each in KERNELS.values() for shape in each.shape_parameters} | {"profile"}
    given = {field.name: getattr(kernel, field.name) for field in fields(kernel)}
    if KERNELS.get(kernel.name) is not type(kernel) or not given.keys() <= shapes | {"length_scale"}:
        return ""
    words = ["rffviz", "report", scheme, "-d", d, "-n", n_freqs, "--kernel", kernel.name]
    for name, value in given.items():
        if value is None:
            continue
        if not isinstance(value, str | int | float):
            return ""
        words += [f"--{name.replace('_', '-')}", value]
    words += ["--against", against] if against else []
    words += ["--seeds", *_seeds(seeds), "--html", file or "report.html"]
    return shlex.join(map(str, words))


def line_of_python(
    name: str, kernel: Kernel, d: int, n_freqs: int, seeds: Sequence[int], against: str = "", file: str = "", data=""
) -> str:
    """The call in a notebook; names of schemes and `data` are the viewer's own."""
    schemes = f"compare({name}, {against}" if against else f"diagnose({name}"
    drawn = f"range({seeds[0]}, {seeds[-1] + 1})" if _in_a_row(seeds) else repr(list(seeds))
    given = f", X={data}" if data else ""
    return f"{schemes}, {kernel!r}, d={d}, n_freqs={n_freqs}, seeds={drawn}{given}).to_html({file or 'report.html'!r})"


def _seeds(seeds: Sequence[int]) -> list[object]:
    if _in_a_row(seeds):
        return [len(seeds), "--random-state", seeds[0]]
    return [",".join(map(str, seeds))]


def _in_a_row(seeds: Sequence[int]) -> bool:
    return list(seeds) == list(range(seeds[0], seeds[0] + len(seeds)))
