"""How fast do the features approach the kernel, and what do theorems prove?"""

from rffviz.explorer.views.convergence.curve.view import VIEW as CURVE
from rffviz.explorer.views.convergence.exceedance.view import VIEW as EXCEEDANCE
from rffviz.explorer.views.convergence.factor.view import VIEW as FACTOR
from rffviz.explorer.views.convergence.maps.view import VIEW as MAPS
from rffviz.explorer.views.convergence.matrices.view import VIEW as MATRICES
from rffviz.explorer.views.convergence.precision.view import VIEW as PRECISION
from rffviz.explorer.web.view import Page

PAGE = Page(
    "convergence",
    "Convergence",
    ":material/trending_down:",
    views=(CURVE, MATRICES, FACTOR, MAPS, EXCEEDANCE, PRECISION),
    n_first=3,
    moved={"pairs": ("convergence", {"view": "matrices", "show": "pairs"})},
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
