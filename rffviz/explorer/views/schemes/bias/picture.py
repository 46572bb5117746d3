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
from rffviz.explorer.views.schemes.bias.words import CHANCE, CONFIDENCE, FAR, NEAR, biased_words
from rffviz.explorer.views.schemes.picture import columns_of
from rffviz.explorer.views.schemes.words import heading

_DASHES = {"oblique": "solid", "axis": "dash"}
_OPEN = f"along {LINES['axis']}"
_NAMED = 30  # pixels above the plot, for its words


def bias_picture(samples: Samples, theme: Theme) -> Picture:
    """The ratio of the variance to that of Monte Carlo against distance, exact and measured, of all samples.

    Where one is biased, or the same for every seed, it is the mean error with the band expected by chance.
    """
    records = samples.records
    kernel = next(iter(records.values())).kernel
    errors = any(record.biased or not record.randomised for record in records.values())
    figure = legend_under(blank(theme, 620 if theme.narrow else 430), -0.2 if theme.narrow else -0.28)
    hues = {letter: sample_colours(theme, record.about)[0] for letter, record in records.items()}
    if len({*hues.values()}) < len(hues):  # of one family, in one panel
        hues["B"] = theme.hues["slate"]
    for letter, record in records.items():
        (_mean_errors if errors else _ratios)(figure, letter, record, theme, hues[letter])
    for trace in [trace for trace in figure.data if trace.fill][:1]:  # one name for the bands of all
        trace.update(name=CHANCE if errors else CONFIDENCE, showlegend=True)
    for trace in [trace for trace in figure.data if trace.name == _OPEN][1:]:  # and for the open dots
        trace.update(showlegend=False)
    (_error_axis if errors else _ratio_axis)(figure, [*records.values()])
    if kernel.isotropic and not errors:
        _near_and_far(figure, next(iter(records.values())), theme)
    level = {"color": theme.exact, "width": 1.5, "dash": "dot"}
    figure.add_hline(y=0 if errors else 1, line=level)
    end = max(float(record.distance.max()) for record in records.values())
    figure.update_xaxes(range=[0, 1.01 * end], title={"text": "distance ‖δ‖"})
    return Picture(
        name=f"bias-and-variance-{kernel.name}",
        figure=figure,
        **biased_words(samples),
        columns=columns_of(samples, _bias_columns),
    )


def _lines(letter: str, record: BiasAndVariance) -> Iterator[tuple]:
    """Places, dash, whose and which of each line of a sample; the name of a known mistake is part of the answer."""
    known = record.about.sampler in SPECIMENS
    whose = " ".join(filter(None, (letter, "" if known and letter else heading(record.about))))
    for name in record.lines:
        yield record.on(name), _DASHES[name], whose, f"along {LINES[name]}"


def _mean_errors(figure: go.Figure, letter: str, record: BiasAndVariance, theme: Theme, hue: str) -> None:
    for at, dash, whose, along in _lines(letter, record):
        x, half, name = record.distance[at], record.threshold * record.standard_error[at], f"{whose}, {along}"
        if record.randomised:
            figure.add_trace(band(x, -half, half, theme.soft(hue, 0.14)))
        figure.add_trace(line(x, record.mean_error[at], hue, name, f"{name}<br>%{{x:.3g}}: %{{y:.3g}}", dash=dash))


def _ratios(figure: go.Figure, letter: str, record: BiasAndVariance, theme: Theme, hue: str) -> None:
    """The measured ratio as dots, in its band; the exact one, of the distance alone.

    Open dots, on the axis, only where they differ from those on the other line.
    """
    for at, dash, whose, along in _lines(letter, record):
        x, hover = record.distance[at], f"{whose}, {along}<br>%{{x:.3g}}: %{{y:.3g}}"
        alone = len(record.lines) == 1
        if dash == "dash" and not alone and record.lines_agree:
            continue
        if dash == "solid" or alone:
            low, high = record.ratio_low[at], np.minimum(record.ratio_high[at], 1e3)
            figure.add_trace(band(x, low, high, theme.soft(hue, theme.faint)))
            if record.exact_ratio is not None:
                exact = f"{whose}, exact for d = {record.d}"
                figure.add_trace(line(x, record.exact_ratio[at], hue, exact, f"{exact}<br>%{{x:.3g}}: %{{y:.3g}}", 4))
                if record.d > 2:
                    plane, y = f"{whose}, exact for d = 2", record.exact_ratio_in(2)[at]
                    figure.add_trace(line(x, y, hue, plane, f"{plane}<br>%{{x:.3g}}: %{{y:.3g}}", dash="dash"))
        look = {"mode": "markers", "symbol": "circle-open" if dash == "dash" else "circle", "size": 8}
        figure.add_trace(line(x, record.ratio[at], hue, whose if dash == "solid" or alone else along, hover, **look))


def _error_axis(figure: go.Figure, records: Sequence[BiasAndVariance]) -> None:
    top = 1.08 * max(_tallest(record) for record in records) or 1.0
    figure.update_yaxes(title={"text": "mean of k̂ − k"}, range=[-top, top])


def _ratio_axis(figure: go.Figure, records: Sequence[BiasAndVariance]) -> None:
    seen = [record.ratio[record.tested & (record.ratio > 0)] for record in records]
    seen = [ratios for ratios in seen if ratios.size]
    high = min(max([2.5, *(1.6 * float(ratios.max()) for ratios in seen)]), 1e3)
    low = max(min([0.4, *(0.6 * float(ratios.min()) for ratios in seen)]), 1e-4)
    ends = [float(np.log10(low)), float(np.log10(high))]
    figure.update_yaxes(
        title={"text": "variance ÷ that<br>of Monte Carlo"}, type="log", range=ends, **_ticks(low, high)
    )


def _near_and_far(figure: go.Figure, record: BiasAndVariance, theme: Theme) -> None:
    """Up to where pairs are near and from where they are far, among the places of the readout's means."""
    x, k = record.distance[record.tested], record.exact[record.tested]
    mark = {"color": theme.muted, "width": 1, "dash": "dot"}
    look = {"font": {"size": 15, "color": theme.muted}, "showarrow": False, "yref": "paper", "yanchor": "bottom"}
    for words, side, at in (
        (f"near: k ≥ {NEAR:g}", "right", x[k >= NEAR].max(initial=0.0)),
        (f"far: k ≤ {FAR:g}", "left", x[k <= FAR].min(initial=np.inf)),
    ):
        if 0 < at < np.inf:
            figure.add_vline(x=at, line=mark)
            figure.add_annotation(x=at, y=1, text=words, xanchor=side, **look)
    figure.update_layout(margin={"t": _NAMED})


def _bias_columns(record: BiasAndVariance) -> dict:
    def spread(values):
        return values if record.randomised else [""] * len(record.distance)

    return {
        "line": list(record.line),
        "distance": record.distance,
        "kernel": record.exact,
        "mean_error": record.mean_error,
        "standard_error": spread(record.standard_error),
        "z": spread(record.z),
        "tested": record.tested.astype(int),
        "variance": record.variance,
        "monte_carlo_variance": record.monte_carlo,
        "ratio": spread(record.ratio),
        "ratio_low": spread(record.ratio_low),
        "ratio_high": spread(record.ratio_high),
        "exact_ratio": [""] * len(record.distance) if record.exact_ratio is None else record.exact_ratio,
    }


def _ticks(low: float, high: float) -> dict:
    """Whole numbers on a logarithmic axis: Plotly's digits between powers of ten are easily misread."""
    if high / low > 30:
        return {"exponentformat": "power", "dtick": 1}
    values = [step * 10.0**power for power in range(-5, 4) for step in (1, 2, 5)]
    return {"tickvals": values, "ticktext": [f"{value:g}" for value in values]}


def _tallest(record: BiasAndVariance) -> float:
    tall = float(np.abs(record.mean_error).max())
    return max(tall, record.threshold * float(record.standard_error.max())) if record.randomised else tall
