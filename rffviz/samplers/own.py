"""Users' own schemes: any function that returns frequencies, listed and compared along with the built-in schemes."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import inspect
import logging
import math
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.validation import (
    SCHEME_NAME_LENGTH,
    Refusal,
    is_scheme_name,
    looks_transposed,
    one_of,
    or_nearest,
    real_array,
    scheme_name,
)
from rffviz.kernels import Gaussian, Kernel
from rffviz.samplers.record import FrequencySample, Scheme
from rffviz.samplers.stages import listening

_FILE_MODULE = "_rffviz_file_"
ENTRY_POINTS = "rffviz.samplers"
_TRIED_SIZES = (8, 64, 256)  # stop at the first that works
_TRIED = (Gaussian(), 2, 64)  # kernel, d and number of frequencies of the two draws that test whether the seed matters
_ARGUMENTS = ("kernel", "d", "n_freqs", "rng")
_WORDS = 240
_FEW_PHASES = 32  # fewer numbers, which by chance may not look like phases under another seed, are not taken for them
_ALSO_CALLED = {  # in papers and in other packages
    **dict.fromkeys(("orf", "orthogonal_random_features"), "orthogonal"),
    **dict.fromkeys(("rff", "mc", "iid", "random"), "monte_carlo"),
    **dict.fromkeys(("qmc", "rqmc", "owen"), "sobol_scrambled"),
}
_NO_WORDS = "A scheme of your own."

OwnSampler = Callable[..., object]
_log = logging.getLogger("rffviz")


@dataclass(frozen=True)
class OwnScheme(Scheme):
    """A scheme made from a user's function; it can be pickled if the function can.

    Attributes
    ----------
    function : callable
    gives : callable
        (kernel, d, n_freqs) → whether the function works there; a failure is logged in one line.
    """

    function: OwnSampler | None = None
    gives: Callable[[Kernel, int, int], bool] = field(default=lambda kernel, d, n_freqs: True)

    def __reduce__(self) -> tuple[Any, ...]:
        module = getattr(self.function, "__module__", "")  # in the first two cases, of this process alone
        if module in MADE_AGAIN:
            return MADE_AGAIN[module], ()
        if module.startswith(_FILE_MODULE):
            return named_scheme, (self.reference, self.name)
        return own_scheme, (self.function, self.name)

    @property
    def reference(self) -> str:
        """package.module:function, or file.py:function, from which a new process can import the function; empty if it
        cannot."""
        module, name = getattr(self.function, "__module__", ""), getattr(self.function, "__qualname__", "")
        target: Any = sys.modules.get(module) if module != "__main__" else None
        for part in name.split("."):
            target = getattr(target, part, None)
        if module.startswith(_FILE_MODULE) or module in MADE_AGAIN:
            module = sys.modules[module].__file__
        return f"{module}:{name}" if target is self.function else ""


MADE_AGAIN: dict[str, Callable[[], OwnScheme]] = {}
"""What makes the scheme of a module that no process can import, by the module's name."""


def own_scheme(function: OwnSampler, name: str = "") -> OwnScheme:
    """A scheme from a function (kernel, d, n_freqs, rng) → frequencies of shape (n_freqs, d).

    Parameters with these four names may stand in any order, and be keyword-only.
    The function may also return (frequencies, weights), (frequencies, weights, phases), or a whole
    `rffviz.samplers.FrequencySample`. Its docstring is shown as its explanation; a ValueError that it raises is shown
    as the reason why it is not defined for a kernel and d. An exception in a requested draw is logged with its
    traceback and becomes the `__cause__` of the Refusal; one in a trial draw is logged in one line.

    Parameters
    ----------
    function : callable
    name : str
        The scheme's key; the function's own name by default.

    Raises
    ------
    ValueError
        If it cannot be called with four arguments, or the name is not an identifier of at most 40 characters.

    Notes
    -----
    A function that does not return a whole sample is taken to claim unbiasedness, so that a bias is reported as an
    error, and not to be nested, so that a curve over the number of frequencies redraws for each. Phases of the offset
    map are independent and uniform.
    """
    if not callable(function):
        raise Refusal(f"sampler must be a function (kernel, d, n_freqs, rng), got {function!r}.")
    if inspect.isclass(function):
        raise no_sampler("sampler", function)
    name = name or getattr(function, "__name__", "")
    if not is_scheme_name(name):
        raise Refusal(
            f"sampler must have a name of letters, digits and _ of at most {SCHEME_NAME_LENGTH}, got {name!r}."
        )
    call = function
    try:
        call = _by_name(function) or function
        inspect.signature(call).bind(*_TRIED, None)
    except TypeError as error:
        raise Refusal(f"sampler {name} must take (kernel, d, n_freqs, rng): {error}.") from None
    except ValueError:  # a builtin without a signature: the draw will show
        pass

    def draw_own(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
        frequency_rng, phase_rng = rng.spawn(2)
        sample = _called(call, name, kernel, d, n_freqs, frequency_rng)
        if with_phases and sample.phases is None:
            phases = phase_rng.uniform(0, 2 * np.pi, sample.n_freqs)
            return replace(sample, phases=phases)
        return sample

    def tried(kernel: Kernel, d: int, n_freqs: int) -> None:
        _called(call, name, kernel, d, n_freqs, np.random.default_rng(0), trial=True)

    def gives(kernel: Kernel, d: int, n_freqs: int) -> bool:
        try:
            tried(kernel, d, n_freqs)
        except Refusal:
            return False
        return True

    @lru_cache(maxsize=256)
    def support(kernel: Kernel, d: int) -> tuple[str, int]:
        """Why it is not defined, or an empty string, and the smallest number of frequencies that it supports."""
        reason, cause = "", None
        sizes = {*_TRIED_SIZES, 4 * d, 2 ** math.ceil(math.log2(4 * d))}
        for size in sorted(sizes - {d}):  # if d equalled n_freqs, a transposed result would pass unnoticed
            try:
                tried(kernel, d, size)
            except Refusal as refusal:
                reason, cause = str(refusal), refusal.__cause__
                continue
            return "", _least(partial(tried, kernel, d), size)
        _log.warning("the sampler %s fails for every number of frequencies for d = %d", name, d, exc_info=cause)
        return reason, 1

    return OwnScheme(
        name=name,
        label=_label(name),
        explanation=_explanation(function),
        draw=draw_own,
        randomised=_depends_on_the_seed(partial(_called, call, name, trial=True)),
        refusal=lambda kernel, d: support(kernel, d)[0],
        least=lambda kernel, d: support(kernel, d)[1],
        function=function,
        gives=gives,
    )


def given_sample(sampler: Any) -> FrequencySample | None:
    """Frequencies that are given: a record, an array (m, d), (array, weights) or (array, weights, phases); else None.

    Weights are 1/m where they are not given.
    """
    if isinstance(sampler, FrequencySample):
        return sampler
    if not isinstance(sampler, np.ndarray | tuple | list):
        return None
    try:
        return _sample(sampler)
    except Refusal as reason:
        raise Refusal(f"sampler must be a scheme, frequencies or (frequencies, weights): {reason}") from None


def scheme_of(sampler: object, schemes: Mapping[str, Scheme]) -> Scheme:
    """Resolve `sampler`: a scheme, a function (see `own_scheme`), or a name in a registry."""
    if isinstance(sampler, Scheme):
        return sampler
    if draws_itself(sampler):
        raise no_sampler("sampler", sampler)
    if isinstance(sampler, str) or not callable(sampler):
        return schemes[one_of("sampler", sampler, schemes, _ALSO_CALLED)]
    return own_scheme(sampler, scheme_name(sampler))


def draws_itself(what: object) -> bool:
    """Whether it is an object with a method `sample` or `fit`, neither callable nor an array."""
    of_its_own = hasattr(what, "sample") or hasattr(what, "fit")
    return of_its_own and not callable(what) and not hasattr(what, "__array__")


def no_sampler(argument: str, given: object) -> Refusal:
    """The refusal of a class, or of an object for which `draws_itself`, with what to give instead."""
    what = f"the class {given.__name__}" if isinstance(given, type) else f"an object of type {type(given).__name__}"
    method = callable(getattr(given, "sample", None)) and not isinstance(given, type)
    instead = "give its method sample" if method else "write a function that returns its frequencies"
    allowed = "a scheme's name, a function (kernel, d, n_freqs, rng) or frequencies"
    return Refusal(f"{argument} must be {allowed}, got {what}: {instead}.")


def told_by_name(name: str) -> Scheme:
    """A label for a scheme that is not registered: its name."""
    return OwnScheme(name, _label(name), _NO_WORDS, partial(_not_registered, name))


def _not_registered(name: str, *_: object) -> NoReturn:
    raise Refusal(f"sampler {name!r} must be registered to be drawn by its name.")


def _label(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def _least(tried: Callable[[int], object], able: int) -> int:
    """The smallest size from 1 to `able` such that it and all larger ones are accepted."""
    low, high = 0, able
    while high - low > 1:
        size = (low + high) // 2 if low else 1  # most schemes accept a single frequency
        try:
            tried(size)
            high = size
        except Refusal:
            low = size
    return high


def named_scheme(reference: str, name: str = "") -> Scheme:
    """Import the function named by "package.module:function" or "folder/file.py:function" and make its scheme.

    Raises
    ------
    ValueError
        If there is no such module or function, or it is not a sampler.
    """
    module, colon, function = reference.rpartition(":") if is_file_reference(reference) else reference.partition(":")
    if not (module and colon and function):
        raise Refusal(f"sampler must be given as package.module:function or file.py:function, got {reference!r}.")
    try:
        target: Any = _module_at(Path(module)) if is_file_reference(reference) else importlib.import_module(module)
    except Exception as error:  # a user's module may raise anything when imported
        raise Refusal(f"sampler = {reference!r} cannot be imported: {type(error).__name__}: {error}.") from error
    return own_scheme(member(target, function, module), name)


def member(module: Any, function: str, place: str) -> Any:
    """What a dotted name means in a module; refused with the nearest name of the `place`."""
    for part in function.split("."):
        if not hasattr(module, part):
            held = [each for each in dir(module) if callable(getattr(module, each)) and not each.startswith("_")]
            raise Refusal(f"sampler must name a function of {place}, got {function!r}{or_nearest(part, held)}")
        module = getattr(module, part)
    return module


def is_file_reference(reference: str) -> bool:
    """Whether it is "file.py:function", not "package.module:function"."""
    return reference.rpartition(":")[0].endswith(".py")


def _module_at(path: Path) -> ModuleType:
    """The module in a file, run once; while it runs it can import files beside it."""
    path = path.expanduser().resolve()
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"{_FILE_MODULE}{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # of a file that ends in .py
    module = importlib.util.module_from_spec(spec)
    before = sys.path.copy()
    sys.path.insert(0, str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path[:] = before
    return module


def register(scheme: Scheme, schemes: MutableMapping[str, Scheme]) -> None:
    """Add a user's scheme to a registry; it may replace itself but never a built-in one."""
    taken = schemes.get(scheme.name)
    if taken is not None and not isinstance(taken, OwnScheme):
        raise Refusal(f"sampler must not have the name of a scheme that is there already, got {scheme.name!r}.")
    schemes[scheme.name] = scheme


def register_own(references: Sequence[str], schemes: MutableMapping[str, Scheme]) -> list[str]:
    """Register the referenced functions and those of installed packages; returns the reasons for any refused.

    Packages provide samplers as entry points in the group "rffviz.samplers": name = "package.module:function".
    """
    offered = [(point.name, point.value) for point in importlib.metadata.entry_points(group=ENTRY_POINTS)]
    refused = []
    for name, reference in [*offered, *(("", reference) for reference in references)]:
        try:
            register(named_scheme(reference, name), schemes)
        except Refusal as reason:
            refused.append(str(reason))
    return refused


def _called(
    function: OwnSampler, name: str, kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, trial: bool = False
) -> FrequencySample:
    """The function's result as a checked record; on a `trial`, failures are expected and logged in one line."""
    try:
        with listening() if trial else nullcontext():  # who listens to a draw does not hear the trials before it
            answer = function(kernel, d, n_freqs, rng)
    except Exception as error:
        if trial:
            _log.info("a trial of the sampler %s failed for d = %d, n_freqs = %d: %r", name, d, n_freqs, error)
        else:
            _log.warning("the sampler %s failed for d = %d, n_freqs = %d", name, d, n_freqs, exc_info=error)
        said = " ".join(str(error).split())[:_WORDS]
        if isinstance(error, ValueError) and said:  # the scheme's own message
            raise Refusal(said) from error
        words = f"{type(error).__name__}: {said}" if said else type(error).__name__
        end = "" if words.endswith(".") else "."
        order = _order_of(function) if isinstance(error, TypeError | AttributeError) else ""
        raise Refusal(f"The sampler {name} failed for d = {d}: {words}{end}{order}") from error
    try:
        if answer is None:
            raise Refusal("the function returned None: does it end without return?")
        sample = _sample(answer)
    except Refusal as reason:
        raise Refusal(f"The sampler {name} gives what cannot be used: {reason}{_of_the_cube(answer)}") from reason
    if sample.W.shape != (n_freqs, d):
        hint = looks_transposed(sample.W.shape, d)
        if sample.W.shape == (d, n_freqs):
            hint += " Or are d and n_freqs swapped? The function is called as (kernel, d, n_freqs, rng)."
        elif sample.W.shape == (n_freqs // 2, d):
            hint = " Did you count pairs? Cosine and sine of a frequency are two features; n_freqs counts frequencies."
        raise Refusal(
            f"The sampler {name} must give frequencies of shape ({n_freqs}, {d}) and a weight for each, "
            f"got {sample.W.shape}.{hint}"
        )
    return sample


def _order_of(function: OwnSampler) -> str:
    """A sentence on the order of the arguments, where the function has other names for them."""
    try:
        names = [name for name in inspect.signature(function).parameters][:4]
    except (TypeError, ValueError):  # a builtin without a signature
        return ""
    if set(names) == set(_ARGUMENTS):
        return ""
    return f" It is called as ({', '.join(_ARGUMENTS)}); its parameters are ({', '.join(names)})."


def _of_the_cube(answer: Any) -> str:
    """A question that ends the refusal of infinite frequencies: an inverse CDF is infinite at 0 and at 1."""
    try:
        infinite = np.isinf(answer[0] if isinstance(answer, tuple) else answer).any()
    except Exception:  # not an array, or any exception in an object's own conversion
        return ""
    return " Is a point of the unit cube at 0 or 1? Sobol' points begin at 0 unless scrambled." if infinite else ""


def _by_name(function: OwnSampler) -> OwnSampler | None:
    """The function with the four arguments in order, if its parameters have their names in another order or as
    keywords alone; else None."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a builtin without a signature
        return None
    alone = any(parameters[name].kind == inspect.Parameter.KEYWORD_ONLY for name in _ARGUMENTS if name in parameters)
    if not set(_ARGUMENTS) <= set(parameters) or not (alone or tuple(parameters)[:4] != _ARGUMENTS):
        return None
    inspect.signature(function).bind(**dict.fromkeys(_ARGUMENTS))
    return lambda kernel, d, n_freqs, rng: function(kernel=kernel, d=d, n_freqs=n_freqs, rng=rng)


def _sample(answer: Any) -> FrequencySample:
    """The record of frequencies, with weights and phases if given."""
    if isinstance(answer, FrequencySample):
        return replace(answer, W=np.array(answer.W), weights=np.array(answer.weights))  # it may reuse its array
    several = isinstance(answer, tuple) and len(answer) in (2, 3)
    W, weights, phases = (*answer, None)[:3] if several else (answer, None, None)
    W = np.array(real_array("W", W, 2))
    if weights is not None and phases is None:
        weights = refuse_phases(weights)
    if weights is None:
        weights = np.full(len(W), 1 / max(1, len(W)))
    return FrequencySample(W, weights, unbiased=True, nested=False, phases=phases)


def refuse_phases(weights: ArrayLike) -> np.ndarray:
    """The weights that come without phases as numbers; refused if they look like phases."""
    weights = real_array("weights", weights, 1)
    if _like_phases(weights):
        raise Refusal(
            f"the weights look like phases, from 0 to 2π: {weights.min():.2g} to {weights.max():.3g}. Phases come "
            "after the weights, which are 1/n_freqs where all are equal: (frequencies, weights, phases)."
        )
    return weights


def _like_phases(numbers: np.ndarray) -> bool:
    """Whether numbers are in [0, 2π] and about as large as phases, which hardly a weight is."""
    if len(numbers) < _FEW_PHASES or numbers.min() < 0:
        return False
    return bool(2 < numbers.mean() < 5 < numbers.max() <= 2 * np.pi + 1e-6)


def _depends_on_the_seed(tried: Callable[..., FrequencySample]) -> bool:
    """Whether two seeds give different draws; if that cannot be tried, the scheme counts as random."""
    try:
        one, other = (tried(*_TRIED, np.random.default_rng(seed).spawn(2)[0]).W for seed in (0, 1))
    except ValueError:
        return True
    return not np.array_equal(one, other)


def _explanation(function: OwnSampler | None) -> str:
    """The first paragraph of the docstring, on one line; never empty."""
    words = " ".join(((function and inspect.getdoc(function)) or "").split("\n\n")[0].split())
    if not words:
        return _NO_WORDS
    return words if len(words) <= _WORDS else words[: _WORDS - 1] + "…"
