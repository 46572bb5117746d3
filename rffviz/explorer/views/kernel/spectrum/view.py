"""Spectrum: where do the frequencies of a kernel come from?"""

from __future__ import annotations

from rffviz.explorer.views.kernel.spectrum.picture import spectra_picture
from rffviz.explorer.views.kernel.spectrum.words import spectra_mathematics
from rffviz.explorer.views.kernel.view import drawn
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import resolve_kernel_by_hand
from rffviz.explorer.web.settings.table import KERNEL
from rffviz.explorer.web.view import View
from rffviz.kernels import KERNELS
from rffviz.studies.spectrum import kernel_spectra


def spectra(settings, _):
    """The chosen kernel on a line, and perhaps another beside it, with their spectra."""
    kernels = [resolve_kernel_by_hand(settings, 1)]
    if settings["other_kernel"] not in ("none", settings["kernel"]):
        kernels.append(KERNELS[settings["other_kernel"]](length_scale=settings["length_scale"]))
    return Job(kernel_spectra, "Drawing …", kernels=kernels, **drawn(settings))


VIEW = View(
    "spectrum",
    "Spectrum",
    "Where do the frequencies of a kernel come from?",
    controls=(*KERNEL, "other_kernel"),
    options=("density_scale",),
    shared=("n_freqs", "seed"),
    scrub="n_freqs",
    jobs=spectra,
    pictures=(spectra_picture,),
    mathematics=spectra_mathematics,
    formerly_named=("line",),
)
