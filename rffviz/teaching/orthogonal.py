"""Exercise 4: orthogonal frequencies of the Gaussian kernel, and the variance of an estimate."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS
from rffviz.teaching.attempt import Attempt, Objection, expect
from rffviz.theory.variance import map_variance

_D, _N_DRAWS = 16, 300
_UNLIKELY = 1e-7
_DIMENSIONS = (2, 16, 64)


def orthogonal_frequencies(attempt: Attempt, seed: int) -> str:
    """Test `f(n_freqs, d, rng)`: rows orthogonal in blocks of d, norms independent draws of χ_d (ℓ = 1)."""
    m = 2 * _D + 3  # two full blocks and a partial one
    W = attempt.drawn((m, _D), seed, m, _D)
    norms = np.linalg.norm(W, axis=1)
    if not norms.min() > 0:
        raise Objection(f"{attempt.name} returns a frequency that is 0.")
    blocks = [W[:_D], W[_D : 2 * _D], W[2 * _D :]]
    if _largest_cosine(blocks[0]) > 1e-5:
        if _largest_cosine(blocks[0].T) < 1e-5:
            raise Objection(
                "The norms scale the columns, so the rows are not orthogonal: this is Q @ S, and must be S @ Q, "
                "that is norms[:, None] * Q."
            )
        raise Objection(
            f"The first {_D} rows are not orthogonal: the largest cosine of an angle between two of them is "
            f"{_largest_cosine(blocks[0]):.2f}."
        )
    if max(_largest_cosine(block) for block in blocks) > 1e-5:
        raise Objection("The first block has orthogonal rows, a later one has not: each block of d rows needs a Q.")
    directions = W / norms[:, None]
    if np.abs(directions[:_D] @ directions[_D:].T).max() > 1 - 1e-9:
        raise Objection("Every block has the same directions: draw a new orthogonal matrix for each.")
    if np.ptp(norms) < 1e-5 * norms.max():
        if abs(norms[0] - math.sqrt(_D)) < 1e-4:
            raise Objection("All norms are √d, their root mean square; they must vary as for normal vectors: χ_d.")
        raise Objection(
            f"All frequencies have the norm {norms[0]:.3g}: rows of Q are directions only; each needs the norm "
            "of a normal vector in d dimensions (χ_d)."
        )
    if min(np.ptp(norms[:_D]), np.ptp(norms[_D : 2 * _D])) < 1e-5 * norms.max():
        raise Objection("There is one length for each block; there must be one for each frequency.")
    if np.isclose(norms[:_D], norms[_D : 2 * _D], rtol=1e-9).all():
        raise Objection("Every block has the same norms: draw new ones for each.")
    draws = [
        attempt.numbers((m, _D), "one frequency in each row", m, _D, rng)
        for rng in np.random.default_rng(seed).spawn(_N_DRAWS)
    ]
    _norms_are_chi(np.linalg.norm(np.concatenate(draws[:40]), axis=1))
    axis = np.array([W[:, 0] * 1.5 for W in draws])
    diagonal = np.array([W.sum(axis=1) * 1.5 / math.sqrt(_D) for W in draws])
    exact = math.exp(-(1.5**2) / 2)
    for angles in (axis, diagonal):
        estimates = np.cos(angles).mean(axis=1)
        error = abs(estimates.mean() - exact)
        if error > 6 * estimates.std(ddof=1) / math.sqrt(_N_DRAWS) + 1e-9:
            raise Objection(
                f"The estimates are biased: their mean over {_N_DRAWS} draws at 1.5 is {estimates.mean():.3f}, "
                f"and the kernel {exact:.3f}; directions must be uniform, from the QR decomposition of a normal matrix."
            )
    ratio = np.var(np.cos(axis / 1.5).mean(axis=1)) / map_variance(Gaussian(), np.eye(1, _D)[0], m)
    return (
        f"rows are orthogonal in every block, norms are those of normal vectors; at distance 1 in {_D} dimensions "
        f"the variance is {ratio:.2f} times that of Monte Carlo."
    )


def variance(attempt: Attempt, seed: int) -> str:
    """Test `variance(draw, delta, n_draws, rng)`, of the mean cosine at δ over draws of frequencies."""
    m, d, n_draws = 8, 3, 4000
    kernel, delta = Gaussian(), np.array([1.2, -1.0, 1.2])

    def normal(rng: np.random.Generator) -> np.ndarray:
        return rng.standard_normal((m, d))

    rng = np.random.default_rng(seed)
    exact = float(map_variance(kernel, delta, m))
    estimate = float(attempt.numbers((), "the variance", normal, delta, n_draws, rng))
    tolerance = 6 * math.sqrt(2 / n_draws)  # the mean of 8 bounded cosines has lighter tails than a normal distribution
    if abs(estimate / exact - 1) > tolerance:
        if estimate < 1e-6 * exact:
            raise Objection("The variance is 0: the same frequencies come again and again; call draw(rng) for each.")
        of_mean = float(kernel.of_difference(delta)) ** 2
        known = {
            "This is the standard deviation: square it.": math.sqrt(exact),
            "This is the variance of one cosine: average over the m frequencies before taking the variance of the "
            "averages.": m * exact,
            "This is divided by the number of draws, which gives the variance of their mean: leave it out.": (
                exact / n_draws
            ),
            "This is the mean square: subtract the square of the mean.": exact + of_mean,
            "The sum of the cosines is taken where it must be their mean: divide by m.": m * m * exact,
        }
        for sentence, wrong in known.items():
            if abs(estimate / wrong - 1) <= tolerance:
                raise Objection(sentence)
        raise Objection(f"variance is wrong: {estimate:.4g} where {exact:.4g} is right, up to {100 * tolerance:.0f} %.")
    fixed = float(attempt.numbers((), "the variance", lambda rng: np.ones((m, d)), delta, 10, rng))
    expect(attempt, np.float64(1 + fixed), np.float64(1), {})  # fixed frequencies give no variance
    ratios = [_ratio(attempt, d, rng) for d in _DIMENSIONS]
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return (
        f"{estimate / exact:.2f} of the formula's variance; at distance 1, d = {', '.join(map(str, _DIMENSIONS))} and "
        f"as many frequencies, orthogonal ones have {shown} times that of Monte Carlo."
    )


def _ratio(attempt: Attempt, d: int, rng: np.random.Generator) -> float:
    """The variance with orthogonal frequencies, by the answer, over that of Monte Carlo, by the formula."""
    delta = np.eye(1, d)[0]

    def orthogonal(rng: np.random.Generator) -> np.ndarray:
        return SAMPLERS["orthogonal"].draw(Gaussian(), d, d, rng, False).W

    measured = attempt.numbers((), "the variance", orthogonal, delta, 200, rng)
    return float(measured / map_variance(Gaussian(), delta, d))


def _largest_cosine(rows: np.ndarray) -> float:
    directions = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return float(np.abs(directions @ directions.T - np.eye(len(rows))).max())


def _norms_are_chi(norms: np.ndarray) -> None:
    chi = stats.chi(_D)
    if stats.kstest(norms, chi.cdf).pvalue > _UNLIKELY:
        return
    known = {
        "The norms are drawn from χ²_d; take the root.": stats.chi2(_D).cdf,
        "The norms are those of one-dimensional normal numbers; they must be those of vectors in d dimensions: χ_d.": (
            stats.chi(1).cdf
        ),
    }
    for sentence, cdf in known.items():
        if stats.kstest(norms, cdf).pvalue > _UNLIKELY:
            raise Objection(sentence)
    raise Objection(
        f"The norms do not follow χ_d, the norm of a normal vector: their mean is {norms.mean():.3g} where it "
        f"must be {chi.mean():.3g}, their standard deviation {norms.std():.3g} where it must be {chi.std():.3g}."
    )
