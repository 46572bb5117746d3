"""One sample of frequencies, diagnosed: where they point, and how their coordinates relate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Directions, Moments
from rffviz.figures.diagnose_panels import percent, provenance, two_panels
from rffviz.figures.panels import panel_place
from rffviz.figures.picture import Picture
from rffviz.figures.scales import diverging
from rffviz.figures.theme import Theme, blank
from rffviz.words.numbers import count, kernel_words, measured, number, plural

_MOST_SHOWN = 40  # coordinates of a heat map whose cells can be told apart
_FINEST = 1e-3  # below it a p-value accuses


def directions_picture(
    report: Directions, what: str, theme: Theme, scheme: str = "", beside: Sequence[Directions] = ()
) -> Picture:
    """Cosines between frequencies, of different blocks and of one, beside the law of independent directions.

    Parameters
    ----------
    report : Directions
    what, theme, scheme, beside
        As in `cloud_picture`.
    """
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = theme.scheme(scheme)
    if report.n_apart:
        figure.add_bar(
            x=middle, y=report.apart.astype(np.float32), marker_color=theme.soft(colour, 0.55), name="any two"
        )
    if report.n_within:
        figure.add_scatter(
            x=middle,
            y=report.within.astype(np.float32),
            mode="lines",
            line={"color": theme.hues["pink"], "width": 2.5, "shape": "hvh"},
            name="within d rows" if theme.narrow else f"within {report.d} consecutive rows",
        )
    if report.isotropic:
        figure.add_scatter(
            x=middle,
            y=report.law.astype(np.float32),
            mode="lines",
            line={"color": theme.exact, "width": 2, "dash": "dot"},
            name="independent" if theme.narrow else "independent directions",
        )
    top = max(float(max(each.law.max(), each.apart.max(), each.within.max())) for each in (report, *beside))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine of the angle between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.2, "x": 0}, bargap=0.05)
    law = "; dotted: independent uniform directions" if report.isotropic else ""
    return Picture(
        name=f"directions-{report.kernel.name}",
        title=_directions_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, d = {report.d} · bars: {count(report.n_apart)} pairs of "
            f"different blocks, line: {count(report.n_within)} pairs within blocks of {report.d} consecutive rows{law}"
        ),
        figure=figure,
        alt=(
            f"Histogram of cosines between {count(report.n_freqs)} frequencies in {plural(report.d, 'dimension')}, "
            f"{count(report.n_apart)} pairs of different blocks and {count(report.n_within)} within blocks."
        ),
        reading=_directions_reading(report),
        columns={
            "from": report.edges[:-1],
            "to": report.edges[1:],
            "between_blocks": report.apart,
            "within_blocks": report.within,
            "independent": report.law,
        },
        provenance=provenance(report, what),
    )


def moments_picture(
    report: Moments, what: str, theme: Theme, scheme: str = "", beside: Sequence[Moments] = ()
) -> Picture:
    """Correlations between coordinates as a heat map, and each coordinate's scale in standard errors.

    Parameters
    ----------
    report : Moments
    what, theme, scheme, beside
        As in `cloud_picture`. Above 40 coordinates those with the most telling correlations are shown.
    """
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # a coordinate with itself says nothing
    # twice what chance makes keeps its noise pale
    most = max(max(_largest(each), 2 * each.expected_largest) for each in (report, *beside)) or 1.0
    figure = two_panels(theme, ("correlations", "scale of each coordinate"))
    first, second = panel_place(theme, 0), panel_place(theme, 1)
    position = np.arange(len(shown), dtype=np.float32)
    figure.add_trace(
        go.Heatmap(
            x=position,
            y=position,
            z=cells,
            customdata=np.dstack(np.meshgrid(names, names)),
            coloraxis="coloraxis",
            hovertemplate="coordinates %{customdata[0]} and %{customdata[1]}: %{z:.3f}<extra></extra>",
        ),
        **first,
    )
    colour, symbol = theme.scheme(scheme)
    coordinate = np.arange(1, report.d + 1)
    figure.add_trace(
        go.Scatter(
            x=coordinate.astype(np.float32),
            y=report.spread_z.astype(np.float32),
            mode="markers",
            marker={"color": colour, "symbol": symbol, "size": 9},
            showlegend=False,
            hovertemplate="coordinate %{x}: %{y:.2f} standard errors<extra></extra>",
        ),
        **second,
    )
    limit = report.spread_threshold
    figure.add_hrect(y0=-limit, y1=limit, fillcolor=theme.soft(theme.ink, 0.08), line_width=0, layer="below", **second)
    top = max(max(1.15 * each.spread_threshold, 1.1 * np.abs(each.spread_z).max()) for each in (report, *beside))
    step = max(1, len(shown) // 8)
    ticks = {"tickvals": position[::step], "ticktext": [f"{int(n)}" for n in names[::step]]}
    figure.update_xaxes(title={"text": "coordinate"}, **ticks, **first)
    figure.update_yaxes(title={"text": "coordinate"}, autorange="reversed", **ticks, **first)
    figure.update_xaxes(title={"text": "coordinate"}, range=[0, report.d + 1], **second)
    figure.update_yaxes(title={"text": "standard errors off"}, range=[-float(top), float(top)], **second)
    bar = {"tickfont": {"size": 16}, "thickness": 14, "nticks": 5, "outlinewidth": 0}
    half = {"len": 0.42, "y": 1, "yanchor": "top"} if theme.narrow else {"x": 0.44}
    figure.update_layout(
        coloraxis={"colorscale": diverging(theme), "cmin": -most, "cmax": most, "colorbar": bar | half}
    )
    part = f"{len(shown)} most telling of {report.d} coordinates" if len(shown) < report.d else f"d = {report.d}"
    columns = {
        "coordinate": coordinate,
        "mean": report.mean,
        "second_moment": report.second,
        "second_moment_of_the_law": np.full(report.d, report.target),
        "mean_probability": report.spread,
        "standard_errors_off": report.spread_z,
    }
    return Picture(
        name=f"moments-{report.kernel.name}",
        title=_moments_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, {part} · left: correlations of the coordinates' probabilities, "
            "right: mean probability of a coordinate's size less ½, in standard errors, band: 99.9 % of samples over "
            "all coordinates"
        ),
        figure=figure,
        alt=(
            f"Heat map of correlations between {plural(len(shown), 'coordinate')}, the most telling "
            f"{number(report.largest)}, and the scale of {plural(report.d, 'coordinate')}, at most "
            f"{number(float(np.abs(report.spread_z).max()))} standard errors off."
        ),
        reading=_moments_reading(report),
        columns=columns | {f"correlation_with_{c + 1}": report.correlation[:, c] for c in shown},
        provenance=provenance(report, what),
    )


def _directions_title(report: Directions) -> str:
    if report.d == 1:
        return "In one dimension frequencies have a sign and no direction"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel's directions are not uniform: there is no law to compare with"
    if report.n_within and report.largest_within < 1e-6:
        return f"Within blocks of {report.d} rows the frequencies are at right angles"
    if report.p_value != report.p_value:
        return f"{count(report.n_freqs)} frequencies are too few to tell even directions from uneven ones"
    if report.p_value < _FINEST:
        return f"Uneven directions: one axis holds {measured(report.largest_eigenvalue)} times its share"
    how = "more even than" if report.p_value > 1 - _FINEST else "as even as"
    return f"Directions {how} chance: the largest axis holds {measured(report.largest_eigenvalue)} times its share"


def _directions_reading(report: Directions) -> str:
    if report.d == 1:
        return "The cosine between two frequencies is 1 or −1."
    words = (
        f"The largest axis holds {measured(report.largest_eigenvalue)} times its share, where independent directions "
        f"give about {measured(report.expected_eigenvalue)}"
    )
    if report.n_within:
        words += f"; within blocks the largest |cosine| is {measured(report.largest_within)}"
    if report.p_value == report.p_value:
        words += f"; {percent(report.p_value)} of independent samples are as uneven"
    return f"{words}."


def _moments_title(report: Moments) -> str:
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} hold the same values"
    if report.pair and abs(report.correlation_z[report.pair]) > report.correlation_threshold:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {_signed(report.largest)}"
    worst = int(np.argmax(np.abs(report.spread_z)))
    if abs(report.spread_z[worst]) > report.spread_threshold:
        kind = "large" if report.spread_z[worst] > 0 else "small"
        return f"Coordinate {worst + 1} is too {kind}, by {number(abs(report.spread_z[worst]))} standard errors"
    return "The coordinates have their scale" + (" and no correlation beyond chance" if report.pair else "")


def _moments_reading(report: Moments) -> str:
    worst = number(float(np.abs(report.spread_z).max()))
    words = f"Scales are at most {worst} standard errors off, where {number(report.spread_threshold)} would be a fault"
    if report.pair:
        i, j = report.pair
        words += (
            f"; coordinates {i + 1} and {j + 1} are furthest from uncorrelated, {_signed(report.largest)}, and about "
            f"{measured(report.expected_largest)} is the largest to expect by chance"
        )
    mean = number(float(report.second.mean()))
    if np.isfinite(report.target):
        return f"{words}; second moments average {mean}, and σ²/d is {number(report.target)}."
    return f"{words}; this kernel's second moment is infinite."


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    off = np.abs(report.correlation - np.diag(np.diagonal(report.correlation)))
    return float(off.max())
