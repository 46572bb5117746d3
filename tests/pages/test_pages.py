"""Every page runs without a browser, and says in a sentence what a link or the data cannot give."""

import io
import os
import socket
import sys
from dataclasses import replace
from urllib.parse import parse_qsl

import numpy as np
import pytest

import app as explorer
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words import scenes
from tests.browser.viewer import CHROMIUM
from tests.views.opening import ROOT, details, open_page, readouts, sentences, turn_to, widget

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


PAGES = list(explorer.PAGES)


@pytest.mark.release
@pytest.mark.parametrize(
    ("path", "query", "title"),
    [
        ("start", {}, "Start · rffviz"),
        ("convergence", {"view": "maps"}, "Cos/sin or random phase · Convergence · rffviz"),
        ("prediction", {"view": "image", "photo_freqs": "4"}, "Image · Prediction · rffviz"),
    ],
)
def test_the_browsers_tab_is_called_by_the_view(path, query, title, monkeypatch):
    called = []
    monkeypatch.setattr("streamlit.set_page_config", lambda **options: called.append(options))
    open_page(path, **query)
    assert called[-1]["page_title"] == title
    assert "`docs/`" in called[0]["menu_items"]["About"] and (ROOT / "docs" / "guide.md").is_file()


def test_every_script_in_pages_is_listed():
    assert sorted(PAGES) == sorted(p.stem for p in (ROOT / "pages").glob("*.py"))


@pytest.mark.daily if CHROMIUM is None else pytest.mark.slow  # else the walk of the browser opens them all
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
    app = open_page("convergence", **{"n_seeds": "1", "sampler": "monte_carlo", "n_points": "60"} | {name: text})
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
    app = open_page("features", **{name: text})
    (said,) = sentences(app)
    before, _, after = said.split("`")
    assert "!" not in before + after and "<" not in before + after and "\n" not in said


def test_unknown_setting_in_a_link_is_named():
    app = open_page("features", n_frequencies="3")
    assert any("n_frequencies = 3" in s and "not a setting" in s for s in sentences(app))
    assert not app.exception


def test_good_link_is_followed_without_a_word():
    given = {"kernel": "matern", "nu": "2.5", "n_freqs": "100", "sampler": "orthogonal", "seed": "7", "n_seeds": "2"}
    app = open_page("convergence", **given, n_points="60")
    assert sentences(app) == []
    values = app.session_state["_values"]
    assert (values["kernel"], values["nu"], values["n_freqs"], values["seed"]) == ("matern", 2.5, 100, 7)
    assert values["sampler"] == ("orthogonal",)
    assert "D = 100" in readouts(app)


def test_dataset_that_needs_the_network_gives_the_default_and_a_sentence(monkeypatch):
    import socket

    def closed(*_):
        raise AssertionError("the page asked the network without being told to")

    monkeypatch.setattr(socket, "create_connection", closed)
    app = open_page("convergence", dataset="wine_quality")
    assert not app.exception and not app.error
    assert any("RFFVIZ_DATA" in s and "is shown instead" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1


def test_emptied_selection_keeps_what_was_shown():
    app = open_page("convergence")
    widget(app.multiselect, "sampler").set_value([]).run()
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert app.session_state["_values"]["sampler"] == TABLE["sampler"].default


@pytest.mark.slow
def test_shared_controls_keep_their_values_from_page_to_page():
    app = open_page("kernel", kernel="matern", seed="5", n_freqs="4")
    turn_to(app, "features")
    assert app.session_state["_values"]["kernel"] == "matern"
    assert app.session_state["_values"]["seed"] == 5


@pytest.mark.release
def test_new_seed_changes_the_seed(monkeypatch):
    """To one of four digits at most; a link may name a larger one."""
    monkeypatch.setattr("rffviz.explorer.web.settings.inputs.secrets.randbelow", lambda below: below - 1)
    app = open_page("convergence", n_seeds="1")
    next(b for b in app.button if b.label == "New seed").click().run()
    assert app.session_state["_values"]["seed"] == 9999
    assert open_page("start", seed="2147483647").session_state["_values"]["seed"] == 2**31 - 1
    assert not app.exception and not app.error


FIRST = {scene.group: scene for scene in reversed(scenes.SCENES) if scene.name != "cost"}.values()


def used(path, query):
    """The app in another state, and then at this link."""
    app = open_page("convergence", seed="7", kernel="cauchy", n_freqs="64", metric="rmse", n_seeds="1", view="maps")
    app.session_state["_values"].update(weight_decay=1.0, n_train=10, shape="moons", function="step")
    app.query_params.clear()
    app.query_params.update(query)
    turn_to(app, path)
    assert not app.exception and not app.error
    return app


@pytest.mark.release
@pytest.mark.parametrize("scene", FIRST, ids=lambda scene: scene.name)
def test_a_scene_opens_the_same_from_any_state(scene):
    for query in (scene.query, scene.revealed):
        alts = [
            [chart.proto.alt for chart in app.get("plotly_chart")]
            for app in (used(scene.page, query), open_page(scene.page, **query))
        ]
        assert alts[0] == alts[1] and all(alts)


@pytest.mark.release
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.name)
def test_a_scene_has_the_same_settings_from_any_state(scene, monkeypatch):
    assert scene.query, "a link without a query opens in whatever state the session has"
    seen = []

    def noted(view, settings):
        seen.append((view.name, {name: settings[name] for name in view.parameters}))
        return True

    monkeypatch.setattr("rffviz.explorer.web.view._shown_whole", noted)
    used(scene.page, scene.query)
    open_page(scene.page, **scene.query)
    other, after, fresh = seen
    assert after == fresh and other != after


def test_an_error_of_another_package_is_not_shown(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    monkeypatch.setattr(kernels, "median_length_scale", lambda *_: np.zeros(2).reshape(3))
    app = open_page("convergence")
    assert not app.exception and len(app.error) == 1 and not any("reshape" in words for words in sentences(app))


def test_a_refusal_of_the_library_is_shown(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    monkeypatch.setattr(kernels, "median_length_scale", lambda kernel, X, seed: kernel.with_length_scale(-1.0))
    app = open_page("convergence")
    assert not app.exception and any("length_scale must be a finite number above 0" in w for w in sentences(app))


def test_failure_in_a_page_gives_a_sentence_and_no_trace(monkeypatch):
    import rffviz.kernels.length_scale as kernels

    def broken(*_):
        raise RuntimeError("secret detail of the machine")

    monkeypatch.setattr(kernels, "median_length_scale", broken)
    app = open_page("convergence")
    assert not app.exception
    assert len(app.error) == 1
    assert "secret" not in app.error[0].value and "Traceback" not in app.error[0].value


@pytest.mark.release
def test_many_unknown_settings_are_told_at_once():
    app = open_page("convergence", n_seeds="1", seed="-3", **{f"x{i}": "1" for i in range(50)})
    (said,) = sentences(app)
    assert "and 47 more" in said and "`seed = -3` cannot be used" in said


def test_a_dataset_that_cannot_be_fetched_is_an_error_that_stays_and_says_why(monkeypatch):
    def refuse(address, *rest, **named):
        raise ConnectionRefusedError(111, "Connection refused")

    app = open_page("convergence", dataset="parkinsons")
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


@pytest.mark.release
@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_a_viewer_brings_are_drawn_as_plain_words(name):
    file = io.BytesIO()
    np.save(file, np.random.default_rng(0).standard_normal((200, 3)) * 1.6)
    app = open_page("schemes", a="own", view="radius", n_draws="3")
    for content in (file.getvalue(), b"\x93NUMPY\x01\x00nothing"):
        app.get("file_uploader")[0].set_value((f"{name}.npy", content, "application/octet-stream")).run()
        assert not app.exception
        plain = drawn(app)
        assert any("example" in words for words in plain) and not any(name in words for words in plain)

    rows = "\n".join(f"{i % 7},{(i * i) % 11},7,word" for i in range(60))
    for header in (f"a,{name},{name}c,{name}d", f'a,b,"unclosed {name}'):
        app = open_page("convergence", dataset="own", n_seeds="1")
        app.get("file_uploader")[0].set_value((f"{name}.csv", f"{header}\n{rows}\n,1,7,w\n".encode(), "text/csv")).run()
        assert not app.exception
        plain = drawn(app)
        assert any("example" in words for words in plain) and not any(name in words for words in plain)


@pytest.mark.release
@pytest.mark.parametrize("page", ["kernel", "features", "convergence", "schemes", "adaptive", "prediction"])
def test_a_typed_kernel_is_one_on_every_page(page):
    app = open_page(page, kernel="formula", profile="exp(-r**1.2)", n_seeds="2")
    assert not sentences(app) and app.get("plotly_chart")
    if page != "schemes":
        assert "exp(−r^1.2)" in details(app)


@pytest.mark.release
def test_a_typed_function_that_is_no_kernel_gives_way_and_leads_to_where_it_is_negative():
    app = open_page("convergence", kernel="formula", profile="max(0, 1 - r)", n_seeds="2")
    (said,) = sentences(app)
    assert said.startswith("f(r) = max(0, 1 − r) is not positive definite in 10 dimensions: in 2 dimensions already, ")
    assert said.endswith("The Gaussian kernel is shown instead.") and app.get("plotly_chart")
    (link,) = [each for each in app.main.get("page_link") if "its spectrum" in each.proto.label]
    led = dict(parse_qsl(link.proto.query_string))
    shown = open_page("kernel", **led)
    assert "is not positive definite in 2 dimensions" in shown.header[0].value and not sentences(shown)


@pytest.mark.release
def test_a_typed_table_is_a_kernel_and_keeps_its_link():
    rows = "0: 1, 1: 0.5, 2: 0.3, 3: 0.2, 4: 0.13"
    app = open_page("features", kernel="formula", profile=rows)
    assert not sentences(app) and "f through k(0) = 1" in details(app)
    own = open_page("kernel", view="own_kernel", formula=rows, own_dimension="3")
    assert not sentences(own) and "Your table is positive definite in 3 dimensions" in own.header[0].value
    assert "must have 2 to 2,000 rows" in sentences(open_page("kernel", view="own_kernel", formula="0: 1"))[0]


def in_a_process(job):
    job.in_process = True
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
def test_what_fails_is_named_and_the_last_settings_that_worked_are_offered(failing, said, monkeypatch, logged):
    page = next(page for page in explorer.pages() if page.name == "kernel")
    view, *others = page.views

    def study(now, found):
        if now["seed"] == 5:
            return []  # as where a notice says what is missing
        if now["seed"] == 7:
            return failing
        return view.jobs(now, found)

    monkeypatch.setattr(
        sys.modules["rffviz_pages.kernel"], "PAGE", replace(page, views=(replace(view, jobs=study), *others))
    )
    app = open_page("kernel", n_freqs="16", seed="7")
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
    assert "a page failed" in logged.text


def test_from_another_page_a_link_leads_to_what_worked_last(monkeypatch):
    def broken(*_):
        raise RuntimeError("secret detail of the machine")

    app = open_page("kernel")
    assert app.get("plotly_chart") and not app.error
    monkeypatch.setattr("rffviz.kernels.length_scale.median_length_scale", broken)
    turn_to(app, "convergence")
    assert app.error[0].value.startswith("Something failed while the view “")
    (back,) = [link.proto for link in app.get("page_link") if link.proto.label.startswith("Back to ")]
    assert back.label == "Back to the last settings that worked: Spectrum"
    assert (back.page, back.query_string) == ("kernel", "present=0")  # all else as it is at first
