"""One sample of frequencies, diagnosed: where they lie and how long they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import FrequencyCloud, RadiusLaw
from rffviz.figures.lines import line
from rffviz.figures.panels import panel_place, sample_colours, two_panels
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.words.diagnose import cloud_words, radius_words


def cloud_picture(report: FrequencyCloud, theme: Theme, beside: Sequence[FrequencyCloud] = ()) -> Picture:
    """The frequencies and their points in the unit cube: the coordinates `report.shown`, or for d = 1 against the row.

    Reports that stand `beside` this one share its axes.
    """
    flat = report.d == 1
    i, j = (0, 0) if flat else report.shown
    reach = 1.15 * max(each.reach for each in (report, *beside))
    figure = two_panels(theme, ("frequencies", "points in the unit cube"))
    order = np.arange(1, report.n_freqs + 1)
    colour, symbol = sample_colours(theme, report.about)
    relative = report.weights / report.weights.max()
    marker = {
        "color": colour,
        "symbol": symbol,
        "size": (3 + 5 * np.sqrt(relative)).astype(np.float32),
        "opacity": 0.75,
        "line": {"color": colour, "width": 1},
    }
    axes = ((report.W, (-reach, reach), "ω"), (report.cube, (-0.02, 1.02), "u"))
    for panel, (values, (low, high), letter) in enumerate(axes):
        place = panel_place(theme, panel)
        figure.add_trace(
            go.Scatter(
                x=values[:, i].astype(np.float32),
                y=(order if flat else values[:, j]).astype(np.float32),
                mode="markers",
                marker=marker,
                showlegend=False,
                hovertemplate="%{x:.3g}, %{y:.3g}<extra></extra>",
            ),
            **place,
        )
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
    """The distribution function of the lengths beside its law, and the largest gap between the two.

    Reports that stand `beside` this one share its axes.
    """
    figure = blank(theme)
    colour, _ = sample_colours(theme, report.about)
    law = "law: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(report.line_radius, report.line_probability, theme.exact, "the law", law, 2, "dot"))
    steps = [*report.radius[:1], *report.radius], [0.0, *report.empirical]
    trace = line(*steps, colour, "these frequencies", "sample: %{y:.3f} up to %{x:.3g}", line_shape="hv")
    figure.add_trace(trace)
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
    figure.update_layout(showlegend=True, legend=legend_under())
    return Picture(
        name=f"lengths-{report.kernel.name}",
        figure=figure,
        **radius_words(report),
        columns={"length": report.radius, "share": report.empirical, "law": report.expected},
    )
