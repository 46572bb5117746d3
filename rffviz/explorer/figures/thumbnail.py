"""A small drawing of a figure: its lines, points and maps in the places of its panels, as a few kilobytes of SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.colors import sample_colorscale

_WIDTH, _HEIGHT, _EDGE = 160, 90, 4
_MOST = 80  # most points of a line or a cloud
_CELLS = 12  # most cells of a heat map along each side
_CELL = 3.4  # least width of a cell


def figure_svg(figure: go.Figure) -> str:
    """The figure's main traces as an SVG of 160 × 90, without words, axes or annotations; ranges are the figure's own.

    Long lines and large clouds are thinned. Colours are written as `#rrggbb`, so that they can be replaced.
    """
    panels, parts = {}, []
    for trace in figure.data:
        if trace.visible not in (None, True):
            continue
        names = (trace.xaxis or "x", trace.yaxis or "y") if "xaxis" in trace else ("x", "y")
        if names not in panels:
            panels[names] = _Panel(figure, *names)
            parts.append(panels[names].frame)
        parts.extend(_drawn(trace, panels[names], figure.layout))
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(filter(None, parts)) + "\n</svg>\n"


class _Panel:
    """The position of one plot in the drawing, and its transformation from data to drawing coordinates."""

    def __init__(self, figure: go.Figure, x: str, y: str) -> None:
        axes = [figure.layout[f"{name[0]}axis{name[1:]}"] for name in (x, y)]
        self.logs = [axis.type == "log" for axis in axes]
        own = [trace for trace in figure.data if ((trace.xaxis or "x"), (trace.yaxis or "y")) == (x, y)]
        self.ranges = [
            axis.range or self._reach(own, name[0], log)
            for axis, name, log in zip(axes, (x, y), self.logs, strict=True)
        ]
        if axes[1].autorange == "reversed":
            self.ranges[1] = self.ranges[1][::-1]
        spans = [axis.domain or (0, 1) for axis in axes]
        wide, high = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _EDGE
        self.left, self.right = (_EDGE + wide * share for share in spans[0])
        self.bottom, self.top = (_EDGE + high * (1 - share) for share in spans[1])

    @staticmethod
    def _reach(traces: Sequence, letter: str, log: bool) -> tuple[float, float]:
        values = [_numbers(trace[letter]) for trace in traces if trace[letter] is not None]
        values += [np.arange(float(np.shape(trace.z)[letter == "x"])) for trace in traces if trace.type == "heatmap"]
        every = np.concatenate([each for each in values if each.size] or [np.zeros(1)])
        every = np.log10(every[every > 0]) if log else every[np.isfinite(every)]
        low, high = float(every.min(initial=math.inf)), float(every.max(initial=-math.inf))
        return (low, high) if low < high else (low - 1, low + 1)

    def places(self, x, y) -> np.ndarray:
        """Drawing coordinates, rows of shape (n, 2), NaN where undefined."""
        columns = []
        ends = ((self.left, self.right), (self.bottom, self.top))
        for values, log, (low, high), (first, last) in zip((x, y), self.logs, self.ranges, ends, strict=True):
            values = _numbers(values)
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.log10(values) if log else values
                columns.append(first + (last - first) * (values - low) / (high - low))
        n = min(map(len, columns))
        return np.column_stack([column[:n] for column in columns])

    def inside(self, places: np.ndarray) -> np.ndarray:
        """Which of the drawing coordinates are in this panel."""
        x, y = places.T
        return (x >= self.left) & (x <= self.right) & (y >= self.top) & (y <= self.bottom)

    @property
    def frame(self) -> str:
        """Its two axes."""
        path = f"M{self.left:.1f} {self.top:.1f}V{self.bottom:.1f}H{self.right:.1f}"
        return f'<path d="{path}" fill="none" stroke="#808790" stroke-width="0.75"/>'


def _drawn(trace, panel: _Panel, layout) -> Iterator[str]:
    """The shapes of a trace."""
    if trace.type == "heatmap":
        yield from _map(trace, panel, layout)
        return
    if trace.type not in ("scatter", "scattergl") or trace.x is None or trace.y is None:
        return
    places, mode = panel.places(trace.x, trace.y), trace.mode or "lines"
    if trace.fill:
        yield _path(places, panel, f'{_paint("fill", trace.fillcolor)} stroke="none"', closed=True)
    if "lines" in mode and (trace.line.width is None or trace.line.width > 0):
        width = 0.4 if (trace.line.width or 2) <= 1 else 1.5
        dash = "" if trace.line.dash in (None, "solid") else ' stroke-dasharray="3 2"'
        yield _path(places, panel, f'fill="none" {_paint("stroke", trace.line.color)} stroke-width="{width}"{dash}')
    if "markers" in mode:
        yield from _dots(trace, places[panel.inside(places)], layout.paper_bgcolor)


def _path(places: np.ndarray, panel: _Panel, look: str, closed: bool = False) -> str:
    """A line, interrupted where it leaves the panel; a closed one is clipped to it."""
    places = places.copy()
    whole = np.isfinite(places).all(axis=1)
    if closed:
        places, whole = places[whole], whole[whole]
    else:
        whole &= (places[:, 1] >= panel.top - 1) & (places[:, 1] <= panel.bottom + 1)
    places[:, 1] = np.clip(places[:, 1], panel.top, panel.bottom)
    places[:, 0] = np.clip(places[:, 0], panel.left, panel.right)
    pieces = np.split(np.arange(len(places)), np.flatnonzero(np.diff(whole.astype(int))) + 1)
    steps = []
    for piece in (piece for piece in pieces if len(piece) > 1 and whole[piece[0]]):
        kept = piece[np.unique(np.linspace(0, len(piece) - 1, min(len(piece), _MOST)).astype(int))]
        steps.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places[kept]))
    return f'<path d="{"".join(steps)}{"Z" if closed else ""}" {look}/>' if steps else ""


def _dots(trace, places: np.ndarray, paper: str) -> Iterator[str]:
    kept = np.unique(np.linspace(0, max(len(places) - 1, 0), min(len(places), _MOST)).astype(int))
    size = trace.marker.size if isinstance(trace.marker.size, int | float) else 6
    radius = min(max(size / 5, 1.0), 2.6)
    colour = trace.marker.color if isinstance(trace.marker.color, str) else trace.line.color
    if colour == paper:  # an open marker
        colour = trace.marker.line.color
    if len(places):
        circles = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>' for x, y in places[kept])
        yield f"<g {_paint('fill', colour)}>{circles}</g>"


def _map(trace, panel: _Panel, layout) -> Iterator[str]:
    """Cells of a heat map in the colours of its axis."""
    z = np.asarray(trace.z, dtype=np.float64)
    most = max(1, min(_CELLS, int((panel.right - panel.left) / _CELL)))
    rows, columns = (np.linspace(0, n, min(n, most) + 1).astype(int) for n in z.shape)
    look = layout[trace.coloraxis] if trace.coloraxis else trace
    low, high = (look.cmin, look.cmax) if trace.coloraxis else (look.zmin, look.zmax)
    low, high = (np.nanmin(z) if low is None else low), (np.nanmax(z) if high is None else high)
    scale = [list(stop) for stop in look.colorscale] if look.colorscale else "Viridis"
    wide, tall = (panel.right - panel.left) / (len(columns) - 1), (panel.bottom - panel.top) / (len(rows) - 1)
    down = panel.ranges[1][0] > panel.ranges[1][1]
    for i in range(len(rows) - 1):
        for j in range(len(columns) - 1):
            cell = z[rows[i] : rows[i + 1], columns[j] : columns[j + 1]]
            if not np.isfinite(cell).any():
                continue
            share = min(max((np.nanmean(cell) - low) / ((high - low) or 1), 0), 1)
            y = panel.top + tall * (i if down else len(rows) - 2 - i)
            place = f'x="{panel.left + wide * j:.1f}" y="{y:.1f}" width="{wide + 0.1:.1f}" height="{tall + 0.1:.1f}"'
            yield f"<rect {place} {_paint('fill', _between(scale, share))}/>"


def _between(scale: str | list, share: float) -> str:
    """The colour at a fraction of a scale; for scales with opacities, that of the nearest stop."""
    if isinstance(scale, list) and any(str(colour).startswith("rgba") for _, colour in scale):
        below = max((stop for stop in scale if stop[0] <= share), key=lambda stop: stop[0])
        above = min((stop for stop in scale if stop[0] >= share), key=lambda stop: stop[0])
        part = (share - below[0]) / ((above[0] - below[0]) or 1)
        one, other = (np.array([float(v) for v in re.findall(r"[\d.]+", stop[1])]) for stop in (below, above))
        if one[3] == 0 or other[3] == 0:  # the colour of transparent stops does not matter
            one, other = (np.append((other if one[3] == 0 else one)[:3], each[3]) for each in (one, other))
        mixed = one + part * (other - one)
        return "rgba({:.0f},{:.0f},{:.0f},{:.3f})".format(*mixed)
    return sample_colorscale(scale, [share])[0]


def _paint(what: str, colour: str | None) -> str:
    """A colour as an attribute, with its opacity."""
    if colour is None:
        return f'{what}="#808790"'
    if colour.startswith("#"):
        return f'{what}="{colour}"'
    red, green, blue, *opacity = (float(value) for value in re.findall(r"[\d.]+", colour))
    faint = f' {what}-opacity="{opacity[0]:.3g}"' if opacity else ""
    return f'{what}="#{round(red):02x}{round(green):02x}{round(blue):02x}"{faint}'


def _numbers(values) -> np.ndarray:
    return np.asarray(values if values is not None else [], dtype=np.float64)
