"""The error of learned features against landmarks per frequency, for several numbers of frequencies (Figure 2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.landmark_study import error_axis, narrow_legend
from rffviz.figures.lines import band, names_at_ends
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import LandmarkStudy
from rffviz.studies.landmark_study import MULTIPLES
from rffviz.words import landmark_sizes as words
from rffviz.words.landmark_study import known, share
from rffviz.words.numbers import count

_LOOKS = (  # hue and marker, from few frequencies to many
    ("amber", "triangle-up"),
    ("pink", "diamond"),
    ("teal", "square"),
    ("violet", "pentagon"),
    ("olive", "hexagon"),
)


def landmark_sizes_picture(studies: Sequence[LandmarkStudy], theme: Theme) -> Picture:
    """A line for each number of frequencies, with its band over seeds, and Monte Carlo's level in the same colour.

    Parameters
    ----------
    studies : sequence of LandmarkStudy
        Of one kind of landmarks, the same; numbers of frequencies increasing; at most five.
    theme : Theme
    """
    figure = blank(theme)
    _axes(figure, studies, theme)
    for study, look in zip(studies, _LOOKS, strict=False):
        _lines(figure, study, look, theme)
    if theme.narrow:
        narrow_legend(figure)
    else:
        _names(figure, studies, theme)
    return Picture(
        name=f"landmark-sizes-{studies[0].about.kernel.name}",
        title=words.title(studies),
        subtitle=words.subtitle(studies),
        figure=figure,
        alt=words.alt(studies),
        reading=words.reading(studies),
        columns=_columns(studies),
        provenance=words.origin(studies),
        notes=words.notes(studies),
    )


def _axes(figure: go.Figure, studies: Sequence[LandmarkStudy], theme: Theme) -> None:
    ratios = np.concatenate([study.n_landmarks / study.n_freqs for study in studies])
    low, high = math.log10(0.85 * ratios.min()), math.log10(1.15 * ratios.max())
    shown = [tick for tick in MULTIPLES if low <= math.log10(tick) <= high]
    figure.update_xaxes(
        type="log",
        title={
            "text": "n, landmarks" if theme.narrow else "n, landmarks, in multiples of r, the number of frequencies"
        },
        range=[low, high if theme.narrow else high + 0.17 * (high - low)],
        tickvals=shown,
        ticktext=[share(round(25 * tick), 25) for tick in shown],
    )
    error_axis(figure, np.concatenate([np.append(study.errors.ravel(), study.drawn_errors) for study in studies]))


def _lines(figure: go.Figure, study: LandmarkStudy, look: tuple[str, str], theme: Theme) -> None:
    colour, symbol = theme.hues[look[0]], look[1]
    done, label = known(study), f"r = {count(study.n_freqs)}"
    x = (study.n_landmarks[done] / study.n_freqs).astype(np.float32)
    if study.n_done.max() > 1:
        figure.add_trace(band(x, study.low[0, done], study.high[0, done], theme.soft(colour, 0.18)))
    ends = (study.n_landmarks[[0, -1]] / study.n_freqs).astype(np.float32)
    figure.add_scatter(
        x=ends,
        y=np.full(2, study.drawn_mean, dtype=np.float32),
        mode="lines",
        line={"color": colour, "width": 2.5, "dash": "dot"},
        name=f"{label}, Monte Carlo",
        showlegend=False,
        hovertemplate=f"{label}, Monte Carlo: %{{y:.3g}}<extra></extra>",
    )
    figure.add_scatter(
        x=x,
        y=study.mean[0, done].astype(np.float32),
        mode="lines+markers",
        line={"color": colour, "width": 3},
        marker={"symbol": symbol, "size": 11, "color": colour},
        name=f"{label}, learned",
        showlegend=False,
        hovertemplate=f"{label}<br>n = %{{x:.3g}} r: %{{y:.3g}}<extra></extra>",
    )


def _names(figure: go.Figure, studies: Sequence[LandmarkStudy], theme: Theme) -> None:
    """Each line's name at its end, the dotted ones' too."""
    ends = []
    for study, (hue, _) in zip(studies, _LOOKS, strict=False):
        label, colour, g = f"r = {count(study.n_freqs)}", theme.hues[hue], known(study)[-1]
        ends.append((study.n_landmarks[g] / study.n_freqs, study.mean[0, g], f"<b>{label}</b>", colour))
        last = study.n_landmarks[-1] / study.n_freqs
        ends.append((last, study.drawn_mean, f"{label}, Monte Carlo", colour))
    names_at_ends(figure, ends, 0.056, size=16)


def _columns(studies: Sequence[LandmarkStudy]) -> dict[str, list]:
    rows: dict[str, list] = {"n_freqs": [], "landmarks": [], "n_landmarks": [], "seed": [], "error": []}

    def append(*values):
        for column, value in zip(rows.values(), values, strict=True):
            column.append(value)

    for study in studies:
        for seed, error in zip(study.drawn_seeds, study.drawn_errors, strict=True):
            append(study.n_freqs, "monte_carlo", "", seed, float(error))
        for s, g in zip(*np.nonzero(~np.isnan(study.errors[0])), strict=True):
            error, seed = float(study.errors[0, s, g]), study.about.seeds[s]
            append(study.n_freqs, study.kinds[0], int(study.n_landmarks[g]), seed, error)
    return rows
