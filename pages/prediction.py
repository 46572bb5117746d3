"""How many random features predict like the exact method?"""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

import numpy as np
import streamlit as st

from rffviz.datasets import load
from rffviz.figures.prediction import prediction_picture
from rffviz.predict import ridge_path_steps
from rffviz.samplers import SAMPLERS
from rffviz.web.chart import Chart
from rffviz.web.choices import kernel_by_hand
from rffviz.web.measuring import from_least
from rffviz.web.work import workshop

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)

st.title("How many random features predict like the exact method?")

for column, name in zip(
    st.columns(5, vertical_alignment="bottom"), ("function", "n_train", "noise", "ridge", "scheme"), strict=True
):
    with column:
        now.draw(name)

data = load(now["function"], n_points=now["n_train"], noise=now["noise"], random_state=now["seed"])
kernel = kernel_by_hand(now)
scheme, ridge, seed = now["scheme"], now["ridge"], now["seed"]
if refusal := SAMPLERS[scheme].refusal(kernel, 1):
    st.info(f"Monte Carlo is shown instead of {SAMPLERS[scheme].label}. {refusal}", icon=":material/block:")
    scheme = "monte_carlo"
sizes = from_least(scheme, kernel, 1, (*_SIZES, now["n_freqs"]))
grid = np.linspace(-3.6, 3.6, 361)
inside = np.linspace(-3, 3, 301)


def steps():
    """The path over the numbers of frequencies, growing."""
    return ridge_path_steps(
        kernel, data.X, data.y, grid, sizes, scheme, ridge, seed, x_test=inside, y_test=data.truth(inside)
    )


chart, progress = Chart("prediction"), st.empty()
path = None
with workshop().watch(("prediction", data.content_hash, kernel, sizes, scheme, ridge, seed), steps) as ticks:
    for path in ticks:
        done = 0 if path is None else len(path.n_freqs)
        if done < len(sizes):
            progress.progress(done / len(sizes), "Fitting …")
progress.empty()

chart.show(lambda theme: prediction_picture(path, data, kernel, scheme, ridge, seed, now["n_freqs"], theme))
notes = [
    "Both methods solve the same penalised problem, with the same λ; the bands are those of the exact Gaussian process "
    "and of Bayesian linear regression on the features, with the same prior and noise.",
    *path.notes,
]
st.caption("  \n".join(notes))
