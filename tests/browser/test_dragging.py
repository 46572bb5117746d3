"""What a figure shows is dragged in the figure: a target error, a point, a frequency."""

import math

import numpy as np
import pytest

from tests.browser.viewer import query, quiet

# a trace's column, and where the values of a point are on the screen
COLUMN = """([at, name]) => { const column = document.querySelector(".js-plotly-plot").data[at][name]
  if (!column.bdata) return Array.from(column)
  return Array.from(new { f4: Float32Array, f8: Float64Array }[column.dtype](
    Uint8Array.from(atob(column.bdata), each => each.charCodeAt(0)).buffer)) }"""
POINTS = f"at => ['x', 'y'].map((name) => ({COLUMN})([at, name]))"
PLACE = """([x, y, values]) => { const plot = document.querySelector(".js-plotly-plot")
  const { left, width, bottom, height } = plot.querySelector(`.draglayer .${x}${y} .nsewdrag`).getBoundingClientRect()
  const share = (name, value) => { const { range: [from, to], type } = plot.layout[name[0] + "axis" + name.slice(1)]
    return ((type === "log" ? Math.log10(value) : value) - from) / (to - from) }
  return [left + share(x, values[0]) * width, bottom - share(y, values[1]) * height] }"""
DRAWN = "() => JSON.stringify(document.querySelector('.js-plotly-plot').calcdata.map(t => t.map(p => [p.x, p.y])))"


def drag(page, start, end):
    """By mouse, and not let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 5, start[1] + 1, steps=2)
    page.mouse.move(*end, steps=5)


def opened(viewer, link, wait=".point"):
    viewer.page.emulate_media(reduced_motion="reduce")  # else Start plays
    page = viewer.open(link)
    viewer.plot()
    page.wait_for_selector(f".js-plotly-plot {wait}")
    viewer.settle()
    quiet(page, 300)
    return page


@pytest.mark.release
def test_the_target_error_is_dragged_on_its_line(viewer):
    page = opened(viewer, "convergence?sampler=monte_carlo&n_seeds=5&n_points=100")
    before = page.evaluate(DRAWN)
    drag(page, page.evaluate(PLACE, ["x", "y", [40, 0.1]]), page.evaluate(PLACE, ["x", "y", [40, 0.3]]))
    page.mouse.up()
    page.wait_for_function("() => new URLSearchParams(location.search).get('epsilon')", timeout=30_000)
    viewer.settle()
    assert float(query(page)["epsilon"]) == pytest.approx(0.3, rel=0.1)
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before, timeout=30_000)


@pytest.mark.release
@pytest.mark.parametrize("point", [0, 1])
def test_a_point_is_dragged_and_the_distance_follows(viewer, point):
    page = opened(viewer, "features?view=circle")
    x, y = (
        np.array(place)
        for place in page.evaluate("""() => { const { data } = document.querySelector('.js-plotly-plot')
      return ["x", "y"].map((name) => data.find((trace) => trace.name === name)).map(({ x, y }) => {
        const first = (column) => column.bdata ? new { f4: Float32Array, f8: Float64Array }[column.dtype](
          Uint8Array.from(atob(column.bdata), each => each.charCodeAt(0)).buffer)[0] : column[0]
        return [first(x), first(y)] }) }""")
    )
    assert math.dist(x, y) == pytest.approx(1, abs=1e-4)
    moved, other = ((x, y), (y, x))[point]
    aim = other + 1.5 * (moved - other)
    drag(page, page.evaluate(PLACE, ["x", "y", [*moved]]), page.evaluate(PLACE, ["x", "y", [*aim]]))
    page.mouse.up()
    page.wait_for_function("() => new URLSearchParams(location.search).get('distance')", timeout=30_000)
    viewer.settle()
    assert float(query(page)["distance"]) == pytest.approx(1.5, abs=0.06)


@pytest.mark.release
def test_escape_ends_a_pull_before_it_ends_a_presentation(viewer):
    page = opened(viewer, "kernel?n_freqs=8&present=1")
    before = page.evaluate(DRAWN)
    omega = page.evaluate(COLUMN, [4, "x"])
    start, end = (
        page.evaluate(PLACE, ["x2", "y2", [place, page.evaluate(COLUMN, [4, "y"])[3]]]) for place in (omega[3], 0.1)
    )
    drag(page, start, end)
    page.mouse.up()
    page.locator(".rffviz-pulled").wait_for()
    for presented in (True, False):
        page.keyboard.press("Escape")
        page.wait_for_function(f"before => ({DRAWN})() === before", arg=before, timeout=5_000)
        page.wait_for_function("is => location.search.includes('present=1') === is", arg=presented, timeout=10_000)


@pytest.mark.release
@pytest.mark.parametrize(
    ("link", "theirs", "at"),
    [
        ("?waves=8", {"dots": 1, "estimate": 6, "exact": 7, "wave": 9}, 3),
        ("?waves=8", {"dots": 1, "estimate": 6, "exact": 7, "wave": 9}, 7),  # the newest
        ("kernel?n_freqs=8", {"dots": 4, "estimate": 3, "exact": 0, "wave": 6}, 3),
        ("kernel?n_freqs=8&density_scale=log", {"dots": 4, "estimate": 3, "exact": 0, "wave": 6}, 3),
    ],
)
def test_a_frequency_is_pulled_and_its_wave_and_the_estimate_follow(viewer, link, theirs, at):
    page = opened(viewer, link)
    column = lambda trace, name: np.array(page.evaluate(COLUMN, [theirs[trace], name]))  # noqa: E731
    axes = page.evaluate(
        "at => { const { xaxis, yaxis } = document.querySelector('.js-plotly-plot').data[at];"
        " return [xaxis ?? 'x', yaxis ?? 'y'] }",
        theirs["dots"],
    )
    omega, height, delta, before = (
        column("dots", "x"),
        column("dots", "y"),
        column("estimate", "x"),
        page.evaluate(DRAWN),
    )
    assert len(omega) == 8
    aim = 1.3 * omega[at]
    start, end = (page.evaluate(PLACE, [*axes, [place, height[at]]]) for place in (omega[at], aim))
    sent = len(viewer.frames_sent)
    drag(page, start, end)
    pulled = column("dots", "x")
    assert pulled[at] == pytest.approx(aim, rel=0.02) and np.array_equal(np.delete(pulled, at), np.delete(omega, at))
    for _ in range(2):  # held, and let go
        estimate = np.cos(np.outer(pulled, delta)).mean(0)  # by its definition
        assert column("estimate", "y") == pytest.approx(estimate, abs=1e-5)
        x, y = map(np.array, page.evaluate(POINTS, theirs["wave"]))  # once let go, a hover may draw it anew
        assert len(x) > 300 and y == pytest.approx(np.cos(pulled[at] * x), abs=1e-6)
        gap = np.abs(estimate - column("exact", "y")).max()
        assert float(page.locator(".rffviz-pulled").inner_text().split()[-2]) == pytest.approx(gap, rel=0.06)
        page.mouse.up()
    shades = "[...document.querySelectorAll('.readouts, [class*=\"-readout\"]')].map(e => getComputedStyle(e).opacity)"
    assert "0.25" in page.evaluate(shades)  # they say what was before the pull
    assert len(viewer.frames_sent) == sent  # the server has no part in it
    page.mouse.move(2, 2)
    page.keyboard.press("Escape")
    page.wait_for_function(f"before => ({DRAWN})() === before", arg=before, timeout=5_000)
    assert not page.locator(".rffviz-pulled").count() and "0.25" not in page.evaluate(shades)
    drag(page, start, end)
    page.mouse.up()
    page.locator("input[type=range][aria-label='D, frequencies']").press("ArrowRight")
    page.locator(".rffviz-pulled").wait_for(state="detached", timeout=5_000)
    assert "0.25" not in page.evaluate(shades)
    assert len(column("dots", "x")) > 8 and np.array_equal(column("dots", "x")[:8], omega)
