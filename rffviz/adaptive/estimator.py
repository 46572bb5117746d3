"""Adaptive Fourier features as a scikit-learn transformer."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.adaptive.algorithm1 import DEFAULT_ITERATIONS, DEFAULT_RIDGE, DEFAULT_STEPS, algorithm1
from rffviz.adaptive.landmarks import LANDMARK_KINDS, Landmarks, choose_landmarks
from rffviz.features import paired_map
from rffviz.kernels import Gaussian, Kernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.validation import one_of, whole_number


class AdaptiveFourierFeatures(TransformerMixin, BaseEstimator):
    """Fourier features whose frequencies and weights are learned to reproduce the kernel on the data (Algorithm 1).

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        r; there are 2r features.
    landmarks : {"sample", "kmeans", "nearest"} or Landmarks, default "kmeans"
        How landmarks are chosen (`choose_landmarks`), or given ones.
    n_landmarks : int, default None
        n; None takes min(n_freqs, N), but at least 2.
    n_iterations, n_steps : int, default 40 and 10
        Weights are solved for `n_iterations` times, each time followed by `n_steps` gradient steps on the frequencies.
    learning_rate : float, default None
        μ of the gradient steps; None chooses it (`algorithm1_steps`).
    ridge : float, default 0.1
        λ of the penalty λ‖p‖² on the weights.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies to start from.
    random_state : int, default 0

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p ≥ 0; they do not sum to 1 exactly, so z(x)·z(x) is near 1, not 1.
    loss_history_ : ndarray of shape (n_iterations + 1,)
        L + λ‖p‖² at the start and after each iteration; it never rises.
    landmark_errors_ : ndarray of shape (n_iterations + 1,)
        Relative error on the landmarks; the error on the whole data is larger.
    landmarks_ : Landmarks

    Notes
    -----
    The features belong to the data they were learned on: unlike random ones they are biased, and not nested (other
    n_freqs give other frequencies). Features are float32.

    Source: Li, Zhang, Wang & Kumar 2019, Algorithm 1; "sample" and "kmeans" are its SAMPLE and CLUSTER.
    """

    def __init__(
        self,
        kernel=None,
        n_freqs=100,
        landmarks="kmeans",
        n_landmarks=None,
        n_iterations=DEFAULT_ITERATIONS,
        n_steps=DEFAULT_STEPS,
        learning_rate=None,
        ridge=DEFAULT_RIDGE,
        sampler="monte_carlo",
        random_state=0,
    ):
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.landmarks = landmarks
        self.n_landmarks = n_landmarks
        self.n_iterations = n_iterations
        self.n_steps = n_steps
        self.learning_rate = learning_rate
        self.ridge = ridge
        self.sampler = sampler
        self.random_state = random_state

    def fit(self, X, y=None):
        """Choose landmarks of X, draw frequencies and learn; y is not used."""
        X = validate_data(self, X, dtype=(np.float64, np.float32), ensure_min_samples=2)
        kernel = Gaussian() if self.kernel is None else self.kernel
        if not isinstance(kernel, Kernel):
            raise ValueError(f"kernel must be a kernel of rffviz.kernels or None, got {kernel!r}.")
        n_freqs = whole_number("n_freqs", self.n_freqs)
        one_of("sampler", self.sampler, SAMPLERS)
        seed = whole_number("random_state", self.random_state, low=0)
        landmark_rng, frequency_rng = np.random.default_rng(seed).spawn(2)
        self.landmarks_ = self._choose(X, n_freqs, landmark_rng)
        start = draw(self.sampler, kernel, X.shape[1], n_freqs, frequency_rng, X=X)
        learned = algorithm1(
            self.landmarks_, kernel, start.W, self.n_iterations, self.n_steps, self.ridge, self.learning_rate
        )
        self.frequencies_ = learned.W
        self.weights_ = learned.p
        self.loss_history_ = learned.objectives
        self.landmark_errors_ = learned.relative_errors
        return self

    def _choose(self, X, n_freqs, rng):
        if isinstance(self.landmarks, Landmarks):
            return self.landmarks
        one_of("landmarks", self.landmarks, LANDMARK_KINDS)
        wanted = max(2, min(n_freqs, len(X))) if self.n_landmarks is None else self.n_landmarks
        return choose_landmarks(X, wanted, self.landmarks, rng)

    def transform(self, X):
        """[√p_j cos(ω_j·x) | √p_j sin(ω_j·x)], float32 of shape (n, 2r)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=(np.float64, np.float32), reset=False)
        return paired_map(X, self.frequencies_, self.weights_)

    def get_feature_names_out(self, input_features=None):
        """cos0 … cos{r−1}, sin0 … sin{r−1}."""
        check_is_fitted(self)
        return np.array([f"{kind}{j}" for kind in ("cos", "sin") for j in range(len(self.weights_))], dtype=object)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags
