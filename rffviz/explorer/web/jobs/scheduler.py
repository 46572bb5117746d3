"""A fair scheduler: long jobs take turns, so that no viewer waits for another's job to end.

The viewer with the least recent processor time goes first, and of one viewer's jobs the one with the least. A short
job then ends almost as soon as if it were alone, and no job needs a known cost.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

_QUANTUM = 0.3  # seconds of a turn; a longer step is not interrupted
_LITTLE = 3.0  # a job with less than this may take a slot kept for short jobs
_TICK = 0.1  # polling interval for waiting jobs whose viewers have left
_MEMORY = 30.0  # half-life of the time charged to a viewer


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
        self.begun = self.reserved = self.waits = False
        self.came = threading.Event()  # set as long as it works
        self._since = 0.0

    def start(self, reserved: bool) -> None:
        """Its turn begins, perhaps `reserved`: in the place that is kept for short jobs."""
        self.begun, self.reserved, self.waits, self._since = True, reserved, False, time.monotonic()
        self.came.set()

    def stop(self) -> float:
        """Its turn ends: the seconds that it took."""
        self.came.clear()
        taken = time.monotonic() - self._since
        self.had += taken
        return taken

    @property
    def works(self) -> bool:
        """Whether it is its turn."""
        return self.came.is_set()

    @property
    def long_enough(self) -> bool:
        """Whether others may have theirs."""
        return time.monotonic() - self._since > _QUANTUM


class Scheduler:
    """At most `n_workers` jobs work at once, plus `n_reserved` slots for jobs that have run for less than 3 s.

    Of each weight, what is begun and not ended weighs at most `most_begun` together, for its memory's sake.
    """

    def __init__(self, n_workers: int, n_reserved: int = 1, most_begun: int = 24) -> None:
        self._lock = threading.Lock()
        self._free, self._most_begun = {False: n_workers, True: n_reserved}, most_begun  # by whether they are reserved
        self._claims: list[Turn] = []
        self._had: dict[Hashable, tuple[float, float]] = {}  # by viewer: the seconds, and when they counted so much

    @contextmanager
    def claim(self, turn: Turn) -> Iterator[None]:
        """Within this block, the turn is one of those that wait or work."""
        with self._lock:
            self._claims.append(turn)
        try:
            yield
        finally:
            with self._lock:
                self._claims.remove(turn)
                self._end(turn)
                self._hand_out()

    def wait(self, turn: Turn, left: Callable[[], bool]) -> bool:
        """Wait for the turn; False where it was `left` before it came."""
        with self._lock:
            turn.waits = True
            self._hand_out()
        while not turn.came.wait(_TICK):
            if left():
                with self._lock:
                    turn.waits = False
                return False
        return True

    def give_way(self, turn: Turn, left: Callable[[], bool]) -> bool:
        """Between two steps: where the turn was long enough and another's is due, wait for the next.

        False where it was `left` before that came.
        """
        if not turn.long_enough:
            return True
        with self._lock:
            self._end(turn)
        return self.wait(turn, left)

    def ahead(self, turn: Turn) -> int:
        """How many come before it: 0 where it works, or is next."""
        with self._lock:
            if turn.works or turn not in self._claims:
                return 0
            mine = self._rank(turn)
            return sum(each.works or self._rank(each) < mine for each in self._claims if each is not turn)

    def _hand_out(self) -> None:
        """Begin the turns of those that are due, as many as places are free."""
        for reserved in self._free:
            while self._free[reserved] and (turn := self._due(reserved)):
                self._free[reserved] -= 1
                turn.start(reserved)

    def _due(self, reserved: bool) -> Turn | None:
        """Who comes first of those that wait and may begin."""
        begun = Counter(each.weight for each in self._claims if each.begun)
        due = [
            each
            for each in self._claims
            if each.waits
            and (each.begun or begun[each.weight] < self._most_begun // each.weight)
            and (not reserved or each.had < _LITTLE)
        ]
        return min(due, key=self._rank, default=None)

    def _end(self, turn: Turn) -> None:
        turn.waits = False
        if not turn.works:
            return
        taken, viewers = turn.stop(), turn.viewers()
        self._free[turn.reserved] += 1
        now = time.monotonic()
        for viewer in viewers:  # viewers of one job share its cost
            self._had[viewer] = (self._had_lately(viewer, now) + taken / len(viewers), now)
        self._had = {viewer: had for viewer, had in self._had.items() if now - had[1] < 20 * _MEMORY}

    def _rank(self, turn: Turn) -> tuple[float, float]:
        now = time.monotonic()
        return min((self._had_lately(viewer, now) for viewer in turn.viewers()), default=math.inf), turn.had

    def _had_lately(self, viewer: Hashable, now: float) -> float:
        had, at = self._had.get(viewer, (0.0, now))
        return had * 0.5 ** ((now - at) / _MEMORY)
