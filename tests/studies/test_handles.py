"""Curves through handles: what lies between and beyond them, and their spectra against those that are known."""

import numpy as np
import pytest
from scipy import stats

from rffviz.kernels.formula import LEFT_BY_INTERPOLATION
from rffviz.studies.handles import DISTANCES, Handles
from rffviz.studies.own_kernel import own_kernel

R = np.array(DISTANCES)


def through(function):
    return Handles(tuple(float(height) for height in function(R)))


def test_the_curve_passes_through_the_handles_and_leaves_no_neighbours_range():
    heights = (0.7, -0.4, 0.9, 0.2, 0.2, -1.0, 1.0, 0.3)
    k = Handles(heights)
    assert k(np.array([0.0, *DISTANCES])) == pytest.approx([1.0, *heights])
    for low, high, a, b in zip([0.0, *R], R, [1.0, *heights], heights, strict=False):
        between = k(np.linspace(low, high, 50))
        assert between.min() >= min(a, b) - 1e-12 and between.max() <= max(a, b) + 1e-12


@pytest.mark.parametrize("last", [0.5, -0.5, 0.0])
def test_beyond_the_last_handle_the_curve_decays_to_nothing(last):
    k = Handles((0.9, 0.9, 0.8, 0.8, 0.7, 0.7, 0.6, last))
    far = np.abs(k(np.linspace(R[-1], 60, 500)))
    assert far[0] == abs(last) and (np.diff(far) <= 0).all() and far[-1] < 1e-5


def test_an_exponential_goes_on_as_one():
    k, r = through(lambda r: np.exp(-r / 2)), np.linspace(4, 9, 40)
    assert k(r) == pytest.approx(np.exp(-r / 2), rel=0.1)


@pytest.mark.release
@pytest.mark.parametrize(
    ("function", "density"),
    [
        (lambda r: np.exp(-(r**2) / 2), stats.norm.pdf),
        (lambda r: np.exp(-r), stats.cauchy.pdf),
        (lambda r: np.maximum(0, 1 - r / 4), lambda w: 4 * np.sinc(4 * w / (2 * np.pi)) ** 2 / (2 * np.pi)),
    ],
    ids=["gaussian", "laplacian", "triangle"],
)
def test_handles_on_a_kernel_have_nearly_its_spectrum(function, density):
    """The largest gap between two spectra is at most ∫|gap of the functions| dr/π, over r > 0."""
    k = through(function)
    found = own_kernel(k, [64])
    r = np.linspace(0, 60, 60_001)
    allowed = np.abs(k(r) - function(r)).sum() * r[1] / np.pi
    taper = 2e-3 * density(0.0)
    assert np.abs(found.density - density(found.omega)).max() <= allowed + taper < 0.05 * density(0.0)
    assert found.is_kernel and found.given == "handles" and found.negative < LEFT_BY_INTERPOLATION
    assert len(found.drawn) == 64 and found.largest[-1] < 1


@pytest.mark.release
@pytest.mark.parametrize("width", [0.7, 0.85, 1, 1.2, 1.5, 2, 3])
def test_what_interpolation_leaves_is_not_called_negative_mass(width):
    assert own_kernel(through(lambda r: np.exp(-((r / width) ** 2) / 2)), [4]).is_kernel


@pytest.mark.release
@pytest.mark.parametrize(
    "function",
    [lambda r: r < 1.25, lambda r: np.exp(-(r**4)), lambda r: np.maximum(0, 1 - r**2 / 9)],
    ids=["box", "fourth power", "parabola"],
)
def test_other_curves_have_negative_mass(function):
    found = own_kernel(through(function), [4])
    assert found.negative > 0.1 and not found.is_kernel and found.drawn.size == 0


@pytest.mark.release
def test_the_boxs_negative_mass_is_nearly_that_of_the_formula():
    """Its edge, half a unit wide, takes away part of the fast lobes of (r < 1.25)."""
    dragged, sharp = own_kernel(through(lambda r: r < 1.25), [4]), own_kernel("r < 1.25", [4])
    low, high = 0.3, sharp.negative
    assert low < dragged.negative < high
    near = np.abs(dragged.omega) < 3
    expected = np.sin(1.25 * dragged.omega[near]) / (np.pi * np.where(dragged.omega[near] == 0, 1, dragged.omega[near]))
    expected[dragged.omega[near] == 0] = 1.25 / np.pi
    assert dragged.density[near] == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("heights", [(), (0.5,) * 7, (0.5,) * 9, (1.01,) * 8, (-1.2,) * 8, (float("nan"),) * 8])
def test_refusals(heights):
    with pytest.raises(ValueError, match="heights must be 8 numbers from −1 to 1, got"):
        Handles(heights)
