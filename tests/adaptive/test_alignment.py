"""ALIGN: its scores by double loops, its weights by another solver, by optimality conditions and in the limits."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline

from rffviz.adaptive import AlignedFourierFeatures, alignment_scores, alignment_weights
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from tests import contract


@pytest.mark.slow
@contract.every(
    AlignedFourierFeatures(n_freqs=10, random_state=0),
    AlignedFourierFeatures(n_freqs=10, n_candidates=30, random_state=0),
)
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


# --- scores -----------------------------------------------------------------------------------------------------------


def test_scores_are_alignments_of_single_frequencies():
    rng = np.random.default_rng(0)
    W, X, y = rng.standard_normal((4, 3)) * 2, rng.standard_normal((25, 3)), rng.standard_normal(25)
    for w, score in zip(W, alignment_scores(W, X, y), strict=True):
        pairs = (a * b * math.cos(w @ (s - t)) for a, s in zip(y, X, strict=True) for b, t in zip(y, X, strict=True))
        assert score == pytest.approx(sum(pairs), rel=1e-10)


def test_scores_do_not_depend_on_the_blocks():
    rng = np.random.default_rng(1)
    W, X, y = rng.standard_normal((3, 2)), rng.standard_normal((9000, 2)), rng.standard_normal(9000)
    angles = X @ W.T
    whole = np.square(y @ np.cos(angles)) + np.square(y @ np.sin(angles))
    np.testing.assert_allclose(alignment_scores(W, X, y), whole, rtol=1e-9)


# --- weights ----------------------------------------------------------------------------------------------------------


def by_another_solver(v, rho):
    m = len(v)
    scaled = v / np.abs(v).max()
    constraints = (
        {"type": "eq", "fun": lambda q: q.sum() - 1, "jac": lambda q: np.ones(m)},
        {"type": "ineq", "fun": lambda q: rho / m - np.square(q - 1 / m).sum(), "jac": lambda q: -2 * (q - 1 / m)},
    )
    start = np.full(m, 1 / m)
    answer = minimize(
        lambda q: -q @ scaled,
        start,
        jac=lambda q: -scaled,
        bounds=[(0, 1)] * m,
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-10, "maxiter": 1000},
    )
    assert answer.success
    return answer.x


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rho", [0.01, 0.5, 2.0, 4.0])
def test_weights_are_those_of_another_solver(seed, rho):
    v = np.random.default_rng(seed).exponential(size=8) * 100
    q, other = alignment_weights(v, rho), by_another_solver(v, rho)
    assert q @ v >= other @ v * (1 - 1e-7)  # it may overstep its constraints by rounding
    np.testing.assert_allclose(q, other, atol=1e-4)


@pytest.mark.parametrize("m", [2, 7, 300])
@pytest.mark.parametrize("share", [1e-6, 0.05, 0.6, 0.999])
def test_weights_meet_the_optimality_conditions(m, share):
    """v_j = ν + 2μ(q_j − 1/m) − s_j with s ≥ 0, s·q = 0 and μ ≥ 0, and a constraint that binds."""
    v, rho = np.random.default_rng(m).exponential(size=m), share * (m - 1)
    q = alignment_weights(v, rho)
    assert q.min() >= 0 and q.sum() == pytest.approx(1, abs=1e-12)
    assert np.square(q - 1 / m).sum() == pytest.approx(rho / m, rel=1e-9)
    kept = q > 1e-12
    slope, level = np.polyfit(q[kept] - 1 / m, v[kept], 1)
    np.testing.assert_allclose(level + slope * (q[kept] - 1 / m), v[kept], atol=1e-6 * np.ptp(v))
    assert slope > 0 and (v[~kept] <= level - slope / m + 1e-6).all()


@pytest.mark.parametrize("seed", range(3))
def test_no_feasible_weights_are_better_by_brute_force(seed):
    """A grid over the simplex of three."""
    v, rho, steps = np.random.default_rng(seed).exponential(size=3), 0.7, 400
    a, b = (grid.ravel() / steps for grid in np.mgrid[: steps + 1, : steps + 1])
    grid = np.column_stack([a, b, 1 - a - b])
    feasible = grid[(grid[:, 2] >= 0) & (np.square(grid - 1 / 3).sum(axis=1) <= rho / 3)]
    best = (feasible @ v).max()
    assert best <= alignment_weights(v, rho) @ v <= best + 3 * np.ptp(v) / steps


def test_limits_of_rho():
    v = np.array([0.3, 2.0, 1.1, 0.7, 1.9])
    np.testing.assert_array_equal(alignment_weights(v, 0), 0.2)
    np.testing.assert_allclose(alignment_weights(v, 1e-12), 0.2, atol=1e-6)
    for rho in (4, 4.0001, 1e9):
        np.testing.assert_array_equal(alignment_weights(v, rho), [0, 1, 0, 0, 0])
    nearly = alignment_weights(v, 3.99)
    assert 0.99 < nearly[1] < 1
    gains = [alignment_weights(v, rho) @ v for rho in np.linspace(0, 4, 30)]
    assert np.all(np.diff(gains) > 0)


def test_small_rho_in_closed_form():
    """Where no weight reaches 0: q = 1/m + √(ρ/m) (v − v̄)/‖v − v̄‖."""
    v = np.random.default_rng(0).uniform(size=9)
    centred = v - v.mean()
    expected = 1 / 9 + math.sqrt(0.02 / 9) * centred / np.linalg.norm(centred)
    np.testing.assert_allclose(alignment_weights(v, 0.02), expected, atol=1e-12)


def test_equal_scores():
    np.testing.assert_array_equal(alignment_weights(np.full(6, 3.3), 2.0), 1 / 6)
    np.testing.assert_array_equal(alignment_weights(np.zeros(4), 100.0), 1 / 4)
    np.testing.assert_array_equal(alignment_weights([5.0], 1.0), 1.0)
    v = np.array([1.0, 4.0, 4.0, 2.0])
    np.testing.assert_array_equal(alignment_weights(v, 1.0), [0, 0.5, 0.5, 0])  # 1/2 − 1/4 = ρ/m
    below = alignment_weights(v, 0.9)
    assert below[1] == pytest.approx(below[2]) and below[3] > 0


@pytest.mark.parametrize("factor", [1e-12, 1e-3, 1e20])
def test_scale_and_offset_of_the_scores_do_not_matter(factor):
    v = np.random.default_rng(4).exponential(size=12)
    np.testing.assert_allclose(alignment_weights(factor * v, 3.0), alignment_weights(v + 7, 3.0), atol=1e-9)


def test_a_hair_between_the_best_two():
    v = np.array([1.0, 1.0 - 1e-15, 0.2])
    q = alignment_weights(v, 1.999)
    assert np.isfinite(q).all() and q[0] > q[1] >= 0 and np.square(q - 1 / 3).sum() == pytest.approx(1.999 / 3)


# --- the transformer --------------------------------------------------------------------------------------------------


def striped(n=400, seed=0):
    """Classes that alternate along one of five directions: one frequency tells them apart."""
    X = np.random.default_rng(seed).standard_normal((n, 5))
    return X, np.where(np.sin(2.5 * X[:, 0]) > 0, "odd", "even")


def test_weights_go_to_the_frequencies_that_tell_the_classes_apart():
    X, y = striped()
    features = AlignedFourierFeatures(Gaussian(1.0), 2000, rho=20.0, random_state=0).fit(X, y)
    W, q = features.frequencies_, features.weights_
    assert q.sum() == pytest.approx(1) and q @ np.abs(W[:, 0]) > 1.5 * np.abs(W[:, 0]).mean()
    assert (
        1
        > features.alignment_
        > 3 * AlignedFourierFeatures(Gaussian(1.0), 2000, rho=0, random_state=0).fit(X, y).alignment_
    )
    np.testing.assert_allclose(np.square(features.transform(X)).sum(axis=1), 1, atol=1e-5)


def test_labels_help_a_classifier():
    X, y = striped(800)
    scores = []
    for features in (
        AlignedFourierFeatures(Gaussian(1.0), 60, rho=60.0, n_candidates=3000, random_state=0),
        RandomFourierFeatures(Gaussian(1.0), 60, random_state=0),
    ):
        scores.append(make_pipeline(features, RidgeClassifier(1e-3)).fit(X[:500], y[:500]).score(X[500:], y[500:]))
    assert scores[0] > scores[1] + 0.1


def test_rho_of_zero_leaves_random_fourier_features():
    X, y = striped(50)
    features = AlignedFourierFeatures(Gaussian(1.0), 30, rho=0, random_state=0).fit(X, y)
    np.testing.assert_array_equal(features.weights_, 1 / 30)
    assert features.alignment_ < 1


def test_resampled_frequencies_follow_the_weights():
    X, y = striped(100)
    weighted = AlignedFourierFeatures(Gaussian(1.0), 20, rho=3.0, random_state=0).fit(X, y)
    drawn = AlignedFourierFeatures(Gaussian(1.0), 8000, rho=3.0, n_candidates=20, random_state=0).fit(X, y)
    np.testing.assert_array_equal(drawn.weights_, 1 / 8000)
    counts = np.array([(drawn.frequencies_ == w).all(axis=1).sum() for w in weighted.frequencies_])
    expected = 8000 * weighted.weights_
    assert counts.sum() == 8000 and (np.abs(counts - expected) <= 4.5 * np.sqrt(expected) + 1e-9).all()
    assert np.ptp(expected) > 300


def test_constant_labels_say_nothing():
    X, _ = striped(30)
    for y in (np.full(30, 2.5), np.full(30, "a")):
        features = AlignedFourierFeatures(n_freqs=5, random_state=0).fit(X, y)
        np.testing.assert_array_equal(features.weights_, 1 / 5)
        assert "constant" in str(features.notes_[0]) and features.alignment_ == 1


def test_numbers_are_taken_about_their_mean():
    X, _ = striped(60)
    y = X[:, 0] ** 2
    first, second = (
        AlignedFourierFeatures(n_freqs=12, random_state=0).fit(X, y + shift).weights_ for shift in (0.0, 50.0)
    )
    np.testing.assert_allclose(first, second, atol=1e-9)
    assert np.ptp(first) > 0.01


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rho": -0.1}, "rho must be a finite number of at least 0, got -0.1"),
        ({"n_candidates": 0}, "n_candidates must be a whole number of at least 1, got 0"),
        ({"n_freqs": 1.5}, "n_freqs must be a whole number of at least 1, got 1.5"),
        ({"kernel": 3}, "kernel must be a kernel of rffviz.kernels or None, got 3"),
        ({"sampler": "dice"}, "sampler must be one of .*, got 'dice'"),
    ],
)
def test_refusals(change, message):
    X, y = striped(20)
    with pytest.raises(ValueError, match=message):
        AlignedFourierFeatures(**change).fit(X, y)


def test_refusals_of_labels_and_shapes():
    X, _ = striped(30)
    with pytest.raises(ValueError, match="y must be two classes or numbers, got 3 classes of"):
        AlignedFourierFeatures(n_freqs=5, random_state=0).fit(X, np.array(["a", "b", "c"] * 10))
    with pytest.raises(ValueError, match="X must have the 2 dimensions of the frequencies, got 5"):
        alignment_scores(np.ones((3, 2)), X, np.ones(30))
    with pytest.raises(ValueError, match="y must hold one number for each of the 30 points, got 4"):
        alignment_scores(np.ones((3, 5)), X, np.ones(4))
    with pytest.raises(ValueError, match="scores must be finite"):
        alignment_weights([1.0, np.nan], 1.0)
