"""The lecturer's side of a room: it is opened, told what is asked, and its answers are drawn beside the figure's."""

from __future__ import annotations

import base64
import contextlib
import io
import ipaddress
import math
import socket
from collections.abc import Sequence
from functools import partial
from html import escape
from types import ModuleType
from typing import Any
from urllib.parse import urlencode, urlsplit
from zlib import crc32

import streamlit as st

from rffviz.explorer.figures.answers import answers_figure, axes_of, with_curves
from rffviz.explorer.figures.enlarge import enlarged
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.web.chart import add_to_pictures, theme
from rffviz.explorer.web.components import browser
from rffviz.explorer.web.components.component import component, sent
from rffviz.explorer.web.lecture.deck import next_words
from rffviz.explorer.web.room.alone import alone, drawn_frequencies, tests_board
from rffviz.explorer.web.room.bids_picture import board
from rffviz.explorer.web.room.routes import address_of, votes_csv
from rffviz.explorer.web.room.store import CODE, Room, Unavailable, rooms
from rffviz.explorer.words.answers import CHOICE, CURVE, DRAW, NUMBER, TESTS, Answers, Asked, distance
from rffviz.explorer.words.guide import expected
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.scenes import Scene
from rffviz.foundation.validation import Refusal
from rffviz.studies.bids import winning

_ROOM, _SEEN, _SAID, _ENDED = "_room", "_room_seen", "_room_said", "_room_ended"
_REFUSED = "_room_refused"  # the code of a room that the browser remembers and the server does not
_MOST_CURVES, _THINNED = 40, 4  # of the curves that phones show, and every which of their points
_HERE = "this machine"
CHOSEN, DRAWN = "Each phone chooses a frequency ω.", "Each phone draws a frequency from p(ω)."
_PREPARED: list[tuple[str, str]] = []  # opened before the server began, for the first lecturer on this machine
# the first is an address that documents use and nobody has; the others stand in the networks of usual hotspots, which
# lead nowhere else
_OTHERS = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2", "172.20.10.2", "192.168.43.2", "192.168.49.2")
_MEMORY = "Votes are in this server's memory: a restart loses them, and two processes do not share them."
_LOOPBACK = "Phones cannot reach this address: start the explorer with `rffviz --room`."


def prepare() -> tuple[str, str]:
    """Open the room that the first lecturer on this machine takes."""
    _PREPARED.append(rooms().open(_HERE))
    return _PREPARED[-1]


def of_session() -> tuple[str, str] | None:
    """Code and key of the room that this session holds; None without one."""
    held = st.session_state.get(_ROOM)
    if held and not rooms().holds(*held):  # a day is over, or another window ended it
        held = st.session_state[_ROOM] = None
    return held


def open_room() -> None:
    """Open a room, from a callback, if there is none; a refusal is told by `panel`."""
    if of_session() is not None:
        return
    st.session_state[_ENDED] = False
    try:
        while _PREPARED and _is_here():
            held = _PREPARED.pop()
            if rooms().holds(*held):
                st.session_state[_ROOM] = held
                return
        st.session_state[_ROOM] = rooms().open(_who())
    except Refusal as reason:
        st.session_state[_SAID] = str(reason)


def _who() -> str:
    """The address of the browser."""
    return address_of(st.context.ip_address, st.context.headers.get("X-Forwarded-For", "")) or _HERE


def _is_here() -> bool:
    """Whether the browser runs on this machine, and no proxy asks for it."""
    return st.context.ip_address is None and "X-Forwarded-For" not in st.context.headers


def _end() -> None:
    held = st.session_state.get(_ROOM)
    try:
        if held:
            rooms().end(held[0])
    except Unavailable as reason:
        st.session_state[_SAID] = str(reason)
        return
    st.session_state[_ROOM], st.session_state[_ENDED] = None, True


def _known() -> None:
    """The browser remembers a room of before it was loaded again, or came to another process."""
    said = sent("room-host", "known")
    code, key = (said or {}).get("code"), (said or {}).get("key")
    if isinstance(code, str) and isinstance(key, str) and CODE.fullmatch(code) and rooms().holds(code, key):
        st.session_state[_ROOM] = (code, key)
    elif isinstance(code, str):
        st.session_state[_REFUSED] = code[:4]


# --- where phones find it --------------------------------------------------------------------------------------------
def address(code: str, key: str = "") -> str:
    """The link of a room, as phones reach it; with its key that of the speaker's phone."""
    return reached(f"room/{code}") + (f"?{urlencode({'key': key})}" if key else "")


def reached(path: str) -> str:
    """The address of a path of this server, as phones reach it."""
    here = urlsplit(st.context.url or "http://localhost:8501")
    host, port = here.hostname or "localhost", f":{here.port}" if here.port else ""
    if _is_loopback(host) and st.get_option("server.address") in ("0.0.0.0", "::", None):  # nosec B104: compared
        host = own_address() or host
    host = f"[{host}]" if ":" in host else host
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"{here.scheme}://{host}{port}/{'/'.join(filter(None, [base, path]))}"


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_address() -> str:
    """This machine's address in its network; empty without one. Nothing is sent: the socket only chooses a way."""
    for other in _OTHERS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((other, 9))
            return probe.getsockname()[0]
    return ""


def code_image(segno: ModuleType | None, link: str) -> str:
    """The QR code of a link as the address of an SVG, black on white; empty without the package."""
    if segno is None:
        return ""
    drawing = io.BytesIO()
    segno.make(link, error="l", micro=False).save(drawing, kind="svg", scale=4, border=3, dark="#000", light="#fff")
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.getvalue()).decode()}"


# --- what is asked ---------------------------------------------------------------------------------------------------
def attend(
    scene: Scene | None,
    scenes: Sequence[Scene],
    revealed: bool,
    query: str,
    seed: int = 0,
    spent: Sequence[str] = (),
) -> None:
    """Before a page: tell the room what is shown, and listen to the page's first picture.

    Once revealed no answer is taken, so that those that are drawn are all. Without a room a class is simulated with
    `seed`, and the tests are `spent` on the page.
    """
    held = of_session()
    add_to_pictures(None)
    if held is None:
        if scene is not None:
            add_to_pictures(partial(alone, scene, revealed, seed, spent), drafts=not (scene.bids or scene.draws))
        return
    seen = st.session_state.get(_SEEN)
    before = seen
    if scene is None and not (seen and seen["scene"]):  # another tab's question goes on
        st.session_state[_SEEN] = {"scene": "", "axes": None, "answer": None}
        return
    if scene is None or not seen or seen["scene"] != scene.name:
        seen = {"scene": scene.name if scene else "", "axes": None, "answer": None}
    st.session_state[_SEEN] = seen | {"fresh": True}
    if not _tell(held[0], scene, scenes, revealed, query) and scene is None:
        st.session_state[_SEEN] = before  # to be told by the next run
    if scene is not None:
        add_to_pictures(partial(_look, held[0], scene, revealed), drafts=not scene.bids)


def finish(scene: Scene | None, scenes: Sequence[Scene], revealed: bool, query: str) -> None:
    """After a page: tell what only its picture knew."""
    held = of_session()
    if held is None or scene is None:
        return
    _tell(held[0], scene, scenes, revealed, query)
    if revealed and (place := st.session_state[_SEEN].pop("place", None)) is not None:
        with place:
            _draw(held[0], scene)


def _look(code: str, scene: Scene, revealed: bool, picture: Picture, look: Theme) -> Picture:
    """Note the axes and the answer of the page's first picture; once revealed draw the class's curves over it."""
    seen = st.session_state[_SEEN]
    if not seen.get("fresh") or picture.figure is None:
        return picture
    if scene.bids:
        room, given = rooms().room(code), rooms().answers(code, scene.name)
        bids = given.get(room.state["round"], ()) if room and revealed else ()  # nobody undercuts what nobody sees
        picture = board(scene, picture, look, revealed, [each for each in bids if each is not None])
    seen |= {"fresh": False, "axes": axes_of(picture.figure), "answer": picture.answer}
    st.session_state[_SEEN] = seen
    answers = _answers(code, scene)
    if scene.draws:
        return drawn_frequencies(scene, _by_round(code, scene), look)
    if not revealed or answers is None:
        return picture
    if answers.asked.kind == TESTS:
        return tests_board(answers, picture, look)
    if answers.asked.kind != CURVE:
        return picture
    return with_curves(picture, answers, look)


def _tell(code: str, scene: Scene | None, scenes: Sequence[Scene], revealed: bool, query: str) -> bool:
    room = rooms().room(code)
    if room is None:
        return False
    (number, told), rounds = _round(room, scene), room.state.get("rounds", {})
    state: dict[str, Any] = {"scene": scene.name if scene else "", "round": number, "revealed": revealed}
    state |= {"closed": revealed or told}
    state |= {"rounds": rounds | {scene.name: [number, revealed or told, _mark(scene)]} if scene else rounds}
    seen = st.session_state[_SEEN]
    asked = scene.asked(seen["axes"]) if scene else Asked()
    if scene and not asked.kind and room.state.get("scene") == scene.name:  # until its figure is drawn again
        asked = Asked.of(room.state["asked"])
    state |= {"asked": asked.plain()}
    if scene:
        at = scenes.index(scene) if scene in scenes else 0
        following = next_words(scenes[at + 1] if at + 1 < len(scenes) else None)
        awaited, wrong = expected(scene.name)
        notes = [scene.notes, *([f"Wait for {awaited}", *wrong] if awaited else [])]
        state |= {"notes": "\n".join(notes), "place": f"{at + 1} of {len(scenes)}. {following}".rstrip()}
    if scene and revealed:
        state |= {"told": scene.reveal, "link": query}
        before = [room.state.get(name) for name in ("scene", "round", "revealed")]
        if before == [scene.name, number, True] and "result" in room.state:  # until it is known again
            state |= {"result": room.state["result"]}
    told = _keep(code, state)  # from here on no answer is taken where it is revealed
    if scene and revealed and (answers := _answers(code, scene)):
        _keep(code, state | {"result": result(answers) | _won(scene, answers)})
    return told


def _keep(code: str, state: dict[str, Any]) -> bool:
    with contextlib.suppress(Unavailable):  # the lecture goes on; `corner` says why
        rooms().tell(code, state)
        return True
    return False


def _round(room: Room, scene: Scene | None) -> tuple[int, bool]:
    """Which vote on the scene is the last, and whether those who took part have seen the answer.

    Another question of the same name, as an edited lecture may have, begins another vote.
    """
    number, told, *mark = room.state.get("rounds", {}).get(scene.name if scene else "", (1, False))
    if scene and mark and mark != [_mark(scene)]:
        return number + 1, False
    return number, told and rooms().count(room.code, scene.name, number) > 0


def _mark(scene: Scene) -> int:
    """What tells a question from another of the same name."""
    return crc32(repr((scene.question, scene.guess)).encode())


def ask_again(scene: Scene) -> None:
    """Begin another vote on the scene, from a callback; the votes before it are kept."""
    if (held := of_session()) and (room := rooms().room(held[0])):
        number, *_ = room.state.get("rounds", {}).get(scene.name, (1, False))
        asked = {"scene": scene.name, "round": number + 1, "revealed": False, "closed": False}
        asked["rounds"] = room.state.get("rounds", {}) | {scene.name: [number + 1, False, _mark(scene)]}
        _keep(held[0], {k: v for k, v in room.state.items() if k not in ("told", "link", "result")} | asked)


# --- what was answered -----------------------------------------------------------------------------------------------
def _answers(code: str, scene: Scene) -> Answers | None:
    """The answers to a scene's question; None before there are any."""
    seen, given = st.session_state[_SEEN], rooms().answers(code, scene.name)
    asked = scene.asked(seen["axes"])
    if not asked.kind or not given:
        return None
    rounds = tuple(tuple(given[number]) for number in sorted(given))
    return Answers(asked, rounds, scene.right_places, _truth(asked, scene, seen["answer"]))


def _by_round(code: str, scene: Scene) -> list[list[float]]:
    """The frequencies of each round, the first one's in front; empty where nobody gave one."""
    given = rooms().answers(code, scene.name)
    rounds = range(1, max(given, default=0) + 1)
    return [[each for each in given.get(number, ()) if each is not None] for number in rounds]


def _truth(asked: Asked, scene: Scene, answer: Any) -> Any:
    """What the figure shows as the answer, in the numbers of the question."""
    if asked.kind == CURVE and isinstance(answer, tuple):
        x, y = asked.x, asked.y
        inside = [
            [x.share(float(px)), min(max(y.share(float(py)), 0.0), 1.0)]
            for px, py in zip(*answer, strict=True)
            if (px > 0 or not x.log) and (py > 0 or not y.log)
        ]
        return [point for point in inside if 0 <= point[0] <= 1]
    if asked.kind == NUMBER:
        with contextlib.suppress(TypeError, ValueError):  # a vote in words
            number = float(answer if answer is not None else "".join(scene.right).replace(",", ""))
            return number if math.isfinite(number) else None
    return None


def result(answers: Answers) -> dict[str, Any]:
    """What phones show of the last vote after the answer."""
    given, kind = answers.given[-1], answers.asked.kind
    if kind in (CHOICE, TESTS):
        phones = {"of": len(answers.rounds[-1])} if kind == TESTS else {}
        return {"counts": answers.counts[-1], "unsure": answers.unsure[-1], "right": answers.right, **phones}
    if kind == DRAW:
        one_kind = answers.given[:1] if len(answers.given) == 1 else answers.given[1:]  # as the figure pools them
        return {"people": sum(map(len, one_kind))}
    if kind == NUMBER:
        return {"values": given, "median": answers.medians[-1], "truth": answers.truth} if given else {}
    some = given[:: -(-len(given) // _MOST_CURVES) or 1]
    thinned = [[*each[:-1:_THINNED], each[-1]] for each in some]
    truth = answers.truth or None
    distances = [round(each, 4) for one in given if truth and (each := distance(one, truth)) < 2]
    return {"curves": thinned, "median": answers.median_curves[-1], "truth": truth, "distances": distances}


def _won(scene: Scene, answers: Answers) -> dict[str, Any]:
    """The winning bid, None where nobody wins; nothing for other scenes, and before the figure is known."""
    if not scene.bids or answers.truth is None:
        return {}
    winner = winning(answers.given[-1], answers.truth)
    return {"winner": None if math.isnan(winner) else winner}


def draw_answers(scene: Scene) -> None:
    """The class's answers, here; where the page's picture has the right one, as soon as that is known."""
    place, held = st.empty(), of_session()
    kind = scene.asked(st.session_state[_SEEN]["axes"]).kind
    st.session_state[_SEEN]["place"] = None if kind == CHOICE else place
    if held and kind == CHOICE:
        with place:
            _draw(held[0], scene)


def _draw(code: str, scene: Scene) -> None:
    """Bars, a strip, or how many curves were drawn: those stand in the figure."""
    answers, (unit, _) = _answers(code, scene), browser.room()
    if answers is None:
        return
    words = _counted(answers) if scene.bids else _words(answers)
    with st.container(key="room-answers", gap=None):
        st.html(f'<p class="told">{escape(words)}</p>')
        if scene.bids or answers.asked.kind in (CURVE, DRAW, TESTS):  # they stand in the figure
            return
        figure = answers_figure(answers, theme())
        drawn = Picture("answers", words, "", figure, f"What the class answered: {words}.", Readout(), {})
        drawn = enlarged(drawn, 1.25 * unit, round(1.25 * unit * figure.layout.height))
        look = {"theme": None, "key": "room-answers-plot", "config": {"displayModeBar": False}}
        st.plotly_chart(drawn.figure, alt=drawn.alt, **look)


def _counted(answers: Answers) -> str:
    """How many answered in the last vote."""
    n, unsure = len(answers.rounds[-1]), answers.unsure[-1]
    return f"{n} answered" + (f", {unsure} of them did not know" if unsure else "")


def _words(answers: Answers) -> str:
    """How many answered, and what became of it in a second vote."""
    said = _counted(answers)
    if answers.asked.kind == NUMBER:
        said += "; dashed: median"
        said += ", solid: answer" if answers.truth is not None else ""
    if answers.asked.kind == CURVE and any(answers.given):
        said += "; thick: median, dashed the last" if len(answers.rounds) > 1 else "; dashed: median"
    if answers.asked.kind == TESTS:
        said += f"; found by {' → '.join(f'{100 * share:.0f} %' for share in answers.share_right)}"
    if answers.asked.kind == CHOICE and answers.right and len(answers.rounds) > 1:
        shares = [f"{100 * share:.0f} %" for share in answers.share_right]
        said += f"; right: {' → '.join(shares)}"
    return said


# --- on the lecturer's screen ----------------------------------------------------------------------------------------
def corner(segno: ModuleType | None, scene: Scene | None, revealed: bool) -> None:
    """How to enter the room, and the number of answers; it also carries out what the speaker's phone asks for."""
    held = of_session()
    link = address(held[0]) if held else ""
    base = st.get_option("server.baseUrlPath").strip("/")
    asks = scene is not None and scene.asks
    grows = scene is not None and scene.draws and not revealed and held is not None
    data = {
        "code": held[0] if held else "",
        "key": held[1] if held else "",
        "path": f"/{base}/room".replace("//", "/"),
        "shown": link.partition("//")[2].removesuffix(held[0]) if held else "",
        "image": "" if revealed or not held else code_image(segno, link),
        "asking": asks and not revealed,
        "closed": held is not None and scene is not None and _closed(held[0], scene),
        "drawn": _count(held[0], scene) if grows else None,
        "ended": st.session_state.get(_ENDED, False),
        "refused": st.session_state.get(_REFUSED, ""),
    }
    component("host")(data=data, key="room-host", on_known_change=_known, on_drawn_change=lambda: None)


def _closed(code: str, scene: Scene) -> bool:
    """Whether the class has seen the answer, so that no vote is taken until it is asked again."""
    room = rooms().room(code)
    return room is not None and _round(room, scene)[1]


def round_of(scene: Scene) -> int:
    """Which vote on the scene is the last; 1 without a room."""
    held = of_session()
    room = rooms().room(held[0]) if held else None
    return _round(room, scene)[0] if room else 1


def _count(code: str, scene: Scene) -> int:
    """How many answers of the current round the figure shows."""
    room = rooms().room(code)
    return rooms().count(code, scene.name, room.state.get("round", 1)) if room else 0


def download_votes(code: str, key: str) -> None:
    """The votes of a room as a file."""
    st.download_button(
        "Votes (CSV)",
        data=lambda: votes_csv(code).encode(),
        file_name=f"votes-{code}.csv",
        mime="text/csv",
        on_click="ignore",
        width="stretch",
        key=f"room-votes-{key}",
    )


def panel(segno: ModuleType | None) -> None:
    """In the sidebar: the room's address, the speaker's phone, the votes as a file, and the end of the room."""
    if said := st.session_state.pop(_SAID, ""):
        st.warning(said, icon=":material/info:")
    held = of_session()
    if held is None:
        return
    code, key = held
    with st.popover(f"Room {code}", icon=":material/groups:", width="stretch"):
        link = address(code)
        st.markdown("Join from a phone at")
        st.code(link, language=None, wrap_lines=True)
        if _is_loopback(urlsplit(link).hostname or ""):
            st.caption(_LOOPBACK)
        download_votes(code, "panel")
        st.markdown("Your own phone steers and shows the notes at this address, which is yours alone:")
        speaker = address(code, key)
        if image := code_image(segno, speaker):
            st.html(f'<img alt="QR code of the speaker\'s link" width="150" src="{image}">')
        st.code(speaker, language=None, wrap_lines=True)
        st.button("End the room and forget its votes", on_click=_end, width="stretch", key="room-end")
        st.caption("A room and its votes are forgotten after a day." + (f" {_MEMORY}" if rooms().path is None else ""))
