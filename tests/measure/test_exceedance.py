"""Shares over seeds against counts, their intervals against scipy's, and the bounds against their own functions."""

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import SUP_COMPACT, clopper_pearson, diameter, error_curve, exceedance
from rffviz.theory import BOUNDS, rahimi_recht, sriperumbudur_szabo, sutherland_schneider

SIZES = [16, 64, 256, 512]
X = np.random.default_rng(3).standard_normal((40, 2))


def curve(sampler="monte_carlo", kernel=None, metric="sup", seeds=range(12), map="paired"):
    return error_curve(X, kernel or Gaussian(1.5), sampler, SIZES, seeds, metric, map)


@pytest.mark.parametrize("n", [1, 7, 20])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_interval_is_the_exact_binomial_one(n, confidence):
    hits = np.arange(n + 1)
    low, high = clopper_pearson(hits, n, confidence)
    for k in hits:
        expected = binomtest(int(k), n).proportion_ci(confidence, method="exact")
        assert (low[k], high[k]) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_interval_covers_at_least_as_often_as_it_says():
    n, hits = 20, np.arange(21)
    low, high = clopper_pearson(hits, n, 0.95)
    for p in (0.01, 0.2, 0.5, 0.83, 0.99):
        assert binom.pmf(hits, n, p)[(low <= p) & (p <= high)].sum() >= 0.95


@pytest.mark.release
def test_shares_are_counts_over_seeds():
    curves = [curve(), curve("orthogonal"), curve("sobol")]
    report = exceedance(curves, X, 64, 0.2)
    for share, one in zip(report.shares, curves, strict=True):
        for g in range(len(SIZES)):
            assert share.exceeded[g] == sum(1 for error in one.errors[:, g] if error >= 0.2)
        assert np.array_equal(share.share, share.exceeded / 12) and share.n_seeds == 12
    assert 0 < report.shares[0].share[1] < 1
    low, high = clopper_pearson(report.shares[0].exceeded, 12)
    assert np.array_equal(report.shares[0].low, low) and np.array_equal(report.shares[0].high, high)
    assert report.about.seeds == report.curves[0].seeds == tuple(range(12)) and report.read_at == 64


def test_an_error_of_exactly_epsilon_counts():
    one = curve(seeds=[0])
    epsilon = float(one.errors[0, 1])
    assert exceedance([one], X, 64, epsilon).shares[0].exceeded[1] == 1
    assert exceedance([one], X, 64, np.nextafter(epsilon, 1)).shares[0].exceeded[1] == 0


def test_deterministic_schemes_have_no_interval():
    (share,) = exceedance([curve("sobol")], X, 64, 0.1).shares
    assert set(share.share) <= {0.0, 1.0} and not share.randomised
    assert np.isnan(share.low).all() and np.isnan(share.high).all()


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["sup", SUP_COMPACT])
def test_bounds_are_those_of_the_theory(metric):
    one = curve(metric=metric, seeds=[0])
    names = ("rahimi_recht", "sutherland_schneider", "sriperumbudur_szabo")
    report = exceedance([one], X, 64, 0.3, confidence=0.9, bounds=names)
    size = diameter(X, box=metric == SUP_COMPACT)
    assert report.diameter == size and report.sigma_p == pytest.approx(math.sqrt(2) / 1.5)
    functions = {
        "rahimi_recht": lambda m: rahimi_recht(m, 2, 0.3, report.sigma_p, size.value),
        "sutherland_schneider": lambda m: sutherland_schneider(
            m, 2, 0.3, report.sigma_p, size.value, kernel=one.kernel
        ),
        "sriperumbudur_szabo": lambda m: sriperumbudur_szabo(m, 2, 0.3, report.sigma_p, size.value),
    }
    assert [ceiling.name for ceiling in report.ceilings] == list(names)
    for ceiling in report.ceilings:
        bound = functions[ceiling.name]
        for m, value, vacuous in zip(ceiling.n_freqs[::9], ceiling.values[::9], ceiling.vacuous[::9], strict=True):
            assert value == pytest.approx(bound(int(m)).value, rel=1e-12)
            assert vacuous == bound(int(m)).vacuous == (value >= 1)
        assert ceiling.at == pytest.approx(bound(64).value, rel=1e-12)
        assert bound(ceiling.needed).value <= 0.1 < bound(ceiling.needed - 1).value
        assert bound(ceiling.speaks_from).value < 1 <= bound(ceiling.speaks_from - 1).value + 1e-9
        assert ceiling.values.max() >= 1 or ceiling.vacuous.any()
        assert ceiling.n_freqs[-1] >= ceiling.needed and ceiling.values[-1] < 0.1


def test_the_bound_holds_over_seeds():
    """Where the bound says at most 5 %, hardly a seed reaches the error: here none does."""
    epsilon = 0.9
    needed = exceedance([curve(seeds=[0])], X, 64, epsilon).ceilings[0].needed
    one = error_curve(X, Gaussian(1.5), "monte_carlo", [needed], range(20))
    assert exceedance([one], X, needed, epsilon).shares[0].exceeded[0] == 0


@pytest.mark.parametrize(
    ("given", "epsilon", "bound", "words"),
    [
        ({"kernel": Laplacian()}, 0.1, "rahimi_recht", "σ_p², is infinite"),
        ({"metric": "rmse"}, 0.1, "rahimi_recht", "not this error"),
        ({"map": "offset"}, 0.1, "rahimi_recht", "proved a bound for the paired map, not for the offset map"),
        ({}, 0.1, "hoeffding", "one pair fixed in advance"),
        ({}, 2.0, "rahimi_recht", "no error of the paired map can exceed 2"),
        ({"kernel": Gaussian(100.0)}, 0.5, "rahimi_recht", "proved only for errors up to sigma_p"),
    ],
)
def test_bounds_with_nothing_to_say_say_why(given, epsilon, bound, words):
    report = exceedance([curve(seeds=[0, 1], **given)], X, 64, epsilon, bounds=(bound,))
    assert report.ceilings == () and len(report.silent) == 1
    assert words in str(report.silent[0]) and str(report.silent[0]).endswith(".")


def test_every_bound_speaks_or_says_why():
    report = exceedance([curve(seeds=[0], map="offset")], X, 64, 0.1, bounds=tuple(BOUNDS))
    on_pairs = [name for name, entry in BOUNDS.items() if entry.on_pairs]
    assert [ceiling.name for ceiling in report.ceilings] == ["sutherland_schneider", *on_pairs]
    assert len(report.silent) == len(BOUNDS) - 1 - len(on_pairs)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"curves": []}, "curves must hold at least one curve, got none"),
        ({"n_freqs": 65}, "n_freqs must be one of the measured 16, 64, 256, 512, got 65"),
        ({"epsilon": 0}, "epsilon must be a finite number above 0, got 0"),
        ({"confidence": 1}, "confidence must be a number strictly between 0 and 1, got 1"),
        ({"bounds": ("markov",)}, "bounds must be one of hoeffding, .* got 'markov'"),
    ],
)
def test_refusals(change, words):
    given = {"curves": [curve(seeds=[0])], "X": X, "n_freqs": 64, "epsilon": 0.1}
    with pytest.raises(ValueError, match=words):
        exceedance(**(given | change))


def test_curves_that_do_not_belong_together_are_refused():
    with pytest.raises(ValueError, match="curves must share kernel, metric, map and numbers of frequencies, got"):
        exceedance([curve(seeds=[0]), curve("orthogonal", metric="rmse", seeds=[0])], X, 64, 0.1)


@pytest.mark.parametrize(("successes", "n"), [([5], 4), ([-1], 4), ([0.5], 4)])
def test_counts_of_successes_are_checked(successes, n):
    with pytest.raises(ValueError, match="successes must be whole numbers from 0 to 4"):
        clopper_pearson(successes, n)
