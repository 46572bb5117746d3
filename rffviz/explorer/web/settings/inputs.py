"""What studies are about: settings → points, a line, a plane, labelled data, a kernel; and what cannot be had."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from rffviz.datasets import (
    DATASETS,
    Dataset,
    DatasetUnavailable,
    Points,
    TrainTest,
    line_dataset,
    load,
    read_file,
    some_points,
    train_tests,
)
from rffviz.datasets.files import read_content
from rffviz.datasets.uploads import MAX_MEGABYTES
from rffviz.explorer.web.components.drawing import resolve_drawn_points
from rffviz.explorer.web.script.calls import Call, made, remember
from rffviz.explorer.web.settings.files import Readings
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import OWN, TABLE
from rffviz.explorer.words import refusals
from rffviz.explorer.words.numbers import plural
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, FormulaKernel, Gaussian, Kernel, kernel_by_rule
from rffviz.studies.scaled import scaled_points

_NEW_SEEDS = 10_000  # four digits are enough, and can be read out to a class
_FEWEST = 6  # rows of a file with targets, or drawn points of each class: two thirds to train on, a third to test
_FILES, _READINGS = "_files", "_readings"  # the viewer's files by place, and what was read of them
_TARGET = "_target"  # the file's identity, and the column chosen in it
_FAILED = "_failed"  # by dataset: why it could not be fetched


class KeptFile(NamedTuple):
    """A file of the viewer's, and what was read from it, or the sentence that refused it."""

    file: Any  # as Streamlit gives it
    read: Any
    refused: str = ""


@st.cache_resource(max_entries=3, show_spinner=False)
def _named(name: str, whiten: bool) -> Points:
    """All points of one of the registry's, kept uncopied: other rows of it are then chosen in no time."""
    return scaled_points(load(name, allow_download=False), whiten)


def resolve_points(settings: Mapping, place: str = "") -> Points:
    """The points of the chosen dataset; where it is not on this machine, the default's, and a way to fetch it.

    `place` tells the places of one page apart that choose points.
    """
    name, n_points, seed, whiten = (settings[key] for key in ("dataset", "n_points", "seed", "whiten"))
    return _resolve_dataset(name, lambda name: _resolve_whitened(name, n_points, seed, whiten), place)


def _resolve_dataset(name: str, take: Callable[[str], Any], place: str = "") -> Any:
    """What `take` gives for a dataset; where it refuses, the default's, with the reason and perhaps a way to fetch."""
    try:
        taken = take(name)
        if name != OWN and DATASETS[name].availability() == "memory":
            st.info(refusals.kept_in_memory(DATASETS[name].label), icon=":material/save:")
        return taken
    except Refusal as refusal:
        default, failure = TABLE["dataset"].default, fetch_failure(name)
        say = st.error if failure else st.warning
        icon = "cloud_off" if isinstance(refusal, DatasetUnavailable) else "info"
        say(refusals.shown_instead(failure or str(refusal), DATASETS[default].label), icon=f":material/{icon}:")
        if name != OWN and DATASETS[name].availability() == "download":
            fetch_button(name, place)
        return take(default)


def _resolve_whitened(name: str, n_points: int, seed: int, whiten: bool) -> Points:
    """The points; where they cannot be whitened, as they are, and the reason."""
    own = _own_file() if name == OWN else None
    try:
        whole = scaled_points(own.read, whiten) if own else _named(name, whiten)  # no shared cache for a viewer's own
    except Refusal as refusal:
        if not whiten or isinstance(refusal, DatasetUnavailable):
            raise
        st.info(f"The data are not whitened. {refusal}", icon=":material/block:")
        return _resolve_whitened(name, n_points, seed, False)
    data = Call(read_file, own.file.name) if own else Call(load, name)
    remember(whole, scaled_points, data, **({"whiten": True} if whiten else {}))
    return made(some_points, whole, n_points, seed)


def resolve_points_and_kernel(settings: Mapping, place: str = "") -> tuple[Points, Kernel]:
    """The chosen points, and the kernel with its length scale by the chosen rule for them."""
    points = resolve_points(settings, place)
    return points, resolve_kernel_by_rule(settings, points)


def resolve_plane_data(settings: Settings, choice: str = "toy", classes: bool = False) -> Dataset:
    """The points in the plane that the setting `choice` names; a toy as long as the viewer's own are too few.

    With `classes`, the viewer's own points must be of both classes, at least six of each: a third is held out.
    """
    name, seed = settings[choice], settings["seed"]
    if name != OWN:
        return made(load, name, random_state=seed)
    data = resolve_drawn_points(settings)
    fewest = 0 if data is None else min(int((data.y == sign).sum()) for sign in (-1, 1))
    if data is not None and classes and fewest < _FEWEST:
        st.info(f"Draw at least {_FEWEST} points of each class: one has {fewest}.", icon=":material/draw:")
        data = None
    return made(load, TABLE[choice].default, random_state=seed) if data is None else data


def resolve_line_data(settings: Settings) -> Dataset:
    """Noisy points of the chosen function; of the default one as long as the viewer's own points are too few.

    The first coordinate of points drawn in the plane is x, the second y.
    """
    name = settings["function"]
    asked = {"n_points": settings["n_train"], "noise": settings["noise"], "random_state": settings["seed"]}
    if name != OWN:
        return made(load, name, **asked)
    data = resolve_drawn_points(settings)
    if data is None:
        return made(load, TABLE["function"].default, **asked)
    return made(line_dataset, data)


def draw_again(settings: Settings) -> None:
    """Put another seed, from a button."""
    settings.put("seed", secrets.randbelow(_NEW_SEEDS))


def own_file() -> None:
    """The control that takes a viewer's own file. It stays in their session, and is sent nowhere."""
    file = st.file_uploader(
        "Your file",
        max_upload_size=MAX_MEGABYTES,
        help="Numbers as text, CSV, LIBSVM, ARFF, NPY, NPZ or MATLAB 5, in gzip too; it stays on this machine.",
    )
    if file is None and _refused_file():
        del st.session_state[_FILES]["dataset"]  # it was taken away
    if kept := resolve_file("dataset", file, read_content, tell=False):
        upload = kept.read
        words = [f"{upload.label}: {plural(upload.n, 'row')}, {plural(upload.d, 'column')} of numbers.", *upload.notes]
        st.caption("  \n".join(words))


def resolve_file(
    place: str, file: Any = None, read: Callable[[bytes, str], Any] | None = None, tell: bool = True
) -> KeptFile | None:
    """The file that was given in a place, and what `read` made of it: once, not at every run.

    One that is refused takes the place of the one before, and gets a sentence at every run if `tell`.
    """
    kept = st.session_state.setdefault(_FILES, {})
    if file is not None and (place not in kept or kept[place].file.file_id != file.file_id):
        try:
            kept[place] = KeptFile(file, _readings().of(read, file.getvalue(), file.name))
        except Refusal as refusal:
            kept[place] = KeptFile(file, None, str(refusal))
    reading = kept.get(place)
    if reading is None or not reading.refused:
        return reading
    if tell and file is not None:
        st.warning(reading.refused, icon=":material/info:")
    return None


def _readings() -> Readings:
    return st.session_state.setdefault(_READINGS, Readings())


def _refused_file() -> str:
    """Why the viewer's data file was refused; empty where it was not."""
    kept = st.session_state.get(_FILES, {}).get("dataset")
    return kept.refused if kept else ""


def _own_file() -> KeptFile:
    if refused := _refused_file():
        raise Refusal(refused)
    if (kept := resolve_file("dataset")) is None:
        raise DatasetUnavailable("No file is loaded: choose one beside the other controls.")
    return kept


def _fetch(name: str) -> None:
    """Fetch a dataset into the user's cache: the one thing that leaves the machine, and only when asked for.

    What a callback draws is gone with the next run: a failure is kept for `resolve_points` to show.
    """
    failed = st.session_state.setdefault(_FAILED, {})
    failed.pop(name, None)
    with st.status(f"Fetching {DATASETS[name].label} …") as status:
        try:
            load(name, allow_download=True, progress=lambda words, share: status.update(label=words))
        except DatasetUnavailable as failure:
            failed[name] = str(failure)
            status.update(label=f"{DATASETS[name].label} could not be fetched.", state="error")


def fetch_button(name: str, place: str = "") -> None:
    """The button that fetches a dataset; `place` tells the places of one page apart that have one."""
    asked = {"on_click": _fetch, "args": (name,), "icon": ":material/download:", "key": f"fetch-{place}"}
    st.button("Fetch it from its public source", **asked)


def fetch_failure(name: str) -> str:
    """Why a dataset could not be fetched when that was asked for; empty where it could, or was not."""
    return st.session_state.get(_FAILED, {}).get(name, "")


def resolve_kernel_by_hand(settings: Settings, d: int) -> Kernel:
    """The chosen kernel with the length scale that is set by hand, for points of d coordinates.

    If a formula is not positive definite there: the Gaussian, the reason, and a link to its negative spectrum.
    """
    kind = KERNELS[settings["kernel"]]
    given = {field.name: settings[field.name] for field in fields(kind)}
    if kind is not FormulaKernel:
        return kind(**given)
    link = None
    try:
        kernel = FormulaKernel(**given)
        with st.spinner(f"Transforming {kernel.text} …"):
            if kernel.is_kernel(d):
                return kernel
            kernel.fewest_dimensions(d)
        reason = refusals.no_kernel(kernel, d)
        fewest = kernel.fewest_dimensions(d)
        link = {"view": "own_kernel", "formula": settings["profile"], "own_dimension": str(fewest)}
    except Refusal as refusal:
        reason = str(refusal)
    st.warning(refusals.shown_instead(reason, "The Gaussian kernel"), icon=":material/info:")
    if link:
        st.page_link(
            settings.pages["kernel"], label=refusals.see_its_spectrum(fewest), query_params=settings.carry(link)
        )
    return Gaussian(settings["length_scale"])


def stretched(kernel: Kernel, settings: Mapping) -> Kernel:
    """The kernel in the plane with a length scale for each axis, where another one is chosen for the second."""
    ratio = settings["axis_ratio"]
    if ratio == 1 or not kernel.takes_axes:
        return kernel
    return kernel.with_length_scale((kernel.length_scale, ratio * kernel.length_scale))


def resolve_kernel_by_rule(settings: Settings, X: Points | np.ndarray) -> Kernel:
    """The kernel with its length scale by the chosen rule for the points X."""
    kernel, rule = resolve_kernel_by_hand(settings, np.asarray(X).shape[1]), settings["length_rule"]
    return kernel if rule == "hand" else made(kernel_by_rule, kernel.with_length_scale(1.0), rule, X, settings["seed"])


def resolve_labelled_data(settings: Mapping) -> Dataset:
    """The chosen dataset with its targets; the default and a sentence if it is missing or has none."""
    return _resolve_dataset(settings["dataset"], _draw_target_choice)


def _draw_target_choice(name: str) -> Dataset:
    """The dataset; of the viewer's own file, with the target column chosen here."""
    if name != OWN:
        return remember(load(name, allow_download=False), load, name)
    file, upload, _ = _own_file()
    columns, (of_file, before) = upload.columns, st.session_state.get(_TARGET, ("", ""))
    target = st.selectbox(
        "Target column",
        columns,
        index=columns.index(before if of_file == file.file_id else _likely_target(file, upload)),
        key=f"answers-{file.file_id}",
        help="Two values or text: classification; other numbers: regression.",
    )
    st.session_state[_TARGET] = file.file_id, target  # a widget forgets what was chosen when its page is left
    data = _readings().of(read_content, file.getvalue(), file.name, target)
    task = "regression" if data.task == "regression" else f"{len(data.class_names)} classes"
    of_target = [note for note in data.notes if note not in upload.notes]
    st.caption("  \n".join([f"{target}: {task}, {plural(data.n, 'row')}.", *of_target]))
    return remember(_learnable(data), read_file, file.name, target)


def _likely_target(file: Any, upload: Dataset) -> str:
    """The last column; the last one of numbers where that one cannot be predicted, being empty, say."""
    last = upload.columns[-1]
    try:
        _readings().of(read_content, file.getvalue(), file.name, last)
    except Refusal:
        return upload.feature_names[-1]
    return last


def _learnable(data: Dataset) -> Dataset:
    """A file with its targets; refused if nothing can be learned or tested."""
    if data.n < _FEWEST:
        raise Refusal(f"A file with targets must have at least {_FEWEST} rows, some of them to test on, got {data.n}.")
    if not np.ptp(data.X, axis=0).any():
        raise Refusal(f"The inputs must vary: all {data.n:,} rows are the same.")
    if len(np.unique(data.y)) < 2:
        raise Refusal(f"The targets must differ: all {data.n:,} in {data.target_name} are the same.")
    return data


def resolve_splits(settings: Mapping, n_splits: int, n_test: int) -> tuple[str, list[TrainTest]]:
    """The task of the chosen dataset, and a split of it for each seed; one where the source prescribes it."""
    data, seed = resolve_labelled_data(settings), settings["seed"]
    splits = made(train_tests, data, range(seed, seed + n_splits), settings["n_points"], n_test)
    tell_of_classes(data, splits)
    return data.task, splits


def two_axes(settings: Mapping, d: int) -> tuple[int, int]:
    """Two different coordinates, counted from 0, as near to the chosen ones as d dimensions allow."""
    first, second = (min(settings[name], d) - 1 for name in ("first_axis", "second_axis"))
    if d > 1 and first == second:
        second = first - 1 if first else 1
    return first, second


def tell_of_classes(data: Dataset, splits: Sequence[TrainTest]) -> None:
    """Say which classes have no training or no test point in a split; training points of one class are refused."""
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
