"""What every predictor says to answers that it cannot learn from: each sentence names y and what stands in it."""

import numpy as np
import pytest
from sklearn.base import clone

from rffviz.adaptive import SupervisedFourierClassifier, SupervisedFourierFeatures, SupervisedFourierRegressor
from rffviz.features import RandomBinningFeatures
from rffviz.foundation.validation import Refusal
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
    penalty_path,
)
from tests.fuzz import estimators

X = np.random.default_rng(0).standard_normal((12, 2))
REGRESSORS = (
    AlaCarteRegressor(n_freqs=3, n_iterations=2, random_state=0),
    AlaCarteRegressor(n_freqs=3, form="mixture", n_iterations=2, random_state=0),
    CompressedRegression(random_state=0),
    CoreVectorRegressor(random_state=0),
    ExactKernelRidge(random_state=0),
    ExactSVR(random_state=0),
    FeatureRidge(random_state=0),
    KitchenSinkRegressor(random_state=0),
    MetropolisRegressor(n_freqs=3, n_steps=2, random_state=0),
    SparseSpectrumRegressor(n_freqs=3, n_iterations=2, random_state=0),
    SpectralMixtureRegressor(2, 1, n_iterations=2, random_state=0),
    SupervisedFourierFeatures(n_freqs=3, loss="squared", random_state=0),
    SupervisedFourierRegressor(n_freqs=3, random_state=0),
)
CLASSIFIERS = (
    CoreVectorClassifier(random_state=0),
    ExactKernelRidgeClassifier(random_state=0),
    ExactSVC(random_state=0),
    FeatureRidgeClassifier(random_state=0),
    FeatureSVC(random_state=0),
    KitchenSinkClassifier(random_state=0),
    SupervisedFourierClassifier(n_freqs=3, random_state=0),
)


def name_of(model):
    return type(model).__name__


def predicted(model):
    """At X; of the transformer that learns with the answers by the predictor it learned beside."""
    if hasattr(model, "predict"):
        return model.predict(X)
    waves = X @ model.frequencies_.T
    return np.hstack([np.cos(waves), np.sin(waves)]) @ model.coef_[0] + model.intercept_[0]


@pytest.mark.parametrize("kind", ["<U5", object])
@pytest.mark.parametrize("model", REGRESSORS, ids=name_of)
def test_text_cannot_be_regressed_on(model, kind):
    with pytest.raises(ValueError, match=r"^y must hold numbers, to be predicted as such, got 'red'\.$"):
        model.fit(X, np.array(["1.5", *["red"] * 11], dtype=kind))


@pytest.mark.parametrize("model", REGRESSORS, ids=name_of)
def test_a_constant_target_is_predicted(model):
    model.fit(X, np.full(12, 3.0))
    np.testing.assert_allclose(predicted(model), 3.0, rtol=1e-6)


@pytest.mark.parametrize("model", CLASSIFIERS, ids=name_of)
def test_one_class_cannot_be_told_apart(model):
    with pytest.raises(ValueError, match=r"^y must hold at least 2 classes, got one class, red\.$"):
        model.fit(X, np.full(12, "red"))


@pytest.mark.parametrize("model", (*REGRESSORS, *CLASSIFIERS), ids=name_of)
def test_infinite_coordinates_are_refused(model):
    with pytest.raises(ValueError, match="X contains infinity"):
        model.fit(np.where(X == X[3], np.inf, X), np.arange(12) % 2)


@pytest.mark.parametrize("kind", (*estimators.TRANSFORMERS, *estimators.REGRESSORS, *estimators.CLASSIFIERS), ids=str)
def test_coordinates_whose_squares_are_no_numbers_are_refused_by_every_estimator(kind):
    with pytest.raises(Refusal, match=r"^X must hold numbers (from -1e\+150 to 1e\+150|of at least 0)"):
        kind().fit(np.where(np.arange(24).reshape(12, 2) == 5, -1e200, X), np.arange(12) % 2)


@pytest.mark.slow
@pytest.mark.parametrize("unit", [1e-60, 1e40])
@pytest.mark.parametrize("model", REGRESSORS, ids=name_of)
def test_the_unit_of_the_answers_is_all_that_it_changes(model, unit):
    """Where a penalty is in units of the answers, it is given in them."""
    y = np.sin(3 * X[:, 0]) + X[:, 1]
    given = {name: value * unit for name, value in model.get_params(deep=False).items() if name in ("epsilon", "mu")}
    if "C" in model.get_params() and not isinstance(model, CoreVectorRegressor):
        given["C"] = model.C * unit
    if isinstance(model, CoreVectorRegressor):
        given = {"C": model.C, "mu": model.mu}
    plain, other = clone(model).fit(X, y), clone(model).set_params(**given).fit(X, unit * y)
    np.testing.assert_allclose(predicted(other) / unit, predicted(plain), atol=0.01)  # solvers stop within this


def test_classes_of_several_kinds_are_refused():
    for model in CLASSIFIERS:
        with pytest.raises(ValueError, match="y must hold classes of one kind, got text and numbers"):
            model.fit(X, np.array(["a", 1] * 6, dtype=object))


@pytest.mark.parametrize(
    "fit",
    [
        lambda Z: CoreVectorClassifier(RandomBinningFeatures(random_state=0), random_state=0).fit(X, np.arange(12) % 2),
        lambda Z: CompressedRegression(RandomBinningFeatures(random_state=0), random_state=0).fit(X, X[:, 0]),
        lambda Z: penalty_path(Z, X[:, 0], [0.1, 1.0]),
    ],
    ids=["core vectors", "compressed", "penalties"],
)
def test_sparse_features_are_refused_where_dense_ones_are_needed(fit):
    with pytest.raises(ValueError, match=r"must be dense here, got sparse|must be an array of numbers, got a sparse"):
        fit(RandomBinningFeatures(random_state=0).fit_transform(X))
