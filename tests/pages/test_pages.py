"""Every page runs without a browser, and says in a sentence what a link or the data cannot give."""

import importlib
import io
import json
import os
import pathlib
import re
import socket
from dataclasses import replace
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import app as explorer
from rffviz.views.convergence.curve import picture as convergence
from rffviz.web.jobs.job import Job
from rffviz.web.jobs.work import Workshop
from rffviz.web.settings.table import TABLE
from rffviz.words import scenes

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [f"pages/{name}.py" for name in explorer.PAGES]
TIMEOUT = 60


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch, tmp_path):
    """Neither data folder nor cache, and no way out."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path))


def open_page(path, **query):
    """The page at `path` after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
    for name, text in query.items():
        app.query_params[name] = text
    if path != PAGES[0]:
        app.switch_page(str(ROOT / path))
    return app.run()


def turn_to(app, path):
    """The app on another page: once the list of pages is there, `switch_page` finds scripts alone; ours are none."""
    name = "" if path == PAGES[0] else pathlib.Path(path).stem
    app._page_hash = next(key for key, page in app._registered_pages.items() if page["url_pathname"] == name)
    return app.run()


def widget(kind, name):
    """The widget of a parameter, whichever it is by now."""
    return next(w for w in kind if w.key.rpartition("-")[0] == name)


def sentences(app):
    return [warning.value for warning in app.warning] + [info.value for info in app.info]


def test_a_picture_is_drawn_once_for_all_who_ask_for_the_same(monkeypatch):
    drawn, plot = [], convergence.plot_of
    monkeypatch.setattr(convergence, "plot_of", lambda *given: drawn.append(1) or plot(*given))
    asked = {"n_seeds": "2", "n_points": "100", "seed": "77"}
    first = open_page("pages/convergence.py", **asked)
    made = len(drawn)
    other = open_page("pages/convergence.py", **asked)
    assert made and len(drawn) == made
    assert other.header[0].value == first.header[0].value
    assert open_page("pages/convergence.py", **asked, n_freqs="64").header[0].value and len(drawn) > made


@pytest.mark.parametrize(
    ("path", "query", "title"),
    [
        ("pages/start.py", {}, "Start · rffviz"),
        ("pages/convergence.py", {"view": "maps"}, "Maps · Convergence · rffviz"),
        ("pages/prediction.py", {"view": "image", "photo_freqs": "4"}, "Image · Prediction · rffviz"),
    ],
)
def test_the_browsers_tab_is_called_by_the_view(path, query, title, monkeypatch):
    called = []
    monkeypatch.setattr("streamlit.set_page_config", lambda **options: called.append(options))
    open_page(path, **query)
    assert called[-1]["page_title"] == title
    assert "`docs/`" in called[0]["menu_items"]["About"] and (ROOT / "docs" / "guide.md").is_file()


VIEWS = [view.name for view in importlib.import_module("pages.convergence").PAGE.views]


def test_every_script_in_pages_is_listed():
    assert sorted(PAGES) == sorted(f"pages/{p.name}" for p in (ROOT / "pages").glob("*.py"))


@pytest.mark.parametrize("path", PAGES)
def test_page_runs_and_shows_a_figure_with_words(path):
    app = open_page(path)
    assert not app.exception and not app.error
    assert len(app.title) == 1
    assert not sentences(app)
    assert len(app.get("plotly_chart")) >= 1
    for chart in app.get("plotly_chart"):
        assert len(chart.proto.alt) > 40


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n_freqs", "abc"),
        ("n_freqs", "-3"),
        ("n_freqs", "1e9"),
        ("n_freqs", "nan"),
        ("n_points", "1"),
        ("kernel", "nonsense"),
        ("dataset", "nonsense"),
        ("seed", "-1"),
        ("sampler", "monte_carlo,nonsense"),
        ("epsilon", "0"),
        ("confidence", "1"),
    ],
)
def test_bad_link_is_told_with_name_value_and_range(name, text):
    app = open_page("pages/convergence.py", **{name: text})
    assert not app.exception and not app.error
    said = [s for s in sentences(app) if f"{name} = {text}" in s]
    assert len(said) == 1
    assert "must be" in said[0] and "is shown instead" in said[0]
    assert app.session_state["_values"][name] == TABLE[name].default
    assert len(app.get("plotly_chart")) == 1


@pytest.mark.parametrize("name", ["n_freqs", "![x](http://example.org/x.png)"])
@pytest.mark.parametrize(
    "text", ["![x](http://example.org/x.png)", "`![x](http://example.org/x.png)`", "<img src=x>\n\n# a"]
)
def test_what_a_link_holds_is_shown_as_code_alone(name, text):
    """A picture from elsewhere in a notice would be a request outside."""
    app = open_page("pages/convergence.py", **{name: text})
    (said,) = sentences(app)
    before, _, after = said.split("`")
    assert "!" not in before + after and "<" not in before + after and "\n" not in said


def test_unknown_setting_in_a_link_is_named():
    app = open_page("pages/convergence.py", n_frequencies="3")
    assert any("n_frequencies = 3" in s and "not a setting" in s for s in sentences(app))
    assert not app.exception


def test_good_link_is_followed_without_a_word():
    app = open_page("pages/convergence.py", kernel="matern", nu="2.5", n_freqs="100", sampler="orthogonal", seed="7")
    assert sentences(app) == []
    values = app.session_state["_values"]
    assert (values["kernel"], values["nu"], values["n_freqs"], values["seed"]) == ("matern", 2.5, 100, 7)
    assert values["sampler"] == ("orthogonal",)
    assert any("D = 100" in text.value for text in app.markdown)


def test_moving_a_widget_changes_the_link_and_the_figure():
    app = open_page("pages/convergence.py")
    before = app.get("plotly_chart")[0].proto.spec
    widget(app.selectbox, "kernel").select("cauchy").run()
    assert app.query_params["kernel"] in ("cauchy", ["cauchy"])
    assert app.get("plotly_chart")[0].proto.spec != before
    assert not app.exception and not app.error


def test_laplacian_gets_no_bound_and_the_reason():
    app = open_page("pages/convergence.py", kernel="laplacian", sampler="monte_carlo")
    assert any("σ_p², is infinite" in text.value for text in app.markdown)
    assert "Rahimi" not in app.get("plotly_chart")[0].proto.spec


def test_scheme_that_is_not_defined_is_left_out_with_the_reason():
    app = open_page("pages/convergence.py", kernel="laplacian")
    assert any("Orthogonal is left out" in s and "direction" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1


def test_dataset_that_needs_the_network_gives_the_default_and_a_sentence(monkeypatch):
    import socket

    def closed(*_):
        raise AssertionError("the page asked the network without being told to")

    monkeypatch.setattr(socket, "create_connection", closed)
    app = open_page("pages/convergence.py", dataset="wine_quality")
    assert not app.exception and not app.error
    assert any("RFFVIZ_DATA" in s and "is shown instead" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1


def test_emptied_selection_keeps_what_was_shown():
    app = open_page("pages/convergence.py")
    widget(app.multiselect, "sampler").set_value([]).run()
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert app.session_state["_values"]["sampler"] == TABLE["sampler"].default


def test_shared_controls_keep_their_values_from_page_to_page():
    app = open_page("pages/convergence.py", kernel="matern", seed="5")
    turn_to(app, "pages/prediction.py")
    assert app.session_state["_values"]["kernel"] == "matern"
    assert app.session_state["_values"]["seed"] == 5


def test_the_number_of_points_is_a_limit_and_called_one():
    """1,000 are asked for and Diabetes has 442."""
    app = open_page("pages/convergence.py", n_seeds="1", sampler="monte_carlo")
    assert widget(app.select_slider, "n_points").label == "Points, at most"
    assert "442 points" in app.caption[1].value + app.caption[0].value


def test_new_seed_changes_the_seed(monkeypatch):
    """To one of four digits at most; a link may name a larger one."""
    monkeypatch.setattr("rffviz.web.settings.inputs.secrets.randbelow", lambda below: below - 1)
    app = open_page("pages/convergence.py", n_seeds="1")
    next(b for b in app.button if b.label == "New seed").click().run()
    assert app.session_state["_values"]["seed"] == 9999
    assert open_page("pages/start.py", seed="2147483647").session_state["_values"]["seed"] == 2**31 - 1
    assert not app.exception and not app.error


SCENES = [(f"pages/{scene.page}.py", dict(scene.query)) for scene in scenes.SCENES]


@pytest.mark.parametrize(("path", "query"), SCENES)
def test_a_scene_opens_the_same_from_any_state(path, query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
    app.query_params.update(seed="7", kernel="cauchy", n_freqs="64", metric="rmse", n_seeds="1", view="maps")
    app.switch_page(str(ROOT / "pages/convergence.py")).run()
    app.session_state["_values"].update(weight_decay=1.0, n_train=10, shape="moons", function="step")
    assert query, "a link without a query opens in whatever state the session has"
    app.query_params.clear()
    app.query_params.update(query)
    turn_to(app, path)
    assert not app.exception and not app.error
    fresh = open_page(path, **query)
    assert [chart.proto.alt for chart in app.get("plotly_chart")] == [
        chart.proto.alt for chart in fresh.get("plotly_chart")
    ]


def test_start_shows_one_cosine_first_and_every_scene_as_a_card():
    app = open_page("pages/start.py")
    assert not app.exception and not app.error
    links = [link.proto for link in app.get("page_link")]
    cards = {link.label: (link.page, link.query_string) for link in links if link.label.endswith("?")}
    assert list(cards) == [scene.question for scene in scenes.SCENES]
    for scene in scenes.SCENES:
        page, query = cards[scene.question]
        assert dict(parse_qsl(query)) == dict(scene.query)
        assert page == ("" if scene.page == "start" else scene.page)
    assert [header.value for header in app.header][1:] == [*scenes.GROUPS, "Your lecture"]
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert spec["data"][2]["x"]["bdata"] == spec["data"][1]["x"]["bdata"]  # one frequency, the newest
    more = open_page("pages/start.py", waves="64")
    assert json.loads(more.get("plotly_chart")[0].proto.spec)["data"][1] != spec["data"][1]


def test_draw_again_puts_another_seed():
    app = open_page("pages/start.py", waves="16")
    next(b for b in app.button if b.label == "Draw again").click().run()
    assert app.session_state["_values"]["seed"] != 0 and app.session_state["_values"]["waves"] == 16
    assert not app.exception and not app.error


def test_an_error_of_another_package_is_not_shown(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    monkeypatch.setattr(kernels, "median_length_scale", lambda *_: np.zeros(2).reshape(3))
    app = open_page("pages/convergence.py")
    assert not app.exception and len(app.error) == 1 and not any("reshape" in words for words in sentences(app))


def test_a_refusal_of_the_library_is_shown(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    monkeypatch.setattr(kernels, "median_length_scale", lambda kernel, X, seed: kernel.with_length_scale(-1.0))
    app = open_page("pages/convergence.py")
    assert not app.exception and any("length_scale must be a finite number above 0" in w for w in sentences(app))


def test_failure_in_a_page_gives_a_sentence_and_no_trace(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    def broken(*_):
        raise RuntimeError("secret detail of the machine")

    monkeypatch.setattr(kernels, "median_length_scale", broken)
    app = open_page("pages/convergence.py")
    assert not app.exception
    assert len(app.error) == 1
    assert "secret" not in app.error[0].value and "Traceback" not in app.error[0].value


def test_two_settings_stand_side_by_side_on_the_same_axes():
    app = open_page(
        "pages/convergence.py", view="beside", kernel="rational_quadratic", beside="kernel=matern&nu=2.5", n_seeds="2"
    )
    assert not app.exception and not app.error and not sentences(app)
    layout = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    assert layout["xaxis"]["range"] == layout["xaxis2"]["range"] and layout["yaxis2"]["matches"] == "y"
    assert (
        layout["yaxis"]["range"] == layout["yaxis2"]["range"]
        and layout["yaxis"]["domain"] == layout["yaxis2"]["domain"]
    )
    headings = [words["text"] for words in layout["annotations"]]
    assert {"rational quadratic, α = 1, ℓ = 4.15", "<b>B</b>"} <= {
        words.replace("ℓ = 4.16", "ℓ = 4.15") for words in headings
    }
    said = " ".join(caption.value for caption in app.caption)
    assert "rational quadratic, α = 1" in said and "Matérn, ν = 2.5" in said


def test_settings_in_view_can_be_kept_as_b():
    app = open_page("pages/convergence.py", view="beside", kernel="cauchy", n_seeds="2")
    next(b for b in app.button if b.label == "Keep these settings as B").click().run()

    assert TABLE["beside"].values(app.session_state["_values"]["beside"]) == {"kernel": "cauchy", "n_seeds": 2}
    assert not app.exception and not app.error


def test_both_sides_may_ask_for_the_same():
    app = open_page("pages/convergence.py", view="beside", beside="n_points=50&n_seeds=2", n_seeds="2", n_points="50")
    assert not app.exception and not app.error and not sentences(app)
    (chart,) = app.get("plotly_chart")
    assert chart.proto.alt.startswith("A and B: ")
    (title,) = app.header
    assert re.fullmatch(
        r"For an error of 0.1 A needs (\d+) frequencies and B \1; the bound asks both for [\d,]+", title.value
    )
    captions = [caption.value for caption in app.caption]
    assert any("A and B are the same so far." in caption for caption in captions)
    assert any("is true and loose: it holds for all pairs" in caption for caption in captions)


def test_whitening_is_said_and_refused_with_a_reason():
    app = open_page("pages/convergence.py", whiten="1", n_seeds="1")
    assert app.caption[0].value.startswith("Diabetes, whitened, 442 points") and not sentences(app)
    app = open_page("pages/convergence.py", whiten="1", n_seeds="1", dataset="own")
    rows = "\n".join(f"{i % 7},{(i * i) % 11},{i % 7 + (i * i) % 11}" for i in range(60))
    app.get("file_uploader")[0].set_value(("sums.csv", f"a,b,c\n{rows}\n".encode(), "text/csv")).run()
    assert not app.exception and not app.error
    (said,) = sentences(app)
    assert said.startswith("The data are not whitened. X must have linearly independent columns")
    assert app.caption[0].value.startswith("sums.csv, 60 points, d = 3")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kernel", ["gaussian", "laplacian", "cauchy"])
def test_every_view_of_the_convergence_page_runs(view, kernel):
    app = open_page(
        "pages/convergence.py", view=view, kernel=kernel, n_seeds="2", sampler="monte_carlo,sobol", n_points="50"
    )
    assert not app.exception and not app.error and not sentences(app)
    assert len(app.get("plotly_chart")) >= 1


@pytest.mark.parametrize("view", VIEWS)
def test_a_step_that_comes_twice_is_drawn_as_one(view, monkeypatch):
    """Whoever watches a job may see its last step again when the job has ended."""
    follow = Workshop._follow

    def twice(self, job):
        for step in follow(self, job):
            yield step
            yield step

    monkeypatch.setattr(Workshop, "_follow", twice)
    app = open_page("pages/convergence.py", view=view, n_seeds="2", sampler="monte_carlo", n_points="40", seed="77")
    assert not app.exception and not app.error


def test_own_file_is_asked_for_and_the_default_shown_until_it_is_there():
    app = open_page("pages/convergence.py", dataset="own", n_seeds="1")
    assert not app.exception and not app.error
    assert any("choose a CSV file" in s and "Diabetes is shown instead" in s for s in sentences(app))


def test_own_file_is_shown_with_what_was_left_out():
    rows = "\n".join(f"{i % 7},{(i * i) % 11},7,word" for i in range(60))
    app = open_page("pages/convergence.py", dataset="own", n_seeds="1")
    app.get("file_uploader")[0].set_value(("mine.csv", f"a,b,c,d\n{rows}\n,1,7,word\n".encode(), "text/csv")).run()
    assert not app.exception and not app.error
    said = " ".join(caption.value for caption in app.caption)
    assert "mine.csv" in said and "60 points, d = 2" in said
    assert "Left out, being constant: c. Left out, not being numbers: d. Left out: 1 of 61 rows" in said


def test_the_factor_of_an_error_that_none_exceeds_is_refused_in_a_sentence():
    app = open_page("pages/convergence.py", view="factor", epsilon="2", n_points="40")
    assert not app.exception and not app.get("plotly_chart")
    assert [e.value for e in app.error] + sentences(app) == [
        "epsilon must be below 2, which no error of the paired map exceeds, got 2.0."
    ]


def test_supremum_over_the_box_for_the_offset_map_shows_the_pairs_and_says_so():
    app = open_page("pages/convergence.py", metric="sup_compact", map="offset", n_seeds="1", n_points="50")
    assert not app.exception and not app.error
    assert any("pairs of points is shown" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1


def test_two_settings_whose_data_are_not_here_both_give_the_default():
    app = open_page(
        "pages/convergence.py", view="beside", n_seeds="1", dataset="wine_quality", beside="dataset=covtype&n_seeds=1"
    )
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert sum("is shown instead" in s for s in sentences(app)) == 2


@pytest.mark.parametrize("view", ["curve", "beside"])
def test_where_no_chosen_scheme_is_defined_monte_carlo_is_shown(view):
    settings = {"kernel": "laplacian", "sampler": "orthogonal", "n_seeds": "1"}
    kept = {"beside": "kernel=laplacian&sampler=orthogonal&n_seeds=1"} if view == "beside" else {}
    app = open_page("pages/convergence.py", view=view, **settings, **kept)
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert any("Orthogonal is left out" in s for s in sentences(app))


def test_many_unknown_settings_are_told_at_once():
    app = open_page("pages/convergence.py", n_seeds="1", seed="-3", **{f"x{i}": "1" for i in range(50)})
    (said,) = sentences(app)
    assert "and 47 more" in said and "`seed = -3` cannot be used" in said


def test_a_dataset_that_cannot_be_fetched_is_an_error_that_stays_and_says_why(monkeypatch):
    def refuse(address, *rest, **named):
        raise ConnectionRefusedError(111, "Connection refused")

    app = open_page("pages/convergence.py", dataset="parkinsons")
    assert "is shown instead" in app.warning[0].value and not app.error
    monkeypatch.setattr(socket, "create_connection", refuse)
    button = next(b for b in app.button if b.key.startswith("fetch-"))
    button.click().run()
    for _ in range(2):
        (error,) = app.error
        assert error.value.startswith("parkinsons could not be fetched (UCI: Connection refused): check the connection")
        assert not app.warning and not app.exception
        app.run()


HOSTILE = (
    "![x](http://example.org/p.png)",
    "[x](https:&#47;&#47;example.org)",
    "<img src=http://example.org>",
    "www.example.org",
)


def drawn(app):
    """Everything of a page that is read as Markdown, and the words in and about its figures."""
    kinds = ("markdown", "caption", "header", "subheader", "title", "info", "warning", "error", "success")
    words = [element.value for kind in kinds for element in app.get(kind)]
    return words + [chart.proto.alt + chart.proto.spec for chart in app.get("plotly_chart")]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_a_viewer_brings_are_drawn_as_plain_words(name):
    file = io.BytesIO()
    np.save(file, np.random.default_rng(0).standard_normal((200, 3)) * 1.6)
    app = open_page("pages/schemes.py", a="own", view="radius", n_draws="3")
    for content in (file.getvalue(), b"\x93NUMPY\x01\x00nothing"):
        app.get("file_uploader")[0].set_value((f"{name}.npy", content, "application/octet-stream")).run()
        assert not app.exception
        plain = drawn(app)
        assert any("example" in words for words in plain) and not any(name in words for words in plain)

    rows = "\n".join(f"{i % 7},{(i * i) % 11},7,word" for i in range(60))
    for header in (f"a,{name},{name}c,{name}d", f'a,b,"unclosed {name}'):
        app = open_page("pages/convergence.py", dataset="own", n_seeds="1")
        app.get("file_uploader")[0].set_value((f"{name}.csv", f"{header}\n{rows}\n,1,7,w\n".encode(), "text/csv")).run()
        assert not app.exception
        plain = drawn(app)
        assert any("example" in words for words in plain) and not any(name in words for words in plain)


@pytest.mark.parametrize("page", ["kernel", "features", "convergence", "schemes", "adaptive", "prediction"])
def test_a_typed_kernel_is_one_on_every_page(page):
    app = open_page(f"pages/{page}.py", kernel="formula", profile="exp(-r**1.2)", n_seeds="2")
    assert not sentences(app) and app.get("plotly_chart")
    if page != "schemes":
        assert any("exp(−r^1.2)" in caption.value for caption in app.caption)


def test_a_typed_function_that_is_no_kernel_gives_way_and_leads_to_where_it_is_negative():
    app = open_page("pages/convergence.py", kernel="formula", profile="max(0, 1 - r)", n_seeds="2")
    (said,) = sentences(app)
    assert said.startswith("f(r) = max(0, 1 − r) is not positive definite in 10 dimensions: in 2 dimensions already, ")
    assert said.endswith("The Gaussian kernel is shown instead.") and app.get("plotly_chart")
    (link,) = [each for each in app.main.get("page_link") if "its spectrum" in each.proto.label]
    led = dict(parse_qsl(link.proto.query_string))
    shown = open_page("pages/kernel.py", **led)
    assert "is not positive definite in 2 dimensions" in shown.header[0].value and not sentences(shown)


def test_a_typed_table_is_a_kernel_and_keeps_its_link():
    rows = "0: 1, 1: 0.5, 2: 0.3, 3: 0.2, 4: 0.13"
    app = open_page("pages/features.py", kernel="formula", profile=rows)
    assert not sentences(app) and any("f through k(0) = 1" in caption.value for caption in app.caption)
    own = open_page("pages/kernel.py", view="own_kernel", formula=rows, own_dimension="3")
    assert not sentences(own) and "Your table is positive definite in 3 dimensions" in own.header[0].value
    assert "must have 2 to 2,000 rows" in sentences(open_page("pages/kernel.py", view="own_kernel", formula="0: 1"))[0]


def in_a_process(job):
    job.apart = True
    return job


@pytest.mark.parametrize(
    ("failing", "said"),
    [
        (Job(os.listdir, "Failing …", path="/the/secret"), ""),
        (in_a_process(Job(os.listdir, "Failing …", path="/the/secret")), ""),
        (in_a_process(Job(os._exit, "Failing …", status=3)), "The worker process ended (exit status 3). "),
    ],
    ids=["in a thread", "in a process", "with its process"],
)
def test_what_fails_is_named_and_the_last_settings_that_worked_are_offered(failing, said, monkeypatch, caplog):
    page = importlib.import_module("pages.kernel").PAGE
    view, *others = page.views

    def study(now, found):
        if now["seed"] == 5:
            return []  # as where a notice says what is missing
        if now["seed"] == 7:
            return failing
        return view.study(now, found)

    monkeypatch.setattr("pages.kernel.PAGE", replace(page, views=(replace(view, study=study), *others)))
    app = open_page("pages/kernel.py", n_freqs="16", seed="7")
    sentence = f"Something failed while the view “Spectrum” was drawn. {said}The settings in the link are kept:"
    assert app.error[0].value.startswith(sentence) and not app.exception and not app.get("plotly_chart")
    assert not [b for b in app.button if b.key == "last-that-worked"]  # nothing has worked yet
    widget(app.number_input, "seed").set_value(3).run()
    assert app.get("plotly_chart") and not app.error
    widget(app.number_input, "seed").set_value(5).run()
    assert not app.get("plotly_chart") and not app.error
    widget(app.number_input, "seed").set_value(7).run()
    assert len(app.error) == 1 and app.error[0].value.startswith(sentence) and "secret" not in app.error[0].value
    assert not app.exception and not app.expander
    (back,) = [b for b in app.button if b.key == "last-that-worked"]
    assert back.label == "Back to the last settings that worked: Spectrum"
    back.click().run()
    assert not app.error and app.get("plotly_chart")
    assert {name: app.query_params.get(name) for name in ("n_freqs", "seed")} == {"n_freqs": "16", "seed": "3"}
    assert "a page failed" in caplog.text


def test_from_another_page_a_link_leads_to_what_worked_last(monkeypatch):
    def broken(*_):
        raise RuntimeError("secret detail of the machine")

    app = open_page("pages/kernel.py")
    assert app.get("plotly_chart") and not app.error
    monkeypatch.setattr("rffviz.kernels.length_scale.median_length_scale", broken)
    turn_to(app, "pages/convergence.py")
    assert app.error[0].value.startswith("Something failed while the view “")
    (back,) = [link.proto for link in app.get("page_link") if link.proto.label.startswith("Back to ")]
    assert back.label == "Back to the last settings that worked: Spectrum"
    assert (back.page, back.query_string) == ("kernel", "present=0")  # all else as it is at first
