"""How far the loss on landmarks is from the loss over all data: measured, beside what is proved of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rffviz.adaptive.landmarks import Landmarks
from rffviz.distances import nearest_of, squared_distances
from rffviz.kernels import Kernel
from rffviz.theory import Gap, landmark_clustering_gap, landmark_sampling_gap
from rffviz.validation import Refusal, points

_BLOCK = 1024


@dataclass(frozen=True)
class LandmarkGap:
    """|L_n(f) − L(f)| or |L^c(f) − L(f)| for one f, beside the bound over all f.

    Attributes
    ----------
    landmark_loss : float
        For sampled landmarks L_n, the mean of (f − k)² over pairs s < t; for others L^c, the mean over all pairs, the
        diagonal included, each landmark weighted by the share of the data that is nearest to it.
    data_loss : float
        L, the mean of (f − k)² over all N² pairs of the data.
    measured : float
        The absolute difference of the two.
    bound : Gap
        `theory.landmark_sampling_gap` or `theory.landmark_clustering_gap`.
    weight_sum : float
        Σp before the weights were rescaled to sum to 1.
    frequency_radius, diameter : float
        R = max ‖ω_j‖, and the largest distance between two points of the data.
    quantization_error : float
        ρ, the largest distance of a data point to the landmark nearest to it.
    lipschitz : float
        L_k of the kernel.
    n_landmarks, n_freqs, d : int
    confidence : float or None
        Of the bound; None for Proposition 2, which holds with certainty.
    notes : tuple of str
        Where the measurement is not exactly what the proposition speaks of.
    """

    landmark_loss: float
    data_loss: float
    measured: float
    bound: Gap
    weight_sum: float
    frequency_radius: float
    diameter: float
    quantization_error: float
    lipschitz: float
    n_landmarks: int
    n_freqs: int
    d: int
    confidence: float | None
    notes: tuple[str, ...] = ()


def landmark_gap(W, p, landmarks: Landmarks, X, kernel: Kernel, confidence: float = 0.95) -> LandmarkGap:
    """Measure how far the loss of f(δ) = Σ_j p_j cos(ω_j·δ) on landmarks is from that on the data, beside the bound.

    Parameters
    ----------
    W : array of shape (r, d)
        Frequencies, learned or not.
    p : array of shape (r,)
        Weights, not negative and not all 0; both propositions are for the simplex, so they are rescaled to sum to 1.
    landmarks : Landmarks
        Of kind "sample" for Proposition 1; of any other kind for Proposition 2.
    X : array of shape (N, d)
        The data.
    kernel : Kernel
    confidence : float
        Of Proposition 1, strictly between 0 and 1.

    Returns
    -------
    LandmarkGap

    Raises
    ------
    ValueError
        For weights below 0 or all 0, dimensions that do not agree, or an argument outside its range.

    Notes
    -----
    The propositions bound the gap for all f with frequencies of length up to R; here R is that of these very W, the
    smallest it can be: with learned W it is known only afterwards, which Proposition 1 does not allow for. The gap of
    one f is far below what holds for all of them. O(N²(d + r)) in blocks: memory does not grow with N².

    Source: Li, Zhang, Wang & Kumar 2019, Propositions 1 and 2.
    """
    W, X = points("W", W), points("X", X, min_points=2)
    p = points("p", np.reshape(p, (-1, 1)))[:, 0]
    d = W.shape[1]
    if len(p) != len(W):
        raise Refusal(f"p must have one weight for each of the {len(W)} frequencies, got {len(p)}.")
    if p.min() < 0 or not p.any():
        raise Refusal(f"p must not be negative and not all 0, got values from {p.min():g} to {p.max():g}.")
    for name, other in (("X", X), ("landmarks", landmarks.points)):
        if other.shape[1] != d:
            raise Refusal(f"{name} must have the {d} dimensions of the frequencies, got {other.shape[1]}.")
    total = float(p.sum())
    p = p / total
    data_loss, diameter = _mean_squared_error(X, np.full(len(X), 1 / len(X)), W, p, kernel)
    nearest, distances = nearest_of(X, landmarks.points)
    radius, lipschitz = float(np.linalg.norm(W, axis=1).max()), kernel.lipschitz(d)
    n, notes = landmarks.n_landmarks, ()
    if landmarks.kind == "sample":
        # Σp = 1, so the diagonal is free of error and the mean over s < t is that over all pairs, up to its count.
        loss = _mean_squared_error(landmarks.points, np.full(n, 1 / n), W, p, kernel)[0] * n / (n - 1)
        bound = landmark_sampling_gap(n, len(W), d, radius, diameter, confidence)
        if not landmarks.with_replacement:
            notes = ("These landmarks were drawn without replacement; Proposition 1 is for draws with replacement.",)
    else:
        confidence = None
        shares = np.bincount(nearest, minlength=n) / len(X)
        if np.abs(shares - landmarks.weights).max() > 1e-9:
            notes = ("Landmarks are weighted by the data nearest to them, which is not how they were weighted.",)
        loss = _mean_squared_error(landmarks.points, shares, W, p, kernel)[0]
        bound = _clustering_bound(float(distances.max()), radius, lipschitz)
    return LandmarkGap(
        landmark_loss=loss,
        data_loss=data_loss,
        measured=abs(loss - data_loss),
        bound=bound,
        weight_sum=total,
        frequency_radius=radius,
        diameter=diameter,
        quantization_error=float(distances.max()),
        lipschitz=lipschitz,
        n_landmarks=n,
        n_freqs=len(W),
        d=d,
        confidence=confidence,
        notes=notes,
    )


def _clustering_bound(error, radius, lipschitz) -> Gap:
    if math.isinf(lipschitz):
        return Gap(
            "landmark_clustering_gap", math.inf, True, "The kernel has no Lipschitz constant: it falls too fast."
        )
    return landmark_clustering_gap(error, radius, lipschitz)


def _mean_squared_error(X, shares, W, p, kernel) -> tuple[float, float]:
    """Σ_st share_s share_t (f − k)²(x_s − x_t), and the largest distance of two points."""
    root = np.sqrt(p)
    angles = (X - X.mean(axis=0)) @ W.T  # the differences alone matter, and smaller angles lose fewer digits
    Z = np.hstack([np.cos(angles) * root, np.sin(angles) * root])
    total, far = 0.0, 0.0
    for start in range(0, len(X), _BLOCK):
        rows = slice(start, start + _BLOCK)
        for other in range(0, start + 1, _BLOCK):
            columns = slice(other, other + _BLOCK)
            error = Z[rows] @ Z[columns].T - kernel(X[rows], X[columns])
            twice = 1 if other == start else 2
            total += twice * float(shares[rows] @ np.square(error) @ shares[columns])
            far = max(far, float(squared_distances(X[rows], X[columns]).max()))
    return total, math.sqrt(far)
