"""Frequencies and weights while they are learned: data and frequencies in a plane, and how many random ones match."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import colour_axis, diverging, log_axis
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import classes, crosses, dots
from rffviz.explorer.views.adaptive.learning.words import learning_words, readouts, worth_words
from rffviz.explorer.words.numbers import count, number
from rffviz.studies.learning import KeptStep, LearningProgress
from rffviz.studies.plane import PlaneView, SeenLearning

FREQUENCIES = "frequencies"  # the trace whose points can be chosen, in the order of their ranks

_PATHS = "from their random start"
_SIZES = (4.0, 34.0)  # smallest and largest diameter of a frequency's marker, in pixels
_FLOOR = 1e-6  # lower end of the error axis
_NEAR = 1000.0  # times r: a number below stands beside the line down to it, where the line to it has no room for it
_BELOW = 0.1  # of the error: there random frequencies' line and markers are two decades to the right
_UNDER = 0.35  # the same, left of the line down: under the line to it
_ENDS = 1e7, 1e10, 1e13  # right ends of the axis of D: the first that is beyond what is learned
_AT_FOOT = {"yref": "container", "y": 0.01, "yanchor": "bottom"}  # under the axes' titles at every height of the figure


def learning_picture(seen: SeenLearning, theme: Theme) -> Picture:
    """Data and frequencies in a plane, scrubbed through the iterations, beside the errors of random ones.

    It can be scrubbed once learning has ended.
    """
    progress = seen.progress
    figure = _panels(seen.view, theme)
    _wave_and_data(figure, seen, theme)
    _frequencies(figure, seen, theme)
    _errors(figure, progress, theme)
    scrub, start = None, seen.start
    drawn = _state(seen, start, figure)
    for place, trace in drawn.items():
        figure.data[place].update(trace.to_plotly_json() | {"type": figure.data[place].type})
    if progress.ended:
        first, *others = (each.step.iteration for each in progress.kept)
        names = [str(iteration) for iteration in (first, *others)]
        values = [f"{first}: random Fourier features", *(f"{iteration:,}" for iteration in others)]
        iterations = [each.step.iteration for each in progress.kept]
        scrub = Scrub("Iteration", names, values, readouts(seen), start, redraw=True, settings=iterations)
        scrub.frames(figure, list(drawn), lambda index: list(_state(seen, index, figure).values()))
    names = ("iteration", "rank", "omega_first_axis", "omega_second_axis", "weight_times_r")
    names += ("relative_error_landmarks", "relative_error_data")
    return Picture(
        name=f"learning-{progress.about.settings['optimizer']}-{progress.about.kernel.name}",
        figure=figure,
        columns=by_column(names, _rows(progress, seen.view)),
        scrub=scrub,
        answer=progress.worth_of(progress.last),
        **learning_words(seen),
    )


def _panels(view: PlaneView, theme: Theme) -> go.Figure:
    """Data, frequencies and errors side by side or, on a phone, one above the other."""
    titles = ("data and landmarks", "frequencies", "error of the kernel matrix")
    figure = side_by_side(theme, titles, 424, 960, vertical_spacing=0.1)
    figure.update_layout(margin={"t": 30, "r": 10, "l": 66, "b": 60 if theme.narrow else 132})
    figure.update_xaxes(nticks=4, tickangle=0)
    figure.update_yaxes(nticks=4)
    ticks = [sign * _tick(view.reach) for sign in (-1, 0, 1)]
    named = {"tickvals": ticks, "ticktext": [number(tick).replace("-", "−") for tick in ticks]}
    figure.update_xaxes(named, **panel_place(theme, 1))
    figure.update_yaxes(named, **panel_place(theme, 1))
    for panel, (letter, limits) in enumerate((("x", None), ("ω", [-view.reach, view.reach]))):
        at = panel_place(theme, panel)
        first, second = (_axis_name(name, letter) for name in view.plane.names)
        figure.update_xaxes(title={"text": first}, range=limits, constrain="domain", **at)
        figure.update_yaxes(
            title={"text": second}, range=limits, constrain="domain", scaleanchor="x2" if panel else "x", **at
        )
    return figure


def _tick(reach: float) -> float:
    """The largest round number that is clearly within the axis: Plotly may find none but 0."""
    power = 10.0 ** np.floor(np.log10(reach))
    return max(m * power for m in (0.5, 1, 2, 5) if m * power < 0.95 * reach)


def _axis_name(name: str, letter: str) -> str:
    """'x₁' as 'ω<sub>1</sub>': fonts clip the glyphs of subscripts."""
    index = name[1:].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))
    return f"{letter}<sub>{index}</sub>" if name.startswith("x") else f"{letter}, {name}"


def _wave_and_data(figure: go.Figure, seen: SeenLearning, theme: Theme) -> None:
    view, labels, wave = seen.view, seen.labels, seen.wave
    at = panel_place(theme, 0)
    if wave is not None and wave.heights is not None:
        heat = go.Heatmap(
            name="wave",
            x=wave.axes[0].astype(np.float32),
            y=wave.axes[1].astype(np.float32),
            colorscale=diverging(theme),
            zmin=-1,
            zmax=1,
            showscale=False,
            opacity=0.8,
            hovertemplate="cos(ω·x) = %{z:.2f}<extra></extra>",
        )
        figure.add_trace(heat, **at)
    if wave is None:
        data = classes(view.data, None if labels is None else labels[view.rows], theme, 7, opacity=0.6)
    elif wave.heights is not None:
        data = [dots(view.data, theme.ink, size=5, opacity=0.6)]
    else:
        look = {"colorscale": diverging(theme), "cmin": -1, "cmax": 1, "line": {"width": 1, "color": theme.muted}}
        data = [dots(view.data, theme.ink, size=9, opacity=1, **look)]
    figure.add_trace(crosses(view.landmarks, theme).update(name="landmarks"), **at)
    for trace in data:
        figure.add_trace(trace.update(name="data"), **at)


def _frequencies(figure: go.Figure, seen: SeenLearning, theme: Theme) -> None:
    at = panel_place(theme, 1)
    path = line([], [], theme.ink, _PATHS, width=1.5, hoverinfo="skip")
    figure.add_trace(path, **at)
    most = max(float(np.max(shares)) for shares in (seen.view.shares[0], seen.view.shares[-1]))
    figure.add_trace(
        go.Scatter(
            name=FREQUENCIES,
            mode="markers",
            marker={"coloraxis": "coloraxis", "opacity": 0.9, "line": {"width": 1, "color": theme.muted}},
            hovertemplate="ω = (%{x:.2f}, %{y:.2f})<br>%{marker.color:.2f} times an equal weight<extra></extra>",
        ),
        **at,
    )
    if seen.wave is not None:
        ring = {"size": _SIZES[1] + 4, "color": theme.ink, "symbol": "circle-open", "line": {"width": 3}}
        figure.add_trace(go.Scatter(name="chosen", mode="markers", marker=ring, hoverinfo="skip"), **at)
    if theme.narrow:
        bar = {"len": 0.3, "yanchor": "top", "y": 0.63, "title": {"text": "weight ÷<br>equal"}}
    else:
        bar = {"orientation": "h", "x": 0.5, "len": 0.3, **_AT_FOOT}
        bar |= {"title": {"text": "weight ÷ equal weight", "side": "bottom"}}
    bar |= {"tickfont": {"size": 15}, "thickness": 14}
    figure.update_layout(coloraxis=colour_axis(theme.scale, 0, max(most, 1.5), **bar))


def _errors(figure: go.Figure, progress: LearningProgress, theme: Theme) -> None:
    """The error of random frequencies against their number; the learned ones' point, and the number with its error."""
    at = panel_place(theme, 2)
    carlo, pink = theme.scheme("monte_carlo")[0], theme.hues["pink"]
    worths = [progress.worth_of(each) for each in progress.kept]
    left = 0.4 * progress.n_freqs
    right = next((each for each in _ENDS if max(worths) < each), _ENDS[-1])  # wide, so that it tells no answer
    expected = np.maximum(progress.random_error / np.sqrt([left, right]), _FLOOR)
    figure.add_trace(line([left, right], expected, carlo, "random, expected: c/√D", dash="dash"), **at)
    hover = "random, D = %{x:,}: %{y:.2%}"
    look = {"mode": "markers", "marker": {"size": 10, "color": carlo}}
    measured = (progress.random_n_freqs, progress.random_errors)
    figure.add_trace(line(*measured, carlo, "random, measured", hover, **look), **at)
    reading = line([], [], pink, "shown", dash="dot", meta=ANSWER, hoverinfo="skip", showlegend=False)
    words = {"mode": "lines+text", "textfont": {"size": 17, "color": theme.ink}}
    figure.add_trace(reading.update(words), **at)
    look = {"mode": "markers", "marker": {"size": 16, "color": pink, "symbol": "diamond"}, "meta": ANSWER}
    figure.add_trace(line([], [], pink, "learned", "learned: %{y:.2%}", **look), **at)
    bottom, top = 0.25 * expected[1], 1.6 * max(*(each.data_error for each in progress.kept), expected[0])
    ticks = [m * 10.0**e for e in range(-8, 3) for m in ((1,) if top / bottom > 100 else (1, 3))]
    log_axis(figure.update_yaxes, "", bottom, top, ticks, lambda tick: f"{number(100 * tick)} %", **at)
    ticks = [10.0**e for e in range(0, 14, 2 if right < 1e8 else 4)]
    log_axis(figure.update_xaxes, "D, frequencies", left, right, ticks, _power, **at)
    if theme.narrow:
        legend_under(figure, -0.075, legend_yanchor="top")
    else:
        legend_under(figure).update_layout(legend={"x": 0.72, "orientation": "v", **_AT_FOOT})
    named = (_PATHS, "random, expected: c/√D", "random, measured", "learned")
    figure.for_each_trace(lambda trace: trace.update(showlegend=trace.name in named))


def _power(tick: float) -> str:
    """'100', '10⁶'."""
    digits = str(round(np.log10(tick))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return count(tick) if tick < 1e4 else f"10{digits}"


def _read_off(progress: LearningProgress, kept: KeptStep) -> tuple[go.Scatter, go.Scatter]:
    """From the learned point to the number of random frequencies with its error, and down to the axis."""
    error, worth, r = max(kept.data_error, _FLOOR), progress.worth_of(kept), progress.n_freqs
    words, near = worth_words(worth), worth < _NEAR * r
    x, y = [r], [error]
    if progress.gains(kept):
        end = min(worth, _ENDS[-1])
        x, y = [r, end, end, end], [error, error, (_BELOW if near else _UNDER) * error, _FLOOR**2]
    beside = f"\u00a0{words}" if near else f"{words}\u00a0"  # away from the line down
    look = {"text": ["", "", beside, ""][: len(x)], "textposition": f"middle {'right' if near else 'left'}"}
    return go.Scatter(x=x, y=y, **look), go.Scatter(x=[r], y=[error])


def _state(seen: SeenLearning, index: int, figure: go.Figure) -> dict[int, go.Scatter | go.Heatmap]:
    """The traces that change from state to state, by their index in the figure."""
    view, wave = seen.view, seen.wave
    places = {trace.name: place for place, trace in enumerate(figure.data)}
    frequencies, shares = view.frequencies[index].astype(np.float32), view.shares[index].astype(np.float32)
    reading, learned = _read_off(seen.progress, seen.progress.kept[index])
    # marker area is proportional to weight
    paths = np.stack([view.frequencies[0], frequencies, np.full_like(frequencies, np.nan)], axis=1).reshape(-1, 2)
    sizes = np.clip(_unit(seen.progress.n_freqs) * np.sqrt(shares), *_SIZES).astype(np.float32)
    state = {
        places[FREQUENCIES]: go.Scatter(
            x=frequencies[:, 0], y=frequencies[:, 1], marker={"size": sizes, "color": shares}
        ),
        places[_PATHS]: go.Scatter(x=paths[:, 0].astype(np.float32), y=paths[:, 1].astype(np.float32)),
        places["shown"]: reading,
        places["learned"]: learned,
    }
    if wave is not None:
        chosen = frequencies[wave.rank - 1]
        state[places["chosen"]] = go.Scatter(x=chosen[:1], y=chosen[1:])
        if wave.heights is not None:
            state[places["wave"]] = go.Heatmap(z=wave.heights[index])
        else:
            state[places["data"]] = go.Scatter(marker={"color": wave.at_points[index]})
    return state


def _unit(n_freqs: int) -> float:
    """Diameter in pixels of a frequency with an equal share: smaller if there are many."""
    return 12.0 * min(1.0, (60 / n_freqs) ** 0.3)


def _rows(progress: LearningProgress, view: PlaneView) -> Iterator[tuple]:
    for kept, seen, shares in zip(progress.kept, view.frequencies, view.shares, strict=True):
        for rank, (omega, share) in enumerate(zip(seen, shares, strict=True), 1):
            errors = kept.step.relative_error, kept.data_error
            yield kept.step.iteration, rank, float(omega[0]), float(omega[1]), float(share), *errors
