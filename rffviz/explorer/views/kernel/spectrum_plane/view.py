"""Spectrum in the plane: what is the spectrum of a kernel in the plane?"""

from __future__ import annotations

from rffviz.explorer.views.kernel.spectrum_plane.mathematics import plane_spectrum_mathematics
from rffviz.explorer.views.kernel.spectrum_plane.picture import plane_spectrum_picture
from rffviz.explorer.views.kernel.view import drawn
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand, stretched
from rffviz.explorer.web.settings.table import KERNEL
from rffviz.explorer.web.view import View
from rffviz.studies.spectrum_plane import plane_spectrum


def plane(settings, _):
    """The chosen kernel in the plane with its spectrum."""
    return Job(
        plane_spectrum, "Drawing …", kernel=stretched(resolve_kernel_by_hand(settings, 2), settings), **drawn(settings)
    )


VIEW = View(
    "spectrum_plane",
    "Spectrum in the plane",
    "What is the spectrum of a kernel in the plane?",
    controls=(*KERNEL, "axis_ratio", "density_scale"),
    shared=("n_freqs", "seed"),
    scrub="n_freqs",
    jobs=plane,
    pictures=(plane_spectrum_picture,),
    mathematics=plane_spectrum_mathematics,
    formerly_named=("plane",),
)
