"""Penalties from one decomposition against refits: without each point, without each fold, at each penalty."""

import numpy as np
import pytest
from scipy import sparse

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import FeatureRidge, choose_scale_and_penalty, k_fold_errors, penalty_path

RIDGES = [1e-6, 1e-3, 0.1, 10.0]


@pytest.fixture(params=[(30, 8), (12, 20), (10, 10)], ids=["primal", "dual", "square"])
def problem(request):
    n, width = request.param
    rng = np.random.default_rng(n)
    return rng.standard_normal((n, width)), rng.standard_normal(n) + 7


def rmse(Z, y, ridges, *folds):
    """Over all points, each in the fold that is left out."""
    return np.sqrt(k_fold_errors(Z, y, ridges, *folds).sum(axis=0) / len(y))


def refit(Z, y, ridge):
    """Weights and mean straight from the definition."""
    mean = y.mean()
    return np.linalg.solve(Z.T @ Z + len(Z) * ridge * np.eye(Z.shape[1]), Z.T @ (y - mean)), mean


def test_leaving_one_out_is_a_refit_without_it(problem):
    Z, y = problem
    for ridge, left_out in zip(RIDGES, penalty_path(Z, y, RIDGES), strict=True):
        for i in range(len(Z)):
            others = np.arange(len(Z)) != i
            weights, mean = refit(Z[others], y[others], ridge)
            assert left_out[i] == pytest.approx(y[i] - mean - Z[i] @ weights, rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("kind", ["dense", "single", "sparse"])
@pytest.mark.parametrize("n_folds", [2, 5])
def test_folds_are_refits_without_them(problem, n_folds, kind):
    Z, y = problem
    if kind == "sparse":
        Z = np.where(np.abs(Z) > 0.8, Z, 0.0)
    given = {"dense": Z, "single": Z.astype(np.float32), "sparse": sparse.csr_array(Z)}[kind]
    errors = k_fold_errors(given, y, RIDGES, n_folds, random_state=3)
    order = np.random.default_rng(3).permutation(len(y))
    assert errors.shape == (n_folds, 4)
    for f, fold in enumerate(np.array_split(order, n_folds)):
        others = np.setdiff1d(order, fold)
        for j, ridge in enumerate(RIDGES):
            weights, mean = refit(Z[others], y[others], ridge)
            squared = np.square(y[fold] - mean - Z[fold] @ weights)
            assert errors[f, j] == pytest.approx(squared.sum(), rel=3e-4 if kind != "dense" else 1e-6)


def test_as_many_folds_as_points_is_leaving_one_out(problem):
    Z, y = problem
    left_out = np.square(penalty_path(Z, y, RIDGES)).sum(axis=1)
    np.testing.assert_allclose(k_fold_errors(Z, y, RIDGES, len(y)).sum(axis=0), left_out, rtol=1e-5)


def test_float32_sums_over_many_rows_keep_their_digits():
    rng = np.random.default_rng(4)
    X = rng.standard_normal((30_000, 2))
    y = np.sin(X).sum(axis=1) + 100
    Z = RandomFourierFeatures(Gaussian(1.0), 30, random_state=0).fit_transform(X)
    single, double = (rmse(A, y, [1e-4, 1e-2]) for A in (Z, Z.astype(np.float64)))
    np.testing.assert_allclose(single, double, rtol=1e-3)


def wave(n=400, seed=5):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-3, 3, (n, 2))
    return X, np.sin(3 * X[:, 0]) + 0.3 * rng.standard_normal(n)


@pytest.mark.release
def test_the_choice_is_the_best_of_all_pairs():
    X, y = wave()
    scales, ridges = [0.05, 0.5, 1.0, 20.0], [1e-8, 1e-3, 1e-1, 10.0]
    features = RandomFourierFeatures(Gaussian(), 60, random_state=2)
    choice = choose_scale_and_penalty(features, X, y, scales, ridges)
    assert choice.rmse.shape == (4, 4)
    for i, scale in enumerate(scales):
        Z = RandomFourierFeatures(Gaussian(scale), 60, random_state=2).fit_transform(X)
        np.testing.assert_allclose(choice.rmse[i], rmse(Z, y, ridges), rtol=1e-9)
    i, j = scales.index(choice.length_scale), ridges.index(choice.ridge)
    assert choice.rmse[i, j] == choice.rmse.min() and choice.length_scale in (0.5, 1.0)
    assert choice.inside == (0 < j < 3)
    new, truth = wave(2000, 6)
    kernel = Gaussian(choice.length_scale)
    fitted = FeatureRidge(RandomFourierFeatures(kernel, 60, random_state=2), choice.ridge).fit(X, y)
    assert np.sqrt(np.mean((fitted.predict(new) - truth) ** 2)) < 0.4  # the noise alone is 0.3
    assert not choose_scale_and_penalty(features, X, y, scales[:2], ridges).inside
    assert choose_scale_and_penalty(features, X, y, scales, [1e-3]).inside  # a single value has no edge


@pytest.mark.release
def test_the_choice_for_sparse_features():
    X, y = wave()
    features = RandomBinningFeatures(Laplacian(), 30, random_state=0)
    choice = choose_scale_and_penalty(features, X, y, [0.3, 1.0, 3.0, 100.0], [1e-4, 1e-2, 1.0])
    assert choice.length_scale in (1.0, 3.0) and choice.rmse.min() < 0.5
    Z = RandomBinningFeatures(Laplacian(1.0), 30, random_state=0).fit_transform(X)
    np.testing.assert_allclose(choice.rmse[1], rmse(Z.toarray(), y, [1e-4, 1e-2, 1.0]), rtol=1e-4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda Z, y: penalty_path(Z, y, [0.0, 1.0]), "ridges must be a finite number above 0, got"),
        (lambda Z, y: penalty_path(Z, y, []), "ridges must be strictly increasing and not empty"),
        (lambda Z, y: penalty_path(Z, y, [1.0, 1.0]), "ridges must be strictly increasing and not empty"),
        (lambda Z, y: penalty_path(Z[:1], y[:1], [1.0]), "Z must hold at least 2 points, got 1"),
        (lambda Z, y: penalty_path(Z, y[1:], [1.0]), "y must hold one number for each of the 6 points, got 5"),
        (lambda Z, y: k_fold_errors(Z, y, [1.0], 7), "n_folds must be a whole number from 2 to 6, got 7"),
        (lambda Z, y: k_fold_errors(Z * np.nan, y, [1.0]), "Z must be finite"),
        (
            lambda Z, y: choose_scale_and_penalty(RandomFourierFeatures(random_state=0), Z, y, [1.0], [1.0]),
            "features must have a kernel whose length scale can be chosen",
        ),
        (
            lambda Z, y: choose_scale_and_penalty(
                RandomFourierFeatures(Gaussian(), random_state=0), Z, y, [2.0, 1.0], [1.0]
            ),
            "length_scales must be strictly increasing",
        ),
    ],
)
def test_penalty_refusals(call, message):
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=message):
        call(rng.standard_normal((6, 3)), rng.standard_normal(6))
