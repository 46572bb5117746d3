"""What a scheme's frequencies do to the estimate: its error over a plane, its bias and its variance over seeds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import LINES, BiasAndVariance, ErrorField
from rffviz.figures.lines import band
from rffviz.figures.panels import panels, sample_colours
from rffviz.figures.picture import Picture
from rffviz.figures.scales import diverging
from rffviz.figures.theme import Theme, blank
from rffviz.words.diagnose_error import bias_words, field_words

_DASHES = {"oblique": "solid", "axis": "dash"}


def field_picture(report: ErrorField, theme: Theme, beside: Sequence[ErrorField] = ()) -> Picture:
    """k̂(δ) − k(δ) over a plane, as a heat map with symmetric colours; a line for d = 1.

    Parameters
    ----------
    report : ErrorField
    theme : Theme
    beside : sequence of ErrorField
        Other reports whose figures stand beside this one: all get the colours, or the axes, that hold them all.
    """
    most = max(each.largest for each in (report, *beside)) or 1.0
    along = report.along.astype(np.float32)
    figure = blank(theme, height=470)
    axes = ("δ", "") if report.d == 1 else _axes(report)
    if report.d == 1:
        sigma = 2 * report.sigma[0]
        figure.add_trace(band(along, -sigma, sigma, theme.soft(theme.ink, 0.08)))
        figure.add_scatter(
            x=along,
            y=report.error[0].astype(np.float32),
            mode="lines",
            line={"color": sample_colours(theme, report.about)[0], "width": 3},
            hovertemplate="δ = %{x:.3g}: %{y:.3g}<extra></extra>",
        )
        top = 1.05 * max(max(each.largest, 2 * float(each.sigma.max())) for each in (report, *beside))
        figure.update_yaxes(title={"text": "k̂ − k"}, range=[-top, top])
    else:
        figure.add_heatmap(
            x=along,
            y=along,
            z=report.error.astype(np.float32),
            coloraxis="coloraxis",
            hovertemplate="%{x:.3g}, %{y:.3g}: %{z:.3g}<extra></extra>",
        )
        bar = {"tickfont": {"size": 16}, "thickness": 16, "nticks": 5, "outlinewidth": 0}
        figure.update_layout(coloraxis={"colorscale": diverging(theme), "cmin": -most, "cmax": most, "colorbar": bar})
        figure.update_yaxes(title={"text": axes[1]}, scaleanchor="x", constrain="domain")
    figure.update_xaxes(title={"text": axes[0]}, range=[float(along[0]), float(along[-1])], constrain="domain")
    rows, columns = np.indices(report.error.shape)
    return Picture(
        name=f"error-field-{report.kernel.name}",
        figure=figure,
        **field_words(report),
        columns={
            "along_first": report.along[columns.ravel()],
            "along_second": report.along[rows.ravel()] if report.d > 1 else np.zeros(rows.size),
            "kernel": report.exact.ravel(),
            "error": report.error.ravel(),
            "monte_carlo_sigma": report.sigma.ravel(),
        },
    )


def bias_picture(report: BiasAndVariance, theme: Theme, beside: Sequence[BiasAndVariance] = ()) -> Picture:
    """Mean error over seeds inside the band that chance allows, above the ratio of the variance to Monte Carlo's.

    Parameters
    ----------
    report : BiasAndVariance
    theme, beside
        As in `field_picture`.
    """
    figure = _stacked(theme)
    colour, _ = sample_colours(theme, report.about)
    for line in report.lines:
        at = report.on(line)
        look = {"color": colour if line == report.lines[0] else theme.hues["slate"], "width": 3, "dash": _DASHES[line]}
        x = report.distance[at].astype(np.float32)
        if report.randomised:
            half = report.threshold * report.standard_error[at]
            figure.add_trace(band(x, -half, half, theme.soft(look["color"], 0.14)), row=1, col=1)
            low, high = report.ratio_low[at], np.minimum(report.ratio_high[at], 1e3)
            figure.add_trace(band(x, low, high, theme.soft(look["color"], 0.14)), row=2, col=1)
            figure.add_trace(_curve(x, report.ratio[at], look, LINES[line], False), row=2, col=1)
        figure.add_trace(_curve(x, report.mean_error[at], look, f"along {LINES[line]}", True), row=1, col=1)
    figure.add_hline(y=0, line={"color": theme.exact, "width": 1.5, "dash": "dot"}, row=1, col=1)
    figure.add_hline(y=1, line={"color": theme.exact, "width": 1.5, "dash": "dot"}, row=2, col=1)
    everyone = (report, *beside)
    top = 1.08 * max(_tallest(each) for each in everyone) or 1.0
    end = max(float(each.distance.max()) for each in everyone)
    seen = [each.ratio[each.tested & (each.ratio > 0)] for each in everyone if each.randomised]
    seen = [part for part in seen if part.size]
    high = min(max([2.5, *(1.6 * float(part.max()) for part in seen)]), 1e3)
    low = max(min([0.4, *(0.6 * float(part.min()) for part in seen)]), 1e-4)
    figure.update_xaxes(range=[0, 1.01 * end])
    figure.update_xaxes(title={"text": "distance ‖δ‖"}, row=2, col=1)
    figure.update_yaxes(title={"text": "mean of k̂ − k"}, range=[-top, top], row=1, col=1)
    figure.update_yaxes(
        title={"text": "variance ratio" if theme.narrow else "variance ÷ Monte Carlo's"},
        type="log",
        range=[float(np.log10(low)), float(np.log10(high))],
        exponentformat="power",
        dtick=1 if high / low > 30 else "D2",
        row=2,
        col=1,
    )
    nothing = [""] * len(report.distance)
    return Picture(
        name=f"bias-and-variance-{report.kernel.name}",
        figure=figure,
        **bias_words(report),
        columns={
            "line": list(report.line),
            "distance": report.distance,
            "kernel": report.exact,
            "mean_error": report.mean_error,
            "standard_error": report.standard_error if report.randomised else nothing,
            "z": report.z if report.randomised else nothing,
            "tested": report.tested.astype(int),
            "variance": report.variance,
            "monte_carlo_variance": report.monte_carlo,
            "ratio": report.ratio if report.randomised else nothing,
            "ratio_low": report.ratio_low if report.randomised else nothing,
            "ratio_high": report.ratio_high if report.randomised else nothing,
        },
    )


def _axes(report: ErrorField) -> tuple[str, str]:
    if report.plane == "oblique":
        return "along one direction", "along another"
    return tuple(f"δ<sub>{c + 1}</sub>" for c in report.plane)


def _tallest(report: BiasAndVariance) -> float:
    tall = float(np.abs(report.mean_error).max())
    return max(tall, report.threshold * float(report.standard_error.max())) if report.randomised else tall


def _curve(x: np.ndarray, y: np.ndarray, look: dict, name: str, legend: bool) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=y.astype(np.float32),
        mode="lines",
        line=look,
        name=name,
        showlegend=legend,
        hovertemplate=f"{name}<br>%{{x:.3g}}: %{{y:.3g}}<extra></extra>",
    )


def _stacked(theme: Theme) -> go.Figure:
    figure = panels(theme, 620, rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.07)
    figure.update_xaxes(showticklabels=False, row=1, col=1)
    return figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.16, "x": 0})
