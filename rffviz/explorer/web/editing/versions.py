"""The strip of versions of a scheme that is being edited, and what changed since the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from rffviz.diagnose import compare, diagnose
from rffviz.diagnose.changes import changes
from rffviz.explorer.web.components.component import component
from rffviz.explorer.web.editing.watching import Saved, Watching, watching
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import progress_bar, watch
from rffviz.explorer.web.server.sessions import at_home
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.link import Settings
from rffviz.foundation.names import plain
from rffviz.foundation.validation import Refusal
from rffviz.samplers.versions import Version

_FOLLOWED = "_followed"  # the newest version that this session has shown as A
_KEPT = "_kept_version"
_ASKED = "_smallest"  # the job of the smallest case that was asked for
_IN_SIGHT = 5  # versions in sight; the others unfold
_MARKS = {"fault": "✕", "costly": "△", "fine": "✓", "design": "✓", "unknown": "?"}


def versions_strip(settings: Settings) -> None:
    """Follow the newest version as A; say what is wrong with the last save; offer the others."""
    found = watching()
    if found is None:
        return
    component("saved")(data={"serial": found.serial}, key="saved-watcher", on_saved_change=lambda: None)
    newest = found.newest and found.newest.version.name
    followed, names = st.session_state.get(_FOLLOWED), [each.version.name for each in found.working]
    if newest and newest != followed:
        st.session_state[_FOLLOWED] = newest
        if settings["a"] == followed or (followed is None and settings["a"] not in names and not settings.notices):
            settings.put("a", newest)
            st.rerun()
    last = found.saved[-1] if found.saved else None
    if found.trying is not None:
        st.caption(f"{found.trying.label.capitalize()}: saved, first draws …")
    elif last and last.problem:
        shown = f" Shown: {found.newest.version.label}, the last that works." if found.newest else ""
        st.warning(f"{plain(last.problem.rstrip('.'))}.{shown}", icon=":material/edit_off:")
    if len(found.working) > 1 and not settings["present"]:
        _choices(found, settings)


def _choices(found: Watching, settings: Settings) -> None:
    """The newest versions as buttons, that show one as A; all of them, to put any two side by side."""
    with st.container(key="versions", horizontal=True, vertical_alignment="center"):
        for each in found.working[-_IN_SIGHT:]:
            chosen = settings["a"] == each.version.name
            words, kind = _words(found, each), "primary" if chosen else "secondary"
            _put("a", each.version, settings, words, type=kind)
        with st.popover("All versions"):
            for each in reversed(found.saved):
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.markdown(_words(found, each), width="stretch")
                    if each.version and not each.problem:
                        for letter in "ab":
                            _put(letter, each.version, settings, letter.upper())
                        if at_home():
                            st.button("Save", key=f"keep-{each.version.name}", on_click=_keep, args=(each.version,))
    if said := st.session_state.pop(_KEPT, ""):
        st.info(plain(said), icon=":material/save:")


def _keep(version: Version) -> None:
    try:
        st.session_state[_KEPT] = f"{version.label.capitalize()} is saved as {version.keep()}."
    except Refusal as reason:
        st.session_state[_KEPT] = str(reason)


def _put(letter: str, version: Version, settings: Settings, words: str, **looks: str) -> None:
    key = f"version-{letter}-{version.name}-{len(words) > 1}"
    st.button(words, key=key, on_click=settings.put, args=(letter, version.name), **looks)


def _words(found: Watching, each: Saved) -> str:
    """'3 · 14:03:27 ✓', or what was wrong."""
    if each.version is None or each.problem:
        return f"{each.clock} ✕ {plain(each.problem)}"
    several = len({one.version.function for one in found.working}) > 1
    of = f"{each.version.function} " if several else ""
    return f"{of}{each.version.number} · {each.clock} {found.marks.get(each.version.name, '')}".strip()


def versions_changed(job_of: Callable[..., Job], words: Mapping[str, str], settings: Settings) -> None:
    """What changed in A since the version before it, from the diagnoses of both and their comparison.

    `job_of` gives the job of a diagnosis, and `words` what the screen calls its worst status.
    """
    found = watching()
    working = [each.version for each in found.working] if found else []
    version = next((each for each in working if each.name == settings["a"]), None)
    if version is None:
        return
    alike = [each for each in working if (each.file, each.function) == (version.file, version.function)]
    before = alike[alike.index(version) - 1] if version is not alike[0] else None
    d = settings["dimension"]
    kernel, n_freqs = resolve_kernel_by_hand(settings, d), settings["n_freqs"]
    jobs = [job_of(each.name, settings, kernel, d, n_freqs) for each in (version, before) if each]
    if before:
        seeds = {"seeds": settings["n_draws"], "random_state": settings["seed"]}
        both = {"scheme": version.name, "reference": before.name}
        jobs.append(Job(compare, jobs[0].says, **both, kernel=kernel, d=d, n_freqs=n_freqs, **seeds))
    with progress_bar("What changed …") as bar:
        *_, growing = watch(jobs, bar, separate_refusals=True)
    report, *others = (None if isinstance(each, Refusal) else each for each in growing.records)
    if report is None:
        return
    found.marks[version.name] = _MARKS[report.worst.status]
    said = changes(report, *others, before.label) if before else ""
    line = st.container(key="verdict", horizontal=True, vertical_alignment="center")
    line.markdown(f"**{version.label.capitalize()}: {words[report.worst.status]}.** {said}", width="content")
    if not report.ok:
        _offer_smallest(line, Job(diagnose, "Looking for the smallest case …", **jobs[0].arguments, smallest=True))


def _offer_smallest(place: Any, job: Job) -> None:
    """The button that looks for the smallest case of an error; then its test function, which a click copies."""
    place.button("Smallest case", key="smallest", type="tertiary", on_click=_ask_for, args=(job,))
    if st.session_state.get(_ASKED) != job.key:
        return
    with progress_bar(job.says) as bar:
        *_, last = watch([job], bar)
    smallest = last.known[0].smallest
    st.code(smallest.test if smallest else "# At no smaller d or n.", language="python")


def _ask_for(job: Job) -> None:
    st.session_state[_ASKED] = job.key
