"""What was claimed of the kernel term in supervised features, and what comes out: errors against its weight η."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme
from rffviz.studies import KernelTermStudy
from rffviz.words.numbers import measured, number, plural


def kernel_term_picture(study: KernelTermStudy, data: str, settings: str, theme: Theme) -> Picture:
    """Test error of each split and their mean over η, beside the error of the kernel matrix.

    Parameters
    ----------
    study : KernelTermStudy
        With at least one split measured whole.
    data, settings : str
        What the data are, and the kernel, for the subtitle.
    theme : Theme
    """
    figure = _panels(study, theme)
    below = panel_place(theme, 1)
    pink, blue = theme.hues["pink"], theme.hues["blue"]
    for errors, colour, place in (
        (study.test_errors, pink, {"row": 1, "col": 1}),
        (study.kernel_errors, blue, below),
    ):
        for trace in _lines(study, errors[study.whole], colour):
            figure.add_trace(trace, **place)
    unit = _unit(study)
    return Picture(
        name="kernel-term",
        title=_title(study),
        subtitle=(
            f"{data}, {study.n_train:,} to train and {study.n_test:,} to test · {settings} · SUPERVISE with "
            f"{study.n_freqs} frequencies, γ = {number(study.decay)} for every η · thin: each of "
            f"{plural(len(study.whole), 'split')}, thick: their mean · test error: {unit}"
        ),
        figure=figure,
        alt=f"Test error and error of the kernel matrix against η. {_reading(study)}",
        reading=_reading(study),
        columns=_columns(study),
        provenance=(f"data: {data}", f"settings: {settings}", f"gamma: {study.decay:g}", f"test error: {unit}"),
    )


def _panels(study: KernelTermStudy, theme: Theme) -> go.Figure:
    figure = panels(
        theme,
        760 if theme.narrow else 420,
        **side_by_side(theme, 2),
        titles=("test error", "error of the kernel matrix"),
        horizontal_spacing=0.1,
        vertical_spacing=0.17,
    )
    figure.update_layout(margin={"r": 14})
    figure.update_xaxes(
        title={"text": "η, weight of the kernel term"},
        tickvals=list(range(len(study.etas))),
        ticktext=["0: left out", *(number(eta) for eta in study.etas[1:])],
        range=[-0.4, len(study.etas) - 0.6],
    )
    figure.update_yaxes(nticks=6, rangemode="tozero")
    return figure


def _lines(study: KernelTermStudy, errors: np.ndarray, colour: str) -> list[go.Scatter]:
    x = np.arange(len(study.etas), dtype=np.float32)
    thin = [
        go.Scatter(x=x, y=row.astype(np.float32), mode="lines", line={"color": colour, "width": 1}, hoverinfo="skip")
        for row in errors
    ]
    thick = go.Scatter(
        x=x,
        y=errors.mean(axis=0).astype(np.float32),
        mode="lines+markers",
        line={"color": colour, "width": 4},
        marker={"size": 12},
        hovertemplate="%{y:.3g}<extra>mean</extra>",
    )
    return [*thin, thick]


def _unit(study: KernelTermStudy) -> str:
    if study.task == "regression":
        return "root mean square over the standard deviation of the answers"
    return "percent wrong"


def _amount(study: KernelTermStudy, value: float) -> str:
    return measured(value) if study.task == "regression" else f"{value:.3g} points"


def _kernel_words(study: KernelTermStudy) -> str:
    """What becomes of the kernel error between η = 0 and the η that the test error is read at."""
    errors = study.kernel_errors[study.whole].mean(axis=0)
    eta = study.gain()[0]
    without, with_it = float(errors[0]), float(errors[list(study.etas).index(eta)])
    if measured(without) == measured(with_it):
        return f"the kernel error stays at {measured(without)} at η = {number(eta)}"
    verb = "falls" if with_it < without else "rises"
    return f"the kernel error {verb} from {measured(without)} to {measured(with_it)} at η = {number(eta)}"


def _title(study: KernelTermStudy) -> str:
    _, gain, spread = study.gain()
    kept = _kernel_words(study)
    if math.isnan(spread):
        return f"On one split the kernel term moves the test error by {_amount(study, abs(gain))}; {kept}"
    if study.clear:
        return f"The kernel term lowers the test error by {_amount(study, gain)} here; {kept}"
    return f"The kernel term does not lower the test error beyond chance; {kept}"


def _reading(study: KernelTermStudy) -> str:
    eta, gain, spread = study.gain()
    errors = study.test_errors[study.whole].mean(axis=0)
    at = int(np.flatnonzero(study.etas == eta)[0])
    less = "less" if gain >= 0 else "more"
    give = "" if math.isnan(spread) else f" ± {_amount(study, spread)} from split to split"
    found = measured(errors[at])
    return (
        f"Without the kernel term the mean test error is {measured(errors[0])}, with η = {number(eta)}, the best of "
        f"the others, {found}: {_amount(study, abs(gain))} {less}{give}; {_kernel_words(study)}, weights solved for in "
        "both."
    )


def _columns(study: KernelTermStudy) -> dict[str, list]:
    rows = {name: [] for name in ("split", "eta", "test_error", "train_error", "kernel_error")}
    for s, k in np.argwhere(np.isfinite(study.test_errors)):
        values = (int(s), study.etas[k], study.test_errors[s, k], study.train_errors[s, k], study.kernel_errors[s, k])
        for name, value in zip(rows, values, strict=True):
            rows[name].append(value)
    return rows
