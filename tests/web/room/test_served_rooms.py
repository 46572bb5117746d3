"""The ways to serve the explorer give one thing: its pages, its rooms, its headers, and schemes of one's own."""

import contextlib
import http.client
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from tests.browser.viewer import free_port
from tests.test_install import SCHEME, messages_of

pytestmark = pytest.mark.release

ROOT = pathlib.Path(__file__).parents[3]


@contextlib.contextmanager
def running(command, folder, **variables):
    environment = {k: v for k, v in os.environ.items() if k not in ("RFFVIZ_DATA", "RFFVIZ_CACHE")}
    server = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment | variables,
        stdout=open(folder / "log", "w"),
        stderr=subprocess.STDOUT,
    )
    try:
        yield server
    finally:
        server.terminate()
        server.wait(20)


def answer_of(address):
    for _ in range(240):
        try:
            return urllib.request.urlopen(address, timeout=5)
        except urllib.error.HTTPError as refused:
            return refused
        except OSError:
            time.sleep(0.25)
    raise AssertionError(address)


def time_of_an_answer(port):
    """The median on one connection that is kept."""
    took = []
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        for _ in range(21):
            began = time.perf_counter()
            connection.request("GET", "/_stcore/health")
            connection.getresponse().read()
            took.append(time.perf_counter() - began)
    return sorted(took)[10]


def test_uvicorn_serves_what_streamlit_run_serves(tmp_path):
    (tmp_path / "mine.py").write_text(SCHEME)
    port, found, took = free_port(), {}, []
    named = {"PYTHONPATH": str(tmp_path), "RFFVIZ_SAMPLERS": "mine:my_directions"}
    streamlit = ("streamlit", "run", "app.py", "--server.headless", "true", "--server.port", str(port))
    for command in (("uvicorn", "app:app", "--port", str(port)), streamlit):
        with running(command, tmp_path, **named):
            address = f"http://127.0.0.1:{port}"
            for path in ("", "?embed=true", "_stcore/health", "room/BCDF", "room/BCDF/now", "_stcore/metrics"):
                answer = answer_of(f"{address}/{path}")
                names = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy")
                found.setdefault(path, []).append((answer.status, *map(answer.headers.get, names)))
            took.append(time_of_an_answer(port))
            said = b"".join(each.SerializeToString() for each in messages_of(address, "schemes", "a=my_directions"))
            assert b"My directions" in said and b"cannot be imported" not in said
    assert took[1] < 10 * took[0]  # 100 times, where an answer waits for an acknowledgement
    for path, (one, other) in found.items():
        assert one == other and all(one[1:]), path
    assert found["_stcore/health"][0][0] == 200 and found["_stcore/metrics"][0][0] == 404
    assert found["room/BCDF"][0][0] == 200 and found["room/BCDF/now"][0][0] == 404
    assert found[""] == found["?embed=true"] and "frame-ancestors" in found[""][0][1]


def test_a_room_on_a_laptop_prints_how_to_enter_and_what_that_exposes(tmp_path):
    port = free_port()
    command = ("rffviz", "--room", "--headless", "--port", str(port))
    with running(command, tmp_path, PYTHONUNBUFFERED="1"):
        answer_of(f"http://127.0.0.1:{port}/_stcore/health")
        said = (tmp_path / "log").read_text()
        code = re.search(rf"Phones join at http://\S+:{port}/room/([A-Z]{{4}})\n", said)[1]
        assert "█" in said and "no login" in re.sub(r"\s+", " ", said) and "everybody in the network" in said
        assert answer_of(f"http://127.0.0.1:{port}/room/{code}/now").status == 200
        policy = answer_of(f"http://127.0.0.1:{port}/").headers["Content-Security-Policy"]
        assert "frame-ancestors" in policy
