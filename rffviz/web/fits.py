"""From settings to fitted methods: what the views of the Prediction page are about, and their jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from rffviz.datasets import Dataset, TrainTest, at_most, load, points_of, train_test, two_classes
from rffviz.datasets.images import grey_image
from rffviz.papers.table1 import Table1Row, table1_steps
from rffviz.papers.table1_settings import TABLE_1_SETTINGS
from rffviz.studies.comparison import comparison_steps
from rffviz.studies.contenders import LABELS, TASKS, TASKS_OF
from rffviz.studies.cost import cost_steps
from rffviz.studies.descent import descent_steps, sizes_about
from rffviz.studies.image import image_fit_steps
from rffviz.studies.kernel_error import kernel_error_steps
from rffviz.studies.ridge_path import line_path_steps
from rffviz.studies.surfaces import surface_steps
from rffviz.studies.unsupervised import unsupervised_steps
from rffviz.web.apart import job
from rffviz.web.curves import defined_schemes, sampled
from rffviz.web.inputs import (
    chosen_kernel,
    chosen_splits,
    kernel_by_hand,
    labelled_data,
    plane_data,
    stretched,
    tell_of_classes,
)
from rffviz.web.job import Job
from rffviz.web.made import made, remember
from rffviz.words import refusals
from rffviz.words.numbers import plural

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_SCALES = (0.03, 0.1, 0.02, 0.2, 0.05, 0.01, 0.5, 0.005)  # of a photograph; from the middle outward
_MOST_TESTED = 10_000  # points that predictions are tested at
_MEASURED = (16, 32, 64, 128, 256, 512)  # sizes of methods on real data
_TIMED = (100, 200, 400, 800, 1600, 3200, 10_000, 30_000)  # numbers of points
_TIMED_IN = 10  # dimensions
_MOST_EXACT = 3200  # points that the exact method is timed with
_ERROR_POINTS = 200  # to train, beside the exact method
_ERROR_SIZES = (16, 32, 64, 128, 256, 512)
_DESCENT_POINTS = 120  # to train: few, so that features soon outnumber them
_HEIGHT = 80  # pixels of a photograph
_SOLVED = 500  # points that exact methods are fitted to in a moment
_SLOW = {
    "linear_svm",
    "supervised",
    "sinks",
    "compressed",
    "sparse_spectrum",
    "a_la_carte",
    "metropolis",
    "spectral_mixture",
}  # methods that take seconds for a few hundred frequencies
_FITTED = 512  # frequencies of a fit that takes a moment, and a tenth of them for slow methods
_MOST_FREQS = 2048  # twice as many take four times as long


def line_job(now: Mapping, data: Dataset) -> Job:
    """Functions on a line: features at several D beside the exact method, with the bands of both models."""
    return Job(
        line_path_steps,
        "Fitting …",
        data=data,
        ridge=now["ridge"],
        n_draws=now["draws"],
        drawn_by=now["drawn_by"],
        **sampled(now, kernel_by_hand(now, 1), 1, (*_SIZES, now["n_freqs"])),
    )


def _bounded_freqs(now: Mapping) -> int:
    """The chosen number of frequencies, or the most that are used; says so where more were asked for."""
    if now["n_freqs"] > _MOST_FREQS:
        st.info(refusals.fewer_frequencies(_MOST_FREQS), icon=":material/info:")
    return min(now["n_freqs"], _MOST_FREQS)


def plane_split(now: Mapping) -> TrainTest:
    """Points of two classes in the plane, some of them held out."""
    return made(train_test, plane_data(now, classes=True), now["seed"])


def plane_job(now: Mapping, split: TrainTest) -> Job:
    """Decision surfaces of the chosen methods."""
    asked = _methods(now, "binary", split.X_train, (_bounded_freqs(now),))
    if (kernel := stretched(asked["kernel"], now)).axes is not None:
        asked |= {"kernel": kernel, "rule": "hand"}
    size = asked.pop("sizes")[0]
    long = size > (_FITTED // 10 if _SLOW & {*asked["methods"]} else _FITTED)
    return job(long, surface_steps, "Fitting …", split=split, size=size, **asked)


def _methods(now: Mapping, task: str, X: np.ndarray, sizes: Sequence[int]) -> dict[str, Any]:
    """The chosen methods that there are for the task, Fourier features where there are none; and how they are made.

    Says which ones there are not.
    """
    asked = sampled(now, chosen_kernel(now, X), X.shape[1], sizes)
    methods = [name for name in now["method"] if task in TASKS_OF.get(name, TASKS)]
    if others := [LABELS[name] for name in now["method"] if name not in methods]:
        said = refusals.not_for(others, task)
        if methods:
            st.caption(said)
        else:
            st.info(refusals.shown_instead(said, LABELS["fourier"]), icon=":material/block:")
    sizes = asked.pop("n_freqs")
    return {"methods": methods or ["fourier"], "sizes": sizes, "rule": now["length_rule"], **asked}


def real_splits(now: Mapping) -> tuple[str, Sequence[TrainTest]]:
    """The task of the chosen dataset, and its splits."""
    return chosen_splits(now, now["n_splits"], _MOST_TESTED)


def data_job(now: Mapping, found: tuple[str, Sequence[TrainTest]]) -> Job:
    """Test error and time of every chosen method against its size."""
    task, splits = found
    asked = _methods(now, task, splits[0].X_train, _MEASURED)
    says = f"Fitting {plural(len(asked['methods']), 'method')} to {plural(len(splits), 'split')} …"
    n_machines = len(np.unique(splits[0].y_train)) if task == "multiclass" else 1
    long = len(splits[0].X_train) * n_machines > _SOLVED or bool(_SLOW & {*asked["methods"]})
    return job(long, comparison_steps, says, splits=splits, task=task, **asked)


def table_data(now: Mapping) -> Dataset:
    """The data of a row of the 2007 table; `DatasetUnavailable` where they are not on this machine."""
    name = TABLE_1_SETTINGS[now["row"]].data
    return remember(load(name, allow_download=False), load, name)


def table_job(now: Mapping, data: Dataset) -> Job:
    """A row of the table, cell by cell."""
    asked = {"dataset": now["row"], "n_seeds": now["n_redrawn"], "random_state": now["seed"]}
    return job(True, table1_steps, "Choosing and fitting …", data=data, **asked)


def chosen_once(row: Table1Row) -> float:
    """Seconds of a row of the table that do not grow with the draws: all choices, and the exact machine's fit."""
    once = sum(cell.choice_seconds for cell in row.cells)
    return once + sum(cell.seconds for cell in row.cells if cell.method == "exact_svm")


def image_job(now: Mapping, _: None) -> Job:
    """A photograph learned at several length scales."""
    asked = sampled(now, kernel_by_hand(now, 2).with_length_scale(1.0), 2, (now["photo_freqs"],))
    asked["n_freqs"] = asked["n_freqs"][0]
    pixels = made(grey_image, now["photo"], _HEIGHT)
    words = "Learning the photograph …"
    long = asked["n_freqs"] > _FITTED
    return job(long, image_fit_steps, words, pixels=pixels, length_scales=_SCALES, ridge=now["photo_ridge"], **asked)


def cost_job(now: Mapping, _: None) -> Job:
    """Seconds to fit against the number of points, measured live."""
    return job(
        True,  # the exact method is timed with thousands of points
        cost_steps,
        "Timing …",
        kernel=kernel_by_hand(now, _TIMED_IN),
        n_points=_TIMED,
        n_freqs=_bounded_freqs(now),
        d=_TIMED_IN,
        most_exact=_MOST_EXACT,
        random_state=now["seed"],
    )


def few_points(now: Mapping, n_train: int = _DESCENT_POINTS) -> TrainTest:
    """A split of the chosen dataset with few training points; several classes become the first against the rest."""
    data, seed = made(two_classes, labelled_data(now)), now["seed"]
    split = made(at_most, made(train_test, data, seed), n_train, 10 * _DESCENT_POINTS, seed)
    tell_of_classes(data, [split])
    return split


def exact_points(now: Mapping) -> TrainTest:
    """As `few_points`, with as many to train as the exact method's eigenvalues are found for at once."""
    return few_points(now, _ERROR_POINTS)


def kernel_error_job(now: Mapping, split: TrainTest) -> Job:
    """Fits of several schemes beside the exact method, by the error of their kernel matrices."""
    kernel, d = chosen_kernel(now, split.X_train), split.X_train.shape[1]
    samplers, shown = defined_schemes(now, kernel, d), _bounded_freqs(now)
    return Job(
        kernel_error_steps,
        f"Fitting {plural(len(samplers), 'scheme')}, {plural(now['n_seeds'], 'seed')} …",
        split=split,
        kernel=kernel,
        sampler=samplers,
        n_freqs=sorted({*_ERROR_SIZES, shown}),
        ridge=now["ridge"],
        n_seeds=now["n_seeds"],
        random_state=now["seed"],
        shown=shown,
    )


def descent_job(now: Mapping, split: TrainTest) -> Job:
    """Least squares, and ridge, on features as they pass the points."""
    n, d = split.X_train.shape
    asked = sampled(now, chosen_kernel(now, split.X_train), d, map(int, sizes_about(n)))
    says = f"Fitting {plural(now['n_seeds'], 'seed')} …"
    return Job(descent_steps, says, split=split, n_seeds=now["n_seeds"], **asked)


def unlabelled_job(now: Mapping, data: Dataset) -> Job:
    """Kernel principal components and clusters of points in the plane, exact beside features."""
    points = made(points_of, data)
    asked = sampled(now, chosen_kernel(now, points), 2, (*_SIZES[1:], now["n_freqs"]))
    n_clusters = min(now["n_clusters"], data.n)
    if n_clusters < now["n_clusters"]:
        st.info(refusals.fewer_clusters(data.n), icon=":material/info:")
    return Job(
        unsupervised_steps,
        "Decomposing …",
        X=points,
        n_clusters=n_clusters,
        labels=data.y,
        **asked,
    )
