"""What a viewer chose of sampling schemes, as far as they are defined for the kernel and the dimension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS


def resolve_scheme(settings: Mapping, kernel: Kernel, d: int, sizes: Iterable[int]) -> dict[str, Any]:
    """What studies of one scheme ask for: the kernel, the scheme, its numbers of frequencies, increasing, and the seed.

    Monte Carlo takes the place of a scheme that is not defined here, with a notice that says why. Of the sizes those
    are left that the scheme is defined for; its least number of frequencies where there are none.
    """
    scheme = settings["scheme"]
    if reason := SAMPLERS[scheme].refusal(kernel, d):
        st.info(refusals.shown_instead_of(SAMPLERS[scheme].label, reason), icon=":material/block:")
        scheme = "monte_carlo"
    least = SAMPLERS[scheme].least(kernel, d)
    n_freqs = tuple(sorted({size for size in sizes if size >= least} or {least}))
    return {"kernel": kernel, "sampler": scheme, "n_freqs": n_freqs, "random_state": settings["seed"]}


def resolve_schemes(settings: Mapping, kernel: Kernel, d: int) -> list[str]:
    """The chosen schemes that are defined here, with a notice on each other one; Monte Carlo where none is."""
    samplers = []
    for name in settings["sampler"]:
        if reason := SAMPLERS[name].refusal(kernel, d):
            st.info(refusals.left_out(SAMPLERS[name].label, reason), icon=":material/block:")
        else:
            samplers.append(name)
    return samplers or ["monte_carlo"]
