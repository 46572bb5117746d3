"""Work shared among as many threads as BLAS may use."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import TypeVar

import numpy  # noqa: F401  the controller sees libraries that are loaded
import scipy.linalg  # noqa: F401
from threadpoolctl import ThreadpoolController, threadpool_limits  # comes with scikit-learn, which requires it

Item = TypeVar("Item")
_BLAS = ThreadpoolController().select(user_api="blas")
_LIMITS = threading.Lock()  # whoever holds it may set BLAS's threads, which are the process's
_SMALL = 3e8  # operations: about 10 ms on one thread


def blas_threads() -> int:
    """Threads that BLAS may use now: 1 under `threadpool_limits(1)` and OPENBLAS_NUM_THREADS=1, and inside `share`."""
    return min((pool["num_threads"] for pool in _BLAS.info()), default=1)


def keep_blas_to_one() -> None:
    """Limit BLAS to one thread for good, and `share` with it, also where a `share` is at work: after it."""
    with _LIMITS:
        threadpool_limits(limits=1, user_api="blas")


@contextmanager
def one_thread_if_small(n_operations: float) -> Iterator[None]:
    """BLAS on one thread for work of few operations that goes from numpy to scipy and back.

    Each brings a BLAS of its own, whose threads wait busily for more work for some milliseconds, in the time of the
    other's: on two cores a product of 300 × 300 numbers by numpy and a Cholesky factor by scipy take 0.8 ms one by one
    and 8 ms in turns. Where another thread has set the limits, nothing is changed.
    """
    if n_operations > _SMALL or not _LIMITS.acquire(blocking=False):
        yield
        return
    try:
        with _BLAS.limit(limits=1):
            yield
    finally:
        _LIMITS.release()


def share(work: Callable[[Iterator[Item]], None], items: Sequence[Item]) -> None:
    """Call work(iterator) on as many threads as BLAS may use; they take the items from one iterator as they get free.

    Each has BLAS to itself on one thread: two that asked BLAS for two each would wait for each other, the longer the
    busier the machine is. The limit is the process's, for these milliseconds: other threads then get one too, and their
    own `share` runs on theirs alone. What work raises is raised here, and no thread is left at the end.

    Parameters
    ----------
    work : callable
        Takes an iterator, and must not depend on which items it gets: only so are results the same for any number of
        threads. It gains where it releases Python's lock, as numpy's functions and products do and scipy's do not.
    items : sequence
        Longest first is best. One alone leaves BLAS its threads.
    """
    if len(items) > 1 and _LIMITS.acquire(blocking=False):
        try:
            if _shared(work, items, min(blas_threads(), len(items))):
                return
        finally:
            _LIMITS.release()
    work(iter(items))


def _shared(work, items, threads) -> bool:
    """Do the work on several threads and say True; False where BLAS has one, or cannot be limited to one."""
    if threads <= 1:
        return False
    with _BLAS.limit(limits=1):
        if blas_threads() > 1:  # another thread holds the limits, as threadpoolctl 3.8 has it
            return False
        with ThreadPoolExecutor(threads - 1) as pool:
            left = iter(items)
            others = [pool.submit(work, left) for _ in range(threads - 1)]
            try:
                work(left)
            finally:
                deque(left, maxlen=0)  # where it failed, or was interrupted, the others stop after what they have
        for other in others:
            other.result()
    return True


def lower_tiles(n: int, largest: int = 256) -> list[tuple[slice, slice]]:
    """Rows and columns of tiles that cover the lower triangle of an n × n matrix, each entry once, the largest first.

    Halving the triangle gives a square and two triangles, of n²/4, n²/8 and n²/8 entries, and so on to triangles of at
    most `largest` rows, which are tiles with what is above their diagonals; squares are cut to as many rows. So two
    threads, or four, get equal work, and BLAS few and large products.
    """

    def below(start, stop):
        if stop - start <= largest:
            return [(slice(start, stop), slice(start, stop))]
        half = (start + stop) // 2
        parts = -(-(stop - half) // largest)
        cuts = [half + (stop - half) * i // parts for i in range(parts + 1)]
        square = [(slice(*cut), slice(start, half)) for cut in pairwise(cuts)]
        return square + below(start, half) + below(half, stop)

    def cost(tile):
        rows, columns = tile
        return (rows.stop - rows.start) * (columns.stop - columns.start) / (1 + (rows == columns))

    return sorted(below(0, n), key=cost, reverse=True)
