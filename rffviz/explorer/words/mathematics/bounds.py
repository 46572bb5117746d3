"""The bounds on the error, written out, solved for the number of frequencies, and with a view's numbers substituted."""

from __future__ import annotations

import math

from rffviz.explorer.words.mathematics.record import Formula, Lines, formula, said
from rffviz.theory import largest_variance
from rffviz.theory.tails import alpha, log_beta, szabo_h

_NET = (
    r"The differences lie in a ball of radius $\operatorname{diam}$; at most $T=(4\operatorname{diam}/r)^d$ balls of "
    r"radius $r$ cover it: a net. Hoeffding's inequality holds at all centres at once, and the error grows between "
    r"them by at most $r$ times its steepest slope $L$, with $\mathbb{E}L^2\le\sigma_p^2$:"
)
_SPLIT = Formula(
    r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le 2T e^{-D\varepsilon^2/8}+\Big(\frac{2r\sigma_p}{\varepsilon}\Big)^2"
)
_STATED = {
    "rahimi_recht": (
        r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le 2^8\Big(\frac{\sigma_p\operatorname{diam}}{\varepsilon}\Big)^2"
        r"\exp\Big(-\frac{D\varepsilon^2}{4(d+2)}\Big)"
    ),
    "sutherland_schneider": (
        r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le\beta_d\Big(\frac{\sigma_p\operatorname{diam}}{\varepsilon}\Big)"
        r"^{2/(1+2/d)}\exp\Big(-\frac{D\varepsilon^2}{4(d+2)\alpha}\Big)"
    ),
    "sutherland_schneider offset": (
        r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le\beta'_d\Big(\frac{\sigma_p\operatorname{diam}}{\varepsilon}\Big)"
        r"^{2/(1+1/d)}\exp\Big(-\frac{D\varepsilon^2}{32(d+1)\alpha'}\Big)"
    ),
    "sriperumbudur_szabo": r"\Pr\Big(\sup|\hat k-k|\ge\frac{h+\sqrt{2\tau}}{\sqrt D}\Big)\le e^{-\tau}",
    "cramer_pairs": (
        r"\Pr(\max|\hat k-k|\ge\varepsilon)\le\sum_{x,y}\big[e^{-DI(1)}+e^{-DI(-1)}\big],\qquad "
        r"I(u)=\sup_{s>0}\big[s(\varepsilon+uk)-\ln M(us)\big]"
    ),
    "bernstein_pairs": (
        r"\Pr(\max|\hat k-k|\ge\varepsilon)\le\sum_{x,y}"
        r"2\exp\Big(-\frac{D\varepsilon^2}{2v+\tfrac23(c+|k|)\varepsilon}\Big)"
    ),
    "hoeffding_pairs": (r"\Pr(\max|\hat k-k|\ge\varepsilon)\le\sum_{x,y}2\exp\Big(-\frac{D\varepsilon^2}{2c^2}\Big)"),
    "hoeffding": r"\Pr(|\hat k-k|\ge\varepsilon)\le 2\exp\Big(-\frac{D\varepsilon^2}{2}\Big)",
    "hoeffding offset": r"\Pr(|\hat k-k|\ge\varepsilon)\le 2\exp\Big(-\frac{D\varepsilon^2}{8}\Big)",
}
_SUMMED = (
    "The points are fixed before the draw, so that the largest error over their pairs is as rare as the sum of the "
    "probabilities at single pairs allows. "
)
_VARIANCE_OF = {
    False: r"with $c=1$ and $v=\tfrac12+\tfrac12k(2\delta)-k(\delta)^2$:",
    True: r"with $c=2$ and $v=1+\tfrac12k(2\delta)-k(\delta)^2$, a point with itself counted:",
}
_OF_PAIRS = {
    "cramer_pairs": {
        offset: _SUMMED + r"Each of them is Chernoff's, from the moments of $\cos\omega^\top\delta$, which Bessel "
        rf"functions give exactly, $M(s)={'I_0(s)' * offset}\big[I_0(s)+2\sum_{{n\ge1}}I_n(s)\,k(n\delta)\big]$:"
        for offset in (False, True)
    },
    "bernstein_pairs": {offset: _SUMMED + f"Each is Bernstein's, {_VARIANCE_OF[offset]}" for offset in (False, True)},
    "hoeffding_pairs": {offset: _SUMMED + f"Each is Hoeffding's, with $c={1 + offset}$:" for offset in (False, True)},
}


def stated(record, name: str) -> Lines:
    """The bound as it is proved, with the steps of its proof and the numbers of it that depend on neither D nor ε."""
    offset = record.curves[0].map == "offset"
    d, sigma, size = record.about.d, record.sigma_p, record.diameter.value
    lines: Lines = [Formula(_STATED.get(f"{name} offset" if offset else name, _STATED[name]))]
    if name == "rahimi_recht":
        return [
            _NET,
            _SPLIT,
            said(
                r"This is $\kappa_1r^{-d}+\kappa_2r^2$. At $r=(\kappa_1/\kappa_2)^{1/(d+2)}$ it is "
                r"$2\kappa_1^{2/(d+2)}\kappa_2^{d/(d+2)}$, and where "
                r"$\sigma_p\operatorname{diam}\ge\varepsilon$ at most:"
            ),
            *lines,
        ]
    if name == "sutherland_schneider":
        beta = (
            r"\beta'_d=\Big(<d>^{-<d>/(<d>+1)}+<d>^{1/(<d>+1)}\Big)\,2^{(5\times "
            r"<d>+1)/(<d>+1)}\,3^{<d>/(<d>+1)}=<beta>"
            if offset
            else r"\beta_d=\Big((<d>/2)^{-<d>/(<d>+2)}+(<d>/2)^{2/(<d>+2)}\Big)\,2^{(6\times <d>+2)/(<d>+2)}=<beta>"
        )
        rough = (
            r"\alpha'=\min\Big(1,\ \sup_\delta\big[\tfrac14+\tfrac18k(2\delta)-\tfrac14k(\delta)^2\big]"
            r"+\tfrac{\varepsilon}{6}\Big)"
            if offset
            else r"\alpha=\min\Big(1,\ \sup_\delta\big[\tfrac12+\tfrac12k(2\delta)-k(\delta)^2\big]"
            r"+\tfrac{\varepsilon}{3}\Big)"
        )
        return [
            "The net of Rahimi and Recht with the best radius kept in full, and at its centres the better of "
            "Hoeffding's "
            "and Bernstein's inequalities; Bernstein's knows the variance:",
            *lines,
            formula(beta, d=d, beta=math.exp(log_beta(d, "offset" if offset else "paired"))),
            Formula(rough),
        ]
    if name in _OF_PAIRS:
        return [_OF_PAIRS[name][offset], *lines]
    if name == "sriperumbudur_szabo":
        return [
            r"The bounded-difference inequality keeps the supremum near its mean, and Dudley's integral over the "
            r"covering numbers bounds the mean by $h/\sqrt D$:",
            *lines,
            formula(
                r"h=32\sqrt{2\times <d>\ln(2\times <l>+1)}+32\sqrt{2\times <d>\ln(<s>+1)}"
                r"+16\sqrt{\frac{2\times <d>}{\ln(2\times <l>+1)}}=<h>",
                d=d,
                l=size,
                s=sigma,
                h=szabo_h(d, sigma, size),
            ),
        ]
    width = r"$[-2,2]$" if offset else r"$[-1,1]$"
    return [f"Each frequency adds a value in {width}, and Hoeffding's inequality bounds the mean of D of them:", *lines]


def solved(record, name: str, needed: float) -> Formula:
    """The number of frequencies that the bound requires, with the record's ε and confidence substituted."""
    if name in _OF_PAIRS:
        return formula(r"D=\min\{D:\Pr\le<eta>\}=<m>", eta=1 - record.confidence, m=needed)
    eta, error = 1 - record.confidence, _proved_up_to(record, name)
    values = {"d": record.about.d, "s": record.sigma_p, "l": record.diameter.value, "e": error, "eta": eta, "m": needed}
    ratio = r"\Big(\frac{<s>\times <l>}{<e>}\Big)"
    offset = record.curves[0].map == "offset"
    if name == "rahimi_recht":
        template = rf"\frac{{4(<d>+2)}}{{<e>^2}}\ln\Big(\frac{{2^8}}{{<eta>}}{ratio}^2\Big)"
    elif name == "sutherland_schneider":
        values |= _sharper(record, error)
        width, power = (r"32(<d>+1)", "1") if offset else (r"4(<d>+2)", "2")
        template = (
            rf"\frac{{{width}\times <alpha>}}{{<e>^2}}\ln\Big(\frac{{<beta>}}{{<eta>}}{ratio}^{{2/(1"
            rf"+{power}/<d>)}}\Big)"
        )
    elif name == "sriperumbudur_szabo":
        values["h"] = szabo_h(record.about.d, record.sigma_p, record.diameter.value)
        template = r"\Big(\frac{<h>+\sqrt{2\ln(1/<eta>)}}{<e>}\Big)^2"
    else:
        template = rf"\frac{{{8 if offset else 2}}}{{<e>^2}}\ln\Big(\frac{{2}}{{<eta>}}\Big)"
    return formula(rf"D=\Big\lceil {template}\Big\rceil=<m>", **values)


def probability(record, name: str, n_freqs: int, epsilon: float, value: float) -> Formula:
    """The bound on the probability that the error reaches ε, with a number of frequencies substituted."""
    if name in _OF_PAIRS:
        return formula(r"\Pr\le\sum_{x,y}\dots=<v>", v=value)
    offset = record.curves[0].map == "offset"
    values = {
        "d": record.about.d,
        "s": record.sigma_p,
        "l": record.diameter.value,
        "e": epsilon,
        "m": n_freqs,
        "v": value,
    }
    ratio = r"\Big(\frac{<s>\times <l>}{<e>}\Big)"
    if name == "rahimi_recht":
        template = rf"2^8{ratio}^2\exp\Big(-\frac{{<m>\times <e>^2}}{{4(<d>+2)}}\Big)"
    elif name == "sutherland_schneider":
        values |= _sharper(record, epsilon)
        width, power = (r"32(<d>+1)", "1") if offset else (r"4(<d>+2)", "2")
        template = (
            rf"<beta>\times {ratio}^{{2/(1+{power}/<d>)}}\exp\Big(-\frac{{<m>\times "
            rf"<e>^2}}{{{width}\times <alpha>}}\Big)"
        )
    elif name == "sriperumbudur_szabo":
        values["h"] = szabo_h(record.about.d, record.sigma_p, record.diameter.value)
        if epsilon * math.sqrt(n_freqs) <= values["h"]:
            return formula(r"\varepsilon\sqrt D=<e>\times\sqrt{<m>}=<r>\le h", r=epsilon * math.sqrt(n_freqs), **values)
        template = r"\exp\Big(-\frac{(<e>\times\sqrt{<m>}-<h>)^2}{2}\Big)"
    else:
        template = rf"2\exp\Big(-\frac{{<m>\times <e>^2}}{{{8 if offset else 2}}}\Big)"
    return formula(rf"\Pr\le {template}=<v>", **values)


def _sharper(record, epsilon: float) -> dict[str, float]:
    """β_d and α of Sutherland and Schneider at an error."""
    map_name, d = record.curves[0].map, record.about.d
    worst = largest_variance(record.about.kernel, d, record.diameter.value)
    return {"beta": math.exp(log_beta(d, map_name)), "alpha": alpha(epsilon, map_name, worst)}


def _proved_up_to(record, name: str) -> float:
    """ε, or σ_p·diam where the bound is proved for no larger error."""
    limited = name == "rahimi_recht" or (name == "sutherland_schneider" and record.curves[0].map == "offset")
    return min(record.epsilon, record.sigma_p * record.diameter.value) if limited else record.epsilon
