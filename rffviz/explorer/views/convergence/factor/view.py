"""Bound ÷ measured: why is the bound so loose?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.factor.mathematics import dissection_mathematics
from rffviz.explorer.views.convergence.factor.picture import dissection_picture
from rffviz.explorer.views.convergence.view import OVER_ALL_FREQS, resolve_map
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel
from rffviz.studies.factor import dissection


def dissection_job(settings: Mapping, data: tuple[Points, Kernel]) -> Job:
    """The study of the bound's steps, for Monte Carlo."""
    points, kernel = data
    asked = {"epsilon": settings["epsilon"], "confidence": settings["confidence"], "random_state": settings["seed"]}
    map_name = resolve_map(settings, refusals.PAIRED_MAP_FOR_BOUNDS)
    return Job(dissection, "Measuring many seeds …", X=points, kernel=kernel, map=map_name, **asked)


VIEW = View(
    "factor",
    "Bound ÷ measured",
    "Why is the bound so loose?",
    **OVER_ALL_FREQS,
    controls=("epsilon",),
    options=("confidence", "map"),
    scrub="step",
    jobs=dissection_job,
    pictures=(dissection_picture,),
    mathematics=dissection_mathematics,
    drafts=False,
)
