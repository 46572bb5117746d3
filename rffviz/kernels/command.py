"""The kernel as options of a command."""

from __future__ import annotations

import argparse
import dataclasses

from rffviz.kernels import KERNELS, Kernel
from rffviz.kernels.formula import ALLOWED


def add_kernel_arguments(parser: argparse.ArgumentParser, length_scale: float | None, said: str) -> None:
    """`--kernel`, `--length-scale` and the parameters of all kernels; `said` is what the length scale is by default."""
    parser.add_argument("--kernel", choices=list(KERNELS), default="gaussian", help="default: gaussian")
    parser.add_argument("--length-scale", type=float, default=length_scale, help=f"default: {said}")
    shapes = {shape.name: shape for kernel in KERNELS.values() for shape in kernel.shape_parameters}
    for name, shape in shapes.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, help=shape.help)
    told = f"k of the kernel formula, as a function of r = ‖x − y‖/ℓ, 1 at 0; it may hold {ALLOWED}"
    parser.add_argument("--profile", metavar="FORMULA", help=told)


def chosen_kernel(arguments: argparse.Namespace, length_scale: float) -> Kernel:
    """The kernel that is asked for; a ValueError where a parameter is not allowed."""
    kind = KERNELS[arguments.kernel]
    asked = {field.name: vars(arguments)[field.name] for field in dataclasses.fields(kind)}
    given = {name: value for name, value in asked.items() if value is not None}
    return kind(**(given | {"length_scale": length_scale}))
