"""Error field: where is the estimate of one draw wrong?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rffviz.explorer.views.schemes.field.picture import field_picture
from rffviz.explorer.views.schemes.field.words import field_mathematics
from rffviz.explorer.views.schemes.view import AXES, Side, diagnostic, measured, side_jobs
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import two_axes
from rffviz.explorer.web.settings.link import Settings


def field_jobs(settings: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The records, with the error of each side over the chosen plane."""
    fields = {(letter, "field"): side.field(plane=two_axes(settings, side.d)) for letter, side in sides.items()}
    return fields | side_jobs(settings, sides)


VIEW = diagnostic(
    "field",
    "Error field",
    "Where is the estimate of one draw wrong?",
    field_picture,
    field_mathematics,
    AXES,
    jobs=field_jobs,
    read=partial(measured, "field"),
)
