"""A page for the last row of a hall: large, without what only the one who prepares it needs, and moved by keys.

With a scene it asks the scene's question, and tells the answer when it is revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from rffviz.web import browser
from rffviz.web.component import asset, component
from rffviz.web.lecture import DECK, plain
from rffviz.web.link import Settings
from rffviz.words.scenes import SCENES, Scene

PRESENT, REVEALED, SCENE = "present", "revealed", "scene"
CARRIED = (PRESENT, REVEALED, SCENE, DECK)  # settings that every page's link has


def begin(now: Settings) -> None:
    """Before a page: where it is presented, its style and its keys."""
    browser.enlarge(now[PRESENT], now[REVEALED])
    if not now[PRESENT]:
        return
    hidden = "" if now[REVEALED] else asset("unrevealed.css")
    with st.container(key="present-look"):
        sizes = f":root {{ --unit: {browser.room()[0]:.3g}; --large: calc(1.3 * var(--unit)); }}"
        st.html(f"<style>{sizes}\n{asset('presented.css')}{hidden}</style>")
        component("keys")(data={}, key="present-keys")


def title(question: str, now: Settings) -> None:
    """The question of the view or, where one is presented, of the scene; under it what to vote for, or the answer."""
    scene = _scene(now)
    if scene is None:
        st.title(question)
        return
    st.title(plain(scene.question))
    if now[REVEALED]:
        st.markdown(plain(scene.reveal))
    elif scene.guess:
        st.markdown("Your guess: " + " · ".join(map(plain, scene.guess)))
    else:
        st.markdown(plain(scene.look))


def end(now: Settings) -> None:
    """After a page: what the keys press too."""
    if not now[PRESENT]:
        return
    scene, scenes = _scene(now), _scenes(now)
    at = scenes.index(scene) if scene else -1
    with st.container(key="present-bar", horizontal=True, horizontal_alignment="right"):
        if at > 0:
            _step(now, scenes[at - 1], "previous", "‹")
        if scene:
            st.markdown(f"{at + 1} of {len(scenes)}")
        if at + 1 < len(scenes):
            _step(now, scenes[at + 1], "next", "›")
        words = "Hide (R)" if now[REVEALED] else "Reveal (R)"
        st.button(words, key="present-reveal", on_click=_reveal, args=(now, scene))
        st.button("Full screen (F)", key="present-full")
        st.button("Copy link", key="present-copy")
        st.button("Leave (Esc)", key="present-leave", on_click=_leave, args=(now,))


def enter(now: Settings) -> None:
    """The button that begins to present the page in view."""
    st.button("Present", icon=":material/present_to_all:", on_click=partial(now.put, PRESENT, True), width="stretch")


def step(now: Settings, scene: Scene) -> dict[str, str]:
    """The query of the link that presents a scene."""
    return now.carry({**scene.query, PRESENT: "1", SCENE: scene.name})


def _scenes(now: Settings) -> Sequence[Scene]:
    """What is walked through: the viewer's own lecture, but all scenes from one that is not in it."""
    deck, named = now[DECK], now[SCENE]
    elsewhere = any(scene.name == named for scene in SCENES) and not any(scene.name == named for scene in deck)
    return SCENES if elsewhere or not deck else deck


def _scene(now: Settings) -> Scene | None:
    return next((scene for scene in _scenes(now) if now[PRESENT] and scene.name == now[SCENE]), None)


def _step(now: Settings, scene: Scene, key: str, label: str) -> None:
    with st.container(key=f"present-{key}", width="content"):
        st.page_link(now.pages[scene.page], label=label, icon="", query_params=step(now, scene))


def _reveal(now: Settings, scene: Scene | None) -> None:
    """Reveal the answer, or hide it again, with the settings that go with either."""
    revealed = not now[REVEALED]
    if scene is not None and scene.after:
        now.open((scene.revealed if revealed else scene.query) | {PRESENT: "1", SCENE: scene.name})
    now.put(REVEALED, revealed)


def _leave(now: Settings) -> None:
    for name, value in ((PRESENT, False), (REVEALED, False), (SCENE, "none")):
        now.put(name, value)
