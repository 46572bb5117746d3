"""Exports that take longer than a second: measured when asked for, watched, and left by any other click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import progress_bar, watch
from rffviz.foundation.validation import Refusal

_ASKED = "_longer_export"


@dataclass(frozen=True)
class LongerExport:
    """A file that is made of the record of a job.

    Attributes
    ----------
    label : str
        On the button.
    job : Job
    file_name : str
    page : callable
        Record → the text of the file.
    """

    label: str
    job: Job
    file_name: str
    page: Callable[[Any], str]


def offer_exports(exports: Sequence[LongerExport], menu: Any, view: str) -> None:
    """Draw their buttons in a place of the menu; one that was clicked becomes a progress bar, and then the download."""
    with menu:
        places = [(export, f"{view}-longer-{k}", st.container()) for k, export in enumerate(exports)]
    asked, job = st.session_state.get(_ASKED, ("", None))
    measured = [each for each in places if each[1] == asked and each[0].job.key == job]
    for export, key, place in places:
        if not measured or key != measured[0][1]:
            place.button(export.label, key=key, on_click=_ask, args=(key, export.job), width="stretch")
    for export, key, place in measured:  # last: it may take long
        with place:
            _offer_measured(export, key)


def _offer_measured(export: LongerExport, key: str) -> None:
    with progress_bar(export.job.says) as bar:
        for growing in watch([export.job], bar, separate_refusals=True):
            record = growing.records[0]
    if isinstance(record, Refusal):
        st.warning(str(record), icon=":material/block:")
        return
    st.download_button(
        f"Save: {export.label}",
        data=lambda: export.page(record),
        file_name=export.file_name,
        mime="text/html",
        on_click="ignore",
        key=f"{key}-save",
        type="primary",
        width="stretch",
    )


def _ask(key: str, job: Job) -> None:
    st.session_state[_ASKED] = (key, job.key)
