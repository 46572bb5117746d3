"""Precision: at equal memory, more precision or more features?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.precision.mathematics import precision_mathematics
from rffviz.explorer.views.convergence.precision.picture import precision_picture
from rffviz.explorer.views.convergence.view import GROWING, OVER_ALL_FREQS
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.view import View
from rffviz.kernels import Kernel
from rffviz.studies.precision import precision_study

_ROUNDED = GROWING[1:]  # powers of two, so that precisions meet at the same memory


def bits_job(settings: Mapping, data: tuple[Points, Kernel]) -> Job:
    """Features rounded to few bits, and perhaps their frequencies."""
    points, kernel = data
    seeds = range(settings["seed"], settings["seed"] + settings["n_seeds"])
    asked = {"n_freqs": _ROUNDED, "seeds": seeds, "frequency_bits": int(settings["frequency_bits"])}
    return Job(precision_study, "Rounding features …", X=points, kernel=kernel, **asked)


VIEW = View(
    "precision",
    "Precision",
    "At equal memory: precision or more features?",
    **OVER_ALL_FREQS,
    controls=("frequency_bits",),
    options=("n_seeds",),
    jobs=bits_job,
    pictures=(precision_picture,),
    mathematics=precision_mathematics,
    formerly_named=("bits",),
)
