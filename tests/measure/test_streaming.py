"""The streamed error against the dense one, and its memory."""

import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.datasets import load_digits
from sklearn.kernel_approximation import Nystroem
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures, Whitening
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.measure import largest_error, relative_error, relative_errors, streaming
from rffviz.measure.errors import relative_frobenius


def cloud(n=70, d=4, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d))


def dense(features, X, kernel):
    Z = features.transform(X).astype(np.float64)
    return relative_frobenius(Z @ Z.T, kernel(X))


class Shifted:
    """Fit and transform, and no class of scikit-learn's."""

    def fit(self, X, y=None):
        self.least_ = np.min(X, axis=0)
        return self

    def transform(self, X):
        return X - self.least_


@pytest.fixture(params=[1, 7, 32, 70, 2048])
def block(request, monkeypatch):
    monkeypatch.setattr(streaming, "_BLOCK", request.param)
    return request.param


@pytest.mark.slow
@pytest.mark.parametrize("map_", ["paired", "offset"])
def test_streamed_error_is_the_dense_one_at_any_block_size(map_, block):
    X = cloud()
    features = RandomFourierFeatures(Gaussian(1.5), n_freqs=30, map=map_, random_state=0).fit(X)
    assert relative_error(features, X, Gaussian(1.5)) == pytest.approx(dense(features, X, Gaussian(1.5)), rel=1e-5)


def test_several_maps_have_the_errors_of_each(monkeypatch):
    monkeypatch.setattr(streaming, "_BLOCK", 32)
    X, kernel = cloud(), Gaussian(1.5)
    maps = [
        RandomFourierFeatures(kernel, n, map=map_, random_state=0).fit(X) for n, map_ in ((30, "paired"), (7, "offset"))
    ]
    maps.append(RandomFourierFeatures(kernel, 12, random_state=0))  # not fitted
    np.testing.assert_array_equal(relative_errors(maps, X, kernel), [relative_error(each, X, kernel) for each in maps])
    assert len(set(relative_errors(maps, X, kernel))) == 3


@pytest.mark.parametrize("family", list(KERNELS.values()), ids=list(KERNELS))
def test_streamed_error_is_the_dense_one_with_every_kernel(family, monkeypatch):
    monkeypatch.setattr(streaming, "_BLOCK", 32)
    X, kernel = cloud(), family(2.0)
    features = RandomFourierFeatures(kernel, n_freqs=30, random_state=0).fit(X)
    assert relative_error(features, X, kernel) == pytest.approx(dense(features, X, kernel), rel=1e-5)
    Z = features.transform(X).astype(np.float64)
    assert largest_error(features, X, kernel) == pytest.approx(np.abs(Z @ Z.T - kernel(X)).max(), rel=1e-4)


def test_real_data():
    X = load_digits().data[:600] / 16
    features = RandomFourierFeatures(Gaussian(2.0), n_freqs=50, random_state=0).fit(X)
    assert relative_error(features, X, Gaussian(2.0)) == pytest.approx(dense(features, X, Gaussian(2.0)), rel=1e-5)


def test_every_pair_counts_once_and_the_diagonal_once(monkeypatch):
    """Features that are all 0 leave K itself: the error is 1, which a block counted wrongly would not show, so the
    kernel's own mass is checked block by block against a K̂ that is wrong in one block only."""
    monkeypatch.setattr(streaming, "_BLOCK", 5)

    class Marked:
        """z(x)·z(y) = 1 on the chosen rows and 0 elsewhere."""

        n_features_in_ = 1

        def __init__(self, rows):
            self.rows = rows

        def transform(self, X):
            return np.isin(X[:, 0], self.rows).astype(np.float32)[:, None]

    X, kernel = np.arange(13.0)[:, None], Gaussian(3.0)
    for rows in ([0.0], [12.0], [2.0, 11.0], [6.0, 7.0, 12.0]):
        z = Marked(rows).transform(X).astype(float)
        assert relative_error(Marked(rows), X, kernel) == pytest.approx(
            relative_frobenius(z @ z.T, kernel(X)), rel=1e-12
        )


@pytest.mark.slow
def test_features_beyond_the_budget_are_made_again_for_each_block(block, monkeypatch):
    monkeypatch.setattr(streaming, "_FEATURE_BUDGET", 100)
    X = cloud()
    features = RandomFourierFeatures(n_freqs=30, random_state=0).fit(X)
    assert relative_error(features, X, Gaussian()) == pytest.approx(dense(features, X, Gaussian()), rel=1e-5)


def test_features_are_fitted_only_where_they_are_not():
    X = cloud()
    features = RandomFourierFeatures(n_freqs=30, random_state=3)
    assert not hasattr(features, "frequencies_")
    unfitted = relative_error(features, X, Gaussian())
    assert unfitted == relative_error(RandomFourierFeatures(n_freqs=30, random_state=3).fit(X), X, Gaussian())
    elsewhere = Whitening().fit(cloud(seed=1) * 3)
    mean = elsewhere.mean_.copy()
    relative_error(elsewhere, X, Gaussian())
    np.testing.assert_array_equal(elsewhere.mean_, mean)


class Centred(TransformerMixin, BaseEstimator):
    """One's own transformer, which stores what it needs alone."""

    def fit(self, X, y=None):
        self.mean_ = np.mean(X, axis=0)
        return self

    def transform(self, X):
        return X - self.mean_


class Halved:
    """No estimator, and nothing to fit."""

    def transform(self, X):
        return X / 2


def test_one_s_own_transformer_is_measured_as_it_is():
    X = cloud()
    own = Centred().fit(X + 100)
    mean = own.mean_.copy()
    far = X - mean
    assert relative_error(own, X, Gaussian()) == pytest.approx(relative_frobenius(far @ far.T, Gaussian()(X)), rel=1e-6)
    np.testing.assert_array_equal(own.mean_, mean)
    halved = relative_error(Halved(), X, Gaussian())
    assert halved == pytest.approx(relative_frobenius(X @ X.T / 4, Gaussian()(X)), rel=1e-6)


def test_sparse_features_are_measured(block):
    X = cloud()
    features = RandomBinningFeatures(Laplacian(), 20, random_state=0).fit(X)
    Z = features.transform(X).toarray()
    assert relative_error(features, X, Laplacian()) == pytest.approx(relative_frobenius(Z @ Z.T, Laplacian()(X)))
    assert largest_error(features, X, Laplacian()) == pytest.approx(np.abs(Z @ Z.T - Laplacian()(X)).max())


def test_a_class_in_place_of_a_kernel_is_refused():
    with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz\.kernels, got .*; say Gaussian\(\)\."):
        relative_error(RandomFourierFeatures(random_state=0), cloud(), Gaussian)
    with pytest.raises(ValueError, match=r"^features must be a transformer x → z\(x\), got <class"):
        relative_error(RandomFourierFeatures, cloud(), Gaussian())


@pytest.mark.parametrize(
    "features",
    [
        Nystroem(n_components=20, random_state=0),
        make_pipeline(StandardScaler(), RandomFourierFeatures(n_freqs=9, random_state=0)),
        make_pipeline(RandomFourierFeatures(n_freqs=9, random_state=0), Normalizer()),
        Shifted(),
    ],
    ids=["Nystroem", "pipeline", "pipeline that ends with nothing to fit", "of no class of scikit-learn's"],
)
def test_any_transformer_can_be_measured(features, monkeypatch):
    monkeypatch.setattr(streaming, "_BLOCK", 32)
    X = cloud()
    streamed = relative_error(features, X, Gaussian(0.7))
    assert streamed == pytest.approx(dense(features, X, Gaussian(0.7)), rel=1e-5)


def test_more_frequencies_make_less_error():
    X = cloud(300)
    errors = [relative_error(RandomFourierFeatures(n_freqs=m, random_state=0), X, Gaussian()) for m in (10, 100, 1000)]
    assert errors[0] > 2 * errors[1] > 4 * errors[2]


def test_points_are_checked():
    with pytest.raises(ValueError, match=r"^X must be finite, got nan"):
        relative_error(RandomFourierFeatures(random_state=0), np.full((3, 2), np.nan), Gaussian())


@pytest.mark.release
def test_memory_does_not_grow_with_the_square_of_the_number_of_points():
    """12,000 points: the two kernel matrices would take 1.7 GB, the library itself 0.3 GB."""
    pytest.importorskip("resource")
    code = """
import os, resource
import numpy as np
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.measure import relative_error
X = np.random.default_rng(0).standard_normal((12_000, 5))
error = relative_error(RandomFourierFeatures(Gaussian(2.0), n_freqs=50), X, Gaussian(2.0))
if os.path.exists("/proc/self/status"):  # on Linux what getrusage says holds the memory of the process that started it
    with open("/proc/self/status") as status:
        (peak,) = (1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(error, peak / 2**30)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    error, gigabytes = map(float, run.stdout.split())
    assert 0.1 < error < 0.6
    assert gigabytes < 0.6
