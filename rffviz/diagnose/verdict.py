"""What one diagnostic says of a scheme: in order, by design, right but costly, or a fault."""

from __future__ import annotations

from dataclasses import dataclass

from rffviz.diagnose.sentences import Remark

FINE, DESIGN, COSTLY, FAULT, UNKNOWN = "fine", "design", "costly", "fault", "unknown"
STATUSES = (FAULT, COSTLY, DESIGN, UNKNOWN, FINE)
"""From the worst to the best."""

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


@dataclass(frozen=True)
class Verdict:
    """What one diagnostic says.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : {"fault", "costly", "design", "unknown", "fine"}
        "design": off, and the scheme declares it; "costly": right on average, with a larger variance than Monte
        Carlo's; "unknown": there is nothing to go by.
    severity : float
        The size of the effect, from 0 to 1; 0 where nothing is off.
    remarks : tuple of Remark
        What is seen, then what it looks like, and what excuses it where something does: codes with numbers.
    """

    diagnostic: str
    status: str
    severity: float
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
    def rank(self) -> tuple[int, float]:
        """What verdicts are sorted by: the worst status first, then the largest effect."""
        return STATUSES.index(self.status), -self.severity
