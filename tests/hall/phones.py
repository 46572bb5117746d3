"""Phones without browsers, each with a connection of its own, that follow a room and answer what it asks.

`python -m tests.hall.phones PORT CODE` prints a line of JSON for each answer that was accepted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

_EVERY = 2.0  # seconds between two questions of a phone
_THINKS = 4.0  # most seconds until it answers
_RETRIES = 1.0  # seconds until it tries again


class Phone:
    """One phone, which draws its answers from its own generator."""

    def __init__(self, port: int, code: str, seed: int, tell: Callable[[dict], None]) -> None:
        self._rng = random.Random(seed)
        self.voter = f"{self._rng.getrandbits(128):032x}"
        self._port, self._path, self._tell = port, f"/room/{code}", tell
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def follow(self, until: float) -> None:
        """Ask every two seconds what is asked, and answer each question once."""
        await asyncio.sleep(self._rng.uniform(0, _EVERY))
        version, answered = -1, set()
        while time.monotonic() < until:
            try:
                status, said = await self._ask("GET", f"now?v={version}")
                if status == 200:
                    version = said["v"]
                    what = (said.get("scene"), said.get("round"))
                    kind = said.get("asked", {}).get("kind")
                    if kind and not said["revealed"] and what not in answered:
                        await self._answer(said, answered)
                await asyncio.sleep(_EVERY * self._rng.uniform(0.9, 1.1))
            except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):  # the server is away
                self._streams, version = None, -1
                await asyncio.sleep(_RETRIES)

    async def _answer(self, said: dict[str, Any], answered: set) -> None:
        await asyncio.sleep(self._rng.uniform(0, _THINKS))
        body = {"scene": said["scene"], "round": said["round"], "answer": self._drawn(said["asked"])}
        began = time.monotonic()
        status, kept = await self._ask("POST", "vote", body)
        if status == 200:
            answered.add((said["scene"], said["round"]))
            self._tell(
                {
                    **body,
                    "answer": kept["answer"],
                    "voter": self.voter,
                    "at": time.monotonic(),
                    "seconds": time.monotonic() - began,
                }
            )
        elif status != 409:  # closed meanwhile
            self._tell({**body, "voter": self.voter, "refused": status})

    def _drawn(self, asked: dict[str, Any]) -> Any:
        if self._rng.random() < 0.1:
            return None
        if asked["kind"] == "choice":
            return self._rng.randrange(len(asked["choices"]))
        if asked["kind"] == "number":
            return self._rng.uniform(asked["x"]["low"], asked["x"]["high"])
        if asked["kind"] == "tests":
            return self._rng.sample(range(len(asked["choices"])), 3)
        if asked["kind"] == "draw":
            return self._rng.gauss(0, 1 / asked["length_scale"])
        return [[i / 63, self._rng.random()] for i in range(64)]

    async def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and content of one answer; the connection is kept."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {self._path}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nX-Voter: {self.voter}\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        async with asyncio.timeout(20):
            await writer.drain()
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            found = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            writer.close()
            self._streams = None
        code = int(status.split()[1])
        if code >= 500:
            raise OSError(code)
        return code, json.loads(found) if found else None


def main() -> None:
    """Run the phones until their time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("code")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=600.0)
    asked = parser.parse_args()

    def tell(met: dict) -> None:
        print(json.dumps(met), flush=True)

    async def all_of_them() -> None:
        until = time.monotonic() + asked.seconds
        phones = (Phone(asked.port, asked.code, seed, tell) for seed in range(asked.phones))
        await asyncio.gather(*(phone.follow(until) for phone in phones))

    asyncio.run(all_of_them())


if __name__ == "__main__":
    sys.exit(main())
