"""The picture of the view “Stages”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Samples, StageReport
from rffviz.explorer.figures.panels import panels, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.views.schemes.picture import columns_of
from rffviz.explorer.views.schemes.stages.words import stages_words

_LEAST, _MOST = 2.2, 5.0  # where the axis of the density ends, which is 1 for a correct stage
_IN_A_ROW = 2  # on a phone


def stages_picture(samples: Samples, theme: Theme) -> Picture:
    """A row of histograms for each sample, a panel for each stage: flat if it is correct, red if it is not."""
    records = samples.records
    return Picture(
        name=f"stages-{next(iter(records.values())).kernel.name}",
        figure=_figure(records, theme),
        **stages_words(records),
        columns=columns_of(samples, _columns),
    )


def _figure(records: dict[str, StageReport], theme: Theme) -> go.Figure:
    wide = _IN_A_ROW if theme.narrow else max(len(record.stages) for record in records.values())
    rows = [
        (letter, record, record.stages[first : first + wide], first)
        for letter, record in records.items()
        for first in range(0, len(record.stages), wide)
    ]
    titles = [
        f"{f'<b>{letter}</b>' if first + k == 0 else '→'} {stage.stage}{' ✕' if stage.status == 'fault' else ''}"
        f"{'' if stage.coordinate is None else f' (x<sub>{stage.coordinate + 1}</sub>)'}"
        for letter, _, stages, first in rows
        for k, stage in enumerate(stages)
    ]
    specs = [[{} if k < len(stages) else None for k in range(wide)] for _, _, stages, _ in rows]
    height = 210 * len(rows)
    gaps = {"horizontal_spacing": 0.1 if theme.narrow else 0.03, "vertical_spacing": 0.5 / len(rows)}
    top = max(float(stage.density.max(initial=0)) for record in records.values() for stage in record.stages)
    top = min(max(_LEAST, 1.05 * top), _MOST)
    figure = panels(theme, height, len(rows), wide, titles, specs=specs, **gaps)
    for row, (_, record, stages, _) in enumerate(rows, 1):
        for column, stage in enumerate(stages, 1):
            place, n = {"row": row, "col": column}, len(stage.density)
            wrong = stage.status == "fault"
            hue = theme.bound if wrong else sample_colours(theme, record.about)[0]
            bars = {"x": (np.arange(n, dtype=np.float32) + 0.5) / max(n, 1), "y": stage.density.astype(np.float32)}
            hover = "u = %{x:.3g}: density %{y:.3g}<extra></extra>"
            figure.add_trace(go.Bar(**bars, marker={"color": hue, "line": {"width": 0}}, hovertemplate=hover), **place)
            figure.add_hline(y=1, line={"color": theme.exact, "width": 2, "dash": "dot"}, **place)
            figure.update_xaxes(range=[0, 1], tickvals=[0, 0.5, 1], **place)
            figure.update_yaxes(range=[0, top], tickvals=[0, 1, 2, 3, 4], showticklabels=column == 1, **place)
    figure.update_xaxes(title={"text": "u = F(x)", "standoff": 2}, row=len(rows))
    figure.update_yaxes(title={"text": "density"}, col=1)
    figure.update_annotations(font={"size": 16})
    return figure.update_layout(showlegend=False, bargap=0)


def _columns(record: StageReport) -> dict[str, list]:
    values = [(each.stage, k, value) for each in record.stages for k, value in enumerate(each.density.tolist())]
    return {
        "stage": [stage for stage, _, _ in values],
        "bin": [k for _, k, _ in values],
        "density": [value for _, _, value in values],
    }
