"""Studies state the processor time of the work itself, whatever else the machine does."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from threadpoolctl import threadpool_info, threadpool_limits

from rffviz.kernels import Gaussian
from rffviz.studies import attention_cost, cost, real_data, surfaces
from rffviz.studies.contenders import Contender

THREADS = []


class Mean(RegressorMixin, BaseEstimator):
    """Predicts the mean, and notes how many threads libraries may use meanwhile."""

    def fit(self, X, y):
        THREADS.append({pool["num_threads"] for pool in threadpool_info()})
        self.mean_ = np.mean(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def halves(y):
    X = np.random.default_rng(0).standard_normal((20, 2))
    return SimpleNamespace(X_train=X[:10], y_train=y[:10], X_test=X[10:], y_test=y[10:])


def of_cost():
    found = cost.cost(Gaussian(), (30, 60), 8, 3)
    return np.array([found.exact_fit, found.exact_predict, found.features_fit, found.features_predict])


def of_attention():
    found = attention_cost.attention_cost((3, 5), 2, 3, 2)
    return np.array([found.exact_seconds, found.linear_seconds])


def of_real_data():
    mean = {"mean": Contender("mean", lambda *_: Mean())}
    (run,) = real_data.compare_methods([halves(np.arange(20.0))], "regression", mean, (1, 2)).runs
    return np.array([run.fit_seconds, run.predict_seconds])


def of_surfaces():
    mean = {"mean": Contender("mean", lambda *_: Mean())}
    return np.array([surfaces.surfaces(halves(np.tile([-1, 1], 10)), mean, 1, 5).surfaces[0].seconds])


@pytest.mark.slow
@pytest.mark.parametrize("study", [of_cost, of_attention, of_real_data, of_surfaces])
def test_a_busy_machine_does_not_lengthen_the_seconds(study, monkeypatch):
    """The wall's clock, and the processor time of all threads, run 100 times as fast as this thread's."""
    for clock, tick in (("perf_counter", 100.0), ("process_time", 100.0), ("thread_time", 1.0)):
        monkeypatch.setattr(f"time.{clock}", itertools.count(0.0, tick).__next__)
    np.testing.assert_array_equal(study(), 1.0)


@pytest.mark.parametrize("study", [of_real_data, of_surfaces])
def test_libraries_have_one_thread_meanwhile_whose_time_the_clock_counts(study):
    THREADS.clear()
    with threadpool_limits(2):
        before = [pool["num_threads"] for pool in threadpool_info()]
        study()
        assert [pool["num_threads"] for pool in threadpool_info()] == before and max(before) == 2
    assert THREADS and set.union(*THREADS) == {1}
