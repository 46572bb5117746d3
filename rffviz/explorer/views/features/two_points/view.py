"""Two points: what is the inner product of their features?"""

from __future__ import annotations

import streamlit as st

from rffviz.explorer.views.features.two_points.picture import two_points_picture
from rffviz.explorer.views.features.two_points.words import two_points_mathematics
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.table import KERNEL, SCRUBBED
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.features import MAPS
from rffviz.studies.two_points import two_points


def pair(settings, _):
    """The features of two points, and their inner product."""
    name = settings["map"]
    if name not in MAPS:
        st.info(refusals.PAIRED_MAP_FOR_PAIRS, icon=":material/block:")
        name = "paired"
    asked = {"map": name, "random_state": settings["seed"]}
    sizes = sorted({*SCRUBBED, settings["n_freqs"]})
    return Job(
        two_points,
        "Drawing …",
        kernel=resolve_kernel_by_hand(settings, 2),
        distance=settings["distance"],
        n_freqs=sizes,
        **asked,
    )


VIEW = View(
    "two_points",
    "Two points",
    "What is the inner product of two points' features?",
    controls=("distance", "map", *KERNEL),
    shared=("n_freqs", "seed"),
    scrub="n_freqs",
    jobs=pair,
    pictures=(two_points_picture,),
    mathematics=two_points_mathematics,
    formerly_named=("pair",),
)
