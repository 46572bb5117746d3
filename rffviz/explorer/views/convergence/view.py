"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from rffviz.datasets import Points
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.server.sessions import at_home
from rffviz.explorer.web.settings.inputs import resolve_points_and_kernel
from rffviz.explorer.web.settings.schemes import resolve_schemes
from rffviz.explorer.words import refusals
from rffviz.explorer.words.numbers import plural
from rffviz.features.positive import POSITIVE_MAPS
from rffviz.kernels import Gaussian, Kernel
from rffviz.measure import SUP_COMPACT, BootstrapError, Convergence, ErrorCurve, convergence, error_curve, to_resample
from rffviz.measure.guarantees import LARGEST
from rffviz.theory import BOUNDS

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
GROWING = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies in figures with a slider

_BUDGET = 300.0  # most seconds of one core for one viewer's curves on a shared server
_PER_PAIR = 1.3e-7  # seconds for all sizes and one seed: of 2,000 points half a second
_PER_SEED = {"leverage": 4.5, "moment_matching": 1.1}  # additional seconds for drawing


def curve_jobs(settings: Mapping, data: tuple[Points, Kernel]) -> list[Job]:
    """One curve for each scheme defined here, with a notice for each other one; Monte Carlo's if none is."""
    points, kernel = data
    metric, map_name = settings["metric"], settings["map"]
    if map_name in POSITIVE_MAPS and not isinstance(kernel, Gaussian):
        st.info(refusals.positive_map_is_for_gaussian(kernel), icon=":material/block:")
        map_name = "paired"
    if metric == SUP_COMPACT and map_name != "paired":
        st.info(refusals.BOX_IS_FOR_PAIRED_MAP, icon=":material/block:")
        metric = "sup"
    samplers = resolve_schemes(settings, kernel, points.d)
    n_seeds = _resolve_n_seeds(samplers, len(points), settings["n_seeds"])
    says = f"Measuring {plural(len(samplers), 'scheme')}, {plural(n_seeds, 'seed')} …"
    n_freqs = sorted({*_SIZES, settings["n_freqs"]})
    return [
        Job(
            error_curve,
            says,
            X=points,
            kernel=kernel,
            sampler=name,
            n_freqs=n_freqs,
            seeds=range(settings["seed"], settings["seed"] + n_seeds),
            metric=metric,
            map=map_name,
        )
        for name in samplers
    ]


def _resolve_n_seeds(samplers: list[str], n_points: int, n_seeds: int) -> int:
    """The requested seeds; on a shared server at most as many as fit, with a notice."""
    each = _per_seed(samplers, n_points)
    fit = _affordable(n_seeds, each)
    if fit < n_seeds:
        st.info(refusals.fewer_seeds(len(samplers), n_seeds, fit, n_seeds * each, _BUDGET), icon=":material/timer:")
    return fit


def _per_seed(samplers: Sequence[str], n_points: int) -> float:
    """About the seconds that a seed of all schemes takes."""
    return sum(_PER_PAIR * n_points**2 + _PER_SEED.get(name, 0.0) for name in samplers)


def _affordable(n_seeds: int, each: float) -> int:
    """The requested seeds or, on a shared server, as many as fit, at least one."""
    return n_seeds if at_home() else min(n_seeds, max(1, int(_BUDGET / each)))


def with_bounds(
    settings: Mapping, data: tuple[Points, Kernel], records: Sequence[ErrorCurve | BootstrapError]
) -> Convergence:
    """The curves with D, the chosen bounds and, if available with its curve, the error bar.

    The first draft does not wait for the bounds over pairs, whose exponents take longer than its seeds, where another
    one holds: it is read at the same confidence.
    """
    curves, bounds = error_curves(records), settings["bound"]
    fit = _affordable(settings["n_seeds"], _per_seed(settings["sampler"], len(data[0])))
    others = [name for name in bounds if not BOUNDS[name].on_pairs]
    if max(len(curve.seeds) for curve in curves) <= fit // 4 and any(_holds(name, curves[0]) for name in others):
        bounds = others
    asked = curves, data[0], settings["n_freqs"], settings["epsilon"], settings["confidence"], bounds
    bar = next((each for each in records if isinstance(each, BootstrapError)), None)
    if bar is None or not to_resample([curve.sampler for curve in curves], bar.metric):
        return made(convergence, *asked)
    return made(convergence, *asked, bar=bar)


def _holds(bound: str, curve: ErrorCurve) -> bool:
    """Whether a uniform bound is finite and covers the curve's error."""
    covers = BOUNDS[bound].uniform and curve.metric in LARGEST and curve.map in BOUNDS[bound].maps
    return covers and math.isfinite(curve.kernel.second_moment(curve.d))


def error_curves(records: Sequence[ErrorCurve | BootstrapError]) -> list[ErrorCurve]:
    """The records that are curves; without any there is no picture."""
    return [each for each in records if isinstance(each, ErrorCurve)]


def resolve_map(settings: Mapping, reason: str) -> str:
    """The chosen map, or the paired one in place of a positive one, with a notice that says why."""
    if settings["map"] not in POSITIVE_MAPS:
        return settings["map"]
    st.info(reason, icon=":material/block:")
    return "paired"


_DATA = ("dataset", "n_points", "whiten", "kernel", "length_rule", "length_scale")
ABOUT_DATA = {"shared": (*_DATA, "n_freqs", "seed"), "draw_inputs": resolve_points_and_kernel}
OVER_ALL_FREQS = ABOUT_DATA | {"shared": (*_DATA, "seed")}  # views that do not depend on D
CURVES = ABOUT_DATA | {"controls": ("sampler",), "jobs": curve_jobs}
