"""The formulas under the view are whole, and the counts are equal where it is printed."""

import pytest

from tests.views.mathematics import Mathematics
from tests.views.prediction.prediction_records import timed_attention

MATHEMATICS = Mathematics(__file__, [timed_attention])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_operations_are_equal_where_it_is_printed():
    """Counted product by product: exact QKᵀ and AV; linear features of queries and keys, sums, and queries by them."""
    found = MATHEMATICS.record()
    n, F, d, p = MATHEMATICS.printed("n=2F=4D"), 2 * found.n_freqs, found.about.d, found.p
    assert 2 * n * n * d + 2 * n * n * p == 2 * (2 * n * d * F) + 2 * F * n * p + 2 * n * F * p
    assert n * n == n * F + n * F  # exponentials


@pytest.mark.slow
def test_operations_at_the_largest_size_are_printed():
    n, width = 16_384, 64 + 32
    assert MATHEMATICS.printed("2n^2(d+p)") == pytest.approx(2 * n**2 * width, rel=1e-3)
    assert MATHEMATICS.printed("4nF(d+p)") == pytest.approx(4 * n * 512 * width, rel=1e-3)


@pytest.mark.slow
def test_the_crossing_that_was_timed_stands_beside_the_counted_one():
    assert MATHEMATICS.printed("{1{,}024}") == pytest.approx(1000 / 1024, rel=1e-3)
