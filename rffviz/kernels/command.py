"""Command-line options that choose the kernel."""

from __future__ import annotations

import argparse
import dataclasses

from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Kernel
from rffviz.kernels.formula import ALLOWED


def add_kernel_arguments(parser: argparse.ArgumentParser, length_scale: float | None, said: str) -> None:
    """Add `--kernel`, `--length-scale` and the parameters of all kernels; `said` describes the default length scale."""
    parser.add_argument("--kernel", choices=list(KERNELS), default="gaussian", help="default: gaussian")
    parser.add_argument("--length-scale", type=float, default=length_scale, help=f"default: {said}")
    shapes = {shape.name: shape for kernel in KERNELS.values() for shape in kernel.shape_parameters}
    for name, shape in shapes.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, help=shape.help)
    told = f"k of the kernel formula, as a function of r = ‖x − y‖/ℓ, 1 at 0; it may hold {ALLOWED}"
    parser.add_argument("--profile", metavar="FORMULA", help=told)


def chosen_kernel(arguments: argparse.Namespace, length_scale: float) -> Kernel:
    """The kernel chosen by the options; raises a ValueError if a parameter is not allowed."""
    kind = KERNELS[arguments.kernel]
    every = {field.name for each in KERNELS.values() for field in dataclasses.fields(each)} - {"length_scale"}
    given = {name: vars(arguments)[name] for name in every if vars(arguments)[name] is not None}
    own = {field.name for field in dataclasses.fields(kind)}
    for name in sorted(given.keys() - own):
        option = f"--{name.replace('_', '-')}"
        raise Refusal(f"{option} must go with a kernel that has it, got the kernel {arguments.kernel}.")
    return kind(length_scale=length_scale, **given)
