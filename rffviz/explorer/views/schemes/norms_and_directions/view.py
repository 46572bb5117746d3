"""Norms and directions: are the norms right and the directions uniform?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rffviz.diagnose import Directions, RadiusDistribution, SampleDiagnostics
from rffviz.explorer.views.schemes.norms_and_directions.picture import norms_or_directions_picture
from rffviz.explorer.views.schemes.norms_and_directions.words import norms_or_directions_mathematics
from rffviz.explorer.views.schemes.view import diagnosed, diagnostic


def norms_or_directions(settings: Mapping, found: SampleDiagnostics) -> RadiusDistribution | Directions:
    """What is shown of a sample."""
    return found.radius if settings["polar"] == "norms" else found.directions


VIEW = diagnostic(
    "norms_and_directions",
    "Norms and directions",
    "Are the norms right and the directions uniform?",
    norms_or_directions_picture,
    norms_or_directions_mathematics,
    ("polar",),
    read=partial(diagnosed, norms_or_directions),
    formerly_named=("radius",),
)
