"""No label of a figure collides with a line, a marker or another label, in any view as it opens and in any scene."""

from urllib.parse import urlencode

import numpy as np
import pytest

from rffviz.datasets import DATASETS
from rffviz.explorer.words.scenes import SCENES
from tests.browser.test_views import collisions
from tests.browser.viewer import quiet

LINES = """[...document.querySelectorAll('.js-plotly-plot .cartesianlayer path.js-line')]"""
MOVE = {  # a label brought over something else
    "crossed": f"""() => {{
      const line = {LINES}.filter(e => getComputedStyle(e).strokeWidth === '3px')[0]
      const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM())
      return [at.x, at.y] }}""",
    "covered": """() => { const r = [...document.querySelectorAll('.js-plotly-plot .cartesianlayer path.point')].at(-1)
      .getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }""",
    "overlaps": """() => { const r = document.querySelector('.js-plotly-plot .xtitle').getBoundingClientRect()
      return [r.x + r.width / 2, r.y + r.height / 2] }""",
    "cut": """() => { const r = document.querySelector('.js-plotly-plot .main-svg').getBoundingClientRect()
      return [r.right, r.y + r.height / 2] }""",
}
BRING = """([x, y]) => {
  const text = document.querySelector('.js-plotly-plot .annotation-text'), group = text.closest('.annotation')
  group.style.transform = ''
  const r = text.getBoundingClientRect()
  group.style.transform = `translate(${x - r.x - r.width / 2}px, ${y - r.y - r.height / 2}px)`
  return text.textContent.slice(0, 10) }"""


LABELLED = (  # views of data with labels in the figure
    "convergence?view=curve&n_seeds=4",
    "convergence?view=factor",
    "convergence?view=exceedance&n_seeds=40",
    "convergence?view=maps&n_seeds=20",
    "adaptive?view=landmarks&n_compared=1&n_points=100&n_learned=10",
    "prediction?view=real_data&n_splits=2",
)
DATA = [name for name, entry in DATASETS.items() if entry.kind in ("bundled", "toy2d")]
SIZES = {"matern": (1280, 720), "gaussian": (1600, 900)}


@pytest.mark.release
@pytest.mark.parametrize("kernel", SIZES)
@pytest.mark.parametrize("view", LABELLED)
def test_labels_collide_with_nothing_on_any_data(viewer, view, kernel):
    found, (page, query) = {}, view.split("?")
    viewer.page.set_viewport_size(dict(zip(("width", "height"), SIZES[kernel], strict=True)))
    viewer.open(page)
    for data in DATA:
        viewer.turn(f"{query}&dataset={data}&kernel={kernel}")
        viewer.plot()
        if faults := collisions(viewer, query.split("&")[0].removeprefix("view=")):
            found[data] = sorted(faults)
    assert found == {}


@pytest.mark.release
def test_labels_of_the_error_curve_collide_with_nothing_on_an_own_file(viewer, tmp_path):
    rows = np.random.default_rng(0).standard_t(3, (150, 7)) * np.geomspace(0.01, 100, 7)
    np.savetxt(tmp_path / "own.csv", rows, delimiter=",", header="a,b,c,d,e,f,y", comments="")
    page = viewer.open("convergence?view=curve&n_seeds=4&dataset=own")
    page.locator("[data-testid=stFileUploaderDropzoneInput]").first.set_input_files(tmp_path / "own.csv")
    viewer.settle()
    viewer.plot()
    assert "own.csv" in page.locator("[data-testid=stSidebar]").inner_text()
    assert collisions(viewer, "curve") == set()


ON_THE_BAR = """() => { const bar = document.querySelector('.js-plotly-plot .colorbar .cbfills').getBoundingClientRect()
  const title = document.querySelector('.js-plotly-plot .x2title'), r = title.getBoundingClientRect()
  title.style.transform = `translateY(${bar.y - r.y}px)` }"""


@pytest.mark.release
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_presented_colour_bar_is_under_the_axis_title(viewer, width, height):
    viewer.page.set_viewport_size({"width": width, "height": height})
    page = viewer.open("adaptive?view=learning&n_learned=40&iteration=0&present=1&scene=learned")
    viewer.plot()
    quiet(page, 900)  # the figure is fitted into the room that is left
    assert collisions(viewer, "learning") == set()
    page.evaluate(ON_THE_BAR)
    assert any("colour bar" in each for each in collisions(viewer, "learning"))


@pytest.mark.release
@pytest.mark.parametrize("name", dict.fromkeys(scene.page for scene in SCENES))
def test_labels_of_scenes_collide_with_nothing(viewer, name):
    """As asked and as told: on their pages, with settings other than those that a view opens with."""
    found = {}
    viewer.open("" if name == "start" else name)
    for scene in (each for each in SCENES if each.page == name):
        for state, settings in (("asked", scene.query), ("told", scene.revealed)):
            if state == "told" and settings == scene.query:
                continue
            viewer.turn(urlencode(settings))
            viewer.plot()
            if faults := collisions(viewer, scene.query.get("view")):
                found[scene.name, state] = sorted(faults)
    assert found == {}


@pytest.mark.release
def test_a_label_brought_over_something_is_found(viewer):
    page = viewer.open("convergence?view=curve")
    viewer.plot()
    assert collisions(viewer, "curve") == set()
    for fault, place in MOVE.items():
        label = page.evaluate(BRING, page.evaluate(place))
        assert any(f"{fault}: {label}" in each or f"× {label}" in each for each in collisions(viewer, "curve")), fault
