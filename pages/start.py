"""What this is, one live picture, and scenes in teaching order."""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

import streamlit as st

from rffviz.figures.profile import profile_picture
from rffviz.studies import kernel_profile
from rffviz.web.chart import Chart
from rffviz.web.choices import kernel_by_hand

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
_FIRST = 8  # frequencies shown first: enough to look like the kernel, few enough to differ

SCENES = (
    (
        "The error falls as 1/√D, and the bound is far above it",
        "How many frequencies are enough on real data, and how many does theory ask for?",
        "pages/convergence.py",
        {"view": "curve"},
    ),
    (
        "Evenly spread frequencies do better in few dimensions",
        "Scrambled Sobol' points against independent draws, in the plane.",
        "pages/convergence.py",
        {"dataset": "moons", "sampler": "monte_carlo,sobol_scrambled", "metric": "rmse"},
    ),
    (
        "A kernel with a kink leaves the bound with nothing to say",
        "The Laplacian's frequencies have no variance; features work all the same.",
        "pages/convergence.py",
        {"kernel": "laplacian", "sampler": "monte_carlo,sobol_scrambled"},
    ),
    (
        "Points that look even in two dimensions lie on lines in forty",
        "Halton points as published and scrambled, under the diagnostics of a sampling scheme.",
        "pages/schemes.py",
        {"a": "halton", "b": "halton_scrambled", "dimension": "40", "first_axis": "39", "second_axis": "40"},
    ),
    (
        "The best weights lie across the data",
        "Learned spectral weights turn with a tilted cloud of points.",
        "pages/adaptive.py",
        {"shape": "tilted"},
    ),
    (
        "Forty learned frequencies do the work of thousands",
        "Frequencies and weights while they are learned; click one to see its wave over the data.",
        "pages/adaptive.py",
        {"lesson": "learning"},
    ),
    (
        "A few hundred waves predict like the exact method",
        "Ridge on random features beside exact kernel ridge, D scrubbed.",
        "pages/prediction.py",
        {"function": "sine"},
    ),
    (
        "The length scale decides what can be seen",
        "A photograph learned from half of its pixels: blurred, sharp, or noise.",
        "pages/prediction.py",
        {"use": "image", "ridge": "1e-05"},
    ),
    (
        "As many features as points can be the worst number",
        "The double descent of least squares, and how a penalty takes the peak away.",
        "pages/prediction.py",
        {"use": "descent", "n_seeds": "5"},
    ),
)

st.title("Random Fourier features, seen")
st.markdown(
    "A kernel method compares every pair of points, which is slow for many. Random Fourier features replace the kernel "
    "k(x − y) by an inner product of 2D numbers a point, cosines and sines at D random frequencies, so that fast "
    "linear methods can do the work. Here you see how good the replacement is, what theory promises, and how the "
    "frequencies can be chosen or learned."
)
profile = kernel_profile(kernel_by_hand(now).with_length_scale(1.0), _SIZES, random_state=now["seed"])
Chart("profile").show(lambda theme: profile_picture(profile, _FIRST, theme))

st.header("Scenes, in teaching order", anchor=False)
for number, (title, words, path, query) in enumerate(SCENES, start=1):
    with st.container(border=True):
        st.page_link(path, label=f"**{number}. {title}**", query_params=query)
        st.caption(words)
