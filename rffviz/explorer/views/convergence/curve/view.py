"""Error curve: how fast do random features approach the kernel?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.curve.mathematics import convergence_mathematics
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.view import CURVES, curve_jobs, error_curves, with_bounds
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel
from rffviz.measure import bootstrap_of_draw, to_resample

_RESAMPLED = 500  # most frequencies for the error bar, which then takes a few seconds for a thousand points


def curves_and_bar_jobs(settings: Mapping, data: tuple[Points, Kernel]) -> list[Job]:
    """The curves and, if requested and possible for a scheme shown, the error bar from one draw."""
    jobs = curve_jobs(settings, data)
    if settings["one_draw"]:
        shared = {name: jobs[0].arguments[name] for name in ("X", "kernel", "metric", "map")}
        sampler = to_resample([job.arguments["sampler"] for job in jobs], shared["metric"])
        if sampler is None:
            st.info(refusals.NO_ERROR_BAR, icon=":material/block:")
        else:
            m, seed = min(max(2, settings["n_freqs"]), _RESAMPLED), settings["seed"]
            chosen = {"sampler": sampler, "n_freqs": m, "random_state": seed, "confidence": settings["confidence"]}
            jobs.append(Job(bootstrap_of_draw, "Resampling one draw …", **shared, **chosen))
    return jobs


VIEW = View(
    "curve",
    "Error curve",
    "How fast do random features approach the kernel?",
    **CURVES | {"controls": ("sampler", "epsilon"), "jobs": curves_and_bar_jobs},
    options=("metric", "map", "bound", "confidence", "n_seeds", "one_draw"),
    read=with_bounds,
    enough=error_curves,
    pictures=(convergence_picture,),
    mathematics=convergence_mathematics,
    formerly_named=("beside",),
)
