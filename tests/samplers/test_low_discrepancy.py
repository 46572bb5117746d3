"""Halton, lattices and digital nets: published points, exact structure, and what each cannot avoid."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from rffviz.foundation.notes import note
from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from rffviz.samplers.digital_net import net
from rffviz.samplers.lattice import generating_vector, n_generators


def points(name, d, n_freqs, seed=0):
    """The cube points of a scheme, read back from the frequencies of the standard normal law."""
    return ndtr(draw(name, Gaussian(), d, n_freqs, np.random.default_rng(seed)).W)


def radical_inverse(i, base):
    value, scale = 0.0, 1.0
    while i:
        scale /= base
        value += scale * (i % base)
        i //= base
    return value


def test_halton_is_the_radical_inverse_in_the_first_primes_without_the_origin():
    naive = [[radical_inverse(i, base) for base in (2, 3, 5)] for i in range(1, 41)]
    np.testing.assert_allclose(points("halton", 3, 40), naive, atol=1e-12)
    fs = draw("halton", Laplacian(2.0), 3, 40, np.random.default_rng(0), with_phases=True)
    np.testing.assert_allclose(fs.W, Laplacian(2.0).from_uniforms(naive, 3), rtol=1e-9)
    np.testing.assert_allclose(fs.phases, [2 * np.pi * radical_inverse(i, 7) for i in range(1, 41)], atol=1e-9)


def test_raw_halton_is_correlated_in_forty_dimensions_and_scrambled_is_not():
    raw, scrambled = (
        np.abs(np.corrcoef(points(name, 40, 256).T) - np.eye(40)).max() for name in ("halton", "halton_scrambled")
    )
    assert raw == pytest.approx(0.95, abs=0.03)
    assert scrambled < 0.4


def test_scrambled_halton_keeps_one_point_in_every_interval_of_its_base():
    U = points("halton_scrambled", 3, 30)  # 30 = 2·3·5
    for column, base in zip(U.T, (2, 3, 5), strict=True):
        np.testing.assert_array_equal(np.bincount((column * base).astype(int), minlength=base), 30 // base)
    box = [tuple((row * (2, 3, 5)).astype(int)) for row in U]
    assert len(set(box)) == 30  # every box of the three bases at once


def squared_error(z, m):
    """Worst-case error of the weighted Korobov space, from its double sum over points."""
    total = 0.0
    for i, j in itertools.product(range(m), repeat=2):
        product = 1.0
        for component, value in enumerate(z, start=1):
            x = ((i - j) * value % m) / m
            product *= 1 + 2 * math.pi**2 * (x * x - x + 1 / 6) / component
        total += product
    return total / m**2 - 1


@pytest.mark.parametrize("m", [7, 8, 15, 16])
def test_lattice_components_are_the_best_ones_one_after_the_other(m):
    chosen, used = generating_vector(m, 3), set()
    candidates = [z for z in range(1, m // 2 + 1) if math.gcd(z, m) == 1]
    for j in range(3):
        free = [z for z in candidates if z not in used] or candidates
        used = used if len(free) < len(candidates) or not used else set()
        errors = {z: squared_error([*chosen[:j], z], m) for z in free}
        assert errors[chosen[j]] == pytest.approx(min(errors.values()), rel=1e-9, abs=1e-12)
        used.add(chosen[j])


@pytest.mark.slow
def test_lattice_beats_a_random_generating_vector():
    rng = np.random.default_rng(0)
    m = 61
    best = squared_error(generating_vector(m, 4), m)
    others = [squared_error(rng.integers(1, m, 4).tolist(), m) for _ in range(12)]
    assert best < np.median(others) and best <= min(others) * 1.2


def test_fewer_coordinates_are_the_beginning_of_more():
    assert generating_vector(128, 9)[:4] == generating_vector(128, 4)


@pytest.mark.parametrize("name", ["lattice", "lattice_scrambled"])
@pytest.mark.parametrize("m", [1, 2, 3, 12, 97, 256])
def test_every_coordinate_of_a_lattice_is_a_regular_grid(name, m):
    U = points(name, 5, m)
    for column in U.T:
        gaps = np.diff(np.sort(column))
        np.testing.assert_allclose(gaps, 1 / m, rtol=1e-6)
    steps = (np.diff(U, axis=0) + 1e-9) % 1.0  # each point is the one before it and one step further
    np.testing.assert_allclose(steps, np.broadcast_to(steps[:1], steps.shape), atol=1e-7)


def test_a_lattice_says_how_many_coordinates_must_repeat():
    assert [n_generators(m) for m in (1, 2, 7, 8, 256, 97)] == [1, 1, 3, 2, 64, 48]
    rng = np.random.default_rng(0)
    assert not any("repeat" in str(note) for note in draw("lattice", Gaussian(), 64, 256, rng).notes)
    (said,) = draw("lattice_scrambled", Gaussian(), 70, 256, rng).notes
    assert "64 generators" in str(said) and "6 of its 70 coordinates repeat" in str(said)
    (said,) = draw("lattice", Matern(), 64, 256, rng).notes  # the mixing variable takes one more
    assert "1 of its 65" in str(said)
    z = generating_vector(256, 70)
    assert len(set(z[:64])) == 64  # none twice before all are used


@pytest.mark.parametrize("bits", [0, 1, 3, 6])
def test_the_net_is_hammersley_s_in_two_coordinates(bits):
    """(i/2^k, radical inverse of i): in any order."""
    made = {tuple(row) for row in (net(bits, 2) / 2**bits).tolist()}
    assert made == {(i / 2**bits, radical_inverse(i, 2)) for i in range(2**bits)}


@pytest.mark.parametrize("name", ["digital_net", "digital_net_scrambled"])
@pytest.mark.parametrize("seed", range(3))
def test_a_digital_net_has_its_share_in_every_box(name, seed):
    U = points(name, 2, 64, seed)
    for a in range(7):  # boxes of sides 2^−a by 2^−(6−a)
        boxes = (U[:, 0] * 2**a).astype(int) * 64 + (U[:, 1] * 2 ** (6 - a)).astype(int)
        assert len(set(boxes.tolist())) == 64
    for column in points(name, 7, 64, seed).T:
        np.testing.assert_array_equal(np.sort((column * 64).astype(int)), np.arange(64))


@pytest.mark.release
@pytest.mark.parametrize("name", ["digital_net", "digital_net_scrambled", "lattice_scrambled", "halton_scrambled"])
def test_every_single_point_is_uniform_over_seeds(name):
    U = np.array([points(name, 2, 5, seed)[4] for seed in range(600)])
    for column in U.T:
        assert stats.kstest(column, "uniform").statistic < math.sqrt(math.log(2 / 1e-5) / 1200)


def test_a_shift_keeps_differences_of_digits_and_a_scramble_does_not():
    plain = net(6, 3)
    for name, kept in (("digital_net", True), ("digital_net_scrambled", False)):
        digits = np.floor(points(name, 3, 64) * 64).astype(int)
        same = (digits[1:] ^ digits[:-1]) == (plain[1:] ^ plain[:-1])
        assert same.all() == kept


def test_a_part_of_a_net_says_so():
    assert not any(
        "first 64" in str(note) for note in draw("digital_net", Cauchy(), 3, 64, np.random.default_rng(0)).notes
    )
    notes = draw("digital_net", Cauchy(), 3, 65, np.random.default_rng(0)).notes
    assert note("part_of_net", n_net=128, n_freqs=65) in notes
    assert note("net_matrices") in notes


@pytest.mark.parametrize("name", ["halton_scrambled", "lattice_scrambled", "digital_net", "digital_net_scrambled"])
def test_randomised_points_have_far_less_variance_than_independent_ones_in_the_plane(name):
    delta, n, seeds = np.array([0.9, -0.7]), 256, 60
    kernel = Gaussian()
    errors = [
        np.cos(draw(name, kernel, 2, n, np.random.default_rng(s)).W @ delta).mean() - kernel.of_difference(delta)
        for s in range(seeds)
    ]
    independent = (0.5 + 0.5 * kernel.of_difference(2 * delta) - kernel.of_difference(delta) ** 2) / n
    assert np.mean(np.square(errors)) < 0.15 * independent
