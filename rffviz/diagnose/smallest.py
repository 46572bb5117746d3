"""The smallest dimension, then number of frequencies, at which an error is still found, and a test that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rffviz.diagnose.sample import significant
from rffviz.diagnose.source import SampleSource
from rffviz.diagnose.verdict import Verdict
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample
from rffviz.samplers.own import OwnScheme, is_file_reference

SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256)
_SHOWN_ROWS, _SHOWN_COORDINATES = 3, 4


class SmallCase(NamedTuple):
    """A dimension and a number of frequencies at which an error is found, and the gravest verdict there."""

    d: int
    n_freqs: int
    verdict: Verdict


@dataclass(frozen=True)
class Smallest:
    """The smallest case of an error.

    Attributes
    ----------
    d, n_freqs : int
        First d is made as small as possible, then n_freqs.
    kernel : Kernel
        The one at which the error was found.
    verdict : Verdict
        The gravest there.
    shown : str
        What the draw of the first seed shows: norms, equal frequencies, or coordinates.
    test : str
        A test function that fails while the error is there.
    """

    d: int
    n_freqs: int
    kernel: Kernel
    verdict: Verdict
    shown: str
    test: str

    def __str__(self) -> str:
        return f"Smallest case: {self.shown} {self.verdict.sentence}"


def sizes_below(most: int) -> tuple[int, ...]:
    """The sizes that are tried before `most`, the smallest first."""
    return tuple(size for size in SIZES if size < most)


def smaller(
    case: SmallCase, dimensions: Sequence[int], found: Callable[[int, int], Verdict | None]
) -> Iterator[SmallCase]:
    """The smallest case so far, after each diagnosis: of the dimensions, then of numbers of frequencies."""
    for d in dimensions:
        verdict = _tried(found, d, case.n_freqs)
        if verdict is not None:
            case = SmallCase(d, case.n_freqs, verdict)
        yield case
        if verdict is not None:
            break
    for n_freqs in sizes_below(case.n_freqs):
        verdict = _tried(found, case.d, n_freqs)
        if verdict is not None:
            case = SmallCase(case.d, n_freqs, verdict)
        yield case
        if verdict is not None:
            break


def _tried(found: Callable[[int, int], Verdict | None], d: int, n_freqs: int) -> Verdict | None:
    try:
        return found(d, n_freqs)
    except Refusal:  # the scheme is not defined for so few
        return None


def smallest_of(examined: SampleSource, kernel: Kernel, case: SmallCase, drawn: Sequence[int]) -> Smallest:
    """The record of the smallest case, which `examined` draws."""
    d, n_freqs, verdict = case
    shown = f"d = {d}, n = {n_freqs}: {_shown(examined.sample(drawn[0]), examined.sample(drawn[1]))}"
    return Smallest(d, n_freqs, kernel, verdict, shown, _test(examined, kernel, case, drawn, shown))


def _shown(fs: FrequencySample, other: FrequencySample) -> str:
    """What one draw shows."""
    W = np.asarray(fs.W, dtype=np.float64)
    n, norms = len(W), np.linalg.norm(W, axis=1)
    if not norms.all():
        return f"frequency {int(np.argmin(norms)) + 1} is 0."
    if n > 1:
        keys = significant(np.abs(W) + 1e-300)
        same = [(i, j) for i in range(min(n, 64)) for j in range(i) if np.array_equal(keys[i], keys[j])]
        if same:
            i, j = same[0]
            return f"frequencies {j + 1} and {i + 1} are equal, up to signs."
        if np.ptp(norms) <= 1e-9 * norms.max():
            return f"{'both' if n == 2 else f'all {n}'} frequencies have norm {norms[0]:.3g}."
    if np.array_equal(W, other.W):
        return f"two seeds give the same {_rows(W)}."
    return f"the first seed gives {_rows(W)}."


def _rows(W: np.ndarray) -> str:
    rows = []
    for row in W[:_SHOWN_ROWS]:
        values = [f"{value:.3g}".replace("-", "−") for value in row[:_SHOWN_COORDINATES]]
        rows.append(f"({', '.join([*values, *['…'] * (len(row) > _SHOWN_COORDINATES)])})")
    return ", ".join([*rows, *["…"] * (len(W) > _SHOWN_ROWS)])


def _test(examined: SampleSource, kernel: Kernel, case: SmallCase, seeds: Sequence[int], shown: str) -> str:
    scheme = examined.scheme
    assert scheme is not None  # given frequencies have no smaller case
    name, line = repr(scheme.name), ""
    if isinstance(scheme, OwnScheme):
        name = scheme.name
        module, _, function = scheme.reference.rpartition(":")
        if is_file_reference(scheme.reference):
            line = (
                f"    from rffviz.samplers.own import named_scheme\n\n    {name} = named_scheme({scheme.reference!r})\n"
            )
        elif module and "." not in function:
            name, line = function, f"    from {module} import {function}\n\n"
    in_a_row = list(seeds) == list(range(seeds[0], seeds[0] + len(seeds)))
    drawn = f"range({seeds[0]}, {seeds[-1] + 1})" if in_a_row else repr(list(seeds))
    rate = "" if case.verdict.diagnostic == "rate" else ", rate=False"
    kind = type(kernel)
    return (
        f"def test_{scheme.name}_at_its_smallest():\n"
        f'    """{shown}"""\n'
        "    from rffviz.diagnose import diagnose\n"
        f"    from rffviz.kernels import {kind.__name__}\n"
        f"{line}"
        f"    report = diagnose({name}, {kernel!r}, d={case.d}, n_freqs={case.n_freqs}, seeds={drawn}{rate})\n"
        "    assert report.ok, report\n"
    )
