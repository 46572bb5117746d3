"""Two settings of the convergence page side by side: those in view, and those that were kept."""

from __future__ import annotations

import streamlit as st

from rffviz.web.curves import curve_jobs, with_bounds
from rffviz.web.inputs import points_and_kernel
from rffviz.web.table import TABLE


def settings_of(now):
    """A, the settings in view, and B, those that were kept, under the same seed."""
    defaults = {name: parameter.default for name, parameter in TABLE.items()}
    return {"A": now, "B": defaults | TABLE["beside"].values(now["beside"]) | {"seed": now["seed"]}}


def both(now):
    """Points and kernel of A and of B."""
    return {letter: points_and_kernel(chosen, letter) for letter, chosen in settings_of(now).items()}


def jobs_of_both(now, found):
    """The curves of A and of B."""
    jobs = {letter: curve_jobs(chosen, found[letter]) for letter, chosen in settings_of(now).items()}
    return {(letter, place): job for letter, its in jobs.items() for place, job in enumerate(its)}


def read_both(now, found, records):
    """The curves of A and of B beside the bounds each side chose."""
    return {
        letter: with_bounds(chosen, found[letter], [curve for (side, _), curve in records.items() if side == letter])
        for letter, chosen in settings_of(now).items()
    }


def keep_as_b(now):
    """The button that makes the settings in view those of B."""
    kept = now.query("view", "beside", "seed")
    st.button("Keep these settings as B", on_click=now.put, args=("beside", kept), icon=":material/content_copy:")
