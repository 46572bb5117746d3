"""From settings to error curves: what the views of the Convergence page measure and read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from rffviz.kernels import Gaussian, Kernel
from rffviz.measure import (
    POSITIVE,
    SUP_COMPACT,
    Convergence,
    ErrorCurve,
    Exceedance,
    convergence,
    error_curve_steps,
    exceedance,
)
from rffviz.samplers import SAMPLERS
from rffviz.web.inputs import ChosenPoints
from rffviz.web.job import Job
from rffviz.words import refusals

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)


def from_least(scheme: str, kernel: Kernel, d: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """The sizes that the scheme is defined for, increasing; its least number of frequencies where there are none."""
    least = SAMPLERS[scheme].least(kernel, d)
    return tuple(sorted({size for size in sizes if size >= least} or {least}))


def defined_scheme(now: Mapping, kernel: Kernel, d: int) -> str:
    """The chosen scheme, or Monte Carlo with a notice that says why, where the scheme is not defined here."""
    scheme = now["scheme"]
    if reason := SAMPLERS[scheme].refusal(kernel, d):
        st.info(refusals.monte_carlo_instead(scheme, reason), icon=":material/block:")
        return "monte_carlo"
    return scheme


def sampled(now: Mapping, kernel: Kernel, d: int, sizes: Iterable[int]) -> dict[str, Any]:
    """What studies of one scheme at several sizes ask for: the kernel, the scheme, its sizes and the seed."""
    scheme = defined_scheme(now, kernel, d)
    n_freqs = from_least(scheme, kernel, d, sizes)
    return {"kernel": kernel, "sampler": scheme, "n_freqs": n_freqs, "random_state": now["seed"]}


def curve_jobs(now: Mapping, found: tuple[ChosenPoints, Kernel]) -> list[Job]:
    """One curve for each scheme that is defined here, with a notice on each other one; Monte Carlo's where none is."""
    points, kernel = found
    metric, map_name = now["metric"], now["map"]
    if map_name == POSITIVE and not isinstance(kernel, Gaussian):
        st.info(refusals.positive_map_is_for_gaussian(kernel), icon=":material/block:")
        map_name = "paired"
    if metric == SUP_COMPACT and map_name != "paired":
        st.info(refusals.BOX_IS_FOR_PAIRED_MAP, icon=":material/block:")
        metric = "sup"
    samplers = []
    for name in now["sampler"]:
        if reason := SAMPLERS[name].refusal(kernel, points.d):
            st.info(refusals.left_out(SAMPLERS[name].label, reason), icon=":material/block:")
        else:
            samplers.append(name)
    return [
        Job(
            error_curve_steps,
            "Measuring …",
            X=points,
            kernel=kernel,
            sampler=name,
            n_freqs=sorted({*_SIZES, now["n_freqs"]}),
            seeds=range(now["seed"], now["seed"] + now["n_seeds"]),
            metric=metric,
            map=map_name,
        )
        for name in samplers or ["monte_carlo"]
    ]


def with_bounds(now: Mapping, found: tuple[ChosenPoints, Kernel], curves: Sequence[ErrorCurve]) -> Convergence:
    """The curves read at D, beside the chosen bounds."""
    return convergence(curves, found[0].X, now["n_freqs"], now["epsilon"], now["confidence"], now["bound"])


def with_shares(now: Mapping, found: tuple[ChosenPoints, Kernel], curves: Sequence[ErrorCurve]) -> Exceedance:
    """How often the curves reach ε, beside what the chosen bounds allow."""
    return exceedance(curves, found[0].X, now["n_freqs"], now["epsilon"], now["confidence"], now["bound"])
