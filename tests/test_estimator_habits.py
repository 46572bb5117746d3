"""What users of scikit-learn try first: several columns of y, nested parameters, masked arrays, rules by name."""

import inspect
import warnings

import numpy as np
import pandas
import pytest
from sklearn.base import BaseEstimator
from sklearn.pipeline import make_pipeline

from rffviz import adaptive, features, predict
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Gaussian
from rffviz.measure import bootstrap_error, relative_error
from rffviz.predict import CompressedRegression, ExactKernelRidge, ExactSVR, FeatureRidge, FeatureSVC, exact_posterior

ESTIMATORS = sorted(
    {
        each
        for part in (adaptive, features, predict)
        for each in vars(part).values()
        if inspect.isclass(each) and issubclass(each, BaseEstimator)
    },
    key=lambda each: each.__name__,
)
X = np.random.default_rng(0).uniform(0.1, 1.0, (12, 2))


def test_exact_ridge_of_several_columns_is_one_for_each():
    Y = np.stack([X[:, 0], X[:, 1] ** 2], axis=1)
    model = ExactKernelRidge(Gaussian(0.5)).fit(X, Y)
    for k in range(2):
        np.testing.assert_allclose(model.predict(X)[:, k], ExactKernelRidge(Gaussian(0.5)).fit(X, Y[:, k]).predict(X))
    assert model.target_mean_.shape == (2,) and model.score(X, Y) > 0.9


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_several_columns_of_y_work_or_are_refused_with_what_to_do(estimator):
    Y = np.stack([np.arange(12) % 2, np.arange(12) % 3], axis=1)
    takes_no_y = "transform" in dir(estimator) and not estimator().__sklearn_tags__().target_tags.required
    if takes_no_y or estimator().__sklearn_tags__().target_tags.multi_output:
        estimator().fit(X, Y)
    else:
        with pytest.raises(Refusal, match=r"y must be one column for \w+, got 2: fit a model for each, as Multi"):
            estimator().fit(X, Y)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_masked_entries_are_refused(estimator):
    hidden = np.ma.masked_array(X, mask=X > 0.5)
    with pytest.raises(Refusal, match=r"X must be an array without masked entries, got \d+ of them"):
        estimator().fit(hidden, np.arange(12) % 2)
    if hasattr(estimator, "predict"):
        with pytest.raises(Refusal, match="y must be an array without masked entries, got 6 of them"):
            estimator().fit(X, np.ma.masked_equal(np.arange(12) % 2, 1))


def test_masked_entries_are_refused_by_functions():
    hidden = np.ma.masked_array(X, mask=X > 0.5)
    with pytest.raises(Refusal, match="X must be an array without masked entries"):
        Gaussian()(hidden)
    with pytest.raises(Refusal, match="x_train must be an array without masked entries"):
        exact_posterior(Gaussian(), hidden[:, 0], X[:, 1], X[:, 0])
    with pytest.raises(Refusal, match="y_train must be an array without masked entries"):
        exact_posterior(Gaussian(), X[:, 0], hidden[:, 0], X[:, 0])
    nothing = np.ma.masked_array(X)
    np.testing.assert_array_equal(RandomFourierFeatures(random_state=0).fit_transform(nothing).shape, (12, 200))


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_parameters_of_what_is_none_are_refused_with_what_to_say(estimator):
    model = estimator()
    for outer, inner, say in (("kernel", "length_scale", r"\w+\(\)"), ("features", "n_freqs", "RandomFourierFeatures")):
        if outer in model.get_params(deep=False) and getattr(model, outer) is None:
            with pytest.raises(
                Refusal, match=f"{outer} must be given for its {inner} to be set, got None; say {outer}={say}"
            ):
                model.set_params(**{f"{outer}__{inner}": 2.0})


def test_nested_parameters_of_what_is_given():
    model = make_pipeline(RandomFourierFeatures(), ExactSVR())
    with pytest.raises(Refusal, match=r"kernel must be given .* say kernel=Gaussian\(\)"):
        model.set_params(randomfourierfeatures__kernel__length_scale=2.0)
    model.set_params(exactsvr__kernel=Gaussian(), exactsvr__kernel__length_scale=2.0)
    assert model[1].kernel == Gaussian(2.0)
    for each in (FeatureRidge(), FeatureSVC(), CompressedRegression()):
        each.set_params(features=RandomFourierFeatures(Gaussian()), features__kernel__length_scale=3.0)
        assert each.features.kernel == Gaussian(3.0)
    with pytest.raises(Refusal, match="kernel must be given for its length_scale to be set, got 'rbf'"):
        RandomFourierFeatures("rbf").set_params(kernel__length_scale=1.0)
    with pytest.raises(ValueError, match="Invalid parameter 'nothing' for estimator"):
        FeatureRidge().set_params(nothing=1)


@pytest.mark.parametrize("kernel", [each for each in KERNELS.values() if each.name != "formula"])
def test_the_median_is_a_function(kernel):
    with pytest.raises(
        Refusal, match=r"got 'median': say length_scale=rffviz\.kernels\.median_length_scale\(Gaussian, X"
    ):
        kernel(length_scale="median")


def test_a_frame_is_measured_with_the_names_it_was_fitted_with():
    """The result equals that of the array, also with pandas output; columns in another order are refused."""
    X = np.random.default_rng(0).standard_normal((40, 3))
    frame, (kernel, n_freqs) = pandas.DataFrame(X, columns=list("abc")), (Gaussian(1.5), 20)
    plain, named = (RandomFourierFeatures(kernel, n_freqs, random_state=0).fit(each) for each in (X, frame))
    framed = RandomFourierFeatures(kernel, n_freqs, random_state=0).set_output(transform="pandas").fit(frame)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for each, given in ((named, frame), (framed, frame), (plain, frame)):
            assert relative_error(each, given, kernel) == relative_error(plain, X, kernel)
            for most in (40, 30):
                given_error, error = (bootstrap_error(*of, max_points=most) for of in ((each, given), (plain, X)))
                assert given_error.value == error.value
    for measured in (lambda at: relative_error(named, at, kernel), lambda at: bootstrap_error(named, at)):
        with pytest.raises(ValueError, match="same order"):
            measured(frame[["b", "a", "c"]])
