"""Decision surfaces: do features draw the same boundary as the exact method?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import TrainTest, train_test
from rffviz.explorer.views.prediction.surfaces.picture import surfaces_picture
from rffviz.explorer.views.prediction.surfaces.words import plane_mathematics
from rffviz.explorer.views.prediction.view import KERNEL, resolve_methods, resolve_n_freqs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import resolve_plane_data, stretched
from rffviz.explorer.web.view import View
from rffviz.studies.surfaces import surfaces


def plane_split(settings: Mapping) -> TrainTest:
    """Points of two classes in the plane, some of them held out."""
    return made(train_test, resolve_plane_data(settings, classes=True), settings["seed"])


def plane_job(settings: Mapping, split: TrainTest) -> Job:
    """Decision surfaces of the chosen methods."""
    asked = resolve_methods(settings, "binary", split.X_train, (resolve_n_freqs(settings),))
    if (kernel := stretched(asked["kernel"], settings)).axes is not None:
        asked |= {"kernel": kernel, "rule": "hand"}
    size = asked.pop("sizes")[0]
    return Job(surfaces, "Fitting …", split=split, size=size, **asked)


VIEW = View(
    "surfaces",
    "Decision surfaces",
    "Do features give the same decision boundary as the exact method?",
    controls=("toy",),
    formerly={"shape": "toy"},
    options=("method", "scheme", "length_rule", "axis_ratio"),
    carried=("drawn",),
    shared=(*KERNEL, "n_freqs", "seed"),
    draw_inputs=plane_split,
    jobs=plane_job,
    pictures=(surfaces_picture,),
    mathematics=plane_mathematics,
    formerly_named=("plane",),
)
