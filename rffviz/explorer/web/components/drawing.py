"""Points of the viewer's own in the plane: drawn with a pen, pasted, or read from a file.

They are kept in the session; a link contains them if they are few, with at most two decimals.
"""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import streamlit as st

from rffviz.datasets import Dataset, plane_dataset
from rffviz.datasets.files import read_content
from rffviz.datasets.uploads import MAX_MEGABYTES
from rffviz.explorer.web.chart import theme
from rffviz.explorer.web.components.component import component, sent
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words import refusals
from rffviz.foundation.validation import Refusal

_DRAWN = "_drawn"  # the points as [x, y, class] in the session
_PASTED = "_pasted"  # how often points were pasted or read from a file
_MOST = 1000
_FURTHEST = 1e6  # largest absolute coordinate
_REACH = 3.0  # half width of the canvas, extended if points lie outside


def draw_points(settings: Settings, classes: bool = True) -> None:
    """The controls for drawing points, behind a button; without `classes` there is one pen."""
    hues, points = theme().hues, _points(settings)
    columns = "or three: x₁, x₂ and the class, −1 or 1" if classes else "x and y"
    with st.popover("Draw", icon=":material/draw:", width="stretch", type="secondary" if points else "primary"):
        component("drawing")(
            data={
                "points": json.dumps(points),
                "pasted": st.session_state.get(_PASTED, 0),
                "reach": max([_REACH, *(1.05 * abs(v) for point in points for v in point[:2])]),
                "most": _MOST,
                "first": hues["blue" if classes else "amber"],
                "second": hues["amber"],
                "classes": classes,
            },
            key="drawing",
            on_points_change=partial(_took, settings),
        )
        if points and not settings["drawn"]:
            st.caption(refusals.points_beyond_links(TABLE["drawn"].most))
        with st.expander("Paste or upload points", icon=":material/upload:"):
            _paste(settings, columns)


def _paste(settings: Settings, columns: str) -> None:
    """Points as text or from a file; `columns` describes the columns."""
    text = st.text_area(
        f"Two columns of numbers, {columns}",
        placeholder="0.5, 1.2\n-1.0, 0.3",
        key="drawing-text",
    )
    file = st.file_uploader("or a file", max_upload_size=MAX_MEGABYTES)
    if st.button("Use these", key="drawing-use") and (file is not None or text.strip()):
        try:
            _keep(settings, pasted(file.getvalue() if file is not None else text))
        except Refusal as refusal:
            st.warning(str(refusal), icon=":material/info:")
        else:
            st.session_state[_PASTED] = st.session_state.get(_PASTED, 0) + 1
            st.rerun()


def resolve_drawn_points(settings: Settings) -> Dataset | None:
    """The viewer's own points; None, with a notice, if there are too few."""
    try:
        return made(plane_dataset, _points(settings))
    except Refusal as refusal:
        st.caption(f":material/draw: {refusal}")
        return None


def _points(settings: Settings) -> list[list[float]]:
    """The points in the link, or those of the session if they do not fit into a link."""
    kept, linked = st.session_state.setdefault(_DRAWN, []), TABLE["drawn"].points(settings["drawn"])
    if linked == kept or not (linked or TABLE["drawn"].text(kept)):
        return kept
    st.session_state[_DRAWN] = linked  # another link was opened: the canvas takes its points
    st.session_state[_PASTED] = st.session_state.get(_PASTED, 0) + 1
    return linked


def _keep(settings: Settings, points: list[list[float]]) -> None:
    st.session_state[_DRAWN] = points
    settings.put("drawn", TABLE["drawn"].text(points))


def _took(settings: Settings) -> None:
    points = sent("drawing", "points")
    if points is not None:
        _keep(settings, checked(points))


def checked(sent: str) -> list[list[float]]:
    """The points sent by the browser, without entries that are not three finite numbers in range."""
    try:
        rows = json.loads(sent)
    except (ValueError, TypeError, RecursionError):
        return []
    kept = []
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, list) and len(row) == 3 and all(type(v) in (int, float) for v in row):
            if all(abs(v) <= _FURTHEST for v in row):  # also false for NaN
                x, y, kind = map(float, row)
                kept.append([x, y, 1 if kind > 0 else -1])
    return kept[:_MOST]


def pasted(content: bytes | str) -> list[list[float]]:
    """Points from text of two or three columns, as they are; the third is the class."""
    content = content.encode("utf-8", "replace") if isinstance(content, str) else content
    table = read_content(content, "the points")
    if table.X.shape[1] not in (2, 3):
        raise Refusal(f"The points must have 2 columns of numbers, or 3 with the class, got {table.X.shape[1]}.")
    if len(table.X) > _MOST:
        raise Refusal(f"The points must be at most {_MOST:,}, got {len(table.X):,}.")
    X = table.X[:, :2]
    if np.abs(X).max() > _FURTHEST:
        raise Refusal(f"The points must lie within ±{_FURTHEST:,.0f}, got {np.abs(X).max():g}.")
    kinds = np.full(len(X), -1)
    if table.X.shape[1] == 3:
        values = np.unique(table.X[:, 2])
        if len(values) > 2:
            raise Refusal(f"The third column must hold two classes, got {len(values)} values.")
        signs = set(values) <= {-1.0, 1.0}
        kinds = np.where(table.X[:, 2] > 0 if signs else table.X[:, 2] == values[-1], 1, -1)
    return [[float(x), float(y), int(kind)] for (x, y), kind in zip(X, kinds, strict=True)]
