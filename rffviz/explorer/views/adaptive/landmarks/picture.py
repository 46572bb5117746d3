"""Error of learned features against the number of landmarks, compared with Monte Carlo (Li et al. 2019, Figure 2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line, names_at_ends, words_beside
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.placing import room_of
from rffviz.explorer.figures.theme import Theme, blank, legend_in_rows
from rffviz.explorer.views.adaptive.landmarks.words import LINES, landmark_kinds_words, landmark_sizes_words
from rffviz.explorer.words.labels import share
from rffviz.explorer.words.numbers import count, measured
from rffviz.studies.landmarks import MULTIPLES, LandmarkStudy

_KINDS = {  # the hue and the marker of each kind of landmarks
    "sample": ("pink", "triangle-up"),
    "kmeans": ("teal", "diamond"),
    "nearest": ("violet", "square"),
}
_SIZES = (  # the hue and the marker of each number of frequencies, from few to many
    ("amber", "triangle-up"),
    ("pink", "diamond"),
    ("teal", "square"),
    ("violet", "pentagon"),
    ("olive", "hexagon"),
)
_FLOOR = 0.05  # of the smallest error on all points, where the axis ends: lower lines leave the figure
_ROOM = 0.4  # of that, where a line leaves: room for its number


def landmarks_picture(studies: Sequence[LandmarkStudy], theme: Theme) -> Picture:
    """The kinds of landmarks in one study, or several studies of one kind."""
    if len(studies[0].kinds) > 1:
        return landmark_study_picture(studies[0], theme)
    return landmark_sizes_picture(studies, theme)


def landmark_study_picture(study: LandmarkStudy, theme: Theme) -> Picture:
    """A line for each kind of landmarks with its band over seeds, the error between landmarks, and that of Monte Carlo.

    The dashed lines are `landmark_level`: their ratio to the level of Monte Carlo is that of errors between two
    landmarks to those of Monte Carlo on the same pairs. So features that learned nothing have both lines at that level,
    however few the landmarks, up to chance.
    """
    figure = blank(theme)
    counts, short = study.n_landmarks, theme.narrow
    title = "n, landmarks" if short else "n, landmarks (and in multiples of D)"
    values = np.concatenate([study.errors.ravel(), study.drawn_errors])
    levels, floor = study.landmark_level.ravel(), _FLOOR * np.nanmin(values)
    room = _ROOM if (levels < floor).any() else 1.0
    _error_axis(figure, np.append(values, np.maximum(levels, room * floor)))
    _landmark_axis(figure, counts, title, short)
    _beneath(figure, study, theme)
    low, high = figure.layout.xaxis.range
    ticks: list[int] = []
    for n in reversed([int(n) for n in counts]):
        if not ticks or math.log10(ticks[0] / n) > 0.09 * (high - low):
            ticks.insert(0, n)
    figure.update_xaxes(tickvals=ticks, ticktext=[f"{count(n)}<br>{share(n, study.n_freqs)}" for n in ticks])
    ends = [_drawn(figure, study, theme)]
    for k, kind in enumerate(study.kinds):
        if study.n_done[k].any():
            ends.append(_kind(figure, study, k, kind, theme))
    if short:
        legend_in_rows(figure, 94).update_layout(legend_font_size=15)  # the longest name is as wide as a phone
    else:
        names_at_ends(figure, ends, 0.115)  # one name takes two lines
        words_beside(figure, LINES, 0, 1, 1, 8, theme.muted, xref="paper", yref="paper")  # above the lines
        figure.update_layout(margin_t=40)
    names = ("landmarks", "n_landmarks", "seed", "error", "between_landmarks", "between_points")
    return Picture(
        name=f"landmarks-{study.about.kernel.name}",
        figure=figure,
        columns=by_column(names, _rows(study)),
        **landmark_kinds_words(study),
    )


def _beneath(figure: go.Figure, study: LandmarkStudy, theme: Theme) -> None:
    """The values of dashed lines that leave the figure, at its lower end; of the fewest landmarks left of all lines."""
    low, level = figure.layout.yaxis.range[0], study.landmark_level
    for g in study.known:
        out, first = [k for k in range(len(study.kinds)) if level[k, g] < 10**low], g == study.known[0]
        at, words = math.log10(study.n_landmarks[g]), [f"↓ {measured(level[k, g])}" for k in out]
        for i, (k, each) in enumerate(zip(out, words, strict=True)):
            colour = theme.hues[_KINDS[study.kinds[k]][0]]
            words_beside(figure, each, at, low, -8 if first else 4, 2 + 18 * i, colour, bgcolor=theme.paper)
        if first and out:
            # wider: digits are wider than most letters, and the axis grows with its room, on a phone by more of itself
            room = (1.8 if theme.narrow else 1.5) * max(room_of(figure, each, theme)[0] for each in words)
            _landmark_axis(figure, study.n_landmarks, figure.layout.xaxis.title.text, theme.narrow, room)


def landmark_sizes_picture(studies: Sequence[LandmarkStudy], theme: Theme) -> Picture:
    """A line for each number of frequencies, with its band over seeds, and Monte Carlo's level in the same colour.

    The studies, at most five, are of one kind of landmarks and of increasing numbers of frequencies.
    """
    figure = blank(theme)
    title = "n, landmarks" if theme.narrow else "n, landmarks, in multiples of D"
    ratios = np.sort(np.concatenate([study.n_landmarks / study.n_freqs for study in studies]))
    _landmark_axis(figure, ratios, title, theme.narrow)
    shown = [tick for tick in MULTIPLES if 0.85 * ratios[0] <= tick <= 1.15 * ratios[-1]]
    figure.update_xaxes(tickvals=shown, ticktext=[share(round(25 * tick), 25) for tick in shown])
    _error_axis(figure, np.concatenate([np.append(study.errors.ravel(), study.drawn_errors) for study in studies]))
    ends = []
    for study, (hue, symbol) in zip(studies, _SIZES, strict=False):
        ends += _size(figure, study, theme.hues[hue], symbol, theme)
    if theme.narrow:
        legend_in_rows(figure, 94)
    else:
        names_at_ends(figure, ends, 0.056, size=16)
    rows = ((study.n_freqs, *row[:4]) for study in studies for row in _rows(study))
    return Picture(
        name=f"landmark-sizes-{studies[0].about.kernel.name}",
        figure=figure,
        columns=by_column(("n_freqs", "landmarks", "n_landmarks", "seed", "error"), rows),
        **landmark_sizes_words(studies),
    )


def _landmark_axis(figure: go.Figure, numbers: np.ndarray, title: str, narrow: bool, room: float = 0.0) -> None:
    """The log axis of numbers of landmarks, increasing, with room before the lines and for the names at their ends."""
    low, high = math.log10(numbers[0]) - max(room, -math.log10(0.85)), math.log10(1.15 * numbers[-1])
    high += 0.0 if narrow else 0.17 * (high - low)
    figure.update_xaxes(type="log", title={"text": title}, range=[low, high])


def _error_axis(figure: go.Figure, errors: np.ndarray) -> None:
    """The log axis of relative errors, which may be nan."""
    errors = errors[errors > 0]  # also drops nan
    bottom, top = 0.8 * float(errors.min()), 1.35 * float(errors.max())
    steps = (1, 3) if top / bottom > 6 else (1, 2, 3, 5)
    ticks = [m * 10.0**e for e in range(-9, 2) for m in steps]
    log_axis(figure.update_yaxes, "relative error ‖K̂ − K‖/‖K‖", bottom, top, ticks)


def _drawn(figure: go.Figure, study: LandmarkStudy, theme: Theme) -> tuple:
    """Draw Monte Carlo's error as a level, since it has no landmarks; returns its end with its name."""
    colour, symbol = theme.scheme("monte_carlo")
    ends, level = study.n_landmarks[[0, -1]], study.drawn_mean
    low, high = float(study.drawn_errors.min()), float(study.drawn_errors.max())
    if high > low:
        figure.add_trace(band(ends, [low, low], [high, high], theme.soft(colour, 0.18)))
    name, hover = "Monte Carlo", "Monte Carlo: %{y:.3g}"
    figure.add_trace(line(ends, [level, level], colour, name, hover, symbol=symbol, showlegend=False))
    return ends[-1], level, "<b>Monte Carlo</b>", colour


def _kind(figure: go.Figure, study: LandmarkStudy, k: int, kind: str, theme: Theme) -> tuple:
    """Draw the lines of a kind of landmarks; returns the end of the solid one with its name."""
    hue, symbol = _KINDS[kind]
    name, colour, done = LANDMARK_KINDS[kind], theme.hues[hue], study.n_done[k] > 0
    counts, mean = study.n_landmarks[done], study.mean[k, done]
    if study.n_done[k].max() > 1:
        figure.add_trace(band(counts, study.low[k, done], study.high[k, done], theme.soft(colour, 0.18)))
    solid = {"dash": "solid", "width": 3, "symbol": symbol, "size": 11}
    dashed = {"dash": "dash", "width": 2, "symbol": f"{symbol}-open", "size": 9}
    for values, where, look in (
        (mean, "on all points", solid),
        (study.landmark_level[k, done], "between landmarks", dashed),
    ):
        there, label = ~np.isnan(values), f"{name}, {where}"
        hover = f"{label}<br>n = %{{x:,.0f}}: %{{y:.3g}}"
        figure.add_trace(line(counts[there], values[there], colour, label, hover, showlegend=False, **look))
    words = name.replace(" to ", "<br>to ")  # wrapped, since lines end near the figure's edge
    return counts[-1], mean[-1], f"<b>{words}</b>", colour


def _size(figure: go.Figure, study: LandmarkStudy, colour: str, symbol: str, theme: Theme) -> list[tuple]:
    """Draw the line of a number of frequencies and Monte Carlo's level; returns both ends with their names."""
    done, label, level = study.known, f"D = {count(study.n_freqs)}", study.drawn_mean
    ratios, mean = study.n_landmarks / study.n_freqs, study.mean[0, done]
    if study.n_done.max() > 1:
        figure.add_trace(band(ratios[done], study.low[0, done], study.high[0, done], theme.soft(colour, 0.18)))
    drawn, look = f"{label}, Monte Carlo", {"showlegend": False, "width": 2.5, "dash": "dot"}
    figure.add_trace(line(ratios[[0, -1]], [level, level], colour, drawn, f"{drawn}: %{{y:.3g}}", **look))
    hover, look = f"{label}<br>n = %{{x:.3g}} D: %{{y:.3g}}", {"symbol": symbol, "size": 11, "showlegend": False}
    figure.add_trace(line(ratios[done], mean, colour, f"{label}, learned", hover, **look))
    return [(ratios[done[-1]], mean[-1], f"<b>{label}</b>", colour), (ratios[-1], level, drawn, colour)]


def _rows(study: LandmarkStudy) -> Iterator[tuple]:
    """Landmarks, their number, seed, error, and the errors over pairs: empty if unknown."""
    for seed, error in zip(study.drawn_seeds, study.drawn_errors, strict=True):
        yield "monte_carlo", "", seed, float(error), "", ""
    for place in zip(*np.nonzero(~np.isnan(study.errors)), strict=True):
        k, s, g = place
        pairs = ("" if np.isnan(each[place]) else float(each[place]) for each in (study.on_landmarks, study.on_points))
        n, seed = int(study.n_landmarks[g]), study.about.seeds[s]
        yield study.kinds[k], n, seed, float(study.errors[place]), *pairs
