"""One sample of frequencies, diagnosed: where they lie, how long they are, where they point, how coordinates relate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rffviz.diagnose import Directions, FrequencyCloud, Moments, RadiusLaw
from rffviz.figures.picture import Picture
from rffviz.figures.scales import diverging
from rffviz.figures.theme import Theme, blank
from rffviz.figures.wording import count, kernel_words, measured, number, plural

_MOST_SHOWN = 40  # coordinates of a heat map whose cells can be told apart
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
    figure = _two_panels(theme, ("frequencies", "points in the unit cube"))
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
        place = _place(theme, panel)
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
        provenance=_provenance(report, what, report.notes),
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
        provenance=_provenance(report, what),
    )


def directions_picture(
    report: Directions, what: str, theme: Theme, scheme: str = "", beside: Sequence[Directions] = ()
) -> Picture:
    """Cosines between frequencies, of different blocks and of one, beside the law of independent directions.

    Parameters
    ----------
    report : Directions
    what, theme, scheme, beside
        As in `cloud_picture`.
    """
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = theme.scheme(scheme)
    if report.n_apart:
        figure.add_bar(
            x=middle, y=report.apart.astype(np.float32), marker_color=theme.soft(colour, 0.55), name="any two"
        )
    if report.n_within:
        figure.add_scatter(
            x=middle,
            y=report.within.astype(np.float32),
            mode="lines",
            line={"color": theme.hues["pink"], "width": 2.5, "shape": "hvh"},
            name="within d rows" if theme.narrow else f"within {report.d} consecutive rows",
        )
    if report.isotropic:
        figure.add_scatter(
            x=middle,
            y=report.law.astype(np.float32),
            mode="lines",
            line={"color": theme.exact, "width": 2, "dash": "dot"},
            name="independent" if theme.narrow else "independent directions",
        )
    top = max(float(max(each.law.max(), each.apart.max(), each.within.max())) for each in (report, *beside))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine of the angle between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.2, "x": 0}, bargap=0.05)
    law = "; dotted: independent uniform directions" if report.isotropic else ""
    return Picture(
        name=f"directions-{report.kernel.name}",
        title=_directions_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, d = {report.d} · bars: {count(report.n_apart)} pairs of "
            f"different blocks, line: {count(report.n_within)} pairs within blocks of {report.d} consecutive rows{law}"
        ),
        figure=figure,
        alt=(
            f"Histogram of cosines between {count(report.n_freqs)} frequencies in {plural(report.d, 'dimension')}, "
            f"{count(report.n_apart)} pairs of different blocks and {count(report.n_within)} within blocks."
        ),
        reading=_directions_reading(report),
        columns={
            "from": report.edges[:-1],
            "to": report.edges[1:],
            "between_blocks": report.apart,
            "within_blocks": report.within,
            "independent": report.law,
        },
        provenance=_provenance(report, what),
    )


def moments_picture(
    report: Moments, what: str, theme: Theme, scheme: str = "", beside: Sequence[Moments] = ()
) -> Picture:
    """Correlations between coordinates as a heat map, and each coordinate's scale in standard errors.

    Parameters
    ----------
    report : Moments
    what, theme, scheme, beside
        As in `cloud_picture`. Above 40 coordinates those with the most telling correlations are shown.
    """
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # a coordinate with itself says nothing
    # twice what chance makes keeps its noise pale
    most = max(max(_largest(each), 2 * each.expected_largest) for each in (report, *beside)) or 1.0
    figure = _two_panels(theme, ("correlations", "scale of each coordinate"))
    first, second = _place(theme, 0), _place(theme, 1)
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
    colour, symbol = theme.scheme(scheme)
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
    bar = {"tickfont": {"size": 16}, "thickness": 14, "nticks": 5, "outlinewidth": 0}
    half = {"len": 0.42, "y": 1, "yanchor": "top"} if theme.narrow else {"x": 0.44}
    figure.update_layout(
        coloraxis={"colorscale": diverging(theme), "cmin": -most, "cmax": most, "colorbar": bar | half}
    )
    part = f"{len(shown)} most telling of {report.d} coordinates" if len(shown) < report.d else f"d = {report.d}"
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
        title=_moments_title(report),
        subtitle=(
            f"{what} · {kernel_words(report.kernel)}, {part} · left: correlations of the coordinates' probabilities, "
            "right: mean probability of a coordinate's size less ½, in standard errors, band: 99.9 % of samples over "
            "all coordinates"
        ),
        figure=figure,
        alt=(
            f"Heat map of correlations between {plural(len(shown), 'coordinate')}, the most telling "
            f"{number(report.largest)}, and the scale of {plural(report.d, 'coordinate')}, at most "
            f"{number(float(np.abs(report.spread_z).max()))} standard errors off."
        ),
        reading=_moments_reading(report),
        columns=columns | {f"correlation_with_{c + 1}": report.correlation[:, c] for c in shown},
        provenance=_provenance(report, what),
    )


# --- words ------------------------------------------------------------------------------------------------------------


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
        f"{words}; {_percent(report.p_value)} of samples of {count(report.n_effective)} independent lengths are as far "
        "from their law."
    )


def _directions_title(report: Directions) -> str:
    if report.d == 1:
        return "In one dimension frequencies have a sign and no direction"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel's directions are not uniform: there is no law to compare with"
    if report.n_within and report.largest_within < 1e-6:
        return f"Within blocks of {report.d} rows the frequencies are at right angles"
    if report.p_value != report.p_value:
        return f"{count(report.n_freqs)} frequencies are too few to tell even directions from uneven ones"
    if report.p_value < _FINEST:
        return f"Uneven directions: one axis holds {measured(report.largest_eigenvalue)} times its share"
    how = "more even than" if report.p_value > 1 - _FINEST else "as even as"
    return f"Directions {how} chance: the largest axis holds {measured(report.largest_eigenvalue)} times its share"


def _directions_reading(report: Directions) -> str:
    if report.d == 1:
        return "The cosine between two frequencies is 1 or −1."
    words = (
        f"The largest axis holds {measured(report.largest_eigenvalue)} times its share, where independent directions "
        f"give about {measured(report.expected_eigenvalue)}"
    )
    if report.n_within:
        words += f"; within blocks the largest |cosine| is {measured(report.largest_within)}"
    if report.p_value == report.p_value:
        words += f"; {_percent(report.p_value)} of independent samples are as uneven"
    return f"{words}."


def _moments_title(report: Moments) -> str:
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} hold the same values"
    if report.pair and abs(report.correlation_z[report.pair]) > report.correlation_threshold:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {_signed(report.largest)}"
    worst = int(np.argmax(np.abs(report.spread_z)))
    if abs(report.spread_z[worst]) > report.spread_threshold:
        kind = "large" if report.spread_z[worst] > 0 else "small"
        return f"Coordinate {worst + 1} is too {kind}, by {number(abs(report.spread_z[worst]))} standard errors"
    return "The coordinates have their scale" + (" and no correlation beyond chance" if report.pair else "")


def _moments_reading(report: Moments) -> str:
    worst = number(float(np.abs(report.spread_z).max()))
    words = f"Scales are at most {worst} standard errors off, where {number(report.spread_threshold)} would be a fault"
    if report.pair:
        i, j = report.pair
        words += (
            f"; coordinates {i + 1} and {j + 1} are furthest from uncorrelated, {_signed(report.largest)}, and about "
            f"{measured(report.expected_largest)} is the largest to expect by chance"
        )
    mean = number(float(report.second.mean()))
    if np.isfinite(report.target):
        return f"{words}; second moments average {mean}, and σ²/d is {number(report.target)}."
    return f"{words}; this kernel's second moment is infinite."


def _percent(p: float) -> str:
    return "fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _provenance(report, what: str, notes: Sequence[str] = ()) -> tuple[str, ...]:
    return (
        f"sample: {what}; frequencies: {report.n_freqs}; dimension: {report.d}",
        f"kernel: {report.kernel}",
        *notes,
    )


# --- panels -----------------------------------------------------------------------------------------------------------


def _place(theme: Theme, panel: int) -> dict[str, int]:
    return {"row": panel + 1, "col": 1} if theme.narrow else {"row": 1, "col": panel + 1}


def _two_panels(theme: Theme, titles: tuple[str, str]) -> go.Figure:
    """Two panels side by side or, on a phone, one above the other."""
    rows, columns = (2, 1) if theme.narrow else (1, 2)
    figure = make_subplots(rows=rows, cols=columns, subplot_titles=titles, horizontal_spacing=0.16)
    headings = figure.layout.annotations
    look = blank(theme, height=860 if theme.narrow else 450).layout
    figure.update_layout(look)
    figure.update_xaxes(look.xaxis.to_plotly_json())
    figure.update_yaxes(look.yaxis.to_plotly_json())
    figure.update_layout(annotations=headings, margin={"t": 34})
    figure.update_annotations(font={"size": 18, "color": theme.ink})
    return figure


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    off = np.abs(report.correlation - np.diag(np.diagonal(report.correlation)))
    return float(off.max())
