"""Minimum enclosing balls by core sets, the geometry beneath core vector machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import linalg

_TOLERANCE = 1e-11  # tolerance of the Lagrange multipliers of the small programme, relative to its largest term
_FRUITLESS_SAMPLES = 5  # successive samples with no point outside the ball before all points are searched


@dataclass(frozen=True, eq=False)
class BallStep:
    """The ball around a core set, before the next point joins it.

    Attributes
    ----------
    core : ndarray of int, shape (c,)
        The points of the core set, in the order in which they joined.
    weights : ndarray of shape (c,)
        α ≥ 0, Σα = 1: the centre is Σ α_i φ(x_i).
    radius : float
        R of the smallest ball around the core set, at most that around all points.
    farthest : float
        Largest distance from the centre found in this step, divided by R; the ball is accepted at 1 + ε or below.
    over_all : bool
        Whether all points were searched in this step, or only a sample.
    """

    core: np.ndarray
    weights: np.ndarray
    radius: float
    farthest: float
    over_all: bool


def enclosing_ball_steps(
    gram: Callable[[np.ndarray, np.ndarray], np.ndarray],
    squared_norms: np.ndarray,
    shift: float,
    start: tuple[int, ...],
    epsilon: float,
    rng: np.random.Generator,
    n_candidates: int | None = None,
) -> Iterator[BallStep]:
    """Grow a core set until the ball around it, enlarged by the factor 1 + ε, holds every point.

    Points φ_i have φ_i·φ_j = q_ij and ‖φ_i‖² = n_i; each may have a coordinate of its own (n_i ≥ q_ii, which is the
    centre-constrained ball). The ball solves max Σ α_i n_i − αᵀQα on the simplex; the maximum is R², and the distance
    of φ_i from the centre is √(αᵀQα − 2(Qα)_i + n_i).

    Parameters
    ----------
    gram : function of two index arrays
        Q between them, without `shift`.
    squared_norms : ndarray of shape (n,)
    shift : float
        Added to q_ii; above 0, so that Q is positive definite.
    start : tuple of int
        The first core set.
    epsilon : float
    rng : numpy.random.Generator
        Of the samples.
    n_candidates : int, optional
        How many points to search in a step: 59 contain one of the farthest twentieth with probability 95 %. After five
        samples with none outside, all points are searched, so containment is certain. None always searches all.

    Yields
    ------
    BallStep
        The last one has `over_all` and `farthest` ≤ 1 + ε.

    Source: Bădoiu & Clarkson 2002 (core sets); Tsang, Kwok & Cheung 2005, sections 2.2 and 4.1 (not verified against
    the paper); the centre-constrained ball: Tsang, Kwok & Zurada 2006, "Generalized core vector machines".
    """
    n = len(squared_norms)
    everyone = np.arange(n)
    programme = SimplexProgramme()
    core, joining = [], start
    while True:
        for index in joining:
            core.append(index)
            programme.add(gram(np.array([index]), np.array(core))[0], shift, squared_norms[index])
        programme.solve()
        here = np.array(core)
        support = np.flatnonzero(programme.weights > 0)
        supporting, weights = here[support], programme.weights[support]
        constant = float(programme.weights @ programme.product)
        radius = np.sqrt(max(float(programme.weights @ programme.linear) - constant, 0.0))

        def squared_distances(
            indices: np.ndarray,
            here: np.ndarray = here,
            supporting: np.ndarray = supporting,
            weights: np.ndarray = weights,
            constant: float = constant,
            of_core: np.ndarray = programme.product,
        ) -> np.ndarray:
            product = gram(indices, supporting) @ weights
            place = {index: i for i, index in enumerate(here.tolist())}
            for i, index in enumerate(indices.tolist()):  # the core's product is known, with its shift
                if index in place:
                    product[i] = of_core[place[index]]
            return constant - 2 * product + squared_norms[indices]

        limit = ((1 + epsilon) * radius) ** 2
        over_all = n_candidates is None or n_candidates >= n
        if not over_all:
            for _ in range(_FRUITLESS_SAMPLES):
                looked_at = np.asarray(rng.choice(n, n_candidates, replace=False))
                distances = squared_distances(looked_at)
                if distances.max() > limit:
                    break
            else:
                over_all = True
        if over_all:
            looked_at, distances = everyone, squared_distances(everyone)
        far = int(np.argmax(distances))
        farthest, index = float(distances[far]), int(looked_at[far])
        relative = np.sqrt(max(farthest, 0.0)) / radius if radius > 0 else (np.inf if farthest > 0 else 1.0)
        yield BallStep(here, programme.weights.copy(), float(radius), float(relative), over_all)
        if farthest <= limit or index in core:
            return
        joining = (index,)


class SimplexProgramme:
    """Maximise c·α − αᵀQα over the simplex by a warm-started active-set method, adding one variable at a time.

    Attributes
    ----------
    weights : ndarray of shape (c,)
        α.
    product : ndarray of shape (c,)
        Qα.
    linear : ndarray of shape (c,)
        c.

    Notes
    -----
    At the solution c_i − 2(Qα)_i is one number where α_i > 0, and at most that elsewhere: the conditions of Karush,
    Kuhn and Tucker, sufficient since Q is positive definite. Each round solves the equalities on the free variables by
    Cholesky, moves until a weight would turn negative, and drops or frees one variable (Nocedal & Wright 2006,
    Algorithm 16.3; not verified against the paper).
    """

    def __init__(self) -> None:
        self.weights = self.product = self.linear = np.zeros(0)
        self._size = 0
        self._matrix = np.zeros((64, 64))
        self._free: list[int] = []  # indices of the free variables, in the order of the factor's rows
        self._factor = np.zeros((64, 64))  # lower triangular, of Q on the free variables

    def add(self, row: np.ndarray, shift: float, linear: float) -> None:
        """Add a variable at 0, given its c and its row of Q, to whose last (diagonal) entry `shift` is added."""
        size = self._size
        if size == len(self._matrix):
            self._matrix, self._factor = (np.pad(A, (0, size)) for A in (self._matrix, self._factor))
        self._matrix[size, : size + 1] = self._matrix[: size + 1, size] = row
        self._matrix[size, size] += shift
        self._size = size + 1
        self.linear = np.append(self.linear, linear)
        self.weights = np.append(self.weights, 0.0 if size else 1.0)
        if not size:
            self._join(0)
        self.product = self._matrix[: self._size, : self._size] @ self.weights

    def solve(self) -> None:
        """Move to the solution."""
        Q = self._matrix[: self._size, : self._size]
        for _ in range(10 * self._size + 100):
            target, level = self._on_free()
            current = self.weights[self._free]
            leaving = target <= 0
            if leaving.any():
                steps = current[leaving] / np.maximum(current[leaving] - target[leaving], 1e-300)
                step = min(1.0, float(steps.min()))
                moved = current + step * (target - current)
                out = np.flatnonzero(leaving)[np.argmin(steps)]
                moved[out] = 0.0
                self.weights[self._free] = np.maximum(moved, 0.0)
                self._leave(out)
                continue
            self.weights[self._free] = target
            self.product = Q @ self.weights
            gain = self.linear - 2 * self.product - level
            gain[self._free] = -np.inf
            entering = int(np.argmax(gain))
            scale = max(1.0, float(np.abs(self.linear).max()), abs(level))
            if gain[entering] <= _TOLERANCE * scale:
                break
            self._join(entering)
        self.product = Q @ self.weights

    def _on_free(self) -> tuple[np.ndarray, float]:
        """The solution with Σα = 1 on the free variables, whatever its signs, and the level of c − 2Qα there."""
        factor = self._factor[: len(self._free), : len(self._free)]
        sides = np.stack([self.linear[self._free] / 2, np.ones(len(self._free))], axis=1)
        solved = linalg.cho_solve((factor, True), sides, check_finite=False)
        level = (solved[:, 0].sum() - 1) / solved[:, 1].sum()  # half the level
        return solved[:, 0] - level * solved[:, 1], 2 * level

    def _join(self, variable: int) -> None:
        k = len(self._free)
        row = self._matrix[variable, self._free]
        if k:
            row = linalg.solve_triangular(self._factor[:k, :k], row, lower=True, check_finite=False)
        self._factor[k, :k] = row
        self._factor[k, k] = np.sqrt(max(self._matrix[variable, variable] - row @ row, 1e-300))
        self._free.append(variable)

    def _leave(self, place: int) -> None:
        """Remove a free variable: keep the rows of the factor above it, and recompute those below."""
        del self._free[place]
        k = len(self._free)
        below = self._free[place:]
        if not below:
            return
        block = self._matrix[np.ix_(below, below)]
        if place:
            above = self._factor[:place, :place]
            left = linalg.solve_triangular(above, self._matrix[np.ix_(self._free[:place], below)], lower=True).T
            self._factor[place:k, :place] = left
            block = block - left @ left.T
        self._factor[place:k, place:k] = linalg.cholesky(block, lower=True)
