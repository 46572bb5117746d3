"""What a scheme's frequencies do to the estimate: its error over a plane, its bias and its variance over seeds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import BiasAndVariance, ErrorField
from rffviz.figures.lines import band
from rffviz.figures.panels import panels
from rffviz.figures.picture import Picture
from rffviz.figures.scales import diverging
from rffviz.figures.theme import Theme, blank
from rffviz.words.numbers import count, kernel_words, measured, number

_LINES = {"oblique": ("an oblique direction", "solid"), "axis": ("the first axis", "dash")}


def field_picture(
    report: ErrorField, what: str, theme: Theme, scheme: str = "", beside: Sequence[ErrorField] = ()
) -> Picture:
    """k̂(δ) − k(δ) over a plane, as a heat map with symmetric colours; a line for d = 1.

    Parameters
    ----------
    report : ErrorField
    what : str
        Where the frequencies come from, for the subtitle: scheme and seed, or a file.
    theme : Theme
    scheme : str
        The scheme's key, for its colour.
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
            line={"color": theme.scheme(scheme)[0], "width": 3},
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
    ratio = report.rms / float(np.sqrt(np.mean(np.square(report.sigma))))
    where = "the line" if report.d == 1 else "the plane"
    marks = "band: ±2σ of Monte Carlo" if report.d == 1 else "colours symmetric about 0"
    if report.d > 2 or (report.d == 2 and report.plane == "oblique"):
        marks += ", the other coordinates 0" if report.plane != "oblique" else ", two random directions at right angles"
    rows, columns = np.indices(report.error.shape)
    return Picture(
        name=f"error-field-{report.kernel.name}",
        title=f"Over {where} the estimate is at most {measured(report.largest)} off",
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, d = {report.d} · {count(report.n_freqs)} frequencies · "
            f"k̂(δ) − k(δ) for one draw · {marks}"
        ),
        figure=figure,
        alt=(
            f"{'Line' if report.d == 1 else 'Heat map'} of the error of the {report.kernel.label} kernel's estimate "
            f"over differences up to {number(float(along[-1]))}: at most {measured(report.largest)}, root mean square "
            f"{measured(report.rms)}."
        ),
        reading=(
            f"The largest error is {measured(report.largest)}, the root mean square {measured(report.rms)}: "
            f"{number(ratio)} times what the variance formula gives for as many Monte Carlo frequencies."
        ),
        columns={
            "along_first": report.along[columns.ravel()],
            "along_second": report.along[rows.ravel()] if report.d > 1 else np.zeros(rows.size),
            "kernel": report.exact.ravel(),
            "error": report.error.ravel(),
            "monte_carlo_sigma": report.sigma.ravel(),
        },
        provenance=(
            f"sample: {what}; frequencies: {report.n_freqs}; dimension: {report.d}",
            f"kernel: {report.kernel}",
            f"plane: {report.plane}",
        ),
    )


def bias_picture(
    report: BiasAndVariance, what: str, theme: Theme, scheme: str = "", beside: Sequence[BiasAndVariance] = ()
) -> Picture:
    """Mean error over seeds inside the band that chance allows, above the ratio of the variance to Monte Carlo's.

    Parameters
    ----------
    report : BiasAndVariance
    what, theme, scheme, beside
        As in `field_picture`.
    """
    figure = _stacked(theme)
    colour, _ = theme.scheme(scheme)
    for line in report.lines:
        at = report.on(line)
        words, dash = _LINES[line]
        look = {"color": colour if line == report.lines[0] else theme.hues["slate"], "width": 3, "dash": dash}
        x = report.distance[at].astype(np.float32)
        if report.randomised:
            half = report.threshold * report.standard_error[at]
            figure.add_trace(band(x, -half, half, theme.soft(look["color"], 0.14)), row=1, col=1)
            low, high = report.ratio_low[at], np.minimum(report.ratio_high[at], 1e3)
            figure.add_trace(band(x, low, high, theme.soft(look["color"], 0.14)), row=2, col=1)
            figure.add_trace(_curve(x, report.ratio[at], look, words, False), row=2, col=1)
        figure.add_trace(_curve(x, report.mean_error[at], look, f"along {words}", True), row=1, col=1)
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
    bands = (
        f"upper band: what chance allows at all {int(report.tested.sum())} distances at once (99.9 %), lower band: "
        "where the ratio lies, as surely"
        if report.randomised
        else "one fixed value, the same for every seed"
    )
    nothing = [""] * len(report.distance)
    return Picture(
        name=f"bias-and-variance-{report.kernel.name}",
        title=_bias_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, d = {report.d} · {count(report.n_freqs)} frequencies, "
            f"{_seeds(report)} · {bands}"
        ),
        figure=figure,
        alt=(
            f"Mean error of the estimate against distance over {_seeds(report)}, at most "
            f"{measured(float(np.abs(report.mean_error).max()))}"
            + (f", above the variance's ratio to Monte Carlo's, {_ratios(report)}." if report.randomised else ".")
        ),
        reading=_bias_reading(report),
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
        provenance=(
            f"sample: {what}; frequencies: {report.n_freqs}; dimension: {report.d}",
            f"kernel: {report.kernel}",
            f"seeds: {report.n_seeds} from {report.random_state}",
            f"oblique direction: {', '.join(f'{u:.6g}' for u in report.direction)}",
            *report.notes,
        ),
    )


def _axes(report: ErrorField) -> tuple[str, str]:
    if report.plane == "oblique":
        return "along one direction", "along another"
    return tuple(f"δ<sub>{c + 1}</sub>" for c in report.plane)


def _bias_title(report: BiasAndVariance) -> str:
    worst = report.worst
    at = f"at distance {number(report.distance[worst])}"
    if not report.randomised:
        return f"One fixed value: its error is at most {measured(abs(report.mean_error[worst]))}, {at}"
    if not report.judged:
        return f"Too few draws to tell bias from chance: {_seeds(report)}"
    if report.biased:
        way = "larger" if report.mean_error[worst] > 0 else "smaller"
        return f"Biased towards {way} k̂: by {measured(abs(report.mean_error[worst]))} {at}"
    words = "Unbiased as far as chance lets see"
    if report.spreads_more:
        return f"{words}, with up to {measured(float(report.ratio[report.tested].max()))} times Monte Carlo's variance"
    if report.spreads_less:
        return (
            f"{words}, with as little as {measured(float(report.ratio[report.tested].min()))} of Monte Carlo's variance"
        )
    return f"{words}, with Monte Carlo's variance"


def _bias_reading(report: BiasAndVariance) -> str:
    worst = report.worst
    if not report.randomised:
        return (
            f"The frequencies are the same for every seed: the error is {measured(abs(report.mean_error[worst]))} at "
            "most, and there is no spread to compare."
        )
    z = abs(float(report.z[worst]))
    size = f"{z:.1f}" if z < 1000 else "above 1,000"
    return (
        f"The largest |z| is {size}, at distance {number(report.distance[worst])} along "
        f"{_LINES[report.line[worst]][0]}, and {report.threshold:.1f} would be a bias; the variance is "
        f"{_ratios(report)} times Monte Carlo's."
    )


def _ratios(report: BiasAndVariance) -> str:
    seen = report.ratio[report.tested] if report.tested.any() else report.ratio
    return f"{measured(float(seen.min()))} to {measured(float(seen.max()))}"


def _seeds(report: BiasAndVariance) -> str:
    return f"{count(report.n_seeds)} seeds" if report.randomised else "every seed"


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
