"""What this is, one live picture, and scenes in teaching order."""

import streamlit as st

from rffviz.figures.profile import profile_picture
from rffviz.studies.profile import kernel_profile
from rffviz.web.inputs import kernel_by_hand
from rffviz.web.job import Job
from rffviz.web.view import Page, View, show_view

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
FIRST = 8  # frequencies shown first: enough to look like the kernel, few enough to differ
WELCOME = (
    "A kernel method compares every pair of points, which is slow when there are many. Random Fourier features replace "
    "the kernel k(x − y) by the inner product of two short vectors, one for each point: cosines and sines at D random "
    "frequencies. Fast linear methods can then do the work. See here how good the replacement is, what theory "
    "promises, and how the frequencies can be chosen or learned."
)

SCENES = (
    (
        "The error falls as 1/√D, and the bound is far above it",
        "How many frequencies are enough on real data, and how many does theory ask for?",
        "convergence",
        {"view": "curve"},
    ),
    (
        "Evenly spread frequencies do better in few dimensions",
        "Scrambled Sobol' points against independent draws, in the plane.",
        "convergence",
        {"dataset": "moons", "sampler": "monte_carlo,sobol_scrambled", "metric": "rmse"},
    ),
    (
        "A kernel with a kink leaves the bound with nothing to say",
        "The Laplacian's frequencies have no finite variance; the features work all the same.",
        "convergence",
        {"kernel": "laplacian", "sampler": "monte_carlo,sobol_scrambled"},
    ),
    (
        "Points that look even in two dimensions lie on lines in forty",
        "Halton points, as published and scrambled, with all diagnostics of a sampling scheme.",
        "schemes",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40", "first_axis": "39", "second_axis": "40"},
    ),
    (
        "The best weights lie across the data",
        "Learned spectral weights turn with a tilted cloud of points.",
        "adaptive",
        {"shape": "tilted"},
    ),
    (
        "Forty learned frequencies do the work of thousands",
        "Frequencies and weights as they are learned; click a frequency to see its wave over the data.",
        "adaptive",
        {"lesson": "learning"},
    ),
    (
        "A few hundred waves predict like the exact method",
        "Ridge regression on random features beside exact kernel ridge regression, as D grows.",
        "prediction",
        {"function": "sine"},
    ),
    (
        "The length scale decides what can be seen",
        "A photograph learned from half of its pixels: blurred, sharp, or noise.",
        "prediction",
        {"use": "image"},
    ),
    (
        "As many features as points can be the worst number",
        "The double descent of least squares, and how a penalty removes the peak.",
        "prediction",
        {"use": "descent", "n_seeds": "5"},
    ),
)
"""Title, question, page and settings."""


def profile(now, _):
    """The chosen kernel with length scale 1 and its estimate along a line."""
    kernel = kernel_by_hand(now).with_length_scale(1.0)
    return Job(kernel_profile, "Drawing …", kernel=kernel, n_freqs=SIZES, random_state=now["seed"], shown=FIRST)


def show_start(view, now):
    """A few words, the live picture, and links to the scenes."""
    st.markdown(WELCOME)
    show_view(view, now)
    st.header("Scenes, in teaching order", anchor=False)
    for number, (title, words, page, query) in enumerate(SCENES, start=1):
        with st.container(border=True):
            st.page_link(now.pages[page], label=f"**{number}. {title}**", query_params=query)
            st.caption(words)


PAGE = Page(
    "start",
    "Start",
    ":material/home:",
    views=(
        View(
            "profile",
            "Start",
            "Random Fourier features, seen",
            shared=("kernel", "seed"),
            study=profile,
            pictures=(profile_picture,),
            show=show_start,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
