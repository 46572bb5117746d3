"The mathematics of the claims: the mean ratio, its standard error, and when a claim counts as confirmed."

from __future__ import annotations

import math

from rffviz.explorer.words.labels import data_label
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import CERTAIN, Claims


def claims_mathematics(study: Claims) -> Mathematics:
    """The ratio over the seeds with its interval, and the first ratio shown with its numbers."""
    judged = study.shown[0]
    claim, first = CLAIMS[judged.claim], judged.on[0]
    mean, error = (float(f"{x:.4g}") for x in (math.log(first.ratio), math.log(first.high / first.ratio) / CERTAIN))
    worked = r"\bar l+<k>\sigma=<mean>+<k>\times <error>=<high>"
    lines: tuple[str | Formula, ...] = (
        "Seed s gives $a_s$ for the method and $b_s$ for the baseline, each from 40 draws or one split. With",
        Formula(r"l_s=\ln\frac{a_s}{b_s},\qquad \bar l=\frac{1}{n}\sum_s l_s"),
        r"the ratio is $\exp\bar l$, and the standard error of its logarithm is",
        Formula(r"\sigma=\sqrt{\frac{1}{n(n-1)}\sum_s(l_s-\bar l)^2}"),
        said(r"The claim is that the ratio lies below c. It is confirmed if $\bar l+<k>\sigma<\ln c$,", k=CERTAIN),
        said(r"and contradicted if $\bar l-<k>\sigma>\ln c$.", k=CERTAIN),
        f"For {claim.method} on {data_label(first.dataset)}, over {first.n_seeds} seeds:",
        formula(worked, k=CERTAIN, mean=mean, error=error, high=mean + CERTAIN * error),
        formula(r"\exp\bar l=\exp(<mean>)=<ratio>", mean=mean, ratio=math.exp(mean)),
        formula(r"\ln c=\ln(<limit>)=<edge>", limit=claim.limit, edge=math.log(claim.limit)),
    )
    return Mathematics("A claim is confirmed if chance alone would hardly give so small a ratio.", lines, claim.source)
