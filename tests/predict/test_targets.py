"""What every predictor says to answers that it cannot learn from: each sentence names y and what stands in it."""

import numpy as np
import pytest
from sklearn.base import clone

from rffviz.adaptive import SupervisedFourierClassifier, SupervisedFourierFeatures, SupervisedFourierRegressor
from rffviz.predict import (
    CompressedRegression,
    CoreVectorClassifier,
    CoreVectorRegressor,
    ExactKernelRidge,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    KitchenSinkClassifier,
    KitchenSinkRegressor,
)

X = np.random.default_rng(0).standard_normal((12, 2))
REGRESSORS = (
    CompressedRegression(),
    CoreVectorRegressor(),
    ExactKernelRidge(),
    ExactSVR(),
    FeatureRidge(),
    KitchenSinkRegressor(),
    SupervisedFourierFeatures(n_freqs=3, loss="squared"),
    SupervisedFourierRegressor(n_freqs=3),
)
CLASSIFIERS = (
    CoreVectorClassifier(),
    ExactSVC(),
    FeatureRidgeClassifier(),
    FeatureSVC(),
    KitchenSinkClassifier(),
    SupervisedFourierClassifier(n_freqs=3),
)


def name_of(model):
    return type(model).__name__


@pytest.mark.parametrize("kind", ["<U5", object])
@pytest.mark.parametrize("model", REGRESSORS, ids=name_of)
def test_text_cannot_be_regressed_on(model, kind):
    with pytest.raises(ValueError, match=r"^y must hold numbers, to be predicted as such, got 'red'\.$"):
        model.fit(X, np.array(["1.5", *["red"] * 11], dtype=kind))


@pytest.mark.parametrize("model", REGRESSORS, ids=name_of)
def test_a_constant_target_is_predicted(model):
    model.fit(X, np.full(12, 3.0))
    if hasattr(model, "predict"):
        np.testing.assert_allclose(model.predict(X), 3.0, rtol=1e-6)


@pytest.mark.parametrize("model", CLASSIFIERS, ids=name_of)
def test_one_class_cannot_be_told_apart(model):
    with pytest.raises(ValueError, match=r"^y must hold at least 2 classes, got one class, red\.$"):
        model.fit(X, np.full(12, "red"))


@pytest.mark.parametrize("model", (*REGRESSORS, *CLASSIFIERS), ids=name_of)
def test_infinite_coordinates_are_refused(model):
    with pytest.raises(ValueError, match="X contains infinity"):
        model.fit(np.where(X == X[3], np.inf, X), np.arange(12) % 2)


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
    if hasattr(model, "predict"):
        np.testing.assert_allclose(other.predict(X) / unit, plain.predict(X), atol=0.01)  # solvers stop within this
