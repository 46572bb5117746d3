"""Every estimator on points and targets that floats, solvers and few examples find hard."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from rffviz.adaptive import (
    LANDMARK_KINDS,
    AdaptiveFourierFeatures,
    AlignedFourierFeatures,
    SupervisedFourierClassifier,
    SupervisedFourierFeatures,
    SupervisedFourierRegressor,
    WeightedFourierFeatures,
)
from rffviz.features import (
    MAPS,
    ArcCosineFeatures,
    HomogeneousFeatures,
    LowPrecisionFeatures,
    MekaFeatures,
    NystromFeatures,
    RandomBinningFeatures,
    RandomFourierFeatures,
    SphericalFeatures,
)
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Kernel
from rffviz.predict import (
    AlaCarteRegressor,
    CompressedRegression,
    CoreVectorClassifier,
    CoreVectorRegressor,
    ExactKernelRidge,
    ExactKernelRidgeClassifier,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    KitchenSinkClassifier,
    KitchenSinkRegressor,
    MetropolisRegressor,
    SparseSpectrumRegressor,
    SpectralMixtureRegressor,
)
from rffviz.samplers import SAMPLERS
from tests.fuzz.odd_input import hard_points

TRANSFORMERS = (
    *(AdaptiveFourierFeatures, AlignedFourierFeatures, SupervisedFourierFeatures, WeightedFourierFeatures),
    *(ArcCosineFeatures, HomogeneousFeatures, LowPrecisionFeatures, MekaFeatures, NystromFeatures),
    *(RandomBinningFeatures, RandomFourierFeatures, SphericalFeatures),
)
REGRESSORS = (
    *(AlaCarteRegressor, CompressedRegression, CoreVectorRegressor, ExactKernelRidge, ExactSVR, FeatureRidge),
    *(KitchenSinkRegressor, MetropolisRegressor, SparseSpectrumRegressor, SpectralMixtureRegressor),
    SupervisedFourierRegressor,
)
CLASSIFIERS = (
    *(
        CoreVectorClassifier,
        ExactKernelRidgeClassifier,
        ExactSVC,
        FeatureRidgeClassifier,
        FeatureSVC,
        KitchenSinkClassifier,
    ),
    SupervisedFourierClassifier,
)
_SHARES = (0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0, 1e6)
SETTINGS: Mapping[str, Sequence[Any]] = {  # what a parameter of this name may be given, beside its default
    "n_freqs": (1, 2, 5, 20),
    "n_features": (1, 2, 7, 20),
    "n_components": (1, 2, 3),
    "n_landmarks": (None, 1, 2, 5, 1000),
    "n_iterations": (0, 1, 5),
    "n_steps": (0, 1, 5),
    "n_restarts": (1, 2),
    "n_grids": (1, 3, 20),
    "bits": (1, 2, 8),
    "degree": (1, 3, 7),
    "order": (0, 1),
    "noise": (1e-12, 0.1, 0.999),
    "ridge": _SHARES,
    "decay": _SHARES,
    "eta": _SHARES,
    "C": _SHARES,
    "epsilon": _SHARES,
    "mu": _SHARES,
    "rho": _SHARES,
    "bound": _SHARES,
    "step": _SHARES,
    "landmarks": tuple(LANDMARK_KINDS),
    "sampler": tuple(SAMPLERS),
    "map": MAPS,
    "form": ("diagonals", "mixture"),
    "loss": ("auto", "squared", "hinge", "squared_hinge"),
    "optimizer": ("auto", "projected", "adam", "algorithm1", "algorithm2", "quasi_newton"),
    "learn_frequencies": (True, False),
    "random_state": (0, 7, None),
}


def estimators(rng: random.Random) -> None:
    """Fitted on hard points, an estimator gives finite numbers for them and for others, and no warning."""
    kind = rng.choice((*TRANSFORMERS, *REGRESSORS, *CLASSIFIERS))
    X = hard_points(rng, rng.choice((1, 1, 2, 3, 5, 20)), (2, 3, 6, 15, 40))
    y = hard_targets(rng, X, kind in CLASSIFIERS)
    model = kind(**some_settings(rng, kind))
    try:
        model.fit(X, y)
    except ValueError as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        if "sklearn/utils" in last.filename and not isinstance(error, Refusal):  # what every estimator refuses so
            raise Refusal("X and y must pass scikit-learn's checks.") from error
        raise
    for at in (X, X[:1], np.zeros_like(X[:2])):
        found = [model.predict(at)] if hasattr(model, "predict") else [model.transform(at)]
        if isinstance(model, AlaCarteRegressor | SparseSpectrumRegressor | SpectralMixtureRegressor):
            found += model.predict(at, return_std=True)
        for values in found:
            values = values.data if hasattr(values, "indptr") else values
            assert values.dtype.kind not in "fc" or np.isfinite(values).all(), model
    if hasattr(model, "log_likelihoods_"):
        assert (np.diff(model.log_likelihoods_) >= 0).all(), model


def some_settings(rng: random.Random, kind: Callable[..., Any]) -> dict[str, Any]:
    """A few parameters of the estimator that are not at their defaults; few frequencies and iterations always."""
    given: dict[str, Any] = {}
    for name in kind().get_params(deep=False):
        if name == "kernel" and rng.random() < 0.6:
            given[name] = some_kernel(rng)
        elif name in SETTINGS and (rng.random() < 0.3 or (name.startswith("n_") and name != "n_landmarks")):
            given[name] = rng.choice(SETTINGS[name])
    return given


def some_kernel(rng: random.Random) -> Kernel:
    """A kernel of any kind, its length scale mostly one that suits points of size 1."""
    kind = KERNELS[rng.choice(list(KERNELS))]
    shape = {each.name: rng.choice((0.5, 1.5, 2.0)) for each in kind.shape_parameters}
    return kind(length_scale=10.0 ** rng.choice((0, 0, rng.uniform(-1, 1), rng.uniform(-9, 9), -150, 150)), **shape)


def hard_targets(rng: random.Random, X: np.ndarray, classes: bool) -> np.ndarray:
    """Targets of few classes, of one point in a class, constant, without noise, or of extreme size."""
    n, numbers = len(X), np.random.default_rng(rng.randrange(10**6))
    if classes or rng.random() < 0.1:
        y = numbers.integers(rng.choice((1, 2, 2, 3, 5)), size=n)
        if rng.random() < 0.2:
            y[:] = 0
            y[0] = 1
        return y if rng.random() < 0.5 else np.array(["a", "b", "c", "d", "e"])[y]
    with np.errstate(all="ignore"):
        wave = np.nan_to_num(np.sin(2 * X[:, 0].astype(float)))
    y = rng.choice((np.zeros(n), wave, wave, wave + 0.3 * numbers.standard_normal(n), numbers.standard_cauchy(n)))
    return y * rng.choice((1.0, 1.0, 1e-200, 1e100, 1e6)) + rng.choice((0.0, 0.0, 1e6))
