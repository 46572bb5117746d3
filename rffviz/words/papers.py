"""What the papers' tables say beside what is measured here, in words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from rffviz.papers.beside import LARGER, MET, OPEN, SMALLER, CellBeside, Entry, TableBeside
from rffviz.papers.cell import Cell
from rffviz.papers.results import Record
from rffviz.papers.table2 import LEARNED, OWN, learner_label
from rffviz.papers.tables import TABLES
from rffviz.words.about import Words, dotted
from rffviz.words.landmark_study import share
from rffviz.words.numbers import count, listed, measured, plural, sentence
from rffviz.words.waiting import duration

LABELS = {
    "fourier_ls": "Fourier",
    "binning_ls": "binning",
    "fourier_binning_ls": "Fourier + binning",
    "cvm": "core vector",
    "exact_svm": "exact SVM",
}
MISSING, REFUSED = "–", "✕"
NOT_FOUND_OUT = "Why was not found out."
_MOST_NAMED = 3  # places in a sentence
_SIX_DIGITS = 1e-6
_TENTH = 0.05  # of a spread: rounds to 0.1
_THAN_PUBLISHED = {SMALLER: "smaller here", LARGER: "larger here"}


def table_beside_words(found: TableBeside) -> Words:
    """The title counts the published numbers that are met or beaten; the notes say what differs, and why."""
    seeds = Counter(len(entry.record.seeds) for entry in found.entries if entry.record and entry.record.values)
    reading = _reading(found)
    units = " or ".join(dict.fromkeys(map(error_words, found.units.values())))
    return Words(
        title=_title(found),
        subtitle=dotted(
            f"{found.title}: {units}",
            found.measured_as,
            _seeds(seeds),
            "measured over published" if found.compared else "",
            "colour: their difference in spreads over the seeds, blue where ours is smaller" if found.compared else "",
            "framed: the smallest here" if any(entry.best for entry in found.entries) else "",
        ),
        reading=reading,
        alt=f"Grid of {found.title}, a row for each method and a column for each dataset"
        f"{' and number of frequencies' if found.sized else ''}, with the number measured here over the published one, "
        f"coloured by their difference in units of the spread. {reading}",
        provenance=(
            f"published: {found.title}",
            f"protocol: {found.protocol}",
            *(f"{name}: {unit}" for name, unit in found.units.items()),
            "difference: from the nearest number that is printed as the published one",
            *found.problems,
        ),
        notes=(
            f"Measured: {found.protocol}. The spread is the standard deviation over the seeds; the paper gives none. "
            "A difference counts from the nearest number that rounds to the published one.",
            *_differing(found),
            *_refused(found),
            *(sentence(why) for why in found.without.values()),
            *(f"{method_label(name)}: {note}" for name, note in found.notes.items()),
            *found.problems,
        ),
    )


def _title(found: TableBeside) -> str:
    n_published = sum(entry.published is not None for entry in found.entries)
    judged, n_here = found.of(MET, SMALLER, LARGER), sum(entry.mean is not None for entry in found.entries)
    if not n_published:
        return f"{plural(n_here, 'cell')} of {len(found.entries)} measured; the paper prints no number for them"
    if not found.compared:
        return f"{plural(n_published, 'published error')}, and nothing measured yet"
    if not judged:
        return f"{plural(len(found.compared), 'published error')} measured once: without a spread nothing is judged"
    good = len(found.of(MET, SMALLER))
    so_far = " measured so far" if _waiting(found) else ""
    if len(judged) == 1:
        return f"The one published error{so_far} is {'met or beaten' if good else 'not met'} here"
    many = f"All {good}" if good == len(judged) else f"{good} of {len(judged)}"
    return f"{many} published errors{so_far} are met or beaten here"


def _reading(found: TableBeside) -> str:
    parts = []
    if found.compared:
        met, smaller, larger, unknown = (len(found.of(verdict)) for verdict in (MET, SMALLER, LARGER, OPEN))
        unknown = sum(entry.verdict == OPEN for entry in found.compared)
        said = [f"{met} {'agrees' if met == 1 else 'agree'} with the published one within one spread"]
        said += [f"{n or 'none'} {_be(n)} {how}" for n, how in ((smaller, "smaller here"), (larger, "larger"))]
        said += [f"{unknown} {'has' if unknown == 1 else 'have'} no spread to judge by"] if unknown else []
        parts.append(f"Of {plural(len(found.compared), 'mean')}, {listed(said)}.")
    if differing := found.of(LARGER):
        parts.append(f"Furthest above is {place(found, differing[0])}: {_difference(differing[0])}.")
    best = Counter(method_label(entry.cell.method) for entry in found.entries if entry.best)
    n_columns = best.total()
    if n_columns > 1:
        name, n = best.most_common(1)[0]
        at = "At equal r " if found.sized else ""
        parts.append(sentence(f"{at}{name} has the smallest error here in {n} of {n_columns} complete columns."))
    elif best:
        parts.append(f"{next(iter(best))} has the smallest error here in the one complete column.")
    if waiting := _waiting(found):
        parts.append(f"{plural(waiting, 'published number')} {_be(waiting)} not measured yet.")
    return (
        " ".join(parts) or f"The paper prints {plural(sum(e.published is not None for e in found.entries), 'number')}."
    )


def _be(n: int) -> str:
    return "is" if n < 2 else "are"


def _waiting(found: TableBeside) -> int:
    asked = (entry for entry in found.entries if entry.cell.dataset not in found.without)
    return sum(entry.published is not None and entry.record is None for entry in asked)


def _seeds(seeds: Counter) -> str:
    if not seeds:
        return "nothing measured yet"
    least, most = min(seeds), max(seeds)
    return f"mean of {plural(most, 'seed')}" if least == most else f"means of {least} to {most} seeds"


def _differing(found: TableBeside) -> list[str]:
    """One line for each method and direction: where, and why."""
    lines = []
    for verdict in (LARGER, SMALLER):
        each: dict[tuple[str, str], list[Entry]] = {}
        for entry in found.of(verdict):
            each.setdefault((entry.cell.method, entry.reason), []).append(entry)
        for (method, reason), entries in each.items():
            places = [f"{_where(found, e)} by {_spreads(e)}" for e in entries[:_MOST_NAMED]]
            more = len(entries) - len(places)
            places += [f"{more} more"] if more else []
            said = f"{method_label(method)} is {_THAN_PUBLISHED[verdict]}: {'; '.join(places)}."
            lines.append(f"{said} {reason or NOT_FOUND_OUT}")
    return lines


def _refused(found: TableBeside) -> list[str]:
    """Why cells have no number: once for each method and dataset."""
    first: dict[tuple[str, str], Entry] = {}
    for entry in found.entries:
        if entry.refused:
            first.setdefault((entry.cell.method, entry.cell.dataset), entry)
    return [
        f"{REFUSED} {method_label(method)}, {found.labels[dataset]}: {entry.refused} {entry.reason}".rstrip()
        for (method, dataset), entry in first.items()
    ]


def method_label(method: str) -> str:
    """What a method is called: as in the paper, or in words."""
    return LABELS.get(method, method)


def row_label(cell, many_factors: bool) -> str:
    """A row of the grid: the method, with its landmarks where there are several numbers of them."""
    if not (many_factors and cell.landmarks_factor):
        return method_label(cell.method)
    learner = f"{learner_label(cell)}, " if learner_label(cell) else ""
    return f"{method_label(cell.method)} ({learner}n = {share(cell.landmarks_factor, 1)})"


def size_words(cell: Cell) -> str:
    """'r = 50', or 'P = 30' of grids."""
    return f"{'P' if cell.method.startswith('binning') else 'r'} = {cell.size:,}"


def _where(found: TableBeside, entry: Entry) -> str:
    size = f" r = {entry.cell.size}" if found.sized else ""
    return f"{found.labels[entry.cell.dataset]}{size}"


def place(found: TableBeside, entry: Entry) -> str:
    """'DIGIT on Wine quality, r = 50'."""
    size = f", r = {entry.cell.size}" if found.sized else ""
    return f"{row_label(entry.cell, True)} on {found.labels[entry.cell.dataset]}{size}"


def error_words(unit: str) -> str:
    """What a number of a table is, without subscripts."""
    return unit.replace("‖K̃ − K‖_F/‖K‖_F", "‖K̃ − K‖/‖K‖, Frobenius")


def short_title(title: str) -> str:
    """'2019, Table 2': where a control has little room."""
    return title[re.search(r"\d{4}|$", title).start() :] or title


def written(entry: Entry, value: float | None, more: int = 0) -> str:
    """A number with the digits that the paper prints, or more of them."""
    if value is None or not math.isfinite(value):
        return MISSING
    return f"{value:.{entry.decimals + more}f}"


def here(entry: Entry, more: int = 0) -> str:
    """What stands in a cell for what is measured."""
    return REFUSED if entry.refused else written(entry, entry.mean, more)


def _spreads(entry: Entry) -> str:
    value = abs(entry.spreads or 0.0)
    if value < _TENTH:
        return "less than 0.1 spreads"
    return f"{value:.1f} spreads" if value < 100 else f"{count(value)} spreads"


def signed_spreads(entry: Entry) -> str:
    """'+1.3', '−0.4', '0' as the published number is printed; nothing where it is open."""
    if entry.spreads is None:
        return ""
    if abs(entry.spreads) < _TENTH:
        return "±0"
    return f"{entry.spreads:+.1f}".replace("-", "−")


def _difference(entry: Entry) -> str:
    """'0.249 here, 0.23 published, 1.3 spreads'."""
    said = f"{written(entry, entry.mean, 1)} here, {written(entry, entry.published)} published"
    return said if entry.spreads is None else f"{said}, {_spreads(entry)} apart"


def hover(found: TableBeside, entry: Entry) -> str:
    """What the pointer shows of a cell, in lines."""
    lines = [place(found, entry)]
    if entry.mean is not None:
        spread = "" if entry.spread is None else f" ± {measured(entry.spread)}"
        lines.append(f"here {written(entry, entry.mean, 1)}{spread}, {plural(len(entry.record.seeds), 'seed')}")
    else:
        lines.append("not defined here" if entry.refused else "not measured yet")
    lines.append(f"published {written(entry, entry.published)}" if entry.published is not None else "not published")
    if entry.spreads:
        lines.append(f"{_spreads(entry)} {_THAN_PUBLISHED[LARGER if entry.spreads > 0 else SMALLER]}")
    lines += ["the smallest error here, at equal r" if found.sized else "the smallest error here"] if entry.best else []
    return "<br>".join(lines)


# --- one cell ---------------------------------------------------------------------------------------------------------


def cell_beside_words(found: CellBeside) -> Words:
    """The title says what was published and what is measured; the reading, whether seeds measured again agree."""
    entry, again = found.entry, found.again
    record = entry.record
    name = f"{row_label(entry.cell, True)} on {found.label}"
    size = f", {size_words(entry.cell)}" if entry.cell.size else ""
    published = "nothing is published" if entry.published is None else f"published {written(entry, entry.published)}"
    if entry.mean is not None:
        kept = f"{written(entry, entry.mean, 1)} here, {published}"
    else:
        kept = f"not defined here, {published}" if entry.refused else f"not measured yet, {published}"
    reading = " ".join(filter(None, [_verdict(entry), _agreement(found)]))
    n = len(record.seeds) if record else 0
    return Words(
        title=f"{name}{size}: {kept}",
        subtitle=dotted(
            f"{found.title}: {error_words(found.unit)}",
            f"dots: {plural(n, 'seed')} kept" if n else "no seed kept",
            f"{plural(len(again.seeds), 'seed')} measured again" if again and again.seeds else "",
            "bar: mean ± one spread" if record and record.spread is not None else "",
            "line: published, shaded as far as it is rounded" if entry.published is not None else "",
        ),
        reading=reading,
        alt=f"Errors of {name}{size} by seed as dots"
        f"{'' if entry.published is None else ' beside a line for the published number'}. {reading}",
        provenance=(
            f"published: {found.title}",
            *(f"{title}: {value}" for title, value in settings(found).items()),
        ),
        notes=tuple(filter(None, [found.note and f"{method_label(entry.cell.method)}: {found.note}"])),
    )


def _verdict(entry: Entry) -> str:
    why = entry.reason or NOT_FOUND_OUT
    if entry.refused:
        return f"{entry.refused} {entry.reason}".strip()
    if entry.mean is None:
        return f"No seed of this cell is kept. {sentence(entry.reason)}".rstrip()
    if entry.published is None:
        return f"The mean here is {written(entry, entry.mean, 1)}; the paper prints no number for it."
    if entry.spreads is None:
        return (
            "Fewer than three seeds give no spread, so the difference cannot be judged."
            if entry.spread is None
            else (f"All seeds give the same number, so there is no spread to judge the difference by. {why}")
        )
    if entry.verdict == MET:
        return "The published number is met" + (
            ": the mean here rounds to it." if not entry.spreads else f": it is {_spreads(entry)} away."
        )
    than = "more" if entry.verdict == LARGER else "less"
    return f"The mean here is {_spreads(entry)} {than} than the published number. {why}"


def _agreement(found: CellBeside) -> str:
    """Whether the seeds measured again give what was kept of them."""
    again, apart = found.again, found.apart
    if again is None or not again.seeds:
        return again.refused if again else ""
    n = plural(len(again.seeds), "seed")
    verb = "gives" if len(again.seeds) == 1 else "give"
    if apart is None:
        return f"{sentence(n)} measured now {verb} {written(found.entry, again.mean, 1)} in the mean."
    scale = max(abs(value) for value in again.values)
    if apart <= _SIX_DIGITS * scale:
        return f"{sentence(n)} measured again {verb} what was kept, to six digits."
    spread = found.entry.spread
    told = f", {apart / spread:.2g} spreads" if spread else ""
    return f"{sentence(n)} measured again {_differ(again)} from what was kept by up to {measured(apart)}{told}."


def _differ(record: Record) -> str:
    return "differs" if len(record.seeds) == 1 else "differ"


def settings(found: CellBeside) -> dict[str, str]:
    """What the numbers of a cell were measured with, in words."""
    entry, record = found.entry, found.entry.record or found.again
    cell = entry.cell
    rows = {"data": found.label, "method": method_label(cell.method), "error": error_words(found.unit)}
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
    """'0–9', or all of them where some lack."""
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
    """One value where all seeds have the same, the least and the largest of numbers, else all of them."""
    texts = list(dict.fromkeys(map(_setting, values)))
    if len(texts) > 1 and all(isinstance(value, int | float) for value in values):
        return f"{_setting(min(values))} to {_setting(max(values))}"
    return "; ".join(texts)


def command(cell: Cell, n_seeds: int) -> str:
    """The line that measures a cell in a terminal."""
    parts = [f"python -m rffviz reproduce {cell.table}", f"--dataset {cell.dataset}", f"--methods {cell.method}"]
    if "n_points" in TABLES[cell.table].options:  # a table whose sizes can be chosen
        parts.append(f"--n-freqs {cell.size}")
        parts += [f"--landmarks-factor {cell.landmarks_factor:g}"] if cell.landmarks_factor else []
        parts += [f"--optimizer {cell.learner or OWN}"] if cell.landmarks_factor and cell.method in LEARNED else []
    return " ".join([*parts, f"--seeds {n_seeds}"])


def time_needed(entry: Entry, n_seeds: int) -> str:
    """What measuring takes, by the seconds that are kept."""
    if not entry.record or not entry.record.seconds:
        return "How long a seed takes is not known yet."
    each = float(np.mean(entry.record.seconds))
    return f"A seed takes about {duration(each)} of a core, {plural(n_seeds, 'seed')} {duration(n_seeds * each)}."


def measure_button(entry: Entry, n_seeds: int) -> str:
    """'Measure 10 seeds again (about 4 s)'."""
    again = " again" if entry.mean is not None else ""
    seconds = f" (about {duration(n_seeds * float(np.mean(entry.record.seconds)))})" if entry.mean is not None else ""
    return f"Measure {plural(n_seeds, 'seed')}{again}{seconds}"


def not_in_table(asked: str, shown: str) -> str:
    """What stands where a table has no such row, column or cell."""
    return f"This table has no {asked}: {shown} instead."
