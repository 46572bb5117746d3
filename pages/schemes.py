"""What is wrong with a sampling scheme, or right?"""

from functools import partial

from rffviz.figures.diagnose import (
    cloud_picture,
    directions_picture,
    moments_picture,
    radius_picture,
    verdict_picture,
)
from rffviz.figures.diagnose_error import bias_picture, field_picture
from rffviz.figures.difference import difference_picture, difference_table
from rffviz.web.practice import begin_or_leave, instead
from rffviz.web.shell import explain
from rffviz.web.sides import (
    bias_jobs,
    chosen_sides,
    diagnosed,
    difference_job,
    failing_cases,
    field_jobs,
    measured,
    shown_cloud,
    side_jobs,
)
from rffviz.web.view import Page, View
from rffviz.words.mathematics.difference import difference_mathematics
from rffviz.words.mathematics.record import of_each
from rffviz.words.mathematics.schemes import (
    bias_mathematics,
    cloud_mathematics,
    directions_mathematics,
    field_mathematics,
    moments_mathematics,
    radius_mathematics,
)
from rffviz.words.practice import SPECIMEN

AXES = ("first_axis", "second_axis")


def diagnostic(name, label, question, picture, formulas, axes=(), first=(), **declared):
    """A view of both samples; it reads the record that a diagnosis has by its name."""
    return View(
        name,
        label,
        question,
        controls=("a", "b", *first),
        actions=(instead(failing_cases),),
        options=("dimension", *axes, "n_draws"),
        shared=("kernel", "length_scale", "n_freqs", "seed"),
        carried=(SPECIMEN,),
        needs=chosen_sides,
        **{
            "study": side_jobs,
            "read": partial(diagnosed, name),
            "pictures": (picture, verdict_picture),
            "mathematics": lambda samples: of_each(formulas, samples.reports),
            "drafts": False,
            "refused": explain,
        }
        | declared,
    )


PAGE = Page(
    "schemes",
    "Sampling schemes",
    ":material/bug_report:",
    chooser="diagnostic",
    beside=begin_or_leave,
    views=(
        diagnostic(
            "cloud",
            "Frequencies",
            "Where do a scheme's frequencies lie, and do they repeat?",
            cloud_picture,
            cloud_mathematics,
            AXES,
            ("points",),
            read=partial(diagnosed, shown_cloud),
        ),
        diagnostic(
            "radius",
            "Lengths",
            "Are the frequencies as long as the kernel asks for?",
            radius_picture,
            radius_mathematics,
        ),
        diagnostic(
            "directions",
            "Directions",
            "Do the frequencies point in all directions alike?",
            directions_picture,
            directions_mathematics,
        ),
        diagnostic(
            "moments",
            "Moments",
            "Does every coordinate have its scale, and are two correlated?",
            moments_picture,
            moments_mathematics,
        ),
        diagnostic(
            "field",
            "Error field",
            "Where is the estimate of one draw wrong?",
            field_picture,
            field_mathematics,
            AXES,
            study=field_jobs,
            read=partial(measured, "field"),
        ),
        diagnostic(
            "bias",
            "Bias and variance",
            "Is the scheme right on average, and how much does it vary?",
            bias_picture,
            bias_mathematics,
            study=bias_jobs,
            read=partial(measured, "seeds"),
            drafts=True,
        ),
        diagnostic(
            "against",
            "A against B",
            "Do A and B follow the same law, and which has the smaller error?",
            difference_picture,
            difference_mathematics,
            study=difference_job,
            read=lambda now, sides, found: found,
            pictures=(difference_picture, difference_table),
            mathematics=difference_mathematics,
            drafts=True,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
