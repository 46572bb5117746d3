"""The error of learned features against landmarks a frequency, for several numbers of frequencies (Figure 2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.landmark_study import (
    KINDS,
    at_rounding,
    beside,
    error_axis,
    factor,
    narrow_legend,
    share,
)
from rffviz.figures.lines import band, names_at_ends
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import LandmarkStudy
from rffviz.studies.landmark_study import MULTIPLES
from rffviz.words.numbers import count, kernel_words, measured, plural

_LOOKS = (  # hue and marker, from few frequencies to many
    ("amber", "triangle-up"),
    ("pink", "diamond"),
    ("teal", "square"),
    ("violet", "pentagon"),
    ("olive", "hexagon"),
)


def landmark_sizes_picture(studies: Sequence[LandmarkStudy], data: str, theme: Theme) -> Picture:
    """A line a number of frequencies, with its band over seeds, and Monte Carlo's level in the same colour.

    Parameters
    ----------
    studies : sequence of LandmarkStudy
        Of one kind of landmarks each, the same; numbers of frequencies increasing, at least one fit done in one of
        them; at most five.
    data : str
        What the points are: name, number, dimension.
    theme : Theme
    """
    studies = [study for study in studies if study.n_done.any()]
    first = studies[0]
    figure = blank(theme)
    _axes(figure, studies, theme)
    for study, look in zip(studies, _LOOKS, strict=False):
        _lines(figure, study, look, theme)
    if theme.narrow:
        narrow_legend(figure)
    else:
        _names(figure, studies, theme)
    done = max(int(study.n_done.max()) for study in studies)
    seeds = "one seed" if done == 1 else f"mean and range of up to {done} seeds"
    notes = dict.fromkeys(note for study in studies for note in study.notes)
    return Picture(
        name=f"landmark-sizes-{first.kernel.name}",
        title=_title(studies),
        subtitle=(
            f"{data} · {kernel_words(first.kernel)} · learned by {first.learner} from {KINDS[first.kinds[0]][0]} · "
            f"dotted: Monte Carlo with as many frequencies, mean of {plural(len(first.drawn_seeds), 'seed')} · {seeds}"
        ),
        figure=figure,
        alt=_alt(studies, data),
        reading=_reading(studies),
        columns=_columns(studies),
        provenance=(
            f"data: {data}",
            f"kernel: {first.kernel}",
            f"learner: {first.learner}; landmarks: {KINDS[first.kinds[0]][0]}",
            f"seeds: {', '.join(map(str, first.seeds))}; Monte Carlo's: {', '.join(map(str, first.drawn_seeds))}",
            *notes,
        ),
    )


def _known(study: LandmarkStudy) -> np.ndarray:
    return np.flatnonzero(study.n_done[0])


def _at(study: LandmarkStudy) -> int:
    """The number of landmarks done that is nearest to r."""
    return min(_known(study), key=lambda g: abs(math.log(study.n_landmarks[g] / study.n_freqs)))


def _title(studies: Sequence[LandmarkStudy]) -> str:
    """How far below Monte Carlo's the error is with as many landmarks as frequencies, or what was used instead."""
    even = [study for study in studies if study.n_landmarks[_at(study)] == study.n_freqs]
    if even:
        of = "" if len(even) == len(studies) else f" ({_rs(even)})"
        return f"As many landmarks as frequencies{of} bring the error {_beside(even)}"
    used = [f"{count(study.n_landmarks[_at(study)])} ({_rs([study])})" for study in studies]
    used[0] = used[0].replace(" (", " landmarks (", 1)
    return f"{_listed(used)} bring the error {_beside(studies)}"


def _rs(studies: Sequence[LandmarkStudy]) -> str:
    return f"r = {_listed([count(study.n_freqs) for study in studies])}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _beside(studies: Sequence[LandmarkStudy]) -> str:
    """'2.1 to 10 times below Monte Carlo's', by the least and the most that the studies gain."""
    pairs = [(study.drawn_mean, study.mean[0, _at(study)]) for study in studies]
    least, most = (pick(pairs, key=lambda pair: pair[0] / pair[1]) for pick in (min, max))
    low, high = (beside(*pair).replace("at rounding", "to rounding") for pair in (least, most))
    if low == high:
        return f"{'to ' if low == 'about' else ''}{low} Monte Carlo's"
    if high.startswith("to rounding"):
        return f"{'to ' if low == 'about' else ''}{low} Monte Carlo's or further, to rounding"
    if low == "about" or high == "about":
        return f"to about Monte Carlo's, or up to {high if low == 'about' else low}"
    if not at_rounding(*least, *most):
        if least[0] > least[1]:
            return f"{factor(least[0] / least[1])} to {high} Monte Carlo's"
        if most[0] < most[1]:
            return f"{factor(most[1] / most[0])} to {low} Monte Carlo's"
    return f"from {low} to {high} Monte Carlo's"


def _reading(studies: Sequence[LandmarkStudy]) -> str:
    parts = []
    for study in studies:
        g, end = _at(study), _known(study)[-1]
        words = f"with r = {count(study.n_freqs)} it is {measured(study.mean[0, g])}"
        words += f" from {plural(int(study.n_landmarks[g]), 'landmark')}"
        if end != g:
            words += f" ({measured(study.mean[0, end])} from {count(study.n_landmarks[end])})"
        parts.append(f"{words} against Monte Carlo's {measured(study.drawn_mean)}")
    return f"The error on all points: {'; '.join(parts)}."


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
    known, label = _known(study), f"r = {count(study.n_freqs)}"
    x = (study.n_landmarks[known] / study.n_freqs).astype(np.float32)
    if study.n_done.max() > 1:
        figure.add_trace(band(x, study.low[0, known], study.high[0, known], theme.soft(colour, 0.18)))
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
        y=study.mean[0, known].astype(np.float32),
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
        label, colour, g = f"r = {count(study.n_freqs)}", theme.hues[hue], _known(study)[-1]
        ends.append((study.n_landmarks[g] / study.n_freqs, study.mean[0, g], f"<b>{label}</b>", colour))
        last = study.n_landmarks[-1] / study.n_freqs
        ends.append((last, study.drawn_mean, f"{label}, Monte Carlo", colour))
    names_at_ends(figure, ends, 0.056, size=16)


def _alt(studies: Sequence[LandmarkStudy], data: str) -> str:
    parts = []
    for study in studies:
        first, end = _known(study)[0], _known(study)[-1]
        parts.append(
            f"with {count(study.n_freqs)} frequencies from {measured(study.mean[0, first])} at "
            f"{count(study.n_landmarks[first])} landmarks to {measured(study.mean[0, end])} at "
            f"{count(study.n_landmarks[end])}"
        )
    return (
        f"Log–log plot of the relative error of learned features on {data} against the number of landmarks as a "
        f"multiple of the number of frequencies: {'; '.join(parts)}."
    )


def _columns(studies: Sequence[LandmarkStudy]) -> dict[str, list]:
    rows: dict[str, list] = {"n_freqs": [], "landmarks": [], "n_landmarks": [], "seed": [], "error": []}

    def append(*values):
        for column, value in zip(rows.values(), values, strict=True):
            column.append(value)

    for study in studies:
        for seed, error in zip(study.drawn_seeds, study.drawn_errors, strict=True):
            append(study.n_freqs, "monte_carlo", "", seed, float(error))
        for s, g in zip(*np.nonzero(~np.isnan(study.errors[0])), strict=True):
            append(
                study.n_freqs, study.kinds[0], int(study.n_landmarks[g]), study.seeds[s], float(study.errors[0, s, g])
            )
    return rows
