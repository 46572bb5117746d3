"""Exercise 5: ridge regression on features against exact kernel ridge regression, and the choice of D."""

from __future__ import annotations

import numpy as np

from rffviz.predict import ridge_weights as solved
from rffviz.teaching.attempt import Attempt, Objection, expect

_RIDGE = 0.03


def ridge_weights(attempt: Attempt, seed: int) -> str:
    """Test `ridge_weights(Z, y, ridge)`: w = (ZᵀZ + nλI)⁻¹Zᵀy, for more points than features and fewer."""
    for n, width in ((40, 7), (6, 20)):
        Z, y = _features(n, width, seed)
        answer = attempt.numbers((width,), "one weight for each feature", Z, y, _RIDGE)

        def weights(shift: float, target: np.ndarray = y, Z: np.ndarray = Z, width: int = width) -> np.ndarray:
            return np.linalg.solve(Z.T @ Z + shift * np.eye(width), Z.T @ target)

        expect(
            attempt,
            answer,
            solved(Z, y, _RIDGE),
            {
                "The penalty is not multiplied by n: (1/n)‖Zw − y‖² + λ‖w‖² has the normal equations "
                "(ZᵀZ + nλI)w = Zᵀy.": weights(_RIDGE),
                "The penalty is divided by n where it must be multiplied.": weights(_RIDGE / n),
                "The penalty is multiplied by the number of features where it must be n, the number of points.": (
                    weights(width * _RIDGE)
                ),
                "The penalty is squared: λ enters as it is.": weights(n * _RIDGE**2),
                "The penalty is doubled: both halves of the gradient have a 2, which cancels.": weights(2 * n * _RIDGE),
                "The penalty is halved: both halves of the gradient have a 2, which cancels.": weights(n * _RIDGE / 2),
                "The penalty is missing: these are the weights of least squares.": (
                    lambda Z=Z, y=y: np.linalg.lstsq(Z, y, rcond=None)[0]
                ),
                "The penalty has the wrong sign.": weights(-n * _RIDGE),
                "λ is added to every entry of ZᵀZ; it belongs on the diagonal alone, times np.eye.": (
                    lambda Z=Z, y=y, n=n: np.linalg.lstsq(Z.T @ Z + n * _RIDGE, Z.T @ y, rcond=None)[0]
                ),
                "The mean of y is subtracted; here y is fitted as it is.": (weights(n * _RIDGE, y - y.mean())),
                "ZᵀZ is divided by n and Zᵀy is not: divide both, or neither with nλ.": weights(n * _RIDGE) * n,
            },
        )
    return "these weights solve (ZᵀZ + nλI)w = Zᵀy, for more points than features and for fewer."


def kernel_ridge(attempt: Attempt, seed: int) -> str:
    """Test `kernel_ridge(K, y, ridge)`: α = (K + nλI)⁻¹y, which with K = ZZᵀ gives the weights w = Zᵀα."""
    n = 30
    Z, y = _features(n, 50, seed)
    K = Z @ Z.T

    def alpha(shift: float) -> np.ndarray:
        return np.linalg.solve(K + shift * np.eye(n), y)

    answer = attempt.numbers((n,), "one coefficient for each point", K, y, _RIDGE)
    expect(
        attempt,
        answer,
        alpha(n * _RIDGE),
        {
            "The penalty is not multiplied by n, so λ is another than that of the features: (K + nλI)α = y.": alpha(
                _RIDGE
            ),
            "The penalty is divided by n where it must be multiplied.": alpha(_RIDGE / n),
            "The penalty is missing: the fit passes through every point.": alpha(0.0),
            "The penalty is squared: λ enters as it is.": alpha(n * _RIDGE**2),
            "The penalty is doubled.": alpha(2 * n * _RIDGE),
            "These are the fitted values Kα; return α.": K @ alpha(n * _RIDGE),
            "The equations are those of features, with KᵀK; the kernel matrix stands alone: α = (K + nλI)⁻¹y.": (
                np.linalg.solve(K.T @ K + n * _RIDGE * np.eye(n), K.T @ y)
            ),
        },
    )
    w = solved(Z, y, _RIDGE)
    gap = np.abs(Z.T @ answer - w).max() / np.abs(w).max()
    return f"with K = ZZᵀ the weights Zᵀα are those of ridge on features under the same λ, to {gap:.0e}."


def smallest_enough(attempt: Attempt, seed: int) -> str:
    """Test `smallest_enough(n_freqs, errors, exact, tolerance)`, errors of shape (n_seeds, sizes).

    It is the first m whose median error over seeds is at most (1 + tolerance) times the exact method's, or None.
    """
    rng = np.random.default_rng(seed)
    n_freqs, exact, tolerance = np.array([8, 16, 32, 64, 128, 256, 512]), 0.5, 0.1
    goal = (1 + tolerance) * exact
    # chosen so that every mistake below gives a different size
    rows = np.array(
        [
            [1.90, 0.80, 0.62, 0.54, 0.52, 0.49, 0.48],
            [1.70, 0.54, 0.61, 0.53, 0.51, 0.51, 0.49],
            [1.80, 0.70, 0.58, 0.54, 0.50, 0.48, 0.47],
            [2.00, 0.75, 0.595, 0.90, 0.60, 0.50, 0.46],
            [2.10, 0.72, 0.59, 0.70, 0.53, 0.49, 0.45],
        ]
    )
    errors = rows[rng.permutation(len(rows))]
    answer = attempt.result(n_freqs, errors, exact, tolerance)
    value = float(attempt.as_numbers(answer, (), "a number of frequencies"))

    def first(enough: np.ndarray) -> float:
        return float(n_freqs[np.argmax(enough)]) if np.any(enough) else -1.0

    medians = np.median(errors, axis=0)
    expect(
        attempt,
        np.float64(value),
        np.float64(first(medians <= goal)),
        {
            "This is the size of the smallest error; the smallest size whose error is small enough is asked for.": (
                float(n_freqs[np.argmin(medians)])
            ),
            "The luckiest seed decides; take the median over seeds.": first(errors.min(axis=0) <= goal),
            "The unluckiest seed decides; take the median over seeds.": first(errors.max(axis=0) <= goal),
            "The mean over seeds decides, which one bad seed moves; take the median.": first(
                errors.mean(axis=0) <= goal
            ),
            "This is a position in n_freqs, not a number of frequencies.": float(np.argmax(medians <= goal)),
            "The tolerance is added to the exact error; it is a fraction of it.": first(medians <= exact + tolerance),
        },
    )
    hopeless = attempt.result(n_freqs, errors, 0.1, tolerance)
    if hopeless is not None:
        raise Objection(
            "Where no size is good enough, smallest_enough must return None: np.argmax of nothing but False is 0."
        )
    return (
        f"of sizes up to {n_freqs[-1]}, {value:.0f} is the first whose median error is within a tenth of the "
        "exact method's."
    )


def _features(n: int, width: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features like those of a paired map, and a target whose mean is not 0."""
    rng = np.random.default_rng(seed)
    angles = rng.standard_normal((n, width)) * 2
    return np.cos(angles) / np.sqrt(width), 3 + rng.standard_normal(n)
