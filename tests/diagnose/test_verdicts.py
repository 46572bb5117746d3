"""Planted faults are exposed by the right diagnostic, and clean schemes are accused no more often than is said."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import linalg, stats

from rffviz.diagnose import DIAGNOSTICS, FAMILY, bias_and_variance, diagnose, given_frequencies, judge_distribution
from rffviz.foundation.notes import note
from rffviz.kernels import KERNELS, Gaussian, GeneralisedCauchy, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import SAMPLERS, FrequencySample, draw

pytestmark = pytest.mark.slow

M, R = 256, 60
DATA = np.random.default_rng(5)
IN_ALL_DIMENSIONS = pytest.mark.parametrize("d", [2, 5, 20])


def sample(W, unbiased=True, weights=None, notes=()):
    weights = np.full(len(W), 1 / len(W)) if weights is None else weights
    return FrequencySample(W=W, weights=weights, unbiased=unbiased, nested=False, notes=notes)


def normal(seed, d, m=M):
    return np.random.default_rng([seed, 9]).standard_normal((m, d))


def scheme_of(sample_of):
    """A scheme from a function of a seed, which a generator gives, whose samples are for ℓ = 1."""

    def scheme(kernel, d, n_freqs, rng):
        fs = sample_of(int(rng.integers(2**31)))
        return replace(fs, W=fs.W / kernel.length_scale)

    return scheme


def statuses(sample_of, kernel, d, n_seeds=R):
    report = diagnose(scheme_of(sample_of), kernel, d, M, n_seeds, rate=False)
    return {v.diagnostic: v.status for v in report.verdicts}


def verdicts_of(given, kernel=None):
    """Of frequencies, or of a sample, that have no other seeds."""
    fs = given if isinstance(given, FrequencySample) else given_frequencies(given)
    return {v.diagnostic: v for v in diagnose(fs, kernel or Gaussian(), fs.W.shape[1]).verdicts}


def with_radii(seed, d, radii):
    W = normal(seed, d)
    return sample(W / np.linalg.norm(W, axis=1, keepdims=True) * radii[:, None])


def autoregressive(seed, d, rho=0.9):
    W = normal(seed, d)
    for j in range(1, len(W)):
        W[j] = rho * W[j - 1] + np.sqrt(1 - rho**2) * W[j]
    return sample(W)


# --- planted faults ---------------------------------------------------------------------------------------------------


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_a_constant_radius_is_exposed(d):
    found = statuses(lambda seed: with_radii(seed, d, np.full(M, np.sqrt(d))), Gaussian(), d)
    assert found["radius"] == "fault" and found["bias"] == "fault" and found["directions"] == "fine"


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_the_radius_of_one_dimension_more_is_exposed(d):
    def wrong(seed):
        return with_radii(seed, d, np.sqrt(np.random.default_rng([seed, 8]).chisquare(d + 1, M)))

    found = statuses(wrong, Gaussian(), d)
    assert found["radius"] == "fault" and found["directions"] == "fine"


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_matern_with_a_mixing_variable_a_coordinate_is_exposed(d):
    kernel = Matern(nu=1.5)

    def wrong(seed):
        u = np.random.default_rng([seed, 8]).chisquare(3, (M, d))
        return sample(normal(seed, d) * np.sqrt(3 / u))

    found = statuses(wrong, kernel, d)
    assert found["radius"] == "fault" and found["scale"] == "fine"  # each coordinate alone is right


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_a_repeated_coordinate_is_exposed(d):
    def wrong(seed):
        W = normal(seed, d)
        W[:, 1] = W[:, 0]
        return sample(W)

    found = statuses(wrong, Gaussian(), d)
    assert found["correlations"] == "fault" and found["scale"] == "fine"


@pytest.mark.release
@IN_ALL_DIMENSIONS
@pytest.mark.parametrize("factor", [np.sqrt(2), np.sqrt(0.5)])
def test_a_scale_off_by_the_root_of_two_is_exposed(d, factor):
    found = statuses(lambda seed: sample(factor * normal(seed, d)), Gaussian(), d)
    assert [found[name] for name in ("radius", "scale", "bias")] == ["fault"] * 3
    assert found["correlations"] == "fine"


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_repeated_rows_are_exposed(d):
    found = statuses(lambda seed: sample(np.repeat(normal(seed, d, M // 4), 4, axis=0)), Gaussian(), d)
    assert found["rows"] == "fault" and found["variance"] == "costly"
    assert found["radius"] == found["bias"] == "fine"


@pytest.mark.release
@IN_ALL_DIMENSIONS
def test_rows_that_follow_each_other_are_exposed(d):
    found = statuses(lambda seed: autoregressive(seed, d), Gaussian(), d)
    assert found["variance"] == found["dependence"] == "costly" and found["bias"] == "fine"


@IN_ALL_DIMENSIONS
def test_uneven_directions_are_exposed(d):
    W = normal(0, d)
    W[:, 0] *= 2
    W *= (np.sqrt(np.random.default_rng(1).chisquare(d, M)) / np.linalg.norm(W, axis=1))[:, None]
    found = verdicts_of(W)
    assert found["directions"].status == "fault" and found["radius"].status == "fine"


def test_points_in_a_corner_of_the_cube_are_exposed():
    U = np.random.default_rng(0).uniform(size=(M, 3))
    U[: M // 3] = 0.25 + U[: M // 3] / 2
    assert verdicts_of(stats.norm.ppf(U))["discrepancy"].status == "fault"


def test_weights_that_do_not_add_up_are_exposed():
    fs = given_frequencies(normal(0, 3), np.full(M, 2 / M))
    found = verdicts_of(fs)
    assert found["weights"].status == "fault" and "add up to 2" in found["weights"].sentence
    assert found["radius"].status == "fine"  # the distribution is taken with weights of sum 1


# --- what is a property, and what nothing is known of ----------------------------------------------------------------


def hadamard(p):
    return np.array([[1.0]]) if p == 0 else np.kron([[1, 1], [1, -1]], hadamard(p - 1))


def structured(seed, d, unbiased):
    """√d H D₁ H D₂ H D₃ in blocks, d a power of two: one radius, biased where d is small."""
    rng, H = np.random.default_rng(seed), hadamard(int(np.log2(d))) / np.sqrt(d)
    blocks = [
        np.sqrt(d)
        * H
        @ np.diag(rng.choice([-1, 1], d))
        @ H
        @ np.diag(rng.choice([-1, 1], d))
        @ H
        * rng.choice([-1, 1], d)
        for _ in range(M // d)
    ]
    return sample(np.concatenate(blocks), unbiased)


@pytest.mark.release
def test_a_constant_radius_and_a_bias_are_by_design_of_a_scheme_that_claims_neither():
    found = statuses(lambda seed: structured(seed, 2, unbiased=False), Gaussian(), 2)
    assert found["radius"] == found["bias"] == "design"
    found = statuses(lambda seed: structured(seed, 2, unbiased=True), Gaussian(), 2)
    assert found["radius"] == found["bias"] == "fault"


def test_a_lattice_with_repeated_generators_is_exposed_and_a_note_makes_a_design_of_it():
    shift = np.random.default_rng(0).uniform(size=3)
    U = (np.outer(np.arange(M), [1, 75, 75]) / M + shift) % 1
    W = stats.norm.ppf(U)
    for given in (sample(W), sample(W * [1, 1, -1])):
        found = verdicts_of(given)["correlations"]
        assert found.status == "fault" and "Coordinates 2 and 3" in found.sentence
    notes = (note("lattice_coordinates_repeat", n_freqs=M, n_generators=64, n_repeated=1, n_coordinates=3),)

    def declared(kernel, d, n_freqs, rng):
        shifted = (np.outer(np.arange(M), [1, 75, 75]) / M + rng.uniform(size=3)) % 1
        return sample(stats.norm.ppf(shifted), notes=notes)

    assert diagnose(declared, Gaussian(), 3, M, rate=False)["correlations"].status == "design"
    assert verdicts_of(sample(W, notes=notes))["correlations"].status == "fault"  # a file declares nothing


@pytest.mark.parametrize("words", ["No two frequencies coincide.", "Nothing repeats; equal coordinates are left out."])
def test_what_a_scheme_says_in_words_changes_no_verdict(words):
    """A note in words may hold any word: codes alone declare that something repeats."""
    W = normal(0, 3)
    W[:, 1], W[1] = W[:, 0], W[0]
    plain, said = (verdicts_of(sample(W, notes=notes)) for notes in ((), (words,)))
    assert plain == said and [plain[name].status for name in ("rows", "correlations")] == ["fault"] * 2


def test_a_deterministic_scheme_is_judged_by_its_error():
    found = diagnose("sobol", Gaussian(), 3, M)
    assert found.ok and found["error"].status == "fine" and found["bias"].status == "unknown"
    wrong = diagnose("halton", Gaussian(), 40, M)
    assert wrong["error"].status == wrong["correlations"].status == "fault" and not wrong.ok


@pytest.mark.release
def test_one_draw_of_dependent_rows_may_be_off_while_the_scheme_is_right():
    """The third and the eleventh Sobol' coordinate go together in the first 256 points, whatever the scramble."""
    kernel = Matern(nu=0.5)
    fs = draw("sobol_scrambled", kernel, 20, M, np.random.default_rng(17))
    assert verdicts_of(fs, kernel)["correlations"].status == "fault"
    assert diagnose("sobol_scrambled", kernel, 20, M, R, 17, rate=False)["correlations"].status == "fine"


def test_without_seeds_bias_and_variance_are_unknown():
    found = verdicts_of(normal(0, 2))
    assert found["bias"].status == "unknown" and "variance" not in found
    assert {v.status for v in found.values()} <= {"fine", "unknown"}


def test_mirrored_frequencies_are_the_same_kernel_and_not_accused():
    """cos does not see the sign of a row: half-space frequencies are as good as any."""
    W = normal(0, 2)
    W *= np.sign(W[:, :1])
    assert {v.status for v in verdicts_of(W).values()} <= {"fine", "unknown"}


def test_mirrored_copies_are_worth_half():
    W = normal(0, 3, M // 2)
    found = verdicts_of(np.concatenate([W, -W]))["rows"]
    assert found.status == "costly" and found.code == "opposite"
    assert verdicts_of(np.concatenate([W, W]))["rows"].status == "fault"


@pytest.mark.slow
@pytest.mark.daily
@pytest.mark.parametrize("n_freqs", [3, 9, 15])
def test_of_an_odd_number_of_mirrored_copies_one_is_alone(n_freqs):
    def pairs(kernel, d, n_freqs, rng):
        W = kernel.sample((n_freqs + 1) // 2, d, rng)
        return np.concatenate([W, -W])[:n_freqs]

    assert diagnose(pairs, Gaussian(), 4, n_freqs, seeds=20)["rows"].code == "opposite"


def test_pairs_that_share_a_direction_cost_variance_and_are_no_error():
    """The norms of both halves together have the target distribution. One matrix for many blocks is an error."""

    def strata(kernel, d, n_freqs, rng):
        u = (np.arange(n_freqs // 2) + rng.random(n_freqs // 2)) / n_freqs  # of one half, 1 − u of the other
        directions = rng.standard_normal((n_freqs // 2, d))
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        norms = stats.chi(d).ppf([u, 1 - u])[..., None]
        return np.concatenate([norms[0] * directions, -norms[1] * directions]) / kernel.length_scale

    def turned(*given):  # the cosines of ω and −ω are the same
        return strata(*given) * np.repeat([[1], [-1]], 64, axis=0)

    for scheme in (strata, turned):
        report = diagnose(scheme, Gaussian(), 8, 128, 20, rate=False)
        assert report.ok and report["dependence"].code == "same_directions"
        assert report.headline.startswith("Unbiased, higher variance")

    def one_matrix(kernel, d, n_freqs, rng):
        Q = np.linalg.qr(rng.standard_normal((d, d)))[0] * rng.choice([-1, 1], (d, 1))
        return rng.chisquare(d, (n_freqs, 1)) ** 0.5 * np.tile(Q, (n_freqs // d, 1)) / kernel.length_scale

    report = diagnose(one_matrix, Gaussian(), 8, 128, 20, rate=False)
    assert not report.ok and report["dependence"].code == "same_directions"


@pytest.mark.slow
def test_weights_with_another_sum_are_told_with_the_size_of_z():
    def weighted(kernel, d, n_freqs, rng):
        return kernel.sample(n_freqs, d, rng), np.full(n_freqs, 0.5 / n_freqs)

    found = diagnose(weighted, Gaussian(), 3, 32, seeds=20)["weights"]
    assert found.sentence.startswith("On average the weights add up to 0.5, not to 1 (|z| is above 1,000):")


def test_importance_weights_are_used():
    """A wider normal reweighted to the standard one: right with its weights, wrong without."""
    W = 1.3 * normal(0, 3, 2000)
    weights = np.exp(-np.square(W).sum(axis=1) / 2 * (1 - 1 / 1.69))
    right = verdicts_of(given_frequencies(W, weights / weights.sum()))
    assert {v.status for v in right.values()} <= {"fine", "unknown"}
    wrong = verdicts_of(W)
    assert wrong["radius"].status == wrong["scale"].status == "fault"


@pytest.mark.parametrize("m, d", [(1, 1), (1, 4), (2, 1), (3, 2), (5, 40)])
def test_few_frequencies_are_not_accused(m, d):
    for kernel in (Gaussian(), Laplacian(), Matern(nu=0.5)):
        fs = draw("monte_carlo", kernel, d, m, np.random.default_rng(3))
        for found in (diagnose(fs, kernel, d), diagnose("monte_carlo", kernel, d, m, 20)):
            assert {v.diagnostic for v in found.verdicts} <= set(DIAGNOSTICS)
            assert {v.status for v in found.verdicts} <= {"fine", "unknown"}
            assert all(v.sentence.endswith((".", "?")) and "nan" not in v.sentence for v in found.verdicts)


# --- clean schemes ----------------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("kernel", [family(1.3) for family in KERNELS.values()] + [Matern(nu=0.5)], ids=repr)
def test_one_draw_of_monte_carlo_is_accused_no_more_often_than_is_said(kernel):
    n_seeds = 8 if isinstance(kernel, RationalQuadratic | GeneralisedCauchy) else 20  # whose law of lengths is slow
    accused = 0
    for d in (2, 20):
        for seed in range(n_seeds):
            fs = draw("monte_carlo", kernel, d, 128, np.random.default_rng([seed, 3]))
            accused += not diagnose(fs, kernel, d).ok
    assert accused <= stats.binom(2 * n_seeds, FAMILY).isf(1e-3)


CLEAN = [name for name, scheme in SAMPLERS.items() if scheme.randomised and not scheme.refusal(Gaussian(), 5)]


@pytest.mark.release
@pytest.mark.parametrize("name", CLEAN)
def test_right_schemes_are_accused_no_more_often_than_is_said(name):
    """Over seeds; what a scheme says of itself is no fault."""
    scheme, accused, total = SAMPLERS[name], 0, 0
    for kernel in (Gaussian(), Laplacian(2.0)):
        for d in (2, 16):
            if scheme.refusal(kernel, d):
                continue
            m = max(32, scheme.least(kernel, d))
            X = DATA.standard_normal((100, d)) if scheme.takes_data else None
            accused += not diagnose(name, kernel, d, m, 24, 7, X, rate=False).ok
            total += 1
    assert accused <= stats.binom(total, FAMILY).isf(1e-3)


@pytest.mark.release
def test_bias_over_seeds_accuses_monte_carlo_no_more_often_than_is_said():
    """Smallest and largest setting; the threshold accounts for all distances at once."""
    accused = 0
    for kernel in (Gaussian(), Laplacian(), Matern(nu=0.5)):
        for m, n_seeds in ((1, 40), (4, 20), (64, 40)):
            for start in range(20):
                bias = bias_and_variance("monte_carlo", kernel, 3, m, n_seeds, 20, random_state=100 * start)
                accused += bias.biased + bias.spreads_more + bias.spreads_less
    assert accused <= stats.binom(540, FAMILY / 20).isf(1e-3)


def test_directions_that_are_declared_to_repeat_excuse_nothing_else():
    simplex = SAMPLERS["simplex"]
    assert draw("simplex", Gaussian(), 2, 60, np.random.default_rng(0)).unbiased
    right = {each.diagnostic: each.status for each in diagnose("simplex", Gaussian(), 2, 60, seeds=20).verdicts}
    assert right["dependence"] == "design" and "fault" not in right.values()

    def wrong(kernel, d, n_freqs, rng):
        found = simplex.draw(kernel, d, n_freqs, rng, False)
        return replace(found, W=found.W * np.sqrt(2))

    report = diagnose(wrong, Gaussian(), 2, 60, seeds=20)
    statuses = {each.diagnostic: each.status for each in report.verdicts}
    assert not report.ok and [statuses[name] for name in ("bias", "radius", "scale")] == ["fault"] * 3, statuses


@pytest.mark.slow
@pytest.mark.parametrize(("share", "status"), [(0.1, "costly"), (0.5, "fault")])
def test_shared_directions_are_an_error_where_a_fifth_of_the_rows_has_them(share, status):
    def shared(kernel, d, n_freqs, rng):
        W, many = kernel.sample(n_freqs, d, rng), int(share * n_freqs)
        norms = np.linalg.norm(W[:many], axis=1, keepdims=True)
        W[:many] = norms * W[-1] / np.linalg.norm(W[-1])
        return W

    assert diagnose(shared, Gaussian(), 4, 80, 20, rate=False)["dependence"].status == status


@pytest.mark.slow
def test_the_lag_of_rows_that_follow_each_other_is_named():
    def followed(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng)
        for j in range(2, len(W)):
            W[j] = 0.9 * W[j - 2] + np.sqrt(1 - 0.9**2) * W[j]
        return W

    remarks = diagnose(followed, Gaussian(), 3, 64, 60, rate=False)["dependence"].remarks
    assert [dict(each.values)["lag"] for each in remarks if each.code == "lag"] == [2]


def test_wrong_weights_do_not_accuse_the_norms():
    def of_one_each(kernel, d, n_freqs, rng):
        return kernel.sample(n_freqs, d, rng), np.ones(n_freqs)

    report = diagnose(of_one_each, Gaussian(1.5), 6, 64, 30, rate=False)
    assert report["weights"].status == "fault" and report["radius"].status == "fine"

    def both(kernel, d, n_freqs, rng):
        return 1.3 * kernel.sample(n_freqs, d, rng), np.ones(n_freqs)

    report, r = diagnose(both, Gaussian(1.5), 6, 64, 30, rate=False), np.linspace(0, 6, 2000)
    largest = np.abs(Gaussian(1.5).radius_cdf(r / 1.3, 6) - Gaussian(1.5).radius_cdf(r, 6)).max()
    assert abs(dict(report["radius"].remarks[0].values)["gap"] - largest) < 4 * 0.5 / np.sqrt(30 * 64)
    factor = dict(report["scale"].remarks[1].values)["factor"]
    assert abs(np.log(factor / 1.3)) < 4 / np.sqrt(2 * 30 * 64 * 6)


def test_rows_of_zeros_come_first_and_are_not_taken_for_shared_ones():
    def short(kernel, d, n_freqs, rng):
        W = np.zeros((n_freqs, d))
        W[: 3 * n_freqs // 4] = kernel.sample(3 * n_freqs // 4, d, rng)
        return W

    report = diagnose(short, Gaussian(1.5), 8, 64, 30, rate=False)
    assert report.worst.code == "zero_rows" and report["reproducibility"].status == "fine"


@pytest.mark.parametrize(("d", "n_freqs", "status"), [(16, 128, "fault"), (64, 64, "fine")])
def test_zeros_of_a_structured_matrix_are_called_zeros_and_are_an_error_where_k_moves(d, n_freqs, status):
    """Rows of HDHDHD with norms of χ: an entry is 0 by chance, the kernel's estimate off by less the larger d is."""
    H = linalg.hadamard(d) / d**0.5

    def rescaled(kernel, d, n_freqs, rng):
        blocks = []
        for _ in range(0, n_freqs, d):
            M = np.eye(d)
            for _ in range(3):
                M = H @ (rng.choice([-1, 1], d)[:, None] * M)
            blocks.append(np.sqrt(rng.chisquare(d, (d, 1))) * M)
        return np.vstack(blocks)[:n_freqs] / kernel.length_scale

    found = diagnose(rescaled, Gaussian(1.5), d, n_freqs, 20, rate=False)["rows"]
    assert (found.code, found.status) == ("zeros", status)


def test_few_values_recur_and_seeds_that_depend_on_each_other_do_more():
    def integers(kernel, d, n_freqs, rng):
        return 1.0 * rng.normal(size=(n_freqs, d)).astype(int)

    def of_three_seeds(kernel, d, n_freqs, rng):
        return np.random.default_rng(rng.integers(3)).normal(size=(n_freqs, d)).round()

    report = diagnose(integers, Gaussian(), 16, 64, 30, rate=False)
    assert (report["reproducibility"].status, report["reproducibility"].code) == ("fine", "rows_recur")
    assert "period" not in [each.code for each in report["rows"].remarks]
    assert diagnose(of_three_seeds, Gaussian(), 8, 64, 30, rate=False)["reproducibility"].code == "rows_shared"


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_one_orthogonal_matrix_for_all_seeds_is_noticed(dtype):
    def one_matrix(kernel, d, n_freqs, rng):
        Q = np.linalg.qr(np.random.default_rng(0).normal(size=(d, d)))[0]
        return (kernel.sample_radius(d, d, rng)[:, None] * Q).astype(dtype)

    assert diagnose(one_matrix, Gaussian(), 8, 8, 30, rate=False)["reproducibility"].code == "directions_shared"


def test_a_small_set_of_directions_is_not_one_matrix_for_all_seeds():
    H = linalg.hadamard(2) / 2**0.5

    def few(kernel, d, n_freqs, rng):
        rows = np.concatenate([H @ np.diag(rng.choice([-1, 1], d)) for _ in range(n_freqs // d)])
        return kernel.sample_radius(n_freqs, d, rng)[:, None] * rng.permutation(rows)

    assert diagnose(few, Gaussian(), 2, 64, 30, rate=False)["reproducibility"].status == "fine"


def test_equal_norms_are_told_beside_alignment():
    """Fastfood without S: each block's rows have one norm."""
    H = linalg.hadamard(16)

    def without_s(kernel, d, n_freqs, rng):
        blocks = []
        for _ in range(0, n_freqs, d):
            P, (signs, G) = rng.permutation(d), (rng.choice([-1, 1], d), rng.standard_normal(d))
            blocks.append(H @ (G[:, None] * (H @ np.diag(signs))[P]) / d**0.5)
        return np.vstack(blocks)[:n_freqs] / kernel.length_scale

    found = diagnose(without_s, Gaussian(1.5), 16, 256, 60, rate=False)["dependence"]
    assert found.status == "costly" and {"aligned", "norms_repeat"} <= {each.code for each in found.remarks}


@pytest.mark.parametrize(
    ("ratio", "said"),
    [(1.28, "28 % too large"), (0.71, "29 % too small"), (1.996, "99.6 % too large"), (2.2, "120 % too large")],
)
def test_a_ratio_is_in_percent_up_to_three(ratio, said):
    assert judge_distribution._off(ratio) == said
    assert judge_distribution._off(6.3) == "6.3× too large" and judge_distribution._off(0.0) == "off target"
