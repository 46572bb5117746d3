"""Sampling schemes: ways of drawing frequencies from a kernel's spectral measure, in one registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.memory import check_memory
from rffviz.foundation.validation import Refusal, a_generator, points, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers.circulant import CIRCULANT
from rffviz.samplers.coupled_norms import ORTHOGONAL_PAIRS, ORTHOGONAL_STRATA, ORTHOGONAL_STRATA_ALL
from rffviz.samplers.digital_net import DIGITAL_NET, DIGITAL_NET_SCRAMBLED
from rffviz.samplers.fastfood import FASTFOOD, SORF
from rffviz.samplers.halton import HALTON, HALTON_SCRAMBLED
from rffviz.samplers.importance import IMPORTANCE, LEVERAGE
from rffviz.samplers.lattice import LATTICE, LATTICE_SCRAMBLED
from rffviz.samplers.moment_matching import MOMENT_MATCHING
from rffviz.samplers.monte_carlo import MONTE_CARLO
from rffviz.samplers.orthogonal import ORTHOGONAL
from rffviz.samplers.own import OwnScheme, scheme_of, told_by_name
from rffviz.samplers.quadrature import QUADRATURE, SPHERICAL_RADIAL
from rffviz.samplers.record import FrequencySample, Scheme
from rffviz.samplers.rom import ROM
from rffviz.samplers.simplex import SIMPLEX
from rffviz.samplers.sobol import SOBOL, SOBOL_SCRAMBLED
from rffviz.samplers.spherical_structured import SPHERICAL_STRUCTURED

__all__ = ["SAMPLERS", "FrequencySample", "Scheme", "draw", "scheme_called"]

SAMPLERS: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        MONTE_CARLO,
        HALTON,
        HALTON_SCRAMBLED,
        SOBOL,
        SOBOL_SCRAMBLED,
        LATTICE,
        LATTICE_SCRAMBLED,
        DIGITAL_NET,
        DIGITAL_NET_SCRAMBLED,
        ORTHOGONAL,
        ORTHOGONAL_PAIRS,
        ORTHOGONAL_STRATA,
        ORTHOGONAL_STRATA_ALL,
        FASTFOOD,
        SORF,
        ROM,
        SIMPLEX,
        CIRCULANT,
        SPHERICAL_STRUCTURED,
        MOMENT_MATCHING,
        QUADRATURE,
        SPHERICAL_RADIAL,
        IMPORTANCE,
        LEVERAGE,
    )
}


def scheme_called(name: str) -> Scheme:
    """The scheme of that name, for the labels of a record; an unregistered function's name is accepted."""
    return SAMPLERS[name] if name in SAMPLERS else told_by_name(name)


def draw(
    sampler: str | Scheme | Callable[..., Any],
    kernel: Kernel,
    d: int,
    n_freqs: int,
    rng: np.random.Generator,
    with_phases: bool = False,
    X: ArrayLike | None = None,
) -> FrequencySample:
    """Draw frequencies by a scheme.

    Parameters
    ----------
    sampler : str, Scheme or callable
        A key of `SAMPLERS`, a scheme, or a function (kernel, d, n_freqs, rng) → frequencies (see
        `rffviz.samplers.own.own_scheme`).
    kernel : Kernel
        Its spectral measure is what the scheme samples.
    d : int
        Dimension of the data.
    n_freqs : int
        Number of frequencies m; the record has the number actually drawn.
    rng : numpy.random.Generator
        The only source of randomness. If the scheme is nested, generators with equal seeds give nested draws.
    with_phases : bool
        Also draw phases in [0, 2π) for the offset map.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them; the others ignore them.

    Returns
    -------
    FrequencySample

    Raises
    ------
    ValueError
        For an unknown name, for sizes below 1 or below the scheme's minimum, for data that are missing or do not have d
        dimensions, and if the scheme is not defined for this kernel and d.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.samplers import draw
    >>> sample = draw("orthogonal", Gaussian(), d=5, n_freqs=10, rng=np.random.default_rng(0))
    >>> sample.W.shape, sample.unbiased, sample.nested
    ((10, 5), True, True)
    """
    scheme = scheme_of(sampler, SAMPLERS)
    name = scheme.name
    d, n_freqs = whole_number("d", d), whole_number("n_freqs", n_freqs)
    check_memory(d * max(2 * n_freqs, scheme.square * d), n_freqs=n_freqs, d=d)
    a_kernel(kernel)
    a_generator("rng", rng)
    if kernel.axes is not None and not isinstance(scheme, OwnScheme):  # drawn for points x/ℓ
        unit, scales = kernel.with_length_scale(1.0), kernel.axes.of(d)
        there = points("X", X) / scales if X is not None and scheme.takes_data else None
        scaled = draw(scheme, unit, d, n_freqs, rng, with_phases, there)
        return replace(scaled, W=scaled.W / scales, fast=None)
    if isinstance(scheme, OwnScheme):  # only a draw of this size can tell whether the scheme is defined for it
        try:
            return scheme.draw(kernel, d, n_freqs, rng, with_phases)
        except Refusal as reason:
            raise Refusal(f"sampler = {name!r} is not defined here: {reason}") from (reason.__cause__ or reason)
    refusal = scheme.refusal(kernel, d)
    if refusal:
        raise Refusal(f"sampler = {name!r} is not defined here: {refusal}")
    least = scheme.least(kernel, d)
    if n_freqs < least:
        raise Refusal(f"n_freqs must be at least {least} for sampler = {name!r} and d = {d}, got {n_freqs}.")
    if not scheme.takes_data:
        return scheme.draw(kernel, d, n_freqs, rng, with_phases)
    if X is None and scheme.needs_data:
        raise Refusal(f"X must be given for sampler = {name!r}: its frequencies depend on the data. Got None.")
    if X is not None:
        X = points("X", X, min_points=2)
        if X.shape[1] != d:
            raise Refusal(f"X must have d = {d} dimensions, got {X.shape[1]}.")
    return scheme.draw(kernel, d, n_freqs, rng, with_phases, X)
