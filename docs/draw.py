"""Draws the pictures of README and docs from the running app: `python docs/draw.py`, with the packages of the tests.

Each PNG holds, as text, the link that it shows and the words in it; a test compares these with today's view. That of
cosines and sines holds the largest errors.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
from PIL import Image
from PIL.PngImagePlugin import PngInfo

sys.path.insert(0, str(Path(__file__).parents[1]))
from rffviz.bench.page import ROOT, browsing, serve
from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.theme import LIGHT, blank, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.foundation.sincos import cos_sin

FOLDER = Path(__file__).with_name("pictures")
LINKS = {
    "start": "?waves=64",
    "convergence": "convergence",
    "schemes": "schemes?view=bias&a=sorf&b=orthogonal&dimension=2",
    "learning": "adaptive?view=learning",
}
SHOWN = "shown"  # the entry of a PNG: link, question, labels of views, headline
_STILL = """() => document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state') === 'notRunning'
  && !document.querySelector('[data-stale=true]') && document.querySelector('.js-plotly-plot .main-svg .trace')"""
_WORDS = """() => { const main = document.querySelector('[data-testid=stMain]')
  const said = what => [...main.querySelectorAll(what)].map(each => each.innerText.trim())
  return { question: said('h1')[0], headline: said('h2')[0],
    labels: said('[data-testid=stButtonGroup] button').filter(Boolean) } }"""


def sincos_errors() -> dict[str, np.ndarray]:
    """Angles from 10⁻⁸ to 8·10⁵, and the larger error of cosine and sine there, ours and numpy's, by long double."""
    angles = 10.0 ** np.random.default_rng(0).uniform(-8, np.log10(8e5), 4000)
    ours = np.empty((2, 1, len(angles)))
    cos_sin(angles[None], *ours)
    exact = [function(angles.astype(np.longdouble)) for function in (np.cos, np.sin)]
    found = {"ours": ours[:, 0], "numpy": [np.cos(angles), np.sin(angles)]}
    return {"angle": angles} | {name: np.abs(each - np.array(exact)).max(axis=0) for name, each in found.items()}


def sincos_figure() -> go.Figure:
    """The errors against the angle."""
    errors, figure = sincos_errors(), blank(LIGHT, 400)
    for name, colour in (("numpy", LIGHT.hues["slate"]), ("ours", LIGHT.hues["amber"])):
        rows = np.column_stack([errors["angle"], errors[name]])
        figure.add_trace(dots(rows, colour, size=4, opacity=0.6).update(name=name))
    log_axis(figure.update_xaxes, "angle, radians", 1e-8, 8e5, 10.0 ** np.arange(-8, 6, 2), lambda x: f"{x:g}")
    figure.update_yaxes(title={"text": "larger error of cosine and sine"}, range=[0, 1.3e-16], exponentformat="power")
    return legend_under(figure).update_layout(width=960, paper_bgcolor=LIGHT.paper)


def save(file: Path, said: dict) -> None:
    """Give a picture few colours and its text."""
    info = PngInfo()
    info.add_itxt(SHOWN, json.dumps(said, ensure_ascii=False))
    with Image.open(file) as picture:
        picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(file, pnginfo=info, optimize=True)
    print(file, said)


def main() -> int:
    """Draw all pictures, or those named."""
    with browsing() as (browser, missing), tempfile.TemporaryDirectory() as folder:
        if browser is None:
            print(missing, file=sys.stderr)
            return 1
        page = browser.new_page(viewport={"width": 1280, "height": 760}, color_scheme="light", reduced_motion="reduce")
        with serve(ROOT / "app.py", Path(folder)) as (port, _):
            for name in sys.argv[1:] or LINKS:
                page.goto(f"http://127.0.0.1:{port}/{LINKS[name]}")
                page.wait_for_function(_STILL, timeout=120_000)
                page.wait_for_timeout(2000)  # fonts, and the figure's size
                page.wait_for_function(_STILL)
                file = FOLDER / f"{name}.png"
                page.locator("[data-testid=stMain]").screenshot(path=file)
                save(file, {"link": LINKS[name]} | page.evaluate(_WORDS))
        if not sys.argv[1:]:
            page = browser.new_page(viewport={"width": 1000, "height": 500})
            page.set_content(sincos_figure().to_html())
            page.wait_for_selector(".js-plotly-plot .main-svg .trace")
            page.locator(".js-plotly-plot").screenshot(path=FOLDER / "sincos.png")
            errors = sincos_errors()
            save(FOLDER / "sincos.png", {name: float(errors[name].max()) for name in ("ours", "numpy")})
    return 0


if __name__ == "__main__":
    sys.exit(main())
