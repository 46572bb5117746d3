"""Curves and table speak of the method with the lowest error and of the exact ones."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from rffviz.datasets import load, train_test
from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian
from rffviz.studies.contenders import RIDGES, Contender
from rffviz.studies.real_data import compare_methods
from rffviz.views.prediction.real_data.picture import comparison_picture, comparison_table
from rffviz.views.prediction.real_data.words import fixed_settings
from rffviz.words.numbers import count, measured
from tests.views.prediction.prediction_records import CASES, REGRESSION, comparison, split_of


def test_comparison_speaks_of_the_lowest_and_the_exact():
    found = comparison()[-1]
    picture = CASES["comparison"](LIGHT)
    best = min(found.sized, key=lambda run: run.mean_errors.min())
    size, error = count(best.sizes[best.best]), measured(best.mean_errors.min())
    assert f"With {best.label} of size {size} the error is {error}" in picture.title
    assert f"kernel ridge has the lowest error, {measured(found.exact[0].mean_errors[0])}, and" in picture.reading
    (line,) = [trace for trace in picture.figure.data if trace.name == "polynomial" and trace.error_y.array is not None]
    np.testing.assert_allclose(line.y, found.runs[1].mean_errors, rtol=1e-6)
    np.testing.assert_allclose(line.error_y.array, found.runs[1].spread, rtol=1e-6)
    table = comparison_table(found, LIGHT)
    assert "\nkernel ridge,," in table.csv()
    rows = table.columns
    assert rows["method"].count("polynomial") == 3 and rows["size"][0] is None
    assert rows["error"][1] == found.runs[1].mean_errors[0] and set(rows["splits"]) == {3}


def test_comparison_says_the_degrees_of_freedom_of_kernel_ridge():
    splits = [split_of(seed=s) for s in range(2)]
    found = compare_methods(splits, "regression", ("kernel_ridge", "fourier"), (4,), kernel=Gaussian(1.5))
    exact = found.exact[0]
    for split, freedom in zip(splits, exact.freedom, strict=True):
        mu = np.linalg.eigvalsh(Gaussian(1.5)(split.X_train)).clip(0)
        assert min(abs(np.sum(mu / (mu + 30 * ridge)) - freedom) for ridge in RIDGES) < 1e-6
    mean = np.mean(exact.freedom)
    least = f"{measured(mean)} effective degrees of freedom: it takes at least {np.ceil(mean):.0f} features"
    assert least in comparison_picture(found, LIGHT).reading
    assert found.sized[0].freedom == () and "degrees of freedom" not in CASES["comparison"](LIGHT).reading


def test_comparison_without_features_or_without_anything():
    found = compare_methods([split_of()], "regression", {"exact": REGRESSION["exact"]}, (1,))
    made = comparison_picture(found, LIGHT)
    assert made.title == f"With kernel ridge the error is {measured(found.exact[0].mean_errors[0])}"
    assert made.reading.startswith("Of the methods on the kernel itself, kernel ridge")
    refused = Contender("too many", lambda *_: KNeighborsClassifier(10_000))
    one = train_test(load("moons", n_points=60))
    found = compare_methods([one], "binary", {"fourier": refused}, (1,))
    assert comparison_picture(found, LIGHT).title == "None of these methods could be fitted"
    early = comparison()[2]
    assert "the first 1 of 3 splits" in comparison_picture(early, LIGHT).subtitle


@pytest.mark.parametrize(
    ("n_test", "error", "spread", "said"),
    [(133, 100 / 133, "", "1 of 133 wrong"), (50, 7, "± 1 ", "3.5 of 50 wrong"), (2000, 0.752, "", "0.752 %")],
)
def test_errors_of_few_test_points_are_numbers_of_points(n_test, error, spread, said):
    found = compare_methods([split_of()], "regression", {"fourier": REGRESSION["fourier"]}, (1,))
    errors = np.full((3 if spread else 1, 1), error) + (np.array([[2], [0], [-2]]) if spread else 0)
    runs = [replace(found.runs[0], errors=errors, fit_seconds=errors, predict_seconds=errors)]
    made = comparison_picture(replace(found, task="multiclass", n_test=n_test, runs=runs), LIGHT)
    assert made.title == f"With polynomial of size 1 the error is {said}"
    assert f"lowest mean error, {said} {spread}".strip() in made.reading


def test_what_is_fixed_is_said_of_the_methods_that_are_shown_alone():
    assert fixed_settings(["kernel_ridge", "fourier", "nystrom"]) == ""
    said = fixed_settings(["fourier", "meka", "sinks", "spherical", "intersection"])
    assert said.startswith("Settings are fixed for kitchen sinks. MEKA has four clusters")
    assert "each D: spherical polynomial." in said and "Metropolis" not in said
