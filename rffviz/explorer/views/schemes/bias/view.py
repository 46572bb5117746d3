"""Bias and variance: how large is the variance, and is k̂ unbiased?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from rffviz.explorer.views.schemes.bias.mathematics import bias_mathematics
from rffviz.explorer.views.schemes.bias.picture import bias_picture
from rffviz.explorer.views.schemes.view import Side, diagnostic, measured, side_jobs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words import refusals


def bias_jobs(settings: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The records over seeds, with a notice for a side that cannot be drawn again."""
    if not all(side.seeds for side in sides.values()):
        st.info(refusals.NO_OTHER_SEEDS, icon=":material/info:")
    return side_jobs(settings, sides) if any(side.seeds for side in sides.values()) else {}


VIEW = diagnostic(
    "bias",
    "Bias and variance",
    "How large is the variance, and is k̂ unbiased?",
    bias_picture,
    bias_mathematics,
    jobs=bias_jobs,
    read=partial(measured, "seeds"),
    drafts=True,
)
