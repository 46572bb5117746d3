"""The words of the view “Matrices”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.numbers import count, from_to, measured, per_cent, plural
from rffviz.explorer.words.orthogonal import when_orthogonal_helps
from rffviz.explorer.words.readout import Readout
from rffviz.samplers import scheme_called
from rffviz.studies.pairs import KernelMatrices, PairErrors

RESIDUAL_AXIS = "k̂ − k, axis ±c/√D"
_RESIDUAL_SCALE = "The axis of k̂ − k follows D: it ends at ±c/√D, with one c for all D."


def matrices_words(report: KernelMatrices) -> Words:
    """The words of the three heat maps."""
    g, some = report.start, len(report.rows) < report.about.n_points
    shown = f"{count(len(report.rows))} of the points, " if some else ""
    return _words_of(
        report,
        f"At D = {count(report.n_freqs[g])} the RMS error of the kernel matrix is {measured(report.rms[g])}",
        f"{shown}ordered by clustering, so that near points stand together",
        "brackets: classes" * bool(report.classes),
        "the same colours at every D: those of K and K̂ from −1 to 1, those of the error up to "
        f"±{measured(float(report.largest.max()))}, the largest at any D",
        alt=f"Heat maps of the {report.about.kernel.label} kernel matrix of {plural(len(report.rows), 'point')}, of "
        "its estimate from D frequencies and of their difference, whose root mean square goes "
        f"{from_to(report.n_freqs, report.rms)}.",
    )


def pairs_words(report: PairErrors) -> Words:
    """The words of k̂ against k and of the errors against distance."""
    g, scheme = report.start, scheme_called(report.about.sampler)
    sigma = "band: Monte Carlo ± 2 SD (standard deviations), by formula"
    if not (report.over_kernel.exact and report.over_distance.exact):
        sigma += "; with this kernel each pair has its own σ, and the band shows the root mean square of nearby pairs"
    pairs = f"{plural(len(report.rows), 'pair')} of points"
    words = _words_of(
        report,
        f"At D = {count(report.n_freqs[g])}, {per_cent(report.inside[g])} of {scheme.label} errors lie within ± 2 SD",
        pairs,
        sigma,
        alt=f"Scatter plots of the estimate k̂ against the {report.about.kernel.label} kernel k, and of the error k̂ − k "
        f"against distance, at {pairs}: the largest error goes {from_to(report.n_freqs, report.largest)}.",
    )
    why = "All pairs share their frequencies, so their errors are correlated."
    if not scheme.monte_carlo:
        why = f"The band is that of i.i.d. sampling; {scheme.label} may have smaller or larger errors."
    if report.gain:
        why += f" {when_orthogonal_helps(report.gain)}"
    return words | {"notes": (why, _RESIDUAL_SCALE, *words["notes"])}


def errors_of(report: KernelMatrices | PairErrors) -> list[Readout]:
    """The RMS and the largest error at each D; of pairs also the share within ± 2 SD of Monte Carlo."""
    scheme, columns = scheme_called(report.about.sampler).label, ["RMS error", "largest error"]
    cells = [[measured(rms), measured(most)] for rms, most in zip(report.rms, report.largest, strict=True)]
    if isinstance(report, PairErrors):
        columns += ["within Monte Carlo ± 2 SD", "normal errors"]
        cells = [[*row, per_cent(share), "95 %"] for row, share in zip(cells, report.inside, strict=True)]
    sizes = zip(report.n_freqs, cells, strict=True)
    return [Readout((f"D = {count(m)}", *columns), [(scheme, *row)]) for m, row in sizes]


def _words_of(report: KernelMatrices | PairErrors, title: str, *subtitle: str, alt: str) -> Words:
    """The words of a figure, except its readouts, one for each D."""
    about, remarks, scheme = report.about, tuple(map(str, report.notes)), scheme_called(report.about.sampler)
    seed = f"seed {about.seeds[0]}" if scheme.randomised else "the same for every seed"
    return {
        "title": title,
        "subtitle": about_words(about, f"{scheme.label}, {seed}", map_words(report.map), *subtitle),
        "alt": alt,
        "notes": tuple(filter(None, [about.note, *remarks])),
        "provenance": provenance(about, f"map: {report.map}; rows are counted from 0", *remarks),
    }
