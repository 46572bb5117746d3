"""Methods that other packages also have: error and time at equal numbers of features, on the same data.

Each package runs its own version of the method, with the same length scale, penalty and number of features. Those
compatible with our dependencies are in the extra `bench`.

- scikit-learn: Fourier, Nyström and χ² features, the exact machines and the Gaussian process. Its count sketch is the
  one used here (`OTHER_MAPS`); skewed χ² features are not in this library.
- rfflearn: Fourier, orthogonal and quasi-random features, and least squares, Gaussian processes and support vectors on
  them. Its maps have cosines with random phases.
- scikit-learn-extra: Fastfood. Its wheel is made for numpy 1; `pip install --no-binary scikit-learn-extra
  scikit-learn-extra` builds one for numpy 2.

PyPI's `pyrfm` solves differential equations; the library of random feature maps of that name is not on PyPI.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_approximation import AdditiveChi2Sampler, Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, SVR

from rffviz.bench.record import Row, interleaved, spread
from rffviz.datasets import Dataset, TrainTest, choose_rows, load, standardize, train_tests
from rffviz.features import OTHER_KERNELS, HomogeneousFeatures, NystromFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian, median_length_scale
from rffviz.predict import (
    ExactKernelRidge,
    ExactSVC,
    ExactSVR,
    FeatureRidge,
    FeatureRidgeClassifier,
    FeatureSVC,
    exact_posterior,
)

PEERS = {"rfflearn": "rfflearn.cpu", "scikit-learn-extra": "sklearn_extra.kernel_approximation"}
"""What pip installs → what is imported of it."""
_ROUNDING = 1e-3  # tolerance of a ratio: our features are float32, theirs float64
_AS_FAST = 0.9  # 10 % tolerance for the machine
_RIDGE, _C = 1e-2, 10.0
_MOST_POINTS = 500  # most points of a kernel matrix

Map = Callable[[np.ndarray], np.ndarray]
Predict = Callable[[TrainTest, int], np.ndarray]


@dataclass(frozen=True)
class _Maps:
    """Our feature map and theirs: (points, seed) → the fitted map x → z(x); `scale` times their z·z is the kernel."""

    method: str
    package: str
    ours: Callable[[np.ndarray, int], Map]
    theirs: Callable[[np.ndarray, int], Map]
    double: Callable[[np.ndarray, int], Map] | None = None  # ours in float64, if it is float32 otherwise
    scale: float = 1.0
    learns: bool = False


@dataclass(frozen=True)
class _Models:
    """Our predictor and theirs: (split, seed) → predictions at the test points."""

    method: str
    package: str
    ours: Predict
    theirs: Predict


def bench_peers(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: what is missing, then for each method the ratios of error and of time, theirs / ours."""
    n_draws, n_freqs, n_splits = (3, 16, 2) if quick else (20, 256, 10)
    yield Row(
        "data",
        note="z-scored; Gaussian kernel with the median length scale; ratios are theirs / ours; those of errors are of "
        "means over draws, with two standard errors on either side; theirs is in float64 throughout, ours has Fourier "
        "features in float32 unless it says otherwise, and the rest in float64",
    )
    installed = {}
    for package, module in PEERS.items():
        try:
            installed[package] = importlib.import_module(module)
        except ImportError:
            yield Row(package, note=f"skipped: {package} is not installed (pip install {package})")
        except Exception as error:  # a wheel for an older numpy may raise anything
            yield Row(package, note=f"skipped: {package} does not run beside numpy {np.__version__}: {error}")
    for name in ("diabetes", "digits"):
        data = load(name)
        rows = choose_rows(data.n, min(data.n, 60 if quick else data.n))
        X = standardize(data.X).X[rows]
        few = X[:_MOST_POINTS]
        kernel = Gaussian(median_length_scale(Gaussian, few))
        for maps in _fourier_maps(kernel, n_freqs, installed):
            yield from _compare_maps(maps, data.label, X, few, kernel(few), n_draws, repeats)
        X = OTHER_KERNELS["additive_chi2"].prepared(data.X[rows])
        few = X[:_MOST_POINTS]
        for n_steps in (1, 2, 3):
            exact = OTHER_KERNELS["additive_chi2"].of(few, None, 0)
            yield from _compare_maps(_chi2(n_steps), data.label, X, few, exact, 1, repeats)
        splits = train_tests(data, range(n_splits), *(40, 20) if quick else (1000, 500))
        kernel = Gaussian(median_length_scale(Gaussian, splits[0].X_train))
        models = _regressors if data.task == "regression" else _classifiers
        for pair in models(kernel, n_freqs if quick else 64 if data.task == "regression" else n_freqs, installed):
            yield from _compare_models(pair, data, splits, repeats)


# --- what is compared -------------------------------------------------------------------------------------------------


def _fourier(kernel: Gaussian, m: int, scheme: str = "monte_carlo") -> tuple[Callable[[np.ndarray, int], Map], ...]:
    """Ours by default, in float32, and in float64."""

    def of(dtype: str) -> Callable[[np.ndarray, int], Map]:
        return lambda X, seed: RandomFourierFeatures(kernel, m, scheme, random_state=seed, dtype=dtype).fit(X).transform

    return of("float32"), of("float64")


def _fourier_maps(kernel: Gaussian, m: int, installed: dict[str, ModuleType]) -> Iterator[_Maps]:
    """Features of the Gaussian kernel, 2m of them on both sides."""
    gamma = 1 / (2 * kernel.length_scale**2)

    def sampler(X: np.ndarray, seed: int) -> Map:
        return RBFSampler(gamma=gamma, n_components=2 * m, random_state=seed).fit(X).transform

    ours, double = _fourier(kernel, m)
    yield _Maps("Monte Carlo", "scikit-learn", ours, sampler, double)
    count = m // 4  # far fewer landmarks than points

    def landmarks(X: np.ndarray, seed: int) -> Map:
        return NystromFeatures(kernel, count, random_state=seed).fit(X).transform

    def nystroem(X: np.ndarray, seed: int) -> Map:
        return Nystroem(gamma=gamma, n_components=count, random_state=seed).fit(X).transform

    yield _Maps("Nyström", "scikit-learn", landmarks, nystroem, learns=True)
    if "rfflearn" in installed:
        of_scheme = {"RFF": "monte_carlo", "ORF": "orthogonal", "QRF": "sobol_scrambled"}
        for name, scheme in of_scheme.items():
            theirs = _rfflearn_map(installed["rfflearn"], name, kernel, 2 * m)
            ours, double = _fourier(kernel, m, scheme)
            yield _Maps(f"{name} ({scheme})", "rfflearn", ours, theirs, double, scale=1 / m)
    if "scikit-learn-extra" in installed:
        make: Any = installed["scikit-learn-extra"].Fastfood

        def fastfood(X: np.ndarray, seed: int) -> Map:
            return make(sigma=kernel.length_scale, n_components=m, random_state=seed).fit(X).transform

        ours, double = _fourier(kernel, m, "fastfood")
        yield _Maps("Fastfood", "scikit-learn-extra", ours, fastfood, double)


def _rfflearn_map(rfflearn: Any, name: str, kernel: Gaussian, n_features: int) -> Callable[[np.ndarray, int], Map]:
    """rfflearn's cosines cos(ω·x + b), without a factor."""

    def theirs(X: np.ndarray, seed: int) -> Map:
        rfflearn.seed(seed)
        model = getattr(rfflearn, f"{name}Regressor")(dim_kernel=n_features, std_kernel=1 / kernel.length_scale)
        model.set_weight(X.shape[1])
        return model.conv

    return theirs


def _chi2(n_steps: int) -> _Maps:
    return _Maps(
        f"additive χ², {n_steps} step{'s' * (n_steps > 1)}",
        "scikit-learn",
        lambda X, seed: HomogeneousFeatures("additive_chi2", n_steps).fit(X).transform,
        lambda X, seed: AdditiveChi2Sampler(sample_steps=n_steps).fit(X).transform,
    )


def _asked(make: Callable[[TrainTest, int], Any]) -> Predict:
    """The predictions of a scikit-learn style model, fitted to targets that are centred if numeric."""

    def predict(split: TrainTest, seed: int) -> np.ndarray:
        return make(split, seed).fit(split.X_train, split.y_train).predict(split.X_test)

    return predict


def _centred(make: Callable[[TrainTest, int], Any]) -> Predict:
    """The same for a model without an intercept, which is fitted to y minus its mean."""

    def predict(split: TrainTest, seed: int) -> np.ndarray:
        mean = split.y_train.mean()
        return make(split, seed).fit(split.X_train, split.y_train - mean).predict(split.X_test) + mean

    return predict


def _regressors(kernel: Gaussian, m: int, installed: dict[str, ModuleType]) -> Iterator[_Models]:
    gamma, std = 1 / (2 * kernel.length_scale**2), 1 / kernel.length_scale
    yield _Models(
        "kernel ridge",
        "scikit-learn",
        _asked(lambda split, seed: ExactKernelRidge(kernel, _RIDGE)),
        _centred(lambda split, seed: KernelRidge(alpha=len(split.X_train) * _RIDGE, kernel="rbf", gamma=gamma)),
    )
    yield _Models(
        "SVR",
        "scikit-learn",
        _asked(lambda split, seed: ExactSVR(kernel, 50 * _C, 10.0)),
        _asked(lambda split, seed: SVR(C=50 * _C, epsilon=10.0, gamma=gamma)),
    )

    def posterior(split: TrainTest, seed: int) -> np.ndarray:
        return exact_posterior(kernel, split.X_train, split.y_train, split.X_test, _RIDGE, signal_variance=1.0).mean

    def process(split: TrainTest, seed: int) -> np.ndarray:
        mean, noise = split.y_train.mean(), len(split.X_train) * _RIDGE
        model = GaussianProcessRegressor(RBF(kernel.length_scale), alpha=noise, optimizer=None)
        return model.fit(split.X_train, split.y_train - mean).predict(split.X_test, return_std=True)[0] + mean

    yield _Models("Gaussian process, given kernel", "scikit-learn", posterior, process)

    def ridge(scheme: str, penalty: float) -> Predict:
        features = partial(RandomFourierFeatures, kernel, m, scheme)
        return _asked(lambda split, seed: FeatureRidge(features(random_state=seed), penalty))

    yield _Models(
        "ridge on features",
        "scikit-learn",
        ridge("monte_carlo", _RIDGE),
        _asked(
            lambda split, seed: make_pipeline(
                RBFSampler(gamma=gamma, n_components=2 * m, random_state=seed), Ridge(len(split.X_train) * _RIDGE)
            )
        ),
    )
    rfflearn: Any = installed.get("rfflearn")
    if rfflearn is None:
        return
    for name, scheme in (("RFF", "monte_carlo"), ("ORF", "orthogonal"), ("QRF", "sobol_scrambled")):

        def least_squares(split: TrainTest, seed: int, name: str = name) -> Any:
            rfflearn.seed(seed)
            return getattr(rfflearn, f"{name}Regressor")(dim_kernel=2 * m, std_kernel=std)

        def of_process(split: TrainTest, seed: int, name: str = name) -> Any:
            rfflearn.seed(seed)
            noise = math.sqrt(m * len(split.X_train) * _RIDGE)  # its features are ours times √m
            return getattr(rfflearn, f"{name}GPR")(dim_kernel=2 * m, std_kernel=std, std_error=noise)

        yield _Models(f"{name}, least squares", "rfflearn", ridge(scheme, 0.0), _asked(least_squares))
        yield _Models(f"{name}, Gaussian process", "rfflearn", ridge(scheme, _RIDGE), _centred(of_process))


def _classifiers(kernel: Gaussian, m: int, installed: dict[str, ModuleType]) -> Iterator[_Models]:
    gamma, std = 1 / (2 * kernel.length_scale**2), 1 / kernel.length_scale
    yield _Models(
        "SVC",
        "scikit-learn",
        _asked(lambda split, seed: ExactSVC(kernel, _C)),
        _asked(lambda split, seed: SVC(C=_C, gamma=gamma)),
    )
    rfflearn: Any = installed.get("rfflearn")
    if rfflearn is None:
        return

    def on_features(
        scheme: str, machine: Callable[[RandomFourierFeatures], FeatureSVC | FeatureRidgeClassifier]
    ) -> Predict:
        return _asked(lambda split, seed: machine(RandomFourierFeatures(kernel, m, scheme, random_state=seed)))

    for name, scheme in (("RFF", "monte_carlo"), ("ORF", "orthogonal"), ("QRF", "sobol_scrambled")):

        def vectors(split: TrainTest, seed: int, name: str = name) -> Any:
            rfflearn.seed(seed)
            # its features are ours times √m; by default it starts a process for each class, which is slower
            return getattr(rfflearn, f"{name}SVC")(2 * m, std, C=_C / m, n_jobs=1)

        def of_process(split: TrainTest, seed: int, name: str = name) -> Any:
            rfflearn.seed(seed)
            return getattr(rfflearn, f"{name}GPC")(2 * m, std, std_error=math.sqrt(m * len(split.X_train) * _RIDGE))

        ours = on_features(scheme, lambda features: FeatureSVC(features, _C, random_state=0))
        yield _Models(f"{name}, support vectors", "rfflearn", ours, _asked(vectors))
        ours = on_features(scheme, lambda features: FeatureRidgeClassifier(features, _RIDGE))
        yield _Models(f"{name}, Gaussian process", "rfflearn", ours, _asked(of_process))


# --- how it is compared -----------------------------------------------------------------------------------------------


def _compare_maps(
    maps: _Maps, label: str, X: np.ndarray, few: np.ndarray, exact: np.ndarray, n_draws: int, repeats: int
) -> Iterator[Row]:
    """Error ‖K̂ − K‖_F/‖K‖_F over the draws, and the time of the transform, and of the fit if it learns from data."""

    def error(make: Callable[[np.ndarray, int], Map], scale: float, seed: int) -> float:
        Z = np.asarray(make(few, seed)(few), dtype=np.float64)
        return float(np.linalg.norm(scale * (Z @ Z.T) - exact) / np.linalg.norm(exact))

    errors = np.array([[error(maps.theirs, maps.scale, seed), error(maps.ours, 1.0, seed)] for seed in range(n_draws)])
    what = f"{maps.package}: {maps.method}, {label}"
    yield _of_errors(f"{what}, error of K", errors[:, 0], errors[:, 1], "relative Frobenius error")
    ours, theirs = maps.ours(X, 0), maps.theirs(X, 0)
    theirs_in = theirs(few[:1]).dtype
    for each in (ours,) if maps.double is None else (ours, maps.double(X, 0)):
        precision = f"theirs in {theirs_in}, ours in {each(few[:1]).dtype}"
        yield _of_times(f"{what}, transform, {precision}", partial(each, X), lambda: theirs(X), repeats)
    if maps.learns:
        yield _of_times(f"{what}, fit", lambda: maps.ours(X, 0), lambda: maps.theirs(X, 0), repeats)


def _compare_models(models: _Models, data: Dataset, splits: list[TrainTest], repeats: int) -> Iterator[Row]:
    """Test error over the splits, and the time to fit and predict."""

    def error(predict: Predict, seed: int) -> float:
        split = splits[seed]
        wrong = predict(split, seed) - split.y_test
        return math.sqrt(np.mean(np.square(wrong))) if data.task == "regression" else np.mean(wrong != 0)

    errors = np.array([[error(models.theirs, seed), error(models.ours, seed)] for seed in range(len(splits))])
    what = f"{models.package}: {models.method}, {data.label}"
    kind = "root mean square test error" if data.task == "regression" else "share of wrong test points"
    yield _of_errors(f"{what}, test error", errors[:, 0], errors[:, 1], kind)
    split = splits[0]
    yield _of_times(f"{what}, fit and predict", lambda: models.ours(split, 0), lambda: models.theirs(split, 0), repeats)


def _of_errors(what: str, theirs: np.ndarray, ours: np.ndarray, kind: str) -> Row:
    """The ratio of mean errors; its range and its target are two standard errors of the ratio."""
    ratio, two = _ratio(theirs, ours)
    note = f"{kind}, {len(ours)} draw{'s' * (len(ours) > 1)}: ours {ours.mean():.4g}, theirs {theirs.mean():.4g}"
    return Row(what, ratio, ratio - two, ratio + two, at_least=round(1 - max(two, _ROUNDING), 3), note=note)


def _ratio(above: np.ndarray, below: np.ndarray) -> tuple[float, float]:
    """The ratio of two means over the same seeds, and two standard errors of it (delta method)."""
    ratio = above.mean() / below.mean()
    if len(above) == 1:
        return float(ratio), 0.0
    left = above - ratio * below
    return float(ratio), float(2 * left.std(ddof=1) / (math.sqrt(len(left)) * below.mean()))


def _of_times(what: str, ours: Callable[[], object], theirs: Callable[[], object], repeats: int) -> Row:
    seconds = interleaved({"ours": ours, "theirs": theirs}, repeats)
    note = f"ours {1e3 * np.median(seconds['ours']):.3g} ms, theirs {1e3 * np.median(seconds['theirs']):.3g} ms"
    return spread(what, seconds["theirs"] / seconds["ours"], at_least=_AS_FAST, note=note)
