"""A function of one's own is called a kernel where it is one."""

import numpy as np
import pytest

from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.kernel.own_kernel.picture import own_kernel_picture
from rffviz.explorer.words.numbers import measured, number
from rffviz.studies.own_kernel import own_kernel
from tests.views.looks import cells
from tests.views.mechanism_records import SIZES, picture, record_of, trace


@pytest.mark.slow
def test_a_function_that_is_no_kernel_is_called_so_and_its_negative_mass_is_shaded():
    made, found = picture("own-none"), record_of("own-none")
    assert "r < 1 is not positive definite" in made.title and "No frequencies are drawn" in made.notes[0]
    cell = cells(made.readout)
    assert cell == {
        ("p", "negative mass"): measured(found.negative),
        ("p", "positive mass"): measured(found.positive),
        ("p", "negative"): "–",
    }
    assert made.title.endswith("p takes negative values")  # of the box ∫|p| diverges: the share has no limit
    assert not found.settled
    below = trace(made, "negative mass")
    assert below.y.min() == pytest.approx(found.density.min(), rel=1e-6) and below.y.max() == 0
    assert not any(each.name == "frequency" for each in made.figure.data)
    assert any("p < 0 somewhere" in note.text for note in made.figure.layout.annotations)


@pytest.mark.slow
def test_a_share_that_has_a_limit_is_told_in_headline_and_readout():
    found = own_kernel("exp(-r^4)", SIZES)
    made, share = own_kernel_picture(found, LIGHT), f"{number(100 * found.negative_share)} %"
    assert made.title == f"exp(−r^4) is not positive definite in one dimension: p is {share} negative"
    assert cells(made.readout)["p", "negative"] == share


@pytest.mark.slow
def test_a_kernel_of_ones_own_is_drawn_from():
    made, found = picture("own"), record_of("own")
    assert (
        "is positive definite in every dimension" in made.title
        and "is divided by its value at r = 0, 2." in made.notes[1]
    )
    assert np.allclose(trace(made, "k̂").y, found.approximate[2], atol=1e-6)
    assert [len(frame.data[1].x) for frame in made.figure.frames] == SIZES
    for estimate, readout in zip(found.approximate, made.scrub.readouts, strict=True):
        cell = cells(readout)
        assert cell["k̂", "max |k̂ − k|"] == measured(np.abs(estimate - found.exact).max())
        assert cell["k̂", "numerical error of k"] == measured(found.verdict.error)
        assert cell["k̂", "negative mass of p"] == "0" or found.negative_known
