"""What the server does before its first viewer comes."""

import asyncio
import time

import pytest
import streamlit as st
from streamlit import net_util

import app as explorer
from rffviz.explorer.web import app as module
from tests.web import loops


async def _serve_for_a_second():
    async with module.served(explorer.app):
        await asyncio.sleep(1)


@pytest.mark.slow
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
