"""Two timings against size, on made-up seconds: the crossing, powers, and seconds beyond the last size."""

from dataclasses import dataclass

import numpy as np
import pytest

from rffviz.studies.timings import Timings

N = np.array([100, 200, 400, 800])


@dataclass(frozen=True, eq=False)
class MadeUp(Timings):
    exact_power = 2
    exact: np.ndarray
    features: np.ndarray

    @property
    def timings(self):
        return N, np.asarray(self.exact), np.asarray(self.features)


def test_times_that_cross_do_so_where_they_are_equal():
    assert MadeUp(1e-6 * N**2, 3e-4 * N).crossing == pytest.approx(300, rel=1e-9)
    assert np.isnan(MadeUp(1e-6 * N**2, 1e-5 * N).crossing)  # features are always ahead
    assert np.isnan(MadeUp(1e-6 * N**2, 1e-2 * N).crossing)  # never
    assert np.isnan(MadeUp(np.full(4, np.nan), 1e-4 * N).crossing)


def test_the_last_crossing_counts():
    assert 400 < MadeUp([1.0, 3.0, 1.0, 3.0], [2.0] * 4).crossing < 800


def test_seconds_beyond_the_last_size_grow_as_the_power():
    found = MadeUp(np.array([1.0, 4.0, 16.0, np.nan]), 1.0 * N)
    assert found.exact_at(800) == 64 and found.exact_at(4000) == 1600
    assert np.isnan(MadeUp(np.full(4, np.nan), 1.0 * N).exact_at(800))
    assert found.power(found.exact) == pytest.approx(2) and found.power(found.features) == pytest.approx(1)
    assert found.n_timed == 4 and found.shared.tolist() == [0, 1, 2]


def test_a_record_says_what_its_timings_are():
    with pytest.raises(NotImplementedError):
        Timings().timings  # noqa: B018
