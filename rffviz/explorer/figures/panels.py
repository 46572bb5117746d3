"""Several plots in one figure, styled as in figures of one plot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import Theme, blank, look
from rffviz.foundation.about import About


def panels(
    theme: Theme, height: int, rows: int, cols: int, titles: Sequence[str] | None = None, **spacing
) -> go.Figure:
    """Empty plots under their headings in a figure of this height, every axis as in a figure of one plot.

    `spacing` are Plotly's further settings of a grid of plots, such as ``row_heights``.
    """
    figure = make_subplots(rows=rows, cols=cols, subplot_titles=titles, **spacing)
    layout, grid = look(theme, height), figure.layout.to_plotly_json()
    if titles:
        font, layout["margin"]["t"] = {"size": 18, "color": theme.ink}, 34
        layout["annotations"] = [heading | {"font": font} for heading in grid.get("annotations", ())]
    axis = layout["xaxis"]
    layout |= {name: axis | place for name, place in grid.items() if name[1:].startswith("axis")}
    figure.layout = layout
    return figure


def side_by_side(theme: Theme, titles: Sequence[str], height: int = 430, tall: int = 860, **spacing) -> go.Figure:
    """Plots side by side or, on a phone, one above the other in a figure of height `tall`."""
    spacing = {"horizontal_spacing": 0.1, "vertical_spacing": 0.17} | spacing
    if theme.narrow:
        return panels(theme, tall, len(titles), 1, titles, **spacing)
    return panels(theme, height, 1, len(titles), titles, **spacing)


def panel_place(theme: Theme, panel: int) -> dict[str, int]:
    """Row and column of one of the plots of `side_by_side`."""
    return {"row": panel + 1, "col": 1} if theme.narrow else {"row": 1, "col": panel + 1}


def two_rows(theme: Theme, heights: tuple[float, float] | None = None) -> go.Figure:
    """Two plots one above the other over one horizontal axis, whose numbers stand under the lower one."""
    height = 620 if theme.narrow else 430
    figure = panels(theme, height, 2, 1, shared_xaxes=True, row_heights=heights, vertical_spacing=0.07)
    return figure.update_xaxes(showticklabels=False, row=1, col=1)


def sample_colours(theme: Theme, about: About) -> tuple[str, str]:
    """Colour and marker of the scheme that drew a sample; imported frequencies have a style of their own."""
    return theme.scheme(about.sampler or "own")


@dataclass(frozen=True)
class Part:
    """A figure to be combined with others."""

    figure: go.Figure
    letter: str = ""  # the letter of the side: "A"
    name: str = ""  # its name; letter and name form the heading
    answer: bool = False  # whether the name would reveal the answer


_HEIGHT = 392  # pixels of a row: with numbers and chips under it, it fits the first screen of a projector
_HEADING, _UNDER, _ROW = 34, 64, 26  # pixels of a heading, of an axis' labels and title, and of a legend row
_NAMES = 4  # names per legend row


def in_one(theme: Theme, parts: Sequence[Part], plot: int = 300) -> go.Figure:
    """Figures under their headings in one, in a row; on a phone one below the other, each plot `plot` pixels high.

    Equal axes are linked, and in a row they are labelled only once; so are names in the legend.
    """
    figure, n = blank(theme), len(parts)
    top = _HEADING if any(part.letter or part.name for part in parts) else 14
    names = {trace.name for part in parts for trace in part.figure.data if _in_legend(trace, part)}
    rows = -(-len(names) // (1 if theme.narrow else _NAMES))
    under = _UNDER + _ROW * rows
    between = top + _UNDER
    whole = n * plot + (n - 1) * between if theme.narrow else _HEIGHT + _ROW * max(0, rows - 2) - top - under
    axes: dict[str, dict] = {}
    for k, part in enumerate(parts):
        slot = _columns(parts, k), (0.0, 1.0)
        if theme.narrow:
            above = k * (plot + between)
            slot = (0.0, 1.0), (max(1 - (above + plot) / whole, 0.0), 1 - above / whole)
        offset = len(axes) // 2
        axes |= _placed_axes(part.figure, slot, offset, axes, theme)
        for trace in part.figure.data:
            if part.figure.layout.showlegend:
                once = _in_legend(trace, part) and trace.name in names
                names.discard(trace.name)
                trace.update(legendgroup=trace.name, showlegend=once)
            trace.update(xaxis=_moved(trace.xaxis or "x", offset), yaxis=_moved(trace.yaxis or "y", offset))
            figure.add_trace(trace)
        for kind in ("shapes", "annotations"):
            moved = [_in_slot(each.to_plotly_json(), slot, offset) for each in part.figure.layout[kind]]
            figure.layout[kind] = (*figure.layout[kind], *moved)
        _heading(figure, part, slot, theme)
        for name in ("coloraxis", "bargap"):
            figure.update_layout({name: part.figure.layout[name]} if part.figure.layout[name] else {})
    place = {"orientation": "h", "x": 0, "xanchor": "left", "y": -(_UNDER - 8) / whole, "yanchor": "top"}
    figure.update_layout(axes, showlegend=rows > 0, legend=place, height=whole + top + under)
    return figure.update_layout(margin={"t": top, "b": under})


def _in_legend(trace, part: Part) -> bool:
    return bool(part.figure.layout.showlegend and trace.name and trace.showlegend is not False)


def _columns(parts: Sequence[Part], k: int) -> tuple[float, float]:
    """The horizontal extent of the k-th part: close to its neighbour if both share the same y axis."""
    gaps = [0.04 if _upright(one) == _upright(two) else 0.1 for one, two in pairwise(parts)]
    width = (1 - sum(gaps)) / len(parts)
    start = k * width + sum(gaps[:k])
    return start, min(start + width, 1.0)


def _upright(part: Part) -> list:
    return [(axis.title.text, axis.range, axis.tickvals) for axis in part.figure.select_yaxes()]


def _placed_axes(figure: go.Figure, slot, offset: int, before: dict, theme: Theme) -> dict:
    """The axes of a part in its slot, under new names; those equal to the first part's are linked to them."""
    layout = {}
    for key, axis in figure.layout.to_plotly_json().items():
        if not (name := re.fullmatch(r"([xy])axis(\d*)", key)):
            continue
        letter, number = name.groups()
        low, high = slot["xy".index(letter)]
        share = axis.get("domain", (0.0, 1.0))
        axis["domain"] = [low + end * (high - low) for end in share]
        for reference in ("anchor", "scaleanchor", "matches"):
            if reference in axis or reference == "anchor":
                axis[reference] = _moved(axis.get(reference) or f"{'yx'['xy'.index(letter)]}{number}", offset)
        first = before.get(key)
        if first and first.get("range") == axis.get("range") and first.get("title") == axis.get("title"):
            free = axis.get("range") and not axis.get("scaleanchor") and not figure.layout[f"yaxis{number}"].scaleanchor
            if free:
                axis["matches"] = f"{letter}{number}"
            if letter == "y" and not theme.narrow and first.get("tickvals") == axis.get("tickvals"):
                axis |= {"showticklabels": False, "title": {"text": ""}}
        layout[f"{letter}axis{_number(number, offset)}"] = axis
    return layout


def _number(number: str, offset: int) -> str:
    moved = int(number or 1) + offset
    return "" if moved == 1 else str(moved)


def _moved(reference: str, offset: int) -> str:
    """An axis name, perhaps followed by "domain", renumbered by an offset."""
    letter, number, rest = re.fullmatch(r"([xy])(\d*)(.*)", reference).groups()
    return f"{letter}{_number(number, offset)}{rest}"


def _in_slot(drawn: dict, slot, offset: int) -> dict:
    """A shape or annotation of a part, in axis or paper coordinates, moved to the part's slot."""
    for letter, (low, high) in zip("xy", slot, strict=True):
        reference = drawn.get(f"{letter}ref", letter)
        if reference != "paper":
            drawn[f"{letter}ref"] = _moved(reference, offset)
            continue
        for end in (letter, f"{letter}0", f"{letter}1"):
            if end in drawn:
                drawn[end] = low + drawn[end] * (high - low)
    return drawn


def _heading(figure: go.Figure, part: Part, slot, theme: Theme) -> None:
    (left, _), (_, top) = slot
    look = {"xref": "paper", "yref": "paper", "x": left, "y": top, "xanchor": "left", "yanchor": "bottom"}
    look |= {"showarrow": False, "yshift": 3, "font": {"size": 17, "color": theme.ink}}
    if part.letter:
        figure.add_annotation(text=f"<b>{part.letter}</b>", **look)
    if part.name:
        look["xshift"] = 22 if part.letter else 0
        figure.add_annotation(text=part.name, name=ANSWER if part.answer else None, **look)
