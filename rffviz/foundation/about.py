"""The origin of a record's numbers: data, kernel, scheme, seeds and settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from rffviz.foundation.validation import scheme_name

if TYPE_CHECKING:
    from rffviz.kernels import Kernel


@dataclass(frozen=True)
class About:
    """The origin of a record's numbers, sufficient to label a figure.

    Attributes
    ----------
    data, note, source : str
        The data's label, what was left out of them and where they come from; each may be empty.
    n_points, n_whole, d : int
        Number of points used, their total number, and their dimension; 0 without points.
    sampler : str
        A key of `SAMPLERS`, or the name of a function; empty if there is none, or several.
    settings : mapping of str to object
        Everything else that the numbers depend on, by names of the study's arguments.
    """

    data: str = ""
    n_points: int = 0
    n_whole: int = 0
    d: int = 0
    note: str = ""
    source: str = ""
    kernel: Kernel | None = None
    sampler: str = ""
    seeds: tuple[int, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"settings": dict(self.settings)}  # a read-only mapping cannot be pickled

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, settings=MappingProxyType(state["settings"]))

    @classmethod
    def of(
        cls, points: Any, kernel: Kernel | None = None, sampler: object = "", seeds: Iterable[int] = (), **settings: Any
    ) -> About:
        """An `About` from `points` (an array, `Points`, or the training part of a `TrainTest`) and the other fields.

        A `sampler` given as a function or a `Scheme` is recorded by name.
        """
        X = np.asarray(getattr(points, "X_train", points))
        return cls(
            data=getattr(points, "label", ""),
            n_points=len(X),
            n_whole=getattr(points, "n_whole", len(X)),
            d=X.shape[1] if X.ndim > 1 else 1,
            note=getattr(points, "note", ""),
            source=getattr(points, "source", ""),
            kernel=kernel,
            sampler=scheme_name(sampler),
            seeds=tuple(int(seed) for seed in seeds),
            settings=MappingProxyType(dict(settings)),
        )
