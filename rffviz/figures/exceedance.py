"""How often the error reaches epsilon, beside the probability that bounds allow it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.bounds import FURTHEST, says_nothing, size_axis
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.measure import Ceiling, Exceedance, Share
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from rffviz.words.about import metric_label
from rffviz.words.numbers import count, kernel_words, measured, number, per_cent, plural

_TOP = 1.17
_CLIPPED = 1.085  # where a bound's line runs while its value is 1 or more


def exceedance_picture(
    report: Exceedance, data: str, theme: Theme, n_seeds: int | None = None, beside: Sequence[Exceedance] = ()
) -> Picture:
    """Share of seeds with an error of at least epsilon against D, with intervals, beside what bounds allow.

    Parameters
    ----------
    report : Exceedance
    data : str
        What the points are, for the subtitle: name, number, dimension.
    theme : Theme
    n_seeds : int, optional
        How many seeds there will be, where the report holds only the first of them.
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
        name=f"exceedance-{report.kernel.name}",
        title=title(report),
        subtitle=subtitle(report, data, n_seeds),
        figure=figure,
        alt=_alt(report, data),
        reading=reading(report),
        columns=_columns(report),
        provenance=_provenance(report, data),
    )


def title(report: Exceedance) -> str:
    """What the figure shows, from its numbers."""
    share, error = _spoken(report), number(report.epsilon)
    who = SAMPLERS[share.sampler].label
    last = np.flatnonzero(share.exceeded)
    if last.size and last[-1] == len(report.n_freqs) - 1:
        if not share.randomised:
            return f"{who} still errs by {error} or more at D = {count(report.n_freqs[-1])}"
        percent = per_cent(share.share[-1])
        return f"At D = {count(report.n_freqs[-1])}, {percent} of the seeds of {who} still err by {error} or more"
    clear = count(report.n_freqs[last[-1] + 1 if last.size else np.argmin(np.isnan(share.share))])
    subject = f"no seed of {who} errs" if share.randomised else f"{who} does not err"
    words = f"From D = {clear} on, {subject} by {error} or more"
    if report.ceilings and SAMPLERS[share.sampler].monte_carlo:
        first = report.ceilings[0]
        words += f"; {_bound_name(first)} promises it, at {100 * report.confidence:g} %, from D = {count(first.needed)}"
    return words


def subtitle(report: Exceedance, data: str, n_seeds: int | None = None) -> str:
    """What was measured, on what, and what markers and bars are."""
    done = len(report.seeds)
    seeds = f"the first {done} of {n_seeds} seeds" if n_seeds is not None and done < n_seeds else plural(done, "seed")
    random = [share for share in report.shares if share.randomised]
    fixed = [SAMPLERS[share.sampler].label for share in report.shares if not share.randomised]
    parts = []
    if random:
        percent = f"{100 * report.confidence:g} %"
        parts.append(f"markers: share of {seeds}, bars: its {percent} interval (Clopper–Pearson)")
    if fixed:
        verb = "is" if len(fixed) == 1 else "are"
        parts.append(f"{' and '.join(fixed)} {verb} deterministic: 0 or 1, with no interval")
    error = metric_label(report.metric)
    return f"{data} · {kernel_words(report.kernel)} · {error} · {report.map} map · {'; '.join(parts)}"


def reading(report: Exceedance) -> str:
    """The sentence under the figure."""
    g = int(np.flatnonzero(report.n_freqs == report.read_at)[0])
    error = number(report.epsilon)
    parts = []
    for share in report.shares:
        label = SAMPLERS[share.sampler].label
        if math.isnan(share.share[g]):
            parts.append(f"{label} not defined for so few")
        elif share.randomised:
            interval = f"{100 * share.low[g]:.0f}–{per_cent(share.high[g])}"
            parts.append(f"{label} in {share.exceeded[g]} of {plural(share.n_seeds, 'seed')} ({interval})")
        else:
            parts.append(f"{label} {'always' if share.exceeded[g] else 'never'}")
    words = f"At D = {count(report.read_at)} the error is {error} or more with {', '.join(parts)}"
    for ceiling in report.ceilings[:1]:
        words += f"; {_bound_name(ceiling)}, promised for Monte Carlo only, "
        if ceiling.at >= 1:
            words += f"says nothing before D = {count(ceiling.speaks_from)}"
        else:
            words += f"allows a probability of {measured(ceiling.at)}"
        if report.read_at < ceiling.needed:
            words += f" and allows {_rest(report)} from D = {count(ceiling.needed)} on"
    others = [f"{BOUNDS[c.name].label} from D = {count(c.needed)}" for c in report.ceilings[1:]]
    words += f"; {', '.join(others)}" if others else ""
    return " ".join([f"{words}.", *report.silent])


def _spoken(report: Exceedance) -> Share:
    """The scheme that the title speaks of: Monte Carlo, for which bounds are promised, where it is there."""
    return next((s for s in report.shares if SAMPLERS[s.sampler].monte_carlo), report.shares[0])


def _rest(report: Exceedance) -> str:
    return f"at most {number(1 - report.confidence)}"


def _bound_name(ceiling: Ceiling) -> str:
    return f"the {BOUNDS[ceiling.name].label} bound"


def _right(report: Exceedance) -> float:
    right = 1.25 * float(report.n_freqs[-1])
    if report.ceilings:
        near = FURTHEST * report.ceilings[0].needed  # a bound that asks for far more runs out of the picture
        right = max(right, *(1.6 * c.needed for c in report.ceilings if c.needed <= near))
    return right


def _axes(figure: go.Figure, report: Exceedance, beside: Sequence[Exceedance], theme: Theme) -> None:
    reports = (report, *beside)
    left, right = min(float(each.n_freqs[0]) for each in reports), max(_right(each) for each in reports)
    size_axis(figure, left, right, 0.8, report.map, theme)
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
    words = f"{_rest(report)} from D = {count(ceiling.needed)}"
    figure.add_annotation(
        text=f"<b>{label} bound</b><br>promised for Monte Carlo only<br>{words}",
        x=math.log10(ceiling.n_freqs[below]),
        y=float(ceiling.values[below]),
        xanchor="right",
        xshift=-12,
        align="right",
        showarrow=False,
        font={"size": 16, "color": colour},
    )


def _shares(figure: go.Figure, report: Exceedance, theme: Theme) -> None:
    """A line a scheme; schemes stand side by side at one D, so that their bars can be told apart."""
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


def _alt(report: Exceedance, data: str) -> str:
    names = ", ".join(SAMPLERS[share.sampler].label for share in report.shares)
    share = _spoken(report)
    start = int(np.argmin(np.isnan(share.share)))
    fall = f"from {per_cent(share.share[start])} at D = {count(report.n_freqs[start])}"
    fall += f" to {per_cent(share.share[-1])} at D = {count(report.n_freqs[-1])}"
    bounds = "".join(f"; {_bound_name(c)} falls below 1 only at D = {count(c.speaks_from)}" for c in report.ceilings)
    return (
        f"Share of seeds whose error is {number(report.epsilon)} or more against the number of frequencies D, for "
        f"{names} on {data}: {SAMPLERS[share.sampler].label} goes {fall}{bounds}."
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


def _provenance(report: Exceedance, data: str) -> tuple[str, ...]:
    what = "largest distance between two points" if report.diameter.exact else "diagonal of the bounding box"
    lines = [
        f"data: {data}",
        f"kernel: {report.kernel}",
        f"error: {metric_label(report.metric)}; map: {report.map}; at least {report.epsilon:g}",
        f"seeds: {', '.join(map(str, report.seeds))}",
        f"interval: Clopper-Pearson at confidence {report.confidence:g}; none for a deterministic scheme",
    ]
    lines += [
        f"bound: {BOUNDS[ceiling.name].citation}, promised for Monte Carlo only, not clipped; "
        f"sigma_p = {report.sigma_p:.6g}, diameter = {report.diameter.value:.6g} ({what})"
        for ceiling in report.ceilings
    ]
    lines += [f"bound: {reason}" for reason in report.silent]
    return tuple(dict.fromkeys(lines))
