"""Presentation mode: large figures, no editing controls, and keyboard navigation.

With a scene it shows the scene's question, and the answer once revealed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from types import ModuleType
from urllib.parse import urlencode

import streamlit as st

from rffviz.explorer.web.chart import theme
from rffviz.explorer.web.components import browser
from rffviz.explorer.web.components.component import asset, keys
from rffviz.explorer.web.lecture.edit import DECK
from rffviz.explorer.web.lecture.notes import notes_document
from rffviz.explorer.web.lecture.votes import judged_votes
from rffviz.explorer.web.room import lecturer as room
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words.practice import PAGE, SPECIMEN, Practice, practice_scenes
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.names import plain

PRESENT, REVEALED, SCENE = "present", "revealed", "scene"
_GUESSES, _CODE = "_guesses", "_code"
_LONGEST_GUESS = 80  # characters
CARRIED = (PRESENT, REVEALED, SCENE, DECK)  # settings carried by the link of every page


def begin(now: Settings) -> None:
    """Before a page: style and keyboard shortcuts if presented; only the figures if embedded in another page."""
    if st.context.is_embedded:
        with st.container(key="present-look"):
            st.html(f"<style>{asset('embedded.css')}</style>")
    concealed = not now[REVEALED] and (now[PRESENT] or practising(now))
    staged = now[PRESENT] and _scene(now) is not None
    browser.enlarge(now[PRESENT], concealed, _place(now))
    room.attend(_scene(now) if now[PRESENT] else None, _scenes(now), now[REVEALED], _explored(now))
    hidden = asset("unrevealed.css") if concealed else ""
    if not now[PRESENT]:
        if hidden:
            with st.container(key="present-look"):
                st.html(f"<style>{hidden}</style>")
        return
    with st.container(key="present-look"):
        sizes = f":root {{ --unit: {browser.room()[0]:.3g}; --large: calc(1.3 * var(--unit)); }}"
        st.html(f"<style>{sizes}\n{asset('presented.css')}{asset('staged.css') if staged else ''}{hidden}</style>")
        data = {"scene": now[SCENE], "colour": theme().hues["amber"], "screen": browser.screen()}
        data |= {"place": _place(now), "begun": browser.begun(), "revealed": now[REVEALED]}
        if (scene := _scene(now)) and not practising(now):  # notes of specimens would hold their answers
            data["notes"] = {"page": notes_document(_scenes(now)), "number": scene.name, "revealed": now[REVEALED]}
        keys()(data=data, key="present-keys", on_room_change=browser.fitted)


def title(question: str, now: Settings) -> None:
    """The question of the view or of the scene presented with its votes; or the answer, and which vote was right.

    A room stands beside it: how to enter and how many have answered; or what they answered.
    """
    in_room = now[PRESENT] and room.of_session() is not None
    if not in_room:
        _title(question, now)
        return
    scene = _scene(now)
    told = now[REVEALED] and scene is not None
    words, *answers, corner = st.columns([7, 4, 2] if told else [5, 2], gap="small")
    with words:
        _title(question, now, in_room)
    for place in answers:
        with place:
            room.draw_answers(scene)
    with corner:
        _corner(now)


def _corner(now: Settings) -> None:
    room.corner(_segno(), _scene(now) if now[PRESENT] else None, now[REVEALED])


def _title(question: str, now: Settings, in_room: bool = False) -> None:
    practice, staged = _practice(now), _scene(now)
    scene = practice or staged
    if scene is None:
        st.title(question)
        return
    question, told = plain((staged or scene).question), plain(scene.reveal)
    if not now[REVEALED]:
        st.title(question)
        if not in_room:
            _ask(scene)
        return
    votes = "" if in_room else judged_votes(scene, _guess(scene)[0])
    if practice is None:
        st.title(told or question)
        asked = f'<span class="asked">{escape(scene.question)}</span>' if told else ""
        if asked or votes:
            st.html(f'<p class="told">{asked} {votes}</p>')
        return
    st.title(question)
    with st.container(key="told"):
        words, code = st.columns([5, 1], vertical_alignment="center")
        words.markdown(told)
        if votes:
            words.html(f'<p class="told">{votes}</p>')
        with code.popover("Its code", icon=":material/code:", width="stretch"):
            st.code(practice.code, language="python")


def end(now: Settings) -> None:
    """After a page: the buttons that the keys trigger."""
    scene, scenes = _scene(now), _scenes(now)
    room.finish(scene if now[PRESENT] else None, scenes, now[REVEALED], _explored(now))
    if not now[PRESENT] or room.of_session() is None:
        with st.container(key="room-away"):  # unseen: for a room of before the page was loaded again
            _corner(now)
    if not now[PRESENT]:
        return
    at = scenes.index(scene) if scene else -1
    with st.container(key="present-bar", horizontal=True, horizontal_alignment="right"):
        if at > 0:
            _step(now, scenes[at - 1], "previous", "‹")
        if scene:
            st.markdown(f"{at + 1} of {len(scenes)}")
        if at + 1 < len(scenes):
            _step(now, scenes[at + 1], "next", "›")
        words = "Hide (R)" if now[REVEALED] else "Reveal (R)"
        _once(now, "reveal", words, partial(_reveal, now, scene, not now[REVEALED]))
        if room.of_session() is None:
            st.button("Open a room (O)", key="present-room", on_click=room.open_room)
        elif scene and (scene.guess or scene.slider or scene.curve):
            _once(now, "again", "Ask again (A)", partial(_ask_again, now, scene))
        st.button("Draw (G)", key="present-pen")
        if scene:
            st.button("Notes (N)", key="present-notes")
        if _segno() is not None:
            st.button("QR code (Q)", key="present-code", on_click=_show_code, args=(_coded(now),))
        st.button("Full screen (F)", key="present-full")
        st.button("Copy link", key="present-copy")
        st.button("Leave (Esc)", key="present-leave", on_click=_leave, args=(now,))
        st.html(f'<span class="place" data-place="{escape(_place(now))}"></span>')  # drawn last: the keys wait for it
    if _code_of(now):
        st.html(_code(_coded(now)))


def asked(question: str, now: Settings) -> str:
    """The question of a page: the view's, or that of a practice specimen."""
    practice = _practice(now)
    return practice.question if practice else question


def enter(now: Settings, question: str) -> None:
    """The button that presents the current page, and the snippets that embed it."""
    st.button("Present", icon=":material/present_to_all:", on_click=partial(now.put, PRESENT, True), width="stretch")
    room.panel(_segno())
    with st.popover("Embed", icon=":material/code:", width="stretch"):
        for where, code in snippets(address(now, embed="true"), question).items():
            st.caption(where)
            st.code(code, language="html", wrap_lines=True)


def address(now: Settings, **further: str) -> str:
    """The link of the current page at the browser's address, with the settings `further` added."""
    page = f"{(st.context.url or '').rstrip('/')}/{now.pages[now.page].url_path}"
    query = urlencode(now.asked() | further)
    return f"{page}?{query}" if query else page


def _explored(now: Settings) -> str:
    """The path and query of the view in sight, not presented, for links from the same server."""
    base = st.get_option("server.baseUrlPath").strip("/")
    path = "/".join(filter(None, [base, now.pages[now.page].url_path]))
    query = urlencode(now.asked(*CARRIED))
    return f"/{path}?{query}" if query else f"/{path}"


def snippets(link: str, title: str) -> dict[str, str]:
    """Snippets that embed the page of a link, by kind of host."""
    link, title = escape(link), escape(title)
    return {
        "In a page": f'<iframe src="{link}" title="{title}" width="100%" height="620" style="border: 0"></iframe>',
        "A slide of Reveal": f'<section data-background-iframe="{link}" data-background-interactive></section>',
        "A slide of Quarto": f'## {{background-iframe="{link}" background-interactive="true"}}',
    }


def _place(now: Settings) -> str:
    """What is presented: page, view, scene or practice specimen, and whether the answer is shown."""
    scene = now[SPECIMEN] if practising(now) and now[SCENE] == "none" else now[SCENE]
    return f"{now.page} {now.asked().get('view', '')} {scene} {now[REVEALED]}"


def _guess(scene: Scene) -> tuple[str, int]:
    """The guess of this session, and how often it was changed."""
    return st.session_state.setdefault(_GUESSES, {}).get(scene.name, ("", 0))


def _ask(scene: Scene) -> None:
    """The votes, or what to look at if there are none; and a text field."""
    guess, count = _guess(scene)
    voted = guess in scene.guess
    with st.container(key="guess", horizontal=True, vertical_alignment="center"):
        if scene.guess:
            key = f"guess-vote-{scene.name}-{count}"
            st.pills(
                "Votes",
                scene.guess,
                default=guess if voted else None,
                format_func=plain,
                key=key,
                on_change=_guessed,
                args=(scene, key),
                label_visibility="collapsed",
                width="content",
            )
        elif scene.look:
            st.markdown(plain(scene.look), width="content")
        key = f"guess-words-{scene.name}-{count}"
        st.text_input(
            "Your guess",
            "" if voted else guess,
            _LONGEST_GUESS,
            key=key,
            placeholder="Your guess",
            on_change=_guessed,
            args=(scene, key),
            label_visibility="collapsed",
        )


def _guessed(scene: Scene, key: str) -> None:
    """Vote and text are one guess: setting one clears the other."""
    words = " ".join((st.session_state[key] or "").split())[:_LONGEST_GUESS]
    st.session_state[_GUESSES][scene.name] = (words, _guess(scene)[1] + 1)


def _segno() -> ModuleType | None:
    """The optional package that makes QR codes, where it is installed."""
    try:
        return importlib.import_module("segno")
    except ImportError:
        return None


def _show_code(link: str) -> None:
    """Show the code of a link, or hide it again."""
    st.session_state[_CODE] = "" if st.session_state.get(_CODE) == link else link


def _coded(now: Settings) -> str:
    """The link that the large code holds: the room's, or that of the current page."""
    held = room.of_session()
    return room.address(held[0]) if held else address(now)


def _code_of(now: Settings) -> bool:
    """Whether the code is shown: it was requested, and the link has not changed."""
    return _segno() is not None and st.session_state.get(_CODE) == _coded(now)


def _code(link: str) -> str:
    """The QR code of a link as SVG over the figure, black on white; a notice if the link is too long for one."""
    try:
        image = room.code_image(_segno(), link)
    except ValueError:
        return '<div class="code"><p>This link is too long for a QR code. Copy it instead.</p></div>'
    return f'<div class="code"><img alt="QR code of {escape(link)}" src="{image}"></div>'


def moved_to(page: str, query: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
    """The page and the query of the scene that a link to another page presents; None for other links."""
    scene = next((scene for scene in SCENES if scene.name == query.get(SCENE)), None)
    if scene is None or scene.page == page or query.get(PRESENT) != "1":
        return None
    kept = {name: query[name] for name in CARRIED if name in query}
    return scene.page, (scene.revealed if query.get(REVEALED) == "1" else dict(scene.query)) | kept


def step(now: Settings, scene: Scene) -> dict[str, str]:
    """The query of the link that presents a scene; a practice specimen is identified by its number."""
    named = {} if isinstance(scene, Practice) else {SCENE: scene.name}
    return now.carry({**scene.query, PRESENT: "1", **named})


def practising(now: Settings) -> bool:
    """Whether a practice specimen is shown."""
    return now.page == PAGE and now[SPECIMEN] > 0


def _practice(now: Settings) -> Practice | None:
    return practice_scenes()[now[SPECIMEN] - 1] if practising(now) else None


def _scenes(now: Settings) -> Sequence[Scene]:
    """The scenes in order: the viewer's own lecture, or all if the current one is not in it, or else specimens."""
    deck, named = now[DECK], now[SCENE]
    if practising(now) and named == "none":
        return practice_scenes()
    elsewhere = any(scene.name == named for scene in SCENES) and not any(scene.name == named for scene in deck)
    return SCENES if elsewhere or not deck else deck


def _scene(now: Settings) -> Scene | None:
    named = now[SCENE]
    if named == "none":
        return _practice(now)
    return next((scene for scene in _scenes(now) if now[PRESENT] and scene.name == named), None)


def _step(now: Settings, scene: Scene, key: str, label: str) -> None:
    query = step(now, scene)
    if scene.page == now.page:  # Streamlit takes a link to the current page for a late rerun, but not a button
        _once(now, key, label, partial(now.open, query))
        return
    with st.container(key=f"present-{key}", width="content"):
        st.page_link(now.pages[scene.page], label=label, icon="", query_params=query)


def _once(now: Settings, key: str, label: str, act: Callable[[], None]) -> None:
    """A button of one place only: the browser may send one click twice, and the second must not act on the next."""
    with st.container(key=f"present-{key}", width="content"):
        st.button(label, key=f"present-{key} {_place(now)}", on_click=act)


def _reveal(now: Settings, scene: Scene | None, revealed: bool) -> None:
    """Reveal the answer, or hide it again, with the settings that go with either."""
    if scene is not None and scene.after:
        now.open((scene.revealed if revealed else scene.query) | {PRESENT: "1", SCENE: scene.name})
    now.put(REVEALED, revealed)


def _ask_again(now: Settings, scene: Scene) -> None:
    """Another vote on the scene: its answer is hidden, if it was shown."""
    room.ask_again(scene)
    if now[REVEALED]:
        _reveal(now, scene, False)


def _leave(now: Settings) -> None:
    """Leave the presentation or, if the QR code is shown, only hide that."""
    if _code_of(now):
        _show_code(_coded(now))
        return
    for name, value in ((PRESENT, False), (REVEALED, False), (SCENE, "none")):
        now.put(name, value)
