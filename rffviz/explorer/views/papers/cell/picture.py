"""The picture of the view “Cell”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.papers.cell.words import cell_beside_words
from rffviz.explorer.views.papers.words import MISSING, error_words, written
from rffviz.papers.beside import CellBeside
from rffviz.papers.results import Record

# --- one cell ---------------------------------------------------------------------------------------------------------


def cell_beside_picture(study: CellBeside, theme: Theme) -> Picture:
    """The seeds of a cell as dots, repeated ones below, with the published number."""
    lanes = [("kept", study.entry.record, "blue", "circle")]
    if study.n_again:
        lanes.append(("measured again", study.again, "pink", "diamond"))
    figure = blank(theme, 150 + 80 * len(lanes))
    names = [name for name, *_ in lanes]
    figure.update_yaxes(
        tickvals=list(range(len(lanes))),
        ticktext=names,
        range=[len(lanes) - 0.4, -0.75],
        showgrid=False,
        showline=False,
    )
    figure.update_xaxes(title={"text": error_words(study.unit)}, nticks=5 if theme.narrow else 9)
    entry = study.entry
    if entry.printed is not None:
        low, high = entry.printed
        figure.add_vrect(x0=low, x1=high, fillcolor=theme.soft(theme.bound, 0.15), line_width=0, layer="below")
        figure.add_vline(x=entry.published, line={"color": theme.bound, "width": 3, "dash": "dash"})
        label = {"text": f"published {written(entry, entry.published)}", "font": {"size": 16, "color": theme.bound}}
        figure.add_annotation(x=entry.published, y=1, yref="paper", yanchor="bottom", showarrow=False, **label)
    for lane, (_, record, hue, symbol) in enumerate(lanes):
        if record is not None and record.values:
            _lane(figure, lane, record, theme.hues[hue], symbol, theme)
    if entry.printed is None and not figure.data:
        figure.update_xaxes(range=[0, 1])
    figure.update_layout(margin={"t": 30, "l": 80 if theme.narrow else 120})
    rows = [
        (name, seed, value, seconds)
        for name, record, *_ in lanes
        for seed, value, seconds in zip(*_lists(record), strict=True)
    ]
    published = [] if entry.published is None else [("published", "", entry.published, "")]
    return Picture(
        name=f"papers-{entry.cell.table}-cell",
        figure=figure,
        columns=by_column(("series", "seed", "value", "seconds"), [*published, *rows] or [(MISSING, "", "", "")]),
        **cell_beside_words(study),
    )


def _lists(record: Record | None) -> tuple:
    return ((), (), ()) if record is None else (record.seeds, record.values, record.seconds)


def _lane(figure: go.Figure, lane: int, record: Record, colour: str, symbol: str, theme: Theme) -> None:
    """The seeds of a record in a row, with their mean ± one spread above."""
    rows = np.column_stack([record.values, np.full(len(record.values), lane + 0.12)])
    text = [f"seed {seed}" for seed in record.seeds]
    seeds = dots(rows, theme.soft(colour, 0.6), symbol, 12, hover="%{text}: %{x:.4g}")
    figure.add_trace(seeds.update(text=text, name="kept" if lane == 0 else "again"))
    mean = dots([(record.mean, lane - 0.2)], theme.ink, "line-ns", 16, hover="mean %{x:.4g}")
    mean.update(marker={"line": {"width": 3, "color": theme.ink}}, name="mean")
    if record.spread:
        mean.update(error_x={"array": np.array([record.spread], np.float32), "thickness": 2, "color": theme.ink})
    figure.add_trace(mean)
