"""What is known of a browser before it has measured anything."""

from types import SimpleNamespace

import pytest
import streamlit as st

from rffviz.explorer.web.components import browser
from rffviz.explorer.web.components.component import sent

PHONE = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("headers", "narrow"), [({"User-Agent": PHONE}, True), ({"User-Agent": LAPTOP}, False), ({}, False)]
)
def test_a_phone_has_its_layout_from_the_first_run(headers, narrow, monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "context", SimpleNamespace(headers=headers))
    assert browser.narrow() is narrow
    st.session_state["_narrow"] = not narrow  # as measured
    assert browser.narrow() is not narrow


def test_nothing_was_sent_of_a_part_that_is_not_there():
    assert sent("nowhere", "at") is None
