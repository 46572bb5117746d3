"""The technical terms used on the pages, each explained once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

GLOSSARY: Mapping[str, str] = MappingProxyType(
    {
        "kernel": "A function k(x, y) that says how alike two points are. Those shown depend on δ = x − y alone, and "
        "k(0) = 1.",
        "spectrum": "The law p from which frequencies are drawn: the Fourier transform of the kernel "
        "(Bochner's theorem).",
        "frequency": "A vector ω: the direction and the speed of a wave cos(ω·x). ω and −ω are the same wave.",
        "feature": "One number computed from a point: the cosine or the sine of a wave at it. The inner product of two "
        "points' features estimates the kernel.",
        "length scale": "The distance ℓ over which the kernel falls. Frequencies grow in proportion to 1/ℓ.",
        "σ_p": "The root mean square length of a frequency, √E‖ω‖². It is infinite for a kernel with a kink at 0.",
        "diameter": "The largest distance between two points of the set that a bound speaks of.",
        "law": "A probability distribution: what draws follow in the long run.",
        "paired": "The map that takes the cosine and the sine of each frequency: two features for each, and "
        "z(x)·z(x) = 1 exactly.",
        "offset": "The map that takes one cosine for each frequency, with a random phase: one feature for "
        "each, and more "
        "variance.",
        "unbiased": "Right on average: the mean over seeds of the estimate is the kernel itself.",
        "biased": "Wrong on average: the mean over seeds of the estimate is not the kernel.",
        "scheme": "A way of choosing frequencies: independent draws, evenly spread points, right angles, and so on.",
        "Monte Carlo": "Independent draws from the spectrum, with equal weights. Bounds are proved for these alone.",
        "scrambled": "Points that are evenly spread and randomised: each seed gives others, and each of them "
        "is uniform.",
        "deterministic": "The same frequencies for every seed: one error, and no spread over seeds.",
        "lattice": "Evenly spread points: the multiples of one vector, wrapped around the unit cube.",
        "net": "A set of points that leaves no large hole: every place is near to one of them, or every box of "
        "a certain "
        "size holds as many as its volume asks for.",
        "orthogonal": "At right angles to each other.",
        "discrepancy": "How far the share of points in a box can be from the box's volume: small for evenly "
        "spread points.",
        "band": "A region that holds a stated share of the values: of the seeds, or of what a model expects.",
        "ε": "The error that is asked for, or asked about.",
        "confidence": "The probability, over draws of the frequencies, with which a promise holds.",
        "bound": "An upper limit on the error, or on a probability, that theory proves.",
        "Clopper–Pearson": "An exact interval for a probability, from a count among independent trials.",
        "seed": "The number that everything random starts from: the same seed gives the same draw.",
        "root mean square": "The root of the mean of the squares: a typical size, in which large values count "
        "for more.",
        "median": "The middle value: half of the values lie below it.",
        "standard error": "The standard deviation of an estimate, such as a mean over seeds.",
        "landmark": "One of the few weighted points that stand for all the data while features are learned.",
        "k-means": "A division of points into k clusters, each about its own mean, its centre.",
        "Claim 1": "The density whose draws have the least error on the data, in closed form for the Gaussian kernel "
        "(Li et al. 2019).",
        "Algorithm 1": "Learning by turns: the best weights for the frequencies, then gradient steps for the "
        "frequencies (Li et al. 2019).",
        "EKAL": "The empirical kernel approximation loss: the weighted squared error of the kernel matrix on the "
        "landmarks (Li et al. 2019).",
        "SUPERVISE": "Training a predictor and its frequencies together, with a penalty for leaving the kernel "
        "(Li et al. "
        "2019, Algorithm 2).",
        "kernel term": "The part of SUPERVISE's objective that keeps the features near to the kernel; η is its weight.",
        "weight decay": "A penalty on the squares of weights: λ on the weights of frequencies, γ on a predictor's "
        "coefficients. It keeps them small and near to each other.",
        "ridge": "Least squares with a penalty nλ‖w‖² on the coefficients. This λ is not the one of weight decay, nor "
        "that of leverage scores.",
        "leverage": "How much one frequency matters for ridge regression on the data; its λ says what counts as noise.",
        "hat matrix": "The matrix H that turns answers into fitted values; its diagonal says how much a point fits "
        "itself.",
        "posterior": "What a Gaussian model knows of the function once it has seen the data: a mean and a spread.",
        "variance starvation": "A model with too few features is too sure of itself far from the data.",
        "kernel ridge": "Ridge regression with the exact kernel matrix: the method that features stand in for.",
        "kernel SVM": "A support vector machine with the exact kernel: the widest margin between two classes.",
        "core vector machine": "A support vector machine solved as the smallest ball that encloses the points in the "
        "kernel's space.",
        "binning": "Features that say in which cells of random grids a point lies, for the Laplacian kernel.",
        "Nyström": "Features from the kernel's values at some of the data points.",
        "double descent": "The test error falls, rises to a peak where features are as many as points, and "
        "falls again.",
        "least squares": "The fit with the smallest sum of squared errors on the training points.",
        "Rand index": "How far two divisions into clusters agree; adjusted, 1 is the same division and 0 is chance.",
        "over-fitted": "Met more closely than the data as a whole: what is learned does not hold elsewhere.",
    }
)
"""Term → one or two sentences. Each term is explained here alone."""


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """The terms that occur as whole words in the texts, in order of first appearance.

    Of overlapping terms, such as "kernel" and "kernel ridge", the longer one is matched.
    """
    present = {}
    for text in texts:
        for match in _pattern().finditer(text):
            term = _forms()[match[0].casefold()]
            present[term] = GLOSSARY[term]
    return present


@cache
def _forms() -> dict[str, str]:
    """Every word form, in lower case → its term."""
    forms = {}
    for term in GLOSSARY:
        many = f"{term[:-1]}ies" if term.endswith("y") else f"{term}s"
        forms |= {term.casefold(): term, many.casefold(): term}
    return forms


@cache
def _pattern() -> re.Pattern[str]:
    """Any form as a whole word; longer ones first."""
    forms = sorted(map(re.escape, _forms()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![^\W²]|-)", re.IGNORECASE)
