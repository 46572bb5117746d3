"""Many viewers without browsers, each with its own websocket: the load of a lecture hall on a server.

`python -m tests.hall.crowd PORT` prints their measurements, a line of JSON for each run of a page.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import urlencode

import websockets  # comes with Streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from rffviz.explorer.web.server.page_list import pages_in
from rffviz.explorer.web.server.serve import EXPLORER
from rffviz.explorer.web.settings.parameters import Choice, Parameter, Whole

_PATIENCE = 300.0  # seconds until a viewer gives up
_LIGHT = ("seed", "length_scale", "epsilon", "confidence", "first_axis", "second_axis", "n_freqs")


def asking_for(page: str, query: str) -> bytes:
    """What a browser sends to see a page with this query."""
    message = BackMsg()
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    return message.SerializeToString()


def answered(message: bytes) -> tuple[bool, str]:
    """Of what the server sends a browser: whether its run is over, and what failed."""
    said = ForwardMsg.FromString(message)
    kind, failed = said.WhichOneof("type"), ""
    if kind == "delta" and said.delta.new_element.WhichOneof("type") in ("exception", "alert"):
        element = said.delta.new_element
        if element.WhichOneof("type") == "exception":
            failed = element.exception.message
        elif element.alert.format == element.alert.ERROR:
            failed = element.alert.body
    if kind == "page_not_found":
        failed = "page not found"
    return kind == "script_finished", failed


async def view(
    port: int, moves: Iterable[tuple[str, str]], think: float, tell: Callable[[dict], None], leaves: float = 0.0
) -> None:
    """One viewer: opens a page and moves on, thinking up to twice `think` seconds in between.

    With the probability `leaves`, a move is not awaited: the next one comes at once.
    """
    step = 0
    try:
        async with websockets.connect(
            f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None, open_timeout=_PATIENCE
        ) as socket:
            for step, (page, query) in enumerate(moves):
                if step:
                    await asyncio.sleep(random.uniform(0, 2 * think))
                began, received, failed = time.perf_counter(), 0, ""
                await socket.send(asking_for(page, query))
                if leaves and random.random() < leaves:
                    continue
                over = False
                while not over:
                    message = await asyncio.wait_for(socket.recv(), _PATIENCE)
                    received += len(message)
                    over, said = answered(message)
                    failed = failed or said
                seconds = time.perf_counter() - began
                tell(
                    {"step": step, "seconds": seconds, "bytes": received, "failed": failed, "asked": f"{page}?{query}"}
                )
    except (OSError, TimeoutError, websockets.WebSocketException) as lost:
        tell({"step": step, "seconds": 0.0, "bytes": 0, "failed": f"lost: {lost!r}", "asked": ""})


def wander(pages, rng: random.Random) -> Iterator[tuple[str, str]]:
    """An endless stream of random pages and queries: any view, and a few of its settings."""
    while True:
        page = rng.choice(pages)
        chosen = rng.choice(page.views)
        query = {"view": chosen.name} if page.chooser else {}
        names = [name for name in chosen.parameters if name in page.settings]
        for name in rng.sample(names, min(len(names), rng.randint(0, 3))):
            if (text := _at_random(page.settings[name], rng)) is not None:
                query[name] = text
        yield page.name if page is not pages[0] else "", urlencode(query)


def _at_random(parameter: Parameter, rng: random.Random) -> str | None:
    """A random value of a setting, as written in links; None for settings that only increase the work."""
    if isinstance(parameter, Choice):
        return rng.choice(list(parameter.options))
    if isinstance(parameter, Whole) and parameter.name in _LIGHT:
        return parameter.write(rng.randint(parameter.low, min(parameter.high, parameter.low + 500)))
    return None


def main() -> None:
    """Run the viewers, and print the measurements of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--think", type=float, default=1.0, help="mean seconds between a viewer's moves")
    parser.add_argument("--page", default="")
    parser.add_argument("--query", action="append", help="what a viewer moves through, again and again")
    parser.add_argument("--own", action="store_true", help="the first viewer asks the first query, the next the next")
    parser.add_argument("--wander", type=float, metavar="SECONDS", help="random moves over all views, for so long")
    asked = parser.parse_args()

    def tell(met: dict) -> None:
        print(json.dumps(met), flush=True)

    async def all_of_them() -> None:
        if asked.wander:
            until = time.monotonic() + asked.wander
            pages = pages_in(EXPLORER / "pages")

            def walk(k: int) -> Iterator[tuple[str, str]]:
                for move in wander(pages, random.Random(k)):
                    if time.monotonic() > until:
                        return
                    yield move

            await asyncio.gather(*(view(asked.port, walk(k), asked.think, tell, 0.2) for k in range(asked.viewers)))
            return
        queries = asked.query or [""]
        walks = (
            [(asked.page, queries[(i + k) % len(queries)]) for k in range(asked.moves + 1)]
            for i in (range(asked.viewers) if asked.own else [0] * asked.viewers)
        )
        await asyncio.gather(*(view(asked.port, walk, asked.think, tell) for walk in walks))

    asyncio.run(all_of_them())


if __name__ == "__main__":
    sys.exit(main())
