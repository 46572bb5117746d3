"""Prepares a dataset for a method: z-scored columns, random subsets, training and test parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets.points import Points
from rffviz.datasets.record import Dataset, column_names
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    flag,
    listed,
    points,
    probability,
    seed_number,
    seed_numbers,
    whole_number,
)


@dataclass(frozen=True, eq=False)
class Standardized:
    """The result of `standardize`.

    Attributes
    ----------
    X : (n, d_kept) float64
    mean, scale : (d_kept,) float64
        Means and population standard deviations of the kept columns in the reference.
    kept : (d_kept,) int
        Indices of the kept columns.
    note : str
        A sentence naming the constant columns left out; empty if there are none.
    """

    X: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    kept: np.ndarray
    note: str


@dataclass(frozen=True, eq=False)
class TrainTest:
    """The result of `train_test`: both parts, z-scored with statistics of the training part alone.

    Attributes
    ----------
    X_train, y_train, X_test, y_test : ndarray
    train_index, test_index : ndarray of int
        Rows of the dataset.
    how : str
        Where the split comes from: "the split is random".
    left_out : str
        As the `note` of `Standardized`.
    label, source : str
        Those of the dataset.
    n_whole, n_test_whole : int
        Sizes of the full training and test parts, of which these are all or a subset.
    """

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    train_index: np.ndarray
    test_index: np.ndarray
    how: str
    left_out: str
    label: str
    source: str
    n_whole: int
    n_test_whole: int

    @property
    def note(self) -> str:
        """The sizes of both parts, where the split comes from, and what was left out."""
        train, test = len(self.X_train), len(self.X_test)
        of_train = f" of {self.n_whole:,}" if train < self.n_whole else ""
        of_test = f" of {self.n_test_whole:,}" if test < self.n_test_whole else ""
        drawn = ", drawn at random" if of_train or of_test else ""
        counts = f"{train:,}{of_train} points to train and {test:,}{of_test} to test{drawn}"
        return f"{counts}; {self.how}. {self.left_out}".strip()


def standardize(
    X: ArrayLike, reference: ArrayLike | None = None, feature_names: Iterable[str] | None = None
) -> Standardized:
    """z-score the columns of X with the statistics of `reference`: (x − mean)/std, population std.

    A column that is constant in the reference has no z-score; it is left out and named in the note.

    Parameters
    ----------
    X : array of shape (n, d)
    reference : array of shape (m, d), optional
        The training points whose mean and standard deviation are used; X itself by default. At least two.
    feature_names : sequence of str, optional
        Names for the note; those of a data frame or x1, x2, … by default.

    Raises
    ------
    ValueError
        Fewer than two reference points, values that are not finite or too large to square, columns that do
        not match, or nothing but constant columns.
    """
    name = "X" if reference is None else "reference"
    if feature_names is None and all(isinstance(each, str) for each in getattr(X, "columns", [None])):
        feature_names = X.columns  # type: ignore[union-attr]  # of a frame with names
    X = points("X", X, min_points=2 if reference is None else 1, largest=np.inf)
    reference = X if reference is None else points("reference", reference, min_points=2)
    if X.shape[1] != reference.shape[1]:
        raise Refusal(f"X must have as many columns as reference, {reference.shape[1]}, got {X.shape[1]}.")
    names = column_names(feature_names, X.shape[1])
    with np.errstate(over="ignore", invalid="ignore"):
        mean = reference.mean(axis=0)
        scale = reference.std(axis=0)
    if (beyond := np.flatnonzero(~np.isfinite(mean + scale))).size:
        column = beyond[0]
        largest = np.abs(reference[:, column]).max()
        raise Refusal(f"{name} must hold values whose squares are finite, got {largest:g} in {names[column]}.")
    # Rounding gives constant columns a standard deviation near 1e-17, so constancy is tested on the values.
    varies = (np.ptp(reference, axis=0) > 0) & (scale > 8 * np.finfo(np.float64).eps * np.abs(mean))
    if not varies.any():
        raise Refusal(
            f"{name} must vary in at least one column, got {len(names)} constant column{'s' if len(names) > 1 else ''}."
        )
    kept = np.flatnonzero(varies)
    mean, scale = mean[kept], scale[kept]
    left_out = [names[column] for column in np.flatnonzero(~varies)]
    return Standardized((X[:, kept] - mean) / scale, mean, scale, kept, _note(left_out))


def choose_rows(n_rows: int, n_points: int, random_state: Seed = 0) -> np.ndarray:
    """`n_points` distinct row indices below `n_rows`, in random order.

    With the same `random_state`, a larger choice extends a smaller one.
    """
    n_rows = whole_number("n_rows", n_rows)
    n_points = whole_number("n_points", n_points, low=1, high=n_rows)
    random_state = seed_number("random_state", random_state)
    return np.random.default_rng(random_state).permutation(n_rows)[:n_points]


def train_test(
    dataset: Dataset, random_state: Seed = 0, test_fraction: float = 1 / 3, by_group: bool = False
) -> TrainTest:
    """Split a dataset in two and z-score both parts with the training part's statistics.

    If the source prescribes a split, it is used, and `random_state`, `test_fraction` and `by_group` are ignored.
    Otherwise rows are drawn at random, a third for the test part by default (Li, Zhang, Wang and Kumar 2019: 2 : 1
    "unless provided in the original data").

    Parameters
    ----------
    dataset : Dataset
    random_state : int, RandomState, Generator or None, default 0
    test_fraction : float in (0, 1), default 1/3
        Rounded to a whole number of rows, at least one; at least two rows stay for training.
    by_group : bool, default False
        Draw whole groups (Parkinsons: patients), so that none is in both parts; `test_fraction` then counts groups.

    Raises
    ------
    ValueError
        Too few rows or groups to split, `by_group` for a dataset without groups, or a dataset without targets.
    """
    test_fraction = probability("test_fraction", test_fraction)
    flag("by_group", by_group)
    targets = dataset.targets
    if dataset.n < 3:
        raise Refusal(f"dataset must hold at least 3 points to be split in two, got {dataset.n}.")
    if dataset.split is not None:
        is_test = dataset.split == 1
        how = "the split of the source"
    elif by_group:
        is_test = _group_split(dataset, random_state, test_fraction)
        how = "the split is by group"
    else:
        n_test = min(max(round(dataset.n * test_fraction), 1), dataset.n - 2)
        is_test = np.zeros(dataset.n, dtype=bool)
        is_test[choose_rows(dataset.n, n_test, random_state)] = True
        how = "the split is random"
    train, test = np.flatnonzero(~is_test), np.flatnonzero(is_test)
    if len(train) < 2 or len(test) < 1:
        raise Refusal(f"dataset must leave at least 2 points to train and 1 to test, got {len(train)} and {len(test)}.")
    scaled = standardize(dataset.X, reference=dataset.X[train], feature_names=dataset.feature_names)
    return TrainTest(
        X_train=scaled.X[train],
        y_train=targets[train],
        X_test=scaled.X[test],
        y_test=targets[test],
        train_index=train,
        test_index=test,
        how=how,
        left_out=scaled.note,
        label=dataset.label,
        source=dataset.source,
        n_whole=len(train),
        n_test_whole=len(test),
    )


def train_tests(
    dataset: Dataset, seeds: int | Sequence[int], n_train: int | None = None, n_test: int | None = None
) -> list[TrainTest]:
    """The `train_test` of every seed, each with at most `n_train` and `n_test` points, drawn under the same seed.

    If the source prescribes a split, only that one is returned, with the first seed. An int n means range(n).
    """
    numbers = seed_numbers("seeds", seeds)[: None if dataset.split is None else 1]
    return [at_most(train_test(dataset, seed), n_train, n_test, seed) for seed in numbers]


def at_most(split: TrainTest, n_train: int | None, n_test: int | None, random_state: int = 0) -> TrainTest:
    """At most `n_train` training points and `n_test` test points of a split, drawn at random; None means all."""
    n, m = len(split.X_train), len(split.X_test)
    train = choose_rows(n, n if n_train is None else min(n_train, n), random_state)
    test = choose_rows(m, m if n_test is None else min(n_test, m), random_state)
    return replace(
        split,
        X_train=split.X_train[train],
        y_train=split.y_train[train],
        X_test=split.X_test[test],
        y_test=split.y_test[test],
        train_index=split.train_index[train],
        test_index=split.test_index[test],
    )


def two_classes(data: Dataset) -> Dataset:
    """The data, with several classes reduced to the first against the rest, as the label then says."""
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


def points_of(data: Dataset) -> Points:
    """All points of a dataset, unscaled, without targets."""
    return Points(data.X, data.label, data.n, source=data.source, content_hash=data.content_hash)


def some_points(points: Points, n_points: int, random_state: int = 0) -> Points:
    """`n_points` of the points, drawn by `choose_rows`; all, in order, if there are no more."""
    n, random_state = len(points), seed_number("random_state", random_state)
    rows = choose_rows(n, n_points, random_state) if n > n_points else slice(None)
    classes = None if points.classes is None else points.classes[rows]
    content = (points.content_hash, n_points, random_state)
    key = None if points.content_hash is None else content
    return replace(points, X=points.X[rows], content_hash=key, classes=classes)


def _group_split(dataset: Dataset, random_state: Seed, test_fraction: float) -> np.ndarray:
    if dataset.groups is None:
        raise Refusal(f"by_group must be False for {dataset.name}, which has no groups.")
    groups = np.unique(dataset.groups)
    if len(groups) < 2:
        raise Refusal(f"by_group needs at least 2 groups, got {len(groups)} in {dataset.name}.")
    n_test = min(max(round(len(groups) * test_fraction), 1), len(groups) - 1)
    return np.isin(dataset.groups, groups[choose_rows(len(groups), n_test, random_state)])


def _note(left_out: list[str]) -> str:
    if not left_out:
        return ""
    shown = listed(left_out) if len(left_out) == 1 else f"{len(left_out)} columns ({listed(left_out)})"
    return f"Left out, being constant: {shown}."
