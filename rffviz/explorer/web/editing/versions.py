"""The strip of versions of a scheme that is being edited, and what changed since the one before."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from rffviz.diagnose import Report, compare, diagnose
from rffviz.diagnose.changes import changes
from rffviz.diagnose.verdict import DIAGNOSTICS, FINE, UNKNOWN
from rffviz.explorer.web.components.component import component
from rffviz.explorer.web.editing.watching import Saved, Watching, watching
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import progress_bar, watch
from rffviz.explorer.web.server.sessions import at_home
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.link import Settings
from rffviz.foundation.names import plain, quoted
from rffviz.foundation.validation import Refusal, listed
from rffviz.samplers.versions import Version

_FOLLOWED = "_followed"  # the newest version that this session has shown as A
_KEPT = "_kept_version"
_MARKED = "_marked"  # a sign of the worst status, by version, of those that were judged in this session
_JUDGED = "_judged"  # the name of the version that was judged last
_ASKED = "_smallest"  # the job of the smallest case that was asked for
_LONGEST = 60  # most characters of a link that a notice quotes
_IN_SIGHT = 5  # versions in sight; the others unfold
_MARKS = {"fault": "✕", "costly": "△", "fine": "✓", "design": "✓"}


def versions_strip(settings: Settings) -> None:
    """Follow the newest version as A; say what is wrong with the last save; offer the others."""
    found = watching()
    if found is None:
        return
    component("saved")(data={"serial": found.serial}, key="saved-watcher", on_saved_change=lambda: None)
    working, shown = [each.version for each in found.working], _shown(settings)
    alike = [each for each in working if shown is None or each.of == shown.of]
    newest, followed = alike[-1].name if alike else None, st.session_state.get(_FOLLOWED)
    if newest and newest != followed:
        st.session_state[_FOLLOWED] = newest
        earlier = f"(?:{'|'.join({re.escape(each.name[:-8]) for each in working})})[0-9a-f]{{8}}"
        free = "a" not in settings.held or re.fullmatch(earlier, settings.held["a"])
        if settings["a"] == followed or (followed is None and shown is None and free):
            link = quoted(f"a = {settings.held.get('a')}", _LONGEST)
            settings.supply("a", newest, f"The link's {link} is a version of an earlier run: the newest one is shown.")
            st.rerun()
    # their places are always there: what stands below keeps its own while a save is followed by another
    said, strip = st.empty(), st.empty()
    of_shown = [each for each in found.saved if None in (shown, each.version) or each.version.of == shown.of]
    last = of_shown[-1] if of_shown else None
    if found.trying is not None:
        said.caption(f"{_called(found, found.trying)}: saved, first draws …")
    elif last and last.problem:
        ends = "" if last.problem[-1] in "?!…" else "."
        still = f" Shown: {shown.label}{', the last that works' * (shown.name == newest)}." if shown else ""
        said.warning(f"{plain(last.problem.rstrip('.'))}{ends}{still}", icon=":material/edit_off:")
    if len(working) > 1 and not settings["present"]:
        with strip.container(key="versions", horizontal=True, vertical_alignment="center"):
            _choices(found, settings)


def _called(found: Watching, version: Version) -> str:
    """'Version 2', or 'mine, version 2' where several functions are watched."""
    return f"{version.function}, {version.label}" if found.several else version.label.capitalize()


def _shown(settings: Settings) -> Version | None:
    """The version that is A."""
    found = watching()
    return next((each.version for each in found.working if each.version.name == settings["a"]), None) if found else None


def _choices(found: Watching, settings: Settings) -> None:
    """The newest versions as buttons, that show one as A; all of them, to put any two side by side."""
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
    of = f"{each.version.function} " if found.several else ""
    mark = st.session_state.get(_MARKED, {}).get(each.version.name, "")
    return f"{of}{each.version.number} · {each.clock} {mark}".strip()


def places_of_changes(settings: Settings) -> list[Any]:
    """Where `versions_changed` draws: progress, the line, the smallest case. What is said of another version goes."""
    with st.container(key="after"):
        places, version = [st.container() for _ in range(3)], _shown(settings)
    if version is None or st.session_state.get(_JUDGED) == version.name:
        return places
    places = [each.empty() for each in places]
    places[0].caption(f"{_called(watching(), version)}: measuring …")
    return places


def versions_changed(
    places: Sequence[Any], job_of: Callable[..., Job], words: Mapping[str, str], settings: Settings
) -> None:
    """What changed in A since the version before it, from the diagnoses of both and their comparison.

    `job_of` gives the job of a diagnosis, and `words` what the screen calls its worst status.
    """
    found, version = watching(), _shown(settings)
    if found is None or version is None:
        return
    alike = [each.version for each in found.working if each.version.of == version.of]
    before = alike[alike.index(version) - 1] if version is not alike[0] else None
    d = settings["dimension"]
    kernel, n_freqs = resolve_kernel_by_hand(settings, d), settings["n_freqs"]
    jobs = [job_of(each.name, settings, kernel, d, n_freqs) for each in (version, before) if each]
    if before:
        seeds = {"seeds": settings["n_draws"], "random_state": settings["seed"]}
        both = {"scheme": version.name, "reference": before.name}
        jobs.append(Job(compare, jobs[0].says, **both, kernel=kernel, d=d, n_freqs=n_freqs, **seeds))
    with places[0], progress_bar("What changed …") as bar:
        *_, growing = watch(jobs, bar, separate_refusals=True)
    report, *others = (None if isinstance(each, Refusal) else each for each in growing.records)
    if report is None:
        return
    status = _status(report)
    unclear = [DIAGNOSTICS[each.diagnostic] for each in report.of(UNKNOWN)] if status == FINE else []
    verdict = "; ".join([words[status], *([f"{words[UNKNOWN]}: {listed(unclear)}"] if unclear else [])])
    said = changes(report, *others, before.label) if before else ""
    line = places[1].container(key="verdict", horizontal=True, vertical_alignment="center")
    line.markdown(f"**{_called(found, version)}: {verdict}.** {said}", width="content")
    st.session_state[_JUDGED] = version.name
    if not report.ok:
        with places[2]:
            _offer_smallest(line, Job(diagnose, "Looking for the smallest case …", **jobs[0].arguments, smallest=True))
    judged = zip((version, before), (report, *others), strict=False)
    marks = {each.name: _MARKS[_status(one)] for each, one in judged if each and one}
    if not marks.items() <= (known := st.session_state.setdefault(_MARKED, {})).items():
        known.update(marks)
        st.rerun()  # the strip above has been drawn without them


def _status(report: Report) -> str:
    """The worst that was found; an inconclusive check finds nothing."""
    return report.worst.status if report.worst.accuses else FINE


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
