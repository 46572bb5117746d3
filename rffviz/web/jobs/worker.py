"""Long work in a process of its own, which is ended when nobody looks any more.

Much of the work of large settings is a single call, of libSVM or of LAPACK, which a thread cannot be called back from;
and some calls hold the interpreter's lock all the while, so that the whole server would stand still.
"""

from __future__ import annotations

import atexit
import copyreg
import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, BinaryIO

from rffviz.progress import Progress
from rffviz.validation import Refusal
from rffviz.words.refusals import ended_by_the_system

_TICK = 0.1  # seconds between two chances to leave
_NICE = 16  # how far it gives way, of at most 19: further than what ends soon, in a thread of the server
_START = "from rffviz.web.jobs.worker import serve; serve()"
_BEFORE = ("rffviz.web.settings.own_schemes", "rffviz.studies.real_data", "rffviz.diagnose")  # what most work imports
_STEP, _END, _ERROR, _DIED, _UNSAID = range(5)


def _read_only(mapping: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))  # records hold some


class Ended(Refusal):
    """The process ended before its study did."""


def steps_here(study: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[Progress]:
    """The steps of a study; of a function that gives its record at once, one."""
    if hasattr(study, "steps"):
        yield from study.steps(**arguments)
    else:
        yield Progress(1, 1, study(**arguments))


def steps_apart(study: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[Progress | None]:
    """The steps of a study that runs in another process, on one BLAS thread.

    Ten times a second at least it yields: the newest step again where nothing is new, None before the first. After each
    new step the process rests until the next is asked for. It is ended when the steps are left.

    Raises
    ------
    Ended
        Where the process ends before the study does, as happens where memory runs out.
    Exception
        What the study raised.
    """
    worker, latest, waits = _taken(), None, False
    try:
        worker.ask(study, arguments)
        while True:
            try:
                kind, content = worker.answers.get(timeout=_TICK)
            except queue.Empty:
                kind, content = _STEP, latest
            waits = kind in (_END, _ERROR)
            if kind == _END:
                return
            if kind == _DIED:
                raise Ended(ended_by_the_system(content))
            if kind != _STEP:
                raise content
            news, latest = content is not latest, content
            yield latest
            if news:
                worker.go_on()
    finally:
        if not waits:
            worker.end()
        _keep(worker if waits else None)


class _Worker:
    """A process that runs one study after another."""

    def __init__(self) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            # -P: a file in the current folder may have the name of a package; schemes of one's own are named in argv
            [sys.executable, "-P", "-c", _START, *sys.argv[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | one | {"PYTHONPATH": paths},
        )
        self.answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        _all.add(self)

    def ask(self, study: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
        """Have the study run: what it yields comes into `answers`. A process that still starts keeps nobody waiting."""
        threading.Thread(target=self._converse, args=(study, arguments), daemon=True).start()

    def _converse(self, study, arguments):
        try:
            _send(self.process.stdin, (study, dict(arguments)))
            kind = _STEP
            while kind == _STEP:
                kind, content = pickle.load(self.process.stdout)  # nosec B301: from a process of our own
                self.answers.put((kind, content))
        except (EOFError, OSError, pickle.UnpicklingError):  # ended, perhaps in the middle of a word
            self.answers.put((_DIED, self.process.wait()))
        except Exception as error:  # what cannot be pickled
            self.answers.put((_UNSAID, error))

    def go_on(self) -> None:
        """Let the study make its next step."""
        with suppress(OSError):  # where the process has ended, that is among the answers
            _send(self.process.stdin, None)

    def end(self) -> None:
        """End the process at once, whatever it is at."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close()
        _all.discard(self)


_lock = threading.Lock()
_all: set[_Worker] = set()  # that were not ended
_spare: list[_Worker] = []  # one at most: a process that waits for work


def _taken() -> _Worker:
    with _lock:
        while _spare:
            if (worker := _spare.pop()).process.poll() is None:
                return worker
            worker.end()
    return _Worker()


def _keep(worker: _Worker | None) -> None:
    """Keep this worker for the next study, or a new one: who leaves a study often asks for another at once."""
    with _lock, suppress(OSError):  # a machine that can start no more goes without
        if not _spare:
            _spare.append(worker or _Worker())
        elif worker is not None:
            worker.end()


@atexit.register
def _end_all() -> None:
    for worker in tuple(_all):  # one that rests, or holds its interpreter's lock, would not see that this process ends
        worker.end()


def _send(pipe: BinaryIO, message: Any) -> None:
    pickle.dump(message, pipe, protocol=5)
    pipe.flush()


def serve() -> None:
    """Run the studies that come in on the standard input until it ends; called in the process itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the process that asks
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    if hasattr(os, "nice"):
        os.nice(max(0, _NICE - os.nice(0)))  # the thread that started it may have given way already
    for name in _BEFORE:  # before anything is unpickled: two threads that import may each wait for the other
        importlib.import_module(name)
    asked: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        _answer(*asked.get(), asked, answers)


def _answer(kind: int, content: Any, asked: queue.SimpleQueue, answers: BinaryIO) -> None:
    """Run one study and send what it yields; nothing of it is kept."""
    try:
        if kind == _UNSAID:
            raise content
        study, arguments = content
        sent = None
        for step in steps_here(study, arguments):
            if step is not sent:
                _send(answers, (_STEP, step))
                sent = step
                asked.get()  # until it may go on
        _send(answers, (_END, None))
    except Exception as error:
        _send(answers, (_UNSAID if kind == _UNSAID else _ERROR, _portable(error)))


def _listen(asked: queue.SimpleQueue) -> None:
    """Take in what is asked; where that ends, the process that asks has ended, and this one ends with it."""
    while True:
        try:
            asked.put((_STEP, pickle.load(sys.stdin.buffer)))  # nosec B301: from the process that started this one
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
        except Exception as error:  # such as a module that is not found here: the rest of it stands in the pipe
            asked.put((_UNSAID, error))


def _portable(error: Exception) -> Exception:
    """The error as it can be pickled, with where it came from."""
    if not isinstance(error, Refusal):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        return pickle.loads(pickle.dumps(error))  # nosec B301: what was pickled a moment ago
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
