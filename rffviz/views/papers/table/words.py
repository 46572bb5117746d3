"""The words of the view “Table”."""

from __future__ import annotations

import re
from collections import Counter

from rffviz.papers.beside import LARGER, MET, OPEN, SMALLER, Entry, TableBeside
from rffviz.views.papers.words import (
    NOT_FOUND_OUT,
    REFUSED,
    TENTH,
    THAN_PUBLISHED,
    error_words,
    method_label,
    place,
    spreads_between,
    written,
)
from rffviz.words.about import Words, dotted
from rffviz.words.numbers import listed, measured, plural, sentence

_MOST_NAMED = 3  # most places named in a sentence


def table_beside_words(study: TableBeside) -> Words:
    """The title counts the published numbers that are met or beaten; the notes say what differs, and why."""
    seeds = Counter(len(entry.record.seeds) for entry in study.entries if entry.record and entry.record.values)
    reading = _reading(study)
    units = " or ".join(dict.fromkeys(map(error_words, study.units.values())))
    return Words(
        title=_title(study),
        subtitle=dotted(
            f"{study.title}: {units}",
            study.measured_as,
            _seeds(seeds),
            "measured over published" if study.compared else "",
            "colour: their difference in spreads over the seeds, blue where ours is smaller" if study.compared else "",
            "framed: the smallest here" if any(entry.best for entry in study.entries) else "",
        ),
        reading=reading,
        alt=f"Grid of {study.title}, a row for each method and a column for each dataset"
        f"{' and number of frequencies' if study.sized else ''}, with the number measured here over the published one, "
        f"coloured by their difference in units of the spread. {reading}",
        provenance=(
            f"published: {study.title}",
            f"protocol: {study.protocol}",
            *(f"{name}: {unit}" for name, unit in study.units.items()),
            "difference: from the nearest number that is printed as the published one",
            *study.problems,
        ),
        notes=(
            f"Measured: {study.protocol}. The spread is the standard deviation over the seeds; the paper gives none. "
            "A difference counts from the nearest number that rounds to the published one.",
            *_differing(study),
            *_refused(study),
            *(sentence(why) for why in study.without.values()),
            *(f"{method_label(name)}: {note}" for name, note in study.notes.items()),
            *study.problems,
        ),
    )


def _title(study: TableBeside) -> str:
    n_published = len(study.published)
    judged, n_here = study.of(MET, SMALLER, LARGER), sum(entry.mean is not None for entry in study.entries)
    if not n_published:
        return f"{plural(n_here, 'cell')} of {len(study.entries)} measured; the paper prints no number for them"
    if not study.compared:
        return f"{plural(n_published, 'published error')}, and nothing measured yet"
    if not judged:
        return f"{plural(len(study.compared), 'published error')} measured once: without a spread nothing is judged"
    good = len(study.of(MET, SMALLER))
    so_far = " measured so far" if study.waiting else ""
    if len(judged) == 1:
        return f"The one published error{so_far} is {'met or beaten' if good else 'not met'} here"
    many = f"All {good}" if good == len(judged) else f"{good} of {len(judged)}"
    return f"{many} published errors{so_far} are met or beaten here"


def _reading(study: TableBeside) -> str:
    parts = []
    if study.compared:
        met, smaller, larger = (len(study.of(verdict)) for verdict in (MET, SMALLER, LARGER))
        unknown = sum(entry.verdict == OPEN for entry in study.compared)
        said = [f"{met} {'agrees' if met == 1 else 'agree'} with the published one within one spread"]
        said += [f"{n or 'none'} {_be(n)} {how}" for n, how in ((smaller, "smaller here"), (larger, "larger"))]
        said += [f"{unknown} {'has' if unknown == 1 else 'have'} no spread to judge by"] if unknown else []
        parts.append(f"Of {plural(len(study.compared), 'mean')}, {listed(said)}.")
    if differing := study.of(LARGER):
        parts.append(f"Furthest above is {place(study, differing[0])}: {_difference(differing[0])}.")
    if winner := study.winner:
        name, n, n_columns = method_label(winner[0]), *winner[1:]
        at = "At equal r " if study.sized and n_columns > 1 else ""
        where = f"in {n} of {n_columns} complete columns" if n_columns > 1 else "in the one complete column"
        parts.append(sentence(f"{at}{name} has the smallest error here {where}."))
    if waiting := len(study.waiting):
        parts.append(f"{plural(waiting, 'published number')} {_be(waiting)} not measured yet.")
    return " ".join(parts) or f"The paper prints {plural(len(study.published), 'number')}."


def _be(n: int) -> str:
    return "is" if n < 2 else "are"


def _seeds(seeds: Counter) -> str:
    if not seeds:
        return "nothing measured yet"
    least, most = min(seeds), max(seeds)
    return f"mean of {plural(most, 'seed')}" if least == most else f"means of {least} to {most} seeds"


def _differing(study: TableBeside) -> list[str]:
    """One line for each method and direction: where numbers differ, and why."""
    lines = []
    for verdict in (LARGER, SMALLER):
        each: dict[tuple[str, str], list[Entry]] = {}
        for entry in study.of(verdict):
            each.setdefault((entry.cell.method, entry.reason), []).append(entry)
        for (method, reason), entries in each.items():
            places = [f"{_where(study, e)} by {spreads_between(e)}" for e in entries[:_MOST_NAMED]]
            more = len(entries) - len(places)
            places += [f"{more} more"] if more else []
            said = f"{method_label(method)} is {THAN_PUBLISHED[verdict]}: {'; '.join(places)}."
            lines.append(f"{said} {reason or NOT_FOUND_OUT}")
    return lines


def _refused(study: TableBeside) -> list[str]:
    """Why cells have no number: once for each method and dataset."""
    first: dict[tuple[str, str], Entry] = {}
    for entry in study.entries:
        if entry.refused:
            first.setdefault((entry.cell.method, entry.cell.dataset), entry)
    return [
        f"{REFUSED} {method_label(method)}, {study.labels[dataset]}: {entry.refused} {entry.reason}".rstrip()
        for (method, dataset), entry in first.items()
    ]


def _where(study: TableBeside, entry: Entry) -> str:
    size = f" r = {entry.cell.size}" if study.sized else ""
    return f"{study.labels[entry.cell.dataset]}{size}"


def short_title(title: str) -> str:
    """'2019, Table 2': for a small control."""
    return title[re.search(r"\d{4}|$", title).start() :] or title


def here(entry: Entry, more: int = 0) -> str:
    """The text of a cell for our measurement."""
    return REFUSED if entry.refused else written(entry, entry.mean, more)


def signed_spreads(entry: Entry) -> str:
    """'+1.3', '−0.4', '0' if it rounds to the published number; nothing if open."""
    if entry.spreads is None:
        return ""
    if abs(entry.spreads) < TENTH:
        return "±0"
    return f"{entry.spreads:+.1f}".replace("-", "−")


def _difference(entry: Entry) -> str:
    """'0.249 here, 0.23 published, 1.3 spreads'."""
    said = f"{written(entry, entry.mean, 1)} here, {written(entry, entry.published)} published"
    return said if entry.spreads is None else f"{said}, {spreads_between(entry)} apart"


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
    lines += ["the smallest error here, at equal r" if study.sized else "the smallest error here"] if entry.best else []
    return "<br>".join(lines)
