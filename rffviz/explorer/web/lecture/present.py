"""Presentation mode: large figures, no editing controls, and keyboard navigation.

With a scene it shows the scene's question, and the answer once revealed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
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
from rffviz.explorer.web.lecture.votes import judged_votes, offered_votes, spent_tests
from rffviz.explorer.web.room import lecturer as room
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.words.answers import CHOICE, MOST_TESTS, TESTS
from rffviz.explorer.words.practice import PAGE, SPECIMEN, Practice, practice_scenes
from rffviz.explorer.words.scenes import CLOSING, SCENES, Scene
from rffviz.foundation.names import plain

PRESENT, REVEALED, SCENE = "present", "revealed", "scene"
_TOLD = "_told"  # the scenes that this session last left with their answer, each in its room
_GUESSES, _CODE = "_guesses", "_code"
_LONGEST_GUESS = 80  # characters
_AND = " · "  # between the tests of a guess
CARRIED = (PRESENT, REVEALED, SCENE, DECK)  # settings carried by the link of every page


def begin(settings: Settings) -> None:
    """Before a page: style and keyboard shortcuts if presented; only the figures if embedded in another page."""
    if st.context.is_embedded:
        with st.container(key="present-look"):
            st.html(f"<style>{asset('embedded.css')}</style>")
    concealed = not settings[REVEALED] and (settings[PRESENT] or practising(settings))
    staged = settings[PRESENT] and _scene(settings) is not None
    browser.enlarge(settings[PRESENT], concealed, _place(settings))
    room.attend(
        _scene(settings) if settings[PRESENT] else None,
        _scenes(settings),
        settings[REVEALED],
        _explored(settings),
        settings["seed"],
        _spent(_scene(settings)),
    )
    hidden = asset("unrevealed.css") if concealed else ""
    if not settings[PRESENT]:
        if hidden:
            with st.container(key="present-look"):
                st.html(f"<style>{hidden}</style>")
        return
    with st.container(key="present-look"):
        sizes = f":root {{ --unit: {browser.room()[0]:.3g}; --large: calc(1.3 * var(--unit)); }}"
        st.html(f"<style>{sizes}\n{asset('presented.css')}{asset('staged.css') if staged else ''}{hidden}</style>")
        data = {"scene": settings[SCENE], "colour": theme().hues["amber"], "screen": browser.screen()}
        data |= {"place": _place(settings), "begun": browser.begun(), "revealed": settings[REVEALED]}
        scene = _scene(settings)
        data["table"] = scene is not None and scene.draws  # what a class finds stands there
        if scene and not practising(settings):  # notes of specimens would hold their answers
            data["notes"] = {
                "page": notes_document(_scenes(settings)),
                "number": scene.name,
                "revealed": settings[REVEALED],
            }
        keys()(data=data, key="present-keys", on_room_change=browser.fitted)


def title(question: str, settings: Settings) -> None:
    """The question of the view or of the scene presented with its votes; or the answer, and which vote was right.

    A room stands beside it: how to enter and how many have answered; or what they answered.
    """
    in_room = settings[PRESENT] and room.of_session() is not None
    if not in_room:
        _title(question, settings)
        return
    scene = _scene(settings)
    told = settings[REVEALED] and scene is not None
    words, *answers, corner = st.columns([7, 4, 2] if told else [5, 2], gap="small")
    with words:
        _title(question, settings, in_room)
    for place in answers:
        with place:
            room.draw_answers(scene)
    with corner:
        _corner(settings)


def _corner(settings: Settings) -> None:
    room.corner(_segno(), _scene(settings) if settings[PRESENT] else None, settings[REVEALED])


def _title(question: str, settings: Settings, in_room: bool = False) -> None:
    practice, staged = _practice(settings), _scene(settings)
    scene = practice or staged
    if scene is None:
        st.title(question)
        return
    question, told = plain((staged or scene).question), plain(scene.reveal)
    if not settings[REVEALED]:
        st.title(question)
        if not in_room:
            _ask(scene)
        elif scene.draws:
            st.html(f'<p class="told offered">{room.DRAWN if room.round_of(scene) > 1 else room.CHOSEN}</p>')
        elif scene.asked(None).kind in (CHOICE, TESTS):
            st.html(f'<p class="told offered">{offered_votes(scene)}</p>')
        return
    spent = _spent(scene)
    votes = "" if in_room else spent_tests(scene, spent) if spent else judged_votes(scene, _guess(scene)[0])
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


def end(settings: Settings) -> None:
    """After a page: the buttons that the keys trigger."""
    scene, scenes = _scene(settings), _scenes(settings)
    room.finish(scene if settings[PRESENT] else None, scenes, settings[REVEALED], _explored(settings))
    if not settings[PRESENT] or room.of_session() is None:
        with st.container(key="room-away"):  # unseen: for a room of before the page was loaded again
            _corner(settings)
    if not settings[PRESENT]:
        return
    at, ended = scenes.index(scene) if scene else -1, False
    with st.container(key="present-bar", horizontal=True, horizontal_alignment="right"):
        told = st.session_state.setdefault(_TOLD, set())
        if scene:
            (told.add if settings[REVEALED] else told.discard)(_asked_in(scene))
        if at > 0:
            _step(settings, scenes[at - 1], "previous", "‹", _asked_in(scenes[at - 1]) in told)
        if scene:
            st.markdown(f"{at + 1} of {len(scenes)}")
        if at + 1 < len(scenes):
            _step(settings, scenes[at + 1], "next", "›")
        else:
            with st.container(key="present-last", width="content"):
                ended = st.button("›", key="present-last-scene")
        words = "Hide (R)" if settings[REVEALED] else "Reveal (R)"
        _once(settings, "reveal", words, partial(_reveal, settings, scene, not settings[REVEALED]))
        if room.of_session() is None:
            st.button("Open a room (O)", key="present-room", on_click=room.open_room)
        elif scene and scene.asks:
            _once(settings, "again", "Ask again (A)", partial(_ask_again, settings, scene))
        st.button("Draw (G)", key="present-pen")
        if scene:
            st.button("Notes (N)", key="present-notes")
        if _segno() is not None:
            st.button("QR code (Q)", key="present-code", on_click=_show_code, args=(_coded(settings),))
        st.button("Full screen (F)", key="present-full")
        st.button("Copy link", key="present-copy")
        st.button("Leave (Esc)", key="present-leave", on_click=_leave, args=(settings,))
        st.html(
            f'<span class="place" data-place="{escape(_place(settings))}"></span>'
        )  # drawn last: the keys wait for it
    if _code_of(settings):
        st.html(_code(_coded(settings)))
    if ended and practising(settings):
        st.toast("This is the last question.")
    elif ended:
        _close(settings, scenes)


def _asked_in(scene: Scene) -> tuple[str, str, str]:
    """A scene and its room: another room, or an edited question of the same name, was not asked yet."""
    held = room.of_session()
    return scene.name, scene.question, held[0] if held else ""


@st.dialog(CLOSING, width="large")
def _close(settings: Settings, scenes: Sequence[Scene]) -> None:
    """After the last scene: each to open again, the code of all of them for the class, and the room's votes."""
    words, code = st.columns([3, 1])
    with words, st.container(gap=None):
        for at, scene in enumerate(scenes, 1):
            query = settings.carry(dict(scene.query))
            st.page_link(settings.pages[scene.page], label=f"{at}. {plain(scene.question)}", query_params=query)
    with code:
        link = f"{room.reached('')}?{urlencode(settings.carry({}))}".rstrip("?")
        with suppress(ValueError):  # too long for a code
            if image := room.code_image(_segno(), link):
                st.html(f'<img alt="QR code of these scenes" width="100%" src="{image}">')
        if held := room.of_session():
            room.download_votes(held[0], "end")


def asked(question: str, settings: Settings) -> str:
    """The question of a page: the view's, or that of a practice specimen."""
    practice = _practice(settings)
    return practice.question if practice else question


def enter(settings: Settings, question: str) -> None:
    """The button that presents the current page, and the snippets that embed it."""
    st.button(
        "Present", icon=":material/present_to_all:", on_click=partial(settings.put, PRESENT, True), width="stretch"
    )
    room.panel(_segno())
    with st.popover("Embed", icon=":material/code:", width="stretch"):
        for where, code in snippets(address(settings, embed="true"), question).items():
            st.caption(where)
            st.code(code, language="html", wrap_lines=True)


def address(settings: Settings, **further: str) -> str:
    """The link of the current page at the browser's address, with the settings `further` added."""
    page = f"{(st.context.url or '').rstrip('/')}/{settings.pages[settings.page].url_path}"
    query = urlencode(settings.asked() | further)
    return f"{page}?{query}" if query else page


def _explored(settings: Settings) -> str:
    """The path and query of the view in sight, not presented, for links from the same server."""
    base = st.get_option("server.baseUrlPath").strip("/")
    path = "/".join(filter(None, [base, settings.pages[settings.page].url_path]))
    query = urlencode(settings.asked(*CARRIED))
    return f"/{path}?{query}" if query else f"/{path}"


def snippets(link: str, title: str) -> dict[str, str]:
    """Snippets that embed the page of a link, by kind of host."""
    link, title = escape(link), escape(title)
    return {
        "In a page": f'<iframe src="{link}" title="{title}" width="100%" height="620" style="border: 0"></iframe>',
        "A slide of Reveal": f'<section data-background-iframe="{link}" data-background-interactive></section>',
        "A slide of Quarto": f'## {{background-iframe="{link}" background-interactive="true"}}',
    }


def _place(settings: Settings) -> str:
    """What is presented: page, view, scene or practice specimen, and whether the answer is shown."""
    scene = settings[SPECIMEN] if practising(settings) and settings[SCENE] == "none" else settings[SCENE]
    return f"{settings.page} {settings.asked().get('view', '')} {scene} {settings[REVEALED]}"


def _guess(scene: Scene) -> tuple[str, int]:
    """The guess of this session, and how often it was changed."""
    return st.session_state.setdefault(_GUESSES, {}).get(scene.name, ("", 0))


def _spent(scene: Scene | None) -> list[str]:
    """The tests that this session chose."""
    chosen = _guess(scene)[0].split(_AND) if scene is not None and scene.tests else []
    return [each for each in chosen if each in scene.guess]


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
                selection_mode="multi" if scene.tests else "single",
                default=_spent(scene) if scene.tests else guess if voted else None,
                format_func=plain,
                key=key,
                on_change=_guessed,
                args=(scene, key),
                label_visibility="collapsed",
                width="content",
                wrap=scene.tests or None,
            )
        elif scene.look:
            st.markdown(plain(scene.look), width="content")
        if scene.tests:
            return
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
    """Vote and text are one guess: setting one clears the other. No fourth test is spent."""
    said = st.session_state[key] or ""
    said = _AND.join(said[:MOST_TESTS]) if isinstance(said, list) else said
    words = " ".join(said.split())[:_LONGEST_GUESS]
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


def _coded(settings: Settings) -> str:
    """The link that the large code holds: the room's, or that of the current page."""
    held = room.of_session()
    return room.address(held[0]) if held else address(settings)


def _code_of(settings: Settings) -> bool:
    """Whether the code is shown: it was requested, and the link has not changed."""
    return _segno() is not None and st.session_state.get(_CODE) == _coded(settings)


def _code(link: str) -> str:
    """The QR code of a link as SVG over the figure, black on white; a notice if the link is too long for one."""
    try:
        image = room.code_image(_segno(), link)
    except ValueError:
        return '<div class="code"><p>This link is too long for a QR code. Copy it instead.</p></div>'
    return f'<div class="code"><img alt="QR code of {escape(link)}" src="{image}"><p>{escape(link)}</p></div>'


def moved_to(page: str, query: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
    """The page and the query of the scene that a link to another page presents; None for other links."""
    scene = next((scene for scene in SCENES if scene.name == query.get(SCENE)), None)
    if scene is None or scene.page == page or query.get(PRESENT) != "1":
        return None
    kept = {name: query[name] for name in CARRIED if name in query}
    return scene.page, (scene.revealed if query.get(REVEALED) == "1" else dict(scene.query)) | kept


def step(settings: Settings, scene: Scene, revealed: bool = False) -> dict[str, str]:
    """The query of the link that presents a scene; a practice specimen is identified by its number."""
    named = {} if isinstance(scene, Practice) else {SCENE: scene.name}
    shown = {**scene.revealed, REVEALED: "1"} if revealed else scene.query
    return settings.carry({**shown, PRESENT: "1", **named})


def practising(settings: Settings) -> bool:
    """Whether a practice specimen is shown."""
    return settings.page == PAGE and settings[SPECIMEN] > 0


def _practice(settings: Settings) -> Practice | None:
    return practice_scenes()[settings[SPECIMEN] - 1] if practising(settings) else None


def _scenes(settings: Settings) -> Sequence[Scene]:
    """The scenes in order: the viewer's own lecture, or all if the current one is not in it, or else specimens."""
    deck, named = settings[DECK], settings[SCENE]
    if practising(settings) and named == "none":
        return practice_scenes()
    elsewhere = any(scene.name == named for scene in SCENES) and not any(scene.name == named for scene in deck)
    return SCENES if elsewhere or not deck else deck


def _scene(settings: Settings) -> Scene | None:
    named = settings[SCENE]
    if named == "none":
        return _practice(settings)
    return next((scene for scene in _scenes(settings) if settings[PRESENT] and scene.name == named), None)


def _step(settings: Settings, scene: Scene, key: str, label: str, revealed: bool = False) -> None:
    query = step(settings, scene, revealed)
    if scene.page == settings.page:  # Streamlit takes a link to the current page for a late rerun, but not a button
        _once(settings, key, label, partial(settings.open, query))
        return
    with st.container(key=f"present-{key}", width="content"):
        st.page_link(settings.pages[scene.page], label=label, icon="", query_params=query)


def _once(settings: Settings, key: str, label: str, act: Callable[[], None]) -> None:
    """A button of one place only: the browser may send one click twice, and the second must not act on the next."""
    with st.container(key=f"present-{key}", width="content"):
        st.button(label, key=f"present-{key} {_place(settings)}", on_click=act)


def _reveal(settings: Settings, scene: Scene | None, revealed: bool) -> None:
    """Reveal the answer, or hide it again, with the settings that go with either."""
    if scene is not None and scene.after:
        settings.open((scene.revealed if revealed else scene.query) | {PRESENT: "1", SCENE: scene.name})
    settings.put(REVEALED, revealed)


def _ask_again(settings: Settings, scene: Scene) -> None:
    """Another vote on the scene: its answer is hidden, if it was shown."""
    room.ask_again(scene)
    if settings[REVEALED]:
        _reveal(settings, scene, False)


def _leave(settings: Settings) -> None:
    """Leave the presentation or, if the QR code is shown, only hide that."""
    if _code_of(settings):
        _show_code(_coded(settings))
        return
    for name, value in ((PRESENT, False), (REVEALED, False), (SCENE, "none")):
        settings.put(name, value)
