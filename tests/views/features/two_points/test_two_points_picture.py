"""Bars are features and their products."""

import numpy as np
import pytest

from rffviz.explorer.words.numbers import measured, number
from tests.views.looks import cells
from tests.views.mechanism_records import SIZES, picture, record_of, trace


@pytest.mark.release
@pytest.mark.parametrize("name", ["two_points", "two_points-offset"])
def test_bars_are_features_and_their_products(name):
    made, found = picture(name), record_of(name)
    for frame, m in zip(made.figure.frames, SIZES, strict=True):
        first, second, product, dot = frame.data
        assert np.allclose(first.y, found.features[0, :m].ravel()[:20], atol=1e-6)
        assert np.allclose(product.y, first.y * second.y, atol=1e-5)
        assert (dot.x[0], dot.y[0]) == pytest.approx((m, found.inner[m - 1]), rel=1e-6)
    assert np.allclose(trace(made, "z(x)·z(y)").y, found.inner, atol=1e-6)
    assert np.allclose(trace(made, "k(x − y)").y, found.exact, atol=1e-6)


@pytest.mark.release
def test_the_readout_of_two_points_compares_inner_product_and_kernel():
    made, found = picture("two_points-offset"), record_of("two_points-offset")
    assert measured(found.exact) in made.title
    for g, m in enumerate(SIZES):
        cell, inner, own = cells(made.scrub.readouts[g]), found.inner[m - 1], found.squared_length[m - 1]
        assert cell["z(x)·z(y)", "inner product"] == measured(inner).replace("-", "−")
        assert cell["z(x)·z(y)", "kernel"] == measured(found.exact)
        assert cell["z(x)·z(y)", "error"] == measured(abs(inner - found.exact))
        assert cell["z(x)·z(y)", "error / σ"] == number(abs(inner - found.exact) / found.sigma * m**0.5)
        assert cell["z(x)·z(x)", "inner product"] == measured(own) and cell["z(x)·z(x)", "error"] == measured(
            abs(own - 1)
        )
    equal = cells(picture("two_points-equal").readout)
    assert equal["z(x)·z(y)", "error / σ"] == "–" and equal["z(x)·z(x)", "inner product"] == "1"


@pytest.mark.slow
def test_rows_of_bars_are_named_in_words():
    named = [note.text for note in picture("two_points").figure.layout.annotations]
    assert named == ["feature vector of x, times √D", "feature vector of y, times √D", "products"]
