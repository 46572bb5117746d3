"""Double descent: what happens when there are as many features as points?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import TrainTest
from rffviz.explorer.views.prediction.descent.mathematics import descent_mathematics
from rffviz.explorer.views.prediction.descent.picture import descent_picture
from rffviz.explorer.views.prediction.view import KERNEL, few_points
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_rule
from rffviz.explorer.web.settings.schemes import resolve_scheme
from rffviz.explorer.web.view import View
from rffviz.explorer.words.numbers import plural
from rffviz.studies.descent import descent, sizes_about


def descent_job(settings: Mapping, split: TrainTest) -> Job:
    """Least squares and ridge as features outnumber the points."""
    n, d = split.X_train.shape
    asked = resolve_scheme(settings, resolve_kernel_by_rule(settings, split.X_train), d, map(int, sizes_about(n)))
    says = f"Fitting {plural(settings['n_seeds'], 'seed')} …"
    return Job(descent, says, split=split, n_seeds=settings["n_seeds"], **asked)


VIEW = View(
    "descent",
    "Double descent",
    "What happens when there are as many features as points?",
    controls=("dataset", "n_seeds"),
    options=("scheme", "length_rule"),
    shared=(*KERNEL, "seed"),
    draw_inputs=few_points,
    jobs=descent_job,
    pictures=(descent_picture,),
    mathematics=descent_mathematics,
)
