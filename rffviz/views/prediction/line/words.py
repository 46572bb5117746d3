"""The words of the view “On a line”."""

from __future__ import annotations

import numpy as np

from rffviz.studies.line import RidgePath
from rffviz.words.about import Words, about_words, data_words, provenance, scheme_words
from rffviz.words.numbers import count, from_to, measured, number, plural


def prediction_words(path: RidgePath) -> Words:
    """The title says how close predictions are to the exact one, at the D shown first and at the largest."""
    m, error, start, last = path.n_freqs, path.rmse_to_exact, path.start, len(path.n_freqs) - 1
    title = f"{plural(m[start], 'frequency')} {'comes' if m[start] == 1 else 'come'} within {number(error[start])}"
    title += " of the exact prediction"
    if start != last:
        title += f", {count(m[last])} within {number(error[last])}"
    return Words(
        title=title,
        subtitle=about_words(
            path.about,
            scheme_words(path.about),
            f"λ = {number(path.about.settings['ridge'])}",
            "bands: ±2 posterior standard deviations of the function, noise left out",
            _draws(path),
        ),
        reading=reading(path, start),
        alt=f"{data_words(path.about)}, with the exact kernel ridge prediction and that of random features: the "
        f"distance between the two (root mean square) goes {from_to(m, error)}.",
        provenance=provenance(
            path.about,
            "bands: the exact Gaussian process, and Bayesian linear regression on the features, same prior and noise",
        ),
        notes=(
            "Both methods solve the same penalised problem, with the same λ. The bands are those of the exact Gaussian "
            "process and of Bayesian linear regression on the features, with the same prior and noise. “Far from the "
            "data” is where the exact band keeps 95 % of its prior variance.",
            *map(str, path.notes),
        ),
    )


def reading(path: RidgePath, g: int) -> str:
    """The sentences under the figure, for one number of frequencies."""
    words = (
        f"With D = {count(path.n_freqs[g])}, that is {plural(2 * path.n_freqs[g], 'feature')}, the prediction is "
        f"{measured(path.rmse_to_exact[g])} away from the exact one"
    )
    if path.test_rmse is not None:
        words += (
            f" and {measured(path.test_rmse[g])} away from the function, where the exact method is "
            f"{measured(path.exact_test_rmse)} away"
        )
    low, high = (number(edge).replace("-", "−") for edge in path.span)
    words += f" (root mean square over x from {low} to {high})"
    if path.starvation is None or not np.isfinite(wide := path.starvation[g]):
        return f"{words}."
    sure = ": too sure (variance starvation)" if path.starved[g] else ""
    words += f". Far from the data its band is {measured(wide)} times as wide as the exact one{sure}."
    if path.pathwise_starvation is not None:
        words += f" The draws spread {measured(path.pathwise_starvation[g])} times as wide: the prior is back."
    return words


def _draws(path: RidgePath) -> str:
    if path.draws is None:
        return ""
    drawn = plural(path.draws.shape[1], "draw")
    if path.drawn_by == "features":
        return f"thin lines: {drawn} from each posterior"
    return f"thin lines: {drawn} of the exact posterior, and of the features' prior with the exact update"
