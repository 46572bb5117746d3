"""Bids of a class on a number of frequencies, and whom each step from a bound to the measurement takes out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.foundation.validation import Refusal


@dataclass(frozen=True, eq=False)
class Bids:
    """Bids on D, and the steps that take them out.

    Attributes
    ----------
    bids : ndarray of shape (m,)
        Numbers of frequencies.
    steps : tuple of str
        Names of the s steps, from loose to sharp; the last one is the number that is enough.
    n_freqs : ndarray of shape (s,)
        D by each step, rounded up.
    out : ndarray of shape (m,)
        The step that takes out each bid: the first one whose D is smaller, or the last one where its D is larger; s
        for bids that stay.
    winner : float
        The smallest bid of at least the last D, whether a step has taken it out or not; nan without one.
    n_seeds : int
        Of the last step, if it is measured.
    """

    bids: np.ndarray
    steps: tuple[str, ...]
    n_freqs: np.ndarray
    out: np.ndarray
    winner: float
    n_seeds: int = 0

    @property
    def enough(self) -> int:
        """D by the last step."""
        return int(self.n_freqs[-1])

    def n_out(self, g: int) -> int:
        """How many bids the g-th step takes out."""
        return int((self.out == g).sum())

    def n_in(self, g: int) -> int:
        """How many bids are left after the g-th step."""
        return int((self.out > g).sum())

    @property
    def n_winners(self) -> int:
        """How many bids are the winning one."""
        return int((self.bids == self.winner).sum())


def bids_on(bids: Sequence[float], steps: Sequence[str], n_freqs: Sequence[float], n_seeds: int = 0) -> Bids:
    """Take out the bids of more than each step needs; by the last step those that are not enough.

    Parameters
    ----------
    bids : sequence of float
        Numbers of frequencies, of m people.
    steps : sequence of str
    n_freqs : sequence of float
        D by each of these steps; infinite ones take nobody out and are left out.
    n_seeds : int
        Of the last step, if it is measured.

    Raises
    ------
    ValueError
        If the last D is infinite.
    """
    if not n_freqs or not math.isfinite(n_freqs[-1]):
        raise Refusal("n_freqs must end with a finite number, got another.")
    finite = [(name, math.ceil(each)) for name, each in zip(steps, n_freqs, strict=True) if math.isfinite(each)]
    given, needed = np.array(bids, dtype=np.float64), np.array([each for _, each in finite], dtype=np.float64)
    taken = np.column_stack([given[:, None] > needed[:-1], given < needed[-1]])  # (m, s)
    out = np.where(taken.any(axis=1), taken.argmax(axis=1), len(needed))
    return Bids(given, tuple(name for name, _ in finite), needed, out, winning(bids, needed[-1]), n_seeds)


def winning(bids: Sequence[float], enough: float) -> float:
    """The smallest bid of at least `enough`; nan without one."""
    return float(min((each for each in bids if each >= enough), default=math.nan))


def drawn_bids(n: int, low: float, high: float, random_state: int) -> list[float]:
    """Bids of n people without an opinion: log-uniform from `low` to `high`, with two significant digits."""
    shares = np.random.default_rng(random_state).random(n)
    return [min(max(float(f"{low * (high / low) ** share:.2g}"), low), high) for share in shares]
