"""Real data: how many features match the exact methods on real data?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rffviz.datasets import TrainTest
from rffviz.explorer.views.prediction.real_data.picture import comparison_picture
from rffviz.explorer.views.prediction.real_data.words import data_mathematics
from rffviz.explorer.views.prediction.view import KERNEL, resolve_methods
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.inputs import resolve_splits
from rffviz.explorer.web.view import View
from rffviz.explorer.words.numbers import plural
from rffviz.studies.real_data import compare_methods

_MOST_TESTED = 10_000  # most test points
_MEASURED = (16, 32, 64, 128, 256, 512)  # sizes of methods on real data


def real_splits(settings: Mapping) -> tuple[str, Sequence[TrainTest]]:
    """The task of the chosen dataset, and its splits."""
    return resolve_splits(settings, settings["n_splits"], _MOST_TESTED)


def data_job(settings: Mapping, data: tuple[str, Sequence[TrainTest]]) -> Job:
    """Test error and time of every chosen method against its size."""
    task, splits = data
    asked = resolve_methods(settings, task, splits[0].X_train, _MEASURED)
    says = f"Fitting {plural(len(asked['methods']), 'method')} to {plural(len(splits), 'split')} …"
    return Job(compare_methods, says, splits=splits, task=task, **asked)


VIEW = View(
    "real_data",
    "Real data",
    "How many features match the exact methods on real data?",
    controls=("dataset",),
    options=("n_splits", "method", "scheme", "length_rule", "n_points"),
    shared=(*KERNEL, "seed"),
    draw_inputs=real_splits,
    jobs=data_job,
    more=Repeat("n_splits", "split"),
    pictures=(comparison_picture,),
    mathematics=data_mathematics,
    formerly_named=("data",),
)
