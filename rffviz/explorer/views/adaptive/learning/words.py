"""The words and the mathematics of the view “Learning”."""

from __future__ import annotations

import math

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.explorer.views.adaptive.mathematics import LI, LOSS, SHARES
from rffviz.explorer.words.about import Words, about_words, data_words, provenance
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import count, measured, number, plural, times
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.notes import latest
from rffviz.studies.learning import LearningProgress
from rffviz.studies.plane import SeenLearning


def learning_words(seen: SeenLearning) -> Words:
    """The title says how many random frequencies the learned ones replace; the readouts are those of all states."""
    progress, about = seen.progress, seen.progress.about
    landmarks = f"{plural(progress.landmarks.n_landmarks, 'landmark')}: {LANDMARK_KINDS[progress.landmarks.kind]}"
    optimizer, ridge = (about.settings[name] for name in ("optimizer", "ridge"))
    drawn = ", ".join(f"{error:.6g}" for error in progress.monte_carlo)
    meaning = (
        "Click a frequency to see its wave over the data. Learning minimises the squared error of the kernel matrix of "
        "the landmarks plus λ times the sum of the squared weights (Li et al. 2019, equation (5)). ω and −ω are the "
        "same frequency."
    )
    return Words(
        title=_title(seen),
        subtitle=about_words(
            about,
            f"{landmarks} (crosses)",
            f"learned by {OPTIMIZERS[optimizer].label}, λ = {number(ridge)}",
            "area and colour of a frequency: its weight",
            *_what_is_shown(seen),
        ),
        readout=readouts(seen)[seen.start],
        alt=f"Scatter plot of {data_words(about)}, with landmarks, beside {plural(progress.n_freqs, 'frequency')} "
        "sized by their learned weights; right, the error against the number of random frequencies. Learning changes "
        f"the error from {_percent(progress.first.data_error)} to {_percent(progress.last.data_error)}; as many random "
        f"frequencies have {_percent(progress.drawn_errors[2])}.",
        provenance=provenance(
            about,
            f"{landmarks}; {plural(int(progress.iterations[-1]), 'iteration')}",
            f"axes: {', '.join(seen.view.plane.names)}",
            f"data errors over {_points(progress)}; of Monte Carlo: {drawn}",
        ),
        notes=tuple(
            filter(
                None,
                [
                    _over_fitting(progress),
                    _start(progress),
                    meaning,
                    about.note,
                    *map(str, latest(progress.landmarks.notes)),
                ],
            )
        ),
    )


def _title(seen: SeenLearning) -> str:
    """What learning was worth at its end, which an earlier state in sight does not show."""
    progress = seen.progress
    if progress.ended and seen.start < len(progress.kept) - 1:
        words = _worth_words(progress)
        return f"After {plural(progress.last.step.iteration, 'iteration')}: {words[0].lower()}{words[1:]}"
    return _worth_words(progress)


def _worth_words(progress: LearningProgress) -> str:
    if progress.gains(progress.last):
        does = "match" if progress.n_freqs > 1 else "matches"
        worth = progress.worth_of(progress.last)
        many = f"about {_worth(worth)}" if math.isfinite(worth) else "any number of"
        return f"{plural(progress.n_freqs, 'learned frequency')} {does} {many} random ones"
    verdict = "increases the error" if progress.harms else "gains little: the error is"
    return f"Learning {verdict} {'to ' * progress.harms}{times(progress.ratio)} that of random frequencies"


def worth_words(worth: float) -> str:
    """Where the error is that of random frequencies: their number."""
    return f"<b>{_worth(worth)}</b>"


def _what_is_shown(seen: SeenLearning) -> list[str]:
    """What lies outside the picture or the plane, and what the colours of a wave mean."""
    parts, view, wave = [], seen.view, seen.wave
    if view.outside:
        lie = "lies" if view.outside == 1 else "lie"
        of = plural(seen.progress.n_freqs, "frequency")
        parts.append(f"at the end {view.outside} of {of} {lie} outside")
    if seen.progress.about.d > 2:
        parts.append(f"the plane has {100 * view.plane.share:.0f} % of the data's variance")
    if wave is not None:
        where = "colours under the data" if wave.heights is not None else "colours of the points"
        parts.append(f"{where}: cos(ω·x) of the ringed frequency, −1 in blue, 1 in amber")
    return parts


def readouts(seen: SeenLearning) -> list[Readout]:
    """The errors of learned and of random frequencies at every stored state."""
    progress = seen.progress
    low, high, mean = progress.drawn_errors
    columns = ("data error", "range", "landmark error", "random equivalent")
    ringed = [] if seen.wave is None else ["ringed wavelength"]
    drawn = (_percent(mean), f"{_percent(low)}–{_percent(high)}", "–", count(progress.n_freqs), *["–"] * len(ringed))
    return [
        Readout(
            (f"iteration {count(kept.step.iteration)}", *columns, *ringed),
            (
                (
                    "learned",
                    _percent(kept.data_error),
                    "–",
                    _percent(kept.step.relative_error),
                    _worth(progress.worth_of(kept)),
                    *[number(seen.wave.wavelengths[index]) for _ in ringed],
                ),
                (f"random, {plural(len(progress.monte_carlo), 'draw')}", *drawn),
            ),
        )
        for index, kept in enumerate(progress.kept)
    ]


def _start(progress: LearningProgress) -> str:
    """How lucky the draw is that learning starts from."""
    if (n := len(progress.monte_carlo)) < 2:
        return ""
    rank = {1: "is the smallest of them", n: "is the largest of them"}.get(
        progress.rank_of_start, f"is number {progress.rank_of_start} from below"
    )
    return (
        f"Iteration 0 is the first of {n} random draws, and its error {rank}: at the start “random "
        "equivalent” measures the luck of this draw."
    )


def _over_fitting(progress: LearningProgress) -> str:
    if not progress.over_fits:
        return ""
    best = progress.best
    return (
        f"The error on the data was smallest, {_percent(best.data_error)}, at iteration "
        f"{count(best.step.iteration)}; later iterations over-fit the landmarks."
    )


def _points(progress: LearningProgress) -> str:
    n, whole = progress.n_data, progress.about.n_points
    return f"all {whole:,} points" if n == whole else f"{n:,} of {whole:,} points"


def _percent(error: float) -> str:
    return f"{measured(100 * error)} %"


def _worth(worth: float) -> str:
    """'1,400', with two significant digits."""
    return count(float(f"{worth:.2g}")) if math.isfinite(worth) else "∞"


def learning_mathematics(record: SeenLearning) -> Mathematics:
    """The loss, its gradients, the optimiser, and how many random frequencies the learned ones replace."""
    study = record.progress
    settings, last = study.about.settings, study.last
    values = {"r": study.n_freqs, "n": study.landmarks.n_landmarks, "lam": settings["ridge"]}
    values |= {"first": study.objectives[0], "last": study.objectives[-1], "t": study.iterations[-1]}
    values |= {"error": last.data_error, "c": study.random_error, "worth": study.worth_of(last)}
    steps = "L-BFGS, a quasi-Newton method, optimises W and a jointly; $p_j=a_j^2$ keeps the weights non-negative."
    if settings["optimizer"] == "algorithm1":
        steps = (
            "Algorithm 1 alternates: a quadratic programme gives the best p for the current W, then W takes "
            r"gradient steps $W\leftarrow W-\mu\,\partial L/\partial W$."
        )
    return Mathematics(
        "Learning fits frequencies and weights to the kernel matrix of the landmarks by least squares.",
        (
            SHARES[study.landmarks.kind],
            LOSS,
            r"In matrix form, with $C=\cos(XW^\top)$, $S=\sin(XW^\top)$ and $Q_{st}=q_s^2q_t^2$, this empirical "
            "kernel approximation loss (EKAL) is",
            Formula(
                r"L=\|E\odot qq^\top\|_F^2,\qquad "
                r"E=C\operatorname{diag}(p)C^\top+S\operatorname{diag}(p)S^\top-K"
            ),
            "C enters E twice, so the derivative has a factor 4 (the paper prints 2):",
            Formula(r"\frac{\partial L}{\partial C}=4\,(E\odot Q)\,C\operatorname{diag}(p)"),
            Formula(
                r"\frac{\partial L}{\partial W}=\Big(-S\odot\frac{\partial L}{\partial C}"
                r"+C\odot\frac{\partial L}{\partial S}\Big)^{\!\top}X"
            ),
            steps,
            said(
                r"With $D=<r>$ frequencies, $n=<n>$ landmarks and $\lambda=<lam>$ the objective $L+\lambda\|p\|^2$ "
                "goes from $<first>$ to $<last>$ in $<t>$ iterations. The relative error of m frequencies drawn "
                "independently from p, with equal weights, has the mean square, with sums over all pairs of points,",
                **values,
            ),
            formula(
                r"\operatorname{E}\frac{\|\hat K-K\|_F^2}{\|K\|_F^2}=\frac{c^2}m,\qquad c^2=\frac{\sum\big[\tfrac12"
                r"\big(1+k(2\delta)\big)-k(\delta)^2\big]}{\sum k(\delta)^2}=<c>^2",
                **values,
            ),
            "The m that matches the learned ones is",
            formula(r"m=\Big(\frac{c}{\text{error}}\Big)^2=\Big(\frac{<c>}{<error>}\Big)^2=<worth>", **values),
        ),
        f"{LI}, equations (5) and (6) and Algorithm 1, with the factor corrected",
    )
