"""The words of the view “Matrices”."""

from __future__ import annotations

from rffviz.studies.pairs import KernelMatrices
from rffviz.views.convergence.words import errors_of, fall_of, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import count, from_to, plural


def matrices_words(report: KernelMatrices) -> Words:
    """The words of the three heat maps."""
    some = len(report.rows) < report.about.n_points
    shown = f"{count(len(report.rows))} of the points, " if some else ""
    return words_of(
        report,
        fall_of("root mean square error of the kernel matrix", report.n_freqs, report.rms),
        f"{shown}ordered by clustering, so that near points stand together",
        "the same colours at every D, those of the error symmetric about 0",
        alt=f"Heat maps of the {report.about.kernel.label} kernel matrix of {plural(len(report.rows), 'point')}, of "
        "its estimate from D frequencies and of their difference, whose root mean square goes "
        f"{from_to(report.n_freqs, report.rms)}.",
    )


def matrices_readings(report: KernelMatrices) -> list[str]:
    """The sentence under the matrices, for each number of frequencies."""
    n_pairs = len(report.rows) * (len(report.rows) - 1) // 2
    over = f"over {plural(n_pairs, 'pair')} of points"
    return [f"{errors}, {over}." for errors in errors_of(report, "largest error of the matrix")]
