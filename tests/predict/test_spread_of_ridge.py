"""The band and the probabilities of ridge on features: closed forms, the page's band, calibration."""

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import FeatureRidge, FeatureRidgeClassifier
from rffviz.studies.line import ridge_path

RIDGE = 1e-2


def scene(n=60):
    rng = np.random.default_rng(0)
    X = rng.uniform(-3, 3, (n, 1))
    return X, np.sin(2 * X[:, 0]) + 0.3 * rng.standard_normal(n), np.linspace(-5, 5, 21)[:, None]


def features(m):
    return RandomFourierFeatures(Gaussian(1.0), m, random_state=0, dtype="float64")


@pytest.mark.parametrize("m", [5, 30, 200])  # fewer features than points, as many, more
@pytest.mark.parametrize("as_sums", [False, True])
def test_the_band_is_the_closed_form_and_that_of_the_page(m, as_sums):
    X, y, new = scene()
    model = FeatureRidge(features(m), RIDGE)
    mean, std = (model.partial_fit(X, y) if as_sums else model.fit(X, y)).predict(new, return_std=True)
    Z, A, c = model.features_.transform(X), model.features_.transform(new), 60 * RIDGE
    marginal = np.linalg.inv(Z @ Z.T + c * np.eye(60))
    scale = (y - y.mean()) @ marginal @ (y - y.mean()) / 60  # s² of maximum likelihood
    assert model.noise_variance_ == pytest.approx(c * scale, rel=1e-6)
    expected = scale * np.diag(A @ A.T - A @ Z.T @ marginal @ Z @ A.T)
    np.testing.assert_allclose(std, np.sqrt(expected), rtol=1e-5)
    np.testing.assert_array_equal(mean, model.predict(new))
    path = ridge_path(Gaussian(1.0), X, y, new, [m], ridge=RIDGE)
    np.testing.assert_allclose(std, path.deviations[0] * np.sqrt(scale / path.exact.signal_variance), rtol=1e-5)


@pytest.mark.parametrize("m", [5, 18, 200])  # 18: as many features as rows of weight above 0
def test_the_band_of_weighted_rows_and_of_several_columns(m):
    X, y, new = scene()
    times = np.random.default_rng(1).integers(0, 3, 60)
    assert np.count_nonzero(times) == 36
    several = np.stack([y, 5 * y, X[:, 0]], axis=1)
    repeated = FeatureRidge(features(m), RIDGE).fit(np.repeat(X, times, axis=0), np.repeat(several, times, axis=0))
    mean, std = FeatureRidge(features(m), RIDGE).fit(X, several, times).predict(new, return_std=True)
    np.testing.assert_allclose(std, repeated.predict(new, return_std=True)[1], rtol=1e-5)
    assert mean.shape == std.shape == (21, 3) and repeated.noise_variance_.shape == (3,)
    np.testing.assert_allclose(std[:, 1], 5 * std[:, 0], rtol=1e-9)


def test_where_there_is_no_band():
    X, y, new = scene()
    with pytest.raises(Refusal, match="ridge must be a finite number above 0"):
        FeatureRidge(features(5), 0.0).fit(X, y).predict(new, return_std=True)
    with pytest.raises(Refusal, match="features must be dense for a standard deviation, got sparse ones"):
        FeatureRidge(RandomBinningFeatures(random_state=0)).fit(X, y).predict(new, return_std=True)
    with pytest.raises(Refusal, match="return_std must be True or False, got 1"):
        FeatureRidge(features(5)).fit(X, y).predict(new, return_std=1)


def test_probabilities_are_the_values_cut_and_scaled():
    X, y, new = scene()
    two = FeatureRidgeClassifier(features(5), RIDGE).fit(X, y > 0)
    expected = np.clip((1 + two.decision_function(new)) / 2, 0, 1)
    np.testing.assert_allclose(two.predict_proba(new), np.stack([1 - expected, expected], axis=1), atol=1e-12)
    binned = FeatureRidgeClassifier(RandomBinningFeatures(random_state=0)).fit(X, np.digitize(y, [-0.5, 0.5]))
    cut = np.maximum((1 + binned.decision_function(X)) / 2, 0)
    np.testing.assert_allclose(binned.predict_proba(X), cut / cut.sum(axis=1, keepdims=True), atol=1e-12)


def test_probabilities_are_calibrated_and_follow_the_prediction():
    rng = np.random.default_rng(2)
    X = rng.uniform(-3, 3, (8000, 1))
    truth = 1 / (1 + np.exp(-2 * np.sin(X[:, 0])))
    y = rng.random(8000) < truth
    model = FeatureRidgeClassifier(features(20), 1e-4).fit(X[:4000], y[:4000])
    found = model.predict_proba(X[4000:])[:, 1]
    assert np.abs(found - truth[4000:]).mean() < 0.02
    share, said = calibration_curve(y[4000:], found, n_bins=5)
    assert np.abs(share - said).max() < 0.05
    three = np.digitize(X[:, 0] + rng.standard_normal(8000), [-1, 1])
    model.fit(X[:4000], three[:4000])
    found = model.predict_proba(X[4000:])
    np.testing.assert_allclose(found.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[found.argmax(axis=1)], model.predict(X[4000:]))


def test_targets_that_are_fitted_exactly_have_probabilities():
    X = np.repeat([[0.0], [1.0]], 50, axis=0)
    for y in (X[:, 0] > 0, np.zeros(100)):
        model = FeatureRidgeClassifier(features(30), 1e-12).partial_fit(X, y, classes=[0, 1])
        np.testing.assert_allclose(model.predict_proba(X)[np.arange(100), y.astype(int)], 1, atol=1e-6)
