"""From settings to measured records, with progress: what several views of a page ask for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from rffviz.kernels import Gaussian, Kernel
from rffviz.measure import POSITIVE, SUP_COMPACT, ErrorCurve, error_curve_steps
from rffviz.samplers import SAMPLERS
from rffviz.web.choices import Points
from rffviz.web.work import workshop

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)

Jobs = dict[Hashable, Callable[[], Iterator[Any]]]


def sizes_of(chosen: Mapping) -> np.ndarray:
    """The numbers of frequencies a curve is measured at: the usual ones and the one it is read at."""
    return np.array(sorted({*_SIZES, chosen["n_freqs"]}))


def from_least(scheme: str, kernel: Kernel, d: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """The numbers of frequencies that the scheme is defined for, increasing; its least one where it is for none."""
    least = SAMPLERS[scheme].least(kernel, d)
    return tuple(sorted({size for size in sizes if size >= least} or {least}))


def curve_jobs(chosen: Mapping, points: Points, kernel: Kernel) -> Jobs:
    """The error curves to measure for these settings, by the keys that their results are kept under.

    A scheme that is not defined for the kernel is left out, and the page says why; where none is left, Monte Carlo,
    which always is, is shown.
    """
    sizes = sizes_of(chosen)
    seeds = range(chosen["seed"], chosen["seed"] + chosen["n_seeds"])
    metric, map_name = chosen["metric"], chosen["map"]
    if map_name == POSITIVE and not isinstance(kernel, Gaussian):
        st.info(
            f"The cos and sin map is shown: positive features are for the Gaussian kernel, not the {kernel.label} one.",
            icon=":material/block:",
        )
        map_name = "paired"
    if metric == SUP_COMPACT and map_name != "paired":
        st.info(
            "The largest error over pairs of points is shown: over the box it is searched for the paired map alone, "
            "whose error depends on x − y alone.",
            icon=":material/block:",
        )
        metric = "sup"
    names = []
    for name in chosen["sampler"]:
        if refusal := SAMPLERS[name].refusal(kernel, points.X.shape[1]):
            st.info(f"{SAMPLERS[name].label} is left out. {refusal}", icon=":material/block:")
        else:
            names.append(name)
    jobs: Jobs = {}
    for name in names or ["monte_carlo"]:
        key = ("curve", points.key, kernel, name, tuple(sizes), seeds, metric, map_name)
        jobs[key] = lambda name=name: error_curve_steps(points.X, kernel, name, sizes, seeds, metric, map_name)
    return jobs


def gathered(curves: Sequence[ErrorCurve]) -> list[str]:
    """What the schemes say of themselves; of sentences that differ in numbers alone, the one of the largest D."""
    found = []
    for curve in curves:
        notes = {re.sub(r"[0-9][0-9,.]*", "", note): note for note in curve.notes}.values()
        found += [f"{SAMPLERS[curve.sampler].label}: {' '.join(notes)}"] if notes else []
    return found


def growing_steps(jobs: Jobs, words: str) -> Iterator[list[Any]]:
    """The steps of these jobs as they come in (None before the first), with a progress bar while they do."""
    progress = _Progress(words)
    with workshop().watch_all(jobs) as ticks:
        for steps in ticks:
            progress.show(sum(step.done for step in steps if step), sum(step.total if step else 1 for step in steps))
            yield steps
    progress.end()


def growing(jobs: Jobs) -> Iterator[list[ErrorCurve | None]]:
    """The curves of these jobs as their seeds come in."""
    for steps in growing_steps(jobs, "Measuring …"):
        yield [step.curve if step else None for step in steps]


def refining(key: Hashable, steps: Callable[[], Iterator[Any]], words: str) -> Iterator[Any]:
    """The steps of one piece of work as they come in, with a progress bar while they do; `words` say what is done."""
    progress = _Progress(words)
    with workshop().watch(key, steps) as ticks:
        for step in ticks:
            if step is not None:
                progress.show(step.done, step.total)
                yield step
    progress.end()


def at_once(key: Hashable, compute: Callable[[], Any], words: str) -> Any:
    """The result of one piece of work that has no steps to show; `words` say what is being done while it is."""

    def steps():
        yield compute()

    progress, result = _Progress(words), None
    with workshop().watch(key, steps) as ticks:
        for result in ticks:
            if result is None:
                progress.show(1, 2)
    progress.end()
    return result


class _Progress:
    """A progress bar that is told little and often enough: each message makes the browser draw."""

    _BETWEEN = 0.25  # seconds

    def __init__(self, words: str) -> None:
        self._place, self._words, self._told_at = st.empty(), words, time.monotonic()

    def show(self, done: int, total: int) -> None:
        if time.monotonic() - self._told_at >= self._BETWEEN:
            self._place.progress(done / total, self._words)
            self._told_at = time.monotonic()

    def end(self) -> None:
        self._place.empty()
