"""A function of one's own is called a kernel where it is one."""

import numpy as np
import pytest

from rffviz.words.numbers import measured
from tests.views.mechanism_records import SIZES, picture, record_of, trace


def test_a_function_that_is_no_kernel_is_called_so_and_its_negative_mass_is_shaded():
    made, found = picture("own-none"), record_of("own-none")
    assert "r < 1 is not positive definite" in made.title and "No frequencies are drawn" in made.reading
    assert measured(found.negative) in made.reading and measured(found.positive) in made.reading
    below = trace(made, "negative mass")
    assert below.y.min() == pytest.approx(found.density.min(), rel=1e-6) and below.y.max() == 0
    assert not any(each.name == "a frequency drawn" for each in made.figure.data)
    assert any("p < 0 somewhere" in note.text for note in made.figure.layout.annotations)


def test_a_kernel_of_ones_own_is_drawn_from():
    made, found = picture("own"), record_of("own")
    assert (
        "is positive definite in every dimension" in made.title
        and "It is divided by that" in made.notes[0]
        and "is 2 at" in made.notes[0]
    )
    assert np.allclose(trace(made, "k̂, the mean of D waves").y, found.approximate[2], atol=1e-6)
    assert [len(frame.data[1].x) for frame in made.figure.frames] == SIZES
    assert all(measured(gap) in said for gap, said in zip(found.largest, made.scrub.readings, strict=True))
