"""The plane shows kernel, estimates and frequencies."""

import numpy as np
import pytest

from rffviz.explorer.words.numbers import measured, times
from tests.views.looks import cells
from tests.views.mechanism_records import SIZES, picture, record_of


@pytest.mark.slow
def test_the_plane_shows_kernel_estimates_and_frequencies():
    made, found = picture("plane"), record_of("plane")
    kernel, density, estimate, _, points = made.figure.data
    assert np.allclose(kernel.z, found.exact, atol=1e-6) and np.allclose(estimate.z, found.approximate[1], atol=1e-6)
    assert np.array_equal(points.x, found.W[:4, 0].astype(np.float32)) and density.z.max() == 1
    assert [len(frame.data[2].x) for frame in made.figure.frames] == SIZES
    for g in range(len(SIZES)):
        cell, m = cells(made.scrub.readouts[g]), SIZES[g]
        assert cell["k̂", "max |k̂ − k|"] == measured(np.abs(found.approximate[g] - found.exact).max())
        outside = sum(max(abs(w)) > found.omega[-1] for w in found.W[:m])
        assert cell["k̂", "frequencies outside"] == f"{outside} of {m}"


@pytest.mark.slow
def test_an_isotropic_kernel_is_called_so_and_another_is_not():
    assert "is isotropic" in picture("plane").title
    ratio = np.exp(np.sqrt(2) - 1)
    assert picture("plane-log").title.endswith(f"on an axis is {times(ratio)} that on a diagonal")
    assert f"{measured(np.exp(-1))} along an axis" in picture("plane-log").notes[0]
    assert f"{measured(np.exp(-np.sqrt(2)))} along a diagonal" in picture("plane-log").notes[0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lowest", "n"), [("plane", "p = 0", 4), ("plane-log", "10⁻⁴ max p", 8)])
def test_colours_of_p_frequencies_and_rays_have_a_key(name, lowest, n):
    figure = picture(name).figure
    assert figure.layout.coloraxis2.colorbar.ticktext == (lowest, "max p")
    assert [trace.name for trace in figure.data if trace.name] == [f"first {n} frequencies", "frequencies"]
    assert figure.layout.showlegend
