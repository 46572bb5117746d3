"""What every shift-invariant kernel can do: values, a spectral measure, frequencies drawn from it."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.arguments import KERNELS_ELSEWHERE, NamesArguments, shown
from rffviz.foundation.memory import check_memory
from rffviz.foundation.validation import (
    LARGEST_COORDINATE,
    Refusal,
    a_generator,
    not_empty,
    or_nearest,
    points,
    positive_number,
    whole_number,
)
from rffviz.kernels.length_scales import LengthScales, is_several


@dataclass(frozen=True)
class ShapeParameter:
    """A kernel parameter other than the length scale, with its symbol in figures and its control on the page.

    Attributes
    ----------
    name, sign, label : str
        The kernel's attribute; its symbol; the label of its control.
    default, low, high, stops
        Default, range and steps of its control.
    help : str
        One sentence of help, or empty.
    """

    name: str
    sign: str
    label: str
    default: float
    low: float
    high: float
    stops: tuple[float, ...]
    help: str = ""


@dataclass(frozen=True)
class Kernel(NamesArguments, ABC):
    """A shift-invariant kernel k(δ), k(0) = 1, with its spectral measure p(ω).

    Parameters
    ----------
    length_scale : float or sequence of float
        ℓ, from 10⁻¹⁵⁰ to 10¹⁵⁰ in the units of the data. The Gaussian, Matérn and rational quadratic kernels also
        accept one per axis: k(δ_1/ℓ_1, …, δ_d/ℓ_d).

    Raises
    ------
    ValueError
        If a parameter is not a finite number above 0, or ℓ² or 1/ℓ² overflows.
    """

    length_scale: Any = 1.0

    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    formula: ClassVar[str] = ""  # k(δ), in LaTeX
    spectrum: ClassVar[str] = ""
    distance: ClassVar[str] = "euclidean"  # the norm of δ that k depends on; the median heuristic uses it
    isotropic: ClassVar[bool] = False  # k depends on ‖δ‖ alone
    factorises: ClassVar[bool] = False  # p is a product over coordinates
    takes_axes: ClassVar[bool] = False  # ℓ may differ per axis
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = ()  # all parameters other than ℓ

    def __post_init__(self) -> None:
        if self.takes_axes and is_several(self.length_scale):
            scales = (positive_number("length_scale", each) for each in self.length_scale)
            if not isinstance(self.length_scale, LengthScales):  # scikit-learn's `clone` compares identities
                object.__setattr__(self, "length_scale", LengthScales(scales))
            not_empty("length_scale", self.length_scale, "number")
        elif is_several(self.length_scale):
            taking = "the Gaussian, Matérn and rational quadratic kernels alone take one for each axis"
            got = np.asarray(self.length_scale).tolist()
            raise Refusal(f"length_scale must be one number, got {got}: {taking}.")
        for each in self.length_scale if self.axes else (self.length_scale,):
            check_length_scale(each)
        for field in dataclasses.fields(self):
            if field.name != "length_scale":
                positive_number(field.name, getattr(self, field.name))
            if self.axes is None or field.name != "length_scale":
                use_floats(self, field.name)

    @property
    def axes(self) -> LengthScales | None:
        """The length scales if there is one per axis, else None."""
        return self.length_scale if isinstance(self.length_scale, LengthScales) else None

    def in_units(self, X: np.ndarray) -> tuple[Kernel, np.ndarray]:
        """A kernel with a single length scale, and points at which its values are those of this kernel at X.

        With one length scale per axis, length scale 1 and X/ℓ; otherwise the kernel and X unchanged.
        """
        if self.axes is None:
            return self, X
        return self.with_length_scale(1.0), X / self.axes.of(X.shape[-1])

    # --- the kernel -----------------------------------------------------------------------------------------------

    def __call__(self, X: ArrayLike, Y: ArrayLike | None = None) -> np.ndarray:
        """Kernel matrix k(x_i, y_j), float64 of shape (n, m); Y defaults to X."""
        if isinstance(X, np.ndarray) and isinstance(Y, np.ndarray) and X.ndim == Y.ndim == 1:
            raise Refusal(  # scikit-learn's KernelRidge calls its kernel so
                f"X must have shape (points, dimensions), got {X.shape}; for KernelRidge of scikit-learn say "
                'kernel="precomputed" and fit k(X, X).'
            )
        X = points("X", X)
        Y = X if Y is None else points("Y", Y)
        if X.shape[1] != Y.shape[1]:
            raise Refusal(f"Y must have as many dimensions as X ({X.shape[1]}), got {Y.shape[1]}.")
        kernel, X = self.in_units(X)
        return kernel._matrix(X, self.in_units(Y)[1])

    @abstractmethod
    def of_difference(self, delta: ArrayLike) -> np.ndarray:
        """k(δ) for differences δ of shape (..., d); returns shape (...,)."""

    @abstractmethod
    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        """k(x_i, y_j) for checked arrays."""

    # --- the spectral measure -------------------------------------------------------------------------------------

    def is_kernel(self, d: int) -> bool:
        """Whether k is positive definite in d dimensions; a user's formula may not be."""
        return True

    @abstractmethod
    def second_moment(self, d: int) -> float:
        """σ_p² = E‖ω‖² = −tr ∇²k(0), in radians² per unit²; `math.inf` where the kernel has a kink at 0."""

    def sample(self, n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
        """Draw `n_freqs` i.i.d. frequencies from p, shape (n_freqs, d).

        Draws are nested: with the same seed, a smaller draw is the first rows of a larger one.
        """
        n_freqs, d = whole_number("n_freqs", n_freqs), whole_number("d", d)
        check_memory(2 * n_freqs * d, n_freqs=n_freqs, d=d)
        a_generator("rng", rng)
        if self.axes is not None:
            return self.with_length_scale(1.0).sample(n_freqs, d, rng) / self.axes.of(d)
        return self._draw(n_freqs, d, *rng.spawn(2))

    @abstractmethod
    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        """`sample` for checked sizes; the mixing variable uses a separate random stream, which keeps draws nested."""

    def n_uniforms(self, d: int) -> int:
        """Number of uniforms `Kernel.from_uniforms` needs per frequency: d, or d + 1 with a mixing variable."""
        return d

    def from_uniforms(self, U: ArrayLike, d: int) -> np.ndarray:
        """Map points of the open unit cube, shape (m, n_uniforms(d)), to frequencies, shape (m, d).

        If p factorises, each coordinate goes through the inverse CDF; otherwise the last coordinate determines the
        mixing variable. Uniform points give draws from p; low-discrepancy points give quasi-Monte Carlo.
        """
        U = np.asarray(U, dtype=np.float64)
        if U.ndim != 2 or U.shape[1] != self.n_uniforms(d):
            raise Refusal(f"U must have shape (m, {self.n_uniforms(d)}) for d = {d}, got {U.shape}.")
        if U.size and not (U.min() > 0 and U.max() < 1):
            raise Refusal("U must lie strictly inside the unit cube: 0 and 1 are infinite frequencies.")
        return self._invert(U, d) if self.axes is None else self.with_length_scale(1.0)._invert(U, d) / self.axes.of(d)

    @abstractmethod
    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        """`from_uniforms` for checked points."""

    def spectral_density(self, W: ArrayLike) -> np.ndarray:
        """p(ω) for frequencies of shape (m, d), with ∫ p dω = 1."""
        return np.exp(self.log_spectral_density(W))

    @abstractmethod
    def log_spectral_density(self, W: ArrayLike) -> np.ndarray:
        """log p(ω) for frequencies of shape (m, d)."""

    def radius_cdf(self, r: ArrayLike, d: int) -> np.ndarray:
        """P(‖ω‖ ≤ r) in d dimensions, for r ≥ 0 of any shape."""
        return self._radius(r, d, density=False)

    def radius_pdf(self, r: ArrayLike, d: int) -> np.ndarray:
        """Density of ‖ω‖ in d dimensions at r > 0, of any shape."""
        return self._radius(r, d, density=True)

    @abstractmethod
    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        """CDF or density of ‖ω‖ at r."""

    # --- choosing ℓ, and scikit-learn's interface for a parameter that is itself an object -----------------------

    def with_length_scale(self, length_scale: float | Sequence[float]) -> Kernel:
        """The same kernel with another length scale, or with one per axis."""
        return dataclasses.replace(self, length_scale=length_scale)

    def get_params(self, deep: bool = True) -> dict[str, float]:
        """The parameters by name, for scikit-learn's `clone` and grid search."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def set_params(self, **parameters: float) -> Kernel:
        """Change parameters in place. Only scikit-learn's searches should call this, on a fresh clone."""
        fresh = dataclasses.replace(self, **parameters)
        for name, value in fresh.get_params().items():
            object.__setattr__(self, name, value)
        return self


def use_floats(kernel: Kernel, name: str) -> None:
    """Make a checked parameter a Python number: squares of numpy's small integers wrap, of float16 overflow."""
    value = getattr(kernel, name)
    if type(value) not in (int, float):  # these stay the same object, which scikit-learn's `clone` asks for
        object.__setattr__(kernel, name, float(value))


def check_length_scale(length_scale: Any) -> None:
    """Raise a ValueError unless ℓ is a number above 0 and ℓ² and 1/ℓ² can be computed."""
    if isinstance(length_scale, str) and length_scale == "median":
        raise Refusal(
            "length_scale must be a finite number above 0, got 'median': say "
            "length_scale=rffviz.kernels.median_length_scale(Gaussian, X), with your kernel and points."
        )
    if getattr(length_scale, "ndim", 0) > 1:
        raise Refusal(
            f"length_scale must be one number, or one for each axis for kernels that take those, got an array of shape "
            f"{length_scale.shape}."
        )
    if not 1 / LARGEST_COORDINATE <= positive_number("length_scale", length_scale) <= LARGEST_COORDINATE:
        raise Refusal(
            f"length_scale must be from {1 / LARGEST_COORDINATE:g} to {LARGEST_COORDINATE:g}, whose squares can be "
            f"computed, got {length_scale:g}."
        )


class HoldsKernel(NamesArguments):
    """An estimator with a parameter `kernel`. The object may be shared, so nested parameters are set on a copy."""

    kernel: Any

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters, also `kernel__length_scale` and the like."""
        kernel = parameters.get("kernel", self.kernel)
        if isinstance(kernel, Kernel) and any(name.startswith("kernel__") for name in parameters):
            self.kernel = copy(kernel)
            parameters.pop("kernel", None)
        return super().set_params(**parameters)


def a_kernel(kernel: object, default: Kernel | None = None) -> Kernel:
    """`kernel`, or `default` if it is None; raises a ValueError for anything that is not a kernel."""
    chosen = default if kernel is None else kernel
    if not isinstance(chosen, Kernel):
        allowed = "a kernel of rffviz.kernels" if default is None else "a kernel of rffviz.kernels or None"
        raise Refusal(f"kernel must be {allowed}, got {kernel!r}{or_kernel(kernel)}")
    return chosen


def or_kernel(kernel: object) -> str:
    """The end of an error message about a wrong kernel; names the kernel class if the value is one's name."""
    if isinstance(kernel, type) and issubclass(kernel, Kernel):
        return f"; say {kernel.__name__}()."
    if isinstance(kernel, str):
        classes = {each.name: each.__name__ for each in _subclasses() if each.name}
        said = KERNELS_ELSEWHERE.get(kernel) or classes.get(kernel) or or_nearest(kernel, classes.values())
        return said if not said.isidentifier() else f"; say {said}()."
    if type(kernel).__module__ == "sklearn.gaussian_process.kernels":
        said = KERNELS_ELSEWHERE.get(name := type(kernel).__name__, name)
        parameters = {name: value for name, value in vars(kernel).items() if not name.endswith("_bounds")}
        if said in {each.__name__ for each in _subclasses()} and all(map(np.isscalar, parameters.values())):
            return f"; say {said}({', '.join(f'{name}={shown(value)}' for name, value in parameters.items())})."
    return "."


def _subclasses(of: Any = Kernel) -> Iterator[type[Kernel]]:
    for each in of.__subclasses__():
        yield each
        yield from _subclasses(each)
