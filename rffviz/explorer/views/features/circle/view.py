"""Circle: what does one random frequency map a point to?"""

from __future__ import annotations

from rffviz.explorer.views.features.circle.picture import circle_picture
from rffviz.explorer.views.features.circle.words import circle_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.table import KERNEL, TABLE
from rffviz.explorer.web.view import View
from rffviz.studies.circle import wrapped_points


def circle(settings, _):
    """Two points on the circles of the first frequencies."""
    asked = {"random_state": settings["seed"], "n_freqs": TABLE["frequency"].high}
    return Job(
        wrapped_points, "Drawing …", kernel=resolve_kernel_by_hand(settings, 2), distance=settings["distance"], **asked
    )


VIEW = View(
    "circle",
    "Circle",
    "What does one random frequency map a point to?",
    controls=("distance", *KERNEL),
    shared=("seed",),
    scrub="frequency",
    jobs=circle,
    pictures=(circle_picture,),
    mathematics=circle_mathematics,
)
