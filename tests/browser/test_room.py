"""A lecturer and a class of phones: they answer, see where they stood, lose the network, and come back."""

import contextlib
import csv
import json
import re

import numpy as np
import pytest
from scipy.stats import kstest

from rffviz.explorer.words.scenes import SCENES
from rffviz.studies.class_draws import DISTRIBUTIONS
from tests.browser.test_presenting import CUT, HEARD
from tests.browser.viewer import quiet

NAMED = {scene.name: scene for scene in SCENES}
# what stands in the page and in the shadow roots of its components
TEXT = """() => { const walk = (root) => [...root.querySelectorAll("*")].filter(each => each.shadowRoot)
    .map(each => each.shadowRoot.textContent + walk(each.shadowRoot)).join(" ")
  return document.body.innerText + " " + walk(document) }"""
# the room's corner and the class's answers, and the figures that they must not lie over
OVER = """() => { const box = (each) => each.getBoundingClientRect()
  const found = (root, what) => [...root.querySelectorAll(what),
    ...[...root.querySelectorAll("*")].filter(each => each.shadowRoot).flatMap(each => found(each.shadowRoot, what))]
  const figures = [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')].map(box)
  const others = [...found(document, ".room > *"), ...document.querySelectorAll(".st-key-room-answers")].map(box)
  return others.filter(each => each.height && each.width).flatMap(each => figures.filter(figure =>
    each.left < figure.right - 1 && figure.left < each.right - 1 && each.top < figure.bottom - 1
    && figure.top < each.bottom - 1)).length }"""
SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


class Class:
    """The lecturer's tab, and phones in windows of their own."""

    def __init__(self, viewer, chromium, stack):
        self.viewer, self.chromium, self.stack, self.errors = viewer, chromium, stack, []

    def begin(self, scene):
        self.show(scene)
        self.key("o")
        self.viewer.page.wait_for_function("() => sessionStorage.getItem('rffviz-room')", timeout=30_000)
        self.room = json.loads(self.viewer.page.evaluate("() => sessionStorage.getItem('rffviz-room')"))
        self.says(self.room["code"])
        return self

    def show(self, scene):
        scene = NAMED[scene]
        query = "&".join(f"{name}={value}" for name, value in scene.query.items())
        page = "" if scene.page == "start" else scene.page
        self.viewer.open(f"{page}?{query}&present=1&scene={scene.name}")
        return self

    def key(self, key):
        quiet(self.viewer.page, 1_500)  # until figures have their heights, as a class takes longer to answer
        self.viewer.page.wait_for_function(HEARD, arg=key, timeout=60_000)
        self.viewer.settle()

    def says(self, words):
        self.viewer.page.wait_for_function(f"words => ({TEXT})().includes(words)", arg=words, timeout=30_000)

    def phone(self, width=390, key="", **more):
        window = self.stack.enter_context(
            contextlib.closing(
                self.chromium.new_context(viewport={"width": width, "height": 700}, has_touch=True, **more)
            )
        )
        page = window.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.viewer.address}/room/{self.room['code']}" + (f"?key={key}" if key else ""))
        return page


@pytest.fixture
def lesson(viewer, chromium):
    with contextlib.ExitStack() as stack:
        found = Class(viewer, chromium, stack)
        yield found
        assert found.errors == []


def told(page):
    page.locator("#told").wait_for(timeout=30_000)
    return page.locator("#told").inner_text()


def sent(page):
    page.get_by_text("Your answer is in").wait_for(timeout=30_000)


@pytest.mark.release
def test_a_class_of_five_answers_three_scenes_in_three_ways(lesson, axe, tmp_path):
    page = lesson.begin("bell").viewer.page
    phones = [lesson.phone(width) for width in (320, 390, 390, 390, 390)]
    for phone, choice in zip(phones, (0, 1, 2, 2), strict=False):
        phone.get_by_text(NAMED["bell"].guess[choice]).click()
        sent(phone)
    phones[4].get_by_role("button", name="I don’t know").click()
    sent(phones[4])
    phones[0].get_by_text(NAMED["bell"].guess[2]).click()  # changed
    lesson.says("5 answered")
    choices = [f"{letter}. {words}" for letter, words in zip("ABC", NAMED["bell"].guess, strict=True)]
    assert page.locator(".offered .vote").all_inner_texts() == choices  # how many answered, never what
    assert page.get_by_text(NAMED["bell"].guess[2]).count() == 1 and not page.locator("[class*=room-answers]").count()
    assert page.evaluate(OVER) == 0 and page.evaluate(CUT) == []
    quiet(phones[0], 2_500)
    lesson.key("r")
    lesson.says("5 answered, 1 of them did not know")
    page.locator(".st-key-room-answers .js-plotly-plot").wait_for()
    assert page.evaluate(OVER) == 0
    assert "3 of 5" in told(phones[0]) and f"✓ C. {NAMED['bell'].guess[2]} (you)" in told(phones[0])
    assert f"{NAMED['bell'].guess[1]} (you)" in told(phones[1]) and "(you)" not in told(phones[4])
    late = lesson.phone()
    assert NAMED["bell"].reveal in told(late)
    link = phones[0].get_by_role("link", name="Explore this view").get_attribute("href")
    assert link.startswith("/?waves=2048") and "present" not in link and "scene" not in link
    with phones[0].context.expect_page() as opened:
        phones[0].get_by_role("link", name="Explore this view").click()
    opened.value.locator(".js-plotly-plot").first.wait_for(timeout=60_000)

    lesson.key("a")  # vote, talk, vote
    for phone in phones[:4]:
        phone.get_by_text("Talk to your neighbour").wait_for(timeout=30_000)
        phone.get_by_text(NAMED["bell"].guess[2]).click()
        sent(phone)
    lesson.says("4 answered")
    lesson.key("r")
    lesson.says("right: 60 % → 100 %")

    lesson.show("blocks")
    for phone, steps in zip(phones[:3], (3, 6, 0), strict=True):
        slider = phone.get_by_role("slider")
        slider.wait_for(timeout=30_000)
        slider.focus()
        for _ in range(steps):
            phone.keyboard.press("PageDown")
        assert slider.get_attribute("aria-valuetext").startswith("D = ")
        phone.get_by_role("button", name="Send").click()
        sent(phone)
    lesson.says("3 answered")
    lesson.key("r")
    lesson.says("dashed: median, solid: answer")
    page.locator(".st-key-room-answers .js-plotly-plot").wait_for()
    assert "It is 20" in told(phones[0]) and re.search(r"\d of 2 others were further off", told(phones[0]))
    assert page.evaluate(OVER) == 0

    lesson.show("worst")
    for phone in phones[:2]:
        pad = phone.locator("svg.pen")
        pad.wait_for(timeout=30_000)
        box = pad.bounding_box()
        phone.mouse.move(box["x"] + 20, box["y"] + 120)
        phone.mouse.down()
        phone.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40, steps=8)
        phone.mouse.move(box["x"] + box["width"] - 20, box["y"] + 120, steps=8)
        phone.mouse.up()
        phone.get_by_role("button", name="Send").click()
        sent(phone)
    phones[2].get_by_text("Set it with sliders").click()  # without a finger
    places = phones[2].get_by_role("slider")
    assert places.count() == 9
    places.nth(4).focus()
    phones[2].keyboard.press("End")
    assert axe(phones[2]) == []
    phones[2].get_by_role("button", name="Send").click()
    sent(phones[2])
    lesson.says("3 answered")
    before = page.evaluate("() => document.querySelector('[class*=descent-figure] .js-plotly-plot').data.length")
    lesson.key("r")
    after = page.evaluate("() => document.querySelector('[class*=descent-figure] .js-plotly-plot').data.length")
    assert after == before + 4  # three curves and their median
    assert re.search(r"Your curve: \d of 2 others were further off", told(phones[0]))
    assert page.evaluate(OVER) == 0

    lesson.key("Escape")
    page.get_by_role("button", name=f"Room {lesson.room['code']}").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Votes (CSV)").click()
    rows = list(csv.DictReader(open(download.value.path())))
    assert [sum(row["scene"] == name for row in rows) for name in ("bell", "blocks", "worst")] == [9, 3, 3]
    assert len({row["phone"] for row in rows}) == 5
    phones[0].get_by_text("Look at the screen.").wait_for(timeout=30_000)


@pytest.mark.release
def test_a_class_is_the_sample(lesson, axe):
    page = lesson.viewer.page
    lesson.begin("draws")
    phones = [lesson.phone() for _ in range(3)]
    for phone, steps in zip(phones, (0, 1, 2), strict=True):
        send = phone.get_by_role("button", name="Send")
        assert send.is_disabled()  # where the slider begins is no choice
        if steps == 1:
            phone.locator("input[type=range]").dispatch_event("pointerdown")
            assert send.is_enabled()  # unless it was touched
        plot = phone.locator("#form svg")
        box = plot.bounding_box()
        plot.click(position={"x": box["width"] * (0.3 + 0.2 * steps), "y": 40})
        assert axe(phone) == [] and not phone.evaluate(SIDEWAYS)
        send.click()
        sent(phone)
    lesson.says("k ± 2 SD, D = 3")  # as they arrive
    lesson.key("r")
    lesson.says("chosen by hand")
    assert "one of 3" in told(phones[0])
    lesson.key("a")
    for phone in phones[:2]:
        phone.get_by_role("button", name="Draw a frequency").click()
        phone.get_by_text("Your frequency is in.").wait_for(timeout=30_000)
        shown = phone.locator("#form output").inner_text()
        phone.reload()
        phone.get_by_role("button", name="Drawn").wait_for(timeout=30_000)  # once
        assert phone.locator("#form output").inner_text() == shown
    lesson.says("k ± 2 SD, D = 2")
    late = lesson.phone()
    late.get_by_role("button", name="Draw a frequency").click()
    lesson.says("k ± 2 SD, D = 3")
    lesson.key("r")
    assert "one of 3" in told(late) and page.evaluate(OVER) == 0 and page.evaluate(CUT) == []
    page.locator(".readouts", has_text="drawn from p").wait_for(timeout=30_000)  # in sight beside the other
    page.context.set_offline(True)
    lesson.says("no connection: trying again")
    page.context.set_offline(False)
    page.wait_for_function(f"() => !({TEXT})().includes('no connection')", timeout=30_000)
    lesson.viewer.errors.clear()  # what a browser says of it
    at = [1e-9, 1e-6, 0.001, 0.02, 0.3, 0.77, 0.99, 0.999999]
    for name, distribution in DISTRIBUTIONS.items():
        # u has an absolute error of 1e-16, and the quantile's derivative is 1/p
        expected = distribution.ppf(at)
        tolerance = 1e-15 / distribution.pdf(expected) + 1e-12 * np.abs(expected)
        quantiles = np.array(late.evaluate(f"at => at.map(SPECTRA.{name}[0])", at))
        assert np.all(np.abs(quantiles - expected) <= tolerance), name
        drawn = late.evaluate(f"() => [...Array(2000)].map(() => SPECTRA.{name}[0](uniform()))")
        assert kstest(drawn, distribution.cdf).pvalue > 1e-4, name


@pytest.mark.release
def test_three_tests_are_spent(lesson, axe):
    lesson.begin("tests")
    phones = [lesson.phone() for _ in range(3)]

    def spend(phone, *places):
        boxes = phone.get_by_role("checkbox")
        boxes.first.wait_for(timeout=30_000)
        assert phone.get_by_role("button", name="Send").is_disabled() and axe(phone) == []
        for i in places:
            boxes.nth(i).check()
        assert boxes.nth(1).is_disabled() and not phone.evaluate(SIDEWAYS)  # no fourth one
        phone.get_by_role("button", name="Send").click()
        sent(phone)

    for phone, places in zip(phones, ((7, 0, 2), (0, 2, 3), (4, 7, 8)), strict=True):
        spend(phone, *places)
    phones[0].reload()
    phones[0].get_by_role("checkbox", checked=True).nth(2).wait_for(timeout=30_000)
    late = lesson.phone()
    spend(late, 2, 3, 6)
    lesson.says("4 answered")
    lesson.key("r")
    lesson.says("4 answered; found by 50 %")
    lesson.says("2, first by answer 1")
    assert "✓ H. Joint distribution (you)" in told(phones[0]) and "A. Repeats (you)" in told(phones[0])
    assert "C. Norms (you)" in told(late) and "✓ H. Joint distribution\n" in told(late)
    assert lesson.viewer.page.evaluate(OVER) == 0 and lesson.viewer.page.evaluate(CUT) == []
    after = lesson.phone()  # too late to answer
    assert "(you)" not in told(after) and "2 of 4" in told(after)


@pytest.mark.release
def test_bids_are_taken_out_step_by_step(lesson, axe):
    page = lesson.viewer.page
    lesson.begin("bid")
    phones = [lesson.phone() for _ in range(3)]

    def bid(phone, at):
        phone.locator("input[type=range]").fill(at)
        assert axe(phone) == [] and not phone.evaluate(SIDEWAYS)
        phone.get_by_role("button", name="Send").click()
        sent(phone)

    for phone, at in zip(phones, ("400", "900", "100"), strict=True):
        bid(phone, at)
    phones[0].reload()
    phones[0].get_by_text("Your answer is in").wait_for(timeout=30_000)
    assert phones[0].locator("#form output").inner_text() == "D = 1,000"
    late = lesson.phone()
    bid(late, "500")
    lesson.says("4 answered")
    assert not page.evaluate("() => document.querySelector('.js-plotly-plot')._fullData[0].x.length")  # unseen until R
    assert "83,659" not in page.evaluate("() => JSON.stringify(document.querySelector('.js-plotly-plot').data)")
    lesson.key("r")
    lesson.says("83,659 · 3 left")
    for phone, words in zip(
        [*phones, late],
        ("you win", "more than needed; 1,000 wins", "not enough; 1,000 wins", "more than needed; 1,000 wins"),
        strict=True,
    ):
        phone.locator("#told", has_text=words).wait_for(timeout=30_000)
    page.locator("[data-on]").first.press("Enter")
    lesson.says("best constant: 77,153")
    assert page.evaluate(OVER) == 0 and page.evaluate(CUT) == []
    page.reload()
    lesson.says("3 left")


def test_a_phone_that_loses_the_network_or_is_loaded_again_keeps_its_answer(lesson):
    lesson.begin("bell")
    phone = lesson.phone()
    choice = NAMED["bell"].guess
    phone.get_by_text(choice[0]).click()
    sent(phone)
    phone.reload()
    phone.get_by_role("radio", checked=True).wait_for(timeout=30_000)
    assert phone.get_by_role("radio").first.is_checked()
    phone.context.set_offline(True)
    phone.get_by_text(choice[2]).click()
    phone.get_by_text("no connection").wait_for(timeout=30_000)
    assert "Sending" in phone.locator("#state").inner_text()
    phone.context.set_offline(False)
    sent(phone)
    phone.get_by_text("no connection").wait_for(state="detached", timeout=30_000)
    lesson.says("1 answered")
    lesson.key("r")
    assert f"✓ C. {choice[2]} (you)" in told(phone)
    lesson.key("r")  # hidden again: the vote stays, and stays closed
    phone.get_by_text("Nothing to answer right now.").wait_for(timeout=30_000)
    lesson.says("1 answered, closed: A asks again")


@pytest.mark.release
def test_the_speakers_phone_steers_and_shows_the_notes_and_the_room_outlives_a_reload(lesson):
    page = lesson.begin("bell").viewer.page
    speaker = lesson.phone(key=lesson.room["key"])
    speaker.get_by_text(NAMED["bell"].notes[:40]).wait_for(timeout=30_000)
    speaker.get_by_role("button", name="Reveal").click()
    page.wait_for_url("**revealed=1**", timeout=30_000)
    speaker.get_by_role("button", name="Hide the answer").wait_for(timeout=30_000)
    speaker.get_by_role("button", name="Ask again").click()
    page.wait_for_url(lambda url: "revealed" not in url, timeout=30_000)
    lesson.viewer.settle()
    page.reload()
    lesson.viewer.settle()
    lesson.says(lesson.room["code"])
    speaker.get_by_role("button", name="Next").click()
    page.wait_for_url("**scene=kink**", timeout=30_000)
    speaker.get_by_role("heading", name=NAMED["kink"].question).wait_for(timeout=30_000)
    stranger = lesson.phone(key="0" * 32)
    stranger.get_by_text(NAMED["kink"].guess[0]).wait_for(timeout=30_000)
    assert (
        not stranger.get_by_role("button", name="Next").is_visible()
        and NAMED["kink"].notes[:40] not in stranger.content()
    )
    told = {"answered": 3, "acts": [], "full": True, "trouble": "Votes cannot be kept now: disk full."}
    page.route("**/host", lambda route: route.fulfill(json=told))
    lesson.says(told["trouble"])
    with page.expect_response("**/clear") as cleared:
        page.get_by_role("button", name="let new phones in").click()
    assert cleared.value.status == 204


@pytest.mark.release
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_phone_shows_all_and_the_checker_finds_nothing(lesson, axe, scheme):
    lesson.begin("bell")
    phone = lesson.phone(320, color_scheme=scheme, key=lesson.room["key"])
    for scene, role in (("bell", "radio"), ("blocks", "slider"), ("worst", "img")):
        if scene != "bell":
            lesson.show(scene)
        phone.get_by_role(role).first.wait_for(timeout=30_000)
        assert axe(phone) == [] and not phone.evaluate(SIDEWAYS), scene
        phone.get_by_role("button", name="I don’t know").click()
        sent(phone)
        lesson.key("r")
        told(phone)
        assert axe(phone) == [] and not phone.evaluate(SIDEWAYS), scene
    lost = lesson.phone()
    lost.goto(lost.url[:-4] + "XXXX")
    lost.get_by_text("This room is closed.").wait_for()
