"""Are the papers' tables reproduced here?"""

from rffviz.views.papers.cell.view import VIEW as CELL
from rffviz.views.papers.claims.view import VIEW as CLAIMS
from rffviz.views.papers.survey.view import VIEW as SURVEY
from rffviz.views.papers.table.view import VIEW as TABLE
from rffviz.web.view import Page

PAGE = Page(
    "papers",
    "Papers",
    ":material/fact_check:",
    formerly="shown",
    views=(TABLE, CLAIMS, SURVEY, CELL),
    n_first=2,
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
