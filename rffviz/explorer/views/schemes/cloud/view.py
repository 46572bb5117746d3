"""Frequency cloud: where do a scheme's frequencies lie, and do they repeat?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rffviz.diagnose import FrequencyCloud, SampleDiagnostics
from rffviz.explorer.views.schemes.cloud.picture import cloud_picture
from rffviz.explorer.views.schemes.cloud.words import cloud_mathematics
from rffviz.explorer.views.schemes.view import AXES, diagnosed, diagnostic
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import two_axes


def shown_cloud(settings: Mapping, data: SampleDiagnostics) -> FrequencyCloud:
    """The frequencies in the chosen plane, or their points in the cube."""
    return made(replace, data.cloud, shown=two_axes(settings, data.about.d), in_cube=settings["points"] == "cube")


VIEW = diagnostic(
    "cloud",
    "Frequency cloud",
    "Where do a scheme's frequencies lie, and do they repeat?",
    cloud_picture,
    cloud_mathematics,
    ("points", *AXES),
    read=partial(diagnosed, shown_cloud),
)
