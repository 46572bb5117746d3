"""The six benchmark sets of Li, Zhang, Wang and Kumar (2019), Table 1, and two of Rahimi and Recht's (2007).

Data from any source are compared with their declaration in `tables` before use.

- `wine_quality`: 937 rows repeat an earlier one, as in the source. Cortez, Cerdeira, Almeida, Matos and Reis (2009),
  Decision Support Systems 47; UCI 186.
- `cpu`: DELVE's comp-activ, "cpu_act". `cpu_rr2007` is a part of its rows with the target usr + 1.
- `adult`: LIBSVM's a9a, made by Platt (1998) from UCI Adult; +1 is an income above 50,000 dollars.
- `mnist01`: grey values 0–255 of the MNIST database; digit 0 is −1, digit 1 is +1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

import numpy as np

from rffviz.datasets import tables
from rffviz.datasets.downloads import Progress
from rffviz.datasets.fetching import Arrays, locate, obtain
from rffviz.datasets.prepare import choose_rows
from rffviz.datasets.record import Dataset, DatasetEntry
from rffviz.datasets.sources import PUBLISHED_FILES, SOURCES
from rffviz.foundation.validation import one_of, seed_number, whole_number


def _published(name: str, progress: Progress | None = None, allow_download: bool = True) -> Dataset:
    """A table as it is published."""
    arrays, where = _arrays(name, progress, allow_download)
    return _dataset(name, where, arrays["X"], arrays["y"], split=arrays["split"] if tables.TABLES[name].split else None)


def _parkinsons(target: str = "motor", progress: Progress | None = None, allow_download: bool = True) -> Dataset:
    """Sixteen voice measures and a UPDRS score; `groups` holds the 42 patients.

    `target` is "motor" (it reproduces the papers' numbers) or "total". A random split puts recordings of the same
    patient on both sides. Tsanas, Little, McSharry and Ramig (2009), IEEE Trans. Biomedical Engineering 57; UCI 189.
    """
    one_of("target", target, ("motor", "total"))
    arrays, where = _arrays("parkinsons", progress, allow_download)
    y, score = arrays["y_motor" if target == "motor" else "y"], f"{target} UPDRS"
    return _dataset("parkinsons", f"{score}, {where}", arrays["X"], y, target_name=score, groups=arrays["subject"])


def _covtype(
    n_points: int = tables.COVTYPE_PAPER_ROWS,
    random_state: int = 0,
    progress: Progress | None = None,
    allow_download: bool = True,
) -> Dataset:
    """Forest cover of type 1 (+1, spruce and fir) against the rest (−1).

    The paper uses 58,101 of 581,012 rows and does not say which. Here they are the first `n_points` of a permutation
    drawn with `numpy.random.default_rng(random_state)`: rows are shuffled (the source is ordered by location), and a
    larger number extends a smaller one. Blackard and Dean (1999), Computers and Electronics in Agriculture 24; UCI 31.

    The folder named by RFFVIZ_DATA may hold `covtype.npz` (X and y of −1/+1) with all rows or with 58,101.
    """
    n_points = whole_number("n_points", n_points, low=1, high=tables.COVTYPE_ROWS)
    random_state = seed_number("random_state", random_state)
    arrays, where = _arrays("covtype", progress, allow_download)
    rows = choose_rows(len(arrays["X"]), n_points, random_state)
    where = f"{n_points} shuffled rows (seed {random_state}), {where}"
    return _dataset("covtype", where, arrays["X"][rows], arrays["y"][rows])


def _kdd(
    n_points: int = tables.KDD_ROWS // 10,
    random_state: int = 0,
    progress: Progress | None = None,
    allow_download: bool = True,
) -> Dataset:
    """Network connections, attack (+1) or normal (−1), of the file that holds a tenth of KDD Cup 1999.

    Three categorical columns become 84 one-hot columns, which makes 122 inputs; Rahimi and Recht have 127, and all
    4,900,000 rows. Rows are drawn as for Covertype, since the source is ordered by time. Stolfo, Fan, Lee, Prodromidis
    and Chan (2000), DISCEX; UCI KDD archive.
    """
    n_points = whole_number("n_points", n_points, low=1, high=tables.KDD_ROWS)
    random_state = seed_number("random_state", random_state)
    arrays, where = _arrays("kdd_cup_99", progress, allow_download)
    rows = choose_rows(len(arrays["X"]), n_points, random_state)
    where = f"{n_points} shuffled rows (seed {random_state}), {where}"
    X, names = _with_indicators(arrays["X"][rows])
    return _dataset("kdd_cup_99", where, X, arrays["y"][rows], feature_names=names)


def _kdd_official(
    n_points: int = (tables.KDD_ROWS + tables.KDD_TEST_ROWS) // 10,
    random_state: int = 0,
    progress: Progress | None = None,
    allow_download: bool = True,
) -> Dataset:
    """The same for training, and the official labelled test file, `corrected.gz`, as the test part.

    The test file has attack types that are absent from the training data, and two rows with a service, icmp, that is
    absent, too: all its indicators are 0. scikit-learn fetches only the training rows: the folder named by RFFVIZ_DATA,
    or the user's cache, must hold the test file.
    """
    n_all = tables.KDD_ROWS + tables.KDD_TEST_ROWS
    n_points = whole_number("n_points", n_points, low=1, high=n_all)
    random_state = seed_number("random_state", random_state)
    test, where_test = _arrays("kdd_cup_99_official", progress, allow_download)
    train, where = _arrays("kdd_cup_99", progress, allow_download)
    rows = choose_rows(n_all, n_points, random_state)
    X, names = _with_indicators(np.concatenate([train["X"], test["X"]])[rows])
    y = np.concatenate([train["y"], test["y"]])[rows]
    where = f"{n_points} shuffled rows (seed {random_state}), training rows {where}, test rows {where_test}"
    split = (rows >= tables.KDD_ROWS).astype(np.uint8)
    return _dataset("kdd_cup_99_official", where, X, y, split=split, feature_names=names)


def _with_indicators(X: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """The inputs of connections with one-hot columns, and the names of all columns."""
    columns, names = [], []
    for column, name in zip(X.T, tables.KDD_COLUMNS, strict=True):
        words = tables.KDD_WORDS.get(name)
        columns.append(column[:, None] if words is None else column[:, None] == np.arange(len(words)))
        names += [name] if words is None else [f"{name}={word}" for word in words]
    return np.hstack(columns), tuple(names)


def _arrays(name: str, progress: Progress | None, allow_download: bool) -> tuple[Arrays, str]:
    table = tables.TABLES[name]
    # bound methods of one table compare equal, partials do not: `obtain` caches by the check
    own = {
        "covtype": tables.check_covtype,
        "kdd_cup_99": tables.check_kdd,
        "kdd_cup_99_official": tables.check_kdd_test,
    }
    check = own.get(name) or MethodType(tables.check_table, table)
    return obtain(name, table.file, check, SOURCES.get(name, ()), progress, allow_download, PUBLISHED_FILES.get(name))


def _dataset(name: str, where: str, X: np.ndarray, y: np.ndarray, **more: Any) -> Dataset:
    table = tables.TABLES[name]
    return Dataset(
        name=name,
        label=table.label,
        X=X,
        y=y,
        task=table.task,
        source=f"{table.source}, {where}.",
        class_names=table.class_names,
        **{"target_name": table.target_name, "feature_names": table.columns} | more,
    )


def _entry(name: str) -> DatasetEntry:
    table = tables.TABLES[name]
    own: dict[str, Callable[..., Dataset]] = {
        "parkinsons": _parkinsons,
        "covtype": _covtype,
        "kdd_cup_99": _kdd,
        "kdd_cup_99_official": _kdd_official,
    }
    files = ("kdd_cup_99_official", "kdd_cup_99") if name == "kdd_cup_99_official" else (name,)
    return DatasetEntry(
        name, table.label, "paper", own.get(name) or partial(_published, name), partial(_availability, files)
    )


def _availability(names: tuple[str, ...]) -> str:
    """Where the files are; for several, the slowest location."""
    places = [locate(tables.TABLES[name].file, name in SOURCES, PUBLISHED_FILES.get(name)) for name in names]
    return max(places, key=("RFFVIZ_DATA", "cache", "memory", "download", "missing").index)


PAPERS = tuple(_entry(name) for name in tables.TABLES)
