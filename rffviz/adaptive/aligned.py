"""Random frequencies weighted by how well they align with labels, as a scikit-learn transformer (ALIGN)."""

from __future__ import annotations

import numpy as np
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import validate_data

from rffviz.adaptive.alignment import alignment_scores, alignment_weights
from rffviz.adaptive.transformer import LearnedFourierFeatures
from rffviz.kernels import Gaussian, a_kernel
from rffviz.notes import note
from rffviz.samplers import SAMPLERS, draw
from rffviz.validation import Refusal, one_of, whole_number


class AlignedFourierFeatures(LearnedFourierFeatures):
    """Fourier features whose frequencies are weighted, or chosen, by the alignment of their kernel with the labels.

    Parameters
    ----------
    kernel : Kernel, default None
        What the frequencies are drawn from; None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        m; there are 2m features.
    rho : float, default 1.0
        ρ, how far the weights may go from equal ones (`alignment_weights`). 0 leaves random Fourier features.
    n_candidates : int, default None
        None weights the `n_freqs` frequencies that were drawn. A number draws that many, weights them, and then takes
        `n_freqs` of them with replacement by these weights, all to count the same, as the source does.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies; its own weights are not used.
    random_state : int, default 0

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d), float64
    weights_ : ndarray of shape (m,)
        They sum to 1, so that z(x)·z(x) = 1; some can be 0.
    alignment_ : float
        Σ_j q_j v_j over the largest v_j, for the weights on all that was drawn: from the mean of v over its largest, at
        equal weights, to 1. 1 where all v_j are 0.
    notes_ : tuple of Note

    Notes
    -----
    Labels of two classes are −1 and +1 in sorted order, as in the source; other targets are numbers, taken about their
    mean, without which v would mostly measure how low a frequency is. Constant y say nothing: weights stay equal. The
    features no longer approximate `kernel` (they are meant not to), and are not nested.

    Source: Sinha & Duchi 2016; ALIGN in Li, Zhang, Wang & Kumar 2019.
    """

    def __init__(self, kernel=None, n_freqs=100, rho=1.0, n_candidates=None, sampler="monte_carlo", random_state=0):
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.rho = rho
        self.n_candidates = n_candidates
        self.sampler = sampler
        self.random_state = random_state

    def fit(self, X, y):
        """Draw frequencies for X and weight them by y."""
        X, y = validate_data(self, X, y, dtype=(np.float64, np.float32))
        kernel = a_kernel(self.kernel, Gaussian())
        n_freqs = whole_number("n_freqs", self.n_freqs)
        n_drawn = n_freqs if self.n_candidates is None else whole_number("n_candidates", self.n_candidates)
        one_of("sampler", self.sampler, SAMPLERS)
        seed = whole_number("random_state", self.random_state, low=0)
        frequency_rng, choice_rng = np.random.default_rng(seed).spawn(2)
        W = draw(self.sampler, kernel, X.shape[1], n_drawn, frequency_rng, X=X).W
        target, self.notes_ = _target(y)
        scores = alignment_scores(W, X, target)
        q = alignment_weights(scores, self.rho)
        self.alignment_ = float(q @ scores / scores.max()) if scores.any() else 1.0
        if self.n_candidates is not None:
            W = W[choice_rng.choice(len(q), n_freqs, p=q)]
            q = np.full(n_freqs, 1 / n_freqs)
        self.frequencies_, self.weights_ = W, q
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def _target(y):
    """Numbers to align with, and what is to be said of them."""
    classes = np.unique(y)
    if len(classes) == 1:
        return np.zeros(len(y)), (note("constant_targets"),)
    if type_of_target(y) == "binary":
        return np.where(y == classes[1], 1.0, -1.0), ()
    try:
        number = np.asarray(y, dtype=np.float64)
    except (TypeError, ValueError):
        raise Refusal(f"y must be two classes or numbers, got {len(classes)} classes of {y.dtype}.") from None
    return number - number.mean(), ()
