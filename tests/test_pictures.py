"""The pictures of README and docs show the app of today: the words stored in them are those of the views."""

import importlib.util
import json
import pathlib
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from PIL import Image

import app as explorer
from tests.test_sincos import LARGEST_ERROR
from tests.views.opening import headline, opened

ROOT = pathlib.Path(__file__).parents[1]
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.png"))
VIEWS = [path for path in PICTURES if path.stem != "sincos"]


def test_every_picture_is_in_a_text_and_every_text_has_its_pictures():
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")))
    assert PICTURES and all(f"pictures/{path.name})" in texts for path in PICTURES)


@pytest.mark.release
@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.stem)
def test_what_a_picture_says_is_what_the_view_says(path):
    """Where they part: `python docs/draw.py` draws the pictures anew."""
    with Image.open(path) as picture:
        shown = json.loads(picture.text["shown"])
    link = urlsplit(f"/{shown['link']}")
    name = link.path.strip("/") or "start"
    page = next(page for page in explorer.pages() if page.name == name)
    view = opened(name, **dict(parse_qsl(link.query)))
    assert shown["headline"] == headline(view)
    assert shown["question"] in {each.question for each in page.views}
    assert shown["labels"] == [each.label for each in page.views][: len(shown["labels"])]


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="long double has no more digits than double here")
def test_the_picture_of_cosines_and_sines_has_the_errors_of_today():
    with Image.open(ROOT / "docs" / "pictures" / "sincos.png") as picture:
        shown = json.loads(picture.text["shown"])
    spec = importlib.util.spec_from_file_location("draw", ROOT / "docs" / "draw.py")
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    errors = draw.sincos_errors()
    assert errors["ours"].max() < LARGEST_ERROR
    assert shown["ours"] == pytest.approx(errors["ours"].max(), rel=0.05)  # numpy's depend on the processor
