"""The estimate k̂ settling on the kernel k as frequencies are added."""

from __future__ import annotations

import plotly.graph_objects as go

from rffviz.figures.lines import band, line
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.studies.profile import Profile
from rffviz.words.profile import profile_readings, profile_words


def profile_picture(profile: Profile, theme: Theme) -> Picture:
    """k, k̂ and the band in which 95 % of Monte Carlo draws fall at each distance; D is scrubbed."""
    start = profile.start
    colour = theme.scheme(profile.about.sampler)[0]
    figure = blank(theme, height=400)
    figure.add_traces(_traces(profile, start, theme, colour))
    low = min(float((profile.exact - 2 * profile.sigma[start]).min()), float(profile.approximate.min()))
    figure.update_xaxes(title={"text": "distance ‖x − y‖"}, range=[0, float(profile.distance[-1])])
    figure.update_yaxes(title={"text": "similarity"}, range=[max(low, -1.05) - 0.05, 1.08])
    inside = {"x": 0.98, "xanchor": "right", "y": 0.98, "yanchor": "top", "bgcolor": "rgba(0,0,0,0)"}
    if theme.narrow:
        legend_under(figure, -0.25)
    else:
        figure.update_layout(showlegend=True, legend=inside)
    readings = profile_readings(profile)
    scrub = Scrub.over_freqs(profile.n_freqs, readings, start)
    columns = {"distance": profile.distance, "kernel": profile.exact}
    for m, estimate, sigma in zip(profile.n_freqs, profile.approximate, profile.sigma, strict=True):
        columns |= {f"estimate_{int(m)}": estimate, f"sigma_{int(m)}": sigma}
    return Picture(
        name=f"kernel-profile-{profile.about.kernel.name}",
        figure=figure,
        columns=columns,
        **profile_words(profile),
        reading=readings[start],
        scrub=scrub.frames(figure, [0, 1], lambda g: _traces(profile, g, theme, colour)[:2]),
    )


def _traces(profile: Profile, g: int, theme: Theme, colour: str) -> list[go.Scatter]:
    """Band, estimate and kernel at the g-th number of frequencies."""
    x, exact, sigma = profile.distance, profile.exact, profile.sigma[g]
    return [
        band(x, exact - 2 * sigma, exact + 2 * sigma, theme.soft(colour, 0.18), "±2σ of Monte Carlo"),
        line(x, profile.approximate[g], colour, "k̂, the features' inner product"),
        line(x, exact, theme.exact, "k, the kernel", dash="dot"),
    ]
