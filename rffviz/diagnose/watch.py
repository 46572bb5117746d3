"""`rffviz diagnose file.py:function -d 16 --watch`: a line for each version that is saved, until interrupted."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Iterator, Mapping
from multiprocessing.connection import Connection
from typing import Any

from rffviz.diagnose.changes import changes
from rffviz.diagnose.diagnose import diagnose
from rffviz.diagnose.difference import compare
from rffviz.foundation.validation import Refusal
from rffviz.samplers.versions import Version, Watched, endless, tried

POLL = 0.1  # seconds between two looks at the files
PATIENCE = 30.0  # seconds for the import and the first draws, on a busy machine
_FORK = "fork" if sys.platform == "linux" else "spawn"  # a fork has imported the library already


def lines(watched: Watched, asked: Mapping[str, Any], against: Any = None) -> Iterator[str]:
    """What is found in each version, as soon as it is known; goes on for ever.

    Parameters
    ----------
    watched : Watched
    asked : mapping
        Arguments of `diagnose` but the scheme.
    against : scheme, optional
        Compared with instead of the version before.
    """
    good: Version | None = None
    while True:
        try:
            version = watched.look()
        except Refusal as gone:
            yield f"{_clock()}  {gone}"
            continue
        if version is None:
            time.sleep(POLL)
            continue
        if found := _found(watched, version, good, asked, against):
            good = version if found[0] else good
            yield f"{_clock()}  {version.label}: {found[1]}"


def _found(
    watched: Watched, version: Version, before: Version | None, asked: Mapping[str, Any], against: Any
) -> tuple[bool, str] | None:
    """Whether it can be drawn, and a sentence, from a process that the limit ends; None after a further save."""
    context: Any = multiprocessing.get_context(_FORK)
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_examine, args=(there, version, before, dict(asked), against), daemon=True)
    process.start()
    there.close()
    end, drawn = time.monotonic() + PATIENCE, False
    try:
        while not watched.changed():
            if here.poll(POLL):
                drawn, said = here.recv()
                if said:
                    return drawn, said
            elif not drawn and time.monotonic() > end:
                return False, endless(version, f"{PATIENCE:g} s")
    except EOFError:
        process.join(1)
        return False, f"the process ended, status {process.exitcode}."
    finally:
        process.kill()
        process.join()
    return None


def _examine(pipe: Connection, version: Version, before: Version | None, asked: dict[str, Any], against: Any) -> None:
    """Send whether a version can be drawn, then what is found."""
    if problem := tried(version, asked["kernel"], asked["d"], asked["n_freqs"]):
        pipe.send((False, problem))
        return
    pipe.send((True, ""))
    scheme, name = version.scheme(), before.label if before else ""
    former = before.scheme() if before else None
    try:
        report = diagnose(scheme, **asked)
        earlier = None if former is None else diagnose(former, **asked)
        reference = former if against is None else against
        comparison = None if reference is None else compare(scheme, reference, **asked)
        said = changes(report, earlier, comparison, name if against is None else "the reference")
        pipe.send((True, f"{report.headline}. {said}".strip()))
    except Refusal as reason:
        pipe.send((False, str(reason)))


def _clock() -> str:
    return time.strftime("%H:%M:%S")
