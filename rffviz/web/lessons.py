"""From settings to learned features: what the views of the Adaptive features page learn, and how it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.datasets import Dataset, Points, TrainTest, points_of
from rffviz.kernels import Kernel
from rffviz.studies.from_answers import from_answers_steps
from rffviz.studies.kernel_term import kernel_term_steps
from rffviz.studies.landmark_study import landmark_counts, landmark_study_steps
from rffviz.studies.learning import LearningProgress, learning_from_points_steps
from rffviz.studies.plane import Plane, SeenLearning, coordinate_plane, plane_view, principal_plane, wave_over
from rffviz.studies.radial_study import radial_study_steps
from rffviz.studies.weight_maps import RIDGES, weight_maps
from rffviz.validation import Refusal
from rffviz.web.apart import job
from rffviz.web.inputs import (
    chosen_kernel,
    chosen_splits,
    kernel_by_hand,
    plane_data,
    points_and_kernel,
    two_axes,
)
from rffviz.web.job import Job
from rffviz.web.link import Settings
from rffviz.web.made import made
from rffviz.web.table import TABLE
from rffviz.words import refusals

_PAPERS = (50, 100, 200)  # numbers of frequencies in the paper's Figure 2
_SOLVED = 10**7  # squared frequencies times points: a predictor is solved for in a moment
_DRAWN = 20  # seeds of Monte Carlo's error

LabelledPoints = tuple[Points, np.ndarray | None, Kernel]


def plane_points(now: Mapping) -> LabelledPoints:
    """The points in the plane, their classes and the kernel."""
    data = plane_data(now, "shape")
    points = made(points_of, data)
    return points, data.y, chosen_kernel(now, points)


def learned_points(now: Mapping) -> LabelledPoints:
    """What is learned on: the points in the plane, or those of a dataset, without classes."""
    if now["learned_on"] == "shape":
        return plane_points(now)
    points, kernel = points_and_kernel(now)
    if points.d == 1:
        raise Refusal("The data must have at least 2 columns that vary to be seen in a plane, got 1.")
    return points, None, kernel


def weights_job(now: Mapping, found: LabelledPoints) -> Job:
    """The weights over a grid of frequencies, at the chosen λ and then at those that the browser scrubs through."""
    ridges = tuple(dict.fromkeys((TABLE["weight_decay"].default, *RIDGES, now["weight_decay"])))
    asked = _on_landmarks(now, found) | {"ridges": ridges, "labels": found[1]}
    return Job(weight_maps, "Solving for the weights …", **asked)


def learning_job(now: Mapping, found: LabelledPoints) -> Job:
    """Frequencies and weights while they are learned."""
    optimizer = now["optimizer"]
    return Job(
        learning_from_points_steps,
        "Learning …",
        n_freqs=now["n_learned"],
        n_iterations=now["n_iterations"],
        ridge=now["learning_decay"],
        optimizer=optimizer,
        learning_rate=(now["learning_rate"] or None) if optimizer == "algorithm1" else None,
        **_on_landmarks(now, found),
    )


def seen_learning(now: Mapping, found: LabelledPoints, progress: LearningProgress) -> SeenLearning:
    """Learning in the chosen plane, with the wave of the chosen frequency once it has ended."""
    points, labels, _ = found
    view = made(plane_view, progress, points, _plane(now, points))
    wave = None
    if progress.ended and now["wave"]:
        wave = made(wave_over, progress, points, view, min(now["wave"], progress.n_freqs))
    return made(SeenLearning, progress, view, labels, wave)


def answers_job(now: Mapping, data: Dataset) -> Job:
    """Frequencies that learn from the answers of points on a line."""
    asked = {"learner": now["learned_by"], "n_freqs": now["n_learned"], "random_state": now["seed"]}
    return Job(from_answers_steps, "Learning …", data=data, kernel=kernel_by_hand(now, 1), **asked)


def choose_wave(now: Settings, place: int) -> None:
    """A click on a frequency shows its wave, and a second one takes it away."""
    now.put("wave", 0 if place + 1 == now["wave"] else place + 1)


def landmark_jobs(now: Mapping, found: tuple[Points, Kernel]) -> list[Job]:
    """All kinds of landmarks for the chosen number of frequencies, or one kind for the paper's and the chosen one."""
    kinds, sizes = tuple(LANDMARK_KINDS), [now["n_learned"]]
    if now["compared"] == "sizes":
        kinds, sizes = (now["landmarks"],), sorted({*_PAPERS, now["n_learned"]})
    return [
        Job(
            landmark_study_steps,
            "Learning from few and from many landmarks …",
            n_freqs=n_freqs,
            n_landmarks=landmark_counts(n_freqs, len(found[0])),
            kinds=kinds,
            **_learned(now, found, "n_compared"),
            drawn_seeds=range(now["seed"], now["seed"] + _DRAWN),
        )
        for n_freqs in sizes
    ]


def lengths_job(now: Mapping, found: tuple[Points, Kernel]) -> Job:
    """How long learned frequencies are, over seeds."""
    return Job(
        radial_study_steps,
        "Learning frequencies …",
        n_freqs=now["n_learned"],
        n_landmarks=_landmarks_of(now, found[0]),
        kind=now["landmarks"],
        **_learned(now, found),
    )


def labelled_splits(now: Mapping) -> tuple[str, list[TrainTest]]:
    """The task of the chosen dataset, and its splits, each part of at most the chosen number of points."""
    return chosen_splits(now, now["n_learnings"], now["n_points"])


def kernel_term_job(now: Mapping, found: tuple[str, list[TrainTest]]) -> Job:
    """Supervised features with and without the kernel term, at equal γ."""
    task, splits = found
    return job(
        now["n_learned"] ** 2 * len(splits[0].X_train) > _SOLVED,
        kernel_term_steps,
        "Training with and without the kernel term …",
        splits=splits,
        task=task,
        kernel=kernel_by_hand(now, splits[0].X_train.shape[1]),
        n_freqs=now["n_learned"],
        decay=now["decay"],
        length_rule=now["length_rule"],
        random_state=now["seed"],
    )


def _plane(now: Mapping, points: Points) -> Plane:
    """The plane that is shown; coordinates that the data do not have become their last ones."""
    d = points.d
    if d > 2 and now["plane"] == "principal":
        return made(principal_plane, points)
    return made(coordinate_plane, points, *(two_axes(now, d) if d > 2 else (0, 1)))


def _landmarks_of(now: Mapping, points: Points) -> int:
    """The number of landmarks, no more than there are points; says so where more were asked for."""
    asked, n = now["n_landmarks"], len(points)
    if asked > n:
        st.info(refusals.all_points_are_landmarks(n, asked), icon=":material/info:")
    return min(asked, n)


def _on_landmarks(now: Mapping, found: LabelledPoints) -> dict[str, Any]:
    """What learning from one choice of landmarks asks for."""
    points, _, kernel = found
    landmarks = {"kind": now["landmarks"], "n_landmarks": _landmarks_of(now, points)}
    return {"X": points, "kernel": kernel, "random_state": now["seed"], **landmarks}


def _learned(now: Mapping, found: tuple[Points, Kernel], n_seeds: str = "n_learnings") -> dict[str, Any]:
    """What studies of learning over seeds ask for."""
    points, kernel = found
    seeds = range(now["seed"], now["seed"] + now[n_seeds])
    return {"X": points, "kernel": kernel, "seeds": seeds, "learner": OPTIMIZERS[now["optimizer"]]}
