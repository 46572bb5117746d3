"""What do features gain that are adapted to the data?"""

from rffviz.explorer.views.adaptive.from_labels.view import VIEW as FROM_LABELS
from rffviz.explorer.views.adaptive.kernel_term.view import VIEW as KERNEL_TERM
from rffviz.explorer.views.adaptive.landmarks.view import VIEW as LANDMARKS
from rffviz.explorer.views.adaptive.learning.view import VIEW as LEARNING
from rffviz.explorer.views.adaptive.norms.view import VIEW as NORMS
from rffviz.explorer.views.adaptive.weights.view import VIEW as WEIGHTS
from rffviz.explorer.web.view import Page

PAGE = Page(
    "adaptive",
    "Adaptive features",
    ":material/grain:",
    formerly="lesson",
    views=(WEIGHTS, LEARNING, FROM_LABELS, LANDMARKS, NORMS, KERNEL_TERM),
    n_first=2,
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
