"""The mathematics of the view “Bias and variance”."""

from __future__ import annotations

from rffviz.diagnose import ALARM, BiasAndVariance
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula, said
from rffviz.theory import orthogonal_variance


def bias_mathematics(record: BiasAndVariance) -> Mathematics:
    "The mean error in its standard errors and the ratio of the variance to that of Monte Carlo, at one distance."
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
            said(
                r"The evidence of bias is strongest at $\|\delta\|=<t>$, where $k=<k>$; $R=<R>$ and $D=<m>$:", **values
            ),
            formula(r"\frac{\bar e}{s/\sqrt R}=\frac{<mean>}{<se>}=<plain>", **values)
            if record.standard_error[w] > 0
            else formula(r"\bar e=<mean>,\qquad s=0", **values),
            said(
                "Johnson's correction for skewness, applied where it brings z closer to 0, gives $z=<z>$. For an "
                "unbiased scheme |z| exceeds",
                **values,
            ),
            formula(r"t_{<f>}^{-1}\Big(1-\frac{<alarm>}{2\times <n>}\Big)=<limit>", **values),
            said(
                rf"at any of the $<n>$ distances in one of {1 / ALARM:,.0f} samples. The ratio of the variance to "
                "that of Monte Carlo:",
                **values,
            ),
            formula(
                r"\frac{s^2}{\operatorname{Var}_{\mathrm{MC}}}=\frac{<var>}{<mc>}=<ratio>\in[<low>,\ <high>]", **values
            ),
        ]
    else:
        lines += [
            said(
                r"This scheme is deterministic: its error at $\|\delta\|=<t>$ is $<mean>$ for every seed; the "
                "variance of Monte Carlo there is $<mc>$.",
                **values,
            )
        ]
    if record.gain:
        lines += _orthogonal(record)
    return Mathematics(
        "A scheme is unbiased if the mean of its estimate over seeds is k; its gain is the ratio of its variance to "
        "that of Monte Carlo.",
        tuple(lines),
        "Johnson 1978 (modified t); the variance of Monte Carlo: Sutherland & Schneider 2015, section 2 (not "
        "verified against the paper)",
    )


def _orthogonal(record: BiasAndVariance) -> Lines:
    """Why orthogonal frequencies help near pairs, and their exact variance at ℓ and 3ℓ over that of Monte Carlo."""
    d, m, ell = record.d, record.n_freqs, record.kernel.length_scale
    lines: Lines = [
        r"Near 0 the error is that of $\sum_j(\omega_j^\top\delta)^2$, since $\cos a\approx 1-a^2/2$. In a block "
        "directions are orthogonal, so only the norms and how δ is shared among d directions vary:",
        formula(
            r"\frac{\operatorname{Var}_{\text{orth}}\sum_{j=1}^d(\omega_j^\top\delta)^2}"
            r"{\operatorname{Var}_{\mathrm{MC}}\sum_{j=1}^d(\omega_j^\top\delta)^2}=\frac{3}{<d>+2}=<near>",
            d=d,
            near=3 / (d + 2),
        ),
        r"At any distance two frequencies of one block have cosines with covariance $c$, where ${}_1F_1$ is the "
        "confluent hypergeometric function. Blocks have b = d frequencies, the last one what is left:",
        Formula(
            r"\operatorname{Var}_{\text{orth}}\hat k(\delta)=\operatorname{Var}_{\mathrm{MC}}\hat k(\delta)"
            r"+\frac{c(\delta)}{D^2}\sum_{\text{blocks}}b(b-1),\qquad "
            r"c(\delta)={}_1F_1\big(d;\tfrac d2;-\tfrac{\|\delta\|^2}{2\ell^2}\big)-k(\delta)^2"
        ),
    ]
    for times, where in ((1, r"\ell"), (3, r"3\ell")):
        orthogonal, independent = (orthogonal_variance(times * ell, each, m, ell) for each in (d, 1))
        lines += [
            rf"At $\|\delta\|={where}$:",
            formula(
                r"\frac{\operatorname{Var}_{\text{orth}}}{\operatorname{Var}_{\mathrm{MC}}}=\frac{<a>}{<b>}=<ratio>",
                a=orthogonal,
                b=independent,
                ratio=orthogonal / independent,
            ),
        ]
    return lines
