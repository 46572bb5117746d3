"""Descriptions of a record's data and kernel, and the provenance lines above an exported table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypedDict

from rffviz.explorer.words.numbers import kernel_words, listed, plural, setting
from rffviz.explorer.words.readout import Readout, readout_of_each
from rffviz.foundation.about import About
from rffviz.kernels import KERNELS
from rffviz.measure import METRICS, SUP_COMPACT
from rffviz.samplers import SAMPLERS, scheme_called


class Words(TypedDict, total=False):
    """The texts of a picture, made from its record alone; keys are fields of `Picture`."""

    title: str
    subtitle: str
    readout: Readout
    alt: str
    provenance: tuple[str, ...]
    notes: tuple[str, ...]


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


def as_shown(line: str) -> str:
    """A line of provenance on a page: symbols and words for names, a range for seeds, 3 significant digits; exports
    have all.
    """
    line = _MAP.sub(lambda found: map_words(found[0]), _SEEDS.sub(_range, line))
    line = _NAME.sub(lambda found: found[0].replace("_", " "), line)
    return _DECIMALS.sub(lambda found: _three_digits(found[0]), _ARGUMENT.sub(_named, line))


_SIGNS = {"n_freqs": "D", "length_scale": "ℓ", "sigma_p": "σ_p", "epsilon": "ε"}
_SIGNS |= {shape.name: shape.sign for kernel in KERNELS.values() for shape in kernel.shape_parameters}
_ARGUMENT = re.compile(r"\b([a-z]\w*)(=| = |: )")
_MAP = re.compile(r"(?<=\bmap: )(?:paired|offset)\b")
_SEEDS = re.compile(r"(?<=\bseeds: )\d+(?:, \d+){2,}")
_NAME = re.compile(r"(?<=: )[a-z]+(?:_[a-z0-9]+)+(?=;|$)")  # a value such as quasi_newton
_DECIMALS = re.compile(r"(?<![\w./])(?:\d+\.\d+(?:e-?\d+)?|\de-\d+)(?![\w/]|\.\d)")


def _named(found: re.Match[str]) -> str:
    name, sign = found.groups()
    if name in _SIGNS:
        return f"{_SIGNS[name]} = "
    return name.removeprefix("n_").replace("_", " ") + (sign if sign == ": " else " = ")


def _range(found: re.Match[str]) -> str:
    """0–99 for 0, 1, 2, …, 99; others as they stand."""
    seeds = [int(seed) for seed in found[0].split(", ")]
    return f"{seeds[0]}–{seeds[-1]}" if seeds == [*range(seeds[0], seeds[0] + len(seeds))] else found[0]


def _three_digits(number: str) -> str:
    """4.15 for 4.1459489; as it stands with at most 4 significant digits, but 10⁻⁵ for 1e-05."""
    digits = number.partition("e")[0].replace(".", "").lstrip("0")
    return setting(float(f"{float(number):.3g}")) if len(digits) > 4 or "e" in number else number


def map_words(name: str) -> str:
    """'cos/sin pairs': a feature map by its name."""
    return {"paired": "cos/sin pairs", "offset": "random phase"}.get(name, f"{name.replace('_', ' ')} map")


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


def lettered_lines(each: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """All lines of all sides, every one with the letter of its side: 'A: seeds: 0'."""
    return tuple(f"{letter}: {line}" if letter else line for letter, lines in each.items() for line in lines)


def words_of_each(each: Mapping[str, Words]) -> Words:
    """The words of a figure of several sides, from those of each by its letter, without repetition in subtitles."""
    joined = {
        name: " ".join(lettered({letter: said[name] for letter, said in each.items()})) for name in ("title", "alt")
    }
    first, *others = (said["subtitle"].split(" · ") for said in each.values())
    own = [dotted(*first), *(dotted(*(line for line in lines if line not in first)) for lines in others)]
    return {
        **joined,
        "readout": readout_of_each({letter: said["readout"] for letter, said in each.items()}),
        "subtitle": dotted(*(f"{a}: {said}" if a and said else said for a, said in zip(each, own, strict=True))),
        "provenance": lettered_lines({letter: said["provenance"] for letter, said in each.items()}),
        "notes": tuple(dict.fromkeys(note for said in each.values() for note in said["notes"])),
    }


def metric_label(metric: str) -> str:
    """The axis title of the error."""
    return "largest |k̂ − k| over the box" if metric == SUP_COMPACT else METRICS[metric].label
