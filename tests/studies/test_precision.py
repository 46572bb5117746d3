"""Features of few bits: errors against the transformer's own features, claims at equal memory, words and refusals."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.precision.picture import precision_picture
from rffviz.explorer.words.numbers import count, measured
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.studies.precision import MOST_POINTS, precision_study

X = np.random.default_rng(0).standard_normal((60, 4))
SIZES = [8, 16, 32, 128, 512]


@pytest.fixture(scope="module")
def found():
    return precision_study(X, Gaussian(2.0), SIZES, range(12), bits=(1, 4, 16, 32))


def test_float_features_are_those_of_the_transformer(found):
    K = Gaussian(2.0)(X)
    off = ~np.eye(len(X), dtype=bool)
    for g, m in enumerate(SIZES):
        Z = RandomFourierFeatures(Gaussian(2.0), m, random_state=3).fit_transform(X).astype(float)
        error = math.sqrt(np.sum(np.square(Z @ Z.T - K)[off]) / np.sum(np.square(K)[off]))
        assert found.curves[-1].errors[3, g] == pytest.approx(error, rel=1e-4)
    np.testing.assert_allclose(found.curves[-2].errors, found.curves[-1].errors, rtol=2e-3)


def test_one_bit_has_the_error_of_its_variance(found):
    """Mean square over pairs and seeds against (2 + k′ − k²)/m, k′ = E 2 sin(2ωx)·sin(2ωy)/4 for these points."""
    K, off = Gaussian(2.0)(X), ~np.eye(len(X), dtype=bool)
    W = Gaussian(2.0).sample(20_000, 4, np.random.default_rng(1))
    S = np.sin(2 * X @ W.T)
    variance = 2 + S @ S.T / (2 * len(W)) - K**2
    for g, m in enumerate(SIZES):
        expected = math.sqrt(np.sum(variance[off]) / m / np.sum(np.square(K)[off]))
        squares = np.square(found.curves[0].errors[:, g])
        assert abs(squares.mean() - expected**2) <= 4 * squares.std(ddof=1) / math.sqrt(len(squares))


def test_fewer_bits_win_at_equal_memory_and_lose_at_equal_frequencies(found):
    assert found.memory == 1024
    errors = {curve.bits: curve.median[g] for curve, g in found.at_memory(1024)}
    assert errors[4] < errors[1] < errors[16] < errors[32] and set(errors) == {1, 4, 16, 32}
    assert found.curves[0].median[-1] > 1.5 * found.curves[-1].median[-1]


@pytest.mark.slow
def test_rounded_frequencies_have_a_floor():
    one = precision_study(X, Gaussian(1.0), [4096], range(3), bits=(32,), frequency_bits=1)
    many = precision_study(X, Gaussian(1.0), [4096], range(3), bits=(32,), frequency_bits=8)
    assert one.curves[0].median[0] > 3 * many.curves[0].median[0]


@pytest.mark.slow
def test_more_points_than_are_looked_at_are_drawn_by_the_first_seed():
    many = np.random.default_rng(5).standard_normal((MOST_POINTS + 40, 2))
    found = precision_study(many, Gaussian(), [8], [2])
    assert found.n_used == MOST_POINTS and found.about.n_points == MOST_POINTS + 40
    assert f"{MOST_POINTS} of the points" in precision_picture(found, LIGHT).subtitle


@pytest.mark.release
def test_the_words_read_the_numbers(found):
    made = precision_picture(found, LIGHT)
    error = measured(found.at_equal_memory[4])
    assert made.title == f"At 1,024 bits per point the smallest error is {error}, of 4-bit features"
    alike = [replace(each, errors=np.full_like(each.errors, 0.9999)) for each in found.curves]
    alike = precision_picture(replace(found, curves=tuple(alike)), LIGHT)
    assert alike.title == "At 1,024 bits per point all precisions have the error 1.0"
    assert made.figure.layout.xaxis2.title.text == "bits per point"
    at, largest = "at 1,024 bits per point", count(found.curves[0].n_freqs[-1])
    assert made.readout.columns == ("per feature", f"D {at}", f"error {at}", f"error at D = {largest}")
    cells = {name: rest for name, *rest in made.readout.rows}
    for curve in found.curves:
        size = count(1024 / (2 * curve.bits))
        error = measured(found.at_equal_memory[curve.bits])
        assert cells[f"{curve.bits} bit{'s' * (curve.bits > 1)}"] == [size, error, measured(curve.median[-1])]
    assert len(made.columns["error"]) == 4 * 12 * 5
    only = precision_study(X, Gaussian(2.0), [8], [0], bits=(32,))
    assert precision_picture(only, LIGHT).title.endswith(", of 32-bit features")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"bits": (0,)}, "^bits must be a whole number from 1 to 32, got 0"),
        ({"bits": (24,)}, "^bits must be a whole number from 1 to 16, got 24"),
        ({"frequency_bits": 17}, "^bits must be a whole number from 1 to 16, got 17"),
        ({"kernel": "gaussian"}, "^kernel must be"),
    ],
)
def test_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        precision_study(**{"X": X, "kernel": Gaussian(), "n_freqs": [4], "seeds": [0]} | settings)


@pytest.mark.parametrize(("length", "rounded"), [(1e-6, "0"), (1e9, "1")])
def test_a_kernel_that_tells_no_points_apart_is_refused(length, rounded):
    with pytest.raises(ValueError, match=f"k rounds to {rounded} at every pair"):
        precision_study(X, Gaussian(length), SIZES, range(2))
