"""SUPERVISE with and without its kernel term, against the estimator fitted by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from different_steps import different
from scipy import optimize

from rffviz.adaptive import EmpiricalLoss, SupervisedFourierClassifier, SupervisedFourierRegressor
from rffviz.kernels import Gaussian
from rffviz.studies.kernel_term import kernel_term_study


def split(seed=0, classes=False, n=40):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((2 * n, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0, 1, -1) if classes else np.sin(2 * X[:, 0]) + 0.1 * rng.standard_normal(2 * n)
    return SimpleNamespace(X_train=X[:n], y_train=y[:n], X_test=X[n:], y_test=y[n:])


KERNEL = Gaussian(1.0)


@pytest.mark.slow
def test_errors_are_the_estimators():
    splits = [split(0), split(1)]
    steps = different(kernel_term_study.steps(splits, "regression", KERNEL, 6, (10.0, 0.0), decay=0.2, random_state=3))
    study = steps[-1].record
    assert [step.done for step in steps] == [0, 1, 2, 3, 4] and steps[-1].total == 4 and list(study.etas) == [0, 10]
    for s, one in enumerate(splits):
        for k, eta in enumerate((0.0, 10.0)):
            model = SupervisedFourierRegressor(Gaussian(1.0), 6, decay=0.2, eta=eta, n_landmarks=6, random_state=3 + s)
            model.fit(one.X_train, one.y_train)
            residual = model.predict(one.X_test) - one.y_test
            assert study.test_errors[s, k] == pytest.approx(
                np.sqrt(np.mean(residual**2) / np.var(one.y_test)), rel=1e-9
            )
            K = Gaussian(1.0)(one.X_test)
            A, b = EmpiricalLoss(model.landmarks_, Gaussian(1.0)).quadratic(model.frequencies_)
            root = np.linalg.cholesky(A + 0.1 * np.eye(6))
            best = optimize.nnls(root.T, np.linalg.solve(root, b))[0]
            approximate = sum(
                p * np.cos((one.X_test[:, None] - one.X_test) @ w)
                for w, p in zip(model.frequencies_, best, strict=True)
            )
            assert study.kernel_errors[s, k] == pytest.approx(
                np.linalg.norm(approximate - K) / np.linalg.norm(K), rel=1e-5
            )
    assert (study.about.n_points, study.n_test, study.n_freqs, study.decay) == (40, 40, 6, 0.2)


@pytest.mark.slow
def test_the_term_keeps_the_kernel_error_low():
    study = kernel_term_study([split()], "regression", KERNEL, 12)
    assert study.kernel_errors[0, -1] < study.kernel_errors[0, 0] / 2


@pytest.mark.slow
def test_gain_is_paired_over_the_splits_measured_whole():
    steps = different(kernel_term_study.steps([split(0), split(1)], "regression", KERNEL, 5, (0, 1, 100)))
    partial, study = steps[5].record, steps[-1].record
    assert steps[2].record is None  # no split is measured whole
    assert list(partial.whole) == [0] and np.isnan(partial.gain()[2])
    eta, gain, spread = study.gain()
    k = int(np.flatnonzero(study.etas == eta)[0])
    assert study.test_errors[:, k].mean() == study.test_errors[:, 1:].mean(axis=0).min()
    differences = study.test_errors[:, 0] - study.test_errors[:, k]
    assert gain == pytest.approx(differences.mean()) and spread == pytest.approx(differences.std(ddof=1))


@pytest.mark.slow
def test_a_gain_is_clear_when_every_split_has_it():
    study = kernel_term_study([split(s) for s in range(4)], "regression", KERNEL, 3, (0, 1))
    ahead = np.array([[1.0, 0.5], [1.1, 0.61], [0.9, 0.39], [1.0, 0.5]])
    assert replace(study, test_errors=ahead).clear
    assert not replace(study, test_errors=ahead[:, ::-1]).clear
    assert not replace(study, test_errors=np.array([[1.0, 0.5], [1.0, 1.4], [1.0, 0.6], [1.0, 1.2]])).clear
    assert not replace(study, test_errors=ahead[:1]).clear


def test_classes_are_counted():
    one = split(classes=True)
    study = kernel_term_study([one], "binary", KERNEL, 20, (0, 1))
    model = SupervisedFourierClassifier(Gaussian(1.0), 20, decay=0.1, eta=0.0, n_landmarks=20, random_state=0)
    wrong = np.mean(model.fit(one.X_train, one.y_train).predict(one.X_test) != one.y_test)
    assert study.test_errors[0, 0] == pytest.approx(100 * wrong)


def test_test_part_reaches_no_fit():
    one = split()
    study = kernel_term_study([one], "regression", KERNEL, 5, (0, 1))
    one.X_test = one.X_test + 10
    again = kernel_term_study([one], "regression", KERNEL, 5, (0, 1))
    np.testing.assert_array_equal(study.train_errors, again.train_errors)


def test_a_test_part_with_one_answer_is_refused():
    one = split(1)
    one.y_test = np.full_like(one.y_test, 2.0)
    with pytest.raises(ValueError, match="targets of the test points must differ, got 2 alone in split 2"):
        next(kernel_term_study.steps([split(0), one], "regression", KERNEL, 5, (0, 1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"etas": (1, 2)}, "etas must hold 0 and at least one more number, got"),
        ({"etas": (0,)}, "etas must hold 0 and at least one more number, got"),
        ({"etas": (0, -1)}, "etas must be a finite number of at least 0, got -1"),
        ({"decay": -1}, "decay must be a finite number of at least 0, got -1"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"task": "ranking"}, "task must be one of regression, binary, multiclass"),
    ],
)
def test_refusals(change, said):
    asked = {"splits": [split()], "task": "regression", "kernel": KERNEL, "n_freqs": 5} | change
    with pytest.raises(ValueError, match=f"^{said}"):
        list(kernel_term_study.steps(**asked))
