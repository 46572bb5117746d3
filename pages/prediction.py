"""How many random features predict like the exact method?"""

from rffviz.explorer.views.prediction.attention.view import VIEW as ATTENTION
from rffviz.explorer.views.prediction.attention_cost.view import VIEW as ATTENTION_COST
from rffviz.explorer.views.prediction.cost.view import VIEW as COST
from rffviz.explorer.views.prediction.descent.view import VIEW as DESCENT
from rffviz.explorer.views.prediction.image.view import VIEW as IMAGE
from rffviz.explorer.views.prediction.kernel_error.view import VIEW as KERNEL_ERROR
from rffviz.explorer.views.prediction.line.view import VIEW as LINE
from rffviz.explorer.views.prediction.real_data.view import VIEW as REAL_DATA
from rffviz.explorer.views.prediction.surfaces.view import VIEW as SURFACES
from rffviz.explorer.web.view import Page

PAGE = Page(
    "prediction",
    "Prediction",
    ":material/show_chart:",
    formerly="use",
    views=(LINE, COST, IMAGE, DESCENT, ATTENTION, ATTENTION_COST, SURFACES, REAL_DATA, KERNEL_ERROR),
    n_first=4,
    moved=dict.fromkeys(("table1", "table"), ("papers", {"view": "table", "paper": "table1"}))
    | dict.fromkeys(("unsupervised", "unlabelled"), ("prediction", {"view": "surfaces"})),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
