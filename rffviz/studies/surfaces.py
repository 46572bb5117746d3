"""Decision surfaces in the plane, of several methods on the same grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rffviz.datasets import TrainTest
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.threads import timed
from rffviz.foundation.validation import Refusal, seed_number, whole_number
from rffviz.kernels import Kernel, kernel_by_rule
from rffviz.studies.contenders import QUICK_FREQS, SLOW_METHODS, UNIT_GAUSSIAN, Contender, chosen_contenders, reason_of
from rffviz.studies.real_data import error_of

_ROOM = 0.12  # margin around the data, as a share of their extent


@dataclass(frozen=True, eq=False)
class Surface:
    """One method's decision function over the grid.

    Attributes
    ----------
    values : ndarray of shape (g, g)
        Decision function, +1 and −1 being the labels (and the margins of a support vector machine); rows go up. All NaN
        if the method refused.
    sides : ndarray of shape (n_test,)
        The labels it predicts for the test points.
    test_error : float
        Percent of the test points on the wrong side.
    agreement : float
        Share of the grid's cells on the same side as with the first exact method; NaN without one.
    seconds : float
        Processor time to fit, on one thread.
    marks : ndarray of shape (k, 2)
        Points worth marking: support vectors or landmarks.
    marked : str
        What the marked points are; empty where there are none.
    refusal : str
        Why it could not be fitted; empty where it could.
    """

    name: str
    label: str
    exact: bool
    values: np.ndarray
    sides: np.ndarray
    test_error: float
    agreement: float
    seconds: float
    marks: np.ndarray
    marked: str
    refusal: str = ""


@dataclass(frozen=True, eq=False)
class Surfaces:
    """The surfaces computed so far, with the grid and the data.

    Attributes
    ----------
    first, second : ndarray of shape (g,)
        The grid's coordinates.
    X, y : ndarray of shape (n, 2) and (n,)
        Training points and labels −1 and +1.
    size : int
        D: frequencies or grids; Nyström has 2D landmarks, or one for each training point, as Fourier has 2D features.
    about : About
        The training part, the kernel on it, the scheme, the seed, and the rule of the length scale.
    """

    first: np.ndarray
    second: np.ndarray
    X: np.ndarray
    y: np.ndarray
    n_test: int
    size: int
    surfaces: tuple[Surface, ...]
    about: About

    @property
    def fitted(self) -> tuple[Surface, ...]:
        """The surfaces of methods that did not refuse."""
        return tuple(one for one in self.surfaces if not one.refusal)

    @property
    def reference(self) -> Surface | None:
        """The first exact method that did not refuse, which the others are compared with."""
        return next((one for one in self.fitted if one.exact), None)

    @property
    def compared(self) -> tuple[Surface, ...]:
        """Surfaces of feature methods whose agreement with `reference` is known."""
        return tuple(one for one in self.fitted if np.isfinite(one.agreement) and not one.exact)

    @property
    def others(self) -> tuple[Surface, ...]:
        """All but `reference`, which they are compared with; none without one."""
        return tuple(one for one in self.fitted if self.reference and one is not self.reference)

    @property
    def subject(self) -> Surface | None:
        """The one of `compared` on Fourier features; without it the one that agrees with `reference` on most."""
        return max(self.compared, key=lambda one: (one.name == "fourier", one.agreement), default=None)

    def n_wrong(self, one: Surface) -> int:
        """How many test points lie on the wrong side."""
        return round(one.test_error * self.n_test / 100)

    def n_agreed(self, one: Surface) -> int:
        """How many test points lie on the same side as `reference` says; all without one."""
        return int(np.sum(one.sides == (self.reference or one).sides))


def _takes_long(methods: Iterable[str], size: int) -> bool:
    return size > (QUICK_FREQS // 10 if SLOW_METHODS & {*methods} else QUICK_FREQS)


@study(slow=_takes_long)
def surfaces(
    split: TrainTest,
    methods: Sequence[str] | Mapping[str, Contender],
    size: int,
    n_grid: int = 60,
    random_state: int = 0,
    kernel: Kernel = UNIT_GAUSSIAN,
    rule: str = "hand",
    sampler: str = "monte_carlo",
) -> Iterator[Progress[Surfaces]]:
    """Fit every method on the training part of a split in the plane, and evaluate it over one grid.

    Parameters
    ----------
    split : TrainTest
        Two columns, labels −1 and +1.
    methods : sequence of str, or mapping of str to Contender
        As in `compare_methods`. Exact ones come first, as the reference for the others.
    size : int
        D, the frequencies or grids of methods that have a size. Those with one feature for each unit of it, Nyström
        and kitchen sinks, get 2D, and so as many features as Fourier.
    n_grid : int
        Cells along each axis.
    kernel, rule, sampler
        As in `rffviz.studies.contenders.contenders`.

    Returns
    -------
    Surfaces
        A method that fails keeps its place, with the reason in `refusal`.
    """
    X, y = split.X_train, split.y_train
    if X.shape[1] != 2:
        raise Refusal(f"split must hold points of the plane, two columns, got {X.shape[1]}.")
    n_grid = whole_number("n_grid", n_grid, low=2, high=400)
    random_state = seed_number("random_state", random_state)
    first, second = (_axis(X[:, axis], n_grid) for axis in (0, 1))
    cells = np.column_stack([each.ravel() for each in np.meshgrid(first, second)])
    contenders = chosen_contenders(methods, "binary", kernel, rule, sampler, random_state)
    ordered = sorted(contenders.items(), key=lambda pair: not pair[1].exact)
    about = About.of(split, kernel_by_rule(kernel, rule, X, random_state), sampler, (random_state,), rule=rule)
    fitted: list[Surface] = []
    for done, (name, contender) in enumerate(ordered, 1):
        one = _surface(
            name,
            contender,
            None if contender.exact else 2 * size // contender.features,
            split,
            cells,
            n_grid,
            random_state,
        )
        reference = next((each for each in [*fitted, one] if each.exact and not each.refusal), None)
        if reference is not None and not one.refusal:
            one = replace(one, agreement=float(np.mean(np.sign(one.values) == np.sign(reference.values))))
        fitted.append(one)
        yield Progress(done, len(ordered), Surfaces(first, second, X, y, len(split.X_test), size, tuple(fitted), about))


def _axis(values: np.ndarray, n_grid: int) -> np.ndarray:
    low, high = values.min(), values.max()
    room = _ROOM * (high - low or 1.0)
    return np.linspace(low - room, high + room, n_grid)


def _surface(
    name: str, contender: Contender, size: int | None, split: TrainTest, cells: np.ndarray, n_grid: int, seed: int
) -> Surface:
    nothing = np.empty((0, 2))
    try:
        X, y = split.X_train, split.y_train
        fitted, seconds = timed(lambda: contender.build(size, X, y, seed).fit(X, y))
        decide = fitted.decision_function if hasattr(fitted, "decision_function") else fitted.predict
        values = np.asarray(decide(cells), dtype=np.float64).reshape(n_grid, n_grid)
        sides = np.asarray(fitted.predict(split.X_test))
        error = error_of("binary", sides, split.y_test)
        marks = nothing if contender.marks is None else contender.marks(fitted)
    except Exception as failure:  # one method's failure must not stop the others
        blank = np.full((n_grid, n_grid), np.nan)
        why = reason_of(failure, name)
        return Surface(name, contender.label, contender.exact, blank, nothing, np.nan, np.nan, np.nan, nothing, "", why)
    marked = contender.marked if len(marks) else ""
    return Surface(name, contender.label, contender.exact, values, sides, error, np.nan, seconds, marks, marked)
