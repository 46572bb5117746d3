"""Records of a sampling scheme and of the frequencies it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, real_array
from rffviz.kernels import Kernel
from rffviz.samplers.circulant_product import Circulant
from rffviz.samplers.stages import stage
from rffviz.samplers.structured import Structured


@dataclass(frozen=True, eq=False)
class FrequencySample:
    """Frequencies drawn by a scheme, with their weights and properties.

    Attributes
    ----------
    W : ndarray of shape (m, d)
        Frequencies as rows, in radians per unit of the data; float64.
    weights : ndarray of shape (m,)
        p_j ≥ 0 of k̂(δ) = Σ p_j cos(ω_j·δ); 1/m each unless the scheme says otherwise.
    unbiased : bool
        Whether E k̂(δ) = k(δ) at every δ, over replicates.
    nested : bool
        Whether the first m' rows are the scheme's draw of m' < m under the same seed (weights rescaled).
    phases : ndarray of shape (m,) or None
        Phases in [0, 2π) for the offset map, if requested.
    notes : tuple of Note or str
        Caveats: padding, repeats, an unbalanced number of points. A user's scheme may give plain text, but only codes
        are interpreted (see `rffviz.foundation.notes.DECLARE_REPEATS`).
    fast : Structured, Circulant or None
        The same frequencies as a fast product, if the scheme has one.

    Raises
    ------
    ValueError
        If W, weights or phases are not finite real numbers of these shapes, or a weight is negative. Lists are
        converted; phases are reduced to [0, 2π), which changes no feature.
    """

    W: np.ndarray
    weights: np.ndarray
    unbiased: bool
    nested: bool
    phases: np.ndarray | None = None
    notes: tuple[Note | str, ...] = ()
    fast: Structured | Circulant | None = None

    def __post_init__(self) -> None:
        W, weights = real_array("W", self.W, 2), real_array("weights", self.weights, 1)
        if not W.size:
            raise Refusal(f"W must have at least one row and one column, got shape {W.shape}.")
        if weights.shape != (len(W),):
            raise Refusal(f"weights must have shape ({len(W)},), one per frequency, got {weights.shape}.")
        if weights.min() < 0:
            at = int(weights.argmin())
            raise Refusal(f"weights must be at least 0, got {weights[at]:g} in row {at}.")
        for name, array in (("W", W), ("weights", weights), ("phases", self._checked_phases(len(W)))):
            object.__setattr__(self, name, array)

    def _checked_phases(self, n: int) -> np.ndarray | None:
        if self.phases is None:
            return None
        phases = real_array("phases", self.phases, 1)
        if phases.shape != (n,):
            raise Refusal(f"phases must have shape ({n},), one per frequency, got {phases.shape}.")
        turn = 2 * np.pi
        return phases if phases.min() >= 0 and phases.max() < turn else np.mod(phases, turn) % turn

    @property
    def n_freqs(self) -> int:
        """The number of frequencies actually drawn."""
        return self.W.shape[0]


def with_uniform_phases(
    W: np.ndarray,
    weights: np.ndarray,
    phase_rng: np.random.Generator,
    with_phases: bool,
    notes: Iterable[Note | str] = (),
    **claims: Any,
) -> FrequencySample:
    """The record of weighted frequencies, with independent uniform phases if requested."""
    phases = phase_rng.uniform(0, 2 * np.pi, len(W)) if with_phases else None
    return FrequencySample(W, weights, phases=phases, notes=tuple(notes), **claims)


def evenly_weighted(W: np.ndarray, phase_rng: np.random.Generator, with_phases: bool, **claims: Any) -> FrequencySample:
    """The same with weights 1/m."""
    return with_uniform_phases(W, np.full(len(W), 1 / len(W)), phase_rng, with_phases, **claims)


def inside(points: np.ndarray) -> np.ndarray:
    """Points clipped to the open cube, since 0 and 1 map to infinite frequencies."""
    return np.clip(points, 2.0**-60, 1 - 2.0**-53)


Draw = Callable[..., FrequencySample]
Refusing = Callable[[Kernel, int], str]


@stage("uniforms")
def uniforms(points: np.ndarray) -> np.ndarray:
    """Points of the unit cube, as a step of a scheme."""
    return points


def from_cube(points: Callable[..., Any], scrambled: bool, unbiased: bool, nested: bool) -> Draw:
    """A `draw` function with equally weighted frequencies F⁻¹(t_j); phases take one more coordinate.

    `points` (m, number of coordinates, rng, scrambled) returns the t_j in the open unit cube, and notes on them.
    """

    def draw(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
        dims = kernel.n_uniforms(d)
        t, notes = points(n_freqs, dims + with_phases, rng, scrambled)
        t = uniforms(t)
        W, weights = kernel.from_uniforms(t[:, :dims], d), np.full(n_freqs, 1 / n_freqs)
        phases = 2 * np.pi * t[:, dims] if with_phases else None
        return FrequencySample(W, weights, unbiased, nested, phases, tuple(notes))

    return draw


def refused_unless(defined: Callable[[Kernel, int], bool], reason: str) -> Refusing:
    """A `refusal` function: the reason, with {kernel}, {d} and {needed} filled in, if the scheme is not `defined`.

    `needed` is the number of coordinates that a draw with phases takes.
    """

    def refusal(kernel: Kernel, d: int) -> str:
        needed = kernel.n_uniforms(d) + 1
        return "" if defined(kernel, d) else reason.format(kernel=kernel.label, d=d, needed=needed)

    return refusal


def and_in(padded: Callable[[int], int], refusal: Refusing) -> Refusing:
    """The refusal of a scheme that draws in `padded` dimensions and truncates: k must be positive definite there,
    too."""

    def refused(kernel: Kernel, d: int) -> str:
        if reason := refusal(kernel, d):
            return reason
        p = padded(d)
        try:
            fine = p == d or kernel.is_kernel(p)
        except Refusal:
            fine = False
        drawn = f"Frequencies are drawn in {p} dimensions and cut to {d}"
        return "" if fine else f"{drawn}, and in {p} the kernel is not known to be positive definite."

    return refused


def isotropic(kernel: Kernel, d: int) -> bool:
    """Whether the kernel depends on the Euclidean distance alone."""
    return kernel.isotropic


def alike_along_axes(kernel: Kernel, d: int) -> bool:
    """Whether the spectral measure is invariant under permutations and sign changes of the coordinates."""
    return kernel.isotropic or kernel.factorises


def mixes_gaussians(kernel: Kernel, d: int) -> bool:
    """Whether each frequency is a normal vector times a factor of its own."""
    return kernel.isotropic and kernel.mixes_gaussians  # type: ignore[attr-defined]  # isotropic kernels have it


def gaussian(kernel: Kernel, d: int) -> bool:
    """Whether the frequencies are normal."""
    return kernel.name == "gaussian"


@dataclass(frozen=True)
class Scheme:
    """One way of choosing frequencies: its name, its stated properties, and the draw.

    Attributes
    ----------
    name, label : str
        The stable identifier and the displayed name.
    explanation : str
        Two sentences for the screen.
    draw : callable
        (kernel, d, n_freqs, rng, with_phases) → FrequencySample; if the scheme takes data, X is the sixth argument.
    randomised : bool
        Whether the frequencies depend on the seed. A deterministic scheme has no band over seeds.
    monte_carlo : bool
        Whether the draws are i.i.d. from p with equal weights, as the bounds require.
    refusal : callable
        (kernel, d) → why the scheme is not defined there, or an empty string.
    least : callable
        (kernel, d) → the smallest number of frequencies the scheme is defined for.
    takes_data, needs_data : bool
        Whether the frequencies can depend on the data X, of shape (n, d), or None; and whether they must.
    square : int
        How many d × d matrices a draw of any size needs room for.
    """

    name: str
    label: str
    explanation: str
    draw: Draw
    randomised: bool = True
    monte_carlo: bool = False
    refusal: Refusing = field(default=lambda kernel, d: "")
    least: Callable[[Kernel, int], int] = field(default=lambda kernel, d: 1)
    takes_data: bool = False
    needs_data: bool = False
    square: int = 0
