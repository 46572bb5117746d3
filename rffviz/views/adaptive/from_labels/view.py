"""From labels: where do label-trained frequencies move?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Dataset
from rffviz.studies.from_labels import from_answers
from rffviz.views.adaptive.from_labels.mathematics import answers_mathematics
from rffviz.views.adaptive.from_labels.picture import from_answers_picture
from rffviz.web.jobs.job import Job
from rffviz.web.settings.inputs import kernel_by_hand, line_data
from rffviz.web.view import View


def answers_job(now: Mapping, data: Dataset) -> Job:
    """Frequencies learned from labels on one-dimensional data."""
    asked = {"learner": now["learned_by"], "n_freqs": now["n_learned"], "random_state": now["seed"]}
    return Job(from_answers, "Learning …", data=data, kernel=kernel_by_hand(now, 1), **asked)


VIEW = View(
    "from_labels",
    "From labels",
    "Where do frequencies go that learn from the answers?",
    controls=("learned_by", "function", "n_learned"),
    options=("n_train", "noise"),
    carried=("drawn",),
    shared=("kernel", "length_scale", "seed"),
    needs=line_data,
    scrub="iteration",
    drafts=False,
    study=answers_job,
    pictures=(from_answers_picture,),
    mathematics=answers_mathematics,
    formerly_named=("answers",),
)
