"""Random binning: how often do two points share a bin?"""

from __future__ import annotations

from rffviz.explorer.views.features.binning.picture import grids_picture
from rffviz.explorer.views.features.binning.words import grids_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.table import SCRUBBED
from rffviz.explorer.web.view import View
from rffviz.studies.binning import binned_pair


def grids(settings, _):
    """Two points under random grids."""
    asked = {"distance": settings["distance"], "random_state": settings["seed"]}
    sizes = sorted({*SCRUBBED, settings["n_grids"]})
    return Job(binned_pair, "Drawing …", length_scale=settings["length_scale"], n_grids=sizes, **asked)


VIEW = View(
    "binning",
    "Random binning",
    "How often do two points share a bin of a random grid?",
    controls=("distance", "length_scale"),
    shared=("seed",),
    scrub="n_grids",
    jobs=grids,
    pictures=(grids_picture,),
    mathematics=grids_mathematics,
)
