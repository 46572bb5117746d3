"""Pairs: where are the errors large: at near pairs or at far ones?"""

from __future__ import annotations

from functools import partial

from rffviz.studies.pairs import pair_errors
from rffviz.views.convergence.pairs.mathematics import pairs_mathematics
from rffviz.views.convergence.pairs.picture import agreement_picture, residual_picture
from rffviz.views.convergence.view import GROWN, growing_job
from rffviz.web.view import View

VIEW = View(
    "pairs",
    "Pairs",
    "Where are the errors large: at near pairs or at far ones?",
    **GROWN,
    scrub="n_freqs",
    study=partial(growing_job, pair_errors),
    pictures=(agreement_picture, residual_picture),
    mathematics=pairs_mathematics,
)
