"""From settings to labelled data: the chosen dataset with its answers, and parts of a split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from rffviz.datasets import DATASETS, Dataset, DatasetUnavailable, TrainTest, choose_rows, load
from rffviz.validation import Refusal
from rffviz.web.inputs import own_labelled
from rffviz.web.table import OWN, TABLE
from rffviz.words import refusals

_FEWEST = 6  # rows of a file with answers: four to train and two to test


def labelled_data(settings: Mapping) -> Dataset:
    """The chosen dataset with its answers; where it is not here, or has none, the default's, and a sentence."""
    name, default = settings["dataset"], TABLE["dataset"].default
    instead = DATASETS[default].label
    try:
        if name != OWN:
            return load(name, allow_download=False)
        if (found := own_labelled()) is not None:
            return _learnable(found)
        st.info(refusals.own_labelled_file_wanted(instead), icon=":material/info:")
    except DatasetUnavailable as missing:
        st.warning(refusals.shown_instead(str(missing), instead), icon=":material/cloud_off:")
    except Refusal as refusal:
        st.warning(refusals.shown_instead(str(refusal), instead), icon=":material/info:")
    return load(default)


def _learnable(found: Dataset) -> Dataset:
    """A file with its answers, or a ValueError where nothing could be learned from it, or tested."""
    if found.n < _FEWEST:
        raise Refusal(f"A file with answers must have at least {_FEWEST} rows, some of them to test on, got {found.n}.")
    if not np.ptp(found.X, axis=0).any():
        raise Refusal(f"The inputs must vary: all {found.n:,} rows are the same.")
    if len(np.unique(found.y)) < 2:
        raise Refusal(f"The answers must differ: all {found.n:,} in {found.target_name} are the same.")
    return found


def tell_of_classes(data: Dataset, splits: Sequence[TrainTest]) -> None:
    """Say which classes have no training or no test point in a split; a ValueError where only one is learned from."""
    if data.task == "regression":
        return
    every = np.unique(data.y)
    names = dict(zip(every, data.class_names or [f"{value:g}" for value in every], strict=True))
    many = len(splits) > 1
    for s, split in enumerate(splits, 1):
        if len(seen := np.unique(split.y_train)) < 2:
            raise Refusal(refusals.one_class_only(names[seen[0]], s if many else None))
    for answers in ("y_train", "y_test"):
        without = [set(every) - set(np.unique(getattr(split, answers))) for split in splits]
        if lost := [str(names[value]) for value in every if any(value in each for each in without)]:
            said = refusals.classes_without_points(lost, answers == "y_train", sum(map(bool, without)), len(splits))
            st.info(said, icon=":material/info:")


def two_classes(data: Dataset) -> Dataset:
    """The data; several classes become the first against the rest, as its label then says."""
    if data.task != "multiclass":
        return data
    first = data.class_names[0] if data.class_names else "0"
    return replace(
        data,
        label=f"{data.label}, first class against the rest",
        y=np.where(data.y == 0, 1, -1),
        task="binary",
        class_names=("another", first),
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
