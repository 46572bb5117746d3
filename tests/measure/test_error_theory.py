"""Theory beside measured curves: expectations and tails against seeds, and the error bar from one draw."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from rffviz.explorer.figures.theme import DARK, LIGHT
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.curve.words import convergence_words
from rffviz.explorer.words.guarantees import bound_name
from rffviz.explorer.words.numbers import count, measured
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian, Matern
from rffviz.measure import (
    METRICS,
    bootstrap_error,
    bootstrap_of_draw,
    convergence,
    error_curve,
    expectations,
    root_mean_square,
    to_resample,
)
from rffviz.theory import MATRIX_BOUNDS, orthogonal_root_mean_square

X = np.random.default_rng(0).standard_normal((40, 3))
KERNEL = Gaussian(1.7)
SIZES = (16, 50, 200)
ON_MATRICES = sorted(set(METRICS) - {"sup", "pair"})


def curve(metric, sampler="monte_carlo", map="paired", seeds=120, kernel=KERNEL, sizes=SIZES):
    return error_curve(X, kernel, sampler, sizes, range(seeds), metric, map)


def report(metric, samplers=("monte_carlo",), epsilon=0.3, seeds=20, **options):
    curves = [curve(metric, name, options.pop("map", "paired"), seeds) for name in samplers]
    return convergence(curves, X, 50, epsilon, 0.9, **options)


# --- the theory is true of the seeds ----------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("sampler", ["monte_carlo", "orthogonal"])
@pytest.mark.parametrize("metric", ["rmse", "relative_frobenius"])
def test_the_mean_squared_error_is_the_expectation_drawn(metric, sampler, map):
    measured = curve(metric, sampler, map)
    (drawn,) = expectations([measured], X, 50)
    squares = measured.errors**2
    expected = np.interp(SIZES, drawn.n_freqs, drawn.values) ** 2
    assert drawn.at == drawn.values[drawn.n_freqs == 50][0]
    spread = squares.std(axis=0, ddof=1) / math.sqrt(len(squares))
    assert (np.abs(squares.mean(axis=0) - expected) < 4 * spread).all()


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("metric", ON_MATRICES)
def test_no_more_seeds_than_the_tail_allows_lie_beyond_a_promise(metric, map):
    found = report(metric, map=map, seeds=120)
    assert found.guarantees
    for guarantee in found.guarantees:
        beyond = int(np.count_nonzero(found.curves[0].errors[:, 1] > guarantee.at))
        assert stats.binom.sf(beyond - 1, 120, 0.1) > 1e-4


@pytest.mark.release
def test_no_more_leverage_seeds_than_their_tail_allows():
    measured = curve("spectral_approximation", "leverage", seeds=30, sizes=(300,))
    found = convergence([measured], X, 300, 0.3, 0.9)
    (guarantee,) = found.guarantees
    assert guarantee.name == "avron_leverage" and guarantee.at < 1.5
    assert stats.binom.sf(np.count_nonzero(measured.errors > guarantee.at) - 1, 30, 0.1) > 1e-4


def test_expectations_are_of_the_schemes_and_errors_for_which_they_are_known():
    named = ("sobol", "orthogonal", "monte_carlo")
    known = [each.sampler for each in report("rmse", named, seeds=2).expectations]
    assert known == ["orthogonal", "monte_carlo"]
    assert report("relative_spectral", named, seeds=2).expectations == ()
    matern = [curve("rmse", name, seeds=2, kernel=Matern(3.0)) for name in named]
    assert [each.sampler for each in expectations(matern, X, 50)] == ["monte_carlo"]
    several = orthogonal_root_mean_square(KERNEL, X, SIZES)
    assert several == pytest.approx([orthogonal_root_mean_square(KERNEL, X, m) for m in SIZES], rel=1e-12)
    assert root_mean_square("orthogonal", "rmse", KERNEL, X, SIZES).tolist() == several.tolist()
    with pytest.raises(ValueError, match="sampling must be one of"):
        root_mean_square("sobol", "rmse", KERNEL, X, SIZES)


# --- what is drawn and said -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("metric", ON_MATRICES)
def test_each_error_has_its_theorem_in_figure_words_and_numbers(metric):
    found = report(metric, seeds=4, epsilon=0.95 if metric == "spectral_approximation" else 0.1)
    assert tuple(each.name for each in found.guarantees) == METRICS[metric].theorems
    picture = convergence_picture(found, LIGHT)
    (guarantee,) = found.guarantees
    words = " ".join(str(each.text) for each in picture.figure.layout.annotations)
    assert "proved for i.i.d. sampling only" in words and str(guarantee.needed)[-3:] in words
    assert MATRIX_BOUNDS[guarantee.name].statement in " ".join(picture.notes)
    assert MATRIX_BOUNDS[guarantee.name].citation in " ".join(picture.provenance)
    cells = {name: rest for name, *rest in picture.readout.rows}
    assert "bound requires" in picture.title
    assert cells[f"{bound_name(guarantee.name)}, 90 %"][2] == count(guarantee.needed)
    series = set(picture.columns["series"])
    assert f"{guarantee.name} bound" in series
    assert ("monte_carlo expected" in series) == (metric in ("rmse", "relative_frobenius"))
    assert ("<b>expected</b>" in words) == ("Monte Carlo, expected" in cells) == bool(found.expectations)
    for each in found.expectations:
        assert cells["Monte Carlo, expected"][0] == measured(each.at)
    assert convergence([curve(metric, seeds=2)], X, 50, 0.3, bounds=()).guarantees == ()
    for theme in (DARK, LIGHT):
        assert convergence_picture(report(metric, ("monte_carlo", "orthogonal"), seeds=3), theme)


@pytest.mark.slow
def test_leverage_scores_have_their_own_promise():
    both = report("spectral_approximation", ("monte_carlo", "leverage"), seeds=3, epsilon=1)
    assert [each.name for each in both.guarantees] == ["avron", "avron_leverage"]
    carlo, leverage = both.guarantees
    assert leverage.needed < carlo.needed and both.main_guarantee is carlo
    said = convergence_words(both)
    cells = {name: rest for name, *rest in said["readout"].rows}
    assert cells["Avron et al. bound for leverage scores, 90 %"][2] == count(leverage.needed)
    assert "for leverage scores only, if they are exact" in " ".join(said["notes"])
    alone = report("spectral_approximation", ("leverage",), seeds=3, epsilon=0.6)
    (name,) = [each.name for each in alone.guarantees]
    assert name == "avron_leverage" and alone.main_guarantee.sampling == "leverage"
    assert both.says_nothing_from(carlo) == 0.5
    assert cells["Avron et al. bound, 90 %"][0] == f"{measured(carlo.at)}, vacuous"


# --- the error bar from one draw --------------------------------------------------------------------------------------


@pytest.mark.parametrize("map", ["paired", "offset", "positive"])
@pytest.mark.parametrize("metric", ["sup", "spectral_approximation"])
def test_the_draw_that_is_resampled_is_the_first_seeds(metric, map):
    made = bootstrap_of_draw(X, KERNEL, "monte_carlo", 50, 7, metric, map, 0.9, 40)
    features = RandomFourierFeatures(KERNEL, 50, map=map, random_state=7).fit(X)
    assert made.value == bootstrap_error(features, X, metric, 0.9, 40, 7).value
    Z = features.transform(X).astype(float)
    (measured,) = error_curve(X, KERNEL, "monte_carlo", (50, 60), (7,), metric, map).errors
    assert METRICS[metric].of(Z @ Z.T, KERNEL(X)) == pytest.approx(measured[0], rel=1e-3)


def test_which_scheme_tells_its_own_error():
    assert to_resample(["sobol", "importance", "monte_carlo"], "sup") == "monte_carlo"
    assert to_resample(["sobol", "importance"], "rmse") == "importance"
    assert to_resample(["orthogonal", "leverage"], "sup") is None
    assert to_resample(["monte_carlo"], "pair") is to_resample(["monte_carlo"], "sup_compact") is None


@pytest.mark.slow
def test_the_error_bar_beside_the_seeds():
    made = bootstrap_of_draw(X, KERNEL, "monte_carlo", 50, confidence=0.9)
    found = report("sup", ("orthogonal", "monte_carlo"), seeds=60, bar=made)
    bar, errors = found.bar, found.curves[1].errors
    assert bar.sampler == "monte_carlo" and bar.at == made.value == bar.values[1]
    assert bar.values[2] == pytest.approx(made.value / 2)
    assert bar.covered.tolist() == [int((errors[:, g] <= bar.values[g]).sum()) for g in range(3)]
    assert bar.quantile == np.quantile(errors[:, 1], 0.9, method="median_unbiased")
    assert bar.covered[1] / 60 > 0.6
    picture = convergence_picture(found, LIGHT)
    assert f"and {bar.covered[1]} of 60 below the estimate" in " ".join(picture.notes)
    assert [*picture.readout.rows][-1][:2] == ("one draw, 90 %", measured(bar.at))
    assert "resamples the draw's own 50 frequencies 100 times" in " ".join(picture.notes)
    assert "monte_carlo error bar from one draw" in picture.columns["series"]
    assert "one draw, 90 %" in " ".join(str(each.text) for each in picture.figure.layout.annotations)


@pytest.mark.slow
def test_an_error_bar_that_reads_low_says_where():
    made = bootstrap_of_draw(X, KERNEL, "monte_carlo", 50, confidence=0.9)
    low = report("sup", seeds=60, bar=made)
    assert not low.bar.low.any() and "reads low" not in " ".join(convergence_words(low)["notes"])
    half = replace(made, value=made.value / 2)
    low = report("sup", seeds=60, bar=half)
    assert low.bar.low.all() and "It reads low at D = 16 and up to 200" in " ".join(convergence_words(low)["notes"])
    with pytest.raises(ValueError, match="bar must be of the curves' error"):
        report("rmse", seeds=2, bar=made)
    with pytest.raises(ValueError, match="bar must be"):
        report("sup", ("orthogonal",), seeds=2, bar=made)
