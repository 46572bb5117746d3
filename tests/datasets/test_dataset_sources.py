"""Each source's own format, read from small tables made here; and each fetcher, with its network replaced."""

import gzip
import io
import urllib.request
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.datasets import DATASETS, DatasetUnavailable, load, sources, tables
from rffviz.datasets.fetching import write_npz
from rffviz.datasets.tables import (
    COVTYPE_COLUMNS,
    CPU_COLUMNS,
    KDD_COLUMNS,
    KDD_WORDS,
    PARKINSONS_COLUMNS,
    WINE_COLUMNS,
)


def silent(sentence, fraction):
    assert sentence.endswith(".") and (fraction is None or 0 <= fraction <= 1)


def csv(names, rows, delimiter=",", quote=""):
    lines = [delimiter.join(f"{quote}{name}{quote}" for name in names)]
    lines += [delimiter.join(repr(float(value)) for value in row) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def zipped(name, body):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, body)
    return buffer.getvalue()


@pytest.fixture
def web(monkeypatch):
    """A web of a few pages: answers are put into the dictionary, what was asked is read from the list."""
    pages, asked = {}, []

    def urlopen(request, timeout):
        asked.append(request.full_url)
        answer = io.BytesIO(pages[request.full_url])
        answer.headers = {"Content-Length": str(len(pages[request.full_url]))}
        return answer

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return pages, asked


@pytest.fixture
def openml(monkeypatch):
    """fetch_openml answering from a dictionary by data_id, and what it was asked."""
    bunches, asked = {}, []

    def fetch_openml(*, data_id, target_column, as_frame, n_retries, data_home):
        assert as_frame is False and n_retries == 0
        asked.append((data_id, target_column))
        return bunches[data_id]

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    return bunches, asked


def test_wine_from_uci(web):
    pages, asked = web
    rows = np.random.default_rng(0).uniform(size=(5, 12))
    names = [*WINE_COLUMNS, "quality"]
    pages[sources.UCI + "186/wine+quality.zip"] = zipped("winequality-white.csv", csv(names, rows, ";", '"'))
    arrays = sources.fetch_wine_uci(silent)
    np.testing.assert_array_equal(arrays["X"], rows[:, :11])
    np.testing.assert_array_equal(arrays["y"], rows[:, 11])
    assert tuple(arrays["feature_names"]) == WINE_COLUMNS and len(asked) == 1


def test_wine_from_openml_with_dotted_names_in_another_order(openml):
    bunches, asked = openml
    rows = np.random.default_rng(0).uniform(size=(5, 12))
    names = ["quality", *(name.replace(" ", ".").upper() for name in WINE_COLUMNS[::-1])]
    bunches[44971] = SimpleNamespace(feature_names=names, data=rows)
    arrays = sources.fetch_wine_openml(silent)
    np.testing.assert_array_equal(arrays["X"], rows[:, :0:-1])
    np.testing.assert_array_equal(arrays["y"], rows[:, 0])
    assert asked == [(44971, None)]


def test_parkinsons_from_uci_takes_voice_measures_only(web):
    pages, _ = web
    names = ["subject#", "age", "sex", "test_time", "motor_UPDRS", "total_UPDRS", *PARKINSONS_COLUMNS]
    rows = np.random.default_rng(0).uniform(size=(4, 22))
    rows[:, 0] = [1, 1, 2, 42]
    pages[sources.UCI + "189/parkinsons+telemonitoring.zip"] = zipped(
        "telemonitoring/parkinsons_updrs.data", csv(names, rows)
    )
    arrays = sources.fetch_parkinsons_uci(silent)
    np.testing.assert_array_equal(arrays["X"], rows[:, 6:])
    np.testing.assert_array_equal(arrays["y_motor"], rows[:, 4])
    np.testing.assert_array_equal(arrays["y"], rows[:, 5])
    assert arrays["subject"].tolist() == [1, 1, 2, 42]


def test_cpu_from_openml(openml):
    bunches, asked = openml
    rows = np.random.default_rng(0).uniform(size=(4, 22))
    bunches[197] = SimpleNamespace(feature_names=[*CPU_COLUMNS, "usr"], data=rows)
    arrays = sources.fetch_cpu_openml(silent)
    np.testing.assert_array_equal(arrays["X"], rows[:, :21])
    np.testing.assert_array_equal(arrays["y"], rows[:, 21])
    assert asked == [(197, None)]


def test_adult_from_libsvm_stacks_train_and_test(web):
    pages, asked = web
    pages[sources.LIBSVM + "a9a"] = b"-1 3:1 11:1 \n+1 1:1 123:1 \n-1 2:1 \n"
    pages[sources.LIBSVM + "a9a.t"] = b"+1 5:1 6:1 \n"
    arrays = sources.fetch_adult_libsvm(silent)
    assert arrays["X"].shape == (4, 123) and arrays["X"].dtype == np.uint8
    ones = [np.flatnonzero(row).tolist() for row in arrays["X"]]
    assert ones == [[2, 10], [0, 122], [1], [4, 5]]  # files count columns from 1
    assert arrays["y"].tolist() == [-1, 1, -1, 1]
    assert arrays["split"].tolist() == [0, 0, 0, 1]
    assert [url.rsplit("/", 1)[1] for url in asked] == ["a9a", "a9a.t"]


def test_mnist_keeps_zeros_and_ones_in_order(openml, monkeypatch):
    bunches, asked = openml
    pixels = np.random.default_rng(0).integers(0, 256, (6, 784)).astype(np.float64)
    bunches[554] = SimpleNamespace(data=pixels, target=np.array(["5", "0", "1", "9", "1", "0"], dtype=object))
    arrays = sources.fetch_mnist_openml(silent)
    np.testing.assert_array_equal(arrays["X"], pixels[[1, 2, 4, 5]])
    assert arrays["y"].tolist() == [-1, 1, 1, -1] and arrays["X"].dtype == np.uint8
    assert asked == [(554, "default-target")]
    split = sources.parse_mnist(pixels, [5, 0, 1, 9, 1, 0], n_train=4)["split"]
    assert split.tolist() == [0, 0, 1, 1]


def test_covtype_from_scikit_learn(monkeypatch):
    table = np.random.default_rng(0).integers(-170, 7000, (7, 54)).astype(np.float64)
    monkeypatch.setattr(
        "sklearn.datasets.fetch_covtype",
        lambda *, data_home, n_retries: SimpleNamespace(data=table, target=np.arange(1, 8)),
    )
    arrays = sources.fetch_covtype_sklearn(silent)
    np.testing.assert_array_equal(arrays["X"], table)
    assert arrays["X"].dtype == np.int16
    assert arrays["y"].tolist() == [1, -1, -1, -1, -1, -1, -1]
    assert tuple(arrays["feature_names"]) == COVTYPE_COLUMNS and len(COVTYPE_COLUMNS) == 54


def made_connections(n, rng):
    """Rows as scikit-learn gives them: numbers, and words as bytes."""
    X = np.zeros((n, len(KDD_COLUMNS)), dtype=object)
    for place, name in enumerate(KDD_COLUMNS):
        words = KDD_WORDS.get(name)
        X[:, place] = rng.random(n) if words is None else [words[i].encode() for i in rng.integers(len(words), size=n)]
    return X, np.where(rng.random(n) < 0.2, b"normal.", b"smurf.").astype(object)


def test_kdd_cup_from_scikit_learn(monkeypatch, tmp_path):
    X, label = made_connections(40, np.random.default_rng(0))
    monkeypatch.setattr(
        "sklearn.datasets.fetch_kddcup99",
        lambda *, data_home, percent10, n_retries: SimpleNamespace(data=X, target=label) if percent10 else None,
    )
    arrays = sources.fetch_kdd_sklearn(silent)
    assert arrays["y"].tolist() == np.where(label == b"normal.", -1, 1).tolist()
    assert arrays["X"].dtype == np.float64 and arrays["X"].shape == (40, 41)
    for row, words in ((0, X[0]), (39, X[39])):
        assert KDD_WORDS["service"][int(arrays["X"][row, 2])] == words[2].decode()
        assert arrays["X"][row, 0] == words[0]
    # of a file with as few rows `load` makes an indicator for each word
    n_normal = int((arrays["y"] == -1).sum())
    monkeypatch.setattr(tables, "KDD_ROWS", 40)
    monkeypatch.setattr(tables, "KDD_NORMAL", n_normal)
    write_npz(tmp_path / "kddcup99_10.npz", arrays)
    monkeypatch.setenv("RFFVIZ_DATA", str(tmp_path))
    data = load("kdd_cup_99", n_points=40, allow_download=False)
    assert data.X.shape == (40, 122) and data.feature_names[1] == "protocol_type=icmp"
    rows = np.random.default_rng(0).permutation(40)
    services = [name.removeprefix("service=") for name in data.feature_names[4:74]]
    assert [services[place] for place in data.X[:, 4:74].argmax(axis=1)] == [X[row, 2].decode() for row in rows]
    assert (data.X[:, 4:74].sum(axis=1) == 1).all() and (data.y == arrays["y"][rows]).all()
    tables.check_kdd(arrays)
    arrays["X"][3, 2] = 70
    with pytest.raises(ValueError, match="service is not always the number of one of its 70 words"):
        tables.check_kdd(arrays)
    monkeypatch.setattr(tables, "KDD_NORMAL", n_normal + 1)
    arrays["X"][3, 2] = 69
    with pytest.raises(ValueError, match=f"y has {n_normal} labels −1 and"):
        tables.check_kdd(arrays)
    X[5, 1] = b"ipx"
    with pytest.raises(ValueError, match="protocol_type has the unknown word 'ipx'"):
        sources.parse_kdd(X, label)


def published_lines(X, label, services=()):
    """The rows as the source publishes them: words and numbers between commas, the label behind."""
    lines = []
    for row, (inputs, word) in enumerate(zip(X, label, strict=True)):
        cells = [value.decode() if isinstance(value, bytes) else repr(value) for value in inputs]
        if row in services:
            cells[2] = "icmp"
        lines.append(",".join([*cells, word.decode()]))
    return ("\n".join(lines) + "\n").encode()


def small_kdd(monkeypatch, folder, n_train=40, n_test=30):
    """Both published files with few rows, as declared; of the test file two services are not in training."""
    parts = [made_connections(n, np.random.default_rng(n)) for n in (n_train, n_test)]
    for name, (X, label), services in zip(("kddcup.data_10_percent", "corrected"), parts, ((), (3, 5)), strict=True):
        (folder / f"{name}.gz").write_bytes(gzip.compress(published_lines(X, label, services)))
    for name, (_, label) in zip(("KDD", "KDD_TEST"), parts, strict=True):
        monkeypatch.setattr(tables, f"{name}_ROWS", len(label))
        monkeypatch.setattr(tables, f"{name}_NORMAL", int((label == b"normal.").sum()))
    return parts


@pytest.mark.parametrize("place", ["RFFVIZ_DATA", "RFFVIZ_CACHE"])
def test_kdd_cup_as_published(monkeypatch, tmp_path, place):
    monkeypatch.setenv("RFFVIZ_DATA", "")
    monkeypatch.setenv(place, str(tmp_path))
    (X, label), (X_test, label_test) = small_kdd(monkeypatch, tmp_path)
    alone = load("kdd_cup_99", n_points=40, allow_download=False)
    assert (
        sources.parse_kdd(X, label)["X"].tolist()
        == sources.read_kdd(tmp_path / "kddcup.data_10_percent.gz")["X"].tolist()
    )
    data = load("kdd_cup_99_official", n_points=70, allow_download=False)
    rows = np.random.default_rng(0).permutation(70)
    assert data.split.tolist() == (rows >= 40).astype(int).tolist() and data.X.shape == (70, 122)
    assert data.feature_names == alone.feature_names
    order = np.argsort(rows)  # the source's: training rows first
    np.testing.assert_array_equal(data.X[order][:40], alone.X[np.argsort(np.random.default_rng(0).permutation(40))])
    services = data.X[order][40:, 4:74]
    assert (services.sum(axis=1) == [0 if row in (3, 5) else 1 for row in range(30)]).all()  # icmp has no indicator
    known = [row for row in range(30) if row not in (3, 5)]
    assert [KDD_WORDS["service"][k] for k in services[known].argmax(axis=1)] == [X_test[k, 2].decode() for k in known]
    answers = np.concatenate([label, label_test])
    assert data.y[order].tolist() == np.where(answers == b"normal.", -1, 1).tolist()
    where = {"RFFVIZ_DATA": "RFFVIZ_DATA", "RFFVIZ_CACHE": "cache"}[place]
    assert DATASETS["kdd_cup_99_official"].availability() == where
    (tmp_path / "corrected.gz").unlink()
    assert DATASETS["kdd_cup_99_official"].availability() == "missing"
    with pytest.raises(DatasetUnavailable, match=r"no public source to fetch from: put corrected\.gz into"):
        load("kdd_cup_99_official", n_points=10)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[:-1].rpartition(b"\n")[0] + b"\n", r"X has shape \(29, 41\) where \(30, 41\) is declared"),
        (lambda text: text * 2, "more than 30 lines"),
        (lambda text: text.replace(b"normal.", b"smurf.", 1), "labels −1 and"),
        (lambda text: b"0" + b",0" * 600, "one of more than 1000 characters"),
        (lambda text: text.replace(b"udp", b"ipx"), "protocol_type is not always the number of one of its 3 words"),
        (lambda text: b"\n".join(line + b",1" for line in text.splitlines()), "43 columns where 42 are declared"),
        (lambda text: text.replace(b"tcp,", b"tcp", 1), "not a readable gzip file"),
        (lambda text: b"", "no lines"),
    ],
)
def test_a_published_file_that_differs_is_told(monkeypatch, tmp_path, change, reason):
    small_kdd(monkeypatch, tmp_path)
    monkeypatch.setenv("RFFVIZ_DATA", str(tmp_path))
    file = tmp_path / "corrected.gz"
    file.write_bytes(gzip.compress(change(gzip.decompress(file.read_bytes()))))
    with pytest.raises(DatasetUnavailable, match=f"kdd_cup_99_official cannot be read from corrected.gz .*{reason}"):
        load("kdd_cup_99_official", n_points=10)


def test_a_published_file_is_read_within_bounds(monkeypatch, tmp_path):
    small_kdd(monkeypatch, tmp_path)
    monkeypatch.setenv("RFFVIZ_DATA", str(tmp_path))
    file = tmp_path / "corrected.gz"
    whole = file.read_bytes()
    for content, reason in ((whole[:-20], "readable gzip"), (gzip.compress(bytes(10**6)), "longer than 0 MB")):
        file.write_bytes(content)
        with monkeypatch.context() as patch, pytest.raises(DatasetUnavailable, match=reason):
            patch.setattr("rffviz.datasets.downloads.MAX_BYTES", 10**5)
            load("kdd_cup_99_official", n_points=10)
    monkeypatch.setattr("rffviz.datasets.downloads.MAX_BYTES", len(whole) - 1)
    file.write_bytes(whole)
    with pytest.raises(DatasetUnavailable, match="must have at most"):
        load("kdd_cup_99_official", n_points=10)


def test_covtype_from_uci(web):
    pages, _ = web
    table = np.random.default_rng(0).integers(-170, 7000, (3, 55))
    table[:, -1] = [7, 1, 2]
    text = "\n".join(",".join(map(str, row)) for row in table).encode()
    pages[sources.UCI + "31/covertype.zip"] = zipped("covtype.data.gz", gzip.compress(text))
    arrays = sources.fetch_covtype_uci(silent)
    np.testing.assert_array_equal(arrays["X"], table[:, :-1])
    assert arrays["y"].tolist() == [-1, 1, -1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sources.parse_csv(b"a,b\n", ","), "the table has no rows"),
        (lambda: sources.parse_csv(b"a,b\n1,x\n", ","), "x"),
        (lambda: sources.parse_wine(("pH", "quality"), np.eye(2)), "has no column fixed acidity, volatile"),
        (lambda: sources.parse_wine(WINE_COLUMNS, np.ones((2, 11))), "has no column quality"),
        (lambda: sources.parse_covtype(np.ones((2, 54)), [0, 1]), "not always a number from 1 to 7"),
        (lambda: sources.parse_a9a(b"+1 124:1\n", b"-1 1:1\n"), "n_features"),
    ],
)
def test_what_is_not_the_format_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_every_fetchable_set_has_its_sources():
    assert set(sources.SOURCES) == {"wine_quality", "parkinsons", "cpu", "adult", "mnist01", "covtype", "kdd_cup_99"}
    for group in sources.SOURCES.values():
        assert group and len({source.label for source in group}) == len(group)
