"""Errors of supervised features against the weight η of the kernel regularizer."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.views.adaptive.kernel_term.words import kernel_term_words
from rffviz.explorer.words.numbers import number
from rffviz.studies.kernel_term import KernelTermStudy


def kernel_term_picture(study: KernelTermStudy, theme: Theme) -> Picture:
    """Test error of each split and their mean over η, beside the error of the kernel matrix."""
    figure = side_by_side(theme, ("test error", "error of the kernel matrix"), 420, 760)
    figure.update_layout(margin={"r": 14})
    figure.update_xaxes(
        title={"text": "η, weight of the regularizer"},
        tickvals=list(range(len(study.etas))),
        ticktext=["0", *(number(eta) for eta in study.etas[1:])],
        range=[-0.4, len(study.etas) - 0.6],
    )
    figure.update_yaxes(nticks=6, rangemode="tozero")
    figure.update_yaxes(ticksuffix="" if study.task == "regression" else " %", row=1, col=1)
    for panel, (every, hue) in enumerate(((study.test_errors, "pink"), (study.kernel_errors, "blue"))):
        errors, colour, x = every[study.whole], theme.hues[hue], np.arange(len(study.etas))
        thick = {"width": 4, "symbol": "circle", "size": 12, "hovertemplate": "%{y:.3g}<extra>mean</extra>"}
        traces = [line(x, row, colour, width=1, hoverinfo="skip") for row in errors]
        for trace in [*traces, line(x, errors.mean(axis=0), colour, **thick)]:
            figure.add_trace(trace, **panel_place(theme, panel))
    rows = (
        (int(s), study.etas[k], study.test_errors[s, k], study.train_errors[s, k], study.kernel_errors[s, k])
        for s, k in np.argwhere(np.isfinite(study.test_errors))
    )
    return Picture(
        name="kernel-term",
        figure=figure,
        columns=by_column(("split", "eta", "test_error", "train_error", "kernel_error"), rows),
        **kernel_term_words(study),
    )
