"""How long learned frequencies are, beside the kernel's own law and the best density for draws (Li et al., Claim 1)."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.adaptive import LANDMARK_WORDS
from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme
from rffviz.studies import LearnedLengths, LengthLaw, RadialStudy
from rffviz.words.numbers import count, kernel_words, measured, plural

_LEARNED = "amber"
_LEFT_OUT = 0.02
_MOVED = 0.25  # of a law's range, a difference of medians worth naming
_WIDER = 1.1  # a ratio of two ranges worth naming
_COUNTED, _WEIGHTED = "each frequency counted once", "each frequency by its weight"


def radial_study_picture(study: RadialStudy, data: str, theme: Theme, n_seeds: int | None = None) -> Picture:
    """Lengths of learned frequencies: counted once beside q of Claim 1, and by weight beside p; p alone without q.

    Parameters
    ----------
    study : RadialStudy
    data : str
        What the points are: name, number, dimension.
    theme : Theme
    n_seeds : int, optional
        How many seeds there will be, where the study holds only the first of them.
    """
    figure = _panels(study, theme)
    panels = [(study.weighted, ("kernel",))]
    if study.claim_law is not None:
        panels.insert(0, (study.counted, ("kernel", "claim")))
    for panel, (found, laws) in enumerate(panels):
        place = panel_place(theme, panel)
        figure.add_trace(_bars(study, found, theme, first=panel == 0), **place)
        for law in laws:
            figure.add_trace(_law(study, law, theme, first=panel == 0), **place)
    done = len(study.seeds)
    seeds = plural(done, "seed") if n_seeds in (None, done) else f"the first {done} of {n_seeds} seeds"
    if done > 1:
        seeds += " together"
    return Picture(
        name=f"lengths-{study.kernel.name}",
        title=_title(study),
        subtitle=(
            f"{data} · {kernel_words(study.kernel)} · {count(study.n_freqs)} frequencies, learned by {study.learner} "
            f"from {count(study.n_landmarks)} landmarks ({LANDMARK_WORDS[study.kind]}), {seeds}"
        ),
        figure=figure,
        alt=_alt(study, data),
        reading=_reading(study),
        columns=_columns(study),
        provenance=_provenance(study, data),
    )


def _panels(study: RadialStudy, theme: Theme) -> go.Figure:
    titles = (_WEIGHTED,) if study.claim_law is None else (_COUNTED, _WEIGHTED)
    stacked = theme.narrow and len(titles) == 2
    figure = panels(
        theme,
        860 if stacked else 470,
        **side_by_side(theme, len(titles)),
        titles=titles,
        horizontal_spacing=0.1,
        vertical_spacing=0.17,
    )
    legend = {"orientation": "h", "x": 0, "y": -0.11 if stacked else -0.2, "yanchor": "top"}
    figure.update_layout(bargap=0, barmode="overlay", margin={"t": 40}, showlegend=True, legend=legend)
    shown = [study.counted, study.weighted, study.kernel_law, *([] if study.claim_law is None else [study.claim_law])]
    tallest = max(float(found.shares.max()) for found in shown)  # a density may be infinite: its line leaves the figure
    for panel in range(len(titles)):
        figure.update_xaxes(
            title={"text": "‖ω‖ℓ, length of a frequency"},
            range=[float(study.edges[0]), float(study.edges[-1])],
            **panel_place(theme, panel),
        )
        counted = panel == 0 and study.claim_law is not None
        figure.update_yaxes(
            title={"text": f"share of the {'frequencies' if counted else 'weight'}"},
            range=[0, 1.08 * tallest],
            tickformat=".0%",
            **panel_place(theme, panel),
        )
    return figure


def _per_bin(study: RadialStudy, law: LengthLaw) -> np.ndarray:
    """The law's density as a share of a bin, so that it stands on the bars' axis."""
    return law.density * (study.edges[1] - study.edges[0])


def _bars(study: RadialStudy, found: LearnedLengths, theme: Theme, first: bool) -> go.Bar:
    colour = theme.hues[_LEARNED]
    width = study.edges[1] - study.edges[0]
    return go.Bar(
        x=(study.edges[:-1] + width / 2).astype(np.float32),
        y=found.shares.astype(np.float32),
        width=float(width),
        marker={"color": theme.soft(colour, 0.4), "line": {"color": colour, "width": 1.5}},
        name="learned",
        legendgroup="learned",
        showlegend=first,
        hovertemplate="‖ω‖ℓ near %{x:.2f}: %{y:.1%}<extra>learned</extra>",
    )


def _law(study: RadialStudy, which: str, theme: Theme, first: bool) -> go.Scatter:
    claimed = which == "claim"
    law = study.claim_law if claimed else study.kernel_law
    name = "q, the best density for draws (Claim 1)" if claimed else "p, the kernel's own"
    line = {"color": theme.bound, "width": 3, "dash": "dash"} if claimed else {"color": theme.exact, "width": 2.5}
    return go.Scatter(
        x=study.lengths[::4].astype(np.float32),
        y=_per_bin(study, law)[::4].astype(np.float32),
        mode="lines",
        line=line,
        name=name,
        legendgroup=which,
        showlegend=first,
        hovertemplate=f"‖ω‖ℓ = %{{x:.2f}}: %{{y:.1%}} of a bin<extra>{name[0]}</extra>",
    )


def _range(of: LengthLaw | LearnedLengths) -> str:
    return f"{measured(of.low)}–{measured(of.high)}"


def _title(study: RadialStudy) -> str:
    """Where and how widely the lengths lie beside the law they are comparable with, unless draws of it lie so too."""
    found, law, whose, distance = study.weighted, study.kernel_law, "the kernel's own", study.weighted.from_kernel
    if study.claim_law is not None:
        found, law, whose, distance = study.counted, study.claim_law, "the best draws", study.counted.from_claim
    if distance <= study.scatter:
        return (
            f"Learned lengths are not told apart from {whose}: 80 % within {_range(found)}, theirs within {_range(law)}"
        )
    shift = (found.median - law.median) / (law.high - law.low)
    if abs(shift) > _MOVED:
        how = "longer" if shift > 0 else "shorter"
        return (
            f"Learned frequencies are {how} than {whose}: 80 % of the lengths within {_range(found)}, not {_range(law)}"
        )
    ratio = (found.high - found.low) / (law.high - law.low)
    if 1 / _WIDER <= ratio <= _WIDER:
        return f"Learned lengths lie as widely as {whose}: 80 % within {_range(found)}, theirs within {_range(law)}"
    how = "closer together" if ratio < 1 else "further apart"
    return f"Learned lengths lie {how} than {whose}: 80 % within {_range(found)}, not {_range(law)}"


def _beyond(study: RadialStudy) -> str:
    """What the figure leaves out, where it is worth a word."""
    law, weight = (1 - float(found.shares.sum()) for found in (study.kernel_law, study.weighted))
    if max(law, weight) < _LEFT_OUT:
        return ""
    return f" Beyond the figure lie {100 * law:.2g} % of p and {max(100 * weight, 0):.2g} % of the learned weight."


def _reading(study: RadialStudy) -> str:
    by_weight = (
        f"By weight, the learned lengths are {measured(study.weighted.from_kernel)} from the kernel's law p "
        f"(largest difference of the shares up to a length)"
    )
    total = f"the weights sum to {measured(study.total_weight)}."
    if study.claim_law is None:
        return (
            f"{by_weight}; {count(study.n_used)} independent draws stay within {measured(study.scatter)} of theirs 19 "
            f"times in 20; {total}{_beyond(study)}"
        )
    near = "hardly differs from" if study.between < study.scatter else "differs from"
    far = "further than" if study.counted.from_claim > study.scatter else "no further than"
    return (
        f"Claim 1's best density q {near} the kernel's p: by {measured(study.between)} (largest difference of the "
        f"shares up to a length). Counted once, the learned lengths are {measured(study.counted.from_claim)} from q, "
        f"{far} the {measured(study.scatter)} that {count(study.n_used)} independent draws keep to 19 times in 20; by "
        f"weight they are {measured(study.weighted.from_kernel)} from p, and {total}{_beyond(study)}"
    )


def _alt(study: RadialStudy, data: str) -> str:
    law = f"the kernel's has 80 % within {_range(study.kernel_law)}"
    if study.claim_law is not None:
        law += f" and Claim 1's best density within {_range(study.claim_law)}"
    return (
        f"Histogram of the lengths ‖ω‖ℓ of learned frequencies on {data}: 80 % of them lie within "
        f"{_range(study.counted)}, by weight within {_range(study.weighted)}; {law}."
    )


def _columns(study: RadialStudy) -> dict[str, list]:
    columns = {
        "from": list(study.edges[:-1]),
        "to": list(study.edges[1:]),
        "learned_counted": list(study.counted.shares),
        "learned_weighted": list(study.weighted.shares),
        "kernel": list(study.kernel_law.shares),
    }
    return columns | ({} if study.claim_law is None else {"claim": list(study.claim_law.shares)})


def _provenance(study: RadialStudy, data: str) -> tuple[str, ...]:
    return (
        f"data: {data}",
        f"kernel: {study.kernel}",
        f"frequencies: {study.n_freqs}, {study.n_used} of weight above 0 over the seeds; learner: {study.learner}",
        f"landmarks: {study.n_landmarks}, {LANDMARK_WORDS[study.kind]}",
        f"seeds: {', '.join(map(str, study.seeds))}",
        f"variance of a coordinate of x - y: {study.variance:.6g}",
        f"sum of the weights, mean over seeds: {study.total_weight:.6g}",
        *study.notes,
    )
