"""Rows and weights of many draws: repeats, ties, extreme norms, and values shared between seeds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy import special

from rffviz.diagnose.coincidences import Grid, by_chance, expected_repeats, expected_share, grids
from rffviz.diagnose.sample import merged, significant
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

_EXACT, _INTEGRATED = 1e-14, 1e-7  # accuracy of the CDF of ‖ω‖ near 1
_MOST_ROWS = 512  # rows whose directions are compared
_COMPARED = 3  # draws whose values are compared with the first one's
_DIGITS, _FINE_DIGITS = 9, 12  # significant digits to which rows, and single values and norms, are compared
_FEW_DIGITS = 5  # of directions, row by row: also of frequencies in single precision
_CHANCE = 4  # rows recur by chance at most this many times as often as repeats within a draw predict


@dataclass(eq=False)
class RowsOverSeeds:
    """Counts of repeats, ties and extremes among the rows of many draws.

    Attributes
    ----------
    n_draws, n_rows : int
    n_repeats, n_opposite : int
        Rows that repeat another of the same draw; of them, rows that are the negative of one.
    n_same_direction : int
        Rows with the direction of another row but a different norm, in two dimensions or more.
    n_pairs : int
        Those of `n_same_direction` whose direction, up to sign, only one other row has.
    period : int
        The lag of most repeats; 0 if nothing repeats, or most have no lag in common.
    n_ties, n_values : int
        Values that equal another of the same coordinate and draw, and all values; repeated rows are excluded.
    n_zero : int
        Rows of zeros.
    n_zeros, n_zero_ties : int
        Values of 0 in other rows, and the ties among them.
    n_known : int
        Rows that also occur under an earlier seed.
    grid : Grid
        The coarsest one that holds all values.
    longest, shortest : float
        The largest and smallest ‖ω‖.
    p_long, p_short : float
        Upper limits of the probability that independent rows include one as long, or as short.
    largest, p_largest : float
        The largest |ω_i|, and the probability of one as large among independent coordinates.
    n_largest : int
        Number of draws with a coordinate as large as the largest.
    n_shared_lengths : int
        Rows that share their norm with another row of the same draw.
    again : ndarray of shape (d,)
        Per coordinate, the fraction of values in up to three draws after the first that also occur in the first.
    lengths_again : float
        The same for the norms.
    n_effective : float
        Mean over draws of (Σp)²/Σp².
    weight, squared_weight : float
        Sums of all weights and of their squares.
    """

    kernel: Kernel
    d: int
    n_draws: int = 0
    n_rows: int = 0
    n_repeats: int = 0
    n_opposite: int = 0
    n_same_direction: int = 0
    n_pairs: int = 0
    n_ties: int = 0
    n_values: int = 0
    n_zero: int = 0
    n_zeros: int = 0
    n_zero_ties: int = 0
    n_known: int = 0
    grids: tuple[Grid, ...] = ()
    equal: bool = True
    longest: float = 0.0
    shortest: float = np.inf
    largest: float = 0.0
    n_largest: int = 0
    coordinate: int = 0
    effective: float = 0.0
    weight: float = 0.0
    squared_weight: float = 0.0
    n_shared_norms: int = 0
    periods: dict[int, int] = field(default_factory=dict)
    _known: set[bytes] = field(default_factory=set)
    _first: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
    _again: list[np.ndarray] = field(default_factory=list)

    def add(self, fs: FrequencySample) -> None:
        """Count a draw."""
        W = np.asarray(fs.W, dtype=np.float64)
        m = len(W)
        once = merged(fs)
        self.grids = tuple(each for each in self.grids or grids(self.kernel.length_scale) if each.holds(W))
        self.n_draws += 1
        self.n_rows += m
        self.n_repeats += once.n_repeats
        self.equal &= bool(np.ptp(fs.weights) <= 1e-9 * fs.weights.max())
        self.effective += float(fs.weights.sum() ** 2 / np.square(fs.weights).sum())
        self.weight += float(fs.weights.sum())
        self.squared_weight += float(np.square(fs.weights).sum())
        length = np.linalg.norm(W, axis=1)
        self.longest, self.shortest = max(self.longest, float(length.max())), min(self.shortest, float(length.min()))
        size = np.abs(W)
        if (most := float(size.max())) > self.largest * (1 + 1e-12):
            self.largest, self.coordinate, self.n_largest = most, int(np.argmax(size.max(axis=0))), 0
        self.n_largest += bool((size >= self.largest * (1 - 1e-12)).any())
        self.n_zero += int((length == 0).sum())
        if once.n_repeats:
            self._count_repeats(W)
        if self.d > 1:
            self._count_directions(once.W)
        values = np.sort(significant(np.abs(once.W) + 1e-300, _FINE_DIGITS) * np.sign(once.W), axis=0)
        self.n_ties += int((values[1:] == values[:-1]).sum())
        zeros = (once.W[once.W.any(axis=1)] == 0).sum(axis=0)
        self.n_zeros += int(zeros.sum())
        self.n_zero_ties += int(np.maximum(zeros - 1, 0).sum())
        self.n_values += values.size
        row_norms = np.linalg.norm(once.W, axis=1)
        norms, many = np.unique(significant(row_norms + 1e-300, _FINE_DIGITS), return_counts=True)
        self.n_shared_norms += int(many[many > 1].sum()) if len(norms) > 1 else 0
        self._compare(values, norms, self._directions(once.W))
        keys = {row.tobytes() for row in significant(size[length > 0] + 1e-300, _DIGITS)}
        self.n_known += len(keys & self._known)
        if len(self._known) < 200_000:
            self._known |= keys

    def _directions(self, W: np.ndarray) -> np.ndarray:
        """A number for each direction, the same for its opposite: its inner product with a fixed one, squared."""
        weights = np.cos(np.arange(1, self.d + 1) ** 2)
        square = np.square(W @ weights) / np.maximum(np.square(W).sum(axis=1), 1e-300)
        return significant(square + 1e-300, _FEW_DIGITS)

    def _compare(self, values: np.ndarray, norms: np.ndarray, directions: np.ndarray) -> None:
        """Count the values, norms and directions that also occur in the first draw."""
        if self._first is None:
            self._first = values, norms, directions
        elif len(self._again) < _COMPARED:
            each = zip((*self._first[0].T, self._first[1]), (*values.T, norms), strict=True)
            shares = [np.isin(now, before).mean() for before, now in each]
            first = self._first[2]
            same = first.shape == directions.shape and (first == directions).mean()
            self._again.append(np.array([*shares, same]))

    @property
    def grid(self) -> Grid:
        """What all values are rounded to."""
        return self.grids[0]

    @property
    def zeros_by_chance(self) -> bool:
        """Whether rounding explains the rows of zeros: those whose coordinates are all below half a step."""
        if self.n_zero == 0 or self.grid.decimals is None:
            return self.n_zero == 0
        half = self.grid.spacing(np.zeros(1)) / 2
        return by_chance(self.n_zero, self.n_rows * float(self.kernel.radius_cdf(half * self.d**0.5, self.d)[0]))

    @property
    def expected_repeats(self) -> float:
        """Expected number of repeats for i.i.d. rows, with ω and −ω identified."""
        m = self.n_rows // self.n_draws
        return self.n_draws * expected_repeats(self.kernel, self.d, m, self.grid, _DIGITS, 2)

    @property
    def expected_ties(self) -> float:
        """Expected number of ties for i.i.d. rows."""
        m = self.n_rows // self.n_draws
        return self.n_draws * self.d * expected_repeats(self.kernel, 1, m, self.grid, _FINE_DIGITS, 1)

    @property
    def expected_known(self) -> float:
        """Upper limit of the expected number of rows that recur between seeds for i.i.d. rows; signs of coordinates are
        not compared."""
        return expected_repeats(self.kernel, self.d, self.n_rows, self.grid, _DIGITS, 2**self.d)

    @property
    def repeats_by_chance(self) -> bool:
        """Whether the number of repeated rows is compatible with a correct scheme."""
        alike = self._alike * self.n_draws * (self.n_rows // self.n_draws) ** 2
        return self.n_repeats == 0 or by_chance(self.n_repeats, max(self.expected_repeats, alike))

    @property
    def ties_by_chance(self) -> bool:
        """Whether the number of ties is compatible with a correct scheme."""
        return self.n_ties == 0 or by_chance(self.n_ties, self.expected_ties)

    @property
    def known_by_chance(self) -> bool:
        """Whether the number of rows that recur between seeds is compatible with a correct scheme."""
        alike = self._alike * 2 ** (self.d - 1) * self.n_rows**2
        return self.n_known == 0 or by_chance(self.n_known, max(self.expected_known, alike))

    @property
    def _alike(self) -> float:
        """Probability that two frequencies agree, if every draw has the same values of each coordinate, reordered."""
        if self._first is None or self.d == 1 or not (self.again > 0.99).all():
            return 0.0
        levels = [len(np.unique(each)) for each in self._first[0].T]
        return float(np.exp(-np.log(levels).sum())) if min(levels) >= 0.9 * self.n_rows / self.n_draws else 0.0

    @property
    def expected_again(self) -> float:
        """Expected fraction of a coordinate's values that also occur in another draw, for i.i.d. rows."""
        return expected_share(self.kernel, 1, self.n_rows // self.n_draws, self.grid, _FINE_DIGITS)

    @property
    def again(self) -> np.ndarray:
        """Fraction of each coordinate's values that also occur in the first draw."""
        return np.mean(self._again, axis=0)[: self.d] if self._again else np.zeros(self.d)

    @property
    def norms_again(self) -> float:
        """Fraction of norms that also occur in the first draw."""
        return float(np.mean(self._again, axis=0)[self.d]) if self._again else 0.0

    @property
    def directions_again(self) -> float:
        """Fraction of rows with the direction, up to sign, of the same row of the first draw."""
        return float(np.mean(self._again, axis=0)[self.d + 1]) if self._again else 0.0

    def _count_repeats(self, W: np.ndarray) -> None:
        """Count repeats that are negatives, and the lags between repeats."""
        shape = significant(np.abs(W) + 1e-300, _DIGITS) * np.sign(W)
        first: dict[bytes, int] = {}
        for j, row in enumerate(shape):
            same, opposite = first.get((row + 0.0).tobytes()), first.get((-row + 0.0).tobytes())
            earlier = same if same is not None else opposite
            if earlier is None:
                first[(row + 0.0).tobytes()] = j
                continue
            self.n_opposite += same is None
            self.periods[j - earlier] = self.periods.get(j - earlier, 0) + 1

    def _count_directions(self, W: np.ndarray) -> None:
        units = W[:_MOST_ROWS] / np.maximum(np.linalg.norm(W[:_MOST_ROWS], axis=1, keepdims=True), 1e-300)
        cosine = np.abs(units @ units.T)
        np.fill_diagonal(cosine, 0.0)
        copies = 1e-12 if self.d == 2 else 1e-7  # in the plane independent directions can nearly coincide
        others = (cosine > 1 - copies).sum(axis=1)
        self.n_same_direction += int((others > 0).sum())
        self.n_pairs += int((others == 1).sum())

    @property
    def period(self) -> int:
        """The lag between a row and its repeat, if most repeats have the same; else 0."""
        lag = max(self.periods, key=self.periods.__getitem__) if self.periods else 0
        return lag if 2 * self.periods.get(lag, 0) > self.n_repeats else 0

    @property
    def few_values(self) -> bool:
        """Whether most values equal another of their coordinate, and rows recur under other seeds no more often than
        they repeat within a draw."""
        recurring = _CHANCE * (self.n_draws - 1) * self.n_repeats + _CHANCE
        return 2 * self.n_ties > self.n_values and self.n_known <= recurring

    @property
    def n_effective(self) -> float:
        """Mean over draws of the effective sample size (Σp)²/Σp²."""
        return self.effective / max(self.n_draws, 1)

    @property
    def n_worth(self) -> float:
        """(ΣΣp)²/ΣΣp² over all rows of all draws: their joint effective sample size."""
        return self.weight**2 / max(self.squared_weight, 1e-300)

    def _cdf_of(self, r: float) -> tuple[float, float]:
        """P(‖ω‖ ≤ r) and P(‖ω‖ > r), the second no smaller than its accuracy."""
        below = float(np.clip(self.kernel.radius_cdf(np.array([max(r, 1e-300)]), self.d)[0], 0, 1))
        known = _INTEGRATED if self.kernel.factorises and not self.kernel.isotropic and self.d > 1 else _EXACT
        return below, max(1 - below, known if r < np.inf else 0.0)

    @property
    def p_long(self) -> float:
        """P(the longest of so many independent rows is as long)."""
        return float(-np.expm1(-self.n_rows * self._cdf_of(self.longest)[1]))

    @property
    def p_short(self) -> float:
        """P(the shortest of so many independent rows is as short)."""
        return float(-np.expm1(self.n_rows * np.log1p(-min(self._cdf_of(self.shortest)[0], 1 - 1e-16))))

    def p_narrow(self, worth: float = 1.0) -> float:
        """P(none of so many rows is longer than the longest here), each `worth` this share of an independent one."""
        return float(np.exp(worth * self.n_rows * np.log(max(self._cdf_of(self.longest)[0], 1e-300))))

    @property
    def p_largest(self) -> float:
        """P(the largest of so many independent coordinates is as large)."""
        beyond = 1 - float(self.kernel.radius_cdf(np.array([self.largest]), 1)[0])
        if self.kernel.name == "gaussian":
            beyond = 2 * float(special.ndtr(-self.largest * self.kernel.length_scale))
        return float(-np.expm1(-self.n_rows * self.d * max(beyond, 0.0)))
