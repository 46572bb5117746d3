"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest

from rffviz.kernels import Gaussian, Laplacian
from rffviz.theory import BOUNDS, expected_error, frequencies_needed, kernel_matrix, matrix_frequencies_needed
from tests.views.mathematics import WIDE, Mathematics, X, converged

MATHEMATICS = Mathematics(
    __file__,
    [
        converged,
        lambda: converged(map="offset"),
        lambda: converged("pair"),
        lambda: converged("pair", "offset"),
        lambda: converged(map="positive"),
        lambda: converged(kernel=Laplacian()),
        lambda: converged(kernel=Gaussian(50.0), epsilon=1.5),
        lambda: converged("rmse"),
        lambda: converged("relative_frobenius", "offset", schemes=("monte_carlo", "orthogonal")),
        lambda: converged("relative_spectral"),
        lambda: converged("relative_spectral", "offset", epsilon=0.3),
        lambda: converged("spectral_approximation", schemes=("monte_carlo", "leverage")),
        lambda: converged("spectral_approximation", "offset", epsilon=0.9),
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
@pytest.mark.parametrize(("case", "map"), [(0, "paired"), (1, "offset"), (2, "paired"), (3, "offset"), (6, "paired")])
def test_frequencies_that_bounds_ask_for_are_printed(case, map):
    found = MATHEMATICS.record(case)
    text = MATHEMATICS.lines_with(r"D=\Big\lceil", case)
    asked = [int(line.rpartition("=")[2].replace("{,}", "")) for line in text]
    options = {"d": 2, "sigma_p": found.sigma_p, "diameter": found.diameter.value, "confidence": 0.9, "map": map}
    expected = []
    for guarantee in found.guarantees:
        if BOUNDS[guarantee.name].on_pairs:  # solved by trial, with no formula: they are printed beside D = min
            assert MATHEMATICS.lines_with(r"D=\min", case)
            continue
        more = {"kernel": found.about.kernel} if guarantee.name == "sutherland_schneider" else {}
        expected.append(frequencies_needed(guarantee.name, found.epsilon, **options, **more))
    assert asked == expected and asked


@pytest.mark.slow
@pytest.mark.parametrize("case", range(7, 13))
def test_what_theorems_on_the_whole_matrix_say_is_printed(case):
    found = MATHEMATICS.record(case)
    asked = [int(line.rpartition("=")[2].replace("{,}", "")) for line in MATHEMATICS.lines_with(r"D=\Big", case)]
    first, K = found.curves[0], kernel_matrix(WIDE, X)
    setting = {"K": K, "metric": first.metric, "confidence": 0.9, "map": first.map}
    names = [guarantee.name for guarantee in found.guarantees]
    assert names and asked == [matrix_frequencies_needed(name, found.epsilon, **setting) for name in names]
    if found.expectations:
        value = expected_error(first.metric, 64, K, first.map).value
        assert MATHEMATICS.printed(r"\sqrt{\frac{", case) == pytest.approx(value, rel=1e-3)


@pytest.mark.slow
def test_the_positive_map_has_the_variance_that_is_printed():
    """Var = k²(e^{‖x+y‖²/ℓ²} − 1)/D, against the mean over many draws of its own features."""
    assert MATHEMATICS.lines_with(r"e^{\|x+y\|^2/\ell^2}-1", 4)
    ell, x, y = 2.0, np.array([0.5, -0.3]), np.array([0.2, 0.4])
    W = np.random.default_rng(0).standard_normal((400_000, 2)) / ell
    products = np.exp(W @ (x + y) - (x @ x + y @ y) / ell**2)
    k = math.exp(-np.sum((x - y) ** 2) / 2 / ell**2)
    assert products.mean() == pytest.approx(k, rel=0.01)
    assert products.var() == pytest.approx(k**2 * (math.exp(np.sum((x + y) ** 2) / ell**2) - 1), rel=0.03)
