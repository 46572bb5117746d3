"""Ways of learning Fourier features, by name: what a study of them takes as its argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rffviz.adaptive.estimator import AdaptiveFourierFeatures


@dataclass(frozen=True)
class Learner:
    """One way of learning frequencies and weights from landmarks.

    Attributes
    ----------
    name, label : str
        The stable identifier, and what a figure says.
    note : str
        One sentence a reader of its errors should know; empty where there is none.
    fit : callable
        (X, kernel, n_freqs, landmark kind, n_landmarks, seed) → a generator that can be left between two iterations;
        it returns a fitted transformer with `frequencies_`, `weights_` and `landmarks_`.
    """

    name: str
    label: str
    note: str
    fit: Callable


def _estimator(optimizer: str) -> Callable:
    def fit(X, kernel, n_freqs, kind, n_landmarks, seed):
        features = AdaptiveFourierFeatures(kernel, n_freqs, kind, n_landmarks, optimizer=optimizer, random_state=seed)
        return features.fit_steps(X)

    return fit


STUDY_LEARNERS: dict[str, Learner] = {
    learner.name: learner
    for learner in (
        Learner(
            "quasi_newton",
            "quasi-Newton",
            "The learner sees more than its landmarks: it chooses λ and when to stop on up to 2,000 of the other "
            "points, so few landmarks are fitted less closely than they could be, and the error on all points is a "
            "little too small.",
            _estimator("quasi_newton"),
        ),
        Learner("algorithm1", "the paper's Algorithm 1", "", _estimator("algorithm1")),
    )
}
