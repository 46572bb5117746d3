"""Editing one's own lecture: the sidebar adds the current view to it, and Start orders, edits and saves it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from rffviz.explorer.web.lecture import deck
from rffviz.explorer.web.lecture.deck import GROUP, MOST_CHARACTERS, MOST_SCENES, MOST_VOTES
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words.scenes import SCENES, SHORT_LECTURE, Scene
from rffviz.foundation.names import plain
from rffviz.foundation.validation import Refusal

DECK = "deck"
_SAID = "_lecture_said"
_FORMER = "_lecture_former"  # the viewer's own scenes, which a ready lecture took the place of
_EMPTY = "“Add to lecture” in the sidebar adds the current view. A bookmark of this page keeps the lecture."
_TOO_LONG = "This lecture is too long for a link, and a reload loses it: save it as a file."


def add_button(question: str, page: str, settings: Settings, left_out: tuple[str, ...]) -> None:
    """The button that adds the current page and settings, without those `left_out`, as a scene."""
    scenes = settings[DECK]
    scene = Scene(
        name=deck.free_name(scenes),
        question=question,
        group=GROUP,
        page=page,
        query=settings.asked(*left_out),
        look="",
        reveal="",
        notes="",
        formula="",
    )
    st.button(
        "Add to lecture",
        icon=":material/playlist_add:",
        on_click=partial(_add, settings, scene),
        disabled=len(scenes) >= MOST_SCENES,
        help="Adds this page with its settings as a scene to your lecture, shown at the end of Start.",
        width="stretch",
    )
    if scenes:
        st.caption(f"{len(scenes)} {'scene' if len(scenes) == 1 else 'scenes'} in your lecture, on Start")


def lectures(settings: Settings, step: Callable[[Scene], dict[str, str]]) -> None:
    """Two ready lectures: the short one begins with one click, or at any of its scenes; the long one has all scenes."""
    named = {scene.name: scene for scene in SCENES}
    short = tuple(named[name] for name in SHORT_LECTURE)
    _begin(settings, "Start the 45 minutes", "start", short, short[0], step, type="primary")
    menu = st.popover("A lecture of 45 or 90 minutes", icon=":material/slideshow:", key="lectures")
    with menu, st.container(gap=None):
        for at, scene in enumerate(short, 1):
            label = f"{at} {deck.view_label(scene)} · {SHORT_LECTURE[scene.name]} min"
            _begin(settings, label, f"short-{scene.name}", short, scene, step)
        _begin(settings, f"90 minutes: all {len(SCENES)} questions", "long", (), SCENES[0], step)


def _begin(
    settings: Settings, label: str, key: str, scenes: tuple[Scene, ...], scene: Scene, step: Callable, type="tertiary"
) -> None:
    """A button that presents a scene of these; without any, of all."""

    def clicked() -> None:
        if any(each.group == GROUP for each in settings[DECK]):
            st.session_state[_FORMER] = settings[DECK]
        settings.put(DECK, scenes)
        if scene.page == settings.page:
            settings.open(step(scene))

    if st.button(label, key=f"lecture-{key}", type=type, on_click=clicked) and scene.page != settings.page:
        st.switch_page(settings.pages[scene.page], query_params=step(scene))


def show_lecture(settings: Settings, step: Callable[[Scene], dict[str, str]]) -> None:
    """The ordered scenes with controls to edit and save them; `step` gives the link that presents one."""
    scenes = settings[DECK]
    with st.container(key="lecture"):
        st.header(GROUP, anchor=False)
        if not scenes:
            st.caption(_EMPTY)
        if former := st.session_state.get(_FORMER):
            st.button("Back to your own scenes", icon=":material/undo:", on_click=_restore, args=(settings, former))
        for at, scene in enumerate(scenes):
            _row(settings, at, scene, step(scene))
        if said := st.session_state.pop(_SAID, ""):
            st.warning(said, icon=":material/info:")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            others = [scene.name for scene in SCENES if scene not in scenes]
            questions = {scene.name: scene.question for scene in SCENES}
            if len(scenes) < MOST_SCENES:
                st.selectbox(
                    "Add a question from above",
                    others,
                    index=None,
                    placeholder="Choose one",
                    format_func=questions.get,
                    key="lecture-built-in",
                    on_change=partial(_add_built_in, settings),
                )
            if scenes:
                st.download_button(
                    "Save as a file",
                    partial(deck.file_text, scenes),
                    "lecture.json",
                    "application/json",
                    on_click="ignore",
                    icon=":material/download:",
                )
            with st.popover("Load a file", icon=":material/upload:"):
                st.file_uploader(
                    "A lecture that was saved here; it takes the place of this one",
                    ["json"],
                    key="lecture-file",
                    max_upload_size=1,
                    on_change=partial(_load, settings),
                )
        if scenes and not deck.link_text(scenes):
            st.warning(_TOO_LONG, icon=":material/save:")


def _restore(settings: Settings, scenes: tuple[Scene, ...]) -> None:
    del st.session_state[_FORMER]
    settings.put(DECK, scenes)


def _row(settings: Settings, at: int, scene: Scene, query: dict[str, str]) -> None:
    scenes = settings[DECK]
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"lecture-{scene.name}"):
        with st.container(width="stretch"):
            label = f"{at + 1}\\. {plain(scene.question)}"
            st.page_link(settings.pages[scene.page], label=label, icon="", query_params=query)
        moves = (
            ("up", ":material/arrow_upward:", "Move up", at - 1),
            ("down", ":material/arrow_downward:", "Move down", at + 1),
        )
        for name, icon, words, to in moves:
            st.button(
                "",
                icon=icon,
                help=words,
                key=f"lecture-{name}-{scene.name}",
                disabled=not 0 <= to < len(scenes),
                on_click=partial(_move, settings, at, to),
            )
        if scene.group == GROUP:
            with st.popover("", icon=":material/edit:", help="Edit", key=f"lecture-edit-{scene.name}"):
                _form(settings, at, scene)
        st.button(
            "",
            icon=":material/close:",
            help="Remove",
            key=f"lecture-remove-{scene.name}",
            on_click=partial(settings.put, DECK, scenes[:at] + scenes[at + 1 :]),
        )


def _form(settings: Settings, at: int, scene: Scene) -> None:
    """The form for a scene's texts, applied when saved."""
    with st.form(f"lecture-form-{scene.name}", border=False):
        st.text_input("Question", scene.question, MOST_CHARACTERS["question"], key=_key(scene, "question"))
        st.text_area(
            f"Votes, one a line, at most {MOST_VOTES}; the right one begins with ✓",
            "\n".join(f"✓ {vote}" if vote in scene.right else vote for vote in scene.guess),
            key=_key(scene, "guess"),
            height="content",
        )
        st.text_input("Answer", scene.reveal, MOST_CHARACTERS["reveal"], key=_key(scene, "reveal"))
        st.text_area("Speaker's notes", scene.notes, max_chars=MOST_CHARACTERS["notes"], key=_key(scene, "notes"))
        st.form_submit_button("Save", on_click=partial(_edit, settings, at, scene))


def _key(scene: Scene, field: str) -> str:
    return f"lecture-{field}-{scene.name}"


def _put(settings: Settings, scenes: list) -> None:
    """Replace the scenes, validated like those of a file, or say why not."""
    try:
        settings.put(DECK, deck.checked(scenes))
    except Refusal as reason:
        st.session_state[_SAID] = str(reason)


def _data(scene: Scene) -> str | dict:
    if scene.group != GROUP:
        return scene.name
    return deck.plain_data(scene)


def _add(settings: Settings, scene: Scene) -> None:
    _put(settings, [*map(_data, settings[DECK]), _data(scene)])


def _add_built_in(settings: Settings) -> None:
    name = st.session_state["lecture-built-in"]
    if name:
        _put(settings, [*map(_data, settings[DECK]), name])
        st.session_state["lecture-built-in"] = None


def _move(settings: Settings, at: int, to: int) -> None:
    scenes = list(settings[DECK])
    scenes.insert(to, scenes.pop(at))
    settings.put(DECK, tuple(scenes))


def _edit(settings: Settings, at: int, scene: Scene) -> None:
    typed = {field: st.session_state[_key(scene, field)] for field in ("question", "guess", "reveal", "notes")}
    lines = [line.strip() for line in typed.pop("guess").splitlines() if line.strip()]
    votes = [line.removeprefix("✓").strip() for line in lines]
    right = [vote for line, vote in zip(lines, votes, strict=True) if line.startswith("✓")]
    scenes = [_data(each) for each in settings[DECK]]
    scenes[at] = _data(replace(scene, **typed)) | {"guess": votes, "right": right}
    _put(settings, scenes)


def _load(settings: Settings) -> None:
    file = st.session_state["lecture-file"]
    if file is None:
        return
    try:
        settings.put(DECK, deck.read_file(file.getvalue()))
    except Refusal as reason:
        st.session_state[_SAID] = str(reason)
