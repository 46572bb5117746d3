"""The headline compares features with the exact methods; the readout holds each method's lowest error."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from rffviz.datasets import load, train_test
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.real_data.picture import comparison_picture
from rffviz.explorer.views.prediction.real_data.words import fixed_settings
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.kernels import Gaussian
from rffviz.studies.contenders import RIDGES, Contender
from rffviz.studies.real_data import compare_methods
from tests.views.prediction.prediction_records import CASES, REGRESSION, comparison, split_of


@pytest.mark.slow
def test_comparison_speaks_of_the_lowest_and_the_exact():
    found = comparison()[-1]
    picture = CASES["comparison"](LIGHT)
    exact = found.exact[0].mean_errors[0]
    near = [
        (run.sizes[g], run.label)
        for run in found.subject
        for g in range(3)
        if (run.mean_errors[g:] <= 1.02 * exact).all()
    ]
    if near:
        size, label = min(near)
        assert picture.title == f"{label.capitalize()} matches kernel ridge's error from size {size} on"
    else:
        assert picture.title == f"Polynomial does not match kernel ridge's error of {measured(exact)}"
    assert picture.readout.columns == ("3 splits", "lowest test RMSE / std(y)", "at size", "seconds to fit")
    *rows, last = picture.readout.rows
    assert [row[0] for row in rows] == ["kernel ridge", "polynomial", "lines"]
    assert last == ("mean", measured(found.constant_error), "–", "–")
    for run, row in zip((*found.exact, *found.sized), rows, strict=True):
        g = int(np.argmin(run.mean_errors))
        assert row[1] == f"{measured(run.mean_errors[g])} ± {measured(run.spread[g])}"
        assert row[2:] == ("–" if run.exact else count(run.sizes[g]), number(run.mean_fit_seconds[g]))
    (line,) = [trace for trace in picture.figure.data if trace.name == "polynomial" and trace.error_y.array is not None]
    np.testing.assert_allclose(line.y, found.runs[1].mean_errors, rtol=1e-6)
    np.testing.assert_allclose(line.error_y.array, found.runs[1].spread, rtol=1e-6)
    assert "\nexact,,0," in picture.csv()
    (near,) = [trace for trace in picture.figure.data if trace.name == "at most 2 % larger"]
    assert {*near.y} == {np.float32(exact), np.float32(1.02 * exact)}
    rows = picture.columns  # a row for each method, size and split
    assert rows["method"].count("fourier") == 3 * 3 and rows["size"][0] == "" and set(rows["split"]) == {0, 1, 2}
    assert rows["error"][3] == found.runs[1].errors[0, 0]
    assert rows["predict_seconds"][3] == found.runs[1].predict_seconds[0, 0]


@pytest.mark.slow
def test_comparison_says_the_degrees_of_freedom_of_kernel_ridge():
    splits = [split_of(seed=s) for s in range(2)]
    found = compare_methods(splits, "regression", ("kernel_ridge", "fourier"), (4,), kernel=Gaussian(1.5))
    exact = found.exact[0]
    for split, freedom in zip(splits, exact.freedom, strict=True):
        mu = np.linalg.eigvalsh(Gaussian(1.5)(split.X_train)).clip(0)
        assert min(abs(np.sum(mu / (mu + 30 * ridge)) - freedom) for ridge in RIDGES) < 1e-6
    mean = np.mean(exact.freedom)
    least = f"{measured(mean)} effective degrees of freedom: it takes at least {np.ceil(mean):.0f} features"
    made = comparison_picture(found, LIGHT)
    assert any(least in note for note in made.notes)
    assert made.readout.columns[-1] == "degrees of freedom d_λ"
    assert [row[-1] for row in made.readout.rows] == [measured(mean), "–", "–"]
    assert found.sized[0].freedom == ()
    without = CASES["comparison"](LIGHT)
    assert not any("degrees of freedom" in words for words in (*without.notes, *without.readout.columns))


@pytest.mark.slow
def test_the_match_is_the_smallest_size_within_two_per_cent():
    found = comparison()[-1]
    exact, one, other = found.runs

    def with_errors(run, *errors):
        return replace(run, errors=np.array([errors], dtype=float))

    def match(first, second):
        runs = (with_errors(exact, 1.0), with_errors(one, *first), with_errors(other, *second))
        return replace(found, runs=runs, constant_error=np.nan)

    run, g = match([1.5, 1.019, 0.9], [1.5, 1.01, 1.1]).match
    assert (run.label, g) == ("polynomial", 1)
    title = comparison_picture(match([1.5, 1.019, 0.9], [1.5, 1.01, 1.1]), LIGHT).title
    assert title == f"Polynomial matches kernel ridge's error from size {count(run.sizes[1])} on"
    assert match([1.5, 1.03, 0.9], [1.5, 1.03, np.nan]).match[1] == 2
    assert match([1.5, 1.0, 1.03], [1.5, 1.03, 1.1]).match is None  # at one size alone
    none = match([1.5, 1.03, 1.03], [1.5, 1.03, 1.1])
    assert none.match is None and replace(found, runs=found.sized).match is None
    assert comparison_picture(none, LIGHT).title == "Polynomial does not match kernel ridge's error of 1.00"


@pytest.mark.slow
@pytest.mark.parametrize("task", ["regression", "multiclass"])
def test_methods_that_learn_nothing_are_not_praised(task):
    noise = split_of()
    y = np.random.default_rng(0).permutation(np.r_[noise.y_train, noise.y_test])
    if task == "multiclass":
        y = np.digitize(y, [0.8, 2])  # most are 0
    noise = replace(noise, y_train=y[: len(noise.y_train)], y_test=y[len(noise.y_train) :])
    first, *_, found = (
        step.record for step in compare_methods.steps([noise], task, ("fourier", "kernel_ridge"), (2, 64))
    )
    worse = [replace(run, errors=np.where(np.isnan(run.errors), np.nan, 1e3)) for run in first.runs]
    assert replace(first, runs=tuple(worse)).learned  # as long as others may be better
    train, test = noise.y_train, noise.y_test
    if task == "regression":
        by_hand = (
            sum((v - sum(train) / len(train)) ** 2 for v in test) / sum((v - np.mean(test)) ** 2 for v in test)
        ) ** 0.5
        what, said = "the mean", measured(by_hand)
    else:
        by_hand = 100 * sum(v != max(set(train), key=list(train).count) for v in test) / len(test)
        what, said = "the most frequent class", f"{round(by_hand * len(test) / 100)} of {len(test)} wrong"
    assert found.constant_error == pytest.approx(by_hand)
    assert found.learned == (0.98 * by_hand > min(run.mean_errors.min() for run in found.runs))
    title = comparison_picture(
        replace(found, runs=[replace(run, errors=run.errors * 0 + by_hand) for run in found.runs]), LIGHT
    ).title
    assert title == f"No method is 2 % better than predicting {what}: error {said}"
    assert comparison()[-1].learned and not comparison()[-1].constant_error < 1


@pytest.mark.slow
def test_comparison_without_features_or_without_anything():
    found = compare_methods([split_of()], "regression", {"exact": REGRESSION["exact"]}, (1,))
    made = comparison_picture(found, LIGHT)
    assert made.title == f"Kernel ridge has the lowest error, {measured(found.exact[0].mean_errors[0])}"
    assert [row[0] for row in made.readout.rows] == ["kernel ridge", "mean"]
    refused = Contender("too many", lambda *_: KNeighborsClassifier(10_000))
    one = train_test(load("moons", n_points=60))
    found = compare_methods([one], "binary", {"fourier": refused}, (1,))
    assert comparison_picture(found, LIGHT).title == "None of these methods could be fitted"
    assert comparison_picture(found, LIGHT).readout.rows == ()
    early = comparison()[2]
    assert "the first 1 of 3 splits" in comparison_picture(early, LIGHT).subtitle
    assert comparison_picture(early, LIGHT).readout.columns[0] == "the first 1 of 3 splits"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_test", "error", "spread", "said"),
    [
        (133, 100 / 133, "", "1 of 133 wrong"),
        (50, 7, "± 1.0 ", "3.5 of 50 wrong"),
        (50, 2, "± 1.0 ", "1.0 of 50 wrong"),
        (2000, 0.752, "", "0.752 %"),
    ],
)
def test_errors_of_few_test_points_are_numbers_of_points(n_test, error, spread, said):
    found = compare_methods([split_of()], "regression", {"fourier": REGRESSION["fourier"]}, (1,))
    errors = np.full((3 if spread else 1, 1), error) + (np.array([[2], [0], [-2]]) if spread else 0)
    runs = [replace(found.runs[0], errors=errors, fit_seconds=errors, predict_seconds=errors)]
    made = comparison_picture(replace(found, task="multiclass", n_test=n_test, runs=runs, constant_error=90), LIGHT)
    assert made.title == f"Polynomial has the lowest error, {said}"
    assert made.readout.rows[0][1] == f"{said} {spread}".strip()


@pytest.mark.release
@pytest.mark.parametrize(("task", "unit"), [("multiclass", " %"), ("regression", "")])
def test_the_legend_gives_errors_of_classes_in_per_cent(task, unit):
    made = comparison_picture(replace(comparison()[-1], task=task), LIGHT)
    exact = f"kernel ridge: {measured(comparison()[-1].exact[0].mean_errors[0])}{unit}"
    assert exact in [trace.name for trace in made.figure.data]
    assert (made.figure.layout.yaxis.ticksuffix or "") == unit


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "least"), [((0.0071, 0.062), 3), ((0.011, 0.024), 2), ((0.0011, 0.3), 2)])
def test_seconds_have_more_than_one_tick(seconds, least):
    found = comparison()[-1]
    runs = [
        replace(run, fit_seconds=np.full_like(run.fit_seconds, s))
        for run, s in zip(found.runs, (*seconds, seconds[0]), strict=True)
    ]
    axis = comparison_picture(replace(found, runs=runs), LIGHT).figure.layout.yaxis2
    ticks = axis.tickvals if axis.dtick is None else 10.0 ** np.arange(-6, 6)
    assert sum(seconds[0] <= tick <= seconds[1] for tick in ticks) >= least


def test_what_is_fixed_is_said_of_the_methods_that_are_shown_alone():
    assert fixed_settings(["kernel_ridge", "fourier", "nystrom"]) == ""
    said = fixed_settings(["fourier", "meka", "sinks", "spherical", "intersection"])
    assert said.startswith("Settings are fixed for kitchen sinks. MEKA has four clusters")
    assert "each D: spherical polynomial." in said and "Metropolis" not in said
