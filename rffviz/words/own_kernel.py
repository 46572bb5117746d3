"""What a function of one's own and its spectrum say."""

from __future__ import annotations

from rffviz.studies.own_kernel import OwnKernel
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import count, from_to, measured, number

_MANY = 50  # dimensions
_WAVES = (
    "In so many dimensions rounding can put waves on the curve of p; the mean of the waves drawn still approaches k."
)


def own_kernel_words(found: OwnKernel) -> Words:
    """The words of the figure; its reading is `own_kernel_readings`."""
    about = found.about
    name = {"handles": "Your curve", "table": "Your table"}.get(found.given, f"k = {found.text}")
    where = dimensions(about.d)
    title = f"{name} is a kernel {where}: its spectrum is not negative"
    if not found.is_kernel:
        place = f" {dimensions(found.asked)}" if found.asked > 1 else ""
        already = f"{where} already, " if found.asked > about.d else ""
        title = f"{name} is no kernel{place}: {already}{_negative(found)} of its spectrum is negative"
    function = f"curve through {found.text}" if found.joined else f"function {found.text}"
    drawn = "negative p shaded"
    if found.is_kernel:
        drawn = f"dots: frequencies drawn independently from p, seed {about.seeds[0]}, at random heights under p"
    gaps = f"no frequencies can be drawn: p has a negative mass of {measured(found.negative)}"
    if found.is_kernel:
        gaps = f"the largest gap between the two goes {from_to(found.n_freqs, found.largest)}"
    shown = f", in place of d = {found.asked}" if found.asked > about.d else ""
    size = "|ω|" if about.d == 1 else frequency_name(found)
    zero = (
        ""
        if abs(found.at_zero - 1) < 1e-9
        else (f"The {found.given} is {number(found.at_zero)} at r = 0. It is divided by that, so that k(0) = 1.")
    )
    return {
        "title": title,
        "subtitle": dotted(
            ("one dimension, r = |δ|" if about.d == 1 else f"d = {about.d}, r = ‖δ‖") + shown,
            found.text if found.joined else "",
            "p by a numerical Hankel transform of k",
            drawn,
        ),
        "alt": f"Left the {function}{' and the mean of D waves' if found.is_kernel else ''}, right its "
        f"spectrum: {gaps}.",
        "notes": (
            *filter(None, [_curve(found), zero]),
            f"p is computed for {size} up to {number(found.judged)} radians per unit. By Bochner's theorem k is a "
            f"kernel exactly where p is nowhere negative. {_in_more(found)}".rstrip(),
            *([_WAVES] if about.d > _MANY else ()),
        ),
        "provenance": provenance(
            about, f"value at 0: {found.at_zero:.9g}", f"negative mass of p: {found.negative:.9g}"
        ),
    }


def dimensions(d: int) -> str:
    """'on a line', 'in 3 dimensions'."""
    return "on a line" if d == 1 else f"in {d} dimensions"


def frequency_name(found: OwnKernel) -> str:
    """What the spectrum is drawn over: frequencies on a line, their lengths in more dimensions."""
    return "ω" if found.about.d == 1 else "‖ω‖"


def own_kernel_readings(found: OwnKernel) -> list[str]:
    """The sentences under the figure, for each number of frequencies; a single one where it is no kernel."""
    if not found.is_kernel:
        return [
            f"The negative part of p has a mass of {measured(found.negative)}, the positive part one of "
            f"{measured(found.positive)}. No frequencies are drawn: no random ω can have a negative probability."
        ]
    return [
        f"At D = {count(m)} {'one wave' if m == 1 else f'the mean of {count(m)} waves'} is at most "
        f"{measured(gap)} away from k. {_none(found)}"
        for m, gap in zip(found.n_freqs, found.largest, strict=True)
    ]


def _none(found: OwnKernel) -> str:
    if not found.joined:
        return "The negative part of p has no more mass than rounding can leave."
    return (
        f"The negative part of p has a mass of {measured(found.negative)}, no more than joining the points can leave."
    )


def _in_more(found: OwnKernel) -> str:
    """Whether the same function of the distance is a kernel in other dimensions."""
    if found.about.d > 1:
        return (
            f"A kernel in {found.about.d} dimensions is one in fewer, too."
            if found.is_kernel
            else "In fewer dimensions the same function of the distance may be a kernel, in more it is none."
        )
    if not found.in_more:
        return (
            "This is the verdict on a line: in more dimensions the same function of the distance may be no kernel."
            if found.is_kernel
            else "What is no kernel on a line is none in more dimensions."
        )
    verdicts = [
        f"in {d} dimensions it is " + ("one, too" if fine else f"none: p has a negative mass of {measured(mass)}")
        for d, mass, fine in found.in_more
    ]
    return f"On a line it is a kernel; {'; '.join(verdicts)}."


def _curve(found: OwnKernel) -> str:
    """What stands between the points and beyond them."""
    if not found.joined:
        return ""
    curve = "handles k is a monotone cubic curve (PCHIP)" if found.given == "handles" else "rows k is a cubic spline"
    return (
        f"Between the {curve}, beyond the last one an exponential that keeps its slope. Such a curve is not quite "
        f"smooth: up to {number(found.tolerance)} of negative mass counts as none."
    )


def _negative(found: OwnKernel) -> str:
    return f"{number(100 * found.negative / (found.negative + found.positive))} % of the mass"
