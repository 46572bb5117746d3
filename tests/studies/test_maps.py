"""Paired and offset map at equal features: formulas against closed forms, measurements against the formulas."""

import math

import numpy as np
import pytest

from rffviz.features import offset_map, paired_map
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import draw
from rffviz.studies.maps import _paired_loses, map_comparison


def test_lines_are_the_variance_formulas():
    found = map_comparison(Gaussian(2.0), d=3, n_features=20, n_seeds=2)
    for t, paired, offset in zip(
        found.line_distance[::40], found.paired.line[::40], found.offset.line[::40], strict=True
    ):
        near, far = math.exp(-(t**2) / 8), math.exp(-(t**2) / 2)
        assert paired == pytest.approx(math.sqrt(max(0.0, (1 + far - 2 * near**2) / 20)), abs=1e-12)
        assert offset == pytest.approx(math.sqrt((1 + far / 2 - near**2) / 20), abs=1e-12)
    assert found.line_distance[-1] == found.distance[-1] == pytest.approx(12.0)


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplacian(0.7), Cauchy(1.3), Matern(nu=0.7)], ids=lambda k: k.name)
def test_measured_errors_have_the_formulas_spread(kernel):
    found = map_comparison(kernel, d=3, n_features=32, n_seeds=600)
    for spread in (found.paired, found.offset):
        # the mean of R squares of nearly normal errors has a standard deviation of √(2/R) of itself
        measured, formula, error = spread.measured[1:], spread.formula[1:], spread.standard_error[1:]  # 0 at distance 0
        assert np.abs((measured / formula) ** 2 - 1).max() < 4 * math.sqrt(2.5 / 600)
        told = error / measured
        assert np.allclose(told, 1 / math.sqrt(2 * 600), rtol=0.5)


def test_both_maps_have_the_same_number_of_features_and_are_the_maps():
    found = map_comparison(Gaussian(), d=2, n_features=10, n_seeds=3, random_state=4)
    _, *seeds = np.random.default_rng(4).spawn(4)
    squares = {"paired": [], "offset": []}
    for seed in seeds:
        place_rng, paired_rng, offset_rng = seed.spawn(3)
        place = place_rng.standard_normal((17, 2))
        W = draw("monte_carlo", Gaussian(), 2, 5, paired_rng).W
        other = draw("monte_carlo", Gaussian(), 2, 10, offset_rng, with_phases=True)
        for t, middle in zip(found.distance, place, strict=True):
            pair = np.array([middle + t * found.direction / 2, middle - t * found.direction / 2])
            exact = math.exp(-(t**2) / 2)
            z = paired_map(pair, W, dtype=np.float64)
            u = offset_map(pair, other.W, other.phases, dtype=np.float64)
            assert z.shape == u.shape == (2, 10)
            squares["paired"].append((z[0] @ z[1] - exact) ** 2)
            squares["offset"].append((u[0] @ u[1] - exact) ** 2)
    for name, values in squares.items():
        expected = np.sqrt(np.reshape(values, (3, 17)).mean(axis=0))
        assert np.allclose(getattr(found, name).measured, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.release
def test_paired_is_exact_at_distance_zero_and_offset_is_not():
    found = map_comparison(Gaussian(), n_features=8, n_seeds=50)
    assert found.distance[0] == 0 and found.paired.formula[0] == 0
    assert found.paired.measured[0] < 1e-12 and found.paired.standard_error[0] == 0
    assert found.offset.formula[0] == pytest.approx(math.sqrt(0.5 / 8))


@pytest.mark.parametrize("kernel", [Gaussian(3.0), Laplacian(), Matern(nu=1.5)], ids=lambda k: k.name)
@pytest.mark.parametrize("d", [1, 4])
def test_paired_always_wins_for_these(kernel, d):
    found = map_comparison(kernel, d, n_seeds=2)
    assert found.paired_loses == () and found.largest_excess == 0
    assert (found.paired.line[1:] <= found.offset.line[1:]).all()


def test_paired_loses_far_out_for_the_cauchy_kernel():
    found = map_comparison(Cauchy(2.0), n_features=8, n_seeds=2)
    ((low, high),) = found.paired_loses
    # (1 + t²)² = 2(1 + 4t²) at t² = 3 + √10, in length scales
    assert low == pytest.approx(2 * math.sqrt(3 + math.sqrt(10)), abs=1e-9) and high == pytest.approx(12.0)
    assert found.line_distance[320] == pytest.approx(8.0)
    variances = found.paired.line[320] ** 2, found.offset.line[320] ** 2
    assert [round(v, 4) for v in variances] == [0.1261, 0.1255]
    inside = found.line_distance > low
    assert found.largest_excess == pytest.approx((found.paired.line / found.offset.line - 1)[inside].max())
    assert (found.paired.line[inside] > found.offset.line[inside]).all()
    assert (found.paired.line[~inside] <= found.offset.line[~inside]).all()


def test_paired_loses_beyond_a_place_with_a_closed_form():
    found = map_comparison(RationalQuadratic(alpha=0.5), n_seeds=2)
    ((low, high),) = found.paired_loses
    assert 1 + low**2 == pytest.approx(2 * math.sqrt(1 + 4 * low**2), rel=1e-9) and high == 6.0


def test_stretches_end_where_they_end():
    """k = ½ + ½cos δ has k(2δ) > 2k(δ)² about π and 3π: cos 2δ > 2cos δ + cos² δ, or cos δ < 1 − √2."""

    class Swinging:
        def of_difference(self, delta):
            return 0.5 + 0.5 * np.cos(np.asarray(delta)[..., 0])

    edge = math.acos(1 - math.sqrt(2))
    stretches = _paired_loses(Swinging(), np.ones(1), np.linspace(0, 3 * math.pi, 50))
    expected = [(edge, 2 * math.pi - edge), (2 * math.pi + edge, 3 * math.pi)]
    assert np.allclose(stretches, expected, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("family", KERNELS.values(), ids=list(KERNELS))
def test_stretches_are_where_the_condition_holds(family):
    found = map_comparison(family(1.5), d=2, n_seeds=2)
    delta = found.line_distance[:, None] * found.direction
    kernel = family(1.5)
    condition = kernel.of_difference(2 * delta) > 2 * kernel.of_difference(delta) ** 2
    inside = np.zeros(len(delta), dtype=bool)
    for low, high in found.paired_loses:
        inside |= (found.line_distance >= low) & (found.line_distance <= high)
    assert np.array_equal(condition, inside)


def test_direction_is_oblique_and_the_seed_repeats_itself():
    one, same, other = (map_comparison(Cauchy(), 5, 8, 4, random_state=s) for s in (1, 1, 2))
    assert np.linalg.norm(one.direction) == pytest.approx(1)
    assert np.abs(one.direction).min() >= np.abs(one.direction).max() / 3
    assert np.array_equal(one.paired.measured, same.paired.measured)
    assert not np.array_equal(one.offset.measured, other.offset.measured)


@pytest.mark.slow
def test_records_grow_with_the_seeds_and_know_how_many_were_asked_for():
    steps = list(map_comparison.steps(Gaussian(), 2, 8, n_seeds=11, random_state=6))
    assert [step.done for step in steps] == list(range(12)) and steps[-1].finished
    measured = [step.record.n_seeds if step.record else 0 for step in steps]
    assert measured == [0, 0, 2, 2, 4, 4, 4, 4, 8, 8, 8, 11]
    for step in steps[2:]:
        assert step.record.about.settings["n_seeds"] == 11 and step.record.about.seeds == (6,)
    fewer = map_comparison(Gaussian(), 2, 8, n_seeds=8, random_state=6)
    assert np.array_equal(steps[8].record.paired.measured, fewer.paired.measured)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_features": 7}, "n_features must be even, for the paired map has two for each frequency, got 7"),
        ({"n_features": 0}, "n_features must be a whole number of at least 2, got 0"),
        ({"n_seeds": 1}, "n_seeds must be a whole number of at least 2, got 1"),
        ({"d": 0}, "d must be"),
        ({"random_state": -1}, "random_state must be"),
        ({"kernel": "gaussian"}, "kernel must be a kernel of rffviz.kernels, got 'gaussian'"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        map_comparison(**({"kernel": Gaussian(), "n_seeds": 2} | change))
