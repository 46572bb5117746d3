"""Rooms and their votes, in SQLite, one short transaction a vote.

The file stands in the folder that RFFVIZ_CACHE names, where several processes share it and a restart finds it again.
Without that folder rooms live in memory, of one process and until it ends.
"""

from __future__ import annotations

import contextlib
import functools
import hmac
import json
import logging
import os
import random
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rffviz.foundation.validation import Refusal

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: codes spell no words
CODE = re.compile(f"[{LETTERS}]{{4}}")
VOTER = re.compile("[0-9a-f]{32}")
KEPT = 24 * 3600.0  # seconds until a room and its votes are forgotten
MOST_PHONES = 1000  # that answer in a room, of those that did lately
LATELY = 1800.0  # seconds
MOST_ROOMS, MOST_OF_ADDRESS = 500, 20  # that are kept
ACTS = ("previous", "next", "reveal", "again")  # what a speaker's phone may do
_REMEMBERED = 16  # acts that a slow page can still catch up with
_SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, key TEXT NOT NULL, opened REAL NOT NULL, address TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT '{}', acts TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE TABLE IF NOT EXISTS votes (
    code TEXT NOT NULL, scene TEXT NOT NULL, round INTEGER NOT NULL, voter TEXT NOT NULL,
    answer TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (code, scene, round, voter)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS voters ON votes (code, voter);
CREATE TABLE IF NOT EXISTS cleared (code TEXT PRIMARY KEY, at REAL NOT NULL) STRICT;
"""
_PHONES = """SELECT COUNT(DISTINCT voter) FROM votes WHERE code = ?
AND at > MAX(COALESCE((SELECT at FROM cleared WHERE code = ?), 0), ?)"""
_log = logging.getLogger("rffviz")


def _boot() -> float:
    """Seconds that go on while a laptop sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


_BOOTED = datetime.now(UTC).timestamp() - _boot()


def _now() -> float:
    """The time of day, but no correction of the machine's clock ends a room."""
    return _BOOTED + _boot()


class Closed(Refusal):
    """The answer comes too late, or to another question; the phone asks again for what is asked now."""


class Crowded(Refusal):
    """Too much at once, of one phone, one address or one room; the phone sends it again."""


class Unavailable(Refusal):
    """The file cannot be read or written: the disk is full, or the folder is read-only or gone."""


@dataclass(frozen=True)
class Room:
    """What is known of a room.

    Attributes
    ----------
    code : str
        Four letters, not secret.
    version : int
        Counts the changes of its state.
    state : dict
        What is asked: `scene`, `round`, `revealed`, `closed`, `asked`, and what phones show beside it.
    acts : list of (int, str)
        What a speaker's phone asked for last, numbered.
    """

    code: str
    version: int
    state: dict[str, Any]
    acts: list[tuple[int, str]]


class Store:
    """Rooms in the file at `path`; in memory if None."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = _now) -> None:
        self.path, self._clock, self._lock, self._trouble = path, clock, threading.Lock(), ""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(
            path or ":memory:", timeout=10, isolation_level=None, check_same_thread=False, cached_statements=64
        )
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing; a power cut may
        self._db.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        self._db.executescript(_SCHEMA)

    @property
    def trouble(self) -> str:
        """Why the last write failed, or what a restart would lose; empty if all is well."""
        if self._trouble or self.path is None or self.path.exists():
            return self._trouble
        return "The file with the votes is gone: a restart loses them."

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextlib.contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        """One transaction that writes; others wait for it."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
                self._trouble = ""
            except BaseException as reason:
                if self._db.in_transaction:  # of some errors SQLite rolls back by itself
                    self._db.execute("ROLLBACK")
                if not isinstance(reason, sqlite3.Error):
                    raise
                if not self._trouble:  # told once, not by every phone
                    _log.warning("answers cannot be kept in %s: %s", self.path, reason)
                self._trouble = f"Answers cannot be kept now: {reason}."
                raise Unavailable(self._trouble) from reason

    def _read(self, query: str, *values: Any) -> list[tuple]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as reason:
                raise Unavailable(f"Answers cannot be read now: {reason}.") from reason

    def open(self, address: str) -> tuple[str, str]:
        """A new room's code and key; `address` is that of who opens it.

        Raises
        ------
        Refusal
            If there are too many rooms, in all or of this address.
        """
        self.forget()
        with self._written() as db:
            (every,) = db.execute("SELECT COUNT(*) FROM rooms").fetchone()
            (of_address,) = db.execute("SELECT COUNT(*) FROM rooms WHERE address = ?", (address,)).fetchone()
            if every >= MOST_ROOMS or of_address >= MOST_OF_ADDRESS:
                raise Refusal(
                    f"A server keeps at most {MOST_ROOMS} rooms, and {MOST_OF_ADDRESS} of one address, for a day."
                )
            taken = {code for (code,) in db.execute("SELECT code FROM rooms")}
            code = next(text for _ in range(10_000) if (text := _drawn_code()) not in taken)
            key = secrets.token_hex(16)
            db.execute(
                "INSERT INTO rooms (code, key, opened, address) VALUES (?, ?, ?, ?)",
                (code, key, self._clock(), address),
            )
        return code, key

    def holds(self, code: str, key: str) -> bool:
        """Whether this is the key of the room."""
        rows = self._read("SELECT key FROM rooms WHERE code = ? AND opened > ?", code, self._clock() - KEPT)
        return bool(rows) and hmac.compare_digest(rows[0][0].encode(), key.encode())

    def room(self, code: str) -> Room | None:
        """The room as it is; None if there is none of this code."""
        query = "SELECT version, state, acts FROM rooms WHERE code = ? AND opened > ?"
        for version, state, acts in self._read(query, code, self._clock() - KEPT):
            return Room(code, version, json.loads(state), [tuple(each) for each in json.loads(acts)])
        return None

    def tell(self, code: str, state: dict[str, Any]) -> None:
        """Replace the state of a room; its version grows if anything changed.

        Answers that were accepted before are in the store when this returns, and none to the former state follow.
        """
        text = json.dumps(state, ensure_ascii=False, sort_keys=True)
        with self._written() as db:
            db.execute(
                "UPDATE rooms SET state = ?, version = version + 1 WHERE code = ? AND state <> ?", (text, code, text)
            )

    def vote(
        self,
        code: str,
        scene: str,
        round: int,
        voter: str,
        answer: Any,
        check: Callable[[dict, Any], Any],
        admits: Callable[[], bool] = lambda: True,
    ) -> Any:
        """Keep the answer of a phone in place of its former one, and return it as kept.

        `check` takes the state and the answer, and returns what is kept, or raises a `Refusal`; `admits` is asked
        whether a phone that has not answered in this room before may now.

        Raises
        ------
        Closed
            If another question is asked now, or its answer was shown.
        Crowded
            If the phone is new and not admitted.
        Unavailable
            If nothing can be written.
        Refusal
            If there is no such room, it is full, or the answer cannot be used.
        """
        if not VOTER.fullmatch(voter):
            raise Refusal("voter must be 32 hexadecimal digits, got something else.")
        with self._written() as db:
            query = "SELECT state FROM rooms WHERE code = ? AND opened > ?"
            row = db.execute(query, (code, self._clock() - KEPT)).fetchone()
            if row is None:
                raise Refusal("This room is closed.")
            state = json.loads(row[0])
            if (scene, round) != (state.get("scene"), state.get("round")) or state.get("closed", state.get("revealed")):
                raise Closed("This question is closed.")
            kept = check(state, answer)
            known = db.execute("SELECT 1 FROM votes WHERE code = ? AND voter = ? LIMIT 1", (code, voter)).fetchone()
            if known is None:
                if db.execute(_PHONES, (code, code, self._clock() - LATELY)).fetchone()[0] >= MOST_PHONES:
                    raise Refusal(f"This room is full: {MOST_PHONES:,} phones answer in it.")
                if not admits():
                    raise Crowded("Many new phones answer at once.")
            db.execute(
                "INSERT INTO votes (code, scene, round, voter, answer, at) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET answer = excluded.answer, at = excluded.at WHERE answer <> excluded.answer",
                (code, scene, round, voter, json.dumps(kept), self._clock()),
            )
        return kept

    def full(self, code: str) -> bool:
        """Whether no new phone may answer."""
        return self._read(_PHONES, code, code, self._clock() - LATELY)[0][0] >= MOST_PHONES

    def clear(self, code: str) -> None:
        """Count no phone that has answered until now; all answers are kept."""
        with self._written() as db:
            (last,) = db.execute("SELECT MAX(at) FROM votes WHERE code = ?", (code,)).fetchone()
            at = max(last or 0.0, self._clock())  # the clock may have been set back
            db.execute("INSERT OR REPLACE INTO cleared (code, at) VALUES (?, ?)", (code, at))

    def mine(self, code: str, scene: str, round: int, voter: str) -> tuple[bool, Any]:
        """Whether a phone has answered, and its answer."""
        query = "SELECT answer FROM votes WHERE code = ? AND scene = ? AND round = ? AND voter = ?"
        rows = self._read(query, code, scene, round, voter)
        return (True, json.loads(rows[0][0])) if rows else (False, None)

    def count(self, code: str, scene: str, round: int) -> int:
        """How many have answered."""
        query = "SELECT COUNT(*) FROM votes WHERE code = ? AND scene = ? AND round = ?"
        return self._read(query, code, scene, round)[0][0]

    def answers(self, code: str, scene: str) -> dict[int, list[Any]]:
        """All answers to a scene's question by round, those of each in the order of time."""
        query = "SELECT round, answer FROM votes WHERE code = ? AND scene = ? ORDER BY round, at, voter"
        found: dict[int, list[Any]] = {}
        for round, answer in self._read(query, code, scene):
            found.setdefault(round, []).append(json.loads(answer))
        return found

    def votes(self, code: str) -> list[tuple[str, int, str, Any, float]]:
        """All votes of a room: scene, round, voter, answer, time; in the order of time."""
        query = "SELECT scene, round, voter, answer, at FROM votes WHERE code = ? ORDER BY at"
        return [
            (scene, round, voter, json.loads(answer), at) for scene, round, voter, answer, at in self._read(query, code)
        ]

    def act(self, code: str, act: str) -> None:
        """Ask the lecturer's page for something, one of `ACTS`."""
        if act not in ACTS:
            raise Refusal(f"act must be one of {', '.join(ACTS)}, got {act!r:.40}.")
        with self._written() as db:
            row = db.execute("SELECT acts FROM rooms WHERE code = ?", (code,)).fetchone()
            if row is None:
                raise Refusal("This room is closed.")
            acts = json.loads(row[0])
            acts = [*acts, [acts[-1][0] + 1 if acts else 1, act]][-_REMEMBERED:]
            db.execute("UPDATE rooms SET acts = ? WHERE code = ?", (json.dumps(acts), code))

    def end(self, code: str) -> None:
        """Forget a room and its votes."""
        with self._written() as db:
            self._delete(db, [(code,)])
        self._overwrite()

    def forget(self) -> int:
        """Forget the rooms that were opened more than a day ago, with their votes; returns how many."""
        with self._written() as db:
            old = db.execute("SELECT code FROM rooms WHERE opened <= ?", (self._clock() - KEPT,)).fetchall()
            self._delete(db, old)
        if old:
            self._overwrite()
        return len(old)

    @staticmethod
    def _delete(db: sqlite3.Connection, codes: list[tuple[str]]) -> None:
        db.executemany("DELETE FROM votes WHERE code = ?", codes)
        db.executemany("DELETE FROM cleared WHERE code = ?", codes)
        db.executemany("DELETE FROM rooms WHERE code = ?", codes)

    def _overwrite(self) -> None:
        """Empty the log of writes, in which what was forgotten may still stand."""
        with self._lock, contextlib.suppress(sqlite3.OperationalError):  # another process reads
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _drawn_code() -> str:
    return "".join(random.SystemRandom().choices(LETTERS, k=4))


_opening = threading.Lock()


def rooms() -> Store:
    """The rooms of this server."""
    with _opening:
        return _opened()


@functools.cache
def _opened() -> Store:
    folder = os.environ.get("RFFVIZ_CACHE", "").strip()
    if folder:
        try:
            return Store(Path(folder).expanduser() / "rooms.sqlite")
        except (OSError, RuntimeError, sqlite3.Error) as reason:
            _log.warning("rooms are kept in memory: %s", reason)
    return Store(None)
