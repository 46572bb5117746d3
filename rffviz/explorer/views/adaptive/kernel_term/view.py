"""Kernel regularizer: does staying close to the kernel help prediction?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import TrainTest
from rffviz.explorer.views.adaptive.kernel_term.mathematics import kernel_term_mathematics
from rffviz.explorer.views.adaptive.kernel_term.picture import kernel_term_picture
from rffviz.explorer.views.adaptive.view import SHARED
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.inputs import chosen_splits, kernel_by_hand
from rffviz.explorer.web.view import View
from rffviz.studies.kernel_term import kernel_term_study


def labelled_splits(settings: Mapping) -> tuple[str, list[TrainTest]]:
    """The task of the chosen dataset, and its splits, each part of at most the chosen number of points."""
    return chosen_splits(settings, settings["n_learnings"], settings["n_points"])


def kernel_term_job(settings: Mapping, data: tuple[str, list[TrainTest]]) -> Job:
    """Supervised features with and without the kernel regularizer, at equal γ."""
    task, splits = data
    return Job(
        kernel_term_study,
        "Training with and without the kernel regularizer …",
        splits=splits,
        task=task,
        kernel=kernel_by_hand(settings, splits[0].X_train.shape[1]),
        n_freqs=settings["n_learned"],
        decay=settings["decay"],
        length_rule=settings["length_rule"],
        random_state=settings["seed"],
    )


VIEW = View(
    "kernel_term",
    "Kernel regularizer",
    "Does staying close to the kernel help prediction?",
    controls=("dataset", "n_learned", "decay"),
    options=("n_points", "n_learnings"),
    shared=SHARED,
    draw_inputs=labelled_splits,
    jobs=kernel_term_job,
    more=Repeat("n_learnings", "split"),
    pictures=(kernel_term_picture,),
    mathematics=kernel_term_mathematics,
    formerly_named=("target",),
)
