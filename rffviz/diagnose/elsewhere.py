"""The mean error of k̂ along many lines: axes, pairs of coordinates, random lines, and lines suggested by other
seeds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.diagnose.bias import reach
from rffviz.diagnose.over_seeds import OverSeeds, Sums, Tested, tested
from rffviz.foundation.sincos import cos_sin
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample
from rffviz.theory import map_variance

_N_RANDOM, _N_AXES, _N_DISTANCES = 16, 8, 6
_FEWEST_EVENTS = 30
_FAR = 0.9  # for larger k few cosines differ from 1, and squared errors are far from normal


@dataclass(frozen=True, eq=False)
class Line:
    """A line through δ = 0: its kind, its coordinates (from 0), and its unit vector."""

    kind: str
    coordinates: tuple[int, ...]
    unit: np.ndarray

    @property
    def name(self) -> tuple[str, ...]:
        """Its kind and its coordinates, counted from 1."""
        return (self.kind, *(str(i + 1) for i in self.coordinates))


class ErrorsAlong:
    """Σ over draws of k̂(δ) − k(δ) at several distances on each of some lines, and of the excess of its mean square
    over that of Monte Carlo.

    Parameters
    ----------
    kernel : Kernel
    lines : sequence of Line
    n_freqs : int
    n_distances : int
        Evenly spaced on each line up to where the kernel has decayed.
    """

    def __init__(self, kernel: Kernel, lines: list[Line], n_freqs: int, n_distances: int = _N_DISTANCES) -> None:
        self.lines, self.n_freqs = lines, n_freqs
        share = np.arange(1, n_distances + 1) / n_distances
        self.distance = np.array([share * reach(kernel, line.unit) for line in lines])
        units = np.array([line.unit for line in lines])
        delta = self.distance[..., None] * units[:, None, :]
        self._units = units
        self.delta, self.exact = delta, kernel.of_difference(delta)
        # 0 for k = cos r, say; the cubes of squared errors over it must not overflow
        self.sigma = np.sqrt(np.maximum(map_variance(kernel, delta, n_freqs), 1e-60))
        self.sums, self.excess = Sums(independent=self.sigma), Sums()
        self.squares: list[float] = []  # mean squared error of each draw

    def of(self, fs: FrequencySample) -> np.ndarray:
        """k̂(δ) − k(δ) of one draw, of shape (lines, distances)."""
        projected = np.asarray(fs.W, dtype=np.float64) @ self._units.T  # (m, lines)
        angles = (projected[:, :, None] * self.distance).reshape(len(projected), -1)
        cos_sin(angles, angles)
        return (fs.weights @ angles).reshape(self.exact.shape) - self.exact

    def add(self, fs: FrequencySample) -> None:
        """Add a draw."""
        error = self.of(fs)
        self.sums.add(error)
        self.squares.append(float(np.mean(np.square(error))))
        self.excess.add(float(np.mean(np.square(error / self.sigma)[self.exact < _FAR])) - 1)

    @property
    def where(self) -> np.ndarray:
        """Places where k̂ differs from 1 often enough for its mean to be nearly normal."""
        return self.n_freqs * self.sums.n * (1 - self.exact) >= _FEWEST_EVENTS

    @property
    def shift(self) -> tuple[float, float, float]:
        """Along the worst line, the root mean square over distances of |E k̂ − k| in σ of one Monte Carlo draw, without
        what chance adds; and |E k̂ − k| and σ themselves."""
        chance = np.maximum(np.asarray(self.sums.second) / self.sums.n - self.sums.mean**2, 0.0) / (self.sums.n - 1)
        square, use = self.sums.mean**2 - chance, self.exact < _FAR
        share = np.sum(square / self.sigma**2 * use, axis=1) / np.maximum(use.sum(axis=1), 1)
        worst = int(np.argmax(share))
        sigma = float(np.sqrt(np.mean(np.square(self.sigma[worst, use[worst]])))) if use[worst].any() else 0.0
        root = float(max(share[worst], 0.0)) ** 0.5
        return root, root * sigma, sigma

    def tested(self, level: float) -> Tested:
        """Student's test over draws at all places."""
        return tested(self.sums, level, self.where)


def random_lines(d: int, random_state: int) -> list[Line]:
    """Random directions, some axes and some pairs of coordinates, drawn from a seed."""
    rng = np.random.default_rng([random_state, 3])
    units = rng.standard_normal((_N_RANDOM if d > 1 else 0, d))
    lines = [Line("random", (), unit / np.linalg.norm(unit)) for unit in units]
    for i in sorted(rng.permutation(d)[:_N_AXES].tolist()):
        lines.append(axis_line(i, d))
    for _ in range(_N_AXES if d > 1 else 0):
        i, j = sorted(rng.permutation(d)[:2].tolist())
        lines += pair_lines(i, j, d)
    return lines


def axis_line(i: int, d: int) -> Line:
    """Along coordinate i."""
    return Line("coordinate", (i,), np.eye(1, d, i)[0])


def pair_lines(i: int, j: int, d: int) -> list[Line]:
    """Along e_i + e_j and e_i − e_j."""
    one, other = np.eye(1, d, i)[0], np.eye(1, d, j)[0]
    return [Line(kind, (i, j), (one + sign * other) / np.sqrt(2)) for kind, sign in (("sum", 1), ("difference", -1))]


def accused_lines(over: OverSeeds, level: float) -> list[Line]:
    """The lines suggested by the draws so far: the worst coordinate, the worst pairs, the least even directions."""
    d = over.d
    if d == 1:
        return []
    scale = tested(over.scale, level)
    lines = [axis_line(scale.at[0], d)]
    upper = np.triu(np.ones((d, d), dtype=bool), 1)
    for products in (over.pairs, over.sizes):
        i, j = tested(products.correlations(level), level, upper).at
        lines += pair_lines(i, j, d)
    for gathered in (over.gathered, over.gathered_length):
        _, vectors = np.linalg.eigh(np.asarray(gathered))
        for k in (0, -1):
            lines.append(Line("principal", (), vectors[:, k]))
    return lines
