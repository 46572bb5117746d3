"""The words and the mathematics of the view “Stages”."""

from __future__ import annotations

from rffviz.diagnose import StageReport
from rffviz.diagnose.verdict import FINE, UNKNOWN
from rffviz.explorer.views.schemes.words import STATUS, p_words, words_of
from rffviz.explorer.words.about import Words, dotted
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.explorer.words.numbers import listed, plural
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


def stages_words(report: StageReport) -> Words:
    """The words of the stages of one scheme: which of them fails first."""
    title, first = _title(report), report.first_error
    correct = sum(each.status == FINE for each in report.stages)
    found = (first.stage, first.sentence.rstrip("."), p_words(first.p_value)) if first else ("none", "–", "–")
    words = words_of(
        report,
        title=title,
        subtitle=(
            f"{plural(report.n_freqs, 'frequency')} for each of {plural(len(report.report.seeds), 'seed')}",
            "u = F(x) of all values x, F their distribution function",
            "dotted: a correct stage",
        ),
        alt=f"Histograms of u for {listed([each.stage for each in report.stages])}. {title}.",
        readout=Readout(
            ("", "correct", "first error", "deviation", "p"), [("", f"{correct} of {len(report.stages)}", *found)]
        ),
        origin=tuple(
            dotted(f"stage {each.stage}: {STATUS[each.status]}", f"p = {p_words(each.p_value)}", each.sentence)
            for each in report.stages
        ),
    )
    return words | {"notes": (_NAMING, *words["notes"])}


def _title(report: StageReport) -> str:
    *stages, last = report.stages
    first = report.first_error
    if not stages:
        return "No stages are named"
    if first is None:
        untested = [each.stage for each in stages if each.status == UNKNOWN]
        which = untested or [each.stage for each in stages]
        return f"The {listed(which)} {'were not tested' if untested else 'are correct'}"
    if first is last:
        return "The stages are correct, the frequencies are not"
    return f"The first error is in the {first.stage}"


def stages_mathematics(report: StageReport) -> Mathematics:
    """The distribution of each stage's values, and the test over seeds."""
    return Mathematics(
        "A stage is correct if its values have the distribution that the next stage assumes.",
        (
            r"Each value x of a stage is replaced by $u=F(x)$, with F its distribution function. If the stage is "
            "correct, u is uniform:",
            *(Formula(_UNIFORM[each.stage]) for each in report.stages),
            "Means over the rows of one draw (moments, cosines of uniforms, products of neighbouring coordinates) are "
            "compared with their expectations by Student's t over R seeds. The p-value of the most deviant of q "
            "statistics is corrected for their number:",
            formula(r"p=\min\big(1,\;2q\Pr(T_{R-1}\ge|t|)\big),\qquad R=<seeds>", seeds=len(report.report.seeds)),
        ),
        "Student 1908; Bonferroni's inequality",
    )
