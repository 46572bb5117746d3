"""One sample of frequencies, diagnosed: where they lie, their lengths and directions, how coordinates relate; verdicts.

Reports that stand `beside` the one drawn share its axes, and its colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rffviz.diagnose import DIAGNOSTICS, Directions, FrequencyCloud, Judged, Moments, RadiusLaw
from rffviz.figures.axes import colour_axis, diverging
from rffviz.figures.lines import line
from rffviz.figures.panels import panel_place, sample_colours, side_by_side
from rffviz.figures.picture import Column, Picture, Table, by_column
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.figures.traces import dots, heat
from rffviz.words.diagnose import (
    STATUS,
    cloud_words,
    directions_words,
    moments_words,
    radius_words,
    sample_title,
    verdict_words,
)

_MOST_SHOWN = 40  # coordinates of a heat map whose cells can be told apart
_GAPS = {"horizontal_spacing": 0.16, "vertical_spacing": 0.25}


def cloud_picture(report: FrequencyCloud, theme: Theme, beside: Sequence[FrequencyCloud] = ()) -> Picture:
    """Frequencies and their points in the unit cube: the coordinates `report.shown`, or for d = 1 against the row."""
    flat = report.d == 1
    i, j = (0, 0) if flat else report.shown
    reach = 1.15 * max(each.reach for each in (report, *beside))
    figure = side_by_side(theme, ("frequencies", "points in the unit cube"), **_GAPS)
    order = np.arange(1, report.n_freqs + 1)
    colour, symbol = sample_colours(theme, report.about)
    relative = report.weights / report.weights.max()
    sizes = (3 + 5 * np.sqrt(relative)).astype(np.float32)
    look = {"hover": "%{x:.3g}, %{y:.3g}", "opacity": 0.75, "line": {"color": colour, "width": 1}}
    axes = ((report.W, (-reach, reach), "ω"), (report.cube, (-0.02, 1.02), "u"))
    for panel, (values, (low, high), letter) in enumerate(axes):
        place = panel_place(theme, panel)
        rows = np.column_stack([values[:, i], order if flat else values[:, j]])
        figure.add_trace(dots(rows, colour, symbol, sizes, **look), **place)
        figure.update_xaxes(title={"text": f"{letter}<sub>{i + 1}</sub>"}, range=[low, high], **place)
        upright = {"title": {"text": f"{letter}<sub>{j + 1}</sub>"}, "range": [low, high]}
        if flat:
            upright = {"title": {"text": "row"}, "range": [0, max(each.n_freqs for each in (report, *beside)) + 1]}
        figure.update_yaxes(**upright, **place)
    shown = np.abs(report.W[:, [i, j]]).max(axis=1) <= reach
    return Picture(
        name=f"frequencies-{report.kernel.name}",
        figure=figure,
        **cloud_words(report, report.n_freqs - int(shown.sum())),
        columns={
            "row": order,
            "weight": report.weights,
            **{f"omega_{c + 1}": report.W[:, c] for c in range(report.d)},
            **{f"u_{c + 1}": report.cube[:, c] for c in range(report.d)},
        },
    )


def radius_picture(report: RadiusLaw, theme: Theme, beside: Sequence[RadiusLaw] = ()) -> Picture:
    """The distribution function of the lengths beside its law, and the largest gap between the two."""
    figure = blank(theme)
    colour, _ = sample_colours(theme, report.about)
    law = "law: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(report.line_radius, report.line_probability, theme.exact, "the law", law, 2, "dot"))
    steps = [*report.radius[:1], *report.radius], [0.0, *report.empirical]
    sample = "sample: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(*steps, colour, "these frequencies", sample, line_shape="hv"))
    figure.add_vline(x=report.at, line={"color": theme.bound, "width": 1.5, "dash": "dash"})
    everyone = (report, *beside)
    low = min(float(each.line_radius[0]) for each in everyone)
    high = max(float(each.line_radius[-1]) for each in everyone)
    wide = high / max(low, 1e-300) > 200  # a heavy tail wants a logarithm
    figure.update_xaxes(
        title={"text": "‖ω‖, radians per unit"},
        type="log" if wide else "linear",
        range=[float(np.log10(low)), float(np.log10(high))] if wide else [0, high],
    )
    figure.update_yaxes(title={"text": "share at or below"}, range=[-0.02, 1.02])
    legend_under(figure)
    return Picture(
        name=f"lengths-{report.kernel.name}",
        figure=figure,
        **radius_words(report),
        columns={"length": report.radius, "share": report.empirical, "law": report.expected},
    )


def directions_picture(report: Directions, theme: Theme, beside: Sequence[Directions] = ()) -> Picture:
    """Cosines between frequencies, of different blocks and of one, beside the law of independent directions."""
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = sample_colours(theme, report.about)
    if report.n_apart:
        bars = {"x": middle, "y": report.apart.astype(np.float32), "name": "any two"}
        figure.add_bar(**bars, marker_color=theme.soft(colour, 0.55))
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
    legend_under(figure, bargap=0.05)
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

    Above 40 coordinates the heat map shows those with the most telling correlations.
    """
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # a coordinate with itself says nothing
    # colours that reach to twice what chance makes leave its noise pale
    most = max(max(_largest(each), 2 * each.expected_largest) for each in (report, *beside)) or 1.0
    figure = side_by_side(theme, ("correlations", "scale of each coordinate"), **_GAPS)
    first, second = panel_place(theme, 0), panel_place(theme, 1)
    position = np.arange(len(shown), dtype=np.float32)
    hover, both = "coordinates %{customdata[0]} and %{customdata[1]}: %{z:.3f}", np.dstack(np.meshgrid(names, names))
    figure.add_trace(heat(cells, hover, position, position, customdata=both), **first)
    colour, symbol = sample_colours(theme, report.about)
    coordinate = np.arange(1, report.d + 1)
    rows, hover = np.column_stack([coordinate, report.spread_z]), "coordinate %{x}: %{y:.2f} standard errors"
    figure.add_trace(dots(rows, colour, symbol, 9, hover=hover), **second)
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


def verdict_picture(sides: Mapping[str, Judged], theme: Theme) -> Picture:
    """A row for each diagnostic and a column for each sample; `sides` holds them by the letters they are called."""
    columns = [Column("Diagnostic", list(DIAGNOSTICS.values()))]
    for letter, side in sides.items():
        sentences = [verdict.sentence for verdict in side.verdicts]
        status = [(verdict.status, STATUS[verdict.status]) for verdict in side.verdicts]
        columns.append(Column(sample_title(letter, side), sentences, status=status))
    names = ("sample", "diagnostic", "status", "sentence")
    rows = (
        (sample_title(letter, side), DIAGNOSTICS[verdict.diagnostic], STATUS[verdict.status], verdict.sentence)
        for letter, side in sides.items()
        for verdict in side.verdicts
    )
    table = Table(columns)
    return Picture(name="verdicts", figure=None, table=table, columns=by_column(names, rows), **verdict_words(sides))


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    return float(np.abs(report.correlation - np.diag(np.diagonal(report.correlation))).max())
