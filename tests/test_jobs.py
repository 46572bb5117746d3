"""Sweeps in joblib's jobs: the same numbers, bit by bit, wherever they are measured."""

import os
import pickle
from dataclasses import fields, is_dataclass
from types import SimpleNamespace

import cloudpickle
import numpy as np
import pytest
from joblib import parallel_config
from joblib.externals.loky import get_reusable_executor

from rffviz.diagnose import bias_and_variance, compare, diagnose
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import SUP_COMPACT, error_curve
from rffviz.samplers import SAMPLERS, draw
from rffviz.studies.contenders import Contender
from rffviz.studies.real_data import compare_methods

SECONDS = {"seconds", "seconds_monte_carlo", "fit_seconds", "predict_seconds"}
CLOUD = np.random.default_rng(0).standard_normal((40, 3))


@pytest.fixture(scope="module")
def processes():
    """Two worker processes, started once."""
    yield lambda: parallel_config("loky", n_jobs=2)
    get_reusable_executor().shutdown(kill_workers=True)


def threads():
    return parallel_config("threading", n_jobs=3)


def numbers(record, name=""):
    """All that a record holds, but for times, as plain values whose equality is that of their bits."""
    if is_dataclass(record) and not isinstance(record, type):
        parts = [(each.name, getattr(record, each.name)) for each in fields(record) if each.name not in SECONDS]
        return [(name, numbers(part, name)) for name, part in parts if not callable(part)]
    if isinstance(record, np.ndarray):
        return (record.dtype.str, record.shape, record.tobytes())
    if isinstance(record, tuple | list):
        return [numbers(part) for part in record]
    if isinstance(record, dict):
        return [(key, numbers(part)) for key, part in record.items() if key not in SECONDS]
    return repr(record)


def even(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale


def curves():
    asked = [(sampler, "rmse", "offset") for sampler in ("sobol", "sorf", "leverage", "monte_carlo")]
    asked += [(lambda *given: even(*given), "sup", "paired"), ("orthogonal", SUP_COMPACT, "paired")]
    asked += [("monte_carlo", "spectral_approximation", "positive")]
    return [error_curve(CLOUD, Gaussian(), name, (8, 21), (0, 5, 2), metric, map) for name, metric, map in asked]


@pytest.mark.parametrize("sampler", list(SAMPLERS))
def test_every_scheme_travels(sampler):
    scheme = pickle.loads(cloudpickle.dumps(SAMPLERS[sampler]))
    here, there = (draw(each, Gaussian(), 3, 21, np.random.default_rng(0), X=CLOUD) for each in (sampler, scheme))
    assert numbers(there) == numbers(here)


def picky(size, X, y, seed):
    if size > 4 and seed == 1:
        raise Refusal("size must be smaller here.")
    return SimpleNamespace(fit=lambda X, y: SimpleNamespace(predict=lambda X: np.full(len(X), y.mean())))


def comparison():
    rng, splits = np.random.default_rng(1), []
    for _ in range(4):
        X = rng.standard_normal((60, 2))
        y = np.sin(X[:, 0]) + 0.1 * rng.standard_normal(60)
        splits.append(SimpleNamespace(X_train=X[:40], y_train=y[:40], X_test=X[40:], y_test=y[40:]))
    own = {"picky": Contender("picky", picky)}
    known = compare_methods(splits, "regression", ("kernel_ridge", "fourier", "nystrom"), (4, 8))
    return [compare_methods(splits, "regression", own, (4, 8, 16)), known]


def diagnoses():
    report = diagnose("orthogonal", Gaussian(), 3, 64, seeds=20)
    own = diagnose(lambda *given: even(*given), Laplacian(), 2, 32, seeds=5, rate=False)
    differs = compare("sorf", even, Gaussian(), 3, 32, seeds=6)
    return [report.verdicts, report.bias, own.verdicts, differs, bias_and_variance("fastfood", Gaussian(), 4, 32, 6)]


@pytest.mark.release
@pytest.mark.parametrize("sweep", [curves, comparison, pytest.param(diagnoses, marks=pytest.mark.release)])
def test_numbers_are_the_same_in_any_jobs(sweep, processes):
    alone = numbers(sweep())
    for configured in (processes, threads):
        with configured():
            assert numbers(sweep()) == alone


@pytest.mark.release
def test_a_method_that_fails_in_one_split_is_left_out_of_those_after_it():
    with threads():
        found = comparison()[0].runs[0]
    np.testing.assert_array_equal(np.isfinite(found.errors), [[True] * 3, [True] + [False] * 2] + [[False] * 3] * 2)
    assert found.refusal == "size must be smaller here."


def where(item):
    yield item, os.getpid()


@pytest.mark.release
def test_items_go_where_they_are_sent_and_come_in_order(processes):
    with processes():
        found = [step for steps in in_jobs(where, range(7)) for step in steps]
    assert [item for item, _ in found] == list(range(7)) and os.getpid() not in {pid for _, pid in found}
    with parallel_config("multiprocessing", n_jobs=2):  # it cannot give results as they come
        assert [item for ((item, pid),) in in_jobs(where, range(3)) if pid != os.getpid()] == [0, 1, 2]


def test_here_items_are_worked_on_when_they_are_asked_for():
    done = []
    for config in ({}, {"backend": "loky", "n_jobs": 1}, {"backend": "sequential"}):
        with parallel_config(**config):
            steps = in_jobs(done.append, range(3))
            next(steps)
            assert done == [0]
            done.clear()


@pytest.mark.release
@pytest.mark.filterwarnings("ignore:.*tasks have been successfully executed:UserWarning")  # joblib's, that some is lost
def test_progress_comes_while_the_rest_is_measured():
    """A consumer that stops early stops the work, too."""
    with threads():
        steps = error_curve.steps(CLOUD, Gaussian(), even, (8, 21), range(40))
        seen = [len(step.record.seeds) for step in (next(steps) for _ in range(8)) if step.record]
        steps.close()
    assert seen and seen == sorted(seen) and seen[-1] < 40
