"""A user's own schemes: any function that gives frequencies, beside the built-in ones in every list and comparison."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import sys
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rffviz.kernels import Gaussian, Kernel
from rffviz.samplers.record import FrequencySample, Scheme
from rffviz.validation import Refusal

ENTRY_POINTS = "rffviz.samplers"
_TRIED = (Gaussian(), 2, 8)  # kernel, d and number of frequencies of the two draws that tell whether a seed matters
_NAME_LENGTH, _WORDS = 40, 240

OwnSampler = Callable[[Kernel, int, int, np.random.Generator], object]


def own_scheme(function: OwnSampler, name: str = "") -> Scheme:
    """A scheme from a function (kernel, d, n_freqs, rng) → frequencies of shape (n_freqs, d).

    The function may also return a pair (frequencies, weights), or a whole `FrequencySample`. Its docstring is its
    explanation on the screen; a ValueError that it raises is the reason why it is not defined for a kernel and d.

    Parameters
    ----------
    function : callable
    name : str
        The scheme's key; the function's own name by default.

    Raises
    ------
    ValueError
        Where it cannot be called with four arguments, or the name is no identifier of at most 40 characters.

    Notes
    -----
    A function that returns no `FrequencySample` counts as unbiased, so that a bias is a fault, and as not nested, so
    that a curve over the number of frequencies draws anew for each. Phases of the offset map are independent and
    uniform.
    """
    if not callable(function):
        raise Refusal(f"sampler must be a function (kernel, d, n_freqs, rng), got {function!r}.")
    name = name or getattr(function, "__name__", "")
    if not (name.isidentifier() and name.isascii() and len(name) <= _NAME_LENGTH):
        raise Refusal(f"sampler must have a name of letters, digits and _ of at most {_NAME_LENGTH}, got {name!r}.")
    try:
        inspect.signature(function).bind(*_TRIED, None)
    except TypeError as error:
        raise Refusal(f"sampler {name} must take (kernel, d, n_freqs, rng): {error}.") from None
    except ValueError:  # a builtin that tells no signature: the draw will tell
        pass

    def draw_own(kernel, d, n_freqs, rng, with_phases):
        frequency_rng, phase_rng = rng.spawn(2)
        sample = _called(function, name, kernel, d, n_freqs, frequency_rng)
        if with_phases and sample.phases is None:
            phases = phase_rng.uniform(0, 2 * np.pi, sample.n_freqs)
            return replace(sample, phases=phases)
        return sample

    @lru_cache(maxsize=256)
    def refusal(kernel, d):
        try:
            _called(function, name, kernel, d, _TRIED[2], np.random.default_rng(0))
        except Refusal as reason:
            return str(reason)
        return ""

    return Scheme(
        name=name,
        label=name.replace("_", " ").strip().capitalize(),
        explanation=_explanation(function),
        draw=draw_own,
        randomised=_depends_on_the_seed(draw_own),
        refusal=refusal,
        own=True,
        reference=_reference(function),
    )


def named_scheme(reference: str, name: str = "") -> Scheme:
    """The scheme of the function that "package.module:function" names; imports the module.

    Raises
    ------
    ValueError
        Where there is no such module or function, or it is no sampler.
    """
    module, colon, function = reference.partition(":")
    if not (module and colon and function):
        raise Refusal(f"sampler must be given as package.module:function, got {reference!r}.")
    try:
        found = importlib.import_module(module)
        for part in function.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever a user's module does when it is imported
        raise Refusal(f"sampler = {reference!r} cannot be imported: {type(error).__name__}: {error}.") from error
    return own_scheme(found, name)


def register(scheme: Scheme, schemes: MutableMapping[str, Scheme]) -> None:
    """Put a user's own scheme into a registry; it may replace itself, but never a built-in one."""
    taken = schemes.get(scheme.name)
    if taken is not None and not taken.own:
        raise Refusal(f"sampler must not have the name of a scheme that is there already, got {scheme.name!r}.")
    schemes[scheme.name] = scheme


def register_own(references: Sequence[str], schemes: MutableMapping[str, Scheme]) -> list[str]:
    """Register what the references name and what installed packages offer; returns the reasons of those refused.

    A package offers samplers by entry points of the group "rffviz.samplers": name = "package.module:function".
    """
    offered = [(point.name, point.value) for point in importlib.metadata.entry_points(group=ENTRY_POINTS)]
    refused = []
    for name, reference in [*offered, *(("", reference) for reference in references)]:
        try:
            register(named_scheme(reference, name), schemes)
        except Refusal as reason:
            refused.append(str(reason))
    return refused


def _called(function, name, kernel, d, n_freqs, rng) -> FrequencySample:
    """What the function returns, as a checked record."""
    try:
        answer = function(kernel, d, n_freqs, rng)
    except ValueError as reason:  # the scheme's own words
        raise Refusal(str(reason)) from reason
    except Exception as error:
        raise Refusal(f"The sampler {name} failed for d = {d}: {type(error).__name__}: {error}.") from error
    if not isinstance(answer, FrequencySample):
        pair = isinstance(answer, tuple) and len(answer) == 2
        W, weights = answer if pair else (answer, None)
        try:
            W = np.array(W, dtype=np.float64)
            weights = np.full(n_freqs, 1 / n_freqs) if weights is None else np.array(weights, dtype=np.float64)
        except (TypeError, ValueError):
            raise Refusal(f"The sampler {name} must give numbers of shape ({n_freqs}, {d}).") from None
        answer = FrequencySample(W, weights, unbiased=True, nested=False)
    if answer.W.shape != (n_freqs, d) or answer.weights.shape != (n_freqs,):
        raise Refusal(
            f"The sampler {name} must give frequencies of shape ({n_freqs}, {d}) and a weight for each, "
            f"got {answer.W.shape} and {answer.weights.shape}."
        )
    if not (np.isfinite(answer.W).all() and np.isfinite(answer.weights).all() and (answer.weights >= 0).all()):
        raise Refusal(f"The sampler {name} must give finite frequencies, and weights that are not negative.")
    return answer


def _depends_on_the_seed(draw_own) -> bool:
    """Whether two seeds give different draws; where this cannot be tried, a scheme counts as random."""
    try:
        one, other = (draw_own(*_TRIED, np.random.default_rng(seed), False).W for seed in (0, 1))
    except ValueError:
        return True
    return not np.array_equal(one, other)


def _reference(function) -> str:
    """What `named_scheme` finds the function by again; empty where its module does not give it by name."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    found = sys.modules.get(module) if module != "__main__" else None
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is function else ""


def _explanation(function) -> str:
    """The first paragraph of the docstring, on one line; never empty."""
    words = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    if not words:
        return "A scheme of your own."
    return words if len(words) <= _WORDS else words[: _WORDS - 1] + "…"
