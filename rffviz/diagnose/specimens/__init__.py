"""Schemes with a known mistake, for learning to see it, and right ones that look odd; the page of diagnostics has the
mistakes, and the tests of the diagnostics have both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

# each module registers what it holds, in the order in which lists show it
from rffviz.diagnose.specimens import (  # noqa: F401
    directions,
    independence,
    marginals,
    numbers,
    phases,
    reproducibility,
    right,
    weights,
)
from rffviz.diagnose.specimens.record import RIGHT, SPECIMENS, Specimen
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample, draw

__all__ = ["RIGHT", "SPECIMENS", "Specimen", "replicate"]


def replicate(
    name: str, kernel: Kernel, d: int, n_freqs: int, seed: int, X: ArrayLike | None = None
) -> FrequencySample:
    """The sample of one seed, of a scheme of `SAMPLERS` or of `SPECIMENS`."""
    rng = np.random.default_rng(seed)
    if name in SPECIMENS:
        return SPECIMENS[name].draw(kernel, d, n_freqs, rng, False)
    return draw(name, kernel, d, n_freqs, rng, X=X)
