"""Quadrature nodes as frequencies: Gauss–Hermite nodes sampled by their weights, and the spherical-radial rule."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from rffviz.foundation.notes import note
from rffviz.kernels import Kernel
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.orthogonal import haar_rows
from rffviz.samplers.record import (
    FrequencySample,
    Scheme,
    evenly_weighted,
    gaussian,
    mixes_gaussians,
    refused_unless,
    with_uniform_phases,
)

N_NODES = 16  # nodes of the one-dimensional rule, exact up to degree 31


@lru_cache(maxsize=4)
def hermite_rule(n_nodes: int = N_NODES) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights of the Gauss rule for the standard normal distribution, exact up to degree 2·n_nodes − 1."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(n_nodes)
    return nodes, weights / weights.sum()


def _draw_hermite(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """Every coordinate of z is a Gauss–Hermite node drawn with probability its weight; ω is z times the kernel's scale.

    With equal weights 1/m the average over the m nodes drawn estimates the dense tensor rule, whose 16^d nodes cannot
    be enumerated. Its expectation is the rule's value, so k̂ is unbiased where the rule is exact (differences up to
    about 4ℓ along an axis) and biased beyond. For Gaussian mixtures the mixing variable is drawn at random. Nested.
    O(md). Source: Dao, De Sa & Ré 2017, section 3 (not verified against the paper).
    """
    node_rng, mixing_rng, phase_rng = rng.spawn(3)
    nodes, weights = hermite_rule()
    z = nodes[np.searchsorted(np.cumsum(weights)[:-1], node_rng.uniform(size=(n_freqs, d)))]
    W = z * kernel.normal_scale(n_freqs, mixing_rng)[:, None]
    notes = note("nodes_repeat", n_nodes=N_NODES), note("rule_instead_of_kernel")
    return evenly_weighted(W, phase_rng, with_phases, unbiased=False, nested=True, notes=notes)


def simplex(d: int) -> np.ndarray:
    """d + 1 unit vectors of d coordinates with all cosines −1/d, shape (d + 1, d)."""
    corners = np.zeros((d + 1, d))
    for j in range(d):  # Helmert's orthogonal contrasts as columns
        corners[: j + 1, j] = 1 / math.sqrt((j + 1) * (j + 2))
        corners[j + 1, j] = -(j + 1) / math.sqrt((j + 1) * (j + 2))
    return corners * math.sqrt((d + 1) / d)


def _draw_spherical(
    kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """Blocks of d + 1 directions, a randomly rotated simplex, with one radius ρ_b each, ρ_b² ~ χ²(d + 2).

    The rule of degree 3 for a standard normal z gives a direction the weight d/((d + 1)ρ_b²), so that second moments
    are exact, and the centre 1 − d/ρ_b², which is negative in a third of draws and then has no square root. Therefore
    all radii are scaled by one factor that makes the average of d/ρ_b² exactly 1: the centre then drops out, all
    weights are positive and sum to 1, and whole blocks keep exact second moments. The factor causes a bias of
    O(1/blocks). The antipodes in the published rule are redundant for cosines and left out. Not nested. O(md²). Source:
    Munkhoeva, Kapushev, Burnaev & Oseledets 2018, section 3 (not verified against the paper); Genz & Monahan 1998.
    """
    turn_rng, radius_rng, phase_rng = rng.spawn(3)
    n_blocks = -(-n_freqs // (d + 1))
    corners = simplex(d)
    blocks = [corners @ haar_rows(d, d, block_rng) for block_rng in turn_rng.spawn(n_blocks)]
    block = np.arange(n_freqs) // (d + 1)
    square = radius_rng.chisquare(d + 2, n_blocks)[block]
    weights = d / square / n_freqs
    total = weights.sum()
    notes = [note("shared_factor")]
    if n_freqs % (d + 1):
        notes.append(note("part_of_simplex", n_directions=d + 1))
    if d == 1:
        notes.append(note("opposite_directions"))
    W = np.concatenate(blocks)[:n_freqs] * np.sqrt(square * total)[:, None] / kernel.length_scale
    return with_uniform_phases(W, weights / total, phase_rng, with_phases, notes, unbiased=False, nested=False)


QUADRATURE = Scheme(
    name="quadrature",
    label="Gauss–Hermite",
    explanation="Nodes of the Gauss–Hermite rule in every coordinate, drawn with probability equal to their weight. "
    "Exact for polynomials of high degree on average; biased for far points.",
    draw=_draw_hermite,
    refusal=refused_unless(
        mixes_gaussians,
        "Gauss–Hermite nodes are for normal frequencies around 0 or mixtures of them; those of the {kernel} "
        "kernel are not.",
    ),
)

SPHERICAL_RADIAL = Scheme(
    name="spherical_radial",
    label="Spherical-radial",
    explanation="The corners of simplices, rotated at random, at random radii with the weights of a rule of degree 3. "
    "Mean and covariance of the frequencies are exact, so the error is small for near points.",
    draw=_draw_spherical,
    square=8,
    refusal=refused_unless(
        gaussian, "The radii of this rule are for normal frequencies; those of the {kernel} kernel are not normal."
    ),
)
