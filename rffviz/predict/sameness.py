"""Whether two fitted estimators are equal, such as an estimator and its pickled copy in another process."""

from __future__ import annotations

from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

_PLAIN = (str, bytes, bool, int, float, complex, set, frozenset, np.dtype, type, BuiltinFunctionType, CodeType)


def same(one: Any, other: Any) -> bool:
    """Whether two objects are equal part by part, even if they come from different processes.

    Parts are what pickling would keep: parameters, fitted arrays, the code of a function. A `random_state` is ignored:
    its draws are already in the fitted arrays.
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and one.dtype != object:
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            same(one[name], other[name]) for name in one.keys() - {"random_state"}
        )
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, _PLAIN):
        return bool(one == other or (one != one and other != other))  # both nan
    if isinstance(one, FunctionType):
        cells = [[cell.cell_contents for cell in each.__closure__ or ()] for each in (one, other)]
        return one.__code__ == other.__code__ and same(one.__defaults__, other.__defaults__) and same(*cells)
    return same(_parts(one), _parts(other))


def _parts(of: Any) -> tuple[Any, ...]:
    """The parts from which pickle would rebuild an object, with iterators as lists."""
    parts = of.__reduce_ex__(4)
    return tuple(list(part) if isinstance(part, Iterator) else part for part in parts)  # a global's name as letters
