"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest
from scipy import integrate

from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.norms import radial_study
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: radial_study(X, Gaussian(1.5), 6, 12, [0]),
        lambda: radial_study(X, Laplacian(), 6, 12, [0]),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_claim_1_is_printed_with_its_constant():
    found = MATHEMATICS.record()
    v, ell = found.variance, 1.5

    def root(r):  # ℓr has the χ law with 2 degrees of freedom
        return math.sqrt(0.5 * (1 + math.exp(-2 * v * r * r))) * ell**2 * r * math.exp(-((ell * r) ** 2) / 2)

    c = integrate.quad(root, 0, 30)[0]
    assert MATHEMATICS.printed(r"\omega\|^2}\big)}=") == pytest.approx(c, rel=1e-3)
    delta = math.sqrt(v) * np.random.default_rng(0).standard_normal((400_000, 2))
    k = np.exp(-np.sum(delta**2, axis=1) / 2 / ell**2)
    second = float(np.mean(k**2))
    assert MATHEMATICS.printed(r"\Big)^{-2/2}=") == pytest.approx(second, rel=0.01)
    plain = float(np.mean(0.5 + 0.5 * k**4))  # E cos² over p at δ is ½ + ½k(2δ), and k(2δ) = k⁴
    gain = MATHEMATICS.printed(r"\frac{c^2-")
    assert gain == pytest.approx((c**2 - second) / (plain - second), rel=0.03)
