"""The words of the view “Cell”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rffviz.explorer.views.papers.words import (
    NOT_FOUND_OUT,
    TENTH,
    error_words,
    landmarks_words,
    row_label,
    signed_spreads,
    size_words,
    spreads_between,
    written,
)
from rffviz.explorer.words.about import Words, dotted
from rffviz.explorer.words.labels import method_label
from rffviz.explorer.words.numbers import measured, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.papers.beside import LARGER, SMALLER, CellBeside, Entry
from rffviz.papers.results import Record

# --- one cell ---------------------------------------------------------------------------------------------------------


def cell_beside_words(study: CellBeside) -> Words:
    """The title says how far the mean here is from the published number; the readout has both with their SD."""
    entry, again = study.entry, study.again
    record = entry.record
    name = f"{row_label(entry.cell, True)} on {study.label}"
    size = f", {size_words(entry.cell)}" if entry.cell.size else ""
    n = len(record.seeds) if record else 0
    beside = "" if entry.published is None else " beside a line for the published number"
    *_, (name_of_last, *_, last) = _readout(study).rows
    again_words = f"; {name_of_last}: {last}" if again and again.seeds else ""
    return Words(
        title=f"{name}{size}: {_verdict(entry)}",
        subtitle=dotted(
            f"{study.title}: {error_words(study.unit)}",
            f"dots: {plural(n, 'seed')} kept" if n else "no seed kept",
            f"{plural(len(again.seeds), 'seed')} measured again" if again and again.seeds else "",
            "bar: mean ± 1 SD" if record and record.spread is not None else "",
            "line: published, shaded as far as it is rounded" if entry.published is not None else "",
        ),
        readout=_readout(study),
        alt=f"Errors of {name}{size} by seed as dots{beside}: {_verdict(entry)}{again_words}.",
        provenance=(
            f"published: {study.title}",
            *(f"{title}: {value}" for title, value in settings(study).items()),
        ),
        notes=tuple(filter(None, [_explained(study), study.note])),
    )


_OPEN = {
    "refused": "not defined here",
    "not_measured": "not measured yet",
    "not_published": "no published number",
    "few_seeds": "too few seeds for an SD",
    "no_spread": "no spread over seeds",
}


def _verdict(entry: Entry) -> str:
    """'4.0 SDs above the published error', or why there is no verdict."""
    if entry.open_for:
        return _OPEN[entry.open_for]
    if entry.rounds:
        return "the mean here rounds to the published error"
    if abs(entry.spreads) < TENTH:
        return "within 0.1 SDs of the published error"
    return f"{spreads_between(entry)} {'above' if entry.spreads > 0 else 'below'} the published error"


def _readout(study: CellBeside) -> Readout:
    """The published number, the mean here with its SD, and the same of the seeds measured again."""
    entry, again, apart = study.entry, study.again, study.apart
    difference = "–" if entry.spreads is None else f"{signed_spreads(entry)} SDs"
    if not entry.open_for and not entry.rounds and abs(entry.spreads) < TENTH:
        difference = "within 0.1 SDs"
    rows = [
        ("published", written(entry, entry.published), "–", "–", "–"),
        ("here", written(entry, entry.mean, 1), *_spread(entry.record), difference),
    ]
    if again and again.seeds:
        same = "–" if apart is None else "as stored, to six digits" if study.agrees else f"up to {measured(apart)} off"
        rows.append(("measured again", written(entry, again.mean, 1), *_spread(again), same))
    return Readout((size_words(entry.cell) if entry.cell.size else "", "mean", "SD", "seeds", "difference"), rows)


def _spread(record: Record | None) -> tuple[str, str]:
    if record is None or not record.values:
        return "–", "–"
    return "–" if record.spread is None else measured(record.spread), str(len(record.seeds))


def _explained(study: CellBeside) -> str:
    """Why the two differ, or why there is no number."""
    entry, again = study.entry, study.again
    why = [entry.refused, entry.reason]
    if entry.verdict in (SMALLER, LARGER) and not entry.reason:
        why.append(NOT_FOUND_OUT)
    if again and again.refused and again.refused != entry.refused:
        why.append(again.refused)
    return " ".join(sentence(each) for each in why if each)


def settings(study: CellBeside) -> dict[str, str]:
    """The settings of a cell's measurements, in words."""
    entry, record = study.entry, study.entry.record or study.again
    cell = entry.cell
    rows = {"data": study.label, "method": method_label(cell.method), "error": error_words(study.unit)}
    rows |= {"size": size_words(cell)} if cell.size else {}
    rows |= {"n, landmarks": landmarks_words(cell)} if cell.landmarks_factor else {}
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
