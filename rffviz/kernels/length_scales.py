"""A length scale for each axis (automatic relevance determination)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from rffviz.foundation.validation import Refusal


class LengthScales(tuple[float, ...]):
    """ℓ_1, …, ℓ_d of a kernel k(δ_1/ℓ_1, …, δ_d/ℓ_d). Used where a single number is required, it raises a Refusal."""

    __array_ufunc__ = None  # makes numpy defer to the operators below

    @property
    def values(self) -> np.ndarray:
        """As an array of shape (d,)."""
        return np.array(tuple(self))

    def of(self, d: int) -> np.ndarray:
        """`values` if the points have as many coordinates; raises a ValueError otherwise."""
        if d != len(self):
            raise Refusal(f"length_scale must be one number, or one for each of {d} axes, got {len(self)}.")
        return self.values

    def __format__(self, spec: str) -> str:
        return "(" + ", ".join(format(each, spec or "g") for each in self) + ")"

    def _one_wanted(self, *_: Any) -> NoReturn:
        raise Refusal(f"length_scale must be one number here, got one for each axis, {self}.")

    __float__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __neg__ = _one_wanted
    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _one_wanted


def is_several(length_scale: object) -> bool:
    """Whether it is a sequence rather than a number."""
    listed = isinstance(length_scale, Sequence) and not isinstance(length_scale, str | bytes)
    return listed or getattr(length_scale, "ndim", 0) == 1  # an array, or a row of a frame
