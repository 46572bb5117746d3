"""The words of the view “Cell”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rffviz.papers.beside import LARGER, MET, CellBeside, Entry
from rffviz.papers.results import Record
from rffviz.views.adaptive.landmarks.words import share
from rffviz.views.papers.words import (
    NOT_FOUND_OUT,
    error_words,
    method_label,
    row_label,
    size_words,
    spreads_between,
    written,
)
from rffviz.words.about import Words, dotted
from rffviz.words.numbers import measured, plural, sentence

# --- one cell ---------------------------------------------------------------------------------------------------------


def cell_beside_words(study: CellBeside) -> Words:
    """The title says what was published and what is measured; the reading, whether seeds measured again agree."""
    entry, again = study.entry, study.again
    record = entry.record
    name = f"{row_label(entry.cell, True)} on {study.label}"
    size = f", {size_words(entry.cell)}" if entry.cell.size else ""
    published = "nothing is published" if entry.published is None else f"published {written(entry, entry.published)}"
    if entry.mean is not None:
        kept = f"{written(entry, entry.mean, 1)} here, {published}"
    else:
        kept = f"not defined here, {published}" if entry.refused else f"not measured yet, {published}"
    reading = " ".join(filter(None, [_verdict(entry), _agreement(study)]))
    n = len(record.seeds) if record else 0
    return Words(
        title=f"{name}{size}: {kept}",
        subtitle=dotted(
            f"{study.title}: {error_words(study.unit)}",
            f"dots: {plural(n, 'seed')} kept" if n else "no seed kept",
            f"{plural(len(again.seeds), 'seed')} measured again" if again and again.seeds else "",
            "bar: mean ± one spread" if record and record.spread is not None else "",
            "line: published, shaded as far as it is rounded" if entry.published is not None else "",
        ),
        reading=reading,
        alt=f"Errors of {name}{size} by seed as dots"
        f"{'' if entry.published is None else ' beside a line for the published number'}. {reading}",
        provenance=(
            f"published: {study.title}",
            *(f"{title}: {value}" for title, value in settings(study).items()),
        ),
        notes=tuple(filter(None, [study.note and f"{method_label(entry.cell.method)}: {study.note}"])),
    )


def _verdict(entry: Entry) -> str:
    why = entry.reason or NOT_FOUND_OUT
    if entry.open_for:
        said = {
            "refused": f"{entry.refused} {entry.reason}",
            "not_measured": f"No seed of this cell is kept. {sentence(entry.reason)}",
            "not_published": f"The mean here is {written(entry, entry.mean, 1)}; the paper prints no number for it.",
            "few_seeds": "Fewer than three seeds give no spread, so the difference cannot be judged.",
            "no_spread": f"All seeds give the same number, so there is no spread to judge the difference by. {why}",
        }
        return said[entry.open_for].strip()
    if entry.verdict == MET:
        return "The published number is met" + (
            ": the mean here rounds to it." if entry.rounds else f": it is {spreads_between(entry)} away."
        )
    than = "more" if entry.verdict == LARGER else "less"
    return f"The mean here is {spreads_between(entry)} {than} than the published number. {why}"


def _agreement(study: CellBeside) -> str:
    """Whether repeated seeds reproduce the stored values."""
    again, apart = study.again, study.apart
    if again is None or not again.seeds:
        return again.refused if again else ""
    n = plural(len(again.seeds), "seed")
    verb = "gives" if len(again.seeds) == 1 else "give"
    if apart is None:
        return f"{sentence(n)} measured now {verb} {written(study.entry, again.mean, 1)} in the mean."
    if study.agrees:
        return f"{sentence(n)} measured again {verb} what was kept, to six digits."
    spread = study.entry.spread
    told = f", {apart / spread:.2g} spreads" if spread else ""
    return f"{sentence(n)} measured again {_differ(again)} from what was kept by up to {measured(apart)}{told}."


def _differ(record: Record) -> str:
    return "differs" if len(record.seeds) == 1 else "differ"


def settings(study: CellBeside) -> dict[str, str]:
    """The settings of a cell's measurements, in words."""
    entry, record = study.entry, study.entry.record or study.again
    cell = entry.cell
    rows = {"data": study.label, "method": method_label(cell.method), "error": error_words(study.unit)}
    rows |= {"size": size_words(cell)} if cell.size else {}
    rows |= {"n, landmarks": f"n = {share(cell.landmarks_factor, 1)}"} if cell.landmarks_factor else {}
    rows |= {"published": written(entry, entry.published)}
    if record is None or not record.values:
        return rows
    spread = "" if record.spread is None else f" ± {measured(record.spread)}"
    rows |= {"measured": f"{written(entry, record.mean, 2)}{spread}", "seeds": _ranges(record.seeds)}
    rows |= {"seconds a seed": measured(float(np.mean(record.seconds)))}
    rows |= {_name(name): _setting(value) for name, value in record.settings.items()}
    details = dict.fromkeys(name for each in record.details for name in each)
    rows |= {_name(name): _over_seeds([each[name] for each in record.details if name in each]) for name in details}
    versions = ", ".join(f"{name} {version}" for name, version in record.versions.items())
    return rows | {"versions": versions, "date": record.date.replace("T", " "), "machine": record.machine}


def _name(name: str) -> str:
    return name.replace("_", " ")


def _ranges(seeds: Sequence[int]) -> str:
    """'0–9', or a list if some are missing."""
    if len(seeds) > 1 and seeds[-1] - seeds[0] == len(seeds) - 1:
        return f"{seeds[0]}–{seeds[-1]}"
    return ", ".join(map(str, seeds))


def _setting(value) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_setting(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_setting, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _over_seeds(values: Sequence) -> str:
    """The common value of all seeds; for different numbers the range, else a list."""
    texts = list(dict.fromkeys(map(_setting, values)))
    if len(texts) > 1 and all(isinstance(value, int | float) for value in values):
        return f"{_setting(min(values))} to {_setting(max(values))}"
    return "; ".join(texts)
