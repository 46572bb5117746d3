"""What the server answers to phones: the page of a room, what is asked now, and where votes go.

`/room/CODE` is the page; below it `now` gives what is asked and `vote` takes an answer. `act` takes what the speaker's
phone asks for, `host` tells that to the lecturer's page, with the number of answers, and `votes.csv` gives all votes:
these three want the room's key, in the header `X-Key`, which no log holds.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, Router

from rffviz.explorer.web.room.store import CODE, VOTER, Closed, Room, rooms
from rffviz.explorer.words.answers import Asked
from rffviz.explorer.words.spreadsheet import no_formula
from rffviz.foundation.validation import Refusal

MOST_BYTES = 4096  # of what a phone sends: a curve of 64 points takes 1,200
VOTES_A_SECOND = 5.0  # of one phone, and as many at once
OF_ROOM = 400.0  # votes a second of a room
_CLOSED = "This room is closed."
_PUBLIC = ("scene", "round", "revealed", "asked", "told", "link", "result")  # of the state, what phones are told
_NO_CODE = """<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>rffviz</title>
<h1>This is not a room</h1><p>A room has a code of four letters, without vowels.</p></html>"""
_FRESH = {"Cache-Control": "no-store"}


class _Bucket:
    """Allows `rate` acts a second of each name, and as many at once; remembers at most `most` names."""

    def __init__(self, rate: float, most: int = 4096) -> None:
        self._rate, self._most, self._lock = rate, most, threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}  # acts that are left, and when that was

    def takes(self, name: str) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic()
        with self._lock:
            left, since = self._left.pop(name, (self._rate, now))
            left = min(self._rate, left + (now - since) * self._rate)
            allowed = left >= 1
            self._left[name] = (left - allowed, now)  # at the end: the first ones were not heard of for longest
            while len(self._left) > self._most:
                self._left.pop(next(iter(self._left)))
        return allowed


_of_phone, _of_room, _of_speaker = _Bucket(VOTES_A_SECOND), _Bucket(OF_ROOM), _Bucket(VOTES_A_SECOND)


@cache
def page() -> tuple[bytes, dict[str, str]]:
    """The phone's page as one document, and its headers: nothing in it comes from elsewhere."""
    here = files("rffviz.explorer.web.room")
    html, style, script = (here.joinpath(f"phone.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js"))
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    text = html.replace("/* style */", style).replace("/* script */", script)
    # the address may hold the speaker's key: it is told to no other page
    return text.encode(), {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _said(reason: object, status: int) -> JSONResponse:
    return JSONResponse({"said": str(reason)}, status, headers=_FRESH)


def _here(request: Request) -> bool:
    """Whether what stands before `room/` in the path is where the app is served, and the code is one."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return request.path_params["base"].strip("/") == base and bool(CODE.fullmatch(request.path_params["code"]))


def _answering(act: Callable[[Request, str, bytes], Any], method: str = "GET", keyed: bool = False) -> Callable:
    """A handler: `act` runs in a thread with the request, the room's code and the body; a refusal is a sentence."""

    async def handle(request: Request) -> Response:
        code, body = request.path_params["code"], b""
        if not _here(request):
            return _said(_CLOSED, 404)
        if method == "POST":
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    return _said(f"answer must be at most {MOST_BYTES:,} bytes, got more.", 413)
        if keyed and not await run_in_threadpool(rooms().holds, code, request.headers.get("X-Key", "")):
            return _said("This is not the room's key.", 403)
        try:
            return await run_in_threadpool(act, request, code, body)
        except Closed as reason:
            return _said(reason, 409)
        except Refusal as reason:
            return _said(reason, 422)

    return handle


async def _page(request: Request) -> Response:
    if not _here(request):
        typed = request.path_params["code"]
        if CODE.fullmatch(typed.upper()) and typed != typed.upper():
            return RedirectResponse(str(request.url.replace(path=request.url.path[: -len(typed)] + typed.upper())))
        return HTMLResponse(_NO_CODE, 404)
    content, headers = page()
    return HTMLResponse(content, headers=headers | {"Cache-Control": "no-cache"})


def _now(request: Request, code: str, body: bytes) -> Response:
    """What is asked; 204 where the phone, which names its version, knows that already."""
    room = rooms().room(code)
    if room is None:
        return _said(_CLOSED, 404)
    if request.query_params.get("v") == str(room.version):
        return Response(status_code=204, headers=_FRESH)
    said = {name: room.state[name] for name in _PUBLIC if name in room.state} | {"v": room.version}
    voter = request.headers.get("X-Voter", "")
    if room.state.get("scene") and VOTER.fullmatch(voter):
        answered, answer = rooms().mine(code, room.state["scene"], room.state["round"], voter)
        if answered:
            said["mine"] = {"answer": answer}
    if request.headers.get("X-Key") and rooms().holds(code, request.headers["X-Key"]):
        said |= {"speaker": True, "notes": room.state.get("notes", ""), "place": room.state.get("place", "")}
    return JSONResponse(said, headers=_FRESH)


def _vote(request: Request, code: str, body: bytes) -> Response:
    voter = request.headers.get("X-Voter", "")
    if not VOTER.fullmatch(voter):
        raise Refusal("voter must be 32 hexadecimal digits, got something else.")
    if not (_of_phone.takes(f"{code} {voter}") and _of_room.takes(code)):
        return _said("Too many answers at once.", 429)
    given = _parsed(body)
    scene, number = given.get("scene"), given.get("round")
    if not isinstance(scene, str) or type(number) is not int or "answer" not in given:
        raise Refusal("answer must name its scene and its round, got something else.")
    kept = rooms().vote(code, scene, number, voter, given["answer"], _checked)
    return JSONResponse({"answer": kept}, headers=_FRESH)


def _checked(state: dict[str, Any], answer: Any) -> Any:
    return Asked.of(state["asked"]).checked(answer)


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        given = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refusal("answer must be JSON, got something else.") from None
    if not isinstance(given, dict):
        raise Refusal("answer must be a JSON object, got something else.")
    return given


def _no_number(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _host(request: Request, code: str, body: bytes) -> Response:
    room = rooms().room(code)
    if room is None:
        return _said(_CLOSED, 404)
    return JSONResponse({"answered": _count(room), "acts": room.acts}, headers=_FRESH)


def _count(room: Room) -> int | None:
    """How many have answered what is asked; None where nothing is."""
    if not room.state.get("scene") or not room.state["asked"]["kind"]:
        return None
    return rooms().count(room.code, room.state["scene"], room.state["round"])


def _act(request: Request, code: str, body: bytes) -> Response:
    if not _of_speaker.takes(code):
        return _said("Too many steps at once.", 429)
    act = _parsed(body).get("act")
    rooms().act(code, act if isinstance(act, str) else "")
    return Response(status_code=204, headers=_FRESH)


def _votes(request: Request, code: str, body: bytes) -> Response:
    name = f'attachment; filename="votes-{code}.csv"'
    return Response(votes_csv(code), media_type="text/csv", headers={"Content-Disposition": name} | _FRESH)


def votes_csv(code: str) -> str:
    """All votes of a room as CSV: a phone is a number, and times are seconds since the first vote."""
    votes = rooms().votes(code)
    numbers = {voter: i for i, voter in enumerate(dict.fromkeys(voter for _, _, voter, _, _ in votes), 1)}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("scene", "round", "phone", "answer", "seconds"))
    for scene, number, voter, answer, at in votes:
        written = "" if answer is None else json.dumps(answer)
        table.writerow((no_formula(scene), number, numbers[voter], written, f"{at - votes[0][4]:.1f}"))
    return text.getvalue()


ROUTER = Router(
    (
        Route("/{base:path}room/{code}", _page),
        Route("/{base:path}room/{code}/now", _answering(_now)),
        Route("/{base:path}room/{code}/vote", _answering(_vote, "POST"), methods=["POST"]),
        Route("/{base:path}room/{code}/host", _answering(_host, keyed=True)),
        Route("/{base:path}room/{code}/act", _answering(_act, "POST", keyed=True), methods=["POST"]),
        Route("/{base:path}room/{code}/votes.csv", _answering(_votes, keyed=True)),
    )
)
