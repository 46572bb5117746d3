"""What the comparison of methods on real data says, in words; `FIXED` and `left_out` serve the plane's surfaces too."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rffviz.studies import Comparison, Run, Surface
from rffviz.words import about, refusals
from rffviz.words.numbers import count, kernel_words, measured, number, plural, sentence

FIXED = (  # what is not chosen, and not the chosen kernel's
    "Core vector machines, supervised features, kitchen sinks and compressed features keep fixed settings. Binning "
    "features, alone or as one half, stand for the Laplacian kernel with its own median distance; kitchen sinks draw "
    "by Monte Carlo."
)


def title(found: Comparison) -> str:
    """The lowest error among features, beside the lowest of the exact methods."""
    exact = best_exact(found)
    if not found.sized:
        if exact is not None:
            return f"With {exact.label} the error is {_amount(found, exact.mean_errors[0])}"
        return "None of these methods could be fitted" if found.complete else "Fitting the exact methods"
    best = found.best
    words = f"With {best.label} of size {count(best.sizes[best.best])} the error is {_amount(found, _lowest(best))}"
    return words if exact is None else f"{words}, with {exact.label} {_amount(found, exact.mean_errors[0])}"


def table_title(found: Comparison) -> str:
    """Of the table of all methods and sizes."""
    return f"Errors and seconds of {plural(len(found.runs), 'method')}, size by size"


def subtitle(found: Comparison) -> str:
    """What was measured, on what, and what line and bars are."""
    where = "by hand" if found.about.settings["rule"] == "hand" else "on the first split"
    bars = ", bars: ± one standard deviation" if found.n_measured > 1 else ""
    return " · ".join(
        [
            about.split_words(found.about, found.n_test),
            f"{kernel_words(found.about.kernel)} {where}",
            about.scheme_words(found.about),
            f"line: mean of {_splits(found)}{bars}; {_unit(found)}",
        ]
    )


def table_subtitle(found: Comparison) -> str:
    """What the table's numbers are."""
    return f"mean over {_splits(found)}; {_unit(found)}; spread: one standard deviation over the splits"


def alt(found: Comparison) -> str:
    """What the figure shows, for those who do not see it."""
    return f"Test error and seconds to fit of {', '.join(run.label for run in found.runs)}. {reading(found)}"


def table_alt(found: Comparison) -> str:
    """What the table holds, for those who do not see it."""
    return f"Test error and seconds of {', '.join(run.label for run in found.runs)}, a row for each size."


def reading(found: Comparison) -> str:
    """The sentence under the figure."""
    parts = []
    if found.sized:
        best = found.best
        spread = best.spread[best.best]
        give = f" ± {_amount(found, spread)}" if np.isfinite(spread) else ""
        parts.append(
            f"of the methods on features, {best.label} of size {count(best.sizes[best.best])} has the lowest mean "
            f"error, {_amount(found, _lowest(best))}{give}, and is fitted in "
            f"{number(best.mean_fit_seconds[best.best])} s"
        )
    if (exact := best_exact(found)) is not None:
        parts.append(
            f"of the methods on the kernel itself, {exact.label} has the lowest error, "
            f"{_amount(found, exact.mean_errors[0])}, and is fitted in {number(exact.mean_fit_seconds[0])} s"
        )
    if not parts:
        parts.append("there is no error to show" if found.complete else "the first fits are not done yet")
    return f"{sentence('; '.join(parts))}."


def table_reading(found: Comparison) -> str:
    """The sentence under the table: the method that is fitted soonest."""
    timed = [run for run in found.runs if run.measured]
    if not timed:
        return reading(found)
    soonest = min(timed, key=lambda run: np.nanmin(run.mean_fit_seconds))
    return f"{sentence(soonest.label)} is fitted soonest, in {number(np.nanmin(soonest.mean_fit_seconds))} s."


def notes(found: Comparison) -> tuple[str, ...]:
    """What was left out, and what a reader should know besides."""
    return (
        *left_out(found.runs),
        "Scaling, length scale and penalty come from the training part alone; the time to fit includes the choice of "
        f"the penalty. {FIXED}",
        found.about.note,
    )


def origin(found: Comparison) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return about.provenance(found.about, f"error: {found.unit}")


def left_out(methods: Iterable[Run | Surface]) -> tuple[str, ...]:
    """A sentence for each method that could not be fitted, at a size at least."""
    return tuple(refusals.left_out(one.label, one.refusal) for one in methods if one.refusal)


def best_exact(found: Comparison) -> Run | None:
    """The exact method with the lowest error."""
    return min(found.exact, key=lambda run: run.mean_errors[0], default=None)


def _splits(found: Comparison) -> str:
    if found.n_measured < found.n_splits:
        return f"the first {found.n_measured} of {plural(found.n_splits, 'split')}"
    return plural(found.n_splits, "split")


def _unit(found: Comparison) -> str:
    if found.task == "regression":
        return "error: root mean square over the standard deviation of the answers, 1 is the best constant"
    return "error: percent of answers wrong"


def _amount(found: Comparison, value: float) -> str:
    return measured(value) if found.task == "regression" else f"{value:.3g} %"


def _lowest(run: Run) -> float:
    return float(run.mean_errors[run.best])
