"""The document a picture is taken away in, opened from disk: it draws, scrubs by keyboard, and asks for nothing."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import TimeoutError

from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.standalone import standalone_html
from rffviz.explorer.figures.theme import DARK, LIGHT, blank
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.explorer.words.readout import Readout
from rffviz.kernels import Gaussian
from rffviz.studies.profile import kernel_profile
from tests.browser.viewer import quiet

DRAWN = "JSON.stringify(document.getElementById('plot').calcdata.map(trace => trace.map(point => point.y)))"
IMAGE = "document.querySelector('#plot .heatmaplayer image').href.baseVal"


@pytest.fixture
def opened(chromium, tmp_path):
    """Open a picture's document from disk; in the end it must have neither complained nor asked for anything."""
    contexts, errors, requests = [], [], []

    def open_document(picture, width=1280):
        path = tmp_path / f"{picture.name}.html"
        path.write_text(standalone_html(picture), encoding="utf-8")
        contexts.append(chromium.new_context(viewport={"width": width, "height": 720}))
        page = contexts[-1].new_page()
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda asked: requests.append(asked.url))
        page.goto(path.as_uri())
        page.wait_for_selector("#plot .main-svg", timeout=30_000)
        requests.remove(path.as_uri())
        return page

    yield open_document
    for context in contexts:
        context.close()
    assert errors == []
    assert [url for url in requests if not url.startswith(("data:", "blob:"))] == []


def profile(theme=LIGHT):
    return profile_picture(replace(kernel_profile(Gaussian(), [1, 8, 64, 512]), shown=8), theme)


def told(page):
    """The cells of the table under the figure."""
    return page.locator(".readouts[aria-live=polite] td").all_inner_texts()


def cells_of(readout):
    return [cell for _, *cells in readout.rows for cell in cells]


@pytest.mark.release
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_document_draws_and_scrubs_by_keyboard(opened, theme):
    picture = profile(theme)
    page = opened(picture)
    assert page.locator("#plot path.js-line").count() >= 2
    assert page.locator("h1").inner_text() == page.title() == picture.title
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 23)"}[theme.name]
    assert told(page) == cells_of(picture.readout)
    before = page.evaluate(DRAWN)
    control = page.get_by_role("slider", name="D, frequencies")
    control.focus()
    control.press("ArrowRight")
    page.wait_for_function(f"before => {DRAWN} !== before", arg=before)
    assert told(page) == cells_of(picture.scrub.readouts[2])
    assert control.get_attribute("aria-valuetext") == page.locator("output").inner_text() == "D = 64"
    control.press("Home")
    assert told(page) == cells_of(picture.scrub.readouts[0])
    page.get_by_role("button", name="one on").click()
    page.wait_for_function(f"before => {DRAWN} === before", arg=before)
    assert told(page) == cells_of(picture.readout)


LIT = """document.getElementById('plot').calcdata.slice(8)
    .map(trace => trace.filter(point => Number.isFinite(point.y)).map(point => point.x))"""


@pytest.mark.release
def test_the_pointer_on_a_dot_lights_its_wave_and_on_a_wave_its_dot(opened):
    page = opened(profile())
    assert page.evaluate(LIT) == [[], []]
    box = page.locator("#plot .points path").nth(2).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.wait_for_function(f"() => {LIT}[0].length === 1")
    first, wave = page.evaluate(LIT)
    assert len(wave) > 100 and wave[0] == -wave[-1]
    panel = page.locator("#plot .x2y2 rect.nsewdrag").bounding_box()
    for there in range(30):  # Plotly may drop a move while it draws
        page.mouse.move(panel["x"] + panel["width"] / 2 + 15 + there % 2, panel["y"] + 25, steps=4)
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(
                f"first => {LIT}[0].length === 1 && {LIT}[0][0] !== first", arg=first[0], timeout=1000
            )
            break
    assert page.evaluate(LIT)[0] not in ([], first)
    assert page.locator("#plot .x3y3 path.js-line").count() == 3  # Plotly leaves the panel of the average alone
    page.mouse.move(2, 2)
    page.wait_for_function(f"() => {LIT}[0].length === 0 && {LIT}[1].length === 0")


@pytest.mark.release
def test_document_plays_to_the_end_and_stops(opened):
    picture = profile()
    page = opened(picture)
    play = page.get_by_role("button", name="play or pause")
    play.focus()
    play.press("Enter")
    assert play.get_attribute("data-play") == "playing"
    page.wait_for_function("() => document.querySelector('output').textContent === 'D = 512'", timeout=5000)
    assert play.get_attribute("data-play") == "paused"


@pytest.mark.release
def test_document_fits_a_phone_and_gives_its_picture(opened):
    page = opened(profile(), width=390)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    said = page.locator(".modebar-btn").evaluate_all("all => all.map(each => each.dataset.title)")
    assert said == ["Download plot as a PNG", "Zoom in", "Zoom out", "Reset axes"]  # none sends the figure anywhere
    page.locator("#plot").hover()
    with page.expect_download() as download:
        page.locator(".modebar-btn").first.click()
    assert download.value.suggested_filename.endswith(".png")


@pytest.mark.release
def test_heat_map_frames_are_redrawn(opened):
    first, second = (np.outer(np.arange(6), np.arange(6)).astype(np.float32) * sign for sign in (1, -1))
    figure = blank(LIGHT)
    figure.add_heatmap(z=first)
    figure.frames = [
        {"name": name, "data": [{"type": "heatmap", "z": z}], "traces": [0]}
        for name, z in (("a", first), ("b", second))
    ]
    scrub = Scrub(
        "frame", ["a", "b"], ["a", "b"], [Readout(["way"], [[way]]) for way in ("rises", "falls")], redraw=True
    )
    page = opened(Picture("heat", "Heat", "A test", figure, "A heat map.", scrub.readouts[0], {"a": [1]}, (), scrub))
    page.wait_for_selector("#plot .heatmaplayer image", state="attached")
    before = page.evaluate(IMAGE)
    assert before.startswith("data:image/png")
    page.get_by_role("slider", name="frame").press("ArrowRight")
    page.wait_for_function(f"before => {IMAGE} !== before", arg=before)
    assert page.locator(".readouts[aria-live=polite]").inner_text().split() == ["way", "falls"]


def test_hostile_words_do_nothing(opened):
    words = "</script><script>console.error('broken out')</script><img src=https://example.org/x.png> <b>x</b>"
    figure = blank(LIGHT)
    figure.add_scatter(x=[0, 1], y=[0, 1], name=words)
    page = opened(Picture("hostile", words, words, figure, words, Readout([words], [[words]]), {"a": [1]}, (words,)))
    quiet(page, 300)
    assert page.locator("h1").inner_text() == words
    assert page.locator("img").count() == 0


@pytest.mark.release
def test_document_is_handed_out_by_the_page(viewer, tmp_path):
    page = viewer.open("")
    viewer.plot()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Figure (HTML)").click()
    assert download.value.suggested_filename == "kernel-profile-gaussian.html"
    download.value.save_as(tmp_path / "taken.html")
    document = (tmp_path / "taken.html").read_text(encoding="utf-8")
    assert document.startswith("<!DOCTYPE html>") and page.locator("h2").first.inner_text() in document
    assert page.locator(".readouts[aria-live=polite]").inner_html() in document.replace("'", '"')
