"""The registry, the record, and `load` itself."""

import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

from rffviz import Gaussian, RandomFourierFeatures, relative_error
from rffviz.datasets import DATASETS, Dataset, load

BUILT_IN = [name for name, entry in DATASETS.items() if entry.kind != "paper"]
NAMES = (
    "moons rings spiral blobs checkerboard stripe tilted sine step sinc doppler bumps iris wine_cultivars "
    "breast_cancer diabetes digits wine_quality parkinsons cpu cpu_rr2007 adult covtype kdd_cup_99 kdd_cup_99_official "
    "mnist01"
).split()


def record(**changes):
    fields = dict(name="r", label="R", X=[[0.0, 1.0], [2.0, 3.0]], y=[1, -1], task="binary", source="Made for a test.")
    return Dataset(**{**fields, **changes})


def test_the_registry_holds_the_public_names():
    assert list(DATASETS) == NAMES
    assert all(name == entry.name for name, entry in DATASETS.items())


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_an_entry_declares_is_what_load_gives(name):
    entry, data = DATASETS[name], load(name)
    assert (data.label, data.name) == (entry.label, name) and data.X.dtype == np.float64
    n_drawn = entry.options.get("n_points")
    assert n_drawn is None or data.X.shape == (n_drawn, 2 if entry.kind == "toy2d" else 1)
    assert data.y.dtype == (np.float64 if data.task == "regression" else np.int8)
    assert len(data.feature_names) == data.d and all(data.feature_names)
    assert len(data.class_names) == (0 if data.task == "regression" else len(np.unique(data.y)))
    assert entry.availability() == "built in"
    assert (data.truth is not None) == (entry.kind == "function1d")


@pytest.mark.parametrize("name", BUILT_IN)
def test_sources_are_sentences(name):
    assert re.fullmatch(r"\S.*\.", load(name).source)


@pytest.mark.parametrize(
    ("name", "shape", "counts"),
    [
        ("iris", (150, 4), [50, 50, 50]),
        ("wine_cultivars", (178, 13), [59, 71, 48]),
        ("breast_cancer", (569, 30), [212, 357]),
        ("digits", (1797, 64), [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]),
    ],
)
def test_bundled_classes_have_the_published_counts(name, shape, counts):
    data = load(name)
    assert data.X.shape == shape
    assert np.unique(data.y, return_counts=True)[1].tolist() == counts


def test_bundled_facts():
    assert load("breast_cancer").class_names == ("malignant", "benign")  # 212 malignant: label −1
    diabetes = load("diabetes")
    assert diabetes.X.shape == (442, 10)
    assert diabetes.y.min() == 25 and diabetes.y.max() == 346
    assert diabetes.X[:, 0].min() == 19  # ages in years: the columns are not scaled
    assert (np.ptp(load("digits").X, axis=0) == 0).sum() == 3


def test_arrays_are_read_only_copies_and_stay_so_through_pickle():
    X, y = np.zeros((3, 2)), np.array([1.0, 2.0, 3.0])
    data = record(X=X, y=y, task="regression", groups=[0, 0, 1], split=[0, 1, 0])
    for copy in (data, pickle.loads(pickle.dumps(data)), pickle.loads(pickle.dumps(load("sine")))):
        for array in (copy.X, copy.y, copy.split, copy.groups):
            if array is not None:
                with pytest.raises(ValueError, match="read-only"):
                    array[0] = 7
    X[0, 0] = y[0] = 9
    assert data.X[0, 0] == 0 and data.y[0] == 1
    assert (data.split.dtype, data.groups.dtype) == (np.uint8, np.int64)


def test_content_hash_follows_the_contents_and_nothing_else():
    data = load("moons")
    assert re.fullmatch("[0-9a-f]{16}", data.content_hash)
    assert data.content_hash == load("moons").content_hash
    assert data.content_hash != load("moons", random_state=1).content_hash
    plain = record()
    assert plain.content_hash == record(name="other", source="Elsewhere.").content_hash
    assert plain.content_hash == pickle.loads(pickle.dumps(plain)).content_hash
    changed = [
        record(y=[-1, 1]),
        record(X=[[0.0, 1.0], [3.0, 2.0]]),
        record(split=[0, 1]),
        record(groups=[0, 1]),
        record(task="regression"),
        record(X=[[0.0], [1.0]]),
    ]
    assert len({plain.content_hash, *(other.content_hash for other in changed)}) == 7


def test_content_hash_is_the_same_on_every_machine():
    assert record().content_hash == "319a9b716fe39b44"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"X": [[0.0, np.nan], [1.0, 2.0]]}, "X must be finite, got nan in row 0, column 1"),
        ({"X": [1.0, 2.0]}, r"X must have shape \(points, dimensions\)"),
        ({"y": [1, -1, 1]}, "y must hold one number for each of the 2 points, got 3"),
        ({"y": [0, 1]}, 'y must be −1 or \\+1 for task "binary", got 0\\.$'),
        ({"y": ["a", "b"]}, "y must be an array of numbers"),
        ({"y": [np.inf, 1], "task": "regression"}, "y must be finite, got inf in row 0"),
        ({"y": [0, 1.5], "task": "multiclass"}, 'from 0 to 127 for task "multiclass", got 1.5'),
        ({"y": [0, -1], "task": "multiclass"}, "got -1"),
        ({"y": [0, 128], "task": "multiclass"}, "got 128"),
        ({"task": "ranking"}, "task must be one of regression, binary, multiclass, got 'ranking'"),
        ({"y": None}, "task must be \"\" where y is None, got 'binary'"),
        ({"split": [0, 2]}, r"split must be 0 \(train\) or 1 \(test\), got 2"),
        ({"split": [0]}, "split must hold one number for each of the 2 points, got 1"),
        ({"groups": [0]}, "groups must hold one number for each"),
        ({"feature_names": ("one",)}, "one name for each of the 2 columns, got 1"),
    ],
)
def test_the_record_refuses(changes, message):
    with pytest.raises(ValueError, match=message):
        record(**changes)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: load("mons"), "name must be one of moons, rings, .*, mnist01, got 'mons'; did you mean 'moons'\\?"),
        (lambda: load(None), "name must be one of"),
        (lambda: load("moons", points=3), "got 'points'; moons takes n_points, noise, random_state"),
        (lambda: load("iris", n_points=3), "got 'n_points'; iris takes none"),
        (lambda: load("cpu", target="x"), "got 'target'; cpu takes none"),
        (lambda: load("moons", progress=3), "progress must be a callable or None, got 3"),
        (lambda: load("moons", allow_download=1), "allow_download must be True or False, got 1"),
        (lambda: load("parkinsons", target="y"), "target must be one of motor, total, got 'y'"),
        (lambda: load("covtype", n_points=581_013), "n_points must be a whole number from 1 to 581012"),
        (lambda: load("covtype", random_state=-1), "random_state must be a whole number"),
    ],
)
def test_load_refuses_in_one_sentence(call, message):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert str(caught.value).endswith((".", "?"))


def test_options_are_listed_with_their_defaults():
    assert DATASETS["moons"].options == {"n_points": 400, "noise": 0.1, "random_state": 0}
    assert DATASETS["sine"].options == {"n_points": 60, "noise": 0.1, "random_state": 0}
    assert DATASETS["parkinsons"].options == {"target": "motor"}
    assert DATASETS["covtype"].options == {"n_points": 58_101, "random_state": 0}
    assert DATASETS["iris"].options == {}


@pytest.mark.release
def test_the_package_imports_neither_streamlit_nor_plotly_nor_the_rest_of_rffviz():
    code = (
        "import sys, rffviz.datasets; names = set(sys.modules); "
        "print(sorted(n for n in names if n.split('.')[0] in ('streamlit', 'plotly') or "
        "n.startswith('rffviz.') and not n.startswith(('rffviz.datasets', 'rffviz.foundation'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_file_or_a_dataset_in_the_wrong_place_is_told_where_it_belongs():
    for file in ("mine.csv", pathlib.Path("mine.csv")):
        with pytest.raises(
            ValueError, match=r"^name must be a dataset's, got 'mine.csv': rffviz.datasets.read_file reads"
        ):
            load(file)
    with pytest.raises(ValueError, match=r"^X must be an array of numbers .*\. Its points are its X\.$"):
        relative_error(RandomFourierFeatures(n_freqs=4), load("iris"), Gaussian())
