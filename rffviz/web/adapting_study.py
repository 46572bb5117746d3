"""From settings to studies of learned features: what landmarks are worth, and how long learned frequencies are."""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.adaptive import LANDMARK_KINDS
from rffviz.datasets import train_test
from rffviz.figures.kernel_term import kernel_term_picture
from rffviz.figures.landmark_sizes import landmark_sizes_picture
from rffviz.figures.landmark_study import landmark_study_picture
from rffviz.figures.radial_study import radial_study_picture
from rffviz.kernels import Kernel
from rffviz.measure import relative_error
from rffviz.studies import (
    STUDY_LEARNERS,
    RadialStudy,
    kernel_term_steps,
    landmark_counts,
    landmark_study_steps,
    radial_study_steps,
)
from rffviz.web.chart import Chart
from rffviz.web.choices import Points, chosen_kernel, chosen_points, kernel_rule, own_file
from rffviz.web.labelled import at_most, labelled_data, tell_of_classes
from rffviz.web.link import Settings
from rffviz.web.measuring import Jobs, growing_steps, refining
from rffviz.web.table import OWN
from rffviz.words.numbers import kernel_words

_PAPERS = (50, 100, 200)  # numbers of frequencies in the paper's Figure 2
_DRAWN = 20  # seeds of Monte Carlo's error
_WAIT = "Learning from few and from many landmarks …"
_DATA, _LEARNING = ("n_points", "whiten"), ("optimizer", "n_learnings")


def landmark_study_view(now: Settings) -> None:
    """The error of learned features against the number of landmarks (Li et al. 2019, Figure 2)."""
    _controls(now, "dataset", "n_learned", "compared", options=(*_DATA, "landmarks", *_LEARNING))
    points = chosen_points(now)
    kernel = chosen_kernel(now, points.X)
    {"kinds": _kinds, "sizes": _sizes}[now["compared"]](now, points, kernel)


def _job(now: Settings, points: Points, kernel: Kernel, n_freqs: int, kinds: tuple[str, ...]) -> Jobs:
    """The study of these kinds at the paper's numbers of landmarks, by the key that its result is kept under."""
    learner, seeds = STUDY_LEARNERS[now["optimizer"]], _seeds(now)
    drawn = range(now["seed"], now["seed"] + _DRAWN)

    def steps():
        counts = landmark_counts(n_freqs, len(points.X))
        return landmark_study_steps(points.X, kernel, n_freqs, relative_error, seeds, counts, kinds, learner, drawn)

    return {("landmark study", points.key, kernel, n_freqs, kinds, learner.name, seeds): steps}


def _kinds(now: Settings, points: Points, kernel: Kernel) -> None:
    """All kinds of landmarks for the chosen number of frequencies."""
    chart, study = Chart("landmark-study"), None
    for (step,) in growing_steps(_job(now, points, kernel, now["n_learned"], LANDMARK_KINDS), _WAIT):
        if step is not None and step.study.n_done.any():
            study = step.study
            if step.done < step.total:
                chart.refine(partial(landmark_study_picture, study, points.words))
    chart.show(partial(landmark_study_picture, study, points.words))
    words = (
        "The error is ‖K̂ − K‖ over ‖K‖ (Frobenius) on all points (Li et al. 2019, Figure 2). Monte Carlo's frequencies "
        "are those learning could have started from: as many, of equal weights. The dashed lines compare the landmarks "
        "alone, pairs of two different ones by their weights, with what Monte Carlo's frequencies are expected to miss "
        "on the same pairs, drawn from Monte Carlo's level. Far below the solid line, the landmarks are fitted and not "
        "the data; on a pair or a few that can be luck, and the words below the figure tell which."
    )
    st.caption("  \n".join([words, *filter(None, [points.note]), *study.notes]))


def _sizes(now: Settings, points: Points, kernel: Kernel) -> None:
    """One kind of landmarks for the paper's numbers of frequencies and the chosen one."""
    jobs: Jobs = {}
    for r in sorted({*_PAPERS, now["n_learned"]}):
        jobs |= _job(now, points, kernel, r, (now["landmarks"],))
    chart, studies = Chart("landmark-sizes"), []
    for steps in growing_steps(jobs, _WAIT):
        studies = [step.study for step in steps if step is not None and step.study.n_done.any()]
        if studies and any(step is None or step.done < step.total for step in steps):
            chart.refine(partial(landmark_sizes_picture, studies, points.words))
    chart.show(partial(landmark_sizes_picture, studies, points.words))
    words = (
        "The error is ‖K̂ − K‖ over ‖K‖ (Frobenius) on all points. The paper's Figure 2 has these numbers of "
        "frequencies, 50, 100 and 200; there are never more landmarks than points, nor fewer than 2."
    )
    notes = dict.fromkeys(note for study in studies for note in study.notes)
    st.caption("  \n".join([words, *filter(None, [points.note]), *notes]))


def radial_study_view(now: Settings) -> None:
    """How long learned frequencies are, beside Claim 1's best density for draws and the kernel's own."""
    _controls(now, "dataset", "n_learned", options=(*_DATA, "landmarks", "n_landmarks", *_LEARNING))
    points = chosen_points(now)
    kernel, learner = chosen_kernel(now, points.X), STUDY_LEARNERS[now["optimizer"]]
    r, seeds, kind = now["n_learned"], _seeds(now), now["landmarks"]
    n = min(now["n_landmarks"], len(points.X))
    key = ("radial study", points.key, kernel, r, n, kind, learner.name, seeds)

    def steps():
        """One seed after the other."""
        return radial_study_steps(points.X, kernel, r, n, seeds, kind, learner)

    chart, study = Chart("radial-study"), None
    for step in refining(key, steps, "Learning frequencies …"):
        if step.study is not None:
            study = step.study
            if step.done < step.total:
                chart.refine(partial(radial_study_picture, study, points.words, n_seeds=step.total))
    chart.show(partial(radial_study_picture, study, points.words))
    st.caption("  \n".join([_comparable(study), *_all_of(now, study), *filter(None, [points.note]), *study.notes]))


def _comparable(study: RadialStudy) -> str:
    """What may be compared with what, and why."""
    if study.claim_law is None:
        return (
            "Each frequency has its weight here, since the weighted frequencies stand for the kernel's p. The best "
            "density for draws is not shown: Claim 1 of Li et al. is worked out for the Gaussian kernel, whose "
            f"frequencies are normal, and those of the {study.kernel.label} kernel are not."
        )
    return (
        "Claim 1 of Li et al. is about independent draws, ω from q with weights p/(rq): so every frequency counted "
        "once compares with q, and every frequency by its weight with the kernel's p. Learned frequencies are placed "
        "together and are no draws; no law is promised for them. The variance σ₀² of a coordinate of x − y, on which "
        f"q depends, is {study.variance:.3g} here."
    )


def _all_of(now: Settings, study: RadialStudy) -> tuple[str, ...]:
    """Says so where more landmarks were asked for than there are points."""
    asked = now["n_landmarks"]
    if asked <= study.n_points:
        return ()
    return (f"There are only {study.n_points:,} points for the {asked:,} landmarks asked for.",)


def _controls(now: Settings, *names: str, options: tuple[str, ...]) -> None:
    """The controls that matter first, and the others folded."""
    *columns, last = st.columns([*(3 for _ in names), 2], vertical_alignment="bottom")
    for column, name in zip(columns, names, strict=True):
        with column:
            now.draw(name)
    with last, st.popover("Options", icon=":material/tune:", width="stretch"):
        for name in options:
            now.draw(name)
    if now["dataset"] == OWN:
        own_file()


def _seeds(now: Settings) -> tuple[int, ...]:
    return tuple(range(now["seed"], now["seed"] + now["n_learnings"]))


def kernel_term_view(now: Settings) -> None:
    """Supervised features with and without the kernel term at equal γ: what was claimed, and what is measured."""
    _controls(now, "dataset", "n_learned", "decay", options=("n_points", "n_learnings"))
    data = labelled_data(now)
    seeds = _seeds(now)
    splits = [
        at_most(train_test(data, seed), now["n_points"], now["n_points"], seed)
        for seed in (seeds if data.split is None else seeds[:1])
    ]
    tell_of_classes(data, splits)
    rule, kernel = kernel_rule(now), chosen_kernel(now, splits[0].X_train)
    chart, words, study = Chart("kernel-term"), f"{kernel_words(kernel)} on the first split", None

    def steps():
        return kernel_term_steps(splits, data.task, rule, n_freqs, decay=decay, random_state=seeds[0])

    n_freqs, decay = now["n_learned"], now["decay"]
    key = ("kernel term", data.content_hash, kernel, now["length_rule"], now["n_points"], seeds, n_freqs, decay)
    for study in refining(key, steps, "Training with and without the kernel term …"):
        if study.done < study.total and len(study.whole):
            chart.refine(partial(kernel_term_picture, study, data.label, words))
    chart.show(partial(kernel_term_picture, study, data.label, words))
    st.caption(
        "Claimed (Li et al. 2019): the kernel approximation loss in the supervised objective is an effective "
        "regularisation that improves generalisation. Measured here: the same objective from the same start with η = 0 "
        "(the compact nonlinear map of Yu et al. 2015) and with η > 0, at the same γ. Beyond chance: "
        "a paired t test over the splits, at 2.5 % shared among the η.  \n" + splits[0].note
    )
