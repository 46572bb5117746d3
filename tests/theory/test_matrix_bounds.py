"""Theorems on a whole kernel matrix, against the errors of draws on small real data and against each other."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris

from rffviz.features import offset_map, paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import METRICS
from rffviz.samplers import draw
from rffviz.theory import (
    MATRIX_BOUNDS,
    KernelMatrix,
    degrees_of_freedom,
    expected_error,
    kernel_matrix,
    matrix_epsilon_at,
    matrix_epsilon_curve,
    matrix_frequencies_needed,
    matrix_probability,
    orthogonal_covariance,
    orthogonal_gain,
    orthogonal_root_mean_square,
    orthogonal_variance,
    theorems_of,
)
from rffviz.theory.matrix_bounds import matrix_tail

SEEDS = 240
RIDGE = 0.02  # of the Δ of K + nλI: where the theorem says something at a few thousand frequencies
DELTA = "spectral_approximation"


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


IRIS = standardized(load_iris().data[::4])
DIABETES = standardized(load_diabetes().data[:30])
CASES = {"iris": (IRIS, Gaussian(1.5)), "diabetes": (DIABETES, Laplacian(12.0))}


def errors(X, kernel, m, map, metric, sampler="monte_carlo", n_seeds=SEEDS, **options):
    K = kernel(X)
    found = []
    for seed in range(n_seeds):
        sample = draw(sampler, kernel, X.shape[1], m, np.random.default_rng(seed), with_phases=map == "offset")
        if map == "offset":
            Z = offset_map(X, sample.W, sample.phases, sample.weights, np.float64)
        else:
            Z = paired_map(X, sample.W, sample.weights, np.float64)
        found.append(METRICS[metric].of(Z @ Z.T, K, **options))
    return np.array(found)


def naive_mean_variance(X, kernel, map):
    total = 0.0
    for x in X:
        for y in X:
            k, twice = kernel.of_difference(x - y), kernel.of_difference(2 * (x - y))
            total += (0.5 if map == "paired" else 1.0) + 0.5 * twice - k * k
    return total / len(X) ** 2


@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("name", CASES)
def test_kernel_matrix_holds_what_a_naive_computation_gives(name, map):
    X, kernel = CASES[name]
    K, facts = kernel(X), kernel_matrix(kernel, X)
    assert K[np.triu_indices(len(K), 1)].min() < 0.3 and K[np.triu_indices(len(K), 1)].max() > 0.7
    assert facts.mean_variance(map) == pytest.approx(naive_mean_variance(X, kernel, map), rel=1e-10)
    assert facts.spectral_norm == pytest.approx(np.linalg.norm(K, 2))
    assert facts.frobenius_norm == pytest.approx(np.linalg.norm(K))
    assert facts.intrinsic_dimension == pytest.approx(np.trace(K) / np.linalg.norm(K, 2))
    inverse = np.linalg.inv(K + len(K) * 0.03 * np.eye(len(K)))
    assert facts.degrees_of_freedom(0.03) == pytest.approx(np.trace(K @ inverse))
    assert degrees_of_freedom(facts.eigenvalues, 1e-12) == pytest.approx(np.linalg.matrix_rank(K), rel=1e-3)


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("metric", ["rmse", "relative_frobenius"])
def test_expected_square_is_the_mean_of_squares_over_seeds(name, map, metric):
    X, kernel = CASES[name]
    measured = errors(X, kernel, 40, map, metric)
    said = expected_error(metric, 40, kernel_matrix(kernel, X), map)
    assert said.square_is_exact and not said.vacuous and said.metric == metric
    squares = measured**2
    assert abs(squares.mean() - said.value**2) < 4 * squares.std(ddof=1) / math.sqrt(SEEDS)
    assert measured.mean() < said.value + 4 * measured.std(ddof=1) / math.sqrt(SEEDS)
    assert measured.mean() > 0.8 * said.value  # by how much Jensen's inequality is not sharp


@pytest.mark.slow
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_expected_spectral_norm_lies_above_the_measured_one(map):
    X, kernel = CASES["iris"]
    K = kernel_matrix(kernel, X)
    for m in (30, 300):
        said = expected_error("relative_spectral", m, K, map)
        assert not said.square_is_exact
        assert errors(X, kernel, m, map, "relative_spectral", n_seeds=60).mean() < said.value
        s = 1 if map == "paired" else 2
        v, width = s * len(X) * K.spectral_norm / m, s * len(X) / m
        by_hand = math.sqrt(2 * v * math.log(2 * len(X))) + width * math.log(2 * len(X)) / 3
        assert said.value * K.spectral_norm == pytest.approx(by_hand)
    assert expected_error("relative_spectral", 1, K, map).vacuous


EVERY = [(name, metric, map) for name, e in MATRIX_BOUNDS.items() for metric in e.metrics for map in e.maps]


@pytest.mark.release
@pytest.mark.parametrize(
    ("name", "metric", "map", "confidence"),
    [
        (*each, (0.5, 0.9)[i // 2 % 2 ^ i % 2])
        for i, each in enumerate(each for each in EVERY if each[0] != "avron_leverage")
    ],
)
def test_tails_are_not_exceeded(name, metric, map, confidence):
    X, kernel = CASES["iris"]
    K, options = kernel_matrix(kernel, X), {"ridge": RIDGE} if metric == DELTA else {}
    for m in (30, 9000 if map == "offset" else 4000) if metric == DELTA else (30, 300):
        said = matrix_epsilon_at(name, m, K, metric, confidence, map=map, ridge=RIDGE)
        measured = errors(X, kernel, m, map, metric, n_seeds=200 if m < 1000 else 40, **options)
        slack = 4 * math.sqrt(confidence * (1 - confidence) / len(measured))
        assert np.mean(measured >= said.value) <= 1 - confidence + slack
    assert not said.vacuous


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_bounded_difference_is_the_one_derived_and_can_be_attained(map):
    """One frequency of m changed changes the RMSE by at most c/m, and by nearly c/m where two products are apart."""
    s, rng = (1 if map == "paired" else 2), np.random.default_rng(3)
    n, m, largest = 8, 2, 0.0
    X = np.array([[0.0], [1.0]] * (n // 2))
    for _ in range(400):
        # frequencies 0 and π give products of rank one with orthogonal vectors
        W, phases = rng.choice([0.0, math.pi, 1.0], (m, 1)), rng.choice([0.0, 1.0], m)
        changed, other = W.copy(), phases.copy()
        changed[0], other[0] = rng.choice([0.0, math.pi]), 0.0
        if map == "paired":
            pair = [paired_map(X, each, dtype=np.float64) for each in (W, changed)]
        else:
            pair = [offset_map(X, w, b, dtype=np.float64) for w, b in ((W, phases), (changed, other))]
        moved = np.linalg.norm(pair[0] @ pair[0].T - pair[1] @ pair[1].T) / n
        largest = max(largest, moved)
    c = math.sqrt(2) * s
    assert largest <= c / m * (1 + 1e-12)
    assert largest == pytest.approx(c / m)


@pytest.mark.parametrize(("name", "metric", "map"), EVERY)
def test_formulas_by_hand(name, metric, map):
    X, kernel = CASES["iris"]
    K, n, s = kernel_matrix(kernel, X), len(X), 1 if map == "paired" else 2
    m, epsilon = 5000, 0.31
    if name == "mcdiarmid":
        rmse = epsilon if metric == "rmse" else epsilon * K.frobenius_norm / n
        expected = -m * (rmse - math.sqrt(naive_mean_variance(X, kernel, map) / m)) ** 2 / s**2
    elif name == "tropp":
        t, v, width = epsilon * K.spectral_norm, s * n * K.spectral_norm / m, s * n / m
        expected = math.log(8 * n / K.spectral_norm) - t * t / 2 / (v + width * t / 3)
    else:
        s_lambda = K.degrees_of_freedom(RIDGE)
        size = s_lambda if name == "avron_leverage" else s * n / (n * RIDGE)
        expected = math.log(16 * s_lambda) - 3 / 8 * m * epsilon**2 / size
    bound = matrix_probability(name, m, epsilon, K, metric, map=map, ridge=RIDGE)
    assert bound.log_value == pytest.approx(expected, rel=1e-9)
    assert bound.name == name and bound.vacuous == (expected >= 0)


@pytest.mark.parametrize("name", ["avron", "avron_leverage"])
def test_avron_speaks_of_errors_up_to_a_half(name):
    K = kernel_matrix(CASES["iris"][1], IRIS)
    beyond = matrix_probability(name, 10**6, 0.6, K, DELTA, ridge=RIDGE)
    assert beyond.vacuous and "proved only for errors up to 0.5, and this one is 0.6" in beyond.reason
    assert beyond.log_value == matrix_probability(name, 10**6, 0.5, K, DELTA, ridge=RIDGE).log_value
    needed = [matrix_frequencies_needed(name, epsilon, K, DELTA, ridge=RIDGE) for epsilon in (0.5, 0.9)]
    assert needed[0] == needed[1]


def test_published_form_of_avron():
    """m ≥ (8/3)Δ⁻²(N/λ) ln(16 s_λ/ρ), their λ being nλ here."""
    K = kernel_matrix(CASES["iris"][1], IRIS)
    needed = matrix_frequencies_needed("avron", 0.4, K, DELTA, 0.9, ridge=RIDGE)
    by_hand = 8 / 3 / 0.4**2 / RIDGE * math.log(16 * K.degrees_of_freedom(RIDGE) / 0.1)
    assert needed == math.ceil(by_hand)
    leverage = matrix_frequencies_needed("avron_leverage", 0.4, K, DELTA, 0.9, ridge=RIDGE)
    assert leverage == math.ceil(by_hand * RIDGE * K.degrees_of_freedom(RIDGE))


@pytest.mark.parametrize("confidence", [0.05, 0.95, 1 - 1e-12])
@pytest.mark.parametrize(("name", "metric", "map"), EVERY)
def test_inverses(name, metric, map, confidence):
    K = kernel_matrix(CASES["iris"][1], IRIS)
    setting = dict(K=K, metric=metric, map=map, ridge=RIDGE)
    target = math.log1p(-confidence)
    tail = matrix_tail(name, **setting)
    for m in (1, 77, 10**6, 10**15):
        value = matrix_epsilon_at(name, m, confidence=confidence, **setting).value
        assert tail.log_tail(m, value) == pytest.approx(target, abs=1e-9)
    for epsilon in (1e-4, 0.07, 0.45, 1.2):
        m = matrix_frequencies_needed(name, epsilon, confidence=confidence, **setting)
        error = min(epsilon, tail.proved_to)
        assert tail.log_tail(m, error) <= target < (tail.log_tail(m - 1, error) if m > 1 else math.inf)
    curve = matrix_epsilon_curve(name, [3, 50, 10**5], confidence=confidence, **setting)
    for i, m in enumerate((3, 50, 10**5)):
        single = matrix_epsilon_at(name, m, confidence=confidence, **setting)
        assert (curve.values[i], curve.vacuous[i]) == (single.value, single.vacuous)
    assert (np.diff(curve.values) < 0).all()


@pytest.mark.parametrize(("name", "metric", "map"), EVERY)
def test_vacuous_promises_say_why(name, metric, map):
    K = kernel_matrix(CASES["iris"][1], IRIS)
    answer = matrix_epsilon_at(name, 1, K, metric, map=map, ridge=RIDGE)
    assert answer.vacuous and answer.reason.endswith(".")
    few = errors(IRIS, CASES["iris"][1], 1, map, metric, n_seeds=40, **({"ridge": RIDGE} if metric == DELTA else {}))
    assert few.max() <= matrix_tail(name, K, metric, map, RIDGE).largest * (1 + 1e-9) or name == "avron_leverage"
    assert matrix_probability(name, 10, 1e-3, K, metric, map=map, ridge=RIDGE).vacuous
    far = matrix_probability(name, 10**9, 0.3, K, metric, map=map, ridge=RIDGE)
    assert not far.vacuous and far.reason == "" and far.value < 1e-9


@pytest.mark.release
def test_leverage_theorem_with_exact_scores():
    """A measure p on finitely many frequencies, whose leverage density is known exactly."""
    rng = np.random.default_rng(0)
    atoms, n = rng.standard_normal((300, 2)) / 1.2, 40
    X = rng.standard_normal((n, 2))
    angles = X @ atoms.T
    K = (np.cos(angles) @ np.cos(angles).T + np.sin(angles) @ np.sin(angles).T) / 300
    facts = KernelMatrix(np.maximum(np.linalg.eigvalsh(K)[::-1], 0), 0.0)
    inverse = np.linalg.inv(K + n * RIDGE * np.eye(n))
    scores = sum(np.einsum("ij,ik,kj->j", part, inverse, part) for part in (np.cos(angles), np.sin(angles))) / 300
    assert scores.sum() == pytest.approx(facts.degrees_of_freedom(RIDGE))
    q = scores / scores.sum()
    for m, confidence in ((60, 0.5), (900, 0.9)):
        said = matrix_epsilon_at("avron_leverage", m, facts, DELTA, confidence, ridge=RIDGE)
        measured = []
        for _ in range(200):
            chosen = rng.choice(300, m, p=q)
            Z = paired_map(X, atoms[chosen], 1 / (300 * q[chosen] * m), np.float64)
            measured.append(METRICS[DELTA].of(Z @ Z.T, K, ridge=RIDGE))
        slack = 4 * math.sqrt(confidence * (1 - confidence) / 200)
        assert np.mean(np.array(measured) >= said.value) <= 1 - confidence + slack
    assert not said.vacuous


def test_each_metric_of_a_whole_matrix_has_a_theorem():
    assert {metric for metric in METRICS if theorems_of(metric)} == set(METRICS) - {"sup", "pair"}
    assert theorems_of(DELTA, sampling="leverage") == ("avron_leverage",)
    assert theorems_of(DELTA, "offset") == ("avron",)
    for metric, entry in METRICS.items():
        assert entry.theorems == theorems_of(metric)


# --- orthogonal features --------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_orthogonal_mean_square_over_seeds(map):
    X, kernel, m = IRIS, Gaussian(1.5), 10  # blocks of 4, 4 and 2
    squares = errors(X, kernel, m, map, "rmse", "orthogonal", 400) ** 2
    said = orthogonal_root_mean_square(kernel, X, m, map)
    assert abs(squares.mean() - said**2) < 4 * squares.std(ddof=1) / 20
    assert said < 0.95 * expected_error("rmse", m, kernel_matrix(kernel, X), map).value


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3, 10, 101])
def test_orthogonal_covariance_is_an_integral_over_lengths(d):
    """E ₀F₁(; d/2; −R²r²/4) over R² ~ χ²_{2d}, by quadrature on the quantiles of the gamma law."""
    from scipy import integrate, special, stats

    for z in (0.02, 0.7, 3.0, 12.0):
        r = math.sqrt(2 * z)
        distribution = stats.gamma(d, scale=2)
        low, high = distribution.ppf(1e-15), distribution.isf(1e-15)
        mean = integrate.quad(
            lambda s, r=r, distribution=distribution: distribution.pdf(s) * special.hyp0f1(d / 2, -s * r * r / 4),
            low,
            high,
            limit=500,
        )[0]
        assert orthogonal_covariance(r, d) == pytest.approx(mean - math.exp(-2 * z), abs=2e-9)
    assert orthogonal_covariance(0.0, d) == 0 and orthogonal_covariance(1e3, d) == 0


def test_orthogonal_variance_at_its_limits():
    monte_carlo = orthogonal_variance(1.3, 1, 7)
    assert orthogonal_variance(1.3, 6, 1) * 1 == pytest.approx(7 * monte_carlo)  # one frequency alone
    assert orthogonal_variance(0.0, 5, 5) == 0 and orthogonal_variance(0.0, 5, 5, map="offset") == pytest.approx(0.1)
    block = orthogonal_variance(1.3, 5, 5)
    assert orthogonal_variance(1.3, 5, 20) == pytest.approx(block / 4)
    assert orthogonal_variance(2.6, 5, 20, length_scale=2.0) == pytest.approx(block / 4)
    # to near pairs Var(ω·u)² is 2, and the covariance within a block −2/(d + 2)
    for d, m in ((2, 2), (5, 5), (16, 4)):
        ratio = orthogonal_variance(0.05, d, m) / orthogonal_variance(0.05, 1, m)
        assert ratio == pytest.approx(1 - (m - 1) / (d + 2), abs=0.005)


@pytest.mark.release
@pytest.mark.parametrize(("d", "m"), [(2, 64), (10, 20), (40, 4)])
def test_the_gain_of_orthogonal_frequencies_is_that_of_draws(d, m):
    gain = orthogonal_gain("orthogonal", Gaussian(2.0), d, m)
    draws = (draw("orthogonal", Gaussian(2.0), d, m, np.random.default_rng(seed)).W for seed in range(900))
    estimates = np.array([np.cos(2.0 * W[:, 0]).mean() for W in draws])
    near = estimates.var(ddof=1) / orthogonal_variance(2.0, 1, m, length_scale=2.0)
    assert near == pytest.approx(gain.near, rel=4 * math.sqrt(2 / 899)) and gain.near < gain.far
    assert gain.helps == (m >= d) and gain.n_freqs == m
    assert orthogonal_gain("sobol", Gaussian(), d, m) is orthogonal_gain("orthogonal", Laplacian(), d, m) is None


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda K: matrix_epsilon_at("bernstein", 10, K, "rmse"), "name must be one of mcdiarmid, tropp"),
        (lambda K: matrix_epsilon_at("tropp", 10, K, "rmse"), "metric must be one of relative_spectral, got 'rmse'"),
        (lambda K: matrix_epsilon_at("tropp", 0, K, "relative_spectral"), "n_freqs must be a whole number"),
        (lambda K: matrix_epsilon_at("tropp", 1, K, "relative_spectral", 1), "confidence must be"),
        (lambda K: matrix_epsilon_at("tropp", 1, K, "relative_spectral", map="sum"), "map must be one of"),
        (lambda K: matrix_epsilon_at("tropp", 1, np.eye(3), "relative_spectral"), "K must be a KernelMatrix"),
        (lambda K: matrix_epsilon_at("avron", 1, K, DELTA, ridge=0), "ridge must be a finite number above 0"),
        (lambda K: matrix_epsilon_at("avron", 1, K, DELTA, ridge=0.9), "ridge must be at most ‖K‖/n"),
        (lambda K: matrix_frequencies_needed("avron", 0, K, DELTA), "epsilon must be"),
        (lambda K: matrix_frequencies_needed("avron", 1e-160, K, DELTA), "fewer than 1e299"),
        (lambda K: expected_error("sup", 3, K), "metric must be one of rmse"),
        (lambda K: expected_error("rmse", 3, np.eye(2)), "K must be a KernelMatrix"),
        (lambda K: kernel_matrix(Gaussian(), np.zeros((5001, 1))), "X must hold at most 5000 points"),
        (lambda K: kernel_matrix(None, IRIS), "kernel must be"),
        (lambda K: degrees_of_freedom([1, -1], 0.1), "eigenvalues must be at least 0, got -1"),
        (lambda K: orthogonal_root_mean_square(Laplacian(), IRIS, 4), "kernel must be Gaussian"),
        (lambda K: orthogonal_covariance(1.0, 1), "d must be a whole number of at least 2"),
        (lambda K: orthogonal_variance(-1.0, 3, 2), "distance must be finite numbers of at least 0"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(Refusal, match=words.replace("(", r"\(")):
        call(kernel_matrix(CASES["iris"][1], IRIS))
