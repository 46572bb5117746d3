"""Learned frequency norms: how large are they?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.norms.mathematics import norms_mathematics
from rffviz.explorer.views.adaptive.norms.picture import radial_study_picture
from rffviz.explorer.views.adaptive.view import SHARED, landmarks_of, learned
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.inputs import points_and_kernel
from rffviz.explorer.web.view import View
from rffviz.kernels import Kernel
from rffviz.studies.norms import radial_study


def norms_job(settings: Mapping, data: tuple[Points, Kernel]) -> Job:
    """Norms of learned frequencies, over seeds."""
    return Job(
        radial_study,
        "Learning frequencies …",
        n_freqs=settings["n_learned"],
        n_landmarks=landmarks_of(settings, data[0]),
        kind=settings["landmarks"],
        **learned(settings, data),
    )


VIEW = View(
    "norms",
    "Learned frequency norms",
    "How large are the norms of learned frequencies?",
    controls=("dataset", "n_learned"),
    options=("n_points", "whiten", "landmarks", "n_landmarks", "optimizer", "n_learnings"),
    shared=SHARED,
    draw_inputs=points_and_kernel,
    jobs=norms_job,
    more=Repeat("n_learnings", "seed"),
    pictures=(radial_study_picture,),
    mathematics=norms_mathematics,
    formerly_named=("lengths",),
)
