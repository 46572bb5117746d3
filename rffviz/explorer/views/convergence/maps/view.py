"""Maps: cos/sin pairs, or twice as many cosines with random phases?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.maps.mathematics import maps_mathematics
from rffviz.explorer.views.convergence.maps.picture import maps_picture
from rffviz.explorer.views.convergence.view import ABOUT_DATA
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.kernels import Kernel
from rffviz.studies.maps import map_comparison


def maps_job(settings: Mapping, data: tuple[Points, Kernel]) -> Job:
    """Pairs against random phases at equal numbers of features."""
    points, kernel = data
    asked = {"d": points.d, "n_features": 2 * settings["n_freqs"], "random_state": settings["seed"]}
    return Job(map_comparison, "Measuring both maps …", kernel=kernel, **asked)


VIEW = View(
    "maps",
    "Cos/sin or random phase",
    "Cos/sin pairs, or twice as many cosines with random phases?",
    **ABOUT_DATA,
    jobs=maps_job,
    pictures=(maps_picture,),
    mathematics=maps_mathematics,
)
