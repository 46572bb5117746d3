"""The error of learned features against the number of landmarks, beside Monte Carlo's (Li et al. 2019, Figure 2)."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.figures.lines import band, names_at_ends
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import LandmarkStudy
from rffviz.words import landmark_study as words
from rffviz.words.numbers import count, number

_LOOKS = {  # the hue, the marker and a short name of each kind of landmarks: lines end at the figure's edge
    "sample": ("pink", "triangle-up", "sampled"),
    "kmeans": ("teal", "diamond", "centres"),
    "nearest": ("violet", "square", "nearest"),
}
_FLOOR = 0.05  # of the smallest error on all points: lower lines leave the figure


def landmark_study_picture(study: LandmarkStudy, theme: Theme) -> Picture:
    """A line for each kind of landmarks with its band over seeds, the error between the landmarks, and Monte Carlo's.

    The dashed lines are `landmark_level`: over Monte Carlo's level they lie as the errors between two landmarks do
    over Monte Carlo's on the same pairs. So features that learned nothing have both lines at that level, however few
    the landmarks, but for luck.
    """
    figure = blank(theme)
    _axes(figure, study, theme)
    _drawn(figure, study, theme)
    for k, kind in enumerate(study.kinds):
        _lines(figure, study, k, kind, theme)
    if theme.narrow:
        narrow_legend(figure)
    else:
        _names(figure, study, theme)
    return Picture(
        name=f"landmarks-{study.about.kernel.name}",
        title=words.title(study),
        subtitle=words.subtitle(study),
        figure=figure,
        alt=words.alt(study),
        reading=words.reading(study),
        columns=_columns(study),
        provenance=words.origin(study),
        notes=words.notes(study),
    )


def narrow_legend(figure: go.Figure) -> None:
    """A row below the figure for every named trace: where it is narrow, names have no room at the lines' ends."""
    rows = 26 * sum(1 for trace in figure.data if trace.name)
    figure.update_traces(selector=lambda trace: bool(trace.name), showlegend=True)
    figure.update_layout(
        showlegend=True,
        height=400 + rows + 84,
        margin={"b": 94 + rows},
        legend={"orientation": "h", "y": -94 / 400, "yanchor": "top", "x": 0},
    )


def _axes(figure: go.Figure, study: LandmarkStudy, theme: Theme) -> None:
    counts = study.n_landmarks
    low, high = math.log10(counts[0] * 0.85), math.log10(counts[-1] * 1.15)
    if not theme.narrow:
        high += 0.17 * (high - low)  # names at the lines' ends
    ticks: list[int] = []
    for n in reversed([int(n) for n in counts]):
        if not ticks or math.log10(ticks[-1] / n) > 0.09 * (high - low):
            ticks.append(n)
    ticks.reverse()
    figure.update_xaxes(
        type="log",
        title={"text": "n, landmarks (and in multiples of r, the number of frequencies)"}
        if not theme.narrow
        else {"text": "n, landmarks"},
        range=[low, high],
        tickvals=ticks,
        ticktext=[f"{count(n)}<br>{words.share(n, study.n_freqs)}" for n in ticks],
    )
    values = np.concatenate([study.errors.ravel(), study.drawn_errors])
    floor = _FLOOR * np.nanmin(values)
    values = np.append(values, np.maximum(study.landmark_level.ravel(), floor))
    error_axis(figure, values, room=0.0 if theme.narrow else 0.1)  # a note stands below the lines


def error_axis(figure: go.Figure, errors: np.ndarray, room: float = 0.0) -> None:
    """The log axis of relative errors, which may be nan; with `room` below them, as a share of the height."""
    errors = errors[errors > 0]  # not nan either
    bottom, top = 0.8 * float(errors.min()), 1.35 * float(errors.max())
    bottom *= (bottom / top) ** room
    steps = (1, 3) if top / bottom > 6 else (1, 2, 3, 5)
    shown = [m * 10.0**e for e in range(-9, 2) for m in steps if bottom <= m * 10.0**e <= top]
    figure.update_yaxes(
        type="log",
        title={"text": "relative error ‖K̂ − K‖/‖K‖"},
        range=[math.log10(bottom), math.log10(top)],
        tickvals=shown,
        ticktext=[number(v) for v in shown],
    )


def _drawn(figure: go.Figure, study: LandmarkStudy, theme: Theme) -> None:
    """Monte Carlo's error: a level, since it has no landmarks."""
    colour, symbol = theme.scheme("monte_carlo")
    ends = np.array([study.n_landmarks[0], study.n_landmarks[-1]], dtype=np.float32)
    low, high = float(study.drawn_errors.min()), float(study.drawn_errors.max())
    if high > low:
        figure.add_trace(band(ends, [low, low], [high, high], theme.soft(colour, 0.18)))
    figure.add_scatter(
        x=ends,
        y=np.full(2, study.drawn_mean, dtype=np.float32),
        mode="lines+markers",
        line={"color": colour, "width": 3},
        marker={"symbol": symbol, "size": 10, "color": colour},
        name="Monte Carlo, nothing learned",
        showlegend=False,
        hovertemplate="Monte Carlo: %{y:.3g}<extra></extra>",
    )


def _lines(figure: go.Figure, study: LandmarkStudy, k: int, kind: str, theme: Theme) -> None:
    hue, symbol, _ = _LOOKS[kind]
    name, colour = LANDMARK_KINDS[kind], theme.hues[hue]
    done = study.n_done[k] > 0
    if not done.any():
        return
    counts = study.n_landmarks[done].astype(np.float32)
    if study.n_done[k].max() > 1:
        figure.add_trace(band(counts, study.low[k, done], study.high[k, done], theme.soft(colour, 0.18)))
    for values, dash, where in (
        (study.mean[k, done], "solid", "on all points"),
        (study.landmark_level[k, done], "dash", "between landmarks"),
    ):
        solid, there = dash == "solid", ~np.isnan(values)
        figure.add_scatter(
            x=counts[there],
            y=values[there].astype(np.float32),
            mode="lines+markers",
            line={"color": colour, "width": 3 if solid else 2, "dash": dash},
            marker={"symbol": symbol if solid else f"{symbol}-open", "size": 11 if solid else 9, "color": colour},
            name=f"{name}, {where}",
            showlegend=False,
            hovertemplate=f"{name}, {where}<br>n = %{{x:,.0f}}: %{{y:.3g}}<extra></extra>",
        )


def _names(figure: go.Figure, study: LandmarkStudy, theme: Theme) -> None:
    """Each line's name at its end, and what the dashed ones are."""
    ends = [(study.n_landmarks[-1], study.drawn_mean, "<b>Monte Carlo</b>", theme.scheme("monte_carlo")[0])]
    for k, kind in enumerate(study.kinds):
        if study.n_done[k].any():
            g = int(np.flatnonzero(study.n_done[k])[-1])
            hue, _, short = _LOOKS[kind]
            ends.append((study.n_landmarks[g], study.mean[k, g], f"<b>{short}</b>", theme.hues[hue]))
    names_at_ends(figure, ends, 0.056)
    figure.add_annotation(
        text=f"solid: on all points; {words.DASHED}",
        xref="x domain",
        yref="y domain",
        x=0.01,
        y=0.01,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        font={"size": 16, "color": theme.muted},
    )


def _columns(study: LandmarkStudy) -> dict[str, list]:
    names = ("landmarks", "n_landmarks", "seed", "error", "between_landmarks", "between_points")
    rows: dict[str, list] = {name: [] for name in names}

    def append(*values):
        for column, value in zip(rows.values(), values, strict=True):
            column.append(value)

    for seed, error in zip(study.drawn_seeds, study.drawn_errors, strict=True):
        append("monte_carlo", "", seed, float(error), "", "")
    for place in zip(*np.nonzero(~np.isnan(study.errors)), strict=True):
        k, s, g = place
        multiples = (
            "" if np.isnan(value) else float(value) for value in (study.on_landmarks[place], study.on_points[place])
        )
        append(study.kinds[k], int(study.n_landmarks[g]), study.about.seeds[s], float(study.errors[place]), *multiples)
    return rows
