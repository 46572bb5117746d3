"""Points of the viewer's own in the plane: drawn with a pen, pasted, or read from a file. They stay in the session."""

from __future__ import annotations

import json

import numpy as np
import streamlit as st

from rffviz.datasets import Dataset
from rffviz.datasets.uploads import MAX_BYTES, read_csv
from rffviz.validation import Refusal

_DRAWN = "_drawn"  # the points as [x, y, class] in the session
_MOST = 1000
_FURTHEST = 1e6  # of a coordinate
_REACH = 3.0  # of the canvas, from −3 to 3 along both axes, and further where points are

_MARKUP = """
<div class="pen">
  <canvas width="480" height="480" tabindex="0" role="img" aria-label="Canvas about the origin: press and
    drag to draw points. Points can also be pasted or read from a file beside it."></canvas>
  <div class="row">
    <button type="button" data-class="-1" aria-pressed="true">● first class</button>
    <button type="button" data-class="1" aria-pressed="false">■ second class</button>
    <button type="button" data-undo>Undo stroke</button>
    <button type="button" data-clear>Clear</button>
    <span role="status"></span>
  </div>
</div>
"""
_STYLE = """
.pen { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: flex-start; }
canvas {
  width: min(100%, 320px); aspect-ratio: 1; touch-action: none; cursor: crosshair;
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius);
}
.row { display: flex; flex-direction: column; gap: 0.5rem; }
button {
  font: inherit; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.4rem 0.75rem;
}
button[aria-pressed="true"] { border-color: var(--st-primary-color); color: var(--st-primary-color); font-weight: 600; }
button:hover, button:focus-visible { border-color: var(--st-primary-color); }
"""
# The browser keeps the strokes; what Python sends back (pasted points, or those of an earlier visit) replaces them only
# when it differs from what was last sent there.
_SCRIPT = """
export default function (component) {
  const { data, parentElement: root, setTriggerValue } = component
  const canvas = root.querySelector("canvas"), said = root.querySelector("[role=status]")
  const pens = [...root.querySelectorAll("[data-class]")]
  const state = (root.rffvizPen ??= { strokes: [], pen: -1, sent: null })
  const flat = () => state.strokes.flat()
  if (data.points !== state.sent) {
    state.strokes = JSON.parse(data.points).length ? [JSON.parse(data.points)] : []
    state.sent = data.points
  }
  const draw = () => {
    const style = getComputedStyle(canvas), size = canvas.width, context = canvas.getContext("2d")
    context.clearRect(0, 0, size, size)
    context.strokeStyle = style.borderTopColor
    context.beginPath()
    context.moveTo(size / 2, 0); context.lineTo(size / 2, size)
    context.moveTo(0, size / 2); context.lineTo(size, size / 2)
    context.stroke()
    for (const [x, y, kind] of flat()) {
      const across = (x / data.reach + 1) * size / 2, down = (1 - y / data.reach) * size / 2
      context.fillStyle = kind < 0 ? data.first : data.second
      if (kind < 0) { context.beginPath(); context.arc(across, down, 5, 0, 7); context.fill() }
      else context.fillRect(across - 4.5, down - 4.5, 9, 9)
    }
    said.textContent = `${flat().length} of ${data.most} points`
  }
  const send = () => {
    state.sent = JSON.stringify(flat())
    setTriggerValue("points", state.sent)
    draw()
  }
  const place = (event) => {
    const box = canvas.getBoundingClientRect()
    const x = (2 * (event.clientX - box.left) / box.width - 1) * data.reach
    const y = (1 - 2 * (event.clientY - box.top) / box.height) * data.reach
    return [x, y].map((v) => Math.round(1000 * Math.max(-data.reach, Math.min(data.reach, v))) / 1000)
  }
  let stroke = null, last = null
  const add = (event) => {
    const [x, y] = place(event)
    if (last && Math.hypot(x - last[0], y - last[1]) < data.reach / 25) return
    if (flat().length >= data.most) return
    last = [x, y]
    stroke.push([x, y, state.pen])
    draw()
  }
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId)
    stroke = []; last = null
    state.strokes.push(stroke)
    add(event)
  }
  canvas.onpointermove = (event) => { if (stroke) add(event) }
  canvas.onpointerup = canvas.onpointercancel = () => { if (stroke) { stroke = null; send() } }
  for (const pen of pens) {
    pen.onclick = () => {
      state.pen = Number(pen.dataset.class)
      for (const each of pens) each.setAttribute("aria-pressed", String(each === pen))
    }
    pen.setAttribute("aria-pressed", String(Number(pen.dataset.class) === state.pen))
  }
  root.querySelector("[data-undo]").onclick = () => { state.strokes.pop(); send() }
  root.querySelector("[data-clear]").onclick = () => { state.strokes = []; send() }
  draw()
}
"""


@st.cache_resource(show_spinner=False)
def _pen():
    return st.components.v2.component("rffviz_pen", html=_MARKUP, js=_SCRIPT, css=_STYLE)


def drawn_points(first: str, second: str) -> Dataset | None:
    """The controls that take points, and the points; None and a sentence where there are too few of them.

    `first` and `second` are the colours of the two classes.
    """
    points = st.session_state.setdefault(_DRAWN, [])
    pen, other = st.columns([3, 2])
    with pen:
        _pen()(
            data={
                "points": json.dumps(points, separators=(",", ":")),
                "reach": max([_REACH, *(1.05 * abs(v) for point in points for v in point[:2])]),
                "most": _MOST,
                "first": first,
                "second": second,
            },
            key="drawing",
            on_points_change=_took,
        )
    with other, st.popover("Paste or upload points", icon=":material/upload:"):
        text = st.text_area(
            "Two columns of numbers, or three: x₁, x₂ and the class, −1 or 1",
            placeholder="0.5, 1.2\n-1.0, 0.3",
            key="drawing-text",
        )
        file = st.file_uploader("or a CSV file", type=["csv", "tsv", "txt"], max_upload_size=MAX_BYTES // 2**20)
        if st.button("Use these", key="drawing-use") and (file is not None or text.strip()):
            try:
                st.session_state[_DRAWN] = pasted(file.getvalue() if file is not None else text)
            except Refusal as refusal:
                st.warning(str(refusal), icon=":material/info:")
            else:
                st.rerun()
    try:
        return plane_dataset(points)
    except Refusal as refusal:
        st.info(str(refusal), icon=":material/draw:")
        return None


def _took() -> None:
    sent = st.session_state["drawing"].points
    if sent is not None:
        st.session_state[_DRAWN] = checked(sent)


def checked(sent: str) -> list[list[float]]:
    """Points as the browser sent them: what is not a finite triple on the canvas is left out."""
    try:
        rows = json.loads(sent)
    except (ValueError, TypeError, RecursionError):
        return []
    kept = []
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, list) and len(row) == 3 and all(type(v) in (int, float) for v in row):
            if all(abs(v) <= _FURTHEST for v in row):  # false of what is not a number, too
                x, y, kind = map(float, row)
                kept.append([x, y, 1 if kind > 0 else -1])
    return kept[:_MOST]


def pasted(content: bytes | str) -> list[list[float]]:
    """Points from text of two or three columns, as they are; the third is the class."""
    table = read_csv(content, "the points")
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


def plane_dataset(points: list[list[float]]) -> Dataset:
    """The points as a dataset; a ValueError where they are too few or lie on a line along an axis."""
    if len(points) < 3:
        raise Refusal(f"Draw at least 3 points, or paste them: there are {len(points)}.")
    table = np.array(points)
    for axis, name in enumerate(("x₁", "x₂")):
        if np.ptp(table[:, axis]) == 0:
            raise Refusal(f"The points must vary along both axes: all {len(table)} have the same {name}.")
    return Dataset(
        name="drawn",
        label="Your own points",
        X=table[:, :2],
        y=table[:, 2].astype(int),
        task="binary",
        source=f"{len(table)} points drawn or given by the viewer.",
        target_name="class",
        class_names=("−1", "+1"),
    )
