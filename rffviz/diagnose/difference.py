"""Compares a scheme with a reference, such as its older version: same distribution? which error is smaller?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.diagnose.judge_difference import differences
from rffviz.diagnose.over_both import DrawnTogether, OverBoth
from rffviz.diagnose.source import MOST_DRAWN_NUMBERS, Examined, SampleSource, drawn_again, examined_sizes, source
from rffviz.diagnose.verdict import COMPARED, DIFFERENT, Difference, Findings, called, known
from rffviz.foundation.about import About
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Seed, seed_number, seed_numbers
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import FrequencySample

_CLOSE = 1e-3  # agreement to this precision means the same stream of random numbers


@dataclass(frozen=True, eq=False)
class Comparison(Findings[Difference]):
    """A beside B.

    Attributes
    ----------
    about, reference : About
        What A and B are, with kernel, d and n_freqs.
    seeds : tuple of int
        Those drawn from both schemes.
    grouped : tuple of str
        Which of "A" and "B" is a single sample: its rows were split into groups, each treated as a draw.
    differences : tuple of Difference
        Significant ones first.
    ratio, low, high : float
        Mean squared error of k̂ for A divided by that for B, with a 95 % interval; if one side is a single sample, a
        prediction interval for one draw of the other; nan if both are.
    distance : ndarray of shape (t,)
        ‖δ‖, averaged over the lines.
    rms, rms_reference, monte_carlo : ndarray of shape (t,)
        Root mean square of k̂ − k over lines and seeds for A, for B, and for Monte Carlo.
    margin, margin_reference : ndarray of shape (t,)
        Half the width of their 95 % intervals over seeds; nan for a single draw.
    same_draws : int
        Number of seeds for which A and B give the same frequencies, to 12 digits.
    furthest : float
        The largest difference of a coordinate over all seeds, relative to the largest coordinate; nan if the shapes
        differ.
    finished : bool
        Whether all seeds have been drawn.
    drawn : tuple
        A, B and the data that they were given, to draw more of them; None in place of what is hidden.
    """

    about: About
    reference: About
    seeds: tuple[int, ...]
    grouped: tuple[str, ...]
    differences: tuple[Difference, ...]
    ratio: float
    low: float
    high: float
    distance: np.ndarray
    rms: np.ndarray
    rms_reference: np.ndarray
    monte_carlo: np.ndarray
    margin: np.ndarray
    margin_reference: np.ndarray
    same_draws: int
    furthest: float
    finished: bool = True
    drawn: tuple[Any, Any, Any] = field(default=(None, None, None), repr=False)

    _field, _number, _names = "differences", "p_value", COMPARED

    @property
    def same(self) -> bool:
        """Whether A and B depend on the seed alike, and their distributions do not differ.

        They may differ in the mean, where no estimate does: signs are harmless. Two versions of one scheme pass,
        whatever their error.
        """
        return not self.seed_apart and (not self.in_distribution or self.mean_alone)

    @property
    def seed_apart(self) -> str:
        """Which side ignores the seed, or is not determined by it, in a few words; empty if neither."""
        return next((each.short for each in self.of(DIFFERENT) if each.diagnostic == "reproducibility"), "")

    @property
    def identical(self) -> bool:
        """Whether every seed gives the same in both: frequencies, weights, and phases as far as they are compared."""
        return self.same_frequencies and not self.of(DIFFERENT)

    @property
    def same_frequencies(self) -> bool:
        """Whether every seed gives the same frequencies and weights in both."""
        return self.same_draws == len(self.seeds) > 0

    @property
    def better(self) -> str:
        """ "A" or "B", whichever has the significantly smaller error; empty if neither has."""
        if self["error"].status != DIFFERENT:
            return ""
        return "A" if self.ratio < 1 else "B"

    @property
    def in_distribution(self) -> tuple[str, ...]:
        """The diagnostics in which the distributions differ."""
        return tuple(each.diagnostic for each in self.differences if each.in_distribution)

    @property
    def mean_alone(self) -> bool:
        """Whether the distributions differ only in the mean, as after sign flips."""
        return self.in_distribution == ("mean",)

    @property
    def same_stream(self) -> bool:
        """Whether frequencies agree so closely that they come from the same stream of random numbers."""
        return 0 < self.furthest < _CLOSE

    @property
    def equal_errors(self) -> bool:
        """Whether the errors are the same under every seed."""
        return self.ratio == self.low == self.high

    @property
    def squared(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """Mean squared error with half the width of its interval, each of shape (t,), for A and for B."""
        both = (self.rms, self.margin), (self.rms_reference, self.margin_reference)
        a, b = ((rms**2, 2 * rms * margin) for rms, margin in both)
        return a, b

    @property
    def dependence_apart(self) -> bool:
        """Whether the frequencies of a draw depend on each other differently."""
        return any(each.diagnostic == "dependence" for each in self.of(DIFFERENT))

    @property
    def errors_apart(self) -> bool:
        """Whether the errors differ: significantly, or the interval of their ratio excludes 1."""
        return bool(self.better) or not self.low <= 1 <= self.high

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain numbers, words and lists; unknown values are None."""
        return {
            "scheme": called(self.about),
            "reference": called(self.reference),
            **self._measured_on,
            "same": self.same,
            "identical": self.identical,
            "mean_square_error_ratio": known(self.ratio),
            "interval": [known(self.low), known(self.high)],
            "differences": self._rows,
        }

    @property
    def _title(self) -> str:
        return f"A: {called(self.about)}, B: {called(self.reference)} ({self._where})"


@study(slow=lambda d, n_freqs: d * n_freqs > MOST_DRAWN_NUMBERS)
def compare(
    scheme: Examined,
    reference: Examined,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
    X: ArrayLike | None = None,
    abouts: tuple[About | None, About | None] = (None, None),
) -> Iterator[Progress[Comparison]]:
    """Test whether two schemes have the same distribution, and which has the smaller error.

    Parameters
    ----------
    scheme, reference : str, callable or array
        A and B, each as accepted by `diagnose`: a name, a function, such as an older version of the same, or
        frequencies.
    kernel : Kernel
    d, n_freqs : int
        If one of them is an array, the other is drawn with as many frequencies.
    seeds : int or sequence of int
        Draws of each, at least 3; 20 or more for a test. A count n is `random_state`, …, `random_state` + n − 1.
    random_state : int, RandomState, Generator or None
        The first seed, or where it is drawn from.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.
    abouts : (About or None, About or None)
        Origin of given frequencies.

    Returns
    -------
    Comparison
        `assert compare(mine, "orthogonal", Gaussian(), 16).same` tests that both have the same distribution and depend
        on the seed alike. In steps: after each seed, with a record from the third one on, updated now and then.

    Raises
    ------
    ValueError
        For bad arguments, and where a scheme is not defined for the kernel and d.

    Notes
    -----
    Both are drawn from the same seeds, and each statistic is tested on its differences A − B, one for each seed
    (Student's test, paired): valid whatever the dependence between rows, and between the random numbers of A and B. A
    single sample (an array or a deterministic rule) is split into random groups of rows, as if they were independent;
    its error is then compared with the spread of the other scheme's errors. The largest of many statistics is corrected
    for multiplicity (Bonferroni); the false positive rate of each diagnostic is `ALARM`.

    Phases are compared where both are drawn under several seeds, and one has phases of its own or something else
    differs. A function that gives the same frequencies under every seed, and does not declare itself biased, is
    reported as different from a random scheme; so is one whose draws the seed does not determine.
    """
    d, n_freqs = examined_sizes(d, n_freqs)
    seeds = seed_numbers("seeds", seeds, least=3, first=seed_number("random_state", random_state))
    both = (scheme, reference)
    given = [source(what, a_kernel(kernel), d, n_freqs, X, about) for what, about in zip(both, abouts, strict=True)]
    counts = [each.about.settings["n_freqs"] for each in given if each.given]
    if counts:  # as many frequencies as the file has
        given = [
            each if each.given else source(what, kernel, d, counts[0], X)
            for each, what in zip(given, both, strict=True)
        ]
    return _steps(given[0], given[1], seeds, (drawn_again(scheme), drawn_again(reference), X))


def _steps(
    a: SampleSource, b: SampleSource, seeds: tuple[int, ...], drawn: tuple[Any, Any, Any]
) -> Iterator[Progress[Comparison]]:
    one, two = DrawnTogether(a, seeds), DrawnTogether(b, seeds)
    both = OverBoth(one, two)
    n_tested = min(one.n, two.n)
    n_draws = 1 if one.single and two.single else len(seeds)
    steps = max(n_tested, n_draws)
    record = None
    for number, samples in enumerate(in_jobs(partial(_of_both, one, two), range(steps))):
        both.add(number, samples, tested=number < n_tested, drawn=number < n_draws)
        last = number == steps - 1
        if last and (
            both.own_phases or differences(both)[0].status == DIFFERENT
        ):  # of signs, say, the offset map decides
            both.add_phases()
        if last or (number >= 2 and (record is None or number % 20 == 0)):
            record = _comparison(both, last, drawn)
        yield Progress(number + 1, steps, record)


def _of_both(one: DrawnTogether, two: DrawnTogether, number: int) -> list[FrequencySample]:
    return [one.draw(number), two.draw(number)]


def _comparison(e: OverBoth, finished: bool, drawn: tuple[Any, Any, Any]) -> Comparison:
    ratio, low, high, _ = e.ratio()
    sides = (e.one, e.two)
    rms, margin = zip(*(e.rms(k) for k in (0, 1)), strict=True)
    sigma = np.sqrt(np.mean(np.square(e.profile.sigma), axis=0))
    return Comparison(
        about=e.one.source.about,
        reference=e.two.source.about,
        seeds=e.one.seeds[: e.n_drawn],
        grouped=tuple(letter for letter, side in zip("AB", sides, strict=True) if side.single),
        differences=differences(e),
        ratio=ratio,
        low=low,
        high=high,
        distance=e.profile.distance.mean(axis=0),
        rms=rms[0],
        rms_reference=rms[1],
        monte_carlo=sigma,
        margin=margin[0],
        margin_reference=margin[1],
        same_draws=int(e.same_draws),
        furthest=e.furthest,
        finished=finished,
        drawn=drawn,
    )
