"""The workshop: work is shared, shown as it grows, dropped when nobody looks, bounded, and honest about failure."""

import dataclasses
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rffviz.explorer.web.jobs import work
from rffviz.explorer.web.jobs.cache import Cache, value_bytes
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.work import Running, Workshop
from rffviz.foundation.progress import Progress
from rffviz.foundation.validation import Refusal


class Work(Job):
    """A job of these steps, under this key."""

    says = "Counting …"

    def __init__(self, key, steps):
        self.key, self.steps = key, steps


def counting(n, started, gate=None, key="a"):
    """A job of n steps that says when it starts, and waits at a gate before each step after the first."""

    def steps():
        started.append(threading.get_ident())
        for i in range(n):
            if gate is not None and i:
                gate.wait(5)
            yield i

    return Work(key, steps)


def test_last_step_is_the_result_and_is_kept():
    shop, started = Workshop(), []
    for _ in range(2):
        with shop.watch(counting(3, started)) as steps:
            assert list(steps)[-1] == 2
    assert len(started) == 1


@pytest.mark.slow
def test_how_long_the_work_took_is_kept_with_its_result():
    shop = Workshop()
    slow = Work("slow", lambda: (time.sleep(0.05) or Progress(i, 2, i) for i in (1, 2)))
    assert shop.seconds(slow) is None
    for _ in range(2):
        with shop.watch(slow) as steps:
            list(steps)
        assert 0.1 <= shop.seconds(slow) < 5


class Place:
    """A place on the page that notes what it is told."""

    def __init__(self):
        self.told = []

    def progress(self, share, says):
        self.told.append(says)

    def empty(self):
        self.told.append("")


def test_what_is_known_is_handed_over_once(monkeypatch):
    shop, bar = Workshop(), Place()
    monkeypatch.setattr(work, "workshop", lambda: shop)
    jobs = [Work("a", lambda: (Progress(i, 2, f"record {i}") for i in (1, 2)))]
    assert list(work.watch(jobs, bar))[-1] == work.Growing(("record 2",), True)
    assert list(work.watch(jobs, bar)) == [work.Growing(("record 2",), True)]
    assert bar.told == []


def test_the_progress_bar_is_there_before_the_work_and_gone_after_a_refusal(monkeypatch):
    bar = Place()
    monkeypatch.setattr(work.st, "empty", lambda: bar)
    with work.progress_bar("Preparing …"):
        assert bar.told == ["Preparing …"]
    assert bar.told == ["Preparing …", ""]
    with pytest.raises(Refusal), work.progress_bar("Preparing …"):
        raise Refusal("n must be 1, got 2.")
    assert bar.told == ["Preparing …", ""] * 2


@pytest.mark.release
def test_two_viewers_share_one_computation():
    shop, started, gate = Workshop(), [], threading.Event()
    seen = []

    def view():
        with shop.watch(counting(3, started, gate)) as steps:
            seen.append(list(steps)[-1])

    viewers = [threading.Thread(target=view) for _ in range(4)]
    for viewer in viewers:
        viewer.start()
    time.sleep(0.2)
    gate.set()
    for viewer in viewers:
        viewer.join(5)
    assert seen == [2] * 4
    assert len(started) == 1


@pytest.mark.parametrize("kept", [False, True])
def test_the_same_job_twice_at_once_is_done_once(kept):
    shop, started = Workshop(n_workers=1), []
    if kept:
        with shop.watch(counting(3, started)) as steps:
            list(steps)
    with shop.watch_all([counting(3, started), counting(2, [], key="b"), counting(3, started)]) as ticks:
        assert list(ticks)[-1] == [2, 1, 2]
    assert len(started) == 1 and not shop._running


def test_first_steps_are_seen_before_the_last():
    shop, gate = Workshop(), threading.Event()
    with shop.watch(counting(2, [], gate)) as steps:
        first = next(step for step in steps if step is not None)
        assert first == 0
        gate.set()
        assert list(steps)[-1] == 1


@pytest.mark.slow
def test_work_that_nobody_watches_stops_between_two_steps():
    shop, closed = Workshop(), []

    def endless():
        try:
            while True:
                time.sleep(0.01)
                yield 1
        finally:
            closed.append(time.monotonic())

    with shop.watch(Work("a", endless)) as steps:
        next(steps)
    left = time.monotonic()
    while not closed and time.monotonic() - left < 3:
        time.sleep(0.01)
    assert closed and closed[0] - left < 0.5  # what a viewer who moves on may cost
    assert "a" not in shop._results


def test_coming_back_at_once_finds_the_work_still_running():
    shop, started, gate = Workshop(), [], threading.Event()
    with shop.watch(counting(2, started, gate)) as steps:
        next(steps)
    with shop.watch(counting(2, started, gate)) as steps:
        gate.set()
        assert list(steps)[-1] == 1
    assert len(started) == 1


def test_failure_reaches_the_viewer_and_is_not_kept():
    shop, calls = Workshop(), []

    def failing():
        calls.append(1)
        yield 0
        raise ValueError("n must be odd, got 2.")

    for _ in range(2):
        with pytest.raises(ValueError, match="odd"), shop.watch(Work("a", failing)) as steps:
            list(steps)
    assert len(calls) == 2


def test_what_refuses_one_job_leaves_those_that_stand_apart(monkeypatch):
    def refused():
        yield Progress(1, 3, "record 1")
        raise Refusal("n must be odd, got 2.")

    monkeypatch.setattr(work, "workshop", Workshop)
    jobs = [Work("a", refused), Work("b", lambda: (Progress(i, 2, f"record {i}") for i in (1, 2)))]
    *_, last = work.watch(jobs, Place(), separate_refusals=True)
    assert (
        last.finished
        and last.known == ["record 2"]
        and [str(each) for each in last.refused] == ["n must be odd, got 2."]
    )
    with pytest.raises(Refusal, match="odd"):
        list(work.watch(jobs, Place()))


def test_results_are_bounded_and_the_least_used_goes_first():
    shop, started = Workshop(max_results=2), []
    for key in ("a", "b", "a", "c", "a", "b"):
        with shop.watch(counting(1, started, key=key)) as steps:
            list(steps)
    assert len(shop._results) == 2
    assert len(started) == 4  # a, b, c, and b again, which c had pushed out


def test_results_are_bounded_by_what_they_take_too():
    @dataclasses.dataclass(frozen=True)
    class Record:
        part: tuple
        name: str = "a record"

    assert value_bytes(Record(({"x": np.zeros(3)}, [np.zeros(2, np.float32)]), "")) == 32
    shop = Workshop(max_bytes=100)

    for key, n in (("a", 6), ("b", 6), ("c", 50)):
        with shop.watch(Work(key, lambda n=n: iter([Record((np.zeros(n),))]))) as steps:
            list(steps)
        assert key in shop._results  # the newest one is kept, however large
    assert len(shop._results) == 1 and shop._results.bytes == 400 + len("a record")


def test_what_many_ask_for_at_a_time_is_made_once():
    kept, began, gate = Cache(8, 1000), [], threading.Event()

    def make():
        began.append(1)
        gate.wait(5)
        return np.ones(3)

    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(kept.made, "key", make) for _ in range(8)]
        gate.set()
        values = [each.result(5) for each in asked]
    assert len(began) == 1 and all(value is values[0] for value in values)
    with pytest.raises(ZeroDivisionError):
        kept.made("other", lambda: 1 // 0)
    assert kept.made("other", lambda: 2) == 2  # what failed is tried again
    assert not kept._making


def test_who_comes_after_work_was_dropped_gets_new_work():
    """The decision to stop and the place in the list go together: nobody can join a job that is about to end."""
    shop, running = Workshop(), Running()
    shop._running["a"] = running
    running.left_at -= 10
    assert shop._dropped("a", running) and "a" not in shop._running
    other = shop._running["a"] = Running()
    assert shop._dropped("a", running) and shop._running["a"] is other  # another's place is left alone
    other.viewers, other.left_at = [None], other.left_at - 10
    assert not shop._dropped("a", other) and shop._running["a"] is other


@pytest.mark.release
@pytest.mark.parametrize("n_reserved", [0, 1])
def test_only_so_many_jobs_run_at_once(n_reserved):
    shop, running, most, lock = Workshop(n_workers=2, n_reserved=n_reserved), [], [], threading.Lock()

    def job(i):
        def steps():
            with lock:
                running.append(i)
                most.append(len(running))
            time.sleep(0.05)
            with lock:
                running.remove(i)
            yield i

        return steps

    with shop.watch_all([Work(i, job(i)) for i in range(6)]) as ticks:
        last = list(ticks)[-1]
    assert last == list(range(6))
    assert max(most) <= 2 + n_reserved


@pytest.mark.release
def test_the_same_step_again_is_not_news_but_a_place_to_leave():
    shop, step, left, seen = Workshop(1), object(), threading.Event(), 0

    def busy():
        try:
            while True:
                time.sleep(0.001)
                yield step
        finally:
            left.set()

    with shop.watch(Work("a", busy)) as steps:
        until = time.monotonic() + 0.5
        for latest in steps:
            seen += latest is step
            if time.monotonic() > until:
                break
    assert 1 <= seen <= 20  # hundreds came
    assert left.wait(5)
