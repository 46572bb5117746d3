"""The picture of the view “Bias and variance”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import LINES, SPECIMENS, BiasAndVariance, Samples
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.schemes.bias.words import CHANCE, CONFIDENCE, biased_words
from rffviz.explorer.views.schemes.picture import columns_of
from rffviz.explorer.views.schemes.words import heading

_DASHES = {"oblique": "solid", "axis": "dash"}


def bias_picture(samples: Samples, theme: Theme) -> Picture:
    """The ratio of the variance to that of Monte Carlo against distance, exact and measured, of all samples.

    Where one is biased, or the same for every seed, it is the mean error with the band expected by chance.
    """
    reports = samples.reports
    kernel = next(iter(reports.values())).kernel
    errors = any(report.biased or not report.randomised for report in reports.values())
    figure = legend_under(blank(theme, 620 if theme.narrow else 430), -0.2 if theme.narrow else -0.28)
    hues = {letter: sample_colours(theme, report.about)[0] for letter, report in reports.items()}
    if len({*hues.values()}) < len(hues):  # of one family, in one panel
        hues["B"] = theme.hues["slate"]
    for letter, report in reports.items():
        (_mean_errors if errors else _ratios)(figure, letter, report, theme, hues[letter])
    for trace in [trace for trace in figure.data if trace.fill][:1]:  # one name for the bands of all
        trace.update(name=CHANCE if errors else CONFIDENCE, showlegend=True)
    (_error_axis if errors else _ratio_axis)(figure, [*reports.values()])
    level = {"color": theme.exact, "width": 1.5, "dash": "dot"}
    figure.add_hline(y=0 if errors else 1, line=level)
    end = max(float(report.distance.max()) for report in reports.values())
    figure.update_xaxes(range=[0, 1.01 * end], title={"text": "distance ‖δ‖"})
    return Picture(
        name=f"bias-and-variance-{kernel.name}",
        figure=figure,
        **biased_words(samples),
        columns=columns_of(samples, _bias_columns),
    )


def _lines(letter: str, report: BiasAndVariance) -> Iterator[tuple]:
    """Places, dash and name of each line of a sample; the name of a known mistake is part of the answer."""
    known = report.about.sampler in SPECIMENS
    whose = " ".join(filter(None, (letter, "" if known and letter else heading(report.about))))
    for name in report.lines:
        yield report.on(name), _DASHES[name], f"{whose}, along {LINES[name]}"


def _mean_errors(figure: go.Figure, letter: str, report: BiasAndVariance, theme: Theme, hue: str) -> None:
    for at, dash, name in _lines(letter, report):
        x, half = report.distance[at], report.threshold * report.standard_error[at]
        if report.randomised:
            figure.add_trace(band(x, -half, half, theme.soft(hue, 0.14)))
        figure.add_trace(line(x, report.mean_error[at], hue, name, f"{name}<br>%{{x:.3g}}: %{{y:.3g}}", dash=dash))


def _ratios(figure: go.Figure, letter: str, report: BiasAndVariance, theme: Theme, hue: str) -> None:
    """The measured ratio as dots, filled on the first line, in its band; the exact one, of the distance alone."""
    for at, dash, name in _lines(letter, report):
        x, hover = report.distance[at], f"{name}<br>%{{x:.3g}}: %{{y:.3g}}"
        if dash == "solid" or len(report.lines) == 1:
            low, high = report.ratio_low[at], np.minimum(report.ratio_high[at], 1e3)
            figure.add_trace(band(x, low, high, theme.soft(hue, theme.faint)))
            if report.exact_ratio is not None:
                exact = f"{name.split(', along')[0]}, exact"
                figure.add_trace(line(x, report.exact_ratio[at], hue, exact, f"{exact}<br>%{{x:.3g}}: %{{y:.3g}}", 4))
                if report.d > 2:
                    plane, y = f"{exact} for d = 2", report.exact_ratio_in(2)[at]
                    figure.add_trace(line(x, y, hue, plane, f"{plane}<br>%{{x:.3g}}: %{{y:.3g}}", dash="dash"))
        look = {"mode": "markers", "symbol": "circle-open" if dash == "dash" else "circle", "size": 8}
        figure.add_trace(line(x, report.ratio[at], hue, name, hover, **look))


def _error_axis(figure: go.Figure, reports: Sequence[BiasAndVariance]) -> None:
    top = 1.08 * max(_tallest(report) for report in reports) or 1.0
    figure.update_yaxes(title={"text": "mean of k̂ − k"}, range=[-top, top])


def _ratio_axis(figure: go.Figure, reports: Sequence[BiasAndVariance]) -> None:
    seen = [report.ratio[report.tested & (report.ratio > 0)] for report in reports]
    seen = [ratios for ratios in seen if ratios.size]
    high = min(max([2.5, *(1.6 * float(ratios.max()) for ratios in seen)]), 1e3)
    low = max(min([0.4, *(0.6 * float(ratios.min()) for ratios in seen)]), 1e-4)
    ends = [float(np.log10(low)), float(np.log10(high))]
    figure.update_yaxes(
        title={"text": "variance ÷ that<br>of Monte Carlo"}, type="log", range=ends, **_ticks(low, high)
    )


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
