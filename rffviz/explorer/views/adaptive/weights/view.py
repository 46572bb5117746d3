"""Weights: which frequencies matter for these data?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.explorer.views.adaptive.view import SHARED, LabelledPoints, on_landmarks, plane_points
from rffviz.explorer.views.adaptive.weights.picture import weight_maps_picture
from rffviz.explorer.views.adaptive.weights.words import weights_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.web.view import View
from rffviz.studies.weights import RIDGES, weight_maps


def weights_job(settings: Mapping, data: LabelledPoints) -> Job:
    """The weights over a grid of frequencies, at the chosen λ and then at those that the browser scrubs through."""
    ridges = tuple(dict.fromkeys((TABLE["weight_decay"].default, *RIDGES, settings["weight_decay"])))
    asked = on_landmarks(settings, data) | {"ridges": ridges, "labels": data[1]}
    return Job(weight_maps, "Solving for the weights …", **asked)


VIEW = View(
    "weights",
    "Weights",
    "Which frequencies matter for these data?",
    controls=("shape", "landmarks", "n_landmarks"),
    carried=("drawn",),
    shared=SHARED,
    draw_inputs=plane_points,
    scrub="weight_decay",
    jobs=weights_job,
    pictures=(weight_maps_picture,),
    mathematics=weights_mathematics,
    drafts=False,
)
