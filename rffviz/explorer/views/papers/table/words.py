"""The words and the mathematics of the view “Table”, and of one of its cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

import numpy as np

from rffviz.explorer.views.papers.mathematics import ERRORS, SOURCE, SPREAD, worked
from rffviz.explorer.views.papers.words import (
    NOT_FOUND_OUT,
    REFUSED,
    TENTH,
    THAN_PUBLISHED,
    error_words,
    landmarks_words,
    place,
    row_label,
    signed_spreads,
    size_words,
    spreads_between,
    written,
)
from rffviz.explorer.words.about import Words, dotted
from rffviz.explorer.words.labels import method_label
from rffviz.explorer.words.mathematics.record import Mathematics
from rffviz.explorer.words.numbers import measured, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.papers.beside import LARGER, MET, OPEN, SMALLER, CellBeside, Entry, TableBeside
from rffviz.papers.results import Record

_LINE = 60  # characters of a line of a tooltip


def table_beside_words(study: TableBeside) -> Words:
    """The title counts the published numbers that we match or beat; the notes say what differs, and why."""
    seeds = Counter(len(entry.record.seeds) for entry in study.entries if entry.record and entry.record.values)
    units = " or ".join(dict.fromkeys(map(error_words, study.units.values())))
    readout = _readout(study)
    return Words(
        title=_title(study),
        subtitle=dotted(
            f"{study.title}: {units}",
            study.measured_as,
            _seeds(seeds),
            "measured over published" if study.compared else "",
            "colour: their difference in SDs over seeds, blue where ours is smaller" if study.compared else "",
            "framed: the smallest here" if any(entry.best for entry in study.entries) else "",
        ),
        readout=readout,
        alt=f"Grid of {study.title}, a row for each method and a column for each dataset"
        f"{' and number of frequencies' if study.sized else ''}, with the number measured here over the published one, "
        f"coloured by their difference in SDs. {'; '.join(f'{name}: {number}' for name, number, _ in readout.rows)}.",
        provenance=(
            f"published: {study.title}",
            f"protocol: {study.protocol}",
            *(f"{name}: {unit}" for name, unit in study.units.items()),
            "difference: from the nearest number that is printed as the published one",
            *study.problems,
        ),
        notes=(
            f"Measured: {study.protocol}.",
            "SD: standard deviation over seeds; the paper prints none. Differences count from the nearest number that "
            "rounds to the published one. Each cell's tooltip gives the reason for its difference.",
            *(f"Not defined here: {place(study, each)}. {each.refused}" for each in _undefined(study)[:1]),
            *filter(None, [_winner(study)]),
            *study.problems,
        ),
    )


def _title(study: TableBeside) -> str:
    n_published = len(study.published)
    if study.varied and study.compared:
        first, last = (written(study.compared[0], value) for value in study.range)
        unit, printed = study.units[study.compared[0].cell.dataset], study.compared[0].published
        return f"{first} to {last} {unit} by {study.varied}; the paper prints {printed:g}"
    judged, n_here = study.of(MET, SMALLER, LARGER), sum(entry.mean is not None for entry in study.entries)
    if not n_published:
        return f"{plural(n_here, 'cell')} of {len(study.entries)} measured; the paper prints no number for them"
    if not study.compared:
        return f"{plural(n_published, 'published error')}, and nothing measured yet"
    if not judged:
        return f"{plural(len(study.compared), 'published error')} measured once: no SD, so nothing is judged"
    good = len(study.of(MET, SMALLER))
    so_far = " measured so far" if study.waiting else ""
    if len(judged) == 1:
        return f"We {'match or beat' if good else 'do not match'} the one published error{so_far}"
    many = f"all {good}" if good == len(judged) else f"{good} of {len(judged)}"
    return f"We match or beat {many} published errors{so_far}"


def _readout(study: TableBeside) -> Readout:
    """How many published numbers are met, smaller or larger here, not judged and not measured."""
    rows = []
    for name, verdict in (("met", MET), ("smaller here", SMALLER), ("larger here", LARGER)):
        those = study.of(verdict)
        furthest = f"{spreads_between(those[0])}: {place(study, those[0])}" if those else "–"
        rows.append((name, str(len(those)), furthest))
    rows.append(("not judged (no SD)", str(sum(entry.verdict == OPEN for entry in study.compared)), "–"))
    undefined = _undefined(study)
    rows.append(("not defined here (✕)", str(len(undefined)), "–"))
    rows.append(("not measured", str(len(study.published) - len(study.compared) - len(undefined)), "–"))
    what = plural(len(study.published), "setting" if study.varied else "published error")
    return Readout((what, "cells", "largest difference"), rows)


def _undefined(study: TableBeside) -> list[Entry]:
    """The published cells whose method is not defined here for their data or their number of frequencies."""
    return [entry for entry in study.published if entry.refused]


def _winner(study: TableBeside) -> str:
    """The method that is best in most columns."""
    if study.winner is None:
        return ""
    name, n, n_columns = study.winner
    at = "at equal D " * study.sized
    return f"{method_label(name)} has the smallest error here {at}in {n} of {plural(n_columns, 'complete column')}."


def key_words(study: TableBeside, over: bool) -> str:
    """How the numbers of a cell are written, one over the other or side by side, and what a frame means."""
    entries = study.entries
    here, printed = any(each.mean is not None for each in entries), any(each.published is not None for each in entries)
    numbers = [*["<b>measured</b>"] * here, *["published"] * printed]
    framed = "framed: smallest here" if any(each.best for each in entries) else ""
    return ", ".join(filter(None, [(" over " if over else " / ").join(numbers), framed]))


def _seeds(seeds: Counter) -> str:
    if not seeds:
        return "nothing measured yet"
    least, most = min(seeds), max(seeds)
    return f"mean of {plural(most, 'seed')}" if least == most else f"means of {least} to {most} seeds"


def here(entry: Entry, more: int = 0) -> str:
    """The text of a cell for our measurement."""
    return REFUSED if entry.refused else written(entry, entry.mean, more)


def hover(study: TableBeside, entry: Entry) -> str:
    """The tooltip of a cell, in lines."""
    lines = [place(study, entry)]
    if entry.mean is not None:
        spread = "" if entry.spread is None else f" ± {measured(entry.spread)}"
        lines.append(f"here {written(entry, entry.mean, 1)}{spread}, {plural(len(entry.record.seeds), 'seed')}")
    else:
        lines.append("not defined here" if entry.refused else "not measured yet")
    lines.append(f"published {written(entry, entry.published)}" if entry.published is not None else "not published")
    if entry.spreads:
        lines.append(f"{spreads_between(entry)} {THAN_PUBLISHED[LARGER if entry.spreads > 0 else SMALLER]}")
    lines += [f"the smallest error here{', at equal D' * study.sized}"] if entry.best else []
    return "<br>".join([*lines, *wrap(_why(study, entry), _LINE)])


def _why(study: TableBeside, entry: Entry) -> str:
    """Why a cell differs or has no number, and what is special about its method."""
    said = [entry.refused, study.without.get(entry.cell.dataset, "")]
    if entry.verdict in (SMALLER, LARGER):
        said.append(entry.reason or NOT_FOUND_OUT)
    elif entry.refused:
        said.append(entry.reason)
    said.append(study.notes.get(entry.cell.method, ""))
    return " ".join(dict.fromkeys(sentence(each) for each in said if each))


# --- one cell ---------------------------------------------------------------------------------------------------------


def cell_beside_words(study: CellBeside) -> Words:
    """The title says how far the mean here is from the published number; the readout has both with their SD."""
    entry, again = study.entry, study.again
    record = entry.record
    name = f"{row_label(entry.cell, True)} on {study.label}"
    size = f", {size_words(entry.cell)}" if entry.cell.size else ""
    n = len(record.seeds) if record else 0
    beside = "" if entry.published is None else " beside a line for the published number"
    *_, (name_of_last, *_, last) = _cell_readout(study).rows
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
        readout=_cell_readout(study),
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


def _cell_readout(study: CellBeside) -> Readout:
    """The published number, the mean here with its SD, and the same of the seeds measured again."""
    entry, again, deviation = study.entry, study.again, study.deviation
    difference = "–" if entry.spreads is None else f"{signed_spreads(entry)} SDs"
    if not entry.open_for and not entry.rounds and abs(entry.spreads) < TENTH:
        difference = "within 0.1 SDs"
    rows = [
        ("published", written(entry, entry.published), "–", "–", "–"),
        ("here", written(entry, entry.mean, 1), *_spread(entry.record), difference),
    ]
    if again and again.seeds:
        same = (
            "–"
            if deviation is None
            else "as stored, to six digits"
            if study.agrees
            else f"up to {measured(deviation)} off"
        )
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


def beside_mathematics(study: TableBeside | CellBeside) -> Mathematics:
    """The errors, and the difference in SDs of the cell, or of the one that differs most, with its numbers."""
    if isinstance(study, CellBeside):
        units, entry = [study.unit], study.entry
    else:
        units, entry = study.units.values(), max(study.entries, key=lambda entry: abs(entry.spreads or 0.0))
    errors = [line for unit in dict.fromkeys(units) for line in ERRORS.get(unit, ())]
    return Mathematics(
        "A number is reproduced if it lies within one SD over seeds of the mean.",
        (*errors, *SPREAD, *worked(entry)),
        SOURCE,
    )
