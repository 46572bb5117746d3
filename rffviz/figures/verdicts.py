"""The verdicts on samples as a table: for the page, and as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from html import escape

from rffviz.diagnose import DIAGNOSTICS, Verdict
from rffviz.words.verdicts import STATUS


def verdict_html(sides: Mapping[str, Sequence[Verdict]]) -> str:
    """A row for each diagnostic and a column for each sample; `sides` holds the verdicts by the samples' names."""
    head = "".join(f"<th scope='col'>{escape(title)}</th>" for title in ("Diagnostic", *sides))
    rows = []
    for number, diagnostic in enumerate(DIAGNOSTICS.values()):
        cells = "".join(
            f"<td><span>{escape(title[:1])}: </span><strong class='{said[number].status}'>"
            f"{STATUS[said[number].status]}</strong> {escape(said[number].sentence)}</td>"
            for title, said in sides.items()
        )
        rows.append(f"<tr><th scope='row'>{diagnostic}</th>{cells}</tr>")
    return f"<table class='verdicts'><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def verdict_csv(sides: Mapping[str, Sequence[Verdict]]) -> str:
    """The same as comma-separated values, a row for each sample and diagnostic."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["sample", "diagnostic", "status", "sentence"])
    for title, said in sides.items():
        writer.writerows([title, DIAGNOSTICS[v.diagnostic], STATUS[v.status], v.sentence] for v in said)
    return file.getvalue()
