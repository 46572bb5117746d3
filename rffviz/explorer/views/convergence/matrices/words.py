"""The words of the view “Matrices”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.numbers import count, from_to, measured, per_cent, plural
from rffviz.explorer.words.orthogonal import when_orthogonal_helps
from rffviz.explorer.words.readout import Readout
from rffviz.samplers import scheme_called
from rffviz.studies.pairs import KernelMatrices, PairErrors

RESIDUAL_AXIS = "k̂ − k, axis ±c/√D"
_RESIDUAL_SCALE = "The axis of k̂ − k follows D: it ends at ±c/√D, with one c for all D."


def matrices_words(record: KernelMatrices) -> Words:
    """The words of the three heat maps."""
    g, some = record.start, len(record.rows) < record.about.n_points
    shown = f"{count(len(record.rows))} of the points, " if some else ""
    return _words_of(
        record,
        f"At D = {count(record.n_freqs[g])} the RMS error of the kernel matrix is {measured(record.rms[g])}",
        f"{shown}ordered by clustering, so that near points stand together",
        "brackets: classes" * bool(record.classes),
        "contrast of classes: mean k within them minus mean k between them" * bool(np.isfinite(record.contrast)),
        "the same colours at every D: those of K and K̂ from −1 to 1, those of the error, which deepen with its cube "
        f"root, up to ±{measured(float(record.largest.max()))}, the largest at any D",
        alt=f"Heat maps of the {record.about.kernel.label} kernel matrix of {plural(len(record.rows), 'point')}, of "
        "its estimate from D frequencies and of their difference, whose root mean square goes "
        f"{from_to(record.n_freqs, record.rms)}.",
    )


def pairs_words(record: PairErrors) -> Words:
    """The words of k̂ against k and of the errors against distance."""
    g, scheme = record.start, scheme_called(record.about.sampler)
    sigma = "band: Monte Carlo ± 2 SD (standard deviations), by formula"
    if not (record.over_kernel.exact and record.over_distance.exact):
        sigma += "; with this kernel each pair has its own σ, and the band shows the root mean square of nearby pairs"
    pairs = f"{plural(len(record.rows), 'pair')} of points"
    words = _words_of(
        record,
        f"At D = {count(record.n_freqs[g])}, {per_cent(record.inside[g])} of {scheme.label} errors lie within ± 2 SD",
        pairs,
        sigma,
        alt=f"Scatter plots of the estimate k̂ against the {record.about.kernel.label} kernel k, and of the error k̂ − k "
        f"against distance, at {pairs}: the largest error goes {from_to(record.n_freqs, record.largest)}.",
    )
    why = "All pairs share their frequencies, so their errors are correlated."
    if not scheme.monte_carlo:
        why = f"The band is that of i.i.d. sampling; {scheme.label} may have smaller or larger errors."
    if record.gain:
        why += f" {when_orthogonal_helps(record.gain)}"
    return words | {"notes": (why, _RESIDUAL_SCALE, *words["notes"])}


def errors_of(record: KernelMatrices | PairErrors) -> list[Readout]:
    """The RMS and the largest error at each D; of pairs how many lie in the band, of classes the contrast."""
    scheme, columns = scheme_called(record.about.sampler).label, ["RMS error", "largest error"]
    cells = [[measured(rms), measured(most)] for rms, most in zip(record.rms, record.largest, strict=True)]
    if isinstance(record, PairErrors):
        columns += ["within Monte Carlo ± 2 SD", "normal errors"]
        cells = [[*row, per_cent(share), "95 %"] for row, share in zip(cells, record.inside, strict=True)]
    elif np.isfinite(record.contrast):
        columns += ["contrast of classes in K"]
        cells = [[*row, measured(record.contrast)] for row in cells]
    sizes = zip(record.n_freqs, cells, strict=True)
    return [Readout((f"D = {count(m)}", *columns), [(scheme, *row)]) for m, row in sizes]


def _words_of(record: KernelMatrices | PairErrors, title: str, *subtitle: str, alt: str) -> Words:
    """The words of a figure, except its readouts, one for each D."""
    about, remarks, scheme = record.about, tuple(map(str, record.notes)), scheme_called(record.about.sampler)
    seed = f"seed {about.seeds[0]}" if scheme.randomised else "the same for every seed"
    return {
        "title": title,
        "subtitle": about_words(about, f"{scheme.label}, {seed}", map_words(record.map), *subtitle),
        "alt": alt,
        "notes": tuple(filter(None, [about.note, *remarks])),
        "provenance": provenance(about, f"map: {record.map}; rows are counted from 0", *remarks),
    }
