"""The words of the view “A beside B”."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rffviz.measure import Convergence
from rffviz.samplers import scheme_called
from rffviz.views.convergence.curve.words import convergence_words, title_of
from rffviz.words.about import Words, data_words, lettered, map_words, words_of_each
from rffviz.words.numbers import count, kernel_words, number

_SAME = "A and B are the same so far. Change a setting: A changes, and B stays as it is."


def beside_words(reports: Mapping[str, Convergence]) -> Words:
    """The words of A and B: a headline that compares them, and the words of each."""
    said = {letter: convergence_words(each) for letter, each in reports.items()}
    words = words_of_each(said) | {"title": _compared(reports)}
    if len(said) > 1 and len({(each["subtitle"], each["reading"]) for each in said.values()}) == 1:
        words["notes"] = (_SAME, *words["notes"])
    return words


def differences(reports: Mapping[str, Convergence]) -> dict[str, str]:
    """The heading of each side: the first of data, kernel and map that differs; else the data."""
    record = {
        letter: (data_words(each.about), kernel_words(each.about.kernel), map_words(each.curves[0].map))
        for letter, each in reports.items()
    }
    differ = (place for place, said in enumerate(zip(*record.values(), strict=True)) if len(set(said)) > 1)
    place = next(differ, 0)
    return {letter: said[place] for letter, said in record.items()}


def _compared(reports: Mapping[str, Convergence]) -> str:
    """'For an error of 0.1 A needs 527 frequencies and B 173, 3.0 times as many; the bound asks for …'."""
    asked = {(each.epsilon, each.curves[0].metric) for each in reports.values()}
    if len(asked) > 1 or len(reports) < 2:
        return " ".join(lettered({letter: title_of(each) for letter, each in reports.items()}))
    error = number(next(iter(reports.values())).epsilon)
    needs = {letter: each.reached[0] for letter, each in reports.items() if each.reached}
    if not needs:
        return f"Neither A nor B reaches an error of {error} with the frequencies tried"
    several = len({curve.sampler for _, curve in needs.values()}) > 1
    said = {}
    for letter, (need, curve) in needs.items():
        here = count(need) + (f" ({scheme_called(curve.sampler).label})" if several else "")
        said[letter] = f"at most {here}" if curve.sampler in reports[letter].reached_at_once else here
    missed = [f"{letter} does not reach it" for letter in reports if letter not in needs]
    first, *others = said
    parts = [f"{first} needs {said[first]} frequencies", *(f"{letter} {said[letter]}" for letter in others), *missed]
    words = f"For an error of {error} {' and '.join(parts)}{_factor([need for need, _ in needs.values()])}"
    promised = {letter: each.main_promise for letter, each in reports.items()}
    if not all(promised.values()):
        return words
    asks = [promise.needed for promise in promised.values()]
    numbers = dict.fromkeys(map(count, asks))
    return f"{words}; the bound asks {'both ' * (len(numbers) == 1)}for {' and '.join(numbers)}{_factor(asks)}"


def _factor(needed: Sequence[float]) -> str:
    """', a factor of 3.0', if the two numbers differ."""
    if len(needed) < 2 or not all(map(math.isfinite, needed)) or (ratio := max(needed) / min(needed)) < 1.05:
        return ""
    return f", a factor of {ratio:,.0f}" if ratio >= 10 else f", a factor of {ratio:.1f}"
