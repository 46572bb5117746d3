"""Radius: do the frequency norms match the spectral density?"""

from __future__ import annotations

from rffviz.views.schemes.radius.mathematics import radius_mathematics
from rffviz.views.schemes.radius.picture import radius_picture
from rffviz.views.schemes.view import diagnostic

VIEW = diagnostic(
    "radius",
    "Radius",
    "Do the frequency norms match the spectral density?",
    radius_picture,
    radius_mathematics,
)
