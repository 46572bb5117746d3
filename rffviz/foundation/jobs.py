"""Applies a function to many items: serially here, or in the jobs of joblib's active configuration."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Any

from joblib import Parallel, delayed  # comes with scikit-learn, which requires it
from joblib.parallel import get_active_backend


def in_jobs(work: Callable[[Any], Any], items: Iterable[Any], ordered: bool = True) -> Iterator[Any]:
    """Yield work(item) for each item, in order, each as soon as it is done.

    Without a configuration, or with one job on this machine, items are processed lazily in this process. Otherwise
    joblib's backend runs them: `parallel_config(backend="loky", n_jobs=2)` two processes, `parallel_config("dask")` all
    workers of the dask client, `parallel_config("ray", n_jobs=-1)` those of Ray.

    Parameters
    ----------
    work : callable
        Its result must depend on the item alone, so that it is the same in any process. An iterator is exhausted in the
        job and returned as a list. Work and item are pickled.
    items : iterable
    ordered : bool
        Whether to yield results in the order of the items.

    Notes
    -----
    Work and item are sent as one function without arguments: dask would place large arguments on a single worker, and
    lose them with it, whereas the function belongs to the task, which another worker can repeat.
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


def _done(work: Callable[[Any], Any], item: Any) -> Any:
    result = work(item)
    return list(result) if isinstance(result, Iterator) else result
