"""Is a sampling scheme correct, and what is wrong with it if not?"""

from rffviz.explorer.views.schemes.bias.view import VIEW as BIAS
from rffviz.explorer.views.schemes.cloud.view import VIEW as CLOUD
from rffviz.explorer.views.schemes.difference.view import VIEW as DIFFERENCE
from rffviz.explorer.views.schemes.field.view import VIEW as FIELD
from rffviz.explorer.views.schemes.norms_and_directions.view import VIEW as NORMS_AND_DIRECTIONS
from rffviz.explorer.views.schemes.stages.view import VIEW as STAGES
from rffviz.explorer.views.schemes.view import practice_and_cases, practised_buttons, versions
from rffviz.explorer.web.view import Page

PAGE = Page(
    "schemes",
    "Sampling schemes",
    ":material/bug_report:",
    formerly="diagnostic",
    further=practice_and_cases,
    beside=practised_buttons,
    above=versions,
    views=(CLOUD, NORMS_AND_DIRECTIONS, BIAS, FIELD, STAGES, DIFFERENCE),
    n_first=3,
    moved={
        "moments": ("schemes", {"view": "cloud"}),
        "directions": ("schemes", {"view": "norms_and_directions", "polar": "directions"}),
    },
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
