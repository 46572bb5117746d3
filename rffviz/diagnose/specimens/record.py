"""What a specimen is, and the decorators that put a function into the registries."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from rffviz.kernels import Gaussian, Kernel
from rffviz.samplers.record import FrequencySample, Refusing, Scheme, isotropic, mixes_gaussians, refused_unless

_Made = TypeVar("_Made", bound=Callable[..., Any])
Weighted = tuple[np.ndarray, np.ndarray]  # frequencies and weights
Phased = tuple[np.ndarray, None, np.ndarray]  # frequencies with equal weights, and phases
_GAUSSIAN = Gaussian()
SPECIMENS: dict[str, Specimen] = {}
"""Name → a scheme that claims to be right and is not."""
RIGHT: dict[str, Specimen] = {}
"""Name → a scheme that is right, however odd it looks: it must not be accused."""


@dataclass(frozen=True)
class Specimen(Scheme):
    """A scheme made for the diagnostics: with a known mistake, or right where it may not look so.

    Attributes
    ----------
    expected : {"fault", "fine", "design", "costly"}
        The correct verdict: a mistake, no problem, intended dependence, or a loss of effective sample size.
    found_by : tuple of str
        The diagnostics that must find a mistake; coupling is of length and direction, dependence between rows.
    kernel, d, n_freqs
        The settings at which they must find it.
    reproducible : bool
        Whether the same seed gives the same sample.
    made_by : callable, optional
        The function that was registered.
    """

    expected: str = "fault"
    found_by: tuple[str, ...] = ()
    kernel: Kernel = _GAUSSIAN
    d: int = 4
    n_freqs: int = 256
    reproducible: bool = True
    made_by: Callable[..., Any] | None = None


def mistake(label: str, *found_by: str, expected: str = "fault", **where: Any) -> Callable[[_Made], _Made]:
    """Register a function (kernel, d, n_freqs, rng) as a mistake that these diagnostics must find, with the verdict
    `expected`.

    It returns frequencies, or (frequencies, weights or None), or (frequencies, weights or None, phases). Its docstring
    is its explanation; `where` holds the other fields of `Specimen`.
    """
    return _register(SPECIMENS, f"Mistake: {label}", expected, found_by, where)


def right(label: str, expected: str = "fine", **where: Any) -> Callable[[_Made], _Made]:
    """Register a function, as in `mistake`, as a correct scheme."""
    return _register(RIGHT, f"Right: {label}", expected, (), where)


def _register(
    registry: dict[str, Specimen], label: str, expected: str, found_by: tuple[str, ...], where: dict[str, Any]
) -> Callable[[_Made], _Made]:
    def register(function: _Made) -> _Made:
        def draw(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
            answer = function(kernel, d, n_freqs, rng)
            W, weights, phases = (*answer, None)[:3] if isinstance(answer, tuple) else (answer, None, None)
            weights = np.full(len(W), 1 / len(W)) if weights is None else weights
            if not with_phases:
                phases = None
            elif phases is None:
                phases = rng.uniform(0, 2 * np.pi, len(W))
            return FrequencySample(W, weights, unbiased=True, nested=False, phases=phases)

        name = function.__name__
        registry[name] = Specimen(
            name=name,
            label=label,
            explanation=" ".join((inspect.getdoc(function) or "").split()),
            draw=draw,
            expected=expected,
            found_by=found_by,
            made_by=function,
            **where,
        )
        return function

    return register


# --- where a specimen makes sense -------------------------------------------------------------------------------------

needs_isotropy = refused_unless(
    isotropic,
    "This mistake is made with kernels of the Euclidean distance; the {kernel} kernel is a product.",
)
needs_dimensions = refused_unless(lambda kernel, d: d > 1, "In one dimension there is no second coordinate.")


def needs_variance(kernel: Kernel, d: int) -> str:
    """Refuse kernels whose frequencies have infinite variance, and product kernels."""
    if not math.isfinite(kernel.second_moment(d)):
        return f"This mistake needs frequencies with a variance; those of the {kernel.label} kernel have none here."
    return needs_isotropy(kernel, d)


def needs_mixing(kernel: Kernel, d: int) -> str:
    """Refuse kernels without a mixing variable, and one dimension."""
    if kernel.n_uniforms(d) == d or not mixes_gaussians(kernel, d):
        return f"The {kernel.label} kernel has no mixing variable to get wrong: try the Matérn kernel."
    return "In one dimension the mistake makes no difference." if d == 1 else ""


needs_normals = refused_unless(
    mixes_gaussians,
    "This mistake is made with normal vectors times a factor; the {kernel} kernel's frequencies are not known as such.",
)


def needs_kernel(*names: str) -> Refusing:
    """Refuse all kernels but these."""

    def refusal(kernel: Kernel, d: int) -> str:
        return "" if kernel.name in names else f"This is not for the {kernel.label} kernel."

    return refusal


def needs_all(*refusals: Refusing) -> Refusing:
    """Refuse whatever any of them refuses."""

    def refusal(kernel: Kernel, d: int) -> str:
        return next((reason for each in refusals if (reason := each(kernel, d))), "")

    return refusal


# --- what several specimens are made of -------------------------------------------------------------------------------


def uniform_directions(n: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """Independent uniform points of the unit sphere, shape (n, d)."""
    normal = rng.standard_normal((n, d))
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def orthogonal_blocks(n: int, d: int, rngs: Iterable[np.random.Generator]) -> np.ndarray:
    """Rows of stacked Haar orthogonal matrices, one from each generator, truncated to n."""
    blocks = []
    for rng in rngs:
        q, r = np.linalg.qr(rng.standard_normal((d, d)))
        blocks.append(q * np.sign(np.diag(r)))
    return np.concatenate(blocks)[:n]


def n_blocks(n: int, d: int) -> int:
    """The number of blocks of d rows that n rows take."""
    return -(-n // d)
