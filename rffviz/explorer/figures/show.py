"""A record as a figure in one line, for a notebook: `show(diagnose(my_scheme, Gaussian(), 8), "radius")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import (
    BiasAndVariance,
    Comparison,
    Directions,
    ErrorField,
    FrequencyCloud,
    RadiusDistribution,
    Report,
    Samples,
)
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import THEMES, Theme
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.views.schemes.bias.picture import bias_picture
from rffviz.explorer.views.schemes.cloud.picture import cloud_picture
from rffviz.explorer.views.schemes.difference.picture import difference_picture
from rffviz.explorer.views.schemes.field.picture import field_picture
from rffviz.explorer.views.schemes.norms_and_directions.picture import directions_picture, radius_picture
from rffviz.foundation.validation import Refusal
from rffviz.measure import Convergence, ErrorCurve, Exceedance, convergence

_EPSILON = 0.1  # whose number of frequencies a curve is read for
_OF_SAMPLES = {
    FrequencyCloud: cloud_picture,
    RadiusDistribution: radius_picture,
    Directions: directions_picture,
    ErrorField: field_picture,
    BiasAndVariance: bias_picture,
}
_ALONE = {Convergence: convergence_picture, Exceedance: exceedance_picture, Comparison: difference_picture}
_IN_REPORTS: dict[str, Callable[[Report], Any]] = {
    "cloud": lambda report: report.found.cloud,
    "radius": lambda report: report.found.radius,
    "directions": lambda report: report.found.directions,
    "bias": lambda report: report.bias,
}


def show(record, view: str = "cloud", theme: str = "light") -> go.Figure:
    """The figure of a record of measurements, with the headline that its numbers give it.

    Parameters
    ----------
    record : Report, Comparison, one of the diagnostics' records, ErrorCurve, Convergence or Exceedance
    view : {"cloud", "radius", "directions", "bias"}
        Which part of a `rffviz.diagnose.Report` is drawn.
    theme : {"light", "dark"}

    Raises
    ------
    ValueError
        For another record, view or theme.
    """
    drawn = _picture(record, view, _chosen("theme", theme, THEMES))
    words = {"text": drawn.title, "x": 0, "xref": "container", "pad": {"l": 12, "t": 12}, "yref": "container", "y": 1}
    figure = go.Figure(drawn.figure)
    top = (figure.layout.margin.t or 0) + 44
    height = (figure.layout.height or 450) + 44
    return figure.update_layout(title=words | {"yanchor": "top"}, margin={"t": top}, height=height)


def _picture(record, view: str, theme: Theme) -> Picture:
    if isinstance(record, Report):
        part = _chosen("view", view, _IN_REPORTS)(record)
        return _OF_SAMPLES[type(part)](Samples({"": part}, {"": record}), theme)
    if type(record) in _OF_SAMPLES:
        return _OF_SAMPLES[type(record)](Samples({"": record}), theme)
    if isinstance(record, ErrorCurve):  # without a bound nothing depends on the points
        record = convergence([record], np.zeros((2, record.d)), record.n_freqs[-1], _EPSILON, bounds=())
    if type(record) in _ALONE:
        return _ALONE[type(record)](record, theme)
    known = ", ".join(cls.__name__ for cls in (Report, ErrorCurve, *_OF_SAMPLES, *_ALONE))
    raise Refusal(f"record must be one of {known}, got {type(record).__name__}.")


def _chosen(name: str, key: str, options: Mapping[str, Any]) -> Any:
    if key not in options:
        raise Refusal(f"{name} must be one of {', '.join(options)}, got {key!r}.")
    return options[key]
