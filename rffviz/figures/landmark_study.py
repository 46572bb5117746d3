"""The error of learned features against the number of landmarks, beside Monte Carlo's (Li et al. 2019, Figure 2)."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band, names_at_ends
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import LandmarkStudy
from rffviz.words.numbers import count, kernel_words, measured, number, plural

KINDS = {  # the name, hue and marker of each kind of landmarks
    "sample": ("sampled points", "pink", "triangle-up"),
    "kmeans": ("k-means centres", "teal", "diamond"),
    "nearest": ("points nearest to centres", "violet", "square"),
}
_ENDS = {"sample": "sampled", "kmeans": "centres", "nearest": "nearest"}  # short: the lines end at the figure's edge
TELLING = 1.2  # a ratio of errors worth naming
_LUCK = 1e-4  # how seldom features that learned nothing come as close, before it is called fitting
_ROUNDING = 1e-6  # of errors in single precision
_FLOOR = 0.05  # of the smallest error on all points: lower lines leave the figure
_DASHED = "dashed: between landmarks, scaled to Monte Carlo's there"


def landmark_study_picture(study: LandmarkStudy, data: str, theme: Theme) -> Picture:
    """A line a kind of landmarks with its band over seeds, the error between the landmarks, and Monte Carlo's.

    Parameters
    ----------
    study : LandmarkStudy
        With at least one fit done.
    data : str
        What the points are: name, number, dimension.
    theme : Theme

    Notes
    -----
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
        name=f"landmarks-{study.kernel.name}",
        title=_title(study),
        subtitle=(
            f"{data} · {kernel_words(study.kernel)} · {count(study.n_freqs)} frequencies, learned by {study.learner} · "
            f"solid: on all points, {_DASHED} · {_band_words(study)}"
        ),
        figure=figure,
        alt=_alt(study, data),
        reading=_reading(study),
        columns=_columns(study),
        provenance=(
            f"data: {data}",
            f"kernel: {study.kernel}",
            f"frequencies: {study.n_freqs}; learner: {study.learner}",
            f"seeds: {', '.join(map(str, study.seeds))}; Monte Carlo's: {', '.join(map(str, study.drawn_seeds))}",
            "between_landmarks, between_points: root mean square error over pairs of two different ones, in multiples "
            "of what is expected of as many Monte Carlo frequencies on the same pairs",
            *study.notes,
        ),
    )


def _best(study: LandmarkStudy, g: int) -> int:
    """The kind with the smallest mean error at the g-th number of landmarks, among those done."""
    return int(np.nanargmin(study.mean[:, g]))


def _known(study: LandmarkStudy) -> list[int]:
    return [g for g in range(len(study.n_landmarks)) if study.n_done[:, g].any()]


def _as_many(study: LandmarkStudy) -> int:
    """The number of landmarks that is nearest to the number of frequencies, of those done."""
    return min(_known(study), key=lambda g: abs(math.log(study.n_landmarks[g] / study.n_freqs)))


def share(n: int, r: int) -> str:
    """n as a multiple of r: r/25, r, 5r."""
    if n == r:
        return "r"
    return f"r/{r / n:.3g}" if n < r else f"{n / r:.3g}r"


def factor(ratio: float) -> str:
    """'8.9', '12', '3,500,000': two significant digits, thousands separated."""
    return f"{float(f'{ratio:.2g}'):,.0f}" if ratio >= 9.95 else f"{ratio:.2g}"


def times(ratio: float) -> str:
    """'8.9 times', '12 times'."""
    return f"{factor(ratio)} times"


def at_rounding(*errors: float) -> bool:
    """Whether the smallest error is that of single precision, so that a ratio to it says nothing."""
    return min(errors) < _ROUNDING


def beside(drawn: float, error: float) -> str:
    """'8.9 times below', 'about', '1.5 times above': an error of learned features beside Monte Carlo's."""
    ratio = drawn / error
    if 1 / TELLING < ratio < TELLING:
        return "about"
    if at_rounding(drawn, error):
        return "at rounding, below" if error < drawn else "above the rounding of"
    return f"{times(ratio)} below" if ratio > 1 else f"{times(1 / ratio)} above"


def _against(study: LandmarkStudy, error: float) -> str:
    """'8.9 times below Monte Carlo's', for an error of learned features."""
    return f"{beside(study.drawn_mean, error)} Monte Carlo's"


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


def _title(study: LandmarkStudy) -> str:
    """What as many landmarks as frequencies bring, and what the fewest do."""
    first, g = _known(study)[0], _as_many(study)
    n, few = study.n_landmarks[g], study.n_landmarks[first]
    error, early = study.mean[_best(study, g), g], study.mean[_best(study, first), first]
    said = f"{count(n)} landmarks bring the error to {measured(error)}, {_against(study, error)}"
    if first == g:
        return said
    return f"{said}; {count(few)} {'leave it at' if early > error else 'to'} {measured(early)}"


def _band_words(study: LandmarkStudy) -> str:
    done, total = int(study.n_done.max()), len(study.seeds)
    drawn = f", Monte Carlo's of {len(study.drawn_seeds)}" if len(study.drawn_seeds) != total else ""
    if int(study.n_done.min()) < total:
        return f"mean and range so far, of up to {done} of {plural(total, 'seed')}{drawn}"
    return f"one seed{drawn}" if done == 1 else f"mean and range of {plural(done, 'seed')}{drawn}"


def _reading(study: LandmarkStudy) -> str:
    first, g, end = _known(study)[0], _as_many(study), _known(study)[-1]
    k = _best(study, g)
    n, r = study.n_landmarks[g], study.n_freqs
    error = study.mean[k, g]
    spread = ""
    if study.n_done[k, g] > 1:
        spread = f" ({measured(study.low[k, g])}–{measured(study.high[k, g])} over {study.n_done[k, g]} seeds)"
    words = (
        f"With {count(n)} landmarks, n = {share(n, r)}, {KINDS[study.kinds[k]][0]} leave an error of "
        f"{measured(error)}{spread} on all points, {_against(study, error)} {measured(study.drawn_mean)}"
    )
    if end != g and study.n_done[k, end]:
        words += f"; with {count(study.n_landmarks[end])} it is {measured(study.mean[k, end])}"
    return f"{words}. {_fitted(study, first)}"


def _fitted(study: LandmarkStudy, g: int) -> str:
    """How much of what the g-th number of landmarks is fitted to does not carry over to all points, if it is no luck.

    Both errors are over pairs of two different points, beside Monte Carlo's on the same pairs.
    """
    n = count(study.n_landmarks[g])
    told, lucky = study.over_fit[:, g], study.chance[:, g]
    if np.isnan(told).all():
        return f"Of {n} landmarks no two differ: nothing is fitted to them."
    k = int(np.nanargmax(np.where(lucky < _LUCK, told, -1 / told)))
    there = study.landmark_level[k, g] / study.drawn_mean
    said = (
        f"Between {n} {KINDS[study.kinds[k]][0]} the error is {measured(there)} times Monte Carlo's there, between "
        f"all points {measured(there * told[k])} times"
    )
    if told[k] < TELLING or at_rounding(study.mean[k, g]):
        return f"{said}: what is learned on the landmarks holds for all."
    if not lucky[k] < _LUCK:
        return f"{said}: features that learned nothing can be as close on so few, so nothing is told of over-fitting."
    by = "more than a thousandfold" if told[k] >= 1000 else f"by a factor of {factor(told[k])}"
    return f"{said}: so few are over-fitted {by}."


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
        ticktext=[f"{count(n)}<br>{share(n, study.n_freqs)}" for n in ticks],
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
    name, hue, symbol = KINDS[kind]
    colour = theme.hues[hue]
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
            ends.append((study.n_landmarks[g], study.mean[k, g], f"<b>{_ENDS[kind]}</b>", theme.hues[KINDS[kind][1]]))
    names_at_ends(figure, ends, 0.056)
    figure.add_annotation(
        text=f"solid: on all points; {_DASHED}",
        xref="x domain",
        yref="y domain",
        x=0.01,
        y=0.01,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        font={"size": 16, "color": theme.muted},
    )


def _alt(study: LandmarkStudy, data: str) -> str:
    first, end = _known(study)[0], _known(study)[-1]
    k = _best(study, end)
    start = study.mean[k, first] if study.n_done[k, first] else study.mean[_best(study, first), first]
    names = ", ".join(KINDS[kind][0] for kind in study.kinds)
    return (
        f"Log–log plot of the relative error of {count(study.n_freqs)} learned frequencies against the number of "
        f"landmarks ({names}) on {data}: the error of {KINDS[study.kinds[k]][0]} goes from {measured(start)} at "
        f"{count(study.n_landmarks[first])} landmarks to {measured(study.mean[k, end])} at "
        f"{count(study.n_landmarks[end])}; Monte Carlo's is {measured(study.drawn_mean)}."
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
        append(study.kinds[k], int(study.n_landmarks[g]), study.seeds[s], float(study.errors[place]), *multiples)
    return rows
