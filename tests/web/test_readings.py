"""A viewer's files are read once, refused or not, and so many in a session."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rffviz.datasets.uploads import MAX_BYTES, MAX_MEGABYTES
from rffviz.explorer.web.settings.files import Readings
from rffviz.foundation.validation import Refusal

ROOT = Path(__file__).parents[2]


def reader():
    """A reader that counts its calls, and refuses what is called so."""
    calls = []

    def read(content, name, *more):
        calls.append((content, name, *more))
        if content.startswith(b"bad"):
            raise Refusal(f"{name} must be good, got {content.decode()}.")
        return np.zeros(1000)

    return read, calls


def test_a_file_is_read_once_by_its_content_name_and_question():
    read, calls = reader()
    readings = Readings()
    first = readings.of(read, b"1", "a")
    assert readings.of(read, bytes([49]), "a") is first and len(calls) == 1
    for asked in ((b"2", "a"), (b"1", "b"), (b"1", "a", "y"), (b"1", "a", "z")):
        readings.of(read, *asked)
    assert len(calls) == 5


def test_a_refusal_is_remembered_with_its_sentence_and_without_the_file():
    read, calls = reader()
    readings = Readings()
    for _ in range(3):
        with pytest.raises(Refusal, match=r"^a must be good, got bad\.$") as refusal:
            readings.of(read, b"bad", "a")
    assert len(calls) == 1 and "read" not in [entry.name for entry in refusal.traceback]


def test_what_is_kept_is_bounded_and_the_last_stays():
    read, calls = reader()
    readings = Readings(most_bytes=20_000)
    for content in (b"1", b"2", b"1", b"3"):
        readings.of(read, content, "a")
    assert len(calls) == 3
    readings.of(read, b"1", "a")  # used later than 2, which went
    assert len(calls) == 3
    readings.of(read, b"2", "a")
    assert len(calls) == 4
    large = Readings(most_bytes=1)
    assert large.of(read, b"1", "a") is large.of(read, b"1", "a")


def test_a_session_keeps_as_much_as_the_documents_say():
    readings, calls = Readings(), []

    def read(content, name):
        calls.append(content)
        return np.zeros(2**20)  # 8 MiB

    for content in (b"1", b"2", b"1", b"3", b"1", b"2"):  # two fit
        readings.of(read, content, "a")
    assert calls == [b"1", b"2", b"3", b"2"]
    assert "at most 16 MiB a session" in " ".join((ROOT / "docs/serving.md").read_text().split())


def test_a_session_reads_so_many_files_and_says_it():
    read, calls = reader()
    readings = Readings(most_files=2)
    readings.of(read, b"1", "a")
    with pytest.raises(Refusal, match="must be good"):
        readings.of(read, b"bad", "a")
    with pytest.raises(Refusal, match=r"at most 2, got another one: reload this page to go on\.$"):
        readings.of(read, b"3", "a")
    readings.of(read, b"1", "a")  # known ones are not counted
    assert len(calls) == 2


def page():
    import streamlit as st

    from rffviz.explorer.web.settings.inputs import resolve_file
    from rffviz.foundation.validation import Refusal

    def read(content, name):
        st.session_state["calls"] = st.session_state.get("calls", 0) + 1
        if content == b"bad":
            raise Refusal("f must be good, got bad.")
        return content

    kept = resolve_file("f", st.file_uploader("f"), read)
    st.text(kept and kept.read)
    assert resolve_file("f") == kept


@pytest.mark.slow
def test_a_refused_file_is_told_at_every_run_and_read_at_the_first():
    app = AppTest.from_function(page).run()
    app.file_uploader[0].upload("f", b"good", "text/csv").run()
    app.file_uploader[0].upload("f", b"bad", "text/csv")
    for _ in range(3):
        app.run()
        assert not app.exception
        assert [each.value for each in app.warning] == ["f must be good, got bad."] and app.text[0].value == "None"
    assert app.session_state["calls"] == 2


def memory():
    from dataclasses import replace
    from unittest.mock import patch

    from rffviz.explorer.web.settings import inputs

    entry = replace(inputs.DATASETS["wine_quality"], availability=lambda: "memory")
    with patch.dict(inputs.DATASETS, {"wine_quality": entry}):
        inputs._resolve_dataset("wine_quality", lambda name: name)


def test_data_that_could_not_be_kept_are_used_and_it_is_said():
    app = AppTest.from_function(memory).run()
    assert not app.exception
    assert [each.value for each in app.info] == [
        "Wine quality (white) could not be written to this machine's cache: it stays in memory until the app stops."
    ]


def test_browser_server_and_library_take_the_same_number_of_bytes():
    """A browser counts a megabyte as 10⁶ bytes (on Windows 2²⁰, where the library refuses the rest)."""
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())
    assert config["server"]["maxUploadSize"] == MAX_MEGABYTES and MAX_BYTES == MAX_MEGABYTES * 10**6
    for path in (ROOT / "rffviz/explorer/web").glob("*.py"):
        sizes = re.findall(r"max_upload_size=(\w+)", path.read_text())
        assert set(sizes) <= ({"1"} if path.stem == "lecture" else {"MAX_MEGABYTES"}), path
