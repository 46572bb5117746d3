"""Datasets by name: toys, functions, those bundled with scikit-learn, and the papers' benchmark sets.

    from rffviz.datasets import load
    wine = load("wine_quality")        # wine.X, wine.y, wine.task, wine.split, wine.source

A new dataset is one function that returns a `Dataset` and one entry of the list in its file.
"""

from __future__ import annotations

import os
from typing import Any

from rffviz.datasets.bundled import BUNDLED
from rffviz.datasets.downloads import Progress
from rffviz.datasets.drawn import line_dataset, plane_dataset
from rffviz.datasets.files import read_file
from rffviz.datasets.functions import FUNCTIONS
from rffviz.datasets.papers import PAPERS
from rffviz.datasets.points import Points, normal_points
from rffviz.datasets.prepare import (
    Standardized,
    TrainTest,
    at_most,
    choose_rows,
    points_of,
    some_points,
    standardize,
    train_test,
    train_tests,
    two_classes,
)
from rffviz.datasets.record import Dataset, DatasetEntry, DatasetUnavailable
from rffviz.datasets.toys import TOYS
from rffviz.foundation.validation import Refusal, flag, one_of

__all__ = [
    "DATASETS",
    "Dataset",
    "DatasetUnavailable",
    "Points",
    "Standardized",
    "TrainTest",
    "at_most",
    "choose_rows",
    "line_dataset",
    "load",
    "normal_points",
    "plane_dataset",
    "points_of",
    "read_file",
    "some_points",
    "standardize",
    "train_test",
    "train_tests",
    "two_classes",
]


DATASETS: dict[str, DatasetEntry] = {entry.name: entry for entry in (*TOYS, *FUNCTIONS, *BUNDLED, *PAPERS)}


def load(name: str, *, progress: Progress | None = None, allow_download: bool = True, **options: Any) -> Dataset:
    """Load a dataset by name.

    Parameters
    ----------
    name : str
        A key of `DATASETS`.
    progress : callable, optional
        Called as progress(sentence, fraction) while a table is fetched; fraction is None where unknown.
    allow_download : bool, default True
        If False, no network is used: a table that is neither in the folder named by RFFVIZ_DATA nor in the user's cache
        raises `DatasetUnavailable`.
    **options
        `DATASETS[name].options` lists what the dataset takes, with defaults: n_points, noise and random_state for toys
        and functions, target for parkinsons, n_points and random_state for covtype and the two of KDD Cup 1999.

    Returns
    -------
    Dataset

    Raises
    ------
    DatasetUnavailable
        A ValueError: the data are not on this machine and could not, or may not, be downloaded; or they differ from the
        declared table.
    ValueError
        For an unknown name or option, or an option out of range.

    Examples
    --------
    >>> from rffviz.datasets import load
    >>> iris = load("iris")
    >>> iris.X.shape, iris.task
    ((150, 4), 'multiclass')
    """
    if isinstance(name, os.PathLike) or (isinstance(name, str) and "." in name):
        raise Refusal(f"name must be a dataset's, got {str(name)!r}: rffviz.datasets.read_file reads a file.")
    entry = DATASETS[one_of("name", name, DATASETS)]
    if progress is not None and not callable(progress):
        raise Refusal(f"progress must be a callable or None, got {progress!r}.")
    flag("allow_download", allow_download)
    known = entry.options
    for option in options:
        if option not in known:
            takes = f"takes {', '.join(known)}" if known else "takes none"
            raise Refusal(f"options must be ones that {name} takes, got {option!r}; {name} {takes}.")
    if entry.kind == "paper":
        return entry.loader(**options, progress=progress, allow_download=allow_download)
    return entry.loader(**options)
