"""How fast do the features approach the kernel, and what does theory promise?"""

from functools import partial

from rffviz.figures.convergence import beside_picture, convergence_picture
from rffviz.figures.dissection import dissection_picture
from rffviz.figures.exceedance import exceedance_picture
from rffviz.figures.maps import maps_picture
from rffviz.figures.pairs import agreement_picture, matrices_picture, residual_picture
from rffviz.figures.precision import precision_picture
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.web.beside import both, jobs_of_both, keep_as_b, read_both
from rffviz.web.curves import (
    bits_job,
    curve_jobs,
    curves_and_bar_jobs,
    dissection_job,
    error_curves,
    growing_job,
    maps_job,
    with_bounds,
    with_shares,
)
from rffviz.web.inputs import points_and_kernel
from rffviz.web.view import Page, View
from rffviz.words.mathematics.convergence import (
    convergence_mathematics,
    exceedance_mathematics,
    maps_mathematics,
    matrices_mathematics,
    pairs_mathematics,
    precision_mathematics,
)
from rffviz.words.mathematics.dissection import dissection_mathematics
from rffviz.words.mathematics.record import of_each

SHARED = ("dataset", "n_points", "whiten", "kernel", "length_rule", "length_scale", "n_freqs", "seed")
ABOUT_DATA = {"shared": SHARED, "needs": points_and_kernel}
CURVES = ABOUT_DATA | {"controls": ("sampler",), "study": curve_jobs}
GROWN = ABOUT_DATA | {"controls": ("scheme",), "options": ("map",)}
PAGE = Page(
    "convergence",
    "Convergence",
    ":material/trending_down:",
    chooser="view",
    views=(
        View(
            "curve",
            "Error against D",
            "How fast do random features approach the kernel?",
            **CURVES | {"study": curves_and_bar_jobs},
            options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds", "one_draw"),
            read=with_bounds,
            enough=error_curves,
            pictures=(convergence_picture,),
            mathematics=convergence_mathematics,
        ),
        View(
            "probability",
            "Probability",
            "How often does the error reach ε?",
            **CURVES,
            options=("epsilon", "bound", "n_seeds", "metric", "map", "confidence"),
            read=with_shares,
            pictures=(exceedance_picture,),
            mathematics=exceedance_mathematics,
        ),
        View(
            "factor",
            "The factor",
            "Where did the bound's factor go?",
            **ABOUT_DATA,
            controls=("epsilon",),
            options=("confidence", "map"),
            scrub="step",
            study=dissection_job,
            pictures=(dissection_picture,),
            mathematics=dissection_mathematics,
            drafts=False,
        ),
        View(
            "maps",
            "Paired or offset",
            "Cosine and sine, or twice as many cosines with random phases?",
            **ABOUT_DATA,
            study=maps_job,
            pictures=(maps_picture,),
            mathematics=maps_mathematics,
        ),
        View(
            "bits",
            "Bits",
            "Few features of many bits, or many of few?",
            **ABOUT_DATA,
            controls=("frequency_bits",),
            options=("n_seeds",),
            study=bits_job,
            pictures=(precision_picture,),
            mathematics=precision_mathematics,
        ),
        View(
            "matrices",
            "Matrices",
            "At which D do the blocks of the kernel matrix appear?",
            **GROWN,
            scrub="n_freqs",
            study=partial(growing_job, kernel_matrices),
            pictures=(matrices_picture,),
            mathematics=matrices_mathematics,
        ),
        View(
            "pairs",
            "Pair by pair",
            "Where are the errors large: at near pairs or at far ones?",
            **GROWN,
            scrub="n_freqs",
            study=partial(growing_job, pair_errors),
            pictures=(agreement_picture, residual_picture),
            mathematics=pairs_mathematics,
        ),
        View(
            "beside",
            "A beside B",
            "Which of two settings approaches the kernel faster?",
            controls=("sampler",),
            options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds"),
            carried=("beside",),
            shared=SHARED,
            actions=(keep_as_b,),
            needs=both,
            study=jobs_of_both,
            read=read_both,
            pictures=(beside_picture,),
            mathematics=partial(of_each, convergence_mathematics),
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
