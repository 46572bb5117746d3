"""Sparse points give what dense ones give, in memory that has no place for their dense form."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import OneHotEncoder

from rffviz.features import (
    ArcCosineFeatures,
    LowPrecisionFeatures,
    NystromFeatures,
    RandomBinningFeatures,
    RandomFourierFeatures,
    SphericalFeatures,
    fourier_and_binning,
    offset_map,
    paired_map,
)
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import (
    ExactKernelRidge,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    KitchenSinkClassifier,
    KitchenSinkRegressor,
)

WIDE = Gaussian(20.0)
MAPS = [
    *(
        RandomFourierFeatures(WIDE, 3, map=name, dtype=dtype, random_state=0)
        for name in ("paired", "offset", "positive", "optimal_positive")
        for dtype in ("float32", "float64")
    ),
    RandomFourierFeatures(Gaussian([3.0, 2.0, 1.0, 4.0, 5.0, 2.0]), 3, random_state=0),
    RandomFourierFeatures(WIDE, 8, "orthogonal", random_state=0),
    RandomFourierFeatures(WIDE, 8, "fastfood", random_state=0),
    ArcCosineFeatures(1, 3, random_state=0),
    SphericalFeatures(n_freqs=3, random_state=0),
    LowPrecisionFeatures(WIDE, 3, 2, random_state=0),
    RandomBinningFeatures(Laplacian(20.0), 3, random_state=0),
    fourier_and_binning(Laplacian(20.0), 3, 3, random_state=0),
    NystromFeatures(WIDE, 4, random_state=0),
    NystromFeatures(WIDE, 4, "kmeans", random_state=0),
]
MODELS = [
    FeatureRidge(RandomFourierFeatures(WIDE, 3, random_state=0)),
    FeatureRidge(RandomFourierFeatures(WIDE, 100, random_state=0)),
    FeatureRidge(RandomBinningFeatures(Laplacian(20.0), 3, random_state=0)),
    FeatureRidgeClassifier(NystromFeatures(WIDE, 4, random_state=0)),
    FeatureSVC(RandomFourierFeatures(WIDE, 3, random_state=0), random_state=0),
    KitchenSinkRegressor(WIDE, 3, random_state=0),
    KitchenSinkClassifier(WIDE, 3, random_state=0),
]


def some_points(n=40, d=6, density=0.3, far=1.0):
    X = sparse.random_array((n, d), density=density, rng=np.random.default_rng(0), format="csr")
    X.data = far * np.random.default_rng(1).standard_normal(len(X.data))
    return X


def as_dense(Z):
    return Z.toarray() if sparse.issparse(Z) else Z


@pytest.mark.parametrize("made", MAPS, ids=repr)
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix, sparse.coo_array])
def test_features_are_those_of_the_dense_points(made, kind):
    X = some_points()
    Z, expected = made.fit_transform(kind(X)), made.fit_transform(X.toarray())
    assert Z.dtype == expected.dtype and sparse.issparse(Z) == sparse.issparse(expected)
    np.testing.assert_allclose(as_dense(Z), as_dense(expected), atol=2e-6)
    np.testing.assert_allclose(as_dense(made.transform(kind(X))), as_dense(expected), atol=2e-6)


@pytest.mark.parametrize("made", MODELS, ids=repr)
def test_models_are_those_of_the_dense_points(made):
    X = some_points()
    y = (np.arange(40) % 3 if "Class" in repr(made) or "SVC" in repr(made) else X.sum(axis=1)).astype(float)
    predicted = made.fit(X, y).predict(X)
    np.testing.assert_allclose(predicted, made.fit(X.toarray(), y).predict(X.toarray()), atol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [
        *(
            RandomFourierFeatures(WIDE, 3, map=name, random_state=0)
            for name in ("paired", "offset", "optimal_positive")
        ),
        ArcCosineFeatures(1, 3, random_state=0),
        SphericalFeatures(n_freqs=3, random_state=0),
        RandomBinningFeatures(Laplacian(20.0), 3, random_state=0),
        *MODELS[:1],
        *MODELS[4:6],
    ],
    ids=repr,
)
def test_points_whose_dense_form_would_not_fit(made):
    X = some_points(100_000, 100_000, 1e-5)  # 80 GB
    fitted = made.fit(X, np.arange(100_000) % 2)
    assert (fitted.transform if hasattr(made, "transform") else fitted.predict)(X).shape[0] == 100_000


@pytest.mark.release
@pytest.mark.parametrize(
    "made",
    [
        NystromFeatures(WIDE, 4, random_state=0),
        NystromFeatures(WIDE, 4, "kmeans", random_state=0),
        LowPrecisionFeatures(WIDE, 3, 2, random_state=0),
    ],
    ids=repr,
)
def test_blocks_alone_are_dense(made, monkeypatch):
    monkeypatch.setattr("rffviz.features.nystrom._BLOCK_VALUES", 2**16)
    X = some_points(400, 4000, 1e-3)
    made.fit(X)
    tracemalloc.start()
    try:
        made.transform(X)
        assert tracemalloc.get_traced_memory()[1] < 4e6  # dense they are 13 MB
    finally:
        tracemalloc.stop()


def test_categories_one_hot():
    words = np.array([["a", "x"], ["b", "y"], ["a", "y"], ["c", "x"]])
    X = OneHotEncoder().fit_transform(words)
    K = Gaussian(1.0)(X.toarray())
    Z = RandomFourierFeatures(Gaussian(1.0), 20_000, random_state=0).fit_transform(X)
    np.testing.assert_allclose(Z @ Z.T, K, atol=5 / np.sqrt(20_000))


def test_maps_of_given_frequencies_take_them_too():
    X, W = some_points(), np.random.default_rng(2).standard_normal((3, 6))
    np.testing.assert_allclose(paired_map(X, W), paired_map(X.toarray(), W), atol=2e-6)
    np.testing.assert_allclose(offset_map(X, W, np.ones(3)), offset_map(X.toarray(), W, np.ones(3)), atol=2e-6)
    X.data[0] = np.inf
    with pytest.raises(Refusal, match="X must hold finite numbers"):
        paired_map(X, W)


def test_entries_that_are_stored_twice_are_summed_and_stay():
    X = sparse.csr_array((np.array([1.0, 2.0]), np.array([1, 1]), np.array([0, 2, 2])), shape=(2, 3))
    for made in (MAPS[0], MAPS[4], RandomBinningFeatures(random_state=0)):
        expected = made.fit_transform(np.array([[0.0, 3.0, 0.0], [0.0, 0.0, 0.0]]))
        np.testing.assert_allclose(as_dense(made.fit_transform(X)), as_dense(expected), atol=1e-6)
    assert len(X.data) == 2


def test_far_points_are_refused_where_centring_would_fill_them():
    X = some_points(far=1e13)
    with pytest.raises(Refusal, match="centre X, or choose a larger length_scale"):
        RandomFourierFeatures(Gaussian(0.1), 8, random_state=0).fit(X).transform(X)
    with pytest.raises(Refusal, match="X must lie within 2\\^52 pitches of 0"):
        RandomBinningFeatures(Laplacian(1e-9), 8, random_state=0).fit(X)


def test_what_needs_dense_points_says_so():
    with pytest.raises(TypeError, match="Sparse data was passed for X, but dense data is required"):
        ExactKernelRidge().fit(some_points(), np.arange(40))
    with pytest.raises(Refusal, match="X must be an array of numbers, got a sparse one of shape"):
        RandomFourierFeatures(WIDE, 8, "leverage", random_state=0).fit(some_points())
