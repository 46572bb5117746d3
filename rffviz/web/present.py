"""A page for the last row of a hall: large, without what only the one who prepares it needs, and moved by keys.

With a scene it asks the scene's question, and tells the answer when it is revealed.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.web import browser
from rffviz.web.component import asset, component
from rffviz.web.link import Settings
from rffviz.words.scenes import SCENES, Scene

PRESENT, REVEALED, SCENE = "present", "revealed", "scene"
CARRIED = (PRESENT, REVEALED, SCENE)  # settings that every page's link has


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
    st.title(scene.question)
    if now[REVEALED]:
        st.markdown(scene.reveal)
    elif scene.guess:
        st.markdown("Your guess: " + " · ".join(scene.guess))
    else:
        st.markdown(scene.look)


def end(now: Settings) -> None:
    """After a page: what the keys press too."""
    if not now[PRESENT]:
        return
    scene = _scene(now)
    at = SCENES.index(scene) if scene else -1
    with st.container(key="present-bar", horizontal=True, horizontal_alignment="right"):
        if at > 0:
            _step(now, SCENES[at - 1], "previous", "‹")
        if scene:
            st.markdown(f"{at + 1} of {len(SCENES)}")
        if at + 1 < len(SCENES):
            _step(now, SCENES[at + 1], "next", "›")
        words = "Hide (R)" if now[REVEALED] else "Reveal (R)"
        st.button(words, key="present-reveal", on_click=_reveal, args=(now, scene))
        st.button("Full screen (F)", key="present-full")
        st.button("Copy link", key="present-copy")
        st.button("Leave (Esc)", key="present-leave", on_click=_leave, args=(now,))


def enter(now: Settings) -> None:
    """The button that begins to present the page in view."""
    st.button("Present", icon=":material/present_to_all:", on_click=partial(now.put, PRESENT, True), width="stretch")


def _scene(now: Settings) -> Scene | None:
    return next((scene for scene in SCENES if now[PRESENT] and scene.name == now[SCENE]), None)


def _step(now: Settings, scene: Scene, key: str, label: str) -> None:
    with st.container(key=f"present-{key}", width="content"):
        query = {**scene.query, PRESENT: "1", SCENE: scene.name}
        st.page_link(now.pages[scene.page], label=label, icon="", query_params=query)


def _reveal(now: Settings, scene: Scene | None) -> None:
    """Reveal the answer, or hide it again, with the settings that go with either."""
    revealed = not now[REVEALED]
    if scene is not None and scene.after:
        now.open((scene.revealed if revealed else scene.query) | {PRESENT: "1", SCENE: scene.name})
    now.put(REVEALED, revealed)


def _leave(now: Settings) -> None:
    for name, value in ((PRESENT, False), (REVEALED, False), (SCENE, "none")):
        now.put(name, value)
