"""The frequencies of a class under the spectral density, and the kernel's estimate from them."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.words.answers import simulated
from rffviz.explorer.words.numbers import count, measured, number, shape_words
from rffviz.explorer.words.readout import Readout
from rffviz.studies.class_draws import ClassDraws, People

CHOSEN, DRAWN = "chosen by hand", "drawn from p"


def class_picture(draws: ClassDraws, theme: Theme, seed: int | None = None) -> Picture:
    """Left k and k̂ of those who chose and of those who drew a frequency, right p with a dot for each of them.

    `seed` is that of a simulated class.
    """
    figure = side_by_side(theme, ("kernel", "spectrum"), 390, 760)
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    top = 1.1 * float(draws.density.max())
    figure.update_xaxes(title={"text": "δ = x − y"}, range=[draws.delta[0], draws.delta[-1]], **left)
    figure.update_yaxes(title={"text": "k(δ)"}, range=[-1.08, 1.12], **left)
    omega = f"ω{_of_class(draws, seed) or ', radians per unit'}"
    figure.update_xaxes(title={"text": omega}, range=[draws.omega[0], draws.omega[-1]], **right)
    figure.update_yaxes(title={"text": "p(ω)"}, range=[-top / 2, top], tickvals=[0, draws.density.max()], **right)
    figure.update_yaxes(ticktext=["0", number(float(draws.density.max()))], **right)
    if (last := draws.last) is not None:
        fill, low, high = theme.soft(theme.exact, 0.12), draws.exact - 2 * draws.sd, draws.exact + 2 * draws.sd
        figure.add_trace(band(draws.delta, low, high, fill, _band_name(last)), **left)
        if draws.before is not None:
            wider = 2 * draws.sd * np.sqrt(last.n_freqs / draws.before.n_freqs)
            dotted = {"width": 1.5, "dash": "dot", "hoverinfo": "skip"}
            for reach, name in ((wider, _band_name(draws.before)), (-wider, None)):
                figure.add_trace(line(draws.delta, draws.exact + reach, theme.muted, name, **dotted), **left)
    figure.add_trace(line(draws.delta, draws.exact, theme.exact, "k", "k(%{x:.3g}) = %{y:.3g}", dash="dot"), **left)
    figure.add_trace(line(draws.omega, draws.density, theme.exact, None, "p(%{x:.3g}) = %{y:.3g}", 2.5), **right)
    for each, name, hue, dash in _parts(draws, theme):
        estimate = line(draws.delta, each.approximate, hue, f"k̂, {name}", "k̂(%{x:.3g}) = %{y:.3g}", dash=dash)
        figure.add_trace(estimate, **left)
        symbol = "circle" if name == DRAWN else "diamond"
        heights = each.share * (each.height if name == DRAWN else -top / 2)
        places = np.clip(each.frequencies, draws.omega[0], draws.omega[-1])
        size = 12 if each.n_freqs <= 60 else 8
        shown = dots(np.column_stack([places, heights]), hue, symbol, size, hover="ω = %{x:.3g}", opacity=0.7)
        figure.add_trace(shown.update(showlegend=False), **right)
    legend_under(figure, -0.13 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90})
    return Picture(name="class", figure=figure, **_words(draws, theme, seed))


def _parts(draws: ClassDraws, theme: Theme) -> list[tuple[People, str, str, str]]:
    """Those who chose and those who drew: name, colour and dash."""
    named = (draws.chosen, CHOSEN, theme.hues["amber"], "dash"), (draws.drawn, DRAWN, theme.hues["blue"], "solid")
    return [(each, *look) for each, *look in named if each is not None]


def _band_name(people: People) -> str:
    return f"k ± 2 SD, D = {count(people.n_freqs)}"


def _of_class(draws: ClassDraws, seed: int | None) -> str:
    return simulated(draws.last.n_freqs, seed) if draws.last else ""


def _words(draws: ClassDraws, theme: Theme, seed: int | None) -> dict:
    """Title, readout and numbers."""
    parts = _parts(draws, theme)
    last = draws.last
    title = f"k̂ of the class is within {measured(last.largest)} of k" if last else "Nobody has a frequency yet"
    named = [(each, name) for each, name, *_ in parts]
    named[-1:-1] = [(draws.before, DRAWN)] if draws.before is not None else []
    rows = [
        (
            name,
            count(each.n_freqs),
            measured(each.largest),
            measured(each.expected) if np.isfinite(each.expected) else "–",
            _p(each.p_value),
        )
        for each, name in named
    ]
    kernel = f"{shape_words(draws.kernel)}, ℓ = {number(draws.kernel.length_scale)}"
    given = [("frequency", name, "", each) for people, name, *_ in parts for each in people.frequencies]
    at = zip(draws.delta, draws.exact, strict=True)
    given += [("kernel", "", *each) for each in at]
    for each, name, *_ in parts:
        given += [("estimate", name, *each) for each in zip(draws.delta, each.approximate, strict=True)]
    return {
        "title": title,
        "subtitle": f"{kernel} · one dimension{_of_class(draws, seed)} · a dot for each person: above 0 {DRAWN}, below "
        f"{CHOSEN} · mean over classes: simulated, seed 0",
        "alt": f"Left the {shape_words(draws.kernel)} kernel and its estimates from the class, right the spectral "
        f"density with the frequencies of the class: {title}.",
        "readout": Readout(("", "D", "max |k̂ − k|", "its mean over classes", "KS p-value"), rows),
        "columns": by_column(("series", "how", "place", "value"), given),
    }


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else number(value)
