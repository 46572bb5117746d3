"""What a function of one's own and its spectrum say."""

from __future__ import annotations

from rffviz.kernels.definiteness import Definiteness
from rffviz.kernels.formula import LEFT_BY_INTERPOLATION
from rffviz.studies.own_kernel import OwnKernel
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import count, dimensions, from_to, measured, number, power_of_ten_above

_WAVES = (
    "In so many dimensions rounding can put waves on the curve of p; the mean of the waves drawn still approaches k."
)


def own_kernel_words(found: OwnKernel) -> Words:
    """The words of the figure; its reading is `own_kernel_readings`."""
    about = found.about
    drawn = "negative p shaded"
    if found.is_kernel:
        drawn = f"dots: frequencies drawn independently from p, seed {about.seeds[0]}, at random heights under p"
    gaps = f"no frequencies are drawn; p has a negative mass of {_mass(found)}"
    if found.is_kernel:
        gaps = f"the largest gap between the two goes {from_to(found.n_freqs, found.largest)}"
    shown = f", in place of d = {found.asked}" if found.asked > about.d else ""
    size = "|ω|" if about.d == 1 else frequency_name(found)
    zero = (
        ""
        if not found.rescaled
        else (f"The {found.given} is {number(found.at_zero)} at r = 0. It is divided by that, so that k(0) = 1.")
    )
    function = f"curve through {found.text}" if found.joined else f"function {found.text}"
    return {
        "title": _title(found),
        "subtitle": dotted(
            ("one dimension, r = |δ|" if about.d == 1 else f"d = {about.d}, r = ‖δ‖") + shown,
            found.text if found.joined else "",
            "p of a mixture of Gaussians that is k" if found.mixed else "p by a numerical Hankel transform of k",
            drawn,
        ),
        "alt": f"Left the {function}{' and the mean of D waves' if found.is_kernel else ''}, right its "
        f"spectrum: {gaps}.",
        "notes": (
            *filter(None, [_curve(found), zero]),
            f"p is computed for {size} up to {number(found.judged)} radians per unit. By Bochner's theorem k is "
            f"positive definite exactly where p is nowhere negative. {_in_more(found)}".rstrip(),
            *([_WAVES] if found.may_ripple else ()),
        ),
        "provenance": provenance(
            about, f"value at 0: {found.at_zero:.9g}", f"negative mass of p: {found.negative:.9g}"
        ),
    }


def _title(found: OwnKernel) -> str:
    name = {"handles": "Your curve", "table": "Your table"}.get(found.given, f"k = {found.text}")
    verdict, asked = found.verdict, dimensions(found.asked)
    if verdict.positive_definite:
        every = "in every dimension" if verdict.by == "mixture" else asked
        return f"{name} is positive definite {every}, to {power_of_ten_above(verdict.error)}"
    if not verdict.decided:
        return f"{name}: positive definite {asked}? The transform is not exact enough to decide"
    already = f"{dimensions(found.about.d)} already, " if found.asked > found.about.d else ""
    return f"{name} is not positive definite {asked}: {already}{_negative(found)} of its spectrum is negative"


def frequency_name(found: OwnKernel) -> str:
    """What the spectrum is drawn over: frequencies on a line, their lengths in more dimensions."""
    return "ω" if found.about.d == 1 else "‖ω‖"


def own_kernel_readings(found: OwnKernel) -> list[str]:
    """The sentences under the figure, for each number of frequencies; a single one where none are drawn."""
    if not found.verdict.decided:
        return [
            f"The transform gives k back with an error of {measured(found.verdict.error)}, and p has a negative mass "
            f"of {_mass(found)}. No frequencies are drawn."
        ]
    if not found.is_kernel:
        return [
            f"The negative part of p has a mass of {measured(found.negative)}, the positive part one of "
            f"{measured(found.positive)}. No frequencies are drawn: no random ω can have a negative probability."
        ]
    return [
        f"At D = {count(m)} {'one wave' if m == 1 else f'the mean of {count(m)} waves'} is at most "
        f"{measured(gap)} away from k. {_found(found)}"
        for m, gap in zip(found.n_freqs, found.largest, strict=True)
    ]


def _found(found: OwnKernel) -> str:
    """What makes it positive definite, and to which error."""
    verdict = found.verdict
    if verdict.by == "mixture":
        return (
            f"A mixture of Gaussians, positive definite in every dimension, is at most {measured(verdict.error)} away."
        )
    joined = ", which joining the points can leave" if found.joined else ""
    near = f"Up to 10 half widths k is within {measured(verdict.error)} of a kernel"
    return f"{near}; p has a negative mass of {_mass(found)}{joined}."


def _mass(found: OwnKernel) -> str:
    return measured(found.negative) if found.negative_known else "0, to rounding"


def _in_more(found: OwnKernel) -> str:
    """Whether the same function of the distance is a kernel in other dimensions."""
    if found.verdict.by == "mixture" or not found.verdict.decided:
        return ""
    if found.about.d > 1:
        return (
            f"What is positive definite in {found.about.d} dimensions is so in fewer, too."
            if found.is_kernel
            else "In fewer dimensions the same function of the distance may be positive definite, in more it is not."
        )
    if not found.in_more:
        return (
            "In more dimensions the same function of the distance may not be positive definite."
            if found.is_kernel
            else "Not positive definite on a line implies not positive definite in any dimension."
        )
    return f"On a line it is positive definite; {'; '.join(map(_verdict, found.in_more))}."


def _verdict(verdict: Definiteness) -> str:
    """Positive definite or not in a further number of dimensions."""
    place = f"in {verdict.d} dimensions"
    if not verdict.decided:
        return f"{place} this cannot be decided here"
    if verdict.positive_definite:
        return f"{place} it is, too, to {power_of_ten_above(verdict.error)}"
    return f"{place} it is not: p has a negative mass of {measured(verdict.negative_mass)}"


def _curve(found: OwnKernel) -> str:
    """What stands between the points and beyond them."""
    if not found.joined:
        return ""
    curve = "handles k is a monotone cubic curve (PCHIP)" if found.given == "handles" else "rows k is a cubic spline"
    return (
        f"Between the {curve}, beyond the last one an exponential that keeps its slope. Such a curve is not quite "
        f"smooth: its spectrum may have a negative mass of up to {number(LEFT_BY_INTERPOLATION)}."
    )


def _negative(found: OwnKernel) -> str:
    return f"{number(100 * found.negative_share)} % of the mass"
