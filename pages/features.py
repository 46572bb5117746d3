"""What is a random feature, and why do two points have the kernel as their inner product?"""

from rffviz.explorer.views.features.binning.view import VIEW as BINNING
from rffviz.explorer.views.features.circle.view import VIEW as CIRCLE
from rffviz.explorer.views.features.two_points.view import VIEW as TWO_POINTS
from rffviz.explorer.web.view import Page

PAGE = Page(
    "features",
    "Feature map",
    ":material/all_out:",
    formerly="feature",
    views=(CIRCLE, TWO_POINTS, BINNING),
    moved=dict.fromkeys(("other_kernels", "others"), ("papers", {"view": "claims", "claim": "spherical_3"})),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
