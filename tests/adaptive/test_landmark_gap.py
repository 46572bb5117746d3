"""The gap between landmarks and data: naive loops, exact limits, and that the propositions hold."""

import math

import numpy as np
import pytest

from rffviz.adaptive import AdaptiveFourierFeatures, EmpiricalLoss, Landmarks, choose_landmarks, landmark_gap
from rffviz.kernels import KERNELS, Gaussian, Matern
from rffviz.theory import landmark_clustering_gap, landmark_sampling_gap


def problem(n=60, r=7, d=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((r, d)), rng.uniform(0.2, 1, r), rng.standard_normal((n, d)) * 0.8


def squared_error(W, p, kernel, x, y):
    delta = [a - b for a, b in zip(x, y, strict=True)]
    f = sum(
        weight * math.cos(sum(a * b for a, b in zip(w, delta, strict=True))) for w, weight in zip(W, p, strict=True)
    )
    return (f - float(kernel.of_difference(np.array(delta)))) ** 2


@pytest.mark.parametrize("kind", ["sample", "kmeans"])
def test_losses_by_naive_loops(kind):
    W, p, X = problem()
    kernel, scaled = Gaussian(1.3), p / p.sum()
    landmarks = choose_landmarks(X, 9, kind, 3)
    gap = landmark_gap(W, p, landmarks, X, kernel)
    data = sum(squared_error(W, scaled, kernel, x, y) for x in X for y in X) / len(X) ** 2
    places, q = landmarks.points, landmarks.weights
    pairs = [(s, t) for s in range(9) for t in range(9)]
    if kind == "sample":
        chosen = [squared_error(W, scaled, kernel, places[s], places[t]) for s, t in pairs if s < t]
        loss = 2 * sum(chosen) / (9 * 8)
    else:
        loss = sum(q[s] * q[t] * squared_error(W, scaled, kernel, places[s], places[t]) for s, t in pairs)
    assert gap.data_loss == pytest.approx(data, rel=1e-9) and gap.landmark_loss == pytest.approx(loss, rel=1e-9)
    assert gap.measured == pytest.approx(abs(loss - data), rel=1e-6) and gap.measured > 1e-5
    assert gap.weight_sum == pytest.approx(p.sum()) and (gap.n_landmarks, gap.n_freqs, gap.d) == (9, 7, 3)
    assert gap.diameter == pytest.approx(max(math.dist(x, y) for x in X for y in X))
    assert gap.frequency_radius == pytest.approx(max(math.hypot(*w) for w in W))
    assert gap.quantization_error == pytest.approx(max(min(math.dist(x, c) for c in places) for x in X))
    assert gap.lipschitz == pytest.approx(math.exp(-0.5) / 1.3)


def test_bounds_are_those_of_the_theory():
    W, p, X = problem()
    kernel = Gaussian(1.3)
    gap = landmark_gap(W, p, choose_landmarks(X, 9, "sample"), X, kernel, confidence=0.8)
    assert gap.bound == landmark_sampling_gap(9, 7, 3, gap.frequency_radius, gap.diameter, 0.8)
    assert gap.confidence == 0.8 and gap.bound.vacuous
    gap = landmark_gap(W, p, choose_landmarks(X, 9, "kmeans"), X, kernel)
    assert gap.bound == landmark_clustering_gap(gap.quantization_error, gap.frequency_radius, gap.lipschitz)
    assert gap.confidence is None


def test_blocks_do_not_change_the_losses():
    W, p, X = problem(n=2300, r=4)
    gap = landmark_gap(W, p, choose_landmarks(X, 50, "kmeans"), X, Gaussian(1.3))
    whole = Landmarks(X, np.full(2300, 1 / 2300), "given")
    assert gap.data_loss == pytest.approx(EmpiricalLoss(whole, Gaussian(1.3)).value(W, p / p.sum()), rel=1e-9)


def test_every_point_a_landmark_leaves_no_gap():
    W, p, X = problem()
    gap = landmark_gap(W, p, Landmarks(X, np.full(60, 1 / 60), "given"), X, Gaussian(1.3))
    assert gap.quantization_error < 1e-6 and gap.measured < 1e-12 and not gap.bound.vacuous and gap.notes == ()
    sample = landmark_gap(W, p, choose_landmarks(X, 60, "sample"), X, Gaussian(1.3))
    assert sample.landmark_loss == pytest.approx(sample.data_loss * 60 / 59)  # without the diagonal


@pytest.mark.parametrize("family", KERNELS.values())
@pytest.mark.parametrize("n_landmarks", [5, 150, 290])
def test_proposition_2_holds(family, n_landmarks):
    """With certainty, for any frequencies; with many centres it says something."""
    W, p, X = problem(n=300, d=2)
    for kind in ("kmeans", "nearest"):
        gap = landmark_gap(0.3 * W, p, choose_landmarks(X, n_landmarks, kind), X, family(2.0))
        assert 0 < gap.measured <= gap.bound.value


def test_proposition_2_can_be_more_than_empty_words():
    W, p, X = problem(n=400, d=1)
    gap = landmark_gap(0.3 * W, p, choose_landmarks(X, 100, "kmeans"), X, Gaussian(2.0))
    assert gap.measured < gap.bound.value < 1 and not gap.bound.vacuous


def test_sampled_losses_have_the_loss_over_the_data_as_their_mean():
    """Over draws with replacement: L_n, without its diagonal, has the mean L exactly."""
    W, p, X = problem(n=40)
    losses = []
    for seed in range(150):
        landmarks = choose_landmarks(X, 6, "sample", seed, with_replacement=True)
        gap = landmark_gap(W, p, landmarks, X, Gaussian(0.7))
        losses.append(gap.landmark_loss)
        assert gap.notes == () and gap.measured <= gap.bound.value
    error = np.std(losses) / math.sqrt(150)
    assert abs(np.mean(losses) - gap.data_loss) < 4 * error < 0.6 * gap.data_loss


def test_the_gap_of_learned_features_is_far_below_the_bound():
    X = np.random.default_rng(2).standard_normal((500, 4)) * [2, 1, 0.5, 0.2]
    kernel = Gaussian(2.0)
    for kind in ("sample", "kmeans"):
        features = AdaptiveFourierFeatures(kernel, 20, kind, 60).fit(X)
        gap = landmark_gap(features.frequencies_, features.weights_, features.landmarks_, X, kernel)
        assert gap.measured < 0.01 * gap.bound.value
        assert 0 < gap.data_loss < 0.01


def test_notes_say_where_a_proposition_is_stretched():
    W, p, X = problem()
    without = landmark_gap(W, p, choose_landmarks(X, 9, "sample"), X, Gaussian())
    assert "without replacement" in without.notes[0]
    reweighted = landmark_gap(W, p, Landmarks(X[:3], np.array([0.8, 0.1, 0.1]), "given"), X, Gaussian())
    assert "nearest to them" in reweighted.notes[0]
    assert landmark_gap(W, p, choose_landmarks(X, 9, "kmeans"), X, Gaussian()).notes == ()


def test_a_kernel_without_lipschitz_constant_has_no_promise():
    W, p, X = problem()
    gap = landmark_gap(W, p, choose_landmarks(X, 9, "kmeans"), X, Matern(1.0, nu=0.3))
    assert gap.bound.vacuous and gap.bound.value == math.inf and "Lipschitz" in gap.bound.reason


def test_drawing_with_replacement_repeats_rows():
    X = problem()[2]
    landmarks = choose_landmarks(X, 50, "sample", with_replacement=True)
    assert len(set(landmarks.indices.tolist())) < 50 and landmarks.with_replacement
    assert not choose_landmarks(X, 50, "sample").with_replacement
    with pytest.raises(ValueError, match="with_replacement must be False for kind = 'kmeans', got True"):
        choose_landmarks(X, 5, "kmeans", with_replacement=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"p": [0.5, -0.1, 0.6]}, "p must not be negative and not all 0, got values from -0.1 to 0.6"),
        ({"p": [0.0, 0.0, 0.0]}, "p must not be negative and not all 0, got values from 0 to 0"),
        ({"p": [0.5, 0.5]}, "p must have one weight for each of the 3 frequencies, got 2"),
        ({"X": np.ones((5, 2))}, "X must have the 4 dimensions of the frequencies, got 2"),
        ({"confidence": 1.0}, "confidence must be a number strictly between 0 and 1, got 1.0"),
    ],
)
def test_refusals(change, message):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((20, 4))
    arguments = {"W": rng.standard_normal((3, 4)), "p": [0.3, 0.3, 0.4], "X": X, "kernel": Gaussian()} | change
    with pytest.raises(ValueError, match=message):
        landmark_gap(landmarks=choose_landmarks(X, 5), **arguments)
