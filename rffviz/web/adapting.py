"""From settings to learned features: the views of the page on adaptive features."""

from __future__ import annotations

import streamlit as st

from rffviz.adaptive import choose_landmarks, spectral_weight_map
from rffviz.datasets import Dataset, load
from rffviz.figures.adaptive import weight_map_picture
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel
from rffviz.web.link import Settings
from rffviz.web.work import workshop

_RIDGES = (1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0)


def weights_view(now: Settings) -> None:
    """Weights over a grid of frequencies, λ scrubbed (Li et al. 2019, Figure 1)."""
    _controls(now, "shape", "weight_decay", "landmarks", "n_landmarks")
    data = load(now["shape"], random_state=now["seed"])
    kernel = chosen_kernel(now, data.X)
    kind, ridge, seed = now["landmarks"], now["weight_decay"], now["seed"]
    n_landmarks = _landmarks_of(now, data.n)
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
        return lambda theme: weight_map_picture(maps, ridge, data.X, data.y, _words(data), kernel, theme)

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
        "The weights minimise the squared error of the kernel matrix on the landmarks plus λ times their sum of "
        "squares (Li et al. 2019, Figure 1). A frequency and its mirror image −ω are one, so both halves of the map "
        "are the same.",
        *maps[0][1].notes,
    ]
    st.caption("  \n".join(notes))


def _controls(now: Settings, *names: str) -> None:
    for column, name in zip(st.columns(len(names), vertical_alignment="bottom"), names, strict=True):
        with column:
            now.draw(name)


def _landmarks_of(now: Settings, n_points: int) -> int:
    """The number of landmarks, no more than there are points; says so where more were asked for."""
    asked = now["n_landmarks"]
    if asked > n_points:
        st.info(
            f"All {n_points:,} points are landmarks: there are fewer of them than the {asked:,} asked for.",
            icon=":material/info:",
        )
    return min(asked, n_points)


def _words(data: Dataset) -> str:
    return f"{data.label}, {data.n:,} points"
