"""What the figure of predictions on a line says, in words."""

from __future__ import annotations

import numpy as np

from rffviz.studies import RidgePath
from rffviz.words import about
from rffviz.words.numbers import count, measured, number, plural


def title(path: RidgePath) -> str:
    """How near the prediction comes to the exact one, with the number shown first and with the largest."""
    start, last = path.start, len(path.n_freqs) - 1
    verb = "comes" if path.n_freqs[start] == 1 else "come"
    first = f"{plural(path.n_freqs[start], 'frequency')} {verb} within {number(path.rmse_to_exact[start])}"
    if start == last:
        return f"{first} of the exact prediction"
    return f"{first} of the exact prediction, {count(path.n_freqs[last])} within {number(path.rmse_to_exact[last])}"


def subtitle(path: RidgePath) -> str:
    """What was learned, from what, and what bands and thin lines are."""
    drawn = "" if path.draws is None else f"thin lines: {plural(path.draws.shape[1], 'draw')} from each posterior"
    return about.about_words(
        path.about,
        about.scheme_words(path.about),
        f"λ = {number(path.about.settings['ridge'])}",
        "bands: ±2 posterior standard deviations of the function, noise left out",
        drawn,
    )


def alt(path: RidgePath) -> str:
    """What the figure shows, for those who do not see it."""
    return (
        f"{about.data_words(path.about)}, with the exact kernel ridge prediction and that of random features: the "
        f"distance between the two (root mean square) goes from {number(path.rmse_to_exact[0])} at "
        f"D = {count(path.n_freqs[0])} to {number(path.rmse_to_exact[-1])} at D = {count(path.n_freqs[-1])}."
    )


def reading(path: RidgePath, g: int) -> str:
    """The sentence under the figure, for one number of frequencies."""
    words = (
        f"With D = {count(path.n_freqs[g])}, that is {plural(path.n_features[g], 'feature')}, the prediction is "
        f"{measured(path.rmse_to_exact[g])} away from the exact one (root mean square over x)"
    )
    if path.test_rmse is not None:
        words += (
            f" and {measured(path.test_rmse[g])} away from the function, where the exact method is "
            f"{measured(path.exact_test_rmse)} away"
        )
    return f"{words}.{_far_words(path, g)}"


def _far_words(path: RidgePath, g: int) -> str:
    """How wide the band is far from the data, beside the exact one."""
    if path.starvation is None or not np.isfinite(path.starvation[g]):
        return ""
    words = f" Far from the data its band is {measured(path.starvation[g])} times as wide as the exact one"
    return f"{words}: too sure (variance starvation)." if path.starvation[g] < 0.9 else f"{words}."


def notes(path: RidgePath) -> tuple[str, ...]:
    """What a reader should know besides."""
    return (
        "Both methods solve the same penalised problem, with the same λ. The bands are those of the exact Gaussian "
        "process and of Bayesian linear regression on the features, with the same prior and noise. “Far from the "
        "data” is where the exact band keeps 95 % of its prior variance.",
        *map(str, path.notes),
    )


def origin(path: RidgePath) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return about.provenance(
        path.about,
        "bands: the exact Gaussian process, and Bayesian linear regression on the features, same prior and noise",
    )
