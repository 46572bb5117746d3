"""A size-bounded LRU cache shared by all viewers."""

from __future__ import annotations

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from plotly.graph_objects import Figure  # imported once: plotly resolves the name at each use

_NUMBERS = (float, int)


class Cache:
    """Values under their keys, for all viewers of this server.

    Parameters
    ----------
    max_values, max_bytes : int
        Limits of number and total size; the newest value is always kept.
    """

    def __init__(self, max_values: int, max_bytes: int) -> None:
        self._lock = threading.Lock()
        self._max_values, self._max_bytes = max_values, max_bytes
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._making: dict[Hashable, threading.Lock] = {}

    def put(self, key: Hashable, value: Any, size: int | None = None) -> None:
        """Store a value of `size` bytes, by default those of its arrays and texts, and evict what no longer fits."""
        size = value_bytes(value) if size is None else size
        with self._lock:
            _, before = self._values.pop(key, (None, 0))
            self._values[key] = value, size
            self._bytes += size - before
            while len(self._values) > 1 and (len(self._values) > self._max_values or self._bytes > self._max_bytes):
                _, (_, freed) = self._values.popitem(last=False)
                self._bytes -= freed

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The value of a key, marked as used; `default` if not stored."""
        with self._lock:
            if key not in self._values:
                return default
            self._values.move_to_end(key)
            return self._values[key][0]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    @property
    def bytes(self) -> int:
        """Total size of the values."""
        return self._bytes

    def made(self, key: Hashable, make: Callable[[], Any], holds: Any = None) -> Any:
        """The value of a key; if not stored, the result of `make`, called once even with concurrent requests.

        Objects in `holds` are kept alive with the value, since a key may contain their ids.
        """
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:  # an error is not cached: the next caller tries again
                if (stored := self.get(key)) is None:
                    stored = _Made(make(), holds)
                    self.put(key, stored, value_bytes((stored.value, holds)))
        finally:
            with self._lock:
                self._making.pop(key, None)
        return stored.value


class _Made:
    """A value, and the objects to keep alive with it."""

    def __init__(self, value: Any, holds: Any) -> None:
        self.value, self.holds = value, holds


def value_bytes(value: Any, counted: set[int] | None = None) -> int:
    """Bytes of the arrays and texts in a value, each counted once, in records, figures, sequences and mappings."""
    counted = set() if counted is None else counted
    if isinstance(value, str | bytes):
        return len(value)
    if id(value) in counted:
        return 0
    counted.add(id(value))
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, Figure):
        return value_bytes(value.to_dict())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return sum(value_bytes(getattr(value, field.name), counted) for field in dataclasses.fields(value))
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, tuple | list):
        return 0
    return sum(value_bytes(each, counted) for each in value if not isinstance(each, _NUMBERS))
