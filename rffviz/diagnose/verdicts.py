"""All verdicts on a scheme, the worst first."""

from __future__ import annotations

from collections.abc import Callable

from rffviz.diagnose.evidence import Evidence
from rffviz.diagnose.judge_error import judged_bias, judged_dependence, judged_error, judged_rate, judged_variance
from rffviz.diagnose.judge_law import (
    judged_correlations,
    judged_coupling,
    judged_directions,
    judged_discrepancy,
    judged_mean,
    judged_radius,
    judged_scale,
)
from rffviz.diagnose.judge_rows import (
    judged_extremes,
    judged_phases,
    judged_reproducibility,
    judged_rows,
    judged_weights,
)
from rffviz.diagnose.verdict import Verdict


def verdicts(evidence: Evidence) -> tuple[Verdict, ...]:
    """One verdict for each diagnostic that has something to say, the worst first.

    Notes
    -----
    Each diagnostic accuses at most a share `ALARM` of right schemes, in the long run, over all that it looks at. Over
    seeds a draw counts as one observation, so that no dependence between its rows has to be excused; one draw alone is
    compared with independent rows.
    """
    found = [judge(evidence) for judge in _JUDGES]
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.rank))


_JUDGES: tuple[Callable[[Evidence], Verdict | None], ...] = (
    judged_reproducibility,
    judged_rows,
    judged_weights,
    judged_extremes,
    judged_radius,
    judged_mean,
    judged_scale,
    judged_correlations,
    judged_directions,
    judged_coupling,
    judged_dependence,
    judged_phases,
    judged_discrepancy,
    judged_bias,
    judged_variance,
    judged_error,
    judged_rate,
)
