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
    """A call of a public function of the library; its arguments are values, or calls that give them."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def __init__(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> None:
        for name, value in (("function", function), ("args", args), ("keywords", keywords)):
            object.__setattr__(self, name, value)


class Calls:
    """The calls that gave the values of one run; it keeps the values, by their identity."""

    def __init__(self) -> None:
        self._by_value: dict[int, tuple[Any, Call]] = {}

    def add(self, value: Any, call: Call) -> None:
        """Say that the call gives this very object."""
        self._by_value[id(value)] = (value, call)

    def of(self, value: Any) -> Call | None:
        """The call that gave this very object, where one did."""
        return self._by_value.get(id(value), (None, None))[1]

    @property
    def values(self) -> list[Any]:
        """What the calls gave, in their order."""
        return [value for value, _ in self._by_value.values()]


_calls: ContextVar[Calls | None] = ContextVar("calls", default=None)


@contextmanager
def remembering(calls: Calls) -> Iterator[Calls]:
    """Within this block, what is made is added to these calls, which it gives."""
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


def made(function: Callable[..., T], /, *args: Any, **keywords: Any) -> T:
    """What the function gives for these arguments, remembered as its work."""
    return remember(function(*args, **keywords), function, *args, **keywords)


def remember(value: T, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> T:
    """The value, remembered as what the function gives for these arguments; not where it is one of them unchanged."""
    calls = _calls.get()
    if calls is not None and not any(value is each for each in (*args, *keywords.values())):
        calls.add(value, Call(function, *args, **keywords))
    return value
