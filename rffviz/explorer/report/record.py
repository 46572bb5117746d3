"""The record behind a report: what was measured of a scheme, and why a part is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rffviz.diagnose import Comparison, Report
from rffviz.explorer.report.cost import DrawCost
from rffviz.measure import Convergence, ErrorRatio
from rffviz.papers.survey_record import SeenSurvey


@dataclass(frozen=True, eq=False)
class SchemeReport:
    """All that a report shows of a scheme.

    Attributes
    ----------
    report : Report
        The verdicts of the debugger.
    comparison : Comparison or None
        With another scheme, if one is given.
    called : str
        The name of the scheme among the others, as that of a function may be taken; empty for given frequencies.
    explanation : str
        Of the scheme, or the docstring of the function.
    randomised : bool
        Whether other seeds give other frequencies.
    convergence : Convergence or None
        Error curves of the scheme, of the other one, of Monte Carlo, orthogonal frequencies and scrambled Sobol'.
    ratios : tuple of ErrorRatio
        Of each of the other curves and the scheme's to Monte Carlo.
    cost : DrawCost or None
    surveys : tuple of SeenSurvey
        One a dataset: the stored survey, with the scheme's own cells.
    own_errors : mapping of (str, float) to (float, float)
        The scheme's kernel error in the survey by dataset and D/d: mean and standard deviation over seeds.
    left_out : mapping of str to str
        Why "curve", "cost" or "survey" is missing; one sentence each.
    remarks : tuple of str
        Which of the schemes for comparison are missing, and why.
    again : str
        What makes the report again: a command, or a line of Python.
    versions : mapping of str to str
    date, machine : str
        In UTC; architecture and cores.
    """

    report: Report
    comparison: Comparison | None
    called: str
    explanation: str
    randomised: bool
    convergence: Convergence | None
    ratios: tuple[ErrorRatio, ...]
    cost: DrawCost | None
    surveys: tuple[SeenSurvey, ...]
    own_errors: Mapping[tuple[str, float], tuple[float, float]]
    left_out: Mapping[str, str]
    remarks: tuple[str, ...]
    again: str
    versions: Mapping[str, str]
    date: str
    machine: str

    @property
    def ok(self) -> bool:
        """What the exit status says: no error found or, against another scheme, no difference of the distribution."""
        return self.report.ok if self.comparison is None else self.comparison.same
