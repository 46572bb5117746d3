"""Matrices: where does K̂ differ from the kernel matrix K, and by how much?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.matrices.mathematics import estimates_mathematics
from rffviz.explorer.views.convergence.matrices.picture import estimates_picture
from rffviz.explorer.views.convergence.view import ABOUT_DATA, GROWING, resolve_map
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.schemes import resolve_scheme
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel
from rffviz.studies.pairs import kernel_matrices, pair_errors

_STUDIES = {"matrices": kernel_matrices, "pairs": pair_errors}


def estimates_job(settings: Mapping, data: tuple[Points, Kernel]) -> Job:
    """The matrices, or a sample of pairs, of one scheme at growing numbers of frequencies."""
    points, kernel = data
    one = (1,) * (settings["show"] == "matrices")  # has the largest error: colours do not depend on the D shown first
    asked = resolve_scheme(settings, kernel, points.d, (*one, *GROWING, settings["n_freqs"]))
    map_name = resolve_map(settings, refusals.PAIRED_MAP_FOR_PAIRS)
    return Job(_STUDIES[settings["show"]], "Measuring pairs of points …", X=points, map=map_name, **asked)


VIEW = View(
    "matrices",
    "Matrices",
    "Where does K̂ differ from the kernel matrix K, and by how much?",
    **ABOUT_DATA,
    controls=("show", "scheme"),
    options=("map",),
    scrub="n_freqs",
    jobs=estimates_job,
    pictures=(estimates_picture,),
    mathematics=estimates_mathematics,
)
