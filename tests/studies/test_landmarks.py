"""The error against the number of landmarks: by naive loops, and where it is known exactly."""

import math
from dataclasses import replace

import numpy as np
import pytest
from different_steps import different
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS, Optimizer, choose_landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.transformer import finish
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.studies.landmarks import landmark_counts, landmark_study

KERNEL = Gaussian(1.6)


def cloud(n=40, d=3):
    return np.random.default_rng(5).standard_normal((n, d)) * [1.0, 0.7, 1.3][:d]


class Untouched(Optimizer):
    """It learns nothing: it keeps the drawn frequencies and tilts their weights by hand."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        features = RandomFourierFeatures(kernel, n_freqs, random_state=random_state).fit(X)
        features.weights_ = features.weights_ * np.linspace(0.5, 1.8, n_freqs)  # their sum is not 1
        features.landmarks_ = choose_landmarks(X, n_landmarks, kind, random_state)
        return features


def untouched():
    return Untouched("untouched", "nothing", None)


class DrawnAlone(Optimizer):
    """It learns nothing: plain Monte Carlo features under other seeds than the landmarks'."""

    def fit(self, X, kernel, n_freqs, kind, n_landmarks, random_state):
        yield
        features = RandomFourierFeatures(kernel, n_freqs, random_state=random_state + 1000).fit(X)
        features.landmarks_ = choose_landmarks(X, n_landmarks, kind, random_state)
        return features


def drawn_alone():
    return DrawnAlone("drawn_alone", "nothing", None)


def naive_error(points, weights, W, p, kernel):
    """√(Σ_st q_s q_t (f − k)²/Σ_st q_s q_t k²), pair by pair."""
    above = below = 0.0
    for x, qx in zip(points, weights, strict=True):
        for y, qy in zip(points, weights, strict=True):
            exact = math.exp(-sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / (2 * kernel.length_scale**2))
            found = sum(
                pj * math.cos(sum(w * (a - b) for w, a, b in zip(row, x, y, strict=True)))
                for row, pj in zip(W, p, strict=True)
            )
            above += qx * qy * (found - exact) ** 2
            below += qx * qy * exact**2
    return math.sqrt(above / below)


def naive_multiple(points, weights, W, p, kernel):
    """Root mean square of f − k over that of as many Monte Carlo frequencies, over pairs of two different points."""
    above = below = 0.0
    for s, x in enumerate(points):
        for t, y in enumerate(points):
            if s != t:
                delta = [a - b for a, b in zip(x, y, strict=True)]
                exact, twice = (
                    math.exp(-sum((m * c) ** 2 for c in delta) / 2 / kernel.length_scale**2) for m in (1, 2)
                )
                waves = [math.cos(sum(w * c for w, c in zip(row, delta, strict=True))) for row in W]
                found = sum(pj * wave for pj, wave in zip(p, waves, strict=True))
                above += weights[s] * weights[t] * (found - exact) ** 2
                below += weights[s] * weights[t] * (1 + twice - 2 * exact**2) / (2 * len(W))
    return math.sqrt(above / below)


@pytest.mark.parametrize(
    ("r", "n", "counts"),
    [
        (50, 1000, (2, 10, 50, 250)),
        (100, 10**6, (4, 20, 100, 500)),
        (200, 900, (8, 40, 200, 900)),
        (10, 1000, (2, 10, 50)),
        (200, 100, (8, 40, 100)),
        (1, 2, (2,)),
    ],
)
def test_numbers_of_landmarks_are_the_papers_within_what_there_is(r, n, counts):
    assert landmark_counts(r, n) == counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", LANDMARK_KINDS)
def test_errors_are_those_of_a_naive_loop(kind):
    X, learner = cloud(25), untouched()
    study = landmark_study(X, KERNEL, 6, [3, 4], (4, 9), (kind,), learner)
    assert study.errors.shape == study.on_landmarks.shape == study.on_points.shape == (1, 2, 2)
    for s, seed in enumerate((3, 4)):
        for g, n in enumerate((4, 9)):
            features = finish(learner.fit(X, KERNEL, 6, kind, n, seed))
            W, p, marks = features.frequencies_, features.weights_, features.landmarks_
            everywhere = naive_error(X, np.full(25, 1 / 25), W, p, KERNEL)
            assert study.errors[0, s, g] == pytest.approx(everywhere, rel=1e-5)
            there = naive_multiple(marks.points, marks.weights, W, p, KERNEL)
            assert study.on_landmarks[0, s, g] == pytest.approx(there, rel=1e-9)
            between = naive_multiple(X, np.full(25, 1 / 25), W, p, KERNEL)
            assert study.on_points[0, s, g] == pytest.approx(between, rel=1e-4)
        drawn = RandomFourierFeatures(KERNEL, 6, random_state=seed).fit(X)
        alone = naive_error(X, np.full(25, 1 / 25), drawn.frequencies_, np.full(6, 1 / 6), KERNEL)
        assert study.drawn_errors[s] == pytest.approx(alone, rel=1e-5)


@pytest.mark.release
@pytest.mark.parametrize("kind", LANDMARK_KINDS)
@pytest.mark.parametrize("learner", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_with_all_points_as_landmarks_both_errors_are_one(kind, learner):
    """The exact limit: n = N distinct points, each its own centre."""
    study = landmark_study(cloud(30), KERNEL, 8, [0], (5, 30), (kind,), learner)
    assert study.on_landmarks[0, 0, 1] == pytest.approx(study.on_points[0, 0, 1], rel=1e-3)
    assert study.over_fit[0, 1] == pytest.approx(1, rel=1e-3)
    assert study.over_fit[0, 0] > 1.2  # from few it is larger: so the equality says something
    assert study.errors[0, 0, 1] < study.drawn_mean


@pytest.mark.slow
def test_with_all_points_one_fit_stands_for_all_kinds():
    twice = np.repeat(cloud(8), 2, axis=0)  # 16 landmarks, or 8 of twice the weight: one objective
    W, p = KERNEL.sample(4, twice.shape[1], np.random.default_rng(0)), np.full(4, 0.25)
    marks = [choose_landmarks(twice, 16, kind, 0) for kind in LANDMARK_KINDS]
    losses = [EmpiricalLoss(each, KERNEL).value(W, p) for each in marks]
    assert [each.n_landmarks for each in marks] == [16, 8, 8]
    np.testing.assert_allclose(losses, losses[0], rtol=1e-12)
    study, first = (landmark_study(cloud(15), KERNEL, 4, [0], (5, 15), kinds) for kinds in (LANDMARK_KINDS, ["sample"]))
    for values, of_first in ((study.errors, first.errors), (study.on_landmarks, first.on_landmarks)):
        np.testing.assert_array_equal(values[:, 0, 1], np.repeat(of_first[0, 0, 1], 3))
        assert len(np.unique(values[:, 0, 0])) == 3


@pytest.mark.release
@pytest.mark.parametrize("n", [2, 4, 20])
@pytest.mark.parametrize("d", [2, 11])
def test_features_that_learned_nothing_are_not_over_fitted(n, d):
    """Monte Carlo's multiple has mean square 1 on landmarks as on points; luck explains what few pairs show.

    A mean of 60 squares of m degrees of freedom strays from 1 by more than 4√(2/(60m)) once in 10⁴.
    """
    X, kernel = np.random.default_rng(0).standard_normal((100, d)), Gaussian((d / 2) ** 0.5)
    study = landmark_study(X, kernel, 30, range(60), (n,), ("sample",), drawn_alone(), range(3))
    square, freedom = study.on_landmarks[0, :, 0] ** 2, study.freedom[0, :, 0]
    assert abs(square.mean() - 1) < 4 * math.sqrt(2 / 60 * np.mean(1 / freedom))
    assert study.on_points.mean() == pytest.approx(1, abs=0.1)
    for seed in range(60):
        alone = replace(
            study,
            **{name: getattr(study, name)[:, [seed]] for name in ("errors", "on_landmarks", "on_points", "freedom")},
        )
        assert not alone.chance[0, 0] < 1e-4
    assert 0.01 < study.chance[0, 0] < 0.99


@pytest.mark.release
def test_degrees_of_freedom_are_those_of_monte_carlos_mean_square():
    """A single pair has one; of a triangle, by 4000 sets of Monte Carlo frequencies: 2 mean²/variance."""
    X, r = cloud(3, 2) * 2, 200
    study = landmark_study(X, KERNEL, 5, [0], (2, 3), ("sample",), drawn_alone())
    assert study.freedom[0, 0, 0] == pytest.approx(1, rel=1e-12)
    deltas = np.array([X[0] - X[1], X[0] - X[2], X[1] - X[2]])
    W = np.random.default_rng(1).standard_normal((4000, r, 2)) / KERNEL.length_scale
    squares = np.square(np.cos(W @ deltas.T).mean(axis=1) - KERNEL(deltas, np.zeros((1, 2)))[:, 0]).sum(axis=1)
    assert study.freedom[0, 0, 1] == pytest.approx(2 * squares.mean() ** 2 / squares.var(), rel=0.2)


def test_landmarks_that_are_one_point_say_nothing():
    X = np.repeat([[0.0, 1.0], [1.0, 0.0]], [1, 30], axis=0)
    study = landmark_study(X, KERNEL, 5, [1], (2,), ("sample",), drawn_alone())
    assert np.isnan(study.on_landmarks).all() and np.isnan(study.over_fit).all() and np.isfinite(study.mean).all()


@pytest.mark.slow
def test_the_record_grows_and_a_step_given_away_does_not_change():
    steps = different(landmark_study.steps(cloud(), KERNEL, 5, [0, 1], (2, 5), learner=untouched()))
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert steps[-1].done == steps[-1].total == 2 * 3 * (2 + 5)
    assert steps[0].record is None and np.isfinite(steps[1].record.drawn_errors).all()
    assert [step.record.n_done.sum() for step in steps[1:]] == list(range(1, 13))
    early = steps[3].record  # few landmarks first, of every kind
    assert early.n_done[:, 0].tolist() == [1, 1, 1] and np.isnan(early.mean[:, 1]).all()
    assert np.isfinite(steps[-1].record.errors).all()


@pytest.mark.release
def test_means_and_extremes_are_over_the_seeds_that_are_done():
    study = landmark_study(cloud(), KERNEL, 5, [0, 1, 2], (2, 5), learner=untouched())
    np.testing.assert_allclose(study.mean, study.errors.mean(axis=1), rtol=1e-14)
    errors = study.errors.copy()
    errors[0, 2, 1] = errors[0, 0, 1] = np.nan
    partly = replace(study, errors=errors)
    assert partly.mean[0, 1] == partly.low[0, 1] == partly.high[0, 1] == study.errors[0, 1, 1]
    assert partly.mean[0, 0] == study.mean[0, 0]
    assert (study.low <= study.mean).all() and (study.mean <= study.high).all()


@pytest.mark.slow
def test_monte_carlos_error_may_have_seeds_of_its_own():
    few = landmark_study(cloud(), KERNEL, 5, [1], (2,), learner=untouched())
    more = landmark_study(cloud(), KERNEL, 5, [1], (2,), learner=untouched(), drawn_seeds=(0, 1, 2, 3))
    assert (few.drawn_seeds, more.drawn_seeds) == ((1,), (0, 1, 2, 3))
    assert more.drawn_errors.shape == (4,) and more.drawn_errors[1] == few.drawn_errors[0]
    assert more.drawn_mean == pytest.approx(sum(more.drawn_errors) / 4, rel=1e-14)
    np.testing.assert_array_equal(more.errors, few.errors)


def test_nothing_is_learned_before_it_is_asked_for(monkeypatch):
    asked = []

    def error(features, X, kernel):
        asked.append(features)
        return 1.0

    monkeypatch.setattr("rffviz.studies.landmarks.relative_error", error)
    steps = landmark_study.steps(cloud(), KERNEL, 5, [0], learner=untouched())
    assert asked == []
    assert next(steps) is next(steps)
    assert len(asked) == 1  # Monte Carlo's
    assert next(steps) is not None and len(asked) == 1  # while the first features are learned
    next(steps)
    assert len(asked) == 2
    steps.close()


@pytest.mark.release
def test_learners_are_the_estimators_optimisers():
    X = cloud()
    for name, learner in OPTIMIZERS.items():
        features = finish(learner.fit(X, KERNEL, 5, "sample", 4, 2))
        assert (features.optimizer, features.random_state, features.landmarks_.n_landmarks) == (name, 2, 4)
        assert learner.name == name


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"n_landmarks": (1, 4)}, "n_landmarks must be increasing whole numbers from 2 to 40, got"),
        ({"n_landmarks": (4, 41)}, "n_landmarks must be increasing whole numbers from 2 to 40, got"),
        ({"n_landmarks": (4, 4)}, "n_landmarks must be increasing whole numbers"),
        ({"n_landmarks": ()}, "n_landmarks must be increasing whole numbers"),
        ({"seeds": ()}, "seeds must hold at least one seed, got none"),
        ({"seeds": (-1,)}, "seeds must be a whole number of at least 0, got -1"),
        ({"drawn_seeds": ()}, "drawn_seeds must hold at least one seed, got none"),
        ({"kinds": ("corner",)}, "kinds must be one of sample, kmeans, nearest, got 'corner'"),
        ({"kinds": ()}, "kinds must hold at least one kind of landmarks, got none"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels, got 'rbf'"),
        ({"X": np.full((3, 2), np.nan)}, "X must be finite"),
        ({"X": np.ones((1, 2))}, "X must hold at least 2 points, got 1"),
    ],
)
def test_refusals(change, message):
    arguments = {"X": cloud(), "kernel": KERNEL, "n_freqs": 5, "seeds": (0,)}
    with pytest.raises(ValueError, match=message):
        next(landmark_study.steps(**(arguments | change)))


@pytest.mark.release
def test_on_real_data_few_landmarks_are_over_fitted_and_many_are_not():
    """Li et al. 2019, Figure 2: the error on all data falls, and is near its end from n = r on."""
    X = StandardScaler().fit_transform(load_wine().data)
    kernel = Gaussian((X.shape[1] / 2) ** 0.5)
    study = landmark_study(X, kernel, 25, range(3), kinds=("sample",), learner=OPTIMIZERS["algorithm1"])
    assert study.n_landmarks.tolist() == [2, 5, 25, 125]
    (error,), (factor,), (chance,) = study.mean, study.over_fit, study.chance
    assert (np.diff(error) < 0).all()
    assert factor[0] > 4 and chance[0] < 1e-4 and factor[-1] < 1.3
    assert error[2] < 0.75 * study.drawn_mean < error[0]
