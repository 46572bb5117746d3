"""What a browser may do with what the explorer sends, said in the headers of every answer."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import os
import re
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ANYBODY = "'self' http: https: file:"
_INLINE = re.compile(r"<script>(.*?)</script>", re.S)


def frame_ancestors(scope: Scope) -> str:
    """Who may show the explorer in a frame: RFFVIZ_FRAME_ANCESTORS if set.

    Otherwise its own pages alone; on the machine of its only viewer any page, so that slides can show it.
    """
    named = " ".join(os.environ.get("RFFVIZ_FRAME_ANCESTORS", "").replace(";", " ").replace(",", " ").split())
    if named:
        return named
    proxied = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return _ANYBODY if not proxied and _listens_here() else "'self'"


def _listens_here() -> bool:
    address = st.get_option("server.address") or ""
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


@cache
def _policy() -> str:
    """The content security policy without its last part, `frame-ancestors`."""
    index = (Path(st.__file__).parent / "static/index.html").read_text(encoding="utf-8")
    hashes = (hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(index))
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
