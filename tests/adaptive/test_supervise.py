"""The minimisers of the hybrid loss: exact limits, finite differences of the projected loss, and each other."""

import numpy as np
import pytest

from rffviz.adaptive import (
    EmpiricalLoss,
    HybridLoss,
    PredictionLoss,
    adam_steps,
    algorithm2_steps,
    choose_landmarks,
    projected_steps,
)
from rffviz.adaptive.supervised_estimator import _Projected
from rffviz.kernels import Gaussian

STEPPERS = {
    "projected": lambda hybrid, W: projected_steps(hybrid, W, 12),
    "adam": lambda hybrid, W: adam_steps(hybrid, W, 6, batch_size=16, random_state=1),
    "algorithm2": lambda hybrid, W: algorithm2_steps(hybrid, W, 6, 4),
}
every_stepper = pytest.mark.parametrize("stepper", STEPPERS)


def problem(loss="squared", eta=3.0, decay=0.05, ridge=0.1, dtype=np.float64, n=80):
    """A wave of one oblique frequency that the start does not hold, or its sign."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((n, 3))
    y = np.sin(X @ np.array([1.0, -0.7, 0.4]))
    if loss != "squared":
        y = np.where(y > 0, 1.0, -1.0)
    kernel = Gaussian(1.2)
    prediction = PredictionLoss(X, y, loss, decay, dtype=dtype)
    approximation = EmpiricalLoss(choose_landmarks(X, 12, "sample", 1), kernel)
    return HybridLoss(prediction, approximation, eta, ridge), kernel.sample(6, 3, rng)


@every_stepper
@pytest.mark.parametrize("loss", ["squared", "squared_hinge"])
def test_records_add_up_and_the_objective_falls(stepper, loss):
    hybrid, W = problem(loss)
    steps = list(STEPPERS[stepper](hybrid, W))
    assert [step.iteration for step in steps] == list(range(len(steps)))
    np.testing.assert_array_equal(steps[0].W, W)
    for step in (steps[0], steps[-1]):
        p = step.p
        expected = hybrid.prediction.value(step.W, step.alpha, step.beta)
        assert step.prediction_loss == pytest.approx(expected, rel=1e-12)
        approximation = hybrid.approximation.value(step.W, p)
        assert step.relative_error == pytest.approx(hybrid.approximation.relative_error(step.W, p), rel=1e-12)
        assert step.objective == pytest.approx(expected + 3 * (approximation + 0.1 * p @ p), rel=1e-12)
    objectives = np.array([step.objective for step in steps])
    assert objectives[-1] < 0.97 * objectives[0]
    if stepper != "adam":
        assert np.all(np.diff(objectives) <= 1e-12)


@pytest.mark.parametrize("eta", [0.0, 3.0])
@pytest.mark.parametrize("loss", ["squared", "squared_hinge"])
def test_the_gradient_of_the_projected_loss(loss, eta):
    """The envelope theorem, by finite differences through the inner solutions."""
    hybrid, W = problem(loss, eta)
    objective = _Projected(hybrid, W)
    x = W.ravel() * objective.length
    slope = objective.slope(x)
    for index in range(0, x.size, 5):
        ahead, behind = x.copy(), x.copy()
        ahead[index] += 1e-5
        behind[index] -= 1e-5
        difference = (objective.value(ahead) - objective.value(behind)) / 2e-5
        assert slope[index] == pytest.approx(difference, abs=2e-6)


@pytest.mark.parametrize("loss", ["squared", "squared_hinge"])
def test_alpha_beta_and_p_are_at_their_minimum(loss):
    hybrid, W = problem(loss)
    for steps in (projected_steps(hybrid, W, 3), adam_steps(hybrid, W, 2)):
        end = list(steps)[-1]
        _, _, by_alpha, by_beta = hybrid.prediction.gradients(end.W, end.alpha, end.beta)
        assert max(np.abs(by_alpha).max(), np.abs(by_beta).max()) < 1e-6
        by_p = hybrid.approximation.gradients(end.W, end.p)[2] + 2 * 0.1 * end.p
        assert (by_p > -1e-9).all()  # the KKT conditions
        assert abs(end.p @ by_p) < 1e-9


@pytest.mark.release
def test_without_eta_it_is_the_compact_map_and_with_much_of_it_the_kernel():
    """η = 0: one frequency finds the target's. η large: p and W as without a target, to a small relative error."""
    hybrid, _ = problem(eta=0.0, decay=1e-6)
    end = list(projected_steps(hybrid, np.array([[0.8, -0.4, 0.2]]), 60))[-1]
    np.testing.assert_allclose(end.W, [[1.0, -0.7, 0.4]], atol=1e-3)
    np.testing.assert_allclose([end.alpha[0, 0], end.alpha[1, 0], end.beta[0]], [0, 1, 0], atol=1e-3)
    np.testing.assert_array_equal(end.p, [1.0])
    errors = []
    for eta in (1e-3, 1e5):
        hybrid, W = problem(eta=eta)
        errors.append(list(projected_steps(hybrid, W, 40))[-1].relative_error)
    assert errors[1] < 0.6 * errors[0]


@pytest.mark.parametrize("stepper", ["projected", "adam"])
def test_a_shift_of_the_target_moves_beta_alone(stepper):
    hybrid, W = problem()
    shifted, _ = problem()
    shifted.prediction.y += 5.0
    ends = [list(STEPPERS[stepper](each, W))[-1] for each in (hybrid, shifted)]
    tolerance = 1e-7 if stepper == "projected" else 0.1  # Adam's step for β knows its size
    np.testing.assert_allclose(ends[1].W, ends[0].W, atol=tolerance)
    assert ends[1].beta[0] - ends[0].beta[0] == pytest.approx(5.0, abs=10 * tolerance)


def test_the_hinge_falls_by_adam_and_by_algorithm_2():
    hybrid, W = problem("hinge")
    for stepper in ("adam", "algorithm2"):
        steps = list(STEPPERS[stepper](hybrid, W))
        assert steps[-1].objective < 0.97 * steps[0].objective


def test_single_precision_goes_the_same_way():
    ends = [list(projected_steps(*problem(dtype=t), 5))[-1].objective for t in (np.float64, np.float32)]
    assert ends[1] == pytest.approx(ends[0], rel=1e-4)


@every_stepper
def test_nothing_is_computed_that_is_not_asked_for(stepper, monkeypatch):
    hybrid, W = problem()
    calls = []
    monkeypatch.setattr(hybrid, "weights", lambda W: calls.append(1) or np.full(len(W), 1 / len(W)))
    steps = STEPPERS[stepper](hybrid, W)
    assert not calls
    next(steps)
    assert len(calls) <= 1


def test_the_seed_decides_the_batches():
    hybrid, W = problem()
    runs = [list(adam_steps(hybrid, W, 2, 16, random_state=seed))[-1].W for seed in (0, 0, 1)]
    np.testing.assert_array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda h, W: projected_steps(h, W[:, :2]), "W must have the 3 dimensions of the data, got 2"),
        (lambda h, W: projected_steps(h, W, -1), "n_iterations must be a whole number of at least 0, got -1"),
        (lambda h, W: projected_steps(problem("hinge")[0], W), "loss must be squared or squared_hinge"),
        (lambda h, W: adam_steps(h, W, 1.5), "n_epochs must be a whole number of at least 0, got 1.5"),
        (lambda h, W: adam_steps(h, W, 1, 0), "batch_size must be a whole number of at least 1, got 0"),
        (lambda h, W: adam_steps(h, W, 1, 8, 0), "learning_rate must be a finite number above 0, got 0"),
        (lambda h, W: algorithm2_steps(h, W, 1, -1), "n_steps must be a whole number of at least 0, got -1"),
        (lambda h, W: algorithm2_steps(h, W, 1, 1, -2.0), "learning_rate must be a finite number above 0, got -2"),
        (lambda h, W: HybridLoss(h.prediction, h.approximation, -1, 0), "eta must be a finite number of at least 0"),
        (lambda h, W: HybridLoss(h.prediction, h.approximation, 1, -1), "ridge must be a finite number of at least 0"),
    ],
)
def test_refused_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call(*problem())
