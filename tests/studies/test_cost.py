"""Costs: what is measured, and the arithmetic of crossings and powers on made-up seconds."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from rffviz.foundation.about import About
from rffviz.kernels import Gaussian
from rffviz.predict import ExactKernelRidge, FeatureRidge
from rffviz.studies.cost import Cost, cost


def timed(exact, features):
    n = np.array([100, 200, 400, 800])
    return Cost(n, np.array(exact), np.array(exact), np.array(features), np.array(features), 10, 1000, 800, About(d=2))


def test_crossing_and_powers_of_known_laws():
    n = np.array([100.0, 200, 400, 800])
    found = timed(1e-9 * n**3, 1e-4 * n)
    assert found.crossing == pytest.approx(np.sqrt(1e5), rel=1e-9)  # 1e-9 n³ = 1e-4 n
    assert found.power(found.exact_fit) == pytest.approx(3) and found.power(found.features_fit) == pytest.approx(1)
    assert np.isnan(timed(1e-4 * n, 1e-9 * n).crossing)  # features are always ahead
    assert np.isnan(timed(1e-9 * n, 1e-4 * n).crossing)  # never
    assert np.isnan(found.power(np.array([np.nan, np.nan, np.nan, 1.0])))
    gap = timed([*(1e-9 * n[:3] ** 3), np.nan], 1e-4 * n)
    assert gap.crossing == pytest.approx(np.sqrt(1e5), rel=1e-9)


@pytest.mark.slow
def test_both_are_timed_and_the_exact_one_stops_at_its_limit():
    steps = list(cost.steps(Gaussian(), (200, 30, 60), 8, 3, most_exact=60))
    assert [step.done for step in steps] == [1, 2, 3]
    first, last = steps[0].record, steps[-1].record
    assert list(last.n_points) == [30, 60, 200] and last.n_asked == 1000
    assert np.isfinite(last.exact_fit).tolist() == [True, True, False]
    assert (last.features_fit > 0).all() and (last.features_predict > 0).all()
    assert first.n_timed == 1 and last.n_timed == 3 and last.about.d == 3
    assert np.isnan(first.features_fit[1:]).all()


def threads():
    return {pool["num_threads"] for pool in threadpool_info()}


@pytest.mark.release
def test_what_is_timed_has_one_thread_of_blas_and_openmp(monkeypatch):
    seen = []
    for model in (ExactKernelRidge, FeatureRidge):
        for name in ("fit", "predict"):
            method = getattr(model, name)
            monkeypatch.setattr(
                model, name, lambda self, *given, method=method: (seen.append(threads()), method(self, *given))[1]
            )
    with threadpool_limits(2):
        before = threads()
        assert max(before) == 2
        list(cost.steps(Gaussian(), (30,), 8, 3))
        assert threads() == before
    assert len(seen) == 12 and set.union(*seen) == {1}


@pytest.mark.parametrize(
    "n_points, said",
    [((), "n_points must hold at least one number, got none"), ((1,), "n_points must be a whole number of at least 2")],
)
def test_refusals(n_points, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        list(cost.steps(Gaussian(), n_points, 8, 3))
