"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from rffviz.adaptive import OPTIMIZERS
from rffviz.datasets import Points, points_of
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_rule, resolve_plane_data
from rffviz.explorer.words import refusals
from rffviz.kernels import Kernel

LabelledPoints = tuple[Points, np.ndarray | None, Kernel]


def plane_points(settings: Mapping) -> LabelledPoints:
    """The points in the plane, their classes and the kernel."""
    data = resolve_plane_data(settings, "shape")
    points = made(points_of, data)
    return points, data.y, resolve_kernel_by_rule(settings, points)


def resolve_n_landmarks(settings: Mapping, points: Points) -> int:
    """The number of landmarks, no more than there are points; with a notice if more were requested."""
    asked, n = settings["n_landmarks"], len(points)
    if asked > n:
        st.info(refusals.all_points_are_landmarks(n, asked), icon=":material/info:")
    return min(asked, n)


def on_landmarks(settings: Mapping, given: LabelledPoints) -> dict[str, Any]:
    """Arguments for learning from one choice of landmarks."""
    points, _, kernel = given
    landmarks = {"kind": settings["landmarks"], "n_landmarks": resolve_n_landmarks(settings, points)}
    return {"X": points, "kernel": kernel, "random_state": settings["seed"], **landmarks}


def learned(settings: Mapping, given: tuple[Points, Kernel]) -> dict[str, Any]:
    """Arguments for studies of learning over seeds."""
    points, kernel = given
    seeds = range(settings["seed"], settings["seed"] + settings["n_compared"])
    return {"X": points, "kernel": kernel, "seeds": seeds, "learner": OPTIMIZERS[settings["optimizer"]]}


SHARED = ("kernel", "length_rule", "length_scale", "seed")
