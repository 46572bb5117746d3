"""The sample under diagnosis, drawn or given: checked, and with repeated rows merged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, points
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import FrequencySample

FAMILY = 0.01
"""Family-wise error rate: the largest fraction of correct schemes that is flagged at all."""
ALARM = FAMILY / 40
"""The false-alarm rate of one diagnostic: there are fewer than 20, and their
null distributions are known to a factor of two."""


@dataclass(frozen=True, eq=False)
class Diagnosed:
    """Base class of the records of a diagnosed sample.

    Attributes
    ----------
    about : About
        The scheme, or the label of a file, with kernel, dimension, seeds and n_freqs.
    notes : tuple of Note or str
        Remarks of the scheme on the sample.
    """

    about: About
    notes: tuple[Note | str, ...]

    @property
    def kernel(self) -> Kernel:
        """The kernel whose spectral measure the frequencies should follow."""
        return a_kernel(self.about.kernel)

    @property
    def d(self) -> int:
        """Dimension of the frequencies."""
        return self.about.d

    @property
    def n_freqs(self) -> int:
        """Number of frequencies m of one sample."""
        return self.about.settings["n_freqs"]


def of_sample(fs: FrequencySample, kernel: Kernel, about: About | None = None) -> dict[str, Any]:
    """The fields of `Diagnosed` for a sample, with `about` completed."""
    known = {"kernel": kernel, "d": fs.W.shape[1], "settings": {"n_freqs": fs.n_freqs}}
    return {"about": replace(about or About(), **known), "notes": tuple(fs.notes)}


@dataclass(frozen=True, eq=False)
class Merged:
    """A sample in which each frequency occurs once, with the total weight of its repeats; ω and −ω are identified.

    Attributes
    ----------
    W : ndarray of shape (q, d)
    weights : ndarray of shape (q,)
        Of sum 1.
    n_repeats : int
        The number of rows that were merged into others.
    """

    W: np.ndarray
    weights: np.ndarray
    n_repeats: int

    @property
    def n_effective(self) -> float:
        """Effective sample size 1/Σ p_j²: the number of equally weighted frequencies with the same variance."""
        return float(1 / np.square(self.weights).sum())

    @property
    def equal(self) -> bool:
        """Whether all weights are the same."""
        return bool(np.ptp(self.weights) <= 1e-9 * self.weights.max())


def given_frequencies(W: ArrayLike, weights: ArrayLike | None = None) -> FrequencySample:
    """The record of frequencies from another source, such as a file or another program.

    Parameters
    ----------
    W : array of shape (m, d)
        Frequencies, one per row, in radians per unit of the data.
    weights : array of shape (m,), optional
        p_j ≥ 0 of k̂(δ) = Σ p_j cos(ω_j·δ); 1/m each by default. They are not normalised.

    Raises
    ------
    ValueError
        Where W is not a finite array of shape (m, d), or the weights are not m finite numbers of at least 0, one of
        them above 0.
    """
    W = points("W", W)
    if weights is None:
        weights = np.full(len(W), 1 / len(W))
    try:
        weights = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Refusal(f"weights must be numbers, one per frequency; {error}.") from None
    if weights.shape != (len(W),):
        raise Refusal(f"weights must have shape ({len(W)},), one per frequency, got {weights.shape}.")
    wrong = ~((weights >= 0) & np.isfinite(weights))
    if wrong.any():
        raise Refusal(f"weights must be finite and at least 0, got {weights[wrong][0]}.")
    if not weights.any():
        raise Refusal("weights must not all be 0.")
    return FrequencySample(W=W, weights=weights, unbiased=True, nested=False)


def checked(fs: FrequencySample, kernel: Kernel) -> FrequencySample:
    """The sample itself; raises a Refusal if it or the kernel is of the wrong type."""
    a_kernel(kernel)
    if not isinstance(fs, FrequencySample):
        raise Refusal(f"fs must be a FrequencySample, got {fs!r}.")
    given_frequencies(fs.W, fs.weights)
    return fs


def merged(fs: FrequencySample) -> Merged:
    """Merge rows that are equal or opposite, to nine digits of their largest coordinate, and normalise the weights."""
    W = np.asarray(fs.W, dtype=np.float64)
    largest = np.abs(W).max(axis=1, keepdims=True)
    shape = np.round(W / np.where(largest > 0, largest, 1.0), 9)
    first = np.take_along_axis(shape, np.argmax(shape != 0, axis=1)[:, None], axis=1)
    shape = shape * np.where(first < 0, -1.0, 1.0) + 0.0  # cos does not see the sign; and no −0
    key = np.concatenate([significant(largest), shape], axis=1)
    _, places, group = np.unique(key, axis=0, return_index=True, return_inverse=True)
    weights = np.bincount(group.ravel(), weights=fs.weights, minlength=len(places))
    order = np.argsort(places)  # the rows keep their order
    weights = weights[order] / weights.sum()
    return Merged(W=W[places[order]], weights=weights, n_repeats=len(W) - len(places))


def significant(values: np.ndarray, digits: int = 9) -> np.ndarray:
    """Positive values rounded to this many significant digits, so that equal ones compare equal."""
    power = 10.0 ** np.floor(np.log10(np.maximum(values, 1e-290)))
    return np.round(values / power, digits) * power
