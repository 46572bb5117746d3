"""Shares work among as many threads as BLAS may use."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from typing import TypeVar

import numpy  # noqa: F401 the controller only sees loaded libraries
import scipy.linalg  # noqa: F401
from threadpoolctl import ThreadpoolController, threadpool_limits  # comes with scikit-learn, which requires it

Item = TypeVar("Item")
Result = TypeVar("Result")
_BLAS = ThreadpoolController().select(user_api="blas")
_LIMITS = threading.Lock()  # guards the number of BLAS threads, which is global to the process
_SMALL = 3e8  # operations: about 10 ms on one thread


def blas_threads() -> int:
    """Threads that BLAS may use now: 1 under `threadpool_limits(1)` and OPENBLAS_NUM_THREADS=1, and inside `share`."""
    return min((pool["num_threads"] for pool in _BLAS.info()), default=1)


def keep_blas_to_one() -> None:
    """Limit BLAS, and hence `share`, to one thread for good; waits for a running `share`."""
    with _LIMITS:
        threadpool_limits(limits=1, user_api="blas")


@contextmanager
def one_thread_if_small(n_operations: float) -> Iterator[None]:
    """Use one BLAS thread for small computations that alternate between numpy and scipy.

    Each ships its own BLAS, whose threads busy-wait for some milliseconds after a call and slow down the other: on two
    cores a product of 300 × 300 numbers by numpy and a Cholesky factor by scipy take 0.8 ms separately and 8 ms
    alternating. If another thread has set the limits, nothing is changed.
    """
    if n_operations > _SMALL or not _LIMITS.acquire(blocking=False):
        yield
        return
    try:
        with _BLAS.limit(limits=1):
            yield
    finally:
        _LIMITS.release()


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of work(), and its processor seconds on one thread.

    The clock is `time.thread_time`, which other threads, other processes and waiting do not advance: a busy machine
    makes work longer on the wall's clock, and by it a larger fit may seem faster. As the clock does not see the threads
    of BLAS and OpenMP either, both are limited to the calling thread meanwhile. Where BLAS may use several, work that
    is timed on different threads takes turns.
    """
    with ExitStack() as turn:
        turn.enter_context(_LIMITS)
        if all(pool["num_threads"] == 1 for pool in _BLAS.info()):
            turn.close()  # limited for good, so there is nothing to guard
        with threadpool_limits(limits=1):
            start = time.thread_time()
            result = work()
            return result, time.thread_time() - start


def share(work: Callable[[Iterator[Item]], None], items: Sequence[Item]) -> None:
    """Call work(iterator) on as many threads as BLAS may use; threads take items from one shared iterator as they
    become free.

    Each uses BLAS on a single thread: two with two BLAS threads each would wait for each other, longer on a busy
    machine. The limit applies to the whole process meanwhile: other threads also get one BLAS thread, and their own
    `share` does not split. Exceptions in work are raised here, and all threads are joined.

    Parameters
    ----------
    work : callable
        Takes an iterator, and must not depend on which items it gets: only so are results the same for any number of
        threads. It is faster only if it releases the GIL, as numpy's functions and products do and scipy's do not.
    items : sequence
        Best sorted longest first. A single item uses BLAS's own threads.
    """
    if len(items) > 1 and _LIMITS.acquire(blocking=False):
        try:
            if _shared(work, items, min(blas_threads(), len(items))):
                return
        finally:
            _LIMITS.release()
    work(iter(items))


def _shared(work: Callable[[Iterator[Item]], None], items: Sequence[Item], threads: int) -> bool:
    """Do the work on several threads and return True; False if BLAS has one, or cannot be limited to one."""
    if threads <= 1:
        return False
    with _BLAS.limit(limits=1):
        if blas_threads() > 1:  # another thread holds the limits (threadpoolctl 3.8)
            return False
        with ThreadPoolExecutor(threads - 1) as pool:
            left = iter(items)
            others = [pool.submit(work, left) for _ in range(threads - 1)]
            try:
                work(left)
            finally:
                deque(left, maxlen=0)  # after a failure or interrupt, the others stop after their current item
        for other in others:
            other.result()
    return True


def lower_tiles(n: int, largest: int = 256) -> list[tuple[slice, slice]]:
    """Rows and columns of tiles that cover the lower triangle of an n × n matrix, each entry once, the largest first.

    Halving the triangle gives a square and two triangles, of n²/4, n²/8 and n²/8 entries, and so on to triangles of at
    most `largest` rows, which are tiles with what is above their diagonals; squares are cut to as many rows. So two
    threads, or four, get equal work, and BLAS few and large products.
    """

    def below(start: int, stop: int) -> list[tuple[slice, slice]]:
        if stop - start <= largest:
            return [(slice(start, stop), slice(start, stop))]
        half = (start + stop) // 2
        parts = -(-(stop - half) // largest)
        cuts = [half + (stop - half) * i // parts for i in range(parts + 1)]
        square = [(slice(*cut), slice(start, half)) for cut in pairwise(cuts)]
        return square + below(start, half) + below(half, stop)

    def cost(tile: tuple[slice, slice]) -> float:
        rows, columns = tile
        return (rows.stop - rows.start) * (columns.stop - columns.start) / (1 + (rows == columns))

    return sorted(below(0, n), key=cost, reverse=True)
