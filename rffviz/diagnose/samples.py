"""One or two samples under the same diagnostic, drawn on the same axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rffviz.diagnose.bias import BiasAndVariance
from rffviz.diagnose.diagnose import Report
from rffviz.diagnose.sample import Diagnosed
from rffviz.diagnose.verdict import DIAGNOSTICS, Verdict
from rffviz.theory import OrthogonalGain

_NOTHING = (len(Verdict.statuses), 0.0)  # the rank of a sample without problems


@dataclass(frozen=True)
class Samples:
    """Reports of one diagnostic on one sample or several.

    Attributes
    ----------
    records : mapping of str to Diagnosed
        At least one, keyed by the letter of the sample, which may be empty for a single sample.
    judged : mapping of str to Report
        The verdicts of all diagnostics with the same keys; empty if not requested.
    finished : bool
        Whether the verdicts are final (all seeds drawn).
    first : tuple of str
        Diagnostics whose verdicts are listed first.
    """

    records: Mapping[str, Diagnosed]
    judged: Mapping[str, Report] = field(default_factory=dict)
    finished: bool = True
    first: tuple[str, ...] = ()

    def gravest(self, *diagnostics: str) -> dict[str, Verdict | None]:
        """`Report.gravest` of each sample, the worse sample first; restricted to ``first`` if given."""
        verdicts = {letter: side.gravest(*(self.first or diagnostics)) for letter, side in self.judged.items()}
        return dict(sorted(verdicts.items(), key=lambda item: item[1].rank if item[1] else _NOTHING))

    @property
    def accused(self) -> bool:
        """Whether a verdict reports a problem with one of the samples."""
        return any(self.gravest().values())

    @property
    def flagged(self) -> tuple[tuple[str, Verdict], ...]:
        """The verdicts that report a deviation, with the letters of their samples: ``first``, then the worst."""
        said = [(letter, each) for letter, side in self.judged.items() for each in side.verdicts if each.accuses]
        return tuple(sorted(said, key=lambda item: (item[1].diagnostic not in self.first, item[1].rank)))

    @property
    def least_ratio(self) -> tuple[str, str, float]:
        """The sample whose variance falls furthest below that of Monte Carlo, its `least_line`, and the ratio."""
        ratios = [
            (a, each.least_line, each.ratios[0])
            for a, each in self.records.items()
            if isinstance(each, BiasAndVariance) and each.spreads_less
        ]
        return min(ratios, key=lambda item: item[-1])

    @property
    def gained(self) -> bool:
        """Whether a variance is below that of Monte Carlo, and no sample has a problem."""
        return not self.accused and any(getattr(record, "spreads_less", False) for record in self.records.values())

    @property
    def gain(self) -> OrthogonalGain | None:
        """The first `Report.gain` of the samples."""
        return next(filter(None, (side.gain for side in self.judged.values())), None)

    @property
    def diagnostics(self) -> tuple[str, ...]:
        """Those with a verdict on one of the samples: ``first``, then the worst."""
        ranks: dict[str, list[tuple[int, bool, float]]] = {}
        for each in (verdict for side in self.judged.values() for verdict in side.verdicts):
            ranks.setdefault(each.diagnostic, []).append(each.rank)
        said = [name for name in DIAGNOSTICS if name in ranks]
        return tuple(sorted(said, key=lambda name: (name not in self.first, min(ranks[name]))))
