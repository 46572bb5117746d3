"""Records which library calls made each value, for the exported script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Call:
    """A call of a public function of the library; its arguments are values, or the calls that made them."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def __init__(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> None:
        for name, value in (("function", function), ("args", args), ("keywords", keywords)):
            object.__setattr__(self, name, value)


class Calls:
    """The calls that made the values of one run; it keeps the values alive, by their id."""

    def __init__(self) -> None:
        self._by_value: dict[int, tuple[Any, Call]] = {}

    def add(self, value: Any, call: Call) -> None:
        """Record that the call made this object."""
        self._by_value[id(value)] = (value, call)

    def of(self, value: Any) -> Call | None:
        """The call that made this object, if any."""
        return self._by_value.get(id(value), (None, None))[1]

    @property
    def values(self) -> list[Any]:
        """The results of the calls, in order."""
        return [value for value, _ in self._by_value.values()]


_calls: ContextVar[Calls | None] = ContextVar("calls", default=None)


@contextmanager
def remembering(calls: Calls) -> Iterator[Calls]:
    """Within this block, values made are recorded in these calls, which it yields."""
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


def made(function: Callable[..., T], /, *args: Any, **keywords: Any) -> T:
    """Call the function with these arguments and record the call."""
    return remember(function(*args, **keywords), function, *args, **keywords)


def remember(value: T, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> T:
    """Record the value as the function's result for these arguments, unless it is one of them unchanged."""
    calls = _calls.get()
    if calls is not None and not any(value is each for each in (*args, *keywords.values())):
        calls.add(value, Call(function, *args, **keywords))
    return value
