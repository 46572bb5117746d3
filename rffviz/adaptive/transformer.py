"""Base classes of the estimators that learn frequencies or weights: settings, and the fitted feature map."""

from __future__ import annotations

from collections.abc import Generator
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.features import paired_map
from rffviz.features.fourier import check_angles
from rffviz.foundation.validation import Refusal, new_points, seed_number, whole_number
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import scheme_of
from rffviz.samplers.parameter import TakesSampler

_FARTHEST = 1e30  # largest coordinate of a frequency learned in single precision


class LearnsFromDrawn(TakesSampler, HoldsKernel, BaseEstimator):
    """An estimator that starts from frequencies drawn by a sampling scheme."""

    def _settings(self, n_streams: int) -> tuple[Kernel, int, list[np.random.Generator]]:
        """The kernel (`Gaussian(length_scale=1.0)` for None), n_freqs, and `n_streams` random generators."""
        kernel, n_freqs = a_kernel(self.kernel, Gaussian()), whole_number("n_freqs", self.n_freqs)
        scheme_of(self.sampler, SAMPLERS)  # refuses an unknown scheme before learning starts
        seed = seed_number("random_state", self.random_state)
        return kernel, n_freqs, np.random.default_rng(seed).spawn(n_streams)

    def _draw(self, kernel: Kernel, X: np.ndarray, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        W = draw(self.sampler, kernel, X.shape[1], n_freqs, rng, X=X).W
        check_angles(X, W)
        return W

    def _draw_to_move(self, kernel: Kernel, X: np.ndarray, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        """Draw starting frequencies, refusing those whose products with the points overflow float32."""
        W = self._draw(kernel, X, n_freqs, rng)
        if np.abs(W).max(initial=0.0) > _FARTHEST:
            raise Refusal(
                f"kernel must have frequencies below {_FARTHEST:g}, which learning in single precision can move, got "
                f"{np.abs(W).max():.2g} from {kernel!r}."
            )
        return W


class LearnsInSteps(LearnsFromDrawn):
    """An estimator whose `_learn(X, y)` yields a record of each iteration and stores the result at the end."""

    def fit_steps(self, X: ArrayLike, y: ArrayLike | None = None) -> Generator[Any, None, Self]:
        """`fit` as a generator of its iterations; a caller who leaves it early finds the estimator unchanged."""
        learner = copy(self)
        yield from learner._learn(X, y)
        self.__dict__.update(learner.__dict__)
        return self


class LearnedFourierFeatures(TransformerMixin, LearnsFromDrawn):
    """x → [√p_j cos(ω_j·x) | √p_j sin(ω_j·x)] for the `frequencies_` and `weights_` that `fit` of a subclass learns."""

    def transform(self, X: ArrayLike) -> np.ndarray:
        """[√p_j cos(ω_j·x) | √p_j sin(ω_j·x)], float32 of shape (n, 2r)."""
        X = new_points(self, X, (np.float64, np.float32))
        return paired_map(X, self.frequencies_, self.weights_)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """cos0 … cos{r−1}, sin0 … sin{r−1}."""
        check_is_fitted(self)
        return np.array([f"{kind}{j}" for kind in ("cos", "sin") for j in range(len(self.weights_))], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags


def finish(steps: Generator[Any, None, Any]) -> Any:
    """Run a generator to its end and return its return value."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def meanwhile(steps: Generator[Any, None, Any], shown: Any) -> Generator[Any, None, Any]:
    """Yield the same object `shown` after each step of another generator, and return that generator's return value."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield shown
