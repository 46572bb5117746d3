"""The papers' sets: the declared tables, the real files where RFFVIZ_DATA is set, and what a check sees."""

import math
import os
from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import DATASETS, DatasetUnavailable, load, tables, train_test
from rffviz.datasets.fetching import read_npz, write_npz
from rffviz.datasets.tables import check_covtype, check_table

FOLDER = os.environ.get("RFFVIZ_DATA", "")
CONNECTIONS = ("kdd_cup_99", "kdd_cup_99_official")
PAPERS = [name for name, entry in DATASETS.items() if entry.kind == "paper"]


def needs(name):
    file = tables.TABLES[name].file
    here = bool(FOLDER) and os.path.isfile(os.path.join(FOLDER, file))
    return pytest.param(name, marks=pytest.mark.skipif(not here, reason=f"RFFVIZ_DATA names no folder with {file}"))


@pytest.mark.parametrize(
    ("name", "shape"),
    [  # Li et al. (2019), Table 1
        ("wine_quality", (4898, 11)),
        ("parkinsons", (5875, 16)),
        ("cpu", (8192, 21)),
        ("adult", (48842, 123)),
        ("covtype", (58101, 54)),
        ("mnist01", (14780, 784)),
    ],
)
def test_declared_sizes_are_table_1(name, shape):
    table = tables.TABLES[name]
    assert (table.n, len(table.columns)) == shape
    assert table.task == ("regression" if name in ("wine_quality", "parkinsons", "cpu") else "binary")


def test_declarations_agree_with_themselves():
    for table in tables.TABLES.values():
        assert not table.means or len(table.means) == len(table.columns)
        assert not table.split or sum(table.split) == table.n
        assert not table.counts or tuple(map(sum, table.counts)) == table.split
        assert len(set(table.columns)) == len(table.columns)
    assert len(tables.COVTYPE_COLUMNS) == 54 and len(tables.COVTYPE_MEANS) == 10


@pytest.mark.parametrize("name", [needs(name) for name in tables.TABLES if name not in ("covtype", *CONNECTIONS)])
def test_the_real_file_is_what_is_declared(name):
    entry, table = DATASETS[name], tables.TABLES[name]
    data = load(name, allow_download=False)
    assert data.X.shape == (table.n, len(table.columns)) and data.X.dtype == np.float64
    assert (data.task, data.label, data.name) == (table.task, entry.label, name)
    assert data.feature_names == table.columns
    assert data.source.endswith(f", read from {table.file} in the folder named by RFFVIZ_DATA.")
    assert entry.availability() == "RFFVIZ_DATA"
    raw = read_npz(os.path.join(FOLDER, table.file))
    np.testing.assert_array_equal(data.X, raw["X"])
    if data.task == "binary":
        assert data.y.dtype == np.int8 and len(data.class_names) == 2
    else:
        assert data.y.dtype == np.float64
    assert (data.split is None) == (table.split is None)


@pytest.mark.parametrize("name", [needs("wine_quality")])
def test_wine_facts(name):
    data = load(name)
    assert data.n - len(np.unique(data.X, axis=0)) == 937
    values, counts = np.unique(data.y, return_counts=True)
    assert dict(zip(values, counts, strict=True)) == {3: 20, 4: 163, 5: 1457, 6: 2198, 7: 880, 8: 175, 9: 5}
    parts = train_test(data)
    assert (len(parts.X_train), len(parts.X_test)) == (3265, 1633) and parts.X_train.shape[1] == 11


@pytest.mark.parametrize("name", [needs("parkinsons")])
def test_parkinsons_targets_and_patients(name):
    motor, total = load(name), load(name, target="total")
    assert motor.y.mean() == pytest.approx(21.296, abs=1e-3) and motor.target_name == "motor UPDRS"
    assert total.y.mean() == pytest.approx(29.019, abs=1e-3) and "total UPDRS" in total.source
    assert motor.content_hash != total.content_hash
    assert len(np.unique(motor.groups)) == 42
    parts = train_test(motor, by_group=True)
    assert len(np.unique(motor.groups[parts.test_index])) == 14
    # Motor UPDRS and not total has the spread that the paper's errors near 6.9 need.
    assert 6.9 < motor.y.std() < 8.5 < total.y.std()


@pytest.mark.parametrize("name", [needs("cpu")])
def test_every_row_of_the_2007_files_is_in_cpu(name):
    if not os.path.isfile(os.path.join(FOLDER, "cpu_rr2007.npz")):
        pytest.skip("RFFVIZ_DATA names no folder with cpu_rr2007.npz")
    whole, part = load(name), load("cpu_rr2007")
    rows = {row.tobytes() for row in np.column_stack([whole.X, whole.y])}
    assert all(row.tobytes() in rows for row in np.column_stack([part.X, part.y - 1]))
    assert np.bincount(part.split).tolist() == [6554, 819]


@pytest.mark.parametrize("name", [needs("adult")])
def test_adult_facts(name):
    data = load(name)
    assert np.bincount(data.split).tolist() == [32561, 16281]
    assert [(data.y[data.split == part] == 1).sum() for part in (0, 1)] == [7841, 3846]
    assert set(np.unique(data.X)) == {0.0, 1.0}
    assert data.X.sum(axis=1).max() == 14  # one column for each of the 14 answers


@pytest.mark.parametrize("name", [needs("mnist01")])
def test_mnist_facts(name):
    data = load(name)
    assert [(data.y[data.split == part] == label).sum() for part in (0, 1) for label in (-1, 1)] == [
        5923,
        6742,
        980,
        1135,
    ]
    assert data.y[:6].tolist() == [-1, 1, 1, 1, 1, -1]  # MNIST opens 5 0 4 1 9 2 1 3 1 4 … : 0 1 1 1 1 0
    centre = data.X[:, 14 * 28 + 14]
    assert centre[data.y == -1].mean() < 20 < 150 < centre[data.y == 1].mean()  # a zero is hollow
    assert (np.ptp(data.X, axis=0) == 0).sum() == 166


def regression_table():
    rng = np.random.default_rng(0)
    X = rng.uniform(1, 2, (50, 3)) * [1.0, 10.0, 100.0]
    arrays = {
        "X": X,
        "y": np.linspace(0.0, 4.0, 50),
        "split": np.repeat([0, 1], [40, 10]),
        "subject": np.arange(50) % 5,
        "feature_names": np.array(["a", "b", "c"]),
    }
    table = tables.TableFile(
        file="t.npz",
        n=50,
        columns=("a", "b", "c"),
        means=tuple(X.mean(axis=0)),
        ranges=(("y", 0.0, 4.0, 2.0),),
        split=(40, 10),
        groups=("subject", 5),
    )
    return table, arrays


REGRESSION_FAULTS = [
    (lambda a: a.pop("X"), "it holds no array X"),
    (lambda a: a.pop("subject"), "it holds no array subject"),
    (lambda a: a.update(X=a["X"][:-1]), r"X has shape \(49, 3\) where \(50, 3\) is declared"),
    (lambda a: a.update(X=a["X"].T), r"X has shape \(3, 50\)"),
    (lambda a: a.update(X=np.float64(3)), r"X has shape \(\)"),
    (lambda a: a.update(y=a["y"][:, None]), r"y has shape \(50, 1\) where \(50,\) is declared"),
    (lambda a: a.update(X=a["X"].astype(str)), "X is of type .* where numbers are declared"),
    (lambda a: a.update(X=a["X"] * np.where(np.arange(3) == 1, np.nan, 1)), "X holds values that are not"),
    (lambda a: a.update(X=a["X"][:, [1, 0, 2]]), r"column 0 \(a\) has mean 1.* where 1\."),
    (lambda a: a.update(X=a["X"] * [1, 1, 1.01]), r"column 2 \(c\) has mean"),
    (lambda a: a.update(feature_names=np.array(["a", "c", "b"])), "column 1 is named 'c' where 'b'"),
    (lambda a: a.update(feature_names=np.array(["a"])), "feature_names has 1 names where 3"),
    (lambda a: a.update(y=a["y"] + 1), "y goes from 1 to 5 with mean 3 where 0 to 4 with mean 2 is declared"),
    (lambda a: a.update(y=np.where(a["y"] > 3, 4.0, 0.0)), "y goes from 0 to 4 with mean"),
    (lambda a: a.update(split=a["split"] * 0), r"split has \(50, 0\) rows .* where \(40, 10\)"),
    (lambda a: a.update(subject=a["subject"] % 4), "subject has 4 values where 5 are declared"),
]


@pytest.mark.parametrize(("spoil", "message"), REGRESSION_FAULTS)
def test_the_check_says_what_differs(spoil, message):
    table, arrays = regression_table()
    check_table(table, arrays)
    spoil(arrays)
    with pytest.raises(ValueError, match=message):
        check_table(table, arrays)


def test_the_check_needs_no_names_but_reads_them_where_they_are():
    table, arrays = regression_table()
    del arrays["feature_names"]
    check_table(table, arrays)


def test_the_check_of_binary_columns_and_labels():
    X = (np.random.default_rng(0).uniform(size=(40, 6)) < [0.1, 0.2, 0.4, 0.5, 0.7, 0.9]).astype(np.uint8)
    arrays = {"X": X, "y": np.tile([-1, 1], 20), "split": np.repeat([0, 1], [30, 10])}
    table = tables.TableFile(
        file="t.npz",
        n=40,
        columns=tuple("abcdef"),
        weighted_sum=sum((j + 1) * int(X[i, j]) for i in range(40) for j in range(6)),
        counts=((15, 15), (5, 5)),
        split=(30, 10),
    )
    check_table(table, arrays)
    with pytest.raises(ValueError, match="so columns or values differ"):
        check_table(table, {**arrays, "X": X[:, ::-1]})
    with pytest.raises(ValueError, match="labels −1 and \\+1"):
        check_table(table, {**arrays, "y": (arrays["y"] + 1) // 2})
    with pytest.raises(ValueError, match="labels −1 and \\+1"):
        check_table(replace(table, counts=((15, 15), (4, 6))), arrays)


@pytest.fixture(scope="module")
def made_covtype():
    """58,101 rows with Covertype's columns: the published means and spreads, one area and one soil a row."""
    rng = np.random.default_rng(2)
    n = tables.COVTYPE_PAPER_ROWS
    numbers = rng.normal(tables.COVTYPE_MEANS, tables.COVTYPE_DEVIATIONS, (n, 10)).round()
    areas, soils = np.eye(4)[rng.integers(0, 4, n)], np.eye(40)[rng.integers(0, 39, n)]  # one soil is absent
    y = np.where(rng.uniform(size=n) < 0.3646, 1, -1)
    return {"X": np.hstack([numbers, areas, soils]).astype(np.int16), "y": y.astype(np.int8)}


@pytest.mark.slow
def test_covtype_from_a_sample_is_shuffled_nested_and_seeded(made_covtype, monkeypatch, tmp_path):
    monkeypatch.setenv("RFFVIZ_DATA", str(tmp_path))
    np.savez(tmp_path / "covtype.npz", **made_covtype)
    data = load("covtype", allow_download=False)
    assert data.X.shape == (58_101, 54) and data.task == "binary" and data.feature_names[53] == "Soil_Type40"
    assert "58101 shuffled rows (seed 0)" in data.source
    rows = np.random.default_rng(0).permutation(58_101)
    np.testing.assert_array_equal(data.X, made_covtype["X"][rows])
    np.testing.assert_array_equal(data.y, made_covtype["y"][rows])
    small = load("covtype", n_points=100, allow_download=False)
    np.testing.assert_array_equal(small.X, data.X[:100])
    assert small.content_hash != load("covtype", n_points=100, random_state=1).content_hash
    with pytest.raises(ValueError, match="n_points must be a whole number from 1 to 58101, got 60000"):
        load("covtype", n_points=60_000)
    parts = train_test(data)
    assert "Soil_Type40" in parts.note and parts.X_train.shape == (38_734, 53)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda a: a.update(X=a["X"][:-1]), r"X has shape \(58100, 54\) where \(581012, 54\) is declared"),
        (lambda a: a.update(X=np.float64(3)), r"X has shape \(\) where"),
        (lambda a: a.pop("y"), "it holds no array y"),
        (lambda a: a["X"].__setitem__((slice(None), [0, 5]), a["X"][:, [5, 0]]), r"column 0 \(Elevation\)"),
        (lambda a: a["X"].__setitem__((7, 12), 2), "the Wilderness_Area columns do not hold exactly one 1"),
        (lambda a: a["X"].__setitem__((7, slice(14, 54)), 0), "the Soil_Type columns do not hold exactly one 1"),
        (lambda a: a.update(y=a["y"] * 2), "y is not always −1 or \\+1"),
        (lambda a: a.update(y=-a["y"]), "of y is \\+1 where 0.3646 is declared"),
        (lambda a: a.update(feature_names=np.array(["Aspect"])), "column 0 is named 'Aspect'"),
    ],
)
def test_the_check_of_covtype_says_what_differs(made_covtype, spoil, message):
    arrays = {key: array.copy() for key, array in made_covtype.items()}
    spoil(arrays)
    with pytest.raises(ValueError, match=message):
        check_covtype(arrays)


@pytest.mark.release
def test_covtype_in_full_is_held_to_the_exact_count(made_covtype):
    repeats = math.ceil(tables.COVTYPE_ROWS / tables.COVTYPE_PAPER_ROWS)
    X = np.tile(made_covtype["X"], (repeats, 1))[: tables.COVTYPE_ROWS]
    # Bring the sampled means to the published ones.
    X = X.astype(np.float32)
    X[:, :10] += np.array(tables.COVTYPE_MEANS) - X[:, :10].mean(axis=0, dtype=np.float64)
    y = np.where(np.arange(tables.COVTYPE_ROWS) < tables.COVTYPE_TYPE_1, 1, -1).astype(np.int8)
    check_covtype({"X": X, "y": y})
    y[0] = -1
    with pytest.raises(ValueError, match="is declared"):
        check_covtype({"X": X, "y": y})


@pytest.mark.parametrize("name", [name for name in PAPERS if name != "kdd_cup_99_official"])
def test_a_file_of_another_shape_in_rffviz_data_is_named(monkeypatch, tmp_path, name):
    file = tables.TABLES[name].file
    write_npz(tmp_path / file, {key: np.zeros((10, 11)) for key in ("X", "y", "y_motor", "split", "subject")})
    monkeypatch.setenv("RFFVIZ_DATA", str(tmp_path))
    with pytest.raises(DatasetUnavailable, match=rf"{name} cannot be read from {file} .* has shape \(10, 11\)"):
        load(name)


def test_one_changed_value_or_a_reversed_column_is_told():
    """Neither moves a mean by much, or at all."""
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((12_000, 3)), rng.standard_normal(12_000)
    span = (("y", y.min(), y.max(), y.mean()),)
    table = tables.TableFile(file="t.npz", n=12_000, columns=("a", "b", "c"), means=tuple(X.mean(axis=0)), ranges=span)
    good = {"X": X, "y": y}
    assert check_table(table, good) == "of which no digest is known"
    table = replace(table, digest=tables.table_digest(table, good))
    assert check_table(table, {"X": np.asfortranarray(X), "y": y.astype(">f8"), "more": y}) is None
    changed, reversed_ = X.copy(), X.copy()
    changed[11_999, 2] += 1e-12
    reversed_[:, 1] = X[::-1, 1]
    for other in (changed, reversed_):
        assert check_table(table, {"X": other, "y": y}).startswith("whose values are not all those known here (digest ")
    assert len({each.digest for each in tables.TABLES.values()}) == len(tables.TABLES)


@pytest.mark.parametrize("name", [needs("covtype")])
def test_the_whole_of_covtype_has_the_known_digest(name):
    assert load(name).source.endswith("in the folder named by RFFVIZ_DATA.")
