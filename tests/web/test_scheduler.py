"""Scheduler: nobody waits for another's long work to end, and who has had least goes first."""

import threading
import time

import pytest

from rffviz.explorer.web.jobs import scheduler as turns
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.scheduler import Scheduler, Turn
from rffviz.explorer.web.jobs.work import Workshop
from rffviz.explorer.words.waiting import waiting


class Work(Job):
    """A job that notes its steps, with its key."""

    def __init__(self, key, n_steps, done):
        self.key, self.n_steps, self.done = key, n_steps, done

    def steps(self):
        for i in range(self.n_steps):
            time.sleep(0.01)
            self.done.append(self.key)
            yield i


def watch_in_a_thread(shop, job, viewer, until=None):
    def look():
        with shop.watch(job, viewer) as steps:
            for _ in steps:
                if until is not None and until.is_set():
                    return

    thread = threading.Thread(target=look)
    thread.start()
    return thread


@pytest.mark.release
def test_a_short_job_does_not_wait_for_the_end_of_long_ones():
    shop, done, enough = Workshop(n_workers=1), [], threading.Event()
    long = [watch_in_a_thread(shop, Work(f"long {i}", 10_000, done), f"viewer {i}", enough) for i in range(8)]
    while len(set(done)) < 8:
        time.sleep(0.01)
    before = len(done)
    watch_in_a_thread(shop, Work("short", 20, done), "the ninth").join(60)
    beside = len(done) - before - done.count("short")
    enough.set()
    for each in long:
        each.join(10)
    assert done.count("short") == 20
    assert beside < 6 * turns._QUANTUM / 0.01  # two work beside it; in turns of the whole it would be thousands


@pytest.mark.release
def test_one_viewers_many_jobs_have_no_more_than_anothers_single_one():
    shop, done, enough = Workshop(n_workers=1), [], threading.Event()
    watching = [watch_in_a_thread(shop, Work(f"many {i}", 10_000, done), "A", enough) for i in range(6)]
    watching.append(watch_in_a_thread(shop, Work("one", 10_000, done), "B", enough))
    while len(done) < 600:
        time.sleep(0.01)
    enough.set()
    for each in watching:
        each.join(10)
    assert 0.3 < done[:600].count("one") / 600 < 0.7


@pytest.mark.slow
def test_who_has_had_least_goes_first_and_what_was_had_long_ago_is_forgotten(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(turns.time, "monotonic", lambda: now[0])
    order, a, b, c = Scheduler(1, 0), *(Turn(lambda name=name: [name]) for name in "ABC")
    with order.claim(a):
        assert order.wait(a, lambda: False)
        now[0] += 10
    with order.claim(a), order.claim(b), order.claim(c):
        assert (order.ahead(a), order.ahead(b)) == (2, 0)
        assert order.wait(b, lambda: False) and order.ahead(b) == 0
        assert order.ahead(c) == 1  # b works
        assert not order.wait(a, lambda: True)  # left before its turn came
        now[0] += 4
        c.waits = True
        assert order.give_way(b, lambda: True) is False  # c comes first, and b is left meanwhile
        assert order.wait(c, lambda: False)
        assert order.ahead(a) == 2
    now[0] += 10_000
    with order.claim(a), order.claim(b):
        assert (order.ahead(a), order.ahead(b)) == (1, 0)  # what counts is then what the job itself has had


def test_a_short_job_does_not_wait_for_a_long_step_either():
    shop, began, gate, done = Workshop(n_workers=1), threading.Event(), threading.Event(), []

    class Stuck(Job):
        key = "stuck"

        def __init__(self):
            pass

        def steps(self):
            began.set()
            gate.wait(30)
            yield 0

    stuck = watch_in_a_thread(shop, Stuck(), "A")
    assert began.wait(5)
    watch_in_a_thread(shop, Work("short", 5, done), "B").join(20)
    assert len(done) == 5 and not gate.is_set()
    gate.set()
    stuck.join(5)


@pytest.mark.slow
def test_only_so_many_are_begun_at_a_time():
    order, one, two, three = Scheduler(1, 0, most_begun=12), *(Turn(lambda name=name: [name], 6) for name in "ABC")
    light = Turn(lambda: ["D"])
    with order.claim(three), order.claim(two):
        with order.claim(one):
            for each in (three, one):
                each.begun = True  # and now they wait
                each.had = 1.0
            assert not order.wait(two, lambda: True)
            with order.claim(light):
                assert order.wait(light, lambda: False)
        assert order.wait(two, lambda: False)  # one has ended


def test_a_place_in_the_queue_is_said():
    assert waiting("Measuring …", 0) == "Measuring …"
    assert waiting("Measuring …", 1) == "Measuring … Waiting for another computation."
    assert waiting("Measuring …", 12) == "Measuring … Waiting for 12 other computations."
