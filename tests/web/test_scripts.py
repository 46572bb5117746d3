"""The programs that pages hand out, run as a reader would run them."""

import ast
import math
import os
import pathlib
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rffviz.datasets import choose_rows, load, standardize
from rffviz.datasets.uploads import read_csv
from rffviz.features import Whitening
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic, median_length_scale
from rffviz.measure import SUP_COMPACT, convergence, error_curve
from rffviz.web.scripts import convergence_script

ROOT = pathlib.Path(__file__).parents[2]
TREES = "girth;height;kind\n" + "".join(f"{8 + i % 7},{i};{60 + 3 * (i % 11)},5;k\n" for i in range(40))
FILE = 'my "trees" \'n \\ more.csv'
SHARED = {
    "n_freqs": 32,
    "epsilon": 0.3,
    "confidence": 0.95,
    "bounds": ("rahimi_recht",),
    "metric": "sup",
    "map": "paired",
}
CASES = {
    "gaussian, median": (
        {
            "kernel": Gaussian(),
            "length_rule": "median",
            "samplers": ("monte_carlo", "sobol", "orthogonal"),
            "n_points": 90,
        },
        lambda X: Gaussian(median_length_scale(Gaussian, X, 3)),
    ),
    "matern by hand": (
        {"kernel": Matern(0.1 + 4.2, 2 + 1 / 3), "n_points": 60, "bounds": ("hoeffding", "sutherland_schneider")},
        lambda X: Matern(0.1 + 4.2, 2 + 1 / 3),
    ),
    "offset map, dimension rule": (
        {"kernel": Gaussian(), "length_rule": "dimension", "map": "offset", "bounds": ("sutherland_schneider",)},
        lambda X: Gaussian(math.sqrt(X.shape[1] / 2)),
    ),
    "sup over the box": (
        {"kernel": Gaussian(1.7), "dataset": "moons", "metric": SUP_COMPACT, "samplers": ("sobol_scrambled",)},
        lambda X: Gaussian(1.7),
    ),
    "laplacian without bound": (
        {"kernel": Laplacian(), "length_rule": "median", "samplers": ("monte_carlo",), "n_points": 442},
        lambda X: Laplacian(median_length_scale(Laplacian, X, 3)),
    ),
    "whitened, another error": (
        {"kernel": RationalQuadratic(3.3, 0.7), "whiten": True, "metric": "relative_frobenius", "n_points": 50},
        lambda X: RationalQuadratic(3.3, 0.7),
    ),
    "own file": (
        {"kernel": Gaussian(), "length_rule": "median", "n_points": 30, "file": FILE},
        lambda X: Gaussian(median_length_scale(Gaussian, X, 3)),
    ),
}


IRIS = {"dataset": "iris", "n_points": 50, "seed": 0, "samplers": ["sobol"], "sizes": [8], "metric": "rmse"}
IRIS |= {"map": "paired", "n_freqs": 8, "epsilon": 0.1, "confidence": 0.9, "bounds": []}


def written(case):
    """The settings of a case, complete, and its program."""
    given, kernel = CASES[case]
    settings = {"dataset": "diabetes", "n_points": 80, "seed": 3, "samplers": ("monte_carlo", "orthogonal")}
    settings |= {"sizes": (8, 16, 32, 64), "seeds": range(3, 6), **SHARED} | given
    return settings, kernel, program_of(**settings)


def program_of(dataset, kernel, samplers, sizes, seeds, metric, map, bounds, whiten=False, file=None, **now):
    """The program for curves of these settings, which it names and does not look into."""
    curves = [SimpleNamespace(sampler=samplers[0], n_freqs=np.array(sizes), seeds=seeds, metric=metric, map=map)]
    curves += [SimpleNamespace(sampler=name) for name in samplers[1:]]
    points = SimpleNamespace(name=dataset, whitened=whiten, file=file)
    return convergence_script({"length_rule": "hand", "bound": bounds} | now, (points, kernel), curves)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_program_prints_the_numbers_of_the_page(case, tmp_path):
    settings, kernel_of, program = written(case)
    (tmp_path / FILE).write_text(TREES)
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "program.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()

    # what the page does, step by step
    data = read_csv(TREES) if "file" in settings else load(settings["dataset"])
    X = standardize(data.X).X
    if settings.get("whiten"):
        X = Whitening().fit_transform(X)
    if settings["n_points"] < len(X):
        X = X[choose_rows(len(X), settings["n_points"], 3)]
    kernel = kernel_of(X)
    curves = [
        error_curve(X, kernel, name, settings["sizes"], settings["seeds"], settings["metric"], settings["map"])
        for name in settings["samplers"]
    ]
    report = convergence(curves, X, 32, 0.3, 0.95, settings["bounds"])

    assert lines[0] == "series,n_freqs,seed,error"
    said = {tuple(line.split(",")[:3]): float(line.split(",")[3]) for line in lines[1:] if not line.startswith("#")}
    wanted = {
        (curve.sampler, str(size), str(seed)): error
        for curve in curves
        for seed, errors in zip(curve.seeds, curve.errors, strict=True)
        for size, error in zip(curve.n_freqs, errors, strict=True)
    }
    for promise in report.promises:
        for size, value in zip(promise.curve.n_freqs, promise.curve.values, strict=True):
            wanted[f"{promise.name} bound", str(size), ""] = value
    assert said.keys() == wanted.keys()
    # float32 sums may be taken in another order by another process
    assert np.allclose([said[key] for key in wanted], list(wanted.values()), rtol=1e-4, atol=1e-6)

    tail = [line for line in lines if line.startswith("#")]
    assert len(tail) == len(curves) + len(report.promises) + len(report.silent)
    for line, reading, needed in zip(tail, report.readings, report.needed, strict=False):
        name, _, rest = line.removeprefix("# ").partition(": median ")
        median, _, asked = rest.partition(" at 32, 0.3 needs ")
        assert name == reading.sampler and math.isclose(float(median), reading.median, rel_tol=1e-4)
        assert math.isclose(float(asked), needed, rel_tol=1e-3) or (math.isnan(needed) and asked == "nan")
    for line, promise in zip(tail[len(curves) :], report.promises, strict=False):
        assert line.startswith(f"# {promise.name} bound: ") and line.endswith(f" needs {promise.needed}")
    for reason in report.silent:
        assert f"# {reason}" in tail
    assert (report.silent != ()) == (case in ("laplacian without bound", "whitened, another error", "matern by hand"))


@pytest.mark.parametrize("case", CASES)
def test_program_is_short_and_uses_the_library_alone(case):
    _, _, program = written(case)
    lines = program.splitlines()
    assert len(lines) <= 40 and max(map(len, lines)) <= 120
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    allowed = {
        "math",
        *(f"rffviz.{part}" for part in ("datasets", "datasets.uploads", "features", "kernels", "measure")),
    }
    assert imported <= allowed


def test_length_scale_by_hand_keeps_its_precision():
    kernel = Matern(length_scale=0.1 + 0.2, nu=np.float64(1 / 3))
    program = program_of(kernel=kernel, seeds=[0], **IRIS)
    assert "Matern(length_scale=0.30000000000000004, nu=0.3333333333333333)" in program


def test_names_cannot_leave_their_quotes():
    hostile = 'x"); import os; os.system("echo no")#\n\ud800.csv'
    program = program_of(kernel=Gaussian(), seeds=[0, 2], file=hostile, **IRIS)
    strings = [node.value for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant)]
    assert hostile in strings and program.encode()
    assert "seeds = [0, 2]" in program


def page_with_a_chart():
    from rffviz.figures.picture import Picture
    from rffviz.figures.theme import blank
    from rffviz.web.chart import Chart

    def build(theme):
        return Picture("x", "Title", "Subtitle", blank(theme), "What is seen.", "Reading.", {"a": [1]})

    Chart("plain").show(build)
    Chart("scripted").show(build, script=lambda: "print(1)\n")


def test_script_is_offered_where_a_page_gives_one():
    app = AppTest.from_function(page_with_a_chart, default_timeout=30).run()
    assert not app.exception
    offered = [(button.proto.label, button.proto.id.rpartition("-")[2]) for button in app.get("download_button")]
    files = [("Data (CSV)", "csv"), ("Figure (HTML)", "html")]
    assert offered == [*files, *files, ("Python script", "py")]
