"""The mathematics of comparing two schemes seed by seed."""

from __future__ import annotations

from scipy import stats

from rffviz.diagnose import ALARM, Comparison
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said


def difference_mathematics(record: Comparison) -> Mathematics:
    "The paired test, its threshold, and the ratio of mean squared errors with its interval."
    n = len(record.seeds)
    lines: list[str | Formula] = [
        kernel_formula(record.about.kernel),
        "A statistic T, a mean over the frequencies of a draw, is computed from both draws of every seed. The test is "
        "whether its differences have mean 0, so dependent frequencies and random numbers shared by A and B do not "
        "invalidate it:",
        Formula(r"\Delta_r=T_A(r)-T_B(r),\qquad z=\frac{\bar\Delta}{s_\Delta/\sqrt R}"),
    ]
    if n > 1:
        lines += [
            said("With $R=<n>$, a single statistic differs beyond chance if |z| exceeds", n=n),
            formula(
                r"t_{<f>}^{-1}\Big(1-\frac{<alarm>}{2}\Big)=<limit>",
                f=n - 1,
                alarm=ALARM,
                limit=float(stats.t.isf(ALARM / 2, n - 1)),
            ),
            "and for the largest of several the level is divided by their number (Bonferroni).",
        ]
    lines.append("Squared errors over all lines and distances, in units of the variance of Monte Carlo, give the ratio")
    if record.low < record.high:
        values = {"ratio": record.ratio, "low": record.low, "high": record.high}
        ratio = r"\frac{\operatorname{MSE}_A}{\operatorname{MSE}_B}=<ratio>\in[<low>,\ <high>]"
        lines.append(formula(ratio, **values))
    else:
        lines.append(formula(r"\frac{\operatorname{MSE}_A}{\operatorname{MSE}_B}=<ratio>", ratio=record.ratio))
    return Mathematics(
        "Two schemes for one kernel may differ in the dependence between frequencies and in their error, but "
        "not in the distribution of one frequency.",
        tuple(lines),
        "Student 1908 (paired test); Bonferroni; variance of a ratio of means: the delta method",
    )
