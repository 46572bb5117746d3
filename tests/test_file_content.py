"""Files of the user's own: regular ones, and no more of them than is allowed, whatever is asked for by whom."""

import os

import numpy as np
import pytest

from rffviz.__main__ import main
from rffviz.datasets.uploads import MAX_BYTES, read_csv_file
from rffviz.diagnose import read_frequencies_file
from rffviz.foundation.file_content import file_content
from rffviz.foundation.validation import Refusal
from rffviz.papers.results import MOST_BYTES, Results


@pytest.fixture
def no_file(tmp_path):
    """A pipe that nobody writes to, called as a table is."""
    os.mkfifo(tmp_path / "pipe.csv")
    return tmp_path / "pipe.csv"


@pytest.mark.parametrize("read", [read_csv_file, read_frequencies_file, Results, lambda path: file_content(path, 5)])
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


def test_one_byte_too_many_is_read_and_no_more(tmp_path):
    path = tmp_path / "large.csv"
    with open(path, "wb") as file:
        file.truncate(10**12)  # no blocks on the disk
    for read, most in ((read_csv_file, MAX_BYTES), (read_frequencies_file, MAX_BYTES), (Results, MOST_BYTES)):
        with pytest.raises(Refusal, match=rf"^file must have at most {most:,} bytes, got .*large\.csv' with more"):
            read(path)
    path.write_bytes(b"12345")
    assert file_content(path, 5) == b"12345"
    np.save(tmp_path / "W.npy", np.ones((3, 2)))
    assert read_frequencies_file(tmp_path / "W.npy").W.shape == (3, 2)
