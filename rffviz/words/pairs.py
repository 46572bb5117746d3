"""What the figures of single pairs say; their readings stand apart, one for each number of frequencies."""

from __future__ import annotations

import numpy as np

from rffviz.samplers import scheme_called
from rffviz.studies.pairs import Band, KernelMatrices, PairErrors
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, from_to, measured, plural


def matrices_words(report: KernelMatrices) -> Words:
    """The words of the three heat maps."""
    some = len(report.rows) < report.about.n_points
    shown = f"{count(len(report.rows))} of the points, " if some else ""
    return _words(
        report,
        _fall("root mean square error of the kernel matrix", report.n_freqs, report.rms),
        f"{shown}ordered by clustering, so that near points stand together",
        "the same colours at every D, those of the error symmetric about 0",
        alt=f"Heat maps of the {report.about.kernel.label} kernel matrix of {plural(len(report.rows), 'point')}, of "
        "its estimate from D frequencies and of their difference, whose root mean square goes "
        f"{from_to(report.n_freqs, report.rms)}.",
    )


def agreement_words(report: PairErrors) -> Words:
    """The words of k̂ against k."""
    title = _fall("largest error at the pairs shown", report.n_freqs, report.largest)
    what = f"estimate k̂ against the {report.about.kernel.label} kernel k"
    return _words_of_pairs(report, title, report.over_kernel, what)


def residual_words(report: PairErrors) -> Words:
    """The words of the errors against distance."""
    shares = " to ".join(dict.fromkeys(f"{100 * share:.0f}" for share in (report.inside.min(), report.inside.max())))
    where = "At every D shown" if len(report.n_freqs) > 1 else f"At D = {count(report.n_freqs[0])}"
    title = f"{where}, {shares} % of the errors lie inside ±2σ"
    if not _monte_carlo(report):
        title = f"{where}, {shares} % of the errors of {_scheme(report)} lie inside ±2σ of Monte Carlo"
    what = f"error k̂ − k of the {report.about.kernel.label} kernel against distance"
    return _words_of_pairs(report, title, report.over_distance, what)


def matrices_readings(report: KernelMatrices) -> list[str]:
    """The sentence under the matrices, for each number of frequencies."""
    n_pairs = len(report.rows) * (len(report.rows) - 1) // 2
    over = f"over {plural(n_pairs, 'pair')} of points"
    return [f"{errors}, {over}." for errors in _errors(report, "largest error of the matrix")]


def agreement_readings(report: PairErrors) -> list[str]:
    """The sentences under k̂ against k, for each number of frequencies."""
    errors = _errors(report, "largest error at the pairs shown")
    return [f"{each}. {_inside(report, share)}" for each, share in zip(errors, report.inside, strict=True)]


def residual_readings(report: PairErrors) -> list[str]:
    """The sentences under the errors against distance, for each number of frequencies."""
    return [
        f"At D = {count(m)}, {_inside(report, share)}" for m, share in zip(report.n_freqs, report.inside, strict=True)
    ]


def _words(report: KernelMatrices | PairErrors, title: str, *subtitle: str, alt: str) -> Words:
    about, remarks = report.about, tuple(map(str, report.notes))
    seed = f"seed {about.seeds[0]}" if scheme_called(about.sampler).randomised else "the same for every seed"
    return {
        "title": title,
        "subtitle": about_words(about, f"{_scheme(report)}, {seed}", f"{report.map} map", *subtitle),
        "alt": alt,
        "notes": tuple(filter(None, [about.note, *remarks])),
        "provenance": provenance(about, f"map: {report.map}; rows are counted from 0", *remarks),
    }


def _words_of_pairs(report: PairErrors, title: str, band: Band, what: str) -> Words:
    sigma = "band: ±2 standard deviations of Monte Carlo, by the formula"
    if not band.exact:
        sigma += "; with this kernel each pair has its own σ, and the band shows the root mean square of nearby pairs"
    pairs = f"{plural(len(report.rows), 'pair')} of points"
    goes = f"goes {from_to(report.n_freqs, report.largest)}"
    return _words(report, title, pairs, sigma, alt=f"Scatter plot of the {what} at {pairs}: the largest error {goes}.")


def _errors(report: KernelMatrices | PairErrors, what: str) -> list[str]:
    return [
        f"At D = {count(m)} the {what} is {measured(largest)} and the root mean square error {measured(rms)}"
        for m, largest, rms in zip(report.n_freqs, report.largest, report.rms, strict=True)
    ]


def _fall(what: str, sizes: np.ndarray, values: np.ndarray) -> str:
    if len(sizes) == 1:
        return f"The {what} is {measured(values[0])} at D = {count(sizes[0])}"
    verb = "falls" if values[-1] < values[0] else "goes"
    return f"The {what} {verb} {from_to(sizes, values, measured)}"


def _inside(report: PairErrors, share: float) -> str:
    """The share inside ±2σ, and what to expect of it."""
    words = f"{100 * share:.0f} % of the {plural(len(report.rows), 'pair')} are inside ±2σ."
    if _monte_carlo(report):
        return f"{words} About 95 % is expected, but all pairs share their frequencies, so their errors go together."
    return f"{words} About 95 % is promised for Monte Carlo only: {_scheme(report)} may do better or worse."


def _scheme(report: KernelMatrices | PairErrors) -> str:
    return scheme_called(report.about.sampler).label


def _monte_carlo(report: PairErrors) -> bool:
    return scheme_called(report.about.sampler).monte_carlo
