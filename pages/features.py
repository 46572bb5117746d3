"""What is a random feature, and why do two points have the kernel as their inner product?"""

import streamlit as st

from rffviz.features import MAPS
from rffviz.figures.circle import circle_picture
from rffviz.figures.grids import grids_picture
from rffviz.figures.other_kernels import other_kernels_picture
from rffviz.figures.two_points import two_points_picture
from rffviz.studies.circle import wrapped_points
from rffviz.studies.grids import binned_pair
from rffviz.studies.other_kernels import other_kernel_steps
from rffviz.studies.two_points import two_points
from rffviz.web.inputs import chosen_points, kernel_by_hand
from rffviz.web.job import Job
from rffviz.web.more import More
from rffviz.web.table import SHAPES, TABLE
from rffviz.web.view import Page, View
from rffviz.words import refusals
from rffviz.words.mathematics.features import circle_mathematics, grids_mathematics, two_points_mathematics
from rffviz.words.mathematics.other_kernels import other_kernels_mathematics

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048)
KERNEL = ("kernel", *SHAPES, "length_scale")


def circle(now, _):
    """Two points on the circles of the first frequencies."""
    asked = {"random_state": now["seed"], "n_freqs": TABLE["frequency"].high}
    return Job(wrapped_points, "Drawing …", kernel=kernel_by_hand(now, 2), distance=now["distance"], **asked)


def pair(now, _):
    """The features of two points, and their inner product."""
    name = now["map"]
    if name not in MAPS:
        st.info(refusals.PAIRED_MAP_FOR_PAIRS, icon=":material/block:")
        name = "paired"
    asked = {"map": name, "random_state": now["seed"]}
    sizes = sorted({*SIZES, now["n_freqs"]})
    return Job(two_points, "Drawing …", kernel=kernel_by_hand(now, 2), distance=now["distance"], n_freqs=sizes, **asked)


def grids(now, _):
    """Two points under random grids."""
    asked = {"distance": now["distance"], "random_state": now["seed"]}
    sizes = sorted({*SIZES, now["n_grids"]})
    return Job(binned_pair, "Drawing …", length_scale=now["length_scale"], n_grids=sizes, **asked)


def others(now, points):
    """The maps of a kernel that is not shift invariant."""
    asked = {"kernel": now["other"], "degree": now["degree"], "metric": now["matrix_error"]}
    seeds = range(now["seed"], now["seed"] + now["n_seeds"])
    return Job(other_kernel_steps, "Measuring its maps …", X=points, seeds=seeds, **asked)


PAGE = Page(
    "features",
    "Feature map",
    ":material/all_out:",
    chooser="feature",
    views=(
        View(
            "circle",
            "A point on the circle",
            "What does one random frequency make of a point?",
            controls=("distance", *KERNEL),
            shared=("seed",),
            scrub="frequency",
            study=circle,
            pictures=(circle_picture,),
            mathematics=circle_mathematics,
        ),
        View(
            "pair",
            "Two points",
            "Two points, two vectors of features: what is their inner product?",
            controls=("distance", "map", *KERNEL),
            shared=("n_freqs", "seed"),
            scrub="n_freqs",
            study=pair,
            pictures=(two_points_picture,),
            mathematics=two_points_mathematics,
        ),
        View(
            "binning",
            "Random binning",
            "Same bin or not: what does a random grid say about distance?",
            controls=("distance", "length_scale"),
            shared=("seed",),
            scrub="n_grids",
            study=grids,
            pictures=(grids_picture,),
            mathematics=grids_mathematics,
        ),
        View(
            "others",
            "Other kernels",
            "How fast do maps approach kernels that are not shift invariant?",
            controls=("other", "degree"),
            options=("matrix_error", "n_seeds"),
            shared=("dataset", "n_points", "whiten", "seed"),
            needs=chosen_points,
            study=others,
            pictures=(other_kernels_picture,),
            mathematics=other_kernels_mathematics,
            more=More("n_seeds", "seed"),
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
