"""The methods compared on real data and in the plane, and how each chooses its own settings."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.kernel_approximation import PolynomialCountSketch
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer

from rffviz.adaptive import AlignedFourierFeatures, SupervisedFourierClassifier, SupervisedFourierRegressor
from rffviz.features import (
    OTHER_MAPS,
    ArcCosineFeatures,
    MekaFeatures,
    NystromFeatures,
    RandomBinningFeatures,
    RandomFourierFeatures,
    fourier_and_binning,
)
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import Refusal, one_of, seed_number
from rffviz.kernels import Gaussian, Kernel, Laplacian, kernel_by_rule, median_length_scale
from rffviz.predict.a_la_carte import AlaCarteRegressor
from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.compressed import CompressedRegression
from rffviz.predict.core_vector import CoreVectorClassifier, CoreVectorRegressor
from rffviz.predict.exact import ExactKernelRidge, ExactKernelRidgeClassifier
from rffviz.predict.exact_svm import ExactSVC, ExactSVR, FeatureSVC
from rffviz.predict.kitchen_sinks import KitchenSinkClassifier, KitchenSinkRegressor
from rffviz.predict.metropolis import MetropolisRegressor
from rffviz.predict.penalty import k_fold_errors, penalty_path
from rffviz.predict.ridge import FeatureRidge
from rffviz.predict.sparse_spectrum import SparseSpectrumRegressor
from rffviz.predict.spectral_mixture import SpectralMixtureRegressor
from rffviz.theory.kernel_matrix import degrees_of_freedom

TASKS = ("regression", "binary", "multiclass")
UNIT_GAUSSIAN = Gaussian()
RIDGES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)  # candidates for leave-one-out
_FEWER = (1e-5, 1e-4, 1e-3, 1e-2)  # candidates for cross-validation, for sparse features
_COSTS = (1.0, 10.0, 100.0)  # C of support vector machines, chosen by cross-validation
_TUBE = 0.1  # ε of support vector regression, in standard deviations of the targets
_FOLDS = 3
_COMPRESSED = 4  # frequencies per component of compressed regression
_LEARNED = 50  # iterations of the methods that maximise a marginal likelihood
_COMPONENTS = 2  # of a mixture: three would fit the noise of a hundred points
_STARTS = 2  # of the spectral mixture
_WALKED = 100  # steps of the Metropolis walk
_DEGREE = 3  # of polynomial kernels
_CLUSTERS = 4  # of MEKA; half a landmark per frequency in each gives as many features as the paired map has
_ENOUGH = 2  # classes, of many, on which folds choose λ

LABELS = {
    "kernel_ridge": "kernel ridge",
    "svm": "kernel SVM",
    "core_vector": "core vector machine",
    "fourier": "Fourier + ridge",
    "linear_svm": "Fourier + linear SVM",
    "binning": "binning + ridge",
    "fourier_binning": "half Fourier, half binning",
    "nystrom": "Nyström + ridge",
    "meka": "MEKA + ridge",
    "arc_cosine": "arc-cosine + ridge",
    "polynomial": "polynomial sketch + ridge",
    "spherical": "spherical polynomial + ridge",
    "additive_chi2": "additive χ² + ridge",
    "intersection": "intersection + ridge",
    "supervised": "supervised Fourier",
    "aligned": "aligned Fourier + ridge",
    "sinks": "kitchen sinks",
    "compressed": "compressed Fourier",
    "sparse_spectrum": "sparse-spectrum GP",
    "a_la_carte": "À la Carte",
    "metropolis": "Metropolis",
    "spectral_mixture": "spectral mixture GP",
}
TASKS_OF = {  # the tasks of those methods that do not take all of them
    "compressed": ("regression",),
    **dict.fromkeys(("sparse_spectrum", "a_la_carte", "metropolis", "spectral_mixture"), ("regression",)),
    "linear_svm": ("binary", "multiclass"),
    "aligned": ("regression", "binary"),  # class numbers are not quantities to align with
}

SLOW_METHODS = {  # methods that take seconds for a few hundred frequencies
    *("linear_svm", "supervised", "sinks", "compressed"),
    *("sparse_spectrum", "a_la_carte", "metropolis", "spectral_mixture"),
}
QUICK_FREQS = 512  # most frequencies of a quick fit; a tenth as many for slow methods

FAILED = "It failed on these points; the log has the error."

_log = logging.getLogger("rffviz")


@dataclass(frozen=True)
class Contender:
    """A method that takes part in a comparison.

    Attributes
    ----------
    label : str
        For the screen.
    build : callable
        (size, X, y, seed) → an unfitted estimator. Its length scale and penalty are chosen on these training points
        alone. Exact methods get the size None.
    exact : bool
        Whether it has no size: it is drawn as a level beside the curves.
    marks : callable, optional
        A fitted estimator → the points of the plane worth marking (support vectors, landmarks), shape (k, d).
    marked : str
        What the marked points are.
    freedom : callable, optional
        A fitted estimator → its effective degrees of freedom d_λ.
    features : int
        Features for each unit of size: two of a pair of cosine and sine, one of a landmark or of a cosine alone.
    """

    label: str
    build: Callable[[int | None, np.ndarray, np.ndarray, int], BaseEstimator]
    exact: bool = False
    marks: Callable[[BaseEstimator], np.ndarray] | None = None
    marked: str = ""
    freedom: Callable[[BaseEstimator], float] | None = None
    features: int = 2


def chosen_contenders(
    methods: Sequence[str] | Mapping[str, Contender], task: str, kernel: Kernel, rule: str, sampler: str, seed: int
) -> dict[str, Contender]:
    """The methods of these names, in the order of `LABELS`; a mapping to your own contenders is returned as it is."""
    if isinstance(methods, Mapping):
        return dict(methods)
    every = contenders(task, kernel, rule, sampler, seed)
    for name in methods:
        one_of("methods", name, every)
    return {name: every[name] for name in every if name in methods}


def reason_of(error: Exception, method: str) -> str:
    """Why a method is left out: the sentence of a refusal; any other error is logged and not shown."""
    if isinstance(error, Refusal):
        return str(error)
    raised_in = traceback.extract_tb(error.__traceback__)[-1:]
    said = isinstance(error, ValueError) and any("sklearn" in frame.filename for frame in raised_in)
    crash = None if said else error  # scikit-learn's own validation errors are readable
    _log.error("the method %s failed: %s", method, error, exc_info=crash)
    return FAILED


def contenders(
    task: str, kernel: Kernel, rule: str = "hand", sampler: str = "monte_carlo", random_state: int = 0
) -> dict[str, Contender]:
    """Every method for a task, by its name in `LABELS`.

    Parameters
    ----------
    task : {"regression", "binary", "multiclass"}
    rule : {"median", "dimension", "hand"}
        How the kernel's length scale is chosen on the training points, under `random_state` (`kernel_by_rule`).
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS`, for the Fourier features.

    Notes
    -----
    Each chooses its penalty on the training points alone: λ by leave-one-out in closed form on dense features and for
    the exact ridge, by three folds on sparse ones; C of support vector machines by three folds. Binning has the
    Laplacian kernel, with its own median distance. Targets are standardised where a method's settings have units. The
    core vector machine (C = 10), supervised features, kitchen sinks and compressed regression keep their settings; the
    sparse-spectrum process, À la Carte and the spectral mixture, of two components each, learn theirs. The Metropolis
    walk keeps the λ chosen where it starts. Kitchen sinks draw by Monte Carlo whatever the scheme, À la Carte by
    Fastfood, and arc-cosine features, ramps that have no length scale, by Monte Carlo. The sketch is of the polynomial
    kernel (1 + x·y/d)³. Spherical features are of the polynomial kernel of degree 3 of points divided by their norms;
    those of the additive χ² and the intersection kernel are of inputs scaled to [0, 1]. These have two features for
    each frequency, as many as Fourier features have; the last two an odd number for each input, which is at most as
    many where that is one or more.
    """
    classes = one_of("task", task, TASKS) != "regression"
    ridge = FeatureRidgeClassifier if classes else FeatureRidge
    random_state = seed_number("random_state", random_state)

    def kernel_of(X: np.ndarray) -> Kernel:
        return kernel_by_rule(kernel, rule, X, random_state)

    def on(make: Callable[[int, np.ndarray, int], Any]) -> Callable[[int, np.ndarray, np.ndarray, int], BaseEstimator]:
        """Ridge regression on the features `make(size, X, seed)`, with λ chosen on the training points."""

        def build(size: int, X: np.ndarray, y: np.ndarray, seed: int) -> BaseEstimator:
            features = make(size, X, seed)
            return ridge(features, chosen_ridge(features.fit_transform(X, y), y, task))

        return build

    def fourier(size: int, X: np.ndarray, seed: int) -> RandomFourierFeatures:
        return RandomFourierFeatures(kernel_of(X), size, sampler, random_state=seed)

    builders = {
        "kernel_ridge": lambda size, X, y, seed: _kernel_ridge(kernel_of(X), X, y, task),
        "svm": lambda size, X, y, seed: _by_folds(
            ExactSVC(kernel_of(X)) if classes else ExactSVR(kernel_of(X), epsilon=_TUBE * _spread(y)), y, classes, seed
        ),
        "core_vector": lambda size, X, y, seed: (CoreVectorClassifier if classes else CoreVectorRegressor)(
            kernel_of(X), C=10.0, random_state=seed
        ),
        "fourier": on(fourier),
        "linear_svm": lambda size, X, y, seed: _by_folds(
            FeatureSVC(fourier(size, X, seed), random_state=seed), y, classes, seed
        ),
        "binning": on(lambda size, X, seed: RandomBinningFeatures(_laplacian(X), size, random_state=seed)),
        "fourier_binning": on(
            lambda size, X, seed: fourier_and_binning(
                _laplacian(X), max(1, size // 2), max(1, size // 2), random_state=seed
            )
        ),
        "nystrom": on(
            lambda size, X, seed: NystromFeatures(kernel_of(X), min(size, len(X)), "kmeans", random_state=seed)
        ),
        "meka": on(lambda size, X, seed: MekaFeatures(kernel_of(X), max(1, size // 2), _CLUSTERS, random_state=seed)),
        "arc_cosine": on(lambda size, X, seed: ArcCosineFeatures(1, 2 * size, random_state=seed)),
        "polynomial": on(lambda size, X, seed: _sketch(X.shape[1], size, seed)),
        "spherical": on(lambda *asked: _mapped("polynomial_sphere", Normalizer(), *asked)),
        "additive_chi2": on(lambda *asked: _mapped("additive_chi2", MinMaxScaler(clip=True), *asked)),
        "intersection": on(lambda *asked: _mapped("intersection", MinMaxScaler(clip=True), *asked)),
        "supervised": lambda size, X, y, seed: (SupervisedFourierClassifier if classes else SupervisedFourierRegressor)(
            kernel_of(X), size, n_landmarks=min(len(X), max(2, size)), random_state=seed
        ),
        "aligned": on(
            lambda size, X, seed: AlignedFourierFeatures(kernel_of(X), size, sampler=sampler, random_state=seed)
        ),
        "sinks": lambda size, X, y, seed: (KitchenSinkClassifier if classes else KitchenSinkRegressor)(
            kernel_of(X), size, random_state=seed
        ),
        "compressed": lambda size, X, y, seed: CompressedRegression(
            fourier(_COMPRESSED * size, X, seed), n_components=size, n_projections=5, random_state=seed
        ),
        "sparse_spectrum": lambda size, X, y, seed: SparseSpectrumRegressor(
            kernel_of(X), size, n_iterations=_LEARNED, sampler=sampler, random_state=seed
        ),
        "a_la_carte": lambda size, X, y, seed: AlaCarteRegressor(
            kernel_of(X), size, "mixture", min(_COMPONENTS, size), n_iterations=_LEARNED, random_state=seed
        ),
        "metropolis": lambda size, X, y, seed: MetropolisRegressor(
            kernel_of(X),
            size,
            _WALKED,
            ridge=chosen_ridge(fourier(size, X, seed).fit_transform(X), y, task),
            sampler=sampler,
            random_state=seed,
        ),
        "spectral_mixture": lambda size, X, y, seed: SpectralMixtureRegressor(
            _COMPONENTS, _STARTS, n_iterations=_LEARNED, random_state=seed
        ),
    }
    exact = ("kernel_ridge", "svm", "core_vector", "spectral_mixture")
    return {
        name: Contender(LABELS[name], builders[name], exact=name in exact, **_FURTHER.get(name, {}))
        for name in LABELS
        if task in TASKS_OF.get(name, TASKS)
    }


def chosen_ridge(Z: MatrixLike, y: np.ndarray, task: str) -> float:
    """The λ of `RIDGES` with the least leave-one-out error (three folds where Z is sparse); classes count as ±1."""
    classes = np.unique(y)
    targets = [y] if task == "regression" else [np.where(y == label, 1.0, -1.0) for label in classes]
    if task != "regression" and len(classes) == 2:
        targets = targets[1:]
    if sparse.issparse(Z):
        targets = targets[:_ENOUGH]
        squares = sum(k_fold_errors(Z, target, _FEWER, min(_FOLDS, len(y))).sum(axis=0) for target in targets)
        return _FEWER[int(np.argmin(squares))]
    squares = sum(np.square(penalty_path(Z, target, RIDGES)).sum(axis=1) for target in targets)
    return RIDGES[int(np.argmin(squares))]


def _laplacian(X: np.ndarray) -> Laplacian:
    """Binning is for the Laplacian kernel, whose length scale is its own median distance."""
    return Laplacian(median_length_scale(Laplacian, X))


def _sketch(d: int, size: int, seed: int) -> PolynomialCountSketch:
    """Sketch of (1 + x·y/d)³: with inputs of variance 1, x·x/d is about 1."""
    return PolynomialCountSketch(gamma=1 / d, degree=_DEGREE, coef0=1, n_components=2 * size, random_state=seed)


def _mapped(name: str, prepare: Any, size: int, X: np.ndarray, seed: int) -> Pipeline:
    """A map of a kernel that is not shift invariant, after the scaling of the points that the kernel needs."""
    return make_pipeline(prepare, OTHER_MAPS[name].make(2 * size, X.shape[1], _DEGREE, seed))


def _kernel_ridge(
    kernel: Kernel, X: np.ndarray, y: np.ndarray, task: str
) -> ExactKernelRidge | ExactKernelRidgeClassifier:
    values, vectors = np.linalg.eigh(kernel(X))
    features = vectors * np.sqrt(values.clip(0))  # z·z = k on the training points, so that the path is the exact one
    machine = ExactKernelRidge if task == "regression" else ExactKernelRidgeClassifier
    return machine(kernel, chosen_ridge(features, y, task))


def _by_folds(machine: Any, y: np.ndarray, classes: bool, seed: int) -> GridSearchCV:
    """C chosen by folds; the fitted machine is `best_estimator_`."""
    fewest = int(np.unique(y, return_counts=True)[1].min()) if classes else len(y)
    if fewest < 2:
        raise Refusal("C is chosen by folds, which take at least 2 training points of each class: one has 1.")
    if len(y) < 3:  # leaving a fold out would leave one point
        raise Refusal(f"C is chosen by folds, which take at least 3 training points, got {len(y)}.")
    folds = (StratifiedKFold if classes else KFold)(min(_FOLDS, fewest), shuffle=True, random_state=seed)
    unit = 1.0 if classes else _spread(y)
    return GridSearchCV(machine, {"C": [cost * unit for cost in _COSTS]}, cv=folds, error_score="raise")


def _spread(y: np.ndarray) -> float:
    return float(np.std(y)) or 1.0


def _freedom(fitted: Any) -> float:
    eigenvalues = np.linalg.eigvalsh(fitted.kernel_(fitted.X_fit_))
    return degrees_of_freedom(eigenvalues.clip(0), fitted.ridge)


_FURTHER: dict[str, dict[str, Any]] = {
    "kernel_ridge": {"freedom": _freedom},
    "svm": {"marks": lambda fitted: fitted.best_estimator_.support_vectors_, "marked": "support vectors"},
    "core_vector": {"marks": lambda fitted: fitted.core_points_, "marked": "core vectors"},
    "nystrom": {"marks": lambda fitted: fitted.features_.landmarks_, "marked": "landmarks", "features": 1},
    "sinks": {"features": 1},
}
