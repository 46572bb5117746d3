"""Descriptions of a record's data and kernel, and the provenance lines above an exported table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from rffviz.about import About
from rffviz.measure import METRICS, SUP_COMPACT
from rffviz.samplers import SAMPLERS, scheme_called
from rffviz.words.numbers import kernel_words, listed, plural


class Words(TypedDict, total=False):
    """The texts of a picture, made from its record alone; keys are fields of `Picture`."""

    title: str
    subtitle: str
    reading: str
    alt: str
    provenance: tuple[str, ...]
    notes: tuple[str, ...]
    here: tuple[str, ...]


def data_words(about: About) -> str:
    """'Diabetes, 200 of 442 points, d = 10'; without a label, 'the points, n = …'."""
    of = f" of {about.n_whole:,}" if about.n_whole > about.n_points else ""
    many = f"{about.n_points:,}{of} points"
    return ", ".join(filter(None, [about.data, many, f"d = {about.d}"]))


def split_words(about: About, n_test: int) -> str:
    """'Diabetes, 295 points to train and 147 to test, d = 10'."""
    parts = f"{plural(about.n_points, 'point')} to train and {n_test:,} to test"
    return ", ".join(filter(None, [about.data, parts, f"d = {about.d}"]))


def scheme_words(about: About) -> str:
    """'Monte Carlo, seed 3', or 'Monte Carlo, seeds 3–7'."""
    first, last = about.seeds[0], about.seeds[-1]
    seeds = f"seed {first}" if first == last else f"seeds {first}–{last}"
    return f"{scheme_called(about.sampler).label}, {seeds}"


def scheme_label(name: str) -> str:
    """Display name of a scheme, registered or not."""
    return scheme_called(name).label


def provenance(about: About, *more: str) -> tuple[str, ...]:
    """Where the numbers come from, in lines."""
    lines = []
    if about.n_points:
        lines.append(" ".join(filter(None, [f"data: {data_words(about)}.", about.note, about.source])))
    if about.kernel is not None:
        lines.append(f"kernel: {about.kernel}")
    if about.sampler:
        lines.append(f"scheme: {scheme_called(about.sampler).label if about.sampler in SAMPLERS else about.sampler}")
    if about.seeds:
        lines.append(f"seeds: {', '.join(map(str, about.seeds))}")
    if about.settings:
        lines.append("; ".join(f"{name}: {value}" for name, value in about.settings.items()))
    return (*lines, *more)


def map_words(name: str) -> str:
    """'offset map': a feature map by its name."""
    return f"{name.replace('_', ' ')} map"


def about_words(about: About, *more: str, n_test: int = 0, where: str = "") -> str:
    """A subtitle: data, kernel and further parts, separated by dots.

    With `n_test` the data are described as points to train and to test; `where` follows the kernel.
    """
    data = split_words(about, n_test) if n_test else data_words(about)
    kernel = "" if about.kernel is None else f"{kernel_words(about.kernel)}{where}"
    return dotted(data if about.n_points else "", kernel, *more)


def dotted(*parts: str) -> str:
    """The non-empty parts, separated by dots."""
    return " · ".join(filter(None, parts))


def lettered(said: Mapping[str, str]) -> list[str]:
    """'A: this', 'B: that'; 'A and B: this' if both have the same text; without a letter the text alone."""
    letters: dict[str, list[str]] = {}
    for letter, words in said.items():
        letters.setdefault(words, []).append(letter)
    return [f"{listed(sorted(those))}: {words}" if any(those) else words for words, those in letters.items()]


def words_of_each(each: Mapping[str, Words]) -> Words:
    """The words of a figure of several sides, from those of each by its letter, without repetition in subtitles."""
    joined = {
        name: " ".join(lettered({letter: said[name] for letter, said in each.items()}))
        for name in ("title", "alt", "reading")
    }
    first, *others = (said["subtitle"].split(" · ") for said in each.values())
    own = [dotted(*first), *(dotted(*(line for line in lines if line not in first)) for lines in others)]
    sources = ((letter, line) for letter, said in each.items() for line in said["provenance"])
    return {
        **joined,
        "subtitle": dotted(*(f"{a}: {said}" if a and said else said for a, said in zip(each, own, strict=True))),
        "provenance": tuple(f"{letter}: {line}" if letter else line for letter, line in sources),
        "notes": tuple(dict.fromkeys(note for said in each.values() for note in said["notes"])),
    }


def metric_label(metric: str) -> str:
    """The axis title of the error."""
    return "largest |k̂ − k| over the box" if metric == SUP_COMPACT else METRICS[metric].label
