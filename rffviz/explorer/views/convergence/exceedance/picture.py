"""How often the error exceeds epsilon, against the probability allowed by the bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import right_of_bounds, says_nothing, size_axis
from rffviz.explorer.figures.lines import band, line, words_beside
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.convergence.exceedance.words import at_most, exceedance_words
from rffviz.explorer.words.about import scheme_label
from rffviz.explorer.words.guarantees import bound_name
from rffviz.explorer.words.numbers import count, number
from rffviz.measure import Ceiling, Exceedance
from rffviz.theory import BOUNDS

_TOP = 1.17
_WORDS = 0.28  # of the plot's width, that the words of a bound take
_CLIPPED = 1.04  # y of a bound's line while its value is 1 or more: below the label at the top


def exceedance_picture(record: Exceedance, theme: Theme, beside: Sequence[Exceedance] = ()) -> Picture:
    """Share of seeds with an error of at least epsilon against D, with intervals and bounds.

    It shares its axes with the records `beside` it.
    """
    figure = blank(theme, height=560 if theme.narrow else 425)
    _axes(figure, record, beside, theme)
    if record.ceilings:
        words = "bound is vacuous" if theme.narrow else "no probability exceeds 1: bound is vacuous here"
        says_nothing(figure, 1, _TOP, words, theme, y=_TOP, yanchor="top")
    for ceiling in record.ceilings:
        _ceiling(figure, record, ceiling, theme)
    _shares(figure, record, theme)
    for authors in record.never_finite:
        words = f"{authors}: no finite bound"
        figure.add_trace(line([None], [None], theme.bound, words, dash="dash"))
    legend_under(figure)
    return Picture(
        name=f"exceedance-{record.about.kernel.name}",
        figure=figure,
        columns=_columns(record),
        **exceedance_words(record),
    )


def _right(record: Exceedance) -> float:
    right = 1.25 * float(record.n_freqs[-1])
    if record.ceilings:
        right = max(right, right_of_bounds(record.main_ceiling.needed, (c.needed for c in record.ceilings)))
    return right


def _axes(figure: go.Figure, record: Exceedance, beside: Sequence[Exceedance], theme: Theme) -> None:
    records = (record, *beside)
    left, right = min(float(each.n_freqs[0]) for each in records), max(_right(each) for each in records)
    size_axis(figure, left, right, 0.8, record.curves[0].map, theme)
    figure.update_yaxes(
        title={"text": f"probability of an error ≥ {number(record.epsilon)}"},
        range=[-0.04, _TOP if any(each.ceilings for each in records) else 1.04],
        tickvals=[0, 0.2, 0.4, 0.6, 0.8, 1],
    )


def _ceiling(figure: go.Figure, record: Exceedance, ceiling: Ceiling, theme: Theme) -> None:
    """One bound: in the shaded strip while it is vacuous, then falling."""
    label = BOUNDS[ceiling.name].label
    colour, dash = theme.guarantee(ceiling.name)
    below = int(np.argmin(np.abs(ceiling.values - 0.5)))
    at = math.log10(ceiling.n_freqs[below])
    seen = [math.log10(size) for share in record.shares for size in record.n_freqs[share.share > 0]]
    left, right = figure.layout.xaxis.range
    beside = at - max(seen, default=left) > _WORDS * (right - left)  # else its words would cross the measured lines
    alone = len(record.ceilings) == 1 and not theme.narrow and beside
    heights = np.where(ceiling.vacuous, _CLIPPED, ceiling.values)
    name, hover = f"{label}, i.i.d. sampling only", f"{label}<br>D = %{{x:,.0f}}: %{{customdata:.3g}}"
    look = {"customdata": ceiling.values.astype(np.float32), "dash": dash, "showlegend": not alone}
    figure.add_trace(line(ceiling.n_freqs, heights, colour, name, hover, **look))
    if not alone:
        return
    words = f"{at_most(record)} from D = {count(ceiling.needed)}"
    text = f"<b>{bound_name(ceiling.name)}</b><br>proved for i.i.d. sampling only<br>{words}"
    words_beside(figure, text, at, float(ceiling.values[below]), -12, 0, colour)


def _shares(figure: go.Figure, record: Exceedance, theme: Theme) -> None:
    """A line for each scheme, in the band of its intervals."""
    sizes = record.n_freqs
    for share in record.shares:
        colour, symbol = theme.scheme(share.sampler)
        label = scheme_label(share.sampler)
        if share.randomised:
            at = np.isfinite(share.share)
            figure.add_trace(band(sizes[at], share.low[at], share.high[at], theme.soft(colour, 0.14)))
        value = f"%{{customdata[1]}} of {share.n_seeds}" if share.randomised else "%{y}"
        look = {"symbol": symbol, "size": 7 if theme.narrow else 10, "marker_line": {"color": colour, "width": 2}}
        look |= {"width": 2.5, "customdata": np.column_stack([sizes, share.exceeded]).astype(np.float32)}
        name, hover = label, f"{label}<br>D = %{{customdata[0]:,.0f}}: {value}"
        if not share.randomised:
            name += ", deterministic"
        figure.add_trace(line(sizes, share.share, colour, name, hover, **look))


def _columns(record: Exceedance) -> dict[str, Sequence]:
    rows = [
        (share.sampler, int(size), float(value), *(map(float, ends) if share.randomised else ("", "")), share.n_seeds)
        for share in record.shares
        for size, value, *ends in zip(record.n_freqs, share.share, share.low, share.high, strict=True)
    ]
    rows += [
        (f"{ceiling.name} bound", int(size), float(value), "", "", "")
        for ceiling in record.ceilings
        for size, value in zip(ceiling.n_freqs, ceiling.values, strict=True)
    ]
    return by_column(("series", "n_freqs", "probability", "low", "high", "n_seeds"), rows)
