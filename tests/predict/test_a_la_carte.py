"""À la Carte: the chain through Hadamard matrices by finite differences, its limits, and how few numbers it learns."""

import numpy as np
import pytest
from scipy.linalg import hadamard
from scipy.stats import multivariate_normal

from rffviz.features import paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.kernels.spectral_mixture import SpectralMixture
from rffviz.predict import AlaCarteRegressor, SparseSpectrumRegressor
from rffviz.predict.a_la_carte import _OfDiagonals, _OfMixture, angles_of
from rffviz.samplers import draw
from tests import contract


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    X = rng.uniform(-2, 2, (30, 3))
    return X, np.sin(2 * X[:, 0]) + 0.5 * X[:, 1] + 0.1 * rng.standard_normal(30)


def objectives(X, y):
    rng = np.random.default_rng(1)
    fast = draw("fastfood", Gaussian(0.9), 3, 6, rng).fast  # one block and a half, padded from 3 to 4
    yield _OfDiagonals(X, y, fast)
    yield _OfMixture(X, y, fast.dense(), rng.standard_normal((4, 3)))


@pytest.mark.parametrize("which", [0, 1], ids=["diagonals", "mixture"])
def test_likelihood_and_gradient_are_those_of_a_normal_vector(data, which):
    X, y = data
    objective = list(objectives(X, y))[which]
    x = objective.start(0.2)
    x += 0.1 * np.random.default_rng(0).standard_normal(len(x))
    W, weights, signal, noise = objective.parts(x)
    assert weights is None or weights.sum() == pytest.approx(1)  # components of two frequencies and of one
    Z = paired_map(X, W, weights, dtype=np.float64)
    value, slope = objective.compute(x)
    covariance = signal * Z @ Z.T + noise * np.eye(30)
    assert -value == pytest.approx(multivariate_normal(np.zeros(30), covariance).logpdf(y), rel=1e-9)
    h = 1e-5
    differences = [(objective.compute(x + s)[0] - objective.compute(x - s)[0]) / (2 * h) for s in h * np.eye(len(x))]
    np.testing.assert_allclose(slope, differences, rtol=1e-5, atol=1e-6)
    assert np.abs(slope).min() > 1e-3  # each of the numbers counts


def test_derivatives_by_the_diagonals_are_those_of_written_out_matrices():
    fast = draw("fastfood", Gaussian(), 5, 12, np.random.default_rng(2)).fast
    X, by_angles = np.random.default_rng(3).standard_normal((7, 5)), np.random.default_rng(4).standard_normal((7, 12))
    angles = angles_of(fast, X)
    np.testing.assert_allclose(angles.paired(), paired_map(X, fast.dense(), dtype=np.float64), rtol=0, atol=1e-12)
    by_scale, by_normal, by_signs = angles.derivatives(by_angles)
    H, padded = hadamard(8), np.vstack([by_angles.T @ X, np.zeros((4, 5))]).reshape(2, 8, 5)  # the derivative by V
    scale = np.append(fast.scale, np.zeros(4)).reshape(2, 8)
    for block in range(2):
        B, G = (np.diag(part) for part in fast.diagonals[block])
        P = np.eye(8)[fast.order[block]]
        S, L = np.diag(scale[block]), padded[block]
        np.testing.assert_allclose((S @ H @ G @ P @ H @ B)[:, :5][: 12 - 8 * block], fast.dense()[8 * block :][:8])
        for i in range(8):
            unit = np.zeros((8, 8))
            unit[i, i] = 1
            assert by_normal[block, i] == pytest.approx(np.sum(L * (S @ H @ unit @ P @ H @ B)[:, :5]))
            if i < 5:
                assert by_signs[block, i] == pytest.approx(np.sum(L * (S @ H @ G @ P @ H @ unit)[:, :5]))
            if 8 * block + i < 12:
                assert by_scale[8 * block + i] == pytest.approx(np.sum(L * (unit @ H @ G @ P @ H @ B)[:, :5]))


def test_without_iterations_it_is_the_sparse_spectrum_of_fastfood(data):
    start = AlaCarteRegressor(Gaussian(0.8), 12, n_iterations=0, random_state=4).fit(*data)
    rng = np.random.default_rng(4).spawn(2)[0]
    W = draw("fastfood", Gaussian(0.8), 3, 12, rng).W
    np.testing.assert_allclose(start.frequencies_, W, rtol=1e-12)
    np.testing.assert_array_equal(start.weights_, 1 / 12)

    def given(kernel, d, n_freqs, rng):
        return W

    same = SparseSpectrumRegressor(Gaussian(0.8), 12, n_iterations=0, sampler=given, random_state=0).fit(*data)
    for one, other in zip(start.predict(data[0], True), same.predict(data[0], True), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)
    one = AlaCarteRegressor(Gaussian(0.8), 12, "mixture", n_components=1, n_iterations=0, random_state=4).fit(*data)
    np.testing.assert_allclose(one.frequencies_, W, rtol=1e-12)  # one component around 0


def test_many_frequencies_of_a_mixture_are_a_spectral_mixture_kernel(data):
    X, y = data
    objective = _OfMixture(X, y, Gaussian().sample(30_000, 3, np.random.default_rng(0)), np.zeros((2, 3)))
    x = objective.start(0.1)
    x[:12] = 1.5, 0, -1, 0.3, 2, 0, *np.log([1, 0.5, 2, 0.2, 1, 1])
    x[12:14] = np.log([0.3, 0.9])
    W, weights, signal, _ = objective.parts(x)
    assert signal == pytest.approx(1.2) and weights.sum() == pytest.approx(1)
    means = np.reshape(x[:6], (2, 3)) * objective.unit
    kernel = SpectralMixture(1.0, [0.25, 0.75], means, np.exp(2 * x[6:12]).reshape(2, 3))
    Z = paired_map(X, W, weights, dtype=np.float64)
    np.testing.assert_allclose(Z @ Z.T, kernel(X), atol=0.03)


@pytest.mark.release
@pytest.mark.parametrize("form", ["diagonals", "mixture"])
def test_learning_raises_the_likelihood_and_finds_the_axis_that_matters(form):
    rng = np.random.default_rng(0)
    X, new = rng.uniform(-2, 2, (80, 4)), rng.uniform(-2, 2, (300, 4))
    y = np.sin(3 * X[:, 0]) + 0.1 * rng.standard_normal(80)
    start, end = (AlaCarteRegressor(Gaussian(1.0), 20, form, n_iterations=n, random_state=0).fit(X, y) for n in (0, 60))
    assert (np.diff(end.log_likelihoods_) >= 0).all() and len(end.log_likelihoods_) > 10
    assert end.log_likelihoods_[-1] > start.log_likelihoods_[-1] + 50
    assert end.log_likelihoods_[0] == start.log_likelihoods_[0]
    errors = [np.sqrt(np.mean((model.predict(new) - np.sin(3 * new[:, 0])) ** 2)) for model in (start, end)]
    assert errors[1] < 0.35 * errors[0]


def test_it_learns_fewer_numbers_than_all_frequencies(data):
    X = np.random.default_rng(0).standard_normal((40, 10))
    fit = {
        form: AlaCarteRegressor(n_freqs=32, form=form, n_components=3, n_iterations=1, random_state=0).fit(X, X[:, 0])
        for form in ("diagonals", "mixture")
    }
    assert fit["diagonals"].n_parameters_ == 32 + 2 * 16 + 2 * 10 + 10 + 2 < 32 * 10
    assert fit["mixture"].n_parameters_ == 3 * (2 * 10 + 1) + 1
    for which, objective in enumerate(objectives(*data)):
        form = ("diagonals", "mixture")[which]
        model = AlaCarteRegressor(n_freqs=6, form=form, n_components=4, n_iterations=0, random_state=0).fit(*data)
        assert model.n_parameters_ == len(objective.start(0.1))


@pytest.mark.slow
@contract.every(
    *(AlaCarteRegressor(n_freqs=20, form=form, n_iterations=15, random_state=0) for form in ("diagonals", "mixture"))
)
def test_it_is_an_estimator_of_scikit_learn(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"form": "gm"}, "form must be one of diagonals, mixture, got 'gm'"),
        (
            {"form": "mixture", "n_freqs": 3, "n_components": 4},
            "n_components must be a whole number from 1 to 3, got 4",
        ),
        ({"noise": 1}, "noise must be a number strictly between 0 and 1, got 1"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
        ({"kernel": Laplacian()}, "needs a kernel of the Euclidean distance alone; the Laplacian kernel depends on"),
    ],
)
def test_what_is_refused(data, given, said):
    with pytest.raises(Refusal, match=said):
        AlaCarteRegressor(**given).fit(*data)
