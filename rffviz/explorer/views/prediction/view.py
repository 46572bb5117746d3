"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from rffviz.datasets import TrainTest, at_most, train_test, two_classes
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_rule, resolve_labelled_data, tell_of_classes
from rffviz.explorer.web.settings.schemes import resolve_scheme
from rffviz.explorer.words import refusals
from rffviz.studies.contenders import LABELS, TASKS, TASKS_OF

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_DESCENT_POINTS = 120  # training points: few, so that features soon outnumber them
_MOST_FREQS = 2048  # twice as many take four times as long


def resolve_n_freqs(settings: Mapping) -> int:
    """The chosen number of frequencies, or the most that are used; with a notice if more were requested."""
    if settings["n_freqs"] > _MOST_FREQS:
        st.info(refusals.fewer_frequencies(_MOST_FREQS), icon=":material/info:")
    return min(settings["n_freqs"], _MOST_FREQS)


def resolve_methods(settings: Mapping, task: str, X: np.ndarray, sizes: Sequence[int]) -> dict[str, Any]:
    """The chosen methods that apply to the task, or else Fourier features; and the arguments that build them.

    A notice names those that do not apply.
    """
    asked = resolve_scheme(settings, resolve_kernel_by_rule(settings, X), X.shape[1], sizes)
    methods = [name for name in settings["method"] if task in TASKS_OF.get(name, TASKS)]
    if others := [LABELS[name] for name in settings["method"] if name not in methods]:
        said = refusals.not_for(others, task)
        if methods:
            st.caption(said)
        else:
            st.info(refusals.shown_instead(said, LABELS["fourier"]), icon=":material/block:")
    sizes = asked.pop("n_freqs")
    return {"methods": methods or ["fourier"], "sizes": sizes, "rule": settings["length_rule"], **asked}


def few_points(settings: Mapping, n_train: int = _DESCENT_POINTS) -> TrainTest:
    """A split of the chosen dataset with few training points; several classes become the first one against the rest."""
    data, seed = made(two_classes, resolve_labelled_data(settings)), settings["seed"]
    split = made(at_most, made(train_test, data, seed), n_train, 10 * _DESCENT_POINTS, seed)
    tell_of_classes(data, [split])
    return split


KERNEL = ("kernel", "length_scale")
