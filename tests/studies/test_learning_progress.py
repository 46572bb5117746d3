"""Learning looked on: errors against naive sums, Monte Carlo's against its variance, what is kept, and leaving."""

import math
from dataclasses import replace
from itertools import takewhile

import numpy as np
import pytest

from rffviz.adaptive import OPTIMIZERS, algorithm1_steps, choose_landmarks, quasi_newton_steps
from rffviz.datasets import load
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.scenes import SCENES
from rffviz.kernels import Gaussian, Matern
from rffviz.kernels.length_scale import median_length_scale
from rffviz.studies.learning import learning_from_points, learning_progress

KERNEL = Gaussian(1.5)


@pytest.fixture(scope="module")
def setting():
    X = load("tilted", n_points=60).X
    return X, choose_landmarks(X, 20, "kmeans"), KERNEL


def ended(setting, **options):
    return learning_progress(*setting, **({"n_freqs": 8, "n_iterations": 12} | options))


def naive_error(W, p, X, kernel):
    """Σ over all ordered pairs, one at a time."""
    above = below = 0.0
    for x in X:
        for y in X:
            exact = math.exp(-((x - y) @ (x - y)) / (2 * kernel.length_scale**2))
            estimate = sum(weight * math.cos(omega @ (x - y)) for omega, weight in zip(W, p, strict=True))
            above += (estimate - exact) ** 2
            below += exact**2
    return math.sqrt(above / below)


@pytest.mark.release
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_errors_of_kept_states_are_those_of_a_naive_sum(setting, optimizer):
    X, landmarks, kernel = setting
    progress = ended((X[:25], landmarks, kernel), n_iterations=4, optimizer=optimizer)
    assert progress.n_data == progress.about.n_points == 25
    for each in progress.kept:
        assert each.data_error == pytest.approx(naive_error(each.step.W, each.step.p, X[:25], kernel), rel=1e-9)
    assert progress.best.data_error == min(each.data_error for each in progress.kept)


@pytest.mark.release
def test_on_a_sample_the_error_is_that_of_the_sample(setting):
    X, _, kernel = setting
    some, every = (ended(setting, n_iterations=0, n_data=n) for n in (20, 1000))
    assert (some.n_data, some.about.n_points) == (20, 60) and every.n_data == 60
    W, p = some.first.step.W, some.first.step.p
    assert every.first.data_error == pytest.approx(naive_error(W, p, X, kernel), rel=1e-9)
    # a sample of a third: not the same number, but near it
    assert some.first.data_error != every.first.data_error
    assert some.first.data_error == pytest.approx(every.first.data_error, rel=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [KERNEL, Matern(length_scale=1.5, nu=2.5)])
def test_monte_carlo_has_the_error_its_variance_says(setting, kernel):
    """E Σ(k̂ − k)² = Σ(½ + ½k(2δ) − k²)/m over pairs; the mean over draws lies within four standard errors of it."""
    X, landmarks, _ = setting
    n_freqs, n_draws = 16, 200
    progress = ended((X, landmarks, kernel), n_freqs=n_freqs, n_iterations=0, n_draws=n_draws)
    K, K_double = kernel(X), kernel(2 * X)
    expected = (0.5 + 0.5 * K_double - K**2).sum() / n_freqs / np.square(K).sum()
    squares = np.square(progress.monte_carlo)
    assert len(squares) == n_draws and len(np.unique(squares)) == n_draws
    assert abs(squares.mean() - expected) <= 4 * squares.std(ddof=1) / math.sqrt(n_draws)
    assert progress.monte_carlo[0] == progress.first.data_error


@pytest.mark.release
def test_what_it_is_worth_is_read_off_the_expected_error(setting):
    """Random draws are worth their own number of frequencies: the mean of 1/worth over many is 1/m."""
    progress = ended(setting, n_iterations=0, n_draws=400)
    inverse = [1 / progress.worth_of(replace(progress.last, data_error=error)) for error in progress.monte_carlo]
    assert abs(np.mean(inverse) - 1 / 8) <= 4 * np.std(inverse, ddof=1) / 20
    learned = ended(setting, n_iterations=30)
    assert learned.worth_of(learned.last) > 80
    assert learned.worth_of(replace(learned.last, data_error=0.0)) == math.inf


@pytest.mark.release
def test_the_end_is_that_of_the_optimiser_itself(setting):
    _, landmarks, kernel = setting
    for name, learn in (("quasi_newton", quasi_newton_steps), ("algorithm1", algorithm1_steps)):
        progress = ended(setting, optimizer=name, ridge=0.03)
        steps = list(learn(landmarks, kernel, progress.first.step.W, n_iterations=12, ridge=0.03))
        np.testing.assert_array_equal(progress.last.step.W, steps[-1].W)
        np.testing.assert_array_equal(progress.last.step.p, steps[-1].p)
        np.testing.assert_array_equal(progress.objectives, [step.objective for step in steps])
        np.testing.assert_array_equal(progress.iterations, np.arange(len(steps)))


@pytest.mark.slow
@pytest.mark.parametrize("n_iterations", [0, 1, 5, 6, 7, 11, 12, 13, 24, 50])
def test_kept_states_are_few_and_even_and_hold_both_ends(setting, n_iterations):
    progress = ended(setting, n_iterations=n_iterations, n_kept=6, n_draws=1, optimizer="algorithm1", n_freqs=3)
    kept = [each.step.iteration for each in progress.kept]
    assert kept[0] == 0 and kept[-1] == n_iterations and len(kept) <= 6
    assert len(kept) == n_iterations + 1 or len(kept) >= 3
    gaps = np.diff(kept)
    assert len(set(gaps[:-1].tolist())) <= 1 and (len(gaps) < 2 or gaps[-1] <= gaps[0])
    np.testing.assert_array_equal(progress.first.step.p, np.full(3, 1 / 3))


@pytest.mark.slow
def test_the_record_grows_and_the_caller_may_leave(setting):
    steps = learning_progress.steps(*setting, n_freqs=8, n_iterations=10**9, n_draws=3, optimizer="algorithm1")
    seen = list(takewhile(lambda each: each.done < 7, steps))
    drawn, measured, learned = seen[:3], seen[3:-3], seen[-3:]
    assert [len(each.record.monte_carlo) for each in seen] == [1, 2, 3, *[3] * (len(seen) - 3)]
    assert {len(each.record.iterations) for each in drawn + measured} == {1} == {each.done // 3 for each in measured}
    assert [len(each.record.iterations) for each in learned] == [2, 3, 4] and not seen[-1].record.ended
    assert [each.done for each in drawn + learned] == [1, 2, 3, 4, 5, 6] and len(measured) >= 3
    assert len(measured[-1].record.random_errors) == 10
    steps.close()
    *_, last = learning_progress.steps(*setting, n_freqs=8, n_iterations=3, n_draws=3)
    assert last.done == last.total and last.record.ended


@pytest.mark.release
def test_the_same_seed_gives_the_same_and_another_does_not(setting):
    one, two, other = (ended(setting, random_state=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(one.last.step.W, two.last.step.W)
    np.testing.assert_array_equal(one.monte_carlo, two.monte_carlo)
    assert not np.array_equal(one.first.step.W, other.first.step.W)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
        ({"ridge": -1.0}, "ridge must be a finite number of at least 0, got -1.0"),
        ({"optimizer": "adam"}, "optimizer must be one of quasi_newton, algorithm1, got 'adam'"),
        ({"optimizer": "algorithm1", "learning_rate": 0.0}, "learning_rate must be a finite number above 0"),
        ({"n_draws": 0}, "n_draws must be a whole number of at least 1"),
        ({"n_kept": 1}, "n_kept must be a whole number of at least 2"),
        ({"n_data": 1}, "n_data must be a whole number of at least 2"),
    ],
)
def test_refusals_come_before_the_work(setting, arguments, message):
    with pytest.raises(ValueError, match=message):
        next(learning_progress.steps(*setting, **({"n_freqs": 8, "n_iterations": 2} | arguments)))


@pytest.mark.release
def test_errors_of_more_random_frequencies_are_those_that_their_variance_says(setting):
    """Mean square over draws: Σ Var cos ω(x − y)/m over pairs, over Σ k²; 120 draws tell half of it."""
    X, _, kernel = setting
    k, k2 = kernel(X), kernel(2 * X)
    square = np.sum(0.5 + 0.5 * k2 - k**2) / np.sum(k**2)
    records = [ended(setting, n_iterations=0, n_draws=1, random_state=3 * s) for s in range(40)]
    assert records[0].random_error == pytest.approx(math.sqrt(square), rel=1e-9)
    np.testing.assert_array_equal(records[0].random_n_freqs, [8 * 2**k for k in range(10)])
    means = np.mean([np.square(record.random_errors) for record in records], axis=0)
    np.testing.assert_allclose(means * records[0].random_n_freqs, square, rtol=0.5)
    assert len({record.random_errors[0] for record in records}) == 40


@pytest.mark.release
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_scene_has_the_right_answer(seed):
    """'Over a hundred thousand', on the data with which the scene opens."""
    (scene,) = [scene for scene in SCENES if scene.name == "learned"]
    X = load(TABLE["shape"].default, random_state=seed).X
    kernel = Gaussian(median_length_scale(Gaussian, X))
    asked = {name: TABLE[name].default for name in ("n_iterations", "n_landmarks")}
    found = learning_from_points(
        X,
        TABLE["landmarks"].default,
        asked["n_landmarks"],
        seed,
        kernel=kernel,
        n_freqs=int(scene.query["n_learned"]),
        n_iterations=asked["n_iterations"],
        ridge=TABLE["learning_decay"].default,
    )
    assert scene.right == ("over a hundred thousand",) and found.worth_of(found.last) >= 100_000


def test_more_frequencies_than_are_measured_otherwise_are_measured_themselves(setting):
    assert ended(setting, n_freqs=5000, n_iterations=0, n_draws=1).random_n_freqs.tolist() == [5000]
