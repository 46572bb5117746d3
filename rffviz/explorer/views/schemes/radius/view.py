"""Radius: do the frequency norms match the spectral density?"""

from __future__ import annotations

from rffviz.explorer.views.schemes.radius.picture import radius_picture
from rffviz.explorer.views.schemes.radius.words import radius_mathematics
from rffviz.explorer.views.schemes.view import diagnostic

VIEW = diagnostic(
    "radius",
    "Radius",
    "Do the frequency norms match the spectral density?",
    radius_picture,
    radius_mathematics,
)
