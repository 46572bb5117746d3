"""The estimate from a class against a double loop, its standard deviation against many classes, and what it refuses."""

import math

import numpy as np
import pytest

from rffviz.kernels import KERNELS, Gaussian, Matern
from rffviz.studies.class_draws import DISTRIBUTIONS, class_draws, simulated_class


@pytest.mark.release
@pytest.mark.parametrize("name", list(DISTRIBUTIONS))
def test_estimate_and_its_standard_deviation(name):
    kernel, rng = KERNELS[name](length_scale=1.7), np.random.default_rng(0)
    classes = [class_draws(kernel, [[], kernel.sample(20, 1, rng)[:, 0].tolist()]) for _ in range(600)]
    draws = classes[0]
    for i in (0, 60, 100, 133):
        expected = sum(math.cos(w * draws.delta[i]) for w in draws.drawn.frequencies) / 20
        assert draws.drawn.approximate[i] == pytest.approx(expected, abs=1e-12)
    np.testing.assert_allclose(draws.exact, [kernel([[x]], [[0.0]])[0, 0] for x in draws.delta], rtol=1e-12)
    estimates = np.array([each.drawn.approximate for each in classes])
    # 600 classes: a mean to 4.5 standard errors, a variance of a mean of 20 bounded terms to 4.5 of its own
    assert np.all(np.abs(estimates.mean(axis=0) - draws.exact) <= 4.5 * draws.sd / 600**0.5 + 1e-12)
    # relative variance of a standard deviation: (kurtosis − 1)/4n; cosines near δ = 0 have a kurtosis of some tens
    np.testing.assert_allclose(estimates.std(axis=0)[:90], draws.sd[:90], rtol=4.5 * ((2 + 12 / 20) / 4 / 600) ** 0.5)
    p = np.array([each.drawn.p_value for each in classes])
    assert abs((p < 0.1).mean() - 0.1) <= 4.5 * (0.09 / 600) ** 0.5
    step = draws.omega[1] - draws.omega[0]
    inside = DISTRIBUTIONS[name](scale=1 / 1.7).cdf(draws.omega[[0, -1]])
    assert draws.density.sum() * step == pytest.approx(np.diff(inside)[0], abs=2 * step)


def test_the_first_round_is_chosen_and_all_later_ones_are_pooled():
    by_hand = [0.0] * 12 + [1.0] * 12
    chosen = class_draws(Gaussian(), [by_hand])
    assert len(set(chosen.last.share.tolist())) == 24  # nobody hides another
    assert chosen.drawn is None and chosen.last.n_freqs == 24 and chosen.last.p_value < 0.001
    assert chosen.last.largest == pytest.approx(max(abs(0.5 + 0.5 * np.cos(chosen.delta) - chosen.exact)))
    both = class_draws(Gaussian(), [by_hand, [0.5, -1.0], [2.0]])
    assert both.last.frequencies.tolist() == [0.5, -1.0, 2.0] and both.chosen.n_freqs == 24
    np.testing.assert_allclose(both.sd, chosen.sd * 8**0.5)
    assert both.before.frequencies.tolist() == [0.5, -1.0] and chosen.before is None
    assert class_draws(Gaussian(), [by_hand, [0.5], []]).before is None  # nobody drew since
    np.testing.assert_allclose(both.drawn.height, np.exp(-(np.array([0.5, 1.0, 2.0]) ** 2) / 2) / (2 * np.pi) ** 0.5)
    alone = class_draws(Gaussian(), [[], [2.0]])
    assert (
        both.drawn.share[2] == alone.drawn.share[0] and (0 < both.chosen.share).all() and (both.drawn.share < 1).all()
    )
    nobody = class_draws(Gaussian(), [])
    assert nobody.last is None and np.isnan(nobody.sd).all()


@pytest.mark.release
def test_a_simulated_class_chooses_zero_most_and_draws_from_the_spectrum():
    chosen, drawn, twice = simulated_class(Gaussian(2.0), 4000, 1)
    assert set(chosen) == {each / 2 for each in range(-3, 4)} and abs(chosen.count(0.0) / 4000 - 1 / 3) < 0.034
    record = class_draws(Gaussian(2.0), [chosen, drawn, twice])
    assert record.drawn.n_freqs == 8000 and drawn != twice
    assert record.chosen.p_value < 1e-6 and record.drawn.p_value > 1e-4
    assert simulated_class(Gaussian(2.0), 4000, 1) == [chosen, drawn, twice] != simulated_class(Gaussian(2.0), 4000, 2)


@pytest.mark.parametrize("name", list(DISTRIBUTIONS))
def test_the_expected_error_is_an_integral_for_one_and_falls_as_the_root_for_many(name):
    kernel = KERNELS[name](length_scale=1.7)
    one, some, twice = (class_draws(kernel, [[], [0.1] * n]).drawn.expected for n in (1, 40, 80))
    law, delta = DISTRIBUTIONS[name](scale=1 / 1.7), np.linspace(0, 4 * 1.7, 101)
    quantiles = law.ppf((np.arange(2000) + 0.5) / 2000)
    errors = [max(abs(math.cos(w * x) - kernel([[x]], [[0.0]])[0, 0]) for x in delta) for w in quantiles[::20]]
    assert one == pytest.approx(np.mean(errors), abs=4.5 * np.std(errors) / 200**0.5 + 0.005)
    spread = 0.5 / 200**0.5  # of the largest error over classes, relative: below one half
    assert some / twice == pytest.approx(2**0.5, rel=4.5 * 2**0.5 * spread)
    assert np.isnan(class_draws(kernel, [[0.1] * 40, []]).chosen.expected)


def test_other_kernels_are_refused():
    with pytest.raises(ValueError, match=r"kernel must be one of .*gaussian.*, got 'matern'"):
        class_draws(Matern(1.0), [[0.0]])
