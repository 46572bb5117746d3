"""The papers' tables and our measurements as a grid of cells, and one cell with its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import colour_axis
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.papers.table.words import cell_beside_words, here, hover, key_words, table_beside_words
from rffviz.explorer.views.papers.words import MISSING, error_words, row_label, signed_spreads, written
from rffviz.explorer.words.numbers import measured as number
from rffviz.papers.beside import CellBeside, Entry, TableBeside
from rffviz.papers.cell import Cell
from rffviz.papers.results import Record

CELLS = "cells"  # the trace whose points can be chosen, in the order of the entries

_MOST = 4.0  # difference, in SDs, with the deepest colour
_DEPTHS = ((0.0, 0.5), (0.25, 0.34), (0.375, 0.12), (0.5, 0.0))  # almost no colour within one spread; legible text
_KEY = 24  # pixels of the key
_ROW, _LOW_ROW, _NARROW_ROW = 36, 32, 26  # pixels of a row: numbers on two lines, on one line, on a phone
_FEW, _MANY = 3, 8  # most columns with room for the spread, and for both numbers on a line
_LONGEST = 13  # most characters of a dataset's name over its columns
_NAMES = (
    "dataset",
    "method",
    "learner",
    "r",
    "n_over_r",
    "published",
    "measured",
    "spread",
    "seeds",
    "difference_in_spreads",
)


@dataclass(frozen=True)
class _Grid:
    """The row and column of each entry; on a phone the datasets are stacked."""

    rows: Sequence[str]  # "" is a gap; on a phone a dataset's name is above its rows
    columns: Sequence[str]
    places: Sequence[tuple[int, int]]  # (row, column) of each entry
    groups: Sequence[tuple[str, float, float]]  # name, first and last column or row


def table_beside_picture(study: TableBeside, theme: Theme) -> Picture:
    """A row for each method, a column for each dataset and number of frequencies; a click on a cell chooses it."""
    grid = _stacked(study) if theme.narrow else _wide(study)
    row_height = _NARROW_ROW if theme.narrow else _ROW if len(grid.columns) > _MANY else _LOW_ROW
    figure = blank(theme)
    _axes(figure, grid, theme, row_height, bool(study.compared))
    _key(figure, study, len(grid.columns), theme)
    values = np.full((len(grid.rows), len(grid.columns)), np.nan, dtype=np.float32)
    texts = np.full(values.shape, "", dtype=object)
    for entry, (row, column) in zip(study.entries, grid.places, strict=True):
        values[row, column] = 0.0 if entry.spreads is None else np.clip(entry.spreads, -_MOST, _MOST)
        texts[row, column] = _text(entry, len(grid.columns), theme)
    figure.add_trace(
        go.Heatmap(
            z=values,
            text=texts,
            texttemplate="%{text}",
            textfont={"size": 15 if theme.narrow or len(grid.columns) <= _MANY else 14, "color": theme.ink},
            coloraxis="coloraxis",
            hoverinfo="skip",
            xgap=2,
            ygap=2,
        )
    )
    places = [(column, row) for row, column in grid.places]
    cells = dots(places, theme.soft(theme.ink, 0), "square", 0.8 * row_height, hover="%{text}")
    figure.add_trace(cells.update(name=CELLS, text=[hover(study, entry) for entry in study.entries]))
    figure.update_layout(hoverdistance=-1)  # no distance limit: the whole cell reacts to the pointer
    for entry, (row, column) in zip(study.entries, grid.places, strict=True):
        if entry.best:
            corners = {"x0": column - 0.47, "x1": column + 0.47, "y0": row - 0.46, "y1": row + 0.46}
            figure.add_shape(type="rect", line={"color": theme.ink, "width": 2}, **corners)
    return Picture(
        name=f"papers-{study.name}",
        figure=figure,
        columns=by_column((*_NAMES, "best_here", "refused"), map(_row, study.entries)),
        **table_beside_words(study),
    )


def _row(entry: Entry) -> tuple:
    cell, record = entry.cell, entry.record
    factor = cell.landmarks_factor or ""
    numbers = ("" if each is None else each for each in (entry.published, entry.mean, entry.spread))
    n_seeds, spreads = len(record.seeds) if record else 0, "" if entry.spreads is None else entry.spreads
    at = (cell.dataset, cell.method, cell.learner, cell.size or "", factor)
    return (*at, *numbers, n_seeds, spreads, "yes" if entry.best else "", entry.refused)


def _keys(study: TableBeside) -> tuple[list, list]:
    """The methods with their landmarks, and the sizes, in the order of the table."""
    methods = list(dict.fromkeys(_way(entry.cell) for entry in study.entries))
    order = list(dict.fromkeys(method for method, *_ in methods))
    sizes = sorted({entry.cell.size for entry in study.entries}) if study.sized else [0]
    return sorted(methods, key=lambda each: (order.index(each[0]), not each[1], each[2])), sizes


def _way(cell: Cell) -> tuple[str, str, float]:
    """The key of a row: method, learner and n/r."""
    return cell.method, cell.learner, cell.landmarks_factor


def _names_of_rows(study: TableBeside, methods) -> list[str]:
    several = len(methods) > len({method for method, *_ in methods})
    cells = {_way(entry.cell): entry.cell for entry in study.entries}
    return [row_label(cells[key], several) for key in methods]


def _wide(study: TableBeside) -> _Grid:
    (methods, sizes), datasets = _keys(study), list(study.labels)
    places = [
        (
            methods.index(_way(entry.cell)),
            datasets.index(entry.cell.dataset) * len(sizes) + (sizes.index(entry.cell.size) if study.sized else 0),
        )
        for entry in study.entries
    ]
    columns = [f"{size}" if study.sized else "" for _ in datasets for size in sizes]
    groups = [(study.labels[name], k * len(sizes), (k + 1) * len(sizes) - 1) for k, name in enumerate(datasets)]
    return _Grid(_names_of_rows(study, methods), columns, places, groups)


def _stacked(study: TableBeside) -> _Grid:
    (methods, sizes), datasets = _keys(study), list(study.labels)
    high = len(methods) + 1  # a gap for the name of the dataset
    places = [
        (
            datasets.index(entry.cell.dataset) * high + 1 + methods.index(_way(entry.cell)),
            sizes.index(entry.cell.size) if study.sized else 0,
        )
        for entry in study.entries
    ]
    rows = [name for _ in datasets for name in ("", *_names_of_rows(study, methods))]
    groups = [(study.labels[name], k * high, k * high) for k, name in enumerate(datasets)]
    return _Grid(rows, [f"D = {size}" if study.sized else "" for size in sizes], places, groups)


def _axes(figure: go.Figure, grid: _Grid, theme: Theme, row_height: int, coloured: bool) -> None:
    plain = {"showgrid": False, "showline": False, "ticks": "", "fixedrange": True}
    numbered = any(grid.columns)
    bottom, right = len(grid.rows) - 0.5, len(grid.columns) - 0.5
    figure.update_yaxes(tickvals=list(range(len(grid.rows))), ticktext=list(grid.rows), range=[bottom, -0.5], **plain)
    named = {"tickvals": list(range(len(grid.columns))), "ticktext": list(grid.columns), "side": "top"}
    figure.update_xaxes(range=[-0.5, right], **named, **plain)
    for k, (name, first, last) in enumerate(grid.groups):
        look = {"text": f"<b>{name}</b>", "showarrow": False, "font": {"size": 16, "color": theme.ink}}
        if theme.narrow:
            figure.add_annotation(x=0, xref="paper", xanchor="left", y=first, **look)
        else:
            short = name if len(name) <= _LONGEST else name.partition(" ")[0]
            look["text"] = f"<b>{short}</b>"
            figure.add_annotation(
                x=(first + last) / 2, y=1, yref="paper", yanchor="bottom", yshift=24 if numbered else 2, **look
            )
            if k:
                line = {"color": theme.muted, "width": 1}
                figure.add_shape(type="line", x0=first - 0.5, x1=first - 0.5, y0=-0.5, y1=bottom, line=line)
    if numbered and not theme.narrow:
        look = {"text": "D =", "showarrow": False, "font": {"size": 16, "color": theme.ink}}
        figure.add_annotation(x=0, xref="paper", xanchor="right", y=1, yref="paper", yanchor="bottom", **look)
    below, above = theme.hues["blue"], theme.hues["amber"]
    scale = [[at, theme.soft(below, depth)] for at, depth in _DEPTHS]
    scale += [[1 - at, theme.soft(above, depth)] for at, depth in reversed(_DEPTHS)]
    bar = {"orientation": "h", "x": 0.5, "xanchor": "center", "y": 0, "yanchor": "top", "ypad": 8, "len": 0.7}
    bar |= {"tickvals": [-4, -1, 1, 4], "tickfont": {"size": 15}}
    bar["ticktext"] = ["4 SD below", "1 SD", "1 SD", "4 SD above"] if not theme.narrow else ["−4 SD", "−1", "1", "4 SD"]
    top = 24 * (numbered + (not theme.narrow)) + 4
    margin = {"l": 90, "r": 8, "t": top, "b": 54 if coloured else 8}
    figure.update_layout(coloraxis=colour_axis(scale, -_MOST, _MOST, **bar), margin=margin)
    figure.update_layout(height=row_height * len(grid.rows) + top + margin["b"], coloraxis_showscale=coloured)


def _key(figure: go.Figure, study: TableBeside, n_columns: int, theme: Theme) -> None:
    """Under the table and its colours: how its numbers are written, and what a frame means."""
    under, size = figure.layout.margin.b, figure.layout.height
    figure.update_layout(margin_b=under + _KEY, height=size + _KEY)
    place = {"x": 1, "xanchor": "right"} if theme.narrow else {"x": 0.5}
    look = place | {"xref": "paper", "y": 0, "yref": "paper", "yanchor": "top", "yshift": -under, "showarrow": False}
    words = key_words(study, n_columns > _MANY)
    figure.add_annotation(text=words, font={"size": 15, "color": theme.ink}, **look)


def _text(entry: Entry, n_columns: int, theme: Theme) -> str:
    """The text of a cell: as much as fits."""
    published = written(entry, entry.published)
    if entry.record is None:
        return "" if entry.published is None else f'<span style="color:{theme.muted}">{published}</span>'
    few = n_columns <= _FEW and not theme.narrow
    measured = f"<b>{here(entry, n_columns <= _MANY and not theme.narrow)}</b>"
    if few and entry.spread is not None:
        measured += f" ± {number(entry.spread)}"
    if entry.published is None:
        return measured
    told = f" ({signed_spreads(entry)})" if few and entry.spreads is not None else ""
    return f"{measured}{'<br>' if n_columns > _MANY else ' / '}{published}{told}"


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
