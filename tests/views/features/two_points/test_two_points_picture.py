"""Bars are features and their products."""

import numpy as np
import pytest

from rffviz.words.numbers import measured
from tests.views.mechanism_records import SIZES, picture, record_of, trace


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


def test_the_reading_of_two_points_compares_inner_product_and_kernel():
    made, found = picture("two_points-offset"), record_of("two_points-offset")
    for g, m in enumerate(SIZES):
        said = made.scrub.readings[g]
        assert f"z(x)·z(y) is {measured(found.inner[m - 1])} and k(x − y) is {measured(found.exact)}" in said
        assert f"z(x)·z(x) is {measured(found.squared_length[m - 1])}, where k(0) is 1" in said
        assert ("1 feature for" in said) == (m == 1)
    assert "standard deviations" not in picture("two_points-equal").reading
