"""The pictures of the page on prediction show their records' numbers, in words and traces, in every look."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from rffviz.about import About
from rffviz.datasets import Dataset, Points, load, train_test
from rffviz.datasets.images import grey_image
from rffviz.figures.picture import ANSWER
from rffviz.figures.standalone import standalone_html
from rffviz.figures.theme import DARK, LIGHT
from rffviz.figures.traces import crosses
from rffviz.kernels import Gaussian
from rffviz.papers.table1 import Table1Cell, Table1Row
from rffviz.studies.contenders import FAILED, RIDGES, Contender
from rffviz.studies.cost import Cost
from rffviz.studies.descent import descent
from rffviz.studies.image import image_fit
from rffviz.studies.kernel_error import kernel_error
from rffviz.studies.line import ridge_path
from rffviz.studies.real_data import compare_methods
from rffviz.studies.surfaces import surfaces
from rffviz.studies.unsupervised import unsupervised
from rffviz.views.prediction.cost.picture import cost_picture
from rffviz.views.prediction.descent.picture import descent_picture
from rffviz.views.prediction.image.picture import image_picture
from rffviz.views.prediction.kernel_error.picture import kernel_error_picture
from rffviz.views.prediction.line.picture import prediction_picture
from rffviz.views.prediction.real_data.picture import comparison_picture, comparison_table
from rffviz.views.prediction.real_data.words import fixed_settings
from rffviz.views.prediction.surfaces.picture import surfaces_picture
from rffviz.views.prediction.table1.picture import table1_picture
from rffviz.views.prediction.unsupervised.picture import unsupervised_picture
from rffviz.words.numbers import count, measured

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}
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
def the_unsupervised():
    data = load("moons", n_points=60)
    return unsupervised(Points(data.X, "Two moons", 60), Gaussian(0.5), (4, 64), labels=data.y)


@cache
def image():
    return image_fit(ROOF, Gaussian(), (0.05, 0.2, 0.01), 30)


@cache
def path(n_draws=0, drawn_by="features"):
    data = load("sine", n_points=20)
    grid = np.linspace(-5, 5, 51)
    known = {"truth": data.truth(grid), "x_test": grid, "y_test": data.truth(grid)}
    points = Points(data.X, "Sine", 20)
    found = ridge_path(Gaussian(), points, data.y, grid, (1, 4, 64), n_draws=n_draws, drawn_by=drawn_by, **known)
    return replace(found, shown=5)


def row(n_cells=3):
    table = (("fourier_ls", 3.3, 3.6, 300), ("binning_ls", 2.9, 5.3, 350), ("exact_svm", 5.1, 11.0, 9))
    cells = [
        Table1Cell("cpu", method, e, (e, e + 0.2), published, 0.5, 3.0, 1.5, 1e-5, True, size, size, 9, 4, (0, 1))
        for method, e, published, size in table
    ]
    return Table1Row(tuple(cells[:n_cells]), "regression", True, About("CPU", 9, 9, 2, seeds=(0, 1)))


def timed(done=4):
    n = np.array([100, 200, 400, 800])
    known = np.where(np.arange(4) < done, 1.0, np.nan)
    exact, features = 1e-9 * n**3 * known, 1e-4 * n * known
    return Cost(n, exact, exact / 10, features, features / 10, 16, 1000, 800, About(d=3, kernel=Gaussian()))


CASES = {
    "comparison": lambda theme: comparison_picture(comparison()[-1], theme),
    "comparison-early": lambda theme: comparison_picture(comparison()[2], theme),
    "comparison-one-split": lambda theme: comparison_picture(comparison(1)[-1], theme),
    "comparison-table": lambda theme: comparison_table(comparison()[-1], theme),
    "prediction": lambda theme: prediction_picture(path(), theme),
    "prediction-draws": lambda theme: prediction_picture(path(2), theme),
    "table1": lambda theme: table1_picture(row(), theme),
    "table1-early": lambda theme: table1_picture(row(1), theme),
    "surfaces": lambda theme: surfaces_picture(the_surfaces(), theme),
    "descent": lambda theme: descent_picture(the_descent(), theme),
    "kernel-error": lambda theme: kernel_error_picture(the_kernel_error(), theme),
    "kernel-error-heavy": lambda theme: kernel_error_picture(the_kernel_error(1.0), theme),
    "unsupervised": lambda theme: unsupervised_picture(the_unsupervised(), theme),
    "image": lambda theme: image_picture(image(), theme),
    "cost": lambda theme: cost_picture(timed(), theme),
    "cost-early": lambda theme: cost_picture(timed(2), theme),
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", CASES)
def test_every_picture_is_complete(name, look):
    picture = CASES[name](LOOKS[look])
    assert len(picture.title) > 20 and len(picture.subtitle) > 30 and len(picture.alt) > 60
    assert picture.reading.endswith(".")
    for words in (picture.title, picture.subtitle, picture.reading, picture.alt, *picture.notes, *picture.provenance):
        assert not {"nan", "inf", "None"} & set(re.split(r"\W+", words))
    lengths = {len(column) for column in picture.columns.values()}
    assert len(lengths) == 1 and lengths.pop() > (name != "table1-early")
    assert picture.csv().count("\n") == len(picture.provenance) + 1 + len(next(iter(picture.columns.values())))
    if picture.figure is None:
        document = standalone_html(picture)
        assert document.count("<tr>") == 1 + len(picture.table.columns[0].cells) and "plotly" not in document.lower()
        return
    assert picture.figure.layout.paper_bgcolor == LOOKS[look].paper
    for note in picture.figure.layout.annotations:
        assert note.font.size >= 15


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if "table" not in name])
def test_numbers_are_single_precision_and_frames_agree(name):
    picture = CASES[name](LIGHT)
    for trace in [*picture.figure.data, *(trace for frame in picture.figure.frames for trace in frame.data)]:
        for values in (trace.x, trace.y, getattr(trace, "z", None)):
            assert not isinstance(values, np.ndarray) or values.dtype == np.float32
    if picture.scrub is None:
        assert not picture.figure.frames
        return
    scrub = picture.scrub
    assert [frame.name for frame in picture.figure.frames] == list(scrub.names)
    assert (
        len(scrub.values) == len(scrub.readings) == len(scrub.names) and scrub.readings[scrub.start] == picture.reading
    )
    frame = picture.figure.frames[scrub.start]
    for trace, index in zip(frame.data, frame.traces, strict=True):
        key = "z" if trace.type == "heatmap" else "y"
        assert np.array_equal(trace[key], picture.figure.data[index][key], equal_nan=key == "z" or "draws" in name)


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


def test_surfaces_mark_support_vectors_and_leave_refusals_out():
    picture, found = CASES["surfaces"](LIGHT), the_surfaces()
    assert sum(trace.type == "heatmap" for trace in picture.figure.data) == 2
    assert f"{len(found.surfaces[0].marks)} support vectors" in picture.reading and "too many" not in picture.reading
    assert picture.notes[0] == f"too many is left out. {FAILED}"
    wrong = round(found.surfaces[0].test_error * found.n_test / 100)
    assert f"SVM: {wrong} of {found.n_test} wrong" in picture.reading
    assert "rings: support vectors" in picture.subtitle and list(picture.columns)[2:] == ["exact", "fourier"]


def test_descent_names_its_peak():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    assert f"where D = {count(found.n_freqs[found.peak])}" in picture.title
    assert measured(found.median_test[0, found.peak]) in picture.title
    assert any("2·D = 30" in note.text for note in picture.figure.layout.annotations)


def test_descent_draws_what_is_predicted_and_says_how_far_it_is_off():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    lines = {trace.name: trace for trace in picture.figure.data}
    for name, k in (("predicted, least squares", 0), ("predicted, λ = 0.01", -1)):
        finite = np.isfinite(found.predicted[k])
        np.testing.assert_allclose(lines[name].y[finite], found.predicted[k][finite], rtol=1e-6)
        assert lines[name].line.dash == "dash"
    assert not np.isfinite(found.predicted[0]).all() and np.isfinite(lines["predicted, least squares"].y).all()
    g, ratio = found.furthest(0)
    how = f"too {'low' if ratio > 1 else 'high'} by a factor of {max(ratio, 1 / ratio):.1f} at D = {found.n_freqs[g]}"
    assert how in picture.reading
    test = found.test.copy()
    test[-1] = 1.099 * found.predicted[-1]
    near = descent_picture(replace(found, test=test), LIGHT)
    assert "with λ = 0.01 it is within 10 % at every D." in near.reading
    assert sum(note.text == "predicted" for note in picture.figure.layout.annotations) == 2


def test_kernel_error_says_its_correlations_and_draws_the_bound_where_it_is_in_sight():
    found, picture = the_kernel_error(), CASES["kernel-error"](LIGHT)
    across, within = (f"{value:.2f}".replace("-", "−") for value in (found.with_changes(), found.with_changes(True)))
    assert across in picture.title and within in picture.title
    assert f"Over 27 fits the rank correlation of ‖K̃ − K‖₂ with the change of prediction is {across}" in picture.reading
    assert f"Over the 9 fits at D = 16 they are {within}" in picture.reading
    assert len(picture.columns["change"]) == 27 and set(picture.columns["n_freqs"]) == {8, 16, 64}
    heavy = CASES["kernel-error-heavy"](LIGHT)
    for made, record, seen in ((picture, found, False), (heavy, the_kernel_error(1.0), True)):
        (bound,) = [trace for trace in made.figure.data if (trace.name or "").startswith("bound")]
        np.testing.assert_allclose(bound.y, record.slope * bound.x, rtol=1e-5)
        assert bool(np.log10(bound.y[0]) < made.figure.layout.yaxis.range[1]) is seen
        assert any("↑" in note.text for note in made.figure.layout.annotations) is not seen
    assert any("no change exceeds 1" in note.text for note in heavy.figure.layout.annotations)
    shown = [trace for trace in picture.figure.data if trace.meta == ANSWER]
    named = [trace for trace in picture.figure.data if trace.showlegend is not False and trace.mode == "markers"]
    assert len(named) == 3 and not any(trace.meta == ANSWER for trace in named)  # before the answer, too
    assert sum(len(trace.x) for trace in shown) == 2 * 9


@pytest.mark.parametrize(
    ("errors", "title"),
    [
        ([[1, 2, 3], [4, 5, 6]], "The better kernel predicts more like the exact method: rank correlation 1.00 across"),
        ([[2, 1, 3], [5, 4, 6]], "The better kernel predicts more like the exact method: rank correlation 0.89 across"),
        ([[3, 2, 1], [6, 5, 4]], "more like the exact method across D (rank correlation 0.54), less at D = 8 (−1.00)"),
        ([[6, 5, 4], [3, 2, 1]], "is not nearer to the exact method: rank correlation −1.00 across D, −1.00 at D = 8"),
    ],
)
def test_the_title_of_kernel_error_says_what_is_so(errors, title):
    change = np.array(errors, dtype=float).T[None]  # sizes apart: the second has larger kernel errors
    matrix = np.array([[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]])
    names = ("changes", "rms_changes", "test", "bounds", "row_errors")
    found = replace(the_kernel_error(), samplers=("sobol",), n_freqs=np.array([8, 16]), matrix_errors=matrix, shown=8)
    assert title in kernel_error_picture(replace(found, **dict.fromkeys(names, change)), LIGHT).title


def test_one_fit_alone_has_no_correlation():
    one = {"n_freqs": (8,), "n_seeds": 1, "shown": 8, "sampler": "monte_carlo"}
    picture = kernel_error_picture(kernel_error(split_of(), Gaussian(), **one), LIGHT)
    assert picture.title.startswith("The better kernel changes") is False and "may be chance" not in picture.reading


def test_image_starts_at_the_best_length_scale():
    found, picture = image(), CASES["image"](LIGHT)
    assert picture.scrub.start == found.best and measured(found.test_rmse[found.best]) in picture.title
    np.testing.assert_allclose(picture.figure.data[0].z, found.pixels, rtol=1e-6)
    assert np.isnan(picture.figure.data[1].z).sum() == (~found.seen).sum()
    np.testing.assert_allclose(picture.figure.data[3].y, found.test_rmse, rtol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("theme", LOOKS.values(), ids=LOOKS)
def test_pixels_not_seen_have_a_colour_that_no_brightness_has(theme):
    figure = CASES["image"](theme).figure
    under, hatch = figure.layout.shapes
    height, width = image().seen.shape
    assert (under.x0, under.x1, under.y0, under.y1) == (-0.5, width - 0.5, -0.5, height - 0.5)
    assert under.layer == "below" and under.xref == hatch.xref == figure.data[1].xaxis
    red, _, blue = (int(part) for part in re.findall(r"\d+", under.fillcolor)[:3])
    assert blue - red > 60
    ends = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", hatch.path), dtype=float)
    assert (
        hatch.layer == "below"
        and len(ends) > 20
        and (ends >= -0.5).all()
        and (ends <= [width - 0.5, height - 0.5]).all()
    )
    assert "unseen: hatched" in " ".join(note.text for note in figure.layout.annotations)


def test_landmarks_leave_the_data_in_sight():
    marks = crosses(np.zeros((3, 2)), LIGHT).marker
    assert marks.symbol == "cross-thin" and marks.size <= 5 and marks.line.width <= 1


def test_cost_names_the_crossing():
    picture = CASES["cost"](LIGHT)
    assert picture.title == "From 316 points on, ridge on 16 frequencies fits faster"
    assert "the time to fit ridge on features grows like N to the power 1.0" in picture.reading
    assert picture.reading.startswith("The time to fit the exact method grows like N to the power 3.0 and ")
    assert "At every size where both ran" in CASES["cost-early"](LIGHT).title


@pytest.mark.parametrize("theme", [LIGHT, replace(LIGHT, narrow=True)])
def test_words_at_the_crossing_stand_above_every_time(theme):
    figure = CASES["cost"](theme).figure
    low, high = figure.layout.yaxis.range
    times = np.log10(np.concatenate([trace.y for trace in figure.data]))
    assert low < np.nanmin(times) and high - np.nanmax(times) >= 0.15 * (high - low)


def with_errors(plain):
    """A descent with these median errors of least squares, through 2m = n at the middle."""
    n = len(plain)
    errors = np.array(plain)[None, None, :]
    return replace(
        the_descent(),
        n_freqs=np.arange(1, n + 1) * 5,
        ridges=np.array([0.0]),
        equivalents=(the_descent().equivalents[-1][:n],),
        **{name: errors for name in ("train", "test", "norms")},
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plain", "title"),
    [
        ([0.9, 0.5, 4.0, 0.6], "Least squares peaks at 4.00 where D = 15, then descends to 0.60"),
        ([0.94, 0.88, 0.6, 0.36], "Least squares has no second descent here: its error ends at 0.36"),
        ([0.9, 0.5, 0.52, 0.5], "Least squares has no second descent here: its error ends at 0.50"),
        ([0.9, 0.5, 1.0, 3.0], "Least squares still rises where D = 20: its error is 3.00 there, 0.50 at best"),
    ],
)
def test_descent_is_called_double_only_where_it_is(plain, title):
    made = descent_picture(with_errors(plain), LIGHT)
    assert made.title == title and ("before the peak" in made.reading) == ("peaks" in title)
    assert ("the axis ends at" in made.subtitle) is False
    assert "the axis ends at 300" in descent_picture(with_errors([1, 2, 1e6, 3]), LIGHT).subtitle


def test_image_says_what_a_short_length_scale_did():
    fits = replace(image(), train_rmse=np.array([0.05, 0.05, 0.1]), test_rmse=np.array([0.3, 0.06, 0.11]))
    made = image_picture(fits, LIGHT)
    assert "a shorter one speckles (0.30); a longer one blurs (0.11)" in made.title
    assert "learns the pixels" in made.scrub.readings[0] and "loses the edges" in made.scrub.readings[2]
    fits = replace(fits, train_rmse=np.array([0.29, 0.05, 0.1]))
    made = image_picture(fits, LIGHT)
    assert "a shorter one learns little (0.30)" in made.title and "learns neither" in made.scrub.readings[0]


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


def test_surfaces_where_nothing_could_be_fitted():
    one = train_test(load("moons", n_points=60))
    found = surfaces(one, {"fourier": CLASSES["binning"]}, 5, n_grid=5)
    made = surfaces_picture(found, LIGHT)
    assert made.reading == "No method could be fitted to these points."


def test_cost_title_holds_at_every_size():
    mixed = replace(timed(), exact_fit=np.array([1.0, 3, 5, 9]), features_fit=np.array([2.0, 2, 6, 10]))
    assert cost_picture(mixed, LIGHT).title == (
        "Ridge on 16 frequencies fits faster at 1 of the 4 sizes where both ran"
    )
    never = replace(timed(), exact_fit=np.full(4, np.nan))
    assert cost_picture(never, LIGHT).reading.startswith("The time to fit ridge on features grows")


def test_a_single_frequency_is_one():
    alone = replace(path(), shown=1)
    assert prediction_picture(alone, LIGHT).title.startswith("1 frequency comes within ")
    assert "With D = 1, that is 2 features, " in prediction_picture(alone, LIGHT).reading


def test_a_line_starts_near_the_number_asked_for():
    made = prediction_picture(path(), LIGHT)
    assert made.scrub.start == 1 and "Sine, 20 points, d = 1" in made.subtitle
    assert {trace.name for trace in made.figure.data} >= {"exact kernel ridge", "the function", "data"}
    assert "thin lines: 2 draws from each posterior" in CASES["prediction-draws"](LIGHT).subtitle
    pathwise = prediction_picture(path(2, "pathwise"), LIGHT)
    assert "2 draws of the exact posterior, and of the features' prior with the exact update" in pathwise.subtitle
    assert "draws, Matheron's rule" in {trace.name for trace in pathwise.figure.data}


def test_row_of_2007_names_the_smallest_error():
    made = CASES["table1"](LIGHT)
    assert made.title == "Binning + least squares has the smallest error here, 2.90 %; published: 5.3 %"
    assert "trained on 9 of the training points" in made.notes[0]
    assert "exact machine was trained" not in CASES["table1-early"](LIGHT).notes[0]
    assert made.columns["draws (%)"][0] == "3.30–3.50" and made.columns["size"][0] == "300 frequencies"
    document = standalone_html(made)
    assert "<th scope='row'>Fourier + least squares</th><td><span>published (%): </span>3.6</td>" in document


def test_what_is_fixed_is_said_of_the_methods_that_are_shown_alone():
    assert fixed_settings(["kernel_ridge", "fourier", "nystrom"]) == ""
    said = fixed_settings(["fourier", "meka", "sinks", "spherical", "intersection"])
    assert said.startswith("Settings are fixed for kitchen sinks. MEKA has four clusters")
    assert "each D: spherical polynomial." in said and "Metropolis" not in said
