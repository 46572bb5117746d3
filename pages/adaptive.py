"""Which frequencies matter for these data? Weights learned over a grid of them."""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

import streamlit as st

from rffviz.adaptive import choose_landmarks, spectral_weight_map
from rffviz.datasets import load
from rffviz.figures.adaptive import weight_map_picture
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel
from rffviz.web.work import workshop

_RIDGES = (1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0)

st.title("Which frequencies matter for these data?")

for column, name in zip(
    st.columns(4, vertical_alignment="bottom"), ("shape", "weight_decay", "landmarks", "n_landmarks"), strict=True
):
    with column:
        now.draw(name)

data = load(now["shape"], random_state=now["seed"])
kernel = chosen_kernel(now, data.X)
kind, ridge, seed = now["landmarks"], now["weight_decay"], now["seed"]
n_landmarks = min(now["n_landmarks"], data.n)
others = [other for other in _RIDGES if other != ridge]


def steps():
    """The map at the chosen λ at once, then those the browser will scrub through."""
    landmarks = choose_landmarks(data.X, n_landmarks, kind, seed)
    maps = []
    for each in (ridge, *others):
        maps.append((each, spectral_weight_map(data.X, kernel, landmarks, ridge=each)))
        yield sorted(maps, key=lambda pair: pair[0])


chart, progress = Chart("weights"), st.empty()


def picture(maps):
    """The figure of the maps solved so far."""
    words = f"{data.label}, {data.n} points"
    return lambda theme: weight_map_picture(maps, ridge, data.X, data.y, words, kernel, theme)


maps = None
with workshop().watch(("weights", data.content_hash, kernel, kind, n_landmarks, ridge, seed), steps) as ticks:
    for maps in ticks:
        done = len(maps or ())
        if done <= len(others):
            progress.progress(done / (1 + len(others)), "Solving for the weights …")
        if maps:
            chart.refine(picture(maps), once=True)
progress.empty()

chart.show(picture(maps))
notes = [
    "The weights minimise the squared error of the kernel matrix on the landmarks plus λ times their sum of squares "
    "(Li et al. 2019, Figure 1). A frequency and its mirror image −ω are one, so both halves of the map are the same.",
    *maps[0][1].notes,
]
st.caption("  \n".join(notes))
