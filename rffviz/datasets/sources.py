"""The public sources of the papers' datasets: how each is downloaded, and how its format is parsed.

A `parse_*` function turns a source's bytes or arrays into the layout of the .npz files (X, y, feature_names and, if the
table has them, split, y_motor, subject), without network access or knowledge of declared sizes. A `fetch_*` function
downloads the bytes and calls it.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn import datasets as sklearn_datasets

from rffviz.datasets import tables
from rffviz.datasets.downloads import Progress, download, gunzip, short_timeouts, unzip_member
from rffviz.datasets.fetching import Arrays, Download, Reader, read_gzipped
from rffviz.datasets.tables import (
    ADULT_COLUMNS,
    COVTYPE_COLUMNS,
    CPU_COLUMNS,
    KDD_COLUMNS,
    KDD_TEST_SERVICE,
    KDD_WORDS,
    MNIST_COLUMNS,
    PARKINSONS_COLUMNS,
    WINE_COLUMNS,
)
from rffviz.foundation.validation import Refusal

UCI = "https://archive.ics.uci.edu/static/public/"
LIBSVM = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/"

MNIST_TRAIN_ROWS = 60_000
_LONGEST_CONNECTION = 1000  # characters of a line of KDD Cup 1999


def parse_csv(text: bytes, delimiter: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Column names and numbers of a table with one header line."""
    lines = text.decode("utf-8-sig").splitlines()
    if len(lines) < 2:
        raise Refusal("the table has no rows")
    names = tuple(name.strip().strip('"') for name in lines[0].split(delimiter))
    return names, np.loadtxt(lines[1:], delimiter=delimiter, ndmin=2)


def pick(names: tuple[str, ...], table: np.ndarray, wanted: tuple[str, ...]) -> np.ndarray:
    """The `wanted` columns of a table, in that order, ignoring case and punctuation of names."""
    places = {_plain(name): place for place, name in enumerate(names)}
    missing = [name for name in wanted if _plain(name) not in places]
    if missing:
        raise Refusal(f"the table has no column {', '.join(missing)}")
    return np.asarray(table)[:, [places[_plain(name)] for name in wanted]].astype(np.float64)


def parse_wine(names: tuple[str, ...], table: np.ndarray) -> Arrays:
    """White wines with their quality as a number."""
    return _regression(names, table, WINE_COLUMNS, "quality")


def parse_a9a(train: bytes, test: bytes) -> Arrays:
    """Two LIBSVM files of 123 binary columns, stacked, train first."""
    parts = [
        sklearn_datasets.load_svmlight_file(io.BytesIO(part), n_features=len(ADULT_COLUMNS)) for part in (train, test)
    ]
    return {
        "X": np.vstack([X.toarray() for X, _ in parts]).astype(np.uint8),
        "y": np.concatenate([y for _, y in parts]).astype(np.int8),
        "split": np.repeat([0, 1], [len(y) for _, y in parts]).astype(np.uint8),
        "feature_names": np.array(ADULT_COLUMNS),
    }


def parse_mnist(X: np.ndarray, digit: np.ndarray, n_train: int = MNIST_TRAIN_ROWS) -> Arrays:
    """The digits 0 (−1) and 1 (+1), in the source's order; rows from `n_train` on are the test part."""
    digit = np.asarray(digit).astype(str)
    rows = np.flatnonzero((digit == "0") | (digit == "1"))
    return {
        "X": np.asarray(X)[rows].astype(np.uint8),
        "y": np.where(digit[rows] == "0", -1, 1).astype(np.int8),
        "split": (rows >= n_train).astype(np.uint8),
        "feature_names": np.array(MNIST_COLUMNS),
    }


def parse_covtype(X: np.ndarray, cover_type: np.ndarray) -> Arrays:
    """Type 1 (spruce and fir) is +1, the other six are −1; every input is a small integer."""
    X, cover_type = np.asarray(X), np.asarray(cover_type)
    if not np.isin(cover_type, range(1, 8)).all():
        raise Refusal("the cover type is not always a number from 1 to 7")
    return {
        "X": X.astype(np.int16),
        "y": np.where(cover_type == 1, 1, -1).astype(np.int8),
        "feature_names": np.array(COVTYPE_COLUMNS),
    }


def parse_kdd(X: np.ndarray, label: np.ndarray) -> Arrays:
    """Connections, +1 for attacks; categories become their index in `tables.KDD_WORDS`."""
    X = np.asarray(X, dtype=object)
    numbers = np.empty(X.shape)
    for place, name in enumerate(KDD_COLUMNS):
        column = X[:, place]
        if name in KDD_WORDS:
            places = {word: number for number, word in enumerate(KDD_WORDS[name])}
            words = [_word(value) for value in column]
            if unknown := sorted(set(words) - set(places)):
                raise Refusal(f"{name} has the unknown word {unknown[0]!r}")
            numbers[:, place] = [places[word] for word in words]
        else:
            numbers[:, place] = column.astype(np.float64)
    y = np.where([_word(value).rstrip(".") == "normal" for value in label], -1, 1).astype(np.int8)
    return {"X": numbers, "y": y, "feature_names": np.array(KDD_COLUMNS)}


def parse_kdd_lines(content: bytes, max_rows: int) -> Arrays:
    """The published file: lines of 41 inputs and a label, without a header; encoded as in `parse_kdd`."""
    if content.count(b"\n") > max_rows + 1:
        raise Refusal(f"it has more than {max_rows:,} lines")
    lines = content.decode("ascii").splitlines()
    if not lines or max(map(len, lines)) > _LONGEST_CONNECTION:
        raise Refusal(f"it has no lines, or one of more than {_LONGEST_CONNECTION} characters")
    converters: dict[int | str, Callable[..., float]] = {
        len(KDD_COLUMNS): lambda word: -1.0 if word.rstrip(".") == "normal" else 1.0
    }
    for name, words in (KDD_WORDS | {"service": (*KDD_WORDS["service"], KDD_TEST_SERVICE)}).items():
        numbers = {word: float(number) for number, word in enumerate(words)}
        converters[KDD_COLUMNS.index(name)] = lambda word, numbers=numbers: numbers.get(word, -1.0)  # -1: refused
    table = np.loadtxt(lines, delimiter=",", converters=converters, ndmin=2)
    if table.shape[1] != len(KDD_COLUMNS) + 1:
        raise Refusal(f"it has {table.shape[1]} columns where {len(KDD_COLUMNS) + 1} are declared")
    return {"X": table[:, :-1], "y": table[:, -1].astype(np.int8), "feature_names": np.array(KDD_COLUMNS)}


def read_kdd(path: Path) -> Arrays:
    """The file of a tenth of KDD Cup 1999 as published, `kddcup.data_10_percent.gz`."""
    return read_gzipped(path, partial(parse_kdd_lines, max_rows=tables.KDD_ROWS))


def read_kdd_test(path: Path) -> Arrays:
    """Its official labelled test file as published, `corrected.gz`."""
    return read_gzipped(path, partial(parse_kdd_lines, max_rows=tables.KDD_TEST_ROWS))


PUBLISHED_FILES: dict[str, dict[str, Reader]] = {
    "kdd_cup_99": {"kddcup.data_10_percent.gz": read_kdd},
    "kdd_cup_99_official": {"corrected.gz": read_kdd_test},
}


def fetch_wine_uci(progress: Progress) -> Arrays:
    """UCI Wine Quality, the white wines' file."""
    archive = download(UCI + "186/wine+quality.zip", progress, "Wine Quality from UCI")
    return parse_wine(*parse_csv(unzip_member(archive, "winequality-white.csv"), ";"))


def fetch_wine_openml(progress: Progress) -> Arrays:
    """OpenML 44971, where quality is a number (in 40498 it is recoded as classes)."""
    return parse_wine(*_openml_table(44971, progress, "white_wine from OpenML"))


def fetch_parkinsons_uci(progress: Progress) -> Arrays:
    """UCI Parkinsons Telemonitoring: voice, both UPDRS scores and the patient; age, sex and time are not inputs."""
    archive = download(UCI + "189/parkinsons+telemonitoring.zip", progress, "Parkinsons Telemonitoring from UCI")
    names, table = parse_csv(unzip_member(archive, "parkinsons_updrs.data"), ",")
    motor, subject = pick(names, table, ("motor_UPDRS", "subject#")).T
    arrays = _regression(names, table, PARKINSONS_COLUMNS, "total_UPDRS")
    return arrays | {"y_motor": motor, "subject": subject.astype(np.uint8)}


def fetch_cpu_openml(progress: Progress) -> Arrays:
    """OpenML 197, cpu_act version 1: twenty-one system counters and the share of time in user mode."""
    return _regression(*_openml_table(197, progress, "cpu_act from OpenML"), CPU_COLUMNS, "usr")


def fetch_adult_libsvm(progress: Progress) -> Arrays:
    """LIBSVM's a9a and its test part."""
    train = download(LIBSVM + "a9a", progress, "a9a from LIBSVM, the training part")
    return parse_a9a(train, download(LIBSVM + "a9a.t", progress, "a9a from LIBSVM, the test part"))


def fetch_mnist_openml(progress: Progress) -> Arrays:
    """OpenML 554, mnist_784, of which two digits are used."""
    progress("Fetching mnist_784 from OpenML, all ten digits; this can take minutes.", None)
    bunch = _openml(554, "default-target")
    return parse_mnist(bunch.data, bunch.target)


def fetch_covtype_sklearn(progress: Progress) -> Arrays:
    """The full set by scikit-learn's own fetcher."""
    progress("Fetching Covertype through scikit-learn; this can take minutes.", None)
    with short_timeouts(), tempfile.TemporaryDirectory() as folder:
        bunch = sklearn_datasets.fetch_covtype(data_home=folder, n_retries=0)
    return parse_covtype(bunch.data, bunch.target)


def fetch_covtype_uci(progress: Progress) -> Arrays:
    """The full set from UCI."""
    archive = download(UCI + "31/covertype.zip", progress, "Covertype from UCI")
    progress("Reading Covertype.", None)
    lines = gunzip(unzip_member(archive, "covtype.data.gz")).decode("ascii").splitlines()
    table = np.loadtxt(lines, delimiter=",", dtype=np.int16, ndmin=2)
    return parse_covtype(table[:, :-1], table[:, -1])


def fetch_kdd_sklearn(progress: Progress) -> Arrays:
    """The file of a tenth of the rows by scikit-learn's own fetcher."""
    progress("Fetching KDD Cup 1999 through scikit-learn; this can take minutes.", None)
    with short_timeouts(), tempfile.TemporaryDirectory() as folder:
        bunch = sklearn_datasets.fetch_kddcup99(data_home=folder, percent10=True, n_retries=0)
    return parse_kdd(bunch.data, bunch.target)


_UCI_HOST, _LIBSVM_HOST = "archive.ics.uci.edu", "www.csie.ntu.edu.tw"
_OPENML_HOST, _FIGSHARE_HOST = "www.openml.org", "ndownloader.figshare.com"  # as scikit-learn has them
SOURCES: dict[str, tuple[Download, ...]] = {
    "wine_quality": (
        Download("UCI", fetch_wine_uci, _UCI_HOST),
        Download("OpenML", fetch_wine_openml, _OPENML_HOST),
    ),
    "parkinsons": (Download("UCI", fetch_parkinsons_uci, _UCI_HOST),),
    "cpu": (Download("OpenML", fetch_cpu_openml, _OPENML_HOST),),
    "adult": (Download("LIBSVM", fetch_adult_libsvm, _LIBSVM_HOST),),
    "mnist01": (Download("OpenML", fetch_mnist_openml, _OPENML_HOST),),
    "kdd_cup_99": (Download("scikit-learn", fetch_kdd_sklearn, _FIGSHARE_HOST),),
    "covtype": (
        Download("scikit-learn", fetch_covtype_sklearn, _FIGSHARE_HOST),
        Download("UCI", fetch_covtype_uci, _UCI_HOST),
    ),
}


def _openml(data_id: int, target_column: str | None) -> Any:
    # A temporary folder, since the user's cache stores the checked table and not the raw one.
    with short_timeouts(), tempfile.TemporaryDirectory() as folder:
        try:
            return sklearn_datasets.fetch_openml(
                data_id=data_id, data_home=folder, target_column=target_column, as_frame=False, n_retries=0
            )
        except OSError:
            raise
        except Exception as problem:  # its ARFF reader raises exceptions without a public class
            raise Refusal(f"the answer cannot be read ({problem})") from problem


def _openml_table(data_id: int, progress: Progress, what: str) -> tuple[tuple[str, ...], np.ndarray]:
    progress(f"Fetching {what}.", None)
    bunch = _openml(data_id, None)
    return tuple(bunch.feature_names), bunch.data


def _regression(names: tuple[str, ...], table: np.ndarray, columns: tuple[str, ...], target: str) -> Arrays:
    y = pick(names, table, (target,))[:, 0]
    return {"X": pick(names, table, columns), "y": y, "feature_names": np.array(columns)}


def _word(value: object) -> str:
    return value.decode("ascii") if isinstance(value, bytes) else str(value)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", str(name).lower())
