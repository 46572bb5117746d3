"""Own kernel: is every function that decreases from 1 positive definite?"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from rffviz.explorer.views.kernel.own_kernel.mathematics import own_kernel_mathematics
from rffviz.explorer.views.kernel.own_kernel.picture import own_kernel_picture
from rffviz.explorer.views.kernel.view import drawn
from rffviz.explorer.web.components.handles import draw_handles
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.web.view import View, show_view
from rffviz.explorer.words import refusals
from rffviz.foundation.validation import Refusal
from rffviz.kernels.profile import given_profile
from rffviz.studies.handles import Handles
from rffviz.studies.own_kernel import own_kernel


def resolve_function(settings):
    """The curve through the handles or the formula; if it cannot be computed, the default and the reason."""
    if settings["given"] == "handles":
        return Handles(settings["handles"])
    default = TABLE["formula"].default
    try:
        given_profile(settings["formula"])
    except Refusal as reason:
        st.warning(refusals.shown_instead(str(reason), f"`{default}`"), icon=":material/info:")
        return default
    return settings["formula"]


def own(settings, formula):
    """A formula, or a curve, with its numerical spectrum."""
    asked = drawn(settings)
    del asked["scale"]
    d = settings["own_dimension"]
    return Job(own_kernel, "Transforming …", formula=formula, d=d, dimensions=(2, 3) if d == 1 else (), **asked)


def show_own(view, settings):
    """The handles, if in use, beside the figure; on a phone above it."""
    if settings["given"] != "handles":
        return show_view(view, settings)
    left, right = st.columns([2, 5])
    with left:
        draw_handles(settings)
    with right:
        show_view(replace(view, narrow=True), settings)


VIEW = View(
    "own_kernel",
    "Own kernel",
    "Is every function that decreases from 1 positive definite?",
    controls=("given", "formula", "own_dimension"),
    carried=("handles",),
    shared=("n_freqs", "seed"),
    draw_inputs=resolve_function,
    scrub="n_freqs",
    jobs=own,
    pictures=(own_kernel_picture,),
    mathematics=own_kernel_mathematics,
    show=show_own,
    formerly_named=("own",),
)
