"""The estimate k̂ settling on the kernel k as frequencies are added, scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank
from rffviz.samplers import SAMPLERS
from rffviz.studies import Profile
from rffviz.words.numbers import count, kernel_words, measured, number


def profile_picture(profile: Profile, n_freqs: int, theme: Theme) -> Picture:
    """k, k̂ and the band in which 95 % of Monte Carlo draws fall at each distance; D is scrubbed.

    Parameters
    ----------
    profile : Profile
    n_freqs : int
        The number of frequencies shown first, where it is one of the profile's.
    theme : Theme
    """
    kernel, scheme = profile.kernel, SAMPLERS[profile.sampler]
    start = int(np.argmin(np.abs(np.log(profile.n_freqs / n_freqs))))
    colour = theme.scheme(profile.sampler)[0]
    figure = blank(theme, height=400)
    figure.add_traces(_traces(profile, start, theme, colour))
    figure.frames = [
        go.Frame(name=str(int(m)), data=_traces(profile, g, theme, colour)[:2], traces=[0, 1])
        for g, m in enumerate(profile.n_freqs)
    ]
    low = min(float((profile.exact - 2 * profile.sigma[start]).min()), float(profile.approximate.min()))
    figure.update_xaxes(title={"text": "distance ‖x − y‖"}, range=[0, float(profile.distance[-1])])
    figure.update_yaxes(title={"text": "similarity"}, range=[max(low, -1.05) - 0.05, 1.08])
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.25, "x": 0}
        if theme.narrow
        else {"x": 0.98, "xanchor": "right", "y": 0.98, "yanchor": "top", "bgcolor": "rgba(0,0,0,0)"},
    )
    readings = [_reading(profile, g) for g in range(len(profile.n_freqs))]
    largest = profile.largest
    return Picture(
        name=f"kernel-profile-{kernel.name}",
        title=f"A sum of random waves becomes the {kernel.label} kernel",
        subtitle=(
            f"{kernel_words(kernel)}, d = {profile.d} · frequencies by "
            f"{scheme.label}, seed {profile.random_state} · band: ±2 standard deviations of Monte Carlo, by the formula"
        ),
        figure=figure,
        alt=(
            f"The {kernel.label} kernel against distance with its estimate from D random waves: the largest gap falls "
            f"from {number(largest[0])} at D = {count(profile.n_freqs[0])} to {number(largest[-1])} at "
            f"D = {count(profile.n_freqs[-1])}."
        ),
        reading=readings[start],
        columns=_columns(profile),
        provenance=(f"kernel: {kernel}", f"scheme: {profile.sampler}", f"seed: {profile.random_state}"),
        scrub=Scrub(
            label="D, frequencies",
            names=[str(int(m)) for m in profile.n_freqs],
            values=[f"D = {count(m)}" for m in profile.n_freqs],
            readings=readings,
            start=start,
        ),
    )


def _traces(profile: Profile, g: int, theme: Theme, colour: str) -> list[go.Scatter]:
    """Band, estimate and kernel at the g-th number of frequencies."""
    x = profile.distance.astype(np.float32)
    exact, sigma = profile.exact, profile.sigma[g]
    return [
        band(x, exact - 2 * sigma, exact + 2 * sigma, theme.soft(colour, 0.18), "±2σ of Monte Carlo"),
        go.Scatter(
            x=x,
            y=profile.approximate[g].astype(np.float32),
            mode="lines",
            line={"color": colour, "width": 3},
            name="k̂, the features' inner product",
        ),
        go.Scatter(
            x=x,
            y=profile.exact.astype(np.float32),
            mode="lines",
            line={"color": theme.exact, "width": 3, "dash": "dot"},
            name="k, the kernel",
        ),
    ]


def _reading(profile: Profile, g: int) -> str:
    return (
        f"With D = {count(profile.n_freqs[g])} frequencies the estimate is at most {measured(profile.largest[g])} away "
        f"from the kernel, and inside the band over {100 * profile.inside[g]:.0f} % of the distances."
    )


def _columns(profile: Profile) -> dict[str, list]:
    columns = {"distance": list(profile.distance), "kernel": list(profile.exact)}
    for g, m in enumerate(profile.n_freqs):
        columns[f"estimate_{int(m)}"] = list(profile.approximate[g])
        columns[f"sigma_{int(m)}"] = list(profile.sigma[g])
    return columns
