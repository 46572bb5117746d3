"""`sample_weight` against rows repeated as often; elsewhere a sentence."""

import inspect

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.validation import has_fit_parameter

from rffviz import adaptive, features, predict
from rffviz.features import NystromFeatures, RandomBinningFeatures, RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import (
    ExactKernelRidge,
    ExactKernelRidgeClassifier,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    KitchenSinkRegressor,
)

FEW = RandomFourierFeatures(Gaussian(2.0), 6, random_state=0)
MANY = RandomFourierFeatures(Gaussian(2.0), 100, random_state=0, dtype="float64")
WEIGHTED = [
    FeatureRidge(FEW),
    FeatureRidge(FEW, 0.0),
    FeatureRidge(MANY),
    FeatureRidge(RandomBinningFeatures(Laplacian(2.0), 5, random_state=0)),
    FeatureRidge(NystromFeatures(Gaussian(2.0), landmarks=np.eye(2))),
    FeatureRidgeClassifier(FEW),
    FeatureRidgeClassifier(MANY),
    FeatureSVC(FEW, random_state=0),
    ExactKernelRidge(Gaussian(2.0)),
    ExactKernelRidgeClassifier(Gaussian(2.0)),
    ExactSVC(Gaussian(2.0)),
    ExactSVR(Gaussian(2.0), epsilon=0.2),
]


def scene(model, classes=3):
    rng = np.random.default_rng(0)
    X, times = rng.standard_normal((40, 2)), rng.integers(0, 4, 40)
    y = X[:, 0] ** 2 + X[:, 1] + 0.3 * rng.standard_normal(40)
    if hasattr(model, "decision_function"):
        y = np.digitize(y, [0.5, 1.5][: classes - 1])
    return X, y, times


def values(model, X):
    return model.decision_function(X) if hasattr(model, "decision_function") else model.predict(X)


@pytest.mark.parametrize("model", WEIGHTED, ids=repr)
@pytest.mark.parametrize("classes", [2, 3])
def test_a_weight_counts_a_row_so_many_times(model, classes):
    X, y, times = scene(model, classes)
    new = np.random.default_rng(1).standard_normal((20, 2))
    expected = values(model.fit(np.repeat(X, times, axis=0), np.repeat(y, times)), new)
    machine = "SV" in type(model).__name__  # those stop at a tolerance
    found = values(model.fit(X, y, sample_weight=times), new)
    np.testing.assert_allclose(found, expected, atol=5e-3 if machine else 2e-5)
    if not machine:
        plain = values(model.fit(X, y), new)
        assert np.abs(plain - expected).max() > 1e-2
    np.testing.assert_allclose(values(model.fit(X, y, np.ones(40)), new), values(model.fit(X, y), new), atol=5e-3)


def test_weights_in_chunks_and_merged():
    X, y, times = scene(FeatureRidge())
    whole = FeatureRidge(FEW).fit(X, y, times)
    parts = [FeatureRidge(FEW).partial_fit(X[rows], y[rows], times[rows]) for rows in (slice(0, 15), slice(15, 40))]
    np.testing.assert_allclose(parts[0].merge(parts[1]).coef_, whole.coef_, rtol=1e-6)
    kinds = (y > 1).astype(int)
    classes = FeatureRidgeClassifier(FEW).partial_fit(X, kinds, sample_weight=times)
    np.testing.assert_allclose(classes.coef_, FeatureRidgeClassifier(FEW).fit(X, kinds, times).coef_, rtol=1e-6)


@pytest.mark.parametrize("model", WEIGHTED, ids=repr)
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, 2.0], "sample_weight must hold one number for each of the 40 points, got 2"),
        (np.ones((40, 2)), r"sample_weight must have shape \(40,\), got \(40, 2\)"),
        (-np.ones(40), "sample_weight must hold numbers of at least 0"),
        (np.zeros(40), "sample_weight must hold numbers of at least 0, not all zero"),
        (np.full(40, np.nan), "sample_weight must be finite"),
    ],
)
def test_weights_that_are_refused(model, weights, message):
    X, y, _ = scene(model)
    with pytest.raises(Refusal, match=message):
        model.fit(X, y, sample_weight=weights)


def test_a_class_without_weight_is_none_for_the_machines():
    X, y, _ = scene(ExactSVC())
    for model in (ExactSVC(Gaussian(2.0)), FeatureSVC(FEW)):
        fitted = model.fit(X, y, (y != 1).astype(float))
        assert list(fitted.classes_) == [0, 2] and fitted.decision_function(X).shape == (40,)
        with pytest.raises(Refusal, match="y must hold at least 2 classes"):
            model.fit(X, y, (y == 1).astype(float))


def test_other_estimators_say_which_take_weights():
    X, y, times = scene(KitchenSinkRegressor())
    with pytest.raises(TypeError, match="KitchenSinkRegressor takes no sample_weight: ridge on features or"):
        KitchenSinkRegressor().fit(X, y, sample_weight=times)
    for part in (adaptive, features, predict):
        for each in vars(part).values():
            estimator = inspect.isclass(each) and issubclass(each, BaseEstimator) and hasattr(each, "predict")
            if estimator and not has_fit_parameter(each, "sample_weight"):
                with pytest.raises(TypeError, match="takes no sample_weight"):
                    each().fit(X, y, sample_weight=times)
