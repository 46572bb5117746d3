"""Named steps of a sampling scheme, whose results can be watched while it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec

import numpy as np

from rffviz.foundation.validation import one_of

STAGES = ("uniforms", "normals", "signs", "directions", "norms")
"""What a step may give: points of the open unit cube, standard normal numbers, ±1, unit vectors, all as rows, and the
norms of frequencies."""

Arguments = ParamSpec("Arguments")
_heard: ContextVar[list[tuple[str, int | None, np.ndarray]] | None] = ContextVar("heard", default=None)


def stage(
    name: str, d: int | None = None
) -> Callable[[Callable[Arguments, np.ndarray]], Callable[Arguments, np.ndarray]]:
    """Decorator that names the step of a sampling scheme which a function makes.

    The function stays what it is; only `rffviz.diagnose.stages` listens to what it returns.

    Parameters
    ----------
    name : str
        One of `STAGES`.
    d : int, optional
        Of norms: the dimension they are drawn in, if not that of the frequencies (schemes that pad).

    Raises
    ------
    ValueError
        For another name.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.samplers.stages import stage
    >>> @stage("directions")
    ... def directions(n_freqs, d, rng):
    ...     g = rng.standard_normal((n_freqs, d))
    ...     return g / np.linalg.norm(g, axis=1, keepdims=True)
    """
    one_of("name", name, STAGES)

    def named(step: Callable[Arguments, np.ndarray]) -> Callable[Arguments, np.ndarray]:
        @wraps(step)
        def heard(*args: Arguments.args, **named: Arguments.kwargs) -> np.ndarray:
            result = step(*args, **named)
            if (steps := _heard.get()) is not None:
                steps.append((name, d, np.array(result, dtype=np.float64)))  # a scheme may go on in place
            return result

        return heard

    return named


@contextmanager
def listening() -> Iterator[list[tuple[str, int | None, np.ndarray]]]:
    """The steps that are made inside, in their order: name, dimension of norms, and a copy of the result."""
    steps: list[tuple[str, int | None, np.ndarray]] = []
    token = _heard.set(steps)
    try:
        yield steps
    finally:
        _heard.reset(token)
