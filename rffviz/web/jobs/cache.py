"""A size-bounded LRU cache shared by all viewers."""

from __future__ import annotations

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from plotly.graph_objects import Figure  # imported once: plotly resolves the name at each use


class Cache:
    """Values under their keys, for all viewers of this server.

    Parameters
    ----------
    max_values, max_bytes : int
        How many are kept, and what they take together; the newest is kept in any case.
    """

    def __init__(self, max_values: int, max_bytes: int) -> None:
        self._lock = threading.Lock()
        self._max_values, self._max_bytes = max_values, max_bytes
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._making: dict[Hashable, threading.Lock] = {}

    def put(self, key: Hashable, value: Any, size: int | None = None) -> None:
        """Keep a value of `size` bytes, by default what its arrays and texts take, and no more than fits."""
        size = value_bytes(value) if size is None else size
        with self._lock:
            _, before = self._values.pop(key, (None, 0))
            self._values[key] = value, size
            self._bytes += size - before
            while len(self._values) > 1 and (len(self._values) > self._max_values or self._bytes > self._max_bytes):
                _, (_, freed) = self._values.popitem(last=False)
                self._bytes -= freed

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The value under a key, used now; `default` where it is not kept."""
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
        """What the values take together."""
        return self._bytes

    def made(self, key: Hashable, make: Callable[[], Any], holds: Any = None) -> Any:
        """The value under a key; where it is not kept, what `make` gives, called once however many ask at a time.

        What the value `holds` lives as long as it does: a key may name such objects by their identity.
        """
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:  # an error is not cached: the next caller tries again
                if (found := self.get(key)) is None:
                    found = _Made(make(), holds)
                    self.put(key, found, value_bytes((found.value, holds)))
        finally:
            with self._lock:
                self._making.pop(key, None)
        return found.value


class _Made:
    """What was made, and what must live as long."""

    def __init__(self, value: Any, holds: Any) -> None:
        self.value, self.holds = value, holds


def value_bytes(value: Any, counted: set[int] | None = None) -> int:
    """What the arrays and texts in a value take, each once: in records, figures, sequences and mappings."""
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
        return sum(value_bytes(each, counted) for each in value.values())
    if isinstance(value, tuple | list):
        return sum(value_bytes(each, counted) for each in value)
    return 0
