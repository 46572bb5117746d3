"""The bids of a class on D, and the steps of the bound that take them out one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.answers import stacked
from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.picture import Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.words.answers import Scale, simulated
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.scenes import Scene
from rffviz.studies.bids import Bids, bids_on, drawn_bids

_TOP, _STEP, _SIDES = 1.25, 1.15, 1.0  # of the figure, of the name of a step, of what is said beside its line


def board(
    scene: Scene,
    picture: Picture,
    theme: Theme,
    told: bool,
    bids: Sequence[float] | None = None,
    seed: int = 0,
    people: int = 0,
) -> Picture:
    """The bids of a scene in place of the picture of the dissected bound; without `bids` those of so many people."""
    scale, start = scene.slider, picture.scrub.names[picture.scrub.start]
    given = drawn_bids(people, scale.low, scale.high, seed) if bids is None else bids
    columns = picture.columns
    record = bids_on(given, columns["step"], columns["n_freqs"], columns["n_seeds"][-1] or 0)
    at = record.steps.index(start) if start in record.steps else 0
    made = bids_picture(record, scale, theme, told, at, seed if bids is None else None)
    return replace(made, provenance=picture.provenance) if told else made


def bids_picture(
    record: Bids, scale: Scale, theme: Theme, told: bool, start: int = 0, seed: int | None = None
) -> Picture:
    """A dot for each bid over D; once `told` a frame for each step, from `start` on, greys those that are out.

    Before that nothing of the steps is in the figure. `seed` is that of bids that were drawn.
    """
    figure = blank(theme, height=450 if theme.narrow else 400)
    drawn = simulated(len(record.bids), seed)
    ends, ticks = (scale.at(-0.02), scale.at(1.02)), [10.0**k for k in range(0, 13, 2 if theme.narrow else 1)]
    log_axis(figure.update_xaxes, f"D, frequencies{drawn}", *ends, ticks, count)
    figure.update_yaxes(visible=False, range=[-0.04, _TOP])
    figure.update_layout(margin={"l": 24, "r": 24, "t": 4})
    if not told:
        figure.add_trace(_dots(record, scale, theme))
        title, alt = _asked(record), f"Dot plot on a logarithmic axis of D: {_asked(record)}."
        return Picture("bids", title, f"a dot for each bid{drawn}", figure, alt, Readout(), {"bid": record.bids})
    figure.add_traces(_state(record, scale, theme, start))
    readouts = [_readout(record, g) for g in range(len(record.steps))]
    labels = [_step(record, g) for g in range(len(record.steps))]
    last = len(record.steps) - 1
    scrub = Scrub("Step", record.steps, labels, readouts, start, settings=record.steps, plays=last)
    scrub.frames(figure, range(len(figure.data)), lambda g: _state(record, scale, theme, g))
    out = [*record.steps, ""]
    enough = f"{plural(record.enough, 'frequency')} {'is' if record.enough == 1 else 'are'} enough"
    title = f"{sentence(_winner(record))}: {enough}"
    return Picture(
        name="bids",
        title=title,
        subtitle=f"a dot for each bid{drawn} · grey: out, since a sharper bound needs fewer or since it is not enough",
        figure=figure,
        alt=f"Dot plot on a logarithmic axis of D with {plural(len(record.bids), 'bid')}: {title}.",
        readout=readouts[start],
        columns=by_column(("bid", "out_by"), zip(record.bids, (out[g] for g in record.out), strict=True)),
        scrub=scrub,
        answer=float(record.enough),
    )


def _dots(record: Bids, scale: Scale, theme: Theme, shown: np.ndarray | None = None, out: bool = False) -> go.Scatter:
    """The bids, stacked where they meet; only those `shown`, and pale if they are `out`."""
    heights = np.array(stacked([scale.share(each) for each in record.bids]), dtype=np.float64)
    step = min(0.2, np.diff(np.unique(heights), prepend=-0.2)[1:].min(initial=0.2))
    colour = theme.soft(theme.hues["slate"], 0.35) if out else theme.hues["blue"]
    rows = np.column_stack([record.bids, heights if shown is None else np.where(shown, heights, np.nan)])
    return dots(rows, colour, size=max(4.0, min(14.0, 230 * step)), hover="D = %{x:,}").update(cliponaxis=False)


def _state(record: Bids, scale: Scale, theme: Theme, g: int) -> list[go.Scatter]:
    """The traces at the g-th step."""
    last = g == len(record.steps) - 1
    most = min(record.n_freqs[: g + (not last)], default=scale.high)  # that no step so far calls more than is needed
    ends = scale.at(-0.02), scale.at(1.02)
    areas = [(most, ends[1])] + [(ends[0], record.enough)] * last
    x = np.array([each for low, high in areas for each in (low, low, high, high, np.nan)])
    y = np.array([each for _ in areas for each in (-0.04, _SIDES + 0.06, _SIDES + 0.06, -0.04, np.nan)])
    fill = {"fill": "toself", "fillcolor": theme.soft(theme.bound, 0.12), "hoverinfo": "skip"}
    hue = theme.scheme("monte_carlo")[0] if last else theme.bound
    at, out = record.n_freqs[g], record.out <= g
    wins = (record.bids == record.winner) & last
    labels = [_label(record, each, theme) for each in range(len(record.steps))]
    where = ["middle left" if scale.share(each) > 0.5 else "middle right" for each in record.n_freqs]
    where = ["middle center"] * len(labels) if theme.narrow else where
    named = np.where(np.arange(len(labels)) == g, _STEP, np.nan)
    sides = np.array([_SIDES, _SIDES if last else np.nan]) + (np.nan if theme.narrow else 0.0)
    middle = np.full(len(labels), scale.at(0.5))
    won = {"color": theme.hues["green"], "symbol": "diamond", "size": 15, "line": {"color": theme.paper, "width": 1.5}}
    said = ["\u00a0more than needed", "not enough\u00a0"]
    return [
        line(x, y, fill["fillcolor"], width=0, **fill),
        line([at, at], [-0.04, _STEP + 0.06], hue, width=3, hoverinfo="skip"),
        _dots(record, scale, theme, out & ~wins, out=True),
        _dots(record, scale, theme, ~out & ~wins),
        _dots(record, scale, theme, wins).update(marker=won),
        _words(middle if theme.narrow else record.n_freqs, named, labels, theme.ink, where),
        _words([most, record.enough if last else most], sides, said, theme.muted, ["middle right", "middle left"]),
    ]


def _words(x, y, text: list[str], colour: str, where: list[str]) -> go.Scatter:
    x, y = (np.asarray(values, dtype=np.float32) for values in (x, y))
    look = {"textposition": where, "textfont": {"size": 18, "color": colour}, "cliponaxis": False, "hoverinfo": "skip"}
    return go.Scatter(x=x, y=y, mode="text", text=text, showlegend=False, **look)


def _label(record: Bids, g: int, theme: Theme) -> str:
    """What stands at the line of a step: its name and D, and how many are left or, after the last one, who wins."""
    then = _winner(record) if g == len(record.steps) - 1 else f"{record.n_in(g)} left"
    between = "<br>" if theme.narrow else " · "
    return f"\u00a0\u00a0{_step(record, g)}: {count(record.n_freqs[g])}{between}{then}\u00a0\u00a0"


def _step(record: Bids, g: int) -> str:
    """The name of a step, the measured one with its number of seeds."""
    name = STEP_LABELS[record.steps[g]]
    return f"{name}, {plural(record.n_seeds, 'seed')}" if record.n_seeds and g == len(record.steps) - 1 else name


def _winner(record: Bids) -> str:
    if math.isnan(record.winner):
        return "nobody wins" if len(record.bids) else "nobody has bid"
    several = f" ({record.n_winners} bids)" if record.n_winners > 1 else ""
    return f"{count(record.winner)} wins{several}"


def _asked(record: Bids) -> str:
    return plural(len(record.bids), "bid") if len(record.bids) else "No bid is shown before the answer"


def _readout(record: Bids, g: int) -> Readout:
    """How many a step takes out, and how many are left."""
    why = "not enough" if g == len(record.steps) - 1 else "more than needed"
    cells = (count(record.n_freqs[g]), f"{record.n_out(g)}, {why}", count(record.n_in(g)))
    return Readout((_step(record, g), "D", "out", "left"), [("bids", *cells)])
