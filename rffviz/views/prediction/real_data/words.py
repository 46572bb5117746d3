"""The words of the view “Real data”; `fixed_settings` and `left_out` are also used for decision surfaces."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from rffviz.studies.contenders import LABELS
from rffviz.studies.real_data import MethodComparison, Run
from rffviz.studies.surfaces import Surface
from rffviz.words import refusals
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, listed, measured, number, plural, sentence

_FIXED = {  # settings that are fixed, and kernels other than the chosen one; {who}: the methods shown
    ("core_vector", "supervised", "sinks", "compressed"): "Settings are fixed for {who}.",
    ("sparse_spectrum", "a_la_carte", "spectral_mixture"): "Learned by the marginal likelihood: {who}.",
    ("a_la_carte", "spectral_mixture"): "With two components each: {who}.",
    ("a_la_carte",): "À la Carte draws by Fastfood.",
    ("metropolis",): "Metropolis walks 100 steps.",
    ("meka",): "MEKA has four clusters, and two features for each D as the cosines have.",
    (
        "binning",
        "fourier_binning",
    ): "Binning features, alone or as one half, stand for the Laplacian kernel with its own median distance.",
    ("sinks",): "Kitchen sinks draw by Monte Carlo.",
    ("arc_cosine", "polynomial", "spherical"): "Kernels without a length scale, with two features for each D: {who}.",
    ("polynomial", "spherical"): "Polynomials have degree 3.",
    ("spherical",): "The spherical one takes each point divided by its length.",
    (
        "additive_chi2",
        "intersection",
    ): "Kernels without a length scale, of inputs scaled to [0, 1], with an odd "
    "number of features for each input, at most two for each D where that is possible: {who}.",
}

MANY_POINTS = 1000  # test points; for fewer, errors are given as counts


def fixed_settings(methods: Iterable[str]) -> str:
    """The fixed settings of the methods shown."""
    shown = [(names, [LABELS[name].removesuffix(" + ridge") for name in methods if name in names]) for names in _FIXED]
    return " ".join(_FIXED[names].format(who=listed(who)) for names, who in shown if who)


def comparison_words(record: MethodComparison) -> Words:
    """The title compares the lowest error of feature methods with the lowest of exact methods."""
    title, reading = _title_and_reading(record)
    where = " by hand" if record.about.settings["rule"] == "hand" else " on the first split"
    bars = ", bars: ± one standard deviation" if record.n_measured > 2 else ""
    return Words(
        title=title,
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"line: mean of {_splits(record)}{bars}; {_unit(record)}",
            n_test=record.n_test,
            where=where,
        ),
        reading=reading,
        alt=f"Test error and seconds to fit of {', '.join(run.label for run in record.runs)}. {reading}",
        provenance=provenance(record.about, f"error: {record.unit}"),
        notes=(
            *left_out(record.runs),
            "Scaling, length scale and penalty come from the training part alone; the time to fit includes the choice "
            f"of the penalty. {fixed_settings([run.name for run in record.runs])}".rstrip(),
            record.about.note,
        ),
    )


def comparison_table_words(record: MethodComparison) -> Words:
    """The words of the table of all methods and sizes; the reading names the fastest method to fit."""
    reading = _title_and_reading(record)[1]
    if fastest := record.fastest:
        seconds = number(np.nanmin(fastest.mean_fit_seconds))
        reading = f"{sentence(fastest.label)} is the fastest to fit, in {seconds} s."
    return Words(
        title=f"Errors and seconds of {plural(len(record.runs), 'method')}, size by size",
        subtitle=f"mean over {_splits(record)}; {_unit(record)}; spread: one standard deviation over the splits",
        reading=reading,
        alt=f"Test error and seconds of {', '.join(run.label for run in record.runs)}, a row for each size.",
        provenance=provenance(record.about, f"error: {record.unit}"),
    )


def _title_and_reading(record: MethodComparison) -> tuple[str, str]:
    few = record.n_test < MANY_POINTS

    def amount(value: float, of: str = f" of {record.n_test:,} wrong") -> str:
        if record.task == "regression":
            return measured(value)
        return f"{number(round(value * record.n_test / 100, 1))}{of}" if few else f"{value:.3g} %"

    titles, parts = [], []
    if record.sized:
        best, at = record.best, record.best.best
        method, error = f"{best.label} of size {count(best.sizes[at])}", amount(best.mean_errors[at])
        give = f" ± {amount(best.spread[at], '')}" if np.isfinite(best.spread[at]) else ""
        titles.append(f"{method} the error is {error}")
        parts.append(
            f"of the methods on features, {method} has the lowest mean error, {error}{give}, and is fitted in "
            f"{number(best.mean_fit_seconds[at])} s"
        )
    if record.exact:
        exact = record.best_exact
        error = amount(exact.mean_errors[0])
        titles.append(f"{exact.label} {'' if titles else 'the error is '}{error}")
        parts.append(
            f"of the methods on the kernel itself, {exact.label} has the lowest error, {error}, and is fitted in "
            f"{number(exact.mean_fit_seconds[0])} s"
        )
    of_exact = next((run for run in record.exact if run.freedom), None)
    free = f" {freedom_words(float(np.mean(of_exact.freedom)), _who(of_exact))}" if of_exact else ""
    if parts:
        return f"With {', with '.join(titles)}", f"{sentence('; '.join(parts))}.{free}"
    if record.complete:
        return "None of these methods could be fitted", "There is no error to show."
    return "Fitting the exact methods", "The first fits are not done yet."


def freedom_words(freedom: float, who: str) -> str:
    """The least number of features required by the effective degrees of freedom."""
    words, features = f"{who} has {measured(freedom)} effective degrees of freedom", math.ceil(freedom)
    if features < 2:
        return f"{words}."
    least = count(math.ceil(features / 2))
    return f"{words}: it takes at least {plural(features, 'feature')}, that is D = {least}, to have as many."


def left_out(methods: Iterable[Run | Surface]) -> tuple[str, ...]:
    """A sentence for each method that could not be fitted, at least at one size."""
    return tuple(refusals.left_out(one.label, one.refusal) for one in methods if one.refusal)


def _who(run: Run) -> str:
    mean = " on average" if len(run.freedom) > 1 else ""
    return f"At the λ chosen, {run.label}{mean}"


def _splits(record: MethodComparison) -> str:
    asked = plural(len(record.about.seeds), "split")
    return asked if record.n_measured == len(record.about.seeds) else f"the first {record.n_measured} of {asked}"


def _unit(record: MethodComparison) -> str:
    if record.task == "regression":
        return "error: root mean square over the standard deviation of the answers, 1 is the best constant"
    return "error: percent of answers wrong"
