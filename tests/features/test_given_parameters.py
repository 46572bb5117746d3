"""What estimators are given: kernels that others hold too, functions as samplers, seeds of every kind."""

import importlib
import os
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import rffviz
from rffviz.adaptive import AlignedFourierFeatures
from rffviz.features import NystromFeatures, RandomBinningFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.predict import CoreVectorClassifier, ExactSVC, KitchenSinkRegressor
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import own_scheme, register


def test_estimators_that_share_a_kernel_do_not_change_it_for_each_other():
    kernel, other = Gaussian(1.0), Gaussian(2.0)
    one, two = RandomFourierFeatures(kernel), NystromFeatures(kernel)
    machine = make_pipeline(one, KitchenSinkRegressor(kernel))
    machine.set_params(randomfourierfeatures__kernel__length_scale=3.0, kitchensinkregressor__kernel__length_scale=4.0)
    assert (one.kernel.length_scale, machine[1].kernel.length_scale) == (3.0, 4.0)
    assert kernel == two.kernel == Gaussian(1.0)
    two.set_params(kernel=other, kernel__length_scale=5.0)
    assert two.kernel == Gaussian(5.0) and other == Gaussian(2.0)
    for machine in (AlignedFourierFeatures(other), ExactSVC(other), CoreVectorClassifier(other)):
        machine.set_params(kernel__length_scale=6.0)
        assert machine.kernel == Gaussian(6.0) and other == Gaussian(2.0)


OWN_SCHEMES = """import numpy as np


def even(kernel, d, n_freqs, rng):
    return kernel.sample(n_freqs, d, rng)


def tilted(kernel, d, n_freqs, rng):
    phases = rng.uniform(0, 2 * np.pi, n_freqs)
    return kernel.sample(n_freqs, d, rng), np.full(n_freqs, 1 / n_freqs), phases
"""


@pytest.fixture
def own_schemes(tmp_path, monkeypatch):
    (tmp_path / "schemes_for_workers.py").write_text(OWN_SCHEMES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path(rffviz.__file__).parents[1])]))
    yield importlib.import_module("schemes_for_workers")
    sys.modules.pop("schemes_for_workers")
    SAMPLERS.pop("even_rows", None)


def test_a_function_is_a_sampler(own_schemes):
    X, y = load_diabetes(return_X_y=True)
    features = clone(RandomFourierFeatures(Gaussian(0.3), 40, own_schemes.tilted, "offset", random_state=1))
    assert features.sampler is own_schemes.tilted
    Z = features.fit(X).transform(X)
    again = pickle.loads(pickle.dumps(features))
    np.testing.assert_array_equal(again.transform(X), Z)
    expected = own_schemes.tilted(Gaussian(0.3), 10, 40, np.random.default_rng(1).spawn(2)[0])
    np.testing.assert_array_equal(features.frequencies_, expected[0])
    np.testing.assert_array_equal(features.phases_, expected[2])
    model = make_pipeline(RandomFourierFeatures(Gaussian(0.3), 40, lambda *asked: own_schemes.even(*asked)), Ridge(0.1))
    assert np.isfinite(model.fit(X, y).predict(X)).all()
    with pytest.raises(ValueError, match=r"sampler must be one of .*, got 7"):
        RandomFourierFeatures(sampler=7).fit(X)


def test_whole_schemes_survive_clone_and_pickle(own_schemes):
    features = RandomFourierFeatures(Gaussian(), 9, own_scheme(own_schemes.even), random_state=2)
    Z = features.fit_transform(np.eye(3))
    for copy in (clone(features), pickle.loads(pickle.dumps(features))):
        np.testing.assert_array_equal(copy.fit_transform(np.eye(3)), Z)


@pytest.mark.slow
def test_workers_have_the_schemes_of_their_parent(own_schemes):
    X, y = load_diabetes(return_X_y=True)
    register(own_scheme(own_schemes.even, "even_rows"), SAMPLERS)
    samplers = [own_schemes.even, "even_rows", own_scheme(own_schemes.even)]
    model = make_pipeline(RandomFourierFeatures(Gaussian(0.3), 30), Ridge(0.1))
    with parallel_config(backend="loky", n_jobs=2):
        search = GridSearchCV(model, {"randomfourierfeatures__sampler": samplers}, cv=2, error_score="raise").fit(X, y)
        fitted = RandomFourierFeatures(Gaussian(0.3), 30, "even_rows")
        by_name = Parallel()(delayed(_fitted)(fitted, X[:20]) for _ in range(2))
        get_reusable_executor().shutdown()
    assert np.ptp(search.cv_results_["mean_test_score"]) == 0
    np.testing.assert_array_equal(by_name[0], fitted.fit_transform(X[:20]))


def _fitted(features, X):
    return clone(features).fit_transform(X)


def test_a_scheme_that_cannot_be_found_again_is_told_and_refused_when_it_is_needed(own_schemes, caplog):
    register(own_scheme(own_schemes.even, "even_rows"), SAMPLERS)
    features = RandomFourierFeatures(Gaussian(), 9, "even_rows").fit(np.eye(3))
    kept, Z = pickle.dumps(features), features.transform(np.eye(3))
    del SAMPLERS["even_rows"]
    pickle.loads(kept)
    assert "even_rows" in SAMPLERS
    del SAMPLERS["even_rows"], own_schemes.even
    again = pickle.loads(kept)
    assert "even_rows is not here" in caplog.text
    np.testing.assert_array_equal(again.transform(np.eye(3)), Z)
    with pytest.raises(ValueError, match=r"sampler must be one of .*, got 'even_rows'"):
        again.fit(np.eye(3))


def test_a_seed_is_what_it_is_in_scikit_learn():
    X = np.eye(3)

    def drawn(random_state):
        return RandomFourierFeatures(Gaussian(), 9, random_state=random_state).fit(X).frequencies_

    np.testing.assert_array_equal(drawn(5), draw("monte_carlo", Gaussian(), 3, 9, np.random.default_rng(5)).W)
    for make in (np.random.RandomState, np.random.default_rng):
        np.testing.assert_array_equal(drawn(make(5)), drawn(make(5)))
        state = make(5)
        assert not np.array_equal(drawn(state), drawn(state))
    assert not np.array_equal(drawn(None), drawn(None))
    state = np.random.get_state()  # noqa: NPY002
    one = drawn(None)
    np.random.set_state(state)  # noqa: NPY002
    np.testing.assert_array_equal(drawn(None), one)  # None is numpy's global generator
    for other in (RandomBinningFeatures(), NystromFeatures(n_landmarks=2), AlignedFourierFeatures(n_freqs=2)):
        Z = [
            clone(other).set_params(random_state=np.random.RandomState(seed)).fit_transform(X, [0, 1, 1])
            for seed in (1, 1)
        ]
        assert (Z[0] != Z[1]).sum() == 0
