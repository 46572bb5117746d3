"""The page on sampling schemes: every diagnostic of two samples, in a session without a browser."""

import importlib
import re
import time
from html import escape
from itertools import cycle

import numpy as np
import pytest

from rffviz.__main__ import main
from rffviz.diagnose import DIAGNOSTICS, SPECIMENS, diagnose
from rffviz.explorer.views.schemes.view import Side, report_against
from rffviz.explorer.views.schemes.view import reports as reports_of
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.server import sessions
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.cases import CASES
from rffviz.explorer.words.numbers import measured
from rffviz.explorer.words.practice import SPECIMEN
from rffviz.kernels import Cauchy, Gaussian
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import own_scheme
from rffviz.theory import orthogonal_gain
from tests.views.opening import details, headline, open_page, sentences, widget
from tests.views.schemes.schemes_page import letters, upload

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


SCHEMES = importlib.import_module("pages.schemes")


VIEWS = [view.name for view in SCHEMES.PAGE.views]


SIDE_BY_SIDE = [*(name for name in VIEWS if name != "difference"), "directions"]


NUMBERS = {  # what a headline without a problem begins with
    "norms_and_directions": "Largest KS distance {}",
    "directions": "Largest eigenvalue {}",  # beside the norms
    "field": "Largest error {} at ‖δ‖ = {}",
    "cloud": "{} repeats",
    "bias": "Variance as for Monte Carlo",
}


def fine(diagnostic, sides, said):
    """Whether a headline finds no problem in the sides, and has the number of its view."""
    if diagnostic == "stages":
        return said == f"{sides}: the frequencies are correct"
    expected = f"{NUMBERS[diagnostic]}; no problems found in {sides}"
    return re.fullmatch(re.escape(expected).replace(re.escape("{}"), r"−?[\d.]+"), said) and len(said.split()) <= 14


every_diagnostic = pytest.mark.parametrize("diagnostic", SIDE_BY_SIDE)


def test_links_of_old_choose_a_diagnostic():
    assert sorted(VIEWS) == ["bias", "cloud", "difference", "field", "norms_and_directions", "stages"]
    assert {"a", "b", "dimension", "first_axis", "second_axis", "n_draws", "points"} <= set(SCHEMES.PAGE.parameters)


@pytest.mark.release
@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_a_failing_case_opens_and_is_exposed(case):
    app = open_page("schemes", **case.query)
    assert not app.exception and not app.error and not sentences(app)
    assert letters(app) == ["<b>A</b>", "<b>B</b>"]
    assert case.words in [caption.value for caption in app.caption]
    checks = next(part.proto.body for part in app.get("html") if "class='checks'" in part.proto.body)
    assert headline(app).startswith("A: ") and "chip fault'>B: " not in checks
    assert "chip fault'>A: " in checks or (case.query["a"] not in SPECIMENS and "chip design'>A: " in checks)


def test_one_menu_holds_practice_and_cases_and_one_the_exports():
    app = open_page("schemes", view="difference", n_freqs="32", n_draws="20")
    menus = {each.proto.popover.label: each for each in app.get("popover")}
    more, export = menus["More: Difference"], menus["Export"]
    assert [each.key for each in more.button] == ["more-field", "more-stages", "practice"]
    assert [box.label for box in more.selectbox] == ["Failing cases"]
    assert [box.label for box in app.selectbox if box.label != "Kernel"] == ["Failing cases", "A", "B"]
    assert sum(label == "Export" for label in (each.proto.popover.label for each in app.get("popover"))) == 1
    files = ["Data (CSV)", "{} (HTML)", "Python script"]
    shown = [name.format(what) for what in ("Figure", "Table") for name in files]
    assert [each.proto.label for each in export.get("download_button")] == shown
    assert [each.value.partition(":")[0] for each in export.caption] == ["Figure", "Table"]


def reports(app):
    """The buttons of the reports in the menu of exports, and what can be downloaded of them."""
    asked = [each.label for each in app.button if each.label.startswith("Report")]
    return asked, [each.proto.label for each in app.get("download_button") if "Report" in each.proto.label]


@pytest.mark.release
def test_a_report_is_measured_when_asked_for_and_forgotten_with_its_settings():
    app = open_page("schemes", view="bias", a="sobol_scrambled", n_freqs="32", n_draws="20", kernel="cauchy")
    assert reports(app) == (["Report on A (HTML)", "Report on B (HTML)"], [])
    next(each for each in app.button if each.label == "Report on A (HTML)").click().run(timeout=120)
    assert not app.exception and not app.error and not sentences(app)
    assert reports(app) == (["Report on B (HTML)"], ["Save: Report on A (HTML)"])
    menu = next(each for each in app.get("popover") if each.proto.popover.label == "Export")
    assert menu.get("download_button")[0].proto.label == "Save: Report on A (HTML)"
    widget(app.select_slider, "n_freqs").set_value(64).run(timeout=120)
    assert reports(app) == (["Report on A (HTML)", "Report on B (HTML)"], [])


@pytest.mark.release
def test_the_report_of_the_app_is_that_of_the_command(tmp_path, monkeypatch):
    now = {SPECIMEN: 0}
    asked = {"scheme": "orthogonal", "kernel": Cauchy(), "d": 3, "n_freqs": 32, "X": None}
    asked |= {"seeds": 20, "random_state": 4, "rate": True}
    a, b = (Side(3, Job(diagnose, "", **asked | {"scheme": name}), None, True, name) for name in ("sobol", "halton"))
    (export,) = report_against(now, {"A": a, "B": b})
    assert export.label == "Report: A against B (HTML)" and export.file_name == "report-sobol.html"
    *_, last = export.job.study.steps(**export.job.arguments)
    page = export.page(last.record)
    arguments = "report sobol -d 3 -n 32 --kernel cauchy --length-scale 1.0 --against halton --seeds 20"
    arguments += " --random-state 4 --html report.html"
    monkeypatch.chdir(tmp_path)
    assert main([*arguments.split(), "--html", "report.html"]) in (0, 1)
    # of the cost of a draw, and the date; each begins with few characters that can, as the page has megabytes of script
    seconds = r"[0-9.,]+ [mµ]?s\b|[0-9.]+×|[0-9-]{10}T[0-9:.]+\+00:00|sha256-\S+"
    written = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert re.sub(seconds, "", page) == re.sub(seconds, "", written)
    assert reports_of({**now, SPECIMEN: 1}, {"A": a, "B": b}) == report_against(now, {"A": a}) == []
    assert export.job.key != reports_of(now, {"A": a, "B": b})[0].job.key


@pytest.mark.release
def test_a_failing_case_can_be_chosen():
    app = open_page("schemes", n_freqs="32", n_draws="20")
    chooser = next(box for box in app.selectbox if box.label == "Failing cases")
    chooser.select(CASES[3].title).run()
    assert not app.exception and not app.error
    assert CASES[3].words in [caption.value for caption in app.caption]
    assert headline(app).startswith("A: frequency norms are ")


@pytest.mark.release
@pytest.mark.parametrize(
    ("diagnostic", "d"),
    [*zip(SIDE_BY_SIDE, cycle(["784", "1", "1", "2", "123"])), ("cloud", "1")],
)
def test_every_diagnostic_shows_two_samples_in_every_dimension(diagnostic, d):
    n_freqs = "64" if diagnostic == "field" else "40"  # the one that works longest does so in processes of its own
    app = open_page("schemes", view=diagnostic, dimension=d, n_draws="3", n_freqs=n_freqs, a="fastfood")
    assert not app.exception and not app.error and not sentences(app)
    assert letters(app) == ["<b>A</b>", "<b>B</b>"]


@pytest.mark.release
@every_diagnostic
def test_one_scheme_can_stand_on_both_sides(diagnostic):
    app = open_page("schemes", view=diagnostic, a="monte_carlo", n_draws="3", n_freqs="32")
    assert not app.exception and not app.error and not sentences(app)
    assert letters(app) == ["<b>A</b>", "<b>B</b>"]
    if diagnostic == "bias":  # too few seeds to judge the variance
        assert headline(app) == "No problems found in A and B"
    else:
        assert fine(diagnostic, "A and B", headline(app))


@pytest.mark.release
@every_diagnostic
def test_frequencies_of_ones_own_can_stand_on_both_sides(diagnostic):
    app = open_page("schemes", view=diagnostic, a="own", b="own")
    assert not app.exception and not app.error
    assert [words for words in sentences(app) if "Choose a file" in words] == [
        f"Choose a file with frequencies for {letter}." for letter in "AB"
    ]
    W = np.random.default_rng(0).standard_normal((200, 3))
    upload(app, 0, "mine.npy", W)
    upload(app, 1, "mine.npy", W)
    assert not app.exception and not app.error
    if diagnostic in ("bias", "stages"):
        said = {"bias": "no other seeds", "stages": "The stages of A and B are not known"}[diagnostic]
        assert not app.get("plotly_chart") and any(said in words for words in sentences(app))
    else:
        assert letters(app) == ["<b>A</b>", "<b>B</b>"] and fine(diagnostic, "A and B", headline(app))


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        ("orthogonal", "monte_carlo", ["Sobol', scrambled"]),
        ("orthogonal", "sobol_scrambled", ["Monte Carlo"]),
        ("orthogonal", "simplex", ["Monte Carlo", "Sobol', scrambled"]),
    ],
)
def test_a_scheme_that_is_not_defined_has_another_in_its_place(a, b, shown):
    app = open_page("schemes", a=a, b=b, kernel="laplacian", dimension="3", n_draws="3", n_freqs="40", view="field")
    said = [words.partition(" is shown instead of ")[0] for words in sentences(app)]
    assert said == shown and letters(app) == ["<b>A</b>", "<b>B</b>"] and not app.error
    assert headline(app).endswith("no problems found in A and B")


@pytest.mark.release
def test_a_specimen_that_is_not_defined_leaves_the_other_side_standing():
    app = open_page("schemes", a="half_box_muller", dimension="2", n_draws="3", n_freqs="40")
    assert any("Up to three dimensions the mistake makes no difference." in words for words in sentences(app))
    assert letters(app) == ["<b>B</b>"] and fine("cloud", "B", headline(app)) and not app.error


@pytest.mark.release
def test_a_scheme_for_more_frequencies_has_another_in_its_place():
    for side in "ab":
        app = open_page("schemes", **{side: "moment_matching"}, dimension="784", n_draws="3", n_freqs="40")
        assert any("needs at least 786 frequencies for d = 784" in words for words in sentences(app))
        assert letters(app) == ["<b>A</b>", "<b>B</b>"] and not app.error


def test_a_scheme_of_the_data_is_shown_for_a_stand_in():
    app = open_page("schemes", a="leverage", n_draws="3", n_freqs="32", view="bias")
    assert not app.exception and not app.error and letters(app) == ["<b>A</b>", "<b>B</b>"]
    assert any("for 500 standard normal points" in details.proto.body for details in app.get("html"))


@pytest.mark.slow
def test_own_frequencies_are_compared_and_a_bad_file_refused():
    app = open_page("schemes", a="own", view="radius", n_draws="3")
    assert any("Choose a file" in words for words in sentences(app))
    upload(app, 0, "mine.npy", np.random.default_rng(0).standard_normal((200, 3)) * 1.6)
    assert letters(app) == ["<b>A</b>", "<b>B</b>"] and not app.error
    assert headline(app).startswith("A: frequency norms are ") and headline(app).endswith(" too large")
    assert any("the frequencies of mine.npy" in details.proto.body for details in app.get("html"))
    app.get("file_uploader")[0].set_value(("bad.npy", b"\x93NUMPY\x01\x00nothing", "application/octet-stream"))
    app.run()
    assert any("bad.npy must be an NPY file" in words for words in sentences(app))


@pytest.mark.release
def test_verdicts_are_a_table():
    app = open_page("schemes", dimension="2", n_draws="20", n_freqs="64", a="sobol_scrambled")
    table = next(part.proto.body for part in app.get("html") if "class='cells wordy'" in part.proto.body)
    for name in ("sobol_scrambled", "monte_carlo"):
        report = diagnose(name, Gaussian(), 2, 64, 20, rate=True)
        assert report["rate"].status == "fine"
        for verdict in report.verdicts:
            assert escape(DIAGNOSTICS[verdict.diagnostic]) in table and escape(verdict.sentence) in table
    assert escape("A: Sobol', scrambled, seed 0") in table and "B: Monte Carlo, seed 0" in table
    assert table.count("class='chip fine'") == 2 and "<details ><summary>" in table and len(app.header) == 1
    assert not any("on this machine" in sentence or "times as long" in sentence for sentence in sentences(app))


@pytest.mark.release
def test_the_page_opens_on_two_correct_schemes():
    assert headline(open_page("schemes")) == "0 repeats; no problems found in A and B"
    app = open_page("schemes", view="bias")
    gain = orthogonal_gain("orthogonal", Gaussian(), 10, 256)
    said = f"exact variance {measured(gain.near)}× that of Monte Carlo at ‖δ‖ = ℓ"
    assert headline(app) == f"In 10 dimensions orthogonal frequencies help near pairs: {said}"
    assert f"{measured(gain.far)}× at 3ℓ (exact, d = 10, D = 256)" in details(app)
    checks = " ".join(each.proto.body for each in app.get("html"))
    assert re.search(r"A: (all )?\d+ checks passed", checks) and re.search(r"B: (all )?\d+ checks passed", checks)
    chosen = {box.label: box.value for box in app.selectbox}
    assert (chosen["A"], chosen["B"]) == ("orthogonal", "monte_carlo")


def _raises(kernel, d, n_freqs, rng):
    raise KeyError("lost")


def _raises_above_eight(kernel, d, n_freqs, rng):
    return _raises(kernel, d, n_freqs, rng) if d > 8 else kernel.sample(n_freqs, d, rng)


def _fails_from_a_hundred(kernel, d, n_freqs, rng):
    W = kernel.sample(n_freqs, d, rng)
    return W if n_freqs < 100 else W * np.nan


BROKEN = {
    "raises": (_raises, "KeyError"),
    "raises_above_eight": (_raises_above_eight, "KeyError"),
    "not_a_number": (lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng) * np.nan, "must be finite"),
    "not_here": (_fails_from_a_hundred, "must be finite"),
    "turned": (lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng).T, "This looks transposed"),
    "ragged": (lambda kernel, d, n_freqs, rng: [[0.0], [1.0, 2.0]], "must be an array of real numbers"),
    "complex": (lambda kernel, d, n_freqs, rng: 1j * kernel.sample(n_freqs, d, rng), "must hold real numbers"),
    "fewer": (lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs - 1, d, rng), "must give frequencies of shape"),
}


@pytest.mark.release
@pytest.mark.parametrize("name", BROKEN)
def test_a_scheme_of_ones_own_that_fails_leaves_the_other_side_standing(name, monkeypatch):
    function, words = BROKEN[name]
    for side in "ab":
        monkeypatch.setitem(TABLE[side].options, name, name)
    monkeypatch.setitem(SAMPLERS, name, own_scheme(function, name))
    for at_home in (True, False):
        monkeypatch.setattr(sessions, "at_home", lambda at_home=at_home: at_home)
        traced = at_home and name not in ("turned", "fewer")  # where something was raised
        app = open_page("schemes", a=name, dimension="12", n_draws="3", n_freqs="128")
        assert letters(app) == ["<b>B</b>"] and not app.error and not app.exception
        assert any("is not defined here" in said and words in said for said in sentences(app))
        assert [part.label for part in app.expander if part.label == "Traceback"] == ["Traceback"] * traced
        assert any("Traceback (most recent" in code.value for code in app.code) == traced


def _fails_at_a_later_seed(kernel, d, n_freqs, rng):
    if rng.bit_generator.seed_seq.entropy == 7:
        time.sleep(1.0)  # so that what came before is drawn, however busy the machine is
        raise KeyError("lost")
    return kernel.sample(n_freqs, d, rng)


@pytest.mark.release
@pytest.mark.parametrize("diagnostic", ["cloud", "bias", "difference"])
def test_a_scheme_that_fails_at_a_later_seed_leaves_the_other_side_standing(diagnostic, monkeypatch):
    monkeypatch.setitem(TABLE["a"].options, "late", "Late")
    monkeypatch.setitem(SAMPLERS, "late", own_scheme(_fails_at_a_later_seed, "late"))
    monkeypatch.setattr(sessions, "at_home", lambda: True)
    app = open_page("schemes", a="late", view=diagnostic, n_draws="20", n_freqs="32")
    assert not app.error and not app.exception
    assert [said for said in sentences(app) if "The sampler late failed for d = 10: KeyError: 'lost'." in said]
    assert [part.label for part in app.expander if part.label == "Traceback"] == ["Traceback"]
    if diagnostic == "difference":  # of the seeds before it
        assert [chart.key for chart in app.get("plotly_chart")] == ["difference-0-draft-1"]
    else:
        assert letters(app) == ["<b>B</b>"] and fine(diagnostic, "B", headline(app))


def test_lists_are_frequencies_of_ones_own(monkeypatch):
    scheme = own_scheme(lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng).tolist(), "lists")
    monkeypatch.setitem(SAMPLERS, "lists", scheme)
    monkeypatch.setitem(TABLE["a"].options, "lists", "Lists")
    app = open_page("schemes", a="lists", n_draws="3", n_freqs="32")
    assert letters(app) == ["<b>A</b>", "<b>B</b>"] and not sentences(app)


@pytest.mark.release
def test_a_file_with_rows_and_columns_swapped_says_so():
    app = open_page("schemes", a="own", b="own", n_draws="3", view="radius")
    W = np.random.default_rng(0).standard_normal((40, 3))
    upload(app, 0, "mine.npy", W)
    assert not any("mine.npy is read as" in words for words in sentences(app))
    upload(app, 1, "turned.npy", W.T)
    (said,) = (words for words in sentences(app) if "is read as" in words)
    assert said.startswith("turned.npy is read as 3 frequencies of 40 coordinates. This looks transposed: 3 rows of 40")
    app = open_page("schemes", a="own", n_draws="3", view="radius", dimension="2")
    upload(app, 0, "turned.npy", W.T)
    assert any("Are rows and columns swapped?" in words for words in sentences(app))


@pytest.mark.release
def test_where_the_mean_error_is_shown_the_headline_is_on_the_bias():
    app = open_page("schemes", view="bias", a="sorf", b="orthogonal", dimension="10")
    assert headline(app).startswith("A: k̂ is ") and headline(app).endswith("too small on average (intended)")
    app = open_page("schemes", view="cloud", a="sorf", b="orthogonal", dimension="10")
    assert "variance" in headline(app)  # the gravest verdict, where the figure does not show either
