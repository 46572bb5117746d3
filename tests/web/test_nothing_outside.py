"""Whatever a stranger sends, the served app asks nobody outside: each connection and each look-up is written down."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import websockets
from websockets.exceptions import InvalidStatus

from tests.hall.crowd import answered, asking_for
from tests.web import loops

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
_WRITES_DOWN = """
import ipaddress, os, socket, sys

def outside(host):
    try:
        address = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return host not in ("", "localhost")
    return not (address.is_loopback or address.is_unspecified)

def watch(event, given):
    said = ""
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        said = given[0].decode() if isinstance(given[0], bytes) else given[0] or ""
        with_digits = said.replace(".", "").isdecimal() or ":" in said  # asks nobody
        said = "" if with_digits else said
    elif event == "socket.connect" and given[0].family != getattr(socket, "AF_UNIX", None):
        if given[0].type == socket.SOCK_STREAM:  # to connect a datagram socket sends nothing
            said = given[1][0]
    if said and outside(said):
        with open(os.environ["WRITTEN_DOWN"], "a") as file:
            print(event, said, file=file)

sys.addaudithook(watch)
"""
SERVED = {
    "streamlit": ["-m", "streamlit", "run", "app.py", "--server.headless=true", "--server.port={port}"],
    "rffviz": ["-m", "rffviz", "--headless", "--port={port}"],
    "rffviz on every network": ["-m", "rffviz", "--headless", "--address=0.0.0.0", "--port={port}"],
    "the image": ["-m", "streamlit", "run", "app.py"],
}
OTHERS = [pytest.param(how, marks=pytest.mark.release) for how in SERVED if how != "rffviz on every network"]
FOREIGN = (
    "http://evil.example",
    "https://evil.example:8501",
    "null",
    "http://",
    "http://192.0.2.1",
    "file://",
    "//[::1",
)
RAW = (
    "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example",
    "GET http://evil.example/_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Host: evil.example",
    "GET //evil.example/%2e%2e/ HTTP/1.1\r\nHost: evil.example:80",
    "GET /_stcore/host-config HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://evil.example",
    "OPTIONS /_stcore/upload_file/a/b HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example",
    "PUT /_stcore/upload_file/a/b HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\nContent-Length: 0",
    "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443",
    "GET /media/http://evil.example/x.png HTTP/1.1\r\nHost: \x7f@evil.example\r\nReferer: http://evil.example",
    "GET /component/evil.example/index.html HTTP/1.1\r\nHost: evil.example\r\nForwarded: host=evil.example",
)


def _image() -> dict[str, str]:
    """The variables of Streamlit's that the image sets."""
    words = (ROOT / "Dockerfile").read_text().split()
    return dict(word.split("=", 1) for word in words if word.startswith("STREAMLIT_"))


@contextlib.contextmanager
def watched(how, folder):
    """The port of the app, served in one of the ways above, and the file where it writes whom it asks."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "sitecustomize.py").write_text(_WRITES_DOWN)
    written = folder / "written"
    written.touch()
    own = {"PYTHONPATH": str(folder), "WRITTEN_DOWN": str(written), "RFFVIZ_CACHE": str(folder)}
    if how == "the image":
        own |= _image() | {"STREAMLIT_SERVER_PORT": str(port)}
    command = [sys.executable, *(word.format(port=port) for word in SERVED[how])]
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdout=log, stderr=log)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield port, written
    finally:
        server.terminate()
        server.wait(30)


async def _strangers(port):
    for origin in FOREIGN:
        with pytest.raises(InvalidStatus, match=r"403|500"):  # 500: what is no origin at all
            await _stream(port, origin=origin).__aenter__()
    for head in RAW:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"{head}\r\nConnection: close\r\n\r\n".encode("latin-1"))
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(reader.read(), 20)
        writer.close()


def _stream(port, **given):
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    return websockets.connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=60, proxy=None, **given)


async def _viewer(port):
    """A viewer of our own is shown a page."""
    async with _stream(port, origin=f"http://127.0.0.1:{port}") as socket_:
        await socket_.send(asking_for("convergence", "n_seeds=1&x=http://evil.example"))
        over = False
        while not over:
            over, failed = answered(await asyncio.wait_for(socket_.recv(), 120))
            assert failed == ""


@pytest.mark.release
@pytest.mark.parametrize("how", [*OTHERS, "rffviz on every network"])
def test_no_stranger_has_the_app_ask_anybody(how, tmp_path):
    with watched(how, tmp_path) as (port, written):
        loops.run(_strangers(port))
        loops.run(_viewer(port))
        loops.run(_strangers(port))
    assert written.read_text() == ""


def test_what_is_asked_would_be_written_down(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(_WRITES_DOWN)
    asks = "import socket, urllib.request\nfor url in ('http://127.0.0.1:1', 'http://name.invalid'):\n"
    asks += "    try: urllib.request.urlopen(url)\n    except OSError: pass\n"
    own = {"PYTHONPATH": str(tmp_path), "WRITTEN_DOWN": str(tmp_path / "written"), "no_proxy": "*"}
    subprocess.run([sys.executable, "-c", asks], env=os.environ | own, check=True, timeout=60)
    assert (tmp_path / "written").read_text() == "socket.getaddrinfo name.invalid\n"
