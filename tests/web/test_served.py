"""What the server does before its first viewer comes."""

import asyncio
import contextlib
import socket
import time

import pytest
import streamlit as st
from streamlit import net_util
from streamlit.web.server.starlette.starlette_server import _bind_socket

import app as explorer
from rffviz.explorer.web import app as module
from tests.web import loops


async def _serve_for_a_second():
    async with module.served(explorer.app):
        await asyncio.sleep(1)


@pytest.mark.release
@pytest.mark.parametrize(
    ("options", "opened"),
    [
        ({"headless": False, "address": "127.0.0.1", "port": 8601}, ["http://127.0.0.1:8601/"]),
        ({"headless": False, "address": "0.0.0.0", "port": 80, "baseUrlPath": "/a/"}, ["http://localhost:80/a"]),
        ({"headless": False, "address": "::1", "port": 80, "sslCertFile": "c.pem"}, ["https://[::1]:80/"]),
        ({"headless": True, "address": "127.0.0.1", "port": 8601}, []),
    ],
)
def test_the_browser_is_opened_where_the_app_listens(options, opened, monkeypatch):
    given, found = {"baseUrlPath": "", "sslCertFile": None} | options, []
    monkeypatch.setattr(st, "get_option", lambda name: given[name.removeprefix("server.")])
    monkeypatch.setattr(module.webbrowser, "open", found.append)
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    loops.run(_serve_for_a_second())
    time.sleep(0.1)
    assert found == opened
    assert net_util.get_external_ip() is None


class _Listener(asyncio.Protocol):
    def __init__(self, accepted):
        self.accepted = accepted

    def connection_made(self, transport):
        self.accepted.set_result(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        transport.close()


async def _option_of_a_connection(started):
    loop = asyncio.get_running_loop()
    accepted = loop.create_future()
    async with module.served(explorer.app) if started else contextlib.AsyncExitStack():
        listening = _bind_socket("127.0.0.1", 0, 1)
        async with await loop.create_server(lambda: _Listener(accepted), sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await accepted


def test_a_connection_to_streamlits_own_socket_sends_at_once(monkeypatch):
    """Otherwise every answer after the first on a connection waits for an acknowledgement."""
    monkeypatch.setattr(st, "get_option", lambda name: True)
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    assert not loops.run(_option_of_a_connection(started=False))
    assert loops.run(_option_of_a_connection(started=True))


def test_a_process_for_long_studies_waits_before_the_first_viewer_needs_it(monkeypatch):
    """It takes more than a second to start, which the first viewer of *Cost* would wait for."""
    waited, kept = [], []

    async def at_once(seconds):
        waited.append(seconds)

    monkeypatch.setattr("rffviz.explorer.web.jobs.worker.keep_one", lambda: kept.append(True))
    monkeypatch.setattr(module.asyncio, "sleep", at_once)
    loops.run(module._prepare_long_work())
    assert kept == [True] and waited[0] > 3  # after the first page, whose start it would slow down
