"""The prediction loss against loops, finite differences, ridge regression, scikit-learn's SVM; and chunks."""

import math
import tracemalloc

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from rffviz.adaptive import PredictionLoss, prediction_loss
from rffviz.features import paired_map
from rffviz.predict import ridge_weights


def problem(loss, n_outputs=1, n=9, seed=4):
    rng = np.random.default_rng(seed)
    X, W = rng.standard_normal((n, 3)), rng.standard_normal((4, 3))
    y = rng.standard_normal((n, n_outputs))
    if loss != "squared":
        y = np.where(y > 0, 1.0, -1.0)
    return X, y, W, rng.standard_normal((8, n_outputs)), rng.standard_normal(n_outputs)


def naive(X, y, W, alpha, beta, loss, decay):
    total = 0.0
    for x, targets in zip(X, y, strict=True):
        for k, target in enumerate(targets):
            g = beta[k]
            for j, w in enumerate(W):
                g += alpha[j, k] * math.cos(float(w @ x)) + alpha[len(W) + j, k] * math.sin(float(w @ x))
            short = max(0.0, 1 - target * g)
            total += {"squared": (g - target) ** 2, "hinge": short, "squared_hinge": short**2}[loss]
    return total / len(X) + decay * float(np.square(alpha).sum())


def slopes(function, at, step=1e-6):
    slope = np.empty_like(at)
    for index in np.ndindex(at.shape):
        ahead, behind = at.copy(), at.copy()
        ahead[index] += step
        behind[index] -= step
        slope[index] = (function(ahead) - function(behind)) / (2 * step)
    return slope


@pytest.mark.parametrize("n_outputs", [1, 3])
@pytest.mark.parametrize("loss", prediction_loss.PREDICTION_LOSSES)
def test_value_and_gradients(loss, n_outputs):
    X, y, W, alpha, beta = problem(loss, n_outputs)
    subject = PredictionLoss(X, y, loss, 0.3, dtype=np.float64)
    value, *gradients = subject.gradients(W, alpha, beta)
    assert value == pytest.approx(naive(X, y, W, alpha, beta, loss, 0.3), rel=1e-12)
    assert subject.value(W, alpha, beta) == pytest.approx(value, rel=1e-12)
    expected = (
        slopes(lambda at: naive(X, y, at, alpha, beta, loss, 0.3), W),
        slopes(lambda at: naive(X, y, W, at, beta, loss, 0.3), alpha),
        slopes(lambda at: naive(X, y, W, alpha, at, loss, 0.3), beta),
    )
    for gradient, difference in zip(gradients, expected, strict=True):
        np.testing.assert_allclose(gradient, difference, atol=1e-7)


@pytest.mark.parametrize("loss", prediction_loss.PREDICTION_LOSSES)
def test_chunks_and_mini_batches_add_up(loss, monkeypatch):
    X, y, W, alpha, beta = problem(loss, 2, n=20)
    whole = PredictionLoss(X, y, loss, 0.1, dtype=np.float64)
    expected = whole.gradients(W, alpha, beta)
    solved = None if loss == "hinge" else whole.solve(W)
    batches = [whole.gradients(W, alpha, beta, np.arange(k, 20, 4)) for k in range(4)]
    for part, parts in zip(expected, zip(*batches, strict=True), strict=True):
        np.testing.assert_allclose(np.mean(parts, axis=0), part, rtol=1e-10, atol=1e-12)
    monkeypatch.setattr(prediction_loss, "_CHUNK_VALUES", 7 * 8)  # 7 rows at a time
    for part, chunked in zip(expected, whole.gradients(W, alpha, beta), strict=True):
        np.testing.assert_allclose(chunked, part, rtol=1e-10, atol=1e-12)
    if solved is not None:
        np.testing.assert_allclose(whole.solve(W)[0], solved[0], rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("loss", prediction_loss.PREDICTION_LOSSES)
def test_single_precision_is_near_double(loss):
    X, y, W, alpha, beta = problem(loss, n=300)
    double, single = (PredictionLoss(X, y, loss, 0.1, dtype=t).gradients(W, alpha, beta) for t in ("f8", "f4"))
    for a, b in zip(double, single, strict=True):
        np.testing.assert_allclose(b, a, atol=2e-5)


def test_the_squared_solution_is_ridge_regression_on_scaled_features():
    """γ = rλ; without decay on β, which centring takes out."""
    X, y, W, _, _ = problem("squared", 2, n=50)
    alpha, beta = PredictionLoss(X, y, "squared", 4 * 0.02, dtype=np.float64).solve(W)
    Z = paired_map(X, W, dtype=np.float64)
    for k in range(2):
        centred = y[:, k] - y[:, k].mean()
        w = ridge_weights(Z - Z.mean(axis=0), centred, 0.02)
        np.testing.assert_allclose(Z @ w - Z.mean(axis=0) @ w + y[:, k].mean(), Z @ alpha[:, k] * 2 + beta[k])


@pytest.mark.parametrize("decay", [1e-5, 0.05])
def test_the_squared_hinge_solution_has_no_slope_and_is_an_svm(decay):
    X, y, W, _, _ = problem("squared_hinge", 2, n=60)
    subject = PredictionLoss(X, y, "squared_hinge", decay, dtype=np.float64)
    alpha, beta = subject.solve(W)
    _, _, by_alpha, by_beta = subject.gradients(W, alpha, beta)
    assert max(np.abs(by_alpha).max(), np.abs(by_beta).max()) < 1e-7
    if decay > 0.01:
        # LinearSVC minimises ½‖w‖² + C Σ, so C = 1/(2Nγ); it penalises β too, but hardly where its column is large.
        Z = 2 * paired_map(X, W, dtype=np.float64)
        for k in range(2):
            svm = LinearSVC(C=1 / (2 * 60 * decay), intercept_scaling=100.0, tol=1e-8, max_iter=100_000)
            np.testing.assert_allclose(svm.fit(Z, y[:, k]).coef_[0], alpha[:, k], atol=2e-3)


def test_degenerate_solutions_are_finite():
    X, y, W, _, _ = problem("squared", n=5)  # fewer points than features and no decay: interpolation
    subject = PredictionLoss(X, y, "squared", 0.0, dtype=np.float64)
    assert subject.value(W, *subject.solve(W)) < 1e-20
    signs = np.where(y > 0, 1.0, -1.0)
    separable = PredictionLoss(X, signs, "squared_hinge", 0.0, dtype=np.float64)
    assert separable.value(W, *separable.solve(W)) < 1e-15


@pytest.mark.release
def test_memory_does_not_grow_with_the_features_of_all_points():
    """Three times the points: 480,000 more rows of 20 features would be 77 MB."""
    rng = np.random.default_rng(0)
    W, alpha = rng.standard_normal((10, 1)), rng.standard_normal((20, 1))
    peaks = []
    for n in (240_000, 720_000):  # two full chunks of features, and six
        subject = PredictionLoss(rng.standard_normal((n, 1)), np.sign(rng.standard_normal(n)), "squared", 1.0)
        tracemalloc.start()
        subject.gradients(W, alpha, np.zeros(1))
        subject.solve(W)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 8e6  # a mark for each point stays


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0.0], [1.0]], [0.0, 1.0], "log"), "loss must be one of squared, hinge, squared_hinge, got 'log'"),
        (([[0.0], [1.0]], [0.0, 1.0], "hinge"), "y must be −1 or \\+1 for the loss hinge, got 0"),
        (([[0.0], [1.0]], [0.0, 1.0], "squared", -1), "decay must be a finite number of at least 0, got -1"),
        (([[0.0], [1.0]], [0.0], "squared"), "y must hold one row for each of the 2 points, got 1"),
        (([[0.0], [np.nan]], [0.0, 1.0], "squared"), "X must be finite"),
        (([[0.0], [1.0]], [0.0, np.inf], "squared"), "y must be finite"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(ValueError, match=message):
        PredictionLoss(*arguments)


def test_the_hinge_has_no_closed_solution():
    with pytest.raises(ValueError, match="loss must be squared or squared_hinge"):
        PredictionLoss([[0.0], [1.0]], [-1, 1], "hinge").solve(np.ones((1, 1)))
