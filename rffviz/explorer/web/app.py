"""Starts the explorer: light to import, so that the browser fetches its plotting code while the library is imported."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import importlib
import ipaddress
import logging
import os
import re
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders  # of Streamlit's own server
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rffviz.explorer.web.server.page_list import pages
from rffviz.explorer.web.streamlit_internals import answer_at_once, ask_nobody_for_the_own_address, serves_by_itself
from rffviz.foundation.version import __version__

# Drawn here: an icon by name would be fetched from outside.
_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="#1f5fa8"/>
<path d="M4 16 Q8 3 12 16 T20 16 T28 16" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>"""
_ABOUT = f"""**rffviz {__version__}**, an interactive explorer of random Fourier features.

The guide and the reference are in the folder `docs/` of its source."""
_FETCHED = "_fetched"
_ANYBODY = "'self' http: https: file:"
_INLINE = re.compile(r"<script>(.*?)</script>", re.S)


@contextlib.asynccontextmanager
async def served(app: st.App) -> AsyncIterator[None]:
    """Set up the server before it listens: no request leaves the machine, and the browser is opened."""
    answer_at_once(asyncio.get_running_loop())
    ask_nobody_for_the_own_address()
    if serves_by_itself() and not st.get_option("server.headless"):  # Streamlit opens no browser for an `App`
        asyncio.get_running_loop().call_later(0.5, _open_browser)  # once the server listens
    own_schemes = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.settings.own_schemes")
    await asyncio.to_thread(own_schemes.register_named)  # before a page, the first request perhaps, imports the table
    if named := own_schemes.edited():
        watching = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.editing.watching")
        watching.begin(named, _opens())
    tasks = [asyncio.create_task(each) for each in (_forget_rooms(), _prepare_long_work())]
    yield
    for task in tasks:
        task.cancel()


def _open_browser() -> None:
    """Open the own address, with what `--opens` names after it."""
    threading.Thread(target=webbrowser.open, args=(_own_address() + _opens(),), daemon=True).start()


def _opens() -> str:
    """The page and the query that `--opens` names."""
    return sys.argv[sys.argv.index("--opens") + 1] if "--opens" in sys.argv else ""


async def _prepare_long_work() -> None:
    """Start the process of the first long study, once the first page is there."""
    await asyncio.sleep(5)
    worker = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.jobs.worker")
    await asyncio.to_thread(worker.keep_one)


async def _forget_rooms() -> None:
    """Forget rooms whose day is over: soon after the start, which it must not slow down, and every hour."""
    wait = 60
    while True:
        await asyncio.sleep(wait)
        wait = 3600
        store = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.room.store")
        with contextlib.suppress(store.Unavailable):
            await asyncio.to_thread(store.rooms().forget)


class Rooms:
    """Answers to phones, by routes that are imported when the first one asks."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request."""
        routes = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.room.routes")
        await routes.ROUTER(scope, receive, send)


async def _saved(request: Request) -> Response:
    watching = await asyncio.to_thread(importlib.import_module, "rffviz.explorer.web.editing.watching")
    return await watching.answer(request)


ROUTES = (
    Route("/{base:path}room", Rooms()),
    Route("/{base:path}room/{rest:path}", Rooms()),
    Route("/{base:path}saved", _saved),
)


def failed(error: Exception) -> bool:
    """A sentence in place of an error that no page caught, such as one of a button; its trace goes to the log."""
    logging.getLogger("rffviz").error("a run failed", exc_info=error)
    st.error("Something failed. The settings in the link are kept: change one, or reload.", icon=":material/error:")
    return True


def frame_ancestors(scope: Scope) -> str:
    """Who may show the explorer in a frame: RFFVIZ_FRAME_ANCESTORS if set.

    Otherwise its own pages alone; for a browser on the same machine any page, so that slides can show it.
    """
    named = " ".join(os.environ.get("RFFVIZ_FRAME_ANCESTORS", "").replace(";", " ").replace(",", " ").split())
    if named:
        return named
    proxied = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return _ANYBODY if not proxied and _is_here(scope.get("client")) else "'self'"


def _is_here(client: tuple[str, int] | None) -> bool:
    with contextlib.suppress(ValueError):
        return client is not None and ipaddress.ip_address(client[0]).is_loopback
    return False


@cache
def _policy() -> str:
    """The content security policy without its last part, `frame-ancestors`."""
    index = (Path(st.__file__).parent / "static/index.html").read_text(encoding="utf-8")
    notes = (Path(__file__).parent / "site/notes.js").read_text(encoding="utf-8")  # a window that keeps this policy
    hashes = (hashlib.sha256(script.encode()).digest() for script in (*_INLINE.findall(index), notes))
    inline = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes)
    parts = (
        "default-src 'self'",  # bundles, styles, downloads, the websocket: from here
        f"script-src 'self' blob: {inline}",  # components of the page arrive as text and are imported as blobs
        "style-src 'self' 'unsafe-inline'",  # Streamlit, Plotly and st.html write styles into the page
        "img-src 'self' data: blob:",  # images drawn in the page, and pictures taken away as PNG
        "font-src 'self' data:",  # the small fonts of formulas stand in Streamlit's style sheet
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
    return "; ".join(parts)


class SaysWhatPagesMayDo:
    """Adds the headers to every answer that has none of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", f"{_policy()}; frame-ancestors {frame_ancestors(scope)}")
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "same-origin")  # a link holds settings, and may hold a lecture
            await send(message)

        await self.app(scope, receive, with_headers)


class ClosesMetrics:
    """Answers 404 for `/_stcore/metrics`: memory and session counts are not public."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on every other request."""
        closed = scope["type"] == "http" and scope["path"].rstrip("/").endswith("/_stcore/metrics")
        await (PlainTextResponse("Not Found", 404) if closed else self.app)(scope, receive, send)


MIDDLEWARE = (Middleware(SaysWhatPagesMayDo), Middleware(ClosesMetrics))


def _own_address() -> str:
    option = st.get_option
    scheme, path = "https" if option("server.sslCertFile") else "http", option("server.baseUrlPath").strip("/")
    address = option("server.address") or "localhost"
    address = "localhost" if address in ("0.0.0.0", "::") else address  # nosec B104: compared, and listened on nowhere
    address = f"[{address}]" if ":" in address else address
    return f"{scheme}://{address}:{option('server.port')}/{path}"


def run() -> None:
    """Open the page that the address names, of those handed over."""
    title = "rffviz: random Fourier features"
    st.set_page_config(page_title=title, page_icon=_ICON, layout="wide", menu_items={"About": _ABOUT})
    early = _ask_for_plots()
    from rffviz.explorer.web.settings.own_schemes import register_named

    register_named()  # before the parameter table lists the schemes
    from rffviz.explorer.web.shell import open_page  # two seconds of imports, the first time

    entries = pages()
    early.empty()
    open_page(entries)


def _ask_for_plots():
    """Draw one invisible chart per session, so that the browser fetches Plotly while the library is imported."""
    with st.container(key="early"):
        place = st.empty()
    if _FETCHED not in st.session_state:
        st.session_state[_FETCHED] = True
        st.html("<style>.st-key-early { position: absolute; height: 0; overflow: hidden; }</style>")
        place.plotly_chart({"data": [{"type": "scatter", "visible": False}]}, key="early-chart")
    return place
