"""Records of the views of prediction, and their pictures."""

from dataclasses import replace
from functools import cache

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from rffviz.datasets import Dataset, Points, load, train_test
from rffviz.datasets.images import grey_image
from rffviz.explorer.views.prediction.attention.picture import attention_picture
from rffviz.explorer.views.prediction.attention_cost.picture import attention_cost_picture
from rffviz.explorer.views.prediction.cost.picture import cost_picture
from rffviz.explorer.views.prediction.descent.picture import descent_picture
from rffviz.explorer.views.prediction.image.picture import image_picture
from rffviz.explorer.views.prediction.kernel_error.picture import kernel_error_picture
from rffviz.explorer.views.prediction.line.picture import prediction_picture
from rffviz.explorer.views.prediction.real_data.picture import comparison_picture
from rffviz.explorer.views.prediction.surfaces.picture import surfaces_picture
from rffviz.foundation.about import About
from rffviz.kernels import Gaussian
from rffviz.studies.attention import attend
from rffviz.studies.attention_cost import AttentionCost
from rffviz.studies.contenders import Contender
from rffviz.studies.cost import Cost
from rffviz.studies.descent import descent
from rffviz.studies.image import image_fit
from rffviz.studies.kernel_error import kernel_error
from rffviz.studies.line import ridge_path
from rffviz.studies.real_data import compare_methods
from rffviz.studies.surfaces import surfaces

ROOF = grey_image("china", 10)


def split_of(n=60, seed=0, d=2):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    y = np.sin(2 * X[:, 0]) + 0.1 * rng.standard_normal(n)
    halves = np.repeat([0, 1], n // 2)
    return train_test(Dataset("waves", "Waves", X, y, "regression", "made here", split=halves))


REGRESSION = {
    "exact": Contender("kernel ridge", lambda size, X, y, seed: KernelRidge(kernel="rbf", alpha=0.1), exact=True),
    "fourier": Contender("polynomial", lambda size, X, y, seed: KernelRidge(kernel="poly", degree=size, alpha=1)),
    "binning": Contender("lines", lambda size, X, y, seed: KernelRidge(kernel="linear", alpha=size)),
}


CLASSES = {
    "exact": Contender(
        "SVM", lambda *_: SVC(C=10), exact=True, marks=lambda fitted: fitted.support_vectors_, marked="support vectors"
    ),
    "fourier": Contender("neighbours", lambda size, X, y, seed: KNeighborsClassifier(size)),
    "binning": Contender("too many", lambda size, X, y, seed: KNeighborsClassifier(10_000)),
}


@cache
def comparison(n_splits=3):
    steps = compare_methods.steps([split_of(seed=s) for s in range(n_splits)], "regression", REGRESSION, (1, 2, 3))
    return [step.record for step in steps]


@cache
def the_surfaces():
    return surfaces(train_test(load("moons", n_points=90)), CLASSES, 5, n_grid=9)


@cache
def the_descent():
    return descent(split_of(d=6), Gaussian(2.0), n_seeds=3)


@cache
def the_kernel_error(ridge=1e-3, n_seeds=3):
    asked = {"n_freqs": (8, 16, 64), "ridge": ridge, "n_seeds": n_seeds, "shown": 16}
    return kernel_error(split_of(d=4), Gaussian(2.0), **asked)


@cache
def image():
    return image_fit(ROOF, Gaussian(), (0.05, 0.2, 0.01), 30)


@cache
def attended(temperature=0.05):
    found = attend(grey_image("china", 16), temperature, (16, 64, 256), n_seeds=3)
    return replace(found, shown=64)


@cache
def path(n_draws=0, drawn_by="features"):
    data = load("sine", n_points=20)
    grid = np.linspace(-5, 5, 51)
    known = {"truth": data.truth(grid), "x_test": grid, "y_test": data.truth(grid)}
    points = Points(data.X, "Sine", 20)
    found = ridge_path(Gaussian(), points, data.y, grid, (1, 4, 64), n_draws=n_draws, drawn_by=drawn_by, **known)
    return replace(found, shown=5)


def timed(done=4):
    n = np.array([100, 200, 400, 800])
    known = np.where(np.arange(4) < done, 1.0, np.nan)
    exact, features = 1e-9 * n**3 * known, 1e-4 * n * known
    return Cost(n, exact, exact / 10, features, features / 10, 16, 1000, 800, About(d=3, kernel=Gaussian()))


def timed_attention(done=5, most_exact=2048):
    """Powers of n that cross at 1,000 tokens; the exact one stops before the last size."""
    n = np.array([256, 512, 1024, 2048, 16_384])
    known = np.where(np.arange(5) < done, 1.0, np.nan)
    exact = np.where(n <= most_exact, known, np.nan)
    seconds, peaks = (1e-8 * n**2 * exact, 1e-5 * n * known), (3e3 * n * exact, 1e3 * n * known)
    about = About(d=64, kernel=Gaussian(8**0.5), sampler="orthogonal", seeds=(0,))
    return AttentionCost(n, *seconds, *peaks, 256, 32, most_exact, about)


CASES = {
    "comparison": lambda theme: comparison_picture(comparison()[-1], theme),
    "comparison-early": lambda theme: comparison_picture(comparison()[2], theme),
    "comparison-one-split": lambda theme: comparison_picture(comparison(1)[-1], theme),
    "prediction": lambda theme: prediction_picture(path(), theme),
    "prediction-draws": lambda theme: prediction_picture(path(2), theme),
    "surfaces": lambda theme: surfaces_picture(the_surfaces(), theme),
    "descent": lambda theme: descent_picture(the_descent(), theme),
    "kernel-error": lambda theme: kernel_error_picture(the_kernel_error(), theme),
    "kernel-error-heavy": lambda theme: kernel_error_picture(the_kernel_error(1.0), theme),
    "image": lambda theme: image_picture(image(), theme),
    "attention": lambda theme: attention_picture(attended(), theme),
    "attention-warm": lambda theme: attention_picture(attended(4.0), theme),
    "cost": lambda theme: cost_picture(timed(), theme),
    "cost-early": lambda theme: cost_picture(timed(2), theme),
    "attention-cost": lambda theme: attention_cost_picture(timed_attention(), theme),
    "attention-cost-early": lambda theme: attention_cost_picture(timed_attention(1), theme),
}
