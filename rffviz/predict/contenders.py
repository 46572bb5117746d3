"""The methods that comparisons on real data and in the plane are held between, each with what it chooses for itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse
from sklearn.svm import SVC

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures, fourier_and_binning
from rffviz.kernels import Kernel, Laplacian, median_length_scale
from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.comparison import Contender
from rffviz.predict.exact import ExactKernelRidge
from rffviz.predict.penalty import k_fold_errors, penalty_path
from rffviz.predict.ridge import FeatureRidge

RIDGES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)  # that leave-one-out chooses among
_FEWER = (1e-5, 1e-4, 1e-3, 1e-2)  # that folds choose among, for sparse features
_FOLDS = 3
_ENOUGH = 2  # classes that folds are made for, of many

METHOD_LABELS = {
    "exact": "exact kernel",
    "fourier": "Fourier + ridge",
    "binning": "binning + ridge",
    "fourier_binning": "half Fourier, half binning",
    "nystrom": "Nyström + ridge",
}

KernelOf = Callable[[np.ndarray], Kernel]


def contenders(kernel_of: KernelOf, task: str, sampler: str = "monte_carlo") -> dict[str, Contender]:
    """Every method by its name, for one task.

    Parameters
    ----------
    kernel_of : callable
        Training points → kernel, its length scale chosen on them.
    task : {"regression", "binary", "multiclass"}
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS`, for the Fourier features.

    Notes
    -----
    Each chooses its penalty on the training points alone: λ by leave-one-out in closed form on dense features, by
    three folds on sparse ones.
    """
    ridge = FeatureRidge if task == "regression" else FeatureRidgeClassifier

    def on_features(make):
        """Ridge on the features that `make` gives for (size, X, seed), λ chosen on the training points."""

        def build(size, X, y, seed):
            features = make(size, X, seed)
            return ridge(features, chosen_ridge(features.fit_transform(X, y), y, task))

        return build

    return {
        "exact": _exact(kernel_of, task),
        "fourier": Contender(
            METHOD_LABELS["fourier"],
            on_features(lambda size, X, seed: RandomFourierFeatures(kernel_of(X), size, sampler, random_state=seed)),
        ),
        "binning": Contender(
            METHOD_LABELS["binning"],
            on_features(lambda size, X, seed: RandomBinningFeatures(_laplacian(X), size, random_state=seed)),
        ),
        "fourier_binning": Contender(
            METHOD_LABELS["fourier_binning"],
            on_features(
                lambda size, X, seed: fourier_and_binning(
                    _laplacian(X), max(1, size // 2), max(1, size // 2), random_state=seed
                )
            ),
        ),
    }


def _laplacian(X):
    """Binning is for the Laplacian kernel: its own median distance."""
    return Laplacian(median_length_scale(Laplacian, X))


def _exact(kernel_of, task):
    if task == "regression":

        def build(size, X, y, seed):
            kernel = kernel_of(X)
            values, vectors = np.linalg.eigh(kernel(X))
            features = vectors * np.sqrt(values.clip(0))  # z·z = k on the training points: the path is then exact
            return ExactKernelRidge(kernel, chosen_ridge(features, y, task))

        return Contender("kernel ridge", build, exact=True)

    def build_svc(size, X, y, seed):
        kernel = kernel_of(X)
        return SVC(kernel=kernel, C=10.0)

    return Contender(
        "kernel SVM", build_svc, exact=True, marks=lambda fitted: fitted.support_vectors_, marked="support vectors"
    )


def chosen_ridge(Z, y, task: str) -> float:
    """The λ of `RIDGES` with the least leave-one-out error (three folds where Z is sparse); classes count as ±1."""
    classes = np.unique(y)
    targets = [y] if task == "regression" else [np.where(y == label, 1.0, -1.0) for label in classes]
    if task != "regression" and len(classes) == 2:
        targets = targets[1:]
    if sparse.issparse(Z):
        targets = targets[:_ENOUGH]
        squares = sum(np.square(k_fold_errors(Z, target, _FEWER, _FOLDS).rmse) for target in targets)
        return _FEWER[int(np.argmin(squares))]
    squares = sum(np.square(penalty_path(Z, target, RIDGES).rmse) for target in targets)
    return RIDGES[int(np.argmin(squares))]
