"""Studies: functions that report their progress and intermediate results."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

Asked = ParamSpec("Asked")
Record = TypeVar("Record")
_Slow = Callable[..., bool]


@dataclass(frozen=True)
class Progress(Generic[Record]):
    """`done` of `total` units of work (defined by the study), and the record so far.

    The record is self-contained at every step; it is None before there is anything to show.
    """

    done: float
    total: float
    record: Record | None = None

    @property
    def finished(self) -> bool:
        """Whether all work is done."""
        return self.done >= self.total


class Study(Protocol[Asked, Record]):
    """A function that returns a record, at once or in steps; `steps` and `slow` take the same arguments.

    Attributes
    ----------
    steps : callable
        An iterator of `Progress`, whose last record is what the call returns.
    slow : callable
        Whether one step takes longer than about a second.
    """

    __name__: str
    steps: Callable[Asked, Iterator[Progress[Record]]]
    slow: Callable[Asked, bool]

    def __call__(self, *args: Asked.args, **named: Asked.kwargs) -> Record: ...


@overload
def study(steps: Callable[Asked, Iterator[Progress[Record]]], /) -> Study[Asked, Record]:
    """As `@study`."""


@overload
def study(*, slow: _Slow) -> Callable[[Callable[Asked, Iterator[Progress[Record]]]], Study[Asked, Record]]:
    """As `@study(slow=…)`."""


def study(steps: Any = None, /, *, slow: _Slow = lambda: False) -> Any:
    """Decorator that makes a `Study` from a function that returns an iterator of `Progress`.

    Parameters
    ----------
    steps : callable
        Annotated as `Iterator[Progress[Record]]`. If it has an argument `watched`, that is False if only the last
        record is needed.
    slow : callable
        Some of the study's arguments, under their names → whether one step takes longer than about a second.

    Examples
    --------
    >>> from rffviz.measure import error_curve
    >>> from rffviz.kernels import Gaussian
    >>> asked = [[0.0], [1.0], [3.0]], Gaussian(), "monte_carlo", [16], range(3)
    >>> [progress.done for progress in error_curve.steps(*asked) if progress.record]
    [16, 32, 32, 48, 48]
    >>> error_curve(*asked).errors.shape, error_curve.slow(*asked)
    ((3, 1), False)
    """
    if steps is None:
        return partial(study, slow=slow)
    signature = inspect.signature(steps)
    unwatched = {"watched": False} if "watched" in signature.parameters else {}

    def last_record(*args: Any, **named: Any) -> Any:
        try:
            signature.bind(*args, **named)
        except TypeError as error:  # with the name that was called
            raise TypeError(f"{run.__name__}(): {error}") from None
        return deque(steps(*args, **named, **unwatched), maxlen=1).pop().record

    def is_slow(*args: Any, **named: Any) -> bool:
        asked = signature.bind(*args, **named)
        asked.apply_defaults()
        return slow(**{name: asked.arguments[name] for name in inspect.signature(slow).parameters})

    record = str(steps.__annotations__.get("return", "")).removeprefix("Iterator[Progress[").removesuffix("]]")
    shown = [each for name, each in signature.parameters.items() if name not in unwatched]
    run: Any = wraps(steps)(last_record)
    steps.__qualname__ += ".steps"  # where it is found, to be pickled
    run.steps, run.slow = steps, is_slow
    run.__annotations__ = {**steps.__annotations__, "return": record}
    run.__signature__ = signature.replace(parameters=shown, return_annotation=record)
    return run
