"""How fast do the features approach the kernel, and what does theory promise?"""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

from dataclasses import replace
from functools import partial

import streamlit as st

from rffviz.figures.convergence import convergence_picture
from rffviz.figures.exceedance import exceedance_picture
from rffviz.figures.maps import maps_picture
from rffviz.figures.pairs import agreement_picture, matrices_picture, residual_picture
from rffviz.measure import METRICS, POSITIVE, convergence, exceedance
from rffviz.samplers import SAMPLERS
from rffviz.studies import kernel_matrices, map_comparison_steps, pair_errors
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel, chosen_points
from rffviz.web.measuring import at_once, curve_jobs, from_least, gathered, growing, refining
from rffviz.web.scripts import convergence_script
from rffviz.web.table import TABLE

_SCRUBBED = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)  # numbers of frequencies that views move through

st.title("How fast do random features approach the kernel?")
view = now.draw("view")


def controls(first, *others):
    """The control that matters first, and the others folded."""
    main, options = st.columns([3, 1], vertical_alignment="bottom")
    with main:
        now.draw(first)
    with options, st.popover("Options", icon=":material/tune:", width="stretch"):
        for name in others:
            now.draw(name)


def report_of(chosen, points, curves):
    """The curves of these settings read beside their bounds."""
    return convergence(curves, points.X, chosen["n_freqs"], chosen["epsilon"], chosen["confidence"], chosen["bound"])


def refined(key, picture, script_of=None):
    """A figure of all chosen schemes, drawn with the first seeds and refined; `picture` makes it, only when drawn."""
    points = chosen_points(now)
    kernel = chosen_kernel(now, points.X)
    jobs = curve_jobs(now, points, kernel)
    chart, curves = Chart(key), []
    for found in growing(jobs):
        curves = [curve for curve in found if curve]
        if curves:
            chart.refine(partial(picture, points, curves))
    if curves:
        chart.show(partial(picture, points, curves), script_of and (lambda: script_of(points, kernel, curves)))
        meaning = [METRICS[now["metric"]].meaning] if now["metric"] in METRICS else []
        st.caption("  \n".join([*meaning, *filter(None, [points.note]), *gathered(curves)]))


def curve_view():
    """The error against D, beside the bounds."""
    controls("sampler", "metric", "map", "bound", "epsilon", "confidence", "n_seeds")

    def picture(points, curves, theme):
        return convergence_picture(report_of(now, points, curves), points.words, theme, now["n_seeds"])

    def script_of(points, kernel, curves):
        first = curves[0]
        return convergence_script(
            points.name,
            now["n_points"],
            now["seed"],
            kernel,
            [curve.sampler for curve in curves],
            first.n_freqs.tolist(),
            list(first.seeds),
            first.metric,
            first.map,
            now["n_freqs"],
            now["epsilon"],
            now["confidence"],
            now["bound"],
            now["length_rule"],
            points.whitened,
            points.file,
        )

    refined("convergence", picture, script_of)


def probability_view():
    """How often the error reaches ε over seeds, beside the probability that the bounds allow."""
    controls("sampler", "epsilon", "bound", "n_seeds", "metric", "map", "confidence")

    def picture(points, curves, theme):
        report = exceedance(curves, points.X, now["n_freqs"], now["epsilon"], now["confidence"], now["bound"])
        return exceedance_picture(report, points.words, theme, now["n_seeds"])

    refined("probability", picture)


def maps_view():
    """Paired against offset at equal real features."""
    points = chosen_points(now)
    kernel, d, seed = chosen_kernel(now, points.X), points.X.shape[1], now["seed"]
    n_features = 2 * now["n_freqs"]

    def steps():
        return map_comparison_steps(kernel, d, n_features, random_state=seed)

    chart = Chart("maps")
    for step in refining(("maps", kernel, d, n_features, seed), steps, "Measuring both maps …"):
        if step.comparison and step.done < step.total:
            chart.refine(lambda theme, found=step.comparison: maps_picture(found, theme))
    chart.show(lambda theme: maps_picture(step.comparison, theme))  # once: the last step may come in twice


def scrubbed(kind, measure, *pictures):
    """Figures of one scheme under a D that the browser scrubs."""
    controls("scheme", "map")
    points = chosen_points(now)
    kernel, scheme, seed, map_name = chosen_kernel(now, points.X), now["scheme"], now["seed"], now["map"]
    if refusal := SAMPLERS[scheme].refusal(kernel, points.X.shape[1]):
        st.info(f"Monte Carlo is shown instead of {SAMPLERS[scheme].label}. {refusal}", icon=":material/block:")
        scheme = "monte_carlo"
    if map_name == POSITIVE:
        st.info(
            "The cos and sin map is shown: the ±2σ here are not those of positive features.", icon=":material/block:"
        )
        map_name = "paired"
    sizes = from_least(scheme, kernel, points.X.shape[1], (*_SCRUBBED, now["n_freqs"]))
    report = at_once(
        (kind, points.key, kernel, sizes, scheme, seed, map_name),
        lambda: measure(points.X, kernel, sizes, scheme, seed, map_name),
        "Measuring …",
    )
    for number, picture in enumerate(pictures):
        Chart(f"{kind}-{number}").show(lambda theme, p=picture: p(report, now["n_freqs"], points.words, theme))


def beside_view():
    """The settings in view beside those that were kept, on the same axes and under the same seed."""
    controls("sampler", "metric", "map", "bound", "epsilon", "confidence", "n_seeds")
    kept = now.query("view", "beside", "seed")
    st.button("Keep these settings as B", on_click=now.put, args=("beside", kept), icon=":material/content_copy:")
    defaults = {name: parameter.default for name, parameter in TABLE.items()}
    b = defaults | TABLE["beside"].values(now["beside"]) | {"seed": now["seed"]}
    jobs, sides = {}, []
    for letter, chosen, column in zip("AB", (now, b), st.columns(2), strict=True):
        with column:
            st.header(letter, anchor=False)
            points = chosen_points(chosen, letter)
            own = curve_jobs(chosen, points, chosen_kernel(chosen, points.X))
            sides.append((chosen, points, Chart(f"convergence-{letter.lower()}", narrow=True), own))
            jobs |= own
    *_, curves = growing(jobs)
    found = dict(zip(jobs, curves, strict=True))
    drawn = [side for side in sides if side[3]]
    reports = [report_of(chosen, points, [found[key] for key in own]) for chosen, points, _, own in drawn]
    for report, (_, points, chart, _) in zip(reports, drawn, strict=True):

        def picture(theme, report=report, points=points):
            return convergence_picture(report, points.words, replace(theme, narrow=True), beside=reports)

        chart.show(picture)


{
    "curve": curve_view,
    "probability": probability_view,
    "maps": maps_view,
    "matrices": lambda: scrubbed("matrices", kernel_matrices, matrices_picture),
    "pairs": lambda: scrubbed("pairs", pair_errors, agreement_picture, residual_picture),
    "beside": beside_view,
}[view]()
