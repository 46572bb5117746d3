"""The words of the view “On a line”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.words.about import Words, about_words, data_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, from_to, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.line import RidgePath


def prediction_words(path: RidgePath) -> Words:
    """The title gives the distance to exact kernel ridge regression at the D shown first."""
    start = path.start
    low, high = (number(edge).replace("-", "−") for edge in path.span)
    return Words(
        title=f"RMSE to exact kernel ridge is {number(path.rmse_to_exact[start])} at D = {count(path.n_freqs[start])}",
        subtitle=about_words(
            path.about, scheme_words(path.about), f"λ = {number(path.about.settings['ridge'])}", _draws(path)
        ),
        readout=prediction_readout(path, start),
        alt=f"{data_words(path.about)}, with the exact kernel ridge prediction and that of random features: the "
        f"distance between the two (root mean square) goes {from_to(path.n_freqs, path.rmse_to_exact)}.",
        provenance=provenance(
            path.about,
            "bands: the exact Gaussian process, and Bayesian linear regression on the features, same prior and noise",
        ),
        notes=(
            f"RMSE is taken over x from {low} to {high}. Each frequency gives two "
            "features, and both methods use the same λ.",
            "Bands are ±2 posterior standard deviations of the function, without noise, under one prior. “Off data” is "
            "where the exact band keeps 95 % of its prior variance; a much narrower band there is variance "
            "starvation.",
            *map(str, path.notes),
        ),
    )


def prediction_readout(path: RidgePath, g: int) -> Readout:
    """The errors of features and of the exact method, and their bands, for one number of frequencies."""
    columns = [f"D = {count(path.n_freqs[g])}", "RMSE to exact kernel ridge", "max error"]
    features = ["features", measured(path.rmse_to_exact[g]), measured(path.max_to_exact[g])]
    exact = ["exact kernel ridge", "–", "–"]
    if path.test_rmse is not None:
        columns.append("RMSE to truth")
        features.append(measured(path.test_rmse[g]))
        exact.append(measured(path.exact_test_rmse))
    for name, ratios in (("band", path.starvation), ("spread of draws", path.pathwise_starvation)):
        if ratios is not None and np.isfinite(ratios).any():
            columns.append(f"{name} / exact, off data")
            low = ", too narrow" * (name == "band" and bool(path.starved[g]))
            features.append(f"{measured(ratios[g])}{low}")
            exact.append("1")
    return Readout(columns, (features, exact))


def _draws(path: RidgePath) -> str:
    if path.draws is None:
        return ""
    drawn = plural(path.draws.shape[1], "draw")
    if path.drawn_by == "features":
        return f"thin lines: {drawn} from each posterior"
    return f"thin lines: {drawn} of the exact posterior, and of the features' prior with the exact update"
