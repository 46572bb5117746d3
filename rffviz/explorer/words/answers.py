"""What a class is asked, how an answer is checked, and what was answered."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from rffviz.foundation.validation import Refusal

CHOICE, NUMBER, CURVE, DRAW, TESTS = "choice", "number", "curve", "draw", "tests"
MOST_POINTS = 64  # of a curve
MOST_TESTS = 3  # of the choices, that a phone may spend
LARGEST_FREQUENCY = 1e9  # that is drawn: a Cauchy spectrum exceeds it once in a billion
_GRID = 33  # points at which curves are compared
Curve = Sequence[Sequence[float]]  # points (x, y) as shares of the axes, x increasing


def lettered_choices(choices: Sequence[str]) -> list[str]:
    """'A. words': as a hall calls them."""
    return [f"{_letter(i)}. {words}" for i, words in enumerate(choices)]


def _letter(choice: int) -> str:
    return chr(ord("A") + choice)


def written(answer: Any) -> str:
    """Choices by their letters, as on the screen; numbers and curves as JSON, and nothing for *I don't know*."""
    several = answer if isinstance(answer, list) else [answer]
    if all(type(each) is int for each in several):
        return " ".join(map(_letter, several))
    return "" if answer is None else json.dumps(answer)


def simulated(n: int, seed: int | None) -> str:
    """What an axis says of a class without phones; nothing of one with phones, which has no seed."""
    return "" if seed is None else f" · a class of {n}, simulated with seed {seed}"


@dataclass(frozen=True)
class Scale:
    """An axis, or a slider: its ends in the data's numbers, what it measures, and its ticks with their words."""

    low: float
    high: float
    log: bool = False
    title: str = ""
    ticks: tuple[tuple[float, str], ...] = ()

    def share(self, value: float) -> float:
        """Where a number stands: 0 at the low end, 1 at the high end."""
        low, high, at = (math.log10(each) if self.log else each for each in (self.low, self.high, value))
        return (at - low) / (high - low)

    def at(self, share: float) -> float:
        """The number at a share of the scale."""
        if self.log:
            return self.low * (self.high / self.low) ** share
        return self.low + share * (self.high - self.low)


@dataclass(frozen=True)
class Asked:
    """A question, and how it is answered.

    Attributes
    ----------
    kind : str
        ``"choice"``, ``"number"``, ``"curve"``, ``"draw"`` or ``"tests"``; empty where nothing is asked, or where
        its axes are not known yet.
    question : str
        What the class is asked.
    choices : tuple of str
        What one may choose.
    x, y : Scale or None
        The slider of a number is `x`; a curve has both axes, and `x` is that of frequencies.
    kernel : str
        Phones draw a frequency from the spectrum of this kernel; in the first round one chooses it.
    length_scale : float
        Of that kernel.
    """

    kind: str = ""
    question: str = ""
    choices: tuple[str, ...] = ()
    x: Scale | None = None
    y: Scale | None = None
    kernel: str = ""
    length_scale: float = 1.0

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Asked:
        """A question from plain data, as `plain` gives it."""
        scales = {name: Scale(**held[name]) if held.get(name) else None for name in ("x", "y")}
        spectrum = {name: held[name] for name in ("kernel", "length_scale") if name in held}
        return cls(held["kind"], held["question"], tuple(held["choices"]), **scales, **spectrum)

    def plain(self) -> dict[str, Any]:
        """The question as plain data."""
        return asdict(self)

    def checked(self, answer: Any) -> Any:
        """The answer as it is kept; None is *I don't know*.

        A choice is its position, a number a float within the slider, a curve at most 64 points (x, y) with increasing
        x, as shares of the axes, a frequency a float; tests are up to three positions.

        Raises
        ------
        Refusal
            For anything else.
        """
        if not self.kind:
            raise Refusal(f"answer must be to a question, and none is asked, got {_short(answer)}.")
        if answer is None:
            return None
        checks = {
            CHOICE: self._choice,
            NUMBER: self._number,
            CURVE: self._curve,
            DRAW: self._frequency,
            TESTS: self._tests,
        }
        return checks[self.kind](answer)

    def _choice(self, answer: Any) -> int:
        if type(answer) is not int or not 0 <= answer < len(self.choices):
            raise Refusal(f"answer must be a whole number from 0 to {len(self.choices) - 1}, got {_short(answer)}.")
        return answer

    def _tests(self, answer: Any) -> list[int]:
        if not isinstance(answer, list) or not 1 <= len(answer) <= MOST_TESTS:
            raise Refusal(f"answer must be a list of 1 to {MOST_TESTS} tests, got {_short(answer)}.")
        return sorted({self._choice(each) for each in answer})

    def _number(self, answer: Any) -> float:
        if not _is_number(answer) or not self.x.low <= answer <= self.x.high:
            raise Refusal(f"answer must be a number from {self.x.low:g} to {self.x.high:g}, got {_short(answer)}.")
        return float(f"{answer:.4g}")

    def _frequency(self, answer: Any) -> float:
        if not _is_number(answer) or abs(answer) > LARGEST_FREQUENCY:
            raise Refusal(f"answer must be a frequency of at most {LARGEST_FREQUENCY:g}, got {_short(answer)}.")
        return float(f"{answer:.6g}")

    def _curve(self, answer: Any) -> list[list[float]]:
        if not isinstance(answer, list) or not 2 <= len(answer) <= MOST_POINTS:
            got = f"{len(answer)} points" if isinstance(answer, list) else _short(answer)
            raise Refusal(f"answer must be a list of 2 to {MOST_POINTS} points, got {got}.")
        for point in answer:
            if (
                not isinstance(point, list)
                or len(point) != 2
                or not all(_is_number(each) and 0 <= each <= 1 for each in point)
            ):
                raise Refusal(f"answer must have points of two numbers from 0 to 1, got {_short(point)}.")
        kept = [[round(float(each), 4) for each in point] for point in answer]
        if any(after[0] <= before[0] for before, after in pairwise(kept)):
            raise Refusal("answer must have points with increasing x, got others.")
        return kept


@dataclass(frozen=True)
class Answers:
    """What a class answered to one question, in one or more rounds.

    Attributes
    ----------
    asked : Asked
        The question.
    rounds : tuple of tuple
        The answers of each round in which anybody answered; None is *I don't know*.
    right : tuple of int
        Which choices are right.
    truth : float, curve or None
        The number or the curve that the figure shows, where it is known.
    """

    asked: Asked
    rounds: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()
    truth: Any = None

    @property
    def given(self) -> tuple[tuple[Any, ...], ...]:
        """The answers of each round without *I don't know*."""
        return tuple(tuple(each for each in one if each is not None) for one in self.rounds)

    @property
    def unsure(self) -> tuple[int, ...]:
        """How many of each round did not know."""
        return tuple(sum(each is None for each in one) for one in self.rounds)

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """How often each choice was made in each round, alone or among others."""
        every = [[i for each in one for i in _several(each)] for one in self.given]
        return tuple(tuple(one.count(i) for i in range(len(self.asked.choices))) for one in every)

    @property
    def firsts(self) -> tuple[tuple[int | None, ...], ...]:
        """The first answer of each round with each choice, counted from 1 in the order of time; None without one."""
        choices = range(len(self.asked.choices))
        return tuple(
            tuple(next((n for n, each in enumerate(one, 1) if i in _several(each)), None) for i in choices)
            for one in self.rounds
        )

    @property
    def share_right(self) -> tuple[float, ...]:
        """The share of each round's answers with a right choice; of those who did not know, none has."""
        right = set(self.right)
        return tuple(
            sum(not right.isdisjoint(_several(each)) for each in one) / max(len(one), 1) for one in self.rounds
        )

    @property
    def medians(self) -> tuple[float | None, ...]:
        """The median number of each round."""
        return tuple(statistics.median(one) if one else None for one in self.given)

    @property
    def median_curves(self) -> tuple[list[list[float]], ...]:
        """The pointwise median of each round's curves, where at least half of them were drawn."""
        return tuple(median_curve(one) for one in self.given)


def _several(answer: Any) -> Sequence[int]:
    return answer if isinstance(answer, list) else [answer]


def on_grid(curve: Curve) -> list[float | None]:
    """Heights of a curve at equal steps of x from 0 to 1, by linear interpolation; None where nothing was drawn."""
    heights: list[float | None] = []
    for i in range(_GRID):
        x = i / (_GRID - 1)
        if not curve[0][0] - 1e-9 <= x <= curve[-1][0] + 1e-9:
            heights.append(None)
            continue
        after = next((k for k, point in enumerate(curve) if point[0] >= x), len(curve) - 1)
        (x0, y0), (x1, y1) = curve[max(after - 1, 0)], curve[after]
        heights.append(y1 if x1 <= x0 else y0 + (y1 - y0) * (min(x, x1) - x0) / (x1 - x0))
    return heights


def median_curve(curves: Sequence[Curve]) -> list[list[float]]:
    """The pointwise median of curves, at the steps at which at least half of them were drawn."""
    columns = zip(*map(on_grid, curves), strict=True)
    drawn = [[each for each in column if each is not None] for column in columns]
    return [
        [i / (_GRID - 1), statistics.median(heights)]
        for i, heights in enumerate(drawn)
        if heights and 2 * len(heights) >= len(curves)
    ]


def distance(one: Curve, other: Curve) -> float:
    """Mean vertical distance of two curves, as a share of the axis, where both were drawn; infinite where nowhere."""
    pairs = zip(on_grid(one), on_grid(other), strict=True)
    distances = [abs(a - b) for a, b in pairs if a is not None and b is not None]
    return statistics.fmean(distances) if distances else math.inf


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -1e300 < value < 1e300  # whole numbers of JSON have any length


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
