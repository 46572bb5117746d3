"""Work on many items: here, one after the other, or wherever joblib's active configuration sends it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Any

from joblib import Parallel, delayed  # comes with scikit-learn, which requires it
from joblib.parallel import get_active_backend


def in_jobs(work: Callable[[Any], Any], items: Iterable[Any], ordered: bool = True) -> Iterator[Any]:
    """work(item) of each item, in their order, each as soon as it is done.

    Without a configuration, or with one job on this machine, each is worked on here when it is asked for. Otherwise
    joblib's backend takes them: `parallel_config(backend="loky", n_jobs=2)` two processes, `parallel_config("dask")`
    all workers of the dask client, `parallel_config("ray", n_jobs=-1)` those of Ray.

    Parameters
    ----------
    work : callable
        What it gives must depend on the item alone: then it is the same wherever it is worked on. An iterator is
        exhausted by the job, and comes here as a list. Work and item are pickled.
    items : iterable
    ordered : bool
        Whether one that is done waits for those before it.

    Notes
    -----
    Work and item travel as one function without arguments. Dask puts large arguments on one worker and only there, so
    that they would be lost with it; the function goes with the task, which another worker repeats.
    """
    backend, n_jobs = get_active_backend()
    if backend.default_n_jobs == 1 == backend.effective_n_jobs(n_jobs):  # dask's default is all that its client has
        return map(work, items)
    tasks = (delayed(partial(_done, work, item))() for item in items)
    return_as = "generator" if ordered else "generator_unordered"
    return _received(Parallel(return_as=return_as if backend.supports_return_generator else "list")(tasks))


def _received(results: Iterable[Any]) -> Iterator[Any]:
    try:
        for result in results:  # noqa: UP028  it must be closed below, not from here
            yield result
    finally:
        if isinstance(results, Generator):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib's, that what is left was not worked on
                results.close()


def _done(work, item):
    result = work(item)
    return list(result) if isinstance(result, Iterator) else result
