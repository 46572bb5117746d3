"""How fast do the features approach the kernel, and what does theory promise?"""

from dataclasses import replace

import streamlit as st

from rffviz.figures.convergence import convergence_picture
from rffviz.figures.exceedance import exceedance_picture
from rffviz.figures.maps import maps_picture
from rffviz.figures.pairs import agreement_picture, matrices_picture, residual_picture
from rffviz.measure import POSITIVE
from rffviz.studies import kernel_matrices, map_comparison_steps, pair_errors
from rffviz.web.chart import Chart
from rffviz.web.curves import curve_jobs, curve_script, defined_scheme, from_least, with_bounds, with_shares
from rffviz.web.inputs import points_and_kernel
from rffviz.web.job import Job
from rffviz.web.table import TABLE
from rffviz.web.view import Page, View, draw_controls
from rffviz.web.work import watch
from rffviz.words import refusals

SHARED = ("dataset", "n_points", "whiten", "kernel", "length_rule", "length_scale", "n_freqs", "seed")
SCRUBBED = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies that views move through


def compare_maps(now, found):
    """Paired against offset at equal real features."""
    points, kernel = found
    asked = {"d": points.d, "n_features": 2 * now["n_freqs"], "random_state": now["seed"]}
    return Job(map_comparison_steps, "Measuring both maps …", kernel=kernel, **asked)


def under_scrubbed_freqs(study):
    """A study of one scheme at the numbers of frequencies that the browser moves through."""

    def job(now, found):
        points, kernel = found
        scheme, map_name = defined_scheme(now, kernel, points.d), now["map"]
        if map_name == POSITIVE:
            st.info(refusals.PAIRED_MAP_FOR_PAIRS, icon=":material/block:")
            map_name = "paired"
        return Job(
            study,
            "Measuring …",
            X=points,
            kernel=kernel,
            n_freqs=from_least(scheme, kernel, points.d, (*SCRUBBED, now["n_freqs"])),
            sampler=scheme,
            random_state=now["seed"],
            map=map_name,
            shown=now["n_freqs"],
        )

    return job


def show_beside(view, now):
    """The settings in view beside those that were kept, on the same axes and under the same seed."""
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
            own = curve_jobs(chosen, found)
            sides.append((chosen, found, len(own), Chart(f"convergence-{letter.lower()}", narrow=True)))
            jobs += own
    *_, complete = watch(jobs)
    records, reports = list(complete.records), []
    for chosen, found, n_curves, _ in sides:
        reports.append(with_bounds(chosen, found, [records.pop(0) for _ in range(n_curves)]))
    for report, (*_, chart) in zip(reports, sides, strict=True):
        chart.show(lambda theme, report=report: convergence_picture(report, replace(theme, narrow=True), reports))


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
            controls=("sampler",),
            options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds"),
            shared=SHARED,
            needs=points_and_kernel,
            study=curve_jobs,
            read=with_bounds,
            pictures=(convergence_picture,),
            script=curve_script,
        ),
        View(
            "probability",
            "Probability",
            "How often does the error reach ε?",
            controls=("sampler",),
            options=("epsilon", "bound", "n_seeds", "metric", "map", "confidence"),
            shared=SHARED,
            needs=points_and_kernel,
            study=curve_jobs,
            read=with_shares,
            pictures=(exceedance_picture,),
        ),
        View(
            "maps",
            "Paired or offset",
            "For the same number of features: cosine and sine, or a cosine with a random phase?",
            shared=SHARED,
            needs=points_and_kernel,
            study=compare_maps,
            pictures=(maps_picture,),
        ),
        View(
            "matrices",
            "Matrices",
            "At which D do the blocks of the kernel matrix appear?",
            controls=("scheme",),
            options=("map",),
            shared=SHARED,
            needs=points_and_kernel,
            study=under_scrubbed_freqs(kernel_matrices),
            pictures=(matrices_picture,),
        ),
        View(
            "pairs",
            "Pair by pair",
            "Where are the errors large: at near pairs or at far ones?",
            controls=("scheme",),
            options=("map",),
            shared=SHARED,
            needs=points_and_kernel,
            study=under_scrubbed_freqs(pair_errors),
            pictures=(agreement_picture, residual_picture),
        ),
        View(
            "beside",
            "A beside B",
            "Which of two settings approaches the kernel faster?",
            controls=("sampler",),
            options=("metric", "map", "bound", "epsilon", "confidence", "n_seeds"),
            carried=("beside",),
            shared=SHARED,
            show=show_beside,
        ),
    ),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
