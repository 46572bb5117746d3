"""How fast do the features approach the kernel, and what does theory promise?"""

from dataclasses import replace
from functools import partial

import streamlit as st

from rffviz.figures.convergence import convergence_picture
from rffviz.figures.exceedance import exceedance_picture
from rffviz.figures.maps import maps_picture
from rffviz.figures.pairs import agreement_picture, matrices_picture, residual_picture
from rffviz.measure import POSITIVE
from rffviz.studies.maps import map_comparison_steps
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.web.chart import Chart
from rffviz.web.curves import curve_jobs, sampled, with_bounds, with_shares
from rffviz.web.inputs import points_and_kernel
from rffviz.web.job import Job
from rffviz.web.scripts import convergence_script
from rffviz.web.table import TABLE
from rffviz.web.unfold import unfold
from rffviz.web.view import Page, View, draw_controls
from rffviz.web.work import watch
from rffviz.words import refusals
from rffviz.words.mathematics.convergence import (
    convergence_mathematics,
    exceedance_mathematics,
    maps_mathematics,
    matrices_mathematics,
    pairs_mathematics,
)

SHARED = ("dataset", "n_points", "whiten", "kernel", "length_rule", "length_scale", "n_freqs", "seed")
SIZES = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies in figures with a slider


def compare_maps(now, found):
    """Paired against offset at equal real features."""
    points, kernel = found
    asked = {"d": points.d, "n_features": 2 * now["n_freqs"], "random_state": now["seed"]}
    return Job(map_comparison_steps, "Measuring both maps …", kernel=kernel, **asked)


def grow(study, now, found):
    """A study of one scheme at growing numbers of frequencies; the figure starts at the chosen one."""
    points, kernel = found
    asked, map_name = sampled(now, kernel, points.d, (*SIZES, now["n_freqs"])), now["map"]
    if map_name == POSITIVE:
        st.info(refusals.PAIRED_MAP_FOR_PAIRS, icon=":material/block:")
        map_name = "paired"
    return Job(study, "Measuring pairs of points …", X=points, map=map_name, **asked)


def show_two_settings(view, now):
    """A, the settings in view, beside B, those that were kept: on the same axes and under the same seed."""
    draw_controls(view, now)
    kept = now.query("view", "beside", "seed")
    st.button("Keep these settings as B", on_click=now.put, args=("beside", kept), icon=":material/content_copy:")
    defaults = {name: parameter.default for name, parameter in TABLE.items()}
    b = defaults | TABLE["beside"].values(now["beside"]) | {"seed": now["seed"]}
    sides, jobs = [], []
    for letter, chosen, column in zip("AB", (now, b), st.columns(2), strict=True):
        with column:
            st.header(letter, anchor=False)
            found = points_and_kernel(chosen, letter)
            first = len(jobs)
            jobs += curve_jobs(chosen, found)
            own = slice(first, len(jobs))
            chart = Chart(f"convergence-{letter.lower()}", narrow=True)
            sides.append((chosen, found, own, chart, st.container()))
    *_, complete = watch(jobs)
    reports = [with_bounds(chosen, found, list(complete.records[own])) for chosen, found, own, *_ in sides]
    for report, (*_, chart, below) in zip(reports, sides, strict=True):
        drawn = chart.show(
            lambda theme, report=report: convergence_picture(report, replace(theme, narrow=True), reports)
        )
        with below:
            unfold(view.mathematics(report), [drawn])


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
            **CURVES,
            options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds"),
            read=with_bounds,
            pictures=(convergence_picture,),
            mathematics=convergence_mathematics,
            script=convergence_script,
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
            "maps",
            "Paired or offset",
            "For the same number of features: cosine and sine, or a cosine with a random phase?",
            **ABOUT_DATA,
            study=compare_maps,
            pictures=(maps_picture,),
            mathematics=maps_mathematics,
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
            show=show_two_settings,
            mathematics=convergence_mathematics,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
