"""One sample of frequencies, diagnosed: where they point, and how their coordinates relate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Directions, Moments
from rffviz.figures.lines import line
from rffviz.figures.panels import panel_place, sample_colours, two_panels
from rffviz.figures.picture import Picture
from rffviz.figures.scales import colour_axis, diverging
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.words.diagnose import directions_words, moments_words

_MOST_SHOWN = 40  # coordinates of a heat map whose cells can be told apart


def directions_picture(report: Directions, theme: Theme, beside: Sequence[Directions] = ()) -> Picture:
    """Cosines between frequencies, of different blocks and of one, beside the law of independent directions.

    Reports that stand `beside` this one share its axes.
    """
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = sample_colours(theme, report.about)
    if report.n_apart:
        figure.add_bar(
            x=middle, y=report.apart.astype(np.float32), marker_color=theme.soft(colour, 0.55), name="any two"
        )
    if report.n_within:
        name = "within d rows" if theme.narrow else f"within {report.d} consecutive rows"
        figure.add_trace(line(middle, report.within, theme.hues["pink"], name, width=2.5, line_shape="hvh"))
    if report.isotropic:
        name = "independent" if theme.narrow else "independent directions"
        figure.add_trace(line(middle, report.law, theme.exact, name, width=2, dash="dot"))
    top = max(float(max(each.law.max(), each.apart.max(), each.within.max())) for each in (report, *beside))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine of the angle between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    figure.update_layout(showlegend=True, legend=legend_under(), bargap=0.05)
    return Picture(
        name=f"directions-{report.kernel.name}",
        figure=figure,
        **directions_words(report),
        columns={
            "from": report.edges[:-1],
            "to": report.edges[1:],
            "between_blocks": report.apart,
            "within_blocks": report.within,
            "independent": report.law,
        },
    )


def moments_picture(report: Moments, theme: Theme, beside: Sequence[Moments] = ()) -> Picture:
    """Correlations between coordinates as a heat map, and each coordinate's scale in standard errors.

    Above 40 coordinates the heat map shows those with the most telling correlations. Reports that stand `beside` this
    one share its colours and axes.
    """
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # a coordinate with itself says nothing
    # colours that reach to twice what chance makes leave its noise pale
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
    colour, symbol = sample_colours(theme, report.about)
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
    half = {"len": 0.42, "y": 1, "yanchor": "top"} if theme.narrow else {"x": 0.44}
    figure.update_layout(coloraxis=colour_axis(diverging(theme), -most, most, thickness=14, **half))
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
        figure=figure,
        **moments_words(report, len(shown)),
        columns=columns | {f"correlation_with_{c + 1}": report.correlation[:, c] for c in shown},
    )


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    return float(np.abs(report.correlation - np.diag(np.diagonal(report.correlation))).max())
