"""Are the papers' tables reproduced here?"""

from rffviz.figures.claims import claims_picture
from rffviz.figures.papers import CELLS, cell_beside_picture, cell_settings_table, table_beside_picture
from rffviz.figures.survey import standings_picture, survey_picture
from rffviz.web.cells import (
    cell_job,
    choose_cell,
    claims_job,
    kept,
    show_cell,
    show_claims,
    survey_job,
    table_job,
    the_table,
)
from rffviz.web.view import Page, View
from rffviz.words.mathematics.claims import claims_mathematics
from rffviz.words.mathematics.papers import cell_beside_mathematics, table_beside_mathematics
from rffviz.words.mathematics.survey import survey_mathematics

PAGE = Page(
    "papers",
    "Papers",
    ":material/fact_check:",
    chooser="shown",
    views=(
        View(
            "table",
            "All cells",
            "Are the published numbers reproduced here?",
            controls=("paper", "paper_data", "paper_landmarks"),
            options=("paper_methods",),
            needs=kept,
            study=table_job,
            pictures=(table_beside_picture,),
            mathematics=table_beside_mathematics,
            click=(CELLS, choose_cell),
        ),
        View(
            "cell",
            "One cell",
            "What stands behind one number of a table?",
            controls=("paper", "cell_data", "cell_method", "cell_size", "cell_landmarks"),
            carried=("n_again",),
            needs=the_table,
            study=cell_job,
            pictures=(cell_beside_picture, cell_settings_table),
            mathematics=cell_beside_mathematics,
            show=show_cell,
        ),
        View(
            "survey",
            "Survey of schemes",
            "Does a smaller kernel error mean a smaller test error?",
            controls=("survey_data", "survey_kernel", "survey_machine"),
            scrub="ratio",
            study=survey_job,
            pictures=(survey_picture, standings_picture),
            mathematics=survey_mathematics,
        ),
        View(
            "claims",
            "Claims",
            "Does each method do what its paper says?",
            controls=("claim",),
            carried=("n_again",),
            study=claims_job,
            pictures=(claims_picture,),
            mathematics=claims_mathematics,
            show=show_claims,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
