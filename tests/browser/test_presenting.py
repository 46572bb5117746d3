"""A lecture walked by its keys alone: each acts once, and the address names the scene in sight."""

import json
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest

from rffviz.explorer.words.practice import practice_scenes
from rffviz.explorer.words.scenes import SCENES
from tests.browser.test_views import collisions
from tests.browser.viewer import quiet

TOGETHER = 5  # scenes that one test walks over

COUNT = """() => { window.clicks = 0; const click = HTMLElement.prototype.click
  HTMLElement.prototype.click = function () { window.clicks++; return click.call(this) } }"""
# waits until the page hears a key, which is then pressed once, however early that is
HEARD = """key => !document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }))"""
IN_SIGHT = """([question, place]) =>
  [...document.querySelectorAll("h1, .told .asked")].some(each => each.innerText.trim() === question)
  && document.querySelector(".st-key-present-bar")?.innerText.includes(place)
  && "keys" in document.documentElement.dataset"""
# text below the strip of the bar, or cut at the right; what is not painted does not count
CUT = """() => { const cut = [], edge = document.querySelector(".st-key-present-bar").getBoundingClientRect().top
  const texts = document.createTreeWalker(document.querySelector("[data-testid=stMain]"), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode, range = document.createRange(), look = getComputedStyle(node.parentElement)
    range.selectNodeContents(node)
    const { width, height, bottom, right } = range.getBoundingClientRect()
    if (!node.textContent.trim() || !width || !height || node.parentElement.closest(".st-key-present-bar")) continue
    if (look.visibility === "hidden" || look.opacity === "0") continue
    if (bottom > edge + 1 || right > innerWidth + 1) cut.push(node.textContent.trim())
  }
  return cut }"""
# the share of the screen that figures take, once the page has measured what is left
FITTED = """() => { const plots = [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')]
  const bottom = Math.max(...plots.map(each => each.getBoundingClientRect().bottom))
  const bar = document.querySelector(".st-key-present-bar").getBoundingClientRect().top
  return bar - bottom < 0.3 * innerHeight && Math.max(...plots.map(each => each.offsetHeight)) / innerHeight }"""
SCRUBS = """() => [...document.querySelectorAll('[class*="-scrub"] *')]
  .filter(each => each.shadowRoot?.querySelector("[data-play]")).length"""


def clicks(page):
    """How many clicks scripts made since the last time."""
    return page.evaluate("[window.clicks, window.clicks = 0][0]")


def arrive(viewer, at, timeout=60_000):
    """Wait for a scene, and for its address."""
    page, scene = viewer.page, SCENES[at]
    page.wait_for_function(IN_SIGHT, arg=[scene.question, f"{at + 1} of {len(SCENES)}"], timeout=timeout)
    viewer.settle()
    found = urlsplit(page.url)
    assert parse_qs(found.query)["scene"] == [scene.name]
    assert found.path.strip("/") == ("" if scene.page == "start" else scene.page), scene.name
    assert page.evaluate(IN_SIGHT, [scene.question, f"{at + 1} of {len(SCENES)}"]), scene.name


def wrong(viewer, width, height):
    """What is cut on a projector of this size once nothing moves, or how little of the room figures take."""
    page, looks = viewer.page, 0
    page.set_viewport_size({"width": width, "height": height})
    for _ in range(60):
        quiet(page, 300)
        cut, share = page.evaluate(CUT), page.evaluate(FITTED)
        looks = looks + 1 if not cut and share and share >= 0.45 else 0
        if looks == 2:  # one after the other at which the figure was fitted into the room that is left
            return []
    return [f"cut: {cut}, share of the figures: {share}"]


def faults(viewer, scene, width, height):
    """What is wrong on a projector of this size, or which labels collide."""
    found = wrong(viewer, width, height)
    return found or sorted(collisions(viewer, scene.query.get("view")))


@pytest.mark.release
@pytest.mark.parametrize("first", range(0, len(SCENES), TOGETHER))
def test_each_key_acts_once_on_every_scene_and_nothing_is_cut_hidden_or_collides(viewer, first):
    """A lecture walked by its keys: the address follows; asked and told on two projectors."""
    page, scene, sizes, found = viewer.page, SCENES[first], [(1280, 720), (1920, 1080)], {}

    def late(route):
        quiet(page, 1_000)
        route.continue_()

    query = urlencode({**scene.query, "present": "1", "scene": scene.name})
    link = f"{'' if scene.page == 'start' else scene.page}?{query}"
    if first == 0:
        page.route("**/PageLink.*.js", late, times=1)  # its link comes after the bar, whose keys are heard before
        page.goto(f"{viewer.address}/{link}", wait_until="domcontentloaded")
        page.wait_for_function(HEARD, arg="ArrowRight", timeout=60_000)
        arrive(viewer, 1, timeout=150_000)  # a new server measures the cost first
        page.keyboard.press("ArrowLeft")
    else:
        viewer.open(link)
    arrive(viewer, first)
    page.evaluate(COUNT)
    for at, scene in enumerate(SCENES[first : first + TOGETHER], first):
        arrive(viewer, at)
        assert at == first or clicks(page) == 1, scene.name  # a key waits until a height that was sent is there
        scrubs = page.evaluate(SCRUBS)
        for _ in range(2):  # it plays, and stops
            page.keyboard.press("Space")
            assert clicks(page) == min(scrubs, 1), scene.name
        for state in ("asked", "told"):
            if state == "told":
                page.keyboard.press("r")
                page.wait_for_url("**revealed=1**")
            found[scene.name, state, sizes[0]] = faults(viewer, scene, *sizes[0])
            assert clicks(page) == (state == "told"), scene.name
            found[scene.name, state, sizes[1]] = faults(viewer, scene, *sizes[1])
            sizes.reverse()  # in which the next one is shown first
        if at + 1 < len(SCENES):
            page.keyboard.press("ArrowRight")
    if at + 1 < len(SCENES):
        arrive(viewer, at + 1)
    else:
        page.reload()
        page.wait_for_function(IN_SIGHT, arg=[scene.reveal, f"{at + 1} of {len(SCENES)}"], timeout=60_000)
    assert {state: each for state, each in found.items() if each} == {}


@pytest.mark.parametrize("first", ["bell", pytest.param("epsilon", marks=pytest.mark.release)])
def test_steps_back_and_quick_steps_are_not_lost(viewer, first):
    """From page to page; and within one, whose scenes take seconds."""
    at, scene = next((k, each) for k, each in enumerate(SCENES) if each.name == first)
    query = urlencode({**scene.query, "present": "1", "scene": first})
    viewer.open(f"{'' if scene.page == 'start' else scene.page}?{query}")
    arrive(viewer, at)
    for _ in range(2):
        viewer.page.keyboard.press("ArrowRight")
    arrive(viewer, at + 2)
    viewer.page.keyboard.press("ArrowLeft")
    viewer.page.keyboard.press("r")
    viewer.page.wait_for_url("**revealed=1**")
    arrive(viewer, at + 1)
    viewer.page.reload()
    arrive(viewer, at + 1)


TWICE = """() => { const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (said) { send.call(this, said); setTimeout(() => send.call(this, said), 80) } }"""


@pytest.mark.release
def test_a_click_that_the_browser_sends_twice_acts_once(viewer):
    at = next(i for i, scene in enumerate(SCENES) if scene.name == "infinite")
    viewer.open(f"convergence?{urlencode(SCENES[at].query)}&present=1&scene=infinite")
    arrive(viewer, at)
    viewer.page.evaluate(TWICE)
    for key, where, revealed in (("ArrowLeft", at - 1, False), ("r", at - 1, True), ("r", at - 1, False)):
        viewer.page.keyboard.press(key)
        viewer.page.wait_for_url("**revealed=1**" if revealed else lambda url: "revealed" not in url)
        quiet(viewer.page, 1_000)
        arrive(viewer, where)
        assert ("revealed=1" in viewer.page.url) is revealed


# the server hears nothing of the next click, as when another message meets it
LOST = """() => { const send = WebSocket.prototype.send
  WebSocket.prototype.send = function () { WebSocket.prototype.send = send } }"""


@pytest.mark.release
def test_a_click_that_is_lost_on_its_way_is_repeated(viewer):
    at = next(i for i, scene in enumerate(SCENES) if scene.name == "infinite")
    viewer.open(f"convergence?{urlencode(SCENES[at].query)}&present=1&scene=infinite")
    arrive(viewer, at)
    quiet(viewer.page, 1_500)  # a height that is sent would be the one that is lost
    viewer.page.evaluate(LOST)
    for key in ("ArrowLeft", "r"):
        viewer.page.keyboard.press(key)
    viewer.page.wait_for_url("**revealed=1**")
    arrive(viewer, at - 1)


@pytest.mark.release
def test_a_height_that_is_lost_on_its_way_is_told_again(viewer):
    page = viewer.open("?waves=8&present=1&scene=bell")
    viewer.plot()
    quiet(page, 1_500)
    page.evaluate(LOST)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_function(f"() => ({FITTED})() >= 0.45", timeout=30_000)


@pytest.mark.release
def test_a_position_that_is_lost_on_its_way_is_told_again(viewer):
    viewer.open("?waves=8")
    quiet(viewer.page, 1_500)
    viewer.page.evaluate(LOST)
    viewer.page.get_by_role("slider").first.press("ArrowRight")
    viewer.page.wait_for_url("**waves=16**", timeout=30_000)


@pytest.mark.release
@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("presented", ["", "&present=1"])
def test_all_votes_on_a_specimen_are_in_sight(viewer, presented, width):
    viewer.page.set_viewport_size({"width": width, "height": 720})
    page = viewer.open(f"schemes?specimen=1&n_draws=20{presented}")
    votes = page.locator(".st-key-guess [role=radio]")
    votes.first.wait_for()
    assert votes.count() == len(practice_scenes()[0].guess)
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".st-key-guess [role=radio]")].map(each => {
          const box = each.getBoundingClientRect(), row = each.parentElement.getBoundingClientRect()
          return Math.max(box.right - row.right, box.bottom - row.bottom) })"""
    )
    assert max(ends) <= 1


@pytest.mark.release
def test_the_bar_shows_near_the_pointer_and_by_tab_and_hides_again(viewer):
    viewer.open("?present=1&scene=bell&waves=1")
    page, bar = viewer.page, viewer.page.locator(".st-key-present-bar")
    shown = "shown => Number(getComputedStyle(document.querySelector('.st-key-present-bar')).opacity) === shown"
    page.mouse.move(600, 300)
    page.wait_for_function(shown, arg=0)
    page.mouse.move(600, page.viewport_size["height"] - 40)
    page.wait_for_function(shown, arg=1)
    page.mouse.move(600, 300)
    page.wait_for_function(shown, arg=0, timeout=5_000)
    bar.get_by_role("button", name="Reveal (R)").focus()
    page.wait_for_function(shown, arg=1)


@pytest.mark.release
def test_a_vote_is_judged_on_stage(viewer):
    scene = next(each for each in SCENES if each.name == "bell")
    viewer.open("?present=1&scene=bell&waves=1")
    viewer.page.get_by_role("radio", name=scene.guess[0]).click()
    viewer.settle()
    viewer.page.keyboard.press("r")
    told = viewer.page.locator(".told")
    told.wait_for()
    assert f"✓ {scene.right[0]}" in told.inner_text() and f"Your vote: {scene.guess[0]} ✗" in told.inner_text()
    assert viewer.page.locator("h1").inner_text() == scene.reveal


@pytest.mark.release
def test_the_notes_follow_the_lecture_and_their_keys_work_it(viewer):
    at = next(i for i, scene in enumerate(SCENES) if scene.name == "epsilon")
    viewer.open("convergence?view=curve&epsilon=0.2&present=1&scene=epsilon")
    arrive(viewer, at)
    page = viewer.page
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    notes = opened.value
    shown = "([question, state]) => document.querySelector('section.shown h1')?.textContent === question"
    shown += " && document.getElementById('state').textContent === `the answer is ${state}`"
    notes.wait_for_function(shown, arg=[SCENES[at].question, "hidden"])
    assert notes.locator("section.shown .next").inner_text() == f"Next: Bound ÷ measured · {SCENES[at + 1].question}"
    notes.evaluate("window.kept = true")
    page.bring_to_front()
    page.keyboard.press("r")
    notes.wait_for_function(shown, arg=[SCENES[at].question, "shown"], timeout=60_000)
    notes.keyboard.press("ArrowRight")
    arrive(viewer, at + 1)
    notes.wait_for_function(shown, arg=[SCENES[at + 1].question, "hidden"])
    page.keyboard.press("n")
    assert notes.evaluate("window.kept") and notes.locator("#clock").inner_text() != "0:00"
    notes.close()


@pytest.mark.release
def test_start_plays_once_and_not_where_motion_is_unwelcome(viewer):
    page = viewer.page
    viewer.open()
    assert not page.evaluate("sessionStorage.getItem('rffviz-played')")
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    viewer.open()
    page.wait_for_url("**waves=64**", timeout=60_000)
    viewer.open()
    quiet(page, 2_000)
    assert "waves" not in page.url
    page.evaluate("sessionStorage.clear()")
    page.goto(viewer.address, wait_until="domcontentloaded")
    page.locator("[data-play=playing]").first.wait_for(timeout=60_000)
    page.locator(".st-key-scene-bell [data-testid=stPageLink] a").click()
    page.wait_for_url("**waves=2048**", timeout=30_000)
    quiet(page, 4_000)  # as long as it would have played
    assert "waves=2048" in page.url and page.get_by_role("slider").first.get_attribute("aria-valuetext") == "D = 2,048"
    page.evaluate("sessionStorage.clear()")
    page.goto(viewer.address, wait_until="domcontentloaded")
    page.locator("[data-play=playing]").first.wait_for(timeout=60_000)
    page.get_by_role("button", name="Start the 45 minutes").click()  # where the play ended is sent with the click
    page.locator("h1", has_text="30,000 points").wait_for(timeout=60_000)
    assert page.get_by_text("Something failed").count() == 0
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


# what is drawn from now on, without repetitions: the first coordinate of the first point, and whether it is seen
DRAWN = """() => { const of = ({ dtype, bdata }) => new { f4: Float32Array, f8: Float64Array }[dtype](
    Uint8Array.from(atob(bdata), each => each.charCodeAt(0)).buffer)
  window.drawn = []
  window.frames_moved = 0
  let frame = 0, first
  const look = () => { const plot = document.querySelector(".js-plotly-plot"), x = plot?.data?.[0]?.x
    if (x && plot.querySelector(".point") && plot.style.visibility !== "hidden") {
      const at = (Array.isArray(x) ? x : of(x))[0]
      if (window.drawn.at(-1) !== at) { window.drawn.push(at)
        if (window.drawn.length > 1) window.frames_moved = frame - (first ??= frame) } }
    frame += 1
    requestAnimationFrame(look) }
  look() }"""
COLUMNS = "() => JSON.stringify(document.querySelector('.js-plotly-plot')?.data?.map(({ x, y }) => [x, y]))"
REDRAW = """columns => { const plot = document.querySelector(".js-plotly-plot")
  const data = plot.data.map((trace, i) => ({ ...trace, x: columns[i][0], y: columns[i][1] }))
  return window.Plotly.react(plot, data, plot.layout).then(() => true) }"""


@pytest.mark.release
def test_the_answer_to_bids_plays_by_itself_until_it_is_stopped(viewer):
    page, scene = viewer.page, next(scene for scene in SCENES if scene.name == "bid")
    link = f"{scene.page}?{urlencode(scene.revealed)}&present=1&scene=bid&revealed=1"
    shown = """step => [...document.querySelectorAll('[class*="-scrub"] *')]
      .some(each => each.shadowRoot?.querySelector('output')?.textContent.startsWith(step))"""
    try:
        page.emulate_media(reduced_motion="no-preference")
        viewer.open(link)
        page.wait_for_function(shown, arg="union bound", timeout=30_000)
        page.keyboard.press(" ")
        page.wait_for_url("**step=pairs**", timeout=30_000)
        page.reload()
        viewer.settle(3_000)  # it stays where it was stopped
        assert page.evaluate(f"({shown})('union bound')")
        viewer.open(link)
        page.wait_for_function(shown, arg="measured", timeout=30_000)
    finally:
        page.emulate_media(reduced_motion="reduce")


@pytest.mark.release
@pytest.mark.parametrize("motion", ["welcome", "unwelcome", "interrupted", "redrawn"])
def test_a_reveal_moves_the_points_to_where_the_answer_has_them(viewer, motion):
    page, scene = viewer.page, next(scene for scene in SCENES if scene.name == "halton")
    link = f"{scene.page}?{{}}&present=1&scene={scene.name}"
    viewer.open(f"{link.format(urlencode(scene.revealed))}&revealed=1")
    page.wait_for_selector(".js-plotly-plot .point")
    told = page.evaluate(COLUMNS)
    try:
        page.emulate_media(reduced_motion="no-preference" if motion != "unwelcome" else "reduce")
        viewer.open(link.format(urlencode(scene.query)))
        page.wait_for_selector(".js-plotly-plot .point")
        quiet(page, 900)  # the figure is fitted into the room that is left
        viewer.settle()
        asked = page.evaluate(COLUMNS)
        page.evaluate(DRAWN)
        page.keyboard.press("r")
        page.wait_for_url("**revealed=1**")
        if motion == "interrupted":
            page.wait_for_function("() => window.drawn.length > 3", timeout=30_000)
            page.keyboard.press("g")
            page.wait_for_function(f"told => ({COLUMNS})() === told", arg=told, timeout=1_000)
        if motion == "redrawn":
            page.wait_for_function("() => window.drawn.length > 3", timeout=30_000)
            page.evaluate(REDRAW, json.loads(told))
        viewer.settle()
        page.wait_for_function(f"told => ({COLUMNS})() === told", arg=told, timeout=30_000)
        quiet(page, 300)
    finally:
        page.emulate_media(reduced_motion="reduce")  # as every viewer begins
    drawn = page.evaluate("window.drawn")
    assert page.evaluate(COLUMNS) == told != asked
    steps = np.diff(drawn)
    assert (steps > 0).all() or (steps < 0).all()  # the answer is never seen before its time
    # more than ten steps, or one for every third frame of a machine that draws few in two seconds
    moved = page.evaluate("window.frames_moved")
    least = 4 if motion == "interrupted" else min(10, 2 + moved / 3)
    assert len(drawn) == 2 if motion == "unwelcome" else len(drawn) > least


# the longest time in milliseconds in which nothing was drawn in any figure, nor in a copy of one
BLANK = """() => { window.blank = 0; window.reruns = 0; let since = null
  new MutationObserver(([{ target }]) => { window.reruns += target.dataset.testScriptState === 'rerunRequested' })
    .observe(document.body, { subtree: true, attributeFilter: ['data-test-script-state'] })
  const look = () => { const at = performance.now()
    if (since !== null) window.blank = Math.max(window.blank, at - since)
    const drawn = [...document.querySelectorAll('.js-plotly-plot')].some(each => each.offsetHeight
      && getComputedStyle(each).visibility === 'visible'
      && each.querySelector('.trace, .heatmaplayer image, .imagelayer image'))
    since = drawn ? null : since ?? at
    requestAnimationFrame(look) }
  look() }"""


# as a busy browser has it: the figures go as soon as the answer is asked for, before its run is seen to begin
BUSY = """() => { document.querySelector('.st-key-present-reveal button').click()
  for (const plot of document.querySelectorAll('[class*="-figure"] .js-plotly-plot')) plot.style.display = 'none'
  document.body.append('') }"""


@pytest.mark.release
@pytest.mark.parametrize("name", ["cost", "bell", "vectors", "blocks", "epsilon", "learned", "learned, busy"])
def test_the_figure_of_a_question_stays_until_that_of_the_answer_is_there(viewer, name):  # the first by its link
    name, _, busy = name.partition(", ")
    at = next(at for at, scene in enumerate(SCENES) if scene.name == name)
    scene, before = SCENES[at], SCENES[max(at - 1, 0)]
    opened = "" if before.page == "start" else before.page
    page = viewer.open(f"{opened}?{urlencode(before.query)}&present=1&scene={before.name}")
    try:
        page.emulate_media(reduced_motion="no-preference")  # an answer that moves hides its figure at first
        viewer.plot()
        quiet(page, 1_000)
        if at:
            page.keyboard.press("ArrowRight")
            arrive(viewer, at)
        viewer.plot()
        quiet(page, 1_000)
        page.evaluate(BLANK)
        if busy:
            page.evaluate(BUSY)
        else:
            page.keyboard.press("r")
        page.wait_for_function("words => document.querySelector('h1').innerText.trim() === words", arg=scene.reveal)
        quiet(page, 3_500)  # copies are dropped after 3 seconds
    finally:
        page.emulate_media(reduced_motion="reduce")  # as every viewer begins
    assert page.locator("body > .js-plotly-plot").count() == 0
    assert page.locator('[class*="-figure"] .js-plotly-plot :is(.trace, image)').count() > 0
    assert page.evaluate("window.blank") < 150  # milliseconds
    assert page.evaluate("window.reruns") == 0  # that Streamlit asks for by a key of its own


# whether a copy was ever in sight, from now on
COPIED = """() => { window.copied = false
  new MutationObserver(() => { window.copied ||= !!document.querySelector('body > .js-plotly-plot') })
    .observe(document.body, { childList: true }) }"""


@pytest.mark.release
@pytest.mark.parametrize(("key", "seen"), [("ArrowRight", "phases"), ("Escape", "")])
def test_a_reveal_that_is_left_leaves_no_copy(viewer, key, seen):
    """At once, while the answer is on its way: nothing of it stands in the next scene, nor outside."""
    scene = next(scene for scene in SCENES if scene.name == "inputs")  # its answer takes another view's figures
    page = viewer.open(f"{scene.page}?{urlencode(scene.query)}&present=1&scene={scene.name}")
    viewer.plot()
    quiet(page, 1_500)
    page.keyboard.press("r")
    page.wait_for_url("**revealed=1**")
    page.keyboard.press(key)
    page.wait_for_url(f"**scene={seen}**" if seen else lambda url: "present" not in url, timeout=30_000)
    page.evaluate(COPIED)
    viewer.plot()
    quiet(page, 1_000)
    assert not page.evaluate("window.copied")
    assert page.locator("body > .js-plotly-plot").count() == 0


@pytest.mark.release
def test_r_reveals_while_the_scrubber_has_the_focus(viewer):
    scene = next(scene for scene in SCENES if scene.name == "blocks")
    page = viewer.open(f"{scene.page}?{urlencode(scene.query)}&present=1&scene={scene.name}")
    viewer.plot()
    quiet(page, 1_000)
    page.locator("input[type=range]").first.press("r")
    page.wait_for_function("words => document.querySelector('h1').innerText.trim() === words", arg=scene.reveal)


BESIDE = """() => [...document.querySelectorAll('[class*="-figure"] .js-plotly-plot')].map(each => [
  Math.round(each.getBoundingClientRect().top), each._fullLayout.yaxis._length / innerHeight])"""


@pytest.mark.release
@pytest.mark.parametrize("headlines", ["alike", "apart"])
def test_figures_side_by_side_keep_their_height_under_headlines_of_two_and_of_three_lines(viewer, headlines):
    """At the same height; and as tall where the headlines do not have the same room."""
    page = viewer.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    viewer.open("convergence?view=curve&dataset=digits&beside=dataset%3Dmoons&present=1")
    if headlines == "apart":
        page.add_style_tag(content='[class*="-figure"] h2 { min-height: 0 !important; }')
    viewer.plot(1)
    page.wait_for_function(HEARD, arg="r")
    page.locator("h2", has_text="requires 24,954").wait_for()
    viewer.settle(3000)  # by then the figures have taken the height that is left
    (one, length), (other, _) = page.evaluate(BESIDE)
    assert (one == other) == (headlines == "alike") and length > 0.2
