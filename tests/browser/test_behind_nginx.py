"""Two processes of the explorer, started as the image starts them, behind a real nginx with the configuration given."""

import asyncio
import contextlib
import dataclasses
import gzip
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import websockets
import yaml
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from rffviz.explorer.web.room.store import Store
from rffviz.explorer.words.answers import Asked
from tests.browser.viewer import ROOT, Viewer, free_port

pytestmark = pytest.mark.release

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
# What stands around the configuration in nginx's image; and who answered whom is written down.
AROUND = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 2048; }}
http {{
    log_format who '$cookie_rffviz|$uri|$upstream_addr';
    access_log {folder}/answered who;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/explorer.conf;
}}
"""
LINK = ("features", "seed=3")


@dataclasses.dataclass
class Hall:
    """The address that viewers know, and the processes behind it by their own addresses."""

    folder: object
    address: str
    processes: dict

    def stream(self, viewer="", session=""):
        """The websocket of a viewer, who may have a cookie and a session to come back to."""
        return websockets.connect(
            f"{self.address.replace('http', 'ws')}/_stcore/stream",
            subprotocols=["streamlit", "NO_TOKEN", *filter(None, [session])],
            additional_headers={"Cookie": f"rffviz={viewer}"} if viewer else {},
            max_size=None,
        )

    def answers(self):
        """What is over: (cookie, path, address of who answered) in order."""
        time.sleep(0.3)  # a line is written when the connection is over
        lines = [line.split("|") for line in (self.folder / "answered").read_text().splitlines()]
        return [(viewer, path, tried.split(", ")[-1]) for viewer, path, tried in lines]

    def who_streamed(self):
        """The processes that each viewer's websockets ended at, in order, by cookie."""
        found = {}
        for viewer, path, answered in self.answers():
            if path == "/_stcore/stream":
                found.setdefault(viewer, []).append(answered)
        return found


def started(folder, port):
    """One process with the image's command and the environment of both files, on loopback."""
    words = " ".join(re.findall(r"^ENV (.*)$", DOCKERFILE, re.M)).split()
    told = dict(word.split("=", 1) for word in words) | {"RFFVIZ_CACHE": str(folder)}
    told |= COMPOSE["services"]["one"]["environment"] | {"STREAMLIT_SERVER_COOKIE_SECRET": "the same for both"}
    told |= {"STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "STREAMLIT_SERVER_PORT": str(port)}
    told |= {"RFFVIZ_FRAME_ANCESTORS": "'self' https://example.org"}
    (command,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.M)
    environment = {k: v for k, v in os.environ.items() if k != "RFFVIZ_DATA"} | told
    with open(folder / f"log{port}", "w") as log:
        return subprocess.Popen(
            [sys.executable, "-m", *json.loads(command)], cwd=ROOT, env=environment, stdout=log, stderr=log
        )


@contextlib.contextmanager
def two_processes(folder):
    """Two processes, and nginx in front of them."""
    folder.mkdir(exist_ok=True)
    ports, (door, packing) = (free_port(), free_port()), (f"127.0.0.1:{free_port()}" for _ in range(2))
    one, two = (f"127.0.0.1:{port}" for port in ports)
    text = (ROOT / ".docker/nginx.conf").read_text()
    given = {
        "ONE": one,
        "TWO": two,
        "LISTEN": door,
        "PACKING": packing,
    }
    for name, value in given.items():
        text = text.replace(f"${{RFFVIZ_{name}}}", value)
    (folder / "explorer.conf").write_text(text.replace("/tmp/rffviz-bundles", f"{folder}/bundles"))
    who = "user root;" if os.geteuid() == 0 else ""  # else the folder is closed to it
    (folder / "nginx.conf").write_text(who + AROUND.format(folder=folder))
    with contextlib.ExitStack() as stack:
        processes = {address: started(folder, port) for address, port in zip((one, two), ports, strict=True)}
        command = [NGINX, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")]
        everyone = (*processes.values(), subprocess.Popen(command))
        for end in ("wait", "terminate"):  # the last one is called first
            for process in everyone:
                stack.callback(getattr(process, end))
        for address in (one, two, door):
            _up(address, folder)
        yield Hall(folder, f"http://{door}", processes)


def _up(address, folder):
    for _ in range(240):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(f"http://{address}/_stcore/health", timeout=1).read()
        time.sleep(0.25)
    pytest.fail("\n".join(path.read_text()[-2000:] for path in (*folder.glob("log*"), folder / "errors")))


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    if NGINX is None:
        message = "no nginx on PATH or in /usr/sbin: install the package nginx"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with two_processes(tmp_path_factory.mktemp("hall")) as found:
        yield found


def answered(address, **headers):
    return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=20)


def in_a_loop(function, *arguments):
    """What a coroutine returns; in a thread of its own, since Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, function(*arguments)).result()


async def asked(socket, link=LINK):
    """The session that answers, and the page that a link shows: its titles and its figure."""
    ask = BackMsg()
    ask.rerun_script.page_name, ask.rerun_script.query_string = link
    await socket.send(ask.SerializeToString())
    session, titles, figure = "", [], ""
    while True:
        said = ForwardMsg()
        said.ParseFromString(await asyncio.wait_for(socket.recv(), 120))
        kind, element = said.WhichOneof("type"), said.delta.new_element
        if kind == "new_session":
            session = said.new_session.initialize.session_id
        elif element.WhichOneof("type") == "heading":
            titles.append(element.heading.body)
        elif element.WhichOneof("type") == "plotly_chart" and len(element.plotly_chart.spec) > 1000:
            figure = element.plotly_chart.spec
        elif kind == "script_finished" and said.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            return session, titles, json.loads(figure)


def test_a_stranger_is_given_a_cookie_and_every_answer_says_what_a_page_may_do(hall):
    first = answered(hall.address)
    assert re.fullmatch(r"rffviz=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax", first.headers["Set-Cookie"])
    again = answered(hall.address, Cookie="rffviz=known", **{"X-Forwarded-Proto": "https"})
    assert not any(given.startswith("rffviz=") for given in again.headers.get_all("Set-Cookie", []))
    framed = answered(hall.address, **{"X-Forwarded-Proto": "https"}).headers["Set-Cookie"]
    assert framed.endswith("; HttpOnly; SameSite=None; Secure; Partitioned")
    (bundle,) = re.findall(r'src="\./(static/js/index\.[^"]+\.js)"', first.read().decode())
    packed = answered(f"{hall.address}/{bundle}", **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and packed.headers["Vary"] == "Accept-Encoding"
    assert "Set-Cookie" not in packed.headers  # others may keep it for everybody
    whole = answered(f"{hall.address}/{bundle}").read()
    read = packed.read()
    assert gzip.decompress(read) == whole and len(read) < len(whole) / 2
    fetched = [path for _, path, answered in hall.answers() if answered in hall.processes and bundle in path]
    assert len(fetched) == 1  # the second time nginx had it
    for answer in (first, again, packed):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        policy = answer.headers.get_all("Content-Security-Policy")
        assert len(policy) == 1 and policy[0].endswith("; frame-ancestors 'self' https://example.org")
        assert "unsafe-eval" not in policy[0]
    (check,) = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", DOCKERFILE, re.M)
    port = next(iter(hall.processes)).split(":")[1]
    _, *check = json.loads(check.replace("8501", port))
    assert subprocess.run([sys.executable, *check], timeout=20).returncode == 0
    with pytest.raises(urllib.error.HTTPError, match="404"):
        answered(f"{hall.address}/_stcore/metrics")


def test_a_websocket_opens_for_pages_of_the_servers_own_name_alone(hall):
    async def opens(origin):
        door = urlsplit(hall.address)
        try:
            async with websockets.connect(
                "ws://explorer.example/_stcore/stream",
                host=door.hostname,
                port=door.port,
                origin=origin,
                subprotocols=["streamlit"],
            ) as socket:
                assert [each.name for each in socket.protocol.extensions] == ["permessage-deflate"]
                return True
        except websockets.InvalidStatus as refused:
            assert refused.response.status_code == 403
            return False

    assert in_a_loop(opens, "http://explorer.example")
    assert not in_a_loop(opens, "http://elsewhere.example")


def test_a_hall_of_one_address_comes_in_and_a_flood_is_refused(hall):
    async def come_in():
        async with contextlib.AsyncExitStack() as stack:
            viewers = [hall.stream(f"seat{i}") for i in range(300)]
            await asyncio.gather(*(stack.enter_async_context(viewer) for viewer in viewers))  # else it raises

    in_a_loop(come_in)
    door = urlsplit(hall.address)
    with contextlib.closing(http.client.HTTPConnection(door.hostname, door.port)) as connection:
        met = []
        for _ in range(1000):
            connection.request("GET", "/_stcore/stream", headers={"Cookie": "rffviz=flood"})
            answer = connection.getresponse()
            answer.read()
            met.append(answer.status)
        assert met.count(429) > 100
        connection.request("GET", "/_stcore/health")  # who asks for something else is answered
        assert connection.getresponse().status == 200
    time.sleep(3.0)  # until the other tests' viewers are let in


def test_what_no_phone_sends_does_not_reach_a_room(hall):
    for size, status in ((20_000, 413), (4_000, 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{hall.address}/room/BCDF/vote", b"x" * size, timeout=20)
        assert refused.value.code == status


def test_nothing_that_the_explorer_does_is_blocked(hall, window, tmp_path):
    viewer = Viewer(window.new_page(), hall.address)
    page = viewer.open()
    viewer.plot()
    viewer.settle()
    page.locator("input[type=range]").press("ArrowRight")  # a component: its script came as a blob
    page.wait_for_url(re.compile(r"[?&]waves="))
    viewer.settle()
    page.get_by_role("button", name="Embed").click()
    page.get_by_text("<iframe src=").first.wait_for()
    viewer.open("convergence?view=matrices&n_points=50&n_seeds=1")
    viewer.plot()
    viewer.settle()
    page.locator("input[type=range][aria-label='D, frequencies']").press("ArrowLeft")
    page.wait_for_url(re.compile(r"[?&]n_freqs="))
    viewer.settle()
    for name, mark in (("Data (CSV)", b"# "), ("Picture (PNG)", b"\x89PNG")):
        if not page.get_by_role("button", name=name).is_visible():
            page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        with open(download.value.path(), "rb") as file:
            assert file.read().startswith(mark)
    viewer.open("adaptive?shape=own&n_freqs=8&iterations=10")
    page.get_by_role("button", name="Draw").click()
    box = page.locator("canvas[tabindex]").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 80)
    page.mouse.down()
    page.mouse.move(box["x"] + 240, box["y"] + 110, steps=12)
    page.mouse.up()
    page.get_by_text("Your own points,").first.wait_for(state="attached")
    viewer.settle()
    points = tmp_path / "points.csv"
    points.write_text("0.5,1.2\n-1,0.3\n1,1\n0,2\n2,0\n")
    paste = page.get_by_text("Paste or upload points")
    if not paste.is_visible():  # a rerun may have closed the popover on a busy machine
        page.get_by_role("button", name="Draw").click()
    paste.click()
    page.locator("input[type=file]").set_input_files(points)
    page.get_by_text("points.csv").wait_for()
    viewer.settle()  # the name stands there before the file has come
    page.get_by_role("button", name="Use these").click()
    page.get_by_text("Your own points, 5 points").first.wait_for(state="attached")
    viewer.settle()
    page.close()
    assert viewer.errors == [] and viewer.outside == []


def test_a_viewer_stays_with_one_process_and_outlives_it(hall):
    async def come_and_go(viewer, session=""):
        async with hall.stream(viewer, session) as socket:
            return await asked(socket) if session is not None else None

    async def a_lecture():
        # twenty viewers of one address come twice
        names = [f"viewer{i}" for i in range(20)]
        for _ in range(2):
            await asyncio.gather(*(come_and_go(name, None) for name in names))
            await come_and_go("", None)  # keeps no cookies
        homes = hall.who_streamed()
        assert [len(set(homes[name])) for name in (*names, "-")] == [1] * 21
        assert {homes[name][0] for name in names} == set(hall.processes)
        lost = next(name for name in names if homes[name][0] != homes["viewer0"][0])

        session, titles, figure = await come_and_go(lost)
        back, *_ = await come_and_go(lost, session)
        assert back == session

        async with hall.stream("viewer0") as other, hall.stream(lost, session) as socket:
            mine, *_ = await asked(other)
            hall.processes[homes[lost][0]].kill()
            with pytest.raises(websockets.ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 20)
            renewed, *page = await come_and_go(lost, session)
            assert renewed != session and page == [titles, figure]
            assert (await asked(other))[0] == mine
        assert hall.who_streamed()[lost][-1] == homes["viewer0"][0]

    in_a_loop(a_lecture)


def test_a_room_loses_no_vote_with_one_of_its_two_processes(hall, tmp_path):
    asked = Asked("choice", "Which?", ("a", "b", "c")).plain()

    def state(number):
        return {"scene": "bell", "round": number, "revealed": False, "asked": asked}

    with two_processes(tmp_path / "hall") as other:  # the one that dies is no other test's
        store = Store(tmp_path / "hall/rooms.sqlite")
        code, _ = store.open("here")
        port = str(urlsplit(other.address).port)
        command = [sys.executable, "-m", "tests.hall.phones", port, code, "--phones", "60"]
        phones = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        met = []
        heard = threading.Thread(target=lambda: met.extend(map(json.loads, phones.stdout)))
        heard.start()
        for number in (1, 2, 3):
            store.tell(code, state(number))
            if number == 2:  # in the middle of a vote
                time.sleep(3)
                next(iter(other.processes.values())).kill()
            for _ in range(300):
                if store.count(code, "bell", number) == 60:
                    break
                time.sleep(0.1)
        for _ in range(100):  # what is kept is known to its phone a moment later
            accepted = {(each["round"], each["voter"]): each["answer"] for each in [*met] if "at" in each}
            if len(accepted) == 180:
                break
            time.sleep(0.1)
        phones.terminate()
        heard.join()
        kept = {(number, voter): answer for _, number, voter, answer, _ in store.votes(code)}
        assert [store.count(code, "bell", number) for number in (1, 2, 3)] == [60] * 3
        assert not [each for each in met if "refused" in each]
        assert all(kept[vote] == answer for vote, answer in accepted.items()) and len(accepted) == 180
