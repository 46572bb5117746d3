"""A number of a table: its place, and what one seed gives for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, order=True)
class Cell:
    """The place of a number.

    Attributes
    ----------
    table : str
        Key of the table, such as "table2".
    dataset, method : str
        As the table has them.
    size : int
        The number of frequencies (r, D) or of grids (P); 0 where the method has none.
    landmarks_factor : float
        n/r, landmarks per frequency, where the table varies it; 0 elsewhere.
    kernel : str
        Where the table has several; empty elsewhere.
    learner : str
        "algorithm1" where frequencies are learned by the paper's algorithm, from the landmarks and nothing else; empty
        where by this package's own learner, or where nothing is to choose.
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
    """What one seed gave for a cell.

    Attributes
    ----------
    value : float
        In the table's unit.
    seconds : float
        Of the processor, for learning and measuring, without reading the data and without choosing settings.
    settings : dict
        What every seed of the cell shares: numbers and words, as JSON has them.
    details : dict
        What belongs to this seed.
    """

    value: float
    seconds: float
    settings: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Protocol:
    """Cells of a table that are measured alike, so that they may be compared with one another.

    Attributes
    ----------
    label : str
        Such as "as published (Algorithm 1, n = r)".
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
        Key, and what is said of it: "Li et al. 2019, Table 2".
    protocol : str
        How it is measured here, in one sentence.
    cells : tuple of Cell
        In the order of the page.
    published : dict of Cell to float
        As printed; a cell that is not in it has no published number.
    units : dict of str to str
        For each dataset, what the number is.
    data : dict of str to str
        For each dataset, the name that `rffviz.datasets.load` knows it by.
    measure : callable
        (cell, seed, with options by name) → `Measured`; the same cell, seed and options give the same value wherever
        it runs. It raises `Refusal` where the method is not defined.
    together : callable, optional
        (cells, seed, with options by name) → a list of `Measured`, or of `Refusal` in its place: the numbers of
        `measure`, at less cost for cells of one dataset.
    options : tuple of str
        The names of the keyword arguments that `measure` takes.
    notes : dict of str to str
        A sentence for each method of which a reader should know something.
    n_seeds : int
        How many seeds the table is measured with.
    without : dict of str to str
        Datasets of the paper that cannot be had, and why; they have a row in `cells` and none in `data`.
    judge : callable, optional
        Records by cell → lines that say what follows from them.
    protocols : dict of str to Protocol
        The ways in which the table is measured, by the name that links have for them, that of the paper first; empty
        where there is one. Numbers of two are not compared.
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

    @property
    def by_default(self) -> tuple[Cell, ...]:
        """What is measured where nothing else is asked for: the cells of the paper's protocol."""
        return next(iter(self.protocols.values())).cells if self.protocols else self.cells
