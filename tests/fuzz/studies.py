"""Every study of points, a split or a kernel, small, on data and settings that floats find hard."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from rffviz.certify import certify
from rffviz.datasets import Dataset, train_test
from rffviz.diagnose import compare, diagnose
from rffviz.features import MAPS, RandomFourierFeatures
from rffviz.measure import METRICS, bootstrap_error, convergence, error_curve, exceedance, relative_error
from rffviz.samplers import SAMPLERS
from rffviz.studies.attention import attend
from rffviz.studies.attention_cost import attention_cost
from rffviz.studies.contenders import LABELS
from rffviz.studies.cost import cost
from rffviz.studies.descent import descent
from rffviz.studies.factor import dissection
from rffviz.studies.image import image_fit
from rffviz.studies.kernel_error import kernel_error
from rffviz.studies.landmarks import landmark_study
from rffviz.studies.line import ridge_path
from rffviz.studies.maps import map_comparison
from rffviz.studies.pairs import kernel_matrices, pair_errors
from rffviz.studies.precision import precision_study
from rffviz.studies.profile import kernel_profile
from rffviz.studies.real_data import compare_methods
from rffviz.studies.spectrum import kernel_spectra
from rffviz.theory import epsilon_on_pairs, frequencies_needed_on_pairs
from tests.fuzz.estimators import hard_targets, some_kernel
from tests.fuzz.odd_input import hard_points

_SIZES = ((1,), (2, 5), (1, 4, 16))


def studies(rng: random.Random) -> None:
    """A study ends in a record, or is refused in a sentence, and gives no warning."""
    found = STUDIES[rng.choice(list(STUDIES))](rng)
    record = None
    for progress in found if isinstance(found, Iterator) else ():
        record = progress.record
    record = record if isinstance(found, Iterator) else found
    assert record is not None


def _points(rng: random.Random) -> np.ndarray:
    return hard_points(rng, rng.choice((1, 2, 3, 8)), (2, 3, 6, 12, 30))


def _split(rng: random.Random, task: str) -> Any:
    X = hard_points(rng, rng.choice((1, 2, 3)), (4, 6, 12, 30)).astype(np.float64)
    y = hard_targets(rng, X, task != "regression")
    if task == "binary":
        y = np.where(np.unique(y, return_inverse=True)[1] % 2, 1, -1).astype(np.int8)
    elif task == "multiclass":
        y = np.unique(y, return_inverse=True)[1].astype(np.int8)
    else:
        y = np.asarray(y, dtype=np.float64) if y.dtype.kind in "iuf" else np.arange(float(len(y)))
    return train_test(Dataset("fuzz", "Fuzz", X, y, task, "Made at random."), random_state=rng.randrange(9))


def _seeds(rng: random.Random) -> range:
    return range(rng.choice((1, 2, 3)))


def _of_split(study: Callable[..., Any], **options: Any) -> Callable[[random.Random], Any]:
    return lambda rng: study(_split(rng, "regression"), some_kernel(rng), **options)


def _comparison(rng: random.Random) -> Any:
    task = rng.choice(("regression", "binary", "multiclass"))
    methods = [rng.choice(list(LABELS))]
    return compare_methods.steps([_split(rng, task)], task, methods, [rng.choice((1, 5))], kernel=some_kernel(rng))


def _ridge_path(rng: random.Random) -> Any:
    X = hard_points(rng, 1, (1, 2, 6, 20)).astype(np.float64)
    y = hard_targets(rng, X, False)
    y = np.asarray(y, dtype=np.float64) if y.dtype.kind in "iuf" else np.arange(float(len(y)))
    ridge = rng.choice((0.0, 1e-12, 1e-3))
    return ridge_path.steps(some_kernel(rng), X[:, 0], y, np.linspace(-3, 3, 7), rng.choice(_SIZES), ridge=ridge)


def _curve(rng: random.Random) -> Any:
    asked = rng.choice(list(SAMPLERS)), rng.choice(_SIZES), _seeds(rng), rng.choice(list(METRICS)), rng.choice(MAPS)
    return error_curve(_points(rng), some_kernel(rng), *asked)


def _bootstrap(rng: random.Random) -> Any:
    X = _points(rng)
    features = RandomFourierFeatures(some_kernel(rng), rng.choice((2, 9)), random_state=1).fit(X)
    return bootstrap_error(features, X, rng.choice(("sup", "rmse", "relative_spectral")), n_resamples=20)


def _relative(rng: random.Random) -> Any:
    X, kernel = _points(rng), some_kernel(rng)
    found = relative_error(
        RandomFourierFeatures(kernel, 9, rng.choice(list(SAMPLERS)), random_state=1).fit(X), X, kernel
    )
    assert np.isfinite(found)
    return found


def _beside_bounds(rng: random.Random, read: Callable[..., Any]) -> Any:
    X, metric = _points(rng), rng.choice(list(METRICS))
    curve = error_curve(X, some_kernel(rng), rng.choice(("monte_carlo", "sobol")), (2, 8), range(3), metric)
    bounds = tuple(rng.sample(("hoeffding", "rahimi_recht", "sriperumbudur_szabo", "sutherland_schneider"), 2))
    return read([curve], X, 8, 10.0 ** rng.uniform(-2, 0.5), bounds=bounds)


def _on_pairs(rng: random.Random) -> Any:
    tail, map_ = rng.choice(("hoeffding", "bernstein", "cramer")), rng.choice(MAPS)
    X, kernel, epsilon = _points(rng), some_kernel(rng), 10.0 ** rng.uniform(-3, 0.5)
    found = epsilon_on_pairs(tail, rng.choice((1, 100, 10**6)), kernel, X, map=map_)
    assert found.value >= 0
    return frequencies_needed_on_pairs(tail, epsilon, kernel, X, map=map_)


STUDIES: Mapping[str, Callable[[random.Random], Any]] = {
    "attention": lambda rng: attend.steps(
        np.random.default_rng(rng.randrange(99)).random((5, 4)) * rng.choice((0.0, 1.0, 100.0)),
        10.0 ** rng.uniform(-3, 2),
        (1, 8),
        10.0 ** rng.uniform(-3, 1),
        rng.choice((1, 2)),
    ),
    "attention_cost": lambda rng: attention_cost.steps(
        (1, rng.choice((2, 9))), rng.choice((1, 5)), rng.choice((1, 3)), rng.choice((1, 2)), rng.choice((0, 4))
    ),
    "certify": lambda rng: certify(_points(rng), some_kernel(rng), rng.choice((0.05, 0.3, 1.0)), map=rng.choice(MAPS)),
    "comparison": _comparison,
    "compare": lambda rng: compare(
        rng.choice(list(SAMPLERS)), rng.choice(list(SAMPLERS)), some_kernel(rng), rng.choice((1, 2, 3)), 16, 10
    ),
    "convergence": lambda rng: _beside_bounds(rng, convergence),
    "cost": lambda rng: cost.steps(some_kernel(rng), (4, 8), rng.choice((1, 5)), rng.choice((1, 3)), 8),
    "curve": _curve,
    "descent": _of_split(descent, n_freqs=(1, 3, 9), n_seeds=2),
    "diagnose": lambda rng: diagnose(rng.choice(list(SAMPLERS)), some_kernel(rng), rng.choice((1, 2, 3)), 16, 10),
    "dissection": lambda rng: dissection.steps(_points(rng), some_kernel(rng), rng.choice((0.2, 1.0)), n_seeds=3),
    "bootstrap": _bootstrap,
    "exceedance": lambda rng: _beside_bounds(rng, exceedance),
    "image": lambda rng: image_fit.steps(
        np.random.default_rng(rng.randrange(99)).random((5, 4)) * rng.choice((0.0, 1.0)),
        some_kernel(rng),
        (0.1, 10.0 ** rng.uniform(-9, 9)),
        5,
        share=rng.choice((0.01, 0.5, 0.99)),
    ),
    "kernel_error": _of_split(kernel_error, sampler=("monte_carlo",), n_freqs=(1, 8), n_seeds=2, shown=8),
    "kernel_matrices": lambda rng: kernel_matrices(_points(rng), some_kernel(rng), (1, 8)),
    "landmark_study": lambda rng: landmark_study.steps(_points(rng), some_kernel(rng), 4, (0,), (2, 5)),
    "maps": lambda rng: map_comparison.steps(some_kernel(rng), rng.choice((1, 3)), 8, 5),
    "on_pairs": _on_pairs,
    "pair_errors": lambda rng: pair_errors(_points(rng), some_kernel(rng), (1, 8)),
    "precision": lambda rng: precision_study.steps(_points(rng), some_kernel(rng), (1, 8), _seeds(rng)),
    "profile": lambda rng: kernel_profile(some_kernel(rng), (1, 8), rng.choice((1, 3))),
    "relative_error": _relative,
    "ridge_path": _ridge_path,
    "spectra": lambda rng: kernel_spectra([some_kernel(rng)], (1, 8)),
}
