"""The verdict of one diagnostic on a scheme, or on A compared with B; and the base class of reports."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from rffviz.diagnose.sentences import CAUSES, Cells, Remark
from rffviz.foundation.about import About
from rffviz.foundation.file_content import check_writable, write_whole
from rffviz.foundation.page_writer import page_of
from rffviz.kernels import a_kernel

FINE, DESIGN, COSTLY, ERROR, UNKNOWN = "fine", "design", "costly", "fault", "unknown"
DIFFERENT, SAME = "different", "same"
_PRINTED = {ERROR: "error", DESIGN: "intended", UNKNOWN: "inconclusive"}

DIAGNOSTICS = {
    "reproducibility": "Reproducibility",
    "rows": "Repeats",
    "weights": "Weights",
    "extremes": "Extreme norms",
    "radius": "Norms",
    "mean": "Mean",
    "scale": "Marginal scale",
    "correlations": "Correlations",
    "directions": "Directions",
    "coupling": "Joint distribution",
    "dependence": "Dependence of frequencies",
    "phases": "Phases",
    "discrepancy": "Discrepancy",
    "bias": "Bias",
    "variance": "Variance",
    "error": "Error of one draw",
    "rate": "Convergence rate",
}
"""The name of each diagnostic, and what the screen calls it."""
COMPARED = DIAGNOSTICS | {"error": "Mean squared error"}
"""What the screen calls each diagnostic where A is compared with B."""
OF_DISTRIBUTION = frozenset({"weights", "radius", "mean", "scale", "correlations", "coupling", "directions", "bias"})
"""The diagnostics of the frequencies' distribution and of the mean of k̂."""


@dataclass(frozen=True)
class Finding:
    """The result of one diagnostic.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : str
        One of `statuses`, ordered from worst to best.
    remarks : tuple of Remark
        The observation, then its likely cause, and why it is intended if it is: codes with numbers.
    """

    statuses: ClassVar[tuple[str, ...]]

    diagnostic: str
    status: str
    remarks: tuple[Remark, ...]

    @property
    def code(self) -> str:
        """Code of the first remark, a key of `rffviz.diagnose.sentences.SENTENCES`."""
        return self.remarks[0].code

    @property
    def sentence(self) -> str:
        """All remarks as text."""
        return " ".join(map(str, self.remarks))

    @property
    def printed(self) -> str:
        """What a terminal or a notebook calls the status."""
        return _PRINTED.get(self.status, self.status)

    @property
    def short(self) -> str:
        """The first remark in short form, for a title; empty without problems."""
        return self.remarks[0].short

    @property
    def cells(self) -> Cells:
        """What was observed beside what is expected: of the first remark, empty where nothing is flagged."""
        return self.remarks[0].cells

    @property
    def rank(self) -> tuple[int, bool, float]:
        """Sort key: the worst status first."""
        return self.statuses.index(self.status), True, 0.0


@dataclass(frozen=True)
class Verdict(Finding):
    """The verdict of one diagnostic on a scheme.

    "design" is a deviation that the scheme declares; "costly" is unbiased with a larger variance than Monte Carlo;
    "unknown" is inconclusive for lack of data.

    Attributes
    ----------
    severity : float
        The size of the effect, from 0 to 1; 0 without problems.
    length_scale : float, optional
        That at which the error was found, if not at the given one.
    """

    statuses = (ERROR, COSTLY, DESIGN, UNKNOWN, FINE)

    severity: float
    length_scale: float | None = None

    @property
    def short(self) -> str:
        """The first remark in short form, and the length scale if it is not the given one."""
        said = super().short
        return f"{said} at ℓ = {self.length_scale:.3g}" if said and self.length_scale else said

    @property
    def accuses(self) -> bool:
        """Whether it reports a deviation, be it declared, costly or an error."""
        return self.status in (ERROR, COSTLY, DESIGN)

    @property
    def rank(self) -> tuple[int, bool, float]:
        """Sort key: the worst status first, then errors of a known cause, then the largest effect."""
        known = self.status == ERROR and any(each.code in CAUSES for each in self.remarks)
        return self.statuses.index(self.status), not known, -self.severity


@dataclass(frozen=True)
class Difference(Finding):
    """The result of one diagnostic for A compared with B.

    "same" means that no difference was detected; the sentence gives the detectable size.

    Attributes
    ----------
    p_value : float
        Of Student's test over seeds, Bonferroni over all that the diagnostic looks at; nan where there is no test.
    """

    statuses = (DIFFERENT, UNKNOWN, SAME)

    p_value: float

    @property
    def in_distribution(self) -> bool:
        """Whether the distributions differ; those of two correct schemes never do."""
        return self.status == DIFFERENT and self.diagnostic in OF_DISTRIBUTION | {"phases"}


Found = TypeVar("Found", bound=Finding)


class Findings(Generic[Found]):
    """Base class of report and comparison: findings by name, as a table, text, HTML and JSON."""

    about: About
    seeds: tuple[int, ...]
    _field: ClassVar[str]  # name of the field with the findings
    _number: ClassVar[str]  # the number that each has
    _names: ClassVar[dict[str, str]]

    def __getitem__(self, diagnostic: str) -> Found:
        """The finding of the diagnostic of that name."""
        for each in self._found:
            if each.diagnostic == diagnostic:
                return each
        raise KeyError(diagnostic)

    def of(self, status: str) -> tuple[Found, ...]:
        """The findings with this status."""
        return tuple(each for each in self._found if each.status == status)

    def to_frame(self) -> dict[str, list[Any]]:
        """A dict of columns for `pandas.DataFrame`: diagnostic, status, severity or p_value, sentence."""
        columns = ("diagnostic", "status", self._number, "sentence")
        return {name: [getattr(each, name) for each in self._found] for name in columns}

    def to_html(self, file: str | Path | None = None) -> str | None:
        """The report as one page of HTML that asks nothing of another machine: see `rffviz.explorer.report`.

        It also has error curves, the cost of a draw and cells of the survey, which are measured now: up to two minutes
        for d = 64 and 256 frequencies.

        Parameters
        ----------
        file : str or Path, optional
            File to write, atomically.

        Returns
        -------
        str or None
            The page, if no file is given.

        Raises
        ------
        ValueError
            If a comparison does not hold what was compared.
        OSError
            Where the file cannot be written.
        """
        if file is None:
            return page_of(self)
        check_writable(file)  # before anything is measured
        write_whole(file, page_of(self))
        return None

    def __str__(self) -> str:
        """A line for each diagnostic, for a terminal."""
        wide = max(map(len, self._names.values()))
        status = max(len(_PRINTED.get(name, name)) for each in self._found for name in each.statuses)
        rows = [
            f"  {self._names[each.diagnostic]:<{wide}}  {each.printed:<{status}}  {each.sentence}"
            for each in self._found
        ]
        return "\n".join([self._title, *rows, *(f"  {line}" for line in self._closing)])

    def _repr_html_(self) -> str:
        """The same as a table, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(self._names[each.diagnostic])}</td><td><b>{each.printed}</b></td>"
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
        """The text below the table."""
        return ()

    @property
    def _where(self) -> str:
        """The kernel, the sizes and the seeds, for the title."""
        n_freqs, n_seeds = self.about.settings["n_freqs"], len(self.seeds)
        return f"{self.about.kernel!r}, d = {self.about.d}, {n_freqs} frequencies, {n_seeds} seed{'s' * (n_seeds != 1)}"

    @property
    def _measured_on(self) -> dict[str, Any]:
        return {
            "kernel": a_kernel(self.about.kernel).name,
            "parameters": a_kernel(self.about.kernel).get_params(),
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
    """None for nan or infinity, which JSON cannot represent."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
