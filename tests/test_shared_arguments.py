"""Arguments that many public functions share take the same values everywhere: `sampler` and `random_state`."""

import dataclasses
import functools
import importlib
import inspect
import pkgutil
from types import SimpleNamespace

import numpy as np
import pytest

import rffviz
from rffviz.datasets import load, train_test
from rffviz.datasets.points import Points
from rffviz.diagnose import given_frequencies
from rffviz.explorer.figures.show import show
from rffviz.explorer.figures.theme import THEMES
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.exceedance.picture import exceedance_picture
from rffviz.explorer.views.convergence.matrices.picture import matrices_picture, pairs_picture
from rffviz.explorer.views.prediction.descent.picture import descent_picture
from rffviz.explorer.views.prediction.image.picture import image_picture
from rffviz.explorer.views.prediction.kernel_error.picture import kernel_error_picture
from rffviz.explorer.views.prediction.line.picture import prediction_picture
from rffviz.explorer.views.prediction.real_data.picture import comparison_picture
from rffviz.explorer.views.prediction.surfaces.picture import surfaces_picture
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.measure import convergence, exceedance
from rffviz.papers.tables import TABLES
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import own_scheme

K, RNG = Gaussian(1.0), np.random.default_rng(0)
X = RNG.standard_normal((40, 2))
CLASSES = np.where(X[:, 0] > 0, 1, -1)
Y = np.sin(2 * X[:, 0])
HALVES = {"X_train": X[:20], "X_test": X[20:]}
SPLIT = SimpleNamespace(y_train=Y[:20], y_test=Y[20:], **HALVES)
BINARY = SimpleNamespace(y_train=CLASSES[:20], y_test=CLASSES[20:], **HALVES)
LINE, PIXELS = np.linspace(-1, 1, 20)[:, None], RNG.uniform(size=(8, 8))
CURVE = (X, K, [16, 64], range(3))
NO_ENTRY = {
    "rffviz.samplers.own.given_sample": "frequencies, not a scheme",
    "rffviz.foundation.about.About": "a record",
    "rffviz.measure.convergence.ErrorBar": "a record",
    "rffviz.measure.matrix_guarantees.Expectation": "a record",
    "rffviz.measure.convergence.Reading": "a record",
    "rffviz.measure.exceedance.Share": "a record",
    "rffviz.measure.ratio.ErrorRatio": "a record",
    "rffviz.studies.attention.Replacement": "a record",
    "rffviz.theory.orthogonal_variance.orthogonal_gain": "None for any other scheme than one by name",
    "rffviz.theory.on_pairs.epsilon_on_pairs": "a bound for two schemes by name",
    "rffviz.theory.on_pairs.frequencies_needed_on_pairs": "a bound for two schemes by name",
    "rffviz.theory.on_pairs.probability_on_pairs": "a bound for two schemes by name",
}


@functools.cache
def public(argument):
    """Every public function and class outside the page that has the argument, by its full name."""
    found = {}
    for info in pkgutil.walk_packages(rffviz.__path__, "rffviz."):
        if info.name.startswith(("rffviz.explorer.web", "rffviz.__main__")):
            continue
        for name, thing in vars(importlib.import_module(info.name)).items():
            if callable(thing) and not name.startswith("_") and getattr(thing, "__module__", "") == info.name:
                if inspect.isclass(thing) and not hasattr(thing, "fit") and not dataclasses.is_dataclass(thing):
                    continue
                try:
                    parameters = inspect.signature(thing).parameters
                except ValueError:
                    continue
                if argument in parameters:
                    found[f"{info.name}.{name}"] = thing
    return found


def arrays(value):
    """All arrays and numbers in a record, but what a clock measured."""
    if isinstance(value, np.ndarray | float | int):
        return [np.asarray(value)]
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value) if "seconds" not in field.name]
        return [each for name in names for each in arrays(getattr(value, name))]
    if isinstance(value, list | tuple):
        return [each for one in value for each in arrays(one)]
    return []


def called(thing, arguments, asked):
    """What a function gives, or what an estimator makes of the data."""
    if hasattr(thing, "fit"):
        fitted = thing(**arguments, **asked).fit(X, CLASSES)
        return (fitted.transform if hasattr(fitted, "transform") else fitted.predict)(X)
    return thing(**arguments, **asked)


SMALL = {"kernel": K, "n_freqs": 8}
LEARNED = SMALL | {"n_iterations": 2}
TAKES_SAMPLER = {
    "adaptive.alignment.AlignedFourierFeatures": (SMALL, None),
    "adaptive.estimator.AdaptiveFourierFeatures": (LEARNED, None),
    "adaptive.supervised_estimator.SupervisedFourierFeatures": (LEARNED, None),
    "adaptive.supervised_estimator.SupervisedFourierRegressor": (LEARNED, None),
    "adaptive.supervised_estimator.SupervisedFourierClassifier": (LEARNED, None),
    "adaptive.weighted.WeightedFourierFeatures": (SMALL, None),
    "features.arc_cosine.ArcCosineFeatures": ({"n_freqs": 8}, None),
    "features.fourier.RandomFourierFeatures": (SMALL, None),
    "features.low_precision.LowPrecisionFeatures": (SMALL, None),
    "measure.curve.error_curve": (
        {"X": X, "kernel": K, "n_freqs": [16, 64], "seeds": range(3)},
        lambda found, theme: (
            convergence_picture(convergence([found], X, 64, 0.2), theme),
            exceedance_picture(exceedance([found], X, 64, 0.2), theme),
        ),
    ),
    "measure.bootstrap.bootstrap_of_draw": ({"X": X, "kernel": K, "n_freqs": 16, "n_resamples": 20}, None),
    "predict.metropolis.MetropolisRegressor": (SMALL | {"n_steps": 2}, None),
    "predict.sparse_spectrum.SparseSpectrumRegressor": (LEARNED, None),
    "samplers.draw": ({"kernel": K, "d": 2, "n_freqs": 8}, None),
    "samplers.own.scheme_of": ({"schemes": SAMPLERS}, None),
    "foundation.validation.scheme_name": ({}, None),
    "studies.real_data.compare_methods": (
        {"splits": [SPLIT], "task": "regression", "methods": ["fourier"], "sizes": [8], "kernel": K},
        comparison_picture,
    ),
    "studies.contenders.chosen_contenders": (
        {"methods": ["fourier"], "task": "binary", "kernel": K, "rule": "hand", "seed": 0},
        None,
    ),
    "studies.contenders.contenders": ({"task": "binary", "kernel": K}, None),
    "studies.descent.descent": ({"split": SPLIT, "kernel": K, "n_freqs": (3, 9), "n_seeds": 1}, descent_picture),
    "studies.image.image_fit": (
        {"pixels": PIXELS, "kernel": K, "length_scales": (0.1, 0.3), "n_freqs": 5},
        image_picture,
    ),
    "studies.kernel_error.kernel_error": (
        {"split": SPLIT, "kernel": K, "n_freqs": (3, 9), "n_seeds": 2, "shown": 9},
        kernel_error_picture,
    ),
    "studies.pairs.kernel_matrices": ({"X": X, "kernel": K, "n_freqs": [8]}, matrices_picture),
    "studies.pairs.pair_errors": ({"X": X, "kernel": K, "n_freqs": [8]}, pairs_picture),
    "studies.profile.kernel_profile": ({"kernel": K, "n_freqs": [8]}, profile_picture),
    "studies.line.ridge_path": (
        {"kernel": K, "x_train": LINE, "y_train": LINE[:, 0], "x": LINE, "n_freqs": [4, 8]},
        prediction_picture,
    ),
    "studies.surfaces.surfaces": (
        {"split": BINARY, "methods": ["fourier"], "size": 8, "n_grid": 5, "kernel": K},
        surfaces_picture,
    ),
}


W = K.sample(30, 2, RNG)
SAMPLE, TOY = given_frequencies(W), {"n_points": 20}
DRAWN = {"kernel": K, "d": 2, "n_freqs": 16}
TAKES_RANDOM_STATE = {
    "adaptive.landmarks.choose_landmarks": {"X": X, "n_landmarks": 5},
    "datasets.functions.noisy_function": {"name": "sine", **TOY},
    "datasets.points.normal_points": {"n_points": 5, "d": 2},
    "datasets.prepare.at_most": {"split": train_test(load("moons", **TOY)), "n_train": 5, "n_test": 5},
    "datasets.prepare.choose_rows": {"n_rows": 9, "n_points": 4},
    "datasets.prepare.some_points": {"points": Points(X, "points", 40), "n_points": 5},
    "datasets.prepare.train_test": {"dataset": load("moons", **TOY)},
    "datasets.toys.moons": TOY,
    "datasets.toys.tilted": TOY,
    "diagnose.bias.bias_and_variance": {"sample_of": "monte_carlo", "n_seeds": 3, **DRAWN},
    "diagnose.directions.directions": {"fs": SAMPLE, "kernel": K, "most_pairs": 10},
    "diagnose.discrepancy.discrepancy": {"fs": SAMPLE, "kernel": K},
    "diagnose.field.error_field": {"fs": SAMPLE, "kernel": K, "plane": "oblique", "n_grid": 5},
    "diagnose.diagnose.diagnose": {"scheme": "monte_carlo", "seeds": 3, **DRAWN},
    "kernels.length_scale.median_length_scale": {"kernel": K, "X": X, "max_points": 10},
    "measure.compact.sup_over_box": {"W": W, "weights": np.full(30, 1 / 30), "kernel": K, "widths": [1.0, 1.0]},
    "features.spherical.SphericalFeatures": {"n_freqs": 8},
    "predict.penalty.k_fold_errors": {"Z": X, "y": Y, "ridges": [0.1]},
}
STATES = {
    "none": lambda: None,
    "whole": lambda: np.int64(3),
    "legacy": lambda: np.random.RandomState(3),
    "generator": lambda: np.random.default_rng(3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKES_RANDOM_STATE)
def test_a_random_state_is_what_scikit_learn_takes(name):
    thing, arguments = public("random_state")[f"rffviz.{name}"], TAKES_RANDOM_STATE[name]
    for state, made in STATES.items():
        once, again = (called(thing, arguments, {"random_state": made()}) for _ in range(2))
        if state != "none":
            for one, other in zip(arrays(once), arrays(again), strict=True):
                np.testing.assert_array_equal(one, other)
    for wrong in (-1, 1.5, "3"):
        with pytest.raises(Refusal, match="random_state must be"):
            called(thing, arguments, {"random_state": wrong})


TAKES_SEEDS = {
    "diagnose.difference.compare": {"scheme": "monte_carlo", "reference": "orthogonal", **DRAWN},
    "diagnose.diagnose.diagnose": {"scheme": "monte_carlo", "rate": False, **DRAWN},
    "measure.curve.error_curve": {"X": X, "kernel": K, "sampler": "monte_carlo", "n_freqs": [8]},
    "datasets.prepare.train_tests": {"dataset": load("moons", **TOY)},
    "papers.sweep.measured": {"table": TABLES["claims"], "cell": TABLES["claims"].cells[0]},
    "studies.landmarks.landmark_study": {
        "X": X,
        "kernel": K,
        "n_freqs": 4,
        "n_landmarks": [8],
        "kinds": ["sample"],
    },
    "studies.precision.precision_study": {"X": X, "kernel": K, "n_freqs": [4]},
}
SEEDS_ELSEWHERE = {
    "foundation.about.About": "a record",
    "diagnose.measurements.gather": "of a report",
    "diagnose.practice.compare_practised": "as compare",
    "diagnose.nearest.nearest": "as compare",
    "diagnose.stages.stages": "as diagnose",
    "diagnose.stages.stage_verdicts": "as diagnose",
    "diagnose.practice.diagnose_practised": "as diagnose",
    "papers.sweep.sweep": "a generator of cells, tested beside it",
    "bench.curve.loop": "of the bench",
    "explorer.report.study.scheme_report": "as diagnose",
    "testing.assert_scheme": "as diagnose",
    "explorer.report.again.command": "of a report",
    "explorer.report.again.line_of_python": "of a report",
}


def test_every_function_that_takes_seeds_is_called_here():
    names = {f"rffviz.{name}" for name in (*TAKES_SEEDS, *SEEDS_ELSEWHERE)}
    assert names == {name for name, thing in public("seeds").items() if not dataclasses.is_dataclass(thing)} | {
        "rffviz.foundation.about.About"
    }


@pytest.mark.release
@pytest.mark.parametrize("name", TAKES_SEEDS)
def test_a_count_of_seeds_is_the_first_ones(name):
    thing, arguments = public("seeds")[f"rffviz.{name}"], TAKES_SEEDS[name]
    one, other, another = (
        arrays(called(thing, arguments, {"seeds": seeds})) for seeds in (3, np.arange(3), iter((0, 1, 2)))
    )
    for a, b, c in zip(one, other, another, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)
    for wrong in (0, [], [1, 1, 2], 2.5, None, [0, -1, 2]):
        with pytest.raises(Refusal, match="seeds must"):
            called(thing, arguments, {"seeds": wrong})


def even_lengths(kernel, d, n_freqs, rng):
    """Draws of the kernel's own."""
    return kernel.sample(n_freqs, d, rng)


@pytest.mark.slow
def test_every_function_that_takes_a_sampler_is_called_here():
    assert {f"rffviz.{name}" for name in TAKES_SAMPLER} == public("sampler").keys() - NO_ENTRY


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKES_SAMPLER)
def test_a_function_is_as_good_as_a_registered_name(name, monkeypatch):
    thing, (arguments, picture) = public("sampler")[f"rffviz.{name}"], TAKES_SAMPLER[name]
    rng = {"rng": np.random.default_rng(0)} if name == "samplers.draw" else {}
    if isinstance(thing, type) and "random_state" in inspect.signature(thing).parameters:
        arguments = {"random_state": 0} | arguments
    found = called(thing, arguments | rng, {"sampler": even_lengths})
    drawn = picture and picture(found, THEMES["light"])  # while nothing is registered
    monkeypatch.setitem(SAMPLERS, "even_lengths", own_scheme(even_lengths))
    rng = {"rng": np.random.default_rng(0)} if rng else {}
    named = called(thing, arguments | rng, {"sampler": "even_lengths"})
    for one, other in zip(arrays(found), arrays(named), strict=True):
        np.testing.assert_array_equal(one, other)
    if picture:
        again = picture(named, THEMES["light"])
        pairs = zip(drawn, again, strict=True) if isinstance(drawn, tuple) else [(drawn, again)]
        for one, other in pairs:
            if "seconds" not in f"{' '.join(one.columns)} {one.readout}":  # by the clock
                assert (one.title, one.readout, one.subtitle, one.csv().replace("even_lengths", "Even lengths")) == (
                    other.title,
                    other.readout,
                    other.subtitle,
                    other.csv().replace("even_lengths", "Even lengths"),
                )


@pytest.mark.slow
def test_a_picture_of_an_unregistered_function_s_curve_is_shown_under_its_name():
    arguments, _ = TAKES_SAMPLER["measure.curve.error_curve"]
    found = called(rffviz.measure.error_curve, arguments, {"sampler": even_lengths})
    figure = show(convergence([found], X, 64, 0.2))
    assert show(found).layout.xaxis == show(convergence([found], X, 64, 0.1, bounds=())).layout.xaxis
    assert "even_lengths" not in SAMPLERS and "Even lengths" in figure.to_json()
    with pytest.raises(Refusal, match="even_lengths"):
        draw("even_lengths", K, 2, 8, np.random.default_rng(0))
