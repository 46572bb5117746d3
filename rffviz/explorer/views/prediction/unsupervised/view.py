"""Unsupervised: do features find the exact method's components and clusters?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.datasets import Dataset, points_of
from rffviz.explorer.views.prediction.unsupervised.mathematics import unlabelled_mathematics
from rffviz.explorer.views.prediction.unsupervised.picture import unsupervised_picture
from rffviz.explorer.views.prediction.view import KERNEL, SIZES
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import chosen_kernel, plane_data
from rffviz.explorer.web.settings.schemes import sampled
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.studies.unsupervised import unsupervised


def unlabelled_job(settings: Mapping, data: Dataset) -> Job:
    """Kernel principal components and clusters of points in the plane, exact beside features."""
    points = made(points_of, data)
    asked = sampled(settings, chosen_kernel(settings, points), 2, (*SIZES[1:], settings["n_freqs"]))
    n_clusters = min(settings["n_clusters"], data.n)
    if n_clusters < settings["n_clusters"]:
        st.info(refusals.fewer_clusters(data.n), icon=":material/info:")
    return Job(
        unsupervised,
        "Decomposing …",
        X=points,
        n_clusters=n_clusters,
        labels=data.y,
        **asked,
    )


VIEW = View(
    "unsupervised",
    "Unsupervised",
    "Do features find the exact method's components and clusters?",
    controls=("toy", "n_clusters"),
    formerly={"shape": "toy"},
    options=("scheme", "length_rule"),
    carried=("drawn",),
    shared=(*KERNEL, "n_freqs", "seed"),
    draw_inputs=plane_data,
    scrub="n_freqs",
    jobs=unlabelled_job,
    pictures=(unsupervised_picture,),
    mathematics=unlabelled_mathematics,
    drafts=False,
    formerly_named=("unlabelled",),
)
