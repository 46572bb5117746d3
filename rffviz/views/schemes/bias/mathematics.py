"""The mathematics of the view “Bias and variance”."""

from __future__ import annotations

from rffviz.diagnose import ALARM, BiasAndVariance
from rffviz.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.words.mathematics.record import Formula, Mathematics, formula, said


def bias_mathematics(record: BiasAndVariance) -> Mathematics:
    """The mean error in its standard errors and the variance beside Monte Carlo's, at the most telling distance."""
    w = record.worst
    values = {"R": record.n_seeds, "t": record.distance[w], "mean": record.mean_error[w], "m": record.n_freqs}
    values |= {"k": record.exact[w], "mc": record.monte_carlo[w], "var": record.variance[w]}
    lines = [
        r"Over R seeds the mean of $\hat k-k$ estimates the bias, and the sample variance $s^2$ the variance:",
        Formula(r"\bar e(\delta)=\frac1R\sum_{r=1}^{R}\hat k_r(\delta)-k(\delta),\qquad z=\frac{\bar e}{s/\sqrt R}"),
        PAIRED_VARIANCE,
    ]
    if record.randomised:
        n = len(record.z)
        values |= {
            "se": record.standard_error[w],
            "z": record.z[w],
            "limit": record.threshold,
            "n": n,
            "f": record.n_seeds - 1,
        }
        values |= {"alarm": ALARM, "ratio": record.ratio[w], "low": record.ratio_low[w], "high": record.ratio_high[w]}
        values["plain"] = record.mean_error[w] / record.standard_error[w] if record.standard_error[w] else 0.0
        lines += [
            said(r"The most telling distance is $\|\delta\|=<t>$, where $k=<k>$; $R=<R>$ and $D=<m>$:", **values),
            formula(r"\frac{\bar e}{s/\sqrt R}=\frac{<mean>}{<se>}=<plain>", **values)
            if record.standard_error[w] > 0
            else formula(r"\bar e=<mean>,\qquad s=0", **values),
            said(
                r"Johnson's correction for a skewed law, made where it brings z nearer to 0, gives $z=<z>$. For an "
                "unbiased scheme |z| exceeds",
                **values,
            ),
            formula(r"t_{<f>}^{-1}\Big(1-\frac{<alarm>}{2\times <n>}\Big)=<limit>", **values),
            said(
                rf"at one of the $<n>$ distances in one sample of {1 / ALARM:,.0f}. The variance beside Monte Carlo's:",
                **values,
            ),
            formula(
                r"\frac{s^2}{\operatorname{Var}_{\mathrm{MC}}}=\frac{<var>}{<mc>}=<ratio>\in[<low>,\ <high>]", **values
            ),
        ]
    else:
        lines += [
            said(
                r"This scheme gives one estimate for every seed: its error at $\|\delta\|=<t>$ is fixed at "
                r"$<mean>$, and "
                r"Monte Carlo's variance there is $<mc>$.",
                **values,
            )
        ]
    return Mathematics(
        "A scheme is unbiased if its estimate is k on average over seeds; what it gains is read from the ratio of its "
        "variance to Monte Carlo's.",
        tuple(lines),
        "Johnson 1978 (modified t); Monte Carlo's variance: Sutherland & Schneider 2015, section 2 (not "
        "verified against the paper)",
    )
