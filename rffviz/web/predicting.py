"""From settings to predictions: the views of the page on prediction."""

from __future__ import annotations

import numpy as np
import streamlit as st

from rffviz.datasets import TrainTest, train_test
from rffviz.datasets.images import grey_image
from rffviz.figures.comparison import comparison_picture, comparison_table
from rffviz.figures.cost import cost_picture
from rffviz.figures.descent import descent_picture
from rffviz.figures.image import image_picture
from rffviz.figures.prediction import prediction_picture
from rffviz.figures.surfaces import surfaces_picture
from rffviz.figures.unsupervised import unsupervised_picture
from rffviz.samplers import SAMPLERS
from rffviz.studies import (
    Contender,
    comparison_steps,
    cost_steps,
    descent_steps,
    image_fit_steps,
    ridge_path_steps,
    sizes_about,
    surface_steps,
    unsupervised_steps,
)
from rffviz.studies.contenders import contenders
from rffviz.web.chart import Chart
from rffviz.web.choices import chosen_kernel, kernel_by_hand, kernel_rule, line_data, own_file, plane_data
from rffviz.web.labelled import at_most, labelled_data, tell_of_classes, two_classes
from rffviz.web.link import Settings
from rffviz.web.measuring import from_least, refining
from rffviz.web.table import OWN
from rffviz.web.work import workshop
from rffviz.words.numbers import kernel_words

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_KEPT = (  # what is not chosen, and not the chosen kernel's
    "Core vector machines, supervised features, kitchen sinks and compressed features keep fixed settings. Binning, "
    "alone or by half, stands for the Laplacian kernel with its own median distance; kitchen sinks draw by Monte Carlo."
)
_SCALES = (0.02, 0.05, 0.005, 0.01, 0.03, 0.1, 0.2, 0.5)  # of a photograph; telling ones first
_MOST_TESTED = 10_000  # points that predictions are tested on
_MEASURED = (16, 32, 64, 128, 256, 512)  # sizes of methods on real data
_TIMED = (100, 200, 400, 800, 1600, 3200, 10_000, 30_000)  # numbers of points
_MOST_EXACT = 3200  # points that the exact method is timed with
_DESCENT_POINTS = 120  # to train: few, so that features soon outnumber them
_HEIGHT = 80  # pixels of a photograph
_MOST_FREQS = 2048  # of a photograph: twice as many take four times as long


def line_view(now: Settings) -> None:
    """Functions on a line: features at scrubbed D beside the exact method, with the bands of both models."""
    _controls(now, "function", "n_train", "noise", "ridge", "scheme", "draws")
    data = line_data(now)
    kernel = kernel_by_hand(now)
    scheme, ridge, seed, n_draws = _scheme_for(now, kernel, 1), now["ridge"], now["seed"], now["draws"]
    sizes = from_least(scheme, kernel, 1, (*_SIZES, now["n_freqs"]))
    grid = np.linspace(*_around(data.X[:, 0]), 401)
    truth = {}
    if data.truth is not None:
        inside = np.linspace(-3, 3, 301)
        truth = {"x_test": inside, "y_test": data.truth(inside)}

    def steps():
        """The path over the numbers of frequencies, growing."""
        return ridge_path_steps(kernel, data.X, data.y, grid, sizes, scheme, ridge, seed, n_draws=n_draws, **truth)

    chart, progress = Chart("prediction"), st.empty()
    path = None
    key = ("prediction", data.content_hash, kernel, sizes, scheme, ridge, seed, n_draws)
    with workshop().watch(key, steps) as ticks:
        for path in ticks:
            done = 0 if path is None else len(path.n_freqs)
            if done < len(sizes):
                progress.progress(done / len(sizes), "Fitting …")
    progress.empty()

    chart.show(lambda theme: prediction_picture(path, data, kernel, scheme, ridge, seed, now["n_freqs"], theme))
    notes = [
        "Both methods solve the same penalised problem, with the same λ; the bands are those of the exact Gaussian "
        "process and of Bayesian linear regression on the features, with the same prior and noise. Far from the data "
        "is where the exact band keeps 95 % of its prior variance.",
        *path.notes,
    ]
    st.caption("  \n".join(notes))


def _around(x: np.ndarray) -> tuple[float, float]:
    """Where to predict: from −5 to 5, and further where the data are, with a third of their extent on both sides."""
    low, high = float(x.min()), float(x.max())
    if -3.5 <= low and high <= 3.5:
        return -5.0, 5.0
    room = (high - low) / 3 or 1.0
    return low - room, high + room


def image_view(now: Settings) -> None:
    """A photograph as a regression problem, the length scale scrubbed."""
    _controls(now, "photo", "ridge", "scheme")
    image = grey_image(now["photo"], _HEIGHT)
    kernel = kernel_by_hand(now)
    scheme, ridge, seed = _scheme_for(now, kernel, 2), now["ridge"], now["seed"]
    n_freqs = from_least(scheme, kernel, 2, (min(now["n_freqs"], _MOST_FREQS),))[0]
    if now["n_freqs"] > _MOST_FREQS:
        st.info(f"{_MOST_FREQS:,} frequencies are used: more would take minutes here.", icon=":material/info:")
    chart = Chart("image")

    def picture(fits):
        """The figure of the length scales fitted so far."""
        return lambda theme: image_picture(fits, image, kernel, scheme, n_freqs, ridge, seed, theme)

    key = ("image", image.name, _HEIGHT, kernel.with_length_scale(1.0), n_freqs, scheme, ridge, seed)
    steps = lambda: image_fit_steps(image.pixels, kernel, _SCALES, n_freqs, scheme, ridge, random_state=seed)  # noqa: E731
    for fits in refining(key, steps, "Learning the photograph …"):
        if fits.done < fits.total:
            chart.refine(picture(fits))
    chart.show(picture(fits))
    seen = int(fits.seen.sum())
    st.caption(
        f"{_same_draw(scheme)} "
        f"The exact method would need a matrix of {seen:,} × {seen:,} numbers; ridge on features needs one of "
        f"{2 * n_freqs:,} × {2 * n_freqs:,}, whatever the size of the photograph."
    )


def plane_view(now: Settings) -> None:
    """Decision surfaces in the plane, side by side, of the chosen methods."""
    _controls(now, "shape", "method", "scheme", "length_rule")
    data = plane_data(now, classes=True)
    split = train_test(data, now["seed"])
    scheme, seed = _scheme_for(now, kernel_by_hand(now), 2), now["seed"]
    size = from_least(scheme, kernel_by_hand(now), 2, (min(now["n_freqs"], _MOST_FREQS),))[0]
    if now["n_freqs"] > _MOST_FREQS:
        st.info(f"{_MOST_FREQS:,} frequencies are used: more would take minutes here.", icon=":material/info:")
    chosen = _chosen_methods(now, contenders(kernel_rule(now), "binary", scheme))
    kernel = chosen_kernel(now, split.X_train)
    chart = Chart("plane")
    settings = f"{kernel_words(kernel)} · {SAMPLERS[scheme].label}, seed {seed}"

    def picture(found):
        """The figure of the surfaces found so far."""
        return lambda theme: surfaces_picture(found, size, data.label, settings, (f"data: {data.source}",), theme)

    key = ("plane", data.content_hash, kernel, scheme, seed, size, tuple(chosen))
    steps = lambda: surface_steps(split, chosen, size, random_state=seed)  # noqa: E731
    for found in refining(key, steps, "Fitting …"):
        if found.done < found.total:
            chart.refine(picture(found))
    chart.show(picture(found))
    for one in found.surfaces:
        if one.refusal:
            st.info(f"{one.label} is left out. {one.refusal}", icon=":material/block:")
    st.caption(
        "The same points, grid and colours in every panel. Penalties were chosen on the training points. "
        f"{_KEPT} Bins are boxes along the axes."
    )


def data_view(now: Settings) -> None:
    """Real data: test error and time of every method against its size, over repeated splits."""
    _controls(now, "dataset", "method", "n_splits")
    with st.popover("Options", icon=":material/tune:"):
        for name in ("scheme", "length_rule", "n_points"):
            now.draw(name)
    if now["dataset"] == OWN:
        own_file()
    data = labelled_data(now)
    seed, n_splits = now["seed"], 1 if data.split is not None else now["n_splits"]
    whole = [train_test(data, seed + s) for s in range(n_splits)]
    splits = [at_most(split, now["n_points"], _MOST_TESTED, seed + s) for s, split in enumerate(whole)]
    whole = whole[0]
    tell_of_classes(data, splits)
    kernel = chosen_kernel(now, splits[0].X_train)
    scheme = _scheme_for(now, kernel, splits[0].X_train.shape[1])
    sizes = from_least(scheme, kernel, splits[0].X_train.shape[1], _MEASURED)
    chosen = _chosen_methods(now, contenders(kernel_rule(now), data.task, scheme))
    chart = Chart("data")
    where = " by hand" if now["length_rule"] == "hand" else " on the first split"
    settings = f"{kernel_words(kernel)}{where} · {SAMPLERS[scheme].label}, seed {seed} on"

    def picture(found):
        """The figure of the fits done so far."""
        return lambda theme: comparison_picture(found, data.label, settings, (f"data: {data.source}",), theme)

    key = ("data", data.content_hash, data.task, kernel, now["length_rule"], scheme, seed, n_splits, now["n_points"])
    steps = lambda: comparison_steps(splits, data.task, chosen, sizes, seed)  # noqa: E731
    for found in refining((*key, tuple(chosen)), steps, "Fitting …"):
        if found.done < found.total and found.sized:
            chart.refine(picture(found))
    chart.show(picture(found))
    for run in found.runs:
        if run.refusal:
            st.info(f"{run.label} is left out where nothing is drawn. {run.refusal}", icon=":material/block:")
    st.dataframe(
        comparison_table(found), hide_index=True, placeholder="–", alt="Error and seconds of each method and size."
    )
    notes = [
        "Scaling, length scale and penalty come from the training part alone; fitting time holds the choice of the "
        f"penalty. {_KEPT}",
        _parts(whole, splits[0]),
    ]
    st.caption("  \n".join(notes))


def _parts(whole: TrainTest, used: TrainTest) -> str:
    """How many points of a split were used, and what its note says besides."""
    parts = []
    for name, before, after in (
        ("train", len(whole.X_train), len(used.X_train)),
        ("test", len(whole.X_test), len(used.X_test)),
    ):
        parts.append(f"{after:,} of {before:,} points to {name}" if after < before else f"{after:,} points to {name}")
    drawn = ", drawn at random" if len(used.X_train) < len(whole.X_train) else ""
    return f"{' and '.join(parts)}{drawn}. {whole.note.partition('. ')[2]}".strip()


def _chosen_methods(now: Settings, every: dict[str, Contender]) -> dict[str, Contender]:
    """Those of the chosen methods that the task has; where it has none of them, Fourier features."""
    return {name: every[name] for name in every if name in now["method"]} or {"fourier": every["fourier"]}


def _same_draw(scheme: str) -> str:
    if SAMPLERS[scheme].takes_data or scheme == "importance":
        return "Every length scale has a draw of its own under the same seed."
    return "Every length scale has the same random draw behind it, scaled."


def cost_view(now: Settings) -> None:
    """Seconds to fit against the number of points, measured live, the crossing named."""
    kernel = kernel_by_hand(now)
    n_freqs, seed = min(now["n_freqs"], _MOST_FREQS), now["seed"]
    if now["n_freqs"] > _MOST_FREQS:
        st.info(f"{_MOST_FREQS:,} frequencies are timed: more would take minutes here.", icon=":material/info:")
    chart, d = Chart("cost"), 10

    def picture(found):
        """The figure of the sizes timed so far."""
        return lambda theme: cost_picture(found, kernel_words(kernel), theme)

    steps = lambda: cost_steps(kernel, _TIMED, n_freqs, d, _MOST_EXACT, random_state=seed)  # noqa: E731
    for found in refining(("cost", kernel, n_freqs, d, seed), steps, "Timing …"):
        if found.done < found.total:
            chart.refine(picture(found))
    chart.show(picture(found))
    st.caption(
        "Both run here, one after the other. The exact method stores N² numbers and takes N³/3 operations; ridge on D "
        f"frequencies stores (2D)² and takes about N(2D)². It is not run beyond {_MOST_EXACT:,} points."
    )


def descent_view(now: Settings) -> None:
    """Least squares on features as they pass the points: the double descent, and what ridge does to it."""
    _controls(now, "dataset", "n_seeds", "scheme", "length_rule")
    if now["dataset"] == OWN:
        own_file()
    data, words = two_classes(labelled_data(now))
    split = at_most(train_test(data, now["seed"]), _DESCENT_POINTS, 10 * _DESCENT_POINTS, now["seed"])
    tell_of_classes(data, [split])
    kernel = chosen_kernel(now, split.X_train)
    d = split.X_train.shape[1]
    scheme, seed, n_seeds = _scheme_for(now, kernel, d), now["seed"], now["n_seeds"]
    sizes = from_least(scheme, kernel, d, [int(size) for size in sizes_about(len(split.X_train))])
    chart = Chart("descent")
    settings = f"{kernel_words(kernel)} · {SAMPLERS[scheme].label}, seed {seed} on"

    def picture(found):
        """The figure of the seeds measured so far."""
        return lambda theme: descent_picture(found, words, settings, (f"data: {data.source}",), theme)

    steps = lambda: descent_steps(split, kernel, sizes, n_seeds=n_seeds, sampler=scheme, random_state=seed)  # noqa: E731
    key = ("descent", data.content_hash, kernel, scheme, seed, n_seeds)
    for found in refining(key, steps, "Fitting …"):
        if found.done < found.total:
            chart.refine(picture(found))
    chart.show(picture(found))
    st.caption(
        (
            "With as many features as points, least squares passes through every point for the first time, and must "
            "bend wildly to do so; with more it can choose the smallest of many solutions. "
            if found.interpolates
            else "Here so many features do not yet pass through every point: many of them say nearly the same. "
        )
        + "A penalty takes the peak away, where there is one."
    )


def unlabelled_view(now: Settings) -> None:
    """Kernel principal components and clusters of points in the plane, exact beside features."""
    _controls(now, "shape", "n_clusters", "scheme", "length_rule")
    data = plane_data(now)
    kernel = chosen_kernel(now, data.X)
    scheme, seed, n_clusters = _scheme_for(now, kernel, 2), now["seed"], min(now["n_clusters"], data.n)
    if now["n_clusters"] > data.n:
        st.info(f"{data.n} clusters are looked for: there are no more points.", icon=":material/info:")
    sizes = from_least(scheme, kernel, 2, (*_SIZES[1:], now["n_freqs"]))
    chart, words = Chart("unlabelled"), f"{data.label}, {data.n:,} points"
    settings = f"{kernel_words(kernel)} · {SAMPLERS[scheme].label}, seed {seed}"

    def picture(found):
        """The figure of the numbers of frequencies done so far."""
        start = int(np.argmin(np.abs(np.log(found.n_freqs / now["n_freqs"]))))
        return lambda theme: unsupervised_picture(found, start, words, settings, (f"data: {data.source}",), theme)

    steps = lambda: unsupervised_steps(data.X, kernel, sizes, n_clusters, scheme, seed, data.y)  # noqa: E731
    key = ("unlabelled", data.content_hash, kernel, scheme, seed, n_clusters, sizes)
    for found in refining(key, steps, "Decomposing …"):
        if found.done < found.total:
            chart.refine(picture(found), once=True)
    chart.show(picture(found))
    st.caption(
        "The exact side decomposes the centred kernel matrix; the features are centred and decomposed themselves, "
        "without any matrix of points by points. Classes are compared with, never learned from."
    )


def _controls(now: Settings, *names: str) -> None:
    for column, name in zip(st.columns(len(names), vertical_alignment="bottom"), names, strict=True):
        with column:
            now.draw(name)


def _scheme_for(now: Settings, kernel, d: int) -> str:
    """The chosen scheme, or Monte Carlo and the reason where the scheme is not defined for these."""
    scheme = now["scheme"]
    if refusal := SAMPLERS[scheme].refusal(kernel, d):
        st.info(f"Monte Carlo is shown instead of {SAMPLERS[scheme].label}. {refusal}", icon=":material/block:")
        return "monte_carlo"
    return scheme
