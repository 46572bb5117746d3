"""From settings to learned features: the views of the page on adaptive features."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
import streamlit as st

from rffviz.adaptive import choose_landmarks, spectral_weight_map
from rffviz.datasets import Dataset
from rffviz.figures.adaptive import weight_map_picture
from rffviz.figures.learning import FREQUENCIES, learning_picture
from rffviz.studies import Plane, coordinate_plane, learning_progress_steps, plane_view, principal_plane, wave_over
from rffviz.validation import Refusal
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel, chosen_points, own_file, plane_data
from rffviz.web.link import Settings
from rffviz.web.measuring import refining
from rffviz.web.table import OWN
from rffviz.web.work import workshop

_RIDGES = (1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0)


def weights_view(now: Settings) -> None:
    """Weights over a grid of frequencies, λ scrubbed (Li et al. 2019, Figure 1)."""
    _controls(now, "shape", "weight_decay", "landmarks", "n_landmarks")
    data = plane_data(now)
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


def learning_view(now: Settings) -> None:
    """Frequencies and weights while they are learned, iterations scrubbed (Li et al. 2019, Algorithm 1)."""
    on_dataset = now["learned_on"] == "dataset"
    columns = st.columns([3, 3, 3, 2], vertical_alignment="bottom")
    main = ("learned_on", "dataset" if on_dataset else "shape", "n_learned")
    for column, name in zip(columns[:3], main, strict=True):
        with column:
            now.draw(name)
    if on_dataset and now["dataset"] == OWN:
        own_file()
    data = _learned_on(now)
    with columns[3], st.popover("Options", icon=":material/tune:", width="stretch"):
        _options(now, on_dataset, data.X.shape[1])
    kernel = chosen_kernel(now, data.X)
    kind, ridge, seed = now["landmarks"], now["weight_decay"], now["seed"]
    n_landmarks, n_freqs, n_iterations = _landmarks_of(now, len(data.X)), now["n_learned"], now["n_iterations"]
    optimizer = now["optimizer"]
    rate = (now["learning_rate"] or None) if optimizer == "algorithm1" else None

    def steps():
        landmarks = choose_landmarks(data.X, n_landmarks, kind, seed)
        return learning_progress_steps(
            data.X, landmarks, kernel, n_freqs, n_iterations, ridge, optimizer, rate, random_state=seed
        )

    plane = _plane(now, data.X)
    chart, progress = Chart("learning"), None

    def picture(theme, moving=True):
        view = plane_view(progress, data.X, plane)
        wave = wave_over(progress, data.X, view, min(now["wave"], n_freqs)) if moving and now["wave"] else None
        return learning_picture(progress, view, data.words, kernel, theme, data.labels, wave, moving)

    def picked(rank):
        """A click on a frequency shows its wave, and a second one takes it away."""
        now.put("wave", 0 if rank + 1 == now["wave"] else rank + 1)

    key = ("learning", data.key, kernel, kind, n_landmarks, n_freqs, n_iterations, ridge, optimizer, rate, seed)
    for progress in refining(key, steps, "Learning …"):
        if progress.done < progress.total:
            chart.refine(lambda theme: picture(theme, moving=False))
    chart.show(picture, picked=(FREQUENCIES, picked))
    notes = [
        "Click a frequency to see its wave over the data, or choose it among the options. Minimised is the squared "
        "error of the kernel matrix of the landmarks plus λ times the weights' sum of squares (Li et al. 2019, "
        "Algorithm 1). ω and −ω are the same frequency: either may be learned.",
        *([data.note] if data.note else []),
        *progress.landmarks.notes,
    ]
    st.caption("  \n".join(notes))


@dataclass(frozen=True, eq=False)
class _Data:
    """What is learned on: points, their classes where they have two, words, and a key for results."""

    X: np.ndarray
    labels: np.ndarray | None
    words: str
    note: str
    key: Hashable


def _learned_on(now: Settings) -> _Data:
    if now["learned_on"] == "dataset":
        points = chosen_points(now)
        return _Data(points.X, None, points.words, points.note, points.key)
    data = plane_data(now)
    return _Data(data.X, data.y, _words(data), "", data.content_hash)


def _options(now: Settings, on_dataset: bool, d: int) -> None:
    now.draw("wave")
    now.draw("optimizer")
    now.draw("n_iterations")
    if now["optimizer"] == "algorithm1":
        now.draw("learning_rate")
    for name in ("weight_decay", "landmarks", "n_landmarks"):
        now.draw(name)
    if on_dataset:
        now.draw("n_points")
        now.draw("whiten")
    if d > 2:
        now.draw("plane")
        if now["plane"] == "coordinates":
            now.draw("first_axis")
            now.draw("second_axis")


def _plane(now: Settings, X: np.ndarray) -> Plane:
    """The plane that is shown; coordinates that the data do not have become their last ones."""
    d = X.shape[1]
    if d == 1:
        raise Refusal("The data must have at least 2 columns that vary to be seen in a plane, got 1.")
    if d > 2 and now["plane"] == "principal":
        return principal_plane(X)
    first, second = (min(now[name], d) - 1 for name in ("first_axis", "second_axis")) if d > 2 else (0, 1)
    if first == second:
        second = first - 1 if first else 1
    return coordinate_plane(X, first, second)


def _controls(now: Settings, *names: str) -> None:
    for column, name in zip(st.columns(len(names), vertical_alignment="bottom"), names, strict=True):
        with column:
            now.draw(name)


def _landmarks_of(now: Settings, n_points: int) -> int:
    """The number of landmarks, no more than there are points; says so where more were asked for."""
    asked = now["n_landmarks"]
    if asked > n_points:
        st.info(
            f"There are only {n_points:,} points for the {asked:,} landmarks asked for.",
            icon=":material/info:",
        )
    return min(asked, n_points)


def _words(data: Dataset) -> str:
    return f"{data.label}, {data.n:,} points"
