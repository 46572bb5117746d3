"""Frequencies under their density, their waves, and the convergence of the waves' average k̂ to the kernel k."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.start.profile.words import PANELS, profile_readouts, profile_words
from rffviz.studies.profile import KernelProfile

PLAYS = 64  # the D up to which Start plays by itself


def colours(theme: Theme, sampler: str = "monte_carlo") -> dict[str, str]:
    """The colours of a frequency, of its wave, of the waves' average and of the kernel, in panels and formulas."""
    hues = {"frequency": theme.hues["pink"], "wave": theme.hues["amber"]}
    return hues | {"average": theme.scheme(sampler)[0], "kernel": theme.exact}


def formula(theme: Theme) -> str:
    """The approximation in one line of HTML, each symbol in its panel's colour."""
    hue = colours(theme)

    def said(name: str, text: str) -> str:
        return f'<span style="color: {hue[name]}">{text}</span>'

    def wave(index: str) -> str:
        omega = said("frequency", f"ω{index}")
        return f"{said('wave', 'cos')} {omega}<sup>⊤</sup>(x − y)"

    sums = f"{said('average', '<sup>1</sup>⁄<sub>D</sub> Σ<sub>j</sub>')} {wave('<sub>j</sub>')}"
    return f"{said('kernel', 'k')}(x − y) = mean of {wave('')} ≈ {sums}"


def profile_picture(profile: KernelProfile, theme: Theme) -> Picture:
    """The dots of the frequencies drawn, their waves, and k̂ beside k in the band of Monte Carlo; D is scrubbed.

    The band holds 95 % of Monte Carlo draws at each distance.
    """
    readouts = profile_readouts(profile)
    scrub = Scrub.over_freqs(profile.n_freqs, readouts, profile.start)
    if PLAYS in scrub.settings:
        scrub = replace(scrub, plays=scrub.settings.index(PLAYS))
    hue, tall = colours(theme, profile.about.sampler), 940
    figure = side_by_side(
        theme,
        (PANELS[-1], *PANELS[:-1]) if theme.narrow else PANELS,
        360,
        tall,
        horizontal_spacing=0.075,
        vertical_spacing=0.12,
    )
    _draw_still(figure, profile, theme, hue)
    for panel, traces in enumerate(_moving(profile, scrub.start, theme, hue)):
        for trace in traces:
            figure.add_trace(trace, **_place(theme, panel))
    delta, exact = _both_sides(profile.distance, -1), _both_sides(profile.exact)
    figure.add_trace(line(delta, exact, hue["kernel"], "kernel k", dash="dot"), **_place(theme, 2))
    for panel, trace in enumerate(_lit(theme, hue)):
        figure.add_trace(trace, **_place(theme, panel))
    light = {"dots": [1, 2], "waves": [3, 4], "lit": [8, 9], "still": [7], "axis": 3 if theme.narrow else 2}
    pull = {"dots": 1, "newest": [2, 4], "estimate": 6, "exact": 7, "lit": [8, 9], "still": []}
    even = profile.about.sampler == "monte_carlo"  # k̂ is the plain mean of the waves
    figure.update_layout(meta={"light": light} | ({"pull": pull} if even else {}))
    _axes(figure, profile, theme)

    nothing = np.full(1, np.nan, np.float32)

    def state(g: int) -> list[go.Scatter]:
        moved = [trace for traces in _moving(profile, g, theme, hue) for trace in traces]
        moved[2].x = None  # x is the same in every frame
        return [*moved, *(go.Scatter(x=nothing, y=nothing) for _ in range(2))]  # clears the highlight

    columns = {"distance": profile.distance, "kernel": profile.exact}
    for m, estimate, sigma in zip(profile.n_freqs, profile.approximate, profile.sigma, strict=True):
        columns |= {f"estimate_{int(m)}": estimate, f"sigma_{int(m)}": sigma}
    return Picture(
        name=f"kernel-profile-{profile.about.kernel.name}",
        figure=figure,
        columns=columns,
        **profile_words(profile),
        readout=readouts[scrub.start],
        scrub=scrub.frames(figure, [*range(1, 7), 8, 9], state),
    )


def _place(theme: Theme, panel: int) -> dict[str, int]:
    """The place of a panel; on a phone the average comes first."""
    return panel_place(theme, (panel + 1) % len(PANELS) if theme.narrow else panel)


def _draw_still(figure: go.Figure, profile: KernelProfile, theme: Theme, hue: dict[str, str]) -> None:
    """The density, which stays while D grows."""
    ground = line(profile.along, profile.density, hue["frequency"], width=2, fill="tozeroy", hoverinfo="skip")
    figure.add_trace(ground.update(fillcolor=theme.soft(hue["frequency"], 0.1)), **_place(theme, 0))


def _moving(profile: KernelProfile, g: int, theme: Theme, hue: dict[str, str]) -> tuple[list[go.Scatter], ...]:
    """What changes with D, by panel: dots and the newest of them; waves and the newest; band and average."""
    omega, heights = profile.omega[g], profile.stacked[g]
    many = len(profile.waves[-1])
    gap = np.full(1, np.nan)
    wave_x = _both_sides(profile.wave_distance, -1)
    x = np.concatenate([np.append(wave_x, gap)] * many)
    y = np.concatenate([np.append(_both_sides(wave), gap) for wave in profile.waves[g]])
    delta, exact, sigma = _both_sides(profile.distance, -1), _both_sides(profile.exact), _both_sides(profile.sigma[g])
    rows = np.column_stack([omega, heights])
    of_waves = {"dots": rows[:many].astype(np.float32).tolist(), "each": len(wave_x) + 1}
    of_newest = {"dots": rows[-1:].tolist(), "each": len(wave_x)}
    newest = {"hover": "the newest: ω = %{x:.2f}", "line": {"width": 2, "color": theme.ink}}
    return (
        [
            dots(rows, theme.soft(hue["frequency"], 0.75), size=5, hover="ω = %{x:.2f}"),
            dots(rows[-1:], hue["frequency"], size=13, **newest),
        ],
        [
            line(x, y, theme.soft(hue["wave"], 0.3), width=1, hoverinfo="none", meta=of_waves),
            line(wave_x, _both_sides(profile.newest[g]), hue["wave"], width=4, hover="%{y:.2f}", meta=of_newest),
        ],
        [
            band(delta, exact - 2 * sigma, exact + 2 * sigma, theme.soft(hue["average"], 0.18), "Monte Carlo ± 2 SD"),
            line(delta, _both_sides(profile.approximate[g]), hue["average"], "average k̂"),
        ],
    )


def _lit(theme: Theme, hue: dict[str, str]) -> tuple[go.Scatter, go.Scatter]:
    """The highlighted dot and wave, empty until the pointer is on either."""
    ring = {"width": 3, "color": theme.ink}
    dot = dots([(np.nan, np.nan)], hue["frequency"], size=13, line=ring)
    return dot, line([np.nan], [np.nan], theme.ink, width=4, hoverinfo="skip")


def _both_sides(values: np.ndarray, sign: int = 1) -> np.ndarray:
    """Values at δ ≥ 0 with those at −δ before them: cosines are even, δ itself is odd."""
    return np.concatenate([sign * values[:0:-1], values])


def _axes(figure: go.Figure, profile: KernelProfile, theme: Theme) -> None:
    window, furthest = profile.window, float(profile.distance[-1])
    stacks = zip(profile.omega, profile.stacked, strict=True)
    highest = max(heights[np.abs(omega) <= window].max(initial=0) for omega, heights in stacks)
    top = 1.06 * max(float(highest), float(profile.density.max(initial=0)))
    figure.update_xaxes(title={"text": "frequency ω"}, range=[-window, window], **_place(theme, 0))
    figure.update_yaxes(title={"text": "density p(ω)"}, range=[0, top], nticks=5, **_place(theme, 0))
    for panel in (1, 2):
        at = _place(theme, panel)
        figure.update_xaxes(title={"text": "difference δ = x − y"}, range=[-furthest, furthest], **at)
        figure.update_yaxes(range=[-1.1, 1.1], nticks=5, **at)
    if theme.narrow:
        legend_under(figure, -0.1)
    else:
        legend_under(figure, -0.3, legend_x=1, legend_xanchor="right", margin={"b": 90})
    for trace in figure.data:
        trace.showlegend = bool(trace.name)
