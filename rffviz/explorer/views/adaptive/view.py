"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from rffviz.adaptive import OPTIMIZERS
from rffviz.datasets import Points, points_of
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import chosen_kernel, plane_data
from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel

LabelledPoints = tuple[Points, np.ndarray | None, Kernel]


def plane_points(now: Mapping) -> LabelledPoints:
    """The points in the plane, their classes and the kernel."""
    data = plane_data(now, "shape")
    points = made(points_of, data)
    return points, data.y, chosen_kernel(now, points)


def landmarks_of(now: Mapping, points: Points) -> int:
    """The number of landmarks, no more than there are points; with a notice if more were requested."""
    asked, n = now["n_landmarks"], len(points)
    if asked > n:
        st.info(refusals.all_points_are_landmarks(n, asked), icon=":material/info:")
    return min(asked, n)


def on_landmarks(now: Mapping, given: LabelledPoints) -> dict[str, Any]:
    """Arguments for learning from one choice of landmarks."""
    points, _, kernel = given
    landmarks = {"kind": now["landmarks"], "n_landmarks": landmarks_of(now, points)}
    return {"X": points, "kernel": kernel, "random_state": now["seed"], **landmarks}


def learned(now: Mapping, given: tuple[Points, Kernel], n_seeds: str = "n_learnings") -> dict[str, Any]:
    """Arguments for studies of learning over seeds."""
    points, kernel = given
    seeds = range(now["seed"], now["seed"] + now[n_seeds])
    return {"X": points, "kernel": kernel, "seeds": seeds, "learner": OPTIMIZERS[now["optimizer"]]}


SHARED = ("kernel", "length_rule", "length_scale", "seed")
