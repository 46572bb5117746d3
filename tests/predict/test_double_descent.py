"""The double descent: every number by the pseudo-inverse or the estimator, and the peak where it is promised."""

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.kernels import Gaussian
from rffviz.predict import FeatureRidge, double_descent, double_descent_steps
from rffviz.samplers import draw


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X, new = rng.standard_normal((60, 3)), rng.standard_normal((300, 3))

    def f(A):
        return np.sin(2 * A[:, 0]) + A[:, 1]

    return X, f(X) + 5 + 0.3 * rng.standard_normal(60), new, f(new) + 5


def test_least_squares_is_the_pseudo_inverse(data):
    X, y, new, truth = data
    record = double_descent(Gaussian(1.0), X, y, new, truth, [5, 20, 200], [0.0], [3, 8])
    assert record.test_rmse.shape == (1, 2, 3)
    for s, seed in enumerate((3, 8)):
        for g, m in enumerate((5, 20, 200)):
            W = draw("monte_carlo", Gaussian(1.0), 3, m, np.random.default_rng(seed)).W
            Z, at = (paired_map(A, W, dtype=np.float64) for A in (X, new))
            w = np.linalg.pinv(Z) @ (y - y.mean())
            assert record.norms[0, s, g] == pytest.approx(np.linalg.norm(w), rel=1e-8)
            assert record.test_rmse[0, s, g] == pytest.approx(
                np.sqrt(np.mean((at @ w + y.mean() - truth) ** 2)), rel=1e-8
            )
            train = np.sqrt(np.mean((Z @ w + y.mean() - y) ** 2))
            assert record.train_rmse[0, s, g] == pytest.approx(train, rel=1e-8, abs=1e-9)


def test_penalties_are_those_of_the_estimator(data):
    X, y, new, truth = data
    record = double_descent(Gaussian(1.0), X, y, new, truth, [10, 50], [1e-3, 0.1], [2])
    for r, ridge in enumerate((1e-3, 0.1)):
        for g, m in enumerate((10, 50)):
            fitted = FeatureRidge(RandomFourierFeatures(Gaussian(1.0), m, random_state=2), ridge).fit(X, y)
            expected = np.sqrt(np.mean((fitted.predict(new) - truth) ** 2))
            assert record.test_rmse[r, 0, g] == pytest.approx(expected, rel=1e-4)


def test_the_error_peaks_at_as_many_features_as_points_and_a_penalty_takes_the_peak_away(data):
    X, y, new, truth = data
    counts = [5, 10, 20, 26, 30, 34, 45, 100, 1000]
    record = double_descent(Gaussian(1.0), X, y, new, truth, counts, [0.0, 1e-2], range(7))
    assert record.threshold == 30
    assert record.peaks[0] == 30
    plain, penalised = np.median(record.test_rmse, axis=1)
    assert plain[4] > 5 * plain[-1] and plain[4] > 3 * plain[1]
    assert penalised.max() < 0.3 * plain[4]
    assert np.median(record.norms, axis=1)[0].argmax() == 4
    assert record.train_rmse[0, :, 4:].max() < 1e-6  # at and beyond N features every point is met
    assert record.train_rmse[0, :, :3].min() > 1e-2


def test_steps_grow_one_record(data):
    whole = double_descent(Gaussian(1.0), *data, [5, 20, 40], seeds=(0, 1))
    parts = list(double_descent_steps(Gaussian(1.0), *data, [5, 20, 40], seeds=(0, 1)))
    assert [part.test_rmse.shape for part in parts] == [(3, 2, g) for g in (1, 2, 3)]
    np.testing.assert_array_equal(parts[1].test_rmse, whole.test_rmse[:, :, :2])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_freqs": [5, 5]}, "n_freqs must be strictly increasing and not empty"),
        ({"n_freqs": []}, "n_freqs must be strictly increasing and not empty"),
        ({"ridges": [-1.0]}, "ridges must be a finite number of at least 0, got -1.0"),
        ({"ridges": [0.1, 0.1]}, "ridges must be different penalties"),
        ({"seeds": []}, "seeds must hold at least one seed"),
        ({"sampler": "dice"}, "sampler must be one of"),
        ({"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels, got 'rbf'"),
    ],
)
def test_refusals(data, change, message):
    X, y, new, truth = data
    arguments = {"kernel": Gaussian(), "x_train": X, "y_train": y, "x_test": new, "y_test": truth, "n_freqs": [4]}
    with pytest.raises(ValueError, match=message):
        double_descent(**(arguments | change))
