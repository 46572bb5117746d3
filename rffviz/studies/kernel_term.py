"""Does the kernel regularizer help? Supervised features with and without it, at equal weight decay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from rffviz.adaptive.algorithm1 import DEFAULT_RIDGE
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.supervised_estimator import SupervisedFourierClassifier, SupervisedFourierRegressor
from rffviz.adaptive.transformer import meanwhile
from rffviz.datasets import TrainTest
from rffviz.features import paired_map
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, non_negative_number, one_of, seed_number, whole_number
from rffviz.kernels import Kernel, kernel_by_rule
from rffviz.studies.contenders import TASKS
from rffviz.studies.real_data import error_of

_MOST_ROWS = 1000  # test points used for the kernel error

_MOST_PRODUCTS = 10**7  # frequencies² × points below which solving for a predictor is quick


@dataclass(frozen=True, eq=False)
class KernelTermStudy:
    """Errors of SUPERVISE over η, the weight of the kernel approximation loss, on several splits.

    Attributes
    ----------
    etas : ndarray of shape (k,)
        Increasing; 0 leaves the kernel regularizer out (the compact nonlinear map of Yu et al. 2015).
    test_errors, train_errors : ndarray of shape (splits, k)
        As `error_of`; NaN where not measured yet.
    kernel_errors : ndarray of shape (splits, k)
        ‖K̂ − K‖_F/‖K‖_F on test points, at most 1,000, for the learned frequencies with the weights that minimise the
        loss on the landmarks: with η = 0 the objective does not involve the weights, but they are solved for here all
        the same.
    decay : float
        γ, the same for all.
    about : About
        The training points and the kernel of the first split, and a seed for each split.
    """

    etas: np.ndarray
    test_errors: np.ndarray
    train_errors: np.ndarray
    kernel_errors: np.ndarray
    task: str
    decay: float
    n_freqs: int
    n_test: int
    about: About

    @property
    def whole(self) -> np.ndarray:
        """Indices of the splits for which every η is measured."""
        return np.flatnonzero(np.isfinite(self.test_errors).all(axis=1))

    @property
    def mean_test(self) -> np.ndarray:
        """Mean test error over the `whole` splits, shape (k,)."""
        return self.test_errors[self.whole].mean(axis=0)

    @property
    def mean_kernel(self) -> np.ndarray:
        """Mean error of the kernel matrix over the `whole` splits, shape (k,)."""
        return self.kernel_errors[self.whole].mean(axis=0)

    @property
    def best(self) -> int:
        """Index of the η > 0 with the smallest mean test error."""
        return 1 + int(np.argmin(self.mean_test[1:]))

    def gain(self) -> tuple[float, float, float]:
        """The η > 0 with the smallest mean test error, its mean gain over η = 0, and the spread of that gain.

        Over the `whole` splits; the spread is the standard deviation of the paired differences, NaN below two.
        """
        errors = self.test_errors[self.whole]
        gains = errors[:, 0] - errors[:, self.best]
        spread = float(np.std(gains, ddof=1)) if len(gains) > 1 else np.nan
        return float(self.etas[self.best]), float(gains.mean()), spread

    @property
    def t(self) -> float:
        """The paired t statistic of the gain; NaN below two splits, infinite where it is the same on all of them."""
        _, gain, spread = self.gain()
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(np.divide(gain, spread / np.sqrt(len(self.whole))))

    @property
    def critical(self) -> float:
        """Critical value of `t`: Student's at 2.5 %, Bonferroni-corrected for the number of η; NaN below two splits."""
        return float(stats.t.isf(0.025 / (len(self.etas) - 1), len(self.whole) - 1))

    @property
    def clear(self) -> bool:
        """Whether the gain is beyond chance: `t` exceeds `critical`."""
        return self.t > self.critical

    @property
    def nearer(self) -> bool:
        """Whether the mean kernel error at the best η is below that at η = 0."""
        return bool(self.mean_kernel[self.best] < self.mean_kernel[0])


def _takes_long(splits: Sequence[TrainTest], n_freqs: int) -> bool:
    """Whether solving for a predictor takes long."""
    return n_freqs**2 * len(splits[0].X_train) > _MOST_PRODUCTS


@study(slow=_takes_long)
def kernel_term_study(
    splits: Sequence[TrainTest],
    task: str,
    kernel: Kernel,
    n_freqs: int,
    etas: Sequence[float] = (0.0, 1.0, 10.0, 100.0),
    decay: float = 0.1,
    length_rule: str = "hand",
    random_state: int = 0,
) -> Iterator[Progress[KernelTermStudy]]:
    """Train SUPERVISE with every η on every split, from the same landmarks, frequencies and γ.

    Parameters
    ----------
    splits : sequence of TrainTest
    task : {"regression", "binary", "multiclass"}
    n_freqs : int
        r, and as many landmarks.
    etas : sequence of float
        Different, at least two, 0 among them.
    decay : float
        γ ≥ 0.
    length_rule : str
        A key of `rffviz.kernels.LENGTH_RULES`: how the kernel's length scale follows from the training points of each
        split, under `random_state`.
    random_state : int
        Split s starts from random_state + s.

    Returns
    -------
    KernelTermStudy
        In steps: before the first fit, then after each; with a record once every η is measured on a split. Between the
        iterations of a fit the latest record is repeated, so that the caller can stop there.

    Source: Li, Zhang, Wang & Kumar 2019, equation (9): which introduces it as a regularizer.
    """
    regression = one_of("task", task, TASKS) == "regression"
    weights = np.array(sorted({non_negative_number("etas", eta) for eta in etas}))
    if len(weights) < 2 or weights[0] != 0:
        raise Refusal(f"etas must hold 0 and at least one more number, got {list(etas)}.")
    seed = seed_number("random_state", random_state)
    n_freqs, decay = whole_number("n_freqs", n_freqs), non_negative_number("decay", decay)
    estimator = SupervisedFourierRegressor if regression else SupervisedFourierClassifier
    errors = np.full((3, len(splits), len(weights)), np.nan)
    for s, split in enumerate(splits):
        if regression and not np.ptp(split.y_test) > 0:
            raise Refusal(
                f"The targets of the test points must differ, got {split.y_test[0]:g} alone in split {s + 1}: "
                "with more points they may."
            )
    kernels = [kernel_by_rule(kernel, length_rule, split.X_train, seed) for split in splits]
    first, done = splits[0], 0
    about = About.of(first, kernels[0], seeds=range(seed, seed + len(splits)))
    step: Progress[KernelTermStudy] = Progress(done, errors[0].size)
    yield step
    for s, (split, kernel) in enumerate(zip(splits, kernels, strict=True)):
        rows = split.X_test[:_MOST_ROWS]
        exact = kernel(rows)
        n_landmarks = max(2, min(n_freqs, len(split.X_train)))
        for k, eta in enumerate(weights):
            model = estimator(
                kernel, n_freqs, decay=decay, eta=float(eta), n_landmarks=n_landmarks, random_state=seed + s
            )
            yield from meanwhile(model.fit_steps(split.X_train, split.y_train), step)
            p = EmpiricalLoss(model.landmarks_, kernel).best_weights(model.frequencies_, DEFAULT_RIDGE)
            Z = paired_map(rows, model.frequencies_, p, dtype=np.float64)
            errors[:, s, k] = (
                error_of(task, model.predict(split.X_test), split.y_test),
                error_of(task, model.predict(split.X_train), split.y_train),
                np.linalg.norm(Z @ Z.T - exact) / np.linalg.norm(exact),
            )
            done += 1
            study = KernelTermStudy(weights, *errors.copy(), task, decay, n_freqs, len(first.X_test), about)  # type: ignore[call-arg]
            step = Progress(done, errors[0].size, study if len(study.whole) else None)
            yield step
