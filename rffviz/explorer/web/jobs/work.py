"""Runs jobs once for all viewers, streams their progress, and drops jobs that nobody watches.

A job runs on a thread of its own. Viewers who ask for the same one watch it together; when the last of them has left,
it stops between two steps. Results are kept under the jobs' keys, up to a bound.
"""

from __future__ import annotations

import dataclasses
import math
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import streamlit as st

from rffviz.explorer.web.jobs.cache import Cache
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.scheduler import Scheduler, Turn
from rffviz.explorer.words.waiting import waiting
from rffviz.foundation.progress import Progress
from rffviz.foundation.threads import keep_blas_to_one
from rffviz.foundation.validation import Refusal

_TICK = 0.1  # polling interval in seconds; a viewer who leaves is noticed within it
_NICE = 10  # niceness of worker threads, of at most 19
_BETWEEN = 0.2  # seconds between two updates of the progress bar, each of which the browser must draw
_LONG = 15.0  # seconds after which the progress bar offers a smaller study
_SURE, _PATIENT = 5.0, 10.0  # seconds after which what is done tells how long all takes; and that it cannot be told
_VIEWER = "_viewer"
_GRACE = 0.25  # a rerun unsubscribes and subscribes again within this time


class Running:
    """A job that runs, and who watches it."""

    def __init__(self, weight: int = 1) -> None:
        self.changed = threading.Condition()
        self.latest: Any = None
        self.finished = False
        self.error: Exception | None = None
        self.viewers: list[Hashable] = []
        self.left_at = time.monotonic()
        self.turn = Turn(lambda: list(self.viewers), weight)

    @property
    def abandoned(self) -> bool:
        """Whether nobody has watched for longer than a rerun takes."""
        return not self.viewers and time.monotonic() - self.left_at > _GRACE


class Workshop:
    """Runs jobs, which take turns, and keeps their last results.

    Parameters
    ----------
    n_workers, n_reserved : int
        Concurrent computations, on one BLAS thread each, plus `n_reserved` slots for jobs that have run for
        less than 3 s.
    max_results, max_bytes : int
        Results kept, and what their arrays take together; the one that was used longest ago goes first.
    """

    def __init__(
        self, n_workers: int = 2, n_reserved: int = 1, max_results: int = 128, max_bytes: int = 256 * 2**20
    ) -> None:
        self._lock = threading.Lock()
        self._turns = Scheduler(n_workers, n_reserved)
        self._results, self._seconds = Cache(max_results, max_bytes), Cache(max_results, max_bytes)
        self._running: dict[Hashable, Running] = {}

    @contextmanager
    def watch(self, job: Job, viewer: Hashable = None) -> Iterator[Iterator[Progress | None]]:
        """Watch a job, started if it is not running or done, as this `viewer`, who shares the server with others.

        Gives an iterator over its progress: the newest every tenth of a second (the same again where nothing is new,
        None before the first), and the last at the end. Leaving the block leaves the job.
        """
        key = job.key
        with self._lock:
            running, result = None, self._results.get(key)
            if result is None:
                running = self._running.get(key)
                if running is None or running.abandoned or running.error is not None:
                    running = self._running[key] = Running(job.weight)
                    threading.Thread(target=self._run, args=(job, running), daemon=True).start()
                running.viewers.append(viewer)
        if running is None:
            yield iter((result,))
            return
        try:
            yield self._follow(running)
        finally:
            with self._lock:
                running.viewers.remove(viewer)
                running.left_at = time.monotonic()

    @contextmanager
    def watch_all(
        self, jobs: Sequence[Job], separate_refusals: bool = False, viewer: Hashable = None
    ) -> Iterator[Iterator[list[Progress | None]]]:
        """Watch several jobs at once: gives an iterator over lists of their newest progress, in the order of `jobs`.

        With `separate_refusals`, what refuses one is its record, and the others go on.
        """
        with ExitStack() as stack:
            yield _together([stack.enter_context(self.watch(job, viewer)) for job in jobs], separate_refusals)

    def ahead(self, jobs: Sequence[Job]) -> int:
        """How many jobs come before these: 0 where one of them is worked on, next, or done."""
        with self._lock:
            running = [self._running.get(job.key) for job in jobs]
        return min((self._turns.ahead(each.turn) if each else 0 for each in running), default=0)

    def seconds(self, job: Job) -> float | None:
        """How long the work on a job took, without its rests; None where that is not known any more."""
        return self._seconds.get(job.key)

    def _follow(self, running: Running) -> Iterator[Any]:
        shown = object()
        while True:
            with running.changed:
                if not running.finished and running.latest is shown:
                    running.changed.wait(_TICK)
                latest, finished, error = running.latest, running.finished, running.error
            if error is not None:
                raise error
            shown = latest
            yield latest
            if finished:
                return

    def _run(self, job: Job, running: Running) -> None:
        key, iterator, turn = job.key, None, running.turn
        _step_back()

        def left() -> bool:
            return self._dropped(key, running)

        try:
            with self._turns.claim(turn):
                if not self._turns.wait(turn, left):
                    return
                iterator = job.steps()
                for step in iterator:
                    if news := step is not running.latest:  # an unchanged step is only a chance to leave
                        with running.changed:
                            running.latest = step
                            running.changed.notify_all()
                    rests = news or job.rests_anywhere
                    if left() or (rests and not self._turns.give_way(turn, left)):
                        return
            self._seconds.put(key, turn.had)
            self._results.put(key, running.latest)
        except Exception as error:
            running.error = error
        finally:
            if hasattr(iterator, "close"):
                iterator.close()
            with self._lock:
                if self._running.get(key) is running:
                    del self._running[key]
            with running.changed:
                running.finished = True
                running.changed.notify_all()

    def _dropped(self, key: Hashable, running: Running) -> bool:
        """Whether the job has no viewers left; later requests start a new one."""
        with self._lock:
            if running.abandoned and self._running.get(key) is running:
                del self._running[key]
            return running.abandoned


def _step_back() -> None:
    """Lower this thread's priority below those that answer viewers and below a browser on the same machine."""
    if sys.platform == "linux":  # where a thread has a priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _viewer() -> Hashable:
    """An identifier of this session."""
    return st.session_state.setdefault(_VIEWER, secrets.token_hex(8))


def _together(watched: list[Iterator[Any]], separate_refusals: bool) -> Iterator[list[Any]]:
    """The newest step of each iterator, until all have ended."""
    latest = [None] * len(watched)
    running = dict(enumerate(watched))
    while running:
        for i in list(running):
            try:
                latest[i] = next(running[i])
            except StopIteration:
                del running[i]
            except Refusal as refused:
                if not separate_refusals:
                    raise
                latest[i] = Progress(1, 1, refused)
                del running[i]
        yield list(latest)


@st.cache_resource(show_spinner=False)
def workshop() -> Workshop:
    """The one workshop of this server.

    Jobs run side by side, each on one BLAS thread: several BLAS pools on the same cores wait for each other, and a
    curve then takes several times as long.
    """
    keep_blas_to_one()
    return Workshop(n_workers=os.cpu_count() or 2)


@dataclasses.dataclass(frozen=True)
class Growing:
    """What is known by now of jobs that are watched: for each its record, or None, and whether all are complete."""

    records: tuple[Any, ...]
    finished: bool

    @property
    def known(self) -> list[Any]:
        """The records that are there."""
        return [record for record in self.records if record is not None and not isinstance(record, Refusal)]

    @property
    def refused(self) -> list[Refusal]:
        """What stands in the place of the records of jobs that were refused."""
        return [record for record in self.records if isinstance(record, Refusal)]


@contextmanager
def progress_bar(says: str) -> Iterator[Any]:
    """The place of a progress bar that says this first; empty again at the end, or where something is refused.

    Its style shows it a moment later: what is there at once ends before. A run that another one follows leaves it.
    """
    bar = st.empty()
    bar.progress(0.0, says)
    try:
        yield bar
    except Exception:
        bar.empty()
        raise
    bar.empty()


def expected_seconds(elapsed: float, share: float) -> float | None:
    """How long all will take where that is long, by the share done in this time; None where it is not, or too early.

    Infinite where nothing is done after 10 s.
    """
    if elapsed < (_SURE if share > 0 else _PATIENT):
        return None
    expected = elapsed / share if share > 0 else math.inf
    return expected if expected > _LONG else None


def watch(
    jobs: Sequence[Job], bar: Any, separate_refusals: bool = False, less: Callable[[Any], Any] | None = None
) -> Iterator[Growing]:
    """Watch jobs together; the last that comes is complete. `bar` is the place of their progress bar.

    With `separate_refusals`, the record of a job that is refused is its `Refusal`.

    Progress shows from the second tick; cached results finish first. If the jobs take long, the bar says how long, and
    `less` is called once with the bar's placeholder: it draws a smaller offer there and returns the bar's new one.
    """
    began, before = time.monotonic(), None  # share done before this viewer came
    told_at, latest = began - _BETWEEN + _TICK, []
    shop = workshop()
    with shop.watch_all(jobs, separate_refusals, _viewer()) as ticks:
        for latest in ticks:
            done = sum(step.done for step in latest if step)
            share = min(done / sum(step.total if step else 1 for step in latest), 1.0)
            before = min(share, 0.99) if before is None else before
            if time.monotonic() - told_at >= _BETWEEN:
                expected = expected_seconds(time.monotonic() - began, (share - before) / (1 - before))
                if expected and less:
                    bar, less = less(bar), None
                bar.progress(share, waiting(jobs[0].says, shop.ahead(jobs), expected))
                told_at = time.monotonic()
            if not all(step and step.finished for step in latest):  # else the end follows at once
                yield Growing(tuple(step and step.record for step in latest), False)
    yield Growing(tuple(step.record for step in latest), True)
