"""Where do the frequencies of a kernel come from?"""

from rffviz.explorer.views.kernel.own_kernel.view import VIEW as OWN_KERNEL
from rffviz.explorer.views.kernel.spectrum.view import VIEW as SPECTRUM
from rffviz.explorer.views.kernel.spectrum_plane.view import VIEW as SPECTRUM_PLANE
from rffviz.explorer.web.view import Page

PAGE = Page(
    "kernel",
    "Kernel and spectrum",
    ":material/equalizer:",
    formerly="spectrum",
    views=(SPECTRUM, SPECTRUM_PLANE, OWN_KERNEL),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
