"""Other kernels: how fast do feature maps of kernels that are not shift-invariant converge?"""

from __future__ import annotations

from rffviz.explorer.views.features.other_kernels.mathematics import other_kernels_mathematics
from rffviz.explorer.views.features.other_kernels.picture import other_kernels_picture
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.inputs import chosen_points
from rffviz.explorer.web.view import View
from rffviz.studies.other_kernels import other_kernel_study


def others(settings, points):
    """The maps of a kernel that is not shift-invariant."""
    asked = {"kernel": settings["other"], "degree": settings["degree"], "metric": settings["matrix_error"]}
    seeds = range(settings["seed"], settings["seed"] + settings["n_seeds"])
    return Job(other_kernel_study, "Measuring feature maps …", X=points, seeds=seeds, **asked)


VIEW = View(
    "other_kernels",
    "Other kernels",
    "How fast do feature maps converge for kernels that are not shift-invariant?",
    controls=("other", "degree"),
    options=("matrix_error", "n_seeds"),
    shared=("dataset", "n_points", "whiten", "seed"),
    draw_inputs=chosen_points,
    jobs=others,
    pictures=(other_kernels_picture,),
    mathematics=other_kernels_mathematics,
    more=Repeat("n_seeds", "seed"),
    formerly_named=("others",),
)
