"""On a line: how many random features predict like the exact method?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Dataset
from rffviz.explorer.views.prediction.line.picture import prediction_picture
from rffviz.explorer.views.prediction.line.words import line_mathematics
from rffviz.explorer.views.prediction.view import KERNEL, SIZES
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand, resolve_line_data
from rffviz.explorer.web.settings.schemes import resolve_scheme
from rffviz.explorer.web.view import View
from rffviz.studies.line import line_path


def line_job(settings: Mapping, data: Dataset) -> Job:
    """One-dimensional regression: features at several D and the exact method, with the bands of both models."""
    return Job(
        line_path,
        "Fitting …",
        data=data,
        ridge=settings["ridge"],
        n_draws=settings["draws"],
        drawn_by=settings["drawn_by"],
        **resolve_scheme(settings, resolve_kernel_by_hand(settings, 1), 1, (*SIZES, settings["n_freqs"])),
    )


VIEW = View(
    "line",
    "On a line",
    "How closely do random features match the exact method?",
    controls=("function", "ridge"),
    options=("n_train", "noise", "scheme", "draws", "drawn_by"),
    carried=("drawn",),
    shared=(*KERNEL, "n_freqs", "seed"),
    draw_inputs=resolve_line_data,
    scrub="n_freqs",
    jobs=line_job,
    pictures=(prediction_picture,),
    mathematics=line_mathematics,
    drafts=False,
)
