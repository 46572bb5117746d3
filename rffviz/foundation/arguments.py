"""Suggestions for unknown arguments of estimators and kernels: names used by other libraries, and their names here."""

from __future__ import annotations

import functools
import inspect
import math
import numbers
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from rffviz.foundation.validation import Refusal, or_nearest

_LENGTH_SCALE = ("length_scale", "lengthscale", "sigma", "bandwidth", "scale")
_COUNTS = ("n_components", "n_features", "num_features", "n_random_features", "dim_kernel")
_RENAMED = {
    "seed": "random_state",
    "rng": "random_state",
    "sample_steps": "n_steps",
    "sample_interval": "interval",
    "regularization": "ridge",
    "basis": "landmarks",
}
KERNELS_ELSEWHERE = {"rbf": "Gaussian", "RBF": "Gaussian", "laplacian": "Laplacian"}
"""What other libraries call a kernel → its class here."""
_LENGTH_OF_GAMMA = {
    "Gaussian": ("1/(2 length_scale²)", lambda gamma: 1 / math.sqrt(2 * gamma), "(2·gamma)**-0.5"),
    "Laplacian": ("1/length_scale", lambda gamma: 1 / gamma, "1/gamma"),
}


class UnknownArgument(Refusal, TypeError):
    """The TypeError for an unexpected argument, with a suggestion of what to use instead."""


class NamesArguments:
    """A class whose constructor suggests a replacement for an unknown argument.

    The constructors keep explicit signatures, without *args and **kwargs, as scikit-learn requires.
    """

    _usual_kernel: ClassVar[str] = "Gaussian"  # where none is given
    _features_each: ClassVar[int] = 2  # of each frequency, where there is no parameter `map`

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        taken = _taken(cls) if kwargs else None  # type: ignore[arg-type]  # a class is hashable
        for name in kwargs.keys() - taken if taken is not None else ():
            assert taken is not None
            given = dict(zip(taken, args, strict=False)) | kwargs
            raise UnknownArgument(f"{cls.__name__} takes no {name}{_instead(cls, taken, name, given)}")
        return super().__new__(cls)

    def __init_subclass__(cls, **options: Any) -> None:
        if "fit" in vars(cls):
            cls.fit = _without_weights(cls.fit)  # type: ignore[attr-defined]
        super().__init_subclass__(**options)

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters, also those of a parameter: `kernel__length_scale`, `features__n_freqs`."""
        for name in parameters:
            outer, _, inner = name.partition("__")
            held = parameters.get(outer, getattr(self, outer, self))
            if inner and not hasattr(held, "set_params"):
                usual = f"{self._usual_kernel}()" if outer == "kernel" else "RandomFourierFeatures()"
                raise Refusal(f"{outer} must be given for its {inner} to be set, got {held!r}; say {outer}={usual}.")
        return super().set_params(**parameters)  # type: ignore[misc]  # precedes scikit-learn's BaseEstimator

    class _Signature:
        """Makes `inspect` return the signature of the constructor instead of that of `__new__`."""

        def __get__(self, instance: object, cls: type) -> inspect.Signature:
            signature = inspect.signature(cls.__init__)  # type: ignore[misc]  # of this class
            return signature.replace(parameters=list(signature.parameters.values())[1:])

    __signature__ = _Signature()


def _without_weights(fit: Callable[..., Any]) -> Callable[..., Any]:
    """`fit` with a sentence for weights of rows where it takes none; its signature stays."""
    if "sample_weight" in inspect.signature(fit).parameters:
        return fit

    @functools.wraps(fit)
    def answered(self: Any, *args: Any, **kwargs: Any) -> Any:
        if "sample_weight" in kwargs:
            raise UnknownArgument(
                f"{type(self).__name__} takes no sample_weight: ridge on features or an exact kernel and their support "
                "vector machines do."
            )
        return fit(self, *args, **kwargs)

    return answered


@functools.lru_cache(maxsize=256)
def _taken(cls: type) -> Mapping[str, Any] | None:
    """The defaults of a constructor's parameters by name; None if it accepts any."""
    parameters = inspect.signature(cls).parameters.values()
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return None
    return {each.name: each.default for each in parameters}


def _instead(cls: type[NamesArguments], taken: Mapping[str, Any], name: str, given: Mapping[str, Any]) -> str:
    """The suggestion that follows "takes no name"."""
    value, kernel = given[name], cls.__name__ if "length_scale" in taken else _kernel_of(cls, given)
    if name == "gamma" and kernel in _LENGTH_OF_GAMMA and (place := _kernel_at(taken, cls, kernel)):
        formula, length, words = _LENGTH_OF_GAMMA[kernel]
        at = shown(length(value)) if _is_positive(value) else words
        return f": gamma is {formula}, say {place.format(f'length_scale={at}')}."
    if name in _LENGTH_SCALE and (place := _kernel_at(taken, cls, kernel)):
        return f": say {place.format(f'length_scale={shown(value)}')}."
    if name == "nu" and "length_scale" not in taken and (place := _kernel_at(taken, cls, "Matern")):
        return f": say {place.format(f'nu={shown(value)}')}."
    if name in _COUNTS and (instead := _count(cls, taken, value, given)):
        return f": {instead}."
    if name == "alpha" and "ridge" in taken:
        return f": alpha is ridge times the number of points n, say ridge={shown(value)}/n."
    if name == "kernel_params" and (place := _kernel_at(taken, cls, kernel)):
        return f": say {place.format('length_scale=…')}."
    if name == "class_weight" and hasattr(cls, "fit") and "sample_weight" in inspect.signature(cls.fit).parameters:
        return ": fit takes a sample_weight, a weight for each row."
    if name == "n_jobs":
        return ": it uses as many threads as BLAS may, which threadpoolctl's threadpool_limits sets."
    if _RENAMED.get(name) in taken:
        return f": say {_RENAMED[name]}={shown(value)}."
    nearest = or_nearest(name, taken)
    return nearest if nearest != "." else f": it takes {', '.join(taken)}."


def _kernel_of(cls: type[NamesArguments], given: Mapping[str, Any]) -> str:
    """The kernel class implied by the other arguments."""
    if "kernel" not in given or given["kernel"] is None:
        return cls._usual_kernel
    kernel = given["kernel"]
    return KERNELS_ELSEWHERE.get(kernel, cls._usual_kernel) if isinstance(kernel, str) else type(kernel).__name__


def _kernel_at(taken: Mapping[str, Any], cls: type, kernel: str) -> str:
    """Where to pass a kernel's parameter, {}; empty without a kernel."""
    if "length_scale" in taken:
        return f"{cls.__name__}({{}})"
    if "kernel" in taken and not isinstance(taken["kernel"], str):
        return f"kernel={kernel}({{}})"
    return f"features=RandomFourierFeatures({kernel}({{}}))" if "features" in taken else ""


def _count(cls: type[NamesArguments], taken: Mapping[str, Any], value: object, given: Mapping[str, Any]) -> str:
    """The suggestion for a number of features."""
    if "n_freqs" in taken:
        each = (2 if given.get("map", taken["map"]) == "paired" else 1) if "map" in taken else cls._features_each
        if each == 1:
            return f"say n_freqs={shown(value)}"
        whole = isinstance(value, numbers.Integral)
        half = str(-(-int(value) // 2)) if whole else "half as many"  # type: ignore[call-overload]  # a whole number
        return f"each frequency gives two features, say n_freqs={half}"
    for name in ("n_landmarks", "rank", "n_grids"):
        if name in taken:
            return f"say {name}={shown(value)}"
    return f"say features=RandomFourierFeatures(n_freqs={shown(value)})" if "features" in taken else ""


def _is_positive(value: object) -> bool:
    return isinstance(value, numbers.Real) and 0 < float(value) < math.inf


def shown(value: object) -> str:
    """A value as Python source; floats with ten digits."""
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        return f"{float(value):.10g}"
    return repr(value)
