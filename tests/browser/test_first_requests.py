"""Links to pages as the first requests of a fresh server, many at once, spoken to as a browser does."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.viewer import serve

VIEWERS = 20


async def first_request(address, page, query):
    """What went wrong in the first run of one viewer, and the titles that were shown."""
    wrong, titles = [], []
    stream = f"ws://{urlsplit(address).netloc}/_stcore/stream"
    async with websockets.connect(stream, subprotocols=["streamlit"], max_size=None, open_timeout=60) as socket:
        ask = BackMsg()
        ask.rerun_script.query_string, ask.rerun_script.page_name = query, page
        await socket.send(ask.SerializeToString())
        while True:
            said = ForwardMsg()
            said.ParseFromString(await asyncio.wait_for(socket.recv(), 120))
            element = said.delta.new_element
            if element.WhichOneof("type") == "exception":
                wrong.append(element.exception.message)
            if element.WhichOneof("type") == "heading" and element.heading.tag == "h1":
                titles.append(element.heading.body)
            if said.WhichOneof("type") == "page_not_found":
                wrong.append("page not found")
            if said.WhichOneof("type") == "script_finished":
                return wrong, titles


@pytest.mark.release
def test_links_to_pages_may_be_the_first_requests_of_a_server(tmp_path):
    """Streamlit runs a script in pages/ by itself until the app has listed its pages."""

    async def crowd(address):
        return await asyncio.gather(
            *(
                first_request(address, "convergence", f"n_seeds=1&sampler=monte_carlo&seed={i % 3}")
                for i in range(VIEWERS)
            )
        )

    with serve(tmp_path) as address:
        # in a thread of its own: Playwright's loop runs in this one
        with ThreadPoolExecutor(1) as thread:
            answers = thread.submit(asyncio.run, crowd(address)).result()
        for wrong, titles in answers:
            assert wrong == [] and titles == ["How fast do random features approach the kernel?"]
