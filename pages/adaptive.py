"""What do features gain that are adapted to the data?"""

from rffviz.explorer.views.adaptive.from_labels.view import VIEW as FROM_LABELS
from rffviz.explorer.views.adaptive.landmarks.view import VIEW as LANDMARKS
from rffviz.explorer.views.adaptive.learning.view import VIEW as LEARNING
from rffviz.explorer.views.adaptive.weights.view import VIEW as WEIGHTS
from rffviz.explorer.web.view import Page

PAGE = Page(
    "adaptive",
    "Adaptive features",
    ":material/grain:",
    formerly="lesson",
    views=(WEIGHTS, LEARNING, FROM_LABELS, LANDMARKS),
    n_first=2,
    moved=dict.fromkeys(("norms", "lengths"), ("papers", {"view": "claims", "claim": "adaptive"}))
    | dict.fromkeys(("kernel_term", "target"), ("papers", {"view": "claims", "claim": "alignment"})),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
