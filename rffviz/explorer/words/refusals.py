"""Notices for when a page cannot show what was requested and shows something else instead."""

from __future__ import annotations

import math
import signal
from collections.abc import Sequence

from rffviz.explorer.words.numbers import dimensions, function_words, number, plural
from rffviz.foundation.validation import listed
from rffviz.kernels import FormulaKernel
from rffviz.kernels.hankel import MOST_DIMENSIONS
from rffviz.samplers import SAMPLERS

BOX_IS_FOR_PAIRED_MAP = (
    "The largest error over pairs of points is shown: only that of cos/sin pairs, which depends on x − y alone, can be "
    "searched over the box."
)
PAIRED_MAP_FOR_PAIRS = "Shown with cos/sin pairs: the ± 2 SD band does not hold for positive features."
PAIRED_MAP_FOR_BOUNDS = "Shown with cos/sin pairs: these bounds are not proved for positive features."
NO_ERROR_BAR = (
    "No error bar from one draw: it needs independent frequencies (Monte Carlo or importance sampling) and an error "
    "over all pairs of the points or in all directions."
)
ROWS_OR_COLUMNS = "Are rows and columns swapped? Frequencies are rows."
NO_OTHER_SEEDS = "Frequencies from a file have no other seeds, so there is no bias to test."


def no_stages(sides: str) -> str:
    """Samples that were not drawn by a scheme whose code is known."""
    return f"The stages of {sides} are not known: choose a scheme."


def not_defined(label: str, reason: str) -> str:
    """A scheme that is not defined here, without a replacement."""
    return f"{label} is not defined here. {reason}"


def read_as(name: str, n_freqs: int, d: int) -> str:
    """How a file of frequencies was read."""
    return f"{name} is read as {plural(n_freqs, 'frequency')} of {plural(d, 'coordinate')}."


def too_few_frequencies(least: int, d: int) -> str:
    """Why a scheme is not defined for fewer frequencies."""
    return f"It needs at least {least:,} frequencies for d = {d}."


def other_dimensions(a: int, b: int) -> str:
    """Two samples that cannot be compared."""
    return f"A has {a:,} dimensions and B {b:,}: they cannot be compared."


def left_out(label: str, reason: str) -> str:
    """A scheme or a method that is not defined here."""
    return f"{label} is left out. {reason}"


def not_for(labels: Sequence[str], task: str) -> str:
    """Methods that are not for the task: "regression", "binary" or "multiclass"."""
    targets = {"regression": "numeric targets", "binary": "two classes", "multiclass": "more than two classes"}[task]
    return f"Not shown, since not for {targets}: {listed(labels)}."


def shown_instead_of(label: str, reason: str, shown: str = "monte_carlo") -> str:
    """A scheme that is not defined here, replaced by another."""
    return f"{SAMPLERS[shown].label} is shown instead of {label}. {reason}"


def positive_map_is_for_gaussian(kernel) -> str:
    """The Gaussian kernel's positive map, requested with another kernel."""
    return f"Shown with cos/sin pairs: positive features are for the Gaussian kernel, not the {kernel.label} one."


def all_points_are_landmarks(n_points: int, asked: int) -> str:
    """More landmarks than points were requested."""
    return f"All {n_points:,} points are landmarks: {asked:,} landmarks were requested."


def fewer_frequencies(n_freqs: int) -> str:
    """Fewer frequencies than were requested."""
    return f"{n_freqs:,} frequencies are used; more would take minutes."


def ended_by_the_system(status: int) -> str:
    """A study whose process was killed by the system; `status` is its exit status, a signal if negative."""
    if status >= 0:
        return f"The worker process ended (exit status {status})."
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = str(-status)
    if name == "SIGKILL":
        why = "as it does when memory runs out: smaller settings may help"
        return f"The system ended the worker process (signal {name}), {why}."
    return f"The worker process ended (signal {name})."


def fewer_seeds(n_schemes: int, n_seeds: int, fit: int, seconds: float, budget: float) -> str:
    """Why a shared server draws fewer seeds than requested."""
    asked = f"{plural(n_schemes, 'scheme')} with {plural(n_seeds, 'seed')} each"
    return (
        f"{asked} would take this server about {math.ceil(seconds / 60)} minutes, and it allows one picture at most "
        f"{round(budget / 60)}: {plural(fit, 'seed')} {'is' if fit == 1 else 'are'} drawn instead. On your own machine "
        "all of them are."
    )


def points_beyond_links(most: int) -> str:
    """The viewer's own points do not fit into a link."""
    return f"These points stay in this session: a link holds at most {most} points, with two decimals."


def kept_in_memory(label: str) -> str:
    """A dataset was fetched but could not be written to the cache."""
    return f"{label} could not be written to this machine's cache: it stays in memory until the app stops."


def shown_instead(reason: str, shown: str) -> str:
    """A dataset other than the requested one is shown."""
    return f"{reason} {shown} is shown instead."


def no_kernel(kernel: FormulaKernel, d: int) -> str:
    """Why a user-defined formula is not shown."""
    verdict = kernel.verdict(d)
    if not verdict.decided and math.isinf(verdict.error):
        return (
            f"Whether {function_words(kernel)} is positive definite {dimensions(d)} cannot be decided here: its "
            f"spectrum is computed in at most {MOST_DIMENSIONS} dimensions."
        )
    if not verdict.decided:
        return (
            f"Whether {function_words(kernel)} is positive definite {dimensions(d)} cannot be decided here: its "
            f"transform errs by up to {number(verdict.error)}."
        )
    fewest = kernel.fewest_dimensions(d)
    share, already = (
        number(100 * kernel.negative_share(fewest)),
        f"{dimensions(fewest)} already, " if fewest < d else "",
    )
    what = f"{function_words(kernel)} is not positive definite {dimensions(d)}"
    return f"{what}: {already}{share} % of the mass of its spectrum is negative."


def see_its_spectrum(d: int) -> str:
    """The link to the view of its spectrum."""
    return f"See its spectrum {dimensions(d)}"


def one_class_only(name: str, split: int | None) -> str:
    """Training points that are all of one class; `split` counts from 1 where there are several."""
    which = "" if split is None else f" of split {split}"
    return (
        f"All training points{which} are of the class {name}: there is nothing to classify. More points, or another "
        "seed, may bring another class."
    )


def classes_without_points(names: Sequence[str], training: bool, n_splits: int, of: int) -> str:
    """Classes missing from a part of the split, in `n_splits` of several splits."""
    classes = f"{'class' if len(names) == 1 else 'classes'} {listed(names, 3)}"
    verb, who = ("has", "it is") if len(names) == 1 else ("have", "they are")
    what, missed = ("training", "learned") if training else ("test", "measured")
    where = f", in {n_splits} of {of} splits" if of > 1 else ""
    return f"The {classes} {verb} no {what} point{where}: {who} not {missed} there."
