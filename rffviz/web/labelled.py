"""From settings to labelled data: the chosen dataset with its answers, and parts of a split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from rffviz.datasets import DATASETS, Dataset, DatasetUnavailable, TrainTest, choose_rows, load
from rffviz.web.table import OWN, TABLE


def labelled_data(settings: Mapping) -> Dataset:
    """The chosen dataset with its answers; where it is not here, or has none, the default's, and a sentence."""
    name, default = settings["dataset"], TABLE["dataset"].default
    if name == OWN:
        st.info(f"{DATASETS[default].label} is shown: a file of your own has no answers here.", icon=":material/info:")
        name = default
    try:
        return load(name, allow_download=False)
    except DatasetUnavailable as missing:
        st.warning(f"{missing} {DATASETS[default].label} is shown instead.", icon=":material/cloud_off:")
        return load(default)


def two_classes(data: Dataset) -> tuple[Dataset, str]:
    """The data and their words; several classes become the first against the rest."""
    if data.task != "multiclass":
        return data, data.label
    return (
        replace(data, y=np.where(data.y == 0, 1, -1), task="binary", class_names=()),
        f"{data.label}, first class against the rest",
    )


def at_most(split: TrainTest, n_train: int, n_test: int, seed: int) -> TrainTest:
    """At most so many training and test points of a split, at random under the seed."""
    train = choose_rows(len(split.X_train), min(n_train, len(split.X_train)), seed)
    test = choose_rows(len(split.X_test), min(n_test, len(split.X_test)), seed)
    return replace(
        split,
        X_train=split.X_train[train],
        y_train=split.y_train[train],
        X_test=split.X_test[test],
        y_test=split.y_test[test],
        train_index=split.train_index[train],
        test_index=split.test_index[test],
    )
