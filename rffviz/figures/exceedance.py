"""How often the error reaches epsilon, beside the probability that bounds allow it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.bounds import FURTHEST, says_nothing, size_axis
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.measure import Ceiling, Exceedance
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from rffviz.words.convergence import notes
from rffviz.words.exceedance import alt, at_most, origin, reading, subtitle, title
from rffviz.words.numbers import count, number
from rffviz.words.promises import bound_name

_TOP = 1.17
_CLIPPED = 1.085  # where a bound's line runs while its value is 1 or more


def exceedance_picture(report: Exceedance, theme: Theme, beside: Sequence[Exceedance] = ()) -> Picture:
    """Share of seeds with an error of at least epsilon against D, with intervals, beside what bounds allow.

    Parameters
    ----------
    report : Exceedance
    theme : Theme
    beside : sequence of Exceedance
        Other reports whose figures stand beside this one: all get the axes that hold them all.
    """
    figure = blank(theme, height=560 if theme.narrow else 470)
    _axes(figure, report, beside, theme)
    if report.ceilings:
        _vacuous(figure, theme)
    for ceiling in report.ceilings:
        _ceiling(figure, report, ceiling, theme)
    _shares(figure, report, theme)
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.2, "x": 0})
    return Picture(
        name=f"exceedance-{report.about.kernel.name}",
        title=title(report),
        subtitle=subtitle(report),
        figure=figure,
        alt=alt(report),
        reading=reading(report),
        columns=_columns(report),
        provenance=origin(report),
        notes=notes(report.curves),
    )


def _right(report: Exceedance) -> float:
    right = 1.25 * float(report.n_freqs[-1])
    if report.ceilings:
        near = FURTHEST * report.ceilings[0].needed  # a bound that asks for far more runs out of the picture
        right = max(right, *(1.6 * c.needed for c in report.ceilings if c.needed <= near))
    return right


def _axes(figure: go.Figure, report: Exceedance, beside: Sequence[Exceedance], theme: Theme) -> None:
    reports = (report, *beside)
    left, right = min(float(each.n_freqs[0]) for each in reports), max(_right(each) for each in reports)
    size_axis(figure, left, right, 0.8, report.curves[0].map, theme)
    figure.update_yaxes(
        title={"text": f"probability of an error ≥ {number(report.epsilon)}"},
        range=[-0.04, _TOP if any(each.ceilings for each in reports) else 1.04],
        tickvals=[0, 0.2, 0.4, 0.6, 0.8, 1],
    )


def _vacuous(figure: go.Figure, theme: Theme) -> None:
    """The region where a bound says nothing."""
    words = "1 or more: says nothing" if theme.narrow else "no probability exceeds 1: up here a bound says nothing"
    at = {"y": _TOP, "yanchor": "top", "font": {"size": 16, "color": theme.bound}}
    says_nothing(figure, 1, _TOP, words, theme, **at)


def _ceiling(figure: go.Figure, report: Exceedance, ceiling: Ceiling, theme: Theme) -> None:
    """One bound: in the shaded strip while it says nothing, then falling."""
    label = BOUNDS[ceiling.name].label
    colour, dash = theme.promise(ceiling.name)
    alone = len(report.ceilings) == 1 and not theme.narrow
    figure.add_scatter(
        x=ceiling.n_freqs.astype(np.float32),
        y=np.where(ceiling.vacuous, _CLIPPED, ceiling.values).astype(np.float32),
        customdata=ceiling.values.astype(np.float32),
        mode="lines",
        line={"color": colour, "width": 3, "dash": dash},
        name=f"{label}, Monte Carlo only",
        showlegend=not alone,
        hovertemplate=f"{label}<br>D = %{{x:,.0f}}: %{{customdata:.3g}}<extra></extra>",
    )
    if not alone:
        return
    below = int(np.argmin(np.abs(ceiling.values - 0.5)))
    words = f"{at_most(report)} from D = {count(ceiling.needed)}"
    figure.add_annotation(
        text=f"<b>{bound_name(ceiling.name)}</b><br>promised for Monte Carlo only<br>{words}",
        x=math.log10(ceiling.n_freqs[below]),
        y=float(ceiling.values[below]),
        xanchor="right",
        xshift=-12,
        align="right",
        showarrow=False,
        font={"size": 16, "color": colour},
    )


def _shares(figure: go.Figure, report: Exceedance, theme: Theme) -> None:
    """A line for each scheme; they stand side by side at one D, so that their bars can be told apart."""
    sizes = report.n_freqs
    step = float(sizes[-1] / sizes[0]) ** (1 / max(len(sizes) - 1, 1)) if len(sizes) > 1 else 1.2
    for place, share in enumerate(report.shares):
        colour, symbol = theme.scheme(share.sampler)
        label = SAMPLERS[share.sampler].label
        aside = step ** (0.16 * (place - (len(report.shares) - 1) / 2))
        bars = None
        if share.randomised:
            bars = {
                "array": (share.high - share.share).astype(np.float32),
                "arrayminus": (share.share - share.low).astype(np.float32),
                "color": colour,
                "thickness": 2,
                "width": 4,
            }
        figure.add_scatter(
            x=(sizes * aside).astype(np.float32),
            y=share.share.astype(np.float32),
            customdata=np.column_stack([sizes, share.exceeded]).astype(np.float32),
            error_y=bars,
            mode="lines+markers",
            line={"color": colour, "width": 2.5},
            marker={
                "symbol": symbol,
                "size": 7 if theme.narrow else 10,
                "color": colour,
                "line": {"color": colour, "width": 2},
            },
            name=label if share.randomised else f"{label}, deterministic",
            hovertemplate=(
                f"{label}<br>D = %{{customdata[0]:,.0f}}: %{{customdata[1]}} of {share.n_seeds}<extra></extra>"
                if share.randomised
                else f"{label}<br>D = %{{customdata[0]:,.0f}}: %{{y}}<extra></extra>"
            ),
        )


def _columns(report: Exceedance) -> dict[str, list]:
    rows: dict[str, list] = {"series": [], "n_freqs": [], "probability": [], "low": [], "high": [], "n_seeds": []}
    for share in report.shares:
        for g, size in enumerate(report.n_freqs):
            ends = (float(share.low[g]), float(share.high[g])) if share.randomised else ("", "")
            _append(rows, share.sampler, int(size), float(share.share[g]), *ends, share.n_seeds)
    for ceiling in report.ceilings:
        for size, value in zip(ceiling.n_freqs, ceiling.values, strict=True):
            _append(rows, f"{ceiling.name} bound", int(size), float(value), "", "", "")
    return rows


def _append(rows: dict[str, list], *values) -> None:
    for name, value in zip(rows, values, strict=True):
        rows[name].append(value)
