"""Runs long work in a separate process, which is killed when nobody watches any more.

Much of the work of large settings is a single call, of libSVM or of LAPACK, which cannot be interrupted in a thread;
and some calls hold the GIL throughout, which would block the whole server.
"""

from __future__ import annotations

import atexit
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
from typing import Any, BinaryIO

from rffviz.explorer.words.refusals import ended_by_the_system
from rffviz.foundation.progress import Progress
from rffviz.foundation.validation import Refusal
from rffviz.samplers.versions import ADOPTED, adopt

_TICK = 0.1  # polling interval in seconds
_NICE = 16  # niceness of the process, of at most 19: more than that of the server's worker threads
_START = "from rffviz.explorer.web.jobs.worker import serve; serve()"
_STEP, _END, _ERROR, _DIED, _UNSAID = range(5)


class Ended(Refusal):
    """The process ended before its study did."""


def steps_here(study: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[Progress]:
    """The steps of a study; a single step for a function that returns its record at once."""
    if hasattr(study, "steps"):
        yield from study.steps(**arguments)
    else:
        yield Progress(1, 1, study(**arguments))


def steps_in_process(study: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[Progress | None]:
    """The steps of a study that runs in another process, on one BLAS thread.

    It yields at least ten times a second: the latest step again if there is no new one, None before the first. After
    each new step the process waits until the next is requested. It is killed when the iterator is closed.

    Raises
    ------
    Ended
        If the process ends before the study does, for example when memory runs out.
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
        keep_one(worker if waits else None)


class _Worker:
    """A process that runs one study after another."""

    def __init__(self) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            # -P: a file in the current folder may have the name of a package; argv names the user's own schemes
            [sys.executable, "-P", "-c", _START, *sys.argv[1:]],
            process_group=0,  # Ctrl-C in a terminal does not end it while it starts
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | one | {"PYTHONPATH": paths},
        )
        self.answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._n_adopted = 0  # versions of schemes that it has
        _all.add(self)

    def ask(self, study: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
        """Run the study; its steps arrive in `answers`. Does not wait for a process that is still starting."""
        threading.Thread(target=self._converse, args=(study, arguments), daemon=True).start()

    def _converse(self, study, arguments):
        try:
            versions = ADOPTED[self._n_adopted :]
            self._n_adopted += len(versions)
            _send(self.process.stdin, (versions, study, dict(arguments)))
            kind = _STEP
            while kind == _STEP:
                kind, content = pickle.load(self.process.stdout)  # nosec B301: from a process of our own
                self.answers.put((kind, content))
        except (EOFError, OSError, pickle.UnpicklingError):  # ended, perhaps in the middle of a message
            self.answers.put((_DIED, self.process.wait()))
        except Exception as error:  # what cannot be pickled
            self.answers.put((_UNSAID, error))

    def go_on(self) -> None:
        """Let the study make its next step."""
        with suppress(OSError):  # if the process has ended, `answers` reports it
            _send(self.process.stdin, None)

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close()
        _all.discard(self)


_lock = threading.Lock()
_all: set[_Worker] = set()  # those not ended yet
_spare: list[_Worker] = []  # at most one idle process


def _taken() -> _Worker:
    with _lock:
        while _spare:
            if (worker := _spare.pop()).process.poll() is None:
                return worker
            worker.end()
    return _Worker()


def keep_one(worker: _Worker | None = None) -> None:
    """Keep this worker, or start a new one, for the next study: viewers who leave a study often start another."""
    with _lock, suppress(OSError):  # if no process can be started, there is no spare one
        if not _spare:
            _spare.append(worker or _Worker())
        elif worker is not None:
            worker.end()


@atexit.register
def _end_all() -> None:
    for worker in tuple(_all):  # an idle worker, or one holding its GIL, would not notice that this process ends
        worker.end()


def _send(pipe: BinaryIO, message: Any) -> None:
    pickle.dump(message, pipe, protocol=5)
    pipe.flush()


def serve() -> None:
    """Run the studies that come in on the standard input until it ends; called in the process itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the process that asks
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keeps printed output out of the message stream
    if hasattr(os, "nice"):
        os.nice(max(0, _NICE - os.nice(0)))  # niceness may be inherited from the starting thread
    # before anything is unpickled: importing in two threads may deadlock
    importlib.import_module("rffviz.explorer.web.settings.own_schemes").register_named()
    importlib.import_module("rffviz.studies.real_data")
    importlib.import_module("rffviz.diagnose")
    asked: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        _answer(*asked.get(), asked, answers)


def _answer(kind: int, content: Any, asked: queue.SimpleQueue, answers: BinaryIO) -> None:
    """Run one study and send its steps; nothing is kept."""
    try:
        if kind == _UNSAID:
            raise content
        versions, study, arguments = content
        for version in versions:
            adopt(version)
        sent = None
        for step in steps_here(study, arguments):
            if step is not sent:
                _send(answers, (_STEP, step))
                sent = step
                asked.get()  # wait until the next step is requested
        _send(answers, (_END, None))
    except Exception as error:
        _send(answers, (_UNSAID if kind == _UNSAID else _ERROR, _portable(error)))


def _listen(asked: queue.SimpleQueue) -> None:
    """Read requests; at the end of the stream the parent process has ended, and this one exits."""
    while True:
        try:
            asked.put((_STEP, pickle.load(sys.stdin.buffer)))  # nosec B301: from the process that started this one
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
        except Exception as error:  # such as a missing module; the rest of the message stays in the pipe
            asked.put((_UNSAID, error))


def _portable(error: Exception) -> Exception:
    """The error in picklable form, with its traceback."""
    if not isinstance(error, Refusal):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        return pickle.loads(pickle.dumps(error))  # nosec B301: what was pickled a moment ago
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
