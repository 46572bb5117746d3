"""What a class answered: bars of choices, a strip of numbers, and curves over the figure that they are about."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import wrap

import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.words.answers import CHOICE, TESTS, Answers, Curve, Scale, lettered_choices
from rffviz.explorer.words.numbers import count, number

_TAG = re.compile(r"<[^>]*>")
_ROW, _STRIP = (30, 20), (64, 44)  # pixels for the bar of a choice, and for a strip: of one round, of several
_AROUND, _LINE = 20, 22  # pixels around them, and of a line of a choice
_LONGEST = 28  # characters of such a line
_MOST_CURVES = 120  # that are drawn; their median is that of all


def answers_figure(answers: Answers, theme: Theme) -> go.Figure:
    """Bars for choices, a strip of dots for numbers; the rounds one beside the other, the last one filled."""
    return _bars(answers, theme) if answers.asked.kind in (CHOICE, TESTS) else _strips(answers, theme)


def _bars(answers: Answers, theme: Theme) -> go.Figure:
    """A bar for every choice, the right ones green; an earlier round is an outline above the later one."""
    choices, rounds = answers.asked.choices, len(answers.rounds)
    places = [f"{'✓ ' if i in answers.right else ''}{words}" for i, words in enumerate(lettered_choices(choices))]
    places = ["<br>".join(wrap(words, _LONGEST)) for words in places]
    row = max(_ROW[rounds > 1] * rounds, _LINE * max(words.count("<br>") + 1 for words in places))
    figure = blank(theme, height=_AROUND + row * len(choices))
    most = max((max(counts) for counts in answers.counts), default=0)
    last = len(answers.rounds) - 1
    for r, counts in enumerate(answers.counts):
        colours = [theme.hues["green" if i in answers.right else "slate"] for i in range(len(choices))]
        figure.add_trace(
            go.Bar(
                name=f"vote {r + 1}",
                y=places,
                x=counts,
                orientation="h",
                text=[f"{count(n)}{when}" for n, when in zip(counts, _when(answers, r), strict=True)],
                textposition="outside",
                cliponaxis=False,
                textfont={"color": theme.ink, "size": 16},
                marker={
                    "color": [theme.soft(colour, 0.9 if r == last else 0.15) for colour in colours],
                    "line": {"color": colours, "width": 2},
                },
                hovertemplate="%{y}: %{x}<extra></extra>",
            )
        )
    figure.update_layout(barmode="group", bargap=0.25, margin={"l": 8, "r": 8, "t": 4, "b": 4}, showlegend=False)
    beside = 2.0 if answers.asked.kind == TESTS else 1.25  # room for what stands beside a bar
    figure.update_xaxes(visible=False, range=[0, beside * max(most, 1)])
    look = {"tickfont": {"size": 16, "color": theme.ink}, "showgrid": False}
    figure.update_yaxes(type="category", autorange="reversed", automargin=True, **look)  # also where all are numbers
    return figure


def _when(answers: Answers, r: int) -> list[str]:
    """Which answer of a round was the first with each of the tests that find the error."""
    several = answers.asked.kind == TESTS and len(answers.rounds[r]) > 1
    found = [several and i in answers.right for i in range(len(answers.asked.choices))]
    return [f", first by answer {n}" if n and it else "" for n, it in zip(answers.firsts[r], found, strict=True)]


def _strips(answers: Answers, theme: Theme) -> go.Figure:
    """A dot for every number, stacked where they meet, the median and the true value as lines."""
    scale, last = answers.asked.x, len(answers.rounds) - 1
    figure = blank(theme, height=_AROUND + 24 + _STRIP[len(answers.rounds) > 1] * len(answers.rounds))
    colour = theme.hues["slate"]
    for r, values in enumerate(answers.given):
        level = last - r
        heights = [level + 0.1 + step for step in stacked([scale.share(value) for value in values])]
        fill = colour if r == last else theme.paper
        marker = {"size": 11, "color": fill, "line": {"color": colour, "width": 1.5}, "opacity": 0.85}
        hover = f"vote {r + 1}: %{{x:.3g}}<extra></extra>"
        figure.add_trace(
            go.Scatter(name=f"vote {r + 1}", x=values, y=heights, mode="markers", marker=marker, hovertemplate=hover)
        )
        if (median := answers.medians[r]) is not None:
            look = {"color": theme.hues["amber"], "width": 3, "dash": "dash"}
            figure.add_trace(_upright(median, level, level + 0.95, look, f"median of vote {r + 1}"))
    if answers.truth is not None:
        at, look = min(max(answers.truth, scale.low), scale.high), {"color": theme.hues["green"], "width": 4}
        figure.add_trace(_upright(at, 0, last + 0.95, look, "the answer"))
    figure.update_layout(margin={"l": 24, "r": 24, "t": 4, "b": 36}, showlegend=False)
    figure.update_yaxes(visible=False, range=[0, last + 1])
    _axis(figure.update_xaxes, scale)
    return figure


def _upright(x: float, low: float, high: float, look: dict, name: str) -> go.Scatter:
    hover = f"{name}: {number(x)}<extra></extra>"
    return go.Scatter(name=name, x=[x, x], y=[low, high], mode="lines", line=look, hovertemplate=hover)


def stacked(shares: list[float]) -> list[float]:
    """Heights from 0 to 0.8 that stack the dots of one fiftieth of the axis, the lower the fewer."""
    columns = [round(50 * share) for share in shares]
    most = max((columns.count(each) for each in set(columns)), default=1)
    step, seen, heights = min(0.2, 0.8 / most), {}, []
    for each in columns:
        heights.append(step * seen.setdefault(each, 0))
        seen[each] += 1
    return heights


def _axis(update, scale: Scale) -> None:
    aside = 0.03
    if scale.log:
        log_axis(update, scale.title, scale.at(-aside), scale.at(1 + aside), [10.0**power for power in range(-12, 13)])
    else:
        update(title={"text": scale.title}, range=[scale.at(-aside), scale.at(1 + aside)])
    update(showgrid=False)


def with_curves(picture: Picture, answers: Answers, theme: Theme) -> Picture:
    """The picture with the class's curves faintly under its own lines, and the median of each round on top."""
    figure = go.Figure(picture.figure)
    of = {"showlegend": False, "mode": "lines", "hoverinfo": "skip"}
    every = answers.given[-1] if answers.given else ()
    faint = {"width": 1.5, "color": theme.soft(theme.hues["slate"], max(0.12, min(0.4, 10 / max(len(every), 1))))}
    under = [
        go.Scatter(**_drawn(each, answers), line=faint, **of) for each in every[:: -(-len(every) // _MOST_CURVES) or 1]
    ]
    for trace in under:  # behind the lines, and after them in number: frames name traces by their places
        figure.add_trace(trace.update(zorder=-1))
    for r, curve in enumerate(answers.median_curves):
        if not curve:
            continue
        drawn, last = _drawn(curve, answers), r == len(answers.rounds) - 1
        figure.add_trace(
            go.Scatter(**drawn, line={"width": 4, "color": theme.ink, "dash": "dash" if last else "dot"}, **of)
        )
    return replace(picture, figure=figure)


def _drawn(curve: Curve, answers: Answers) -> dict[str, list[float]]:
    x, y = answers.asked.x, answers.asked.y
    return {"x": [x.at(px) for px, _ in curve], "y": [y.at(py) for _, py in curve]}


def axes_of(figure: go.Figure) -> tuple[Scale, Scale] | None:
    """The first panel's axes, where their ranges are set; None where they are not."""
    scales = []
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        if axis.range is None or any(isinstance(end, str) for end in axis.range):
            return None
        low, high = (10.0**end if axis.type == "log" else float(end) for end in axis.range)
        named = zip(axis.tickvals or (), axis.ticktext or (), strict=False)
        ticks = tuple((float(at), _TAG.sub("", str(words))) for at, words in named if low <= at <= high)
        scales.append(Scale(low, high, axis.type == "log", _TAG.sub("", axis.title.text or ""), ticks))
    return scales[0], scales[1]
