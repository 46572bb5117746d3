"""The first page shows one cosine first, and every scene."""

import json
from urllib.parse import parse_qsl

import pytest

from rffviz.explorer.words import scenes
from tests.views.opening import open_page

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_start_shows_one_cosine_first_and_every_scene_as_a_card():
    app = open_page("start")
    assert not app.exception and not app.error
    links = [link.proto for link in app.get("page_link")]
    cards = {link.label: (link.page, link.query_string) for link in links if link.label.endswith("?")}
    assert list(cards) == [scene.question for scene in scenes.SCENES]
    for scene in scenes.SCENES:
        page, query = cards[scene.question]
        assert dict(parse_qsl(query)) == scene.revealed
        assert page == ("" if scene.page == "start" else scene.page)
    assert [header.value for header in app.header][1:] == [*scenes.GROUPS, "Your lecture"]
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert spec["data"][2]["x"]["bdata"] == spec["data"][1]["x"]["bdata"]  # one frequency, the newest
    more = open_page("start", waves="64")
    assert json.loads(more.get("plotly_chart")[0].proto.spec)["data"][1] != spec["data"][1]


@pytest.mark.slow
def test_draw_again_puts_another_seed():
    app = open_page("start", waves="16")
    next(b for b in app.button if b.label == "Draw again").click().run()
    assert app.session_state["_values"]["seed"] != 0 and app.session_state["_values"]["waves"] == 16
    assert not app.exception and not app.error
