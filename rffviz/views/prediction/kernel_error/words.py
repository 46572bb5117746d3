"""What the figure of the kernel's error beside the change of prediction says, in words."""

from __future__ import annotations

import math

import numpy as np

from rffviz.studies.kernel_error import KernelError
from rffviz.views.prediction.real_data.words import freedom_words
from rffviz.words.about import Words, about_words, provenance, scheme_label
from rffviz.words.numbers import count, listed, measured, number, of_seeds, plural

PANELS = ("largest change of prediction", "test error (1: best constant)")
BOUND = "Cortes et al. 2010"


def kernel_error_words(found: KernelError) -> Words:
    """The title says whether the better kernel predicts more like the exact method, across D and at one D."""
    n = int(found.measured.sum())
    labels = [scheme_label(name) for name in found.samplers]
    across, within, tests, test = _correlations(found)
    low, high = (measured(edge) for edge in (np.nanmin(found.test), np.nanmax(found.test)))
    parts = [
        f"Over {plural(n, 'fit')} the rank correlation of ‖K̃ − K‖₂ with the change of prediction is "
        f"{correlation(across)}, with the test error {correlation(tests)}.",
        _at_one(found, within, test),
        f"The exact method's test error is {measured(found.exact_test)}, that of the fits {low} to {high}.",
        f"The bound allows at least {two_digits(found.looseness)} times the change.",
    ]
    reading = " ".join(filter(None, parts))
    return Words(
        title=_title(found, across, within),
        subtitle=about_words(
            found.about,
            f"{listed(labels)}, {of_seeds(found.n_seeds, len(found.about.seeds))}",
            f"ridge regression, λ = {number(found.ridge)}",
            f"a dot: one fit; changes in standard deviations of the answers; filled: D = {count(found.shown)}",
            n_test=found.n_test,
        ),
        reading=reading,
        alt=f"Each fit's largest change of prediction, and its test error, against the error of its kernel matrix. "
        f"{reading}",
        provenance=provenance(
            found.about,
            f"schemes: {', '.join(found.samplers)}",
            "changes and bounds: in standard deviations of the training answers",
            f"exact method: test error {found.exact_test:.9g}, {found.freedom:.9g} effective degrees of freedom",
        ),
        notes=(
            freedom_words(found.freedom, f"At λ = {number(found.ridge)} the exact method"),
            "The bound takes the whole error of the matrix to lie where it changes the prediction most. The better "
            "kernel of two can predict worse: what counts is the error in the directions of the answers, and an error "
            "there may even act as a penalty.",
            found.about.note,
        ),
    )


def correlation(value: float) -> str:
    """A rank correlation with two decimals and a true minus; a dash where there is none."""
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _correlations(found: KernelError) -> tuple[float, float, float, float]:
    """With the change across D and at the D shown, with the test error likewise."""
    return found.with_changes(), found.with_changes(True), found.with_test(), found.with_test(True)


def _title(found: KernelError, across: float, within: float) -> str:
    here, verdict = f"at D = {count(found.shown)}", found.verdict
    if verdict == "unknown":
        return f"The prediction changes by {measured(float(np.nanmax(found.changes)))} standard deviations at most"
    one, other = correlation(across), correlation(within)
    better = "The better kernel predicts more like the exact method"
    if verdict == "no":
        return f"The better kernel is not nearer to the exact method: rank correlation {one} across D, {other} {here}"
    if verdict == "everywhere":
        return f"{better}: rank correlation {one} across D, {other} {here}"
    return f"{better} across D (rank correlation {one}), {verdict.removesuffix(' here')} {here} ({other})"


def _at_one(found: KernelError, within: float, test: float) -> str:
    """The correlations at one D, and what chance alone gives there."""
    if math.isnan(within):
        return ""
    fits = f"Over the {int(found.here.sum())} fits at D = {count(found.shown)}"
    words = f"{fits} they are {correlation(within)} and {correlation(test)}"
    return f"{words}; up to ±{found.chance:.2f} may be chance."


def two_digits(value: float) -> str:
    """The first two digits of a large number, rounded down: 12,000 for 12,345."""
    if not math.isfinite(value) or value < 100:
        return number(value)
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return count(math.floor(value / step) * step)
