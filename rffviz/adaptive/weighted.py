"""Random frequencies with weights learned from the kernel, as a scikit-learn transformer (WEIGHT)."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.adaptive.kernel_weights import DEFAULT_RIDGE, kernel_weights
from rffviz.adaptive.landmarks import landmarks_of
from rffviz.adaptive.transformer import LearnedFourierFeatures
from rffviz.kernels import Gaussian, a_kernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.validation import Refusal, one_of, whole_number


class WeightedFourierFeatures(LearnedFourierFeatures):
    """Fourier features at random frequencies, weighted so as to reproduce the kernel on landmarks of the data.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        r; there are 2r features, and often many of weight 0 among them.
    landmarks : {"sample", "kmeans", "nearest"} or Landmarks, default "sample"
        How landmarks are chosen (`choose_landmarks`), or given ones.
    n_landmarks : int, default None
        n; None takes min(10·n_freqs, max(n_freqs, 2000), N), but at least 2.
    ridge : float, default 0.001
        λ of the penalty λ‖p‖² on the weights.
    signed : bool, default False
        True allows weights below 0, as in the source. They have no square root, so there is no feature map then:
        `transform` refuses, and `predict_kernel` alone is left.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies; its own weights are not used.
    random_state : int, default 0

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p; they do not sum to 1 exactly, so k̂ of a point with itself is near 1, not 1.
    landmarks_ : Landmarks

    Notes
    -----
    Weights belong to the data they were learned on: unlike random features these are biased, and not nested.

    Source: Chang, Li, Yang & Póczos 2017; WEIGHT in Li, Zhang, Wang & Kumar 2019.
    """

    def __init__(
        self,
        kernel=None,
        n_freqs=100,
        landmarks="sample",
        n_landmarks=None,
        ridge=DEFAULT_RIDGE,
        signed=False,
        sampler="monte_carlo",
        random_state=0,
    ):
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.landmarks = landmarks
        self.n_landmarks = n_landmarks
        self.ridge = ridge
        self.signed = signed
        self.sampler = sampler
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw frequencies, choose landmarks of X and solve for the weights; y is not used."""
        X = validate_data(self, X, dtype=(np.float64, np.float32), ensure_min_samples=2)
        kernel = a_kernel(self.kernel, Gaussian())
        n_freqs = whole_number("n_freqs", self.n_freqs)
        one_of("sampler", self.sampler, SAMPLERS)
        seed = whole_number("random_state", self.random_state, low=0)
        landmark_rng, frequency_rng = np.random.default_rng(seed).spawn(2)
        self.landmarks_ = landmarks_of(X, self.landmarks, self.n_landmarks, n_freqs, landmark_rng)
        self.frequencies_ = draw(self.sampler, kernel, X.shape[1], n_freqs, frequency_rng, X=X).W
        self.weights_ = kernel_weights(self.frequencies_, self.landmarks_, kernel, self.ridge, self.signed)
        return self

    def transform(self, X):
        """[√p_j cos(ω_j·x) | √p_j sin(ω_j·x)], float32 of shape (n, 2r); refused where weights were signed."""
        check_is_fitted(self)
        if self.signed:
            raise Refusal("signed must be False for features: weights below 0 have no square root, got True.")
        return super().transform(X)

    def predict_kernel(self, X, Y=None):
        """Σ_j p_j cos(ω_j·(x − y)), float64 of shape (n, m), whatever the signs of the weights; Y defaults to X."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        Y = X if Y is None else validate_data(self, Y, dtype=np.float64, reset=False)
        (C, S), (C_other, S_other) = (
            (np.cos(angles), np.sin(angles)) for angles in (X @ self.frequencies_.T, Y @ self.frequencies_.T)
        )
        return (C * self.weights_) @ C_other.T + (S * self.weights_) @ S_other.T
