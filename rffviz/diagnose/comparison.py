"""What is found where a scheme stands beside a reference: what differs, and the ratio of their errors."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from rffviz.about import About
from rffviz.diagnose.sentences import Remark
from rffviz.diagnose.verdict import DIAGNOSTICS

DIFFERENT, SAME, UNKNOWN = "different", "same", "unknown"
STATUSES = (DIFFERENT, UNKNOWN, SAME)
"""Those that differ first."""
COMPARED = DIAGNOSTICS | {"error": "Mean square error"}
"""What the screen calls each diagnostic where A is compared with B."""
_LAW = ("weights", "radius", "mean", "scale", "correlations", "coupling", "directions", "bias")


@dataclass(frozen=True)
class Difference:
    """What one diagnostic says of A beside B.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : {"different", "same", "unknown"}
        "same": no difference found; the sentence says how large a one would have been.
    p_value : float
        Of Student's test over seeds, Bonferroni over all that the diagnostic looks at; nan where there is no test.
    remarks : tuple of Remark
    """

    diagnostic: str
    status: str
    p_value: float
    remarks: tuple[Remark, ...]

    @property
    def sentence(self) -> str:
        """All of it in plain words."""
        return " ".join(map(str, self.remarks))


@dataclass(frozen=True, eq=False)
class Comparison:
    """A beside B.

    Attributes
    ----------
    about, reference : About
        What A and B are, with kernel, d and n_freqs.
    seeds : tuple of int
        Those drawn from both.
    grouped : tuple of str
        Which of "A" and "B" has no other seeds: its rows were cut into groups, each taken as a draw.
    differences : tuple of Difference
        Those that differ first.
    ratio, low, high : float
        A's mean square error of k̂ divided by B's, with a 95 % interval; where one side has no other seeds, an interval
        for one draw of the other; nan where neither has.
    distance : ndarray of shape (t,)
        ‖δ‖, averaged over the lines.
    rms, rms_reference, monte_carlo : ndarray of shape (t,)
        Root mean square of k̂ − k over lines and seeds for A, for B, and what Monte Carlo has.
    margin, margin_reference : ndarray of shape (t,)
        Half the width of their 95 % intervals over seeds; nan where there is one draw.
    same_draws : int
        Seeds that give the same frequencies in A and in B, to 12 digits.
    furthest : float
        Over the seeds, the largest difference of a coordinate, as a share of the largest coordinate; nan where the
        shapes differ.
    finished : bool
        Whether no more seeds are drawn.
    """

    about: About
    reference: About
    seeds: tuple[int, ...]
    grouped: tuple[str, ...]
    differences: tuple[Difference, ...]
    ratio: float
    low: float
    high: float
    distance: np.ndarray
    rms: np.ndarray
    rms_reference: np.ndarray
    monte_carlo: np.ndarray
    margin: np.ndarray
    margin_reference: np.ndarray
    same_draws: int
    furthest: float
    finished: bool = True

    @property
    def same(self) -> bool:
        """Whether no diagnostic of the law differs: two versions of one scheme pass, whatever their error is."""
        return not any(map(self.of_the_law, self.differences))

    @property
    def identical(self) -> bool:
        """Whether every seed gives the same frequencies in both."""
        return self.same_draws == len(self.seeds) > 0

    @property
    def better(self) -> str:
        """ "A" or "B": which has the smaller error, beyond chance; empty where neither has."""
        if self["error"].status != DIFFERENT:
            return ""
        return "A" if self.ratio < 1 else "B"

    def of_the_law(self, each: Difference) -> bool:
        """Whether the distributions differ; those of two correct schemes never do."""
        return each.status == DIFFERENT and each.diagnostic in _LAW

    def __getitem__(self, diagnostic: str) -> Difference:
        """What one diagnostic says, by its name."""
        for each in self.differences:
            if each.diagnostic == diagnostic:
                return each
        raise KeyError(diagnostic)

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain numbers, words and lists; what is not known is None."""
        names = ("diagnostic", "status", "p_value", "sentence")
        return {
            "scheme": self.about.sampler or self.about.data,
            "reference": self.reference.sampler or self.reference.data,
            "kernel": self.about.kernel.name,
            "parameters": self.about.kernel.get_params(),
            "d": self.about.d,
            "n_freqs": self.about.settings["n_freqs"],
            "seeds": list(self.seeds),
            "same": self.same,
            "identical": self.identical,
            "mean_square_error_ratio": _known(self.ratio),
            "interval": [_known(self.low), _known(self.high)],
            "differences": [
                dict(zip(names, (d.diagnostic, d.status, _known(d.p_value), d.sentence), strict=True))
                for d in self.differences
            ],
        }

    def __str__(self) -> str:
        """A line for each diagnostic, for a terminal."""
        wide = max(len(name) for name in COMPARED.values())
        a, b = self.about.sampler or self.about.data, self.reference.sampler or self.reference.data
        where = f"{self.about.kernel!r}, d = {self.about.d}, {self.about.settings['n_freqs']} frequencies"
        rows = [f"  {COMPARED[v.diagnostic]:<{wide}}  {v.status:<9}  {v.sentence}" for v in self.differences]
        return "\n".join([f"A: {a}, B: {b} ({where}, {len(self.seeds)} seeds)", *rows])

    def _repr_html_(self) -> str:
        """The same, for a notebook."""
        first, *rows = str(self).splitlines()
        return f"<p><b>{escape(first)}</b></p><pre>{escape(chr(10).join(rows))}</pre>"


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
