"""A report as one file of HTML: no request, light and dark, scrubs from disk, prints on A4."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from plotly.offline import get_plotlyjs

from rffviz.diagnose import Comparison, Report, Samples
from rffviz.explorer.figures.document import html_document
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.standalone import (
    CONFIG,
    PLOT_STYLE,
    READOUT_STYLE,
    SCRUB_MARKUP,
    SCRUB_SCRIPT,
    SCRUB_STYLE,
    TOUCH_SCRIPT,
    listed_html,
    properties,
    readout_html,
    script_json,
    scrub_data,
)
from rffviz.explorer.figures.theme import DARK, FONT, LIGHT, Theme
from rffviz.explorer.report import words
from rffviz.explorer.report.record import SchemeReport
from rffviz.explorer.report.study import BASELINES, report_of
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.prediction.kernel_error.picture import survey_picture
from rffviz.explorer.views.schemes.bias.picture import bias_picture
from rffviz.explorer.views.schemes.bias.words import bias_words
from rffviz.explorer.views.schemes.difference.picture import difference_picture
from rffviz.explorer.views.schemes.norms_and_directions.picture import radius_picture
from rffviz.explorer.views.schemes.norms_and_directions.words import radius_words
from rffviz.foundation.file_content import write_whole

_STYLE, _SCRIPT = (Path(__file__).with_name(name).read_text("utf-8") for name in ("document.css", "document.js"))


def page_of(record: Report | Comparison) -> str:
    """The page that starts from a record of `diagnose` or `compare`; what else it shows is measured now."""
    return report_html(report_of(record))


def write_report(file: str | Path, record: SchemeReport) -> int:
    """Write the page atomically; returns its size in bytes."""
    page = report_html(record)
    write_whole(file, page)
    return len(page.encode())


def report_html(record: SchemeReport) -> str:
    """The page, with everything in it, Plotly included (about 5 MB).

    It forbids itself every request and every script but its own (a Content-Security-Policy with their hashes), and
    every text is escaped.
    """
    figures: list[dict[str, Any]] = []
    parts = [
        *_comparison(record, figures),
        _section("The scheme", _facts(words.facts(record))),
        _checks(words.checks_title(rows := words.checks(record)), rows, words.false_alarms()),
        _curve(record, figures),
        *_of_checks(record, figures),
        _cost(record),
        *_survey(record, figures),
        _origin(record),
    ]
    data = {"config": CONFIG, "figures": figures}
    scripts = [TOUCH_SCRIPT, get_plotlyjs(), f"{SCRUB_SCRIPT}{_SCRIPT}"]
    said = words.headline(record)
    status, word = said.chip
    head = f"""<style>
:root {{ color-scheme: light dark; font-family: {FONT}; {_colours(LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{
:root {{ {_colours(DARK)} }}
}}
{SCRUB_STYLE}{PLOT_STYLE}{READOUT_STYLE}{_STYLE}</style>"""
    body = f"""<main>
<header class="{escape(status)}">
<p class="over">{escape(said.over)}</p>
<h1><span class="chip">{escape(word)}</span> {escape(said.title)}</h1>
<p class="lead">{escape(said.lead)}</p>
<p class="subtitle">{escape(words.settings(record))}</p>
</header>
{chr(10).join(filter(None, parts))}
</main>
<script type="application/json" id="report">{script_json(data)}</script>
<script>{scripts[0]}</script>
<script>{scripts[1]}</script>
<script>{scripts[2]}</script>"""
    return html_document(f"{said.over}: {said.title}", _policy(scripts), head, body)


def _colours(theme: Theme) -> str:
    return f"{properties(theme)} --ink: {theme.ink};"


def _policy(scripts: Sequence[str]) -> str:
    """No request, and no script but these."""
    hashes = (base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts)
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
        "form-action 'none'"
    )


def _comparison(record: SchemeReport, figures: list) -> list[str]:
    comparison = record.comparison
    if comparison is None:
        return []
    drawn = _figure(figures, lambda theme: difference_picture(comparison, theme))
    rows = words.comparison_checks(comparison)
    return [
        _section("A against B", drawn),
        _checks(words.checks_title(rows, "A against B: "), rows, ""),
        f"<p class='part'>{escape(words.by_itself(record))}</p>",
    ]


def _curve(record: SchemeReport, figures: list) -> str:
    title = "Error against D, beside other schemes"
    converged = record.convergence
    if converged is None:
        return _left_out(title, record.left_out["curve"])
    picture = _figure(
        figures,
        lambda theme: convergence_picture(converged, theme),
        words.curve_title(record),
        words.curve_words(record),
    )
    remarks = "".join(f"<p class='subtitle'>{escape(each)}</p>" for each in record.remarks)
    return _section(title, f"{picture}{_numbers(words.ratio_table(record))}{remarks}")


def _of_checks(record: SchemeReport, figures: list) -> list[str]:
    report = record.report
    bias, radius = (Samples({"": part}, {"": report}) for part in (report.bias, report.found.radius))
    return [
        _section(
            "Bias and variance along distance",
            _figure(figures, lambda theme: bias_picture(bias, theme), bias_words(report.bias)["title"]),
        ),
        _section(
            "Distribution of the norms",
            _figure(figures, lambda theme: radius_picture(radius, theme), radius_words(report.found.radius)["title"]),
        ),
    ]


def _cost(record: SchemeReport) -> str:
    title = "Cost of a draw"
    if record.cost is None:
        return _left_out(title, record.left_out["cost"])
    body = f"<h3>{escape(words.cost_title(record))}</h3>{_numbers(words.cost_table(record))}"
    return _section(title, f"{body}<p class='subtitle'>{escape(words.cost_words(record))}</p>")


def _survey(record: SchemeReport, figures: list) -> list[str]:
    title = "The survey: real data"
    if not record.surveys:
        return [_left_out(title, record.left_out["survey"])]
    parts = []
    for seen in record.surveys:
        readouts = [words.survey_readout(record, seen, ratio) for ratio in seen.ratios]

        def drawn(theme: Theme, seen=seen, readouts=readouts) -> Picture:
            picture = survey_picture(seen, theme, marked=(*BASELINES, record.called))
            scrub = replace(picture.scrub, readouts=readouts)
            return replace(picture, scrub=scrub, readout=readouts[seen.start])

        said = words.survey_title(record, seen), words.survey_words(record, seen)
        parts.append(_figure(figures, drawn, *said))
        parts.append(_numbers(words.survey_table(record, seen)))
    return [_section(title, "".join(parts))]


def _origin(record: SchemeReport) -> str:
    again = f"<pre><code>{escape(record.again)}</code></pre>"
    return _section("Seeds, versions, and how to make it again", f"{again}{_facts(words.origin(record))}")


def _section(title: str, body: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}\n</section>"


def _left_out(title: str, reason: str) -> str:
    return _section(title, f"<p class='left-out'>Left out. {escape(reason)}</p>")


def _facts(rows: Sequence[tuple[str, str]]) -> str:
    said = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in rows)
    return f"<dl>{said}</dl>"


def _numbers(readout) -> str:
    return f"<div class='readouts' tabindex='0'>{readout_html(readout)}</div>" if readout.rows else ""


def _checks(title: str, rows: Sequence[words.Check], note: str) -> str:
    """Checks that did not pass, what was observed beside what is expected, and those that did, folded."""
    failed, passed = ([row for row in rows if row.passed is state] for state in (False, True))
    body = _rows(failed, numbers=True) if failed else ""
    if passed:
        said = f"{len(passed)} of {len(rows)} checks passed"
        folded = _rows(passed, numbers=False)
        body += f"<details class='passed'><summary>{escape(said)}</summary>{folded}</details>"
    end = f"<p class='subtitle'>{escape(note)}</p>" if note else ""
    return _section(title, f"{body}{end}")


def _rows(rows: Sequence[words.Check], numbers: bool) -> str:
    """A row for each check; with `numbers` in cells above its sentence."""
    heads = ("check", "quantity", "observed", "expected", "test") if numbers else ("check", "result")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    return f"<table class='checks'><thead><tr>{head}</tr></thead>{''.join(_row(row, numbers) for row in rows)}</table>"


def _row(row: words.Check, numbers: bool) -> str:
    name = f"<th scope='row'>{escape(row.name)}<span class='status {escape(row.status)}'>{escape(row.word)}</span></th>"
    if not numbers:
        return f"<tbody><tr>{name}<td>{escape(row.sentence)}</td></tr></tbody>"
    if not row.quantity:
        return f"<tbody><tr>{name}<td colspan='4'>{escape(row.sentence)}</td></tr></tbody>"
    name = name.replace("<th ", "<th rowspan='2' ", 1)
    titles = ("quantity", "observed", "expected", "test")
    cells = (row.quantity, row.observed, row.expected, row.test or "–")
    said = "".join(f"<td data-title='{t}'>{escape(cell)}</td>" for t, cell in zip(titles, cells, strict=True))
    return f"<tbody><tr>{name}{said}</tr><tr><td colspan='4' class='sentence'>{escape(row.sentence)}</td></tr></tbody>"


def _figure(
    figures: list, build: Callable[[Theme], Picture], title: str | None = None, subtitle: str | None = None
) -> str:
    """A figure's place with its words; its data are added to `figures`, drawn for both themes and two widths."""
    drawn = {theme.name: [build(replace(theme, narrow=narrow)) for narrow in (False, True)] for theme in (LIGHT, DARK)}
    picture, number = drawn["light"][0], len(figures)
    scrub = picture.scrub
    made = {name: [_data(each) for each in both] for name, both in drawn.items()}
    figures.append({"drawn": made, "scrub": scrub_data(scrub) if scrub else None})
    control = f"<div class='control'>{SCRUB_MARKUP}</div>" if scrub else ""
    live = " aria-live='polite'" if scrub else ""
    details = listed_html(picture.notes, picture.provenance)
    folded = f"<details class='notes'><summary>Details</summary>{details}</details>" if details else ""
    alt = escape(picture.alt, quote=True)
    return f"""<article class="picture" id="figure-{number}">
<h3>{escape(picture.title if title is None else title)}</h3>
{control}<figure aria-label="{alt}"><div class="plot" style="--tall: {_tall(picture)}px"></div>
<img class="printed" alt="{alt}"></figure>
<div class="readouts"{live}>{readout_html(picture.readout)}</div>
<p class="subtitle">{escape(picture.subtitle if subtitle is None else subtitle)}</p>
{folded}</article>"""


def _tall(picture: Picture) -> int:
    return int(picture.figure.layout.height or 450)


def _data(picture: Picture) -> dict[str, Any]:
    figure = json.loads(picture.figure.to_json())
    return {name: figure.get(name, []) for name in ("data", "layout", "frames")}
