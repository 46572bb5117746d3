"""What the server answers to phones: the page of a room, what is asked now, and where votes go.

`/room` asks for a code, `/room/CODE` is the page; below it `now` gives what is asked and `vote` takes an answer. `act`
takes what the speaker's phone asks for, `host` tells that to the lecturer's page, with the number of answers, `clear`
lets new phones into a full room, and `votes.csv` gives all votes: these four want the room's key, in the header
`X-Key`, which no log holds.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import csv
import hashlib
import io
import ipaddress
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, Router

from rffviz.explorer.web.room.store import CODE, VOTER, Closed, Crowded, Room, Unavailable, rooms
from rffviz.explorer.words.answers import Asked, written
from rffviz.explorer.words.spreadsheet import no_formula
from rffviz.foundation.validation import Refusal

MOST_BYTES = 4096  # of what a phone sends: a curve of 64 points takes 1,200
VOTES_A_SECOND = 5.0  # of one phone, and as many at once
OF_ROOM, OF_ADDRESS = 400.0, 300.0  # votes a second of a room, and those of one address, which leave some to others
NEW_AT_ONCE, NEW_A_SECOND = 300.0, 5.0  # phones of one address that answer in a room for the first time: a hall has one
MISSES_AT_ONCE, MISSES_A_SECOND = 20.0, 0.5  # codes without a room that one address may ask for
BODY_SECONDS = 5.0  # until what a phone sends must be here
_CLOSED = "This room is closed."
_PUBLIC = ("scene", "round", "revealed", "closed", "asked", "told", "link", "result")  # that phones are told
_HEAD = """<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>rffviz</title>
<style>:root { color-scheme: light dark; font: 1.2rem system-ui } input, button { font: inherit }</style>"""
_NO_ROOM = f"{_HEAD}<h1>This is not a room</h1><p>A room has a code of four letters, without vowels.</p>"
_FORM = """<form action="{up}room"><input name="code" aria-label="Code" maxlength="4" size="6" required>
<button>Enter</button></form>"""
_FRESH = {"Cache-Control": "no-store"}


_STATUS: dict[type, int] = {Closed: 409, Crowded: 429, Unavailable: 503}


class _Refused(Refusal):
    """A refusal with a status of its own."""

    def __init__(self, words: str, status: int) -> None:
        super().__init__(words)
        self.status = status


class _Bucket:
    """Allows `rate` acts a second of each name, and `burst` or as many at once; remembers at most `most` names."""

    def __init__(self, rate: float, burst: float = 0.0, most: int = 4096) -> None:
        self._rate, self._burst, self._most, self._lock = rate, burst or rate, most, threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}  # acts that are left, and when that was

    def takes(self, name: str, n: int = 1) -> bool:
        """Whether one more is allowed, which counts as `n`."""
        now = time.monotonic()
        with self._lock:
            left, since = self._left.pop(name, (self._burst, now))
            left = min(self._burst, left + (now - since) * self._rate)
            allowed = left >= 1
            self._left[name] = (left - n * allowed, now)  # at the end: the first ones were not heard of for longest
            while len(self._left) > self._most:
                self._left.pop(next(iter(self._left)))
        return allowed


_of_phone, _of_room, _of_speaker = _Bucket(VOTES_A_SECOND), _Bucket(OF_ROOM), _Bucket(VOTES_A_SECOND)
_of_address = _Bucket(OF_ADDRESS)
_new, _misses = _Bucket(NEW_A_SECOND, NEW_AT_ONCE), _Bucket(MISSES_A_SECOND, MISSES_AT_ONCE)


class _Known:
    """The rooms that each address has found: guessing keeps no neighbour from them, and their end is no guess."""

    def __init__(self, most: int = 4096) -> None:
        self._most, self._lock, self._pairs = most, threading.Lock(), dict[tuple[str, str], None]()

    def add(self, address: str, code: str) -> None:
        with self._lock:
            self._pairs[address, code] = self._pairs.pop((address, code), None)  # at the end
            while len(self._pairs) > self._most:
                self._pairs.pop(next(iter(self._pairs)))

    def __contains__(self, pair: tuple[str, str]) -> bool:
        return pair in self._pairs


_known = _Known()


def address_of(peer: str | None, forwarded: str) -> str | None:
    """The address of a browser, of IPv6 its network; None on this machine.

    A header `X-Forwarded-For` is believed from this machine and from the proxies that RFFVIZ_PROXY names.
    """
    with contextlib.suppress(ValueError):
        here = peer is None or ipaddress.ip_address(peer).is_loopback
        last = forwarded.rpartition(",")[2].strip()
        if last and (here or peer in _proxies(os.environ.get("RFFVIZ_PROXY", ""), int(time.monotonic() / 10))):
            peer = str(ipaddress.ip_address(last))
        elif here:
            return None
        if peer and ":" in peer:
            peer = str(ipaddress.ip_network(f"{peer}/64", strict=False))
    return peer


@lru_cache(maxsize=1)
def _proxies(names: str, now: int) -> frozenset[str]:
    """The addresses of the hosts that are named; a container that starts again may have another one."""
    found = set[str]()
    for name in names.replace(",", " ").split():
        with contextlib.suppress(OSError):
            found |= {str(each[4][0]) for each in socket.getaddrinfo(name, None)}
    return frozenset(found)


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
    return _served(request) and bool(CODE.fullmatch(request.path_params["code"]))


def _served(request: Request) -> bool:
    return request.path_params["base"].strip("/") == st.get_option("server.baseUrlPath").strip("/")


def _answering(act: Callable[[Request, Room, bytes], Any], method: str = "GET", keyed: bool = False) -> Callable:
    """A handler: `act` runs in a thread with the request, the room and the body; a refusal is a sentence."""

    async def handle(request: Request) -> Response:
        body = b"" if method == "GET" else None
        try:
            room = await run_in_threadpool(_entered, request, keyed)
            body = await _body(request) if body is None else body
            return await run_in_threadpool(act, request, room, body)
        except ClientDisconnect:  # its network went away
            return Response(status_code=400)
        except Refusal as reason:
            said = _said(reason, reason.status if isinstance(reason, _Refused) else _STATUS.get(type(reason), 422))
            if body is None:  # nobody reads the rest
                said.headers["Connection"] = "close"
            return said

    return handle


def _entered(request: Request, keyed: bool) -> Room:
    """The room that the request names, if it may."""
    code, address = request.path_params["code"], _address(request)
    if not _here(request):
        raise _Refused(_CLOSED, 404)
    if keyed and not rooms().holds(code, request.headers.get("X-Key", "")):
        raise _Refused("This is not the room's key.", 403)
    room = rooms().room(code)
    if not keyed and (address, code) not in _known and not _misses.takes(address, room is None):
        raise Crowded("Too many codes without a room were tried from your network: try again in some seconds.")
    if room is None:
        raise _Refused(_CLOSED, 404)
    _known.add(address, code)
    return room


def _address(request: Request) -> str:
    peer = request.client.host if request.client else None
    return address_of(peer, request.headers.get("X-Forwarded-For", "")) or ""


async def _body(request: Request) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise _Refused(f"answer must be at most {MOST_BYTES:,} bytes, got more.", 413)
    except TimeoutError:
        raise _Refused(f"answer must arrive within {BODY_SECONDS:g} s.", 408) from None
    return body


async def _enter(request: Request) -> Response:
    """Asks for a code, and leads to its room."""
    typed, up = request.query_params.get("code", "").strip().upper(), "../" * request.url.path.endswith("/")
    if not _served(request):
        return HTMLResponse(_NO_ROOM, 404)
    if CODE.fullmatch(typed):
        return RedirectResponse(f"{up}room/{typed}")
    return HTMLResponse(f"{_HEAD}<h1>Which room?</h1>{_FORM.format(up=up)}")


async def _page(request: Request) -> Response:
    if not _here(request):
        typed = request.path_params["code"]
        if CODE.fullmatch(typed.upper()) and typed != typed.upper():
            up, query = "../" * request.url.path.endswith("/"), f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{up}{typed.upper()}{query}")  # a Host may be forged, and this may hold a key
        up = "../" * (1 + request.url.path.endswith("/"))
        return HTMLResponse(_NO_ROOM + _FORM.format(up=up) * _served(request), 404)
    content, headers = page()
    return HTMLResponse(content, headers=headers | {"Cache-Control": "no-cache"})


def _now(request: Request, room: Room, body: bytes) -> Response:
    """What is asked; 204 where the phone, which names its version, knows that already."""
    if request.query_params.get("v") == str(room.version):
        return Response(status_code=204, headers=_FRESH)
    said = {name: room.state[name] for name in _PUBLIC if name in room.state} | {"v": room.version}
    voter = request.headers.get("X-Voter", "")
    if room.state.get("scene") and VOTER.fullmatch(voter):
        answered, answer = rooms().mine(room.code, room.state["scene"], room.state["round"], voter)
        if answered:
            said["mine"] = {"answer": answer}
    if request.headers.get("X-Key") and rooms().holds(room.code, request.headers["X-Key"]):
        said |= {"speaker": True, "notes": room.state.get("notes", ""), "place": room.state.get("place", "")}
    return JSONResponse(said, headers=_FRESH)


def _vote(request: Request, room: Room, body: bytes) -> Response:
    voter = request.headers.get("X-Voter", "")
    if not VOTER.fullmatch(voter):
        raise Refusal("voter must be 32 hexadecimal digits, got something else.")
    address = _address(request)
    takes = _of_phone.takes(f"{room.code} {voter}") and _of_address.takes(f"{room.code} {address}")
    if not (takes and _of_room.takes(room.code)):
        raise Crowded("Too many answers at once.")
    given = _parsed(body)
    scene, number = given.get("scene"), given.get("round")
    if not isinstance(scene, str) or type(number) is not int or "answer" not in given:
        raise Refusal("answer must name its scene and its round, got something else.")
    kept = rooms().vote(room.code, scene, number, voter, given["answer"], _checked, partial(_new.takes, address))
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


def _host(request: Request, room: Room, body: bytes) -> Response:
    told = {"answered": _count(room), "acts": room.acts, "full": rooms().full(room.code), "trouble": rooms().trouble}
    return JSONResponse(told, headers=_FRESH)


def _clear(request: Request, room: Room, body: bytes) -> Response:
    rooms().clear(room.code)
    return Response(status_code=204, headers=_FRESH)


def _count(room: Room) -> int | None:
    """How many have answered what is asked; None where nothing is."""
    if not room.state.get("scene") or not room.state["asked"]["kind"]:
        return None
    return rooms().count(room.code, room.state["scene"], room.state["round"])


def _act(request: Request, room: Room, body: bytes) -> Response:
    if not _of_speaker.takes(room.code):
        raise Crowded("Too many steps at once.")
    act = _parsed(body).get("act")
    rooms().act(room.code, act if isinstance(act, str) else "")
    return Response(status_code=204, headers=_FRESH)


def _votes(request: Request, room: Room, body: bytes) -> Response:
    name = f'attachment; filename="votes-{room.code}.csv"'
    return Response(votes_csv(room.code), media_type="text/csv", headers={"Content-Disposition": name} | _FRESH)


def votes_csv(code: str) -> str:
    """All votes of a room as CSV: a phone is a number, and times are seconds since the first vote."""
    votes = rooms().votes(code)
    numbers = {voter: i for i, voter in enumerate(dict.fromkeys(voter for _, _, voter, _, _ in votes), 1)}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("scene", "round", "phone", "answer", "seconds"))
    for scene, number, voter, answer, at in votes:
        row = no_formula(scene), number, numbers[voter], written(answer), f"{at - votes[0][4]:.1f}"
        table.writerow(row)
    return text.getvalue()


ROUTER = Router(
    (
        Route("/{base:path}room", _enter),
        Route("/{base:path}room/", _enter),
        Route("/{base:path}room/{code}", _page),
        Route("/{base:path}room/{code}/", _page),
        Route("/{base:path}room/{code}/now", _answering(_now)),
        Route("/{base:path}room/{code}/vote", _answering(_vote, "POST"), methods=["POST"]),
        Route("/{base:path}room/{code}/host", _answering(_host, keyed=True)),
        Route("/{base:path}room/{code}/act", _answering(_act, "POST", keyed=True), methods=["POST"]),
        Route("/{base:path}room/{code}/clear", _answering(_clear, "POST", keyed=True), methods=["POST"]),
        Route("/{base:path}room/{code}/votes.csv", _answering(_votes, keyed=True)),
    ),
    redirect_slashes=False,  # they would lead to the Host that a browser names
)
