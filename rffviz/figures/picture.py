"""What a figure hands to whoever shows it: the plot, its words and its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go


@dataclass(frozen=True)
class Scrub:
    """A row of frames that the browser moves through by itself.

    Attributes
    ----------
    label : str
        What is scrubbed, with its unit: "D, frequencies".
    names : sequence of str
        The frames' names, in order; the plot's frames carry them.
    values : sequence of str
        What the control says at each frame.
    readings : sequence of str
        The sentence that reads the figure at each frame.
    start : int
        The frame the figure is drawn at first.
    redraw : bool
        Whether the traces need a full redraw (heat maps do, lines do not).
    """

    label: str
    names: Sequence[str]
    values: Sequence[str]
    readings: Sequence[str]
    start: int = 0
    redraw: bool = False

    @classmethod
    def over_freqs(cls, n_freqs, readings: Sequence[str], start: int, redraw: bool = False) -> Scrub:
        """Frames of growing numbers of frequencies."""
        names = [str(int(m)) for m in n_freqs]
        return cls("D, frequencies", names, [f"D = {int(m):,}" for m in n_freqs], readings, start, redraw)


@dataclass(frozen=True)
class Picture:
    """A figure with everything that travels with it.

    Attributes
    ----------
    name : str
        Stem of the files it is exported to.
    title, subtitle : str
        What is seen, from the numbers; what was measured, on what, and what lines and bands are.
    figure : plotly Figure
    alt : str
        One sentence that says what is seen, for those who do not see it.
    reading : str
        One sentence that reads the figure, computed from its numbers; shown under it.
    columns : mapping of str to sequence
        The numbers, as the columns of a table: what the CSV export holds.
    provenance : sequence of str
        Lines that say where the numbers come from (data, kernel, seeds); the CSV's head.
    scrub : Scrub, optional
        Where the figure has frames: its `reading` is then the one at the first frame shown.
    notes : sequence of str
        What a reader should know besides: sentences that stand below.
    """

    name: str
    title: str
    subtitle: str
    figure: go.Figure
    alt: str
    reading: str
    columns: Mapping[str, Sequence[Any]]
    provenance: Sequence[str] = field(default=())
    scrub: Scrub | None = None
    notes: Sequence[str] = field(default=())

    def csv(self) -> str:
        """The table as comma-separated values, with the provenance in `#` lines above."""
        lines = [f"# {line}" for line in self.provenance]
        lines.append(",".join(_cell(name) for name in self.columns))
        lines += [",".join(_cell(value) for value in row) for row in zip(*self.columns.values(), strict=True)]
        return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    if isinstance(value, float | np.floating):
        return f"{value:.9g}"
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n') else text
