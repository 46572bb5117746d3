"""The words and the mathematics of the view “Claims”."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rffviz.explorer.words.about import Words, dotted
from rffviz.explorer.words.labels import data_label
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import listed, measured, number, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.papers.attributions import MARK
from rffviz.papers.claims import ALIKE, BESIDE, CLAIMS, Claim
from rffviz.papers.claims_measured import DRAWN_ANEW
from rffviz.papers.claims_record import (
    CERTAIN,
    CONTRADICTED,
    NOT_JUDGED,
    NOT_SEEN,
    PARTLY,
    SEEN,
    Claims,
    Judged,
    OnData,
    source_words,
)

WORDS = {
    SEEN: "holds",
    PARTLY: "holds on some datasets, not all",
    NOT_SEEN: "inconclusive",
    CONTRADICTED: "contradicted",
    NOT_JUDGED: "not judged",
}
"""What a verdict is called on screen."""
_SHORT = {"wine_cultivars": "Wine", "breast_cancer": "Cancer"}


def claims_words(record: Claims) -> Words:
    """The title counts the claims that are seen, or says whether the chosen one is; the readout has its numbers."""
    one = record.one
    return Words(
        title=_title_of(one) if one else _title(record),
        subtitle=_subtitle_of(one, record) if one else _subtitle(record),
        readout=_readout_of(one) if one else _readout(record),
        alt=f"{_seen(one, record)} {told(one)} {_agreement(record)}".rstrip() if one else _seen(one, record),
        provenance=(
            f"data: {listed([data_label(name) for name in _datasets(record)])}",
            f"measured {' to '.join(dict.fromkeys(record.dates))}",
            "ratio: exp of the mean over seeds of log(method/baseline); bars: two standard errors of that mean",
            *record.problems,
        ),
        notes=(*filter(None, [_agreement(record)]), *_notes(one, record.shown), *record.problems),
    )


def told(judged: Judged) -> str:
    """Whether a claim is seen, where and by how much, in a sentence; at other limits too if the limit is our choice."""
    claim, n = CLAIMS[judged.claim], len(judged.judged)
    if judged.verdict == SEEN:
        head = f"Holds on all {n}" if n > 1 else f"Holds on {data_label(judged.on[0].dataset)}"
    elif n == 0:
        head = "Not judged"
    else:
        head = f"Holds on {len(judged.of(SEEN)) or 'none'} of {n}{' judged' * (n < len(judged.on))}"
    said = f"{head}: the {claim.quantity} is {_range(judged)} times that of {claim.baseline}"
    neither = "inconclusive" if claim.limit == 1 else f"inconclusive at {number(claim.limit)}"
    for verdict, how in ((NOT_SEEN, neither), (CONTRADICTED, "contradicted"), (NOT_JUDGED, "not judged")):
        those = [f"{data_label(each.dataset)} ({ratio(each)})" for each in judged.of(verdict)]
        if those:
            every = len(those) == len(judged.on)
            said += f"; {how} on {listed(those) if not every else 'any' if verdict == NOT_SEEN else 'all'}"
    if claim.limit == 1:
        return f"{said}."
    others = "; ".join(f"{verdict_words(judged.at(limit))} at {number(limit)}" for limit in BESIDE)
    return f"{said}. The limit {number(claim.limit)} is ours: {others}."


def _range(judged: Judged) -> str:
    """'0.86 (Diabetes) to 0.93 (Iris)'."""
    return " to ".join(dict.fromkeys(f"{ratio(each)} ({data_label(each.dataset)})" for each in judged.ends))


def verdict_words(judged: Judged) -> str:
    """'holds', 'holds on 3 of 5, contradicted on 1', 'inconclusive', 'contradicted'."""
    return judged.counted.replace(NOT_SEEN, WORDS[NOT_SEEN]).replace(SEEN, WORDS[SEEN])


def short_verdict(judged: Judged) -> str:
    """'holds' on all data, 'on 3 of 5', 'on 2/2 judged' of more, 'inconclusive', 'contradicted', 'not judged'."""
    n, n_seen = len(judged.judged), len(judged.of(SEEN))
    if judged.verdict == PARTLY:
        return f"on {n_seen} of {n}" if n == len(judged.on) else f"on {n_seen}/{n} judged"
    return WORDS[judged.verdict]


def marked(claim: Claim) -> str:
    """The method, with a dagger if the claim's source was not read and a star if the claim extends it."""
    return claim.method + "†" * (not claim.looked_up) + "*" * claim.ours


def marks_words(judged: Sequence[Judged]) -> str:
    """What the marks mean, of those that are there."""
    claims = [CLAIMS[one.claim] for one in judged]
    not_read = "† source not read" if not all(claim.looked_up for claim in claims) else ""
    return ", ".join(filter(None, [not_read, "* extends its source" if any(claim.ours for claim in claims) else ""]))


def short_data(dataset: str) -> str:
    """The name of a dataset in the legend."""
    return _SHORT.get(dataset, data_label(dataset))


def hover(judged: Judged, each: OnData) -> str:
    """The tooltip of a dot, in lines."""
    claim = CLAIMS[judged.claim]
    numbers = f"{claim.quantity} {measured(each.method)}, {claim.baseline} {measured(each.baseline)}"
    interval = f"{measured(each.low)} to {measured(each.high)}"
    return "<br>".join([f"{claim.method} on {data_label(each.dataset)}", numbers, f"ratio {ratio(each)}, {interval}"])


def ratio(each: OnData) -> str:
    """A ratio as text."""
    return measured(each.ratio)


def _title(record: Claims) -> str:
    verified = [one for one in record.judged if CLAIMS[one.claim].verified]
    of = verified or record.judged
    seen, claims = sum(one.verdict == SEEN for one in of), "verified claims" if verified else "claims"
    return f"{seen} of {len(of)} {claims} {'holds' if seen == 1 else 'hold'} on every dataset"


def _title_of(judged: Judged) -> str:
    claim = CLAIMS[judged.claim]
    return f"{claim.claim.removesuffix('.')}: {verdict_words(judged)} here"


def _subtitle(record: Claims) -> str:
    return dotted(
        "dots: the method's number over its baseline's, one for each dataset",
        _seeds(record.judged),
        "filled where the claim holds, on so many of the datasets where it is judged; a click opens the claim",
        "at the edges: beyond the axis",
        marks_words(record.judged),
    )


def _subtitle_of(judged: Judged, record: Claims) -> str:
    claim = CLAIMS[judged.claim]
    return dotted(
        source_words(claim),
        f"{claim.method}: {claim.quantity}, over that of {claim.baseline}",
        _seeds([judged]),
        "bars: two standard errors to both sides",
        "filled where the claim holds",
        "crosses: seeds measured again" if record.again else "",
    )


def _agreement(record: Claims) -> str:
    """Whether repeated seeds reproduce the stored values."""
    n, deviation = max(map(len, record.again.values()), default=0), record.deviation
    if deviation is None:
        return ""
    said = f"{plural(n, 'seed')} measured again on {plural(len(record.again), 'dataset')}"
    if record.agrees:
        return f"{said}: what was kept, to six digits."
    return f"{said}: up to {measured(100 * deviation)} % from what was kept."


def _seeds(judged: Sequence[Judged]) -> str:
    seeds = sorted({each.n_seeds for one in judged for each in one.on})
    return f"mean of {plural(seeds[0], 'seed')}" if len(seeds) == 1 else f"means of {seeds[0]} to {seeds[-1]} seeds"


def _readout(record: Claims) -> Readout:
    """How many claims have each verdict, and which do not hold."""
    rows = []
    for verdict, word in WORDS.items():
        those = [CLAIMS[one.claim].method for one in record.of(verdict)]
        named = verdict in (NOT_SEEN, CONTRADICTED) and those
        if those or verdict != NOT_JUDGED:
            rows.append((word, str(len(those)), listed(those) if named else "–"))
    others = [one for one in record.judged if not CLAIMS[one.claim].verified]
    if others:
        hold = sum(one.verdict == SEEN for one in others)
        rows.append(("†: source not read; *: extends its source", str(len(others)), f"{hold} hold on every dataset"))
    return Readout((plural(len(record.judged), "claim"), "claims", "methods"), rows)


def _readout_of(judged: Judged) -> Readout:
    """The numbers of a claim on each dataset."""
    claim = CLAIMS[judged.claim]
    rows = [
        (
            data_label(each.dataset),
            *(measured(each.method), measured(each.baseline), ratio(each)),
            f"{measured(each.low)}–{measured(each.high)}",
            WORDS[each.verdict],
        )
        for each in judged.on
    ]
    return Readout((claim.quantity, claim.method, claim.baseline, "ratio", "± 2 standard errors", "verdict"), rows)


def _seen(one: Judged | None, record: Claims) -> str:
    if one:
        return f"A dot for each dataset at the ratio of {CLAIMS[one.claim].method} and {CLAIMS[one.claim].baseline}."
    rows = "; ".join(f"{CLAIMS[each.claim].method} {verdict_words(each)}" for each in record.judged)
    return f"A row for each of {len(record.judged)} claims with dots at method over baseline. {rows}."


def _datasets(record: Claims) -> list[str]:
    return list(dict.fromkeys(each.dataset for one in record.shown for each in one.on))


def _notes(one: Judged | None, judged: Sequence[Judged]) -> list[str]:
    """How a ratio is judged, what it is measured on, and which claims were not checked in any text."""
    said = [
        "Holds: the ratio is below 1 by more than two standard errors of its mean logarithm; contradicted: above by as "
        "much; else inconclusive. Of so many dots a few may pass or miss by chance."
    ]
    if one is None or CLAIMS[one.claim].limit > 1:
        said.append(f"Where a source claims about the same error, our limit is {number(ALIKE)}, the mark.")
    if one is not None:
        said.append(told(one))
        if checked := CLAIMS[one.claim].checked:
            said.append(f"Checked against {checked}.")
    if one is None or any(each.dataset in DRAWN_ANEW for each in one.on):
        said.append("Sine is a toy, for the claim on extrapolation alone.")
    if any(each.verdict == NOT_JUDGED for one in judged for each in one.on):
        said.append("Not judged: returning the mean of the values, or each value itself, errs less than the method.")
    if any(CLAIMS[one.claim].quantity.startswith("RMSE over") for one in judged):
        said.append("RMSE over pairs is without the diagonal here, and with it in error curves.")
    unseen = [CLAIMS[each.claim].method for each in judged if not CLAIMS[each.claim].looked_up]
    if unseen:
        said.append(f"{MARK.capitalize()}: the claim of {listed(unseen)}.")
    said.append("Few points and few frequencies: the sources' own data are larger.")
    return [sentence(each) for each in said]


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
