"""The schemes in files that are being edited: each save is tried in a process of its own and becomes a choice.

Only who starts the explorer names them, with `rffviz watch file.py:function` or `--sampler file.py:function`.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse

from rffviz.diagnose.watch import PATIENCE, POLL
from rffviz.explorer.web.jobs.worker import Ended, steps_in_process
from rffviz.explorer.web.settings.table import TABLE
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS
from rffviz.samplers.versions import Version, Watched, adopt, endless, tried

_DIMENSIONS = (2, 5, 16)  # of draws, where no link names one: until one works
_HELD, _TICK = 5.0, 0.05  # seconds that an answer is held back at most, and between two looks
_CHOICES = ("a", "b", "sampler", "scheme")  # the settings that choose a scheme
MOST = 50  # saves that are listed


@dataclass(frozen=True)
class Saved:
    """A save: its version, None where the file could not be read, and what is wrong with it, or ""."""

    version: Version | None
    at: datetime
    problem: str = ""

    @property
    def clock(self) -> str:
        """The time of day."""
        return self.at.astimezone().strftime("%H:%M:%S")


class Watching:
    """What was saved since the start.

    Attributes
    ----------
    saved : tuple of Saved
        The last ones, oldest first.
    serial : int
        How often that changed.
    trying : Version or None
        The one that is being tried.
    """

    def __init__(self, references: Sequence[str], link: str = "") -> None:
        self._watched = [Watched(each) for each in references]
        self._sizes = sizes(link)
        self.saved: tuple[Saved, ...] = ()
        self.serial = 0
        self.trying: Version | None = None

    @property
    def working(self) -> list[Saved]:
        """The saves that can be drawn, oldest first."""
        return [each for each in self.saved if not each.problem and each.version]

    @property
    def several(self) -> bool:
        """Whether more than one function is watched."""
        return len(self._watched) > 1

    def run(self) -> None:
        """Look for saves, for ever."""
        while True:
            for watched in self._watched:
                try:
                    self._look(watched)
                except Exception:
                    logging.getLogger("rffviz").exception("a save could not be tried")
            time.sleep(POLL)

    def _look(self, watched: Watched) -> None:
        try:
            version = watched.look()
        except Refusal as gone:
            self._tell(Saved(None, datetime.now(UTC), str(gone)))
            return
        if version is None:
            return
        self.trying = version
        self.serial += 1
        problem = _problem(watched, version, self._sizes)
        self.trying = None
        if problem is None:  # saved again
            return
        if not problem:
            try:
                scheme = adopt(version)
            except Refusal as reason:
                problem = str(reason)
            else:
                for name in _CHOICES:
                    TABLE[name].options[scheme.name] = scheme.label
        self._tell(Saved(version, datetime.now(UTC), problem))

    def _tell(self, saved: Saved) -> None:
        others = (each for each in self.saved if each.version is None or each.version is not saved.version)
        self.saved = (*others, saved)[-MOST:]
        self.serial += 1


def sizes(link: str) -> list[dict[str, Any]]:
    """The kernel, the dimension and the number of frequencies of a link; where it names no dimension, several."""
    query = dict(parse_qsl(urlsplit(link).query))
    values = {name: each.read(query[name]) if name in query else each.default for name, each in TABLE.items()}
    kind = KERNELS[values["kernel"]]
    kernel = kind(**{field.name: values[field.name] for field in fields(kind)})
    dimensions = [values["dimension"]] if "dimension" in query else _DIMENSIONS
    return [{"kernel": kernel, "d": d, "n_freqs": values["n_freqs"]} for d in dimensions]


def _problem(watched: Watched, version: Version, asked: Sequence[dict[str, Any]]) -> str | None:
    """What is wrong with a version at all of these sizes; None where a further save makes it void."""
    end, problem = time.monotonic() + PATIENCE, ""
    try:
        for each in asked:
            with closing(steps_in_process(tried, {"version": version, **each})) as steps:
                for step in steps:  # to its end, so that the process is kept
                    problem = step.record if step is not None else ""
                    if watched.changed():
                        return None
                    if time.monotonic() > end:
                        return endless(version, f"{PATIENCE:g} s")
            if not problem:
                return ""
    except Ended as reason:
        return str(reason)
    return problem


_watching: Watching | None = None


def begin(references: Sequence[str], link: str = "") -> None:
    """Watch these from now on, at the sizes of a link; nothing where there are none."""
    global _watching
    if references and _watching is None:
        _watching = Watching(references, link)
        threading.Thread(target=_watching.run, daemon=True, name="watching").start()


def watching() -> Watching | None:
    """What is watched; None in an explorer that watches nothing."""
    return _watching


async def answer(request: Request) -> JSONResponse:
    """The number of saves, and nothing about them; held back until it is not `since`, for 5 s at most."""
    end, since = time.monotonic() + _HELD, request.query_params.get("since")
    while _watching and str(_watching.serial) == since and time.monotonic() < end:
        await asyncio.sleep(_TICK)
    return JSONResponse({"serial": _watching.serial if _watching else 0}, headers={"Cache-Control": "no-store"})
