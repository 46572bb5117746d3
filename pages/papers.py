"""Are the papers' tables reproduced here?"""

from rffviz.explorer.views.papers.claims.view import VIEW as CLAIMS
from rffviz.explorer.views.papers.table.view import VIEW as TABLE
from rffviz.explorer.web.view import Page

PAGE = Page(
    "papers",
    "Papers",
    ":material/fact_check:",
    formerly="shown",
    views=(TABLE, CLAIMS),
    moved={
        "cell": ("papers", {"view": "table", "cell": "1"}),
        "survey": ("prediction", {"view": "kernel_error", "measured": "survey"}),
    },
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
