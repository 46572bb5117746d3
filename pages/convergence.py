"""How fast do the features approach the kernel, and what does theory promise?"""

from functools import partial

import streamlit as st

from rffviz.features.positive import POSITIVE_MAPS
from rffviz.figures.convergence import beside_picture, convergence_picture
from rffviz.figures.dissection import dissection_picture
from rffviz.figures.exceedance import exceedance_picture
from rffviz.figures.maps import maps_picture
from rffviz.figures.pairs import agreement_picture, matrices_picture, residual_picture
from rffviz.figures.precision import precision_picture
from rffviz.studies.dissection import dissection_steps
from rffviz.studies.maps import map_comparison_steps
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.precision import precision_steps
from rffviz.web.apart import job
from rffviz.web.beside import both, jobs_of_both, keep_as_b, read_both
from rffviz.web.curves import curve_jobs, curves_and_bar_jobs, error_curves, sampled, with_bounds, with_shares
from rffviz.web.inputs import points_and_kernel
from rffviz.web.job import Job
from rffviz.web.view import Page, View
from rffviz.words import refusals
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

BIT_SIZES = tuple(2**k for k in range(3, 12))
SHARED = ("dataset", "n_points", "whiten", "kernel", "length_rule", "length_scale", "n_freqs", "seed")
SIZES = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies in figures with a slider


def compare_maps(now, found):
    """Paired against offset at equal real features."""
    points, kernel = found
    asked = {"d": points.d, "n_features": 2 * now["n_freqs"], "random_state": now["seed"]}
    return Job(map_comparison_steps, "Measuring both maps …", kernel=kernel, **asked)


def few_bits(now, found):
    """Features rounded to few bits, and perhaps their frequencies."""
    points, kernel = found
    seeds = range(now["seed"], now["seed"] + now["n_seeds"])
    asked = {"n_freqs": BIT_SIZES, "seeds": seeds, "frequency_bits": int(now["frequency_bits"].replace("full", "64"))}
    return Job(precision_steps, "Rounding features …", X=points, kernel=kernel, **asked)


def dissect(now, found):
    """The bound taken apart, for Monte Carlo."""
    points, kernel = found
    map_name = now["map"]
    if map_name in POSITIVE_MAPS:
        st.info(refusals.PAIRED_MAP_FOR_BOUNDS, icon=":material/block:")
        map_name = "paired"
    asked = {"epsilon": now["epsilon"], "confidence": now["confidence"], "random_state": now["seed"]}
    return Job(dissection_steps, "Measuring many seeds …", X=points, kernel=kernel, map=map_name, **asked)


def grow(study, now, found):
    """A study of one scheme at growing numbers of frequencies; the figure starts at the chosen one."""
    points, kernel = found
    asked, map_name = sampled(now, kernel, points.d, (*SIZES, now["n_freqs"])), now["map"]
    if map_name in POSITIVE_MAPS:
        st.info(refusals.PAIRED_MAP_FOR_PAIRS, icon=":material/block:")
        map_name = "paired"
    long = asked["sampler"] == "leverage" and len(points) > 500  # a factorisation for each number of frequencies
    return job(long, study, "Measuring pairs of points …", X=points, map=map_name, **asked)


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
            study=dissect,
            pictures=(dissection_picture,),
            mathematics=dissection_mathematics,
            drafts=False,
        ),
        View(
            "maps",
            "Paired or offset",
            "Cosine and sine, or twice as many cosines with random phases?",
            **ABOUT_DATA,
            study=compare_maps,
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
            study=few_bits,
            pictures=(precision_picture,),
            mathematics=precision_mathematics,
        ),
        View(
            "matrices",
            "Matrices",
            "At which D do the blocks of the kernel matrix appear?",
            **GROWN,
            scrub="n_freqs",
            study=partial(grow, kernel_matrices),
            pictures=(matrices_picture,),
            mathematics=matrices_mathematics,
        ),
        View(
            "pairs",
            "Pair by pair",
            "Where are the errors large: at near pairs or at far ones?",
            **GROWN,
            scrub="n_freqs",
            study=partial(grow, pair_errors),
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
