"""Where a table is looked for, in which order, and what is said when it is not there; no network is used."""

import errno
import functools
import gzip
import http.server
import inspect
import io
import os
import socket
import threading
import time
import urllib.error
import urllib.request
import zipfile
from dataclasses import replace
from email.message import Message

import numpy as np
import pytest
from sklearn.datasets import _covtype, _kddcup99, _openml

from rffviz.datasets import DATASETS, DatasetUnavailable, downloads, fetching, load, sources, tables
from rffviz.datasets.downloads import download
from rffviz.datasets.fetching import Download, cache_folder, data_folder, obtain, read_npz, write_npz

PAPERS = [name for name, entry in DATASETS.items() if entry.kind == "paper"]
GOOD = {"X": np.arange(6.0).reshape(3, 2), "y": np.array([1.0, 2.0, 3.0])}


@pytest.fixture(autouse=True)
def folders(monkeypatch, tmp_path):
    """Two empty folders for RFFVIZ_DATA and the cache, and no network."""
    data, cache = tmp_path / "data", tmp_path / "cache"
    data.mkdir()
    monkeypatch.setattr(fetching, "_IN_MEMORY", {})
    monkeypatch.setenv("RFFVIZ_DATA", str(data))
    monkeypatch.setenv("RFFVIZ_CACHE", str(cache))

    def no_network(*arguments, **keywords):
        raise urllib.error.URLError(socket.gaierror(-2, "Name or service not known"))

    monkeypatch.setattr(urllib.request, "urlopen", no_network)
    monkeypatch.setattr(socket, "create_connection", lambda address, timeout: io.BytesIO())
    monkeypatch.setattr("sklearn.datasets.fetch_openml", no_network)
    monkeypatch.setattr("sklearn.datasets.fetch_covtype", no_network)
    monkeypatch.setattr("sklearn.datasets.fetch_kddcup99", no_network)
    return data, cache


def check(arrays):
    if arrays["X"].shape != (3, 2):
        raise ValueError(f"X has shape {arrays['X'].shape} where (3, 2) is declared")


def giving(arrays, label="Somewhere", calls=None):
    def fetch(progress):
        if calls is not None:
            calls.append(label)
        if isinstance(arrays, Exception):
            raise arrays
        return arrays

    return Download(label, fetch)


def one_sentence(error):
    text = str(error)
    assert text.endswith(".") and "\n" not in text and "Traceback" not in text and "<" not in text
    return text


def test_rffviz_data_comes_before_the_cache_and_the_cache_before_the_sources(folders):
    data, cache = folders
    calls = []
    fetch = (giving({**GOOD, "y": GOOD["y"] * 0}, calls=calls),)
    write_npz(cache / "t.npz", {**GOOD, "y": GOOD["y"] + 1})
    write_npz(data / "t.npz", GOOD)
    arrays, where = obtain("t", "t.npz", check, fetch)
    assert arrays["y"][0] == 1 and where == "read from t.npz in the folder named by RFFVIZ_DATA"
    (data / "t.npz").unlink()
    arrays, where = obtain("t", "t.npz", check, fetch)
    assert arrays["y"][0] == 2 and where == "read from t.npz in the user's cache"
    (cache / "t.npz").unlink()
    assert not calls
    arrays, where = obtain("t", "t.npz", check, fetch)
    assert arrays["y"][0] == 0 and where == "fetched from Somewhere" and calls == ["Somewhere"]


def test_a_fetch_is_kept_and_read_back_without_fetching_again(folders):
    _, cache = folders
    calls = []
    names = {**GOOD, "feature_names": np.array(["a", "b"])}
    obtain("t", "t.npz", check, (giving(names, calls=calls),))
    assert os.listdir(cache) == ["t.npz"]  # nothing temporary stays
    arrays, _ = obtain("t", "t.npz", check, (giving(names, calls=calls),))
    assert calls == ["Somewhere"]
    for key, array in names.items():
        np.testing.assert_array_equal(arrays[key], array)


def test_a_write_that_breaks_off_leaves_the_old_file(folders, monkeypatch):
    _, cache = folders
    write_npz(cache / "t.npz", GOOD)

    def breaks_off(file, **arrays):
        file.write(b"half a fi")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", breaks_off)
    with pytest.raises(OSError, match="No space"):
        write_npz(cache / "t.npz", {"X": np.zeros(1)})
    assert os.listdir(cache) == ["t.npz"]
    np.testing.assert_array_equal(read_npz(cache / "t.npz")["X"], GOOD["X"])


def test_a_cache_that_cannot_be_written_does_not_cost_the_data(folders):
    _, cache = folders
    cache.write_text("a file where the folder should be")
    calls, source = [], None
    with pytest.warns(UserWarning, match=r"t\.npz could not be kept in the user's cache .*: it is in memory until"):
        arrays, source = obtain("t", "t.npz", check, (giving(GOOD, calls=calls),))
    np.testing.assert_array_equal(arrays["X"], GOOD["X"])
    assert source.startswith("fetched from Somewhere; t.npz could not be kept in the user's cache (")
    assert fetching.locate("t.npz", True) == "memory"
    arrays, source = obtain("t", "t.npz", check, (giving(GOOD, calls=calls),), allow_download=False)
    np.testing.assert_array_equal(arrays["X"], GOOD["X"])
    assert source == "fetched before and kept in memory" and calls == ["Somewhere"]


def test_a_full_disk_does_not_cost_the_data_and_leaves_nothing(folders, monkeypatch):
    def full(file, **arrays):
        file.write(b"half a fi")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.warns(UserWarning, match=r"could not be kept in the user's cache \(No space left on device\)"):
        obtain("t", "t.npz", check, (giving(GOOD),))
    assert os.listdir(folders[1]) == []


def test_without_a_home_there_is_no_cache_and_the_data_are_in_memory(monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    for variable in ("RFFVIZ_CACHE", "RFFVIZ_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(fetching.Path, "home", nobody)
    assert cache_folder() is None and fetching.locate("t.npz", True) == "download"
    with pytest.warns(UserWarning, match="there is no home folder"):
        obtain("t", "t.npz", check, (giving(GOOD),))
    assert fetching.locate("t.npz", True) == "memory"
    monkeypatch.setenv("RFFVIZ_DATA", "~nobody-of-this-name/data")
    assert str(data_folder()) == "~nobody-of-this-name/data"


def test_of_two_who_ask_at_once_one_fetches():
    calls, begun, go = [], threading.Event(), threading.Event()

    def slowly(progress):
        calls.append(1)
        begun.set()
        go.wait(10)
        return GOOD

    found = []
    ask = lambda: found.append(obtain("t", "t.npz", check, (Download("Slow", slowly),)))  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(3)]
    threads[0].start()
    begun.wait(10)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(10)
    assert len(calls) == 1 and len(found) == 3
    assert sorted(where for _, where in found)[:2] == ["fetched from Slow", "read from t.npz in the user's cache"]


@pytest.mark.slow
def test_who_waits_for_anothers_fetch_is_told_may_leave_and_gives_up_at_the_deadline(monkeypatch):
    monkeypatch.setattr(fetching, "WAIT_SECONDS", 0.02)
    monkeypatch.setattr(fetching, "_FETCHING", {"t.npz": threading.Lock()})
    said, calls = [], []
    ask = lambda progress: obtain("t", "t.npz", check, (giving(GOOD, calls=calls),), progress)  # noqa: E731

    def leaves(sentence, fraction):
        raise InterruptedError

    with fetching._FETCHING["t.npz"]:
        with pytest.raises(InterruptedError):
            ask(leaves)
        monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 0.1)
        with pytest.raises(DatasetUnavailable, match=r"another request after 0\.1 seconds: try again") as error:
            ask(lambda *told: said.append(told))
    assert not calls and one_sentence(error.value)
    assert len(said) > 1 and set(said) == {("t is already being fetched for another request: waiting for it.", None)}
    monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 600.0)
    assert ask(None)[1] == "fetched from Somewhere"


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1])
def test_a_file_is_checked_once_while_it_stays_as_it_is(monkeypatch, folders, place):
    path, asked = folders[place] / "t.npz", []
    monkeypatch.setattr(fetching, "_CHECKED", {})

    def counted(arrays):
        asked.append(arrays["y"][0])
        check(arrays)
        return f"which begins with {arrays['y'][0]:g}"

    def read(check=counted):
        return obtain("t", "t.npz", check, (giving(GOOD),), allow_download=False)[1].rpartition(" ")[2]

    write_npz(path, GOOD)
    assert read() == read() == "1" and asked == [1]
    time.sleep(0.02)  # longer than a tick of the file system's clock
    write_npz(path, {**GOOD, "y": GOOD["y"] + 1})
    assert read() == read() == "2" and asked == [1, 2]
    assert read(lambda arrays: "of another check") == "check"
    time.sleep(0.02)
    write_npz(path, {**GOOD, "X": GOOD["y"]})
    for _ in range(2):
        with pytest.raises(DatasetUnavailable, match="has shape"):
            read()
    assert len(asked) == 4
    write_npz(path, GOOD)
    for _ in range(fetching._MOST_CHECKED + 5):
        read(lambda arrays: "1")
    assert len(fetching._CHECKED) == fetching._MOST_CHECKED


def test_a_source_whose_values_are_others_gives_way_to_the_next_and_is_told():
    def compared(arrays):
        check(arrays)
        return "whose values are others" if arrays["y"][0] != 1 else None

    other = giving({**GOOD, "y": GOOD["y"] + 1}, "First")
    arrays, where = obtain("t", "t.npz", compared, (other, giving(GOOD, "Second")))
    assert where == "fetched from Second" and arrays["y"][0] == 1
    arrays, where = obtain("u", "u.npz", compared, (other, giving(OSError("down"), "Second")))
    assert where == "fetched from First, whose values are others" and arrays["y"][0] == 2
    assert obtain("u", "u.npz", compared, (other,))[1].endswith("in the user's cache, whose values are others")


def test_readers_never_see_half_a_file(folders):
    _, cache = folders
    rng = np.random.default_rng(0)
    write_npz(cache / "t.npz", {"X": rng.normal(size=(200, 50))})
    stop = threading.Event()

    def write():
        while not stop.is_set():
            write_npz(cache / "t.npz", {"X": rng.normal(size=(200, 50))})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(30):
            assert read_npz(cache / "t.npz")["X"].shape == (200, 50)
    finally:
        stop.set()
        writer.join()


def not_npz(path):
    path.write_bytes(b"not a zip file at all")


def empty(path):
    path.write_bytes(b"")


def truncated(path):
    write_npz(path, GOOD)
    path.write_bytes(path.read_bytes()[:-40])


def flipped(path):
    np.savez(path, **GOOD)
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"NUMPY") + 150] ^= 0xFF
    path.write_bytes(bytes(raw))


def single_array(path):
    with open(path, "wb") as file:
        np.save(file, GOOD["X"])


def pickled(path):
    np.savez(path, X=np.array([{"an": "object"}], dtype=object))


def wrong_shape(path):
    np.savez(path, X=np.zeros((2, 2)))


SPOILT = [not_npz, empty, truncated, flipped, single_array, pickled, wrong_shape]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_cache_file_is_said_and_fetched_again(folders, spoil):
    _, cache = folders
    cache.mkdir()
    spoil(cache / "t.npz")
    said = []
    arrays, where = obtain("t", "t.npz", check, (giving(GOOD),), progress=lambda text, done: said.append(text))
    assert where == "fetched from Somewhere"
    assert said[0].startswith("t.npz in the user's cache cannot be used (")
    assert said[0].endswith("fetching t again.")
    np.testing.assert_array_equal(read_npz(cache / "t.npz")["X"], arrays["X"])
    spoil(cache / "t.npz")
    with pytest.warns(UserWarning, match="cannot be used"):
        obtain("t", "t.npz", check, (giving(GOOD),))


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_cache_file_without_download_is_a_sentence(folders, spoil):
    _, cache = folders
    cache.mkdir()
    spoil(cache / "t.npz")
    with pytest.raises(DatasetUnavailable, match=r"cannot be used .*: allow the download, or put t\.npz") as caught:
        obtain("t", "t.npz", check, (giving(GOOD),), allow_download=False)
    one_sentence(caught.value)


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_file_in_rffviz_data_is_refused_not_passed_over(folders, spoil):
    data, _ = folders
    spoil(data / "t.npz")
    calls = []
    with pytest.raises(DatasetUnavailable, match="replace or remove the file") as caught:
        obtain("t", "t.npz", check, (giving(GOOD, calls=calls),))
    assert not calls and caught.value.__cause__ is None and caught.value.__suppress_context__
    one_sentence(caught.value)


def test_sources_are_tried_in_turn_and_each_failure_is_told():
    calls = []
    two = (giving(TimeoutError("timed out"), "First", calls), giving(GOOD, "Second", calls))
    assert obtain("t", "t.npz", check, two)[1] == "fetched from Second"
    assert calls == ["First", "Second"]


def test_when_every_source_fails_the_sentence_names_each(folders):
    wrong = {"X": np.zeros((4, 2))}
    both = (
        giving(urllib.error.URLError(socket.gaierror(-2, "Name or service not known")), "First"),
        giving(wrong, "Second"),
        giving(urllib.error.HTTPError("https://x", 404, "Not Found", Message(), None), "Third"),
        giving(KeyError("data"), "Fourth"),
    )
    with pytest.raises(DatasetUnavailable) as caught:
        obtain("t", "t.npz", check, both)
    assert one_sentence(caught.value) == (
        "t could not be fetched (First: Name or service not known; Second: X has shape (4, 2) where (3, 2) is "
        "declared; Third: HTTP Error 404: Not Found; Fourth: 'data'): check the connection, or put t.npz into "
        "the folder named by RFFVIZ_DATA."
    )
    assert caught.value.__cause__ is None and caught.value.__suppress_context__
    assert not folders[1].exists()  # nothing wrong is kept


def test_a_viewer_who_leaves_is_not_held():
    def leaves(sentence, fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        obtain("t", "t.npz", check, (giving(GOOD),), progress=leaves)


@pytest.mark.parametrize("name", PAPERS)
def test_without_network_every_paper_set_gives_one_sentence(name):
    with pytest.raises(DatasetUnavailable, match="RFFVIZ_DATA") as caught:
        load(name)
    text = one_sentence(caught.value)
    if DATASETS[name].availability() == "download":
        assert "Name or service not known" in text and "check the connection" in text
    else:
        assert name in ("cpu_rr2007", "kdd_cup_99_official") and "no public source" in text


@pytest.mark.parametrize("data", ["", "unset", "/nowhere/at/all"])
@pytest.mark.parametrize("name", DATASETS)
def test_without_download_no_socket_is_opened(monkeypatch, name, data):
    def forbidden(*arguments, **keywords):
        raise AssertionError("a socket was opened")

    for attribute in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, attribute, forbidden)
    monkeypatch.setenv("RFFVIZ_DATA", data) if data != "unset" else monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    if name not in PAPERS:
        load(name, allow_download=False)
        return
    with pytest.raises(DatasetUnavailable, match="RFFVIZ_DATA") as caught:
        load(name, allow_download=False)
    text = one_sentence(caught.value)
    assert ("allow the download" in text) == (name not in ("cpu_rr2007", "kdd_cup_99_official"))
    assert ("which is not a folder now" in text) == (data == "/nowhere/at/all")


def test_availability_follows_the_folders(folders):
    data, cache = folders
    entry, private = DATASETS["wine_quality"], DATASETS["cpu_rr2007"]
    assert entry.availability() == "download"
    assert private.availability() == "missing"
    write_npz(cache / "wine_white.npz", GOOD)
    assert entry.availability() == "cache"
    write_npz(data / "wine_white.npz", GOOD)
    assert entry.availability() == "RFFVIZ_DATA"
    write_npz(data / "cpu_rr2007.npz", GOOD)
    assert private.availability() == "RFFVIZ_DATA"


def test_the_cache_folder_is_the_platforms(monkeypatch, tmp_path):
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("RFFVIZ_CACHE", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(fetching.sys, "platform", "linux")
    assert cache_folder() == tmp_path / ".cache" / "rffviz"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "rffviz"
    monkeypatch.setattr(fetching.sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "rffviz"
    monkeypatch.setattr(fetching.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "L"))
    assert cache_folder() == tmp_path / "L" / "rffviz" / "Cache"
    monkeypatch.setenv("RFFVIZ_DATA", " ")
    assert data_folder() is None


class Answer(io.BytesIO):
    """What urlopen gives back, as far as `download` looks at it."""

    def __init__(self, body, length=None):
        super().__init__(body)
        self.headers = {} if length is None else {"Content-Length": str(length)}


def test_download_reports_progress_and_uses_a_short_timeout(monkeypatch):
    body, seen, said = os.urandom(200_000), {}, []

    def urlopen(request, timeout):
        seen.update(url=request.full_url, timeout=timeout)
        return Answer(body, len(body))

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    assert download("https://example.org/a", lambda *told: said.append(told), "a table") == body
    assert seen == {"url": "https://example.org/a", "timeout": 10.0}
    assert said[0] == ("Fetching a table.", None) and said[-1] == ("Fetching a table.", 1.0)
    fractions = [fraction for _, fraction in said[1:]]
    assert fractions == sorted(fractions) and len(fractions) > 2


def test_download_of_unknown_length_reports_none(monkeypatch):
    said = []
    monkeypatch.setattr(urllib.request, "urlopen", lambda request, timeout: Answer(b"abc"))
    assert download("https://example.org/a", lambda *told: said.append(told[1]), "a table") == b"abc"
    assert set(said) == {None}


def test_download_refuses_what_breaks_off_runs_on_or_takes_too_long(monkeypatch):
    def silent(*told):
        return None

    monkeypatch.setattr(urllib.request, "urlopen", lambda request, timeout: Answer(b"abc", 9))
    with pytest.raises(OSError, match="broke off after 3 of 9 bytes"):
        download("https://example.org/a", silent, "a table")
    monkeypatch.setattr(urllib.request, "urlopen", lambda request, timeout: Answer(bytes(2**20)))
    monkeypatch.setattr(downloads, "MAX_BYTES", 2**17)
    with pytest.raises(OSError, match="longer than"):
        download("https://example.org/a", silent, "a table")
    monkeypatch.setattr(downloads, "DEADLINE_SECONDS", -1.0)
    monkeypatch.setattr(downloads, "MAX_BYTES", 2**30)
    with pytest.raises(TimeoutError, match="took more than"):
        download("https://example.org/a", silent, "a table")


@pytest.mark.slow
def test_hosts_that_take_no_connection_are_given_up_soon_whatever_the_addresses(monkeypatch):
    let_go, calls = threading.Event(), []
    monkeypatch.setattr(socket, "create_connection", lambda address, timeout: let_go.wait(30) and io.BytesIO())
    monkeypatch.setattr(downloads, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(urllib.request, "getproxies", dict)
    deaf = [Download(label, giving(GOOD, label, calls).fetch, f"{label}.example.org") for label in ("a", "b")]
    started = time.monotonic()
    with pytest.raises(DatasetUnavailable) as error:
        obtain("t", "t.npz", check, tuple(deaf))
    let_go.set()
    assert time.monotonic() - started < 5 and not calls
    assert "(a: a.example.org did not answer within 0.1 seconds; b: b.example.org did not" in one_sentence(error.value)
    monkeypatch.setattr(urllib.request, "getproxies", lambda: {"https": "http://proxy.example.org"})
    obtain("t", "t.npz", check, tuple(deaf))  # the proxy reaches hosts that this machine does not
    assert calls == ["a"]


def test_a_host_that_refuses_is_given_up_with_its_reason(monkeypatch):
    def refuse(address, timeout):
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(urllib.request, "getproxies", dict)
    with pytest.raises(DatasetUnavailable, match=r"\(UCI: Connection refused\)"):
        load("parkinsons")


def test_silence_of_all_sources_together_lasts_twenty_seconds_at_most():
    assert all(source.host for row in sources.SOURCES.values() for source in row)
    assert max(map(len, sources.SOURCES.values())) * downloads.CONNECT_SECONDS <= 20


def test_scikit_learn_fetches_from_the_hosts_that_are_asked():
    for archive in (_covtype.ARCHIVE, _kddcup99.ARCHIVE_10_PERCENT):
        assert archive.url.startswith("https://ndownloader.figshare.com/")
    assert "https://www.openml.org/" in inspect.getsource(_openml)


def test_scikit_learns_fetchers_get_a_timeout_that_is_taken_back():
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(7.0)
    try:
        with pytest.raises(OSError), downloads.short_timeouts():
            assert socket.getdefaulttimeout() == 10.0
            raise OSError
        assert socket.getdefaulttimeout() == 7.0
    finally:
        socket.setdefaulttimeout(before)


@pytest.mark.slow
def test_a_fetch_that_was_given_up_keeps_no_other_waiting_and_gives_the_timeout_back(monkeypatch):
    go, given_back, found = threading.Event(), threading.Event(), []

    def drips(progress):
        with downloads.short_timeouts():
            go.wait(10)
        given_back.set()
        return GOOD

    def fetch(progress):
        with downloads.short_timeouts():
            found.append(socket.getdefaulttimeout())
        found.append(socket.getdefaulttimeout())  # the one that drips has it still
        return GOOD

    before = socket.getdefaulttimeout()
    monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 0.3)
    try:
        with pytest.raises(DatasetUnavailable, match="it took more than"):
            obtain("t", "t.npz", check, (Download("Slow", drips),))
        monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 5.0)
        obtain("u", "u.npz", check, (Download("Quick", fetch),))
    finally:
        go.set()
    assert found == [10.0, 10.0] and given_back.wait(10)
    assert socket.getdefaulttimeout() == before


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, body in members.items():
            archive.writestr(name.replace("__", "/"), body)
    return buffer.getvalue()


def test_unzip_member_finds_a_file_in_any_folder(monkeypatch):
    archive = zipped(**{"some__folder__a.csv": b"1", "xa.csv": b"2"})
    assert downloads.unzip_member(archive, "a.csv") == b"1"
    with pytest.raises(ValueError, match=r"the archive holds no b\.csv"):
        downloads.unzip_member(archive, "b.csv")
    monkeypatch.setattr(downloads, "MAX_BYTES", 0)
    with pytest.raises(ValueError, match="longer than"):
        downloads.unzip_member(archive, "a.csv")


def test_a_whole_load_through_a_source_is_checked_cached_and_read_back(monkeypatch, folders):
    """The real path of `load("wine_quality")`, with UCI's answer and the declared table made small."""
    _, cache = folders
    columns = ";".join(f'"{name}"' for name in (*tables.WINE_COLUMNS, "quality"))
    rows = np.column_stack([np.arange(1, 45.0).reshape(4, 11), [3, 5, 6, 9]])
    text = columns + "\n" + "\n".join(";".join(str(value) for value in row) for row in rows)
    asked = []

    def urlopen(request, timeout):
        asked.append(request.full_url)
        return Answer(zipped(**{"winequality-white.csv": text.encode()}))

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    X, y = rows[:, :11], rows[:, 11]
    small = replace(tables.TABLES["wine_quality"], n=4, means=tuple(X.mean(axis=0)), ranges=(("y", 3.0, 9.0, 5.75),))
    small = replace(small, digest=tables.table_digest(small, {"X": X, "y": y}))
    monkeypatch.setitem(tables.TABLES, "wine_quality", small)
    said = []
    first = load("wine_quality", progress=lambda text, done: said.append(text))
    assert asked == [sources.UCI + "186/wine+quality.zip"]
    assert said[0] == "Fetching Wine Quality from UCI." and said[-1] == "Checking wine_quality from UCI."
    assert first.source.endswith("CC BY 4.0), fetched from UCI.")
    np.testing.assert_array_equal(first.X, rows[:, :11])
    again = load("wine_quality", allow_download=False)
    assert len(asked) == 1 and again.content_hash == first.content_hash
    assert again.source.endswith("read from wine_white.npz in the user's cache.")
    assert os.listdir(cache) == ["wine_white.npz"]
    monkeypatch.delattr(tables, "table_digest")  # the file is as it was: a page loads it at each click
    assert load("wine_quality", allow_download=False).source == again.source


# --- what a server on this machine can do to us -----------------------------------------------------------------------


class Server(http.server.BaseHTTPRequestHandler):
    """Answers as the last part of the path asks."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = {"zip": zipped(**{"a.csv": b"1"}), "encrypted": encrypted()}.get(self.path[1:], bytes(1000))
        try:
            if self.path == "/header":
                self.drip(b"HTTP/1.1 200 OK\r\nX: ")
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.path == "/drip":
                self.drip(b"")
            self.wfile.write(body[:400] if self.path == "/short" else body)
            self.close_connection = True
        except OSError:  # the other side has gone
            self.close_connection = True

    def drip(self, start):
        self.wfile.write(start)
        for _ in range(200):
            self.wfile.write(b"x")
            time.sleep(0.02)

    def log_message(self, *arguments):
        pass


def encrypted():
    """An archive whose only file says that it is encrypted."""
    raw = bytearray(zipped(**{"a.csv": b"1"}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(mark) + at] |= 1
    return bytes(raw)


@pytest.fixture
def loopback(monkeypatch):
    """The address of a server, which urllib is led to."""
    monkeypatch.undo()  # the network that `folders` takes away
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.mark.release
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("drip", "it took more than 0.3 seconds"),
        ("header", "it took more than 0.3 seconds"),
        ("short", "the answer broke off after 400 of 1000 bytes|IncompleteRead"),
        ("encrypted", "a.csv in the archive is encrypted"),
        ("nonsense", "File is not a zip file"),
    ],
)
def test_a_server_that_drips_breaks_off_or_sends_nonsense_leads_to_the_next_source(
    monkeypatch, tmp_path, loopback, path, says
):
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 0.3)

    def fetch(path, progress):
        content = downloads.unzip_member(download(loopback + path, progress, "a table"), "a.csv")
        return {**GOOD, "y": GOOD["y"] * float(content)}

    bad, good = (Download(label, functools.partial(fetch, where)) for label, where in (("Bad", path), ("Good", "zip")))
    with pytest.raises(DatasetUnavailable, match=rf"^t could not be fetched \(Bad: ({says})\): check") as refusal:
        obtain("t", "t.npz", check, (bad,), progress=lambda *told: None)
    one_sentence(refusal.value)
    assert not (tmp_path / "cache").exists()
    started = time.monotonic()
    assert obtain("t", "t.npz", check, (bad, good))[1] == "fetched from Good" and time.monotonic() - started < 3


@pytest.mark.release
def test_a_download_that_drips_ends_at_its_deadline(monkeypatch, loopback):
    monkeypatch.setattr(downloads, "DEADLINE_SECONDS", 0.3)
    started = time.monotonic()
    with pytest.raises(TimeoutError, match=r"took more than 0\.3 seconds"):
        download(loopback + "drip", lambda *told: None, "a table")
    assert time.monotonic() - started < 2


def test_what_is_packed_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(downloads, "MAX_BYTES", 1000)
    assert downloads.gunzip(gzip.compress(bytes(1000))) == bytes(1000)
    with pytest.raises(ValueError, match="longer than 0 MB"):
        downloads.gunzip(gzip.compress(bytes(1001)))
