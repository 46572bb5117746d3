"""One sample of frequencies, diagnosed: where they lie and how long they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import FrequencyCloud, RadiusLaw
from rffviz.figures.diagnose_panels import percent, provenance, two_panels
from rffviz.figures.panels import panel_place
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.words.numbers import count, kernel_words, measured, number, plural

_FINEST = 1e-3  # below it a p-value accuses


def cloud_picture(
    report: FrequencyCloud,
    what: str,
    theme: Theme,
    scheme: str = "",
    coordinates: tuple[int, int] = (0, 1),
    beside: Sequence[FrequencyCloud] = (),
) -> Picture:
    """The frequencies and their points in the unit cube, two coordinates at a time; the row's number for d = 1.

    Parameters
    ----------
    report : FrequencyCloud
    what : str
        Where the frequencies come from, for the subtitle: scheme and seed, or a file.
    theme : Theme
    scheme : str
        The scheme's key, for its colour.
    coordinates : (int, int)
        Which two, counted from 0.
    beside : sequence of FrequencyCloud
        Other reports whose figures stand beside this one: all get the axes that hold them all.
    """
    flat = report.d == 1
    i, j = (0, 0) if flat else coordinates
    reach = 1.15 * max(each.reach for each in (report, *beside))
    figure = two_panels(theme, ("frequencies", "points in the unit cube"))
    order = np.arange(1, report.n_freqs + 1)
    colour, symbol = theme.scheme(scheme)
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
    outside = report.n_freqs - int(shown.sum())
    beyond = f" · {plural(outside, 'frequency')} outside the left panel".replace("frequencys", "frequencies")
    pair = "coordinate 1 against the row" if flat else f"coordinates {i + 1} and {j + 1} of {report.d}"
    joint = "" if report.kernel.factorises or flat else "; this kernel's coordinates depend on each other"
    return Picture(
        name=f"frequencies-{report.kernel.name}",
        title=_cloud_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)} · {pair} · right: each coordinate through its distribution "
            f"function, uniform for draws from the spectrum{joint}{beyond if outside else ''}"
        ),
        figure=figure,
        alt=(
            f"Scatter plots of {count(report.n_freqs)} frequencies and of their points in the unit cube, {pair}; "
            f"{count(report.n_repeats)} of them repeat another."
        ),
        reading=_cloud_reading(report),
        columns={
            "row": order,
            "weight": report.weights,
            **{f"omega_{c + 1}": report.W[:, c] for c in range(report.d)},
            **{f"u_{c + 1}": report.cube[:, c] for c in range(report.d)},
        },
        provenance=provenance(report, what, report.notes),
    )


def radius_picture(
    report: RadiusLaw, what: str, theme: Theme, scheme: str = "", beside: Sequence[RadiusLaw] = ()
) -> Picture:
    """The distribution function of the lengths beside its law, and the largest gap between the two.

    Parameters
    ----------
    report : RadiusLaw
    what, theme, scheme, beside
        As in `cloud_picture`.
    """
    figure = blank(theme)
    colour, _ = theme.scheme(scheme)
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
        title=_radius_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, d = {report.d} · {_pooled(report)} · line: share of the weight "
            "at or below a length, dotted: its law, dashed: where they are furthest apart"
        ),
        figure=figure,
        alt=(
            f"Distribution function of {count(len(report.radius))} lengths of frequencies beside its law; the largest "
            f"gap is {measured(report.distance)}, at length {number(report.at)}."
        ),
        reading=_radius_reading(report),
        columns={"length": report.radius, "share": report.empirical, "law": report.expected},
        provenance=provenance(report, what),
    )


def _cloud_title(report: FrequencyCloud) -> str:
    m = count(report.n_freqs)
    if report.n_repeats:
        return f"{count(report.n_repeats)} of {m} frequencies repeat another"
    if report.n_effective < 0.99 * report.n_freqs:
        return f"{m} weighted frequencies are worth {count(report.n_effective)} equal ones"
    return f"{plural(report.n_freqs, 'frequency')}, no two of them the same".replace("frequencys", "frequencies")


def _cloud_reading(report: FrequencyCloud) -> str:
    repeats = f"{count(report.n_repeats)} repeat another up to the sign" if report.n_repeats else "none repeats another"
    words = (
        f"Of {count(report.n_freqs)} frequencies {repeats}; with their weights they are worth "
        f"{count(report.n_effective)} equal ones, and k̂(0) = {number(report.total_weight)}."
    )
    return " ".join([words, *report.notes])


def _pooled(report: RadiusLaw) -> str:
    if report.n_samples > 1:
        return f"{count(report.n_freqs)} frequencies each of {report.n_samples} seeds"
    return f"{count(report.n_freqs)} frequencies"


def _radius_title(report: RadiusLaw) -> str:
    if report.constant:
        return f"All {count(report.n_freqs)} frequencies have the length {number(report.radius[0])}"
    if report.p_value < _FINEST:
        kind = "long" if report.too_long else "short"
        return f"The frequencies are too {kind}: {measured(report.distance)} off their law"
    return f"The lengths are within {measured(report.distance)} of their law"


def _radius_reading(report: RadiusLaw) -> str:
    words = f"The distribution functions are at most {measured(report.distance)} apart, at length {number(report.at)}"
    if report.p_value != report.p_value:
        return f"{words}; too few different lengths for a test."
    return (
        f"{words}; {percent(report.p_value)} of samples of {count(report.n_effective)} independent lengths are as far "
        "from their law."
    )
