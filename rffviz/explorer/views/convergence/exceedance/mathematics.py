"""The mathematics of the view “Exceedance”."""

from __future__ import annotations

import math

from rffviz.explorer.views.convergence.mathematics import domain, headed, sources_of
from rffviz.explorer.words.mathematics.bounds import probability, solved
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula, said
from rffviz.measure import Exceedance


def exceedance_mathematics(record: Exceedance) -> Mathematics:
    """The interval of a share of seeds, and each bound's value at this view's D and ε."""
    g = record.start
    lines: Lines = [
        "Seeds are independent, so the number s of the n seeds with an error of at least ε is binomial. The "
        r"Clopper–Pearson interval contains every probability that neither one-sided binomial test at level $\eta/2$ "
        r"rejects, so it covers the true one with probability at least $1-\eta$:",
        Formula(
            r"\mathrm{low}=B^{-1}\big(\tfrac\eta2;\,s,\,n-s+1\big),\qquad "
            r"\mathrm{high}=B^{-1}\big(1-\tfrac\eta2;\,s+1,\,n-s\big)"
        ),
        "$B^{-1}(u;a,b)$ is the quantile of the Beta distribution; low is 0 for $s=0$, and high is 1 for $s=n$.",
    ]
    share = next((s for s in record.shares if s.randomised and not math.isnan(s.share[g])), None)
    if share is not None:
        values = {"n": share.n_seeds, "s": share.exceeded[g], "m": record.read_at, "eta": 1 - record.confidence}
        values |= {"low": share.low[g], "high": share.high[g], "share": share.share[g]}
        lines += [
            said(r"At $D=<m>$, with $\eta=<eta>$, the first randomised scheme has $s=<s>$ of $n=<n>$:", **values),
            formula(r"\frac{s}{n}=\frac{<s>}{<n>}=<share>", **values),
            formula(r"\Pr(\text{error}\ge\varepsilon)\in[<low>,\ <high>]", **values),
        ]
    lines += domain(record, [ceiling.name for ceiling in record.ceilings])
    for ceiling in record.ceilings:
        lines += headed(record, ceiling.name)
        lines += [
            said(r"With $D=<m>$ and $\varepsilon=<e>$:", m=record.read_at, e=record.epsilon),
            probability(record, ceiling.name, record.read_at, record.epsilon, ceiling.at),
            said("The bound is at most $<eta>$ from this D on:", eta=1 - record.confidence),
            solved(record, ceiling.name, ceiling.needed),
        ]
    names = [ceiling.name for ceiling in record.ceilings]
    return Mathematics(
        "The probability of an error of at least ε is estimated from the seeds; for Monte Carlo, bounds limit it "
        "from above.",
        tuple(lines),
        f"Clopper & Pearson 1934; {sources_of(names)}" if names else "Clopper & Pearson 1934",
    )
