"""Where do the frequencies of a kernel come from?"""

from dataclasses import replace

import streamlit as st

from rffviz.figures.own_kernel import own_kernel_picture
from rffviz.figures.spectrum import spectra_picture
from rffviz.figures.spectrum_plane import plane_spectrum_picture
from rffviz.kernels import KERNELS
from rffviz.kernels.profile import given_profile
from rffviz.studies.handles import Handles
from rffviz.studies.own_kernel import own_kernel
from rffviz.studies.spectrum import kernel_spectra
from rffviz.studies.spectrum_plane import plane_spectrum
from rffviz.validation import Refusal
from rffviz.web.handles import draw_handles
from rffviz.web.inputs import kernel_by_hand, stretched
from rffviz.web.job import Job
from rffviz.web.table import SHAPES, TABLE
from rffviz.web.view import Page, View, show_view
from rffviz.words import refusals
from rffviz.words.mathematics.kernel import (
    own_kernel_mathematics,
    plane_spectrum_mathematics,
    spectra_mathematics,
)

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
KERNEL = ("kernel", *SHAPES, "length_scale")


def spectra(now, _):
    """The chosen kernel on a line, and perhaps another beside it, with their spectra."""
    kernels = [kernel_by_hand(now, 1)]
    if now["other_kernel"] not in ("none", now["kernel"]):
        kernels.append(KERNELS[now["other_kernel"]](length_scale=now["length_scale"]))
    return Job(kernel_spectra, "Drawing …", kernels=kernels, **drawn(now))


def plane(now, _):
    """The chosen kernel in the plane with its spectrum."""
    return Job(plane_spectrum, "Drawing …", kernel=stretched(kernel_by_hand(now, 2), now), **drawn(now))


def own_function(now):
    """The curve through the handles; or the formula, or the default where nothing can be computed from it, and why."""
    if now["given"] == "handles":
        return Handles(now["handles"])
    default = TABLE["formula"].default
    try:
        given_profile(now["formula"])
    except Refusal as reason:
        st.warning(refusals.shown_instead(str(reason), f"`{default}`"), icon=":material/info:")
        return default
    return now["formula"]


def own(now, formula):
    """A formula, or a curve, with its numerical spectrum."""
    asked = drawn(now)
    del asked["scale"]
    d = now["own_dimension"]
    return Job(own_kernel, "Transforming …", formula=formula, d=d, dimensions=(2, 3) if d == 1 else (), **asked)


def show_own(view, now):
    """The handles, where they are dragged, beside the figure; on a phone above it."""
    if now["given"] != "handles":
        return show_view(view, now)
    left, right = st.columns([2, 5])
    with left:
        draw_handles(now)
    with right:
        show_view(replace(view, narrow=True), now)


def drawn(now):
    """What both ask for: the numbers of frequencies, the seed and the scale of the density."""
    sizes = sorted({*SIZES, now["n_freqs"]})
    return {"n_freqs": sizes, "random_state": now["seed"], "scale": now["density_scale"]}


PAGE = Page(
    "kernel",
    "Kernel and spectrum",
    ":material/equalizer:",
    chooser="spectrum",
    views=(
        View(
            "line",
            "In one dimension",
            "Where do the frequencies of a kernel come from?",
            controls=(*KERNEL, "other_kernel", "density_scale"),
            shared=("n_freqs", "seed"),
            scrub="n_freqs",
            study=spectra,
            pictures=(spectra_picture,),
            mathematics=spectra_mathematics,
        ),
        View(
            "plane",
            "In two dimensions",
            "Which waves make a kernel in the plane?",
            controls=(*KERNEL, "axis_ratio", "density_scale"),
            shared=("n_freqs", "seed"),
            scrub="n_freqs",
            study=plane,
            pictures=(plane_spectrum_picture,),
            mathematics=plane_spectrum_mathematics,
        ),
        View(
            "own",
            "A kernel of your own",
            "Is every function that falls from 1 a kernel?",
            controls=("given", "formula", "own_dimension"),
            carried=("handles",),
            shared=("n_freqs", "seed"),
            needs=own_function,
            scrub="n_freqs",
            study=own,
            pictures=(own_kernel_picture,),
            mathematics=own_kernel_mathematics,
            show=show_own,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
