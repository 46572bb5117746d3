"""A report opened from disk: it draws, scrubs, follows the system's colours, and prints on A4."""

import re

import pytest

import rffviz.explorer.report.study as studied
from rffviz.explorer.report import scheme_report
from rffviz.explorer.report.document import write_report
from rffviz.kernels import Gaussian
from tests.browser.viewer import quiet

SIZES = {"d": 3, "n_freqs": 32, "seeds": 20}
WIDER = """() => [...document.querySelectorAll("main *")]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"""
PAPER = 703  # CSS pixels between the margins of A4


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A correct built-in scheme, and a mistake compared with it."""
    folder = tmp_path_factory.mktemp("reports")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studied, "SETS", ("diabetes",))
        records = {
            "right": scheme_report("orthogonal", Gaussian(), **SIZES),
            "against": scheme_report("orthogonal_without_lengths", Gaussian(), **SIZES, against="orthogonal"),
        }
    for name, record in records.items():
        write_report(folder / f"{name}.html", record)
    return folder


@pytest.fixture
def opened(chromium, files):
    """Open a report; in the end it must have neither complained nor asked for anything."""
    contexts, errors, requests = [], [], []

    def open_report(name, width=1280, **look):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 800}, **look))
        page = contexts[-1].new_page()
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda asked: requests.append(asked.url))
        address = (files / f"{name}.html").as_uri()
        page.goto(address)
        page.wait_for_selector("html[data-printable]", state="attached", timeout=60_000)
        requests.remove(address)
        return page

    yield open_report
    for context in contexts:
        context.close()
    assert errors == []
    assert [url for url in requests if not url.startswith(("data:", "blob:"))] == []


def paper_of_plots(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot')].map(each => each._fullLayout.paper_bgcolor)"
    )


@pytest.mark.release
def test_the_verdict_is_in_sight_and_every_figure_is_drawn(opened):
    page = opened("right")
    assert page.locator("h1").inner_text() == "OK No problems found"
    assert page.locator("h1").bounding_box()["y"] < 200
    assert page.locator(".plot .main-svg .cartesianlayer").count() == page.locator(".picture").count() == 4
    assert not page.locator(".passed table").is_visible()
    page.locator(".passed summary").click()
    assert page.locator(".passed table").is_visible()


@pytest.mark.release
def test_it_scrubs(opened):
    page = opened("right")
    control = page.get_by_role("slider", name="D/d, features per input dimension")
    article = page.locator(".picture", has=control)
    drawn = "plot => JSON.stringify(plot.calcdata.map(trace => trace.map(point => point.x)))"
    plot = article.locator(".js-plotly-plot")
    before, told = plot.evaluate(drawn), article.locator("tbody").inner_text()
    assert "D/d = 8" in article.locator("thead").inner_text()
    control.focus()
    control.press("End")
    article.get_by_text("D/d = 32").first.wait_for()
    assert article.locator("tbody").inner_text() != told
    quiet(page, 300)
    assert plot.evaluate(drawn) != before


@pytest.mark.release
@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=pytest.mark.release)])
def test_the_colours_are_the_systems_and_change_with_it(opened, look):
    page = opened("right", color_scheme=look)
    paper = {"light": ("rgb(255, 255, 255)", "#ffffff"), "dark": ("rgb(14, 17, 23)", "#0e1117")}
    for now in (look, "light" if look == "dark" else "dark"):
        page.emulate_media(color_scheme=now)
        quiet(page, 1500)
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == paper[now][0]
        assert set(paper_of_plots(page)) == {paper[now][1]}


@pytest.mark.release
@pytest.mark.parametrize("name", [pytest.param("right", marks=pytest.mark.release), "against"])
def test_on_a_phone_nothing_is_wider_than_the_screen(opened, name):
    page = opened(name, width=390)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert page.locator("h1").bounding_box()["y"] < 200


@pytest.mark.release
@pytest.mark.parametrize("look", [pytest.param("light", marks=pytest.mark.release), "dark"])
def test_it_prints_on_a4(opened, look, tmp_path):
    page = opened("against", color_scheme=look)
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(WIDER) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PAPER
    images = page.locator(".printed")
    assert images.count() == 5 and all(images.nth(i).is_visible() for i in range(5))
    assert all(images.nth(i).evaluate("each => each.naturalWidth") == 960 for i in range(5))
    for passed in page.locator(".passed table").all():
        assert passed.evaluate("each => each.checkVisibility()")  # folded on the screen, but printed
    assert page.evaluate("() => getComputedStyle(document.querySelector('.picture')).breakInside") == "avoid"
    page.emulate_media(media="screen")
    printed = page.pdf(path=tmp_path / "report.pdf", format="A4")
    sizes = [[*map(float, box.split())] for box in re.findall(rb"/MediaBox \[(.*?)\]", printed)]
    assert 4 <= len(sizes) <= 14 and sizes == [pytest.approx([0, 0, 595, 842], abs=1.5)] * len(sizes)
