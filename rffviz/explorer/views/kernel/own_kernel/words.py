"""The words of the view “Own kernel”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, dotted, provenance
from rffviz.explorer.words.numbers import count, dimensions, from_to, measured, number, power_of_ten_above
from rffviz.explorer.words.readout import Readout
from rffviz.kernels.definiteness import Definiteness
from rffviz.kernels.formula import LEFT_BY_INTERPOLATION
from rffviz.studies.own_kernel import OwnKernel

_WAVES = (
    "In so many dimensions rounding can put waves on the curve of p; the mean of the waves drawn still approaches k."
)


def own_kernel_words(record: OwnKernel) -> Words:
    """The words of the figure; its readouts are `own_kernel_readouts`."""
    about = record.about
    drawn = "negative p shaded"
    if record.is_kernel:
        drawn = f"dots: frequencies drawn from p, seed {about.seeds[0]}, at random heights under p"
    size = "|ω|" if about.d == 1 else frequency_name(record)
    gaps = f"no frequencies are drawn; p has a negative mass of {_mass(record)}"
    if record.is_kernel:
        gaps = f"the largest gap between the two goes {from_to(record.n_freqs, record.largest)}"
    shown = f", in place of d = {record.asked}" if record.asked > about.d else ""
    zero = (
        "" if not record.rescaled else f"The {record.given} is divided by its value at r = 0, {number(record.at_zero)}."
    )
    function = f"curve through {record.text}" if record.joined else f"function {record.text}"
    return {
        "title": _title(record),
        "subtitle": dotted(
            ("one dimension, r = |δ|" if about.d == 1 else f"d = {about.d}, r = ‖δ‖") + shown,
            record.text if record.joined else "",
            "p of a mixture of Gaussians that is k" if record.mixed else "p by a numerical Hankel transform of k",
            drawn,
        ),
        "alt": f"Left the {function}{' and the mean of D waves' if record.is_kernel else ''}, right its "
        f"spectrum: {gaps}.",
        "notes": (
            *filter(None, [_error(record), _already(record), _curve(record), zero]),
            f"p is computed for {size} up to {number(record.judged)} radians per unit. By Bochner's theorem k is "
            f"positive definite exactly if p is nowhere negative. {_in_more(record)}".rstrip(),
            *([_WAVES] if record.may_ripple else ()),
        ),
        "provenance": provenance(
            about, f"value at 0: {record.at_zero:.9g}", f"negative mass of p: {record.negative:.9g}"
        ),
    }


def _title(record: OwnKernel) -> str:
    name = {"handles": "Your curve", "table": "Your table"}.get(record.given, record.text)
    verdict, asked = record.verdict, dimensions(record.asked)
    if verdict.positive_definite:
        every = "in every dimension" if verdict.by == "mixture" else asked
        return f"{name} is positive definite {every}, to {power_of_ten_above(verdict.error)}"
    if not verdict.decided:
        return f"{name}: positive definite {asked}? The transform is too inexact"
    if record.asked > record.about.d:
        return f"{name} is not positive definite {dimensions(record.about.d)}, so not {asked}"
    share = f"p is {_negative(record)} negative" if record.settled else "p takes negative values"
    return f"{name} is not positive definite {asked}: {share}"


def _already(record: OwnKernel) -> str:
    """The lower dimension that is shown, where the function is not positive definite there."""
    if record.is_kernel or not record.verdict.decided or record.asked == record.about.d:
        return ""
    return f"The spectrum shown is that {dimensions(record.about.d)}."


def frequency_name(record: OwnKernel) -> str:
    """The axis of the spectrum: frequencies in one dimension, their norms in more."""
    return "ω" if record.about.d == 1 else "‖ω‖"


def own_kernel_readouts(record: OwnKernel) -> list[Readout]:
    """The error of k̂ for each number of frequencies; a single readout of the spectrum where none are drawn."""
    if not record.verdict.decided:
        columns = ("spectrum", "transform error", "negative mass")
        return [Readout(columns, [("p", measured(record.verdict.error), _mass(record))])]
    if not record.is_kernel:
        columns = ("spectrum", "negative mass", "positive mass", "negative")
        share = _negative(record) if record.settled else "–"
        return [Readout(columns, [("p", measured(record.negative), measured(record.positive), share)])]
    error, mass = measured(record.verdict.error), _mass(record)
    return [
        Readout(
            (f"D = {count(m)}", "max |k̂ − k|", "numerical error of k", "negative mass of p"),
            [("k̂", measured(gap), error, mass)],
        )
        for m, gap in zip(record.n_freqs, record.largest, strict=True)
    ]


def _error(record: OwnKernel) -> str:
    """What the numerical error is, or why no frequencies are drawn."""
    if not record.is_kernel:
        return "No frequencies are drawn: a density is never negative." if record.verdict.decided else ""
    if record.verdict.by == "mixture":
        return "Numerical error: the distance from a mixture of Gaussians, positive definite in every dimension."
    return "Numerical error: the distance from a positive definite function up to 10 half widths."


def _mass(record: OwnKernel) -> str:
    return measured(record.negative) if record.negative_known else "0"


def _in_more(record: OwnKernel) -> str:
    """Whether the same function of the distance is a kernel in other dimensions."""
    if record.verdict.by == "mixture" or not record.verdict.decided:
        return ""
    if record.about.d > 1:
        return (
            f"Positive definite in {record.about.d} dimensions implies positive definite in fewer."
            if record.is_kernel
            else "In fewer dimensions the function may be positive definite, in more it is not."
        )
    if not record.in_more:
        return (
            "In more dimensions the function may not be positive definite."
            if record.is_kernel
            else "Not positive definite in one dimension implies not positive definite in any dimension."
        )
    return f"In one dimension it is positive definite; {'; '.join(map(_verdict, record.in_more))}."


def _verdict(verdict: Definiteness) -> str:
    """Positive definite or not in a further number of dimensions."""
    place = f"in {verdict.d} dimensions"
    if not verdict.decided:
        return f"{place} this cannot be decided here"
    if verdict.positive_definite:
        return f"{place} it is, too, to {power_of_ten_above(verdict.error)}"
    return f"{place} it is not: p has a negative mass of {measured(verdict.negative_mass)}"


def _curve(record: OwnKernel) -> str:
    """How the curve is interpolated and continued."""
    if not record.joined:
        return ""
    curve = "handles k is a monotone cubic curve (PCHIP)" if record.given == "handles" else "rows k is a cubic spline"
    return (
        f"Between the {curve}, beyond the last one an exponential of the same slope. Interpolation alone can leave a "
        f"negative mass of up to {number(LEFT_BY_INTERPOLATION)}."
    )


def _negative(record: OwnKernel) -> str:
    return f"{number(100 * record.negative_share)} %"
