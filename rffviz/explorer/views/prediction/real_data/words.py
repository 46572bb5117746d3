"""The words and the mathematics of the view “Real data”; decision surfaces use `fixed_settings` and `left_out`, too."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words import refusals
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import count, listed, measured, number, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.studies.contenders import LABELS
from rffviz.studies.real_data import MethodComparison, Run
from rffviz.studies.surfaces import Surface

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
    """The title gives the size from which on Fourier features match kernel ridge, or the best exact method."""
    where = " by hand" if record.about.settings["rule"] == "hand" else " on the first split"
    bars = ", bars: ± one standard deviation" if record.n_measured > 2 else ""
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"line: mean of {_splits(record)}{bars}",
            n_test=record.n_test,
            where=where,
        ),
        readout=comparison_readout(record),
        alt=f"Test error and processor seconds to fit of {', '.join(run.label for run in record.runs)} by size.",
        provenance=provenance(record.about, f"error: {record.unit}"),
        notes=(
            *left_out(record.runs),
            *_constant_splits(record),
            *_freedom(record),
            f"An error matches if it and those at all larger sizes are {at_most(record)}; ridge on features "
            "approximates kernel ridge.",
            "Scaling, length scale and penalty come from the training part alone. The time to fit is processor time on "
            "one thread, and includes the choice of the penalty. "
            f"{fixed_settings([run.name for run in record.runs])}".rstrip(),
            record.about.note,
        ),
    )


def _constant_splits(record: MethodComparison) -> tuple[str, ...]:
    n = record.n_left_out
    return (f"Left out: {plural(n, 'split')} whose test points all have the same target.",) if n else ()


def comparison_readout(record: MethodComparison) -> Readout:
    """The lowest mean error of each method, with spread, size and seconds to fit; last that of a constant."""
    free = any(run.freedom for run in record.runs)
    rows = []
    for run in (*record.exact, *record.sized):
        at = run.best
        spread = f" ± {_amount(record, run.spread[at], of=False)}" if np.isfinite(run.spread[at]) else ""
        freedom = [measured(float(np.mean(run.freedom))) if run.freedom else "–"] * free
        size = "–" if run.exact else count(run.sizes[at])
        error = f"{_amount(record, run.mean_errors[at])}{spread}"
        rows.append((run.label, error, size, number(run.mean_fit_seconds[at]), *freedom))
    if rows and np.isfinite(record.constant_error):
        rows.append((_constant(record), _amount(record, record.constant_error), *["–"] * (2 + free)))
    columns = (_splits(record), f"lowest {error_label(record.task)}", "at size", "seconds to fit")
    return Readout((*columns, *["degrees of freedom d_λ"] * free), rows)


def error_label(task: str) -> str:
    """The axis title of the test error."""
    return "test RMSE / std(y)" if task == "regression" else "test error"


def _constant(record: MethodComparison) -> str:
    return "mean" if record.task == "regression" else "most frequent class"


def at_most(record: MethodComparison) -> str:
    """By how much an error that matches is larger."""
    return "at most 2 % larger" if record.task == "regression" else "at most 2 % or one test point larger"


def per_cent_sign(task: str) -> str:
    """What follows a test error: shares of wrong points are per cent."""
    return "" if task == "regression" else " %"


def _title(record: MethodComparison) -> str:
    if not record.learned:
        error = _amount(record, record.constant_error)
        return f"No method is 2 % better than predicting the {_constant(record)}: error {error}"
    if record.sized and record.exact:
        exact = record.target
        if record.match is None:
            who = "No feature method matches"
            if len(record.subject) < len(record.sized):
                who = f"{record.subject[0].label} does not match"
            return sentence(f"{who} {exact.label}'s error of {_amount(record, exact.mean_errors[0])}")
        run, g = record.match
        return sentence(f"{run.label} matches {exact.label}'s error from size {count(run.sizes[g])} on")
    if record.sized or record.exact:
        best = record.best if record.sized else record.best_exact
        return sentence(f"{best.label} has the lowest error, {_amount(record, best.mean_errors[best.best])}")
    return "None of these methods could be fitted" if record.complete else "Fitting the exact methods"


def _amount(record: MethodComparison, value: float, of: bool = True) -> str:
    """An error: a ratio for regression, of classes the (mean) number of points for few, else per cent."""
    if record.task == "regression":
        return measured(value)
    if record.n_test >= MANY_POINTS:
        return f"{value:.3g} %"
    points = value * record.n_test / 100
    return (
        f"{f'{points:.1f}' if record.n_measured > 1 else number(round(points, 1))}{f' of {record.n_test:,} wrong' * of}"
    )


def _freedom(record: MethodComparison) -> tuple[str, ...]:
    """How many features the exact method's degrees of freedom require."""
    of_exact = next((run for run in record.exact if run.freedom), None)
    return (freedom_words(float(np.mean(of_exact.freedom)), _who(of_exact)),) if of_exact else ()


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


def data_mathematics(record: MethodComparison) -> Mathematics:
    """What the error is, how λ is chosen by leave-one-out, and the best method's error over the splits."""
    lines = [
        RIDGE,
        "Each method chooses λ on the training points alone. On dense features the leave-one-out error at point i "
        "follows from a single fit, with the hat matrix H:",
        Formula(r"H=Z(Z^\top Z+n\lambda I)^{-1}Z^\top,\qquad y_i-f_{-i}(x_i)=\frac{y_i-f(x_i)}{1-h_{ii}}"),
        "The test error is",
        Formula(r"\sqrt{\frac{\sum_i(f(x_i)-y_i)^2}{\sum_i(y_i-\bar y)^2}}")
        if record.task == "regression"
        else Formula(r"100\times\frac{\#\{i:f(x_i)\ne y_i\}}{n_{\text{test}}}"),
    ]
    if record.sized:
        best = record.best
        errors = best.errors[:, best.best]
        errors = errors[np.isfinite(errors)]
        values = {
            "size": best.sizes[best.best],
            "R": len(errors),
            "mean": float(errors.mean()),
            "sum": float(errors.sum()),
        }
        lines += [
            said(
                rf"Among methods with a size, the smallest mean error is that of {best.label} at size $<size>$, "
                "over $<R>$ splits:",
                **values,
            ),
            formula(r"\frac{1}{R}\sum_r\text{error}_r=\frac{<sum>}{<R>}=<mean>", **values),
        ]
        if np.isfinite(spread := float(best.spread[best.best])):
            lines += [
                "The standard error of this mean, as if the splits were independent (they share points):",
                formula(r"\frac{<s>}{\sqrt{<R>}}=<se>", s=spread, R=len(errors), se=spread / math.sqrt(len(errors))),
            ]
    return Mathematics(
        "Every method is linear in its features; the exact methods use the kernel itself.",
        tuple(lines),
        f"{RIDGE_SOURCE}; leave-one-out: Golub, Heath & Wahba 1979",
    )
