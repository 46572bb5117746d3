"""Cost: from how many points on do features save time?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.explorer.views.prediction.cost.picture import cost_picture
from rffviz.explorer.views.prediction.cost.words import cost_mathematics
from rffviz.explorer.views.prediction.view import KERNEL, resolve_n_freqs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.view import View
from rffviz.studies.cost import cost

_TIMED = (100, 200, 400, 800, 1600, 3200, 10_000, 30_000)  # numbers of points
_TIMED_IN = 10  # dimension of the points
_MOST_EXACT = 3200  # most points for timing the exact method


def cost_job(settings: Mapping, _: None) -> Job:
    """Seconds to fit against the number of points, measured live."""
    return Job(
        cost,
        "Timing …",
        kernel=resolve_kernel_by_hand(settings, _TIMED_IN),
        n_points=_TIMED,
        n_freqs=resolve_n_freqs(settings),
        d=_TIMED_IN,
        most_exact=_MOST_EXACT,
        random_state=settings["seed"],
    )


VIEW = View(
    "cost",
    "Cost",
    "Beyond how many points do features save time?",
    shared=(*KERNEL, "n_freqs", "seed"),
    jobs=cost_job,
    pictures=(cost_picture,),
    mathematics=cost_mathematics,
)
