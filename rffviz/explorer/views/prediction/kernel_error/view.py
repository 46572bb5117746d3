"""Kernel error: does a better kernel estimate predict better?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import TrainTest
from rffviz.explorer.views.prediction.kernel_error.mathematics import error_mathematics
from rffviz.explorer.views.prediction.kernel_error.picture import error_picture
from rffviz.explorer.views.prediction.view import KERNEL, few_points, resolve_n_freqs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_rule
from rffviz.explorer.web.settings.schemes import resolve_schemes
from rffviz.explorer.web.view import View
from rffviz.explorer.words.numbers import plural
from rffviz.papers.survey_record import seen_survey
from rffviz.studies.kernel_error import kernel_error

_ERROR_POINTS = 200  # training points, for comparison with the exact method
_ERROR_SIZES = (16, 32, 64, 128, 256, 512)


def exact_points(settings: Mapping) -> TrainTest | None:
    """As `few_points`, with so few that the exact method's eigenvalues are quick; the survey has its own."""
    return few_points(settings, _ERROR_POINTS) if settings["measured"] == "here" else None


def error_job(settings: Mapping, split: TrainTest | None) -> Job:
    """Fits measured here, or the stored survey."""
    return kernel_error_job(settings, split) if split else survey_job(settings)


def kernel_error_job(settings: Mapping, split: TrainTest) -> Job:
    """Fits of several schemes compared with the exact method, against the error of their kernel matrices."""
    kernel, d = resolve_kernel_by_rule(settings, split.X_train), split.X_train.shape[1]
    samplers, shown = resolve_schemes(settings, kernel, d), resolve_n_freqs(settings)
    return Job(
        kernel_error,
        f"Fitting {plural(len(samplers), 'scheme')}, {plural(settings['n_seeds'], 'seed')} …",
        split=split,
        kernel=kernel,
        sampler=samplers,
        n_freqs=sorted({*_ERROR_SIZES, shown}),
        ridge=settings["ridge"],
        n_seeds=settings["n_seeds"],
        random_state=settings["seed"],
        shown=shown,
    )


def survey_job(settings: Mapping) -> Job:
    """The stored survey, with the chosen dataset, kernel and machine."""
    dataset, kernel, machine = (settings[f"survey_{name}"] for name in ("data", "kernel", "machine"))
    return Job(seen_survey, "Reading the survey …", dataset=dataset, kernel=kernel, machine=machine)


VIEW = View(
    "kernel_error",
    "Kernel error",
    "Does a better kernel approximation predict better?",
    controls=("dataset", "ridge", "survey_data", "survey_kernel", "survey_machine"),
    options=("measured", "sampler", "n_seeds", "length_rule"),
    shared=(*KERNEL, "n_freqs", "seed"),
    scrub="ratio",
    draw_inputs=exact_points,
    jobs=error_job,
    pictures=(error_picture,),
    mathematics=error_mathematics,
    formerly_named=("error",),
)
