"""Where do the frequencies of a kernel come from?"""

from rffviz.figures.spectrum import spectra_picture
from rffviz.figures.spectrum_plane import plane_spectrum_picture
from rffviz.kernels import KERNELS
from rffviz.studies.spectrum import kernel_spectra
from rffviz.studies.spectrum_plane import plane_spectrum
from rffviz.web.inputs import kernel_by_hand
from rffviz.web.job import Job
from rffviz.web.table import SHAPES
from rffviz.web.view import Page, View

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
KERNEL = ("kernel", *SHAPES, "length_scale")


def spectra(now, _):
    """The chosen kernel on a line, and perhaps another beside it, with their spectra."""
    kernels = [kernel_by_hand(now)]
    if now["other_kernel"] not in ("none", now["kernel"]):
        kernels.append(KERNELS[now["other_kernel"]](length_scale=now["length_scale"]))
    return Job(kernel_spectra, "Drawing …", kernels=kernels, **drawn(now))


def plane(now, _):
    """The chosen kernel in the plane with its spectrum."""
    return Job(plane_spectrum, "Drawing …", kernel=kernel_by_hand(now), **drawn(now))


def drawn(now):
    """What both ask for: the numbers of frequencies, the seed and the scale of the density."""
    sizes = sorted({*SIZES, now["n_freqs"]})
    return {"n_freqs": sizes, "random_state": now["seed"], "scale": now["density_scale"], "shown": now["n_freqs"]}


PAGE = Page(
    "kernel",
    "Kernel and spectrum",
    ":material/equalizer:",
    chooser="spectrum",
    views=(
        View(
            "line",
            "In one dimension",
            "Where do the frequencies of a kernel come from?",
            controls=(*KERNEL, "other_kernel", "density_scale"),
            shared=("n_freqs", "seed"),
            study=spectra,
            pictures=(spectra_picture,),
        ),
        View(
            "plane",
            "In two dimensions",
            "Which waves make a kernel of the plane, and where do they come from?",
            controls=(*KERNEL, "density_scale"),
            shared=("n_freqs", "seed"),
            study=plane,
            pictures=(plane_spectrum_picture,),
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
