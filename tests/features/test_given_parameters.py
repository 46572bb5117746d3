"""What estimators are given: kernels that others hold too, functions as samplers, seeds of every kind."""

import importlib
import inspect
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
from sklearn.pipeline import FeatureUnion, make_pipeline

import rffviz
from rffviz import adaptive, features, predict
from rffviz.adaptive import (
    AdaptiveFourierFeatures,
    AlignedFourierFeatures,
    SupervisedFourierClassifier,
    SupervisedFourierFeatures,
    SupervisedFourierRegressor,
    WeightedFourierFeatures,
)
from rffviz.features import (
    ArcCosineFeatures,
    LowPrecisionFeatures,
    MekaFeatures,
    NystromFeatures,
    RandomBinningFeatures,
    RandomFourierFeatures,
    SphericalFeatures,
    fourier_and_binning,
)
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import bootstrap_of_draw
from rffviz.predict import (
    AlaCarteRegressor,
    CompressedRegression,
    CoreVectorClassifier,
    CoreVectorRegressor,
    ExactKernelRidge,
    ExactKernelRidgeClassifier,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    KitchenSinkClassifier,
    KitchenSinkRegressor,
    MetropolisRegressor,
    SparseSpectrumRegressor,
    SpectralMixtureRegressor,
)
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import own_scheme, register


def test_estimators_that_share_a_kernel_do_not_change_it_for_each_other():
    kernel, other = Gaussian(1.0), Gaussian(2.0)
    one, two = RandomFourierFeatures(kernel, random_state=0), NystromFeatures(kernel, random_state=0)
    machine = make_pipeline(one, KitchenSinkRegressor(kernel, random_state=0))
    machine.set_params(randomfourierfeatures__kernel__length_scale=3.0, kitchensinkregressor__kernel__length_scale=4.0)
    assert (one.kernel.length_scale, machine[1].kernel.length_scale) == (3.0, 4.0)
    assert kernel == two.kernel == Gaussian(1.0)
    two.set_params(kernel=other, kernel__length_scale=5.0)
    assert two.kernel == Gaussian(5.0) and other == Gaussian(2.0)
    for machine in (
        AlignedFourierFeatures(other, random_state=0),
        ExactSVC(other, random_state=0),
        CoreVectorClassifier(other, random_state=0),
    ):
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
    get_reusable_executor().shutdown()  # its workers began with another path
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
    model = make_pipeline(
        RandomFourierFeatures(Gaussian(0.3), 40, lambda *asked: own_schemes.even(*asked), random_state=0), Ridge(0.1)
    )
    assert np.isfinite(model.fit(X, y).predict(X)).all()
    with pytest.raises(ValueError, match=r"sampler must be one of .*, got 7"):
        RandomFourierFeatures(sampler=7, random_state=0).fit(X)


def test_whole_schemes_survive_clone_and_pickle(own_schemes):
    features = RandomFourierFeatures(Gaussian(), 9, own_scheme(own_schemes.even), random_state=2)
    Z = features.fit_transform(np.eye(3))
    for copy in (clone(features), pickle.loads(pickle.dumps(features))):
        np.testing.assert_array_equal(copy.fit_transform(np.eye(3)), Z)


@pytest.mark.release
def test_workers_have_the_schemes_of_their_parent(own_schemes):
    X, y = load_diabetes(return_X_y=True)
    register(own_scheme(own_schemes.even, "even_rows"), SAMPLERS)
    samplers = [own_schemes.even, "even_rows", own_scheme(own_schemes.even)]
    model = make_pipeline(RandomFourierFeatures(Gaussian(0.3), 30, random_state=0), Ridge(0.1))
    with parallel_config(backend="loky", n_jobs=2):
        search = GridSearchCV(model, {"randomfourierfeatures__sampler": samplers}, cv=2, error_score="raise").fit(X, y)
        fitted = RandomFourierFeatures(Gaussian(0.3), 30, "even_rows", random_state=0)
        by_name = Parallel()(delayed(_fitted)(fitted, X[:20]) for _ in range(2))
        get_reusable_executor().shutdown()
    assert np.ptp(search.cv_results_["mean_test_score"]) == 0
    np.testing.assert_array_equal(by_name[0], fitted.fit_transform(X[:20]))


def _fitted(features, X):
    return clone(features).fit_transform(X)


def test_a_scheme_that_cannot_be_found_again_is_told_and_refused_when_it_is_needed(own_schemes, logged):
    register(own_scheme(own_schemes.even, "even_rows"), SAMPLERS)
    features = RandomFourierFeatures(Gaussian(), 9, "even_rows", random_state=0).fit(np.eye(3))
    kept, Z = pickle.dumps(features), features.transform(np.eye(3))
    del SAMPLERS["even_rows"]
    pickle.loads(kept)
    assert "even_rows" in SAMPLERS
    del SAMPLERS["even_rows"], own_schemes.even
    again = pickle.loads(kept)
    assert "even_rows is not here" in logged.text
    np.testing.assert_array_equal(again.transform(np.eye(3)), Z)
    with pytest.raises(ValueError, match=r"sampler must be one of .*, got 'even_rows'"):
        again.fit(np.eye(3))


RANDOM = {
    "adaptive": (
        AdaptiveFourierFeatures(n_freqs=4, n_iterations=2, random_state=0),
        AlignedFourierFeatures(n_freqs=4, random_state=0),
        SupervisedFourierClassifier(n_freqs=4, n_iterations=2, random_state=0),
        SupervisedFourierFeatures(n_freqs=4, n_iterations=2, random_state=0),
        SupervisedFourierRegressor(n_freqs=4, n_iterations=2, random_state=0),
        WeightedFourierFeatures(n_freqs=4, random_state=0),
    ),
    "features": (
        ArcCosineFeatures(n_freqs=9, random_state=0),
        LowPrecisionFeatures(n_freqs=9, random_state=0),
        LowPrecisionFeatures(n_freqs=9, map="offset", random_state=0),
        MekaFeatures(rank=4, n_clusters=2, random_state=0),
        NystromFeatures(n_landmarks=4, random_state=0),
        RandomBinningFeatures(n_grids=9, random_state=0),
        RandomFourierFeatures(n_freqs=9, random_state=0),
        RandomFourierFeatures(n_freqs=9, sampler="sobol_scrambled", map="offset", random_state=0),
        SphericalFeatures(n_freqs=9, random_state=0),
        fourier_and_binning(Laplacian(), 9, 9, random_state=None),
    ),
    "predict": (
        AlaCarteRegressor(n_freqs=4, n_iterations=2, random_state=0),
        CompressedRegression(RandomFourierFeatures(n_freqs=9, random_state=0), n_components=4, random_state=0),
        ExactKernelRidge(max_points=10, subsample=True, random_state=0),
        ExactKernelRidgeClassifier(max_points=10, subsample=True, random_state=0),
        ExactSVC(max_points=10, subsample=True, random_state=0),
        ExactSVR(max_points=10, subsample=True, random_state=0),
        FeatureRidge(random_state=0),
        FeatureRidgeClassifier(ridge=1.0, random_state=0),
        FeatureSVC(RandomFourierFeatures(n_freqs=9, random_state=0), random_state=0),
        FeatureSVC(random_state=0),
        CoreVectorClassifier(random_state=0),
        CoreVectorRegressor(random_state=0),
        KitchenSinkClassifier(n_freqs=4, random_state=0),
        KitchenSinkRegressor(n_freqs=4, random_state=0),
        MetropolisRegressor(n_freqs=4, n_steps=2, random_state=0),
        SparseSpectrumRegressor(n_freqs=4, n_iterations=2, random_state=0),
        SpectralMixtureRegressor(n_components=2, n_restarts=1, n_iterations=2, random_state=0),
    ),
}
# what is drawn decides the way to the solution, or the solution only up to a tolerance
SAME = (FeatureSVC, CoreVectorClassifier, CoreVectorRegressor, SpectralMixtureRegressor)


def test_every_estimator_with_a_random_state_is_here():
    known = {type(each) for part in RANDOM.values() for each in part} - {FeatureUnion}
    found = {thing for part in (adaptive, features, predict) for thing in vars(part).values() if inspect.isclass(thing)}
    assert known == {
        each for each in found if hasattr(each, "fit") and "random_state" in inspect.signature(each).parameters
    }


def test_no_estimator_has_a_seed_of_its_own():
    for made in (each for part in RANDOM.values() for each in part):
        if isinstance(made, FeatureUnion):
            made = fourier_and_binning(Laplacian())
        else:
            made = type(made)()
        assert {made.get_params()[name] for name in made.get_params() if name.endswith("random_state")} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("made", [each for part in RANDOM.values() for each in part], ids=repr)
def test_none_is_another_seed_for_each_fit_and_one_for_a_fit(made):
    X = np.random.default_rng(0).uniform(0.1, 1, (40, 2))
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)

    def seeded(random_state):
        fresh = clone(made)
        names = [name for name in fresh.get_params() if name.endswith("random_state")]
        return fresh.set_params(**dict.fromkeys(names, random_state)) if names else fresh

    def values(fitted):
        found = fitted.transform(X) if hasattr(fitted, "transform") else fitted.predict(X)
        return found.toarray() if hasattr(found, "toarray") else found

    one = seeded(None).fit(X, y)
    np.testing.assert_array_equal(values(one), values(one))
    if not isinstance(made, SAME):
        assert any(not np.array_equal(values(one), values(seeded(None).fit(X, y))) for _ in range(9))
        assert any(not np.array_equal(values(one), values(clone(one).fit(X, y))) for _ in range(9))
    for make in (np.random.RandomState, np.random.default_rng):
        np.testing.assert_array_equal(values(seeded(make(3)).fit(X, y)), values(seeded(make(3)).fit(X, y)))


def test_a_bootstrap_of_a_draw_has_one_seed():
    X = np.random.default_rng(0).standard_normal((30, 2))
    for state in (None, np.random.RandomState(3), np.random.default_rng(3)):
        found = bootstrap_of_draw(X, Gaussian(), "monte_carlo", 16, random_state=state, n_resamples=20)
        again = bootstrap_of_draw(X, Gaussian(), "monte_carlo", 16, random_state=found.random_state, n_resamples=20)
        np.testing.assert_array_equal(found.resampled, again.resampled)


def test_a_draw_takes_a_generator_and_says_how_to_make_one():
    for wrong, said in ((3, r"say numpy\.random\.default_rng\(3\)"), (None, r"say numpy\.random\.default_rng\(\)")):
        with pytest.raises(Refusal, match=said):
            draw("monte_carlo", Gaussian(), 2, 5, wrong)
        with pytest.raises(Refusal, match=said):
            Gaussian().sample(5, 2, wrong)
    for wrong in (np.random.RandomState(0), "3", True):
        with pytest.raises(Refusal, match=r"^rng must be a numpy\.random\.Generator, got .*\.$"):
            draw("monte_carlo", Gaussian(), 2, 5, wrong)


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
    for other in (
        RandomBinningFeatures(random_state=0),
        NystromFeatures(n_landmarks=2, random_state=0),
        AlignedFourierFeatures(n_freqs=2, random_state=0),
    ):
        Z = [
            clone(other).set_params(random_state=np.random.RandomState(seed)).fit_transform(X, [0, 1, 1])
            for seed in (1, 1)
        ]
        assert (Z[0] != Z[1]).sum() == 0
