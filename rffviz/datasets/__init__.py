"""Datasets by name: toys, functions, scikit-learn's own, and the papers' benchmark sets.

    from rffviz.datasets import load
    wine = load("wine_quality")        # wine.X, wine.y, wine.task, wine.split, wine.source

A new dataset is one function that returns a `Dataset` and one line of `DATASETS`.
"""

from __future__ import annotations

from functools import partial

from rffviz.datasets import toys
from rffviz.datasets.bundled import BUNDLED
from rffviz.datasets.fetching import cache_folder, data_folder
from rffviz.datasets.functions import noisy_function, truth
from rffviz.datasets.papers import PAPERS
from rffviz.datasets.points import Points
from rffviz.datasets.prepare import (
    Standardized,
    TrainTest,
    choose_rows,
    standardize,
    train_test,
)
from rffviz.datasets.record import Dataset, DatasetEntry, DatasetUnavailable
from rffviz.validation import Refusal, flag, one_of

__all__ = [
    "DATASETS",
    "Dataset",
    "DatasetEntry",
    "DatasetUnavailable",
    "Points",
    "Standardized",
    "TrainTest",
    "cache_folder",
    "choose_rows",
    "data_folder",
    "load",
    "standardize",
    "train_test",
    "truth",
]


def _toy(loader, label, description):
    return DatasetEntry(loader.__name__, label, "toy2d", "binary", 400, 2, description, loader)


def _function(name, label, description):
    loader = partial(noisy_function, name, label)
    return DatasetEntry(name, label, "function1d", "regression", 60, 1, description, loader)


_ENTRIES = (
    _toy(toys.moons, "Two moons", "Two half circles that interlock."),
    _toy(toys.rings, "Two rings", "A ring within a ring: no straight line separates them."),
    _toy(toys.spiral, "Two-armed spiral", "Two arms wound about each other, one class each."),
    _toy(toys.blobs, "Four blobs", "Four round clusters; opposite corners share a class."),
    _toy(toys.checkerboard, "Checkerboard", "Sixteen unit squares in alternating colours."),
    _toy(toys.stripe, "Stripe along an axis", "A Gaussian ten times as long as it is thick, along the first axis."),
    _toy(toys.tilted, "Tilted stripe", "The same stripe turned by 30 degrees."),
    _function("sine", "Sine", "sin(2x): smooth throughout."),
    _function("step", "Step", "A jump from −1 to +1 at 0."),
    _function("sinc", "Sinc", "sin(πx)/(πx), whose frequencies stop sharply at π."),
    _function("doppler", "Doppler", "A wave whose frequency grows without limit towards the left."),
    _function("bumps", "Bumps", "Eleven sharp peaks of different widths."),
    *BUNDLED,
    *PAPERS,
)

DATASETS: dict[str, DatasetEntry] = {entry.name: entry for entry in _ENTRIES}


def load(name: str, *, progress=None, allow_download: bool = True, **options) -> Dataset:
    """Load a dataset by name.

    Parameters
    ----------
    name : str
        A key of `DATASETS`.
    progress : callable, optional
        Called as progress(sentence, fraction) while a table is fetched; fraction is None where unknown.
    allow_download : bool, default True
        Where False, nothing is requested from outside: a table that is neither in the folder named by RFFVIZ_DATA nor
        in the user's cache raises `DatasetUnavailable`.
    **options
        `DATASETS[name].options` lists what the dataset takes, with defaults: n_points, noise and random_state for toys
        and functions, target for parkinsons, n_points and random_state for covtype.

    Returns
    -------
    Dataset

    Raises
    ------
    DatasetUnavailable
        A ValueError: the data are not on this machine and could not, or may not, be fetched; or they differ from what
        is declared.
    ValueError
        For an unknown name or option, or an option out of range.
    """
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
