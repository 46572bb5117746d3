"""What viewers who have gone leave behind in the server."""

import asyncio
import os
import sys
import time

import pytest
import websockets
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from rffviz.bench.page import ROOT, serve
from rffviz.explorer.web.streamlit_internals import let_go_of_loops
from tests.hall.crowd import answered, asking_for, view
from tests.web import loops

VIEWERS, VISITS = 10, 4
MOST = 64
REST = 60.0  # seconds


def open_files(process):
    return len(os.listdir(f"/proc/{process}/fd"))


async def come_and_go(port, met):
    for visit in range(VISITS):
        moves = [("kernel", f"seed={visit}"), ("features", f"seed={visit}")]
        await asyncio.gather(*(view(port, moves, 0.0, met.append) for _ in range(VIEWERS)))


async def visit(port, session=""):
    """The session that answers, and what failed."""
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        subprotocols=["streamlit", "NO_TOKEN", *filter(None, [session])],
        max_size=None,
    ) as socket:
        await socket.send(asking_for("kernel", ""))
        over, failed, found = False, "", ""
        while not over:
            message = await asyncio.wait_for(socket.recv(), 60)
            over, said = answered(message)
            failed = failed or said
            read = ForwardMsg.FromString(message)
            if read.WhichOneof("type") == "new_session":
                found = read.new_session.initialize.session_id
        return found, failed


@pytest.mark.release
@pytest.mark.skipif(sys.platform != "linux", reason="counts in /proc")
def test_a_minute_after_the_last_viewer_few_files_are_open_and_one_who_returns_is_known(tmp_path):
    with serve(ROOT / "app.py", tmp_path) as (port, process):
        met = []
        loops.run(come_and_go(port, met))
        assert len(met) == 2 * VIEWERS * VISITS and not any(each["failed"] for each in met)
        session, _ = loops.run(visit(port))
        until = time.monotonic() + REST
        while open_files(process) >= MOST and time.monotonic() < until:
            time.sleep(1)
        assert open_files(process) < MOST
        assert loops.run(visit(port, session)) == (session, "")


def test_without_a_server_there_is_nothing_to_let_go_of():
    assert let_go_of_loops() == 0
