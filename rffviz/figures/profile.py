"""The estimate k̂ settling on the kernel k as frequencies are added, scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank
from rffviz.studies import Profile
from rffviz.words.about import provenance
from rffviz.words.profile import alt, readings, subtitle, title


def profile_picture(profile: Profile, theme: Theme) -> Picture:
    """k, k̂ and the band in which 95 % of Monte Carlo draws fall at each distance; D is scrubbed.

    Parameters
    ----------
    profile : Profile
    theme : Theme
    """
    start = int(np.searchsorted(profile.n_freqs, profile.shown))
    colour = theme.scheme(profile.about.sampler)[0]
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
    said = readings(profile)
    return Picture(
        name=f"kernel-profile-{profile.about.kernel.name}",
        title=title(profile),
        subtitle=subtitle(profile),
        figure=figure,
        alt=alt(profile),
        reading=said[start],
        columns=_columns(profile),
        provenance=provenance(profile.about),
        scrub=Scrub.over_freqs(profile.n_freqs, said, start),
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


def _columns(profile: Profile) -> dict[str, list]:
    columns = {"distance": list(profile.distance), "kernel": list(profile.exact)}
    for g, m in enumerate(profile.n_freqs):
        columns[f"estimate_{int(m)}"] = list(profile.approximate[g])
        columns[f"sigma_{int(m)}"] = list(profile.sigma[g])
    return columns
