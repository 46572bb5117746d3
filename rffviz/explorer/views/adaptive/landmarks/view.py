"""Landmarks: how many landmarks does learning need?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.datasets import Points
from rffviz.explorer.views.adaptive.landmarks.picture import landmarks_picture
from rffviz.explorer.views.adaptive.landmarks.words import landmarks_mathematics
from rffviz.explorer.views.adaptive.view import SHARED, learned
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.inputs import resolve_points_and_kernel
from rffviz.explorer.web.view import View
from rffviz.kernels import Kernel
from rffviz.studies.landmarks import landmark_counts, landmark_study

_PAPERS = (50, 100, 200)  # numbers of frequencies in the paper's Figure 2
_DRAWN = 20  # number of seeds for Monte Carlo's error


def landmark_jobs(settings: Mapping, data: tuple[Points, Kernel]) -> list[Job]:
    """All kinds of landmarks for the chosen number of frequencies, or one kind for the paper's and the chosen one."""
    kinds, sizes = tuple(LANDMARK_KINDS), [settings["n_learned"]]
    if settings["compared"] == "sizes":
        kinds, sizes = (settings["landmarks"],), sorted({*_PAPERS, settings["n_learned"]})
    return [
        Job(
            landmark_study,
            "Learning from few and from many landmarks …",
            n_freqs=n_freqs,
            n_landmarks=landmark_counts(n_freqs, len(data[0])),
            kinds=kinds,
            **learned(settings, data),
            drawn_seeds=range(settings["seed"], settings["seed"] + _DRAWN),
        )
        for n_freqs in sizes
    ]


VIEW = View(
    "landmarks",
    "Landmarks",
    "How many landmarks does learning need?",
    controls=("dataset", "n_learned"),
    options=("compared", "landmarks", "n_points", "whiten", "optimizer", "n_compared"),
    formerly={"n_learnings": "n_compared"},
    shared=SHARED,
    draw_inputs=resolve_points_and_kernel,
    jobs=landmark_jobs,
    more=Repeat("n_compared", "seed"),
    pictures=(landmarks_picture,),
    mathematics=landmarks_mathematics,
    formerly_named=("numbers",),
)
