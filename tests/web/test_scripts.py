"""The programs that pages hand out, run as a reader would run them: they print the numbers of the page."""

import contextlib
import csv
import importlib
import io
import math
import os
import pathlib
import runpy
import subprocess
import sys
import warnings
from dataclasses import dataclass, replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import app as explorer
from rffviz.datasets import DATASETS, Dataset, DatasetEntry, choose_rows, load, standardize
from rffviz.datasets.uploads import read_csv
from rffviz.explorer.figures.theme import THEMES
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.web.chart import Chart
from rffviz.explorer.web.script.calls import Calls, made, remember, remembering
from rffviz.explorer.web.script.program import Writer, flat, program
from rffviz.explorer.web.server import sessions
from rffviz.explorer.web.settings.table import TABLE
from rffviz.features import Whitening
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic, median_length_scale
from rffviz.kernels.formula_kernel import FormulaKernel
from rffviz.measure import SUP_COMPACT, convergence, error_curve
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import named_scheme, own_scheme, register
from tests.views.opening import lines_of_details, said_twice

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
PAGES = {name: importlib.import_module(f"pages.{name}").PAGE for name in explorer.PAGES}
VIEWS = {f"{name}/{view.name}": (page, view) for name, page in PAGES.items() for view in page.views}
DAILY = {"convergence/curve", "prediction/line", "adaptive/weights"}
SMALL = {
    "one_draw": "1",
    "n_points": "40",
    "n_seeds": "2",
    "n_learned": "6",
    "n_iterations": "5",
    "n_landmarks": "10",
    "n_splits": "1",
    "n_draws": "20",
    "optimizer": "algorithm1",
    "n_freqs": "32",
    "photo_freqs": "16",
    "method": "svm,fourier,nystrom",
    "seed": "3",
}
SCRUBBED = {"image_length": "0.05", "iteration": "3", "step": "variance"}  # the others have stops
CLOCK = ("second", "(s)", "_fit", "_predict", "_peak_")  # in columns that a clock or the memory measures
TREES = "girth;height;kind\n" + "".join(f"{8 + i % 7},{i};{60 + 3 * (i % 11)},5;k\n" for i in range(40))
FILE = "my 'trees'.csv"


@dataclass(frozen=True)
class Case:
    name: str
    numbers: tuple


@dataclass(frozen=True)
class Whole:
    case: Case


def whole_of(name):
    return Whole(Case(name, (1,)))


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """A machine without the papers' data, but for a stand-in for one of them; few sizes where a page has many."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path / "cache"))
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (40, 3))
    made_here = Dataset("small", "Small", X, X.sum(axis=1), "regression", "made here", split=np.arange(40) % 4 // 3)
    entry = DatasetEntry("cpu_rr2007", "Small", "bundled", lambda: made_here)
    monkeypatch.setitem(DATASETS, "cpu_rr2007", entry)
    monkeypatch.setattr("rffviz.explorer.views.prediction.line.view.SIZES", (1, 2, 8, 32))
    monkeypatch.setattr("rffviz.explorer.views.prediction.real_data.view._MEASURED", (16, 32))
    monkeypatch.setattr("rffviz.explorer.views.prediction.cost.view._TIMED", (100, 200, 400))
    monkeypatch.setattr("rffviz.explorer.views.prediction.attention_cost.view._TIMED", (64, 128))


@pytest.fixture
def shown(monkeypatch):
    """Each picture that pages show, and its script, by the chart's key."""
    found, show = {}, Chart.show

    def heard(self, build, script=None, *args, **options):
        picture = show(self, build, script, *args, **options)
        found[self.key] = (picture, script)
        return picture

    monkeypatch.setattr(Chart, "show", heard)
    return found


def open_view(name, query):
    """The page after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update(query)
    if name != "start":
        app.switch_page(str(ROOT / "pages" / f"{name}.py"))
    app.run()
    assert not app.exception and not app.error
    return app


def printed(text, folder, monkeypatch):
    """What the program prints when it is run in a folder."""
    assert "streamlit" not in text and "rffviz.explorer.web" not in text
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        runpy.run_path(str(path), run_name="__main__")
    return out.getvalue()


def table(text):
    """The comments, the names of the columns and the rows of CSV."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    names, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    return comments, names, rows


def assert_same_numbers(out, picture):
    """The program prints the picture's title, its provenance, and its rows but for what a clock measured."""
    comments, names, rows = table(out)
    wanted_comments, wanted_names, wanted_rows = table(picture.csv())
    timed = [any(word in name for word in CLOCK) for name in names]
    assert any(timed) or comments[0] == f"# {picture.title}"
    assert comments[-len(wanted_comments) :] == wanted_comments
    assert names == wanted_names and len(rows) == len(wanted_rows) > 0 and not all(timed)
    for row, wanted in zip(rows, wanted_rows, strict=True):
        for cell, same, by_clock in zip(row, wanted, timed, strict=True):
            assert by_clock or cell == same or math.isclose(float(cell), float(same), rel_tol=1e-9)


@pytest.mark.parametrize(
    "view", [pytest.param(name, marks=[pytest.mark.release] * (name not in DAILY)) for name in VIEWS]
)
def test_every_view_hands_out_a_program_that_prints_its_numbers(view, shown, tmp_path, monkeypatch):
    page, view = VIEWS[view]
    query = {each: text for each, text in SMALL.items() if each in view.parameters}
    scrubs = view.scrub and not TABLE[view.scrub].only_if
    if scrubs:
        start = TABLE[view.scrub]
        query[view.scrub] = SCRUBBED.get(view.scrub) or start.write(start.stops[-3])
    app = open_view(page.name, query | ({"view": view.name} if page.chooser else {}))
    assert not page.chooser or (app.title[0].value == view.question and view.question.endswith("?"))
    assert all(len(chart.proto.alt) > 60 for chart in app.get("plotly_chart"))
    assert not page.chooser or all(len(each.value) > 20 for each in app.header)
    assert lines_of_details(app) and not said_twice(app)
    assert shown
    for picture, script in shown.values():
        assert script is not None
        text = script()
        most = 80 if {"a", "beside"} & {*view.parameters} else 40  # lines; two samples, or two settings, take two lots
        most += 10 * ("one_draw" in view.parameters)  # the draw that is resampled
        assert len(text.splitlines()) <= most and max(map(len, text.splitlines())) <= 120
        assert ("seed = 3\n" in text) == ("seed" in view.parameters)
        if scrubs:
            assert f"shown={start.read(query[view.scrub])!r}" in text.replace('"', "'")
        assert_same_numbers(printed(text, tmp_path, monkeypatch), picture)


@pytest.mark.release
@pytest.mark.parametrize("home", [True, False])
def test_a_program_finds_the_folder_of_the_explorer_that_the_viewer_started(shown, tmp_path, monkeypatch, home):
    monkeypatch.setattr(sessions, "at_home", lambda: home)
    open_view("features", {"view": "circle", "n_freqs": "3"})
    (_, script), *_ = shown.values()
    (tmp_path / "file.py").write_text(script(), encoding="utf-8")
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    assert (f"sys.path.append({str(ROOT)!r})" in script().replace('"', "'")) == home
    if home:
        run = subprocess.run(
            [sys.executable, "file.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert run.returncode == 0, run.stderr


@pytest.mark.release
def test_a_program_is_run_by_itself(shown, tmp_path):
    open_view("convergence", {"n_points": "40", "n_seeds": "2", "sampler": "monte_carlo"})
    picture, script = shown["curve"]
    (tmp_path / "file.py").write_text(script(), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "file.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    _, names, rows = table(run.stdout)
    _, wanted_names, wanted = table(picture.csv())
    assert names == wanted_names and [row[:3] for row in rows] == [row[:3] for row in wanted]
    # float32 sums may be taken in another order by another process
    errors, wanted_errors = ([float(row[3]) for row in each] for each in (rows, wanted))
    assert np.allclose(errors, wanted_errors, rtol=1e-4, atol=1e-6)


# --- the numbers, worked out step by step without the page's functions ------------------------------------------------

SHARED = {"n_freqs": 32, "epsilon": 0.3, "confidence": 0.95, "bound": ("rahimi_recht",), "metric": "sup"}
SHARED |= {"map": "paired", "length_rule": "hand", "dataset": "diabetes", "n_points": 80, "seed": 3, "n_seeds": 3}
SHARED |= {"sampler": ("monte_carlo", "orthogonal"), "whiten": False}
CASES = {
    "gaussian, median": (
        {"length_rule": "median", "sampler": ("monte_carlo", "sobol", "orthogonal"), "n_points": 90},
        lambda X: Gaussian(median_length_scale(Gaussian, X, 3)),
    ),
    "matern by hand": (
        {"kernel": "matern", "length_scale": 4.3, "nu": 2.33, "n_points": 60, "bound": ("hoeffding",)},
        lambda X: Matern(4.3, 2.33),
    ),
    "offset map, dimension rule": (
        {"length_rule": "dimension", "map": "offset", "bound": ("sutherland_schneider",)},
        lambda X: Gaussian(math.sqrt(X.shape[1] / 2)),
    ),
    "sup over the box": (
        {"length_scale": 1.7, "dataset": "moons", "metric": SUP_COMPACT, "sampler": ("sobol_scrambled",)},
        lambda X: Gaussian(1.7),
    ),
    "laplacian without bound": (
        {"kernel": "laplacian", "length_rule": "median", "sampler": ("monte_carlo",), "n_points": 442},
        lambda X: Laplacian(median_length_scale(Laplacian, X, 3)),
    ),
    "whitened, another error": (
        {
            "kernel": "rational_quadratic",
            "length_scale": 3.3,
            "alpha": 0.7,
            "whiten": True,
            "metric": "relative_frobenius",
            "n_points": 50,
        },
        lambda X: RationalQuadratic(3.3, 0.7),
    ),
    "own file": (
        {"length_rule": "median", "n_points": 30, "dataset": "own"},
        lambda X: Gaussian(median_length_scale(Gaussian, X, 3)),
    ),
}


@pytest.mark.release
@pytest.mark.parametrize("case", CASES)
def test_a_program_prints_what_the_library_gives_step_by_step(case, shown, tmp_path, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.views.convergence.view._SIZES", (8, 16, 32, 64))
    given, kernel_of = CASES[case]
    settings = SHARED | given
    app = open_view("convergence", {name: TABLE[name].write(value) for name, value in settings.items()})
    if settings["dataset"] == "own":
        (tmp_path / FILE).write_text(TREES, encoding="utf-8")
        app.file_uploader[0].upload(FILE, TREES.encode(), "text/csv").run()
    out = printed(shown["curve"][1](), tmp_path, monkeypatch)

    data = read_csv(TREES) if settings["dataset"] == "own" else load(settings["dataset"])
    X = standardize(data.X).X
    if settings["whiten"]:
        X = Whitening().fit_transform(X)
    if settings["n_points"] < len(X):
        X = X[choose_rows(len(X), settings["n_points"], 3)]
    kernel, sizes = kernel_of(X), (8, 16, 32, 64)
    measured = (settings["metric"], settings["map"])
    curves = [error_curve(X, kernel, name, sizes, range(3, 6), *measured) for name in settings["sampler"]]
    report = convergence(curves, X, 32, 0.3, 0.95, settings["bound"])
    wanted = {
        (curve.sampler, str(size), str(seed)): error
        for curve in curves
        for seed, errors in zip(curve.seeds, curve.errors, strict=True)
        for size, error in zip(curve.n_freqs, errors, strict=True)
    }
    for guarantee in report.guarantees:
        for size, value in zip(guarantee.curve.n_freqs, guarantee.curve.values, strict=True):
            wanted[f"{guarantee.name} bound", str(size), ""] = value
    for each in report.expectations:
        for size, value in zip(each.n_freqs, each.values, strict=True):
            wanted[f"{each.sampler} expected", str(size), ""] = value

    comments, names, rows = table(out)
    said = {tuple(row[:3]): float(row[3]) for row in rows}
    assert names == ["series", "n_freqs", "seed", "error"] and said.keys() == wanted.keys()
    assert np.allclose([said[key] for key in wanted], list(wanted.values()), rtol=1e-8)
    picture = convergence_picture(report, THEMES["light"])
    assert comments[0] == f"# {picture.title}"


# --- data of the viewer's own -----------------------------------------------------------------------------------------

DRAWN = "_".join(f"{40 * i - 200}.{(i * i * 37) % 300}{'.1' if i % 2 else ''}" for i in range(14))


@pytest.mark.release
@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("adaptive", {"view": "weights", "shape": "own", "n_landmarks": "10"}),
        ("prediction", {"view": "line", "function": "own", "n_freqs": "8"}),
        ("prediction", {"view": "surfaces", "toy": "own", "n_freqs": "8", "method": "fourier"}),
    ],
)
def test_points_that_were_drawn_stand_in_the_program(page, query, shown, tmp_path, monkeypatch):
    open_view(page, query | {"drawn": DRAWN})
    ((picture, script),) = shown.values()
    text = script()
    assert "[-2.0, 0.0, -1], [-1.6, 0.37, 1]," in text
    assert_same_numbers(printed(text, tmp_path, monkeypatch), picture)


@pytest.mark.release
def test_a_file_with_answers_is_read_from_beside_the_program(shown, tmp_path, monkeypatch):
    rows = "a,b,kind\n" + "\n".join(f"{i % 7},{(i * i) % 11},{'cat' if i % 3 else 'dog'}" for i in range(60))
    app = open_view("prediction", {"view": "real_data", "dataset": "own", "method": "fourier", "n_splits": "1"})
    app.file_uploader[0].upload(FILE, rows.encode(), "text/csv").run()
    (tmp_path / FILE).write_text(rows, encoding="utf-8")
    picture, script = shown["real_data"]
    assert f'read_file("{FILE}", "kind")' in script()
    assert "\nRun it in the folder of your data file.\n" in script()
    assert_same_numbers(printed(script(), tmp_path, monkeypatch), picture)


@pytest.mark.release
def test_what_is_clicked_and_the_plane_shown_stand_in_the_program(shown, tmp_path, monkeypatch):
    small = {each: SMALL[each] for each in ("n_learned", "n_iterations", "n_landmarks", "optimizer", "n_points")}
    asked = {"view": "learning", "learned_on": "dataset", "plane": "principal", "wave": "2", "dataset": "iris"}
    open_view("adaptive", small | asked)
    ((picture, script),) = shown.values()
    assert "principal_plane(X)" in script() and "wave_over(record, X, view, 2)" in script()
    assert_same_numbers(printed(script(), tmp_path, monkeypatch), picture)


# --- how values are written -------------------------------------------------------------------------------------------


def one_curve(sampler):
    """The calls that lead to a picture of the error of one scheme, and the picture."""
    with remembering(Calls()) as calls:
        X, kernel = made(load, "iris").X, Gaussian(2.0)
        asked = {"X": X, "kernel": kernel, "sampler": sampler, "n_freqs": [4, 8], "seeds": range(2)}
        curve = remember(error_curve(**asked), error_curve, **asked)
        return calls, made(convergence_picture, made(convergence, [curve], X, 8, 0.1, 0.9, []), THEMES["light"])


def test_a_scheme_of_ones_own_is_registered_by_the_program(tmp_path, monkeypatch):
    source = "def halves(kernel, d, n_freqs, rng):\n    return kernel.sample(n_freqs, d, rng) / 2\n"
    (tmp_path / "my_schemes.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_schemes", raising=False)
    monkeypatch.setitem(SAMPLERS, "half", named_scheme("my_schemes:halves", "half"))
    calls, picture = one_curve("half")
    text = program("How fast?", calls, picture)
    monkeypatch.delitem(SAMPLERS, "half")  # as where the program runs
    assert 'register(named_scheme("my_schemes:halves", "half"), SAMPLERS)' in text
    assert_same_numbers(printed(text, tmp_path, monkeypatch), picture)


def test_what_cannot_be_written_is_said_and_ends_the_program(tmp_path, monkeypatch):
    registry = dict(SAMPLERS)
    register(own_scheme(lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng), "mine"), registry)
    monkeypatch.setitem(SAMPLERS, "mine", registry["mine"])
    text = program("How fast?", *one_curve("mine"))
    said = "This picture needs the scheme mine, whose function no module gives by name."
    assert f"# {said}\n" in text
    with pytest.raises(SystemExit, match=said):
        printed(text, tmp_path, monkeypatch)
    with remembering(Calls()) as calls:
        picture = remember(object(), len, {1, 2})
    assert "# This picture needs a set, which cannot be written as Python." in program("What?", calls, picture)


def test_numbers_keep_their_precision_and_texts_their_quotes():
    hostile = 'x"); import os; os.system("echo no")#\n\ud800.csv'
    for value in (0.1 + 0.2, np.float64(1 / 3), True, None, (1,), [2, "a'b", hostile], {"a": [3, 4]}, range(2, 9)):
        text = flat(Writer(Calls(), None).source(value))
        assert text.encode() and eval(text, {}) == (list(value) if isinstance(value, tuple) else value)
    kernel = Matern(length_scale=0.1 + 0.2, nu=np.float64(1 / 3))
    written = flat(Writer(Calls(), None).source(kernel))
    assert written == "Matern(length_scale=0.30000000000000004, nu=0.3333333333333333)"
    typed = flat(Writer(Calls(), None).source(FormulaKernel(2, "exp(-r)")))
    assert typed == "FormulaKernel(length_scale=2.0, profile='exp(-r)')"


def test_a_record_is_written_as_a_part_of_what_holds_it_or_by_its_fields():
    assert flat(Writer(Calls(), None).source(Case("a", (1.5, 2)))) == 'Case(name="a", numbers=[1.5, 2])'
    with remembering(Calls()) as calls:
        case = Case("a", (1,))
        taken = made(replace, made(Whole, case).case, name="b")
        part = made(replace, made(whole_of, "a").case, name="b")
    for value, source in ((taken, 'Case(name="a", numbers=[1])'), (part, 'whole_of("a").case')):
        writer = Writer(calls, None)
        assert writer.named(value) == "record"
        assert writer.statements == [f'record = replace({source}, name="b")']


def page_with_a_chart():
    from rffviz.explorer.figures.picture import Picture
    from rffviz.explorer.figures.theme import blank
    from rffviz.explorer.web.chart import Chart
    from rffviz.explorer.words.readout import Readout

    def build(theme):
        readout = Readout(["where"], [["here"]])
        return Picture("x", "Title", "Subtitle", blank(theme), "What is seen.", readout, {"a": [1]})

    Chart("plain").show(build)
    Chart("scripted").show(build, script=lambda: "print(1)\n")


def test_script_is_offered_where_a_page_gives_one():
    app = AppTest.from_function(page_with_a_chart, default_timeout=30).run()
    assert not app.exception
    offered = [(button.proto.label, button.proto.id.rpartition("-")[2]) for button in app.get("download_button")]
    files = [("Data (CSV)", "csv"), ("Figure (HTML)", "html")]
    assert offered == [*files, *files, ("Python script", "py")]
