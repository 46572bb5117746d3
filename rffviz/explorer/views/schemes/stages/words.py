"""The words and the mathematics of the view “Stages”."""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.diagnose import StageReport
from rffviz.diagnose.verdict import COSTLY, DESIGN, ERROR, FINE, UNKNOWN
from rffviz.explorer.views.schemes.words import STATUS, p_words, words_of
from rffviz.explorer.words.about import Words, dotted, lettered, words_of_each
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.explorer.words.numbers import listed, plural, sentence
from rffviz.explorer.words.readout import Readout

_NAMING = "A function that returns uniforms, normals, signs, directions or norms is a stage once it is decorated with "
_NAMING += "@stage, from rffviz.samplers.stages."
_UNIFORM = {
    "uniforms": r"\text{uniforms: }F(x)=x",
    "normals": r"\text{normals: }F(x)=\Phi(x)",
    "signs": r"\text{signs: }\Pr(x=-1)=\Pr(x=1)=\tfrac12",
    "directions": r"\text{directions: }\tfrac{1+x}{2}\sim\mathrm{Beta}\big(\tfrac{d-1}{2},\tfrac{d-1}{2}\big)",
    "norms": r"\text{norms: }F(x)=\Pr(\|\omega\|\le x)",
    "frequencies": r"\text{frequencies: }F(x)=\Pr(\omega_i\le x)",
}


def stages_words(records: Mapping[str, StageReport]) -> Words:
    """The words of the stages of one scheme or two: which of them fails first."""
    titles = lettered({letter: _title(record) for letter, record in records.items()})
    each = words_of_each({letter: _of_one(record) for letter, record in records.items()})
    return each | {"title": sentence("; ".join(titles))}


def _of_one(record: StageReport) -> Words:
    """The words of the stages of one scheme."""
    title, last = _title(record), record.stages[-1]
    first = record.first_error or (last if last.status == DESIGN else None)
    correct = sum(each.status in (FINE, COSTLY) for each in record.stages)
    found = ("none", "–", "–")
    if first:
        where = f"{first.stage} ({STATUS[DESIGN]})" if first.status == DESIGN else first.stage
        found = (where, first.sentence.rstrip("."), p_words(first.p_value))
    words = words_of(
        record,
        title=title,
        subtitle=(
            f"{plural(record.n_freqs, 'frequency')} for each of {plural(len(record.report.seeds), 'seed')}",
            "F: distribution function of a stage's values x (xᵢ: of coordinate i alone)",
            "dotted: a correct stage",
        ),
        alt=f"Histograms of u for {listed([each.stage for each in record.stages])}: {title}.",
        readout=Readout(
            ("", "correct", "first error", "deviation", "p"), [("", f"{correct} of {len(record.stages)}", *found)]
        ),
        origin=tuple(
            dotted(f"stage {each.stage}: {STATUS[each.status]}", f"p = {p_words(each.p_value)}", each.sentence)
            for each in record.stages
        ),
    )
    return words | {"notes": (_NAMING, *words["notes"])}


def _title(record: StageReport) -> str:
    *stages, last = record.stages
    first, untested = record.first_error, [each.stage for each in stages if each.status == UNKNOWN]
    if not stages:
        found = {UNKNOWN: "were not tested", FINE: "are correct", COSTLY: "are correct", ERROR: "are wrong"}
        return f"the frequencies {found.get(last.status, f'are wrong ({STATUS[DESIGN]})')}"
    if first not in (None, last):
        return f"the first error is in the {first.stage}"
    if untested:
        return f"the {listed(untested)} were not tested"
    if last.status in (ERROR, DESIGN):
        return f"only the frequencies are wrong{f' ({STATUS[DESIGN]})' * (last.status == DESIGN)}"
    return f"all {len(record.stages)} stages are correct"


def stages_mathematics(record: StageReport) -> Mathematics:
    """The distribution of each stage's values, and the test over seeds."""
    return Mathematics(
        "A stage is correct if its values have the distribution that the next stage assumes.",
        (
            r"Each value x of a stage is replaced by $u=F(x)$, with F its distribution function. If the stage is "
            "correct, u is uniform:",
            *(Formula(_UNIFORM[each.stage]) for each in record.stages),
            "Means over the rows of one draw (moments, cosines of uniforms, products of neighbouring coordinates) are "
            "compared with their expectations by Student's t over R seeds. The p-value of the most deviant of q "
            "statistics is corrected for their number:",
            formula(r"p=\min\big(1,\;2q\Pr(T_{R-1}\ge|t|)\big),\qquad R=<seeds>", seeds=len(record.report.seeds)),
        ),
        "Student 1908; Bonferroni's inequality",
    )
