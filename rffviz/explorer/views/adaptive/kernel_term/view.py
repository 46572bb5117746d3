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


def labelled_splits(now: Mapping) -> tuple[str, list[TrainTest]]:
    """The task of the chosen dataset, and its splits, each part of at most the chosen number of points."""
    return chosen_splits(now, now["n_learnings"], now["n_points"])


def kernel_term_job(now: Mapping, data: tuple[str, list[TrainTest]]) -> Job:
    """Supervised features with and without the kernel regularizer, at equal γ."""
    task, splits = data
    return Job(
        kernel_term_study,
        "Training with and without the kernel regularizer …",
        splits=splits,
        task=task,
        kernel=kernel_by_hand(now, splits[0].X_train.shape[1]),
        n_freqs=now["n_learned"],
        decay=now["decay"],
        length_rule=now["length_rule"],
        random_state=now["seed"],
    )


VIEW = View(
    "kernel_term",
    "Kernel regularizer",
    "Does staying close to the kernel help prediction?",
    controls=("dataset", "n_learned", "decay"),
    options=("n_points", "n_learnings"),
    shared=SHARED,
    needs=labelled_splits,
    study=kernel_term_job,
    more=Repeat("n_learnings", "split"),
    pictures=(kernel_term_picture,),
    mathematics=kernel_term_mathematics,
    formerly_named=("target",),
)
