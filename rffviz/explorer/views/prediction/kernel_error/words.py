"""The words of the view “Kernel error”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.prediction.real_data.words import freedom_words
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_label
from rffviz.explorer.words.numbers import count, listed, measured, number, of_seeds, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.kernel_error import KernelError

PANELS = ("largest change of prediction", "test RMSE / std(y)")
BOUND = "Cortes et al. 2010"


def kernel_error_words(record: KernelError) -> Words:
    """The title says whether a better kernel means predictions closer to the exact ones."""
    labels = [scheme_label(name) for name in record.samplers]
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            f"{listed(labels)}, {of_seeds(record.n_seeds, len(record.about.seeds))}",
            f"ridge regression, λ = {number(record.ridge)}",
            f"a dot: one fit; filled: D = {count(record.shown)}; changes in standard deviations of the targets",
            n_test=record.n_test,
        ),
        readout=kernel_error_readout(record),
        alt=f"Each fit's largest change of prediction, and its test error, against the error of its kernel matrix: "
        f"rank correlations {correlation(record.with_changes())} and {correlation(record.with_test())}.",
        provenance=provenance(
            record.about,
            f"schemes: {'; '.join(map(scheme_label, record.samplers))}",
            "changes and bounds: in standard deviations of the training targets",
            f"exact method: test error {record.exact_test:.9g}, {record.freedom:.9g} effective degrees of freedom",
        ),
        notes=(
            f"Rank correlations over {plural(int(record.measured.sum()), 'fit')}, of which {int(record.here.sum())} at "
            f"D = {count(record.shown)}; values up to the one under “chance” may be accidental.",
            freedom_words(record.freedom, f"At λ = {number(record.ridge)} exact kernel ridge"),
            "The bound assumes that the whole error of the matrix lies where it changes the prediction most. A better "
            "kernel can predict worse: only errors in the directions of the targets matter, and some of them act as a "
            "penalty.",
            record.about.note,
        ),
    )


def kernel_error_readout(record: KernelError) -> Readout:
    """Rank correlations with the kernel error, across D and at one D, and the values beside the exact ones."""
    chance = "–" if math.isnan(record.chance) else f"±{record.chance:.2f}"
    columns = (
        "correlation with ‖K̂ − K‖₂",
        "all D",
        f"D = {count(record.shown)}",
        "chance",
        "range",
        "exact kernel ridge",
    )
    rows = [
        (
            PANELS[panel],
            correlation(correlations()),
            correlation(correlations(True)),
            chance,
            "–".join(measured(edge(values)) for edge in (np.nanmin, np.nanmax)),
            exact,
        )
        for panel, correlations, values, exact in (
            (0, record.with_changes, record.changes, "0"),
            (1, record.with_test, record.test, measured(record.exact_test)),
        )
    ]
    return Readout(columns, (*rows, ("bound / change", "–", "–", "–", f"≥ {two_digits(record.looseness)}", "–")))


def correlation(value: float) -> str:
    """A rank correlation with two decimals and a true minus; a dash if undefined."""
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _title(record: KernelError) -> str:
    verdict = record.verdict
    if verdict == "unknown":
        return f"The prediction changes by at most {measured(float(np.nanmax(record.changes)))} standard deviations"
    across, within = (f"correlation {correlation(record.with_changes(at))}" for at in (False, True))
    if verdict == "no":
        return f"A better kernel is not closer to exact kernel ridge: rank {across}"
    if verdict == "everywhere":
        return f"A better kernel is closer to exact kernel ridge: rank {across}"
    closer = "hardly closer to" if verdict == "hardly here" else "farther from"
    return f"At D = {count(record.shown)} better kernels are {closer} kernel ridge: {within}"


def two_digits(value: float) -> str:
    """The first two digits of a large number, rounded down: 12,000 for 12,345."""
    if not math.isfinite(value) or value < 100:
        return number(value)
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return count(math.floor(value / step) * step)
