"""A cache of parsed uploads: each file is read once, and a session may read a limited number."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from rffviz.explorer.web.jobs.cache import Cache
from rffviz.foundation.validation import Refusal

MOST_FILES = 100  # per session: reading one takes the server up to a few seconds
MOST_BYTES = 16 * 2**20  # cached per session, besides the files in use


class Readings:
    """The outcomes of reading, by what was read and how: the record, or the sentence that refused it.

    Cache by content: a file that is given again, under the same name, is not read again. The outcome that was used
    longest ago goes first where they are more than `most_files` or take more than `most_bytes`.
    """

    def __init__(self, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self._most_files, self._outcomes = most_files, Cache(most_files, most_bytes)
        self.n_read = 0

    def of(self, read: Callable[..., Any], content: bytes, name: str, *more: Any) -> Any:
        """What `read(content, name, *more)` gives, or raises as a Refusal; from the cache where it is known.

        Raises
        ------
        Refusal
            The reader's own, or that the session has read as many files as it may.
        """
        key = (read, hashlib.blake2b(content).digest(), name, *more)
        if (outcome := self._outcomes.get(key)) is None:
            if self.n_read >= self._most_files:
                raise Refusal(
                    f"The files read in one session must be at most {self._most_files}, got another one: reload "
                    "this page to go on."
                )
            self.n_read += 1
            try:
                outcome = read(content, name, *more)
            except Refusal as refusal:
                outcome = _Refused(str(refusal))  # its traceback would keep the file's content alive
            self._outcomes.put(key, outcome)
        if isinstance(outcome, _Refused):
            raise Refusal(outcome)
        return outcome


class _Refused(str):
    """The sentence of a refusal."""
