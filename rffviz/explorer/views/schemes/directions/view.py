"""Directions: are the frequencies' directions uniform?"""

from __future__ import annotations

from rffviz.explorer.views.schemes.directions.picture import directions_picture
from rffviz.explorer.views.schemes.directions.words import directions_mathematics
from rffviz.explorer.views.schemes.view import diagnostic

VIEW = diagnostic(
    "directions",
    "Directions",
    "Are the frequencies' directions uniform?",
    directions_picture,
    directions_mathematics,
)
