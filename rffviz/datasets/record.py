"""The record of a dataset, its entry in the registry, and the error raised for an unavailable one."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, one_number_each, one_of, points

TASKS = ("regression", "binary", "multiclass")


class DatasetUnavailable(Refusal):
    """Raised for a dataset that is unavailable; the message says what is missing and what to do."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points, targets and their origin; the arrays are read-only checked copies, X itself if it is read-only.

    Parameters
    ----------
    name, label : str
        The name in the registry and the name for the screen.
    X : array of shape (n, d)
        Finite inputs, one point in each row, unscaled as in the source; kept as float64.
    y : array of shape (n,) or None
        float64 for "regression"; int8 −1/+1 for "binary"; int8 0, 1, 2, … for "multiclass"; None for points alone.
    task : {"regression", "binary", "multiclass", ""}
        The task; "" without y.
    source : str
        One sentence: where the data come from, under which licence, and what was read.
    feature_names : tuple of str, default ()
        One name per column; x1, x2, … by default.
    target_name : str, default "y"
    class_names : tuple of str, default ()
        The classes in the order of their sorted labels; empty for regression.
    split : array of shape (n,), optional
        uint8, 0 for training and 1 for test, where the source prescribes a split.
    groups : array of shape (n,), optional
        Integers; rows of one group belong together (a patient's recordings), and a random split would separate them.
    truth : callable, optional
        For functions drawn with noise: the function itself, x of any shape → values of the same shape.
    notes, columns, complete
        For a file: sentences on how it was read and what was left out; the names of all its columns; and whether every
        column and row could be used.

    Raises
    ------
    ValueError
        If an array does not have the shape, range or labels given above.
    """

    name: str
    label: str
    X: np.ndarray
    y: np.ndarray | None
    task: str
    source: str
    feature_names: tuple[str, ...] = ()
    target_name: str = "y"
    class_names: tuple[str, ...] = ()
    split: np.ndarray | None = None
    groups: np.ndarray | None = None
    truth: Callable[[np.ndarray], np.ndarray] | None = None
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    complete: bool = True

    def __post_init__(self) -> None:
        if self.y is not None:
            one_of("task", self.task, TASKS)
        elif self.task:
            raise Refusal(f'task must be "" where y is None, got {self.task!r}.')
        X = points("X", self.X)
        if X.flags.writeable or not X.flags.c_contiguous:
            X = np.array(X, order="C")  # a copy, so that the caller's array stays writable
        settle = object.__setattr__
        settle(self, "X", X)
        if self.y is not None:
            settle(self, "y", _targets(self.y, self.task, len(X)))
        settle(self, "feature_names", column_names(self.feature_names, X.shape[1]))
        settle(self, "class_names", tuple(str(name) for name in self.class_names))
        if self.split is not None:
            split = one_number_each("split", self.split, len(X))
            if (wrong := ~np.isin(split, (0, 1))).any():
                raise Refusal(f"split must be 0 (train) or 1 (test), got {split[wrong][0]:g}.")
            settle(self, "split", split.astype(np.uint8))
        if self.groups is not None:
            settle(self, "groups", one_number_each("groups", self.groups, len(X)).astype(np.int64))
        self._freeze()

    def _freeze(self) -> None:
        for array in (self.X, self.y, self.split, self.groups):
            if array is not None:
                array.setflags(write=False)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Unpickled arrays come back writable.
        self.__dict__.update(state)
        self._freeze()

    @property
    def n(self) -> int:
        """Number of points."""
        return self.X.shape[0]

    @property
    def d(self) -> int:
        """Number of input dimensions."""
        return self.X.shape[1]

    @property
    def targets(self) -> np.ndarray:
        """y; raises a ValueError if there are no targets."""
        if self.y is None:
            raise Refusal(f"data must have targets to be learned, got {self.label} without.")
        return self.y

    @property
    def classes(self) -> np.ndarray | None:
        """The class of each point, by name as a screen shows it, of dtype object; None without classes."""
        if self.y is None or self.task == "regression":
            return None
        labels, numbers = np.unique(self.y, return_inverse=True)
        named = len(self.class_names) == len(labels)
        names = [disarmed(name) for name in self.class_names] if named else [f"{label:g}" for label in labels]
        return np.array(names, dtype=object)[numbers]

    @cached_property
    def content_hash(self) -> str:
        """Sixteen hexadecimal digits of X, y, split and groups, for cache keys: the same on every machine."""
        digest = hashlib.blake2b(digest_size=8)
        for array in (self.X, self.y, self.split, self.groups):
            if array is None:
                digest.update(b"none;")
                continue
            little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
            digest.update(f"{little.dtype.str}{little.shape};".encode())
            digest.update(little.data)
        return digest.hexdigest()


@dataclass(frozen=True)
class DatasetEntry:
    """A registry entry: what is known about a dataset before it is loaded.

    `kind` is "toy2d", "function1d", "bundled" or "paper". `loader` takes the options as keywords, and for kind "paper"
    also `progress` and `allow_download`. `availability()` says where a load would read from at present: "built in",
    "RFFVIZ_DATA", "cache", "memory", "download" or "missing" (no public source offers the set and RFFVIZ_DATA does not
    contain it).
    """

    name: str
    label: str
    kind: str
    loader: Callable[..., Dataset]
    availability: Callable[[], str] = lambda: "built in"

    @property
    def options(self) -> dict[str, object]:
        """The options that `load` takes for this dataset, with their defaults."""
        parameters = inspect.signature(self.loader).parameters.values()
        return {each.name: each.default for each in parameters if each.name not in ("progress", "allow_download")}


def column_names(feature_names: Iterable[str] | None, n_columns: int) -> tuple[str, ...]:
    """One name per column, x1, x2, … by default; raises a ValueError if the number differs."""
    names = tuple(str(name) for name in (() if feature_names is None else feature_names)) or tuple(
        f"x{c + 1}" for c in range(n_columns)
    )
    if len(names) != n_columns:
        raise Refusal(f"feature_names must hold one name for each of the {n_columns} columns, got {len(names)}.")
    return names


def _targets(value: object, task: str, n_rows: int) -> np.ndarray:
    y = one_number_each("y", value, n_rows)
    if task == "regression":
        return y.copy()
    if task == "binary":
        if (wrong := ~np.isin(y, (-1, 1))).any():
            raise Refusal(f'y must be −1 or +1 for task "binary", got {y[wrong][0]:g}.')
    else:
        wrong = (y != np.floor(y)) | (y < 0) | (y > 127)
        if wrong.any():
            raise Refusal(f'y must be whole numbers from 0 to 127 for task "multiclass", got {y[wrong][0]:g}.')
    return y.astype(np.int8)
