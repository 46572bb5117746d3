"""Draws the pictures of README and docs from the running app: `python docs/draw.py`, with the packages of the tests.

Each PNG holds, as text, the link that it shows and the words in it; a test compares these with today's view.
"""

import json
import sys
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

sys.path.insert(0, str(Path(__file__).parents[1]))
from rffviz.bench.page import ROOT, browsing, serve

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
                said = PngInfo()
                said.add_itxt(SHOWN, json.dumps({"link": LINKS[name]} | page.evaluate(_WORDS), ensure_ascii=False))
                with Image.open(file) as picture:
                    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(
                        file, pnginfo=said, optimize=True
                    )
                print(file, said.chunks[0][1][:300].decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
