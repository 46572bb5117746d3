"""A lecture walked by its keys alone: each acts once, and the address names the scene in sight."""

from urllib.parse import parse_qs, urlsplit

import pytest

from rffviz.words.scenes import SCENES

COUNT = """() => { window.clicks = 0; const click = HTMLElement.prototype.click
  HTMLElement.prototype.click = function () { window.clicks++; return click.call(this) } }"""
# waits until the page hears a key, which is then pressed once, however early that is
HEARD = """key => !document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }))"""
IN_SIGHT = """([question, place]) => document.querySelector("h1")?.innerText.trim() === question
  && document.querySelector(".st-key-present-bar")?.innerText.includes(place)"""
SCRUBS = """() => [...document.querySelectorAll('[class*="-scrub"] *')]
  .filter(each => each.shadowRoot?.querySelector("[data-play]")).length"""


def clicks(page):
    """How many clicks scripts made since the last time."""
    return page.evaluate("[window.clicks, window.clicks = 0][0]")


def arrive(viewer, at):
    """Wait for a scene, and for its address."""
    page, scene = viewer.page, SCENES[at]
    page.wait_for_function(IN_SIGHT, arg=[scene.question, f"{at + 1} of {len(SCENES)}"], timeout=60_000)
    viewer.settle()
    found = urlsplit(page.url)
    assert parse_qs(found.query)["scene"] == [scene.name]
    assert found.path.strip("/") == ("" if scene.page == "start" else scene.page), scene.name
    assert page.evaluate(IN_SIGHT, [scene.question, f"{at + 1} of {len(SCENES)}"]), scene.name


@pytest.mark.release
def test_each_key_acts_once_on_every_scene_and_the_address_follows(viewer):
    page, first = viewer.page, SCENES[0]
    page.goto(f"{viewer.address}/{first.page}?view=cost&present=1&scene={first.name}", wait_until="domcontentloaded")
    page.wait_for_function(HEARD, arg="ArrowRight", timeout=60_000)
    arrive(viewer, 1)
    page.evaluate(COUNT)
    for at in range(1, len(SCENES)):
        arrive(viewer, at)
        scrubs = page.evaluate(SCRUBS)
        for _ in range(2):  # it plays, and stops
            page.keyboard.press("Space")
            assert clicks(page) == min(scrubs, 1), SCENES[at].name
        if at + 1 < len(SCENES):
            page.keyboard.press("ArrowRight")
            assert clicks(page) == 1, SCENES[at].name
    page.reload()
    arrive(viewer, at)


def test_steps_back_and_quick_steps_are_not_lost(viewer):
    names = [scene.name for scene in SCENES]
    at = names.index("epsilon")  # the scenes after it are of the same page
    viewer.open(f"convergence?view=curve&epsilon=0.2&present=1&scene={names[at]}")
    arrive(viewer, at)
    for keys, where in ((["ArrowRight"], at + 1), (["ArrowLeft"], at), (["ArrowRight", "ArrowRight"], at + 2)):
        for key in keys:
            viewer.page.keyboard.press(key)
        arrive(viewer, where)
    viewer.page.keyboard.press("ArrowLeft")
    viewer.page.keyboard.press("r")
    viewer.page.wait_for_url("**revealed=1**")
    arrive(viewer, at + 1)
    viewer.page.reload()
    arrive(viewer, at + 1)
