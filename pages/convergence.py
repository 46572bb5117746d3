"""How fast do the features approach the kernel, and what does theory promise?"""

from dataclasses import replace

import numpy as np
import streamlit as st

from rffviz.figures.convergence import convergence_picture
from rffviz.measure import METRICS, convergence, error_curve_steps
from rffviz.samplers import SAMPLERS
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel, chosen_points
from rffviz.web.shell import settings
from rffviz.web.table import TABLE
from rffviz.web.work import workshop

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)

now = settings()
st.title("How fast do random features approach the kernel?")

main, options = st.columns([3, 1], vertical_alignment="bottom")
with main:
    now.draw("sampler")
with options, st.popover("Error and bound", icon=":material/tune:", width="stretch"):
    for name in ("metric", "map", "bound", "epsilon", "confidence", "n_seeds"):
        now.draw(name)
view = now.draw("view")


def jobs_of(chosen, points, kernel):
    """The curves to measure for these settings, by the key that their results are kept under."""
    sizes = np.array(sorted({*_SIZES, chosen["n_freqs"]}))
    seeds = range(chosen["seed"], chosen["seed"] + chosen["n_seeds"])
    metric, map_name = chosen["metric"], chosen["map"]
    jobs = {}
    for name in chosen["sampler"]:
        if refusal := SAMPLERS[name].refusal(kernel, points.X.shape[1]):
            st.info(f"{SAMPLERS[name].label} is left out. {refusal}", icon=":material/block:")
            continue
        key = ("curve", points.key, kernel, name, tuple(sizes), seeds, metric, map_name)
        jobs[key] = lambda name=name: error_curve_steps(points.X, kernel, name, sizes, seeds, metric, map_name)
    return jobs


def report_of(chosen, points, curves):
    """The curves of these settings read beside their bounds."""
    return convergence(curves, points.X, chosen["n_freqs"], chosen["epsilon"], chosen["confidence"], chosen["bound"])


def measured(jobs):
    """The curves of these jobs as they grow, with progress."""
    progress = st.empty()
    with workshop().watch_all(jobs) as ticks:
        for steps in ticks:
            total = sum(step.total if step else 1 for step in steps)
            progress.progress(sum(step.done for step in steps if step) / total, "Measuring …")
            yield [step.curve if step else None for step in steps]
    progress.empty()


def one_curve():
    """The error against D for the settings in view."""
    points = chosen_points(now)
    jobs = jobs_of(now, points, chosen_kernel(now, points.X))
    chart, curves = Chart("convergence"), []

    def picture(curves):
        report = report_of(now, points, curves)
        return lambda theme: convergence_picture(report, points.words, theme, now["n_seeds"])

    for found in measured(jobs):
        curves = [curve for curve in found if curve]
        if curves:
            chart.refine(picture(curves))
    if curves:
        chart.show(picture(curves))
        meaning = [METRICS[now["metric"]].meaning] if now["metric"] in METRICS else []
        notes = [*meaning, points.note, *(note for curve in curves for note in curve.notes)]
        st.caption("  \n".join(dict.fromkeys(note for note in notes if note)))


def a_beside_b():
    """The settings in view beside those that were kept, on the same axes and under the same seed."""
    kept = now.query("view", "beside", "seed")
    st.button("Keep these settings as B", on_click=now.put, args=("beside", kept), icon=":material/content_copy:")
    defaults = {name: parameter.default for name, parameter in TABLE.items()}
    b = defaults | TABLE["beside"].values(now["beside"]) | {"seed": now["seed"]}
    jobs, sides = {}, []
    for letter, chosen, column in zip("AB", (now, b), st.columns(2), strict=True):
        with column:
            st.header(letter, anchor=False)
            points = chosen_points(chosen)
            own = jobs_of(chosen, points, chosen_kernel(chosen, points.X))
            sides.append((chosen, points, Chart(f"convergence-{letter.lower()}"), own))
            jobs |= own
    *_, curves = measured(jobs)
    found = dict(zip(jobs, curves, strict=True))
    drawn = [side for side in sides if side[3]]
    reports = [report_of(chosen, points, [found[key] for key in own]) for chosen, points, _, own in drawn]
    for report, (_, points, chart, _) in zip(reports, drawn, strict=True):

        def picture(theme, report=report, points=points):
            return convergence_picture(report, points.words, replace(theme, narrow=True), beside=reports)

        chart.show(picture)


{"curve": one_curve, "beside": a_beside_b}[view]()
