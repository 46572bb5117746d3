"""The picture of the view “Bias and variance”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import LINES, BiasAndVariance, Samples
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import in_one, sample_colours, two_rows
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.schemes.bias.words import bias_words
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples

_DASHES = {"oblique": "solid", "axis": "dash"}
_EXACT = "exact ratio, orthogonal"


def bias_picture(samples: Samples, theme: Theme) -> Picture:
    "Mean error over seeds with the band expected by chance, above the ratio of the variance to that of Monte Carlo."
    reports = samples.reports
    everyone = list(reports.values())
    parts = [part(letter, report, _bias(report, theme, everyone)) for letter, report in reports.items()]
    return Picture(
        name=f"bias-and-variance-{everyone[0].kernel.name}",
        figure=in_one(theme, parts, plot=480),
        **words_of_samples(samples, bias_words, "bias", "variance", helps=True),
        columns=columns_of(samples, _bias_columns),
    )


def _bias(report: BiasAndVariance, theme: Theme, everyone: list[BiasAndVariance]) -> go.Figure:
    figure = legend_under(two_rows(theme))
    colour, _ = sample_colours(theme, report.about)
    for name in report.lines:
        at, dash = report.on(name), _DASHES[name]
        hue = colour if name == report.lines[0] else theme.hues["slate"]
        x, fill = report.distance[at], theme.soft(hue, 0.14)
        if report.randomised:
            half = report.threshold * report.standard_error[at]
            figure.add_trace(band(x, -half, half, fill), row=1, col=1)
            low, high = report.ratio_low[at], np.minimum(report.ratio_high[at], 1e3)
            figure.add_trace(band(x, low, high, fill), row=2, col=1)
            ratio = line(x, report.ratio[at], hue, hover=f"{LINES[name]}<br>%{{x:.3g}}: %{{y:.3g}}", dash=dash)
            figure.add_trace(ratio, row=2, col=1)
        if report.exact_ratio is not None and name == report.lines[0]:  # it depends on the distance alone
            exact = report.exact_ratio[at]
            hover = "exact<br>%{x:.3g}: %{y:.3g}"
            look = {"width": 2.5, "dash": "dot", "showlegend": True}
            figure.add_trace(line(x, exact, theme.ink, _EXACT, hover, **look), row=2, col=1)
        label = f"along {LINES[name]}"
        hover = f"{label}<br>%{{x:.3g}}: %{{y:.3g}}"
        mean = line(x, report.mean_error[at], hue, label, hover, dash=dash, showlegend=True)
        figure.add_trace(mean, row=1, col=1)
    for y, row in ((0, 1), (1, 2)):
        figure.add_hline(y=y, line={"color": theme.exact, "width": 1.5, "dash": "dot"}, row=row, col=1)
    top = 1.08 * max(_tallest(each) for each in everyone) or 1.0
    end = max(float(each.distance.max()) for each in everyone)
    seen = [each.ratio[each.tested & (each.ratio > 0)] for each in everyone if each.randomised]
    seen = [ratios for ratios in seen if ratios.size]
    high = min(max([2.5, *(1.6 * float(ratios.max()) for ratios in seen)]), 1e3)
    low = max(min([0.4, *(0.6 * float(ratios.min()) for ratios in seen)]), 1e-4)
    figure.update_xaxes(range=[0, 1.01 * end])
    figure.update_xaxes(title={"text": "distance ‖δ‖"}, row=2, col=1)
    figure.update_yaxes(title={"text": "mean<br>of k̂ − k"}, range=[-top, top], row=1, col=1)
    figure.update_yaxes(
        title={"text": "variance<br>ratio"},
        type="log",
        range=[float(np.log10(low)), float(np.log10(high))],
        **_ticks(low, high),
        row=2,
        col=1,
    )
    return figure


def _bias_columns(report: BiasAndVariance) -> dict:
    def spread(values):
        return values if report.randomised else [""] * len(report.distance)

    return {
        "line": list(report.line),
        "distance": report.distance,
        "kernel": report.exact,
        "mean_error": report.mean_error,
        "standard_error": spread(report.standard_error),
        "z": spread(report.z),
        "tested": report.tested.astype(int),
        "variance": report.variance,
        "monte_carlo_variance": report.monte_carlo,
        "ratio": spread(report.ratio),
        "ratio_low": spread(report.ratio_low),
        "ratio_high": spread(report.ratio_high),
        "exact_ratio": [""] * len(report.distance) if report.exact_ratio is None else report.exact_ratio,
    }


def _ticks(low: float, high: float) -> dict:
    """Whole numbers on a logarithmic axis: Plotly's digits between powers of ten are easily misread."""
    if high / low > 30:
        return {"exponentformat": "power", "dtick": 1}
    values = [step * 10.0**power for power in range(-5, 4) for step in (1, 2, 5)]
    return {"tickvals": values, "ticktext": [f"{value:g}" for value in values]}


def _tallest(report: BiasAndVariance) -> float:
    tall = float(np.abs(report.mean_error).max())
    return max(tall, report.threshold * float(report.standard_error.max())) if report.randomised else tall
