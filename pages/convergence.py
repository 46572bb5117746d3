"""How fast do the features approach the kernel, and what does theory promise?"""

import numpy as np
import streamlit as st

from rffviz.figures.convergence import convergence_picture
from rffviz.measure import METRICS, convergence, error_curve_steps
from rffviz.samplers import SAMPLERS
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel, chosen_points
from rffviz.web.shell import settings
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

points = chosen_points(now)
kernel = chosen_kernel(now, points.X)
sizes = np.array(sorted({*_SIZES, now["n_freqs"]}))
metric, map_name = now["metric"], now["map"]
seeds = range(now["seed"], now["seed"] + now["n_seeds"])

jobs = {}
for name in now["sampler"]:
    if refusal := SAMPLERS[name].refusal(kernel, points.X.shape[1]):
        st.info(f"{SAMPLERS[name].label} is left out. {refusal}", icon=":material/block:")
        continue
    key = ("curve", points.key, kernel, name, tuple(sizes), seeds, metric, map_name)
    jobs[key] = lambda name=name: error_curve_steps(points.X, kernel, name, sizes, seeds, metric, map_name)

chart, progress = Chart("convergence"), st.empty()


def picture(curves):
    """The figure of these curves, for whichever appearance it will be drawn in."""
    report = convergence(curves, points.X, now["n_freqs"], now["epsilon"], now["confidence"], now["bound"])
    return lambda theme: convergence_picture(report, points.words, theme, len(seeds))


curves = []
with workshop().watch_all(jobs) as ticks:
    for steps in ticks:
        total = sum(step.total if step else 1 for step in steps)
        progress.progress(sum(step.done for step in steps if step) / total, "Measuring …")
        curves = [step.curve for step in steps if step and step.curve]
        if curves:
            chart.refine(picture(curves))
progress.empty()

if curves:
    chart.show(picture(curves))
    meaning = [METRICS[metric].meaning] if metric in METRICS else []
    notes = [*meaning, points.note, *(note for curve in curves for note in curve.notes)]
    st.caption("  \n".join(dict.fromkeys(note for note in notes if note)))
