"""A beside B: which of two settings approaches the kernel faster?"""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.views.convergence.beside.picture import beside_picture
from rffviz.views.convergence.curve.mathematics import convergence_mathematics
from rffviz.views.convergence.view import SHARED, curve_jobs, with_bounds
from rffviz.web.settings.inputs import points_and_kernel
from rffviz.web.settings.table import TABLE
from rffviz.web.view import View
from rffviz.words.mathematics.record import of_each


def settings_of(now):
    """A, the current settings, and B, the stored ones, with the same seed."""
    defaults = {name: parameter.default for name, parameter in TABLE.items()}
    return {"A": now, "B": defaults | TABLE["beside"].values(now["beside"]) | {"seed": now["seed"]}}


def both(now):
    """Points and kernel of A and of B."""
    return {letter: points_and_kernel(chosen, letter) for letter, chosen in settings_of(now).items()}


def jobs_of_both(now, data):
    """The curves of A and of B."""
    jobs = {letter: curve_jobs(chosen, data[letter]) for letter, chosen in settings_of(now).items()}
    return {(letter, place): job for letter, its in jobs.items() for place, job in enumerate(its)}


def read_both(now, data, records):
    """The curves of A and of B with the bounds chosen for each side."""
    return {
        letter: with_bounds(chosen, data[letter], [curve for (side, _), curve in records.items() if side == letter])
        for letter, chosen in settings_of(now).items()
    }


def keep_as_b(now):
    """The button that stores the current settings as B."""
    kept = now.query("view", "beside", "seed")
    st.button("Keep these settings as B", on_click=now.put, args=("beside", kept), icon=":material/content_copy:")


VIEW = View(
    "beside",
    "A beside B",
    "Which of two settings approaches the kernel faster?",
    controls=("sampler",),
    options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds"),
    carried=("beside",),
    shared=SHARED,
    actions=(keep_as_b,),
    needs=both,
    study=jobs_of_both,
    read=read_both,
    pictures=(beside_picture,),
    mathematics=partial(of_each, convergence_mathematics),
)
