"""Moments: are the marginal scales correct, and are any coordinates correlated?"""

from __future__ import annotations

from rffviz.explorer.views.schemes.moments.mathematics import moments_mathematics
from rffviz.explorer.views.schemes.moments.picture import moments_picture
from rffviz.explorer.views.schemes.view import diagnostic

VIEW = diagnostic(
    "moments",
    "Moments",
    "Are the marginal scales correct, and are any coordinates correlated?",
    moments_picture,
    moments_mathematics,
)
