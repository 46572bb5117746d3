"""One protocol for studies: the call gives the last record of the steps, and each says beside itself what is slow."""

import importlib
import inspect
import pickle
import pkgutil
from types import SimpleNamespace

import numpy as np
import pytest

import rffviz
from rffviz.datasets import Points, load
from rffviz.diagnose import bias_and_variance, compare, diagnose, error_field, error_field_of_scheme, given_frequencies
from rffviz.explorer.web.jobs.job import Job
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.measure import bootstrap_of_draw, error_curve
from rffviz.papers.beside import cell_beside
from rffviz.papers.claims_record import claims_again
from rffviz.studies.attention_cost import attention_cost
from rffviz.studies.cost import cost
from rffviz.studies.image import image_fit
from rffviz.studies.landmarks import landmark_study
from rffviz.studies.maps import map_comparison
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.precision import precision_study
from rffviz.studies.real_data import compare_methods
from rffviz.studies.surfaces import surfaces

K = Gaussian()
X = np.random.default_rng(0).standard_normal((30, 2))
DRAWN = {"kernel": K, "d": 2, "n_freqs": 16}


def yields_progress(function):
    return inspect.isfunction(function) and "Progress[" in str(function.__annotations__.get("return"))


def studies():
    """Every public study, and what yields `Progress` without being one, by module and name."""
    found, others = {}, []
    for info in pkgutil.walk_packages(rffviz.__path__, "rffviz."):
        if info.name.startswith(("rffviz.explorer.web", "rffviz.__main__")):
            continue
        for name, thing in vars(importlib.import_module(info.name)).items():
            if getattr(thing, "__module__", "") == info.name and not name.startswith("_"):
                if hasattr(thing, "steps") and hasattr(thing, "slow"):
                    found[f"{info.name}.{name}"] = thing
                elif yields_progress(thing):
                    others.append(f"{info.name}.{name}")
    return found, others


STUDIES, OTHERS = studies()


def test_every_public_function_that_yields_progress_is_a_study():
    assert OTHERS == [] and len(STUDIES) > 30


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_is_found_by_its_name_and_says_which_record_it_gives(name):
    one = STUDIES[name]
    assert pickle.loads(pickle.dumps(one)) is one
    assert yields_progress(one.steps) and one.__doc__ and inspect.isfunction(one)
    said = str(inspect.signature(one).return_annotation)
    assert said and "Progress[" not in said and one.__annotations__["return"] == said
    assert said == str(one.steps.__annotations__["return"])[len("Iterator[Progress[") : -2]
    taken = [each for each in inspect.signature(one.steps).parameters if each != "watched"]
    assert list(inspect.signature(one).parameters) == taken


def arrays(record):
    found = [value for value in vars(record).values() if isinstance(value, np.ndarray)]
    return found or [np.array(str(record))]


@pytest.mark.parametrize(
    ("one", "asked"),
    [
        (error_curve, {"X": X, "kernel": K, "sampler": "monte_carlo", "n_freqs": [4, 8], "seeds": 3}),
        (bootstrap_of_draw, {"X": X, "kernel": K, "sampler": "monte_carlo", "n_freqs": 8, "n_resamples": 20}),
        (bias_and_variance, {"sample_of": "monte_carlo", "n_seeds": 4, **DRAWN}),
        (compare, {"scheme": "monte_carlo", "reference": "orthogonal", "seeds": 4, **DRAWN}),
        (error_field, {"fs": given_frequencies(X), "kernel": K, "n_grid": 5}),
        (landmark_study, {"X": X, "kernel": K, "n_freqs": 3, "seeds": [0], "n_landmarks": (6,), "kinds": ("sample",)}),
        (map_comparison, {"kernel": K, "n_features": 8, "n_seeds": 3}),
        (pair_errors, {"X": X, "kernel": K, "n_freqs": [4]}),
        (precision_study, {"X": X, "kernel": K, "n_freqs": [4], "seeds": [0]}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_call_gives_the_last_record_of_the_steps(one, asked):
    *_, step = one.steps(**asked)
    assert step.finished
    for here, there in zip(arrays(one(**asked)), arrays(step.record), strict=True):
        np.testing.assert_array_equal(here, there)


@pytest.mark.slow
def test_a_diagnosis_that_nobody_watches_is_reported_once(monkeypatch):
    reported = []
    of = importlib.import_module("rffviz.diagnose.diagnose")
    plain = of._report
    monkeypatch.setattr(of, "_report", lambda *given, **named: reported.append(0) or plain(*given, **named))
    asked = {"scheme": "monte_carlo", "seeds": 5, "rate": False, **DRAWN}
    *_, watched = diagnose.steps(**asked)
    assert len(reported) > 1
    reported.clear()
    assert diagnose(**asked).verdicts == watched.record.verdicts and len(reported) == 1
    assert "watched" not in inspect.signature(diagnose).parameters


def test_a_study_may_be_refused_at_once_or_at_its_first_step():
    with pytest.raises(Refusal, match="seeds must"):
        diagnose.steps("monte_carlo", K, 2, seeds=0)
    with pytest.raises(Refusal, match="seeds must"):
        error_curve(X, K, "monte_carlo", [4], seeds=0)


@study(slow=lambda n, most=3: n > most)
def counted(n: int = 4, most: int = 3):
    """Counts."""
    yield Progress(1, 1, n)


def test_slow_is_asked_with_the_defaults_by_place_or_by_name():
    assert counted.slow() and counted.slow(5) and not counted.slow(n=3) and not counted.slow(5, most=5)
    with pytest.raises(TypeError, match="missing a required argument"):
        error_curve.slow(X)
    with pytest.raises(TypeError, match=r"^diagnose\(\): missing a required argument: 'kernel'"):
        diagnose("orthogonal")


def points(n, d=2):
    return Points(np.zeros((n, d)), "points", n)


def splits(n, classes=2):
    return [SimpleNamespace(X_train=np.zeros((n, 2)), y_train=np.arange(n) % classes)]


def curve(n, d, most, sampler="monte_carlo", metric="sup"):
    return error_curve, {
        "X": points(n, d),
        "kernel": K,
        "sampler": sampler,
        "n_freqs": [16, most],
        "seeds": [0],
        "metric": metric,
    }


def given(m, d):
    return given_frequencies(np.ones((m, d)))


def methods(n, task, *names, classes=2):
    return compare_methods, {"splits": splits(n, classes), "task": task, "methods": names, "sizes": (8,)}


def decision(size, *names):
    return surfaces, {"split": None, "methods": names, "size": size}


@pytest.mark.parametrize(
    ("of", "slow"),
    [
        (curve(1024, 2, 4096), False),
        (curve(1024, 2, 4097), True),
        (curve(1000, 2, 64, metric="relative_spectral"), False),
        (curve(1001, 2, 64, metric="relative_spectral"), True),
        (curve(1001, 2, 64, metric="spectral_approximation"), True),
        (curve(1001, 2, 64, metric="rmse"), False),
        (curve(1000, 2, 64, "leverage"), False),
        (curve(1001, 2, 64, "leverage"), True),
        (curve(10, 128, 4096), False),
        (curve(10, 128, 4097), True),
        ((bootstrap_of_draw, {"X": points(500), "kernel": K, "sampler": "monte_carlo", "n_freqs": 9}), False),
        ((bootstrap_of_draw, {"X": points(501), "kernel": K, "sampler": "monte_carlo", "n_freqs": 9}), True),
        *(
            ((one, {"X": points(n), "kernel": K, "n_freqs": [9], "sampler": sampler}), slow)
            for one in (kernel_matrices, pair_errors)
            for n, sampler, slow in ((500, "leverage", False), (501, "leverage", True), (501, "sobol", False))
        ),
        ((diagnose, {"scheme": "sobol", "kernel": K, "d": 128}), False),  # 256 frequencies
        ((diagnose, {"scheme": "sobol", "kernel": K, "d": 128, "n_freqs": 257}), True),
        ((diagnose, {"scheme": given(256, 128), "kernel": K, "d": 128}), False),
        ((diagnose, {"scheme": given(257, 128), "kernel": K, "d": 128}), True),
        ((diagnose, {"scheme": given(2, 129), "kernel": K, "d": 129}), False),
        ((diagnose, {"scheme": np.ones((257, 128)), "kernel": K, "d": 128}), True),
        ((compare, {"scheme": "sobol", "reference": "halton", "kernel": K, "d": 128, "n_freqs": 256}), False),
        ((compare, {"scheme": "sobol", "reference": "halton", "kernel": K, "d": 129, "n_freqs": 256}), True),
        ((error_field, {"fs": given(256, 128), "kernel": K}), False),
        ((error_field, {"fs": given(257, 128), "kernel": K}), True),
        ((error_field_of_scheme, {"name": "sobol", "kernel": K, "d": 128, "n_freqs": 256}), False),
        ((error_field_of_scheme, {"name": "sobol", "kernel": K, "d": 128, "n_freqs": 257}), True),
        ((cell_beside, {"kept": None, "cell": None, "n_again": 0}), False),
        ((cell_beside, {"kept": None, "cell": None, "n_again": 1}), True),
        ((claims_again, {"claim": "all"}), False),
        ((claims_again, {"claim": "fastfood", "n_again": 1}), True),
        ((cost, {"kernel": K, "n_points": (9,), "n_freqs": 9, "d": 1, "most_exact": 9}), True),
        ((attention_cost, {"n_tokens": (9,), "n_freqs": 9, "most_exact": 9}), True),
        ((image_fit, {"pixels": X, "kernel": K, "length_scales": (1.0,), "n_freqs": 512}), False),
        ((image_fit, {"pixels": X, "kernel": K, "length_scales": (1.0,), "n_freqs": 513}), True),
        (methods(500, "regression", "fourier"), False),
        (methods(501, "regression", "fourier"), True),
        (methods(501, "binary", "fourier"), True),
        (methods(250, "binary", "fourier"), False),
        (methods(125, "multiclass", "fourier", classes=4), False),
        (methods(126, "multiclass", "fourier", classes=4), True),
        (methods(10, "binary", "fourier", "linear_svm"), True),
        (methods(10, "regression", "metropolis"), True),
        (decision(512, "svm", "fourier"), False),
        (decision(513, "svm", "fourier"), True),
        (decision(51, "svm", "supervised"), False),
        (decision(52, "svm", "supervised"), True),
        ((load, {"name": "moons"}), False),  # no study
        ((landmark_study, {"X": points(9999), "kernel": K, "n_freqs": 999, "seeds": 9, "n_landmarks": (9,)}), False),
    ],
)
def test_what_is_slow_is_worth_a_process(of, slow):
    one, asked = of
    job = Job(one, "Measuring …", **asked)
    assert job.in_process is slow
    assert (job.weight, job.rests_anywhere) == ((6, False) if slow else (1, True))


def test_the_steps_are_pickled_by_their_name_too_and_odd_sizes_are_not_slow():
    assert pickle.loads(pickle.dumps(error_curve.steps)) is error_curve.steps
    assert not error_curve.slow([[0.0], [1.0]], Gaussian(), "monte_carlo", [], 1)
