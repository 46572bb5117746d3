"""Fourier and binning features combined: each map is good where the other is not."""

from __future__ import annotations

import math

import numpy as np
from sklearn.pipeline import FeatureUnion

from rffviz.features.binning import RandomBinningFeatures
from rffviz.features.fourier import RandomFourierFeatures
from rffviz.foundation.validation import Seed, probability, seed_number
from rffviz.kernels import Laplacian


def fourier_and_binning(
    kernel: Laplacian, n_freqs: int = 100, n_grids: int = 100, share: float = 0.5, random_state: Seed = None
) -> FeatureUnion:
    """The features [√s z_F(x) | √(1−s) z_B(x)], so that z(x)·z(y) = s k̃_F + (1 − s) k̃_B, s being `share`.

    Both estimate the same kernel independently and without bias, so the variance is s² Var k̃_F + (1 − s)² Var k̃_B. A
    linear model can use smooth waves where the target is smooth, and bins where it is not.

    Parameters
    ----------
    kernel : Laplacian
        The kernel of both; binning supports no other.
    n_freqs, n_grids, random_state
        As in `RandomFourierFeatures` (the paired map: 2 n_freqs features) and `RandomBinningFeatures`.
    share : float
        s strictly between 0 and 1.

    Returns
    -------
    FeatureUnion
        Not fitted; its steps are called "fourier" and "binning", and its output is sparse.

    Raises
    ------
    ValueError
        For a share outside its range; in `fit`, for anything that either map refuses.

    Source: Rahimi & Recht 2007, section 6, suggests to mix the two kinds of features.
    """
    share = probability("share", share)
    if random_state is not None and not isinstance(random_state, np.random.RandomState | np.random.Generator):
        random_state = seed_number("random_state", random_state)  # a generator draws a new seed for each fit
    return FeatureUnion(
        [
            ("fourier", RandomFourierFeatures(kernel, n_freqs, random_state=random_state)),
            ("binning", RandomBinningFeatures(kernel, n_grids, random_state=random_state)),
        ],
        transformer_weights={"fourier": math.sqrt(share), "binning": math.sqrt(1 - share)},
    )
