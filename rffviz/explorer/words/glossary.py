"""The technical terms used on the pages, each explained once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from types import MappingProxyType

GLOSSARY: Mapping[str, str] = MappingProxyType(
    {
        "kernel": "A positive definite function k(x, y): the similarity of two points. Those shown are "
        "shift-invariant, functions of δ = x − y with k(0) = 1.",
        "spectrum": "The distribution p of the frequencies, also called spectral density: the Fourier transform of the "
        "kernel (Bochner's theorem).",
        "frequency": "A vector ω: direction and angular frequency of the wave cos(ω·x). ω and −ω give the same cosine.",
        "feature": "One coordinate of the feature map z(x), such as cos(ω·x) or sin(ω·x). The inner product of two "
        "points' features estimates the kernel.",
        "length scale": "The distance ℓ over which the kernel decays. Frequencies scale as 1/ℓ.",
        "σ_p": "The root mean square norm of a frequency, √E‖ω‖². It is infinite for a kernel with a kink at 0.",
        "diameter": "The largest distance between two points of the set over which a bound holds.",
        "cos/sin pair": "The map with the cosine and the sine of each frequency: two features per frequency, and "
        "z(x)·z(x) = 1 exactly.",
        "random phase": "The map with one cosine for each frequency, its phase uniform on [0, 2π): one feature per "
        "frequency, and a higher variance.",
        "unbiased": "The expectation of the estimate over draws equals the kernel.",
        "biased": "The expectation of the estimate over draws differs from the kernel.",
        "scheme": "A way of sampling frequencies: independent, quasi-Monte Carlo, orthogonal, and so on.",
        "Monte Carlo": "Independent draws from the spectrum, with equal weights. Bounds are proved for i.i.d. "
        "sampling only.",
        "scrambled": "Low-discrepancy points, randomised: each seed gives other points, and each point is uniform.",
        "deterministic": "The same frequencies for every seed, so no variance over seeds.",
        "lattice": "The multiples of one vector, modulo 1: evenly spread points in the unit cube.",
        "net": "A digital net: points of which every elementary box holds a number proportional to its volume. Or an "
        "ε-net: points of which one is within ε of every point of a set.",
        "orthogonal": "With inner product 0. The scheme of this name draws directions that are orthogonal within every "
        "block of d frequencies, with the norms of independent draws.",
        "discrepancy": "The difference between the fraction of points in a box and its volume, over all boxes: "
        "small for evenly spread points.",
        "band": "The shaded region around a line: 10–90 % of the seeds, a 95 % interval, or ± 2 SD. The details say "
        "which.",
        "ε": "The target error, or the threshold of an error.",
        "confidence": "The probability, over draws of the frequencies, that a bound holds.",
        "bound": "A proved upper limit on the error, or on a probability.",
        "Clopper–Pearson": "An exact interval for a probability, from a count among independent trials.",
        "seed": "The state from which a random generator starts: the same seed gives the same draw.",
        "root mean square": "The square root of the mean of the squares, dominated by large values.",
        "median": "The 50 % quantile: half of the values lie below it.",
        "effective sample size": "The number of equally weighted frequencies with the same variance, were the draws "
        "independent: (Σp)²/Σp². Frequencies that repeat count as one.",
        "SD": "Standard deviation.",
        "standard error": "The standard deviation of an estimate, such as a mean over seeds.",
        "landmark": "One of a few weighted points that represent the data while features are learned.",
        "k-means": "A partition of points into k clusters, each point in that of the nearest mean.",
        "Claim 1": "The density whose draws have the least error on the data, in closed form for the Gaussian kernel "
        "(Li et al. 2019).",
        "Algorithm 1": "Alternating minimisation: optimal weights for the frequencies, then gradient steps for the "
        "frequencies (Li et al. 2019).",
        "EKAL": "The empirical kernel approximation loss: the weighted squared error of the kernel matrix on the "
        "landmarks (Li et al. 2019).",
        "SUPERVISE": "Training a predictor and its frequencies jointly, with a penalty on the distance from the kernel "
        "(Li et al. "
        "2019, Algorithm 2).",
        "weight decay": "A penalty on the squares of weights: λ on the weights of frequencies, γ on a predictor's "
        "coefficients.",
        "ridge": "Least squares with a penalty nλ‖w‖² on the coefficients. Its λ differs from the λ of weight "
        "decay and of leverage scores.",
        "leverage": "The importance of a frequency for ridge regression on the data at a given λ.",
        "hat matrix": "The matrix H that maps targets to fitted values; its diagonal holds the leverage of each point.",
        "posterior": "The distribution of the function given the data, with a mean and a variance.",
        "variance starvation": "With too few features the posterior variance is too small far from the data.",
        "kernel ridge": "Ridge regression with the exact kernel matrix, which random features approximate.",
        "kernel SVM": "A support vector machine with the exact kernel: the maximum margin between two classes.",
        "core vector machine": "A support vector machine solved as a minimum enclosing ball in the "
        "kernel's feature space.",
        "binning": "Features that indicate the bins of random grids in which a point lies, for the Laplacian kernel.",
        "Nyström": "Features from the kernel's values at some of the data points, the landmarks.",
        "double descent": "The test error falls, peaks where the number of features equals the number of points, "
        "and falls again.",
        "least squares": "The fit with the smallest sum of squared errors on the training points.",
        "over-fitted": "Fitted more closely than new data: what is learned does not generalise.",
    }
)
"""Term → one or two sentences. Each term is explained here alone."""


def marked(text: str) -> str:
    """The text as HTML, escaped; each term, where it stands first, can be focused and holds its explanation."""
    parts, seen, at = [], set(), 0
    for match in _pattern().finditer(text):
        if (term := _forms()[match[0].casefold()]) in seen:
            continue
        seen.add(term)
        said = f'<abbr class="term" tabindex="0" title="{escape(GLOSSARY[term])}">{escape(match[0])}</abbr>'
        parts += [escape(text[at : match.start()]), said]
        at = match.end()
    return "".join([*parts, escape(text[at:])])


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
