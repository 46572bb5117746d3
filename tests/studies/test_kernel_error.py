"""What a kernel's error costs, against the same fits by hand: the bound, the changes and their rank correlations."""

import numpy as np
import pytest
from different_steps import different
from scipy import stats

from rffviz.datasets import Dataset, train_test
from rffviz.features import paired_map
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import ExactKernelRidge, ridge_weights
from rffviz.samplers import draw
from rffviz.studies.kernel_error import kernel_error, rank_correlation


def split_of(n=60, d=3, seed=0, offset=5.0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((2 * n, d))
    y = np.sin(X.sum(axis=1)) + 0.3 * rng.standard_normal(2 * n) + offset
    return train_test(Dataset("waves", "Waves", X, y, "regression", "", split=np.repeat([0, 1], n)))


def measured(**asked):
    return kernel_error(split_of(), Gaussian(1.5), n_freqs=(8, 32), shown=8, **asked)


def test_fits_are_those_by_hand():
    one = split_of()
    found = measured(sampler=("orthogonal", "monte_carlo"), ridge=0.01, n_seeds=2, random_state=4)
    W = draw("monte_carlo", Gaussian(1.5), 3, 32, np.random.default_rng(5)).W
    Z, Z_test = (paired_map(A, W, dtype=np.float64) for A in (one.X_train, one.X_test))
    K, mean, sd = Gaussian(1.5)(one.X_train), one.y_train.mean(), one.y_train.std()
    exact = ExactKernelRidge(Gaussian(1.5), 0.01, random_state=0).fit(one.X_train, one.y_train).predict(one.X_test)
    fit = Z_test @ ridge_weights(Z, one.y_train - mean, 0.01) + mean
    at = (1, 1, 1)  # the second scheme under the second seed at the second size
    assert found.matrix_errors[at] == pytest.approx(np.linalg.norm(Z @ Z.T - K, 2), rel=1e-9)
    assert found.changes[at] == pytest.approx(np.abs(fit - exact).max() / sd, rel=1e-6)
    assert found.rms_changes[at] == pytest.approx(np.sqrt(np.mean((fit - exact) ** 2)) / sd, rel=1e-6)
    around = np.sum((one.y_test - one.y_test.mean()) ** 2)
    assert found.test[at] == pytest.approx(np.sqrt(np.sum((fit - one.y_test) ** 2) / around), rel=1e-9)
    assert found.exact_test == pytest.approx(np.sqrt(np.sum((exact - one.y_test) ** 2) / around), rel=1e-9)
    assert found.freedom == pytest.approx(np.trace(K @ np.linalg.inv(K + 60 * 0.01 * np.eye(60))), rel=1e-9)
    assert (found.samplers, found.about.seeds, found.n_test) == (("orthogonal", "monte_carlo"), (4, 5), 60)


@pytest.mark.release
@pytest.mark.parametrize("ridge", [1e-4, 1e-2, 1.0, 10.0])
def test_no_change_exceeds_its_bound_or_the_line_or_the_limit(ridge):
    """Brute force over seeds and schemes; with a large λ the bound is within two decades, so it could be crossed."""
    found = measured(sampler=("monte_carlo", "sobol_scrambled"), ridge=ridge, n_seeds=40)
    assert found.measured.all() and (found.changes <= found.bounds).all()
    assert (found.rms_changes <= found.changes).all()
    assert (found.bounds <= found.slope * found.matrix_errors * (1 + 1e-12)).all()
    assert found.changes.max() < found.limit == ridge**-0.5
    assert found.looseness == pytest.approx(np.min(found.bounds / found.changes)) and found.looseness >= 1
    assert (found.looseness < 100) is (ridge >= 1)


@pytest.mark.slow
def test_rank_correlations_are_scipys():
    found = measured(n_seeds=6)
    at = np.s_[:, :, 0]  # D = 8
    for values, across, here in (
        (found.changes, found.with_changes(), found.with_changes(True)),
        (found.test, found.with_test(), found.with_test(True)),
    ):
        assert across == pytest.approx(stats.spearmanr(found.matrix_errors.ravel(), values.ravel())[0], rel=1e-12)
        expected = stats.spearmanr(found.matrix_errors[at].ravel(), values[at].ravel())[0]
        assert here == pytest.approx(expected, rel=1e-12) and abs(here - across) > 1e-3
    assert rank_correlation([1, 2, 2, 5], [3, 1, 1, 0]) == pytest.approx(stats.spearmanr([1, 2, 2, 5], [3, 1, 1, 0])[0])
    assert np.isnan(rank_correlation([1.0], [2.0])) and np.isnan(rank_correlation([1, 1], [2, 3]))


def test_schemes_without_chance_are_measured_once_and_others_from_their_least_size():
    found = measured(sampler=("halton", "monte_carlo"), n_seeds=3)
    assert found.measured[0].sum(axis=0).tolist() == [1, 1] and found.measured[1].all()
    started, *steps = different(kernel_error.steps(split_of(), Gaussian(), "monte_carlo", (4, 8), n_seeds=3, shown=4))
    assert started.record is None
    assert [step.record.n_seeds for step in steps] == [1, 2, 3] and steps[-1].finished
    wide = split_of(d=20)
    found = kernel_error(wide, Gaussian(4.0), ("moment_matching",), (8, 64), n_seeds=1, shown=64)
    assert found.measured[0, 0].tolist() == [False, True] and found.here.sum() == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"ridge": 0}, "^ridge must be a finite number above 0, got 0"),
        ({"shown": 9}, "^shown must be one of n_freqs, got 9"),
        ({"sampler": ()}, "^sampler must hold at least one scheme"),
        ({"sampler": ("moment_matching",), "n_freqs": (1,), "shown": 1}, "^n_freqs must hold a number that a scheme"),
        ({"n_freqs": (8, 4)}, "^n_freqs must be increasing"),
        ({"n_seeds": 0}, "^n_seeds must be"),
    ],
)
def test_what_cannot_be_measured_is_refused(asked, said):
    asked = {"n_freqs": (8,), "shown": 8} | asked
    with pytest.raises(ValueError, match=said):
        next(kernel_error.steps(split_of(), Laplacian(), **asked))


def test_constant_answers_are_refused():
    one = split_of()
    one.y_train[:] = 3.0
    with pytest.raises(ValueError, match=r"^y_train must vary, got a constant target"):
        next(kernel_error.steps(one, Gaussian(), n_freqs=(8,), shown=8))
