"""What the figures of single pairs say, in words: computed from their records, nothing drawn."""

from __future__ import annotations

import numpy as np

from rffviz.samplers import SAMPLERS
from rffviz.studies import Band, KernelMatrices, PairErrors
from rffviz.words.about import about_words, provenance
from rffviz.words.numbers import count, measured, number, plural


def matrices_title(report: KernelMatrices) -> str:
    """How the error of the matrix falls."""
    return _fall("root mean square error of the kernel matrix", report.n_freqs, report.rms)


def agreement_title(report: PairErrors) -> str:
    """How the largest error falls."""
    return _fall("largest error at the pairs shown", report.n_freqs, report.largest)


def residual_title(report: PairErrors) -> str:
    """How many of the errors are as large as the formula expects."""
    shares = " to ".join(dict.fromkeys(f"{100 * share:.0f}" for share in (report.inside.min(), report.inside.max())))
    where = "At every D shown" if len(report.n_freqs) > 1 else f"At D = {count(report.n_freqs[0])}"
    if _monte_carlo(report):
        return f"{where}, {shares} % of the errors lie inside ±2σ"
    return f"{where}, {shares} % of the errors of {_scheme(report)} lie inside ±2σ of Monte Carlo"


def matrices_subtitle(report: KernelMatrices) -> str:
    """What was measured, on what, and in which order and colours it is shown."""
    some = len(report.rows) < report.about.n_points
    shown = f"{count(len(report.rows))} of the points, " if some else ""
    return _subtitle(
        report,
        f"{shown}ordered by clustering, so that near points stand together",
        "the same colours at every D, those of the error symmetric about 0",
    )


def pairs_subtitle(report: PairErrors, band: Band) -> str:
    """What was measured, on what, and what the band is."""
    words = "band: ±2 standard deviations of Monte Carlo, by the formula"
    if not band.exact:
        words += "; with this kernel each pair has its own σ, and the band shows the root mean square of nearby pairs"
    return _subtitle(report, f"{plural(len(report.rows), 'pair')} of points", words)


def matrices_readings(report: KernelMatrices) -> list[str]:
    """The sentence under the matrices, for each number of frequencies."""
    n_pairs = len(report.rows) * (len(report.rows) - 1) // 2
    return [
        f"At D = {count(m)} the largest error of the matrix is {measured(largest)} and the root mean square error "
        f"{measured(rms)}, over {plural(n_pairs, 'pair')} of points."
        for m, largest, rms in zip(report.n_freqs, report.largest, report.rms, strict=True)
    ]


def agreement_readings(report: PairErrors) -> list[str]:
    """The sentences under k̂ against k, for each number of frequencies."""
    return [
        f"At D = {count(m)} the largest error at the pairs shown is {measured(largest)} and the root mean square error "
        f"{measured(rms)}. {_inside(report, share)}"
        for m, largest, rms, share in zip(report.n_freqs, report.largest, report.rms, report.inside, strict=True)
    ]


def residual_readings(report: PairErrors) -> list[str]:
    """The sentences under the errors against distance, for each number of frequencies."""
    return [
        f"At D = {count(m)}, {_inside(report, share)}" for m, share in zip(report.n_freqs, report.inside, strict=True)
    ]


def matrices_alt(report: KernelMatrices) -> str:
    """What the matrices show, for those who do not see them."""
    return (
        f"Heat maps of the {report.about.kernel.label} kernel matrix of {plural(len(report.rows), 'point')}, of its "
        "estimate from D frequencies and of their difference, whose root mean square goes "
        f"{_from_to(report.n_freqs, report.rms)}."
    )


def agreement_alt(report: PairErrors) -> str:
    """What k̂ against k shows, for those who do not see it."""
    return _scatter_alt(report, f"estimate k̂ against the {report.about.kernel.label} kernel k")


def residual_alt(report: PairErrors) -> str:
    """What the errors against distance show, for those who do not see them."""
    return _scatter_alt(report, f"error k̂ − k of the {report.about.kernel.label} kernel against distance")


def notes(report: KernelMatrices | PairErrors) -> tuple[str, ...]:
    """What was left out of the data, and what the scheme remarks."""
    return tuple(filter(None, [report.about.note, *map(str, report.notes)]))


def origin(report: KernelMatrices | PairErrors) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return provenance(report.about, f"map: {report.map}; rows are counted from 0", *map(str, report.notes))


def _subtitle(report: KernelMatrices | PairErrors, *more: str) -> str:
    about = report.about
    seed = f"seed {about.seeds[0]}" if SAMPLERS[about.sampler].randomised else "the same for every seed"
    return about_words(about, f"{_scheme(report)}, {seed}", f"{report.map} map", *more)


def _scatter_alt(report: PairErrors, what: str) -> str:
    return (
        f"Scatter plot of the {what} at {plural(len(report.rows), 'pair')} of points: the largest error goes "
        f"{_from_to(report.n_freqs, report.largest)}."
    )


def _fall(what: str, sizes: np.ndarray, values: np.ndarray) -> str:
    if len(sizes) == 1:
        return f"The {what} is {measured(values[0])} at D = {count(sizes[0])}"
    verb = "falls" if values[-1] < values[0] else "goes"
    first, last = (f"{measured(values[g])} at D = {count(sizes[g])}" for g in (0, -1))
    return f"The {what} {verb} from {first} to {last}"


def _from_to(sizes: np.ndarray, values: np.ndarray) -> str:
    first, last = (f"{number(values[g])} at D = {count(sizes[g])}" for g in (0, -1))
    return f"from {first} to {last}"


def _inside(report: PairErrors, share: float) -> str:
    """The share inside ±2σ, and what to expect of it."""
    words = f"{100 * share:.0f} % of the {plural(len(report.rows), 'pair')} are inside ±2σ."
    if _monte_carlo(report):
        return (
            f"{words} About 95 % is expected, but all pairs share their frequencies, so that their errors go together."
        )
    return f"{words} About 95 % is promised for Monte Carlo only: {_scheme(report)} may do better or worse."


def _scheme(report: KernelMatrices | PairErrors) -> str:
    return SAMPLERS[report.about.sampler].label


def _monte_carlo(report: PairErrors) -> bool:
    return SAMPLERS[report.about.sampler].monte_carlo
