"""Spectral densities of the kernels, written out once more and by numerical transforms."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, special

from tests.views.mathematics import value

_ERRORS = {"exponential_power": 1e-8, "formula": 1e-6}  # of numerical transforms


def _transform(kernel, w, d):
    """p(ω) of a kernel that falls fast, by its cosine or its Hankel transform."""
    wave = (lambda r: np.cos(w * r) / math.pi) if d == 1 else (lambda r: r * special.j0(w * r) / (2 * math.pi))
    return integrate.quad(lambda r: kernel.of_difference([r]) * wave(r), 0, 60, limit=900, epsabs=1e-12)[0]


def _rotated(kernel, w, d):
    """p(ω) of a kernel that falls slowly: r = it turns the wave into an exponential or a Bessel function K₀."""

    def k(t):
        return (1 + (1j * t / kernel.length_scale) ** kernel.exponent) ** (-kernel.tail / kernel.exponent)

    decay = (lambda t: np.exp(-w * t) / math.pi) if d == 1 else (lambda t: t * special.k0(w * t) / math.pi**2)
    ends = [0, 1 / w, 10 / w, 60 / w]
    parts = [
        integrate.quad(lambda t: -k(t).imag * decay(t), *part, epsabs=0, epsrel=1e-11)
        for part in itertools.pairwise(ends)
    ]
    return sum(value for value, _ in parts)


def check_density(kernel, d, lines):
    """k = E cos(ω·δ) over the density of the formula, and its value one 1/ℓ from 0."""
    ell = 1.3
    shape = {"matern": 1.5, "rational_quadratic": 1.0}.get(kernel.name)

    def p(w):  # the formulas of the view, written out once more
        s, gamma = np.sum(np.square(ell * w), axis=-1), special.gamma
        t = np.sqrt(2 * (shape or 1) * s)
        return {
            "gaussian": lambda: (ell / math.sqrt(2 * math.pi)) ** d * np.exp(-s / 2),
            "laplacian": lambda: np.prod(ell / math.pi / (1 + np.square(ell * w)), axis=-1),
            "cauchy": lambda: np.prod(ell / 2 * np.exp(-ell * np.abs(w)), axis=-1),
            "matern": lambda: (
                gamma(shape + d / 2)
                / gamma(shape)
                * (ell**2 / 2 / math.pi / shape) ** (d / 2)
                * (1 + s / 2 / shape) ** (-shape - d / 2)
            ),
            "rational_quadratic": lambda: (
                2
                * shape**shape
                / gamma(shape)
                * (ell**2 / 2 / math.pi) ** (d / 2)
                * (t / 2 / shape) ** (shape - d / 2)
                * special.kv(shape - d / 2, t)
            ),
            "exponential_power": lambda: np.array([_transform(kernel, w, d) for w in np.linalg.norm(w, axis=-1)]),
            "formula": lambda: np.array([_transform(kernel, w, d) for w in np.linalg.norm(w, axis=-1)]),
            "generalised_cauchy": lambda: np.array([_rotated(kernel, w, d) for w in np.linalg.norm(w, axis=-1)]),
        }[kernel.name]()

    W = np.random.default_rng(0).standard_normal((50, d))
    assert p(W) == pytest.approx(kernel.spectral_density(W), rel=_ERRORS.get(kernel.name, 1e-9))
    (line,) = [each for each in lines if each.startswith("p=")]
    assert value(line.rpartition("=")[2]) == pytest.approx(float(p(np.eye(1, d) / ell)[0]), rel=1e-3)
