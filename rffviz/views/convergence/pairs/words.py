"""The words of the view “Pairs”."""

from __future__ import annotations

from rffviz.studies.pairs import Band, PairErrors
from rffviz.views.convergence.words import errors_of, fall_of, is_monte_carlo, scheme_of, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import count, from_to, plural


def agreement_words(report: PairErrors) -> Words:
    """The words of k̂ against k."""
    title = fall_of("largest error at the pairs shown", report.n_freqs, report.largest)
    what = f"estimate k̂ against the {report.about.kernel.label} kernel k"
    return _words_of_pairs(report, title, report.over_kernel, what)


def residual_words(report: PairErrors) -> Words:
    """The words of the errors against distance."""
    shares = " to ".join(dict.fromkeys(f"{100 * share:.0f}" for share in (report.inside.min(), report.inside.max())))
    where = "At every D shown" if len(report.n_freqs) > 1 else f"At D = {count(report.n_freqs[0])}"
    title = f"{where}, {shares} % of the errors lie inside ±2σ"
    if not is_monte_carlo(report):
        title = f"{where}, {shares} % of the errors of {scheme_of(report)} lie inside ±2σ of Monte Carlo"
    what = f"error k̂ − k of the {report.about.kernel.label} kernel against distance"
    return _words_of_pairs(report, title, report.over_distance, what)


def agreement_readings(report: PairErrors) -> list[str]:
    """The sentences under k̂ against k, for each number of frequencies."""
    errors = errors_of(report, "largest error at the pairs shown")
    return [f"{each}. {_inside(report, share)}" for each, share in zip(errors, report.inside, strict=True)]


def residual_readings(report: PairErrors) -> list[str]:
    """The sentences under the errors against distance, for each number of frequencies."""
    return [
        f"At D = {count(m)}, {_inside(report, share)}" for m, share in zip(report.n_freqs, report.inside, strict=True)
    ]


def _words_of_pairs(report: PairErrors, title: str, band: Band, what: str) -> Words:
    sigma = "band: ±2 standard deviations of Monte Carlo, by the formula"
    if not band.exact:
        sigma += "; with this kernel each pair has its own σ, and the band shows the root mean square of nearby pairs"
    pairs = f"{plural(len(report.rows), 'pair')} of points"
    goes = f"goes {from_to(report.n_freqs, report.largest)}"
    return words_of(
        report, title, pairs, sigma, alt=f"Scatter plot of the {what} at {pairs}: the largest error {goes}."
    )


def _inside(report: PairErrors, share: float) -> str:
    """The share inside ±2σ, and what to expect of it."""
    words = f"{100 * share:.0f} % of the {plural(len(report.rows), 'pair')} are inside ±2σ."
    if is_monte_carlo(report):
        return f"{words} About 95 % is expected, but all pairs share their frequencies, so their errors go together."
    return f"{words} About 95 % is promised for Monte Carlo only: {scheme_of(report)} may do better or worse."
