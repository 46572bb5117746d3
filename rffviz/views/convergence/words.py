"""Shared by the words of this page's views."""

from __future__ import annotations

import numpy as np

from rffviz.samplers import scheme_called
from rffviz.studies.pairs import KernelMatrices, PairErrors
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, from_to, measured


def words_of(report: KernelMatrices | PairErrors, title: str, *subtitle: str, alt: str) -> Words:
    """The words of a figure of pairs, except its readings, one for each D."""
    about, remarks = report.about, tuple(map(str, report.notes))
    seed = f"seed {about.seeds[0]}" if scheme_called(about.sampler).randomised else "the same for every seed"
    return {
        "title": title,
        "subtitle": about_words(about, f"{scheme_of(report)}, {seed}", f"{report.map} map", *subtitle),
        "alt": alt,
        "notes": tuple(filter(None, [about.note, *remarks])),
        "provenance": provenance(about, f"map: {report.map}; rows are counted from 0", *remarks),
    }


def errors_of(report: KernelMatrices | PairErrors, what: str) -> list[str]:
    """The largest and the root mean square error of the pairs, at each D."""
    return [
        f"At D = {count(m)} the {what} is {measured(largest)} and the root mean square error {measured(rms)}"
        for m, largest, rms in zip(report.n_freqs, report.largest, report.rms, strict=True)
    ]


def fall_of(what: str, sizes: np.ndarray, values: np.ndarray) -> str:
    """The change of a value from the first D to the last."""
    if len(sizes) == 1:
        return f"The {what} is {measured(values[0])} at D = {count(sizes[0])}"
    verb = "falls" if values[-1] < values[0] else "goes"
    return f"The {what} {verb} {from_to(sizes, values, measured)}"


def scheme_of(report: KernelMatrices | PairErrors) -> str:
    """The label of the scheme."""
    return scheme_called(report.about.sampler).label


def is_monte_carlo(report: PairErrors) -> bool:
    """Whether the scheme draws independently, as the theory of its errors assumes."""
    return scheme_called(report.about.sampler).monte_carlo
