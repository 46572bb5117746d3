"""Support vector machines on the exact kernel, through libSVM, and linear ones on features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import SVC, SVR, LinearSVC
from sklearn.utils import Tags

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.decisions import LargestValueClassifier, as_classes, in_blocks
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import (
    Seed,
    at_least_two_classes,
    new_points,
    non_negative_number,
    numeric_target,
    positive_number,
    row_weights,
    seed_number,
    training_data,
)
from rffviz.kernels import Kernel
from rffviz.predict.exact import ExactMachine

MAX_SVM_POINTS = 5000  # the kernel matrix is 200 MB, and libSVM takes seconds to a minute
_CACHE_MB = 400
_FEW = 200  # points that are solved for to rounding; regression of 2,500 at C = 1000 would take over a minute


class _SupportVectorMachine(ExactMachine):
    """Base of both machines: the support vectors, and prediction from them."""

    def _keep(self, X: np.ndarray, machine: Any) -> None:
        self.machine_, self.n_train_ = machine, len(X)
        self.support_ = self.sample_indices_[machine.support_]
        self.support_vectors_ = X[machine.support_]
        self.n_support_vectors_ = len(self.support_)
        self.n_iter_ = int(np.max(machine.n_iter_))

    def _ask(self, method: str, X: ArrayLike) -> np.ndarray:
        """Call a method of the fitted libSVM model on kernel rows of X, which are 0 except at the support vectors."""
        X = new_points(self, X)

        def answers(some: np.ndarray) -> np.ndarray:
            K = np.zeros((len(some), self.n_train_))
            if self.n_support_vectors_:
                K[:, self.machine_.support_] = self.kernel_(some, self.support_vectors_)
            return getattr(self.machine_, method)(K)

        return in_blocks(answers, X, self.n_train_)


@dataclass(eq=False, repr=False)
class ExactSVC(ClassifierMixin, _SupportVectorMachine):
    """Support vector classification on any kernel: f(x) = Σ_i α_i y_i k(x_i, x) + b, by libSVM.

    Minimises ½‖w‖² + C Σ max(0, 1 − y_i f(x_i)); more than two classes vote, one against one.

    Parameters
    ----------
    kernel, max_points, subsample, random_state
        As in `ExactKernelRidge`, but at most 5,000 points by default, and a subsample stratified by class.
    C : float, default 1.0
        Above 0.

    Attributes
    ----------
    classes_ : ndarray
    n_train_, sample_indices_ : int, and ndarray of shape (n_train_,)
        How many points it was trained on, and their rows.
    support_, support_vectors_ : ndarray of shapes (n_support_vectors_,) and (n_support_vectors_, d)
        The support vectors, and their rows among the points given.
    n_support_vectors_, n_iter_ : int
    machine_ : SVC
        libSVM's, on the precomputed kernel matrix.

    Notes
    -----
    O(n²d) for the kernel matrix and between O(n²) and O(n³) for libSVM.

    Source: Cortes & Vapnik 1995; Chang & Lin 2011, "LIBSVM".
    """

    kernel: Kernel | None = None
    C: float = 1.0
    max_points: int = MAX_SVM_POINTS
    subsample: bool = False
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train on all points, or on the subsample; a `sample_weight` s ≥ 0 makes a point's C s times as large."""
        X, y = training_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        C = positive_number("C", self.C)
        self.classes_ = at_least_two_classes(y)
        X, y, K, weights = self._train_on(X, y, fewest=2, stratify=True, sample_weight=sample_weight)
        self.classes_ = at_least_two_classes(y)
        self._keep(
            X,
            SVC(C=C, kernel="precomputed", tol=_tolerance(len(y), 1e-3), cache_size=_CACHE_MB).fit(
                K, y, sample_weight=weights
            ),
        )
        return self

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f at the rows of X: shape (n,) for two classes, else (n, n_classes), from the votes."""
        return self._ask("decision_function", X)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The class that wins the votes."""
        return self._ask("predict", X)


@dataclass(eq=False, repr=False)
class ExactSVR(RegressorMixin, _SupportVectorMachine):
    """Support vector regression on any kernel: f(x) = Σ_i (α_i − α*_i) k(x_i, x) + b, by libSVM.

    Minimises ½‖w‖² + C Σ max(0, |y_i − f(x_i)| − ε).

    Parameters
    ----------
    kernel, C, max_points, subsample, random_state
        As in `ExactSVC`; the subsample is uniform.
    epsilon : float, default 0.1
        ε ≥ 0, half the width of the tube, in units of y.

    Attributes
    ----------
    n_train_, sample_indices_, support_, support_vectors_, n_support_vectors_, n_iter_, machine_
        As in `ExactSVC`; `machine_` has learned (y − mean)/scale.
    target_mean_, target_scale_ : float
        Mean and standard deviation of the training targets.

    Source: Drucker, Burges, Kaufman, Smola & Vapnik 1997; Chang & Lin 2011, "LIBSVM".
    """

    kernel: Kernel | None = None
    C: float = 1.0
    epsilon: float = 0.1
    max_points: int = MAX_SVM_POINTS
    subsample: bool = False
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train on all points, or on the subsample; weights as in `ExactSVC`."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        C, epsilon = positive_number("C", self.C), non_negative_number("epsilon", self.epsilon)
        X, y, K, weights = self._train_on(X, y, fewest=2, sample_weight=sample_weight)
        # libSVM's tolerance is in units of y: where it is tiny compared with the targets, libSVM hardly converges.
        # Standardised targets give the same problem, with C and ε divided by the standard deviation.
        self.target_mean_ = float(np.average(y, weights=weights))
        square = np.average(np.square(y - self.target_mean_), weights=weights)
        self.target_scale_ = float(np.sqrt(square)) or 1.0
        machine = SVR(
            C=C / self.target_scale_,
            epsilon=epsilon / self.target_scale_,
            kernel="precomputed",
            tol=_tolerance(len(y), 1e-3),
            cache_size=_CACHE_MB,
        )
        self._keep(X, machine.fit(K, (y - self.target_mean_) / self.target_scale_, sample_weight=weights))
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """f at the rows of X, float64 of shape (n,)."""
        answers = self._ask("predict", X)  # raises if not fitted
        return self.target_mean_ + self.target_scale_ * answers


@dataclass(eq=False, repr=False)
class FeatureSVC(LargestValueClassifier, NamesArguments, BaseEstimator):
    """A linear support vector machine on features: f(x) = w·z(x) + b, by liblinear.

    Minimises ½(‖w‖² + b²) + C Σ max(0, 1 − y_i f(x_i))², one class against the rest. Time and memory are linear in N;
    those of the exact machine are at least quadratic.

    Parameters
    ----------
    features : transformer, default None
        Turns points into features; it is cloned, and fitted on the data. None is `RandomFourierFeatures()`.
    C : float, default 1.0
        Above 0. The loss is the squared hinge, not the hinge of `ExactSVC`. `CoreVectorClassifier` writes 2C for it.
    random_state : int, RandomState, Generator or None, default None
        Of liblinear's coordinate descent, and of the features if features is None.

    Attributes
    ----------
    classes_ : ndarray
    pipeline_ : Pipeline
        The fitted features and `LinearSVC`.
    n_iter_ : int

    Source: Rahimi & Recht 2007, section 1; Fan et al. 2008, "LIBLINEAR".
    """

    features: Any = None
    C: float = 1.0
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the feature map on X and the machine on its features, with weights as in `ExactSVC`."""
        X, y = training_data(self, X, y, dtype=(np.float64, np.float32), ensure_min_samples=2)
        C = positive_number("C", self.C)
        seed = seed_number("random_state", self.random_state)
        self.classes_ = at_least_two_classes(y)
        features = RandomFourierFeatures(random_state=seed) if self.features is None else clone(self.features)
        weights = row_weights(sample_weight, X.shape[0])
        if weights is not None:
            rows = np.flatnonzero(weights)
            X, y, weights = X[rows], y[rows], weights[rows]
            self.classes_ = at_least_two_classes(y)
        machine = LinearSVC(C=C, random_state=seed, max_iter=10_000, tol=_tolerance(len(y), 1e-4))
        labels = as_classes(y, self.classes_)
        self.pipeline_: Pipeline = make_pipeline(features, machine).fit(X, labels, linearsvc__sample_weight=weights)
        self.n_iter_ = int(np.max(machine.n_iter_))
        return self

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True  # where the map takes it
        return tags

    def _values(self, X: np.ndarray) -> np.ndarray:
        X = new_points(self, X, (np.float64, np.float32))
        return self.pipeline_.decision_function(X)


def _tolerance(n: int, usual: float) -> float:
    """Of libSVM and liblinear: for few points so small that a row of weight 2 gives what two rows give."""
    return 1e-10 if n <= _FEW else usual
