"""A number of a table: its position, and its measurement by one seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, order=True)
class Cell:
    """The position of a number in a table.

    Attributes
    ----------
    table : str
        Key of the table, such as "table2".
    dataset, method : str
        As named in the table.
    size : int
        The number of frequencies (r, D) or of grids (P); 0 where the method has none.
    landmarks_factor : float
        n/r, landmarks per frequency, where the table varies it; 0 elsewhere.
    kernel : str
        Only for tables with several kernels; else empty.
    learner : str
        "algorithm1" where frequencies are learned by the paper's algorithm, from the landmarks and nothing else, and
        "algorithm1_100" where with 100 gradient steps in each iteration instead of 10; empty for this package's own
        learner, or where there is no choice.
    """

    table: str
    dataset: str
    method: str
    size: int = 0
    landmarks_factor: float = 0.0
    kernel: str = ""
    learner: str = ""


@dataclass(frozen=True)
class Measured:
    """The measurement of a cell by one seed.

    Attributes
    ----------
    value : float
        In the table's unit.
    seconds : float
        Processor time for learning and measuring, without reading the data or choosing settings.
    settings : dict
        Settings shared by all seeds of the cell, as JSON values.
    details : dict
        Details specific to this seed.
    """

    value: float
    seconds: float
    settings: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Protocol:
    """Cells of a table measured in the same way, so that they are comparable.

    Attributes
    ----------
    label : str
        Such as "as published (Algorithm 1, n = D)".
    cells : tuple of Cell
    """

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class PublishedTable:
    """A table of numbers that can be measured here.

    Attributes
    ----------
    name, title : str
        Key and display name: "Li et al. 2019, Table 2".
    protocol : str
        How we measure it, in one sentence.
    cells : tuple of Cell
        In the order of the page.
    published : dict of Cell to float
        As printed; other cells have no published number.
    units : dict of str to str
        For each dataset, the quantity and unit of its numbers.
    data : dict of str to str
        For each dataset, its name in `rffviz.datasets.load`.
    measure : callable
        `(cell, seed, **options)` → `Measured`; the same cell, seed and options give the same value on any machine. It
        raises `Refusal` where the method is not defined.
    together : callable, optional
        `(cells, seed, **options)` → a list with a `Measured` or a `Refusal` for each cell: the same numbers as
        `measure`, at less cost for cells of one dataset.
    options : tuple of str
        The names of the keyword arguments that `measure` takes.
    notes : dict of str to str
        A sentence for each method that needs a remark.
    n_seeds : int
        How many seeds the table is measured with.
    without : dict of str to str
        Datasets of the paper that are not available, and why; they are in `cells` but not in `data`.
    judge : callable, optional
        Records by cell → lines with conclusions.
    protocols : dict of str to Protocol
        The ways in which the table is measured, by their names in links, the paper's first; empty if there is only one.
        Numbers of different protocols are not compared.
    varied : str
        What the cells vary, where the paper prints one number for all of them; else empty.
    """

    name: str
    title: str
    protocol: str
    cells: tuple[Cell, ...]
    published: Mapping[Cell, float]
    units: Mapping[str, str]
    data: Mapping[str, str]
    measure: Callable[..., Measured]
    together: Callable[..., list[Measured | ValueError]] | None = None
    options: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    n_seeds: int = 10
    without: Mapping[str, str] = field(default_factory=dict)
    judge: Callable[[Mapping[Cell, Any]], list[str]] | None = None
    protocols: Mapping[str, Protocol] = field(default_factory=dict)
    varied: str = ""

    @property
    def by_default(self) -> tuple[Cell, ...]:
        """The cells measured by default: those of the paper's protocol."""
        return next(iter(self.protocols.values())).cells if self.protocols else self.cells
