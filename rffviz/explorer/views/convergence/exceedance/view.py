"""Exceedance: how often does the error exceed ε?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rffviz.datasets import Points
from rffviz.explorer.views.convergence.exceedance.mathematics import exceedance_mathematics
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.views.convergence.view import CURVES
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.view import View
from rffviz.kernels import Kernel
from rffviz.measure import ErrorCurve, Exceedance, exceedance


def with_shares(settings: Mapping, data: tuple[Points, Kernel], curves: Sequence[ErrorCurve]) -> Exceedance:
    """How often the curves exceed ε, with the chosen bounds."""
    return made(
        exceedance, curves, data[0], settings["n_freqs"], settings["epsilon"], settings["confidence"], settings["bound"]
    )


VIEW = View(
    "exceedance",
    "Exceedance",
    "How often does the error exceed ε?",
    **CURVES,
    options=("epsilon", "bound", "n_seeds", "metric", "map", "confidence"),
    read=with_shares,
    pictures=(exceedance_picture,),
    mathematics=exceedance_mathematics,
    formerly_named=("probability",),
)
