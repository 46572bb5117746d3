"""Moments: are the coordinates' scales right, and are any two correlated?"""

from __future__ import annotations

from rffviz.views.schemes.moments.mathematics import moments_mathematics
from rffviz.views.schemes.moments.picture import moments_picture
from rffviz.views.schemes.view import diagnostic

VIEW = diagnostic(
    "moments",
    "Moments",
    "Does every coordinate have its scale, and are two correlated?",
    moments_picture,
    moments_mathematics,
)
