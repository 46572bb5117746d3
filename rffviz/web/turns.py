"""Whose turn it is: long work takes turns, so that nobody waits for another's to end.

Who has had least of the server's time lately goes first, and among one viewer's jobs the one that has had least. A
short job then ends almost as soon as if it were alone, however much is being trained beside it: nobody need know what a
job costs.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

_QUANTUM = 0.3  # seconds of a turn, as far as a step is not longer
_LITTLE = 3.0  # seconds that a job may have had to take the place kept for short ones
_TICK = 0.1  # seconds between two looks whether who waits has left
_MEMORY = 30.0  # seconds after which what a viewer has had counts half


class Turn:
    """One job's claim to be worked on, and the time it has had.

    Parameters
    ----------
    viewers : callable
        Nothing → who watches it now.
    weight : int
        How much room it takes once it is begun.
    """

    def __init__(self, viewers: Callable[[], list[Hashable]], weight: int = 1) -> None:
        self.viewers, self.weight, self.had = viewers, weight, 0.0
        self.working = self.begun = self.apart = False
        self._since = 0.0

    def start(self, apart: bool) -> None:
        """Its turn begins, perhaps `apart`: in the place that is kept for short jobs."""
        self.working, self.begun, self.apart = True, True, apart
        self._since = time.monotonic()

    def stop(self) -> float:
        """Its turn ends: the seconds that it took."""
        taken = time.monotonic() - self._since
        self.working, self.had = False, self.had + taken
        return taken

    @property
    def long_enough(self) -> bool:
        """Whether others may have theirs."""
        return time.monotonic() - self._since > _QUANTUM


class Turns:
    """Who works: at most `n_workers`, and `n_apart` more that have had little yet, which need not wait for a long step.

    Of each weight, what is begun and not ended weighs at most `most_begun` together, for its memory's sake.
    """

    def __init__(self, n_workers: int, n_apart: int = 1, most_begun: int = 24) -> None:
        self._changed = threading.Condition()
        self._free, self._free_apart, self._most_begun = n_workers, n_apart, most_begun
        self._claims: list[Turn] = []
        self._had: dict[Hashable, tuple[float, float]] = {}  # by viewer: the seconds, and when they counted so much

    @contextmanager
    def claim(self, turn: Turn) -> Iterator[None]:
        """Within this block, the turn is one of those that wait or work."""
        with self._changed:
            self._claims.append(turn)
        try:
            yield
        finally:
            with self._changed:
                self._claims.remove(turn)
                if turn.working:
                    self._end(turn)
                self._changed.notify_all()

    def wait(self, turn: Turn, left: Callable[[], bool]) -> bool:
        """Wait for the turn; False where it was `left` before it came."""
        while True:
            with self._changed:
                if self._may_begin(turn):
                    return True
                self._changed.wait(_TICK)
            if left():
                return False

    def give_way(
        self,
        turn: Turn,
        left: Callable[[], bool],
        pause: Callable[[], None] = lambda: None,
        resume: Callable[[], None] = lambda: None,
    ) -> bool:
        """Between two steps: where the turn was long enough and another's is due, `pause`, wait for the next, `resume`.

        False where it was `left` before that came.
        """
        if not turn.long_enough:
            return True
        with self._changed:
            self._end(turn)
            if self._may_begin(turn):
                return True
            self._changed.notify_all()
        pause()
        came = self.wait(turn, left)
        resume()
        return came

    def ahead(self, turn: Turn) -> int:
        """How many come before it: 0 where it works, or is next."""
        with self._changed:
            if turn.working or turn not in self._claims:
                return 0
            mine = self._rank(turn)
            return sum(each.working or self._rank(each) < mine for each in self._claims if each is not turn)

    def _may_begin(self, turn: Turn) -> bool:
        """Whether it is its turn, which then begins."""
        if self._free and turn in self._next(self._free):
            self._free -= 1
            turn.start(apart=False)
        elif self._free_apart and turn.had < _LITTLE and turn in self._next(1):
            self._free_apart -= 1
            turn.start(apart=True)
        return turn.working

    def _end(self, turn: Turn) -> None:
        taken, viewers = turn.stop(), turn.viewers()
        self._free, self._free_apart = self._free + (not turn.apart), self._free_apart + turn.apart
        now = time.monotonic()
        for viewer in viewers:  # who watches together shares what it costs
            self._had[viewer] = (self._had_lately(viewer, now) + taken / len(viewers), now)
        self._had = {viewer: had for viewer, had in self._had.items() if now - had[1] < 20 * _MEMORY}

    def _next(self, free: int) -> list[Turn]:
        """Those whose turns may begin in so many free places, who comes first first."""
        waiting = sorted((each for each in self._claims if not each.working), key=self._rank)
        begun, may = Counter(each.weight for each in self._claims if each.begun), []
        for each in waiting:
            if each.begun or begun[each.weight] < self._most_begun // each.weight:
                may.append(each)
                begun[each.weight] += not each.begun
        return may[:free]

    def _rank(self, turn: Turn) -> tuple[float, float]:
        now = time.monotonic()
        return min((self._had_lately(viewer, now) for viewer in turn.viewers()), default=math.inf), turn.had

    def _had_lately(self, viewer: Hashable, now: float) -> float:
        had, at = self._had.get(viewer, (0.0, now))
        return had * 0.5 ** ((now - at) / _MEMORY)
