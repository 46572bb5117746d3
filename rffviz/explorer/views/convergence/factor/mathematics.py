"""The proof behind the bounds on the largest error: the net over a ball, and the sum over finitely many pairs."""

from __future__ import annotations

import math

from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula, said
from rffviz.studies.factor import Dissection
from rffviz.theory.tails import log_beta

_ONE_PAIR = {
    "paired": r"At one pair $\hat k$ is a mean of D independent values $\cos\omega_j^\top\delta$ in $[-1,1]$, and "
    "Hoeffding's inequality gives",
    "offset": r"At one pair $\hat k$ is a mean of D independent values in $[-2,2]$, and Hoeffding's inequality gives",
}
_REACH = {"paired": 1, "offset": 2}


def dissection_mathematics(record: Dissection) -> Mathematics:
    """The printed proof with this view's numbers, and the inequality that each step replaces."""
    c = _REACH[record.map]
    lines: Lines = [
        _ONE_PAIR[record.map],
        Formula(rf"\Pr(|\hat k-k|\ge t)\le 2\exp\Big(-\frac{{Dt^2}}{{{2 * c * c}}}\Big)"),
        "**Over a ball**",
        *_over_ball(record),
        "**Over the pairs of points**",
        *_over_pairs(record),
    ]
    return Mathematics(
        "A bound over a ball covers all differences that two points could have; a bound over pairs covers only those "
        "that occur.",
        tuple(lines),
        "Rahimi & Recht 2007, Claim 1 and appendix A (not verified against the paper); Sutherland & Schneider"
        " 2015, Propositions 1 and 2 (not verified against the paper); Boucheron, "
        "Lugosi & Massart 2013, theorems 2.8 and 2.10 and section 2.2 (not verified against the paper)",
    )


def _over_ball(record: Dissection) -> Lines:
    """The net, the Lipschitz constant, the union bound and the radius."""
    if math.isinf(record.sigma_p):
        return [
            "Between the centres of a net the error is bounded by its Lipschitz constant, and that by the second "
            "moment of the frequencies. For this kernel the second moment is infinite, and the proof fails here:",
            Formula(r"\sigma_p^2=\mathbb{E}\|\omega\|^2=-\operatorname{tr}\nabla^2k(0)=\infty"),
        ]
    if record.map == "offset":
        return [
            "The proof by Rahimi and Recht is for cos/sin pairs. With random phases the error depends on both "
            "points, not on their difference alone, so Sutherland and Schneider take a net over pairs of points:",
            *_sharper(record),
        ]
    d, size, s = record.about.d, record.diameter.value, record.sigma_p
    m, eta, e = record.steps[0].n_freqs, 1 - record.confidence, min(record.epsilon, s * size)
    log_first = math.log(2) + d * math.log(4 * size) - m * e * e / 8  # for κ₁; for κ₂ it is 2 ln(2σ_p/ε)
    log_r = (log_first - 2 * math.log(2 * s / e)) / (d + 2)
    values = {"d": d, "l": size, "s": s, "e": e, "m": m, "eta": eta, "r": math.exp(log_r)}
    values |= {"T": d * (math.log(4 * size) - log_r), "slope": (2 * math.exp(log_r) * s / e) ** 2}
    values |= {"hits": math.exp(log_first - d * log_r), "sum": 2 * (2 * math.exp(log_r) * s / e) ** 2}
    what = "the largest distance between two points" if record.diameter.exact else "the diagonal of the bounding box"
    return [
        rf"**1. A net.** The differences $x-y$ lie in a ball of radius $\operatorname{{diam}}$, {what}. At most T "
        "balls of radius r cover it:",
        formula(r"T=\Big(\frac{4\operatorname{diam}}{r}\Big)^d,\qquad \operatorname{diam}=<l>,\qquad d=<d>", **values),
        "**2. At the centres.** Hoeffding's inequality at each centre, for half of ε, and a union bound over the "
        "centres:",
        Formula(r"\Pr(\text{some centre}\ge\tfrac{\varepsilon}{2})\le 2T\exp\Big(-\frac{D\varepsilon^2}{8}\Big)"),
        "**3. Between the centres** the error grows by at most r times its Lipschitz constant $L$, with "
        r"$\mathbb{E}L^2\le\sigma_p^2$; by Markov's inequality",
        Formula(r"\Pr\Big(rL\ge\tfrac{\varepsilon}{2}\Big)\le\Big(\frac{2r\sigma_p}{\varepsilon}\Big)^2"),
        formula(r"\sigma_p=\sqrt{-\operatorname{tr}\nabla^2k(0)}=<s>", **values),
        "**4. The radius.** A small r needs many centres; a large r leaves large gaps between them. Rahimi and Recht "
        "make both terms equal:",
        Formula(
            r"\kappa_1r^{-d}+\kappa_2r^2,\qquad\kappa_1=2(4\operatorname{diam})^d\exp\Big(-\frac{D\varepsilon^2}{8}\Big),\qquad"
            r"\kappa_2=\Big(\frac{2\sigma_p}{\varepsilon}\Big)^2,\qquad r=\Big(\frac{\kappa_1}{\kappa_2}\Big)^{1/(d+2)}"
        ),
        said(r"At $D=<m>$ and $\varepsilon=<e>$ this is", **values),
        formula(
            r"r=\exp\Big(\frac{\ln 2+<d>\ln(4\times <l>)-<m>\times <e>^2/8-2\ln(2\times <s>/<e>)}{<d>+2}\Big)=<r>",
            **values,
        ),
        formula(r"\ln T=<d>\ln\Big(\frac{4\times <l>}{<r>}\Big)=<T>", **values),
        formula(r"\Big(\frac{2\times <r>\times <s>}{<e>}\Big)^2=<slope>", **values),
        formula(r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le <hits>+<slope>=<sum>", **values),
        "**5. As printed.** The sum is bounded by a constant and a power that do not depend on d:",
        Formula(
            r"2\kappa_1^{2/(d+2)}\kappa_2^{d/(d+2)}\le 2^8\Big(\frac{\sigma_p\operatorname{diam}}{\varepsilon}\Big)^2"
            r"\exp\Big(-\frac{D\varepsilon^2}{4(d+2)}\Big)"
        ),
        formula(
            r"D=\Big\lceil\frac{4(<d>+2)}{<e>^2}\ln\Big(\frac{2^8}{<eta>}\Big(\frac{<s>\times <l>}{<e>}\Big)^2\Big)"
            r"\Big\rceil=<m>",
            **values,
        ),
        "**6. Sharper constants.** Sutherland and Schneider minimise over r. The minimum has the constant "
        r"$\beta_d$, at most 66 in any dimension:",
        *_sharper(record),
    ]


def _sharper(record: Dissection) -> Lines:
    """Sutherland and Schneider's constants, loose and tight, solved for D."""
    offset, d, size, s = record.map == "offset", record.about.d, record.diameter.value, record.sigma_p
    asked = {step.name: step.n_freqs for step in record.steps}
    values = {"d": d, "l": size, "s": s, "eta": 1 - record.confidence, "beta": math.exp(log_beta(d, record.map))}
    values |= {"loose": asked["constants"], "tight": asked["radius"], "most": 98 if offset else 66}
    near = min(record.epsilon, s * size)
    width, power = ("32(<d>+1)", 1) if offset else ("4(<d>+2)", 2)
    ratio = r"\Big(\frac{<s>\times <l>}{<e>}\Big)"
    front = rf"\frac{{{width}}}{{<e>^2}}"
    return [
        formula(
            rf"D=\Big\lceil{front}\ln\Big(\frac{{<most>}}{{<eta>}}{ratio}^2\Big)\Big\rceil=<loose>", e=near, **values
        ),
        formula(
            rf"D=\Big\lceil{front}\ln\Big(\frac{{<beta>}}{{<eta>}}{ratio}^{{2/(1+{power}/<d>)}}\Big)\Big\rceil=<tight>",
            e=near if offset else record.epsilon,
            **values,
        ),
    ]


def _over_pairs(record: Dissection) -> Lines:
    """The proof for finitely many pairs, and the sharper inequalities at each of them."""
    offset, c = record.map == "offset", _REACH[record.map]
    asked = {step.name: step.n_freqs for step in record.steps}
    values = {"n": record.pairs.n_pairs, "e": record.epsilon, "eta": 1 - record.confidence, "c": 2 * c * c}
    values |= {name: asked[name] for name in ("pairs", "variance", "exponent", "normal")}
    itself = ", including each point with itself," if offset else ""
    v = r"1+\tfrac12k(2\delta)-k^2" if offset else r"\tfrac12+\tfrac12k(2\delta)-k^2"
    lines: Lines = [
        said(
            rf"The points are fixed before the draw. Their $P=<n>$ pairs{itself} replace the centres, with the "
            "whole of ε; nothing lies between them:",
            **values,
        ),
        Formula(
            r"\Pr(\max|\hat k-k|\ge\varepsilon)\le\sum_{x,y}\Pr(|\hat k-k|\ge\varepsilon)"
            rf"\le 2P\exp\Big(-\frac{{D\varepsilon^2}}{{{2 * c * c}}}\Big)"
        ),
        formula(
            r"D=\Big\lceil\frac{<c>}{<e>^2}\ln\Big(\frac{2\times <n>}{<eta>}\Big)\Big\rceil=<pairs>",
            **values,
        ),
        "**Bernstein instead of Hoeffding**, with the variance of each pair:",
        formula(
            rf"\sum_{{x,y}}2\exp\Big(-\frac{{D\varepsilon^2}}{{2v+\tfrac23({c}+|k|)\varepsilon}}\Big)\le <eta>"
            rf"\quad\text{{from}}\ D=<variance>,\qquad v={v}",
            **values,
        ),
        "**The exact exponent.** Chernoff's bound with the exact moment generating function, a series of Bessel "
        "functions:",
        formula(
            r"\sum_{x,y}\sum_\pm\exp\Big(-D\sup_{s>0}\big[s(\varepsilon\pm k)-\ln M(\pm s)\big]\Big)\le <eta>"
            r"\quad\text{from}\ D=<exponent>",
            **values,
        ),
        Formula(rf"M(s)={'I_0(s)' * offset}\Big[I_0(s)+2\sum_{{n\ge1}}I_n(s)\,k(n\delta)\Big]"),
        "**The Gaussian approximation** of the same sum is not a bound:",
        formula(
            r"\sum_{x,y}2\Phi\Big(-\varepsilon\sqrt{D/v}\Big)\le <eta>\quad\text{from}\ D=<normal>",
            **values,
        ),
    ]
    if record.measured is None:
        return lines
    values |= {"at": record.measured.n_freqs, "low": record.low, "high": record.high, "seeds": len(record.about.seeds)}
    return [
        *lines,
        said(
            "**Measured** over $<seeds>$ seeds: the quantile of the largest error at this confidence falls to ε at "
            "$D=<at>$ (95 % interval from order statistics: $<low>$ to $<high>$). The remaining factor is the union "
            "bound over pairs, whose errors are correlated.",
            **values,
        ),
    ]
