"""The exported site, opened as files: full screen over several scenes, notes that follow, guesses, and paper."""

import re

import pytest
from playwright.sync_api import expect

from rffviz.explorer.web.site.write import write_site
from rffviz.explorer.words.scenes import SCENES

ASKED = [scene for scene in SCENES if scene.name in ("bell", "vectors", "worst")]
SHAPES = "document.querySelectorAll('#{side}-0 .shapelayer path').length"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files") / "site"
    write_site(folder, ASKED)
    return folder


@pytest.mark.release
def test_a_lecture_is_held_from_files(window, folder):
    page, errors = window.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((folder / "02-bell.html").as_uri())
    page.locator("#before-0 .main-svg").first.wait_for()

    page.get_by_role("button", name="ten times as many", exact=True).click()
    page.keyboard.press("g")
    place = page.locator("#before-0 .nsewdrag").last.bounding_box()
    page.mouse.move(place["x"] + 20, place["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 90, place["y"] + 60, steps=5)
    page.mouse.up()
    page.wait_for_function(f"() => {SHAPES.format(side='before')} === 1 && sessionStorage.getItem('rffviz-guess')")
    page.wait_for_function("() => sessionStorage.getItem('rffviz-guess').includes('rffviz-guess')")
    page.keyboard.press("r")
    expect(page.locator("#guessed")).to_contain_text("ten times as many")
    page.wait_for_function(f"() => {SHAPES.format(side='after')} === 1")
    page.keyboard.press("g")
    page.wait_for_function(f"() => {SHAPES.format(side='after')} === 0")

    with page.expect_popup() as opened:
        page.keyboard.press("n")
    notes = opened.value
    expect(notes.locator("section.shown h1")).to_have_text(ASKED[0].question)
    expect(notes.locator("#state")).to_have_text("the answer is shown")
    page.bring_to_front()
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement")
    stage = page.frame_locator(".stage")
    expect(stage.locator("h1")).to_have_text(ASKED[0].question)
    for scene in ASKED[1:]:
        stage.locator("#before-0 .main-svg, #after-0 .main-svg").first.wait_for()
        page.keyboard.press("ArrowRight")
        expect(stage.locator("h1")).to_have_text(scene.question)
        assert page.evaluate("Boolean(document.fullscreenElement)")
        expect(notes.locator("section.shown h1")).to_have_text(scene.question)
    page.keyboard.press("f")
    page.wait_for_url(re.compile("20-worst"))
    notes.close()

    page.locator("#after-0-printed[src], #before-0-printed[src]").first.wait_for(state="attached")
    page.wait_for_function("[...document.querySelectorAll('.printed')].every((each) => each.src)")
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2  # the question, and the answer
    page.close()
    assert errors == []
