"""The mathematics of the diagnostics of a sampling scheme."""

from __future__ import annotations

import math

import numpy as np

from rffviz.diagnose import ALARM, BiasAndVariance, Directions, ErrorField, FrequencyCloud, Moments, RadiusLaw
from rffviz.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.words.mathematics.start import PAIRED_VARIANCE

_LAWS = {
    "gaussian": (r"\omega_i\sim N(0,\ell^{-2})", r"\ell\|\omega\|\sim\chi_d"),
    "matern": (
        r"\omega=\frac{g}{\ell}\sqrt{\frac{2\nu}{u}},\quad g\sim N(0,I),\ u\sim\chi^2_{2\nu}",
        r"\frac{(\ell\|\omega\|)^2}{2\nu}\sim\mathrm{BetaPrime}\big(\tfrac d2,\nu\big)",
    ),
    "rational_quadratic": (
        r"\omega\mid\tau\sim N(0,\tau I),\quad \tau\sim\mathrm{Gamma}(\alpha,\ \text{rate }\alpha\ell^2)",
        r"\|\omega\|\mid\tau\sim\sqrt\tau\,\chi_d",
    ),
    "exponential_power": (
        r"\omega=\frac{\sqrt{2S}}{\ell}\,g,\quad g\sim N(0,I),\ \mathbb{E}\,e^{-sS}=e^{-s^{\alpha/2}}",
        r"\ell\|\omega\|\mid S\sim\sqrt{2S}\,\chi_d",
    ),
    "generalised_cauchy": (
        r"\omega=\frac{\sqrt{2S}}{\ell}\,g,\quad g\sim N(0,I),"
        r"\ \mathbb{E}\,e^{-sS}=(1+s^{\alpha/2})^{-\beta/\alpha}",
        r"\ell\|\omega\|\mid S\sim\sqrt{2S}\,\chi_d",
    ),
    "laplacian": (
        r"\omega_i\sim\mathrm{Cauchy}(0,1/\ell)",
        r"\|\omega\|^2=\textstyle\sum_i\omega_i^2,\quad \omega_i\sim\mathrm{Cauchy}(0,1/\ell)",
    ),
    "cauchy": (
        r"\omega_i\sim\mathrm{Laplace}(0,1/\ell)",
        r"\|\omega\|^2=\textstyle\sum_i\omega_i^2,\quad \omega_i\sim\mathrm{Laplace}(0,1/\ell)",
    ),
}
"""Of each kernel by name: the law of a frequency, and that of its length."""


def cloud_mathematics(record: FrequencyCloud) -> Mathematics:
    """The law of the frequencies, their points in the cube, and what unequal weights and repeats cost."""
    return Mathematics(
        "Frequencies drawn from the spectrum become uniform, coordinate by coordinate, under their distribution "
        "function.",
        (
            kernel_formula(record.kernel),
            *_law(record, 0),
            Formula(r"u_i=F(\omega_i),\qquad F(t)=\Pr(\omega_i\le t)"),
            formula(r"\Pr(|\omega_i|\le <r>)=0.99", r=record.reach),
            r"The estimate is $\hat k(\delta)=\sum_jp_j\cos\omega_j^\top\delta$. ω and −ω have the same cosine "
            r"and count "
            "as one frequency. With independent frequencies its variance is that of so many equal weights:",
            formula(
                r"n_{\mathrm{eff}}=\frac{(\sum_jp_j)^2}{\sum_jp_j^2}=<n>,\qquad D=<m>",
                n=record.n_effective,
                m=record.n_freqs,
            ),
            formula(r"\hat k(0)=\textstyle\sum_jp_j=<w>", w=record.total_weight),
        ),
        "Rahimi & Recht 2007, Theorem 1; effective sample size: Kish 1965",
    )


def radius_mathematics(record: RadiusLaw) -> Mathematics:
    """The law of the lengths, the largest gap to it, and the test's probability."""
    lines = [
        kernel_formula(record.kernel),
        *_law(record, 1),
        formula(
            r"\mathbb{E}\|\omega\|^2=\sigma_p^2=<s>,\qquad d=<d>", s=record.kernel.second_moment(record.d), d=record.d
        ),
        "The test looks at the largest gap between the share of the weight up to a length and the law F of lengths:",
        formula(
            r"\Delta=\sup_r\Big|\sum_jp_j\mathbf{1}[\|\omega_j\|\le r]-F(r)\Big|=<gap>,\quad\text{at } r=<at>",
            gap=record.distance,
            at=record.at,
        ),
    ]
    if not math.isnan(record.p_value):
        root = math.sqrt(record.n_effective)
        lines += [
            Formula(r"\Pr(\text{gap}\ge\Delta)\approx Q(t)=2\sum_{i\ge1}(-1)^{i-1}e^{-2i^2t^2}"),
            formula(
                r"t=\Big(\sqrt{<n>}+0.12+\frac{0.11}{\sqrt{<n>}}\Big)\times <gap>=<t>",
                n=record.n_effective,
                gap=record.distance,
                t=(root + 0.12 + 0.11 / root) * record.distance,
            ),
            formula(r"Q(t)=<p>", p=record.p_value),
        ]
    return Mathematics(
        "If the estimate is right on average, the lengths of the frequencies have the kernel's law: a Fourier "
        "transform "
        "has one measure only.",
        tuple(lines),
        "Kolmogorov 1933; the finite-sample correction: Stephens 1970",
    )


def directions_mathematics(record: Directions) -> Mathematics:
    """The law of the cosines, the largest eigenvalue of the axes, and Bingham's test."""
    if record.d == 1:
        return Mathematics(
            "In one dimension a frequency has a sign and no direction, and the cosine does not see the sign.",
            (Formula(r"\cos(-\omega\delta)=\cos(\omega\delta)"),),
            "Rahimi & Recht 2007, Theorem 1",
        )
    lines = [
        r"For independent uniform directions $u_j=\omega_j/\|\omega_j\|$ the cosine $t=u_i^\top u_j$ has the law",
        Formula(r"\tfrac{1+t}{2}\sim\mathrm{Beta}\big(\tfrac{d-1}{2},\tfrac{d-1}{2}\big)"),
        formula(r"\operatorname{Var}t=\frac1d=\frac{1}{<d>}=<v>", d=record.d, v=1 / record.d),
        "Even axes make the matrix of their second moments the identity. Its largest eigenvalue is one axis's share:",
        formula(
            r"\lambda_{\max}\Big(d\sum_jp_ju_ju_j^\top\Big)=<top>,\qquad\text{usual: }"
            r"\Big(1+\sqrt{d/n_{\mathrm{eff}}}\Big)^2=<usual>",
            top=record.largest_eigenvalue,
            usual=record.expected_eigenvalue,
        ),
    ]
    if not math.isnan(record.p_value):
        lines += [
            r"Bingham's statistic S is the excess of $\sum_{i\ne j}p_ip_j(u_i^\top u_j)^2$ over its mean, "
            r"scaled to the "
            r"mean and variance of $\chi^2$:",
            formula(
                r"\frac{(d-1)(d+2)}{2}=\frac{(<d>-1)(<d>+2)}{2}=<nu>",
                d=record.d,
                nu=record.degrees,
            ),
            formula(
                r"S=<s>,\qquad\Pr(\chi^2_{<nu>}\ge S)=<p>", s=record.statistic, nu=record.degrees, p=record.p_value
            ),
        ]
    return Mathematics(
        "An isotropic kernel's frequencies point in all directions alike."
        if record.isotropic
        else "This kernel is not isotropic: its directions are not uniform, and the law below is not its own.",
        tuple(lines),
        "Bingham 1974; Mardia & Jupp 2000, section 10.7.1 (not verified against the paper)",
    )


def moments_mathematics(record: Moments) -> Mathematics:
    """The second moments, a scale that exists for heavy tails, and the thresholds of both tests."""
    d, worst = record.d, int(np.argmax(np.abs(record.spread_z)))
    lines = [
        formula(r"\mathbb{E}\omega_i^2=\frac{\sigma_p^2}{d}=<t>", t=record.target),
        formula(r"\frac1d\sum_i\sum_jp_j\omega_{ji}^2=<m>,\qquad d=<d>", m=float(record.second.mean()), d=d),
        r"Heavy tails have no second moment, but probabilities always have moments. With F the distribution function "
        r"of $|\omega_i|$ under the law, $F(|\omega_i|)$ is uniform:",
        formula(
            r"s_i=\sum_jp_jF(|\omega_{ji}|)\ \text{ should be }\ \tfrac12;\qquad s_{<i>}=<s>,\quad z_{<i>}=<z>",
            i=worst + 1,
            s=record.spread[worst],
            z=record.spread_z[worst],
        ),
        f"Under the law |z| exceeds its threshold for one of the d coordinates in {1 / ALARM:,.0f} samples once:",
        formula(
            r"\Phi^{-1}\Big(1-\frac{<alarm>}{2\times <d>}\Big)=<limit>", alarm=ALARM, d=d, limit=record.spread_threshold
        ),
    ]
    if record.pair is not None:
        i, j = record.pair
        lines += [
            r"Correlations are those of $v_i=2F(\omega_i)-1$, F here the distribution function of the coordinate "
            "itself; over all pairs of coordinates the largest in its standard errors, and its threshold, are",
            formula(
                r"r_{<i>,<j>}=\frac{\sum_jp_jv_iv_l}{\sqrt{\sum_jp_jv_i^2\,\sum_jp_jv_l^2}}=<r>,\quad z=<z>",
                i=i + 1,
                j=j + 1,
                r=record.largest,
                z=record.correlation_z[i, j],
            ),
            formula(
                r"\Phi^{-1}\Big(1-\frac{<alarm>}{<d>\times(<d>-1)}\Big)=<limit>",
                alarm=ALARM,
                d=d,
                limit=record.correlation_threshold,
            ),
        ]
    return Mathematics(
        "Every coordinate of a frequency has the same scale, and no two are correlated.",
        tuple(lines),
        "Thresholds: Bonferroni; sums over symmetric terms: Efron 1969",
    )


def field_mathematics(record: ErrorField) -> Mathematics:
    """The error over the plane, and its largest value beside Monte Carlo's standard deviation there."""
    at = np.unravel_index(np.argmax(np.abs(record.error)), record.error.shape)
    sigma = record.sigma[at]
    return Mathematics(
        "The estimate depends on δ = x − y alone, so that its error is a field over the plane of differences.",
        (
            Formula(r"e(\delta)=\sum_jp_j\cos(\omega_j^\top\delta)-k(\delta),\qquad e(-\delta)=e(\delta)"),
            kernel_formula(record.kernel),
            "For as many independent draws of equal weight the field has mean 0, is exact at δ = 0, and has the "
            "variance",
            PAIRED_VARIANCE,
            said(r"Of the field shown, with $D=<m>$, the largest value is", m=record.n_freqs),
            formula(r"\max|e|=<e>,\qquad\sigma\text{ there}=<s>", e=record.largest, s=sigma),
            formula(r"\mathrm{RMS}(e)=<r>", r=record.rms),
        ),
        "Sutherland & Schneider 2015, section 2 (not verified against the paper)",
    )


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


def _law(record, which: int) -> tuple[Formula, ...]:
    """The law of a frequency (0) or of its length (1), where the kernel's is known."""
    found = _LAWS.get(record.kernel.name)
    return (Formula(found[which]),) if found else ()
