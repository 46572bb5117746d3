"""Matrices: at which D do the blocks of the kernel matrix appear?"""

from __future__ import annotations

from functools import partial

from rffviz.studies.pairs import kernel_matrices
from rffviz.views.convergence.matrices.mathematics import matrices_mathematics
from rffviz.views.convergence.matrices.picture import matrices_picture
from rffviz.views.convergence.view import GROWN, growing_job
from rffviz.web.view import View

VIEW = View(
    "matrices",
    "Matrices",
    "At which D do the blocks of the kernel matrix appear?",
    **GROWN,
    scrub="n_freqs",
    study=partial(growing_job, kernel_matrices),
    pictures=(matrices_picture,),
    mathematics=matrices_mathematics,
)
