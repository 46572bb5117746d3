"""A reader's answer under test: their function, called defensively, and the sentence that says what is wrong."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

Numbers = np.ndarray | np.float64
_EQUAL = 1e-5  # relative to the largest expected number: float32 is good enough
_LARGEST = 1e100  # largest value whose squares do not overflow


@dataclass(frozen=True)
class Mark:
    """What a check found.

    Attributes
    ----------
    passed : bool
    sentence : str
        What is wrong, or "Passed" with what was measured.
    """

    passed: bool
    sentence: str


class Objection(Exception):
    """Why an answer does not pass, in a sentence for the reader who gave it."""


class Attempt:
    """A reader's function, which may raise or return anything.

    Parameters
    ----------
    name : str
        Its name in sentences.
    function : object
        If not callable, an `Objection` is raised.
    """

    def __init__(self, name: str, function: object):
        if not callable(function):
            raise Objection(
                f'Give the function itself, without parentheses: check("{name}", {name}), not what it returns.'
            )
        self.name, self.function = name, function

    def result(self, *arguments: object) -> object:
        """The function's result for copies of the arguments; an `Objection` if it raises."""
        own = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = self.function(*own)
        except NotImplementedError:
            raise Objection(f"{self.name} is not written yet: replace its last line by your own.") from None
        except (Exception, SystemExit) as error:
            said = " ".join(str(error).split())[:200].rstrip(".")
            raise Objection(f"{self.name} raised {type(error).__name__}{': ' if said else ''}{said}.") from error
        if result is Ellipsis:
            raise Objection(f"{self.name} is not written yet: it returns the three dots.")
        return result

    def numbers(self, shape: tuple[int, ...], meaning: str, *arguments: object) -> np.ndarray:
        """The result as a float64 array of a shape, or an `Objection`; `meaning` says in words what the shape is."""
        return self.as_numbers(self.result(*arguments), shape, meaning)

    def as_numbers(self, result: object, shape: tuple[int, ...], meaning: str) -> np.ndarray:
        """`numbers` for a value already returned."""
        if result is None:
            raise Objection(f"{self.name} returns nothing: is it written, and does it end with return?")
        try:
            array = np.asarray(result)
            if array.dtype.kind == "c":
                raise Objection(f"{self.name} returns complex numbers; {meaning} must be real: cosines and sines.")
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise Objection(f"{self.name} must return {meaning}, got a {type(result).__name__}.") from None
        if array.shape != shape:
            wanted = f"an array of shape {shape}" if shape else "one number"
            got = f"shape {array.shape}" if array.shape else "one number"
            raise Objection(f"{self.name} must return {wanted}, {meaning}; it returns {got}.")
        if not (np.abs(array) < _LARGEST).all():
            raise Objection(f"{self.name} returns numbers that are not finite, or too large to go on with.")
        return array

    def drawn(self, shape: tuple[int, ...], seed: int, *arguments: object) -> np.ndarray:
        """Frequencies that the function draws with the generator passed as its last argument.

        Raises
        ------
        Objection
            Also where equal generators give different frequencies, or different ones the same.
        """
        n_freqs, d = shape
        meaning = "one frequency in each row"
        draws = [self.result(*arguments, np.random.default_rng(each)) for each in (seed, seed, seed + 1)]
        if shape_of(draws[0]) == (d, n_freqs) != shape:
            raise Objection(
                f"{self.name} returns the frequencies as columns, shape {(d, n_freqs)}; they must be rows, {shape}."
            )
        first, again, other = (self.as_numbers(each, shape, meaning) for each in draws)
        if not np.array_equal(first, again):
            raise Objection(
                f"{self.name} draws different frequencies from equally seeded generators: "
                "take all random numbers from rng, the argument."
            )
        if np.array_equal(first, other):
            raise Objection(
                f"{self.name} draws the same frequencies from every generator: take all random numbers from rng, "
                "the argument, and seed nothing inside."
            )
        return first


def shape_of(result: object) -> tuple[int, ...] | None:
    """The shape of a returned value; None if it has none."""
    try:
        return np.shape(result)  # type: ignore[call-overload]  # of anything
    except (TypeError, ValueError):
        return None


def expect(attempt: Attempt, result: Numbers, right: Numbers, mistakes: Mapping[str, object]) -> None:
    """Raise an `Objection` unless `result` is right: naming the known mistake that gives it, or else both numbers.

    Parameters
    ----------
    result, right : arrays of one shape
    mistakes : mapping of str to array, or to a function without arguments that makes it
        Sentences, each with the result of the mistake it names.
    """
    if same(result, right):
        return
    for sentence, wrong in mistakes.items():
        if same(result, wrong() if callable(wrong) else wrong):
            raise Objection(sentence)
    at = np.unravel_index(np.argmax(np.abs(result - right)), np.shape(right))
    where = f" at {tuple(int(i) for i in at)}" if at else ""
    raise Objection(
        f"{attempt.name} is wrong{where}: {np.asarray(result)[at]:.6g} where {np.asarray(right)[at]:.6g} is right."
    )


def same(result: object, right: object) -> bool:
    """Whether two arrays agree up to the rounding of float32."""
    result, right = np.asarray(result, dtype=np.float64), np.asarray(right, dtype=np.float64)
    return result.shape == right.shape and bool(
        np.abs(result - right).max(initial=0) <= _EQUAL * np.abs(right).max(initial=0)
    )
