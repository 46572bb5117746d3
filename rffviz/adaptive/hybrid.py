"""The hybrid loss of target-aware Fourier features, and what its minimisers yield, iteration by iteration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.prediction_loss import PredictionLoss
from rffviz.validation import Refusal, non_negative_number


@dataclass(frozen=True)
class SupervisedStep:
    """The state after one iteration.

    Attributes
    ----------
    iteration : int
        0 is the start: random Fourier features.
    W : ndarray of shape (r, d)
        Frequencies, radians per unit of the data.
    p : ndarray of shape (r,)
        Weights of the kernel approximation, p ≥ 0; 1/r each where η = 0. The predictor does not use them.
    alpha, beta : ndarray of shapes (2r, K) and (K,)
        g(x) = α·[cos(Wx); sin(Wx)] + β, a column for each of K outputs.
    objective : float
        P + η (L + λ‖p‖²), which is minimised.
    prediction_loss : float
        P = (1/N) Σ c + γ‖α‖².
    relative_error : float
        √(L/‖K ⊙ qqᵀ‖_F²), the relative error of the kernel matrix of the landmarks.
    """

    iteration: int
    W: np.ndarray
    p: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    objective: float
    prediction_loss: float
    relative_error: float


class HybridLoss:
    """P(W, α, β) + η (L(W, p) + λ‖p‖²): how well features predict, and how near they are to the kernel.

    Parameters
    ----------
    prediction : PredictionLoss
        P, with its γ.
    approximation : EmpiricalLoss
        L on landmarks.
    eta : float
        η ≥ 0. With 0 the features are free to leave the kernel: the compact nonlinear maps of Yu et al. 2015.
    ridge : float
        λ ≥ 0 of the penalty on p.

    Source: Li, Zhang, Wang & Kumar 2019, equation (9).
    """

    def __init__(self, prediction: PredictionLoss, approximation: EmpiricalLoss, eta: float, ridge: float):
        self.prediction, self.approximation = prediction, approximation
        self.eta = non_negative_number("eta", eta)
        self.ridge = non_negative_number("ridge", ridge)
        d = prediction.X.shape[1]
        if approximation.points.shape[1] != d:
            raise Refusal(
                f"approximation must have landmarks of the {d} dimensions of the data, "
                f"got {approximation.points.shape[1]}."
            )

    def weights(self, W) -> np.ndarray:
        """The p ≥ 0 that minimises L + λ‖p‖² at W; 1/r each where η = 0, since nothing depends on p then."""
        return self.approximation.best_weights(W, self.ridge) if self.eta else np.full(len(W), 1 / len(W))

    def regulariser(self, W, p) -> tuple[float, np.ndarray]:
        """η (L + λ‖p‖²) and its gradient over W."""
        if self.eta == 0:
            return 0.0, np.zeros(np.shape(W))
        value, by_W, _ = self.approximation.gradients(W, p)
        return self.eta * (value + self.ridge * float(p @ p)), self.eta * by_W

    def state(self, iteration: int, W, p, alpha, beta) -> SupervisedStep:
        """The record of a state, with its losses."""
        prediction, approximation = self.prediction.value(W, alpha, beta), self.approximation.value(W, p)
        objective = prediction + self.eta * (approximation + self.ridge * float(p @ p))
        error = float(np.sqrt(approximation / self.approximation.scale))
        return SupervisedStep(iteration, W, p, alpha, beta, objective, prediction, error)
