"""What only a browser shows: charts drawn, links written and read, scrubs without the server, pictures taken away."""

import pathlib
import re
from html import escape
from urllib.parse import urlencode

import pytest

from rffviz.explorer.web.lecture.deck import link_text
from rffviz.explorer.words.scenes import SCENES
from tests.browser.viewer import choose, query, quiet, wait_for_query


def test_moving_a_control_writes_the_link_which_a_reload_back_and_forward_read(viewer):
    few = {"n_freqs": "8"}
    page = viewer.open(f"kernel?{urlencode(few)}")
    choose(page, "Kernel", "Cauchy")
    wait_for_query(page, "kernel", "cauchy")
    viewer.settle()
    title = page.locator("h2").first.inner_text()
    page.reload()
    viewer.settle()
    assert query(page) == few | {"kernel": "cauchy"}
    assert "Cauchy" in page.locator(".details").first.text_content()
    assert page.locator("h2").first.inner_text() == title
    page.go_back()
    viewer.settle()
    assert query(page) == few
    assert page.get_by_role("combobox", name="Kernel").first.input_value() == "Gaussian"
    assert page.locator("h2").first.inner_text() != title
    page.go_forward()
    quiet(page, 200)
    viewer.settle()
    assert query(page) == few | {"kernel": "cauchy"}
    assert page.get_by_role("combobox", name="Kernel").first.input_value() == "Cauchy"
    assert "Cauchy" in page.locator(".details").first.text_content()
    assert page.locator("h2").first.inner_text() == title


@pytest.mark.release
def test_fast_moves_end_where_the_widget_stands(viewer):
    page = viewer.open("convergence?n_seeds=1&sampler=monte_carlo")
    viewer.plot()
    slider = page.get_by_role("slider", name=re.compile("D, frequencies")).first
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight")
    for _ in range(5):
        slider.press("ArrowLeft")
    wait_for_query(page, "n_freqs", "64")
    viewer.settle()
    assert query(page)["n_freqs"] == "64"
    assert "D = 64" in page.locator("[data-testid=stMain]").inner_text()


@pytest.mark.release
def test_link_with_unusable_values_says_so_and_shows_the_figure(viewer):
    page = viewer.open("convergence?n_freqs=abc&kernel=nonsense&n_points=1")
    viewer.plot()
    said = " ".join(page.locator("[data-testid=stAlert]").all_inner_texts())
    for name in ("n_freqs = abc", "kernel = nonsense", "n_points = 1"):
        assert name in said
    assert "Traceback" not in page.locator("body").inner_text()
    assert query(page) == {}


@pytest.mark.release
def test_the_menu_of_a_phone_closes_where_a_page_is_chosen(viewer):
    viewer.page.set_viewport_size({"width": 390, "height": 844})
    page = viewer.open("features")
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("link", name="Kernel and spectrum").click()
    page.wait_for_url(re.compile("/kernel"))
    page.locator("[data-testid=stSidebar][data-collapsed=true]").wait_for(state="attached")


@pytest.mark.release
@pytest.mark.parametrize(
    ("path", "name", "rests"),
    [("", "waves", "4"), pytest.param("prediction", "n_freqs", "32", marks=pytest.mark.release)],
)
def test_scrubbing_moves_the_figure_without_the_server_and_is_the_state(viewer, path, name, rests):
    viewer.page.emulate_media(reduced_motion="reduce")  # else Start plays
    page = viewer.open(path)
    viewer.plot()
    quiet(page, 1000)
    ys = "JSON.stringify(document.querySelector('.js-plotly-plot').calcdata.map(t => t.map(p => p.y)))"
    before, sent = page.evaluate(ys), len(viewer.frames_sent)
    scrubber = page.locator("input[type=range][aria-label='D, frequencies']")
    assert scrubber.count() == 1  # one control for one quantity
    reading = page.locator(".readouts[aria-live=polite]").inner_text()
    scrubber.focus()
    for _ in range(3):
        scrubber.press("ArrowRight" if path == "" else "ArrowLeft")
    page.wait_for_function(f"before => {ys} !== before", arg=before)
    assert page.locator(".readouts[aria-live=polite]").inner_text() != reading
    assert len(viewer.frames_sent) == sent
    wait_for_query(page, name, rests)
    viewer.settle()
    said = [place.inner_text() for place in (page.locator("h2").first, page.locator(".readouts[aria-live=polite]"))]
    held = "document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label')"
    assert page.evaluate(held) == "D, frequencies"  # the run that followed has not let go of the control
    page.reload()
    viewer.plot()
    viewer.settle()
    assert scrubber.get_attribute("aria-valuetext") == f"D = {rests}"
    places = page.locator("h2").first, page.locator(".readouts[aria-live=polite]")
    assert [place.inner_text() for place in places] == said


SMALL = """() => {
  const found = [], roots = [document]
  for (const root of roots) {
    for (const each of root.querySelectorAll("*")) {
      if (each.shadowRoot) roots.push(each.shadowRoot)
      const written = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
      const { width, height } = each.getBoundingClientRect()
      const seen = each.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2
      if (written && seen && parseFloat(getComputedStyle(each).fontSize) < 20) found.push(each.textContent.trim())
    }
  }
  return found
}"""


BELL = next(scene for scene in SCENES if scene.name == "bell")


@pytest.mark.release
def test_a_presented_scene_hides_its_answer_until_it_is_revealed(viewer, axe):
    page = viewer.open("?present=1&scene=bell")
    viewer.plot()
    assert not page.locator("[data-testid=stSidebar]").is_visible()
    assert page.locator("h1").inner_text() == BELL.question
    assert not page.locator("h2").first.is_visible() and not page.locator(".readouts[aria-live=polite]").is_visible()
    sizes = "ticks => ticks.map(tick => parseFloat(getComputedStyle(tick).fontSize))"
    viewer.settle(1000)  # by then the figure has taken the height that is left
    assert min(page.locator(".js-plotly-plot .xtick text").evaluate_all(sizes)) >= 24
    assert page.locator(".st-key-present-bar").bounding_box()["height"] < 45  # in two rows it would take a tenth of it
    assert page.evaluate(SMALL) == []
    bar = page.locator(".st-key-present-bar button")
    bar.first.focus()  # the bar fades in where it is pointed at or has the focus
    page.wait_for_function("() => getComputedStyle(document.querySelector('.st-key-present-bar')).opacity === '1'")
    assert axe(page) == []
    page.locator(".st-key-guess").get_by_text(BELL.right[0], exact=True).click()
    viewer.settle()
    page.keyboard.press("r")
    wait_for_query(page, "revealed", "1")
    wait_for_query(page, "waves", "2048")
    viewer.settle()
    assert page.locator("h1").inner_text() == BELL.reveal and not page.locator("h2").first.is_visible()
    assert f"Your vote: {BELL.right[0]} ✓" in page.locator(".told").inner_text()
    assert page.evaluate(SMALL) == []
    bar.first.focus()
    assert axe(page) == []
    page.keyboard.press("ArrowRight")
    wait_for_query(page, "scene", "kink")
    viewer.plot()
    viewer.settle()
    assert page.locator("h1").inner_text() == "Which spectrum gives a kernel with a kink?"
    assert not page.locator("h2").first.is_visible()
    page.keyboard.press("ArrowLeft")
    wait_for_query(page, "scene", "bell")
    viewer.settle()
    page.keyboard.press("Escape")
    wait_for_query(page, "present", None)
    viewer.settle()
    assert page.locator("[data-testid=stSidebar]").is_visible()


def test_data_and_pictures_can_be_taken_away(viewer):
    page = viewer.open("convergence?n_seeds=5&sampler=monte_carlo")
    viewer.plot()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Data (CSV)").click()
    lines = pathlib.Path(download.value.path()).read_text().splitlines()
    head = [line for line in lines if line.startswith("# ")]
    assert any("seeds: 0, 1, 2, 3, 4" in line for line in head)
    assert lines[len(head)] == "series,n_freqs,seed,error"
    assert sum(line.startswith("monte_carlo,256,") for line in lines) == 5
    with page.expect_download() as download:
        page.get_by_role("button", name="Python script").click()
    text = pathlib.Path(download.value.path()).read_text()
    compile(text, "script.py", "exec")
    assert "error_curve" in text and "monte_carlo" in text
    for kind, mark in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        if not page.get_by_role("button", name=f"Picture ({kind})").is_visible():
            page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Picture ({kind})").click()
        assert download.value.suggested_filename == f"convergence-gaussian.{kind.lower()}"
        content = pathlib.Path(download.value.path()).read_bytes()
        assert content.startswith(mark) and len(content) > 5_000
        if kind == "SVG":
            title = page.locator("h2").first.inner_text()
            assert escape(title.split(":")[0], quote=False) in content.decode()
    # the figure on the page is left as it was
    assert page.evaluate("document.querySelector('.js-plotly-plot').layout.title?.text ?? ''") == ""
    page.emulate_media(media="print")  # on paper neither what is moved nor what is folded
    hidden = ("[data-testid=stSidebar]", ".st-key-controls", "[data-testid=stExpander]", "[class*=-export]")
    assert [name for name in hidden if page.locator(name).first.is_visible()] == []
    assert page.locator(".js-plotly-plot").is_visible() and page.locator("h2").first.is_visible()
    page.emulate_media(media="screen")


@pytest.mark.release
def test_change_of_appearance_redraws_an_embedded_figure(viewer, axe):
    page = viewer.open("?embed=true")
    viewer.plot()
    viewer.settle()
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "() => document.querySelector('.js-plotly-plot')?.layout?.paper_bgcolor === '#0e1117'", timeout=20_000
    )


@pytest.mark.release
def test_a_question_that_opens_start_itself_brings_its_figure_into_sight(viewer):
    page = viewer.open("?waves=64")
    card = page.locator(".st-key-scene-bell [data-testid=stPageLink] a")
    card.scroll_into_view_if_needed()
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert page.evaluate(scrolled) > 200
    card.click()
    wait_for_query(page, "waves", "2048")  # where the answer is seen
    viewer.settle()
    assert page.evaluate(scrolled) == 0


@pytest.mark.release
def test_scene_opens_its_page_in_its_state(viewer, axe):
    page = viewer.open(f"?{urlencode({'deck': link_text(SCENES[:3])})}")
    viewer.plot()
    viewer.settle()
    assert axe(page) == []  # with the three scenes of a lecture of one's own
    page.get_by_role("link", name="A kernel with a kink: what").first.click()
    page.wait_for_url(re.compile("/convergence"))
    wait_for_query(page, "kernel", "laplacian")
    viewer.settle()
    viewer.plot()
    assert "σ_p², is infinite" in page.locator(".details").first.text_content()
    page.go_back()
    viewer.settle()
    assert page.locator("h1").inner_text().startswith("Random Fourier features")
