"""Rows that are equal by chance or by rounding are no fault; those that are equal for another reason are."""

from functools import partial

import numpy as np
import pytest
from scipy import stats
from scipy.stats import qmc

from rffviz.diagnose import FAMILY, diagnose, given_frequencies
from rffviz.diagnose.coincidences import (
    Grid,
    by_chance,
    crowding,
    expected_repeats,
    expected_share,
    grids,
    rounding_shift,
)
from rffviz.diagnose.rows_over_seeds import RowsOverSeeds
from rffviz.diagnose.sample import ALARM
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers import SAMPLERS, draw

HALF = Grid(11)


def cast(name, dtype, kernel, d, n_freqs, rng):
    return draw(name, kernel, d, n_freqs, rng).W.astype(dtype)


def halves(scale):
    """All 16-bit floats above 0, and the share of |ω| that is rounded to each, ω normal over `scale`."""
    value = np.arange(1, 0x7C00, dtype=np.uint16).view(np.float16).astype(float)
    edges = np.concatenate([[value[0] / 2], (value[1:] + value[:-1]) / 2, [np.inf]])
    return value, 2 * np.diff(stats.norm.cdf(edges * scale))


@pytest.mark.parametrize("n", [256, 8000])
def test_expected_repeats_are_those_of_all_16_bit_floats(n):
    """n less the mean number of cells that n rows fill, of the 31,743 that there are."""
    _, share = halves(1.3)
    exact = n - np.sum(-np.expm1(n * np.log1p(-share)))
    found = expected_repeats(Gaussian(1.3), 1, n, HALF, 9, 2)
    rows = 2 * n * crowding(Gaussian(1.3), 1, HALF, 9)
    error = n * np.std(1 + np.expm1(-rows) / rows) / np.sqrt(len(rows))
    assert abs(found - exact) < 4 * error + 2 / n * exact  # n² for n(n − 1)
    assert error < 0.02 * exact


def test_expected_repeats_of_64_bits_are_an_integral_over_decades():
    """n²/2 ∫ p² h over |ω|, h = 10⁻⁹ times the power of ten below."""
    n, kernel = 4096, Gaussian()
    total = 0.0
    for power in range(-12, 2):
        r = np.linspace(10.0**power, 10.0 ** (power + 1), 20_001)
        total += np.trapezoid(np.square(2 * stats.norm.pdf(r)), r) * 10.0 ** (power - 9)
    found = expected_repeats(kernel, 1, n, Grid(), 9, 2)
    cells = crowding(kernel, 1, Grid(), 9)
    assert abs(found - n**2 / 2 * total) < 4 * n**2 * cells.std() / np.sqrt(len(cells))


def test_expected_share_is_that_of_all_16_bit_floats():
    value, share = halves(1.0)
    share = share[value < 100] / 2
    exact = 2 * np.sum(share * -np.expm1(500 * np.log1p(-share)))
    cells = -np.expm1(-500 * crowding(Gaussian(), 1, HALF, 12))
    assert (
        abs(expected_share(Gaussian(), 1, 500, HALF, 12) - exact) < 4 * cells.std() / np.sqrt(len(cells)) + exact / 500
    )


@pytest.mark.release
def test_so_many_repeats_are_accused_no_more_often_than_is_said():
    """Of crowded cells the number of repeats varies more than Poisson's law."""
    rng = np.random.default_rng(0)
    for n_cells, n, repeats in ((10**6, 500, 4000), (1000, 1000, 4000), (1000, 2000, 4000), (1000, 4000, 2000)):
        exact = n - n_cells * -np.expm1(n * np.log1p(-1 / n_cells))
        found = n - np.array([len(np.unique(rng.integers(n_cells, size=n))) for _ in range(repeats)])
        accused = sum(not by_chance(int(each), exact) for each in found if each)
        assert accused <= stats.binom(repeats, 2 * ALARM).isf(1e-3)  # laws are known to a factor of two


def found_grid(W, length_scale=1.3):
    return next(grid for grid in grids(length_scale) if grid.holds(W))


@pytest.mark.parametrize(("dtype", "bits"), [(np.float16, 11), (np.float32, 24), (np.float64, 53)])
def test_the_coarsest_floats_that_hold_all_values(dtype, bits):
    W = np.random.default_rng(0).standard_normal((50, 2)).astype(dtype)
    assert found_grid(W.astype(np.float64)) == Grid(bits)
    assert found_grid(np.array([[1e300, np.pi]])) == Grid() and found_grid(np.zeros((2, 2))).decimals == 0


@pytest.mark.parametrize("decimals", range(8))
@pytest.mark.parametrize("unit", [1.0, 1.3])
def test_decimals_are_found_before_or_after_the_length_scale(decimals, unit):
    W = np.round(np.random.default_rng(0).standard_normal((200, 2)), decimals) / unit
    assert found_grid(W) == Grid(53, decimals, unit) and "decimal" in str(found_grid(W))


@pytest.mark.parametrize("bits", [5, 8, 10])
def test_few_significant_bits_are_found(bits):
    W = Grid(bits).of(np.random.default_rng(0).standard_cauchy((200, 2)))
    assert found_grid(W) == Grid(bits) and str(Grid(bits)) == f"{bits} bits"


@pytest.mark.parametrize("step", [1.0, 0.1])
def test_the_bias_of_rounding_is_that_of_its_series(step):
    """E cos δ(ω + e) = k(δ) sinc(δh/2) for e uniform on ±h/2, nearly so for ω rounded."""
    delta, sigma = np.array([[0.5], [1.5]]), np.array([0.1, 0.1])
    exact = np.exp(-(delta[:, 0] ** 2) / 2) * np.abs(np.sinc(delta[:, 0] * step / 2 / np.pi) - 1) / sigma
    found = rounding_shift(Gaussian(), 1, Grid(53, round(-np.log10(step))), delta, sigma)
    assert found == pytest.approx(exact.max(), abs=4 * step / 2048**0.5 / 0.1)


@pytest.mark.release
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_few_repeats_of_many_rows_on_a_line_are_chance(dtype):
    rows = RowsOverSeeds(Gaussian(), 1)
    for seed in range(20):
        W = np.random.default_rng(seed).standard_normal((20_000, 1)).astype(dtype).astype(np.float64)
        rows.add(given_frequencies(W))
    assert rows.n_repeats > 0 and rows.repeats_by_chance and rows.known_by_chance
    rows.n_repeats += int(10 + 4 * rows.expected_repeats**0.5)
    assert not rows.repeats_by_chance


KINDS = [np.float16, np.float32, np.float64]


@pytest.mark.release
@pytest.mark.parametrize("d, dtype", [(1, np.float16), (2, np.float16), (2, np.float32), (1, np.float64)])
def test_right_schemes_of_every_precision_are_accused_no_more_often_than_is_said(d, dtype):
    accused = named = total = 0
    for name in ("monte_carlo", "orthogonal", "halton_scrambled", "orthogonal_strata"):
        for kernel, m, seeds in ((Gaussian(), 4096, 20), (Gaussian(1.3), 256, 60), (Matern(1.5, 0.7), 256, 60)):
            if not SAMPLERS[name].refusal(kernel, d):
                report = diagnose(partial(cast, name, dtype), kernel, d, m, seeds, total * 1000, rate=False)
                accused += not report.ok
                named += any(report[which].status == "fault" for which in ("rows", "reproducibility"))
                total += 1
    assert total >= 9
    assert accused <= stats.binom(total, FAMILY).isf(1e-3)
    assert named <= stats.binom(total, 4 * ALARM).isf(1e-3)  # two diagnostics, laws known to a factor of two


@pytest.mark.release
def test_sixteen_bits_are_named_and_no_seed_is_accused():
    scheme = partial(cast, "monte_carlo", np.float16)
    line, plane = (diagnose(scheme, Gaussian(), d, 4096, 20, rate=False) for d in (1, 2))
    assert line.ok and line["rows"].status == "costly" and "16-bit floats" in line["rows"].sentence
    assert plane.ok and plane["rows"].status == "fine" and "16-bit floats" in plane["rows"].sentence
    for report in (line, plane):
        assert report["reproducibility"].status == "fine"
        assert "as expected from rounding to 16-bit floats; seeds are independent" in report["reproducibility"].sentence


@pytest.mark.release
@pytest.mark.parametrize("dtype", KINDS)
def test_rows_that_repeat_are_accused_in_every_precision(dtype):
    def repeated(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng).astype(dtype)
        W[-n_freqs // 8 :] = W[: n_freqs // 8]
        return W

    def shared(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng).astype(dtype)
        W[: n_freqs // 8] = kernel.sample(n_freqs, d, np.random.default_rng(0))[: n_freqs // 8].astype(dtype)
        return W

    for d in (1, 2):
        assert diagnose(repeated, Gaussian(), d, 256, 20, rate=False)["rows"].code == "repeated"
    assert diagnose(shared, Gaussian(), 2, 256, 20, rate=False)["reproducibility"].code == "rows_shared"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sequence", "d", "kernel"),
    [
        (qmc.Sobol, 1, Gaussian()),
        (qmc.Sobol, 2, Laplacian(2.0)),
        (qmc.Sobol, 10, Gaussian()),
        (qmc.Halton, 1, Laplacian(2.0)),
        (qmc.Halton, 10, Laplacian(2.0)),
    ],
)
def test_a_sequence_without_randomisation_is_a_design_and_no_ignored_generator(sequence, d, kernel):
    def unscrambled(kernel, d, n_freqs, rng):
        return kernel.from_uniforms(sequence(d, scramble=False).random(256)[1 : n_freqs + 1], d)

    def ignored(kernel, d, n_freqs, rng):
        return kernel.sample(n_freqs, d, np.random.default_rng(n_freqs))

    found = diagnose(unscrambled, kernel, d, 255, 20, rate=False)["reproducibility"]
    assert (found.status, found.code) == ("design", "not_randomised") and "ignored" not in found.sentence
    for m in range(20, 30):
        found = diagnose(ignored, kernel, d, m, 20, rate=False)["reproducibility"]
        assert (found.status, found.code) == ("fault", "seed_ignored")
