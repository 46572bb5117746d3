"""The theorems and methods that the package attributes to its sources, what of them was checked, and in which text."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

CHECKED, SECONDARY, SIMULATED, NOT_VERIFIED = "checked", "secondary", "simulated", "not verified"
MARK = "not verified against the paper"
"""What stands beside a number that was looked up in no text."""


@dataclass(frozen=True)
class Attribution:
    """One statement attributed to one source, and what of it was checked.

    Attributes
    ----------
    source : str
        Authors and year, as a docstring names them.
    what : str
        "Theorem 1"; empty where a method is named without a number.
    status : {"checked", "secondary", "simulated", "not verified"}
        Checked against the source itself; against another text; the formula confirmed by a test but its number not
        looked up; or none of these.
    against : str
        The text that was read, or the test: a file and a function.
    checked : str
        What was checked, and what was found to differ.
    where : tuple of str
        The modules of the package that mention it.
    """

    source: str
    what: str
    status: str
    against: str
    checked: str
    where: tuple[str, ...]

    @property
    def looked_up(self) -> bool:
        """Whether it was checked in some text."""
        return self.status in (CHECKED, SECONDARY)


def _read() -> tuple[Attribution, ...]:
    with Path(__file__).with_name("attributions.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Attribution(**{**row, "where": tuple(row["where"].split(", "))}) for row in rows)  # type: ignore[arg-type]


ATTRIBUTIONS = _read()
"""One line of `attributions.tsv` is one entry."""
