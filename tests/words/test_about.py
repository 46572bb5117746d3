"""Provenance as a page shows it."""

import pytest

from rffviz.explorer.words.about import as_shown
from rffviz.kernels import Gaussian, Matern


@pytest.mark.parametrize(
    "line, shown",
    [
        (f"kernel: {Gaussian(4.145948914445472)}", "kernel: Gaussian(ℓ = 4.15)"),
        (f"kernel: {Matern(nu=2.5)}", "kernel: Matern(ℓ = 1.0, ν = 2.5)"),
        ("A: n_freqs: 256; n_draws: 20; ridge: 1e-05", "A: D = 256; draws: 20; ridge: 10⁻⁵"),
        ("sigma_p = 0.762739, diameter = 11.1592", "σ_p = 0.763, diameter = 11.2"),
        ("x: [0.09999999999999998, -0.000286174]", "x: [0.1, -0.000286]"),
        ("measured: 0.3039 ± 0.030; numpy 2.4.6", "measured: 0.3039 ± 0.030; numpy 2.4.6"),
        ("doi:10.24432/C56S3T, arXiv 2007.12345v2", "doi:10.24432/C56S3T, arXiv 2007.12345v2"),
        (f"seeds: {', '.join(map(str, range(3, 103)))}", "seeds: 3–102"),
        ("seeds: 0, 1, 5", "seeds: 0, 1, 5"),
        ("A: seeds: 0, 1", "A: seeds: 0, 1"),
        (
            "error: largest |k̂ − k|; map: paired; at least 0.1",
            "error: largest |k̂ − k|; map: cos/sin pairs; at least 0.1",
        ),
        ("optimizer: quasi_newton; ridge: 0.1", "optimizer: quasi newton; ridge: 0.1"),
        ("drawn by scikit-learn's make_moons", "drawn by scikit-learn's make_moons"),
    ],
)
def test_lines_have_symbols_and_three_digits(line, shown):
    assert as_shown(line) == shown
