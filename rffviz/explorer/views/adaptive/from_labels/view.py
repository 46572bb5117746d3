"""From labels: where do label-trained frequencies move?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Dataset
from rffviz.explorer.views.adaptive.from_labels.mathematics import from_labels_mathematics
from rffviz.explorer.views.adaptive.from_labels.picture import from_labels_picture
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand, resolve_line_data
from rffviz.explorer.web.view import View
from rffviz.studies.from_labels import from_labels


def from_labels_job(settings: Mapping, data: Dataset) -> Job:
    """Frequencies learned from labels on one-dimensional data."""
    asked = {"learner": settings["learned_by"], "n_freqs": settings["n_learned"], "random_state": settings["seed"]}
    return Job(from_labels, "Learning …", data=data, kernel=resolve_kernel_by_hand(settings, 1), **asked)


VIEW = View(
    "from_labels",
    "Learned from labels",
    "Where do label-trained frequencies move?",
    controls=("learned_by", "function", "n_learned"),
    options=("n_train", "noise"),
    carried=("drawn",),
    shared=("kernel", "length_scale", "seed"),
    draw_inputs=resolve_line_data,
    scrub="iteration",
    drafts=False,
    jobs=from_labels_job,
    pictures=(from_labels_picture,),
    mathematics=from_labels_mathematics,
    formerly_named=("answers",),
)
