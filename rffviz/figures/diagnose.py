"""One sample of frequencies, diagnosed: where they lie and how long they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import FrequencyCloud, RadiusLaw
from rffviz.figures.panels import panel_place, sample_colours, two_panels
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.words.diagnose import cloud_words, radius_words


def cloud_picture(report: FrequencyCloud, theme: Theme, beside: Sequence[FrequencyCloud] = ()) -> Picture:
    """The frequencies and their points in the unit cube, two coordinates at a time; the row's number for d = 1.

    Parameters
    ----------
    report : FrequencyCloud
        Its `shown` are the two coordinates.
    theme : Theme
    beside : sequence of FrequencyCloud
        Other reports whose figures stand beside this one: all get the axes that hold them all.
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
        if flat:
            last = max(each.n_freqs for each in (report, *beside))
            figure.update_yaxes(title={"text": "row"}, range=[0, last + 1], **place)
        else:
            figure.update_yaxes(title={"text": f"{letter}<sub>{j + 1}</sub>"}, range=[low, high], **place)
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

    Parameters
    ----------
    report : RadiusLaw
    theme, beside
        As in `cloud_picture`.
    """
    figure = blank(theme)
    colour, _ = sample_colours(theme, report.about)
    figure.add_scatter(
        x=report.line_radius.astype(np.float32),
        y=report.line_probability.astype(np.float32),
        mode="lines",
        line={"color": theme.exact, "width": 2, "dash": "dot"},
        name="the law",
        hovertemplate="law: %{y:.3f} up to %{x:.3g}<extra></extra>",
    )
    figure.add_scatter(
        x=np.concatenate([report.radius[:1], report.radius]).astype(np.float32),
        y=np.concatenate([[0.0], report.empirical]).astype(np.float32),
        mode="lines",
        line={"color": colour, "width": 3, "shape": "hv"},
        name="these frequencies",
        hovertemplate="sample: %{y:.3f} up to %{x:.3g}<extra></extra>",
    )
    figure.add_vline(x=report.at, line={"color": theme.bound, "width": 1.5, "dash": "dash"})
    lows = [float(each.line_radius[0]) for each in (report, *beside)]
    highs = [float(each.line_radius[-1]) for each in (report, *beside)]
    low, high = min(lows), max(highs)
    wide = high / max(low, 1e-300) > 200  # a heavy tail wants a logarithm
    figure.update_xaxes(
        title={"text": "‖ω‖, radians per unit"},
        type="log" if wide else "linear",
        range=[float(np.log10(low)), float(np.log10(high))] if wide else [0, high],
    )
    figure.update_yaxes(title={"text": "share at or below"}, range=[-0.02, 1.02])
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.2, "x": 0})
    return Picture(
        name=f"lengths-{report.kernel.name}",
        figure=figure,
        **radius_words(report),
        columns={"length": report.radius, "share": report.empirical, "law": report.expected},
    )
