"""One name for a view: the link's value, its folder, its study's module, the folder of its tests, and its label."""

import importlib
import pathlib
import re

import pytest
from streamlit.testing.v1 import AppTest

import app as explorer
from rffviz.explorer.web.settings.table import TABLE
from tests.views.opening import opened

ROOT = pathlib.Path(__file__).parents[2]
PAGES = {name: importlib.import_module(f"pages.{name}").PAGE for name in explorer.PAGES}
VIEWS = [(page, view) for page in PAGES.values() for view in page.views]
ROLES = {"view.py", "picture.py", "words.py", "mathematics.py"}

# What links called a page's choice of a view, and the views themselves, before every page called it `view`.
FORMERLY = {
    "kernel": ("spectrum", {"line": "spectrum", "plane": "spectrum_plane", "own": "own_kernel"}),
    "features": ("feature", {"circle": "circle", "pair": "two_points", "binning": "binning"}),
    "convergence": ("view", {"curve": "curve", "probability": "exceedance", "factor": "factor", "bits": "precision"}),
    "schemes": ("diagnostic", {"cloud": "cloud", "radius": "norms_and_directions", "against": "difference"}),
    "adaptive": ("lesson", {"answers": "from_labels", "numbers": "landmarks"}),
    "prediction": (
        "use",
        {"line": "line", "plane": "surfaces", "data": "real_data", "image": "image"}
        | {"cost": "cost", "error": "kernel_error", "descent": "descent"},
    ),
    "papers": ("shown", {"table": "table", "claims": "claims"}),
}


CALLED_OTHERWISE = {
    "factor": "Bound ÷ measured",
    "maps": "Cos/sin or random phase",
}
"""Views whose links keep a name that the field does not use, or that says less than their label."""


@pytest.mark.parametrize(("page", "view"), VIEWS, ids=lambda each: each.name)
def test_a_view_has_one_name(page, view):
    folder = ROOT / "rffviz" / "explorer" / "views" / page.name / view.name
    assert {"view.py"} <= {path.name for path in folder.iterdir() if path.suffix == ".py"} <= ROLES
    assert importlib.import_module(f"rffviz.explorer.views.{page.name}.{view.name}.view").VIEW is view
    words = re.findall(r"[a-z]+|\d+", view.name)
    label = re.findall(r"[a-z]+|\d+", view.label.lower())
    assert CALLED_OTHERWISE.get(view.name) == view.label or set(words) <= set(label), (
        f"{view.label!r} does not say {view.name}"
    )
    assert (ROOT / "tests" / "views" / page.name / view.name).is_dir()


def test_every_folder_of_a_view_is_on_its_page():
    folders = {path.parent for path in (ROOT / "rffviz" / "explorer" / "views").glob("*/*/*.py")}
    assert {(path.parent.name, path.name) for path in folders} == {(page.name, view.name) for page, view in VIEWS}


def test_a_study_of_one_view_has_its_name():
    users = {}
    for path in (ROOT / "rffviz" / "explorer" / "views").glob("*/*/view.py"):
        for module in set(re.findall(r"from rffviz\.studies\.(\w+) import", path.read_text())):
            users.setdefault(module, set()).add(path.parent.name)
    shared = {"contenders", "handles", "pairs", "plane"}
    assert {module for module, views in users.items() if views != {module}} <= shared


def test_links_of_old_open_the_same_views():
    for name, (chooser, views) in FORMERLY.items():
        page = PAGES[name]
        for old, new in views.items():
            assert page.linked[chooser] == page.linked["view"] == page.setting
            assert page.settings[chooser].read(old) == page.settings["view"].read(new) == new
            assert page.settings["view"].read(old) == new


@pytest.mark.release
def test_the_address_then_holds_the_name_of_today():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.query_params.update({"use": "plane", "n_freqs": "8"})
    app.switch_page(str(ROOT / "pages/prediction.py")).run()
    assert dict(app.query_params) == {"view": "surfaces", "n_freqs": "8"}
    assert not app.warning and not app.exception
    turn_to(app, "kernel")
    assert "view" not in app.query_params and not app.warning  # each page remembers its own view
    turn_to(app, "prediction")
    assert app.query_params["view"] == "surfaces"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "view", "old", "text", "more"),
    [
        ("adaptive", "learning", "weight_decay", "0.02", {"n_points": "60", "n_learned": "5", "n_iterations": "2"}),
        ("prediction", "surfaces", "shape", "rings", {"method": "fourier", "n_freqs": "16"}),
        ("prediction", "image", "n_freqs", "16", {}),
    ],
)
def test_a_setting_is_read_by_the_name_that_it_had(page, view, old, text, more):
    """A view's own setting had the name of one that it shares with other views."""
    declared = next(each for each in PAGES[page].views if each.name == view)
    app = opened(page, **{"view": view, old: text, **more})
    now = TABLE[declared.formerly[old]]
    assert app.session_state["_values"][declared.formerly[old]] == now.read(text) != now.default
    assert not app.warning


def turn_to(app, name):
    """The app on another page: once the list of pages is there, `switch_page` finds scripts alone; ours are none."""
    app.query_params.clear()
    app._page_hash = next(key for key, page in app._registered_pages.items() if page["url_pathname"] == name)
    app.run()


@pytest.mark.release
def test_a_view_behind_more_is_named_there():
    app = opened("prediction", view="surfaces", n_freqs="8", method="fourier")
    (chooser, *_) = app.get("button_group")
    assert [each.content for each in chooser.proto.options] == [view.label for view in PAGES["prediction"].views[:4]]
    assert not chooser.proto.default
    (menu,) = [each for each in app.get("popover") if each.proto.popover.label == "More: Decision surfaces"]
    assert "more-surfaces" not in [each.key for each in menu.button]
    app.button(key="more-real_data").click().run()
    assert app.query_params["view"] == "real_data"


@pytest.mark.slow
def test_a_link_to_the_pairs_opens_them_among_the_matrices():
    query = {"view": "pairs", "scheme": "orthogonal", "n_points": "40", "n_freqs": "8"}
    today = {"view": "matrices", "show": "pairs"} | {name: text for name, text in query.items() if name != "view"}
    assert PAGES["convergence"].moved_to(query) == ("convergence", today)
    app = opened("convergence", **query)
    assert app.session_state["_values"]["show"] == "pairs" and app.session_state["_values"]["scheme"] == "orthogonal"
    assert len(app.get("plotly_chart")) == 1 and "errors lie within ± 2 SD" in app.header[0].value
    assert not app.warning and not app.exception


@pytest.mark.release
@pytest.mark.parametrize("query", [{"view": "table1"}, {"use": "table"}], ids=str)
def test_a_link_to_the_2007_table_opens_it_among_the_papers(query):
    page, asked = PAGES["prediction"].moved_to(query)
    assert (page, asked) == ("papers", {"view": "table", "paper": "table1"})
    assert PAGES["prediction"].moved_to({"view": "line"}) is None and PAGES["kernel"].moved_to({}) is None
    app = opened("prediction", **query)
    assert app.title[0].value == "How do errors measured here compare with the published ones?" and not app.warning


def of_claim(name):
    return "papers", {"view": "claims", "claim": name}


@pytest.mark.parametrize(
    ("page", "query", "opens"),
    [
        ("features", {"view": "other_kernels", "other": "intersection"}, of_claim("spherical_3")),
        ("features", {"feature": "others"}, of_claim("spherical_3")),
        ("adaptive", {"view": "norms", "n_learnings": "1"}, of_claim("adaptive")),
        ("adaptive", {"lesson": "lengths"}, of_claim("adaptive")),
        ("adaptive", {"view": "kernel_term", "decay": "0.3"}, of_claim("alignment")),
        ("adaptive", {"lesson": "target"}, of_claim("alignment")),
        ("prediction", {"view": "unsupervised", "toy": "rings"}, ("prediction", {"view": "surfaces", "toy": "rings"})),
        ("prediction", {"use": "unlabelled"}, ("prediction", {"view": "surfaces"})),
        ("schemes", {"view": "moments", "a": "halton"}, ("schemes", {"view": "cloud", "a": "halton"})),
        ("schemes", {"diagnostic": "moments"}, ("schemes", {"view": "cloud"})),
    ],
    ids=str,
)
def test_a_link_to_a_view_that_is_gone_opens_what_is_nearest_to_it(page, query, opens):
    assert PAGES[page].moved_to(query) == opens
    today, asked = opens
    settings = PAGES[today].settings
    for name, text in asked.items():
        settings[name].read(text)
    assert asked["view"] in [view.name for view in PAGES[today].views]


@pytest.mark.slow
@pytest.mark.parametrize("chooser", ["view", "shown"])
def test_a_link_to_a_cell_opens_it_over_its_table(chooser):
    query = {chooser: "cell", "cell_method": "halton", "cell_size": "100"}
    today = {"view": "table", "cell": "1", "cell_method": "halton", "cell_size": "100"}
    assert PAGES["papers"].moved_to(query) == ("papers", today)
    app = opened("papers", **query)
    assert app.title[0].value == "How do errors measured here compare with the published ones?" and not app.warning
    assert app.header[1].value.startswith("HALTON on Wine quality, D = 100")


@pytest.mark.release
def test_a_link_to_the_directions_opens_them_beside_the_norms():
    today = {"view": "norms_and_directions", "polar": "directions", "a": "halton"}
    for chooser in ("view", "diagnostic"):
        assert PAGES["schemes"].moved_to({chooser: "directions", "a": "halton"}) == ("schemes", today)
    app = opened("schemes", view="directions", a="halton", n_draws="20", n_freqs="32")
    assert dict(app.query_params) == {**today, "n_draws": "20", "n_freqs": "32"} and not app.warning
    (chart,) = app.get("plotly_chart")
    assert "cosine between two frequencies" in chart.proto.spec


@pytest.mark.release
@pytest.mark.parametrize("chooser", ["view", "shown"])
def test_a_link_to_the_survey_opens_it_in_the_view_of_the_kernel_error(chooser):
    query = {chooser: "survey", "survey_data": "digits", "survey_machine": "svm", "ratio": "4"}
    today = {
        "view": "kernel_error",
        "measured": "survey",
        "survey_data": "digits",
        "survey_machine": "svm",
        "ratio": "4",
    }
    assert PAGES["papers"].moved_to(query) == ("prediction", today)
    app = opened("papers", **query)
    assert app.title[0].value == "Does a better kernel approximation predict better?" and not app.warning
    assert dict(app.query_params) == today
    assert "have rank correlation" in app.header[0].value and len(app.get("plotly_chart")) == 1
    controls = [each.label for each in (*app.selectbox, *app.select_slider, *app.number_input, *app.multiselect)]
    assert controls == ["Data", "Kernel", "Machine", "Measured"]
