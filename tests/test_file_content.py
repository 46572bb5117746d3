"""Files of the user's own: regular ones, and no more of them than is allowed, whatever is asked for by whom."""

import argparse
import contextlib
import os
import re
import socket
import stat
import threading

import numpy as np
import pytest

from rffviz.__main__ import main
from rffviz.datasets import read_file
from rffviz.datasets.fetching import write_npz
from rffviz.datasets.files import MAX_UNPACKED
from rffviz.datasets.uploads import MAX_BYTES
from rffviz.diagnose import read_frequencies_file
from rffviz.foundation.file_content import check_writable, file_content, whole_file, write_whole
from rffviz.foundation.validation import Refusal
from rffviz.papers.options import writable
from rffviz.papers.results import MOST_BYTES, Results, written
from tests.test_house import ROOT


@pytest.fixture
def no_file(tmp_path):
    """A pipe that nobody writes to, called as a table is."""
    os.mkfifo(tmp_path / "pipe.csv")
    return tmp_path / "pipe.csv"


@pytest.mark.parametrize("read", [read_file, read_frequencies_file, Results, lambda path: file_content(path, 5)])
def test_what_has_no_end_is_refused_unread(read, no_file):
    for path in (no_file, "/dev/zero"):
        with pytest.raises(Refusal, match=r"^file must be a regular one, .* got .*(pipe\.csv|zero)'\.$"):
            read(path)
    if read is Results:  # none is there yet; and what cannot be read is refused
        return
    with pytest.raises(OSError):
        read(no_file.parent / "nowhere.csv")
    with pytest.raises(OSError):
        read(no_file.parent)


@pytest.mark.parametrize(
    "command", ["certify {}", "diagnose {} -d 2", "export {site} --deck {}", "reproduce claims --results {}"]
)
def test_no_command_waits_for_a_file_that_has_no_end(command, no_file, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(command.format(no_file, site=no_file.parent / "site").split())
    assert stopped.value.code == 2 and "must be a regular one, where" in " ".join(capsys.readouterr().err.split())


@pytest.mark.release
def test_one_byte_too_many_is_read_and_no_more(tmp_path):
    path = tmp_path / "large.csv"
    with open(path, "wb") as file:
        file.truncate(10**12)  # no blocks on the disk
    for read, most in ((read_file, MAX_UNPACKED), (read_frequencies_file, MAX_BYTES), (Results, MOST_BYTES)):
        with pytest.raises(Refusal, match=rf"^file must have at most {most:,} bytes, got .*large\.csv' with more"):
            read(path)
    path.write_bytes(b"12345")
    assert file_content(path, 5) == b"12345"
    np.save(tmp_path / "W.npy", np.ones((3, 2)))
    assert read_frequencies_file(tmp_path / "W.npy").W.shape == (3, 2)


@contextlib.contextmanager
def read_meanwhile(pipe):
    """What comes out of a pipe, once all is written."""
    came = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_bytes()), daemon=True)
    reader.start()
    yield came
    reader.join(20)


@pytest.mark.release
@pytest.mark.parametrize(
    ("write", "content"),
    [
        (lambda file: write_whole(file, "new"), b"new"),
        (lambda file: write_npz(file, {"X": np.ones(3)}), b"PK"),
        (lambda file: Results(file).add(), b'{"format": "rffviz results"'),
        (lambda file: main(["tables", "--docs", str(file)]), b"old"),
    ],
    ids=["text", "arrays", "results", "tables"],
)
@pytest.mark.parametrize("there", [True, False])
def test_what_a_link_leads_to_is_written(write, content, there, tmp_path):
    """The link stays one, and its target keeps its permissions."""
    kept = tmp_path / "kept" / "file"
    kept.parent.mkdir()
    link = tmp_path / "link"
    link.symlink_to("kept/file")
    there = there or content == b"old"  # that command fills what is there
    if there:
        kept.write_text(written(()) if b"results" in content else "old")
        kept.chmod(0o640)
    write(link)
    assert link.is_symlink() and kept.read_bytes().startswith(content) and not kept.is_symlink()
    assert not there or stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert [path.name for path in kept.parent.iterdir()] == ["file"] and len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_to_and_stays(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to("pipe")
    for path in (pipe, link):
        check_writable(path)  # without a reader, for which it does not wait
        with read_meanwhile(pipe) as came:
            write_whole(path, "new")
        assert came == [b"new"]
    handle, other = os.pipe()
    write_whole(f"/proc/self/fd/{other}", "new")  # as a shell's >(…) is called
    assert os.read(handle, 9) == b"new"
    os.close(handle), os.close(other)
    assert pipe.is_fifo() and link.is_symlink() and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["folder", "socket", "kept", "loop", "none/file", "none/", ""])
def test_what_cannot_be_written_is_refused_at_once(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "kept").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != "kept")  # root may write what is write-protected
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket")
    for attempt in (check_writable, lambda file: write_whole(file, "new")):
        with pytest.raises(OSError, match=r"directory|address|denied|symbolic"):
            attempt(name)
    with pytest.raises(argparse.ArgumentTypeError, match=rf"^cannot write ({name}|''): [A-Z]"):
        writable(name)
    server.close()
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "loop", "kept", "socket"}
    assert (tmp_path / "kept").read_text() == "old"


def test_what_is_interrupted_leaves_the_old_file(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(KeyboardInterrupt), whole_file(file) as out:
        out.write(b"half")
        raise KeyboardInterrupt
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


@pytest.mark.slow
def test_every_file_is_written_in_one_place():
    ways = r"os\.replace|\.rename\(|\.write_(text|bytes)\(|open\([^)\n]*\"[wxa]b?\"|mkstemp|NamedTemporaryFile"
    found = [path.name for path in ROOT.glob("rffviz/**/*.py") if re.search(ways, path.read_text())]
    assert sorted(found) == ["file_content.py", "load.py", "page.py", "results.py"]  # of benches, and a lock


def test_a_lecture_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch, capsys):
    def denied(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("rffviz.teaching.command.write_whole", denied)
    with pytest.raises(SystemExit) as stopped:
        main(["teach", str(tmp_path / "lecture")])
    said = capsys.readouterr().err.splitlines()[-1]
    assert stopped.value.code == 2 and re.search(
        r"DIR must be a folder .*, got '.*lecture': Permission denied\.$", said
    )
