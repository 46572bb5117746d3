"""The views in a browser: they fit, they scrub without the server, they can be taken away, Back returns."""

import importlib
import json
import pathlib
import re

import numpy as np
import pytest

from app import PAGES
from tests.browser.viewer import PROJECTOR, choose, query, quiet, wait_for_query

SIZES = {"desktop": (1440, 900), "projector": (1280, 720), "phone": (390, 844)}
FAST = "n_seeds=2&sampler=monte_carlo,sobol_scrambled"
SMALL = "n_points=60&n_learned=10&n_compared=2&optimizer=algorithm1&n_landmarks=20&n_iterations=5"
QUICK = {
    "convergence": FAST,
    "schemes": "n_draws=20",
    "adaptive": SMALL,
    "prediction": "method=svm,fourier,nystrom&n_freqs=16&n_seeds=1&n_splits=1&photo_freqs=16&n_train=10",
}
OWN = {  # settings with more in the figure than a view opens with
    "spectrum": "kernel=laplacian&other_kernel=gaussian&density_scale=log",
    "own_kernel": "given=handles",
    "two_points": "map=offset",
    "factor": "dataset=iris&step=pairs",
    "learning": "wave=2&shape=own",
    "line": "draws=2",
    "real_data": "dataset=iris",
    "kernel_error": "dataset=iris",
    "descent": "dataset=iris",
    "claims": "claim=meka",
}
VIEWS = {name: importlib.import_module(f"pages.{name}").PAGE.views for name in PAGES}
SEEN = """title => document.querySelector('h1')?.innerText.trim() === title"""
LEGIBILITY = pathlib.Path(__file__).with_name("legibility.js").read_text(encoding="utf-8")
OVERLAPS = pathlib.Path(__file__).with_name("overlaps.js").read_text(encoding="utf-8")
MEANT = {}  # view: {what overlaps on purpose: why}
BEGINS = "document.querySelector('.js-plotly-plot .main-svg').getBoundingClientRect().top"
# the page and its figures have this paper: a slow one may have no figure yet
IN_COLOUR = """paper => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim() === paper
  && [...document.querySelectorAll('.js-plotly-plot')].every(each => each.layout?.paper_bgcolor === paper)"""
IN_SIGHT = """() => [...document.querySelector('[data-testid=stMain]').querySelectorAll(
    'button, input:not([type=hidden]), [role=slider]')]
  .filter(each => each.getBoundingClientRect().height > 0).map(each => each.innerText || each.ariaLabel || each.type)"""
MOST_IN_SIGHT = 10
FOLD = """Math.max(...['.js-plotly-plot .main-svg', '[class*="-scrub"]'].map(each =>
  document.querySelector(`[data-testid=stMain] ${each}`)?.getBoundingClientRect().bottom ?? 0))"""


def collisions(viewer, view):
    """What overlaps.js finds in the figures as they stand, without what is meant."""
    quiet(viewer.page, 500)  # the figure's fonts and margins
    found = viewer.page.evaluate(OVERLAPS)
    return {f"{fault}: {name}" for fault, names in found.items() for name in names} - set(MEANT.get(view, ()))


def looks_right(viewer, axe, theme="light", size="projector", name="", **of_axe):
    """The page as it stands fits this size, is legible from the last row, and the checker finds nothing."""
    page, (width, height) = viewer.page, SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(IN_COLOUR, arg={"light": "#ffffff", "dark": "#0e1117"}[theme])
    viewer.settle()
    if size == "projector":
        assert page.evaluate(FOLD) <= height, name
        for fault, found in page.evaluate(LEGIBILITY).items():
            assert found == [], (name, fault)
    if size == "phone" and page.locator("[data-testid=stMain] [data-testid=stAlert]").count() == 0:
        assert page.evaluate(BEGINS) <= 330  # the figure comes before what is asked for
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
    assert page.evaluate("(m => m.scrollWidth <= m.clientWidth + 1)(document.querySelector('[data-testid=stMain]'))")
    assert axe(page, **of_axe) == [], (name, theme, width)
    assert page.locator("[data-testid=stException]").count() == 0


def test_every_page_fits_and_axe_finds_nothing(viewer, axe):
    """A walk by their links, as they open, on a projector; contrast on Start alone, by a release everywhere."""
    page = viewer.open()
    for name in PAGES:
        if name != "start":
            page.locator(f"[data-testid=stSidebar] a[href^='{name}']").click()
        page.wait_for_function(SEEN, arg=VIEWS[name][0].question)
        viewer.settle()
        drawn = viewer.plot().locator("path.js-line, path.point, .heatmaplayer image")
        assert drawn.count() >= 1, name
        assert page.locator("h1").count() == 1 and page.locator("[data-testid=stAlert]").count() == 0, name
        spoken = page.locator("[aria-label]").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
        assert any(len(words) > 60 for words in spoken), name
        looks_right(viewer, axe, name=name, contrast=name == "start")
        assert collisions(viewer, VIEWS[name][0].name) == set(), name


STYLED = """() => { const tester = document.querySelector('#js-plotly-tester')
  for (let i = 0; i < 10; i++) {
    const text = tester.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'))
    text.textContent = i
    text.getBoundingClientRect()
    text.remove()
  } }"""


@pytest.mark.release
@pytest.mark.parametrize("link", ["convergence", "kernel?n_freqs=8", "features?view=two_points", "kernel?present=1"])
def test_a_text_that_plotly_measures_does_not_style_the_page_anew(viewer, chromium, link):
    """Rules with :has() decide it: such a rule made every picture half a second later."""
    page = viewer.open(link)
    viewer.plot()
    page.evaluate(STYLED)
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    page.evaluate(STYLED)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    ends = (each["args"] for each in events if each["name"] == "UpdateLayoutTree")
    styled = [each["elementCount"] for each in ends if "elementCount" in each]
    assert len(styled) >= 10 and np.median(styled) <= 10, styled  # not hundreds


@pytest.mark.release
@pytest.mark.parametrize("name", PAGES)
def test_every_view_fits_and_axe_finds_nothing(viewer, axe, name):
    """The page as it opens on a phone in the dark; then its views one after the other, on a projector."""
    page = viewer.open("" if name == "start" else name)
    viewer.plot()
    looks_right(viewer, axe, "dark", "phone")
    viewer.page.set_viewport_size(PROJECTOR)
    first, *others = VIEWS[name]
    for view in (view for view in VIEWS[name] if view.name in OWN):
        viewer.turn(f"view={view.name}")
        viewer.plot()
        assert collisions(viewer, view.name) == set(), view.name
    for view in [first] * (first.name in OWN) + others:
        viewer.turn("&".join(filter(None, (f"view={view.name}", QUICK.get(name), OWN.get(view.name)))))
        assert page.evaluate(SEEN, view.question)
        looks_right(viewer, axe)
        assert view.name in OWN or collisions(viewer, view.name) == set(), view.name
        in_sight = [each.split() for each in page.evaluate(IN_SIGHT)]
        own = [words for words in in_sight if words[1:2] in (["Draw"], ["Fetch"])]  # of data that are not the default's
        assert len(in_sight) - len(own) <= MOST_IN_SIGHT, in_sight
        assert page.locator(".js-plotly-plot, [data-testid=stDataFrame], [data-testid=stAlert]").count() >= 1, view.name


@pytest.mark.release
@pytest.mark.parametrize(
    "path",
    [
        "convergence?n_freqs=abc&n_seeds=2",
        f"adaptive?view=learning&shape=own&{SMALL}",
        "papers?cell=1",
        "schemes?view=directions",
        "prediction?view=kernel_error&measured=survey",
    ],
)
def test_what_a_link_opens_fits_the_phone(viewer, axe, path):
    viewer.open(path)
    looks_right(viewer, axe, "dark", "phone")


@pytest.mark.release
def test_the_pen_leaves_the_line_in_sight(viewer, axe):
    viewer.open("prediction?view=line&function=own&n_train=10&draws=2")
    looks_right(viewer, axe)


@pytest.mark.release
@pytest.mark.parametrize("view", ["matrices", "matrices&show=pairs"])
def test_scrubs_move_the_picture_and_leave_the_server_alone(viewer, view, tmp_path):
    page = viewer.open(f"convergence?view={view}")
    viewer.plot()
    quiet(page, 1000)
    viewer.settle()
    read = "JSON.stringify([...document.querySelectorAll('.js-plotly-plot')].map(p => p.data.map(t => t.y ?? t.z)))"
    before, sent = page.evaluate(read), len(viewer.frames_sent)
    scrubber = page.locator("input[type=range][aria-label='D, frequencies']")
    assert scrubber.count() == 1
    scrubber.focus()
    scrubber.press("ArrowRight")
    page.wait_for_function(f"before => {read} !== before", arg=before, timeout=10_000)
    assert len(viewer.frames_sent) == sent
    wait_for_query(page, "n_freqs", "512")
    viewer.settle()
    page.get_by_role("button", name="Export").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Figure (HTML)").first.click()
    alone = tmp_path / "figure.html"
    alone.write_bytes(pathlib.Path(download.value.path()).read_bytes())
    tab = page.context.new_page()
    tab.goto(alone.as_uri())
    tab.locator(".js-plotly-plot .main-svg").first.wait_for()
    before = tab.evaluate(read)
    scrubber = tab.locator("input[type=range]").first
    scrubber.focus()
    scrubber.press("ArrowRight")
    tab.wait_for_function(f"before => {read} !== before", arg=before, timeout=10_000)


@pytest.mark.release
def test_a_table_can_be_taken_away_as_a_picture(viewer):
    page = viewer.open("schemes?a=sorf&b=orthogonal&n_draws=20")
    viewer.plot()
    viewer.settle()
    for kind, mark in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        picture = page.get_by_role("button", name=f"Picture ({kind})").last  # the figure's stands before it
        if not picture.is_visible():
            page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            picture.click()
        content = pathlib.Path(download.value.path()).read_bytes()
        assert content.startswith(mark) and len(content) > 3_000
        if kind == "SVG":
            assert "Discrepancy" in content.decode() and "intended" in content.decode()


@pytest.mark.release
def test_own_csv_is_shown_and_what_was_left_out_is_told(viewer, tmp_path):
    rows = np.random.default_rng(0).standard_normal((60, 3)).round(3).tolist()
    lines = ["a,b,c,_em_ www.x.y :smile: a@b.cd", *(f"{a},{b},{c},word" for a, b, c in rows), "1,,2,word"]
    file = tmp_path / "mine.csv"
    file.write_text("\n".join(lines))
    page = viewer.open(f"convergence?dataset=own&{FAST}")
    page.locator("input[type=file]").set_input_files(str(file))
    page.get_by_text("mine.csv, 60 points, d = 3").first.wait_for(state="attached", timeout=20_000)
    viewer.settle()
    bar = page.locator("[data-testid=stSidebar]")
    said = bar.inner_text()
    assert "60 rows, 3 columns" in said and "missing" in said
    assert (
        "＿em＿ www․x.y ∶smile: a＠b.cd" in said and not bar.locator("em, [data-testid=stCaptionContainer] a").count()
    )


@pytest.mark.release
def test_own_frequencies_are_read_and_judged(viewer, tmp_path):
    file = tmp_path / "mine.npy"
    np.save(file, np.random.default_rng(0).standard_normal((300, 2)) * 2)
    page = viewer.open("schemes?a=own&n_draws=20")
    page.locator("input[type=file]").set_input_files(str(file))
    page.locator("h2", has_text=re.compile("^A: ")).first.wait_for(timeout=20_000)
    viewer.settle()
    assert "the frequencies of mine.npy" in page.locator(".details").first.text_content()


@pytest.mark.release
def test_back_from_another_page_returns_to_the_same_picture(viewer):
    page = viewer.open("convergence?seed=5&metric=rmse&n_seeds=2")
    viewer.plot()
    link, title = page.url, page.locator("h2").first.inner_text()
    page.get_by_role("link", name="Prediction").first.click()
    page.wait_for_url(re.compile("/prediction"))
    viewer.settle()
    assert query(page) == {"seed": "5", "n_seeds": "2"}  # both pages take them
    page.go_back()
    page.wait_for_url(re.compile("/convergence"))
    viewer.settle()
    assert page.url == link and page.locator("h2").first.inner_text() == title
    page.go_forward()
    page.wait_for_url(re.compile("/prediction"))
    viewer.settle()
    choose(page, "Function", "Step")
    wait_for_query(page, "function", "step")
    page.get_by_role("link", name="Convergence").first.click()
    page.wait_for_url(re.compile("/convergence"))
    viewer.settle()
    assert page.url == link  # what was chosen there is still chosen


@pytest.mark.release
def test_buttons_stand_still_while_names_of_steps_change(viewer):
    page = viewer.open("convergence?view=factor&step=printed")
    viewer.plot()
    on, back = (page.get_by_role("button", name=name).first for name in ("one on", "one back"))
    places = [(on.bounding_box(), back.bounding_box())]
    for _ in range(3):
        on.click()
        places.append((on.bounding_box(), back.bounding_box()))
    wait_for_query(page, "step", "pairs")
    assert places == places[:1] * 4


@pytest.mark.release
def test_a_failing_case_opens_from_its_list(viewer):
    page = viewer.open("schemes?n_draws=20")
    viewer.plot()
    page.get_by_role("button", name="More").click()
    page.get_by_role("combobox", name="Failing cases").click()
    page.get_by_role("option", name=re.compile("SORF in the plane")).click()
    wait_for_query(page, "a", "sorf")
    viewer.settle()
    page.get_by_role("heading", name=re.compile("^A: k̂ is .* too small")).wait_for()


@pytest.mark.release
def test_a_click_on_a_frequency_shows_its_wave_and_another_takes_it_away(viewer):
    page = viewer.open(f"adaptive?view=learning&{SMALL}")
    viewer.plot()
    viewer.settle()
    traces = "document.querySelector('.st-key-learning-figure .js-plotly-plot')?.data"  # none while it is drawn anew
    place = """() => {
      const plot = document.querySelector('.st-key-learning-figure .js-plotly-plot')
      const trace = plot._fullData.find(t => t.name === 'frequencies')
      const panel = plot._fullLayout._plots[trace.xaxis + trace.yaxis], box = plot.getBoundingClientRect()
      const { xaxis, yaxis } = panel
      return [box.x + xaxis._offset + xaxis.d2p(trace.x[0]), box.y + yaxis._offset + yaxis.d2p(trace.y[0])]
    }"""
    page.locator(".st-key-learning-figure .js-plotly-plot").scroll_into_view_if_needed()
    for wanted in (True, False):
        x, y = page.evaluate(place)
        page.mouse.move(x - 2, y)
        page.mouse.move(x, y)
        quiet(page, 300)
        page.mouse.click(x, y)
        page.wait_for_function(f"wanted => {traces}?.some(t => t.name === 'wave') === wanted", arg=wanted)
        wait_for_query(page, "wave", "1" if wanted else None)
        viewer.settle()


@pytest.mark.release
def test_points_drawn_with_the_pen_are_learned_on(viewer):
    page = viewer.open(f"adaptive?shape=own&{SMALL}")
    viewer.plot()
    viewer.settle()
    assert page.get_by_text("Draw at least 3 points, or paste them: there are 0.").count() == 1
    page.get_by_role("button", name="Draw").click()
    canvas = page.locator("canvas[tabindex]")
    box = canvas.bounding_box()
    for kind, down in (("first class", 80), ("second class", 200)):
        page.get_by_role("button", name=kind).click()
        page.mouse.move(box["x"] + 40, box["y"] + down)
        page.mouse.down()
        page.mouse.move(box["x"] + 120, box["y"] + down, steps=12)
        page.mouse.up()
        page.mouse.down()
        quiet(page, 1500)  # Python answers the first stroke while the second is drawn
        page.mouse.move(box["x"] + 240, box["y"] + down + 30, steps=12)
        page.mouse.up()
    page.get_by_text("Your own points,").first.wait_for(
        state="attached",
    )
    drawn = int(page.locator("[role=status]", has_text="of 1000 points").inner_text().split()[0])
    assert drawn >= 20
    page.get_by_text(f"Your own points, {drawn} points").first.wait_for(state="attached")


@pytest.mark.release
def test_handles_that_are_dragged_fast_are_the_kernel(viewer, axe):
    page = viewer.open("kernel?view=own_kernel&given=handles&n_freqs=4")
    viewer.plot()
    viewer.settle()
    assert page.locator("h2").first.inner_text() == "Your curve is positive definite in one dimension, to 10⁻²"
    knobs = page.locator("circle.knob")
    for i in range(4):  # the next one is taken while Python answers the one before
        box = knobs.nth(i).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 200, steps=6)
        page.mouse.up()
    knobs.nth(7).press("ArrowUp")
    page.get_by_role("heading", name="Your curve is not positive definite").wait_for()
    wait_for_query(page, "handles", "1000_1000_1000_1000_44_11_2_10")
    viewer.settle()
    assert [knobs.nth(i).get_attribute("aria-valuenow") for i in (0, 3, 4, 7)] == ["1", "1", "0.044", "0.01"]
    assert axe(page) == []


@pytest.mark.release
def test_a_key_that_moves_a_handle_is_no_step_of_a_presentation(viewer):
    page = viewer.open("kernel?view=own_kernel&given=handles&n_freqs=4&present=1")
    viewer.plot()
    viewer.settle()
    knob = page.locator("circle.knob").first
    before = knob.get_attribute("aria-valuenow")
    knob.press("ArrowRight")
    viewer.settle()
    assert knob.get_attribute("aria-valuenow") != before and "view=own_kernel" in page.url
