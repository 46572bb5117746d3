"""Work in a process of its own: the same steps, and it can be left, or end, at any time."""

import functools
import os
import signal
import time

import numpy as np
import pytest
from scipy.optimize import nnls

from rffviz.explorer.web.jobs import worker as in_process
from rffviz.explorer.web.jobs.worker import steps_in_process
from rffviz.explorer.words.refusals import ended_by_the_system
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal

pytestmark = pytest.mark.slow


@study
def counting(n):
    """A study that takes no time."""
    for i in range(n):
        print("this is no answer")
        yield Progress(i + 1, n, About(data=f"record {i}", settings={"pid": os.getpid()}))


def at_once(n):
    """A study without steps."""
    return np.arange(n)


@study
def refusing():
    """A study that is refused."""
    yield Progress(0, 1)
    raise Refusal("n must be 1, got 2.")


def unspeakable():
    """An error that cannot be pickled."""
    raise RuntimeError(lambda: 0)


@study
def holding():
    """One call that holds the interpreter's lock for minutes."""
    yield Progress(0, 1)
    rng = np.random.default_rng(0)
    nnls(rng.standard_normal((6000, 3000)), rng.standard_normal(6000), maxiter=10**6)


@study
def waiting():
    """A call that does nothing for minutes."""
    yield Progress(0, 1)
    time.sleep(600)


def records(study, **arguments):
    return [step.record for step in steps_in_process(study, arguments) if step]


def there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@functools.cache
def warm():
    """A process that has started, so that the tests do not wait for it."""
    return records(counting, n=1)


def begun(study):
    """The steps of a study that has yielded, and its process."""
    warm()
    worker = in_process._spare[0]
    steps = steps_in_process(study, {})
    while next(steps) is None:
        pass
    return steps, worker.process


def test_the_records_come_in_their_order_from_another_process():
    found = records(counting, n=3)
    assert [record.data for record in found] == ["record 0", "record 1", "record 2"]
    assert len({record.settings["pid"] for record in found} - {os.getpid()}) == 1


def test_a_process_serves_again_and_takes_studies_without_steps():
    (before,) = records(counting, n=1)  # not warm(): another test may have ended that process since
    (array,) = records(at_once, n=4)
    (after,) = records(counting, n=1)
    assert array.tolist() == [0, 1, 2, 3]
    assert before.settings["pid"] == after.settings["pid"]


def test_a_refusal_is_the_studys_own_and_the_process_serves_on():
    (before,) = records(counting, n=1)
    with pytest.raises(Refusal, match=r"^n must be 1, got 2\.$"):
        records(refusing)
    assert records(counting, n=1)[0].settings == before.settings


def test_an_error_that_cannot_be_sent_is_told():
    with pytest.raises(RuntimeError, match="lambda"):
        records(unspeakable)
    with pytest.raises((AttributeError, TypeError), match=r"pickle|local object"):
        records(counting, n=lambda: 0)


@pytest.mark.release
def test_work_that_holds_the_lock_keeps_nobody_waiting_and_ends_when_it_is_left():
    steps, process = begun(holding)
    began = last = time.monotonic()
    longest = 0.0
    while last - began < 2.0:
        before = time.monotonic()
        time.sleep(0.01)
        longest = max(longest, time.monotonic() - before)
        next(steps)
        last = time.monotonic()
    steps.close()
    assert longest < 1.0  # in a thread all this time; a loaded machine may let a process wait
    assert time.monotonic() - last < 1.0
    assert process.returncode == -signal.SIGKILL and not there(process.pid)


@pytest.mark.release
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGKILL, r"\(signal SIGKILL\), as it does when memory runs out: smaller settings may help\.$"),
        (signal.SIGSEGV, r"^The worker process ended \(signal SIGSEGV\)\.$"),
        (signal.SIGTERM, r"^The worker process ended \(signal SIGTERM\)\.$"),
    ],
)
def test_a_process_that_ends_is_a_refusal_that_says_what_is_known(number, said):
    steps, process = begun(waiting)
    process.send_signal(number)
    with pytest.raises(Refusal, match=said):
        list(steps)


def test_an_exit_status_and_a_signal_without_a_name_are_said():
    assert ended_by_the_system(3) == "The worker process ended (exit status 3)."
    assert ended_by_the_system(-99) == "The worker process ended (signal 99)."


@study
def endless():
    """A study that goes on as fast as it may."""
    for i in range(10**9):
        yield Progress(0, 1, i)


@pytest.mark.release
def test_it_rests_after_each_step_until_the_next_is_asked_for():
    steps, seen = steps_in_process(endless, {}), []
    for step in steps:
        if step and step.record not in seen:
            seen.append(step.record)
            time.sleep(0.05)
        if len(seen) == 5:
            break
    steps.close()
    assert seen == [0, 1, 2, 3, 4]


@pytest.mark.release
@pytest.mark.skipif(os.name != "posix", reason="no groups of processes there")
def test_ctrl_c_in_a_terminal_does_not_reach_a_process_that_still_starts():
    worker = in_process._Worker()
    try:
        assert os.getpgid(worker.process.pid) == worker.process.pid != os.getpgrp()
    finally:
        worker.end()
