"""Norms of learned frequencies against the spectral measure and the optimal density (Li et al., Claim 1)."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.adaptive.norms.words import radial_study_words
from rffviz.studies.norms import LearnedNorms, RadialStudy

_COUNTED, _WEIGHTED = "frequencies counted once", "frequencies by weight"


def radial_study_picture(study: RadialStudy, theme: Theme) -> Picture:
    """Norms of learned frequencies: counted once against q of Claim 1, and weighted against p; without q, p alone."""
    figure = _panels(study, theme)
    panels = [(study.weighted, ("kernel",))]
    if study.claim_norms is not None:
        panels.insert(0, (study.counted, ("kernel", "claim")))
    for panel, (record, distributions) in enumerate(panels):
        place = panel_place(theme, panel)
        figure.add_trace(_bars(study, record, theme, first=panel == 0), **place)
        for distribution in distributions:
            figure.add_trace(_distribution(study, distribution, theme, first=panel == 0), **place)
    return Picture(
        name=f"norms-{study.about.kernel.name}",
        figure=figure,
        columns=_columns(study),
        **radial_study_words(study),
    )


def _panels(study: RadialStudy, theme: Theme) -> go.Figure:
    titles = (_WEIGHTED,) if study.claim_norms is None else (_COUNTED, _WEIGHTED)
    stacked = theme.narrow and len(titles) == 2
    figure = side_by_side(theme, titles, 420, 860 if stacked else 470)
    figure.update_layout(bargap=0, barmode="overlay", margin={"t": 40})
    legend_under(figure, -0.11 if stacked else -0.2, legend_yanchor="top")
    shown = [
        study.counted,
        study.weighted,
        study.kernel_norms,
        *([] if study.claim_norms is None else [study.claim_norms]),
    ]
    tallest = max(float(record.shares.max()) for record in shown)  # from the bars, since densities may be infinite
    figure.update_xaxes(title={"text": "norm ‖ω‖ℓ"}, range=[float(study.edges[0]), float(study.edges[-1])])
    figure.update_yaxes(range=[0, 1.08 * tallest], tickformat=".0%")
    for panel, title in enumerate(titles):
        of = "frequencies" if title == _COUNTED else "weight"
        figure.update_yaxes(title={"text": f"share of {of}"}, **panel_place(theme, panel))
    return figure


def _bars(study: RadialStudy, record: LearnedNorms, theme: Theme, first: bool) -> go.Bar:
    colour = theme.hues["amber"]
    width = study.edges[1] - study.edges[0]
    return go.Bar(
        x=(study.edges[:-1] + width / 2).astype(np.float32),
        y=record.shares.astype(np.float32),
        width=float(width),
        marker={"color": theme.soft(colour, 0.4), "line": {"color": colour, "width": 1.5}},
        name="learned",
        legendgroup="learned",
        showlegend=first,
        hovertemplate="‖ω‖ℓ near %{x:.2f}: %{y:.1%}<extra>learned</extra>",
    )


def _distribution(study: RadialStudy, which: str, theme: Theme, first: bool) -> go.Scatter:
    distribution, name, look = study.kernel_norms, "p, kernel", {"colour": theme.exact, "width": 2.5}
    if which == "claim":
        distribution, name = study.claim_norms, "q, optimal for draws (Claim 1)"
        look = {"colour": theme.bound, "dash": "dash"}
    return line(
        study.norms[::4],
        distribution.density[::4] * (study.edges[1] - study.edges[0]),  # as mass per bin, the unit of the bars
        name=name,
        legendgroup=which,
        showlegend=first,
        hovertemplate=f"‖ω‖ℓ = %{{x:.2f}}: %{{y:.1%}} of a bin<extra>{name[0]}</extra>",
        **look,
    )


def _columns(study: RadialStudy) -> dict[str, list]:
    columns = {
        "from": list(study.edges[:-1]),
        "to": list(study.edges[1:]),
        "learned_counted": list(study.counted.shares),
        "learned_weighted": list(study.weighted.shares),
        "kernel": list(study.kernel_norms.shares),
    }
    return columns | ({} if study.claim_norms is None else {"claim": list(study.claim_norms.shares)})
