"""From settings to error curves: what the views of the Convergence page measure and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from rffviz.datasets import Points
from rffviz.features.positive import POSITIVE_MAPS
from rffviz.kernels import Gaussian, Kernel
from rffviz.measure import (
    SUP_COMPACT,
    BootstrapError,
    Convergence,
    ErrorCurve,
    Exceedance,
    bootstrap_of_draw,
    convergence,
    error_curve_steps,
    exceedance,
    to_resample,
)
from rffviz.samplers import SAMPLERS
from rffviz.studies.dissection import dissection_steps
from rffviz.studies.maps import map_comparison_steps
from rffviz.studies.precision import precision_steps
from rffviz.web.apart import job
from rffviz.web.job import Job
from rffviz.web.made import made
from rffviz.web.shell import at_home
from rffviz.words import refusals
from rffviz.words.numbers import plural

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
_GROWING = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies in figures with a slider
_ROUNDED = _GROWING[1:]  # powers of two, so that precisions meet at the same memory

_RESAMPLED = 500  # frequencies at most: the error bar takes a few seconds then, for a thousand points


_MATRICES = 2**32  # products for n² values of the kernel: about a second
_SOLVED = 1000  # points whose matrix is factorised in a moment
_SEARCHED = 2**19  # numbers of a draw whose largest error over a box is found in a moment
_FACTORISED = ("relative_spectral", "spectral_approximation")


def _takes_long(points: Points, n_freqs: int, scheme: str, metric: str) -> bool:
    """Whether measuring one draw of so many frequencies takes long enough for a process of its own."""
    n, d = len(points), points.d
    factorises = metric in _FACTORISED or scheme == "leverage"
    return n * n * n_freqs > _MATRICES or (n > _SOLVED and factorises) or d * n_freqs > _SEARCHED


_BUDGET = 300.0  # seconds of one core that one viewer's curves take of a server that others use, too
_PER_PAIR = 1.3e-7  # seconds for all sizes and one seed: of 2,000 points half a second
_PER_SEED = {"leverage": 4.5, "moment_matching": 1.1}  # what drawing takes beyond that


def sampled(now: Mapping, kernel: Kernel, d: int, sizes: Iterable[int]) -> dict[str, Any]:
    """What studies of one scheme ask for: the kernel, the scheme, its numbers of frequencies, increasing, and the seed.

    Monte Carlo takes the place of a scheme that is not defined here, with a notice that says why. Of the sizes those
    are left that the scheme is defined for; its least number of frequencies where there are none.
    """
    scheme = now["scheme"]
    if reason := SAMPLERS[scheme].refusal(kernel, d):
        st.info(refusals.monte_carlo_instead(scheme, reason), icon=":material/block:")
        scheme = "monte_carlo"
    least = SAMPLERS[scheme].least(kernel, d)
    n_freqs = tuple(sorted({size for size in sizes if size >= least} or {least}))
    return {"kernel": kernel, "sampler": scheme, "n_freqs": n_freqs, "random_state": now["seed"]}


def defined_schemes(now: Mapping, kernel: Kernel, d: int) -> list[str]:
    """The chosen schemes that are defined here, with a notice on each other one; Monte Carlo where none is."""
    samplers = []
    for name in now["sampler"]:
        if reason := SAMPLERS[name].refusal(kernel, d):
            st.info(refusals.left_out(SAMPLERS[name].label, reason), icon=":material/block:")
        else:
            samplers.append(name)
    return samplers or ["monte_carlo"]


def curve_jobs(now: Mapping, found: tuple[Points, Kernel]) -> list[Job]:
    """One curve for each scheme that is defined here, with a notice on each other one; Monte Carlo's where none is."""
    points, kernel = found
    metric, map_name = now["metric"], now["map"]
    if map_name in POSITIVE_MAPS and not isinstance(kernel, Gaussian):
        st.info(refusals.positive_map_is_for_gaussian(kernel), icon=":material/block:")
        map_name = "paired"
    if metric == SUP_COMPACT and map_name != "paired":
        st.info(refusals.BOX_IS_FOR_PAIRED_MAP, icon=":material/block:")
        metric = "sup"
    samplers = defined_schemes(now, kernel, points.d)
    n_seeds = _seeds_that_fit(samplers, len(points), now["n_seeds"])
    says = f"Measuring {plural(len(samplers), 'scheme')}, {plural(n_seeds, 'seed')} …"
    n_freqs = sorted({*_SIZES, now["n_freqs"]})
    return [
        job(
            _takes_long(points, n_freqs[-1], name, metric),
            error_curve_steps,
            says,
            X=points,
            kernel=kernel,
            sampler=name,
            n_freqs=n_freqs,
            seeds=range(now["seed"], now["seed"] + n_seeds),
            metric=metric,
            map=map_name,
        )
        for name in samplers
    ]


def _seeds_that_fit(samplers: list[str], n_points: int, n_seeds: int) -> int:
    """The seeds that are asked for; of a server that others use, too, as many as fit, with a notice."""
    each = sum(_PER_PAIR * n_points**2 + _PER_SEED.get(name, 0.0) for name in samplers)
    fit = max(1, int(_BUDGET / each))
    if n_seeds <= fit or at_home():
        return n_seeds
    st.info(refusals.fewer_seeds(len(samplers), n_seeds, fit, n_seeds * each, _BUDGET), icon=":material/timer:")
    return fit


def curves_and_bar_jobs(now: Mapping, found: tuple[Points, Kernel]) -> list[Job]:
    """The curves and, where it is asked for and a scheme shown allows it, the error bar from one draw."""
    jobs = curve_jobs(now, found)
    if now["one_draw"]:
        shared = {name: jobs[0].arguments[name] for name in ("X", "kernel", "metric", "map")}
        sampler = to_resample([job.arguments["sampler"] for job in jobs], shared["metric"])
        if sampler is None:
            st.info(refusals.NO_ERROR_BAR, icon=":material/block:")
        else:
            m, seed = min(max(2, now["n_freqs"]), _RESAMPLED), now["seed"]
            chosen = {"sampler": sampler, "n_freqs": m, "random_state": seed, "confidence": now["confidence"]}
            long = len(found[0]) > _SOLVED // 2
            jobs.append(job(long, bootstrap_of_draw, "Resampling one draw …", **shared, **chosen))
    return jobs


def with_bounds(
    now: Mapping, found: tuple[Points, Kernel], records: Sequence[ErrorCurve | BootstrapError]
) -> Convergence:
    """The curves read at D, beside the chosen bounds and the error bar, where it is there with its curve."""
    curves = error_curves(records)
    asked = curves, found[0], now["n_freqs"], now["epsilon"], now["confidence"], now["bound"]
    bar = next((each for each in records if isinstance(each, BootstrapError)), None)
    if bar is None or not to_resample([curve.sampler for curve in curves], bar.metric):
        return made(convergence, *asked)
    return made(convergence, *asked, bar=bar)


def error_curves(records: Sequence[ErrorCurve | BootstrapError]) -> list[ErrorCurve]:
    """The records that are curves: without one there is no picture."""
    return [each for each in records if isinstance(each, ErrorCurve)]


def with_shares(now: Mapping, found: tuple[Points, Kernel], curves: Sequence[ErrorCurve]) -> Exceedance:
    """How often the curves reach ε, beside what the chosen bounds allow."""
    return made(exceedance, curves, found[0], now["n_freqs"], now["epsilon"], now["confidence"], now["bound"])


def maps_job(now: Mapping, found: tuple[Points, Kernel]) -> Job:
    """Paired against offset at equal real features."""
    points, kernel = found
    asked = {"d": points.d, "n_features": 2 * now["n_freqs"], "random_state": now["seed"]}
    return Job(map_comparison_steps, "Measuring both maps …", kernel=kernel, **asked)


def bits_job(now: Mapping, found: tuple[Points, Kernel]) -> Job:
    """Features rounded to few bits, and perhaps their frequencies."""
    points, kernel = found
    seeds = range(now["seed"], now["seed"] + now["n_seeds"])
    asked = {"n_freqs": _ROUNDED, "seeds": seeds, "frequency_bits": int(now["frequency_bits"])}
    return Job(precision_steps, "Rounding features …", X=points, kernel=kernel, **asked)


def dissection_job(now: Mapping, found: tuple[Points, Kernel]) -> Job:
    """The bound taken apart, for Monte Carlo."""
    points, kernel = found
    asked = {"epsilon": now["epsilon"], "confidence": now["confidence"], "random_state": now["seed"]}
    map_name = _not_positive(now, refusals.PAIRED_MAP_FOR_BOUNDS)
    return Job(dissection_steps, "Measuring many seeds …", X=points, kernel=kernel, map=map_name, **asked)


def growing_job(study: Callable, now: Mapping, found: tuple[Points, Kernel]) -> Job:
    """A study of one scheme at growing numbers of frequencies; the figure starts at the chosen one."""
    points, kernel = found
    asked = sampled(now, kernel, points.d, (*_GROWING, now["n_freqs"]))
    map_name = _not_positive(now, refusals.PAIRED_MAP_FOR_PAIRS)
    long = asked["sampler"] == "leverage" and len(points) > 500  # a factorisation for each number of frequencies
    return job(long, study, "Measuring pairs of points …", X=points, map=map_name, **asked)


def _not_positive(now: Mapping, reason: str) -> str:
    """The chosen map, or the paired one in place of a positive one, with a notice that says why."""
    if now["map"] not in POSITIVE_MAPS:
        return now["map"]
    st.info(reason, icon=":material/block:")
    return "paired"
