"""What one diagnostic says of a scheme, or of A beside B; and what reports of many of them have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from rffviz.about import About
from rffviz.diagnose.sentences import Remark
from rffviz.file_content import write_whole

FINE, DESIGN, COSTLY, FAULT, UNKNOWN = "fine", "design", "costly", "fault", "unknown"
DIFFERENT, SAME = "different", "same"

DIAGNOSTICS = {
    "reproducibility": "Reproducibility",
    "rows": "Rows",
    "weights": "Weights",
    "extremes": "Longest and shortest",
    "radius": "Lengths",
    "mean": "Mean",
    "scale": "Coordinates' scale",
    "correlations": "Correlations",
    "directions": "Directions",
    "coupling": "Joint law",
    "dependence": "Dependence of rows",
    "phases": "Phases",
    "discrepancy": "Discrepancy",
    "bias": "Bias",
    "variance": "Variance",
    "error": "Error of one draw",
    "rate": "Rate",
}
"""The name of each diagnostic, and what the screen calls it."""
COMPARED = DIAGNOSTICS | {"error": "Mean square error"}
"""What the screen calls each diagnostic where A is compared with B."""
_LAW = ("weights", "radius", "mean", "scale", "correlations", "coupling", "directions", "bias")


@dataclass(frozen=True)
class Finding:
    """What one diagnostic says.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : str
        One of `statuses`, which stand from the worst to the best.
    remarks : tuple of Remark
        What is seen, then what it looks like, and what excuses it where something does: codes with numbers.
    """

    statuses: ClassVar[tuple[str, ...]]

    diagnostic: str
    status: str
    remarks: tuple[Remark, ...]

    @property
    def code(self) -> str:
        """What is seen first, a key of `rffviz.diagnose.sentences.SENTENCES`."""
        return self.remarks[0].code

    @property
    def sentence(self) -> str:
        """All of it in plain words."""
        return " ".join(map(str, self.remarks))

    @property
    def short(self) -> str:
        """What is seen first, in short, for a title; empty where nothing is off."""
        return self.remarks[0].short

    @property
    def rank(self) -> tuple[int, float]:
        """What findings are sorted by: the worst status first."""
        return self.statuses.index(self.status), 0.0


@dataclass(frozen=True)
class Verdict(Finding):
    """What one diagnostic says of a scheme, a `Finding`.

    "design" is off, and the scheme declares it; "costly" right on average, with a larger variance than Monte Carlo's;
    "unknown" has nothing to go by.

    Attributes
    ----------
    severity : float
        The size of the effect, from 0 to 1; 0 where nothing is off.
    """

    statuses = (FAULT, COSTLY, DESIGN, UNKNOWN, FINE)

    severity: float

    @property
    def accuses(self) -> bool:
        """Whether something is off, be it declared, costly or a fault."""
        return self.status in (FAULT, COSTLY, DESIGN)

    @property
    def rank(self) -> tuple[int, float]:
        """What verdicts are sorted by: the worst status first, then the largest effect."""
        return self.statuses.index(self.status), -self.severity


@dataclass(frozen=True)
class Difference(Finding):
    """What one diagnostic says of A beside B, a `Finding`.

    "same" is no difference found: the sentence says how large a one would have been.

    Attributes
    ----------
    p_value : float
        Of Student's test over seeds, Bonferroni over all that the diagnostic looks at; nan where there is no test.
    """

    statuses = (DIFFERENT, UNKNOWN, SAME)

    p_value: float

    @property
    def of_the_law(self) -> bool:
        """Whether the distributions differ; those of two correct schemes never do."""
        return self.status == DIFFERENT and self.diagnostic in _LAW


Found = TypeVar("Found", bound=Finding)


class Findings(Generic[Found]):
    """What a report and a comparison have in common: findings by name, as a table, as text, as HTML and as JSON."""

    about: About
    seeds: tuple[int, ...]
    _field: ClassVar[str]  # the field that holds the findings
    _number: ClassVar[str]  # the number that each has
    _names: ClassVar[dict[str, str]]

    def __getitem__(self, diagnostic: str) -> Found:
        """What one diagnostic says, by its name."""
        for each in self._found:
            if each.diagnostic == diagnostic:
                return each
        raise KeyError(diagnostic)

    def of(self, status: str) -> tuple[Found, ...]:
        """The findings with this status."""
        return tuple(each for each in self._found if each.status == status)

    def to_frame(self) -> dict[str, list[Any]]:
        """Columns by name, as `pandas.DataFrame` takes them: diagnostic, status, severity or p_value, sentence."""
        columns = ("diagnostic", "status", self._number, "sentence")
        return {name: [getattr(each, name) for each in self._found] for name in columns}

    def to_html(self, file: str | Path | None = None) -> str | None:
        """The table as a page of HTML.

        Parameters
        ----------
        file : str or Path, optional
            Where it is written, whole or not at all.

        Returns
        -------
        str or None
            The page, where it is written to no file.

        Raises
        ------
        OSError
            Where the file cannot be written.
        """
        head = f'<meta charset="utf-8"><title>{escape(self._title)}</title>'
        page = f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{self._repr_html_()}</body></html>\n'
        if file is None:
            return page
        write_whole(file, page)
        return None

    def __str__(self) -> str:
        """A line for each diagnostic, for a terminal."""
        wide = max(map(len, self._names.values()))
        status = max(len(name) for each in self._found for name in each.statuses)
        rows = [
            f"  {self._names[each.diagnostic]:<{wide}}  {each.status:<{status}}  {each.sentence}"
            for each in self._found
        ]
        return "\n".join([self._title, *rows, *(f"  {line}" for line in self._closing)])

    def _repr_html_(self) -> str:
        """The same as a table, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(self._names[each.diagnostic])}</td><td><b>{each.status}</b></td>"
            f"<td style='text-align: left'>{escape(each.sentence)}</td></tr>"
            for each in self._found
        )
        said = "".join(f"<p>{escape(line)}</p>" for line in self._closing)
        return f"<p><b>{escape(self._title)}</b></p><table>{rows}</table>{said}"

    @property
    def _found(self) -> tuple[Found, ...]:
        return getattr(self, self._field)

    @property
    def _title(self) -> str:
        raise NotImplementedError

    @property
    def _closing(self) -> tuple[str, ...]:
        """What is said under the table."""
        return ()

    @property
    def _where(self) -> str:
        """The kernel, the sizes and the seeds, for the title."""
        n_freqs = self.about.settings["n_freqs"]
        return f"{self.about.kernel!r}, d = {self.about.d}, {n_freqs} frequencies, {len(self.seeds)} seeds"

    @property
    def _measured_on(self) -> dict[str, Any]:
        return {
            "kernel": self.about.kernel.name,
            "parameters": self.about.kernel.get_params(),
            "d": self.about.d,
            "n_freqs": self.about.settings["n_freqs"],
            "seeds": list(self.seeds),
        }

    @property
    def _rows(self) -> list[dict[str, Any]]:
        """A row of the frame for each diagnostic, for JSON."""
        frame = self.to_frame()
        return [dict(zip(frame, map(known, row), strict=True)) for row in zip(*frame.values(), strict=True)]


def called(about: About) -> str:
    """The name of a scheme, or where frequencies come from."""
    return about.sampler or about.data


def known(value: Any) -> Any:
    """None for a number that is not known, which JSON has no word for."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
