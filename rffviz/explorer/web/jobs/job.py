"""A piece of work: a study and its arguments, from which its cache key is computed."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from rffviz.explorer.web.jobs.worker import steps_here, steps_in_process
from rffviz.foundation.progress import Progress

_SAID = ("label", "n_whole", "note", "source")  # fields of data that records repeat beside the numbers


class Job:
    """A call of a study that can be watched, shared and abandoned.

    Parameters
    ----------
    study : callable
        A module's function: a `Study`, or one that returns its record at once.
    says : str
        What is being done, for the progress bar: "Measuring …".
    **arguments
        Arguments of the study. If slow, it runs in a process of its own, and arguments and records are pickled.
    """

    in_process = False  # whether it runs in a process of its own

    def __init__(self, study: Callable[..., Any], says: str, /, **arguments: Any) -> None:
        self.study, self.says, self.arguments = study, says, arguments
        self.in_process = hasattr(study, "slow") and study.slow(**arguments)

    @cached_property
    def key(self) -> Hashable:
        """The cache key: the same for the same call in every session of this server."""
        return (_named(self.study), identity(self.arguments))

    @property
    def weight(self) -> int:
        """Its weight in the scheduler's limits: a process weighs more than a thread."""
        return 6 if self.in_process else 1

    @property
    def rests_anywhere(self) -> bool:
        """Whether it can pause between any two steps, rather than only after a new one as a process does."""
        return not self.in_process

    def steps(self) -> Iterator[Progress | None]:
        """Run the study; in a process, the latest step is repeated ten times a second if there is no new one."""
        return (steps_in_process if self.in_process else steps_here)(self.study, self.arguments)


def identity(value: Any) -> Hashable:
    """A key for `value`: equal for values equal in content and type, and different otherwise.

    Data with a `content_hash` are identified by it and their descriptive fields, arrays by a digest of their bytes,
    records by their fields and functions by name.

    Raises
    ------
    TypeError
        For values without such a key, such as a nested function.
    """
    if value is None or isinstance(value, str | bytes | bool | int | float | complex | np.generic):
        return (type(value).__name__, repr(value))
    if isinstance(value, type):
        return _named(value)
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        content = np.ascontiguousarray(value)
        return (content.dtype.str, content.shape, hashlib.blake2b(content.tobytes(), digest_size=16).hexdigest())
    if isinstance(value, Job):
        return value.key
    if isinstance(value, partial):
        return (identity(value.func), identity(value.args), identity(value.keywords))
    if isinstance(value, Mapping):
        return ("mapping", *((identity(name), identity(value[name])) for name in sorted(value)))
    if isinstance(value, tuple | list | range):
        return ("sequence", *map(identity, value))
    if getattr(value, "content_hash", None) is not None:
        return (type(value).__name__, value.content_hash, *(getattr(value, name, None) for name in _SAID))
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return (_named(type(value)), identity(fields))
    if hasattr(value, "get_params"):
        return (_named(type(value)), identity(value.get_params(deep=False)))
    if callable(value):
        return _named(value)
    raise TypeError(f"{value!r} cannot be part of a cache key.")


def _named(what: Callable[..., Any]) -> str:
    """The full name of a function or class of a module."""
    if "<" in (name := getattr(what, "__qualname__", "<")) or inspect.ismethod(what):
        raise TypeError(f"{what!r} has no name of its own to be told apart by: give a function of a module.")
    return f"{what.__module__}.{name}"
