"""What studies judge, and from which number on, on records made by hand."""

import math
from dataclasses import fields, replace
from types import SimpleNamespace

import numpy as np
import pytest

from rffviz.adaptive.grid import Ellipse
from rffviz.foundation.about import About
from rffviz.kernels import Gaussian
from rffviz.measure import Convergence, ErrorCurve, Exceedance, Reading
from rffviz.measure.exceedance import Ceiling, Share
from rffviz.studies.cost import Cost
from rffviz.studies.descent import Descent
from rffviz.studies.factor import Dissection, FactorStep
from rffviz.studies.from_labels import Learned
from rffviz.studies.image import ImageFits
from rffviz.studies.kernel_error import KernelError
from rffviz.studies.landmarks import LandmarkStudy
from rffviz.studies.learning import LearningProgress
from rffviz.studies.line import RidgePath
from rffviz.studies.maps import MapComparison, Spread
from rffviz.studies.own_kernel import OwnKernel
from rffviz.studies.precision import Precision, PrecisionStudy
from rffviz.studies.real_data import MethodComparison, Run
from rffviz.studies.spectrum import Spectrum
from rffviz.studies.spectrum_plane import PlaneSpectrum
from rffviz.studies.surfaces import Surface, Surfaces
from rffviz.studies.two_points import TwoPoints
from rffviz.studies.weights import WeightMaps


def record(kind, **known):
    """A record of which this alone is known."""
    assert set(known) <= {each.name for each in fields(kind)}
    return kind(**{each.name: known.get(each.name) for each in fields(kind)})


# --- adaptive features ------------------------------------------------------------------------------------------------


def landmarks(means, drawn=0.1, counts=(2, 10, 50), r=12, **known):
    """A study of one seed with these errors, a row for each kind."""
    errors = np.array(means, dtype=float)[:, None]
    known = {name: np.array(values, dtype=float)[:, None] for name, values in known.items()}
    return record(
        LandmarkStudy, errors=errors, drawn_errors=np.array([drawn]), n_landmarks=np.array(counts), n_freqs=r, **known
    )


def test_the_best_kind_is_that_with_the_least_error_among_those_done():
    study = landmarks([[0.3, 0.2, np.nan], [0.4, 0.05, np.nan]])
    assert study.known == [0, 1] and study.at_n_freqs == 1
    assert (study.best(0), study.best(1)) == (0, 1)
    assert replace(study, n_freqs=4).at_n_freqs == 0  # by ratio: 4/2 is less than 10/4


@pytest.mark.parametrize(
    ("error", "drawn", "like", "rounding", "told"),
    [
        (0.1, 0.119, True, False, True),
        (0.1, 0.121, False, False, True),
        (0.119, 0.1, True, False, True),
        (0.121, 0.1, False, False, True),
        (9e-7, 0.1, False, True, False),
        (0.1, 9e-7, False, False, False),
    ],
)
def test_errors_within_a_fifth_are_alike_and_rounding_has_no_ratio(error, drawn, like, rounding, told):
    study = landmarks([[error]], drawn, (2,))
    assert study.gain[0, 0] == pytest.approx(drawn / error)
    assert (study.like_drawn[0, 0], study.at_rounding[0, 0], study.gain_told[0, 0]) == (like, rounding, told)


@pytest.mark.parametrize(
    ("closer", "freedom", "error", "fit"),
    [
        (1.19, 30, 0.1, "for all points"),
        (1.21, 30, 0.1, "luck"),
        (100.0, 1, 0.1, "luck"),
        (100.0, 30, 0.1, "over-fitted"),
        (100.0, 30, 9e-7, "for all points"),
        (np.nan, np.nan, 0.1, "one point"),
    ],
)
def test_a_close_fit_holds_is_luck_or_is_over_fitted(closer, freedom, error, fit):
    study = landmarks([[error]], counts=(2,), on_landmarks=[[1.0]], on_points=[[closer]], freedom=[[freedom]])
    assert study.fit(0) == fit and study.closest(0) == (None if fit == "one point" else 0)
    assert fit not in ("luck", "over-fitted") or (study.chance[0, 0] < 1e-4) == (fit == "over-fitted")


def test_what_is_not_luck_comes_before_what_may_be():
    alike = {"counts": (2,), "on_landmarks": [[1.0], [1.0]], "on_points": [[50.0], [3.0]]}
    assert landmarks([[0.1], [0.1]], freedom=[[1], [30]], **alike).closest(0) == 1
    assert landmarks([[0.1], [0.1]], freedom=[[30], [30]], **alike).closest(0) == 0


def test_large_waves_have_half_of_the_largest():
    wave = record(Learned, amplitudes=np.array([0.9, 2.0, 1.0, 0.5]))
    assert (wave.largest, wave.n_large) == (1, 2)


def test_what_learning_is_worth_gains_harms_or_neither():
    kept = [SimpleNamespace(data_error=error, step=SimpleNamespace(p=np.ones(10))) for error in (0.1, 0.05, 0.08)]
    found = record(LearningProgress, kept=tuple(kept), monte_carlo=np.array([0.1]), random_error=0.1 * 10**0.5)
    assert not found.gains(kept[0]) and found.gains(kept[1])
    assert found.gains(kept[2]) and not found.harms and found.over_fits
    assert replace(found, kept=(kept[1], kept[0])).harms is False
    worse = SimpleNamespace(data_error=0.11, step=kept[0].step)
    assert replace(found, kept=(kept[0], worse)).harms
    assert replace(found, monte_carlo=np.array([1.0, 7.0])).drawn_errors == (1, 7, 5)
    assert not replace(found, kept=tuple(kept[:2])).over_fits


def test_weights_lie_across_the_data_or_not():
    def maps(*ellipses, data=0.0):
        made = [SimpleNamespace(ellipse=each, data_ellipse=Ellipse(math.radians(data), 3.0)) for each in ellipses]
        return record(WeightMaps, maps=tuple(made), ridges=tuple(range(len(made))), shown=0)

    assert maps(Ellipse(1.5, 1.5), Ellipse(0.1, 2.0)).told.ellipse.ratio == 1.5
    assert maps(Ellipse(1.5, 1.05), Ellipse(0.1, 2.0), Ellipse(0.2, 1.5)).told.ellipse.ratio == 2
    assert maps(Ellipse(math.radians(86), 2.0)).perpendicular and not maps(Ellipse(math.radians(84), 2.0)).perpendicular
    assert maps(Ellipse(math.radians(170), 2.0), data=10).between == pytest.approx(20)
    assert Ellipse(0.0, 1.09).round and not Ellipse(0.0, 1.11).round


# --- prediction -------------------------------------------------------------------------------------------------------


def test_the_best_exact_method_and_what_matches_it_are_found():
    def run(name, exact, *errors, refusal=""):
        errors = np.array(errors)
        return Run(name, name, exact, np.arange(1, errors.shape[1] + 1), errors, errors, errors, refusal)

    a, b = run("a", True, [0.5], [0.3]), run("b", True, [0.2], [0.4])
    c, d = run("c", False, [0.9, 0.305, 0.2]), run("d", False, [0.9, 0.301])
    gone = run("e", False, [np.nan], refusal="no")
    found = record(MethodComparison, task="regression", runs=(a, b, c, d, gone))
    assert found.best_exact is found.target is b and found.match == (d, 1)
    ridge = run("kernel_ridge", True, [0.4], [0.4])  # what ridge on features approximates, though b is better
    beside = replace(found, runs=(b, ridge, run("g", False, [0.9, 0.405, 0.35])))
    assert beside.best_exact is b and beside.target is ridge and beside.match[1] == 1
    assert replace(found, runs=(b, run("g", False, [0.9, 0.305, 0.35]))).match is None  # at one size alone
    assert replace(found, runs=(b, c)).match == (c, 1)
    assert replace(found, runs=(c, gone)).match is None and replace(found, runs=(b, gone)).match is None
    assert replace(found, runs=(b, run("f", False, [0.9, 0.307]))).match is None
    of_classes = replace(found, task="binary", n_test=50, runs=(run("e", True, [0.0]), run("f", False, [5.0, 2.0])))
    assert of_classes.limit == 2 and of_classes.match[1] == 1  # one of 50 points
    assert replace(of_classes, n_test=51).match is None


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ([[1, 2, 3], [4, 5, 6]], "everywhere"),
        ([[2, 1, 3], [4, 5, 6]], "everywhere"),
        ([[3, 2, 1], [4, 5, 6]], "across D"),
        ([[1, 3, 1], [4, 5, 6]], "across D"),
        ([[3, 4, 2], [5, 1, 6]], "no"),
        ([[6, 5, 4], [3, 2, 1]], "worse"),
        ([[1, 1, 1], [4, 5, 6]], "unknown"),
    ],
)
def test_a_rank_correlation_is_strong_or_weak(test, verdict):
    """Three seeds each at two numbers of frequencies, the first of them shown."""
    matrix = np.array([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]])[None]
    found = record(KernelError, n_freqs=np.array([8, 32]), shown=8, matrix_errors=matrix)
    found = replace(found, test=np.array(test, dtype=float).T[None])
    assert found.verdict == verdict
    assert found.chance == pytest.approx(2 / math.sqrt(2))
    assert math.isnan(replace(found, shown=9).chance)


def test_a_descent_peaks_still_rises_or_has_no_peak():
    def descent(*rows):
        test = np.array(rows, dtype=float)[:, None]
        return record(Descent, n_freqs=np.arange(1, len(rows[0]) + 1), test=test)

    found = descent([1.0, 0.5, 3.0, 0.4], [0.8, 0.6, 0.9, 0.5])
    assert found.descends_twice and not found.still_rises and found.best == 3
    assert descent([1.0, 0.5, 3.0]).still_rises and descent([1.0, 0.5, 3.0]).best == 1
    assert not descent([1.0, 0.5, 0.4]).still_rises


def test_a_prediction_is_near_within_thirty_per_cent_at_every_size():
    def descent(*measured):
        row = tuple(SimpleNamespace(test=1.0) for _ in measured)
        return record(Descent, test=np.array(measured)[None, None], equivalents=(row,), variance=1.0)

    assert descent(1.29, 0.78).near(0)
    assert not descent(1.31, 1.0).near(0) and not descent(0.76, 1.0).near(0)


def test_sizes_at_which_features_are_faster():
    exact, features = np.array([1.0, 2.0, 9.0, np.nan]), np.array([2.0, 1.0, 3.0, 4.0])
    found = record(Cost, n_points=np.array([1, 2, 3, 4]), exact_fit=exact, features_fit=features)
    assert found.shared.tolist() == [0, 1, 2] and found.n_faster == 2 and found.last_ratio == 3
    assert replace(found, features_fit=np.full(4, np.nan)).n_faster == 0


def test_a_band_below_nine_tenths_is_starved():
    path = record(RidgePath, n_freqs=np.array([1, 2, 3]), starvation=np.array([0.89, 0.91, np.nan]))
    assert path.starved.tolist() == [True, False, False]
    assert replace(path, starvation=None).starved.tolist() == [False] * 3


def test_surfaces_are_compared_with_the_exact_one():
    def surface(name, exact=False, agreement=np.nan, refusal="", sides=(1, 1, -1)):
        told = {"exact": exact, "agreement": agreement, "refusal": refusal, "sides": np.array(sides)}
        return record(Surface, name=name, test_error=100 / 3, **told)

    every = (
        surface("gone", True, refusal="no"),
        surface("exact", True, 1.0),
        surface("a", agreement=0.8, sides=(1, -1, -1)),
        surface("b", agreement=0.9),
        surface("c"),
    )
    found = record(Surfaces, surfaces=every, n_test=30)
    assert [one.name for one in found.fitted] == ["exact", "a", "b", "c"]
    assert (found.reference.name, found.subject.name) == ("exact", "b")  # without Fourier features the nearest one
    fourier = replace(found, surfaces=(*every, surface("fourier", agreement=0.1)))
    assert fourier.subject.name == "fourier"
    assert [one.name for one in found.compared] == ["a", "b"] and found.n_wrong(every[2]) == 10
    assert [found.n_agreed(one) for one in found.fitted] == [3, 2, 3, 3]
    assert [one.name for one in found.others] == ["a", "b", "c"]
    alone = replace(found, surfaces=every[:1])
    assert alone.others == () and alone.reference is None and alone.subject is None and alone.fitted == ()


def test_pixels_are_learned_by_heart_below_four_fifths():
    fits = record(ImageFits, train_rmse=np.array([0.79, 0.81]), test_rmse=np.ones(2))
    assert fits.by_heart.tolist() == [True, False]


# --- convergence ------------------------------------------------------------------------------------------------------


def curve(sampler, n_freqs=(16, 64)):
    about = About(d=2, kernel=Gaussian(), sampler=sampler)
    return record(ErrorCurve, n_freqs=np.array(n_freqs), errors=np.ones((1, len(n_freqs))), about=about)


def guarantee(name, needed, at=0.5, sampling="monte_carlo", proved_to=math.inf):
    return SimpleNamespace(name=name, needed=needed, at=at, sampling=sampling, proved_to=proved_to)


def test_a_scheme_is_bounded_where_a_finite_bound_requires_no_less():
    curves = (curve("orthogonal"), curve("monte_carlo"), curve("sobol"))
    guarantees = (guarantee("rahimi_recht", 900.0), guarantee("hoeffding_pairs", 150.0))
    found = record(Convergence, curves=curves, needed=(40.0, 100.0, math.nan), guarantees=guarantees[:1])
    assert found.overestimate == 9 and found.bounded  # Monte Carlo's need comes first
    assert (found.fewest[0], found.most[0]) == (40, 100)
    assert replace(found, guarantees=(guarantee("rahimi_recht", 100.0),)).bounded
    assert not replace(found, guarantees=(guarantee("rahimi_recht", 99.0),)).bounded
    unreached = replace(found, needed=(math.nan,) * 3)
    assert math.isnan(unreached.overestimate) and not unreached.bounded and unreached.fewest is unreached.most is None
    assert not replace(found, guarantees=()).bounded
    assert not replace(found, guarantees=(guarantee("rahimi_recht", math.inf),)).bounded


def test_the_loosest_promise_is_of_the_same_scheme_and_finite():
    sharp, middle, loose = (guarantee(name, needed) for name, needed in (("a", 200.0), ("b", 400.0), ("c", 900.0)))
    found = record(Convergence, curves=(curve("monte_carlo"),), needed=(100.0,), guarantees=(sharp, middle, loose))
    assert found.main_guarantee is sharp and found.loosest_guarantee is loose
    assert replace(found, guarantees=(sharp,)).loosest_guarantee is None
    assert replace(found, guarantees=(sharp, guarantee("d", math.inf))).loosest_guarantee is None
    assert replace(found, guarantees=(sharp, guarantee("d", 900.0, sampling="leverage"))).loosest_guarantee is None
    assert replace(found, guarantees=()).loosest_guarantee is None


def test_a_promise_above_every_error_is_vacuous():
    found = record(Convergence, largest_error=2.0)
    assert found.vacuous(guarantee("a", 1.0, at=2.0)) and not found.vacuous(guarantee("a", 1.0, at=1.9))
    assert found.vacuous(guarantee("a", 1.0, at=1.9, proved_to=1.0))
    readings = tuple(record(Reading, median=median) for median in (math.nan, 0.3, 0.2))
    assert replace(found, readings=readings).least_error == 0.2
    assert math.isnan(replace(found, readings=readings[:1]).least_error)


@pytest.mark.parametrize(
    ("exceeded", "clear"), [([3, 1, 0, 0], 2), ([3, 0, 1, 0], 3), ([0, 0, 0, 0], 1), ([3, 0, 0, 1], None)]
)
def test_no_seed_exceeds_from_here_on(exceeded, clear):
    """At the first number of frequencies the scheme is not defined."""
    share = np.array([math.nan, *exceeded[1:]])
    assert record(Share, exceeded=np.array([0, *exceeded[1:]]), share=share).clear_from == clear


def test_the_share_to_speak_of_is_monte_carlos():
    shares = tuple(record(Share, sampler=name) for name in ("orthogonal", "monte_carlo"))
    found = record(Exceedance, shares=shares, read_at=64, curves=(curve("orthogonal"),))
    assert found.main_share is shares[1] and replace(found, shares=shares[:1]).main_share is shares[0]
    assert found.start == 1
    assert found.allows(record(Ceiling, needed=65)) and not found.allows(record(Ceiling, needed=64))
    assert record(Ceiling, at=0.99).speaks and not record(Ceiling, at=1.0).speaks


def test_the_step_that_is_worth_most():
    steps = [
        FactorStep("printed", math.inf, math.nan),
        FactorStep("constants", math.inf, math.nan),
        FactorStep("pairs", 900.0, math.inf),
        FactorStep("variance", 300.0, 3.0),
        FactorStep("exponent", 600.0, 0.5),
    ]
    found = record(Dissection, steps=tuple(steps), confidence=0.95)
    assert found.silent_over_ball and found.largest is steps[3]
    assert not replace(found, steps=tuple(steps[2:])).silent_over_ball
    assert replace(found, steps=tuple(steps[3:])).largest is None
    assert found.seeds_needed == 20 and replace(found, confidence=0.1).seeds_needed == 10


def test_measured_values_agree_within_two_standard_errors():
    spread = Spread(None, np.zeros(3), np.array([1.9, 2.1, 1e-8]), np.array([1.0, 1.0, 0.0]))
    assert spread.agrees.tolist() == [True, False, True]
    lines = (record(Spread, line=np.array(line)) for line in ([0.0, 3.0, 4.0], [1.0, 6.0, 4.0]))
    found = record(MapComparison, line_distance=np.array([0.0, 1.8, 4.0]), about=About(d=1, kernel=Gaussian(2.0)))
    paired, offset = lines
    found = replace(found, paired=paired, offset=offset)
    assert (found.at_length_scale, found.ratio) == (1, 0.5)


def test_the_best_precision_at_equal_memory():
    def of(bits, sizes, errors):
        return Precision(bits, np.array(sizes), np.array([errors]))

    study = record(PrecisionStudy, curves=(of(1, [8, 32], [0.5, 0.3]), of(4, [8], [0.2]), of(8, [4], [0.2])))
    assert study.memory == 64 and study.at_equal_memory == {1: 0.3, 4: 0.2, 8: 0.2} and study.best == 4


# --- features and kernels ---------------------------------------------------------------------------------------------


def test_masses_and_values_of_a_function_that_count():
    verdict, about = SimpleNamespace(noise=1e-6), About(d=51, kernel=Gaussian())
    found = record(OwnKernel, at_zero=1 + 1e-10, negative=0.1, positive=0.3, verdict=verdict, about=about)
    assert not found.rescaled and replace(found, at_zero=2.0).rescaled
    assert found.negative_known and not replace(found, negative=1e-7).negative_known
    assert found.negative_share == pytest.approx(0.25)
    assert found.may_ripple and not replace(found, mixed=True).may_ripple
    assert not replace(found, about=replace(about, d=50)).may_ripple


@pytest.mark.parametrize(
    ("power", "at_zero"),
    [
        (2.0, "kink"),
        (2.1, "no curvature"),
        (3.0, "no curvature"),
        (3.1, "curved"),
        (math.inf, "smooth"),
        (math.nan, "unknown"),
    ],
)
def test_a_tail_decides_what_the_kernel_is_at_0(power, at_zero):
    assert record(Spectrum, tail_power=power).at_zero == at_zero


def test_frequencies_beyond_the_square_and_waves_too_fast_for_its_cells():
    W = np.array([[1.0, 2.0], [0.0, -5.0], [20.0, 0.0]])
    found = record(PlaneSpectrum, W=W, omega=np.array([-4.0, 4.0]), delta=np.array([0.0, 0.1, 0.2]))
    assert found.outside.tolist() == [False, True, True]
    assert found.shortest == pytest.approx(0.4) and found.too_fast.tolist() == [False, False, True]


def test_two_equal_points_have_no_deviation():
    found = record(TwoPoints, inner=np.array([0.0, 0.9, 0.3, 0.6]), exact=0.5, sigma=0.4)
    assert found.deviations(4) == pytest.approx(0.5) and found.deviations(2) == pytest.approx(2**0.5)
    assert math.isnan(replace(found, sigma=1e-7).deviations(4))
