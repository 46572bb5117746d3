"""The words of the view “Kernel error”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.studies.kernel_error import KernelError
from rffviz.views.prediction.real_data.words import freedom_words
from rffviz.words.about import Words, about_words, provenance, scheme_label
from rffviz.words.numbers import count, listed, measured, number, of_seeds, plural

PANELS = ("largest change of prediction", "test error (1: best constant)")
BOUND = "Cortes et al. 2010"


def kernel_error_words(record: KernelError) -> Words:
    """The title says whether a better kernel means predictions closer to the exact ones, across D and at one D."""
    n = int(record.measured.sum())
    labels = [scheme_label(name) for name in record.samplers]
    across, within, tests, test = _correlations(record)
    low, high = (measured(edge) for edge in (np.nanmin(record.test), np.nanmax(record.test)))
    parts = [
        f"Over {plural(n, 'fit')} the rank correlation of ‖K̃ − K‖₂ with the change of prediction is "
        f"{correlation(across)}, with the test error {correlation(tests)}.",
        _at_one(record, within, test),
        f"The exact method's test error is {measured(record.exact_test)}, that of the fits {low} to {high}.",
        f"The bound allows at least {two_digits(record.looseness)} times the change.",
    ]
    reading = " ".join(filter(None, parts))
    return Words(
        title=_title(record, across, within),
        subtitle=about_words(
            record.about,
            f"{listed(labels)}, {of_seeds(record.n_seeds, len(record.about.seeds))}",
            f"ridge regression, λ = {number(record.ridge)}",
            f"a dot: one fit; changes in standard deviations of the answers; filled: D = {count(record.shown)}",
            n_test=record.n_test,
        ),
        reading=reading,
        alt=f"Each fit's largest change of prediction, and its test error, against the error of its kernel matrix. "
        f"{reading}",
        provenance=provenance(
            record.about,
            f"schemes: {', '.join(record.samplers)}",
            "changes and bounds: in standard deviations of the training answers",
            f"exact method: test error {record.exact_test:.9g}, {record.freedom:.9g} effective degrees of freedom",
        ),
        notes=(
            freedom_words(record.freedom, f"At λ = {number(record.ridge)} the exact method"),
            "The bound takes the whole error of the matrix to lie where it changes the prediction most. The better "
            "kernel of two can predict worse: what counts is the error in the directions of the answers, and an error "
            "there may even act as a penalty.",
            record.about.note,
        ),
    )


def correlation(value: float) -> str:
    """A rank correlation with two decimals and a true minus; a dash if undefined."""
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _correlations(record: KernelError) -> tuple[float, float, float, float]:
    """Correlations with the change, across D and at the D shown, and likewise with the test error."""
    return record.with_changes(), record.with_changes(True), record.with_test(), record.with_test(True)


def _title(record: KernelError, across: float, within: float) -> str:
    here, verdict = f"at D = {count(record.shown)}", record.verdict
    if verdict == "unknown":
        return f"The prediction changes by {measured(float(np.nanmax(record.changes)))} standard deviations at most"
    one, other = correlation(across), correlation(within)
    better = "The better kernel predicts more like the exact method"
    if verdict == "no":
        return f"The better kernel is not nearer to the exact method: rank correlation {one} across D, {other} {here}"
    if verdict == "everywhere":
        return f"{better}: rank correlation {one} across D, {other} {here}"
    return f"{better} across D (rank correlation {one}), {verdict.removesuffix(' here')} {here} ({other})"


def _at_one(record: KernelError, within: float, test: float) -> str:
    """The correlations at one D, and those expected by chance."""
    if math.isnan(within):
        return ""
    fits = f"Over the {int(record.here.sum())} fits at D = {count(record.shown)}"
    words = f"{fits} they are {correlation(within)} and {correlation(test)}"
    return f"{words}; up to ±{record.chance:.2f} may be chance."


def two_digits(value: float) -> str:
    """The first two digits of a large number, rounded down: 12,000 for 12,345."""
    if not math.isfinite(value) or value < 100:
        return number(value)
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return count(math.floor(value / step) * step)
